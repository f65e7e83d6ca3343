"""Time this project's solvers side by side with other projects'.

Each benchmark does the same work with several programs, in turn, many times over, and prints the
median time of each. The other projects are optional: `make peers` installs them.
"""

import argparse
import sys
from importlib import import_module

from benchmarks.timing import as_table, measurement, store

BENCHMARKS = {
    "tictactoe": "tic-tac-toe solved from its rules, from nothing",
    "leduc": "Leduc poker: linear programs, and 1,000 iterations of CFR+",
}


def programs_of(name):
    """The programs that can run here, and the messages about those that cannot."""
    benchmark = import_module(f"benchmarks.{name}")
    programs, lacking = benchmark.own_programs(), []
    for peer in benchmark.PEERS:
        try:
            programs += peer()
        except ImportError as error:
            lacking.append(f"left out: {peer.__name__} ({error})")
    return programs, lacking


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="benchmarks:\n"
        + "\n".join(f"  {name:12}{what}" for name, what in BENCHMARKS.items()),
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
        programs, lacking = programs_of(name)
        print(f"{name}: {BENCHMARKS[name]}")
        for message in lacking:
            print(message)
        if lacking and chosen.store:
            sys.exit(
                "Nothing was stored: install the other projects with `make peers`."
            )
        measured = measurement(programs, chosen.repeats)
        print(as_table(measured))
        if chosen.store:
            print(f"stored in {store(name, measured)}")


if __name__ == "__main__":
    main()
