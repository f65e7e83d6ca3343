"""The book's games, by name."""

import importlib
import inspect
import pkgutil
import re
from dataclasses import dataclass
from functools import cache

import mastering_games.games
from mastering_games.game import ExtensiveFormGame, has_information_sets


@dataclass(frozen=True)
class Entry:
    """A game of the book: its name here, its class, and what it is in a line."""

    name: str
    game_class: type
    summary: str

    @property
    def parameters(self):
        """The parameters, by name."""
        return dict(inspect.signature(self.game_class).parameters)

    @property
    def facts(self):
        """How many players, and whether chance and hidden information are in it."""
        game = self.game_class.__new__(self.game_class)
        try:
            number = len(game.get_players())
            facts = [f"{number} player" + ("s" if number > 1 else "")]
        except AttributeError:  # the players are a parameter
            facts = ["any number of players"]
        get_probability = self.game_class.get_probability
        if get_probability is not ExtensiveFormGame.get_probability:
            facts.append("chance moves")
        if has_information_sets(game):
            facts.append("hidden information")
        return facts


@cache
def catalogue() -> dict[str, Entry]:
    """All entries by name, in the order of the alphabet."""
    entries = []
    for module in modules():
        own = game_classes(module)
        for game_class in own:
            text = (module if len(own) == 1 else game_class).__doc__
            summary = " ".join(text.strip().split("\n\n")[0].split())
            entries.append(Entry(snake_case(game_class), game_class, summary))
    entries.sort(key=lambda entry: entry.name)
    return {entry.name: entry for entry in entries}


def modules():
    path = mastering_games.games.__path__
    for module in pkgutil.iter_modules(path, "mastering_games.games."):
        yield importlib.import_module(module.name)


def game_classes(module):
    """The games that a module defines."""
    return [
        thing
        for thing in vars(module).values()
        if inspect.isclass(thing)
        and issubclass(thing, ExtensiveFormGame)
        and thing.__module__ == module.__name__
        and not inspect.isabstract(thing)
    ]


def snake_case(game_class):
    """
    >>> snake_case(type("MNKGame", (), {})), snake_case(type("TicTacToe", (), {}))
    ('mnk_game', 'tic_tac_toe')
    """
    words = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
    return re.sub(words, "_", game_class.__name__).lower()


def find(name):
    """The entry of a name, however it is spelled; None if there is none.

    The name of the class will do, and that of a module with one game:
    tic_tac_toe, tic-tac-toe, TicTacToe, tictactoe.
    """
    plain = plainly(name)
    for entry in catalogue().values():
        if plainly(entry.name) == plain:
            return entry
    for module in modules():
        own = game_classes(module)
        if len(own) == 1 and plainly(module.__name__.split(".")[-1]) == plain:
            return catalogue()[snake_case(own[0])]
    return None


def plainly(name):
    return name.lower().replace("_", "").replace("-", "")
