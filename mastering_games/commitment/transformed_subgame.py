"""A subgame with its safety bounds, as a game that any solver can solve."""

from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from mastering_games.commitment.commitment import TIES
from mastering_games.commitment.mixed_integer_program import FEASIBILITY
from mastering_games.commitment.subgame import ENTRY, Subgame
from mastering_games.game import CHANCE
from mastering_games.imperfect_information.treeplex import EMPTY

CONTINUE, TERMINATE = "continue", "terminate"
"""The follower's actions before an initial state."""

BEFORE, WITHIN, ENDED = "before", "within", "ended"
"""Where play is: before an initial state, in the subgame, or terminated."""

QUESTION = "continue or terminate"
"""The last part of an auxiliary information set's label."""


@dataclass(frozen=True)
class Point:
    """A state after the draw.

    Attributes:
        state: the game's state; if play is not in the subgame, the initial
            state that was drawn.
        gadget: the label of the Gadget that it comes from.
        name: the initial state in words.
        place: BEFORE, WITHIN or ENDED.
    """

    state: object
    gadget: tuple
    name: str
    place: str = BEFORE

    def __str__(self):
        return self.name


@dataclass(frozen=True)
class Gadget:
    """An auxiliary information set: the follower continues, or terminates.

    Attributes:
        is_trunk: whether the best response to the blueprint leads there: then
            the bound is a lower one, else an upper one.
        probability: how likely the draw leads there.
        bound: what it must at least, or at most, be worth to continue, once
            play is there.
        low, high: what it can at least, and at most, be worth, whatever both
            players do.
    """

    is_trunk: bool
    probability: float
    bound: float
    low: float
    high: float

    @property
    def payoff(self):
        """What the follower gets who terminates.

        It is the bound; but a bound that no leader can break may have any
        size, or be infinite. Then it is the least that it can be worth to
        continue on the trunk, and elsewhere the most: it does not bind either.
        """
        return min(max(self.bound, self.low), self.high)

    @property
    def binds(self):
        """Whether a leader could break the bound, by more than rounding."""
        room = (
            self.bound - self.low if self.is_trunk else self.high - self.bound
        )
        return room > FEASIBILITY


