"""Backward induction: solve a game from its ends to its start."""

from math import inf

from mastering_games.game import GameNode, checked_reward


class BackwardInduction:
    """Finds a subgame-perfect equilibrium of a game of perfect information.

    Any number of players may take part. Play must always end, and chance must
    not move. Every state is solved once, however many ways lead to it, and the
    work waits on a list, not on Python's call stack: so a game may be any
    number of moves deep.
    """

    def __init__(self, game, max_states=2_000_000):
        self.game = game
        self.players = list(game.get_players())
        self.nothing = (0,) * len(self.players)
        self.max_states = max_states  # a game without end would fill memory

    def backward_induction(self, state):
        """Solve the game that starts in state, and return the state's node.

        Below it hang the nodes of all states that can follow. Each holds its
        value, one payoff per player, and the mover's best actions. ValueError
        where play can return to a state, where chance moves, or where there
        are more than max_states states.
        """
        nodes = {}
        root = self.get_node(self.game.get_state(state), nodes)
        unsolved = [root]
        while unsolved:
            node = unsolved[-1]
            if node.value is not None:
                unsolved.pop()
            elif node.children:  # all of them have been solved by now
                self.choose_best_child(node)
            else:
                self.expand(node, nodes, unsolved)
        return root

    def get_node(self, state, nodes):
        """The node of a state: no state gets a second one."""
        try:
            node = nodes.get(state)
        except TypeError:
            raise TypeError(
                f"the state {state!r} cannot be hashed: build states of "
                "tuples, strings and numbers, not lists, dictionaries or sets"
            ) from None
        if node is None:
            node = nodes[state] = GameNode(state)
        return node

    def expand(self, node, nodes, unsolved):
        """Where play ends, the value; elsewhere, one child per action."""
        game, state, children = self.game, node.state, node.children
        if game.is_terminal(state):
            node.value = checked_reward(game, state, self.players)
            return
        node.player = game.get_player_turn(state)
        for action in game.get_actions(state):
            child = self.get_node(game.get_transition(state, action), nodes)
            children[action] = child
            if child.value is None:
                unsolved.append(child)
        if not children:
            raise ValueError(f"no actions in {state!r}, but it is not terminal")
        if len(nodes) > self.max_states:
            raise ValueError(
                f"more than {self.max_states} states: solve a smaller game, "
                "or one that ends, or raise max_states"
            )

    def choose_best_child(self, node):
        """Back up the value of the child that is best for the mover."""
        if node.player not in self.players:
            raise ValueError(
                f"{node.player!r} moves in {node.state!r}, "
                f"but the players are {self.players!r}"
            )
        mover = self.players.index(node.player)
        best_child = (-inf,) * len(self.players)
        for action, child in node.children.items():
            value = child.value
            if value is None:
                raise ValueError(
                    f"play can return to {node.state!r}: the game has a cycle"
                )
            if value[mover] > best_child[mover]:
                best_child = value
                node.best_actions = [action]
            elif value[mover] == best_child[mover]:
                node.best_actions.append(action)
        if self.game.get_reward(node.state) != self.nothing:
            reward = checked_reward(self.game, node.state, self.players)
            best_child = tuple(r + b for r, b in zip(reward, best_child))
        node.value = best_child
