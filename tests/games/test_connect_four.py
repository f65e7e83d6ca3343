"""Connect Four."""

import random

import pytest

from mastering_games.game import check_game
from mastering_games.games.connect_four import ConnectFour
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.symmetric_backward_induction import (
    SymmetricBackwardInduction,
)
from tests.games.test_games import play, reachable
from tests.games.test_mnk_game import brute_force_wins

BOARD = ["....", "....", "o...", "xx.o"]


@pytest.mark.parametrize("sizes", [(3, 3, 3), (4, 3, 3), (1, 4, 2), (4, 1, 2)])
def test_the_contract_is_kept(sizes):
    assert check_game(ConnectFour(*sizes)) == []


def test_the_contract_is_kept_on_the_board_of_the_box():
    with pytest.warns(UserWarning, match="looked at the first"):
        assert check_game(ConnectFour(), max_states=2_000) == []


def test_discs_fall_to_the_bottom():
    game = ConnectFour()
    state = play(game, 3, 3, 0)
    before = state
    child = game.get_transition(state, 3)
    assert state == before
    assert game.get_board(child) == [
        "       ",
        "       ",
        "       ",
        "   o   ",
        "   o   ",
        "x  x   ",
    ]
    assert game.get_player_turn(child) == "x"
    assert game.to_string(child).splitlines()[-1] == "x . . x . . ."
    assert game.get_state(game.get_board(child)) == child


def test_a_board_is_taken_as_rows():
    game = ConnectFour(4, 4)
    state = play(game, 0, 0, 1, 3)
    assert game.get_state(BOARD) == state
    assert game.get_state(state) == state
    assert game.get_state([row.replace(".", " ") for row in BOARD]) == state
    assert game.get_state(tuple(map(list, BOARD))) == state
    assert BOARD == ["....", "....", "o...", "xx.o"]
    assert game.get_state(["....", "....", "....", "...."]) == 0


@pytest.mark.parametrize("sizes", [(4, 3, 3), (3, 4, 3), (4, 4, 4)])
def test_every_state_is_read_back_from_its_board(sizes):
    game = ConnectFour(*sizes)
    states = sorted(reachable(game))
    random.Random(1).shuffle(states)
    for state in states[:3_000]:
        board = game.get_board(state)
        assert game.get_state(board) == state
        wins = [
            mark for mark in "xo" if brute_force_wins(board, mark, sizes[2])
        ]
        assert [game.get_winner(state)] == (wins or [None])
        assert game.is_terminal(state) == bool(wins or " " not in board[0])


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        ((0, 1, 0, 1, 0, 1, 0), "x wins"),  # upright
        ((0, 0, 1, 1, 2, 2, 3), "x wins"),  # along the bottom
        ((6, 0, 6, 1, 6, 2, 5, 3), "o wins"),
        ((0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3), "x wins"),  # a rising diagonal
        ((6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3), "x wins"),  # a falling one
    ],
)
def test_four_in_a_line_win(moves, outcome):
    game = ConnectFour()
    before, state = play(game, *moves[:-1]), play(game, *moves)
    assert not game.is_terminal(before)
    assert game.is_terminal(state)
    assert game.get_actions(state) == []
    assert game.get_outcome(state) == outcome
    assert game.get_reward(state) == ((1, -1) if outcome[0] == "x" else (-1, 1))
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(state, 0)
    assert game.get_state(game.get_board(state)) == state


def test_a_line_does_not_run_on_over_the_top():
    game = ConnectFour(2, 3, 3)
    state = game.get_state(["x.", "xo", "ox"])
    assert not game.is_terminal(state)


def test_a_full_board_is_a_draw():
    game = ConnectFour(2, 2, 3)
    state = play(game, 0, 1, 1, 0)
    assert game.is_terminal(state)
    assert game.get_outcome(state) == "draw"
    assert game.get_reward(state) == (0, 0)


def test_one_disc_may_end_two_lines():
    game = ConnectFour(5, 3, 3)
    state = game.get_state([".....", "o.o..", "xxxxo"])
    assert game.get_outcome(state) == "x wins"


