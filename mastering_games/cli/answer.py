"""What a solver found, for people and for machines."""

from dataclasses import dataclass, field

from mastering_games.cli.output import facts_to_text, payoffs_to_text, to_words
from mastering_games.cli.strategy_files import strategies_to_json, to_text

SHOWN = 20
"""How many information sets of a player the text shows, unless all are wanted."""
WIDTH, WIDEST_LABEL, WIDEST_ACTION = 90, 44, 12


@dataclass
class Answer:
    """A solution, whatever solver it is from.

    Attributes:
        game: the game.
        method: how it was found.
        value: what the players get, in payoff order.
        strategies: for each player, {information set or state: {action: p}}.
        nash_conv: what the players could gain, where that was computed.
        facts: more to tell people: pairs (what, how it is).
        more: more to tell machines.
        tables: whether people want to see the strategies in full.
        unreached: for each player, the information sets to which the player's
            own strategy never leads.
        root: the solved node of the start, where there is one.
    """

    game: object
    method: str
    value: tuple
    strategies: list
    nash_conv: float | None = None
    facts: list = field(default_factory=list)
    more: dict = field(default_factory=dict)
    tables: bool = False
    unreached: list = field(default_factory=list)
    root: object = None

    def to_json(self, name) -> dict:
        players = list(self.game.get_players())
        content = {
            "game": name,
            "method": self.method,
            "players": list(map(to_text, players)),
            "value": list(map(as_number, self.value)),
        }
        if self.nash_conv is not None:
            content["nash_conv"] = self.nash_conv
        strategies = strategies_to_json(players, self.strategies)
        return {**content, **self.more, "strategies": strategies}

    def to_text(self, name, show_all=False) -> str:
        players = list(self.game.get_players())
        value = payoffs_to_text(players, self.value)
        facts = [("game", name), ("method", self.method), ("value", value)]
        parts = [facts_to_text([*facts, *self.facts])]
        if self.tables:
            names = names_in_file(self.game)
            parts += [
                table(*of_player, names, show_all)
                for of_player in zip(players, self.strategies, self.unreached)
            ]
        return "\n\n".join(parts)


def as_number(number):
    """A number that JSON has: whole numbers stay whole."""
    return int(number) if number == int(number) else float(number)


def table(player, strategy, unreached, names, show_all) -> str:
    """How likely each action is, information set by information set."""
    rows = list(strategy.items())
    shown = rows if show_all else rows[:SHOWN]
    labels = [names.get(label) or to_words(label) for label, _ in shown]
    width = min(max(map(len, labels), default=0), WIDEST_LABEL)
    actions = [to_words(action) for _, odds in shown for action in odds]
    column = min(max(map(len, actions), default=0), WIDEST_ACTION)
    lines = [f"{player}:" if rows else f"{player}: never moves"]
    for label, (known, odds) in zip(labels, shown):
        mark = "   (never gets here)" if known in unreached else ""
        if len(label) > width:
            lines.append(f"  {label}")
            label = ""
        for cells in lines_of_cells(odds, column, WIDTH - width):
            lines.append(f"  {label:{width}}  {cells}{mark}")
            label = mark = ""
    if len(shown) < len(rows):
        more = len(rows) - len(shown)
        lines.append(f"  + {more:,} more (--all shows, --json writes all)")
    return "\n".join(lines)


def lines_of_cells(odds, column, width):
    """The actions with their probabilities, in columns; so many as fit."""
    cells = [f"{to_words(a):>{column}} {p:.4f}" for a, p in odds.items()]
    number = max(1, width // max(len(f"{cell}   ") for cell in cells))
    for start in range(0, len(cells), number):
        yield "   ".join(cells[start : start + number])


def names_in_file(game) -> dict:
    """What a file of Gambit's calls the information sets, by label."""
    names = {}
    for state, node in enumerate(getattr(game, "nodes", ())):
        known = getattr(node, "information_set", None)
        if known and known.player:
            names[game.get_information_set(state)] = known.name
    return names
