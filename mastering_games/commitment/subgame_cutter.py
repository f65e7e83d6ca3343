"""Cutting subgames out of a game, so that each can be solved by itself."""

from itertools import pairwise

import numpy as np

from mastering_games.commitment.subgame_problem import (
    Part,
    PartForm,
    SubgameProblem,
)
from mastering_games.imperfect_information.treeplex import EMPTY, Treeplex


class SubgameCutter:
    """Makes a SubgameProblem of each subgame of a game.

    Parameters:
        bounds: the game's SafetyBounds.
        is_grouped: whether the bounds of all heads after a sequence are added
            up, for each subgame. That is safe too, for the sequence's value is
            the sum of theirs, and leaves the leader more room.

    [Ling and Brown 2021; the sums are those of their appendix D.]
    """

    def __init__(self, bounds, is_grouped=False):
        self.bounds, self.form = bounds, bounds.form
        self.is_grouped = is_grouped
        self.leader, self.follower = 1 - bounds.follower, bounds.follower
        self.plan = bounds.blueprint.strategy.plan
        self.probabilities = bounds.blueprint.strategy.to_array()
        form, number = self.form, len(self.form.subgames)
        self.outer, heads = zip(*map(outside_of, form.treeplexes))
        outer, head_of = self.outer[self.follower], heads[self.follower]
        self.is_chosen = bounds.blueprint.response.plan[outer] > 0
        # For each sequence, a number for the bound that it counts for.
        self.keys = (
            outer if is_grouped else outer * (len(outer) + 1) + head_of + 1
        )
        self.members = [
            places_of(treeplex.subgame_of, number)
            for treeplex in form.treeplexes
        ]
        self.entries = places_of(form.subgame, number)
        subgames = [
            np.array([*treeplex.subgame_of, -1])[treeplex.information_set_of]
            for treeplex in form.treeplexes
        ]
        ends = [own[last] for own, last in zip(subgames, form.ends)]
        self.ends = places_of(np.maximum(*ends), number)
        self.heads = grouped(bounds.heads, number)
        self.begun = grouped(form.initial_states, number)

    def problem(self, number) -> SubgameProblem:
        """The subgame with this number."""
        reach = entered = 0.0
        for begun in self.begun[number]:
            likely = begun.chance * float(
                self.plan[begun.sequences[self.leader]]
            )
            reach += likely
            if self.is_chosen[begun.sequences[self.follower]]:
                entered += likely
        members = self.members[self.leader][number]
        treeplex = self.form.treeplexes[self.leader]
        own, places = part_of(treeplex, members)
        odds = np.ones(own.number_of_sequences)
        inside = np.flatnonzero(places)
        odds[places[inside]] = self.probabilities[inside]
        trunk, elsewhere = (
            self._part(number, is_trunk, own, places, reach)
            for is_trunk in (True, False)
        )
        return SubgameProblem(
            self.form.subgames[number],
            self.leader,
            reach,
            entered,
            trunk,
            elsewhere,
            own.plan(odds),
        )

    def _part(self, number, is_trunk, own, places, reach):
        """The trunk's part, or the other one; ``own`` is the leader's treeplex
        in the subgame, and ``places`` what the leader's sequences are in it."""
        form, follower, leader = self.form, self.follower, self.leader
        treeplex, scale = form.treeplexes[follower], reach or 1.0
        theirs, places_2 = part_of(
            treeplex,
            [
                member
                for member in self.members[follower][number]
                if self.is_chosen[treeplex.parents[member]] == is_trunk
            ],
        )
        entries = self.entries[number]
        last = form.sequences[follower][entries]
        entries = entries[self.is_chosen[last] == is_trunk]
        before = self.outer[leader][form.sequences[leader][entries]]
        left, treeplexes = [places, places_2], [own, theirs]
        if leader == 1:
            left, treeplexes = left[::-1], treeplexes[::-1]
        part = PartForm(
            form,
            treeplexes,
            in_part(left, form.sequences[:, entries]),
            form.chance[entries] * self.plan[before] / scale,
            form.payoffs[:, entries],
            np.insert(  # no end is known where nobody decides anything
                in_part(left, form.ends[:, self.ends[number]]), 0, EMPTY, axis=1
            ),
        )
        return self._bounded(part, number, is_trunk, entries, scale)

    def _bounded(self, form, number, is_trunk, entries, scale):
        """A part with its bounds; ``entries`` are those of the whole game."""
        treeplex = self.form.treeplexes[self.follower]
        heads = [h for h in self.heads[number] if h.is_trunk == is_trunk]
        keys, places = np.unique(
            self.keys[[self._sequence(head) for head in heads]],
            return_inverse=True,
        )
        bounds = np.array([head.bound for head in heads])
        theirs = form.treeplexes[self.follower]
        firsts = np.flatnonzero(np.array(theirs.parents, int) == EMPTY)
        labels = [theirs.information_sets[first] for first in firsts]
        actions = [treeplex.first[treeplex.number_of[x]] for x in labels]
        last = self.form.sequences[self.follower][entries]
        return Part(
            form,
            np.searchsorted(keys, self.keys[last]),
            firsts,
            np.searchsorted(keys, self.keys[actions]),
            np.bincount(places, bounds, minlength=len(keys)) / scale,
        )

    def _sequence(self, head):
        """A sequence with the key of a head: its first action, or, where the
        follower decides nothing, what leads there."""
        if head.information_set is None:
            return head.parent
        return self.form.treeplexes[self.follower].first[head.information_set]


def outside_of(treeplex):
    """For each sequence, the last one on its way that is in no subgame; and
    the head information set after that on its way, or -1 if there is none."""
    number = treeplex.number_of_sequences
    outer, head_of = np.arange(number), np.full(number, -1)
    for place, parent in enumerate(treeplex.parents):
        if treeplex.subgame_of[place] >= 0:
            own = list(treeplex.sequences_of(place))
            outer[own] = outer[parent]
            head_of[own] = place if head_of[parent] < 0 else head_of[parent]
    return outer, head_of


def part_of(treeplex, members):
    """A treeplex of some information sets, and of no sequence before them; and
    for each sequence, what it is there: the empty one if it is not there."""
    part, left = Treeplex(treeplex.player), {}
    for member in members:
        new = part.add(
            treeplex.information_sets[member],
            treeplex.actions[member],
            left.get(treeplex.parents[member], EMPTY),
        )
        old = treeplex.sequences_of(member)
        left |= zip(old, part.sequences_of(new))
    places = np.full(treeplex.number_of_sequences, EMPTY)
    places[list(left)] = part.sort_by_level()[list(left.values())]
    return part, places


def in_part(places, pairs):
    """Pairs of sequences, as they are numbered in the part."""
    return np.array([own[last] for own, last in zip(places, pairs)])


def places_of(numbers, count):
    """For each number below ``count``, the places where it stands, in order."""
    numbers = np.asarray(numbers, dtype=int)
    order = np.argsort(numbers, kind="stable")
    limits = np.searchsorted(numbers[order], range(count + 1))
    return [order[x:y] for x, y in pairwise(limits)]


def grouped(things, count):
    """Things by the number of their subgame."""
    groups = [[] for _ in range(count)]
    for thing in things:
        groups[thing.subgame].append(thing)
    return groups
