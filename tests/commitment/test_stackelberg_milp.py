"""The program of Bosansky and Cermak: against brute force, the definition, and known values."""

from fractions import Fraction

import numpy as np
import pytest

from mastering_games.checks.commitment import leader_value
from mastering_games.commitment.fixed_response import FixedResponse
from mastering_games.commitment.stackelberg_milp import StackelbergMILP
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.matrix_game import MatrixGame
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
from tests.commitment.brute_force import brute_force, pure_strategies
from tests.hidden_games import HiddenGame

PROMISE = [[(2, 1), (4, 0)], [(1, 0), (3, 1)]]


def check(game, leader, commitment):
    """What the answer says is true by the rules, and consistent."""
    strategy = commitment.strategy.to_behaviour()
    pays = leader_value(game, leader, strategy)
    assert pays == pytest.approx(
        (commitment.value, commitment.follower_value), abs=1e-6
    )
    assert commitment.value <= commitment.bound


@pytest.mark.parametrize("leader", ["one", "two"])
@pytest.mark.parametrize("steps", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(9))
def test_random_games(seed, steps, leader):
    """The program, trying all responses, and the definition agree on general-sum games."""
    game = HiddenGame(seed, steps, zero_sum=False, inner=seed % 3 == 0)
    solver = StackelbergMILP(game, leader)
    commitment = solver.solve()
    check(game, leader, commitment)
    assert commitment.is_optimal
    assert commitment.bound == pytest.approx(commitment.value, abs=1e-6)
    follower = solver.form.treeplexes[solver.strong.follower]
    if len(pure_strategies(follower, 40)) <= 40:  # few enough to try all
        best, _ = brute_force(game, leader)
        assert commitment.value == pytest.approx(best, abs=1e-6)


def test_random_games_test_something():
    """Few games above are trivial: most have several responses that are best ones."""
    responses = []
    for seed in range(12):
        game = HiddenGame(seed, 4, zero_sum=False)
        responses.append(brute_force(game, "one")[1])
    assert sum(number >= 2 for number in responses) >= 6


@pytest.mark.parametrize("seed", range(6))
def test_zero_sum_games(seed):
    """Where one wins what the other loses, to commit brings nothing and costs nothing."""
    game = HiddenGame(seed, 5)
    value = ZeroSumLP(game).solve().value
    for leader, sign in ("one", 1), ("two", -1):
        commitment = StackelbergMILP(game, leader).solve()
        check(game, leader, commitment)
        assert commitment.value == pytest.approx(sign * value, abs=1e-6)


def test_a_promise():
    """Ann mixes her rows evenly: Bob is just indifferent, and favours her."""
    commitment = StackelbergMILP(MatrixGame(PROMISE), "Ann").solve()
    assert commitment.value == pytest.approx(3.5)
    assert commitment.follower_value == pytest.approx(0.5)
    assert commitment.strategy.plan == pytest.approx([1, 0.5, 0.5])
    assert commitment.response.plan.tolist() == [1, 0, 1]


def test_a_threat():
    """The leader moves second, and threatens what would cost both."""
    game = ExplicitTree(
        {"in": {"fight": (-1, -1), "yield": (1, 1)}, "out": {"enjoy": (0, 3)}},
        players=["entrant", "incumbent"],
    )
    commitment = StackelbergMILP(game, "incumbent").solve()
    assert commitment.value == pytest.approx(3)
    fights = commitment.strategy.to_behaviour()[("in",)]["fight"]
    assert fights >= 0.5 - 1e-6


def test_leduc_poker_with_two_ranks():
    """With a tenth of the pot as rake Ann loses a thirtieth, however well she commits."""
    game = LeducPoker(ranks=2, max_raises=1, rake=Fraction(1, 10))
    commitment = StackelbergMILP(game, "Ann").solve()
    check(game, "Ann", commitment)
    assert commitment.is_optimal
    assert commitment.value == pytest.approx(-1 / 30, abs=1e-6)
    assert commitment.bound == pytest.approx(-1 / 30, abs=1e-6)


@pytest.mark.parametrize("skip_forced", [False, True])
def test_goofspiel_with_three_cards(skip_forced):
    game = Goofspiel(3, zero_sum=False, skip_forced=skip_forced)
    commitment = StackelbergMILP(game, "Ann").solve()
    check(game, "Ann", commitment)
    assert commitment.is_optimal
    assert commitment.value == pytest.approx(103 / 45, abs=1e-6)
    assert commitment.bound == pytest.approx(103 / 45, abs=1e-6)


