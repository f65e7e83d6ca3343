"""The sequence form and what is solved on it, against brute force and the independent checkers."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from mastering_games.checks.exploitability import (
    best_response_value,
    expected_payoffs,
    nash_conv,
)
from mastering_games.game import check_game
from mastering_games.games.connect_four import ConnectFour
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from tests.hidden_games import HiddenGame

seeds = st.integers(0, 10**6)


@pytest.mark.parametrize("seed", range(5))
def test_the_random_games_are_sound(seed):
    assert check_game(HiddenGame(seed)) == []


def pure_strategies(treeplex):
    for choice in itertools.product(*[range(len(a)) for a in treeplex.actions]):
        plan = np.zeros(treeplex.number_of_sequences)
        plan[0] = 1
        for number, parent in enumerate(treeplex.parents):
            plan[treeplex.first[number] + choice[number]] = plan[parent]
        yield plan


def brute_force_value(form):
    """The value of the matrix game of all pure strategies, by a program of its own."""
    matrix = form.payoff_matrix(0).toarray()
    rows, columns = ([*pure_strategies(t)] for t in form.treeplexes)
    table = np.array([[one @ matrix @ two for two in columns] for one in rows])
    result = linprog(
        [0] * len(rows) + [-1],
        A_ub=np.hstack([-table.T, np.ones((len(columns), 1))]),
        b_ub=np.zeros(len(columns)),
        A_eq=[[1] * len(rows) + [0]],
        b_eq=[1],
        bounds=[(0, None)] * len(rows) + [(None, None)],
    )
    return -result.fun


@settings(max_examples=60, deadline=None)
@given(seeds, st.booleans())
def test_the_linear_program_finds_an_equilibrium(seed, inner):
    game = HiddenGame(seed, inner=inner)
    form = SequenceForm(game)
    solved = ZeroSumLP(form).solve()
    behaviour = [s.to_behaviour() for s in solved.strategies]
    assert nash_conv(game, behaviour) == pytest.approx(0, abs=1e-6)
    assert expected_payoffs(game, behaviour)[0] == pytest.approx(
        solved.value, abs=1e-6
    )
    counts = [
        np.prod([float(len(a)) for a in t.actions]) for t in form.treeplexes
    ]
    if np.prod(counts) < 2_000:
        assert brute_force_value(form) == pytest.approx(solved.value, abs=1e-6)
    for player, sign in (0, 1), (1, -1):
        assert ZeroSumLP(form).maximin(player)[0] == pytest.approx(
            sign * solved.value, abs=1e-6
        )


def random_strategy(treeplex, rng):
    parts = [rng.dirichlet(np.ones(len(a))) for a in treeplex.actions]
    return Strategy.from_array(treeplex, np.concatenate([[1.0], *parts]))


@settings(max_examples=100, deadline=None)
@given(seeds, st.booleans(), st.booleans())
def test_best_responses_and_payoffs_are_what_the_rules_say(
    seed, zero_sum, inner
):
    game = HiddenGame(seed, zero_sum=zero_sum, inner=inner)
    form = SequenceForm(game)
    rng = np.random.default_rng(seed)
    strategies = [random_strategy(t, rng) for t in form.treeplexes]
    behaviour = [s.to_behaviour() for s in strategies]
    plans = [s.plan for s in strategies]
    assert form.expected_payoffs(plans) == pytest.approx(
        expected_payoffs(game, behaviour)
    )
    for player, name in enumerate(game.get_players()):
        response = BestResponse(form).best_response(
            player, strategies[1 - player]
        )
        assert response.value == pytest.approx(
            best_response_value(game, behaviour, name)
        )
        followed = list(plans)
        followed[player] = response.strategy.plan
        assert form.expected_payoffs(followed)[player] == pytest.approx(
            response.value
        )
        assert set(response.strategy.plan) <= {0.0, 1.0}
        best = max(
            form.expected_payoffs(
                [plan, plans[1]] if player == 0 else [plans[0], plan]
            )[player]
            for plan in itertools.islice(
                pure_strategies(form.treeplexes[player]), 500
            )
        )
        assert best <= response.value + 1e-9
    assert BestResponse(form).nash_conv(strategies) == pytest.approx(
        nash_conv(game, behaviour)
    )


@settings(max_examples=50, deadline=None)
@given(seeds)
def test_the_two_forms_of_a_strategy(seed):
    form = SequenceForm(HiddenGame(seed))
    rng = np.random.default_rng(seed)
    for treeplex in form.treeplexes:
        strategy = random_strategy(treeplex, rng)
        again = Strategy.from_behaviour(treeplex, strategy.to_behaviour())
        assert again.plan == pytest.approx(strategy.plan)
        matrix, right = treeplex.constraints()
        assert matrix @ strategy.plan == pytest.approx(right)
        for number, level in enumerate(treeplex.levels):
            for information_set in level:
                own = len(treeplex.words(treeplex.parents[information_set]))
                assert own == number


@settings(max_examples=30, deadline=None)
@given(seeds, st.booleans())
def test_regret_minimisation_approaches_the_value(seed, plus):
    game = HiddenGame(seed)
    form = SequenceForm(game)
    learner = CounterfactualRegret(form, plus=plus)
    strategies = learner.run(400)
    scale = 8 * max(1, sum(len(t.parents) for t in form.treeplexes))
    assert learner.exploitability() <= scale / np.sqrt(400)
    if plus:
        assert learner.exploitability() < 0.15
    behaviour = [s.to_behaviour() for s in strategies]
    assert nash_conv(game, behaviour) / 2 == pytest.approx(
        learner.exploitability(), abs=1e-6
    )
    value = ZeroSumLP(form).solve().value
    assert expected_payoffs(game, behaviour)[0] == pytest.approx(
        value, abs=2 * learner.exploitability() + 1e-6
    )


def changed(**methods):
    return type("Changed", (HiddenGame,), methods)(3, steps=3)


def one_first(game):
    game.movers = ["one", "two", "one"]
    return game


def test_what_the_sequence_form_refuses():
    forgetful = one_first(
        changed(get_information_set=lambda self, state: self.movers[len(state)])
    )
    forgetful.get_actions = lambda state: [] if len(state) == 3 else [0, 1]
    with pytest.raises(
        ValueError, match="'one' has not perfect recall: information set 'one'"
    ):
        SequenceForm(forgetful)
    differing = one_first(changed())
    differing.seen_by = [{"one"}, {"one", "two"}, {"one", "two"}]
    differing.get_actions = lambda state: (
        [] if len(state) == 3 else [0, 1, 2] if state == (1,) else [0, 1]
    )
    with pytest.raises(ValueError, match="has other actions in another state"):
        SequenceForm(differing)
    three = ExplicitTree({"a": (1, 2, 3)}, players=("x", "y", "z"))
    with pytest.raises(ValueError, match="for two players, and there are 3"):
        SequenceForm(three)
    with pytest.raises(ValueError, match="more than 1000 histories"):
        SequenceForm(TicTacToe(), max_histories=1000)
    general = HiddenGame(1, zero_sum=False)
    for solver in ZeroSumLP, CounterfactualRegret:
        with pytest.raises(ValueError, match="not zero-sum: payoffs sum to"):
            solver(general)

    class Bent(ExplicitTree):
        def get_probability(self, state, action):
            return 0.4

    with pytest.raises(ValueError, match="must sum to 1"):
        SequenceForm(Bent(Chance({"h": (0.5, 1), "t": (0.5, 0)})))
    huge = ExplicitTree({"a": 10**400, "b": 1})
    with pytest.raises((ValueError, OverflowError), match="too large"):
        SequenceForm(huge)


def test_what_a_strategy_refuses():
    form = SequenceForm(HiddenGame(8))
    treeplex = next(t for t in form.treeplexes if len(t.parents) > 1)
    uniform = Strategy.uniform(treeplex)
    behaviour = uniform.to_behaviour()
    label = next(iter(behaviour))
    plan = uniform.plan.copy()
    plan[-1] += 0.5
    for bad, message in [
        (plan, "the plan is off by 0.5 at information set"),
        (plan * np.nan, "negative, or no number"),
        (plan[:-1], "one for each sequence"),
        (uniform.plan * 2, "off by 1 at the empty sequence"),
    ]:
        with pytest.raises(ValueError, match=message):
            Strategy(treeplex, bad)
    lacking = {k: v for k, v in behaviour.items() if k != label}
    for bad, message in [
        (lacking, "says nothing about"),
        (behaviour | {"elsewhere": {0: 1}}, "no information set 'elsewhere'"),
        (behaviour | {label: {"jump": 1}}, "has the actions"),
        (behaviour | {label: {0: 0.3}}, "must sum to 1"),
    ]:
        with pytest.raises(ValueError, match=message):
            Strategy.from_behaviour(treeplex, bad)
    other = SequenceForm(HiddenGame(8))
    with pytest.raises(ValueError, match="of another game, or player"):
        BestResponse(form).best_response(
            0, Strategy.uniform(other.treeplexes[1])
        )


def test_perfect_information_is_a_special_case():
    """Two plays that meet in a state are two histories, and the mover knows which."""
    game = ConnectFour(2, 3, 3)
    form = SequenceForm(game)
    solved = BackwardInduction(game).backward_induction(0)
    assert ZeroSumLP(form).solve().value == pytest.approx(solved.value[0])
    assert form.treeplexes[0].information_sets[0] == ()
    states, histories = set(), 0
    waiting = [0]
    while waiting:
        state = waiting.pop()
        histories += 1
        states.add(state)
        waiting += [
            game.get_transition(state, a) for a in game.get_actions(state)
        ]
    assert form.number_of_histories == histories > len(states)


def test_a_game_in_which_nobody_moves():
    game = ExplicitTree(Chance({"h": (0.5, 1), "t": (0.5, 0)}))
    solved = ZeroSumLP(game).solve()
    assert solved.value == pytest.approx(0.5)
    assert CounterfactualRegret(game).run(3)[0].plan == pytest.approx([1])
