"""OpenSpiel as an oracle for learning: CFR and CFR+ here and there play the same, iteration by iteration."""

import numpy as np
import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="needs OpenSpiel: make peers installs it"
)

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    best_response,
    cfr,
    exploitability,
)

from mastering_games.formats.open_spiel import OpenSpielGame  # noqa: E402
from mastering_games.imperfect_information.best_response import (  # noqa: E402
    BestResponse,
)
from mastering_games.imperfect_information.counterfactual_regret import (  # noqa: E402
    CounterfactualRegret,
)
from mastering_games.imperfect_information.sequence_form import (  # noqa: E402
    SequenceForm,
)
from mastering_games.imperfect_information.strategy import (  # noqa: E402
    Strategy,
)
from mastering_games.imperfect_information.zero_sum_lp import (  # noqa: E402
    ZeroSumLP,
)

KUHN, LEDUC = "kuhn_poker", "leduc_poker"


@pytest.fixture(scope="module")
def forms():
    return {name: SequenceForm(OpenSpielGame(name)) for name in (KUHN, LEDUC)}


def as_strategies(form, policy):
    """A policy of OpenSpiel as our strategies: this refuses what does not sum to 1."""
    game = form.game
    tables = [{}, {}]
    waiting = [game.get_initial_state()]
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            continue
        waiting += [
            game.get_transition(state, action)
            for action in game.get_actions(state)
        ]
        position = game.position(state)
        mover = position.current_player()
        if mover >= 0:
            tables[mover][game.get_information_set(state)] = {
                position.action_to_string(action): p
                for action, p in policy.action_probabilities(position).items()
            }
    return [
        Strategy.from_behaviour(treeplex, table)
        for treeplex, table in zip(form.treeplexes, tables)
    ]


def plans(strategies):
    return np.concatenate([strategy.plan for strategy in strategies])


def open_spiels_exploitability(game, policy):
    if isinstance(policy, policies.Policy):
        return exploitability.exploitability(game, policy)
    return pyspiel.exploitability(game, policy)  # a policy in C++


def simultaneous(game):
    return cfr._CFRSolver(
        game,
        alternating_updates=False,
        linear_averaging=False,
        regret_matching_plus=False,
    )


@pytest.mark.parametrize(
    ("name", "plus", "solver", "iterations"),
    [
        (KUHN, False, cfr.CFRSolver, 30),
        (KUHN, True, cfr.CFRPlusSolver, 30),
        (KUHN, False, pyspiel.CFRSolver, 100),
        (KUHN, True, pyspiel.CFRPlusSolver, 100),
        (LEDUC, False, pyspiel.CFRSolver, 20),
        (LEDUC, True, pyspiel.CFRPlusSolver, 20),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_the_iterates_are_those_of_open_spiel(
    forms, name, plus, solver, iterations
):
    """What matches: the players take turns, the second learns from the first's new strategy; CFR weighs
    all iterations alike, and CFR+ weighs an iteration by its number, from the first."""
    form = forms[name]
    game = form.game.open_spiel_game
    ours, theirs = CounterfactualRegret(form, plus=plus), solver(game)
    for iteration in range(1, iterations + 1):
        ours.run(1)
        theirs.evaluate_and_update_policy()
        if iteration in (1, 2, 3, 5, 10) or iteration == iterations:
            average = as_strategies(form, theirs.average_policy())
            assert plans(average) == pytest.approx(
                plans(ours.average_strategies()), abs=1e-9
            )
            current = as_strategies(form, theirs.current_policy())
            assert plans(current) == pytest.approx(
                plans(ours.players), abs=1e-9
            )
    assert ours.exploitability() == pytest.approx(
        open_spiels_exploitability(game, theirs.average_policy())
    )


def test_players_who_learn_at_once_play_otherwise(forms):
    """So the order of updates is part of the algorithm, and the agreement above no accident."""
    form = forms[KUHN]
    ours, theirs = (
        CounterfactualRegret(form),
        simultaneous(form.game.open_spiel_game),
    )
    differences = []
    for _ in range(2):
        ours.run(1)
        theirs.evaluate_and_update_policy()
        average = as_strategies(form, theirs.average_policy())
        difference = plans(average) - plans(ours.average_strategies())
        differences.append(np.abs(difference).max())
    assert differences[0] == 0, "both begin with uniform play"
    assert differences[1] > 0.1


@pytest.mark.parametrize("name", [KUHN, LEDUC])
def test_best_responses_are_worth_the_same(forms, name):
    form = forms[name]
    game = form.game.open_spiel_game
    solver = pyspiel.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    policy = policies.tabular_policy_from_callable(
        game, average.action_probabilities
    )
    strategies = as_strategies(form, average)
    for player in 0, 1:
        theirs = best_response.BestResponsePolicy(game, player, policy)
        ours = BestResponse(form).best_response(player, strategies[1 - player])
        assert ours.value == pytest.approx(
            theirs.value(game.new_initial_state())
        )


def test_the_linear_programs_agree(forms):
    """The hazard: OpenSpiel's program needs cvxpy and ecos, which OpenSpiel does not bring."""
    for solver in "cvxpy", "ecos":
        pytest.importorskip(solver, reason=f"needs {solver}: make peers")
    from open_spiel.python.algorithms import sequence_form_lp

    form = forms[KUHN]
    value, opposite, *policies = sequence_form_lp.solve_zero_sum_game(
        form.game.open_spiel_game
    )
    assert value == pytest.approx(-1 / 18, abs=1e-6)
    assert opposite == pytest.approx(1 / 18, abs=1e-6)
    assert ZeroSumLP(form).solve().value == pytest.approx(value, abs=1e-6)
    both = [
        as_strategies(form, policy)[player]
        for player, policy in enumerate(policies)
    ]
    assert BestResponse(form).nash_conv(both) < 1e-5
