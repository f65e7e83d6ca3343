"""Published values of games with hidden information, and an exact proof for the smallest."""

from fractions import Fraction

import pytest

from mastering_games.checks.exploitability import expected_payoffs, nash_conv
from mastering_games.checks.perfect_recall import forgetful_information_sets
from mastering_games.games.absent_minded_driver import AbsentMindedDriver
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.matrix_game import MatchingPennies, RockPaperScissors
from mastering_games.games.signalling_game import BeerQuiche
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
from tests.hidden_games import HiddenGame

GAMES = [
    (KuhnPoker(), -1 / 18),
    (LeducPoker(by_rank=False), -0.085606424),
    (LeducPoker(), -0.085606424),
    (LeducPoker(max_raises=5), -0.07790),
    (LeducPoker(ranks=4, max_raises=5), -0.10003),
    (LeducPoker(ranks=5, max_raises=5), -0.10528),
    (Goofspiel(3, prizes="descending"), 0),
    (Goofspiel(4, prizes="descending"), 0),
    (MatchingPennies(), 0),
    (RockPaperScissors(), 0),
]


@pytest.mark.parametrize(("game", "value"), GAMES, ids=map(str, range(10)))
def test_published_values(game, value):
    solved = ZeroSumLP(game).solve()
    assert solved.value == pytest.approx(value, abs=6e-6)
    assert solved.nash_conv < 1e-8


def test_uniform_play():
    for game, expected in (
        (KuhnPoker(), 0.9166667),
        (LeducPoker(by_rank=False), 4.747222),
        (LeducPoker(), 4.747222),
    ):
        form = SequenceForm(game)
        uniform = [Strategy.uniform(t) for t in form.treeplexes]
        assert BestResponse(form).nash_conv(uniform) == pytest.approx(
            expected, abs=1e-6
        )


def test_sizes():
    suits, ranks = (
        SequenceForm(LeducPoker(by_rank=False)),
        SequenceForm(LeducPoker()),
    )
    assert [len(t.parents) for t in suits.treeplexes] == [468, 468]
    assert [t.number_of_sequences for t in suits.treeplexes] == [1093, 1093]
    assert [len(t.parents) for t in ranks.treeplexes] == [144, 144]
    assert [t.number_of_sequences for t in ranks.treeplexes] == [337, 337]


def test_the_value_of_kuhn_poker_is_exactly_minus_one_eighteenth():
    """The solver's strategies, read as fractions, are an equilibrium without any rounding."""
    game = KuhnPoker()
    exact = []
    for strategy in ZeroSumLP(game).solve().strategies:
        exact.append(
            {
                label: {
                    a: Fraction(p).limit_denominator(100)
                    for a, p in odds.items()
                }
                for label, odds in strategy.to_behaviour().items()
            }
        )
    assert nash_conv(game, exact) == 0
    assert expected_payoffs(game, exact) == (Fraction(-1, 18), Fraction(1, 18))


def test_cfr_plus_on_leduc():
    learner = CounterfactualRegret(LeducPoker(), plus=True)
    learner.run(1000)
    assert learner.exploitability() < 5e-4
    plain = CounterfactualRegret(LeducPoker())
    plain.run(1000)
    assert 5e-4 < plain.exploitability() < 0.05


def test_perfect_recall_and_who_lacks_it():
    for game in KuhnPoker(), LeducPoker(), BeerQuiche(), Goofspiel(3):
        assert forgetful_information_sets(game) == []
    for seed in range(50):
        assert forgetful_information_sets(HiddenGame(seed)) == []
    (told,) = forgetful_information_sets(AbsentMindedDriver())
    assert "done nothing yet" in told
    with pytest.raises(ValueError, match="more than 10 histories"):
        forgetful_information_sets(KuhnPoker(), max_histories=10)


def test_a_game_with_a_rake_is_not_zero_sum():
    with pytest.raises(ValueError, match=r"payoffs sum to as much as 1\.3"):
        ZeroSumLP(LeducPoker(rake=Fraction(1, 10)))
