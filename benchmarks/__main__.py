"""Time this project's solvers side by side with other projects'.

A benchmark does the same work with several programs, in turn, many times over, and prints the
median time of each; or it does the work for larger and larger games. The other projects are optional:
`make peers` installs them, but for one: how to install LiteEFG, benchmarks/leduc.py tells.
"""

import argparse
import sys
from importlib import import_module

from benchmarks import timing

BENCHMARKS = {
    "tictactoe": "tic-tac-toe solved from its rules, from nothing",
    "leduc": "Leduc poker: linear programs, and 1,000 iterations of CFR+",
    "leduc_growth": "how costs grow with the game, in a process for each",
    "commitment": "strong Stackelberg equilibria: four programs, a minute each",
    "safe_search": "safe search in subgames: two programs, and what else one can do",
}


def programs_of(benchmark):
    """The programs that can run here, and the messages about those that cannot."""
    programs, lacking = benchmark.own_programs(), []
    for peer in benchmark.PEERS:
        try:
            programs += peer()
        except ImportError as error:
            lacking.append(f"left out: {peer.__name__} ({error})")
    return programs, lacking


def side_by_side(benchmark, repeats, everybody):
    """Measure all programs; exit if ``everybody`` is wanted and a project is lacking. Those that one
    installs by hand are named if they are not there."""
    programs, lacking = programs_of(benchmark)
    for message in lacking:
        print(message)
    if lacking and everybody:
        sys.exit(
            "Nothing was stored: install the other projects with `make peers`."
        )
    not_installed = []
    for name, peer in getattr(benchmark, "BY_HAND", {}).items():
        try:
            programs += peer()
        except ImportError:
            not_installed.append(name)
    return timing.measurement(programs, repeats) | (
        {"not_installed": not_installed} if not_installed else {}
    )


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="benchmarks:\n"
        + "\n".join(f"  {name:14}{what}" for name, what in BENCHMARKS.items()),
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="benchmark",
        help="which to run (default: all)",
    )
    parser.add_argument(
        "--repeats",
        type=int,
        default=11,
        help="how often each program runs (default: %(default)s)",
    )
    parser.add_argument(
        "--store",
        action="store_true",
        help="keep the times in benchmarks/results, for the book's tables; needs all the other projects",
    )
    chosen = parser.parse_args(arguments)
    unknown = set(chosen.names) - set(BENCHMARKS)
    if unknown:
        parser.error(
            f"no benchmark {', '.join(sorted(unknown))}; there are: {', '.join(BENCHMARKS)}"
        )
    if chosen.repeats < 1:
        parser.error(f"--repeats is {chosen.repeats}: it must be at least 1")
    for name in chosen.names or BENCHMARKS:
        print(f"{name}: {BENCHMARKS[name]}")
        benchmark = import_module(f"benchmarks.{name}")
        if hasattr(benchmark, "measurement"):
            measured = benchmark.measurement(chosen.repeats)
            print(benchmark.as_table(measured))
        else:
            measured = side_by_side(benchmark, chosen.repeats, chosen.store)
            print(timing.as_table(measured))
        if chosen.store:
            print(f"stored in {timing.store(name, measured)}")


if __name__ == "__main__":
    main()
