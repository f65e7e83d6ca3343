"""``mastering-games solve``: the value of a game, and how to play it."""

import json

from mastering_games.cli.errors import CommandError
from mastering_games.cli.game_argument import (
    add_game,
    add_limit,
    load_game,
    whole_number,
)
from mastering_games.cli.output import note, write

METHODS = ("backward-induction", "retrograde-analysis", "lp", "cfr", "cfr+")
LEARNING = ("cfr", "cfr+")

EXAMPLES = """\
examples:
  mastering-games solve tic_tac_toe
  mastering-games solve pig:target=5
  mastering-games solve cat_and_mouse
  mastering-games solve kuhn_poker
  mastering-games solve leduc_poker:ranks=2 --method cfr+ --iterations 200
  mastering-games solve kuhn_poker --json -o kuhn.json
  mastering-games draw kuhn_poker --strategy kuhn.json -o kuhn.svg

methods:
  backward-induction    perfect information, with or without chance
  retrograde-analysis   two players, one of whom wins, and play may never end
  lp                    two players, zero-sum: a linear program
  cfr, cfr+             the same, learned: counterfactual regret minimisation

Without --method, the game decides. Games with hidden information that are not
zero-sum, or have other than two players, or imperfect recall, cannot be solved
yet: the command says so, and what can be done instead.
"""


def add_to(commands):
    parser = commands.add_parser(
        "solve",
        help="find a game's value and how to play it",
        description="Solve a game, and tell its value and how to play it.",
        epilog=EXAMPLES,
    )
    add_game(parser)
    parser.add_argument(
        "--method",
        choices=METHODS,
        metavar="METHOD",
        help="how: see below (default: what fits the game)",
    )
    parser.add_argument(
        "--iterations",
        type=whole_number,
        metavar="N",
        help="for cfr and cfr+: how long to learn (default: 1000)",
    )
    parser.add_argument(
        "--all", action="store_true", help="show all information sets"
    )
    parser.add_argument(
        "--json", action="store_true", help="write JSON, with all strategies"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write to a file"
    )
    add_limit(parser, 1_000_000)
    parser.set_defaults(run=run)


def run(options):
    learns = options.method in LEARNING
    if options.iterations and not learns:
        raise CommandError(
            f"--iterations is for --method {' or '.join(LEARNING)}"
        )
    game = load_game(options.game, options.limit)
    answer = solve(game, options)
    if options.json:
        content = answer.to_json(options.game)
        text = json.dumps(content, indent=1, ensure_ascii=False)
    else:
        text = answer.to_text(options.game, options.all)
    write(options.output, text + "\n")
    if options.output not in (None, "-"):
        note(f"wrote {options.output}")


def solve(game, options):
    """The Answer of the method that is asked for, or fits."""
    from mastering_games.cli import solve_hidden_information as hidden
    from mastering_games.cli import solve_perfect_information as perfect
    from mastering_games.cli.survey import hides_information

    method = options.method
    if method == "lp":
        return hidden.linear_program(game, options)
    if method in LEARNING:
        plus = method == "cfr+"
        return hidden.learned(game, options, options.iterations or 1000, plus)
    if not hides_information(game):
        return perfect.solved(game, options, method)
    if method:
        raise ValueError(
            f"{method} needs perfect information, and this game hides some"
        )
    return hidden.linear_program(game, options)
