"""Every subgame-perfect equilibrium of a small game: what ties make possible."""


class AllEquilibria:
    """Finds all subgame-perfect equilibria of a game of perfect information.

    Backward induction breaks a tie by taking the first of the best actions.
    Here every way of breaking every tie is followed. What is best in a state
    can depend on how the ties below it are broken, so the equilibria are
    built up together, from the ends of the game to its start.
    """

    def __init__(self, game, max_equilibria=10_000):
        self.game = game
        self.players = list(game.get_players())
        self.max_equilibria = max_equilibria

    def all_equilibria(self, root):
        """List the equilibria of the game below a solved node.

        Each is a pair: the value of the root, and the action of the mover in
        each state. ValueError where there are more than max_equilibria.
        """
        equilibria = [({}, {})]  # the values and the actions, by state
        for node in self.ends_first(root):
            equilibria = [
                extended
                for values, actions in equilibria
                for extended in self.extend(node, values, actions)
            ]
            if len(equilibria) > self.max_equilibria:
                raise ValueError(
                    f"more than {self.max_equilibria} equilibria: "
                    "solve a smaller game, or raise max_equilibria"
                )
        return [(values[root.state], actions) for values, actions in equilibria]

    def extend(self, node, values, actions):
        """The ways to go on in one more state, all states below it settled."""
        if not node.children:
            return [({**values, node.state: node.value}, actions)]
        mover = self.players.index(node.player)
        payoffs = {
            action: values[child.state]
            for action, child in node.children.items()
        }
        most = max(payoff[mover] for payoff in payoffs.values())
        reward = self.game.get_reward(node.state)
        return [
            (
                {**values, node.state: tuple(map(sum, zip(reward, payoff)))},
                {**actions, node.state: action},
            )
            for action, payoff in payoffs.items()
            if payoff[mover] == most
        ]

    def ends_first(self, root):
        """Every node below the root, and the root, children before parents."""
        order, seen, waiting = [], set(), [root]
        while waiting:
            node = waiting[-1]
            unseen = [
                child
                for child in node.children.values()
                if child.state not in seen
            ]
            if unseen:
                waiting += unseen
            else:
                waiting.pop()
                if node.state not in seen:
                    seen.add(node.state)
                    order.append(node)
        return order
