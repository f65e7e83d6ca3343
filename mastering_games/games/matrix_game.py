"""Games in a table: two players choose at once, and the table pays."""

import itertools
import math
from collections.abc import Hashable
from numbers import Real

from mastering_games.game import ExtensiveFormGame


class MatrixGame(ExtensiveFormGame):
    """Ann chooses a row and Bob a column; he does not see what she chose.

    What the table holds there is what they get: a pair of payoffs, Ann's
    first, or one number, which Ann gets from Bob.

    ``rows`` and ``columns`` name the actions; without names they are counted
    from 0. A state is the history: nothing, Ann's action, or both actions.

    >>> game = MatrixGame([[3, 0], [1, 2]], rows="TB", columns="LR")
    >>> game.get_reward(("B", "R"))
    (2, -2)
    """

    def __init__(self, payoffs, rows=None, columns=None):
        self.payoffs = read_payoffs(payoffs)
        self.rows = read_names("rows", rows, len(self.payoffs))
        self.columns = read_names("columns", columns, len(self.payoffs[0]))

    def get_players(self):
        return ["Ann", "Bob"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return "Bob" if state else "Ann"

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        return list(self.columns if state else self.rows)

    def get_transition(self, state, action):
        actions = self.get_actions(state)
        if action not in actions:
            raise self.illegal_action(state, action)
        return (*state, actions[actions.index(action)])

    def is_terminal(self, state):
        return len(state) == 2

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        row, column = state
        return self.payoffs[self.rows.index(row)][self.columns.index(column)]

    def get_information_set(self, state):
        if self.is_terminal(state):
            raise ValueError(f"nobody moves in {state!r}: ask before the end")
        return f"{self.get_player_turn(state)}: to choose"

    def to_string(self, state):
        choices = [*map(str, state), "?", "?"][:2]
        return ", ".join(choices)

    def get_outcome(self, state):
        return "{} against {}".format(*state)


class MatchingPennies(MatrixGame):
    """Two players show a coin each: Ann wins if both sides are the same.

    ``payoffs`` is another table for the same actions. For states and actions
    see MatrixGame.
    """

    def __init__(self, payoffs=((1, -1), (-1, 1))):
        sides = ["heads", "tails"]
        super().__init__(payoffs, sides, sides)


class RockPaperScissors(MatrixGame):
    """Rock breaks scissors, scissors cut paper, and paper wraps rock.

    ``payoffs`` is another table for the same actions. For states and actions
    see MatrixGame.
    """

    def __init__(self, payoffs=((0, -1, 1), (1, 0, -1), (-1, 1, 0))):
        signs = ["rock", "paper", "scissors"]
        super().__init__(payoffs, signs, signs)


def read_payoffs(payoffs):
    """The table with a pair in every cell; ValueError if it is no table."""
    try:
        table = [
            [(x, -x) if isinstance(x, Real) else tuple(x) for x in row]
            for row in payoffs
        ]
    except TypeError:
        table = []
    lengths = {len(row) for row in table}
    if len(lengths) != 1 or lengths == {0}:
        raise ValueError(
            f"payoffs is {payoffs!r}: give rows of equal length, of numbers "
            "or pairs"
        )
    for pair in itertools.chain(*table):
        if len(pair) != 2 or not all(
            isinstance(x, Real) and math.isfinite(x) for x in pair
        ):
            raise ValueError(
                f"the payoffs hold {pair!r}: give one finite number, or two"
            )
    return table


def read_names(kind, names, number):
    """The names in a list; ValueError unless there is one for each action."""
    if names is None:
        return list(range(number))
    try:
        given = list(names)
    except TypeError:
        given = []
    if len(given) != number:
        raise ValueError(
            f"{kind} is {names!r}: the payoffs need {number} names"
        )
    if not all(isinstance(name, Hashable) for name in given):
        raise ValueError(f"{kind} is {names!r}: give strings or numbers")
    if len(set(given)) < number:
        raise ValueError(f"{kind} is {names!r}: give each its own name")
    return given
