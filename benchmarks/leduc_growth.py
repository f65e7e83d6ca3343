"""How costs grow with the game: Leduc poker with more ranks and raises, and Goofspiel.

Each game is measured in a process of its own, so that the memory is its own too.
"""

import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

from benchmarks.timing import conditions
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP

ITERATIONS = 100
PATIENCE = 1.0  # seconds: what takes longer is not repeated


@dataclass(frozen=True)
class Case:
    """A game, and the parameters by which it is built."""

    game: type
    parameters: tuple  # of (name, value) pairs

    def build(self):
        return self.game(**dict(self.parameters))


def leduc(ranks, max_raises, by_rank):
    parameters = {"ranks": ranks, "max_raises": max_raises, "by_rank": by_rank}
    return Case(LeducPoker, tuple(parameters.items()))


CASES = [
    *(leduc(n, raises, True) for n in range(3, 7) for raises in range(1, 6)),
    *(leduc(n, raises, False) for n in range(3, 7) for raises in range(1, 6)),
    *(Case(Goofspiel, (("cards", cards),)) for cards in (3, 4)),
]


def least_time(work, repeats):
    """The least number of seconds that the work takes, and what it returns."""
    times = []
    while len(times) < repeats and sum(times) < PATIENCE:
        start = time.perf_counter()
        answer = work()
        times.append(time.perf_counter() - start)
    return round(min(times), 6), answer


def peak_memory():
    """The most memory that this process has held so far, in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage tells there, a parent may have held
        return int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1]) / 1000
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def measure(case, repeats) -> dict:
    """One game, measured in this process."""
    before = peak_memory()
    game = case.build()
    compiling, form = least_time(lambda: SequenceForm(game), repeats)
    learning, _ = least_time(
        lambda: CounterfactualRegret(form, plus=True).run(ITERATIONS), repeats
    )
    solving, solved = least_time(lambda: ZeroSumLP(form).solve(), repeats)
    return {
        "game": case.game.__name__,
        **dict(case.parameters),
        "histories": form.number_of_histories,
        "information_sets": [len(t.parents) for t in form.treeplexes],
        "sequences": [t.number_of_sequences for t in form.treeplexes],
        "payoffs": len(form.chance),
        "value": round(solved.value, 9),
        "compile_seconds": compiling,
        "linear_program_seconds": solving,
        "cfr_plus_seconds": learning,
        "memory_mb": round(peak_memory() - before, 1),
    }


def measurement(repeats) -> dict:
    """All games, one after the other."""
    pool = ProcessPoolExecutor(
        max_workers=1, mp_context=get_context("spawn"), max_tasks_per_child=1
    )
    with pool:
        rows = pool.map(measure, CASES, [repeats] * len(CASES))
        bar = tqdm(rows, total=len(CASES), unit="game", leave=False)
        return {
            **conditions([]),
            "repeats": repeats,
            "cfr_plus_iterations": ITERATIONS,
            "games": list(bar),
        }


def as_table(measured) -> str:
    """The measurement as lines of text."""
    lines = [
        f"{'histories':>9}  {'sequences':>9}  {'compile':>8}  {'program':>8}  "
        f"{'CFR+':>8}  {'memory':>8}  game"
    ]
    for row in measured["games"]:
        seconds = "  ".join(
            f"{row[f'{step}_seconds']:6.3f} s"
            for step in ("compile", "linear_program", "cfr_plus")
        )
        parameters = ", ".join(
            f"{name}={row[name]}"
            for name in ("ranks", "max_raises", "by_rank", "cards")
            if name in row
        )
        lines.append(
            f"{row['histories']:9,}  {row['sequences'][0]:9,}  {seconds}  "
            f"{row['memory_mb']:5.0f} MB  {row['game']}({parameters})"
        )
    return "\n".join(lines)
