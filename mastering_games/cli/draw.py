"""``mastering-games draw``: the tree of a game as a picture, or as text."""

import argparse
import os
from fractions import Fraction

from mastering_games.cli.errors import CommandError
from mastering_games.cli.game_argument import (
    add_game,
    add_limit,
    load_game,
    number_from,
    whole_number,
)
from mastering_games.cli.output import Progress, note, write
from mastering_games.game import has_information_sets

KINDS = ("svg", "png", "pdf", "dot", "txt")

EXAMPLES = """\
examples:
  mastering-games draw nim:heaps=1,2
  mastering-games draw nim:heaps=1,2 -o nim.svg
  mastering-games draw tic_tac_toe --max-level 1 -o tictactoe.png
  mastering-games draw connect_four --no-solve --max-level 1
  mastering-games draw kuhn_poker -o kuhn.svg
  mastering-games draw kuhn_poker --solve -o kuhn.pdf

A game of perfect information is drawn solved: heavy edges are best actions.
A game with hidden information is drawn as the tree of its histories; --solve
adds the probabilities of an equilibrium and what each history is worth, and
--strategy those of strategies that solve --json wrote.
"""


def add_to(commands):
    parser = commands.add_parser(
        "draw",
        help="draw a game's tree, solved or as it is",
        description="Draw the tree of a game; without -o, as text. A tree too "
        "large to draw is cut, and what is cut is counted.",
        epilog=EXAMPLES,
    )
    add_game(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=f"the picture; its ending tells the kind: {', '.join(KINDS)}",
    )
    parser.add_argument(
        "--solve",
        action=argparse.BooleanOptionalAction,
        help="show values and what is best (by default where all is seen)",
    )
    parser.add_argument(
        "--strategy",
        metavar="FILE",
        help="show what these strategies do and bring",
    )
    parser.add_argument(
        "--no-states", action="store_true", help="leave the states out"
    )
    parser.add_argument(
        "--max-level",
        type=level,
        metavar="N",
        help="draw N moves deep (default: as deep as the game goes)",
    )
    parser.add_argument(
        "--max-nodes",
        type=whole_number,
        default=500,
        metavar="N",
        help="draw N nodes at most (default: %(default)s)",
    )
    parser.add_argument(
        "--max-width",
        type=whole_number,
        default=60,
        metavar="N",
        help="draw N nodes beside each other at most (default: %(default)s)",
    )
    add_limit(parser, 200_000)
    parser.set_defaults(run=run)


def level(text):
    """For argparse: a number from 0."""
    return number_from(0, text)


def run(options):
    kind = kind_of(options.output)
    if options.strategy and options.solve is not None:
        raise CommandError("--strategy takes the place of --solve: give one")
    game = load_game(options.game, options.limit)
    root = tree(game, options)
    with Progress(f"drawing {options.game}"):
        graph = picture(game, root, options)
        content = as_kind(graph, kind)
    write(options.output, content)
    if options.output not in (None, "-"):
        cut = "not drawn" in graph.description
        hint = " (--max-level, --max-nodes, --max-width)" if cut else ""
        note(f"wrote {options.output}: {graph.description}{hint}")


def kind_of(output):
    """What to make, by the ending of the file's name; text by default."""
    if output in (None, "-"):
        return "txt"
    kind = os.path.splitext(output)[1][1:].lower()
    if kind not in KINDS:
        raise CommandError(
            f"cannot draw {output}: use the ending .{', .'.join(KINDS)}"
        )
    return kind


def as_kind(graph, kind):
    if kind == "txt":
        return graph.outline + "\n"
    return graph.source if kind == "dot" else graph.pipe(kind)


def picture(game, root, options):
    from mastering_games.visualisation.graph_visualisation import (
        GraphVisualisation,
    )

    visualisation = GraphVisualisation(
        options.max_level, options.max_nodes, options.max_width
    )
    return visualisation.node_to_graph(
        game,
        root,
        print_state=not options.no_states,
        print_value=root.value is not None and bool(root.children),
    )


def tree(game, options):
    """The root of what is to be drawn: with values if they are wanted."""
    from mastering_games.cli.survey import hides_information

    if options.strategy:
        return followed(game, options)
    if options.solve is False:
        return unsolved(game)
    if hides_information(game):
        return equilibrium(game, options) if options.solve else unsolved(game)
    from mastering_games.cli.solve_perfect_information import solved

    try:
        return solved(game, options).root
    except ValueError as error:
        if options.solve or "more than" not in str(error):
            raise
        note(f"more than {options.limit:,} states: drawn without values")
        return unsolved(game)


def unsolved(game):
    from mastering_games.cli.histories import UnfoldingNode

    return UnfoldingNode(game, game.get_initial_state())


def equilibrium(game, options):
    from mastering_games.cli.solve_hidden_information import linear_program

    answer = linear_program(game, options)
    return valued(game, answer.strategies, options)


def followed(game, options):
    from mastering_games.cli.strategy_files import read_strategies

    read = read_strategies(options.strategy, game, options.limit)
    strategies = read.strategies
    if read.game is game and not has_information_sets(game):
        strategies = by_history(game, strategies, options.limit)
    return valued(game, strategies, options)


def by_history(game, strategies, limit):
    """Strategies that look at states, as a tree of histories asks for them."""
    from mastering_games.imperfect_information.expected_payoffs import (
        game_tree,
    )

    by_player = dict(zip(game.get_players(), strategies))
    found = {player: {} for player in by_player}
    waiting = [game_tree(game, max_histories=limit)]
    for node in waiting:  # grows as it goes
        waiting += node.children.values()
        if node.state in by_player.get(node.player, ()):
            odds = by_player[node.player][node.state]
            found[node.player][node.history] = odds
    return list(found.values())


def valued(game, strategies, options):
    from mastering_games.imperfect_information.expected_payoffs import (
        ExpectedPayoffs,
    )

    with Progress(f"valuing {options.game}"):
        solver = ExpectedPayoffs(game, max_histories=options.limit)
        return solver.expected_payoffs(
            [
                {label: exact(odds) for label, odds in strategy.items()}
                for strategy in strategies
            ]
        )


def exact(odds):
    """As fractions, where the decimals are but a rounding away from some."""
    near = {a: Fraction(p).limit_denominator(1_000) for a, p in odds.items()}
    is_near = all(abs(near[a] - p) <= 1e-9 for a, p in odds.items())
    return near if is_near and sum(near.values()) == 1 else odds
