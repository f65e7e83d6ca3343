"""The sequence form: a two-player game with hidden information, as arrays."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array

from mastering_games.game import CHANCE, checked_reward

EMPTY = 0
"""The number of the empty sequence: the player has not acted yet."""


@dataclass
class Treeplex:
    """One player's information sets and sequences.

    A sequence is what a player has done on the way to some point: a list of
    (information set, action) pairs. With perfect recall the last pair tells
    the rest, so a sequence is a number: 0 is the empty one, and each action of
    an information set makes one more. They are numbered level by level: first
    the information sets that are reached without an own action, then those
    after one, and so on. So parents come before their children.

    Attributes:
        player: whose it is.
        information_sets: their labels.
        actions: for each information set, its actions.
        parents: for each information set, the sequence that leads to it.
        first: for each information set, the sequence of its first action;
            those of its other actions follow.
        information_set_of: for each sequence, the information set of its last
            action; -1 for the empty sequence.
        levels: for each level, the range of its information sets.
    """

    player: object
    information_sets: list = field(default_factory=list)
    actions: list = field(default_factory=list)
    parents: list = field(default_factory=list)
    first: list = field(default_factory=list)
    information_set_of: list = field(default_factory=lambda: [-1])
    levels: list = field(default_factory=list)

    @property
    def number_of_sequences(self):
        return len(self.information_set_of)

    def sequences_of(self, number):
        """The sequences of an information set's actions."""
        first = self.first[number]
        return range(first, first + len(self.actions[number]))

    @cached_property
    def number_of(self):
        """The numbers of the information sets, by label."""
        return {label: i for i, label in enumerate(self.information_sets)}

    def words(self, sequence):
        """A sequence as a list of (information set, action) pairs."""
        pairs = []
        while sequence != EMPTY:
            number = self.information_set_of[sequence]
            action = self.actions[number][sequence - self.first[number]]
            pairs.insert(0, (self.information_sets[number], action))
            sequence = self.parents[number]
        return pairs

    def sort_by_level(self):
        """Number everything anew, level by level: the new number of each
        old sequence."""
        depth = []
        for parent in self.parents:
            before = self.information_set_of[parent]
            depth.append(0 if before < 0 else depth[before] + 1)
        order = sorted(range(len(depth)), key=depth.__getitem__)
        moved = np.zeros(self.number_of_sequences, dtype=np.int64)
        first, information_set_of = [], [-1]
        for number, old in enumerate(order):
            first.append(len(information_set_of))
            for i, sequence in enumerate(self.sequences_of(old)):
                moved[sequence] = first[-1] + i
            information_set_of += [number] * len(self.actions[old])
        self.parents = [int(moved[self.parents[old]]) for old in order]
        self.information_sets = [self.information_sets[old] for old in order]
        self.actions = [self.actions[old] for old in order]
        self.first, self.information_set_of = first, information_set_of
        starts = [0]
        for level in range(max(depth, default=-1) + 1):
            starts.append(starts[-1] + depth.count(level))
        self.levels = [range(*ends) for ends in pairwise(starts)]
        return moved

    def constraints(self):
        """The matrix E and the vector e of all realization plans: E x = e.

        The first row says that the empty sequence has weight 1. Each other
        row belongs to an information set: its sequences share out the weight
        of the sequence that leads to it.
        """
        rows, columns, entries = [0], [EMPTY], [1.0]
        for number, parent in enumerate(self.parents):
            own = self.sequences_of(number)
            rows += [number + 1] * (1 + len(own))
            columns += [parent, *own]
            entries += [-1.0] + [1.0] * len(own)
        shape = (len(self.parents) + 1, self.number_of_sequences)
        right = np.zeros(shape[0])
        right[0] = 1.0
        return csr_array((entries, (rows, columns)), shape=shape), right


