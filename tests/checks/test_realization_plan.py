"""The independent check of realization plans, and the plans that our solvers return."""

from fractions import Fraction

import pytest

from mastering_games.checks.realization_plan import realization_plan_errors
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.matrix_game import MatchingPennies
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
from tests.hidden_games import HiddenGame

KNOWS = "Ann: to choose"


def pennies(heads, tails, empty=1):
    return {(): empty, ((KNOWS, "heads"),): heads, ((KNOWS, "tails"),): tails}


def words(strategy):
    """A strategy's plan, with its sequences spelt out."""
    treeplex = strategy.treeplex
    return {
        tuple(treeplex.words(sequence)): float(weight)
        for sequence, weight in enumerate(strategy.plan)
    }


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (pennies(0.5, 0.25), "weigh 0.75, and what leads there 1"),
        (pennies(1.5, -0.5), "is -0.5"),
        (pennies(1, 1, empty=2), "the empty sequence weighs 2, not 1"),
        (pennies(float("nan"), 1), "is nan"),
        ({(): 1}, "no weight for"),
        (pennies(0.5, 0.5) | {("other",): 0}, "no such sequence"),
    ],
)
def test_what_is_wrong_is_told(plan, told):
    errors = realization_plan_errors(MatchingPennies(), "Ann", plan)
    assert any(told in error for error in errors), errors


def test_a_plan_in_fractions_is_checked_exactly():
    third = Fraction(1, 3)
    plan = pennies(third, 1 - third)
    assert realization_plan_errors(MatchingPennies(), "Ann", plan, 0) == []


def test_who_is_no_player_has_no_plan():
    with pytest.raises(ValueError, match="'Eve' is none of"):
        realization_plan_errors(MatchingPennies(), "Eve", pennies(1, 0))


def test_a_game_too_large_to_check_is_refused():
    with pytest.raises(ValueError, match="more than 10 histories"):
        realization_plan_errors(KuhnPoker(), "Ann", {}, max_histories=10)


GAMES = [KuhnPoker(), LeducPoker(), Goofspiel(3), *map(HiddenGame, range(30))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_every_strategy_that_is_returned_is_a_plan(game):
    solver = ZeroSumLP(game)
    one, two = solver.solve().strategies
    responder = BestResponse(solver.form)
    learner = CounterfactualRegret(solver.form, plus=True)
    returned = [
        (one, two),
        (
            responder.best_response(0, two).strategy,
            responder.best_response(1, one).strategy,
        ),
        learner.run(50),
    ]
    for pair in returned:
        for player, strategy in zip(game.get_players(), pair, strict=True):
            assert (
                realization_plan_errors(game, player, words(strategy), 1e-7)
                == []
            )
