"""Programs that do the same work, timed side by side."""

import gc
import json
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

from tqdm import tqdm

RESULTS = Path(__file__).with_name("results")


@dataclass(frozen=True)
class Program:
    """One way to do the work.

    Attributes:
        name: what the table calls it.
        finds: what one has when it is done.
        project: the distribution it comes from; None for this project.
        run: does the work, from nothing: what an earlier call remembered must not help.
        check: tells whether what ``run`` returned is right.
        exploitability: how far what ``run`` returned is from an equilibrium, by our own check; None
            where that is no question.
    """

    name: str
    finds: str
    project: str | None
    run: Callable
    check: Callable
    exploitability: Callable | None = None


def side_by_side(programs, repeats) -> list[dict]:
    """Time all programs once, then again, and so on, so that a slow moment of the machine hits all
    of them alike. ValueError where a program's answer is wrong: its time would mean nothing.
    """
    times = {program: [] for program in programs}
    found = {}
    for program in tqdm(list(programs) * repeats, unit="run", leave=False):
        gc.collect()  # the garbage of the program before
        start = time.perf_counter()
        answer = program.run()
        times[program].append(time.perf_counter() - start)
        if not program.check(answer):
            raise ValueError(f"{program.name} gives a wrong answer: {answer!r}")
        if program.exploitability and program not in found:
            gap = float(program.exploitability(answer))
            found[program] = {"exploitability": float(f"{gap:.4g}")}
    return [
        {
            "name": program.name,
            "finds": program.finds,
            "project": program.project,
            "median": round(statistics.median(seconds), 6),
            "least": round(min(seconds), 6),
        }
        | found.get(program, {})
        for program, seconds in times.items()
    ]


def conditions(projects) -> dict:
    """When, where and with what was measured."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "versions": {project: version(project) for project in projects},
    }


def measurement(programs, repeats) -> dict:
    """Times, with all that one needs to know to compare them with others."""
    return {
        **conditions(sorted({p.project for p in programs if p.project})),
        "repeats": repeats,
        "programs": side_by_side(programs, repeats),
    }


def store(name, measured):
    """Keep a measurement for the book's table."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    return path


def as_table(measured) -> str:
    """The measurement as lines of text, the fastest program first."""
    rows = sorted(measured["programs"], key=lambda program: program["median"])
    width = max(len(row["name"]) for row in rows)
    lines = [f"{'median':>10}  {'least':>10}  {'program':{width}}  it finds"]
    for row in rows:
        times = f"{1000 * row['median']:7.1f} ms  {1000 * row['least']:7.1f} ms"
        finds = row["finds"]
        if "exploitability" in row:
            finds += f", exploitability {row['exploitability']:.2g}"
        lines.append(f"{times}  {row['name']:{width}}  {finds}")
    for name in measured.get("not_installed", []):
        lines.append(f"{'-':>10}  {'-':>10}  {name:{width}}  not installed")
    return "\n".join(lines)
