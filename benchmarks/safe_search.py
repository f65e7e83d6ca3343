"""Safe search in all subgames of a game, by two programs; and what else improves a blueprint.

All begin with the same stored blueprint. Each subgame is solved once, with the same time to spare. A
program that is not done in time is stopped: the best strategy so far counts, at worst the blueprint.
"""

import statistics
import time
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from tqdm import tqdm

from benchmarks import blueprints
from benchmarks.timing import conditions
from mastering_games.commitment.fixed_response import FixedResponse
from mastering_games.commitment.leaf_form import LeafForm
from mastering_games.commitment.naive_search import NaiveSearch
from mastering_games.commitment.safe_commitment import SafeCommitment
from mastering_games.commitment.safe_milp import SafeMILP
from mastering_games.commitment.safe_search import SafeSearch, refine
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy

TIME_LIMIT = 20  # seconds, for each subgame
PATIENCE = 60  # seconds, for the whole game
SETTINGS = [  # of alpha and beta, to be compared
    *((alpha, 1) for alpha in (0, 0.25, 0.5, 0.75, 1)),
    *((0.5, beta) for beta in (2, 4, 8, 16, 64)),
]
LEADER = "Ann"


@dataclass(frozen=True)
class Instance:
    """A game that a blueprint is stored for, and how much is tried with it."""

    name: str
    build: type
    parameters: tuple
    is_large: bool = False  # then the paper's program is left out
    is_varied: bool = False  # whether alpha and beta are

    def form(self, kind=SequenceForm):
        game = self.build(**dict(self.parameters))
        return kind(game, subgame_of=game.get_subgame)

    def blueprint(self, form):
        return blueprints.load(self.name, form.treeplexes[0])


def goofspiel(cards, **how):
    parameters = (("cards", cards), ("zero_sum", False))
    return Instance(f"Goofspiel {cards}", Goofspiel, parameters, **how)


def leduc(ranks, **how):
    parameters = (
        ("ranks", ranks),
        ("max_raises", blueprints.RAISES),
        ("by_rank", False),
        ("rake", Fraction(1, 10)),
    )
    return Instance(f"Leduc {ranks}", LeducPoker, parameters, **how)


INSTANCES = [
    goofspiel(3),
    goofspiel(4, is_varied=True),
    leduc(3, is_varied=True),
    leduc(4, is_varied=True),
    leduc(5),
    leduc(6, is_large=True),
]


def watched(jobs):
    """The jobs, with a bar that shows how many are done."""
    return tqdm(jobs, unit="subgame", leave=False)


def with_search(search, found) -> dict:
    """What the leader gets: with the blueprint, and with what was found in the subgames."""
    behaviour = dict(search.behaviour)
    for new in found:
        behaviour |= new
    strategy = Strategy.from_behaviour(search.treeplex, behaviour)
    return {
        "blueprint_value": round(search.blueprint.value, 9),
        "value": round(search.strong.commit(strategy).value, 9),
    }


def times(seconds) -> dict:
    """The seconds of the subgames: the mean, the median and the most."""
    return {
        "mean_seconds": round(statistics.mean(seconds), 4),
        "median_seconds": round(statistics.median(seconds), 4),
        "max_seconds": round(max(seconds), 4),
    }


def solve(problems, solver) -> list:
    """What search finds in the subgames that play comes to."""
    live = [p for p in problems if p.reach > 0 and p.entered > 0]
    return [refine(p, TIME_LIMIT, solver) for p in watched(live)]


def summary(search, found) -> dict:
    """What search found in all subgames together.

    If the follower does as before, the leader gets the promised value, and no search within the safety
    bounds brings more than the bound.
    """
    before = search.blueprint.value
    bound = before + sum(one.bound - one.before for one in found)
    promised = before + sum(one.value - one.before for one in found)
    return {
        "subgames": len(search.labels),
        "live": len(found),
        "optimal": sum(one.is_optimal for one in found),
        "improved": sum(bool(one.behaviour) for one in found),
        "failed": sum("failed" in one.message for one in found),
        **times([one.seconds for one in found]),
        **with_search(search, [one.behaviour for one in found]),
        "promised": round(promised, 9),
        "bound": round(bound, 9) if isfinite(bound) else None,
    }


def safe(instance, solver, kind) -> dict:
    """Safe search, with a solver, in the form that it needs."""
    start = time.perf_counter()
    form = instance.form(kind)
    search = SafeSearch(form, LEADER, instance.blueprint(form))
    problems = [search.problem(label) for label in search.labels]
    built = round(time.perf_counter() - start, 4)
    found = solve(problems, solver)
    return {
        "build_seconds": built,
        **summary(search, found),
        "found": [
            {
                "gain": round(one.value - one.before, 9),
                "seconds": round(one.seconds, 4),
                "is_optimal": one.is_optimal,
            }
            for one in found
        ],
    }