# Time


def test_no_time_at_all():
    """Without a solution in time the leader announces what is there already."""
    game = Goofspiel(3, zero_sum=False)
    solver = StackelbergMILP(game, "Ann")
    uniform = Strategy.uniform(solver.form.treeplexes[0])
    commitment = solver.solve(time_limit=0)
    check(game, "Ann", commitment)
    assert not commitment.is_optimal
    assert commitment.strategy.plan == pytest.approx(uniform.plan)
    assert commitment.bound >= 103 / 45 - 1e-9
    start = solver.strong.commit(uniform)
    better = FixedResponse(solver.form, "Ann").solve(start.response)
    assert better.value > start.value
    commitment = solver.solve(time_limit=0, start=better.strategy)
    assert not commitment.is_optimal
    assert commitment.value == pytest.approx(better.value)


def test_a_little_time():
    """An answer that is not proved to be best comes with what is the most that one could be."""
    game = LeducPoker(ranks=2, max_raises=2, rake=Fraction(1, 10))
    solver = StackelbergMILP(game, "Ann")
    commitment = solver.solve(time_limit=1)
    check(game, "Ann", commitment)
    assert commitment.value <= -1 / 30 + 1e-6 <= commitment.bound + 2e-6
    assert commitment.seconds < 5
    if not commitment.is_optimal:
        assert commitment.value < commitment.bound


@pytest.mark.parametrize("seed", range(5))
def test_a_start(seed):
    """A start is a solution of the program, and does not change what is best."""
    game = HiddenGame(seed, 5, zero_sum=False)
    solver = StackelbergMILP(game, "two")
    best = solver.solve()
    behaviour = np.random.default_rng(seed).random(
        solver.form.treeplexes[1].number_of_sequences
    )
    treeplex = solver.form.treeplexes[1]
    start = Strategy.from_array(treeplex, treeplex.normalised(behaviour))
    program = solver.program
    point, values = solver._point(start), program.matrix()
    low, high = map(np.concatenate, (program.row_low, program.row_high))
    assert (values @ point >= low - 1e-9).all()
    assert (values @ point <= high + 1e-9).all()
    costs = np.concatenate(program.costs)
    assert costs @ point == pytest.approx(solver.strong.commit(start).value)
    again = solver.solve(start=start)
    assert again.value == pytest.approx(best.value, abs=1e-6)


# The constant M


@pytest.mark.parametrize("unit", [1, 50, 100])
def test_m_depends_on_the_unit_of_the_payoffs(unit):
    """M = 100 is enough for payoffs up to 50. If they are 100, it forbids what is best.

    If Ann plays T, then R is worse for Bob than L by twice the largest payoff. So M must be that.
    """
    table = np.array([[(1, 1), (0, -1)], [(0, -1), (0.5, 1)]]) * unit
    game = MatrixGame(table.tolist())
    own = StackelbergMILP(game, "Ann").solve()
    assert own.value == pytest.approx(unit)
    assert own.is_optimal
    paper = StackelbergMILP(game, "Ann", largest=100).solve()
    if unit < 100:
        assert paper.value == pytest.approx(unit)
        assert paper.is_optimal
    else:
        assert paper.value < 99
        assert not paper.is_optimal
        assert paper.bound == np.inf


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("largest", [0.5, 1, 3, 100, 1e11])
def test_no_m_leads_to_a_wrong_claim(largest, seed):
    """What is said to be best is best; else it is not said, or there is an error."""
    game = HiddenGame(seed, 5, zero_sum=False)
    best = StackelbergMILP(game, "one").solve().value
    try:
        commitment = StackelbergMILP(game, "one", largest).solve()
    except (ValueError, RuntimeError):
        assert largest in (0.5, 1, 3, 1e11)
        return
    check(game, "one", commitment)
    assert commitment.value <= best + 1e-6 <= commitment.bound + 2e-6
    if commitment.is_optimal:
        assert commitment.value == pytest.approx(best, abs=1e-6)


def test_an_m_that_forbids_everything():
    game = MatrixGame([[(0, 9), (0, 0)]])  # the slack of R is 9
    with pytest.raises(ValueError, match="largest is 1: give a larger number"):
        StackelbergMILP(game, "Ann", largest=1).solve()


def test_rounding_makes_room_for_slack():
    """With a huge M the solver finds 2.75 for a leader who can get 1.75: it is found out."""
    game = HiddenGame(9, 5, zero_sum=False)
    assert StackelbergMILP(game, "one").solve().value == pytest.approx(1.75)
    with pytest.raises(RuntimeError, match="claims"):
        StackelbergMILP(game, "one", largest=1e11).solve()


