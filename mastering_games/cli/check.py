"""``mastering-games check``: is a game sound, of what kind is it, and how good is a strategy?"""

import warnings

from mastering_games.cli.game_argument import add_game, add_limit, load_game
from mastering_games.cli.output import (
    Progress,
    count,
    facts_to_text,
    gain_to_text,
    number_to_text,
    payoffs_to_text,
    rounded,
)

EXAMPLES = """\
examples:
  mastering-games check kuhn_poker
  mastering-games check absent_minded_driver
  mastering-games check my_game.py:MyGame
  mastering-games solve kuhn_poker --json -o kuhn.json
  mastering-games check kuhn_poker --strategy kuhn.json

The exit code is 1 if the game breaks the rules contract, and 0 if it does not.
"""


def add_to(commands):
    parser = commands.add_parser(
        "check",
        help="tell what is wrong with a game, how large and of what kind it is",
        description="Tell what breaks the rules contract, how large the game "
        "is, whether its players remember, and whether it is zero-sum. With "
        "--strategy, tell what each player could gain by another strategy.",
        epilog=EXAMPLES,
    )
    add_game(parser)
    parser.add_argument(
        "--strategy",
        metavar="FILE",
        help="strategies, as solve --json wrote them",
    )
    add_limit(parser, 100_000)
    parser.set_defaults(run=run)


def run(options):
    game = load_game(options.game, options.limit)
    with Progress(f"checking {options.game}"):
        problems, remarks = contract(game, options.limit)
    facts = [("game", options.game)]
    facts += [("problem", problem) for problem in problems]
    facts += [("note", remark) for remark in remarks]
    if not problems:
        facts.append(("contract", "kept: nothing to mend"))
    print(facts_to_text([*facts, *about(options, game, problems)]))
    return 1 if problems else 0


def contract(game, limit):
    """What check_game finds, and what it warns of."""
    from mastering_games.game import check_game

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        problems = check_game(game, max_states=limit)
    remarks = [
        str(warning.message).replace("max_states", "--limit")
        for warning in caught
        if "check_game" in str(warning.message)
    ]
    return problems, remarks


def about(options, game, problems):
    """Pairs (what, how it is) on a game; as far as it can be walked."""
    from mastering_games.cli.survey import survey

    try:
        with Progress(f"walking {options.game}"):
            found = survey(game, options.limit)
    except Exception as error:
        if not problems and "more than" not in str(error):
            raise
        if options.strategy:
            raise
        why = str(error).replace("max_states", "--limit")
        return [
            ("size", f"not known: {'mend that first' if problems else why}")
        ]
    facts = [*sizes(found), *recall(game, found), ("payoffs", sums(found))]
    if options.strategy:
        facts += strategy_facts(options, game, found)
    return facts


def sizes(found):
    names = ", ".join(map(str, found.information_sets))
    yield "players", f"{len(found.information_sets)}: {names}"
    yield "chance", "moves" if found.chance else "does not move"
    states = f"{count(found.states, 'state')}, {count(found.ends, 'end')}"
    if found.histories is None:
        yield "size", f"{states}; play can go on for ever"
    else:
        yield (
            "size",
            f"{states}; {number_of_histories(found)}, the longest "
            f"of {count(found.longest, 'move')}",
        )
    if not found.hidden:
        yield "knowledge", "perfect information"
        return
    yield "knowledge", "hidden information"
    for player, own in found.information_sets.items():
        sequences = 1 + sum(map(len, own.values()))
        yield (
            str(player),
            f"{count(len(own), 'information set')}, "
            f"{count(sequences, 'sequence')}",
        )


def number_of_histories(found):
    if found.histories == 1:
        return "1 history"
    many = found.histories
    return f"{many:,} histories" if many < 10**12 else f"{many:.3g} histories"


def recall(game, found):
    """Whether the players remember, told of games that hide something."""
    from mastering_games.checks.perfect_recall import (
        forgetful_information_sets,
    )

    if not found.hidden or found.histories is None:
        return
    if found.histories > 1_000_000:
        yield "recall", "not checked: more than 1,000,000 histories"
        return
    forgotten = forgetful_information_sets(game)
    if not forgotten:
        yield "recall", "perfect"
        return
    yield "recall", f"imperfect: {forgotten[0]}"
    if forgotten[1:]:
        more = count(len(forgotten) - 1, "more information set")
        yield "", f"and so in {more}"


def sums(found):
    if found.sums is None:
        return "not summed up, as play can go on for ever"
    least, most = found.sums
    if len(found.information_sets) == 1:
        least, most = map(number_to_text, found.sums)
        return f"of one player, from {least} to {most}"
    if max(abs(least), abs(most)) <= 1e-9:
        return "zero-sum"
    if abs(most - least) <= 1e-9:
        return f"constant-sum: those of a play sum to {number_to_text(least)}"
    return (
        "general-sum: those of a play sum to something from "
        f"{number_to_text(least)} to {number_to_text(most)}"
    )


def strategy_facts(options, game, found):
    """What the strategies bring, and what could be gained: from the definition."""
    from mastering_games.checks.exploitability import (
        best_response_value,
        expected_payoffs,
    )
    from mastering_games.cli.strategy_files import read_strategies

    if found.histories is None:
        raise ValueError(
            "play can go on for ever, so strategies have no expected payoffs"
        )
    read = read_strategies(options.strategy, game, options.limit)
    players = list(game.get_players())
    with Progress(f"answering {options.strategy}"):
        payoffs = expected_payoffs(read.game, read.strategies)
        gains = [
            best_response_value(read.game, read.strategies, player) - payoff
            for player, payoff in zip(players, payoffs)
        ]
    yield "strategy", options.strategy
    yield "brings", payoffs_to_text(players, payoffs)
    yield "to gain", payoffs_to_text(players, map(rounded, gains))
    total = sum(gains)
    yield "NashConv", f"{gain_to_text(total)}, where 0 is a Nash equilibrium"
    if len(players) == 2 and max(map(abs, found.sums)) <= 1e-9:
        yield "exploitability", f"{gain_to_text(total / 2)}, half of NashConv"
