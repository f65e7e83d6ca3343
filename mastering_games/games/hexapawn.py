"""Hexapawn: pawns alone, on a small board.

Source: Martin Gardner, "Mathematical Games", *Scientific American*, March 1962.
"""

from mastering_games.game import ExtensiveFormGame


class Hexapawn(ExtensiveFormGame):
    """Each player has a row of pawns, white at the bottom; white moves first.

    A pawn steps forward into an empty cell, or captures a pawn diagonally in
    front of it. A player wins by reaching the far row, by capturing all
    opposing pawns, or if the opponent cannot move on their turn.

    A state is a pair: the board, row by row from the top, with "w", "b" or a
    space in each cell, and who moves. An action is a pair of cells, from and
    to, each of them a pair (row, column), counted from 0.
    """

    def __init__(self, width=3, height=3):
        for name, size, least in ("width", width, 1), ("height", height, 3):
            if not isinstance(size, int) or size < least:
                raise ValueError(
                    f"{name} is {size!r}: give a whole number from {least}"
                )
        self.width, self.height = width, height
        self.moves = {
            "white": self.moves_of("w", "b", step=-1),
            "black": self.moves_of("b", "w", step=1),
        }

    def moves_of(self, mine, theirs, step):
        """For each action: from and to which index, and what must be there."""
        moves = {}
        for row in range(self.height):
            for column in range(self.width):
                for to_column in column - 1, column, column + 1:
                    to_row = row + step
                    if (
                        0 <= to_row < self.height
                        and 0 <= to_column < self.width
                    ):
                        moves[(row, column), (to_row, to_column)] = (
                            row * self.width + column,
                            to_row * self.width + to_column,
                            mine,
                            " " if to_column == column else theirs,
                        )
        return moves

    def get_players(self):
        return ["white", "black"]

    def get_initial_state(self):
        empty = " " * (self.width * (self.height - 2))
        return ("b" * self.width + empty + "w" * self.width, "white")

    def get_player_turn(self, state):
        return state[1]

    def get_actions(self, state):
        board, mover = state
        if self.has_arrived(state):
            return []
        return [
            action
            for action, (origin, target, mine, there) in self.moves[
                mover
            ].items()
            if board[origin] == mine and board[target] == there
        ]

    def has_arrived(self, state):
        """Whether a pawn of the player who does not move is at its far row."""
        board, mover = state
        if mover == "black":
            return "w" in board[: self.width]
        return "b" in board[-self.width :]

    def get_transition(self, state, action):
        board, mover = state
        try:
            origin, target, mine, there = self.moves[mover][action]
        except (KeyError, TypeError):
            raise self.illegal_action(state, action) from None
        if (
            board[origin] != mine
            or board[target] != there
            or self.has_arrived(state)
        ):
            raise self.illegal_action(state, action)
        cells = list(board)
        cells[origin], cells[target] = " ", mine
        return ("".join(cells), "black" if mover == "white" else "white")

    def is_capture(self, state, action):
        """Whether the action takes a pawn."""
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        (_, column), (_, to_column) = action
        return column != to_column

    def is_terminal(self, state):
        return not self.get_actions(state)

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        return (1, -1) if state[1] == "black" else (-1, 1)

    def get_outcome(self, state):
        return "white wins" if state[1] == "black" else "black wins"

    def get_board(self, state):
        board, _ = state
        return [
            board[start : start + self.width]
            for start in range(0, len(board), self.width)
        ]

    def to_string(self, state):
        return "\n".join(
            " ".join(row.replace(" ", ".")) for row in self.get_board(state)
        )

    def get_symmetry_key(self, state):
        """The alphabetically first of the board and its mirror image."""
        board, mover = state
        mirrored = "".join(row[::-1] for row in self.get_board(state))
        return (min(board, mirrored), mover)
