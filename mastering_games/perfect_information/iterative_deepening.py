"""Iterative deepening: search one ply deeper, and deeper, until time is up."""

import time
from math import inf

from mastering_games.perfect_information.heuristic_minimax import (
    HeuristicAlphaBeta,
)
from mastering_games.perfect_information.move_ordering import (
    HistoryHeuristic,
    KillerMoves,
)


class TimeIsUpError(Exception):
    """The search was stopped before it was complete."""


class TimedSearch(KillerMoves, HistoryHeuristic, HeuristicAlphaBeta):
    """A search that stops when its time is up.

    At its start it tries its favourite first: the best action of the search
    before. It notes whether the depth limit stopped it anywhere.
    """

    deadline = inf
    favourite = None
    reached_limit = False

    def value(self, state, depth, alpha, beta):
        if time.perf_counter() > self.deadline:
            raise TimeIsUpError
        return super().value(state, depth, alpha, beta)

    def cutoff_test(self, state, depth):
        stops = super().cutoff_test(state, depth)
        if stops and not self.game.is_terminal(state):
            self.reached_limit = True
        return stops

    def ordered(self, state, depth):
        actions = super().ordered(state, depth)
        if depth > 0 or self.favourite is None:
            return actions
        return sorted(actions, key=lambda action: action != self.favourite)


class IterativeDeepening:
    """Finds the best decision that a given time allows.

    Each search leaves behind what the next one needs to be quick: which
    actions made cuts, and which one was best. So the searches that seem to be
    wasted pay for themselves.

    Parameters:
        game, evaluate: as in HeuristicAlphaBeta.
        options: its other options.
    """

    def __init__(self, game, evaluate, **options):
        self.game = game
        self.evaluate = evaluate
        self.options = options

    def iterative_deepening(self, state, seconds=1.0, max_depth=100):
        """The results of the completed searches, one a depth, from depth 1 on.

        Depth 1 is always completed, so there is an answer, however short the
        time. It ends early where a search has seen all there is to see.
        """
        if not seconds >= 0:
            raise ValueError(f"seconds is {seconds}: it cannot be negative")
        if max_depth < 1:
            raise ValueError(
                f"max_depth is {max_depth}: the first search has depth 1"
            )
        deadline = time.perf_counter() + seconds
        search = TimedSearch(self.game, self.evaluate, 1, **self.options)
        results = []
        for depth in range(1, max_depth + 1):
            search.max_depth = depth
            search.reached_limit = False
            search.table.clear()  # a kept answer would hide the limit
            search.deadline = inf if depth == 1 else deadline
            try:
                results.append(search.alpha_beta(state))
            except TimeIsUpError:
                break
            search.favourite = results[-1].best_action
            if not search.reached_limit:
                break
        return results

    def decision(self, state, seconds=1.0):
        """The action that the deepest completed search found best."""
        return self.iterative_deepening(state, seconds)[-1].best_action
