"""The sequence form: a two-player game with hidden information, as arrays."""

from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from mastering_games.game import CHANCE, checked_reward, has_information_sets
from mastering_games.imperfect_information.treeplex import (
    EMPTY,
    OUTSIDE,
    Treeplex,
)

LARGEST = 1e300
"""The largest payoff: sums of payoffs must not overflow."""


class InitialState(NamedTuple):
    """A history with which a subgame begins.

    Attributes:
        subgame: the subgame's number.
        state: the state that the history leads to.
        sequences: the players' sequences there, a pair.
        chance: the probability of chance's moves.
    """

    subgame: int
    state: object
    sequences: tuple
    chance: float


class SequenceForm:
    """A two-player game with chance and hidden information, compiled.

    All that solvers need is in arrays, with an entry for each history that
    pays: the last sequence of either player there, the probability that chance
    does its part, and the payoffs. Nothing walks the game again.

    A game that does not say what the players know is one of perfect
    information: the mover knows all actions so far, and the label of an
    information set is their tuple.

    ``subgame_of`` names subgames, if given: it takes a state, and returns a
    label where a subgame begins, else None. What comes after the state is in
    the subgame too. No information set may be split.

    Attributes:
        game: the game.
        treeplexes: the two players' information sets and sequences.
        sequences: an array of two rows: the players' sequences, by entry.
        chance: the probability of chance's moves, by entry.
        payoffs: an array of two rows: the players' payoffs, by entry.
        ends: an array of two rows: the players' last sequences where play
            ends, whether it pays there or not, each pair once.
        subgame: the number of the subgame, by entry; OUTSIDE outside of all.
        subgames: the subgames' labels, by number.
        initial_states: where subgames begin, an InitialState each.
        number_of_histories: how many histories there are, ends included.

    >>> from mastering_games.games.kuhn_poker import KuhnPoker
    >>> form = SequenceForm(KuhnPoker())
    >>> form.number_of_histories, len(form.chance)
    (58, 30)
    >>> [treeplex.number_of_sequences for treeplex in form.treeplexes]
    [13, 13]
    """

    def __init__(self, game, max_histories=5_000_000, subgame_of=None):
        self.game = game
        self.asks = has_information_sets(game)  # what players know
        self.players = list(game.get_players())
        if len(self.players) != 2:
            raise ValueError(
                f"the sequence form here is for two players, and there are "
                f"{len(self.players)}: {self.players!r}"
            )
        self.max_histories = max_histories
        self.subgame_of = subgame_of
        self.subgames = {}  # until all are known: their numbers
        self.initial_states = []
        self.ends = {}  # until all are known: a set, in order
        self.treeplexes = [Treeplex(player) for player in self.players]
        self.number_of_histories = 0
        entries = list(self._walk())
        self.subgames = list(self.subgames)
        ends = np.array(list(self.ends), dtype=np.int64).T
        last, chance, payoffs, subgame = zip(*entries) if entries else [()] * 4
        self.sequences = np.array(last, dtype=np.int64).reshape(-1, 2).T
        self.chance = np.array(chance, dtype=float)
        self.payoffs = np.array(payoffs, dtype=float).reshape(-1, 2).T
        self.subgame = np.array(subgame, dtype=np.int64)
        moved = [treeplex.sort_by_level() for treeplex in self.treeplexes]
        self.sequences, self.ends = (
            np.array([new[old] for new, old in zip(moved, pairs)])
            for pairs in (self.sequences, ends)
        )
        self.initial_states = [
            start._replace(
                sequences=tuple(
                    int(new[old]) for new, old in zip(moved, start.sequences)
                )
            )
            for start in self.initial_states
        ]
        self._check()

    def _walk(self):
        """Visit every history; yield an entry for each one that pays."""
        game = self.game
        start = game.get_initial_state()
        waiting = [(start, (), (EMPTY, EMPTY), Fraction(1), (0, 0), OUTSIDE)]
        while waiting:
            state, history, last, chance, paid, subgame = waiting.pop()
            self.number_of_histories += 1
            if self.number_of_histories > self.max_histories:
                raise ValueError(
                    f"more than {self.max_histories} histories: compile a "
                    "smaller game, or raise max_histories"
                )
            if self.subgame_of:
                above, subgame = subgame, self._subgame(state, subgame)
                if above != subgame:
                    begun = InitialState(subgame, state, last, float(chance))
                    self.initial_states.append(begun)
            reward = checked_reward(game, state, self.players)
            paid = paid[0] + reward[0], paid[1] + reward[1]
            ended = game.is_terminal(state)
            entered = self._entered(reward, paid, ended)
            if entered is not None:
                yield last, float(chance), entered, subgame
            if ended:
                self.ends[last] = True
                continue
            moves = self._moves(state, history, last, chance, subgame)
            for action, last, chance in reversed(moves):
                after = game.get_transition(state, action)
                past = () if self.asks else (*history, action)
                waiting.append((after, past, last, chance, paid, subgame))

    def _entered(self, reward, paid, ended):
        """A history's payoffs; None if it has no entry. Given are what it pays
        itself, what was paid so far, and whether play has ended."""
        return None if reward == (0, 0) else reward

    def _moves(self, state, history, last, chance, subgame):
        """The moves in a state: actions, with the last sequences and chance's
        probability after them."""
        game = self.game
        mover = game.get_player_turn(state)
        actions = list(game.get_actions(state))
        if not actions:
            raise ValueError(f"no actions in {state!r}, but it is not terminal")
        if mover == CHANCE:
            odds = zip(actions, self._odds(state, actions))
            return [(a, last, chance * p) for a, p in odds if p > 0]
        if mover not in self.players:
            raise ValueError(
                f"{mover!r} moves in {state!r}, but the players are "
                f"{self.players!r}"
            )
        player = self.players.index(mover)
        treeplex = self.treeplexes[player]
        label = game.get_information_set(state) if self.asks else history
        number = treeplex.add(label, actions, last[player], subgame)
        own = treeplex.sequences_of(number)
        one, two = last
        after = [(x, two) if player == 0 else (one, x) for x in own]
        return [(a, x, chance) for a, x in zip(actions, after)]

    def _odds(self, state, actions):
        """Chance's probabilities; ValueError unless they sum to one."""
        odds = [self.game.get_probability(state, a) for a in actions]
        exact = all(isinstance(p, (int, Fraction)) for p in odds)
        off = sum(odds) - 1
        if not all(p >= 0 for p in odds) or not (
            off == 0 if exact else abs(off) <= 1e-9
        ):
            raise ValueError(
                f"the probabilities in {state!r} are {odds!r}: they must not "
                "be negative and must sum to 1"
            )
        return odds

    def _subgame(self, state, above):
        """The number of a state's subgame, given that of the state before."""
        label = self.subgame_of(state)
        if label is None:
            return above
        number = self.subgames.setdefault(label, len(self.subgames))
        if above not in (OUTSIDE, number):
            raise ValueError(
                f"subgames overlap: {label!r} begins within "
                f"{list(self.subgames)[above]!r}, in {state!r}"
            )
        return number

    def _check(self):
        """ValueError where only all histories together show what is wrong."""
        one, two = self.treeplexes
        for label in one.number_of:
            if label in two.number_of:
                raise ValueError(f"information set {label!r} is both players'")
        if self.largest_payoff > LARGEST:
            raise ValueError(
                f"a payoff of {self.largest_payoff:g} is too large for "
                "floating point"
            )

    @cached_property
    def largest_payoff(self):
        """The largest payoff of either player's, with no sign."""
        return float(np.abs(self.payoffs).max(initial=0))

    def payoff_matrix(self, player):
        """The matrix whose entry (s, t) is what a player gets, on average
        over chance, where the players' plans are at sequences s and t."""
        shape = tuple(t.number_of_sequences for t in self.treeplexes)
        weights = self.chance * self.payoffs[player]
        matrix = csr_array((weights, tuple(self.sequences)), shape=shape)
        matrix.sum_duplicates()
        return matrix

    def expected_payoffs(self, plans):
        """What the two players get if they follow realization plans."""
        one, two = plans
        reach = self.chance * one[self.sequences[0]] * two[self.sequences[1]]
        return tuple(float(total) for total in self.payoffs @ reach)

    def zero_sum_gap(self):
        """By how much the payoffs fail to sum to zero, at worst."""
        return float(np.abs(self.payoffs.sum(axis=0)).max(initial=0))


def compile_zero_sum(game):
    """The SequenceForm of a zero-sum game, or of one that is compiled already.

    ValueError where the payoffs do not sum to zero: it says by how much.
    """
    form = game if hasattr(game, "treeplexes") else SequenceForm(game)
    gap = form.zero_sum_gap()
    if gap > 1e-9:
        raise ValueError(
            f"the game is not zero-sum: payoffs sum to as much as {gap:g}"
        )
    return form
