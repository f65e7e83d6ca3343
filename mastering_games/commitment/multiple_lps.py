"""Strong Stackelberg equilibria of games in a table: one program an action."""

import numpy as np

from mastering_games.commitment.commitment import Commitment, StrongResponse
from mastering_games.commitment.mixed_integer_program import (
    MixedIntegerProgram,
    NoSolutionError,
)
from mastering_games.imperfect_information.strategy import Strategy


class MultipleLPs:
    """The best commitment in a game in which both players choose once.

    For each action of the follower, a linear program finds the leader's best
    mixture among those to which the action is a best response. The best of
    these mixtures is the best of all. (An action may be a best response to
    none: its program has no solution.)

    [Conitzer and Sandholm 2006.]

    Parameters:
        game: a game in which each of two players has one information set,
            such as a MatrixGame.
        leader: the leader's name.

    >>> from mastering_games.games.matrix_game import MatrixGame
    >>> table = [[(2, 1), (4, 0)], [(1, 0), (3, 1)]]
    >>> game = MatrixGame(table, rows="TB", columns="LR")
    >>> commitment = MultipleLPs(game, "Ann").solve()
    >>> commitment.value, commitment.strategy.to_behaviour()["Ann: to choose"]
    (3.5, {'T': 0.5, 'B': 0.5})
    """

    def __init__(self, game, leader):
        self.follower = StrongResponse(game, leader)
        form = self.follower.form
        self.treeplex = form.treeplexes[self.follower.leader]
        if any(len(treeplex.parents) != 1 for treeplex in form.treeplexes):
            raise ValueError(
                "each player must choose once, and not see what the other "
                "does: take another solver for a game in a tree"
            )
        self.leaders, self.followers = (
            self._table(player)
            for player in (self.follower.leader, self.follower.follower)
        )

    def _table(self, player):
        """A player's payoffs: a row for each action of the leader's."""
        matrix = self.follower.form.payoff_matrix(player).toarray()
        table = matrix if self.follower.leader == 0 else matrix.T
        # What is paid before somebody has chosen is paid whatever they do.
        return table[1:, 1:] + table[:1, 1:] + table[1:, :1] + table[0, 0]

    def solve(self) -> Commitment:
        """The best commitment, and the follower's response to it."""
        found = [
            self.best_mixture(action) for action in range(self.leaders.shape[1])
        ]
        value, mixture = max(
            (pair for pair in found if pair is not None),
            key=lambda pair: pair[0],
        )
        strategy = Strategy.repaired(self.treeplex, [1.0, *mixture])
        return self.follower.confirm(
            strategy, value, bound=value, is_optimal=True
        )

    def best_mixture(self, action):
        """The leader's best value and mixture among those to which this
        action of the follower's is a best response; None if there is none."""
        actions, answers = self.leaders.shape
        program = MixedIntegerProgram()
        x = program.add_variables(
            actions, costs=self.leaders[:, action], high=1.0
        )
        program.add_constraints([0] * actions, x, 1.0, low=1.0, high=1.0)
        # No other answer is better: one row for each.
        better = self.followers - self.followers[:, [action]]
        program.add_constraints(
            np.repeat(range(answers), actions),
            np.tile(x, answers),
            better.T.ravel(),
            high=np.zeros(answers),
        )
        try:
            solved = program.solve()
        except NoSolutionError:
            return None
        return solved.value, solved.solution
