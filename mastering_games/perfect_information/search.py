"""What every search of a two-player zero-sum game has: two players, leaves, counts, and a record.

A search is a recursive function, ``value``. Its chapter prints it, and nothing in it counts or writes
down: a ``Watcher`` stands between the function and its calls of itself, and sees them all.
"""

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isnan
from typing import Any

from mastering_games.game import CHANCE, GameNode, checked_reward


class Visit(GameNode):
    """One visit of a search to a state. A search record is a tree of them.

    It has what every node has (state, player, children by action, best actions; the value is a
    number, what MAX gets), and:

    Attributes:
        window: alpha and beta as the visit began; None in a search without them.
        low, high: what the search has proved: the state's value is not below, and not above.
        unsearched: the actions that were not looked at.
        reason: why not, in words.
        note: where the value comes from, if not from the children: "from the table", "estimate".
    """

    __slots__ = ("high", "low", "note", "reason", "unsearched", "window")

    def __init__(self, state, player=None, window=None):
        super().__init__(state, player)
        self.window = window
        self.low, self.high = -inf, inf
        self.unsearched = []
        self.reason = self.note = ""


@dataclass(frozen=True)
class SearchResult:
    """What a search found, and how much work it was.

    Attributes:
        value: what MAX gets (a bound on it where the search began with a narrow window).
        score: the value as the search compares it: with ``quickest``, a pair that also says how soon.
        best_action: the first action of the principal variation; None where there is none.
        principal_variation: the actions of both players' best play, as far as the search saw it. It
            is empty where play has ended, and where nothing in the window was found for the mover.
        nodes, leaves: how many states were visited, and how many of them as leaves.
        cuts: how often actions were left unsearched.
        table_hits: how often the answer was looked up.
        record: the tree of visits, where it was asked for.
    """

    value: float
    score: Any
    best_action: Any
    principal_variation: tuple
    nodes: int
    leaves: int
    cuts: int
    table_hits: int
    record: Visit | None


class Search:
    """A search of a game of two players, MAX and MIN, one of whom gains what the other loses.

    MAX is the first of the game's players. ``value(state, depth, ...)`` is the search itself. Where
    it stops, and what a state is worth there, a subclass may change: here it stops where play ends.

    Parameters:
        game: a game of two players without chance moves that pays at its ends only, zero-sum.
        quickest: whether, of two wins, the one with fewer moves is better, and of two losses the
            one with more. Values are then pairs: what MAX gets, and how soon.
    """

    max_depth = inf
    table_hits = 0

    def __init__(self, game, quickest=False):
        self.game = game
        self.players = list(game.get_players())
        if len(self.players) != 2:
            raise ValueError(
                f"the game has {len(self.players)} players, and this search needs two: "
                "BackwardInduction solves games of any number"
            )
        self.quickest = quickest
        self.lowest, self.highest = (
            ((-inf,), (inf,)) if quickest else (-inf, inf)
        )

    def is_max(self, state) -> bool:
        """Whether MAX moves in a state."""
        return self.game.get_player_turn(state) == self.players[0]

    def is_leaf(self, state, depth) -> bool:
        """Whether the search goes no deeper than this state, depth moves from its start."""
        return self.game.is_terminal(state)

    def actions(self, state):
        """The legal actions; ValueError where there are none, though play goes on."""
        actions = self.game.get_actions(state)
        if not actions:
            raise ValueError(f"no actions in {state!r}, but it is not terminal")
        return actions

    def leaf_value(self, state, depth):
        """What MAX gets at a leaf."""
        return self.scored(self.utility(state), depth)

    def utility(self, state):
        """What a terminal state pays to MAX; ValueError where MIN does not lose the same."""
        reward = checked_reward(self.game, state, self.players)
        if abs(sum(reward)) > 1e-9:
            raise ValueError(
                f"the game is not zero-sum: {state!r} pays {reward!r}; "
                "BackwardInduction solves games of any payoffs"
            )
        return reward[0]

    def scored(self, utility, depth):
        """A value that prefers quick wins, if that was asked for."""
        if not self.quickest:
            return utility
        sooner = -depth if utility > 0 else depth if utility < 0 else 0
        return (utility, sooner)

    def to_decide(self, state):
        """A state in which there is a decision to make; ValueError in another."""
        state = self.game.get_state(state)
        if self.is_leaf(state, 0):
            reason = (
                "play has ended"
                if self.game.is_terminal(state)
                else "a search 0 plies deep looks at no action"
            )
            raise ValueError(f"nothing to decide in {state!r}: {reason}")
        return state

    def run(self, state, *window, depth=0, record=False) -> SearchResult:
        """Search from a state, watched."""
        state = self.game.get_state(state)
        watcher = Watcher(self, record)
        self.table_hits = 0
        self.value = watcher.watch(self.value, bool(window))
        try:
            with deep_calls():
                self.value(state, depth, *window)
        finally:
            del self.value  # the method of the class again
        return watcher.result(window)


