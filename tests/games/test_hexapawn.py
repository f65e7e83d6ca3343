"""Hexapawn."""

from collections import Counter

import pytest

from mastering_games.game import check_game
from mastering_games.games.hexapawn import Hexapawn
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.symmetric_backward_induction import (
    SymmetricBackwardInduction,
)
from tests.games.test_games import play, reachable


@pytest.mark.parametrize("sizes", [(3, 3), (1, 3), (4, 3), (3, 4)])
def test_the_contract_is_kept(sizes):
    assert check_game(Hexapawn(*sizes)) == []


def test_the_contract_is_kept_on_a_chess_board():
    with pytest.warns(UserWarning, match="looked at the first"):
        assert check_game(Hexapawn(8, 8), max_states=1_000) == []


def test_the_start():
    game = Hexapawn(4, 3)
    state = game.get_initial_state()
    assert game.get_board(state) == ["bbbb", "    ", "wwww"]
    assert game.to_string(state) == "b b b b\n. . . .\nw w w w"
    assert game.get_player_turn(state) == "white"
    assert game.get_actions(state) == [
        ((2, column), (1, column)) for column in range(4)
    ]


def test_pawns_step_and_capture():
    game = Hexapawn()
    state = play(game, ((2, 1), (1, 1)))
    assert game.get_actions(state) == [
        ((0, 0), (1, 0)),
        ((0, 0), (1, 1)),
        ((0, 2), (1, 1)),
        ((0, 2), (1, 2)),
    ]
    captures = [game.is_capture(state, a) for a in game.get_actions(state)]
    assert captures == [False, True, True, False]
    before = state
    child = game.get_transition(state, ((0, 0), (1, 1)))
    assert state == before
    assert game.get_board(child) == [" bb", " b ", "w w"]
    assert game.get_player_turn(child) == "white"


def test_no_pawn_steps_onto_its_own():
    game = Hexapawn()
    state = (" bb" + " w " + " ww", "white")
    assert game.get_actions(state) == [
        ((1, 1), (0, 2)),
        ((2, 2), (1, 2)),
    ]


@pytest.mark.parametrize(
    ("board", "mover", "outcome"),
    [
        ("wb    b  ", "black", "white wins"),  # white is at the far row
        ("w      b ", "white", "black wins"),  # black is
        ("    bb   ", "white", "black wins"),  # all of white's are captured
        ("    w    ", "black", "white wins"),
        ("b  w     ", "black", "white wins"),  # black cannot move
        ("b  w     ", "white", "black wins"),  # white cannot move
    ],
)
def test_ends(board, mover, outcome):
    game = Hexapawn()
    state = (board, mover)
    assert game.is_terminal(state)
    assert game.get_actions(state) == []
    assert game.get_outcome(state) == outcome
    white_wins = outcome == "white wins"
    assert game.get_reward(state) == ((1, -1) if white_wins else (-1, 1))
    for move in ((0, 1), (1, 1)), ((1, 1), (0, 1)):
        with pytest.raises(ValueError, match="play has ended there"):
            game.get_transition(state, move)


def test_black_wins_in_three_moves():
    """1. b2 axb2 2. cxb2 c2 3. a2 c1"""
    game = Hexapawn()
    moves = [
        ((2, 1), (1, 1)),
        ((0, 0), (1, 1)),
        ((2, 2), (1, 1)),
        ((0, 2), (1, 2)),
        ((2, 0), (1, 0)),
        ((1, 2), (2, 2)),
    ]
    assert not game.is_terminal(play(game, *moves[:-1]))
    end = play(game, *moves)
    assert game.get_board(end) == [" b ", "ww ", "  b"]
    assert game.get_outcome(end) == "black wins"


@pytest.mark.parametrize(
    "action",
    [
        ((2, 0), (0, 0)),
        ((2, 0), (1, 1)),
        ((0, 0), (1, 0)),
        ((1, 0), (0, 0)),
        ((2, 0), (1, -1)),
        (2, 0),
        "a3",
        None,
        [[2, 0], [1, 0]],
    ],
)
def test_an_illegal_action_is_refused(action):
    game = Hexapawn()
    for method in game.get_transition, game.is_capture:
        with pytest.raises(
            ValueError, match=r"illegal action .* legal actions"
        ):
            method(game.get_initial_state(), action)


