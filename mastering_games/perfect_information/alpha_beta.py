"""Alpha-beta: minimax that skips what cannot change the decision."""

from mastering_games.perfect_information.search import Search


class AlphaBeta(Search):
    """Finds what minimax finds, and leaves out states that cannot matter.

    alpha is what MAX is sure of so far: a lower bound. beta is what MIN is
    sure of: an upper bound. Play that leaves the window between them will be
    avoided by one of the two, so it need not be searched.

    [ALPHA-BETA-SEARCH in Russell and Norvig, figure 5.7.]
    """

    def alpha_beta(self, state, alpha=None, beta=None, record=False):
        """Search below a state; see SearchResult.

        The window is open on both sides unless alpha or beta is given; then
        the answer is what value promises.
        """
        alpha = self.lowest if alpha is None else alpha
        beta = self.highest if beta is None else beta
        if self.quickest and not (
            isinstance(alpha, tuple) and isinstance(beta, tuple)
        ):
            raise ValueError("with quickest, alpha and beta are pairs")
        if not alpha < beta:
            raise ValueError(f"no window: alpha {alpha} is not below {beta}")
        return self.run(state, alpha, beta, record=record)

    def value(self, state, depth, alpha, beta):
        """The state's value, if it lies between alpha and beta.

        What is returned says which: between alpha and beta it is the value;
        at most alpha, the value is not above it; at least beta, the value is
        not below it.
        """
        if self.is_leaf(state, depth):
            return self.leaf_value(state, depth)
        if self.is_max(state):
            value = self.lowest
            for action in self.ordered(state, depth):
                child = self.game.get_transition(state, action)
                found = self.value(child, depth + 1, max(alpha, value), beta)
                value = max(value, found)
                if value >= beta:  # a beta cut: MIN has better elsewhere
                    self.learn(state, depth, action)
                    break
        else:
            value = self.highest
            for action in self.ordered(state, depth):
                child = self.game.get_transition(state, action)
                found = self.value(child, depth + 1, alpha, min(beta, value))
                value = min(value, found)
                if value <= alpha:  # an alpha cut: MAX has better elsewhere
                    self.learn(state, depth, action)
                    break
        return value

    def ordered(self, state, depth):
        """The actions in the order in which they are searched."""
        return self.actions(state)

    def learn(self, state, depth, action):
        """Told of each action that made a cut; here it makes no difference."""

    def decision(self, state):
        """The first action found whose result is best for the mover."""
        return self.alpha_beta(self.to_decide(state)).best_action

    def best_actions(self, state):
        """All actions that are equally good for the mover.

        After the first best action is known, the others are only asked
        whether they are as good, each with a window that is open on the side
        of the answer.
        """
        state = self.to_decide(state)
        value = self.alpha_beta(state).score
        best = []
        for action in self.actions(state):
            child = self.game.get_transition(state, action)
            if self.is_max(state):
                found = self.run(child, self.lowest, value, depth=1).score
                good = found >= value
            else:
                found = self.run(child, value, self.highest, depth=1).score
                good = found <= value
            if good:
                best.append(action)
        return best
