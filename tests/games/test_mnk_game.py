"""Tic-tac-toe on boards of any size."""

import pytest

from mastering_games.game import check_game
from mastering_games.games.mnk_game import MNKGame
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.symmetric_backward_induction import (
    SymmetricBackwardInduction,
)
from tests.games.test_games import play, reachable


@pytest.mark.parametrize("sizes", [(3, 3, 3), (1, 1, 1), (2, 3, 2), (3, 2, 4)])
def test_the_contract_is_kept(sizes):
    assert check_game(MNKGame(*sizes)) == []


def test_the_contract_is_kept_on_a_larger_board():
    with pytest.warns(UserWarning, match="looked at the first"):
        assert check_game(MNKGame(15, 15, 5), max_states=300) == []


def test_it_is_tic_tac_toe_on_three_by_three():
    """Side by side with the chapter's game, through all of its states."""
    game, known = MNKGame(), TicTacToe()
    pairs = {game.get_initial_state(): known.get_initial_state()}
    waiting = list(pairs)
    for state in waiting:
        other = pairs[state]
        assert game.get_board(state) == known.get_board(other)
        assert game.get_actions(state) == known.get_actions(other)
        assert game.is_terminal(state) == known.is_terminal(other)
        assert game.get_reward(state) == known.get_reward(other)
        assert game.get_player_turn(state) == known.get_player_turn(other)
        assert game.to_string(state) == known.to_string(other)
        if game.is_terminal(state):
            assert game.get_outcome(state) == known.get_outcome(other)
        for action in game.get_actions(state):
            child = game.get_transition(state, action)
            if child not in pairs:
                pairs[child] = known.get_transition(other, action)
                waiting.append(child)
    assert len(pairs) == len(set(pairs.values())) == 5_478
    assert len(set(map(game.get_symmetry_key, pairs))) == 765


def brute_force_wins(board, mark, length):
    """Look along every line of the board, cell by cell."""
    height, width = len(board), len(board[0])
    for row in range(height):
        for column in range(width):
            for down, right in (0, 1), (1, 0), (1, 1), (1, -1):
                cells = [
                    (row + down * i, column + right * i) for i in range(length)
                ]
                if all(
                    0 <= r < height and 0 <= c < width and board[r][c] == mark
                    for r, c in cells
                ):
                    return True
    return False


@pytest.mark.parametrize(
    "sizes", [(4, 3, 3), (3, 4, 2), (2, 5, 3), (4, 2, 4), (1, 4, 2)]
)
def test_lines_are_found_where_they_are(sizes):
    game = MNKGame(*sizes)
    for state in list(reachable(game))[:3_000]:
        board = game.get_board(state)
        wins = [
            mark for mark in "xo" if brute_force_wins(board, mark, sizes[2])
        ]
        assert [game.get_winner(state)] == (wins or [None])


def test_no_line_runs_over_the_edge():
    game = MNKGame(4, 3, 3)
    state = play(game, (0, 2), (2, 2), (0, 3), (2, 0), (1, 0))
    assert game.get_board(state) == ["  xx", "x   ", "o o "]
    assert not game.is_terminal(state)


def test_long_lines_on_a_large_board():
    game = MNKGame(15, 15, 5)
    moves = [cell for i in range(4) for cell in ((14 - i, 3 + i), (0, i))]
    state = play(game, *moves)
    assert not game.is_terminal(state)
    before = state
    assert game.get_outcome(game.get_transition(state, (10, 7))) == "x wins"
    assert state == before
    assert not game.is_terminal(game.get_transition(state, (14, 14)))


@pytest.mark.parametrize("action", [(0, 0), (3, 0), (-1, 0), 4, "a", [1, 1]])
def test_an_illegal_action_is_refused(action):
    game = MNKGame()
    state = play(game, (0, 0))
    with pytest.raises(ValueError, match=r"illegal action .*legal .*\(0, 1\)"):
        game.get_transition(state, action)


def test_nobody_moves_after_the_end():
    game = MNKGame(in_a_row=1)
    state = play(game, (1, 1))
    assert game.is_terminal(state)
    assert game.get_actions(state) == []
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(state, (0, 0))


@pytest.mark.parametrize("name", ["columns", "rows", "in_a_row"])
@pytest.mark.parametrize("size", [0, -3, 2.5, "3", None])
def test_a_board_that_cannot_be_is_refused(name, size):
    with pytest.raises(ValueError, match=rf"{name} is {size!r}: give a whole"):
        MNKGame(**{name: size})


@pytest.mark.parametrize(
    ("columns", "rows", "classes"), [(2, 2, 8), (3, 2, None), (2, 3, None)]
)
def test_symmetric_boards_have_one_key(columns, rows, classes):
    game = MNKGame(columns, rows, 5)
    orbits, keys = set(), set()
    for state in reachable(game):
        board = tuple(map(tuple, game.get_board(state)))
        turned = [board, board[::-1]]
        turned += [tuple(row[::-1] for row in view) for view in turned]
        if columns == rows:
            turned += [tuple(zip(*view)) for view in turned]
        orbits.add(min(turned))
        keys.add((min(turned), game.get_symmetry_key(state)))
    assert len(orbits) == len(keys) == len({key for _, key in keys})
    assert classes in (None, len(keys))


@pytest.mark.parametrize(
    "solver", [BackwardInduction, SymmetricBackwardInduction]
)
@pytest.mark.parametrize(
    ("sizes", "value"),
    [
        ((3, 3, 3), (0, 0)),
        ((4, 3, 3), (1, -1)),
        ((3, 4, 3), (1, -1)),
        ((2, 2, 2), (1, -1)),
        ((3, 2, 3), (0, 0)),
        ((3, 3, 4), (0, 0)),
    ],
)
def test_known_values(solver, sizes, value):
    assert solver(MNKGame(*sizes)).backward_induction(0).value == value


def x_can_force(game, state, marks):
    """Whether x can win with so many more marks, whatever o does."""
    if game.is_terminal(state):
        return game.get_reward(state) == (1, -1)
    if marks == 0:
        return False
    x_moves = game.get_player_turn(state) == "x"
    return (any if x_moves else all)(
        x_can_force(game, game.get_transition(state, action), marks - x_moves)
        for action in game.get_actions(state)
    )


def test_x_wins_three_in_a_row_on_four_by_four():
    """Its 6,036,001 states would take too long; a forced win is enough."""
    game = MNKGame(4, 4, 3)
    assert x_can_force(game, play(game, (1, 1)), 2)
    assert not x_can_force(game, game.get_initial_state(), 2)
    assert not x_can_force(MNKGame(), 0, 5), "it is a draw on three by three"