@pytest.mark.parametrize(
    ("name", "size", "least"),
    [
        ("width", 0, 1),
        ("width", -1, 1),
        ("width", "3", 1),
        ("height", 2, 3),
        ("height", 3.0, 3),
    ],
)
def test_a_board_that_cannot_be_is_refused(name, size, least):
    message = rf"{name} is {size!r}: give a whole number from {least}"
    with pytest.raises(ValueError, match=message):
        Hexapawn(**{name: size})


def pawns_walk(width, height):
    """Every state, by other means: sets of pawns."""
    start = (
        frozenset((height - 1, column) for column in range(width)),
        frozenset((0, column) for column in range(width)),
        0,
    )
    seen, waiting = {start}, [start]
    for *pawns, mover in waiting:
        own, other = pawns[mover], pawns[1 - mover]
        home, step = (height - 1, -1) if mover == 0 else (0, 1)
        if any(row == home for row, _ in other):
            continue
        for row, column in own:
            for to in column - 1, column, column + 1:
                target = (row + step, to)
                if not (0 <= target[0] < height and 0 <= to < width):
                    continue
                if target in own or (to == column) == (target in other):
                    continue
                both = [own - {(row, column)} | {target}, other - {target}]
                state = (*both[:: 1 if mover == 0 else -1], 1 - mover)
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
    return seen


@pytest.mark.parametrize(
    ("sizes", "number"),
    [((3, 3), 135), ((4, 3), 1_128), ((3, 4), 987), ((2, 5), None)],
)
def test_the_states_are_those_of_another_program(sizes, number):
    game = Hexapawn(*sizes)
    states = reachable(game)
    assert number in (None, len(states))
    assert {
        (
            frozenset(
                divmod(i, sizes[0]) for i, p in enumerate(board) if p == "w"
            ),
            frozenset(
                divmod(i, sizes[0]) for i, p in enumerate(board) if p == "b"
            ),
            ["white", "black"].index(mover),
        )
        for board, mover in states
    } == pawns_walk(*sizes)


def test_how_three_by_three_ends():
    game = Hexapawn()
    ends = Counter()
    for board, mover in reachable(game):
        if game.has_arrived((board, mover)):
            ends["arrived"] += 1
        elif mover[0] not in board:
            ends["captured"] += 1
        elif game.is_terminal((board, mover)):
            ends["stuck"] += 1
        else:
            ends["play goes on"] += 1
    assert ends == {
        "play goes on": 70,
        "arrived": 55,
        "stuck": 8,
        "captured": 2,
    }


@pytest.mark.parametrize(
    ("sizes", "classes"), [((3, 3), 71), ((4, 3), 569), ((2, 4), None)]
)
def test_mirror_images_have_one_key(sizes, classes):
    game = Hexapawn(*sizes)
    pairs = set()
    for state in reachable(game):
        board = tuple(game.get_board(state))
        mirrored = tuple(row[::-1] for row in board)
        orbit = (min(board, mirrored), state[1])
        pairs.add((orbit, game.get_symmetry_key(state)))
    assert (
        len(pairs) == len({o for o, _ in pairs}) == len({k for _, k in pairs})
    )
    assert classes in (None, len(pairs))


@pytest.mark.parametrize(
    "solver", [BackwardInduction, SymmetricBackwardInduction]
)
@pytest.mark.parametrize(
    ("sizes", "winner"),
    [
        ((1, 3), "white"),
        ((2, 3), "black"),
        ((3, 3), "black"),
        ((4, 3), "white"),
        ((3, 4), "black"),
        ((4, 4), "white"),
    ],
)
def test_known_values(solver, sizes, winner):
    game = Hexapawn(*sizes)
    node = solver(game).backward_induction(game.get_initial_state())
    assert node.value == ((1, -1) if winner == "white" else (-1, 1))
