"""A security game: the gates of a park."""

from fractions import Fraction

import pytest

from mastering_games.commitment.commitment import StrongResponse
from mastering_games.game import check_game
from mastering_games.games.security_game import PARK, SecurityGame
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from tests.commitment.brute_force import brute_force
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_information,
    check_no_player_moves,
    group_sizes,
    has_perfect_recall,
    sizes,
)

TWO = {"east": [(1, -1), [-2, 3]], "west": [(Fraction(1, 2), 0), (0, 0.5)]}


@pytest.mark.parametrize("rangers", [1, 2, 3, 4])
def test_the_contract_is_kept(rangers):
    game = SecurityGame(rangers=rangers)
    assert check_game(game) == []
    check_information(game)
    assert has_perfect_recall(game)
    patrols = [4, 6, 4, 1][rangers - 1]
    assert sizes(game) == (1 + patrols * 5, patrols * 4, 1, 1)
    assert group_sizes(game, "poacher") == {patrols: 1}


def test_a_park_of_ones_own():
    game = SecurityGame(TWO)
    assert check_game(game) == []
    assert game.get_reward(play(game, "west", "west")) == (Fraction(1, 2), 0)
    assert game.get_reward(play(game, "west", "east")) == (-2, 3)
    TWO["east"][1].append(5)
    assert game.get_reward(play(game, "west", "east")) == (-2, 3), "a copy"
    TWO["east"][1].pop()


def test_plays():
    game = SecurityGame()
    assert game.get_players() == ["ranger", "poacher"]
    patrol = play(game, "river gate")
    assert [game.get_player_turn(s) for s in ((), patrol)] == [
        "ranger",
        "poacher",
    ]
    assert game.get_information_set(patrol) == "poacher: to choose"
    assert game.to_string(patrol) == "river gate, ?"
    assert game.get_reward(patrol) == (0, 0)
    caught = play(game, "river gate", "river gate")
    assert game.get_reward(caught) == (1, -4)
    assert game.get_outcome(caught) == "caught"
    free = play(game, "river gate", "south gate")
    assert game.get_reward(free) == (-4, 6)
    assert game.get_outcome(free) == "escaped"
    check_no_player_moves(game, free)
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(free, "south gate")
    for action in "gate", None, 0, ["south gate"]:
        with pytest.raises(ValueError, match=r"illegal .*: 'north gate', "):
            game.get_transition((), action)


def test_rangers_guard_as_many_gates():
    game = SecurityGame(rangers=2)
    assert game.get_actions(())[0] == "north gate + river gate"
    patrol = play(game, "river gate + south gate")
    for gate in PARK:
        guarded = gate in ("river gate", "south gate")
        assert game.is_caught(play(game, *patrol, gate)) == guarded


def test_the_best_commitment():
    """The north gate is not worth a ranger. Three gates are equally good for the poacher, who comes to the
    forest gate: the best of them for the ranger."""
    game = SecurityGame()
    form = SequenceForm(game)
    odds = dict(zip(PARK, [0, 0.25, 0.25, 0.5]))
    strategy = Strategy.from_behaviour(
        form.treeplexes[0], {"ranger: to choose": odds}
    )
    found = StrongResponse(form, "ranger").commit(strategy)
    assert (found.value, found.follower_value) == (-0.5, 2)
    assert found.response.to_behaviour()["poacher: to choose"] == {
        gate: float(gate == "forest gate") for gate in PARK
    }
    assert brute_force(game, "ranger")[0] == pytest.approx(-0.5)


@pytest.mark.parametrize(
    ("rangers", "value"), [(1, -1 / 2), (2, 1 / 4), (3, 7 / 8), (4, 1)]
)
def test_more_rangers_do_better(rangers, value):
    game = SecurityGame(rangers=rangers)
    assert brute_force(game, "ranger")[0] == pytest.approx(value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"gates": {}}, r"gates is \{\}: give \{name: \(pair, pair\)\}"),
        ({"gates": [1]}, r"gates is \[1\]: give \{name"),
        ({"gates": {1: ((0, 0), (0, 0))}}, "a gate is named 1: give text"),
        ({"gates": {"a + b": ((0, 0), (0, 0))}}, r"named 'a \+ b': give text"),
        ({"gates": {"a": (0, 0, 0, 0)}}, "give each gate two pairs"),
        ({"gates": {"a": (0, 0)}}, "give each gate two pairs"),
        ({"gates": {"a": ((0, 0, 0), (0, 0))}}, r"'a' pays \(0, 0, 0\): give"),
        ({"gates": {"a": ((0, "x"), (0, 0))}}, r"'a' pays \(0, 'x'\): give"),
        ({"rangers": 0}, "rangers is 0: give a whole number from 1 to 4"),
        ({"rangers": 5}, "rangers is 5: give a whole number from 1 to 4"),
        ({"rangers": 1.0}, r"rangers is 1\.0: give a whole number"),
    ],
)
def test_a_park_that_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        SecurityGame(**arguments)
