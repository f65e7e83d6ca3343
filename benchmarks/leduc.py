"""Leduc poker: an equilibrium by linear programming, and CFR+ to the same exploitability.

All programs solve the same game: two players, six cards, two raises a round. What CFR+ is timed for is
a number of iterations after which our own check finds the exploitability given in the table.
"""

from benchmarks.timing import Program
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP

VALUE = -0.085606424
ITERATIONS = 1_000
EQUILIBRIUM = "the value and an equilibrium, from the rules"
LEARNED = f"strategies after {ITERATIONS:,} iterations"


def is_value(value):
    return abs(value - VALUE) < 1e-6


def own_programs() -> list[Program]:
    """Compiling and solving; with cards that differ in suits, as the others have them."""
    learner = {}

    def learn():
        learner["cfr"] = CounterfactualRegret(
            LeducPoker(by_rank=False), plus=True
        )
        learner["cfr"].run(ITERATIONS)
        return learner["cfr"]

    return [
        Program(
            "Sequence form and linear program",
            EQUILIBRIUM,
            None,
            lambda: ZeroSumLP(LeducPoker(by_rank=False)).solve(),
            lambda solved: is_value(solved.value) and solved.nash_conv < 1e-8,
        ),
        Program(
            "Sequence form and linear program, by rank",
            EQUILIBRIUM,
            None,
            lambda: ZeroSumLP(LeducPoker()).solve(),
            lambda solved: is_value(solved.value) and solved.nash_conv < 1e-8,
        ),
        Program(
            "CFR+, vectorised",
            LEARNED,
            None,
            learn,
            lambda cfr: cfr.exploitability() < 5e-4,
        ),
    ]


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
            lambda solver: (
                pyspiel.exploitability(game, solver.average_policy()) < 5e-3
            ),
        ),
    ]


PEERS = [open_spiel]