def naive(instance) -> dict:
    """Naive search, wherever chance and the leader let play come."""
    start = time.perf_counter()
    form = instance.form()
    search = NaiveSearch(form, LEADER, instance.blueprint(form))
    live = [x for x in search.labels if any(search.weights(x).values())]
    built = round(time.perf_counter() - start, 4)
    found, seconds = [], []
    for label in watched(live):
        start = time.perf_counter()
        found.append(search.search(label, TIME_LIMIT))
        seconds.append(time.perf_counter() - start)
    return {
        "build_seconds": built,
        "subgames": len(search.labels),
        "live": len(live),
        **times(seconds),
        **with_search(search, found),
    }


def fixed_response(instance) -> dict:
    """The best strategy for the whole game that the follower answers as the blueprint; no value, if
    PATIENCE is too short for it."""
    start = time.perf_counter()
    form = instance.form()
    solver = FixedResponse(form, LEADER)
    blueprint = solver.strong.commit(
        Strategy.from_behaviour(form.treeplexes[0], instance.blueprint(form))
    )
    built = round(time.perf_counter() - start, 4)
    start = time.perf_counter()
    try:
        value = solver.solve(blueprint.response, PATIENCE).value
    except TimeoutError:
        value = None
    return {
        "build_seconds": built,
        "solve_seconds": round(time.perf_counter() - start, 4),
        "blueprint_value": round(blueprint.value, 9),
        "value": None if value is None else round(value, 9),
    }


PAPERS = "safe search, mixed-integer program"
PROGRAMS = {
    "safe search": lambda game: safe(game, SafeCommitment, SequenceForm),
    PAPERS: lambda game: safe(game, SafeMILP, LeafForm),
    "naive search": naive,
    "whole game, response fixed": fixed_response,
}


def measure(instance, program) -> dict:
    """One program on one game: how long, how good, and how sure."""
    measured = PROGRAMS[program](instance)
    return {"instance": instance.name, "program": program, **measured}


def vary(instance) -> list[dict]:
    """Safe search with other safety bounds."""
    form, rows = instance.form(), []
    for alpha, beta in SETTINGS:
        search = SafeSearch(
            form, LEADER, instance.blueprint(form), alpha=alpha, beta=beta
        )
        problems = [search.problem(label) for label in search.labels]
        found = summary(search, solve(problems, SafeCommitment))
        setting = {"alpha": alpha, "beta": beta}
        rows.append({"instance": instance.name, **setting, **found})
    return rows


def measurement(repeats) -> dict:
    """All programs on all games, once: times differ by far more than a machine's moods."""
    pairs = [
        (instance, program)
        for instance in INSTANCES
        for program in PROGRAMS
        if program != PAPERS or not instance.is_large
    ]
    varied = [instance for instance in INSTANCES if instance.is_varied]
    return {
        **conditions(["highspy", "scipy"]),
        "time_limit": TIME_LIMIT,
        "patience": PATIENCE,
        "rows": [
            measure(*pair) for pair in tqdm(pairs, unit="program", leave=False)
        ],
        "settings": [
            row
            for instance in tqdm(varied, unit="game", leave=False)
            for row in vary(instance)
        ],
    }


def as_table(measured) -> str:
    """The measurement as lines of text."""
    lines = [line_of(row) for row in measured["rows"]]
    lines += [
        f"{row['instance']:13}alpha {row['alpha']:<6}beta {row['beta']:<4}{compared(row)}"
        for row in measured["settings"]
    ]
    return "\n".join(lines)


def line_of(row) -> str:
    """One row as a line of text."""
    if "live" in row:
        took = (
            f"{row['mean_seconds']:7.3f} s, at most {row['max_seconds']:6.2f} s "
            f"in each of {row['live']} subgames"
        )
    else:
        took = f"{row['solve_seconds']:7.3f} s"
    start = f"{row['instance']:13}{row['program']:36}"
    return f"{start}{row['build_seconds']:6.2f} s {took:48}{compared(row)}"


def compared(row) -> str:
    """The values with the blueprint and after it; how many subgames are solved for sure."""
    value = row["value"]
    after = "not done" if value is None else f"{value:9.6f}"
    sure = f", {row['optimal']} optimal" if "optimal" in row else ""
    return f"{row['blueprint_value']:10.6f} -> {after}{sure}"
