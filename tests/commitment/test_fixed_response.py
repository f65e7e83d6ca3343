"""The best commitment that one response is best against."""

import numpy as np
import pytest

from mastering_games.commitment.commitment import StrongResponse
from mastering_games.commitment.fixed_response import FixedResponse
from mastering_games.games.explicit_tree import ExplicitTree
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.matrix_game import MatrixGame
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
from tests.commitment.brute_force import pure_strategies
from tests.hidden_games import HiddenGame


def test_a_response_that_is_never_best():
    game = MatrixGame([[(9, 0), (0, 1)], [(9, 1), (0, 2)]])
    solver = FixedResponse(game, "Ann")
    left, right = pure_strategies(solver.form.treeplexes[1])
    with pytest.raises(ValueError, match="no strategy of the leader's"):
        solver.solve(left)
    assert solver.solve(right).value == 0


def test_ties_go_to_the_leader():
    """The answer holds the tied response that is better for the leader."""
    game = MatrixGame([[(1, 3), (2, 3)]])
    solver = FixedResponse(game, "Ann")
    left, right = pure_strategies(solver.form.treeplexes[1])
    commitment = solver.solve(left)
    assert commitment.value == 2
    assert commitment.response.plan.tolist() == right.plan.tolist()


@pytest.mark.parametrize("seed", range(15))
def test_random_games(seed):
    """No random strategy of the leader's, met by the response, is better than the answer."""
    game = HiddenGame(seed, 5, zero_sum=False, inner=True)
    form = SequenceForm(game)
    solver, strong = FixedResponse(form, "one"), StrongResponse(form, "one")
    random = np.random.default_rng(seed)
    leaders = form.treeplexes[0]
    for _ in range(20):
        weights = random.random(leaders.number_of_sequences) ** 4
        strategy = Strategy.from_array(leaders, leaders.normalised(weights))
        before = strong.commit(strategy)
        after = solver.solve(before.response)
        assert after.value >= before.value - 1e-6
        best = BestResponse(form).best_response(1, after.strategy)
        assert after.follower_value == pytest.approx(best.value, abs=1e-6)
        plans = after.strategy.plan, before.response.plan
        pays = form.expected_payoffs(plans)
        assert pays[1] == pytest.approx(best.value, abs=1e-6)


def test_leduc_poker():
    """To keep the response to an equilibrium of the game without rake helps the leader a lot."""
    fair = ZeroSumLP(LeducPoker()).solve()
    form = SequenceForm(LeducPoker(rake=0.1))
    blueprint = Strategy(form.treeplexes[0], fair.strategies[0].plan)
    before = StrongResponse(form, "Ann").commit(blueprint)
    after = FixedResponse(form, "Ann").solve(before.response)
    assert before.value + 0.02 < after.value < -0.09996  # the best there is


def test_responses_that_are_none():
    solver = FixedResponse(KuhnPoker(), "Ann")
    one, two = solver.form.treeplexes
    with pytest.raises(ValueError, match="not pure"):
        solver.solve(Strategy.uniform(two))
    with pytest.raises(ValueError, match="of another game, or player"):
        solver.solve(Strategy.uniform(one))


def test_nobody_decides_anything():
    solver = FixedResponse(ExplicitTree((3, 4)), "MIN")
    commitment = solver.solve(Strategy.uniform(solver.form.treeplexes[0]))
    assert (commitment.value, commitment.follower_value) == (4, 3)
