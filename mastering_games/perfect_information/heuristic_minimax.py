"""Minimax in a limited time: search a few plies deep, and estimate there."""

from mastering_games.perfect_information.minimax import Minimax
from mastering_games.perfect_information.search import checked_estimate
from mastering_games.perfect_information.transposition_table import (
    TableAlphaBeta,
)


class CutOff:
    """Makes a search stop early: at leaves that the cut-off test names.

    Parameters:
        game: the game.
        evaluate: EVAL, a function of a state: an estimate of what MAX gets.
        max_depth: how many plies deep to search.
        is_quiet: a function of a state: whether an estimate can be trusted
            there. Where it cannot, the search goes on.
        extra: how many plies it goes on at most.
    """

    def __init__(
        self, game, evaluate, max_depth, is_quiet=None, extra=8, **options
    ):
        super().__init__(game, **options)
        if not max_depth >= 0:
            raise ValueError(
                f"max_depth is {max_depth}: it counts plies, from 0"
            )
        self.evaluate = evaluate
        self.max_depth = max_depth
        self.is_quiet = is_quiet
        self.extra = extra

    def cutoff_test(self, state, depth):
        """CUTOFF-TEST(state, depth): true where play ends, or at the limit."""
        if self.game.is_terminal(state):
            return True
        if depth < self.max_depth:
            return False
        if self.is_quiet is None or depth >= self.max_depth + self.extra:
            return True
        return self.is_quiet(state)

    def is_leaf(self, state, depth):
        return self.cutoff_test(state, depth)

    def leaf_value(self, state, depth):
        """The utility where play has ended, and elsewhere the estimate."""
        if self.game.is_terminal(state):
            return super().leaf_value(state, depth)
        estimate = checked_estimate(self.evaluate(state), state)
        return (estimate, 0) if self.quickest else estimate


class HeuristicMinimax(CutOff, Minimax):
    """H-MINIMAX: minimax with a cut-off test and an evaluation."""


class HeuristicAlphaBeta(CutOff, TableAlphaBeta):
    """The same value sooner: alpha-beta, with a transposition table."""

    def key(self, state):
        """The state itself: an estimate may tell mirror images apart."""
        return state
