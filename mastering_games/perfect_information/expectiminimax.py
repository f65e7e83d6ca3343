"""Expectiminimax: backward induction in games in which chance moves too."""

from math import fsum, isclose

from mastering_games.game import CHANCE, checked_reward
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)


class Expectiminimax(BackwardInduction):
    """Solves a game of perfect information with chance moves.

    A player's node gets the value of its best child. A chance node gets the
    mean of its children's values, weighted with their probabilities.

    [EXPECTIMINIMAX in Russell and Norvig, section 5.5; here for any number of
    players, with a value for each.]
    """

    def expectiminimax(self, state):
        """Solve the game that starts in state, and return the state's node."""
        return self.backward_induction(state)

    def choose_best_child(self, node):
        """Back up the best child's value, or what chance brings on average."""
        if node.player != CHANCE:
            super().choose_best_child(node)
            return
        reward = checked_reward(self.game, node.state, self.players)
        odds = []
        for action, child in node.children.items():
            probability = self.game.get_probability(node.state, action)
            if child.value is None:
                raise ValueError(
                    f"play can return to {node.state!r}: the game has a cycle"
                )
            if not probability >= 0:
                raise ValueError(
                    f"the probability of {action!r} in {node.state!r} is "
                    f"{probability!r}"
                )
            odds.append(probability)
        if not isclose(fsum(odds), 1):
            raise ValueError(
                f"the probabilities in {node.state!r} sum to {fsum(odds)}, "
                "not to 1"
            )
        payoffs = zip(*(child.value for child in node.children.values()))
        node.value = tuple(
            r + fsum(p * v for p, v in zip(odds, values))
            for r, values in zip(reward, payoffs)
        )
