"""Two descriptions of one game: differences are found, and nothing else."""

import pytest

from mastering_games.checks.same_game import differences
from mastering_games.games.bitboard_tictactoe import BitboardTicTacToe
from mastering_games.games.centipede import Centipede
from mastering_games.games.sharing_game import SharingGame
from mastering_games.games.tictactoe import TicTacToe


def test_how_states_are_written_makes_no_difference():
    assert differences(BitboardTicTacToe(), TicTacToe()) == []


def test_the_order_of_actions_makes_no_difference():
    class Turned(Centipede):
        def get_actions(self, state):
            return super().get_actions(state)[::-1]

    assert differences(Turned(), Centipede()) == []


def changed(**methods):
    return type("Changed", (Centipede,), methods)()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            changed(get_players=lambda self: ["Bob", "Ann"]),
            ["the players are not the same, or in another order"],
        ),
        (
            changed(get_reward=lambda self, state: (0, 0)),
            ["after take: other payoffs (and so in 6 more states)"],
        ),
        (
            changed(get_player_turn=lambda self, state: "Ann"),
            ["after pass: another mover (and so in 2 more states)"],
        ),
        (
            Centipede(5),
            ["after pass, pass, pass, pass, pass: play has ended too early"],
        ),
        (
            Centipede(7),
            [
                "after pass, pass, pass, pass, pass, pass: play should have ended"
            ],
        ),
        (
            changed(
                get_actions=lambda self, state: (
                    Centipede.get_actions(self, state)
                    if state[0] != 5
                    else ["take"]
                )
            ),
            ["after pass, pass, pass, pass, pass: other actions"],
        ),
    ],
)
def test_a_difference_is_told_by_the_shortest_play_that_shows_it(game, told):
    found = differences(game, Centipede())
    assert [
        line for line in found if "payoffs" not in line or line in told
    ] == told


def test_too_many_states_to_compare():
    with pytest.raises(ValueError, match="more than 100 states"):
        differences(TicTacToe(), TicTacToe(), max_states=100)


def test_an_action_too_many():
    assert differences(SharingGame(3), SharingGame(2)) == [
        "at the start: other actions"
    ]
