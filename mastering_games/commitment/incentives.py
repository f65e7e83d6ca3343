"""Incentives: when a player does what a mediator says."""

import numpy as np

from mastering_games.commitment.correlation_plan import before, limits
from mastering_games.commitment.pairs import Pairs, entries, joined
from mastering_games.imperfect_information.treeplex import EMPTY


class Incentives:
    """Constraints under which the second player of a correlation plan obeys.

    In each information set that play comes to, the mediator tells the player
    which action was drawn. Who disobeys is told no more: all they know of the
    draw is the sequence that ends with the action that they were told last. So
    there are two kinds of values, weighted with how likely the draw is:
        w   for each sequence: what the player gets after it who took its last
            action, as told, and obeys later too;
        v   for each information set, and each sequence that may have been told
            last before it was reached in disobedience: what the player gets
            there who does what is best.
    The player obeys if no sequence's w is less than what the other actions of
    its information set lead to. Of v only this is asked: that it is no less
    than what any action of its information set leads to.

    [Von Stengel and Forges 2008, Cermak et al. 2016.]

    Parameters:
        program: the MixedIntegerProgram that gets the variables and the
            constraints. Its first variables are the correlation plan's.
        plan: the CorrelationPlan.

    Attributes:
        w: its variables, one for each sequence.
        v: its variables, one for each of the pairs ``where``.
        where: the Pairs of an information set's row, and of the sequence that
            was told last.
    """

    def __init__(self, program, plan):
        self.pairs, self.treeplex = plan.pairs, plan.treeplexes[1]
        self.rows, self.before = self.treeplex.rows, before(self.treeplex)
        payoffs = plan.payoffs(plan.players[1])
        paying = np.flatnonzero(payoffs)
        self.paying = paying[np.argsort(self.pairs.two[paying], kind="stable")]
        self.payoffs = payoffs[self.paying]
        self.last = self.pairs.two[self.paying]
        # No value is more than what luck brings, or less than misfortune.
        gains, losses = np.maximum(self.payoffs, 0), np.minimum(self.payoffs, 0)
        self.most = worth(self.treeplex, self.last, gains, max)
        self.least = worth(self.treeplex, self.last, losses, min)
        self.w = self._obey(program)
        self.v = self._disobey(program)

    def _obey(self, program):
        """A sequence's w is what it pays at once, and the w of all sequences
        of the information sets right after it."""
        least, most = self.least[0], self.most[0]
        variables = program.add_variables(len(least), low=least, high=most)
        w, nothing = np.array(variables), np.zeros(len(least))
        terms = entries(
            (range(len(w)), w, 1.0),
            (self.before[self.rows[1:]], w[1:], -1.0),
            (self.last, self.paying, -self.payoffs),
        )
        program.add_constraints(*terms, low=nothing, high=nothing)
        return variables

    def _disobey(self, program):
        """If a sequence is played although another one was told, it leads to
        what it pays at once, and to v of the information sets right after it:
        to no more than v of its own information set; or, if that is where the
        other one was told, to no more than the other one's w."""
        acts = self._disobedience()
        told, row = acts.two, self.rows[acts.one]
        later = row != self.rows[told]
        self.where = where = Pairs(row[later], told[later])
        least, most = self.least[1][where.one], self.most[1][where.one]
        variables = program.add_variables(len(where), low=least, high=most)
        v = np.arange(variables.start, variables.stop)
        limit = np.array(self.w)[told]
        limit[later] = v[where.number(row[later], told[later])]
        # What each act pays, now that the leader does what goes with ``told``.
        ranges = np.searchsorted(self.last, range(len(self.rows) + 1))
        act, pays = joined(ranges, acts.one)
        leads = self.pairs.one[self.paying[pays]]
        paying = self.pairs.number(leads, told[act])
        terms = entries(
            (range(len(acts)), limit, 1.0),
            (acts.number(self.before[where.one], where.two), v, -1.0),
            (act, paying, -self.payoffs[pays]),
        )
        program.add_constraints(*terms, low=np.zeros(len(acts)))
        return variables

    def _disobedience(self):
        """The Pairs of a sequence that is played and the one that was told
        last: on the way to the first, another action than the second's."""
        found = Pairs([], [])
        played = taken = np.arange(1, len(self.rows))
        while len(played):
            place, told = joined(limits(self.treeplex), self.rows[taken])
            other = told != taken[place]
            found = found.union(Pairs(played[place[other]], told[other]))
            taken = self.before[self.rows[taken]]
            played, taken = played[taken != EMPTY], taken[taken != EMPTY]
        return found


def worth(treeplex, last, payoffs, best):
    """What each sequence and each row of a treeplex is worth, if payoffs are
    paid at the sequences ``last``, and each row is worth what its ``best``
    sequence is: max or min."""
    at_once = np.bincount(last, payoffs, treeplex.number_of_sequences)
    sequences, rows = at_once.tolist(), np.zeros(len(treeplex.parents) + 1)
    for number in reversed(range(len(treeplex.parents))):
        actions = treeplex.sequences_of(number)
        value = best(sequences[sequence] for sequence in actions)
        rows[number + 1] = value
        sequences[treeplex.parents[number]] += value
    return np.array(sequences), rows
