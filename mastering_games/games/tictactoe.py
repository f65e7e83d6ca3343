"""Tic-tac-toe."""

from functools import cache
from operator import itemgetter

from mastering_games.game import ExtensiveFormGame

CELLS = {
    (row, column): 3 * row + column for row in range(3) for column in range(3)
}
LINES = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
]
TURN = itemgetter(6, 3, 0, 7, 4, 1, 8, 5, 2)  # the board after a quarter turn
MIRROR = itemgetter(2, 1, 0, 5, 4, 3, 8, 7, 6)
SYMMETRIES = [tuple(range(9))]  # which cell's mark comes where
for _ in range(3):
    SYMMETRIES.append(TURN(SYMMETRIES[-1]))
SYMMETRIES += [MIRROR(order) for order in SYMMETRIES]
VIEWS = [itemgetter(*order) for order in SYMMETRIES]
REWARDS = {"x": (1, -1), "o": (-1, 1), None: (0, 0)}


@cache
def get_winner(state):
    """The mark that has three in a line, or None."""
    for a, b, c in LINES:
        if state[a] == state[b] == state[c] != " ":
            return state[a]
    return None


class TicTacToe(ExtensiveFormGame):
    """Two players, x first, put their marks on a 3 x 3 board; three in a line win.

    A state is a string of nine characters, row by row: ``"x"``, ``"o"`` or a space. An action
    is a pair (row, column), counted from 0. Every method also takes a board as three rows:

    >>> game = TicTacToe()
    >>> game.get_transition([['x', 'o', 'o'], [' ', ' ', 'x'], [' ', ' ', ' ']], (1, 1))
    'xoo xx   '
    """

    def get_players(self):
        return ["x", "o"]

    def get_initial_state(self):
        return " " * 9

    def get_state(self, position):
        """The state of a board given as three rows, or as a state.

        ValueError where no play leads to such a board: it says which rule is broken.
        """
        rows = (
            [position[0:3], position[3:6], position[6:]]
            if type(position) is str
            else position
        )
        if [len(row) for row in rows] != [3, 3, 3]:
            raise ValueError(
                f"a board has three rows of three cells, not {position!r}"
            )
        cells = [cell for row in rows for cell in row]
        if not set(cells) <= set("xo "):
            raise ValueError(
                f"a cell holds 'x', 'o' or ' ': not so in {position!r}"
            )
        state = "".join(cells)
        ahead = state.count("x") - state.count("o")
        if ahead not in (0, 1):
            raise ValueError(
                f"x and o take turns and x begins: not so in {position!r}"
            )
        for mark, expected in ("x", 1), ("o", 0):
            if (
                any(all(state[i] == mark for i in line) for line in LINES)
                and ahead != expected
            ):
                raise ValueError(
                    f"play ends when {mark} has three in a line: not so in {position!r}"
                )
        return state

    def get_player_turn(self, state):
        if type(state) is not str:
            state = self.get_state(state)
        return "x" if state.count(" ") % 2 else "o"

    def get_actions(self, state):
        if type(state) is not str:
            state = self.get_state(state)
        if get_winner(state):
            return []
        return [cell for cell, mark in zip(CELLS, state) if mark == " "]

    def get_transition(self, state, action):
        if type(state) is not str:
            state = self.get_state(state)
        try:
            index = CELLS[action]
        except (KeyError, TypeError):
            raise self.illegal_action(state, action) from None
        if state[index] != " " or get_winner(state):
            raise self.illegal_action(state, action)
        mark = "x" if state.count(" ") % 2 else "o"
        return state[:index] + mark + state[index + 1 :]

    def is_terminal(self, state):
        if type(state) is not str:
            state = self.get_state(state)
        return " " not in state or get_winner(state) is not None

    def get_reward(self, state):
        if type(state) is not str:
            state = self.get_state(state)
        return REWARDS[get_winner(state)]

    def get_symmetry_key(self, state):
        """The alphabetically first of the board's eight turned and mirrored views."""
        if type(state) is not str:
            state = self.get_state(state)
        return "".join(min(view(state) for view in VIEWS))

    def to_string(self, state):
        return "\n".join(
            " ".join(row.replace(" ", ".")) for row in self.get_board(state)
        )

    def get_board(self, state):
        state = self.get_state(state)
        return [state[0:3], state[3:6], state[6:9]]

    def get_outcome(self, state):
        winner = get_winner(self.get_state(state))
        return f"{winner} wins" if winner else "draw"
