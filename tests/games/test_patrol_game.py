"""A patrol, and what a poacher sees of it."""

import pytest

from mastering_games.game import check_game
from mastering_games.games.patrol_game import PATHS, PREY, PatrolGame
from tests.commitment.brute_force import brute_force
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_information,
    check_no_player_moves,
    decisions,
    has_perfect_recall,
    sizes,
)

PATROLS = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 2)]


@pytest.mark.parametrize(("steps", "watched"), PATROLS)
def test_the_contract_is_kept(steps, watched):
    game = PatrolGame(steps, watched)
    assert check_game(game) == []
    check_information(game)
    assert has_perfect_recall(game)


def test_the_sizes():
    """There are 3 walks of one step, 7 of two, and 19 of three."""
    total = 1 + 3 + 3 * 4 + 7 * 3 + 19 * 3
    assert sizes(PatrolGame()) == (total, 3 + 19 * 3, 1 + 3 + 7, 3)


def test_places_and_paths():
    assert set(PREY) == set(PATHS) - {"camp"}
    for place, near in PATHS.items():
        assert all(place in PATHS[other] for other in near), "there and back"


def test_the_ranger_does_not_know_where_the_poacher_is():
    game = PatrolGame()
    sets = decisions(game)
    assert sorted(sets["poacher"]) == [
        "poacher: camp, hill",
        "poacher: camp, lake",
        "poacher: camp, wood",
    ]
    assert set(sets["ranger"]["ranger: camp, wood, hill"]) == {
        ("wood", prey, "hill") for prey in PREY
    }
    later = [len(x) for label, x in sets["ranger"].items() if "," in label]
    assert set(later) == {3}


@pytest.mark.parametrize(
    ("moves", "payoffs", "outcome"),
    [
        ("wood lake hill lake", (1, -2), "caught"),
        ("wood hill hill lake", (1, -2), "caught"),
        ("wood wood hill lake", (-3, 3), "escaped"),
        ("wood lake camp hill", (-4, 4), "escaped"),
        ("wood give-up", (0, 0), "no hunt"),
    ],
)
def test_plays(moves, payoffs, outcome):
    """Where the ranger has been before, and was seen, is a safe place."""
    game = PatrolGame()
    end = play(game, *(move.replace("-", " ") for move in moves.split()))
    assert game.is_terminal(end)
    assert game.get_actions(end) == []
    assert game.get_reward(end) == payoffs
    assert game.get_outcome(end) == outcome
    check_no_player_moves(game, end)
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, "camp")


def test_on_the_way():
    game = PatrolGame(fine=5)
    assert game.get_players() == ["ranger", "poacher"]
    start = game.get_initial_state()
    assert game.to_string(start) == "camp"
    assert game.get_actions(start) == ["lake", "hill", "wood"]
    seen = play(game, "lake")
    assert game.get_player_turn(seen) == "poacher"
    assert game.get_actions(seen) == ["lake", "hill", "wood", "give up"]
    hunting = play(game, "lake", "wood")
    assert game.to_string(hunting) == "lake, wood"
    assert game.get_actions(hunting) == ["camp", "hill"]
    assert game.get_reward(hunting) == (0, 0)
    assert game.get_reward(play(game, *hunting, "hill", "wood")) == (1, -5)
    for action in "wood", "give up", None, 0, ["camp"]:
        with pytest.raises(ValueError, match=r"illegal .*: 'camp', 'hill'$"):
            game.get_transition(hunting, action)


@pytest.mark.parametrize(
    ("watched", "value"), [(0, 0), (1, -23 / 22), (2, -53 / 37)]
)
def test_what_the_poacher_sees_costs_the_ranger(watched, value):
    """Unseen, the ranger makes the poacher give up, and gets nothing; the more is seen, the less that is."""
    found, _ = brute_force(PatrolGame(3, watched), "ranger")
    assert found == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"steps": 1}, "watches 1 of 1 steps: leave one to be unseen"),
        ({"steps": "2"}, "steps is '2': give a whole number from 0"),
        ({"watched": -1}, "watched is -1: give a whole number from 0"),
        ({"fine": -1}, "fine is -1: give a number from 0"),
        ({"fine": float("inf")}, "fine is inf: give a number from 0"),
        ({"fine": None}, "fine is None: give a number from 0"),
    ],
)
def test_a_patrol_that_cannot_be_walked_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        PatrolGame(**arguments)
