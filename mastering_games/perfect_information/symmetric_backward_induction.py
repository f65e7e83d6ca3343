"""Backward induction that solves symmetric states once."""

from mastering_games.game import GameNode
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)


class SymmetricBackwardInduction(BackwardInduction):
    """Backward induction with one node for all states that are symmetric.

    Of the states with one symmetry key, the first met stands for all. Below
    the root, then, an action may lead to the mirror image of the state that
    the game would be in. The values are right all the same, and so are the
    best actions of a node *in its own state*.
    """

    def get_node(self, state, nodes):
        """The node of the first state met that has this state's key."""
        key = self.game.get_symmetry_key(state)
        if key not in nodes:
            nodes[key] = GameNode(state)
        return nodes[key]
