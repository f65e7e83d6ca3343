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
        self.max_states = max_states  # a game without end would fill memory

    def backward_induction(self, state):
        """Solve the game that starts in state, and return the state's node.

        Below it hang the nodes of all states that can follow. Each holds its
        value, one payoff per player, and the mover's best actions. ValueError
        where play can return to a state, where chance moves, or where there
        are more than max_states states.
        """
        root = self.new_node(self.game.get_state(state))
        nodes = {root.state: root}
        unsolved = [root]
        while unsolved:
            node = unsolved[-1]
            if node.value is None and not node.children:
                self.expand(node, nodes)
                for child in node.children.values():
                    if child.value is None:
                        unsolved.append(child)
            else:  # everything below the node has been solved
                if node.value is None:
                    self.choose_best_child(node)
                unsolved.pop()
        return root

    def new_node(self, state):
        """The node of a state: solved where play ends, open elsewhere."""
        if not self.game.is_terminal(state):
            return GameNode(state, player=self.game.get_player_turn(state))
        node = GameNode(state)
        node.value = checked_reward(self.game, state, len(self.players))
        return node

    def expand(self, node, nodes):
        """Give the node one child per action; no state gets a second node."""
        for action in self.game.get_actions(node.state):
            child_state = self.game.get_transition(node.state, action)
            if child_state not in nodes:
                nodes[child_state] = self.new_node(child_state)
            node.children[action] = nodes[child_state]
        if not node.children:
            raise ValueError(
                f"no actions in {node.state!r}, but it is not terminal"
            )
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
        reward = checked_reward(self.game, node.state, len(self.players))
        if any(reward):
            best_child = tuple(r + b for r, b in zip(reward, best_child))
        node.value = best_child
