"""``mastering-games convert``: a game as a file that Gambit and OpenSpiel read."""

import os

from mastering_games.cli.errors import CommandError
from mastering_games.cli.game_argument import add_game, add_limit, load_game
from mastering_games.cli.output import Progress, count, note, write

EXAMPLES = """\
examples:
  mastering-games convert kuhn_poker -o kuhn.efg
  mastering-games convert nim:heaps=2,2 --title "Nim for two" -o nim.efg
  mastering-games convert kuhn.efg -o kuhn.efg --force
  mastering-games convert kuhn_poker | mastering-games solve -

Gambit opens such a file, and OpenSpiel too:
  pyspiel.load_game("efg_game(filename=kuhn.efg)")
"""


def add_to(commands):
    parser = commands.add_parser(
        "convert",
        help="write a game as a file that Gambit and OpenSpiel read",
        description="Write a game in Gambit's .efg format, all histories as a "
        "tree; without -o, to standard output.",
        epilog=EXAMPLES,
    )
    add_game(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="the new file")
    parser.add_argument(
        "--force", action="store_true", help="replace a file that exists"
    )
    parser.add_argument("--title", help="the game's title in the file")
    add_limit(parser, 1_000_000)
    parser.set_defaults(run=run)


def run(options):
    from mastering_games.formats.efg import write_efg

    target = options.output
    if target and os.path.isfile(target) and not options.force:
        raise CommandError(f"{target} exists: --force replaces it")
    game = load_game(options.game, options.limit)
    with Progress(f"writing {options.game}"):
        text = write_efg(game, title=options.title, max_nodes=options.limit)
    write(target, text)
    if target not in (None, "-"):
        nodes = sum(line[:2] in ("c ", "p ", "t ") for line in text.split("\n"))
        note(f"wrote {target}: {count(nodes, 'node')}")
