"""Exit games: what the two figures say of them is true of these trees."""

from fractions import Fraction

import numpy as np
import pytest

from mastering_games.commitment.commitment import StrongResponse
from mastering_games.game import CHANCE, check_game
from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.imperfect_information.expected_payoffs import (
    ExpectedPayoffs,
)
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from tests.commitment.brute_force import brute_force
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_chance,
    check_information,
    check_no_player_moves,
    has_perfect_recall,
    sizes,
)

AFTER, BEFORE = ExitAfterChance(), ExitBeforeChance()
GAMES = pytest.mark.parametrize("game", [AFTER, BEFORE])


def commit(game, odds):
    """The commitment to odds of the leader's first choice in each subgame."""
    form = SequenceForm(game)
    own = form.treeplexes[0]
    behaviour = {
        label: dict(zip(own.actions[number], (p, 1 - p)))
        for (label, number), p in zip(own.number_of.items(), odds)
    }
    strategy = Strategy.from_behaviour(own, behaviour)
    return StrongResponse(form, "leader").commit(strategy)


@GAMES
def test_the_contract_is_kept(game):
    assert check_game(game) == []
    check_information(game)
    check_chance(game)
    assert has_perfect_recall(game)


def test_the_sizes():
    assert sizes(AFTER) == (1 + 2 + 4 + 2 * (2 + 4), 2 + 8, 2, 4)
    assert sizes(BEFORE) == (1 + 2 + 2 + 2 * (2 + 4), 1 + 8, 2, 3)


def subgame_payoffs(name, odds, choices):
    """What a subgame pays, by the follower's choice, as a pair."""
    side = {"A": "left", "B": "right"}[name]
    return {
        choice: tuple(
            sum(
                p * AFTER.get_reward((side, "stay", choice, own))[player]
                for own, p in odds.items()
            )
            for player in (0, 1)
        )
        for choice in choices
    }


@pytest.mark.parametrize(
    ("grab", "pays"), [("1/2", (1, 1)), ("3/4", ("3/2", 0)), (1, (2, -1))]
)
def test_the_leader_spans_a_segment_in_a(grab, pays):
    """The follower works at any of these odds, and then both get what the figure says."""
    odds = {"grab": Fraction(grab), "share": 1 - Fraction(grab)}
    table = subgame_payoffs("A", odds, ["work", "strike"])
    assert table["work"] == tuple(map(Fraction, pays))
    assert table["work"][1] > table["strike"][1]


@pytest.mark.parametrize("here", ["1/2", "3/4", 1])
def test_the_leader_spans_a_segment_in_b(here):
    odds = {"here": Fraction(here), "there": 1 - Fraction(here)}
    table = subgame_payoffs("B", odds, ["here", "there"])
    assert table["here"] == (2 * Fraction(here) - 1,) * 2
    assert table["here"][1] >= table["there"][1]


def test_the_blueprint_and_naive_search_after_chance():
    blueprint = commit(AFTER, [0.5, 0.5])
    assert (blueprint.value, blueprint.follower_value) == (1.5, 0.5)
    response = blueprint.response.to_behaviour()
    assert response["follower: left"]["stay"] == 1
    assert response["follower: right"]["exit"] == 1
    naive = commit(AFTER, [0, 1])
    assert (naive.value, naive.follower_value) == (0.5, 0.5)
    response = naive.response.to_behaviour()
    assert response["follower: left"]["exit"] == 1
    assert response["follower: right"]["stay"] == 1


def test_the_blueprint_and_naive_search_before_chance():
    blueprint = commit(BEFORE, [0.5, 0.5])
    assert (blueprint.value, blueprint.follower_value) == (1, 1)
    for odds in [0, 0.5], [0.5, 0]:
        once = commit(BEFORE, odds)
        assert (once.value, once.follower_value) == (1.5, 0)
        assert once.response.to_behaviour()["follower: start"]["stay"] == 1
    naive = commit(BEFORE, [0, 0])
    assert (naive.value, naive.follower_value) == (0, 0)
    assert naive.response.to_behaviour()["follower: start"]["exit"] == 1


