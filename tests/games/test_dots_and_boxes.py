"""Dots and Boxes."""

import random

import pytest

from mastering_games.game import check_game
from mastering_games.games.dots_and_boxes import DotsAndBoxes
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.symmetric_backward_induction import (
    SymmetricBackwardInduction,
)
from tests.games.test_games import play, reachable

LEFT_BOX = [("h", 0, 0), ("h", 1, 0), ("v", 0, 0), ("v", 0, 1)]


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (1, 3), (2, 2)])
def test_the_contract_is_kept(sizes):
    assert check_game(DotsAndBoxes(*sizes)) == []


def test_the_contract_is_kept_on_a_larger_grid():
    with pytest.warns(UserWarning, match="looked at the first"):
        assert check_game(DotsAndBoxes(5, 4), max_states=500) == []


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (2, 2), (4, 3)])
def test_the_edges(sizes):
    columns, rows = sizes
    game = DotsAndBoxes(*sizes)
    assert set(game.get_actions(game.get_initial_state())) == {
        ("h", row, column)
        for row in range(rows + 1)
        for column in range(columns)
    } | {
        ("v", row, column)
        for row in range(rows)
        for column in range(columns + 1)
    }


def test_who_closes_a_box_moves_again():
    game = DotsAndBoxes(2, 1)
    state = play(game, *LEFT_BOX[:3])
    assert game.get_player_turn(state) == "second"
    before = state
    assert game.completes_box(state, ("v", 0, 1)) == 1
    assert game.completes_box(state, ("v", 0, 2)) == 0
    closed = game.get_transition(state, ("v", 0, 1))
    assert state == before
    assert game.get_player_turn(closed) == "second"
    assert closed[1] == -1
    assert game.get_reward(closed) == (0, 0), "paid at the end only"
    passed_on = game.get_transition(state, ("v", 0, 2))
    assert game.get_player_turn(passed_on) == "first"
    assert passed_on[1] == 0


def test_one_edge_may_close_two_boxes():
    game = DotsAndBoxes(2, 1)
    outside = [edge for edge in game.get_actions((0, 0, 0)) if edge[2] != 1]
    outside += [("h", 0, 1), ("h", 1, 1)]
    state = play(game, *outside)
    assert game.get_actions(state) == [("v", 0, 1)]
    assert game.completes_box(state, ("v", 0, 1)) == 2
    end = game.get_transition(state, ("v", 0, 1))
    assert game.is_terminal(end)
    assert game.get_reward(end) == (2, -2)
    assert game.get_outcome(end) == "first wins"
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, ("v", 0, 1))


def test_outcomes():
    game = DotsAndBoxes(1, 1)
    end = play(game, *LEFT_BOX)
    assert game.get_reward(end) == (-1, 1)
    assert game.get_outcome(end) == "second wins"
    game = DotsAndBoxes(2, 1)
    drawn = [end for end in reachable(game) if game.is_terminal(end)]
    assert {game.get_outcome(end) for end in drawn if end[1] == 0} == {"draw"}


def test_a_picture_in_characters():
    game = DotsAndBoxes(2, 2)
    state = play(game, *LEFT_BOX, ("v", 1, 2), ("h", 2, 1))
    assert game.to_string(state).splitlines() == [
        "+---+   +",
        "| # |",
        "+---+   +",
        "        |",
        "+   +---+",
        "margin -1",
    ]
    assert game.to_string((0, 0, 0)).endswith("\nmargin 0")
    assert game.to_string((0, 2, 0)).endswith("\nmargin +2")


def test_the_boxes_of_random_plays_add_up():
    """Counted anew from the edges drawn, box by box."""
    game, rng = DotsAndBoxes(3, 3), random.Random(1)
    for _ in range(50):
        state, drawn, boxes = game.get_initial_state(), set(), {0: 0, 1: 0}
        while not game.is_terminal(state):
            action = rng.choice(game.get_actions(state))
            mover = state[2]
            drawn.add(action)
            closed = sum(
                {("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)}
                <= drawn
                for r in range(3)
                for c in range(3)
            )
            new = closed - sum(boxes.values())
            assert game.completes_box(state, action) == new
            boxes[mover] += new
            state = game.get_transition(state, action)
            assert state[2] == (mover if new else 1 - mover)
            assert state[1] == boxes[0] - boxes[1]
            assert game.to_string(state).count("#") == closed
        assert sum(boxes.values()) == 9


@pytest.mark.parametrize(
    "action",
    [
        ("h", 0, 0),
        ("h", 3, 0),
        ("v", 0, -1),
        ("d", 0, 0),
        "h",
        None,
        ["h", 0, 1],
    ],
)
def test_an_illegal_action_is_refused(action):
    game = DotsAndBoxes(2, 2)
    state = play(game, ("h", 0, 0))
    for method in game.get_transition, game.completes_box:
        with pytest.raises(
            ValueError, match=r"illegal action .* legal actions"
        ):
            method(state, action)


@pytest.mark.parametrize("name", ["columns", "rows"])
@pytest.mark.parametrize("size", [0, -1, 1.5, "2"])
def test_a_grid_that_cannot_be_is_refused(name, size):
    with pytest.raises(ValueError, match=rf"{name} is {size!r}: give a whole"):
        DotsAndBoxes(**{name: size})


def views(edges, columns, rows):
    """The edges as the grid's mirrored and transposed views show them."""
    views = [edges]
    views += [
        {(k, (rows if k == "h" else rows - 1) - r, c) for k, r, c in view}
        for view in views
    ]
    views += [
        {(k, r, (columns - 1 if k == "h" else columns) - c) for k, r, c in view}
        for view in views
    ]
    if columns == rows:
        views += [
            {("v" if k == "h" else "h", c, r) for k, r, c in view}
            for view in views
        ]
    return views


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2)])
def test_symmetric_states_have_one_key(sizes):
    game = DotsAndBoxes(*sizes)
    edges = set(game.get_actions(game.get_initial_state()))
    pairs = set()
    for state in reachable(game):
        drawn = edges - set(game.get_actions(state))
        first = min(sorted(view) for view in views(drawn, *sizes))
        orbit = (tuple(first), *state[1:])
        pairs.add((orbit, game.get_symmetry_key(state)))
    assert (
        len(pairs) == len({o for o, _ in pairs}) == len({k for _, k in pairs})
    )


@pytest.mark.parametrize(
    "solver", [BackwardInduction, SymmetricBackwardInduction]
)
@pytest.mark.parametrize(
    ("sizes", "margin"),
    [((1, 1), -1), ((2, 1), 0), ((1, 2), 0), ((3, 1), -1), ((2, 2), 2)],
)
def test_known_margins(solver, sizes, margin):
    node = solver(DotsAndBoxes(*sizes)).backward_induction((0, 0, 0))
    assert node.value == (margin, -margin)


def test_the_second_player_wins_by_two_on_three_by_two():
    game = DotsAndBoxes(3, 2)
    node = SymmetricBackwardInduction(game).backward_induction((0, 0, 0))
    assert node.value == (-2, 2)


def test_the_number_of_states():
    counts = [len(reachable(DotsAndBoxes(n, 1))) for n in (1, 2, 3)]
    assert counts == [16, 142, 1_238]
    assert len(reachable(DotsAndBoxes(2, 2))) == 5_349
