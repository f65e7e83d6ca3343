"""The argument GAME: a name, a file, or a game of another project."""

import argparse
import contextlib
import importlib.util
import inspect
import os
import re
import sys
from difflib import get_close_matches
from pathlib import Path

from mastering_games.cli.catalogue import catalogue, find, game_classes
from mastering_games.cli.errors import CommandError, own_files
from mastering_games.cli.parameters import make
from mastering_games.game import ExtensiveFormGame

HELP = (
    "a name such as nim:heaps=1,2,3, an .efg file (- reads one from standard "
    "input), open_spiel:NAME, or my_game.py:MyGame; "
    "see mastering-games --help"
)
PYTHON_FILE = re.compile(r"(.+\.py)(?::(\w*)(?::(.*))?)?", re.DOTALL)


def add_game(parser):
    """Add the argument, and the limit that games of any size need."""
    parser.add_argument("game", metavar="GAME", help=HELP)


def add_limit(parser, default):
    parser.add_argument(
        "--limit",
        type=whole_number,
        default=default,
        metavar="N",
        help="give up beyond N states or histories (default: %(default)s)",
    )


def whole_number(text):
    """For argparse: a number from 1."""
    return number_from(1, text)


def number_from(least, text):
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no whole number from {least}"
        )
    return number


def load_game(text, limit=None):
    """The game that an argument names; CommandError where there is none."""
    if text == "-":
        return from_standard_input(limit)
    if text.startswith("open_spiel:"):
        return from_open_spiel(text)
    if match := PYTHON_FILE.fullmatch(text):
        return from_python_file(text, *match.groups())
    name, _, parameters = text.partition(":")
    if text.lower().endswith(".efg") or {"/", os.sep} & set(name):
        return from_efg_file(text, limit)
    entry = find(name)
    if entry:
        return make(text, entry.game_class, parameters)
    if os.path.exists(text):
        return from_efg_file(text, limit)
    raise unknown_name(name)


def unknown_name(name):
    near = get_close_matches(name.lower(), catalogue(), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return CommandError(
        f"no game and no file {name!r}: {hint}"
        "(mastering-games games lists all games)"
    )


# Gambit's files.


def from_efg_file(path, limit):
    from mastering_games.formats.efg import EfgError, read_efg

    try:
        return read_efg(Path(path), **within(limit))
    except EfgError as error:
        raise CommandError(f"{path}: {error}") from None
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from None


def from_standard_input(limit):
    from mastering_games.formats.efg import EfgError, read_efg

    try:
        stream = getattr(sys.stdin, "buffer", None)
        text = stream.read().decode() if stream else sys.stdin.read()
        # A text, not a path: a line end tells it so in any case.
        return read_efg(text + "\n", **within(limit))
    except UnicodeDecodeError as error:
        raise CommandError(f"standard input is no text: {error}") from None
    except EfgError as error:
        raise CommandError(f"standard input: {error}") from None


def within(limit):
    return {"max_nodes": limit} if limit else {}


# Other projects' games, and the user's own.


def from_open_spiel(text):
    from mastering_games.formats.open_spiel import OpenSpielGame

    name = text.removeprefix("open_spiel:")
    from mastering_games.visualisation.engine import silent_standard_error

    try:
        with silent_standard_error():  # OpenSpiel prints what it raises too
            return OpenSpielGame(name)
    except ImportError as error:
        raise CommandError(f"{text}: {error}") from None
    except ValueError as error:
        raise CommandError(
            f"{text}: {hint_of_open_spiel(name, error)}"
        ) from None


def hint_of_open_spiel(name, error):
    import pyspiel

    plain = name.partition("(")[0]
    known = pyspiel.registered_names()
    if plain in known:
        return str(error).split("Available")[0]
    near = get_close_matches(plain, known, n=3, cutoff=0.5)
    hint = f": did you mean {' or '.join(near)}?" if near else ""
    return f"OpenSpiel has no game {plain!r}{hint}"


def from_python_file(text, path, name, parameters):
    """An instance of a class in a file; the file is run."""
    if not os.path.isfile(path):
        raise CommandError(f"{path}: no such file")
    path_text, path = path, os.path.abspath(path)
    folder, file_name = os.path.split(path)
    own_files.add(path)
    if folder not in sys.path:  # so that it can import its neighbours
        sys.path.insert(0, folder)
    module_name = file_name.removesuffix(".py")
    specification = importlib.util.spec_from_file_location(module_name, path)
    module = importlib.util.module_from_spec(specification)
    before = sys.modules.get(module_name)
    sys.modules[module_name] = module  # as dataclasses and pickle expect
    try:
        with contextlib.redirect_stdout(sys.stderr):  # its prints are no data
            specification.loader.exec_module(module)
    except SyntaxError as error:
        raise CommandError(
            f"{file_name}, line {error.lineno}: {error.msg}"
        ) from None
    except SystemExit:
        raise CommandError(
            f"{file_name} exits as it is run: put what is not to be run here "
            "under if __name__ == '__main__'"
        ) from None
    finally:
        if before is not None:
            sys.modules[module_name] = before
    game_class = class_in(module, name, path_text)
    return make(text, game_class, parameters or "")


def class_in(module, name, path):
    """The game of that name; without a name, the only one there is."""
    own = {game.__name__: game for game in game_classes(module)}
    if not name and len(own) == 1:
        return next(iter(own.values()))
    found = vars(module).get(name)
    if found is None:
        what = f"no class {name!r}; " if name else ""
        there = ", ".join(own) or "no class derived from ExtensiveFormGame"
        raise CommandError(
            f"{path}: {what}the file has {there}; name one as in "
            f"{os.path.basename(path)}:MyGame"
        )
    if not (inspect.isclass(found) and issubclass(found, ExtensiveFormGame)):
        raise CommandError(
            f"{path}: {name} is no game: derive a class from ExtensiveFormGame"
        )
    return found
