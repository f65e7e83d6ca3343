"""Tic-tac-toe on bitboards: the same game, with one integer as its state."""

from mastering_games.games.tictactoe import (
    CELLS,
    LINES,
    REWARDS,
    SYMMETRIES,
    TicTacToe,
)

BIT = {cell: 1 << index for cell, index in CELLS.items()}
FULL = 0b111_111_111
BOARDS = range(FULL + 1)  # one player's marks, a bit for each cell
HAS_LINE = [
    any(all(marks >> index & 1 for index in line) for line in LINES)
    for marks in BOARDS
]
EMPTY_CELLS = [
    tuple(cell for cell, bit in BIT.items() if not marks & bit)
    for marks in BOARDS
]
VIEWS = [
    [
        sum((marks >> index & 1) << place for place, index in enumerate(order))
        for marks in BOARDS
    ]
    for order in SYMMETRIES
]


class BitboardTicTacToe(TicTacToe):
    """Tic-tac-toe whose state is an integer: nine bits for the marks of the player to move, then
    nine for the other player's.

    What can be asked about nine bits is looked up in tables, made once. Only get_state takes a
    board of strings; players, actions and payoffs are those of ``TicTacToe``.

    >>> game = BitboardTicTacToe()
    >>> state = game.get_transition(game.get_initial_state(), (0, 1))
    >>> bin(state)
    '0b10000000000'
    >>> print(game.to_string(state))
    . x .
    . . .
    . . .
    """

    def get_initial_state(self):
        return 0

    def get_state(self, position):
        if type(position) is int:
            return position
        board = super().get_state(position)
        marks = {
            mark: sum(1 << index for index in range(9) if board[index] == mark)
            for mark in "xo"
        }
        mover = super().get_player_turn(board)
        return marks.pop(mover) | marks.popitem()[1] << 9

    def get_player_turn(self, state):
        return "o" if state.bit_count() & 1 else "x"

    def get_actions(self, state):
        if HAS_LINE[
            state >> 9
        ]:  # only the player who has just moved can have one
            return ()
        return EMPTY_CELLS[(state | state >> 9) & FULL]

    def get_transition(self, state, action):
        try:
            bit = BIT[action]
        except (KeyError, TypeError):
            raise self.illegal_action(state, action) from None
        other = state >> 9
        if (state | other) & bit or HAS_LINE[other]:
            raise self.illegal_action(state, action)
        return other | (state & FULL | bit) << 9

    def is_terminal(self, state):
        return HAS_LINE[state >> 9] or (state | state >> 9) & FULL == FULL

    def get_reward(self, state):
        return REWARDS[self._get_winner(state)]

    def get_symmetry_key(self, state):
        """The smallest of the integers of the board's eight views."""
        mine, theirs = state & FULL, state >> 9
        return min(view[mine] | view[theirs] << 9 for view in VIEWS)

    def get_board(self, state):
        mover = self.get_player_turn(state)
        other = "xo".replace(mover, "")
        cells = [
            mover if state & bit else other if state >> 9 & bit else " "
            for bit in BIT.values()
        ]
        return ["".join(cells[row : row + 3]) for row in (0, 3, 6)]

    def get_outcome(self, state):
        winner = self._get_winner(state)
        return f"{winner} wins" if winner else "draw"

    def _get_winner(self, state):
        if not HAS_LINE[state >> 9]:
            return None
        return "x" if state.bit_count() & 1 else "o"