class TransformedSubgame(Subgame):
    """A subgame in which it does not pay the leader to break a safety bound.

    A strong Stackelberg equilibrium of it, found by any solver, is a best
    commitment in the subgame that keeps its bounds: the leader's information
    sets are the game's, so the strategy's to_behaviour() is what search plays.

    Chance draws an initial state, in proportion to how likely chance and the
    leader (by the blueprint) let play come there. Then the follower may
    "continue" with the subgame, or "terminate" for what the bound grants, in
    an auxiliary information set: a *gadget*. If the bounds of heads are kept
    one by one, each head has its gadget; if they are added up (is_grouped, see
    SubgameCutter), each of the follower's sequences that lead to the subgame.

    On the trunk "terminate" pays the leader -penalty. A follower who would get
    less than the bound by continuing takes it. Elsewhere "terminate" pays the
    leader nothing, and -penalty is what the leader gets in all, whatever else
    happens. A follower who would get more than the bound by continuing does
    so. So a leader who keeps all bounds is paid on the trunk only, and what
    the constrained subgame pays, divided by the probability of coming there.

    The paper pays B / (omega_h |I|) to a follower who terminates in a state h
    of the set I; omega_h is how likely chance and the leader let play come to
    h, and B the bound. Only the sum over the states matters, so we pay the
    same in all, B / (sum of omega_h), in each state: a mean of what the states
    must be worth, which is as large as payoffs are, however rare a state is.

    *The penalty.* The paper's is infinite. Ours is enough. From any initial
    state on the trunk, the leader gets between a and b on average, whatever
    both players do; we take a <= 0 <= b, for 0 is what is paid off the trunk.
    The draw leads to a gadget with a probability p that does not depend on the
    leader. A leader who breaks its bound gets -penalty there, and b at most
    elsewhere: no more than b - p * penalty in all. The blueprint keeps all
    bounds, and brings a at least. So with penalty = (b - a + 1) / p, for the
    smallest p of a bound that can be broken, it is better by 1 to keep all
    bounds. And -penalty < a: a follower on the trunk to whom both actions are
    equally good does what is better for the leader, and continues.

    Where the penalty is larger than solvers take (see check_payoffs), all of
    the leader's payoffs are multiplied by ``scale``. That changes no
    equilibrium. Divide the leader's value by it, and a solver's gap as well.

    Parameters:
        search: a SafeSearch.
        label: the subgame's.
        penalty: what a broken bound costs the leader; by default, enough.

    Attributes:
        leader: the leader's number.
        gadgets: {label of the auxiliary information set: Gadget}.
        penalty: what a broken bound costs the leader, before scaling.
        scale: the factor of the leader's payoffs: 1, or less where the penalty
            is large.

    [Ling and Brown 2021, section 4 and appendix D.]

    >>> from mastering_games.commitment.safe_search import SafeSearch
    >>> from mastering_games.games.exit_games import ExitAfterChance
    >>> game = ExitAfterChance()
    >>> search = SafeSearch(
    ...     game, "leader", game.get_blueprint(), game.get_subgame
    ... )
    >>> subgame = TransformedSubgame(search, "A")
    >>> subgame.gadgets[("follower: A", "continue or terminate")].payoff
    0.5
    """

    def __init__(self, search, label, penalty=None):
        form, number = search.form, search.number_of(label)
        self.leader = search.strong.leader
        self.treeplex = search.bounds.treeplex
        self.is_grouped = search.cutter.is_grouped
        self.game, own = form.game, 1 - self.leader
        plan = search.blueprint.strategy.plan
        response = search.blueprint.response.plan
        weights, is_trunk = {}, {}
        for begun in search.cutter.begun[number]:
            likely = begun.chance * float(plan[begun.sequences[self.leader]])
            if likely > 0:
                last, state = begun.sequences[own], begun.state
                head = None if self.is_grouped else self._head(state)
                name = self.game.to_string(state)
                point = Point(state, self._gadget(last, head), name)
                weights[point] = weights.get(point, 0.0) + likely
                is_trunk[point.gadget] = bool(response[last] > 0)
        if not weights:
            raise ValueError(
                f"chance and the leader never let play come to {label!r}: "
                "there is nothing to solve, and the blueprint stays"
            )
        super().__init__(self.game, weights)
        self._known = {}
        bounds = self._bounds(search.bounds.heads, number, weights)
        self.gadgets = self._gadgets(weights, bounds, is_trunk)
        self.penalty = self._enough() if penalty is None else penalty
        if not (self.penalty >= 0 and isfinite(self.penalty)):
            raise ValueError(
                f"the penalty is {penalty!r}: give a number from 0, or none"
            )
        self.scale = min(1, TIES / FEASIBILITY / max(self.penalty, 1))

    def _head(self, state):
        """The label of the head information set that a state is in."""
        game, follower = self.game, self.treeplex.player
        if game.is_terminal(state) or game.get_player_turn(state) != follower:
            raise ValueError(
                f"the subgame begins in {state!r}, where {follower!r} does not "
                "move: give is_grouped=True to the search"
            )
        return game.get_information_set(state)

    def _gadget(self, last, head):
        """The label of a gadget: it tells the head, or in a group what the
        follower did last."""
        if not self.is_grouped:
            return head, QUESTION
        action = () if last == EMPTY else self.treeplex.words(last)[-1]
        return *action, QUESTION

    def _bounds(self, heads, number, weights):
        """The gadgets' bounds, weighted as in SafetyBounds."""
        labels, totals = self.treeplex.information_sets, {}
        for head in heads:
            if head.subgame == number:
                place = head.information_set
                label = None if place is None else labels[place]
                gadget = self._gadget(head.parent, label)
                totals[gadget] = totals.get(gadget, 0.0) + head.bound
        if not self.is_grouped:  # what h itself pays is no part of its head
            for point, weight in weights.items():
                pays = self.game.get_reward(point.state)[1 - self.leader]
                totals[point.gadget] += weight * pays
        return totals

    def _gadgets(self, weights, bounds, is_trunk):
        """The gadgets, by label."""
        whole = sum(weights.values())
        totals = {gadget: np.zeros(3) for gadget in is_trunk}
        for point, weight in weights.items():
            low, high = self._range(point.state)[:, 1 - self.leader]
            totals[point.gadget] += np.array([1, low, high]) * weight
        return {
            gadget: Gadget(
                is_trunk[gadget],
                float(weight / whole),
                float(bounds.get(gadget, 0) / weight),
                float(low / weight),
                float(high / weight),
            )
            for gadget, (weight, low, high) in totals.items()
        }

    def _range(self, state):
        """What is paid from a state of the game on, whatever the players do:
        the least for each of them, and the most."""
        if state not in self._known:
            game = self.game
            total = np.array([game.get_reward(state)] * 2, float)
            if not game.is_terminal(state):
                actions = game.get_actions(state)
                states = [game.get_transition(state, a) for a in actions]
                after = np.array([self._range(x) for x in states])
                if game.get_player_turn(state) == CHANCE:
                    odds = [game.get_probability(state, a) for a in actions]
                    total += np.tensordot(np.array(odds, float), after, 1)
                else:
                    total += after[:, 0].min(axis=0), after[:, 1].max(axis=0)
            self._known[state] = total
        return self._known[state]

    def _enough(self):
        """The penalty that is large enough."""
        paid = [
            self._range(point.state)[:, self.leader]
            for point in self.odds
            if self.gadgets[point.gadget].is_trunk
        ]
        odds = [x.probability for x in self.gadgets.values() if x.binds]
        high, low = np.max(paid, initial=0), np.min(paid, initial=0)
        return float(high - low + 1) / min(odds, default=1.0)

    def get_player_turn(self, state):
        if at_gadget(state):
            return self.treeplex.player
        return super().get_player_turn(inner(state))

    def get_actions(self, state):
        if at_gadget(state):
            return [CONTINUE, TERMINATE] if state.place == BEFORE else []
        return super().get_actions(inner(state))

    def get_probability(self, state, action):
        if at_gadget(state):
            raise ValueError(
                f"nothing is drawn in {state!r}: ask where chance moves"
            )
        return super().get_probability(inner(state), action)

    def get_transition(self, state, action):
        if at_gadget(state):
            if action not in self.get_actions(state):
                raise self.illegal_action(state, action)
            place = WITHIN if action == CONTINUE else ENDED
            return replace(state, place=place)
        after = super().get_transition(inner(state), action)
        return after if state == ENTRY else replace(state, state=after)

    def is_terminal(self, state):
        if at_gadget(state):
            return state.place == ENDED
        return super().is_terminal(inner(state))

    def get_reward(self, state):
        if state == ENTRY or state.place == BEFORE:
            return (0, 0)
        gadget, is_ended = self.gadgets[state.gadget], state.place == ENDED
        if is_ended:
            leader, follower = 0, gadget.payoff
        else:
            reward = super().get_reward(state.state)
            leader, follower = reward[self.leader], reward[1 - self.leader]
        if gadget.is_trunk == is_ended:  # the leader is punished, once
            leader = -self.penalty if self.is_terminal(state) else 0
        pays = leader * self.scale, follower
        return pays if self.leader == 0 else pays[::-1]

    def get_information_set(self, state):
        if at_gadget(state):
            return state.gadget
        return super().get_information_set(inner(state))

    def to_string(self, state):
        if not at_gadget(state):
            return super().to_string(inner(state))
        text = super().to_string(state.state)
        return f"before {text}" if state.place == BEFORE else "terminated"

    def get_outcome(self, state):
        if at_gadget(state):
            return "terminated"
        return super().get_outcome(inner(state))


def at_gadget(state):
    """Whether a state is one that a gadget adds to a subgame."""
    return state != ENTRY and state.place != WITHIN


def inner(state):
    """What a state is in a Subgame, which has no gadgets."""
    return ENTRY if state == ENTRY else state.state
