"""The treeplex: a player's information sets and sequences, as numbers."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array

EMPTY = 0
"""The number of the empty sequence: the player has not acted yet."""

OUTSIDE = -1
"""What stands for the number of a subgame where there is none."""


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
        number_of: the numbers of the information sets, by label.
        actions: for each information set, its actions.
        parents: for each information set, the sequence that leads to it.
        first: for each information set, the sequence of its first action;
            those of its other actions follow.
        subgame_of: for each information set, the number of its subgame; OUTSIDE
            outside of all.
        information_set_of: for each sequence, the information set of its last
            action; -1 for the empty sequence.
        levels: for each level, the range of its information sets.
    """

    player: object
    information_sets: list = field(default_factory=list)
    number_of: dict = field(default_factory=dict)
    actions: list = field(default_factory=list)
    parents: list = field(default_factory=list)
    first: list = field(default_factory=list)
    subgame_of: list = field(default_factory=list)
    information_set_of: list = field(default_factory=lambda: [-1])
    levels: list = field(default_factory=list)

    @property
    def number_of_sequences(self):
        return len(self.information_set_of)

    def sequences_of(self, number):
        """The sequences of an information set's actions."""
        first = self.first[number]
        return range(first, first + len(self.actions[number]))

    def words(self, sequence):
        """A sequence as a list of (information set, action) pairs."""
        pairs = []
        while sequence != EMPTY:
            number = self.information_set_of[sequence]
            action = self.actions[number][sequence - self.first[number]]
            pairs.insert(0, (self.information_sets[number], action))
            sequence = self.parents[number]
        return pairs

    def add(self, label, actions, parent, subgame=OUTSIDE):
        """The number of an information set, new or met before.

        ValueError where it was met with other actions, after another sequence
        of the player, or in another subgame.
        """
        number = self.number_of.get(label)
        if number is None:
            number = self.number_of[label] = len(self.information_sets)
            self.information_sets.append(label)
            self.actions.append(actions)
            self.parents.append(parent)
            self.first.append(self.number_of_sequences)
            self.subgame_of.append(subgame)
            self.information_set_of += [number] * len(actions)
        if self.actions[number] != actions:
            raise ValueError(
                f"information set {label!r} of {self.player!r} has other "
                f"actions in another state: {self.actions[number]!r} and "
                f"{actions!r}; a player could tell the states apart"
            )
        if self.parents[number] != parent:
            raise ValueError(
                f"{self.player!r} has not perfect recall: information set "
                f"{label!r} is reached after {self.words(parent)!r} and "
                f"after {self.words(self.parents[number])!r}"
            )
        if self.subgame_of[number] != subgame:
            raise ValueError(
                f"information set {label!r} of {self.player!r} is split: it "
                "has states in different subgames, or in one and outside"
            )
        return number

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
        self.number_of = {x: i for i, x in enumerate(self.information_sets)}
        self.actions = [self.actions[old] for old in order]
        self.subgame_of = [self.subgame_of[old] for old in order]
        self.first, self.information_set_of = first, information_set_of
        starts = [0]
        for level in range(max(depth, default=-1) + 1):
            starts.append(starts[-1] + depth.count(level))
        self.levels = [range(*ends) for ends in pairwise(starts)]
        return moved

    @cached_property
    def rows(self):
        """Each sequence's row of the constraints: its information set's."""
        return np.array(self.information_set_of) + 1

    def constraints(self):
        """The matrix E and the vector e of all realization plans: E x = e.

        The first row says that the empty sequence has weight 1. Each other
        row belongs to an information set: its sequences share out the weight
        of the sequence that leads to it.
        """
        return self._constraints

    @cached_property
    def _constraints(self):
        sets, sequences = len(self.parents), self.number_of_sequences
        rows = np.concatenate([self.rows, np.arange(1, sets + 1)])
        columns = [*range(sequences), *self.parents]
        entries = [1.0] * sequences + [-1.0] * sets
        right = np.zeros(sets + 1)
        right[0] = 1.0
        shape = (sets + 1, sequences)
        return csr_array((entries, (rows, columns)), shape=shape), right

    @cached_property
    def starts(self):
        """Where each row's own sequences start; they follow one another."""
        return np.array([EMPTY, *self.first])

    @cached_property
    def steps(self):
        """For each level, its sequences, and the one before each of them."""
        before = np.array([EMPTY, *self.parents])[self.rows]
        ends = [*self.first, self.number_of_sequences]
        levels = [slice(ends[x.start], ends[x.stop]) for x in self.levels]
        return [(level, before[level]) for level in levels]

    def totals(self, values):
        """For each sequence, the total of the values in its row."""
        return np.add.reduceat(values, self.starts)[self.rows]

    @cached_property
    def even(self):
        """How likely each sequence's last action is if all are alike."""
        return 1 / self.totals(np.ones(self.number_of_sequences))

    def normalised(self, weights):
        """How likely each sequence's last action is, in proportion to the
        weights; the actions are alike where all weights are 0."""
        totals, even = self.totals(weights), self.even.copy()
        return np.divide(weights, totals, out=even, where=totals > 0)

    def plan(self, probabilities):
        """The realization plan: probabilities multiplied along the way."""
        plan = np.array(probabilities, dtype=float)
        for level, before in self.steps:
            plan[level] *= plan[before]
        return plan