@pytest.mark.parametrize("action", [0, 7, -1, "3", 2.5, (3, 0), None, [3]])
def test_an_illegal_action_is_refused(action):
    game = ConnectFour(height=1)
    state = play(game, 0)
    with pytest.raises(
        ValueError, match=r"illegal action .* legal actions: 1, 2, 3, 4, 5, 6$"
    ):
        game.get_transition(state, action)


@pytest.mark.parametrize(
    ("board", "rule"),
    [
        (["....", "...."], "4 rows of 4 cells, the top row first"),
        (["...", "...", "...", "..."], "4 rows of 4 cells"),
        ("x", "4 rows of 4 cells"),
        (None, "4 rows of 4 cells"),
        (5.0, "4 rows of 4 cells"),
        (
            ["....", "....", "....", "X..."],
            "holds 'x', 'o', '.' or ' ', not 'X'",
        ),
        ([[".", ".", ".", 1]] * 4, "holds 'x', 'o', '.' or ' ', not 1"),
        ([[".", ".", ".", "xo"]] * 4, "not 'xo'"),
        (["....", "x...", "....", "...."], "discs fall to the bottom"),
        (["....", ".o..", "x...", "x..."], "discs fall to the bottom"),
        (["....", "....", "....", "xx.."], "take turns and x begins"),
        (["....", "....", "....", "o..."], "take turns and x begins"),
        (["xo..", "xo..", "xo..", "xo.."], "cannot both win"),
        (["....", "o...", "ooo.", "xxxx"], "play ends with the first line"),
        (["x...", "x...", "xxx.", "oooo"], "play ends with the first line"),
    ],
)
def test_an_impossible_board_is_refused(board, rule):
    with pytest.raises(ValueError, match=rule):
        ConnectFour(4, 4).get_state(board)


@pytest.mark.parametrize(
    "board",
    [
        [".......", "oxo....", "xxxo..."],  # discs lie on the whole line
        ["x.....x", "xo....x", "xoo.oox"],  # two lines, apart
    ],
)
def test_a_line_that_was_not_made_last_is_refused(board):
    with pytest.raises(ValueError, match="play ends with the first line"):
        ConnectFour(7, 3, 3).get_state(board)


@pytest.mark.parametrize("name", ["width", "height", "connect"])
@pytest.mark.parametrize("size", [0, -1, 2.5, "4"])
def test_a_board_that_cannot_be_is_refused(name, size):
    with pytest.raises(ValueError, match=rf"{name} is {size!r}: give a whole"):
        ConnectFour(**{name: size})


@pytest.mark.parametrize("sizes", [(3, 3, 3), (4, 3, 3), (2, 4, 3)])
def test_mirror_images_have_one_key(sizes):
    game = ConnectFour(*sizes)
    pairs = set()
    for state in reachable(game):
        board = tuple(game.get_board(state))
        mirrored = tuple(row[::-1] for row in board)
        pairs.add((min(board, mirrored), game.get_symmetry_key(state)))
    assert (
        len(pairs) == len({b for b, _ in pairs}) == len({k for _, k in pairs})
    )


@pytest.mark.parametrize(
    ("sizes", "value", "states"),
    [
        ((3, 3, 3), (0, 0), 694),
        ((4, 3, 3), (1, -1), 7_157),
        ((4, 4, 3), (1, -1), 41_750),
        ((3, 2, 2), (1, -1), None),
        ((1, 5, 2), (0, 0), 6),
    ],
)
def test_three_in_a_line_on_small_boards(sizes, value, states):
    game = ConnectFour(*sizes)
    for solver in BackwardInduction, SymmetricBackwardInduction:
        assert solver(game).backward_induction(0).value == value
    assert states in (None, len(reachable(game)))


def test_four_by_four_is_a_draw_with_161029_states():
    game = ConnectFour(4, 4)
    node = SymmetricBackwardInduction(game).backward_induction(0)
    assert node.value == (0, 0)
    assert node.best_actions == [0, 1, 2, 3]
    assert len(reachable(game)) == 161_029
