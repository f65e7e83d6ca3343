"""Backward induction: solve a game of perfect information from its ends to its start."""

from math import inf

from mastering_games.game import CHANCE, GameNode, checked_reward


class BackwardInduction:
    """Finds a subgame-perfect equilibrium of a game with any number of players.

    Every state is solved once, however many ways lead to it, and the work waits on a list
    of its own, not on Python's call stack, so that a game may be any number of moves deep.
    """

    def __init__(self, game):
        self.game = game
        self.players = list(game.get_players())

    def backward_induction(self, state):
        """Solve the game that starts in ``state``; return its node, and below it every other.

        Each node holds its value, one payoff a player, and the mover's best actions.
        ValueError where play can return to a state, or where chance moves.
        """
        root = self.new_node(self.game.get_state(state))
        nodes = {root.state: root}
        unsolved = [root]
        while unsolved:
            node = unsolved[-1]
            if node.value is None and not node.children:
                self.expand(node, nodes)
                unsolved += [child for child in node.children.values() if child.value is None]
            else:  # everything below the node has been solved
                if node.value is None:
                    self.choose_best_child(node)
                unsolved.pop()
        return root

    def new_node(self, state):
        """The node of a state: solved where play ends, open where somebody moves."""
        if not self.game.is_terminal(state):
            return GameNode(state, player=self.game.get_player_turn(state))
        node = GameNode(state)
        node.value = checked_reward(self.game, state, len(self.players))
        return node

    def expand(self, node, nodes):
        """Give the node its children, one an action, each state's node made only once."""
        for action in self.game.get_actions(node.state):
            child_state = self.game.get_transition(node.state, action)
            if child_state not in nodes:
                nodes[child_state] = self.new_node(child_state)
            node.children[action] = nodes[child_state]
        if not node.children:
            raise ValueError(f"no actions in {node.state!r}, but it is not terminal")

    def choose_best_child(self, node):
        """Back up the value of the child that is best for the player to move."""
        if node.player == CHANCE:
            raise ValueError(f"chance moves in {node.state!r}: every move must be a player's")
        mover = self.players.index(node.player)
        best_child = (-inf,) * len(self.players)
        for action, child in node.children.items():
            if child.value is None:
                raise ValueError(f"play can return to {node.state!r}: the game has a cycle")
            if child.value[mover] > best_child[mover]:
                best_child = child.value
                node.best_actions = [action]
            elif child.value[mover] == best_child[mover]:
                node.best_actions.append(action)
        reward = checked_reward(self.game, node.state, len(self.players))
        node.value = tuple(here + below for here, below in zip(reward, best_child))
