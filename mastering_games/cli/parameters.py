"""A game's parameters, as one types them: ranks=3,bets=2,4."""

import ast
import inspect
import re
from difflib import get_close_matches

from mastering_games.cli.errors import CommandError, own_frame

WORDS = {"true": True, "false": False, "none": None}
PARAMETER = re.compile(r"(?:^|,)\s*([A-Za-z_]\w*)\s*=(?!=)")


def make(text, game_class, parameters):
    """An instance of the class, with parameters such as "ranks=3,suits=2"."""
    name = text.partition(":")[0]
    given = read_parameters(text, parameters)
    try:
        known = dict(inspect.signature(game_class).parameters)
    except ValueError:
        known = {}
    for parameter in given:
        if parameter not in known:
            raise unknown_parameter(text, parameter, known)
    for parameter, about in known.items():
        lacking = about.default is about.empty and parameter not in given
        if lacking and about.kind == about.POSITIONAL_OR_KEYWORD:
            raise CommandError(
                f"{text}: {parameter} is missing: "
                f"give it as in {name}:{parameter}=..."
            )
        value = given.get(parameter)
        if isinstance(about.default, tuple) and isinstance(value, int | float):
            given[parameter] = (value,)  # one of several is meant
    try:
        return game_class(**given)
    except Exception as error:
        if own_frame(error):
            raise  # with its line, for the author
        raise CommandError(f"{text}: {error}") from None


def unknown_parameter(text, parameter, known):
    near = get_close_matches(parameter, known, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif known:
        hint = f"there are: {', '.join(known)}"
    else:
        hint = "the game has none"
    return CommandError(f"{text}: no parameter {parameter!r}: {hint}")


def read_parameters(text, parameters) -> dict:
    """
    >>> read_parameters("nim", "heaps=1,2,misere=true")
    {'heaps': (1, 2), 'misere': True}
    """
    starts = list(PARAMETER.finditer(parameters))
    if parameters.strip() and not (starts and starts[0].start() == 0):
        raise CommandError(
            f"{text}: {parameters!r} is no list of parameters: "
            "write name=value, or name=value,name=value"
        )
    ends = [match.start() for match in starts[1:]] + [len(parameters)]
    given = {}
    for match, end in zip(starts, ends):
        name, value = match[1], parameters[match.end() : end]
        if name in given:
            raise CommandError(f"{text}: {name} is given twice")
        try:
            given[name] = read_value(value)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise CommandError(
                f"{text}: {name}={value} cannot be read: give a number, a "
                "word, a text in quotes, or several with commas between"
            ) from None
    return given


class _BareWords(ast.NodeTransformer):
    """A word without quotes is a text, but for true, false and none."""

    def visit_Name(self, node):
        return ast.Constant(WORDS.get(node.id.lower(), node.id))


def read_value(text):
    """A literal of Python, never an expression to evaluate.

    >>> read_value("descending"), read_value("J,Q,K"), read_value("[1, 2.5]")
    ('descending', ('J', 'Q', 'K'), [1, 2.5])
    """
    tree = ast.parse(text.strip(), mode="eval")
    return ast.literal_eval(_BareWords().visit(tree))
