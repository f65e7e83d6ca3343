"""Two-stage games."""

import pytest

from mastering_games.game import CHANCE, check_game
from mastering_games.games.two_stage_game import TwoStageGame
from mastering_games.imperfect_information.sequence_form import SequenceForm
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_information,
    check_no_player_moves,
    group_sizes,
    has_perfect_recall,
    histories,
    sizes,
)

SIZES = [(2, 2, 2), (2, 3, 1), (3, 1, 2), (1, 2, 3), (1, 1, 1)]


@pytest.mark.parametrize("parameters", SIZES)
@pytest.mark.parametrize("kappa", [0, 0.1, 1])
def test_the_contract_is_kept(parameters, kappa):
    game = TwoStageGame(*parameters, kappa, seed=3)
    assert check_game(game) == []
    check_information(game)
    assert has_perfect_recall(game)


@pytest.mark.parametrize(("n", "tables", "m"), SIZES)
def test_the_sizes(n, tables, m):
    game = TwoStageGame(n, tables, m)
    pairs = n * n * tables
    total = 1 + n + n * n + pairs * (1 + m + m * m)
    assert sizes(game) == (total, pairs * m * m, 1 + pairs, 1 + pairs)
    form = SequenceForm(game, subgame_of=game.get_subgame)
    assert len(form.subgames) == pairs
    assert set(form.subgame) == set(range(pairs))
    assert form.treeplexes[0].number_of_sequences == 1 + n + pairs * m


def test_a_larger_game():
    """The second of the paper's settings."""
    assert sizes(TwoStageGame(2, 10, 10, 0.1)) == (4447, 4000, 41, 41)


def test_both_act_at_once():
    game = TwoStageGame(2, 2, 3)
    assert group_sizes(game, "leader") == {1: 1 + 8}
    assert group_sizes(game, "follower") == {2: 1, 3: 8}


@pytest.mark.parametrize("kappa", [0, 0.1, 0.5, 1])
def test_the_odds_of_the_tables(kappa):
    game = TwoStageGame(3, 4, 2, kappa, seed=5)
    for column in zip(*game.shift):
        assert sum(column) == pytest.approx(1)
        assert min(column) > 0
    for a in range(3):
        for b in range(3):
            odds = [game.get_probability((a, b), j) for j in range(4)]
            assert sum(odds) == pytest.approx(1)
            assert odds == pytest.approx(
                [kappa * game.shift[j][a] + (1 - kappa) / 4 for j in range(4)]
            )
            other = [game.get_probability((a, 2 - b), j) for j in range(4)]
            assert odds == other, "the follower has no influence"


def test_a_stage_after_the_other():
    game = TwoStageGame(2, 3, 2)
    start, chosen = (), play(game, 1)
    drawn = play(game, 1, 0)
    begun = play(game, 1, 0, 2)
    half = play(game, 1, 0, 2, 1)
    turns = [start, chosen, drawn, begun, half]
    assert [game.get_player_turn(state) for state in turns] == [
        "leader",
        "follower",
        CHANCE,
        "leader",
        "follower",
    ]
    assert [game.to_string(state) for state in turns] == [
        "?-?",
        "1-?",
        "1-0",
        "1-0, ?-? in table 2",
        "1-0, 1-? in table 2",
    ]
    assert [game.get_information_set(state) for state in (chosen, half)] == [
        "follower: ?-?",
        "follower: 1-0, ?-? in table 2",
    ]
    assert [game.get_subgame(state) for state in turns] == [
        None,
        None,
        None,
        (1, 0, 2),
        None,
    ]
    end = play(game, 1, 0, 2, 1, 1)
    check_no_player_moves(game, drawn, end)
    assert game.to_string(end) == "1-0, 1-1 in table 2"
    pairs = game.first[1][0], game.second[2][1][1]
    assert game.get_reward(end) == tuple(map(sum, zip(*pairs)))
    assert [game.get_reward(state) for state in turns] == [(0, 0)] * 5


def test_the_seed_makes_the_game():
    game, again = TwoStageGame(3, 2, 2, seed=7), TwoStageGame(3, 2, 2, seed=7)
    other = TwoStageGame(3, 2, 2, seed=8)
    shifted = TwoStageGame(3, 2, 2, 0.1, seed=7)
    for part in "first", "second", "shift":
        assert getattr(game, part) == getattr(again, part)
        assert getattr(game, part) == getattr(shifted, part)
        assert getattr(game, part) != getattr(other, part)
    pairs = [pair for row in game.first for pair in row]
    assert all(0 <= x < 1 for pair in pairs for x in pair)
    # Python promises the same random numbers for ever.
    assert pairs[0] == (0.32383276483316237, 0.15084917392450192)


def test_payoffs_lie_between_0_and_2():
    game = TwoStageGame(seed=4)
    ends = [state for state, _, _ in histories(game) if game.is_terminal(state)]
    assert all(0 <= x < 2 for end in ends for x in game.get_reward(end))


@pytest.mark.parametrize("action", [2, -1, "0", None, [0], 0.5])
def test_an_illegal_action_is_refused(action):
    game = TwoStageGame()
    for state in (), (0, 1), (0, 1, 1, 1):
        with pytest.raises(ValueError, match=r"illegal .* actions: 0, 1$"):
            game.get_transition(state, action)
    with pytest.raises(ValueError, match=r"illegal .* actions: 0, 1$"):
        game.get_probability((0, 1), action)


def test_an_equal_number_is_made_an_integer():
    assert repr(play(TwoStageGame(), True, 0.0)) == "(1, 0)"


def test_players_have_no_probabilities():
    for state in (), (0,), (0, 0, 1), (0, 0, 1, 0, 0):
        with pytest.raises(ValueError, match=r"no table .*: ask where chance"):
            TwoStageGame().get_probability(state, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"actions": 0}, "actions is 0: give a whole number from 1"),
        ({"tables": 1.5}, r"tables is 1\.5: give a whole number from 1"),
        ({"second_actions": "2"}, "second_actions is '2': give a whole number"),
        ({"kappa": 2}, "kappa is 2: give a number from 0 to 1"),
        ({"kappa": None}, "kappa is None: give a number from 0 to 1"),
        ({"seed": "x"}, "seed is 'x': give a whole number"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        TwoStageGame(**arguments)
