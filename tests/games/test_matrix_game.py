"""Games in a table: matching pennies, rock paper scissors, and one's own."""

from fractions import Fraction

import pytest

from mastering_games.game import check_game
from mastering_games.games.matrix_game import (
    MatchingPennies,
    MatrixGame,
    RockPaperScissors,
)
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_information,
    check_no_player_moves,
    check_payoffs,
    group_sizes,
    has_perfect_recall,
    sizes,
)

PRISONERS = MatrixGame(
    [[(2, 2), (0, 3)], [(3, 0), (1, 1)]],
    ["silent", "confess"],
    ["silent", "confess"],
)


@pytest.mark.parametrize(
    "game",
    [
        MatchingPennies(),
        MatchingPennies([[2, -1], [-1, 1]]),
        RockPaperScissors(),
        PRISONERS,
        MatrixGame([[1, 2, 3]]),
        MatrixGame([[Fraction(1, 3)], [0.5]], rows="UD", columns="L"),
    ],
)
def test_the_contract_is_kept(game):
    assert check_game(game) == []
    check_information(game)
    assert has_perfect_recall(game)
    if game is not PRISONERS:
        check_payoffs(game)


def test_the_sizes():
    assert sizes(MatchingPennies()) == (1 + 2 + 4, 4, 1, 1)
    assert sizes(RockPaperScissors()) == (1 + 3 + 9, 9, 1, 1)
    assert sizes(MatrixGame([[1, 2, 3]])) == (1 + 1 + 3, 3, 1, 1)
    assert group_sizes(RockPaperScissors(), "Bob") == {3: 1}


@pytest.mark.parametrize(
    ("game", "row", "column", "payoffs"),
    [
        (MatchingPennies(), "heads", "heads", (1, -1)),
        (MatchingPennies(), "heads", "tails", (-1, 1)),
        (MatchingPennies([[2, -1], [-1, 1]]), "heads", "heads", (2, -2)),
        (RockPaperScissors(), "rock", "scissors", (1, -1)),
        (RockPaperScissors(), "scissors", "paper", (1, -1)),
        (RockPaperScissors(), "paper", "rock", (1, -1)),
        (RockPaperScissors(), "rock", "paper", (-1, 1)),
        (RockPaperScissors(), "paper", "paper", (0, 0)),
        (PRISONERS, "silent", "confess", (0, 3)),
        (PRISONERS, "confess", "silent", (3, 0)),
    ],
)
def test_plays(game, row, column, payoffs):
    start = game.get_initial_state()
    chosen = game.get_transition(start, row)
    end = game.get_transition(chosen, column)
    assert [game.get_player_turn(s) for s in (start, chosen)] == ["Ann", "Bob"]
    assert [game.get_information_set(s) for s in (start, chosen)] == [
        "Ann: to choose",
        "Bob: to choose",
    ]
    assert [game.to_string(s) for s in (start, chosen, end)] == [
        "?, ?",
        f"{row}, ?",
        f"{row}, {column}",
    ]
    assert [game.get_reward(s) for s in (start, chosen)] == [(0, 0), (0, 0)]
    assert end == (row, column)
    assert game.get_reward(end) == payoffs
    assert game.get_outcome(end) == f"{row} against {column}"
    assert game.get_actions(end) == []
    check_no_player_moves(game, end)
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, row)


@pytest.mark.parametrize(
    ("game", "table"),
    [
        (MatchingPennies(), [[1, -1], [-1, 1]]),
        (RockPaperScissors(), [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]),
    ],
)
def test_the_tables(game, table):
    actions = game.get_actions(())
    assert table == [
        [game.get_reward((row, column))[0] for column in actions]
        for row in actions
    ]


def test_actions_without_names_are_numbers():
    game = MatrixGame([[1, 2], [3, 4], [5, 6]])
    assert game.get_actions(()) == [0, 1, 2]
    assert game.get_actions((2,)) == [0, 1]
    assert game.get_reward(play(game, 2, 1)) == (6, -6)
    assert repr(play(game, True, 0.0)) == "(1, 0)"


def test_the_table_given_is_copied():
    table = [[1, 2], [3, 4]]
    game = MatrixGame(table)
    table[0][0] = 9
    game.get_actions(()).clear()
    assert game.get_reward(play(game, 0, 0)) == (1, -1)


@pytest.mark.parametrize("action", ["head", "rock", 0, None, ["heads"]])
def test_an_illegal_action_is_refused(action):
    game = MatchingPennies()
    for state in (), ("heads",):
        with pytest.raises(ValueError, match=r"illegal .*: 'heads', 'tails'$"):
            game.get_transition(state, action)


SHAPE = "give rows of equal length, of numbers or pairs"
CELL = "give one finite number, or two"
THREE = [[1, 2, 3]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([[]], SHAPE),
        ([[[]]], SHAPE),
        ([[[1, 2], [3]]], SHAPE),
        ([[1, 2]], SHAPE),
        ([5], SHAPE),
        ([None], SHAPE),
        ([[[None, 1]]], SHAPE),
        ([[[(1, 2, 3)]]], CELL),
        ([[["ab"]]], CELL),
        ([[[(1, None)]]], CELL),
        ([[[float("nan")]]], CELL),
        ([[[(0, float("inf"))]]], CELL),
        ([THREE, "T", "LR"], "columns is 'LR': the payoffs need 3 names"),
        ([THREE, "TB"], "rows is 'TB': the payoffs need 1 names"),
        ([THREE, 1], "rows is 1: the payoffs need 1 names"),
        ([THREE, "T", "LLR"], "columns is 'LLR': give each its own name"),
        ([THREE, "T", [1, True, 2]], "give each its own name"),
        ([THREE, [[]]], r"rows is \[\[\]\]: give strings or numbers"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        MatrixGame(*arguments)


@pytest.mark.parametrize("game", [MatchingPennies, RockPaperScissors])
def test_another_table_must_fit_the_actions(game):
    with pytest.raises(
        ValueError, match=r"rows is .*: the payoffs need 4 names"
    ):
        game([[1]] * 4)
