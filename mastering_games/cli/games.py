"""``mastering-games games``: what games the book has."""

import inspect
from difflib import get_close_matches
from textwrap import dedent, fill, indent

from mastering_games.cli.catalogue import catalogue, find
from mastering_games.cli.errors import CommandError

EXAMPLES = """\
examples:
  mastering-games games
  mastering-games games leduc_poker

A parameter is given after a colon. Several values have commas between:
  mastering-games solve leduc_poker:ranks=2,bets=1,2
"""


def add_to(commands):
    parser = commands.add_parser(
        "games",
        help="list the book's games, or tell about one",
        description="List the book's games; with a NAME, tell about one.",
        epilog=EXAMPLES,
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="a game's name")
    parser.set_defaults(run=run)


def run(options):
    if options.name is None:
        print("\n\n".join(map(in_short, catalogue().values())))
        return
    name = options.name.partition(":")[0]
    entry = find(name)
    if entry is None:
        near = get_close_matches(name.lower(), catalogue(), n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else ""
        raise CommandError(
            f"the book has no game {name!r}: "
            + (hint or "mastering-games games lists all")
        )
    print(in_full(entry))


def in_short(entry) -> str:
    lines = [entry.summary, ", ".join(entry.facts)]
    if parameters := ", ".join(map(str, entry.parameters.values())):
        lines.append(f"parameters: {parameters}")
    return "\n".join([entry.name, *(fill_indented(line) for line in lines)])


def fill_indented(text):
    return fill(
        text,
        79,
        initial_indent="    ",
        subsequent_indent="      ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def in_full(entry) -> str:
    """All that the docstrings say, and how to name the game."""
    game_class = entry.game_class
    module = inspect.getmodule(game_class)
    parts = [
        entry.name,
        indent(dedent(inspect.cleandoc(module.__doc__)), "    "),
        indent(inspect.cleandoc(game_class.__doc__), "    "),
        fill_indented(", ".join(entry.facts)),
    ]
    if entry.parameters:
        about = "\n".join(f"    {p}" for p in entry.parameters.values())
        parts.append(f"parameters and their defaults:\n{about}")
    else:
        parts.append("no parameters")
    parts.append(
        f"in Python:\n    from {module.__name__} import {game_class.__name__}"
    )
    return "\n\n".join(parts)
