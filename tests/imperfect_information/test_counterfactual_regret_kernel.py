"""Regret minimisation in machine code: the same as in numpy, but for rounding."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information import (
    counterfactual_regret_kernel as kernel,
)
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.counterfactual_regret_kernel import (
    CompiledCounterfactualRegret,
)
from mastering_games.imperfect_information.sequence_form import SequenceForm
from tests.hidden_games import HiddenGame


@pytest.fixture
def interpreted(monkeypatch):
    """The kernel is Python too: without numba it is slow, and right."""
    monkeypatch.setattr(kernel, "compiled", lambda: kernel.iterate)


def assert_the_same(game, plus, iterations):
    form = SequenceForm(game)
    plain = CounterfactualRegret(form, plus)
    fast = CompiledCounterfactualRegret(form, plus)
    plain.run(iterations)
    fast.run(iterations // 2)
    strategies = fast.run(iterations - iterations // 2)
    assert fast.iterations == iterations
    for one, other in zip(plain.average_strategies(), strategies):
        assert one.plan == pytest.approx(other.plan, abs=1e-8)
    for one, other in zip(plain.players, fast.players):
        assert one.regrets == pytest.approx(other.regrets, abs=1e-8)
        assert one.probabilities.shape == other.probabilities.shape
    assert plain.exploitability() == pytest.approx(
        fast.exploitability(), abs=1e-8
    )


@pytest.mark.usefixtures("interpreted")
class TestWithoutNumba:
    @settings(max_examples=20, deadline=None)
    @given(seed=st.integers(0, 10**6), plus=st.booleans())
    def test_on_random_games(self, seed, plus):
        assert_the_same(HiddenGame(seed), plus, 21)

    @pytest.mark.parametrize("plus", [False, True])
    def test_on_kuhn_poker(self, plus):
        assert_the_same(KuhnPoker(), plus, 50)

    def test_nothing_is_learned_from_no_iterations(self):
        for learner in CounterfactualRegret, CompiledCounterfactualRegret:
            with pytest.raises(ValueError, match="nothing has been played"):
                learner(KuhnPoker()).exploitability()
            with pytest.raises(ValueError, match="nothing has been played"):
                learner(KuhnPoker()).run(-1)

    def test_on_a_game_in_which_nobody_moves(self):
        game = ExplicitTree(Chance({"h": (0.5, 1), "t": (0.5, 0)}))
        assert CompiledCounterfactualRegret(game).run(3)[0].plan == [1]


@pytest.mark.parametrize("plus", [False, True])
def test_compiled(plus):
    """Rounding differs, and CFR+ is sensitive: so the strategies agree for some iterations, and
    then only in how good they are."""
    pytest.importorskip("numba")
    assert_the_same(LeducPoker(), plus, 60)
    learner = CompiledCounterfactualRegret(LeducPoker(), plus)
    learner.run(1000)
    assert learner.exploitability() < (5e-4 if plus else 0.05)


def test_numba_is_asked_for_by_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(kernel, "compiled", kernel.compiled.__wrapped__)
    with pytest.raises(
        ImportError, match=r"pip install 'mastering-games\[fast"
    ):
        CompiledCounterfactualRegret(KuhnPoker())
    CounterfactualRegret(KuhnPoker()).run(1)
