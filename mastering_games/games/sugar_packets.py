"""The fake-sugar-packet game: two players race their tokens across a square.

Source: J. Erickson, *Algorithms* (2019), section 2.2.
"""

from functools import cache

from mastering_games.game import ExtensiveFormGame

PASS = "pass"


class SugarPackets(ExtensiveFormGame):
    """Horace moves right, Vera moves down; who gets all tokens off first wins.

    On a board of size n Horace has a token in each row, left of the board, and
    Vera has one in each column, above it. A token moves one square ahead if
    that is empty, or jumps over exactly one opposing token into an empty
    square. Beyond the last square it leaves the board. A player who cannot
    move passes, and only then.

    An action is the number of a token (Horace's row or Vera's column, from 1),
    or "pass". A state is an integer: how far each token has come, a few bits
    for each, Horace's in row order, then Vera's; the last bit says who moves.
    """

    def __init__(self, size=3):
        if not isinstance(size, int) or size < 1:
            raise ValueError(f"size is {size!r}: a board has at least 1 square")
        self.size = size
        self.bits = (size + 1).bit_length()
        self.half = size * self.bits
        self.mask = (1 << self.half) - 1
        self.home = sum((size + 1) << self.bits * i for i in range(size))
        self.get_squares = cache(self._get_squares)

    def get_players(self):
        return ["Horace", "Vera"]

    def get_initial_state(self):
        return 0

    def get_state(self, position):
        """The state of (Horace's columns, Vera's rows, who moves).

        0 is the square before the board, size + 1 is beyond it.
        """
        if isinstance(position, int):
            return position
        columns, rows, mover = position
        for tokens in columns, rows:
            if len(tokens) != self.size:
                raise ValueError(
                    f"{tokens!r}: each player has {self.size} tokens"
                )
            if not all(0 <= token <= self.size + 1 for token in tokens):
                raise ValueError(
                    f"{tokens!r}: a token stands on 0 to {self.size + 1}"
                )
        if all(token > self.size for token in (*columns, *rows)):
            raise ValueError("both players cannot have moved all tokens off")
        for row, column in enumerate(columns, start=1):
            if 1 <= column <= self.size and rows[column - 1] == row:
                raise ValueError(
                    f"two tokens stand on row {row}, column {column}"
                )
        state = self.get_players().index(mover)
        for token in (*reversed(rows), *reversed(columns)):
            state = state << self.bits | token
        return state

    def get_tokens(self, state):
        """How far the tokens have come: Horace's columns, Vera's rows."""
        steps = [
            state >> self.bits * i & (1 << self.bits) - 1
            for i in range(2 * self.size)
        ]
        return tuple(steps[: self.size]), tuple(steps[self.size :])

    def get_player_turn(self, state):
        return "Vera" if state >> 2 * self.half else "Horace"

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        tokens = range(1, self.size + 1)
        return [t for t in tokens if self._steps(state, t)] or [PASS]

    def get_transition(self, state, action):
        turned = state ^ 1 << 2 * self.half
        if action == PASS and self.get_actions(state) == [PASS]:
            return turned
        if type(action) is not int or not 1 <= action <= self.size:
            raise self.illegal_action(state, action)
        steps = 0 if self.is_terminal(state) else self._steps(state, action)
        if not steps:
            raise self.illegal_action(state, action)
        token = action - 1 + self.size * (state >> 2 * self.half)
        return turned + (steps << self.bits * token)

    def is_terminal(self, state):
        horace, vera = state & self.mask, state >> self.half & self.mask
        return horace == self.home or vera == self.home

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        return (1, -1) if state & self.mask == self.home else (-1, 1)

    def get_board(self, state):
        columns, rows = self.get_tokens(state)
        board = [[" "] * (self.size + 1) for _ in range(self.size + 1)]
        for row, column in enumerate(columns, start=1):
            if column <= self.size:
                board[row][column] = "H"
        for column, row in enumerate(rows, start=1):
            if row <= self.size:
                board[row][column] = "V"
        return board

    def to_string(self, state):
        return "\n".join(
            " ".join(row).replace("  ", " .").rstrip()
            for row in self.get_board(state)
        )

    def get_outcome(self, state):
        return f"{'Horace' if self.get_reward(state)[0] > 0 else 'Vera'} wins"

    def transposed(self, state):
        """The state seen from the other side: the players change places."""
        horace, vera = state & self.mask, state >> self.half & self.mask
        mover = 1 - (state >> 2 * self.half)
        return vera | horace << self.half | mover << 2 * self.half

    def _steps(self, state, token):
        """How far the mover's token can go: 1 for a step, 2 for a jump, or 0."""
        own, other = state & self.mask, state >> self.half & self.mask
        if state >> 2 * self.half:
            own, other = other, own
        ahead = (own >> self.bits * (token - 1) & (1 << self.bits) - 1) + 1
        if ahead > self.size + 1:
            return 0
        squares = self.get_squares(other) >> token * (self.size + 3) + ahead
        return 1 if not squares & 1 else 2 if not squares & 2 else 0

    def _get_squares(self, other):
        """The squares of the other player's tokens, as the bits of a number.

        Bits are counted along the mover's lanes, one lane after another.
        """
        squares = 0
        for lane in range(1, self.size + 1):
            token = other >> self.bits * (lane - 1) & (1 << self.bits) - 1
            if 1 <= token <= self.size:
                squares |= 1 << token * (self.size + 3) + lane
        return squares
