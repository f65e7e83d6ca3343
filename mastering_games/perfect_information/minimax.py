"""Minimax: the value of a zero-sum game, and the decision that gets it."""

from mastering_games.perfect_information.search import Search


class Minimax(Search):
    """Finds the best decision against an opponent who makes no mistake.

    The players are MAX, the first of the game's players, and MIN. A value is
    one number: what MAX gets, and MIN pays.

    [MINIMAX-DECISION, MAX-VALUE and MIN-VALUE in Russell and Norvig, figure
    5.3: here the last two are one function.]
    """

    def minimax(self, state, record=False):
        """Search the whole tree below a state; see SearchResult."""
        return self.run(state, record=record)

    def decision(self, state):
        """The first action whose result has the best value for the mover."""
        state = self.to_decide(state)
        argbest = max if self.is_max(state) else min
        return argbest(
            self.actions(state),
            key=lambda action: (
                self.run(self.game.get_transition(state, action), depth=1).score
            ),
        )

    def value(self, state, depth=0):
        """MINIMAX(state): what MAX gets if both play perfectly from here."""
        if self.is_leaf(state, depth):
            return self.leaf_value(state, depth)
        values = [
            self.value(self.game.get_transition(state, action), depth + 1)
            for action in self.actions(state)
        ]
        return max(values) if self.is_max(state) else min(values)
