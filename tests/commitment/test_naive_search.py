"""Naive search: solving subgames anew, and what it can cost."""

from fractions import Fraction

import pytest

from mastering_games.checks.commitment import leader_value
from mastering_games.commitment.naive_search import NaiveSearch
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.commitment.subgame import ENTRY, Subgame
from mastering_games.game import CHANCE, check_game
from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.games.explicit_tree import ExplicitTree
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.two_stage_game import TwoStageGame
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP


def searching(game, leader="leader", blueprint=None):
    blueprint = blueprint or game.get_blueprint()
    return NaiveSearch(game, leader, blueprint, game.get_subgame)


def test_the_first_figure():
    search = searching(ExitAfterChance())
    before, after = search.blueprint, search.combined()
    assert (before.value, before.follower_value) == pytest.approx((1.5, 0.5))
    assert (after.value, after.follower_value) == pytest.approx((0.5, 0.5))
    assert search.search("A")["leader: A"]["grab"] == pytest.approx(1)


def test_the_second_figure():
    search = searching(ExitBeforeChance())
    one = search.combined(["left"])
    assert (one.value, one.follower_value) == pytest.approx((1.5, 0))
    both = search.combined()
    assert (both.value, both.follower_value) == pytest.approx((0, 0), abs=1e-7)


@pytest.mark.parametrize("game", [ExitAfterChance(), ExitBeforeChance()])
def test_an_independent_checker_agrees(game):
    search = searching(game)
    for labels in [], search.labels[:1], search.labels:
        found = search.combined(labels)
        told = leader_value(
            game, "leader", found.strategy.to_behaviour(), tolerance=1e-7
        )
        assert told == pytest.approx(
            (found.value, found.follower_value), abs=1e-9
        )


def uniform(game, leader=0):
    treeplex = SequenceForm(game).treeplexes[leader]
    return Strategy.uniform(treeplex).to_behaviour()


@pytest.mark.parametrize("seed", range(6))
def test_it_never_beats_the_best_commitment(seed):
    game = TwoStageGame(seed=seed, kappa=0.1)
    leader = game.get_players()[0]
    best = StackelbergCorrelation(game, leader).solve().value
    found = searching(game, leader, uniform(game)).combined()
    assert found.value <= best + 1e-6


def test_a_subgame_that_is_never_entered_keeps_the_blueprint():
    game = TwoStageGame()
    blueprint = uniform(game)
    blueprint["leader: ?-?"] = {0: 1, 1: 0}
    search = searching(game, blueprint=blueprint)
    for a, b, table in search.labels:
        assert (search.search((a, b, table)) == {}) == (a == 1)


def test_an_unknown_subgame_is_refused():
    with pytest.raises(ValueError, match="no subgame 'C'; there are"):
        searching(ExitAfterChance()).search("C")


def test_a_blueprint_of_another_game_is_refused():
    with pytest.raises(ValueError, match="no information set 'leader: A'"):
        searching(
            ExitBeforeChance(), blueprint=ExitAfterChance().get_blueprint()
        )


def test_a_subgame_is_a_game():
    game = ExitAfterChance()
    weights = {
        ("left", "stay"): Fraction(1, 6),
        ("right", "stay"): Fraction(1, 3),
    }
    subgame = Subgame(game, weights)
    assert check_game(subgame) == []
    assert subgame.get_probability(ENTRY, ("left", "stay")) == Fraction(1, 3)
    assert subgame.get_player_turn(ENTRY) == CHANCE


def test_bad_weights_are_refused():
    for weights in {}, {("left", "stay"): 0}, {("left", "stay"): -1.0}:
        with pytest.raises(ValueError, match="must not be negative"):
            Subgame(ExitAfterChance(), weights)


def test_a_game_that_does_not_say_what_players_know_is_refused():
    game = ExplicitTree({"a": (1, 2), "b": (2, 1)})
    with pytest.raises(ValueError, match="define get_information_set"):
        Subgame(game, {game.get_initial_state(): 1})


def test_a_zero_sum_game_solved_from_its_start_is_the_game():
    game = Goofspiel(cards=3, zero_sum=True)
    whole = ZeroSumLP(game).solve().value
    again = Subgame(game, {game.get_initial_state(): 1.0})
    assert ZeroSumLP(again).solve().value == pytest.approx(whole, abs=1e-9)
