"""Pig."""

from fractions import Fraction
from functools import cache

import pytest

from mastering_games.game import CHANCE, check_game
from mastering_games.games.pig import Pig, PigState
from tests.games.test_games import play, reachable

COIN = {1: 0.5, 2: 0.5}


@pytest.mark.parametrize(
    "game",
    [
        Pig(),
        Pig(1),
        Pig(5, faces=1),
        Pig(12, faces=3),
        Pig(10, die=COIN),
        Pig(7, die={4: Fraction(1, 3), 1: Fraction(2, 3)}),
        Pig(7, die={2: 1}),
    ],
)
def test_the_contract_is_kept(game):
    assert check_game(game) == []


def test_the_contract_is_kept_in_a_long_game():
    with pytest.warns(UserWarning, match="looked at the first"):
        assert check_game(Pig(100), max_states=1_000) == []


def test_a_turn():
    game = Pig()
    start = game.get_initial_state()
    assert start == PigState((0, 0), 0, 0, False)
    assert game.get_actions(start) == ["roll"], "there is nothing to hold yet"
    rolling = game.get_transition(start, "roll")
    assert start == PigState((0, 0), 0, 0, False)
    assert game.get_player_turn(rolling) == CHANCE
    assert game.get_actions(rolling) == [1, 2, 3, 4, 5, 6]
    five = game.get_transition(rolling, 5)
    assert game.get_player_turn(five) == "Ann"
    assert game.get_actions(five) == ["roll", "hold"]
    assert game.get_transition(five, "hold") == PigState((5, 0), 0, 1, False)
    again = play(game, "roll", 5, "roll", 2)
    assert again == PigState((0, 0), 7, 0, False)
    lost = play(game, "roll", 5, "roll", 1)
    assert lost == PigState((1, 0), 0, 1, False), "one point, and Bob's turn"
    assert game.get_player_turn(lost) == "Bob"
    assert [game.to_string(s) for s in (start, rolling, five, again, lost)] == [
        "0 : 0",
        "0 : 0, rolling",
        "0 : 0, turn 5",
        "0 : 0, turn 7",
        "1 : 0",
    ]


@pytest.mark.parametrize("points", [(5, 4), (6, 6), (6, 5)])
def test_who_can_win_can_only_hold(points):
    game = Pig(9)
    state = play(game, "roll", points[0], "roll", points[1])
    assert game.get_actions(state) == ["hold"]
    assert game.get_reward(state) == (0, 0)
    end = game.get_transition(state, "hold")
    assert game.is_terminal(end)
    assert game.get_actions(end) == []
    assert game.get_reward(end) == (1, -1)
    assert game.get_outcome(end) == "Ann wins"
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, "roll")


def test_bob_wins():
    game = Pig(6)
    end = play(game, "roll", 1, "roll", 6, "hold")
    assert game.get_reward(end) == (-1, 1)
    assert game.get_outcome(end) == "Bob wins"


def test_the_point_for_a_1_may_win():
    game = Pig(6)
    end = play(game, "roll", 5, "hold", "roll", 1, "roll", 1)
    assert game.is_terminal(end)
    assert game.get_outcome(end) == "Ann wins"


def test_the_odds():
    rolling = play(Pig(), "roll")
    odds = [Pig().get_probability(rolling, face) for face in range(1, 7)]
    assert odds == [1 / 6] * 6
    assert Pig(die=COIN).get_probability(rolling, 2) == 0.5
    exact = Pig(die={3: Fraction(1, 3), 1: Fraction(2, 3)})
    assert exact.get_actions(rolling) == [3, 1]
    assert exact.get_probability(rolling, 1) == Fraction(2, 3)
    with pytest.raises(ValueError, match=r"illegal action 2 .* actions: 3, 1"):
        exact.get_probability(rolling, 2)
    with pytest.raises(
        ValueError, match=r"no die rolls in .*: ask where chance"
    ):
        exact.get_probability(exact.get_initial_state(), "roll")


def test_a_die_given_is_copied():
    die = dict(COIN)
    game = Pig(die=die)
    die[2] = 7
    assert game.get_probability(play(game, "roll"), 2) == 0.5


@pytest.mark.parametrize("action", ["hold", "fold", 3, None, [1], ("roll",)])
def test_an_illegal_action_is_refused(action):
    game = Pig()
    with pytest.raises(ValueError, match=r"illegal .* legal actions: 'roll'$"):
        game.get_transition(game.get_initial_state(), action)


@pytest.mark.parametrize("action", [0, 7, "roll", None, [1]])
def test_a_face_that_the_die_lacks_is_refused(action):
    game = Pig()
    with pytest.raises(
        ValueError, match=r"illegal .* legal actions: 1, 2, 3, 4"
    ):
        game.get_transition(play(game, "roll"), action)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"target": 0}, "target is 0: give a whole number from 1"),
        ({"target": 2.5}, r"target is 2\.5: give a whole number from 1"),
        ({"faces": 0}, "faces is 0: give a whole number from 1"),
        ({"die": {}}, "the probabilities must sum to 1"),
        ({"die": {1: 0.5, 2: 0.4}}, "the probabilities must sum to 1"),
        ({"die": {1: 0.5, 2: 0.5 + 1e-8}}, "the probabilities must sum to 1"),
        ({"die": {1: 1, 2: 0}}, "give each face a probability above 0"),
        ({"die": {1: 1.5, 2: -0.5}}, "give each face a probability above 0"),
        ({"die": {1: "1"}}, "give each face a probability above 0"),
        ({"die": {0: 0.5, 1: 0.5}}, "faces are numbers from 1"),
        ({"die": {"six": 1}}, "faces are numbers from 1"),
        ({"die": {1.5: 1}}, "faces are numbers from 1"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Pig(**arguments)


def test_rounding_is_forgiven():
    assert sum(Pig(die=dict.fromkeys(range(1, 50), 1 / 49)).die.values()) != 1


def value(game):
    """What best play pays Ann on average."""

    @cache
    def value_of(state):
        if game.is_terminal(state):
            return game.get_reward(state)[0]
        values = {
            action: value_of(game.get_transition(state, action))
            for action in game.get_actions(state)
        }
        mover = game.get_player_turn(state)
        if mover == CHANCE:
            return sum(
                game.get_probability(state, face) * v
                for face, v in values.items()
            )
        return (max if mover == "Ann" else min)(values.values())

    return value_of(game.get_initial_state())


def test_small_games_by_hand():
    assert value(Pig(1)) == pytest.approx(1), "the first roll wins"
    # A 2 wins at once; after a 1 each, whatever Ann rolls wins: 3/4 for Ann.
    assert value(Pig(2, die=COIN)) == 0.5
    assert value(Pig(3, die={1: 1})) == 1
    assert value(Pig(4, die={2: 1})) == 1


def test_who_begins_has_the_advantage():
    assert 0 < value(Pig(20)) < value(Pig(10)) < 1


def test_the_number_of_states():
    assert len(reachable(Pig())) == 2_496
    assert len(reachable(Pig(10, die=COIN))) == 1_013
