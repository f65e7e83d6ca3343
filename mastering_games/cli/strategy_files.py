"""Strategies as JSON: what ``solve --json`` writes, and ``check --strategy`` reads."""

import json
from dataclasses import dataclass
from numbers import Real

from mastering_games.cli.errors import CommandError
from mastering_games.game import has_information_sets

BY_HISTORY = "history"
"""What the players know, where the game itself does not say it."""


@dataclass
class StrategyFile:
    """A file's strategies, and the game in whose terms they are.

    Attributes:
        game: the game, in whose information sets the strategies are.
        strategies: for each player, {information set: {action: probability}}.
    """

    game: object
    strategies: list


def to_text(thing) -> str:
    """A player, a label, a state or an action as JSON can name it."""
    return thing if isinstance(thing, str) else repr(thing)


def strategies_to_json(players, strategies) -> dict:
    """By player, by information set, by action: probabilities."""
    return {
        to_text(player): {
            to_text(label): {
                to_text(action): float(p) for action, p in odds.items()
            }
            for label, odds in strategy.items()
        }
        for player, strategy in zip(players, strategies, strict=True)
    }


def read_strategies(path, game, limit) -> StrategyFile:
    """Read a file, and match its names with the game's information sets.

    CommandError where it is no such file, or is of another game.
    """
    from mastering_games.cli.histories import ByHistory
    from mastering_games.cli.survey import survey

    content = read_json(path)
    given = content.get("strategies")
    if not isinstance(given, dict):
        raise CommandError(
            f"{path}: no strategies; mastering-games solve GAME --json -o FILE "
            "writes such a file"
        )
    if content.get("known") == BY_HISTORY and not has_information_sets(game):
        game = ByHistory(game)
    players = list(game.get_players())
    if set(given) != set(map(to_text, players)):
        raise CommandError(
            f"{path}: strategies of {', '.join(given) or 'nobody'}, but the "
            f"players are {', '.join(map(to_text, players))}: is the file of "
            "another game?"
        )
    information_sets = survey(game, limit).information_sets
    return StrategyFile(
        game,
        [
            matched(path, given[to_text(player)], information_sets[player])
            for player in players
        ],
    )


def read_json(path) -> dict:
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except json.JSONDecodeError as error:
        raise CommandError(
            f"{path}: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except (UnicodeDecodeError, RecursionError) as error:
        raise CommandError(f"{path} is no JSON: {error}") from None
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from None
    if not isinstance(content, dict):
        raise CommandError(f"{path}: a JSON object is needed")
    return content


def matched(path, strategy, information_sets) -> dict:
    """One player's strategy, with the game's own labels and actions."""
    labels = by_text(path, information_sets)
    if not isinstance(strategy, dict):
        raise CommandError(f"{path}: {strategy!r} is no strategy")
    behaviour = {}
    for text, odds in strategy.items():
        if text not in labels:
            raise CommandError(
                f"{path}: the game has no information set {text!r}: is the "
                "file of another game, or of other parameters?"
            )
        actions = by_text(path, information_sets[labels[text]])
        if not isinstance(odds, dict) or set(odds) - set(actions):
            found = ", ".join(odds) if isinstance(odds, dict) else repr(odds)
            raise CommandError(
                f"{path}: in {text!r} the actions are {', '.join(actions)}, "
                f"not {found}"
            )
        if not all(
            type(p) is not bool and isinstance(p, Real) for p in odds.values()
        ):
            raise CommandError(f"{path}: in {text!r} is no probability: {odds}")
        behaviour[labels[text]] = {actions[a]: p for a, p in odds.items()}
    return behaviour


def by_text(path, things) -> dict:
    named = {to_text(thing): thing for thing in things}
    if len(named) < len(things):
        raise CommandError(f"{path}: two names of the game are written alike")
    return named
