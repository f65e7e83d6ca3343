"""Dots and Boxes: who closes a box owns it, and moves again.

Source: Edouard Lucas, *L'arithmetique amusante* (1895).
"""

from functools import cached_property
from operator import itemgetter

from mastering_games.game import ExtensiveFormGame
from mastering_games.games.mnk_game import check_sizes, grid_views


class DotsAndBoxes(ExtensiveFormGame):
    """Two players take turns to join two neighbouring dots of a grid.

    Who draws the last side of one box or of two owns them, and moves again.
    Once all is drawn, each player gets the number of their own boxes less
    that of the other's.

    A state is a triple: a bit for each edge drawn, the first player's margin
    so far, and whose turn it is (0 or 1). An action is a triple: "h" or "v"
    for a horizontal or a vertical edge, and its row and column, from 0.

    >>> game = DotsAndBoxes(2, 1)
    >>> state = game.get_transition((0, 0, 0), ("h", 0, 1))
    >>> print(game.to_string(game.get_transition(state, ("v", 0, 0))))
    +   +---+
    |
    +   +   +
    margin 0
    """

    def __init__(self, columns=2, rows=2):
        check_sizes(columns=columns, rows=rows)
        self.height, self.width = 2 * rows + 1, 2 * columns + 1
        # Dots, edges and boxes alike have places: dots at even coordinates,
        # boxes at odd ones, and edges where one is even and the other odd.
        self.places = {}
        for y in range(self.height):
            for x in range(self.width):
                if (y + x) % 2:
                    kind = "v" if y % 2 else "h"
                    self.places[y, x] = (kind, y // 2, x // 2)
        bits = {place: 1 << i for i, place in enumerate(self.places)}
        self.bits = {self.places[place]: bit for place, bit in bits.items()}
        self.full = sum(self.bits.values())
        self.boxes = {
            (y, x): bits[y - 1, x]
            | bits[y, x - 1]
            | bits[y, x + 1]
            | bits[y + 1, x]
            for y in range(1, self.height, 2)
            for x in range(1, self.width, 2)
        }
        self.boxes_beside = {
            edge: [box for box in self.boxes.values() if box & bit]
            for edge, bit in self.bits.items()
        }

    def get_players(self):
        return ["first", "second"]

    def get_initial_state(self):
        return (0, 0, 0)

    def get_player_turn(self, state):
        return self.get_players()[state[2]]

    def get_actions(self, state):
        drawn = state[0]
        return [edge for edge, bit in self.bits.items() if not drawn & bit]

    def completes_box(self, state, action):
        """How many boxes the edge closes: 0, 1 or 2."""
        try:
            bit = self.bits[action]
        except (KeyError, TypeError):
            raise self.illegal_action(state, action) from None
        if state[0] & bit:
            raise self.illegal_action(state, action)
        drawn = state[0] | bit
        return sum(drawn & box == box for box in self.boxes_beside[action])

    def get_transition(self, state, action):
        boxes = self.completes_box(state, action)
        drawn, margin, mover = state
        drawn |= self.bits[action]
        if boxes == 0:
            return (drawn, margin, 1 - mover)
        return (drawn, margin - boxes if mover else margin + boxes, mover)

    def is_terminal(self, state):
        return state[0] == self.full

    def get_reward(self, state):
        drawn, margin, _ = state
        return (margin, -margin) if drawn == self.full else (0, 0)

    def get_outcome(self, state):
        margin = state[1]
        if margin == 0:
            return "draw"
        return "first wins" if margin > 0 else "second wins"

    def to_string(self, state):
        """The grid, "#" in each closed box, and the first player's margin."""
        drawn, margin, _ = state
        lines = []
        for y in range(self.height):
            line = ""
            for x in range(self.width):
                if y % 2 == x % 2 == 0:
                    line += "+"
                elif y % 2 == x % 2 == 1:
                    box = self.boxes[y, x]
                    line += " # " if drawn & box == box else "   "
                else:
                    mark = "|" if y % 2 else "---"
                    edge = self.bits[self.places[y, x]]
                    line += mark if drawn & edge else " " * len(mark)
            lines.append(line.rstrip())
        return "\n".join(
            [*lines, f"margin {margin:+d}" if margin else "margin 0"]
        )

    def get_symmetry_key(self, state):
        """The state, with the edges in the first of the grid's views."""
        drawn, margin, mover = state
        edges = f"{drawn:0{len(self.bits)}b}"
        first = min([view(edges) for view in self.views])
        return ("".join(first), margin, mover)

    @cached_property
    def views(self):
        """For each symmetry, what picks the edges in its order."""
        places = list(self.places)
        return [
            itemgetter(*[-1 - places.index(place) for place in view])
            for view in grid_views(places, self.height, self.width)
        ]
