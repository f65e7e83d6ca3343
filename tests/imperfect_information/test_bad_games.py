"""What a game must not be, and what it may be though it is odd: told at once and in words."""

import warnings
from fractions import Fraction

import numpy as np
import pytest

from mastering_games.games.absent_minded_driver import AbsentMindedDriver
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.matrix_game import MatrixGame
from mastering_games.imperfect_information import (
    counterfactual_regret_kernel as kernel,
)
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.sequence_form import (
    LARGEST,
    SequenceForm,
)
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP


class Odds(ExplicitTree):
    """A chance move with the given probabilities, right or not."""

    def __init__(self, *odds):
        outcomes = {number: (1 / len(odds), number) for number in range(3)}
        super().__init__(Chance(outcomes))
        self.odds = odds

    def get_probability(self, state, action):
        return self.odds[action]


third = Fraction(1, 3)


@pytest.mark.parametrize(
    "odds",
    [
        (third, third, third + Fraction(1, 10**12)),
        (1, 0, Fraction(-1, 10**12)),
        (0.5, 0.25, 0.25 + 1e-8),
        (0.5, 0.25, third),
        (1.5, -0.5, 0.0),
        (0.5, 0.5, float("nan")),
        (0.5, 0.5, float("inf")),
    ],
)
def test_probabilities_that_do_not_sum_to_one(odds):
    with pytest.raises(ValueError, match=r"the probabilities in \(\) are"):
        SequenceForm(Odds(*odds))


@pytest.mark.parametrize(
    "odds",
    [
        (third, third, third),
        (0, 1, 0),
        (0.5, 0.25, 0.25 + 1e-10),
        (third, third, 1 / 3),
    ],
)
def test_probabilities_that_do_sum_to_one(odds):
    """Fractions exactly, floating-point numbers but for rounding. What never happens is left out."""
    form = SequenceForm(Odds(*odds))
    assert form.chance.sum() == pytest.approx(sum(map(float, odds[1:])))


def test_an_information_set_of_two_players():
    class Muddled(ExplicitTree):
        def get_information_set(self, state):
            return "somebody moves"

    with pytest.raises(
        ValueError, match="information set 'somebody moves' is both players'"
    ):
        SequenceForm(Muddled({"a": {"b": 1}}))


def test_other_numbers_of_players_than_two():
    with pytest.raises(ValueError, match="for two players, and there are 1"):
        SequenceForm(AbsentMindedDriver())
    three = ExplicitTree({"a": (1, 2, 3)}, players=("x", "y", "z"))
    with pytest.raises(ValueError, match="for two players, and there are 3"):
        SequenceForm(three)


def test_a_game_that_is_not_zero_sum():
    """The sequence form takes it; solvers of zero-sum games refuse it, and name the gap."""
    dilemma = MatrixGame([[(2, 2), (0, 3)], [(3, 0), (1, 1)]])
    form = SequenceForm(dilemma)
    assert form.zero_sum_gap() == 4
    for solver in ZeroSumLP, CounterfactualRegret:
        for game in dilemma, form:
            with pytest.raises(ValueError, match="payoffs sum to as much as 4"):
                solver(game)


EMPTY_GAMES = {
    "ended at once": (ExplicitTree((3, -3)), 3),
    "ended at once, for nothing": (ExplicitTree((0, 0)), 0),
    "only chance moves": (ExplicitTree(Chance({"h": (1, 1)})), 1),
    "only the first player moves": (ExplicitTree({"a": 1, "b": 2}), 2),
    "only the second player moves": (
        ExplicitTree({"pass": {"a": 1, "b": 2}}),
        1,
    ),
}


@pytest.mark.parametrize(
    ("game", "value"), EMPTY_GAMES.values(), ids=EMPTY_GAMES
)
def test_games_with_little_to_decide(game, value, monkeypatch):
    monkeypatch.setattr(kernel, "compiled", lambda: kernel.iterate)
    form = SequenceForm(game, subgame_of=lambda state: "all")
    solved = ZeroSumLP(form).solve()
    assert solved.value == pytest.approx(value)
    assert solved.nash_conv == pytest.approx(0)
    for learner in CounterfactualRegret, kernel.CompiledCounterfactualRegret:
        for plus in False, True:
            strategies = learner(form, plus).run(1000)
            payoffs = form.expected_payoffs([s.plan for s in strategies])
            assert payoffs == pytest.approx((value, -value), abs=0.01)
    uniform = [Strategy.uniform(t) for t in form.treeplexes]
    assert BestResponse(form).nash_conv(uniform) >= 0


@pytest.mark.parametrize("unit", [1e-300, 1e-9, 1e12, LARGEST / 2])
def test_very_large_and_very_small_payoffs(unit):
    """Matching pennies in another currency: the same strategies, the value in that currency."""
    game = MatrixGame([[2 * unit, -unit], [-unit, unit]])
    with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
        warnings.simplefilter("error")
        solved = ZeroSumLP(game).solve()
        learned = CounterfactualRegret(game, plus=True).run(2000)
    assert solved.value == pytest.approx(unit / 5, rel=1e-3)
    assert abs(solved.nash_conv) <= 1e-9 * unit
    for strategy, found in zip(solved.strategies, learned):
        assert strategy.plan == pytest.approx([1, 0.4, 0.6])
        assert found.plan == pytest.approx([1, 0.4, 0.6], abs=0.01)


def test_payoffs_that_are_too_large():
    for payoff in 2 * LARGEST, 1.7e308, Fraction(10) ** 305:
        with pytest.raises(ValueError, match="too large for floating point"):
            SequenceForm(MatrixGame([[payoff, 0], [0, 1]]))
    for payoff in float("inf"), float("nan"):
        with pytest.raises(ValueError, match="finite"):
            SequenceForm(ExplicitTree({"a": payoff, "b": 1}))
    with pytest.raises((ValueError, OverflowError), match="too large"):
        SequenceForm(ExplicitTree({"a": 10**400, "b": 1}))
