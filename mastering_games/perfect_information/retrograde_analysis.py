"""Retrograde analysis: solve a game in which play may never end."""

from collections import deque

from mastering_games.game import GameNode, checked_reward


class RetrogradeAnalysis:
    """Finds won, lost and drawn states, also where play can go in circles.

    It works backward from the ends. A state is won for its mover as soon as
    one move is known to win; it is lost as soon as all moves are known to
    lose. What is never decided is a draw: neither player can force an end
    that they prefer to going on for ever.

    The game has two players, one of whom wins, or none: payoffs are (1, -1),
    (0, 0) or (-1, 1), and going on for ever pays (0, 0).
    """

    def __init__(self, game, max_states=2_000_000):
        self.game = game
        self.players = list(game.get_players())
        if len(self.players) != 2:
            raise ValueError(f"two players, not {len(self.players)}")
        self.max_states = max_states
        self.distance = {}  # state: moves to the end, where one is forced

    def retrograde_analysis(self, state):
        """Solve all states that can follow, and return the state's node."""
        root = GameNode(self.game.get_state(state))
        nodes = {root.state: root}
        parents = {root.state: []}
        undecided = {}  # state: how many of its moves may still not lose
        decided = deque()
        waiting = [root]
        for node in waiting:  # forward: find all states; grows as it goes
            if self.game.is_terminal(node.state):
                node.value = self.payoffs(node.state)
                if any(node.value):
                    self.distance[node.state] = 0
                    decided.append(node)
                continue
            node.player = self.game.get_player_turn(node.state)
            if node.player not in self.players:
                raise ValueError(
                    f"{node.player!r} moves in {node.state!r}, "
                    f"but the players are {self.players!r}"
                )
            for action in self.game.get_actions(node.state):
                child = self.game.get_transition(node.state, action)
                if child not in nodes:
                    nodes[child] = GameNode(child)
                    parents[child] = []
                    waiting.append(nodes[child])
                parents[child].append(node)
                node.children[action] = nodes[child]
            if not node.children:
                raise ValueError(
                    f"no actions in {node.state!r}, but it is not terminal"
                )
            undecided[node.state] = len(node.children)
            if len(nodes) > self.max_states:
                raise ValueError(
                    f"more than {self.max_states} states: solve a smaller "
                    "game, or raise max_states"
                )
        while decided:  # backward: what is decided decides its parents
            child = decided.popleft()
            for parent in parents[child.state]:
                if parent.value is not None:
                    continue
                mover = self.players.index(parent.player)
                undecided[parent.state] -= 1
                wins = child.value[mover] > 0
                if wins or undecided[parent.state] == 0:
                    parent.value = child.value
                    distance = self.distance[child.state] + 1
                    self.distance[parent.state] = distance
                    decided.append(parent)
        for node in waiting:
            if node.value is None:
                node.value = (0, 0)
        for node in waiting:
            self.choose_best_actions(node)
        return root

    def choose_best_actions(self, node):
        """All actions that keep the value: quick wins and late losses first."""
        node.best_actions = [
            action
            for action, child in node.children.items()
            if child.value == node.value
        ]
        if node.best_actions and any(node.value):
            wins = node.value[self.players.index(node.player)] > 0
            node.best_actions.sort(
                key=lambda action: self.distance[node.children[action].state],
                reverse=not wins,
            )

    def payoffs(self, state):
        """What a terminal state pays; ValueError unless one wins, or none."""
        reward = checked_reward(self.game, state, self.players)
        if reward not in [(1, -1), (0, 0), (-1, 1)]:
            raise ValueError(
                f"{state!r} pays {reward!r}: retrograde analysis needs a "
                "winner, (1, -1) or (-1, 1), or none, (0, 0)"
            )
        return reward
