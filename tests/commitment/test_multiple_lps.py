"""One linear program for each action of the follower, in games in a table."""

from random import Random

import numpy as np
import pytest

from mastering_games.checks.commitment import leader_value
from mastering_games.commitment.commitment import StrongResponse
from mastering_games.commitment.multiple_lps import MultipleLPs
from mastering_games.commitment.public_actions import PublicActions
from mastering_games.commitment.stackelberg_milp import StackelbergMILP
from mastering_games.games.explicit_tree import ExplicitTree
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.matrix_game import MatrixGame, RockPaperScissors
from mastering_games.games.security_game import PARK, SecurityGame
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP


def random_table(seed, rows=3, columns=3):
    draw = Random(seed).randrange
    return MatrixGame(
        [[(draw(10), draw(10)) for _ in range(columns)] for _ in range(rows)]
    )


def test_the_example_of_conitzer_and_sandholm():
    game = MatrixGame([[(2, 1), (4, 0)], [(1, 0), (3, 1)]])
    found = MultipleLPs(game, "Ann").solve()
    assert (found.value, found.follower_value) == pytest.approx((3.5, 0.5))
    assert found.is_optimal
    assert found.bound == pytest.approx(3.5)


@pytest.mark.parametrize("leader", ["Ann", "Bob"])
@pytest.mark.parametrize("seed", range(40))
def test_both_formulations_and_the_checker_agree(seed, leader):
    game = random_table(seed, rows=2 + seed % 3, columns=2 + seed % 4)
    found = MultipleLPs(game, leader).solve()
    assert found.value == pytest.approx(
        StackelbergMILP(game, leader).solve().value, abs=1e-6
    )
    told = leader_value(
        game, leader, found.strategy.to_behaviour(), tolerance=1e-7
    )
    assert told[0] == pytest.approx(found.value, abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_no_mixture_on_a_fine_grid_is_better(seed):
    game = random_table(seed, rows=2)
    strong = StrongResponse(game, "Ann")
    treeplex = strong.form.treeplexes[0]
    best = MultipleLPs(game, "Ann").solve().value
    for p in np.linspace(0, 1, 201):
        value = strong.commit(Strategy(treeplex, [1, p, 1 - p])).value
        assert value <= best + 1e-6


def test_a_commitment_in_a_zero_sum_game_is_maximin():
    game = RockPaperScissors()
    found = MultipleLPs(game, "Bob").solve()
    assert found.value == pytest.approx(-ZeroSumLP(game).solve().value)


def test_the_park():
    found = MultipleLPs(SecurityGame(PARK), "ranger").solve()
    assert (found.value, found.follower_value) == pytest.approx((-0.5, 2))


class Prepaid(MatrixGame):
    """What is paid before both have chosen is paid, too."""

    def get_reward(self, state):
        before = {(): (5, 7), (0,): (1, -1), (1,): (0, 0)}
        return before.get(state) or super().get_reward(state)


def test_rewards_on_the_way_count():
    table = [[(2, 1), (4, 0)], [(1, 0), (3, 1)]]
    found = MultipleLPs(Prepaid(table), "Ann").solve()
    paid = [[(8, 7), (10, 6)], [(6, 7), (8, 8)]]
    again = MultipleLPs(MatrixGame(paid), "Ann").solve()
    assert found.value == pytest.approx(again.value)


def test_a_game_in_a_tree_is_refused():
    with pytest.raises(ValueError, match="each player must choose once"):
        MultipleLPs(KuhnPoker(), "Ann")


def test_a_leader_who_does_not_play_is_refused():
    with pytest.raises(ValueError, match="the leader is 'Eve'"):
        MultipleLPs(RockPaperScissors(), "Eve")


def test_a_strategy_of_another_game_is_refused():
    strong = StrongResponse(RockPaperScissors(), "Ann")
    other = StrongResponse(RockPaperScissors(), "Ann").form.treeplexes[0]
    with pytest.raises(ValueError, match="another game, or player"):
        strong.commit(Strategy.uniform(other))


def test_ties_go_to_the_leader():
    game = MatrixGame([[(0, 1), (5, 1), (3, 1)]])
    strong = StrongResponse(game, "Ann")
    found = strong.commit(Strategy.uniform(strong.form.treeplexes[0]))
    assert (found.value, found.follower_value) == (5, 1)


def test_the_answers_cover_information_sets_that_are_never_reached():
    tree = {"out": (0, 0), "in": {"share": {"work": (1, 2), "strike": (0, 1)}}}
    game = ExplicitTree(tree, players=["follower", "leader"])
    strong = StrongResponse(game, "leader")
    found = strong.commit(Strategy.uniform(strong.form.treeplexes[1]))
    assert found.answers == {(): "in", ("in", "share"): "work"}


@pytest.mark.parametrize("solver", [MultipleLPs, PublicActions, StrongResponse])
@pytest.mark.parametrize(
    ("size", "told"), [(1e300, "too large"), (1e-6, "too small")]
)
def test_payoffs_must_have_a_size_at_which_ties_mean_something(
    solver, size, told
):
    with pytest.raises(ValueError, match=told):
        solver(MatrixGame([[(size, 0), (0, size)]]), "Ann")


def test_a_claim_that_the_follower_does_not_confirm_is_an_error():
    strong = StrongResponse(RockPaperScissors(), "Ann")
    plan = Strategy.uniform(strong.form.treeplexes[0])
    assert strong.confirm(plan, claimed=0).value == pytest.approx(0)
    with pytest.raises(RuntimeError, match="best response leaves"):
        strong.confirm(plan, claimed=1)
    with pytest.raises(RuntimeError, match="never more than -1"):
        strong.confirm(plan, bound=-1)