@pytest.mark.parametrize("largest", [-1, np.nan, np.inf])
def test_an_m_that_is_no_bound(largest):
    with pytest.raises(ValueError, match="largest is"):
        StackelbergMILP(MatrixGame(PROMISE), "Ann", largest)


# Odd games


def test_a_form_that_is_compiled_already():
    """Zero-paying ends, subgames, and payoffs on the way are all as in the game itself."""
    game = HiddenGame(4, 5, zero_sum=False, inner=True)
    form = SequenceForm(game)
    commitment = StackelbergMILP(form, "one").solve()
    assert commitment.strategy.treeplex is form.treeplexes[0]
    assert commitment.value == pytest.approx(brute_force(game, "one")[0])
    start = Strategy.uniform(form.treeplexes[0])
    again = StackelbergMILP(form, "one").solve(start=start)
    assert again.value == pytest.approx(commitment.value, abs=1e-6)


def test_the_follower_decides_nothing():
    game = ExplicitTree({"a": (1, 5), "b": (2, -7)})
    commitment = StackelbergMILP(game, "MAX").solve()
    assert (commitment.value, commitment.follower_value) == (2, -7)
    assert commitment.is_optimal
    assert commitment.response.plan.tolist() == [1]


def test_the_leader_decides_nothing():
    """What is left is the follower's choice, and ties go to the leader."""
    game = ExplicitTree({"a": (1, 5), "b": (2, 5), "c": (3, 4)})
    commitment = StackelbergMILP(game, "MIN").solve()
    assert (commitment.value, commitment.follower_value) == (4, 3)
    tied = ExplicitTree({"a": (5, 1), "b": (5, 2), "c": (4, 3)})
    commitment = StackelbergMILP(tied, "MIN").solve()
    assert (commitment.value, commitment.follower_value) == (2, 5)
    assert commitment.is_optimal


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (ExplicitTree((3, 4)), (3, 4)),
        (ExplicitTree((0, 0)), (0, 0)),
        (
            ExplicitTree(
                Chance(
                    {"x": (0.5, (0, 0)), "y": (0.25, (4, 0)), "z": (0.25, 8)}
                )
            ),
            (3, -2),
        ),
    ],
)
def test_nobody_decides_anything(game, value):
    commitment = StackelbergMILP(game, "MAX").solve()
    assert (commitment.value, commitment.follower_value) == value
    assert commitment.is_optimal
    assert commitment.bound == commitment.value


# Bad input


def test_three_players():
    game = ExplicitTree({"a": (1, 2, 3)}, players="ABC")
    with pytest.raises(ValueError, match="for two players, and there are 3"):
        StackelbergMILP(game, "A")


def test_a_leader_who_is_no_player():
    with pytest.raises(ValueError, match="the leader is 'Carl'"):
        StackelbergMILP(MatrixGame(PROMISE), "Carl")


class Forgetful(ExplicitTree):
    """The players know how many moves were made, and nothing else."""

    def get_information_set(self, state):
        return f"{self.get_player_turn(state)} at {len(state)}"


def test_imperfect_recall():
    deep = {"x": {"x": 1, "y": 2}, "y": {"x": 3, "y": 4}}
    game = Forgetful({"x": deep, "y": deep})
    with pytest.raises(ValueError, match="'MAX' has not perfect recall"):
        StackelbergMILP(game, "MIN")


@pytest.mark.parametrize("solver", [StackelbergMILP, FixedResponse])
def test_payoffs_beyond_the_tolerance(solver):
    """Payoffs up to 100 can be told from ties; larger ones, and tiny ones, are refused."""
    for good in (0, 1e-3, 1, 100):
        solver(MatrixGame([[(0, good), (1, 0)]]), "Ann")
    with pytest.raises(ValueError, match="divide all payoffs"):
        solver(MatrixGame([[(1000, 0), (1, 0)]]), "Ann")
    with pytest.raises(ValueError, match="multiply all payoffs"):
        solver(MatrixGame([[(0, 1e-6), (0, 0)]]), "Ann")


def test_a_start_of_another_game():
    solver = StackelbergMILP(MatrixGame(PROMISE), "Ann")
    other = SequenceForm(MatrixGame(PROMISE))
    with pytest.raises(ValueError, match="of another game"):
        solver.solve(start=Strategy.uniform(other.treeplexes[0]))
