"""Nim."""

from functools import reduce
from itertools import product
from operator import xor

import pytest

from mastering_games.game import check_game
from mastering_games.games.nim import Nim
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.symmetric_backward_induction import (
    SymmetricBackwardInduction,
)
from tests.games.test_games import play, reachable

HEAPS = list(product(range(4), range(5), range(6)))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(0,), (5,), (1, 2, 3), (2, 2, 2, 1)])
def test_the_contract_is_kept(heaps, misere):
    assert check_game(Nim(heaps, misere)) == []


def test_the_contract_is_kept_with_larger_heaps():
    with pytest.warns(UserWarning, match="looked at the first"):
        assert check_game(Nim((9, 9, 9, 9)), max_states=300) == []


def test_taking():
    game = Nim((2, 1))
    state = game.get_initial_state()
    assert state == ((2, 1), 0)
    assert game.get_actions(state) == [(0, 1), (0, 2), (1, 1)]
    assert game.get_transition(state, (0, 2)) == ((0, 1), 1)
    assert state == ((2, 1), 0)
    assert game.get_player_turn(state) == "first"
    assert game.get_player_turn(((0, 1), 1)) == "second"
    assert game.to_string(state) == "2, 1"
    assert Nim([2, 1]).get_initial_state() == state
    assert len(reachable(Nim())) == 2 * 4 * 5 * 6 - 2**3


@pytest.mark.parametrize(
    ("misere", "payoffs", "outcome"),
    [(False, (1, -1), "first wins"), (True, (-1, 1), "second wins")],
)
def test_the_last_object_decides(misere, payoffs, outcome):
    game = Nim((2, 1), misere)
    assert game.get_reward(play(game, (0, 1))) == (0, 0)
    end = play(game, (0, 1), (0, 1), (1, 1))
    assert game.is_terminal(end)
    assert game.get_actions(end) == []
    assert game.get_reward(end) == payoffs
    assert game.get_outcome(end) == outcome
    other_end = play(game, (0, 2), (1, 1))
    assert game.get_reward(other_end) == payoffs[::-1]
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, (0, 1))


@pytest.mark.parametrize(
    "action", [(0, 0), (0, 3), (2, 1), (-1, 1), (0,), 1, "all", None, [0, 1]]
)
def test_an_illegal_action_is_refused(action):
    with pytest.raises(
        ValueError,
        match=r"illegal .* legal actions: \(0, 1\), \(0, 2\), \(1, 1\)",
    ):
        Nim((2, 1)).get_transition(((2, 1), 0), action)


@pytest.mark.parametrize("heaps", [(3, -1), (2.5,), ("3",), (None, 1)])
def test_a_heap_that_cannot_be_is_refused(heaps):
    with pytest.raises(ValueError, match=r"a heap of .*: give whole numbers"):
        Nim(heaps)


def test_no_heaps_are_refused():
    with pytest.raises(
        ValueError, match="there are no heaps: give one or more"
    ):
        Nim(())


def test_the_order_of_the_heaps_does_not_matter():
    game = Nim((3, 3, 3))
    assert game.get_symmetry_key(((3, 1, 2), 1)) == ((1, 2, 3), 1)
    keys = {game.get_symmetry_key(state) for state in reachable(game)}
    heaps = {tuple(sorted(heaps)) for heaps in product(range(4), repeat=3)}
    assert len(heaps) == 20
    assert keys == set(product(heaps, (0, 1))) - {
        ((3, 3, 3), 1),
        ((2, 3, 3), 0),
        ((2, 2, 3), 1),
        ((2, 2, 2), 0),
    }, "with at most one taken from each heap, it is clear who moves"


@pytest.mark.parametrize(
    "solver", [BackwardInduction, SymmetricBackwardInduction]
)
@pytest.mark.parametrize("misere", [False, True])
def test_bouton_was_right(solver, misere):
    """Lost where the sum without carries is 0; misere, unless all are small."""
    for heaps in HEAPS:
        game = Nim(heaps, misere)
        value = solver(game).backward_induction((heaps, 0)).value
        lost = reduce(xor, heaps) == 0
        if misere and max(heaps) <= 1:
            lost = not lost
        assert value == ((-1, 1) if lost else (1, -1))


def test_the_only_winning_action():
    node = BackwardInduction(Nim()).backward_induction(((3, 4, 5), 0))
    assert node.best_actions == [(0, 2)], "which leaves 1, 4 and 5"
