"""Strong Stackelberg equilibria: the programs side by side, each with the same time to spare.

A program that is not done in time is stopped: it counts with the best commitment that it has found, and
its bound.
"""

import time
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from tqdm import tqdm

from benchmarks.timing import conditions
from mastering_games.commitment.public_actions import PublicActions
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.commitment.stackelberg_milp import StackelbergMILP
from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.two_stage_game import TwoStageGame

TIME_LIMIT = 60


@dataclass(frozen=True)
class Instance:
    """A game, its leader, and whether all actions become public in it."""

    name: str
    build: type
    parameters: tuple = ()
    leader: str = "leader"
    is_public: bool = False

    def game(self):
        return self.build(**dict(self.parameters))


def leduc(max_raises):
    return Instance(
        f"Leduc, 2 ranks, {max_raises} raise{'s' * (max_raises > 1)}",
        LeducPoker,
        (
            ("ranks", 2),
            ("max_raises", max_raises),
            ("rake", Fraction(1, 10)),
        ),
        "Ann",
    )


def goofspiel(cards):
    return Instance(
        f"Goofspiel {cards}",
        Goofspiel,
        (("cards", cards), ("zero_sum", False)),
        "Ann",
        True,
    )


def two_stage(*sizes):
    names = ("actions", "tables", "second_actions")
    return Instance(
        f"two stages, {', '.join(map(str, sizes))}",
        TwoStageGame,
        tuple(zip(names, sizes, strict=True)),
    )


INSTANCES = [
    Instance("exit after chance", ExitAfterChance),
    Instance("exit before chance", ExitBeforeChance),
    two_stage(2, 2, 2),
    two_stage(2, 10, 10),
    leduc(1),
    leduc(2),
    goofspiel(3),
    goofspiel(4),
]
PROGRAMS = {
    "mixed-integer program, M = 100": lambda game, leader: StackelbergMILP(
        game, leader, largest=100
    ),
    "mixed-integer program, an own M": StackelbergMILP,
    "correlation plan": StackelbergCorrelation,
    "public actions": PublicActions,
}


def measure(instance, program) -> dict:
    """One program on one game: how long, how good, and how sure."""
    game = instance.game()
    start = time.perf_counter()
    solver = PROGRAMS[program](game, instance.leader)
    built = time.perf_counter() - start
    start = time.perf_counter()
    found = solver.solve(time_limit=TIME_LIMIT)
    return {
        "instance": instance.name,
        "program": program,
        "build_seconds": round(built, 4),
        "solve_seconds": round(time.perf_counter() - start, 4),
        "value": round(found.value, 9),
        "bound": round(found.bound, 9) if isfinite(found.bound) else None,
        "is_optimal": found.is_optimal,
        "nodes": found.nodes,
        "variables": solver.program.number_of_variables,
        "constraints": solver.program.number_of_constraints,
    }


def measurement(repeats) -> dict:
    """All programs on all games, once: times differ by far more than a machine's moods."""
    pairs = [
        (instance, program)
        for instance in INSTANCES
        for program in PROGRAMS
        if instance.is_public or program != "public actions"
    ]
    return {
        **conditions(["highspy"]),
        "time_limit": TIME_LIMIT,
        "rows": [
            measure(*pair) for pair in tqdm(pairs, unit="program", leave=False)
        ],
    }


def as_table(measured) -> str:
    """The measurement as lines of text."""
    return "\n".join(
        f"{row['instance']:25}{row['program']:33}{row['build_seconds']:8.3f} s "
        f"{row['solve_seconds']:8.3f} s  {row['value']:10.6f}  "
        + ("optimal" if row["is_optimal"] else f"at most {row['bound']}")
        for row in measured["rows"]
    )
