"""Leduc poker: an equilibrium by linear programming, and CFR+ to the same exploitability.

All programs solve the same game: two players, six cards, two raises a round. CFR+ is timed for a number
of iterations, alike for all; how far the strategies are then from an equilibrium, our own best response
tells for all.

LiteEFG is built from source, for longer than `make peers` should take. To have it measured too:
    .venv/bin/python -m pip install --no-deps LiteEFG pandas
"""

import contextlib
import io
import os
import tempfile
from functools import cache
from unittest.mock import patch

from benchmarks.timing import Program
from mastering_games.formats.open_spiel import OpenSpielGame
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.counterfactual_regret_kernel import (
    CompiledCounterfactualRegret,
    compiled,
)
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP

VALUE = -0.085606424
ITERATIONS = 1_000
EQUILIBRIUM = "the value and an equilibrium, from the rules"
LEARNED = f"strategies after {ITERATIONS:,} iterations"


def is_value(value):
    return abs(value - VALUE) < 1e-6


def linear_program(name, **parameters) -> Program:
    return Program(
        name,
        EQUILIBRIUM,
        None,
        lambda: ZeroSumLP(LeducPoker(**parameters)).solve(),
        lambda solved: is_value(solved.value) and solved.nash_conv < 1e-8,
        lambda solved: abs(solved.nash_conv) / 2,
    )


def regret_minimisation(name, algorithm) -> Program:
    def learn():
        learner = algorithm(LeducPoker(by_rank=False), plus=True)
        learner.run(ITERATIONS)
        return learner

    return Program(
        name,
        LEARNED,
        None,
        learn,
        lambda learner: learner.exploitability() < 5e-4,
        lambda learner: learner.exploitability(),
    )


def own_programs() -> list[Program]:
    """Compiling and solving; with cards that differ in suits, as the others have them."""
    return [
        linear_program("Sequence form and linear program", by_rank=False),
        linear_program("Sequence form and linear program, by rank"),
        regret_minimisation("CFR+, vectorised", CounterfactualRegret),
    ]


def numba() -> list[Program]:
    """Our own CFR+ again, compiled by numba beforehand."""
    compiled()
    CompiledCounterfactualRegret(LeducPoker(), plus=True).run(1)
    return [regret_minimisation("CFR+, compiled", CompiledCounterfactualRegret)]


@cache
def compiled_open_spiel() -> SequenceForm:
    """OpenSpiel's Leduc poker, compiled for our check of its strategies."""
    return SequenceForm(OpenSpielGame("leduc_poker"))


def exploitability(odds_of):
    """By our own check: ``odds_of`` maps OpenSpiel's name of an information set to probabilities of
    OpenSpiel's actions 0, 1 and 2."""
    form = compiled_open_spiel()
    strategies = []
    for treeplex in form.treeplexes:
        behaviour = {}
        for label in treeplex.information_sets:
            _, name = label.split(": ", 1)
            odds = dict(zip(["Fold", "Call", "Raise"], odds_of(name)))
            actions = treeplex.actions[treeplex.number_of[label]]
            behaviour[label] = {action: odds[action] for action in actions}
        strategies.append(Strategy.from_behaviour(treeplex, behaviour))
    return BestResponse(form).exploitability(strategies)


def open_spiel() -> list[Program]:
    """OpenSpiel's linear program in Python, and its CFR+ in C++."""
    import ecos  # noqa: F401  (what the linear program is solved with)
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    game = pyspiel.load_game("leduc_poker")

    def learn():
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(ITERATIONS):
            solver.evaluate_and_update_policy()
        return solver

    def odds_of(solver):
        table = solver.tabular_average_policy().policy_table()
        return lambda name: [dict(table[name]).get(a, 0) for a in range(3)]

    return [
        Program(
            "OpenSpiel, sequence-form linear program",
            EQUILIBRIUM,
            "open_spiel",
            lambda: sequence_form_lp.solve_zero_sum_game(game),
            lambda answer: is_value(answer[0]),
        ),
        Program(
            "OpenSpiel, CFR+ in C++",
            LEARNED,
            "open_spiel",
            learn,
            lambda solver: exploitability(odds_of(solver)) < 5e-3,
            lambda solver: exploitability(odds_of(solver)),
        ),
    ]


def lite_efg() -> list[Program]:
    """LiteEFG's CFR+ in C++. It converts OpenSpiel's game to a file once, which is not timed."""
    import LiteEFG
    import pyspiel
    from LiteEFG.baselines import CFRplus

    game = pyspiel.load_game("leduc_poker")
    home = tempfile.TemporaryDirectory()  # where the file is kept

    def new_environment():
        with patch.dict(os.environ, HOME=home.name):
            return LiteEFG.OpenSpielEnv(
                game, traverse_type="Enumerate", regenerate=False
            )

    def learn():
        with contextlib.redirect_stdout(io.StringIO()):
            environment, graph = new_environment(), CFRplus.graph()
        environment.set_graph(graph)
        for _ in range(ITERATIONS):
            graph.update_graph(environment)
            strategy = graph.current_strategy()
            environment.update_strategy(strategy, update_best=False)
        return environment, graph

    def odds_of(learned):
        environment, graph = learned
        policy, _ = environment.get_strategy(
            graph.current_strategy(), "linear-avg-iterate"
        )
        return policy.policy_for_key

    with contextlib.redirect_stdout(io.StringIO()):
        new_environment()
    return [
        Program(
            "LiteEFG, CFR+ in C++",
            LEARNED,
            "LiteEFG",
            learn,
            lambda learned: exploitability(odds_of(learned)) < 5e-3,
            lambda learned: exploitability(odds_of(learned)),
        )
    ]


PEERS = [numba, open_spiel]
BY_HAND = {"LiteEFG, CFR+ in C++": lite_efg}
