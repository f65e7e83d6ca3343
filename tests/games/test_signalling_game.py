"""Beer or quiche."""

from fractions import Fraction

import pytest

from mastering_games.game import CHANCE, check_game
from mastering_games.games.signalling_game import BeerQuiche
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_chance,
    check_information,
    check_no_player_moves,
    decisions,
    has_perfect_recall,
    sizes,
)

GAME = BeerQuiche()


def test_the_contract_is_kept():
    assert check_game(GAME) == []
    check_information(GAME)
    check_chance(GAME)
    assert has_perfect_recall(GAME)


def test_the_sizes():
    assert sizes(GAME) == (1 + 2 + 4 + 8, 8, 2, 2)


def test_the_receiver_sees_the_breakfast_only():
    sets = {
        label: set(states)
        for of_player in decisions(GAME).values()
        for label, states in of_player.items()
    }
    assert sets == {
        "sender: strong": {("strong",)},
        "sender: weak": {("weak",)},
        "receiver: beer": {("strong", "beer"), ("weak", "beer")},
        "receiver: quiche": {("strong", "quiche"), ("weak", "quiche")},
    }
    check_no_player_moves(GAME, (), ("weak", "beer", "fight"))


@pytest.mark.parametrize(
    ("moves", "payoffs"),
    [
        ("strong beer retreat", (3, 1)),
        ("strong beer fight", (1, 0)),
        ("strong quiche retreat", (2, 1)),
        ("strong quiche fight", (0, 0)),
        ("weak beer retreat", (2, 0)),
        ("weak beer fight", (0, 1)),
        ("weak quiche retreat", (3, 0)),
        ("weak quiche fight", (1, 1)),
    ],
)
def test_plays(moves, payoffs):
    end = play(GAME, *moves.split())
    assert GAME.is_terminal(end)
    assert GAME.get_actions(end) == []
    assert repr(GAME.get_reward(end)) == repr(payoffs), "numbers, not truth"
    assert GAME.to_string(end) == moves.replace(" ", ", ")
    fought = moves.endswith("fight")
    assert GAME.get_outcome(end) == ("a fight" if fought else "no fight")
    with pytest.raises(ValueError, match="play has ended there"):
        GAME.get_transition(end, "fight")


def test_on_the_way():
    assert GAME.get_players() == ["sender", "receiver"]
    assert GAME.to_string(()) == "who is it?"
    turns = [(), ("weak",), ("weak", "beer")]
    assert [GAME.get_player_turn(s) for s in turns] == [
        CHANCE,
        "sender",
        "receiver",
    ]
    assert [GAME.get_reward(state) for state in turns] == [(0, 0)] * 3
    GAME.get_actions(()).clear()
    assert GAME.get_actions(()) == ["strong", "weak"]


def test_the_odds():
    assert GAME.get_probability((), "strong") == Fraction(9, 10)
    assert GAME.get_probability((), "weak") == Fraction(1, 10)
    for action in "beer", 0, None, ["weak"]:
        with pytest.raises(ValueError, match=r"illegal .*: 'strong', 'weak'$"):
            GAME.get_probability((), action)
    with pytest.raises(ValueError, match=r"nothing .*: ask where chance moves"):
        GAME.get_probability(("weak",), "beer")


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        ((), "'strong', 'weak'"),
        (("weak",), "'beer', 'quiche'"),
        (("weak", "beer"), "'fight', 'retreat'"),
    ],
)
@pytest.mark.parametrize("action", ["tea", "", 0, None, ["beer"]])
def test_an_illegal_action_is_refused(state, legal, action):
    with pytest.raises(ValueError, match=rf"illegal .* actions: {legal}$"):
        GAME.get_transition(state, action)


def test_pooling_on_beer_is_an_equilibrium():
    """Both eat beer; who eats quiche is fought. Neither sort gains by quiche, nor the receiver by a fight."""
    beer = {sort: (sort, "beer", "retreat") for sort in ("strong", "weak")}
    for sort, end in beer.items():
        deviation = GAME.get_reward((sort, "quiche", "fight"))[0]
        assert GAME.get_reward(end)[0] > deviation
    receiver = {
        answer: sum(
            GAME.get_probability((), sort)
            * GAME.get_reward((sort, "beer", answer))[1]
            for sort in beer
        )
        for answer in ("fight", "retreat")
    }
    assert receiver == {"fight": Fraction(1, 10), "retreat": Fraction(9, 10)}
