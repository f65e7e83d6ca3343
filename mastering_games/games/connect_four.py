"""Connect Four: discs fall to the bottom of a column; four in a line win.

Source: Victor Allis, *A Knowledge-based Approach of Connect-Four* (1988).
"""

from mastering_games.games.mnk_game import MNKGame, check_sizes


class ConnectFour(MNKGame):
    """Two players, x first, drop discs into columns: a line of them wins.

    A disc falls to the lowest empty cell of its column. A line is connect
    discs of one player next to each other in a row, in a column or on a
    diagonal. A full board without a line is a draw.

    A state is an integer: a bit for each disc of the player to move, then as
    many for the other player's. The bits go up the columns, and on top of
    each column is one that stays 0. An action is a column, counted from 0.
    ``get_state`` also takes a board as rows, the top row first.

    >>> game = ConnectFour(4, 3)
    >>> state = game.get_state(["....", "o...", "xx.."])
    >>> print(game.to_string(game.get_transition(state, 0)))
    o . . .
    o . . .
    x x . .
    """

    def __init__(self, width=7, height=6, connect=4):
        check_sizes(width=width, height=height, connect=connect)
        super().__init__(width, height, connect)
        self.tops = {c: self.bits[0, c] for c in range(width)}
        bottom = height - 1
        self.bottoms = {c: self.bits[bottom, c] for c in range(width)}

    def bit_number(self, row, column):
        return (self.rows + 1) * column + self.rows - 1 - row

    def get_state(self, position):
        """The state of a board given as rows, or as a state.

        ValueError where a rule is broken: it says which.
        """
        if type(position) is int:
            return position
        marks = self.read_board(position)
        both = marks["x"] | marks["o"]
        if any(
            both & bit and not both & self.bits[row + 1, column]
            for (row, column), bit in self.bits.items()
            if row < self.rows - 1
        ):
            raise ValueError(f"discs fall to the bottom: see {position!r}")
        ahead = marks["x"].bit_count() - marks["o"].bit_count()
        if ahead not in (0, 1):
            raise ValueError(
                f"x and o take turns and x begins: not so in {position!r}"
            )
        if self.has_line(marks["x"]) and self.has_line(marks["o"]):
            raise ValueError(f"x and o cannot both win: see {position!r}")
        mover, other = "ox" if ahead else "xo"
        before = [
            marks[other] ^ bit
            for bit in self.bits.values()
            if marks[other] & bit and not both & bit << 1
        ]
        if self.has_line(marks[mover]) or (
            self.has_line(marks[other]) and all(map(self.has_line, before))
        ):
            raise ValueError(
                f"play ends with the first line: not so in {position!r}"
            )
        return marks[mover] | marks[other] << self.size

    def read_board(self, position):
        """The bits of the cells with an "x", an "o" and nothing."""
        try:
            rows = [list(row) for row in position]
        except TypeError:
            rows = []
        if [len(row) for row in rows] != [self.columns] * self.rows:
            raise ValueError(
                f"a board is {self.rows} rows of {self.columns} cells, the top "
                f"row first, not {position!r}"
            )
        marks = dict.fromkeys("xo. ", 0)
        for (row, column), bit in self.bits.items():
            mark = rows[row][column]
            if mark not in ("x", "o", ".", " "):
                raise ValueError(
                    f"a cell holds 'x', 'o', '.' or ' ', not {mark!r}"
                )
            marks[mark] |= bit
        return marks

    def get_actions(self, state):
        other = state >> self.size
        if self.has_line(other):  # only who moved last can have one
            return []
        taken = state | other
        return [column for column, top in self.tops.items() if not taken & top]

    def get_transition(self, state, action):
        other = state >> self.size
        mine = state & self.full
        taken = mine | other
        try:
            top = self.tops[action]
        except (KeyError, TypeError):
            raise self.illegal_action(state, action) from None
        if taken & top or self.has_line(other):
            raise self.illegal_action(state, action)
        free = ~taken & (taken + self.bottoms[action])  # the lowest empty cell
        return other | (mine | free) << self.size

    def symmetries(self):
        """The board as it is, and its mirror image."""
        right = self.columns - 1
        return [
            list(self.bits),
            [(row, right - column) for row, column in self.bits],
        ]