@pytest.mark.parametrize(
    ("game", "value", "best"), [(AFTER, 1.75, {(4, 8)}), (BEFORE, 1.5, None)]
)
def test_the_most_that_the_leader_can_get(game, value, best):
    """On a grid, the best odds are in sixteenths; other ways there are none."""
    grid = {
        (i, j): commit(game, [i / 16, j / 16]).value
        for i in range(17)
        for j in range(17)
    }
    assert (
        max(grid.values())
        == value
        == pytest.approx(brute_force(game, "leader")[0])
    )
    found = {odds for odds in grid if grid[odds] == value}
    assert found == (best or {(i, 8 - i) for i in range(9)})


@GAMES
def test_the_blueprint_is_a_strategy_of_fractions(game):
    blueprint = game.get_blueprint()
    assert all(
        p == Fraction(1, 2) and type(p) is Fraction
        for odds in blueprint.values()
        for p in odds.values()
    )
    own = SequenceForm(game).treeplexes[0]
    plan = Strategy.from_behaviour(own, blueprint).plan
    assert np.array_equal(plan, [1, 0.5, 0.5, 0.5, 0.5])
    stay = {label: {"stay": 1} for label in ("left", "right", "start")}
    follower = {f"follower: {label}": odds for label, odds in stay.items()}
    for name, _ in game.subgames.values():
        first = "here" if name == "B" else "work"
        follower[f"follower: {name}"] = {first: 1}
    root = ExpectedPayoffs(game).expected_payoffs([blueprint, follower])
    expected = (Fraction(1, 2),) * 2 if game is AFTER else (1, 1)
    assert root.value == expected


@pytest.mark.parametrize(
    ("game", "names", "heads"),
    [
        (AFTER, ["A", "B"], ["follower: A", "follower: B"]),
        (BEFORE, ["left", "right"], ["follower: left", "follower: right"]),
    ],
)
def test_the_subgames(game, names, heads):
    """The follower's first information set in each is where it begins."""
    form = SequenceForm(game, subgame_of=game.get_subgame)
    assert form.subgames == names
    leader, follower = form.treeplexes
    assert sorted(leader.subgame_of) == [0, 1]
    inside = [
        label
        for label, number in zip(
            follower.information_sets, follower.subgame_of, strict=True
        )
        if number >= 0
    ]
    assert inside == heads
    assert sorted(form.subgame.tolist()) == (
        [-1] + [0] * 4 + [1] * 4 if game is AFTER else [0] * 4 + [1] * 4
    )


@pytest.mark.parametrize(
    ("game", "moves", "payoffs", "outcome"),
    [
        (AFTER, "left exit", (0, 0), "exit"),
        (AFTER, "right exit", (2, 0), "exit"),
        (AFTER, "left stay work share", (0, 3), "work, share"),
        (AFTER, "left stay strike grab", (0, -2), "strike, grab"),
        (AFTER, "right stay here there", (-1, -1), "here, there"),
        (BEFORE, "exit", (0, 0), "exit"),
        (BEFORE, "stay right work grab", (2, -1), "work, grab"),
    ],
)
def test_plays(game, moves, payoffs, outcome):
    end = play(game, *moves.split())
    assert game.is_terminal(end)
    assert game.get_reward(end) == payoffs
    assert game.get_outcome(end) == outcome
    assert game.to_string(end) == moves.replace(" ", ", ")
    check_no_player_moves(game, end)
    assert game.get_subgame(end) is None
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, "stay")
    with pytest.raises(ValueError, match=r"nothing .*: ask where chance"):
        game.get_probability(end, "left")


def test_on_the_way():
    assert AFTER.get_players() == ["leader", "follower"]
    assert AFTER.to_string(()) == "start"
    assert AFTER.get_player_turn(()) == CHANCE
    check_no_player_moves(AFTER, ())
    assert BEFORE.get_information_set(()) == "follower: start"
    state = play(AFTER, "right", "stay", "here")
    assert AFTER.get_player_turn(state) == "leader"
    assert AFTER.get_information_set(state) == "leader: B"
    assert AFTER.get_reward(state) == (0, 0)
    for action in "up", 0, None, ["left"]:
        for method in AFTER.get_probability, AFTER.get_transition:
            with pytest.raises(ValueError, match=r"illegal .*'left', 'right'$"):
                method((), action)
