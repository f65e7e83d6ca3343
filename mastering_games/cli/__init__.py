"""The command ``mastering-games``: what the package can do, without a program of one's own.

A module for each command; it imports what is slow to import only once it runs.
"""

import argparse
import contextlib
import os
import sys
from textwrap import fill

import mastering_games
from mastering_games.cli import check, convert, draw, games, solve
from mastering_games.cli.errors import CommandError, own_frame

BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 2, 130, 141
"""Exit codes: the last two are what a shell makes of the signals."""

EPILOG = """\
A GAME is one of these:
  nim                        a game of the book, by its name
  nim:heaps=1,2,3            with parameters; no blanks, and no quotes needed
  kuhn.efg                   a file of Gambit's; - reads one from standard input
  open_spiel:kuhn_poker      a game of OpenSpiel, if that is installed
  my_game.py:MyGame          a class in a Python file of yours: the file is run

examples:
  mastering-games games
  mastering-games draw nim:heaps=1,2 -o nim.svg
  mastering-games solve kuhn_poker
  mastering-games check leduc_poker:ranks=2
  mastering-games convert kuhn_poker -o kuhn.efg

Each command has a help of its own: mastering-games solve --help
"""


class Parser(argparse.ArgumentParser):
    """A parser that tells in one line what is wrong."""

    def __init__(self, **options):
        options["description"] = fill(options["description"], 79)
        options["formatter_class"] = argparse.RawDescriptionHelpFormatter
        super().__init__(**options)

    def error(self, message):
        raise CommandError(f"{message} ({self.prog} --help tells more)")


def make_parser():
    parser = Parser(
        prog="mastering-games",
        description="List, draw, solve, check and convert games.",
        epilog=EPILOG,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"mastering-games {mastering_games.__version__}",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in games, draw, solve, check, convert:
        command.add_to(commands)
    return parser


def main(arguments=None) -> int:
    """Run the command; the exit code: 0 if all is well, 1 if a check fails."""
    parser = make_parser()
    options = argparse.Namespace()
    try:
        options = parser.parse_args(arguments)
        if not hasattr(options, "run"):
            parser.print_help(sys.stderr)
            return BAD_INPUT
        code = options.run(options)
        sys.stdout.flush()  # a broken pipe shows here, not at the exit
        return code or 0
    except SystemExit as finished:  # argparse, after --help or --version
        return finished.code or 0
    except KeyboardInterrupt:
        tell("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return BROKEN_PIPE
    except Exception as error:
        message = in_a_line(error)
        if message is None:
            raise  # a mistake of ours: its traceback is wanted
        game = getattr(options, "game", None)
        named = game and not isinstance(error, CommandError)
        tell(f"{game}: {message}" if named else message)
        return BAD_INPUT


def in_a_line(error):
    """What went wrong; None where that is a mistake in this package."""
    message = " ".join(str(error).split())
    for name in "max_states", "max_histories", "max_nodes":
        message = message.replace(name, "--limit")  # what it is called here
    if frame := own_frame(error):
        place = f"{os.path.basename(frame.filename)}, line {frame.lineno}"
        name = type(error).__name__
        return f"{place}, in {frame.name}: {name}: {message}"
    if isinstance(error, UnicodeEncodeError):
        return f"{message}: write to a file with -o, in UTF-8"
    if isinstance(error, RecursionError):
        return "the game is too deep for this: take a smaller one"
    if isinstance(error, MemoryError):
        return "out of memory: take a smaller game"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'output'}: {error.strerror}"
    known = (CommandError, ValueError, RuntimeError, ImportError, OSError)
    return message if isinstance(error, known) else None


def tell(message):
    with contextlib.suppress(OSError):  # nobody may be listening
        print(f"mastering-games: {message}", file=sys.stderr, flush=True)


def drop_output():
    """Who read the output has gone: nothing more to say to them."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
