"""Tic-tac-toe on a board of any size: the (m, n, k)-games.

Source: J. Uiterwijk and H. J. van den Herik, "The advantage of the
initiative", *Information Sciences* 122 (2000).
"""

from functools import cached_property
from operator import itemgetter

from mastering_games.game import ExtensiveFormGame
from mastering_games.games.tictactoe import REWARDS


class MNKGame(ExtensiveFormGame):
    """Two players, x first, put their marks on a board: a line of them wins.

    A line is in_a_row marks of one player next to each other in a row, in a
    column or on a diagonal. A full board without a line is a draw.

    A state is an integer: a bit for each mark of the player to move, then as
    many for the other player's. After each row comes a bit that stays 0, so
    that no line runs on over the edge. An action is a pair (row, column),
    counted from 0.
    """

    def __init__(self, columns=3, rows=3, in_a_row=3):
        check_sizes(columns=columns, rows=rows, in_a_row=in_a_row)
        self.columns, self.rows, self.in_a_row = columns, rows, in_a_row
        self.bits = {
            (row, column): 1 << self.bit_number(row, column)
            for row in range(rows)
            for column in range(columns)
        }
        self.full = sum(self.bits.values())
        self.size = self.full.bit_length()
        right = self.bit_number(0, 1) - self.bit_number(0, 0)
        down = self.bit_number(1, 0) - self.bit_number(0, 0)
        steps = []  # a line and its copy, so many cells on, make a longer one
        while sum(steps) + 1 < in_a_row:
            steps.append(min(sum(steps) + 1, in_a_row - 1 - sum(steps)))
        self.shifts = [
            [step * abs(by) for step in steps]
            for by in (right, down, right + down, right - down)
        ]

    def bit_number(self, row, column):
        """Which bit stands for a cell."""
        return (self.columns + 1) * row + column

    def get_players(self):
        return ["x", "o"]

    def get_initial_state(self):
        return 0

    def get_player_turn(self, state):
        return "o" if state.bit_count() & 1 else "x"

    def get_actions(self, state):
        other = state >> self.size
        if self.has_line(other):  # only who moved last can have one
            return []
        taken = state | other
        return [cell for cell, bit in self.bits.items() if not taken & bit]

    def get_transition(self, state, action):
        try:
            bit = self.bits[action]
        except (KeyError, TypeError):
            raise self.illegal_action(state, action) from None
        other = state >> self.size
        if (state | other) & bit or self.has_line(other):
            raise self.illegal_action(state, action)
        return other | (state & self.full | bit) << self.size

    def is_terminal(self, state):
        other = state >> self.size
        return (state | other) & self.full == self.full or self.has_line(other)

    def has_line(self, marks):
        """Whether the marks of one player hold a line."""
        for shifts in self.shifts:
            lines = marks
            for shift in shifts:
                lines &= lines >> shift
            if lines:
                return True
        return False

    def get_winner(self, state):
        """The player who has a line, or None."""
        if not self.has_line(state >> self.size):
            return None
        return "x" if state.bit_count() & 1 else "o"

    def get_reward(self, state):
        return REWARDS[self.get_winner(state)]

    def get_outcome(self, state):
        winner = self.get_winner(state)
        return f"{winner} wins" if winner else "draw"

    def get_board(self, state):
        mover, other = "ox" if state.bit_count() & 1 else "xo"
        board = [[" "] * self.columns for _ in range(self.rows)]
        for (row, column), bit in self.bits.items():
            if state & (bit | bit << self.size):
                board[row][column] = mover if state & bit else other
        return ["".join(row) for row in board]

    def to_string(self, state):
        return "\n".join(
            " ".join(row.replace(" ", ".")) for row in self.get_board(state)
        )

    def get_symmetry_key(self, state):
        """The first of the views of the state's bits, as a string."""
        bits = f"{state:0{2 * self.size}b}"
        return "".join(min([view(bits) for view in self.views]))

    @cached_property
    def views(self):
        """For each symmetry, what picks the cells' bits in its order."""
        place = {cell: -bit.bit_length() for cell, bit in self.bits.items()}
        return [
            itemgetter(*(place[c] - n for n in (0, self.size) for c in cells))
            for cells in self.symmetries()
        ]

    def symmetries(self):
        """For each symmetry of the board, its cells in another order."""
        return grid_views(list(self.bits), self.rows, self.columns)


def grid_views(places, rows, columns):
    """The places of a grid in the orders of its mirrored and turned views."""
    views = [places]
    views += [[(rows - 1 - y, x) for y, x in view] for view in views]
    views += [[(y, columns - 1 - x) for y, x in view] for view in views]
    if rows == columns:
        views += [[(x, y) for y, x in view] for view in views]
    return views


def check_sizes(**sizes):
    """ValueError unless all of them are whole numbers, 1 or more."""
    for name, size in sizes.items():
        if not isinstance(size, int) or size < 1:
            raise ValueError(f"{name} is {size!r}: give a whole number from 1")