class SequenceForm:
    """A two-player game with chance and hidden information, compiled.

    All that solvers need is in arrays, with an entry for each history that
    pays: the last sequence of either player there, the probability that chance
    does its part, and the payoffs. Nothing walks the game again.

    A game that does not say what the players know is one of perfect
    information: the mover knows all actions so far, and the label of an
    information set is their tuple.

    Attributes:
        game: the game.
        treeplexes: the two players' information sets and sequences.
        sequences: an array of two rows: the players' sequences, by entry.
        chance: the probability of chance's moves, by entry.
        payoffs: an array of two rows: the players' payoffs, by entry.
        number_of_histories: how many histories there are, ends included.
    """

    def __init__(self, game, max_histories=5_000_000):
        self.game = game
        self.players = list(game.get_players())
        if len(self.players) != 2:
            raise ValueError(
                f"the sequence form here is for two players, and there are "
                f"{len(self.players)}: {self.players!r}"
            )
        self.max_histories = max_histories
        self.treeplexes = [Treeplex(player) for player in self.players]
        self.number_of_histories = 0
        entries = list(self._walk())
        self.sequences = np.array(
            [[e[0] for e in entries], [e[1] for e in entries]], dtype=np.int64
        ).reshape(2, len(entries))
        for player, treeplex in enumerate(self.treeplexes):
            moved = treeplex.sort_by_level()
            self.sequences[player] = moved[self.sequences[player]]
        self.chance = np.array([float(e[2]) for e in entries])
        self.payoffs = np.array(
            [[float(e[3][i]) for e in entries] for i in range(2)]
        ).reshape(2, len(entries))
        if not np.isfinite(self.payoffs).all():
            raise ValueError("a payoff is too large for floating point")

    def _walk(self):
        """Visit every history; yield an entry for each one that pays."""
        game = self.game
        nothing = (0, 0)
        known = [{}, {}]  # the numbers of the information sets, by player
        says_what_is_known = (
            type(game).get_information_set.__qualname__
            != "ExtensiveFormGame.get_information_set"
        )
        start = (game.get_initial_state(), EMPTY, EMPTY, Fraction(1), ())
        waiting = [start]
        while waiting:
            state, one, two, chance, history = waiting.pop()
            self.number_of_histories += 1
            if self.number_of_histories > self.max_histories:
                raise ValueError(
                    f"more than {self.max_histories} histories: compile a "
                    "smaller game, or raise max_histories"
                )
            reward = checked_reward(game, state, self.players)
            if reward != nothing:
                yield one, two, chance, reward
            if game.is_terminal(state):
                continue
            mover = game.get_player_turn(state)
            actions = list(game.get_actions(state))
            if not actions:
                raise ValueError(
                    f"no actions in {state!r}, but it is not terminal"
                )
            if mover == CHANCE:
                odds = self._odds(state, actions)
                for action, p in reversed(list(zip(actions, odds))):
                    if p > 0:
                        after = game.get_transition(state, action)
                        past = () if says_what_is_known else (*history, action)
                        waiting.append((after, one, two, chance * p, past))
                continue
            if mover not in self.players:
                raise ValueError(
                    f"{mover!r} moves in {state!r}, but the players are "
                    f"{self.players!r}"
                )
            player = self.players.index(mover)
            label = (
                game.get_information_set(state)
                if says_what_is_known
                else history
            )
            number = self._information_set(
                player, label, actions, (one, two)[player], known[player]
            )
            first = self.treeplexes[player].first[number]
            for i in reversed(range(len(actions))):
                after = game.get_transition(state, actions[i])
                past = () if says_what_is_known else (*history, actions[i])
                waiting.append(
                    (after, first + i, two, chance, past)
                    if player == 0
                    else (after, one, first + i, chance, past)
                )

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

    def _information_set(self, player, label, actions, sequence, known):
        """The number of the mover's information set, new or met before."""
        treeplex = self.treeplexes[player]
        number = known.get(label)
        if number is None:
            number = known[label] = len(treeplex.information_sets)
            treeplex.information_sets.append(label)
            treeplex.actions.append(actions)
            treeplex.parents.append(sequence)
            treeplex.first.append(treeplex.number_of_sequences)
            treeplex.information_set_of.extend([number] * len(actions))
            return number
        if treeplex.actions[number] != actions:
            raise ValueError(
                f"information set {label!r} of {treeplex.player!r} has other "
                f"actions in another state: {treeplex.actions[number]!r} and "
                f"{actions!r}; a player could tell the states apart"
            )
        if treeplex.parents[number] != sequence:
            raise ValueError(
                f"{treeplex.player!r} has not perfect recall: information set "
                f"{label!r} is reached after {treeplex.words(sequence)!r} and "
                f"after {treeplex.words(treeplex.parents[number])!r}"
            )
        return number

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
