"""Correlation plans: how likely it is that two players do this and that."""

import numpy as np

from mastering_games.commitment.pairs import Pairs, entries, joined
from mastering_games.imperfect_information.treeplex import EMPTY, Treeplex


class CorrelationPlan:
    """The pairs of sequences for which it matters how players correlate.

    A mediator draws a pure strategy for each of two players, with whatever
    correlation. A *correlation plan* gives to a pair of sequences the
    probability that the drawn strategies play both. Few pairs matter: those
    where one sequence is empty, or where some path of play passes through the
    information sets of both. They are called *relevant*.

    A correlation plan has weight 1 at the pair of empty sequences, and an
    information set shares out the weight of the sequence that leads to it,
    whatever relevant sequence of the other player it is paired with. These
    are its *flow constraints*. If chance moves, they hold for more than what a
    mediator can draw. But they say all if one player's strategy is not drawn:
    if the weights of that player's sequences, paired with the empty one, are
    all 0 or 1.

    [Von Stengel and Forges 2008.]

    Forced moves are left out: a sequence that ends with one is the same here
    as the sequence before it.

    Parameters:
        form: the game's SequenceForm.
        players: their numbers, in the order in which pairs name them.

    Attributes:
        treeplexes: the two players', without forced moves.
        left: for either player, what each sequence of the form is here.
        pairs: the relevant Pairs.

    >>> from mastering_games.games.kuhn_poker import KuhnPoker
    >>> from mastering_games.imperfect_information.sequence_form import (
    ...     SequenceForm,
    ... )
    >>> len(CorrelationPlan(SequenceForm(KuhnPoker())).pairs)  # of 13 * 13
    97
    """

    def __init__(self, form, players=(0, 1)):
        self.form, self.players = form, list(players)
        self.treeplexes, self.left = zip(
            *(without_forced_moves(form.treeplexes[p]) for p in players)
        )
        self.pairs = self._relevant_pairs()

    def _relevant_pairs(self):
        """Some path passes two information sets if some end comes after both.
        Then each action of the one and each of the other are a pair."""
        ends = self.form.ends[self.players]
        one, two = (
            treeplex.rows[left[sequences]]
            for treeplex, left, sequences in zip(
                self.treeplexes, self.left, ends
            )
        )
        above = [t.rows[before(t)] for t in self.treeplexes]
        found = new = Pairs(one, two)
        while len(new):
            one, two = new.one, new.two
            new = Pairs(
                np.concatenate([above[0][one], one]),
                np.concatenate([two, above[1][two]]),
            ).without(found)
            found = found.union(new)
        limits_1, limits_2 = map(limits, self.treeplexes)
        place, one = joined(limits_1, found.one)
        place, two = joined(limits_2, found.two[place])
        return Pairs(one[place], two)

    def payoffs(self, player):
        """For each pair, what a player gets where these two sequences are the
        last ones, on average over chance."""
        form = self.form
        last = (x[form.sequences[p]] for x, p in zip(self.left, self.players))
        return np.bincount(
            self.pairs.number(*last),
            weights=form.chance * form.payoffs[player],
            minlength=len(self.pairs),
        )

    def flow(self, side):
        """The flow constraints of the first player's information sets (side
        0) or of the second's (side 1).

        They are the rows of a matrix. Multiplied with a correlation plan it
        gives zeros. Returned are its entries, as rows, columns and values;
        and how many rows it has.
        """
        treeplex = self.treeplexes[side]
        own, other = ordered(side, self.pairs.one, self.pairs.two)
        acted = np.flatnonzero(own != EMPTY)
        own, other = treeplex.rows[own[acted]], other[acted]
        rows = Pairs(own, other)
        given = ordered(side, before(treeplex)[rows.one], rows.two)
        return entries(
            (rows.number(own, other), acted, 1.0),
            (np.arange(len(rows)), self.pairs.number(*given), -1.0),
        ), len(rows)


def ordered(side, own, other):
    """A player's own and the other's in the order in which pairs name them."""
    return (own, other) if side == 0 else (other, own)


def before(treeplex):
    """For each row of a treeplex, the sequence before it."""
    return np.array([EMPTY, *treeplex.parents])


def limits(treeplex):
    """Where the sequences of each row start, and after the last row's end."""
    return np.array([*treeplex.starts, treeplex.number_of_sequences])


def without_forced_moves(treeplex):
    """A treeplex less the information sets with one action; and, for each
    sequence, what it is there."""
    less = Treeplex(treeplex.player)
    left = np.full(treeplex.number_of_sequences, EMPTY)
    for number, label in enumerate(treeplex.information_sets):
        actions, own = treeplex.actions[number], treeplex.sequences_of(number)
        parent = int(left[treeplex.parents[number]])
        if len(actions) == 1:
            left[own] = parent
        else:
            left[own] = less.sequences_of(less.add(label, actions, parent))
    return less, less.sort_by_level()[left]
