"""Safety bounds: how much better or worse subgames may become for a follower.

The follower's best response to a blueprint must stay one.
"""

from dataclasses import dataclass, replace
from math import inf, isfinite

import numpy as np

from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.treeplex import EMPTY, OUTSIDE


@dataclass(frozen=True)
class Head:
    """An information set that is the follower's first one in a subgame.

    Where the follower has no decision in a subgame, but is paid in it, we take
    it that there is one, with one action.

    Attributes:
        information_set: its number; None if there is no decision.
        subgame: the number of its subgame.
        parent: the sequence that leads to it.
        is_trunk: whether the follower's best response leads there. Then the
            bound is a lower one, else an upper one.
        value: what it is worth against the blueprint.
        bound: what it must at least, or at most, be worth after search.
    """

    information_set: int | None
    subgame: int
    parent: int
    is_trunk: bool
    value: float
    bound: float


class SafetyBounds:
    """Finds how much the values of a follower's information sets may change.

    All values are weighted with how likely chance and the leader let play come
    there, as in a BestResponse. From the empty sequence we go down to the head
    information sets of all subgames.

    Where the best response goes, a value must not become too small. If a
    sequence is worth more than it must, the *slack* is shared out to the
    information sets right after it. In an information set, a threshold lies
    between the values of the best and of the second-best action: the best must
    not fall below it, and all others not rise above it. Where the best
    response does not go, a value must not become too large.

    Parameters:
        form: the game's SequenceForm, with subgames.
        blueprint: the Commitment to the blueprint.
        alpha: how close the threshold is to the best value: from 0, at the
            second-best value, to 1, at the best.
        beta: a factor of the slack. From 0 to 1 search is safe; beyond, it may
            not be.
        shares: how the slack is shared out: {label of an information set:
            weight}. Weights must not be negative; those not given are 1. Where
            there is no decision, the label is the subgame's.

    Attributes:
        heads: a Head for each of them.
        of_information_sets, of_sequences: the bounds found on the way, by
            number: lower ones on the trunk, upper ones off it.
        values: the values against the blueprint: a Response.

    [Ling and Brown 2021, algorithm 2.]

    >>> from mastering_games.commitment.commitment import StrongResponse
    >>> from mastering_games.games.exit_games import ExitAfterChance
    >>> from mastering_games.imperfect_information.sequence_form import (
    ...     SequenceForm,
    ... )
    >>> from mastering_games.imperfect_information.strategy import Strategy
    >>> game = ExitAfterChance()
    >>> form = SequenceForm(game, subgame_of=game.get_subgame)
    >>> even = Strategy.uniform(form.treeplexes[0])
    >>> blueprint = StrongResponse(form, "leader").commit(even)
    >>> for head in SafetyBounds(form, blueprint, alpha=0).heads:
    ...     label = form.treeplexes[1].information_sets[head.information_set]
    ...     print(label, head.is_trunk, head.value, head.bound)
    follower: B False 0.0 0.0
    follower: A True 0.5 0.0
    """

    def __init__(self, form, blueprint, alpha=0.5, beta=1.0, shares=None):
        check_parameters(alpha, beta)
        self.form, self.blueprint = form, blueprint
        self.alpha, self.beta, self.shares = alpha, beta, dict(shares or {})
        leader = blueprint.strategy.treeplex
        self.follower = 1 - [t is leader for t in form.treeplexes].index(True)
        self.treeplex = form.treeplexes[self.follower]
        self.values = BestResponse(form).best_response(
            self.follower, blueprint.strategy
        )
        check_shares(self.shares, [*self.treeplex.number_of, *form.subgames])
        self.following = self._following()
        self.heads = []
        self.of_information_sets, self.of_sequences = {}, {}
        self._go_down()

    def _following(self):
        """For each sequence outside of the subgames, what comes right after
        it: Heads, without bounds; those outside too are no heads really."""
        treeplex, form = self.treeplex, self.form
        outside = np.array(treeplex.subgame_of, dtype=int) == OUTSIDE
        outside = np.append(outside, True)  # place -1: the empty sequence's
        following, plan = {}, self.blueprint.response.plan
        for number, parent in enumerate(treeplex.parents):
            if outside[treeplex.information_set_of[parent]]:
                value = float(self.values.of_information_sets[number])
                subgame, is_trunk = (
                    treeplex.subgame_of[number],
                    plan[parent] > 0,
                )
                head = Head(number, subgame, parent, bool(is_trunk), value, inf)
                following.setdefault(parent, []).append(head)
        # What is paid in a subgame before any decision of the follower's in it.
        own = form.sequences[self.follower]
        last = np.array(treeplex.information_set_of)[own]
        loose = np.flatnonzero((form.subgame != OUTSIDE) & outside[last])
        leader = form.sequences[1 - self.follower]
        pays = form.chance * self.blueprint.strategy.plan[leader]
        pays = pays * form.payoffs[self.follower]
        totals = {}
        for entry in loose.tolist():
            key = int(own[entry]), int(form.subgame[entry])
            totals[key] = totals.get(key, 0.0) + float(pays[entry])
        for (parent, subgame), value in totals.items():
            head = Head(None, subgame, parent, bool(plan[parent]), value, inf)
            following.setdefault(parent, []).append(head)
        return following

    def _go_down(self):
        """From each sequence to what follows, the empty sequence first."""
        waiting = [(EMPTY, -inf)]
        while waiting:
            sequence, bound = waiting.pop()
            self.of_sequences[sequence] = bound
            for head, limit in self._shared_out(sequence, bound):
                number = head.information_set
                if number is not None:
                    self.of_information_sets[number] = limit
                if head.subgame != OUTSIDE:
                    self.heads.append(_bounded(head, limit))
                elif head.is_trunk:
                    waiting += self._chosen(number, limit)
                else:
                    own = self.treeplex.sequences_of(number)
                    waiting += [(action, limit) for action in own]

    def _shared_out(self, sequence, bound):
        """The bounds of all that comes right after a sequence."""
        heads = self.following.get(sequence, [])
        weights = [self._weight(head) for head in heads]
        rest = bound - float(self.values.of_sequences[sequence])
        if self.blueprint.response.plan[sequence] > 0:  # rest is minus slack
            rest = rest * self.beta if self.beta else 0.0
        for head, weight in zip(heads, weights):
            part = rest * (weight / sum(weights)) if weight and rest else 0.0
            yield head, head.value + part

    def _weight(self, head):
        if head.information_set is None:
            label = self.form.subgames[head.subgame]
        else:
            label = self.treeplex.information_sets[head.information_set]
        return self.shares.get(label, 1.0)

    def _chosen(self, number, bound):
        """In the trunk: the bounds of an information set's sequences."""
        values, own = (
            self.values.of_sequences,
            self.treeplex.sequences_of(number),
        )
        best = next(s for s in own if self.blueprint.response.plan[s] > 0)
        others = [s for s in own if s != best]
        threshold = bound
        if others:
            second = max(values[sequence] for sequence in others)
            between = self.alpha * values[best] + (1 - self.alpha) * second
            threshold = max(between, bound)
        # The blueprint keeps its own bounds: up to ties, these change nothing.
        yield best, float(min(threshold, values[best]))
        for sequence in others:
            yield sequence, float(max(threshold, values[sequence]))


def _bounded(head, limit):
    """A head with its bound, which the blueprint keeps."""
    side = min if head.is_trunk else max
    return replace(head, bound=side(limit, head.value))


def check_parameters(alpha, beta):
    """ValueError where a parameter of the bounds has no meaning."""
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha is {alpha!r}: give a number from 0 to 1")
    if not (beta >= 0 and isfinite(beta)):
        raise ValueError(
            f"beta is {beta!r}: give a number from 0; above 1, search may not "
            "be safe"
        )


def check_shares(shares, labels):
    """ValueError where a share is of nothing there, or has no meaning."""
    for label, weight in shares.items():
        if label not in labels:
            raise ValueError(
                f"a share is given to {label!r}: that is no information set of "
                "the follower's, and no subgame"
            )
        if not (weight >= 0 and isfinite(weight)):
            raise ValueError(
                f"the share of {label!r} is {weight!r}: give a number from 0"
            )
