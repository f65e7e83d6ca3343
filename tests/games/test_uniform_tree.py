"""The uniform tree."""

import itertools

import pytest

from mastering_games.game import check_game
from mastering_games.games.uniform_tree import UniformTree
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from tests.games.test_games import play, reachable


def payoffs(game, branching, depth):
    """What MAX gets, play by play."""
    plays = itertools.product(range(branching), repeat=depth)
    return [game.get_reward(state)[0] for state in plays]


@pytest.mark.parametrize("order", ["random", "best", "worst"])
@pytest.mark.parametrize("shape", [(2, 4), (3, 3), (1, 5), (4, 0), (5, 1)])
def test_the_contract_is_kept(shape, order):
    assert check_game(UniformTree(*shape, order=order)) == []


def test_the_contract_is_kept_in_a_large_tree():
    with pytest.warns(UserWarning, match="looked at the first"):
        assert check_game(UniformTree(2, 16), max_states=500) == []


@pytest.mark.parametrize(("branching", "depth"), [(2, 4), (3, 3), (1, 5)])
def test_the_shape(branching, depth):
    states = reachable(UniformTree(branching, depth))
    assert len(states) == sum(branching**d for d in range(depth + 1))


def test_moving():
    game = UniformTree(3, 2)
    state = game.get_initial_state()
    assert state == ()
    assert game.get_player_turn(state) == "MAX"
    assert list(game.get_actions(state)) == [0, 1, 2]
    child = game.get_transition(state, 2)
    assert state == ()
    assert child == (2,)
    assert game.get_player_turn(child) == "MIN"
    assert game.get_reward(child) == (0, 0)
    assert game.to_string(state) == "start"
    end = game.get_transition(child, 1)
    assert game.is_terminal(end)
    assert not list(game.get_actions(end))
    assert game.to_string(end) == "2 1"
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, 0)


@pytest.mark.parametrize("action", [3, -1, 1.0, "0", None, (0,), [0]])
def test_an_illegal_action_is_refused(action):
    with pytest.raises(ValueError, match=r"illegal .* legal actions: 0, 1, 2$"):
        UniformTree(3, 2).get_transition((), action)


def test_the_seed_decides_all():
    """Written down: they must not change with Python's version or hashing."""
    assert payoffs(UniformTree(2, 3, seed=0), 2, 3) == [
        7, 5, -2, -5, 0, -2, 6, -4,
    ]  # fmt: skip
    first, again, other = (
        payoffs(UniformTree(3, 5, seed), 3, 5) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_the_payoffs_are_zero_sum_and_within_bounds():
    game = UniformTree(4, 5, lowest=-2, highest=3)
    assert set(payoffs(game, 4, 5)) == {-2, -1, 0, 1, 2, 3}
    assert all(
        game.get_reward(state) == (p, -p)
        for state in reachable(game)
        for p in game.get_reward(state)[:1]
    )
    assert set(payoffs(UniformTree(2, 4, lowest=5, highest=5), 2, 4)) == {5}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("shape", [(2, 6), (3, 4), (4, 3), (1, 3), (3, 0)])
def test_orders(shape, seed):
    branching, depth = shape
    games = {
        order: UniformTree(branching, depth, seed, order)
        for order in ("random", "best", "worst")
    }
    drawn = {order: payoffs(g, branching, depth) for order, g in games.items()}
    values = set()
    for order, game in games.items():
        assert sorted(drawn[order]) == sorted(drawn["random"])
        root = BackwardInduction(game).backward_induction(())
        values.add(root.value)
        waiting = [root]
        for node in waiting:
            waiting += node.children.values()
            if node.children and order != "random":
                first = [child.value for child in node.children.values()]
                mover = ["MAX", "MIN"].index(node.player)
                falling = order == "best"
                assert first == sorted(
                    first, key=lambda v: v[mover], reverse=falling
                )
                assert (0 if falling else branching - 1) in node.best_actions
    assert len(values) == 1, "the same tree but for the order of its actions"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"branching": 0}, "branching is 0: give a whole number from 1"),
        ({"branching": 2.0}, r"branching is 2\.0: give a whole number from 1"),
        ({"depth": -1}, "depth is -1: give a whole number from 0"),
        ({"depth": None}, "depth is None: give a whole number from 0"),
        ({"seed": None}, "seed is None: give a whole number from 0"),
        ({"seed": -1}, "seed is -1: give a whole number from 0"),
        ({"lowest": 0.5}, r"lowest is 0\.5: give a whole number$"),
        ({"lowest": 3, "highest": 2}, "highest is 2: .* from 3"),
        ({"order": "good"}, "order is 'good': give one of .*'best'"),
        ({"depth": 21}, "branching 2 and depth 21 make more than 2000000 leav"),
        ({"depth": 10**9}, "make more than 2000000 leaves"),
        ({"branching": 126, "depth": 3}, "make more than 2000000 leaves"),
        ({"branching": 2_000_001, "depth": 1}, "more than 2000000 leaves"),
    ],
)
def test_a_tree_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        UniformTree(**arguments)


def test_the_largest_tree_of_ten_actions():
    game = UniformTree(10, 6, seed=3, lowest=0, highest=99)
    assert game.is_terminal(play(game, 9, 9, 9, 9, 9, 9))
    assert game.get_reward((9,) * 6) == (game.payoffs[-1], -game.payoffs[-1])
