"""Cat and mouse: a chase on a graph, which may go on for ever."""

from mastering_games.game import ExtensiveFormGame

# A ring of five with the hole beside it, and a blind alley opposite:
#
#            B --- C --- F --- G
#          /       |
# hole --- A       |
#          \       |
#            E --- D
DEFAULT = {
    "A": ("B", "E", "hole"),
    "B": ("A", "C"),
    "C": ("B", "D", "F"),
    "D": ("C", "E"),
    "E": ("A", "D"),
    "F": ("C", "G"),
    "G": ("F",),
    "hole": ("A",),
}


class CatAndMouse(ExtensiveFormGame):
    """A mouse and a cat take turns to go to a neighbouring node of a graph.

    The mouse moves first; nobody may stay where they are, and the cat may not
    enter the hole. The mouse wins by reaching the hole, the cat as soon as
    both are on one node. Play can go on for ever, and then nobody wins: so
    backward induction cannot solve this game.

    From the default start, neither can force a win.

    A graph is a dictionary: for each node, the nodes next to it. A state is a
    triple: where the mouse is, where the cat is, and who moves (0 is the
    mouse, 1 the cat). An action is the node to go to.
    """

    def __init__(self, graph=DEFAULT, hole="hole", cat="A", mouse="C"):
        self.graph = {node: tuple(graph[node]) for node in graph}
        self.hole, self.cat, self.mouse = hole, cat, mouse
        self.check_graph()

    def check_graph(self):
        graph = self.graph
        for name in "hole", "cat", "mouse":
            node = getattr(self, name)
            if node not in graph:
                raise ValueError(
                    f"{name} is {node!r}, an unknown node: give one of "
                    + ", ".join(map(repr, graph))
                )
        if self.cat == self.hole:
            raise ValueError(
                f"the cat starts in the hole, {self.hole!r}: put it elsewhere"
            )
        for node, neighbours in graph.items():
            if node in neighbours:
                raise ValueError(
                    f"an edge leads from {node!r} to itself: leave it out"
                )
            if not neighbours:
                raise ValueError(
                    f"node {node!r} has no neighbours: add an edge"
                )
            for neighbour in neighbours:
                if neighbour not in graph:
                    raise ValueError(
                        f"an edge leads from {node!r} to {neighbour!r}, an "
                        "unknown node: add it to the graph"
                    )
                if node not in graph[neighbour]:
                    raise ValueError(
                        f"the edge from {node!r} to {neighbour!r} is one-way: "
                        f"add {node!r} to the neighbours of {neighbour!r}"
                    )
            if node != self.hole and set(neighbours) == {self.hole}:
                raise ValueError(
                    f"a cat at {node!r} could not move, as only the hole is "
                    "next to it: add an edge"
                )

    def get_players(self):
        return ["mouse", "cat"]

    def get_initial_state(self):
        return (self.mouse, self.cat, 0)

    def get_player_turn(self, state):
        return self.get_players()[state[2]]

    def get_actions(self, state):
        mouse, cat, mover = state
        if self.is_terminal(state):
            return []
        if mover == 0:
            return list(self.graph[mouse])
        return [node for node in self.graph[cat] if node != self.hole]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        mouse, cat, mover = state
        return (mouse, action, 0) if mover else (action, cat, 1)

    def is_terminal(self, state):
        mouse, cat, _ = state
        return mouse in (self.hole, cat)

    def get_reward(self, state):
        mouse, cat, _ = state
        if mouse == self.hole:
            return (1, -1)
        return (-1, 1) if mouse == cat else (0, 0)

    def get_outcome(self, state):
        return "mouse wins" if state[0] == self.hole else "cat wins"

    def to_string(self, state):
        mouse, cat, _ = state
        return f"mouse {mouse}, cat {cat}"