class Watcher:
    """Sees every call of a search's ``value`` and what it returns.

    It keeps the counts, the best line of play and, if asked for, the record. It also refuses what a
    search would get wrong in silence: a state that pays before the end, a chance move, a cycle.
    """

    def __init__(self, search, record):
        self.search = search
        self.game = search.game
        self.keeps_record = record
        self.nodes = self.leaves = self.cuts = 0
        self.path = set()  # the states between the root and here
        self.calls = [_Call(None)]  # the calls that have not returned

    def watch(self, value, has_window):
        """The function to call in place of ``value``. (Neither hands on its arguments with a star:
        Python would then make a call inside a call, and a deep search would overflow its stack.)
        """

        def watched(state, depth):
            call = self.enter(state, depth, None)
            hits = self.search.table_hits
            found = value(state, depth)
            self.leave(call, found, self.search.table_hits > hits)
            return found

        def watched_with_window(state, depth, alpha, beta):
            call = self.enter(state, depth, (alpha, beta))
            hits = self.search.table_hits
            found = value(state, depth, alpha, beta)
            self.leave(call, found, self.search.table_hits > hits)
            return found

        return watched_with_window if has_window else watched

    def enter(self, state, depth, window):
        if state in self.path and self.search.max_depth == inf:
            raise ValueError(
                f"play can return to {state!r}, and this search would never end: "
                "RetrogradeAnalysis solves games with cycles"
            )
        self.path.add(state)
        self.nodes += 1
        if not self.game.is_terminal(state):
            self.examine(state)
        call = _Call(state)
        if self.keeps_record:
            call.visit = Visit(state, window=window)
        self.calls.append(call)
        return call

    def leave(self, call, found, from_table):
        self.calls.pop()
        self.path.discard(call.state)
        found_here = from_table and not call.found
        if not call.found and not found_here:
            self.leaves += 1
        actions = ()
        if call.found or found_here:
            actions = self.game.get_actions(call.state)
            if call.found and len(call.found) < len(actions):
                self.cuts += 1
        line = next(
            (call.lines[i] for i, v in enumerate(call.found) if v == found), ()
        )
        parent = self.calls[-1]
        parent.found.append(found)
        parent.lines.append((call.state, *line))
        if call.visit:
            self.write_down(call, found, found_here, actions)
            parent.visits.append(call.visit)

    def examine(self, state):
        mover = self.game.get_player_turn(state)
        if mover == CHANCE:
            raise ValueError(
                f"chance moves in {state!r}: Expectiminimax solves games with chance moves"
            )
        if mover not in self.search.players:
            raise ValueError(
                f"{mover!r} moves in {state!r}, but the players are {self.search.players!r}"
            )
        if any(self.game.get_reward(state)):
            raise ValueError(
                f"{state!r} pays before the end of play: BackwardInduction counts such rewards"
            )

    def write_down(self, call, found, from_table, actions):
        """Complete the visit of a call that returns."""
        visit, search = call.visit, self.search
        visit.value = utility_of(found)
        if not call.found and not from_table:
            visit.low = visit.high = visit.value
            if not self.game.is_terminal(call.state):
                visit.player = self.game.get_player_turn(call.state)
                visit.note = "estimate"
            return
        visit.player = self.game.get_player_turn(call.state)
        if from_table:
            visit.note = "from the table"
            alpha, beta = visit.window
            visit.low = -inf if found <= alpha else visit.value
            visit.high = inf if found >= beta else visit.value
            return
        remaining = list(actions)
        for child in call.visits:
            action = next(
                action
                for action in remaining
                if self.game.get_transition(call.state, action) == child.state
            )
            remaining.remove(action)
            visit.children[action] = child
        visit.unsearched = remaining
        best = max if search.is_max(call.state) else min
        children = list(visit.children.values())
        visit.low = best([c.low for c in children] + [-inf] * bool(remaining))
        visit.high = best([c.high for c in children] + [inf] * bool(remaining))
        visit.best_actions = [
            action
            for (action, child), value in zip(
                visit.children.items(), call.found
            )
            if value == found and (not visit.window or child.low == child.high)
        ]
        if visit.window:
            visit.best_actions = visit.best_actions[:1]
        if remaining:
            visit.reason = self.reason(visit)

    def reason(self, visit):
        """Why the rest was not searched: the other player has something better elsewhere."""
        alpha, beta = map(utility_of, visit.window)
        maximiser, minimiser = self.search.players
        if visit.player == maximiser:
            return (
                f"{maximiser} can get {visit.value} here; "
                f"{minimiser} gives no more than {beta}"
            )
        return (
            f"{minimiser} can give {visit.value} here; "
            f"{maximiser} is sure of {alpha}"
        )

    def result(self, window):
        (root,) = self.calls
        score = root.found[0]
        line = root.lines[0]
        if window and len(line) > 1:
            alpha, beta = window
            is_max = self.search.is_max(line[0])
            if score <= alpha if is_max else score >= beta:
                line = line[:1]  # bounds only: nothing is known to be best
        moves = tuple(
            next(
                action
                for action in self.game.get_actions(before)
                if self.game.get_transition(before, action) == after
            )
            for before, after in pairwise(line)
        )
        return SearchResult(
            value=utility_of(score),
            score=score,
            best_action=moves[0] if moves else None,
            principal_variation=moves,
            nodes=self.nodes,
            leaves=self.leaves,
            cuts=self.cuts,
            table_hits=self.search.table_hits,
            record=root.visits[0] if root.visits else None,
        )


class _Call:
    """A call of a search's ``value``: what its own calls have returned so far."""

    __slots__ = ("found", "lines", "state", "visit", "visits")

    def __init__(self, state):
        self.state = state
        self.found = []  # values
        self.lines = []  # and the states of best play below, for each
        self.visit = None
        self.visits = []


def utility_of(value):
    """What MAX gets, of a value that may also say how soon."""
    return value[0] if isinstance(value, tuple) else value


def checked_estimate(estimate, state):
    """An evaluation's answer; ValueError unless it is a number."""
    try:
        if not isnan(estimate):
            return estimate
    except TypeError:
        pass
    raise ValueError(
        f"the evaluation of {state!r} is {estimate!r}: it must be a number"
    )


@contextmanager
def deep_calls(depth=200_000):
    """Let functions call each other deeper than Python's usual thousand levels."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
