"""The absent-minded driver."""

from fractions import Fraction

import pytest

from mastering_games.game import check_game
from mastering_games.games.absent_minded_driver import AbsentMindedDriver
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_information,
    check_no_player_moves,
    decisions,
    has_perfect_recall,
    sizes,
)

GAME = AbsentMindedDriver()


def test_the_contract_is_kept():
    assert check_game(GAME) == []
    check_information(GAME)


def test_the_driver_forgets():
    assert sizes(GAME) == (5, 3, 1)
    assert decisions(GAME) == {
        "driver": {"driver: at an exit": [(), ("continue",)]}
    }
    assert not has_perfect_recall(GAME)


@pytest.mark.parametrize(
    ("moves", "payoff", "outcome"),
    [
        (["exit"], 0, "bad neighbourhood"),
        (["continue", "exit"], 4, "home"),
        (["continue", "continue"], 1, "motel"),
    ],
)
def test_plays(moves, payoff, outcome):
    end = play(GAME, *moves)
    assert GAME.is_terminal(end)
    assert GAME.get_actions(end) == []
    assert GAME.get_reward(end) == (payoff,)
    assert GAME.get_outcome(end) == outcome
    assert GAME.to_string(end) == ", ".join(moves)
    check_no_player_moves(GAME, end)
    with pytest.raises(ValueError, match="play has ended there"):
        GAME.get_transition(end, "exit")


def test_on_the_way():
    assert GAME.get_players() == ["driver"]
    assert GAME.to_string(()) == "start"
    for state in (), ("continue",):
        assert GAME.get_player_turn(state) == "driver"
        assert GAME.get_actions(state) == ["exit", "continue"]
        assert GAME.get_reward(state) == (0,)


def test_the_plan_that_is_best_beforehand():
    """Who continues with probability p gets 4p(1 - p) + p^2: most at 2/3, more than any pure plan pays."""

    def value(state, p):
        if GAME.is_terminal(state):
            return GAME.get_reward(state)[0]
        leave, stay = (
            value(GAME.get_transition(state, action), p)
            for action in GAME.get_actions(state)
        )
        return (1 - p) * leave + p * stay

    values = {n: value((), Fraction(n, 12)) for n in range(13)}
    assert max(values, key=values.get) == 8
    assert values[8] == Fraction(4, 3)
    assert (values[0], values[12]) == (0, 1)


@pytest.mark.parametrize("action", ["go on", "", 0, None, ["exit"]])
def test_an_illegal_action_is_refused(action):
    for state in (), ("continue",):
        with pytest.raises(
            ValueError, match=r"illegal .*: 'exit', 'continue'$"
        ):
            GAME.get_transition(state, action)
