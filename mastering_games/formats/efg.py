"""The reader of Gambit's .efg files (``write_efg`` and ``EfgGame`` are at hand here too).

The format: Gambit's documentation, "The extensive game (.efg) file format". We read more than Gambit
does: labels may repeat, and a name may be left out where the rest is given.
"""

import codecs
import re
from fractions import Fraction
from pathlib import Path
from sys import float_info

from mastering_games.formats.efg_game import (
    MAX_DIGITS,
    MAX_PLAYERS,
    EfgGame,
    EfgNode,
    InformationSet,
    Outcome,
    exact_odds,
)
from mastering_games.formats.efg_writer import write_efg

__all__ = ["EfgError", "EfgGame", "read_efg", "write_efg"]

MAX_SIZE = 500_000_000
"""No file has more bytes."""
MAX_EXPONENT = 400
LABEL, MARK, WORD, END = 1, 2, 3, None
TOKEN = re.compile(  # of each group no more than one way to match: no input takes long
    r"""[ \t\n\v\f\r]*+(?:
    ("[^"\\]*+(?:\\.[^"\\]*+)*+") | ([{},]) | ([^ \t\n\v\f\r{},"]++) )?""",
    re.VERBOSE | re.DOTALL,
)
NUMBER = re.compile(
    r"[+-]?(?:[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?)"
)
TEXT = re.compile(r"\ufeff?\s*(EFG\s|EFG\Z|\Z)|[^\n\r\"{}\0]*[\n\r\"{}\0]")
LINE_END = re.compile(r"\r\n|\r|\n")


class EfgError(ValueError):
    """A text that is no game in Gambit's format: where it fails, and why.

    ``line`` and ``column`` count from 1; they are None where no place is at fault.
    """

    def __init__(self, problem, line=None, column=None):
        where = f"line {line}, column {column}: " if line else ""
        super().__init__(where + problem)
        self.line = line
        self.column = column


def read_efg(path_or_text, max_nodes=1_000_000) -> EfgGame:
    """The game in a file of Gambit's, or in a text of that format.

    A string that begins like such a text ("EFG"), or has a line end, a quote or
    a brace, is a text; any other string, and any ``Path``, is where a file is.
    EfgError where it is no game, or has more than max_nodes nodes.

    >>> game = read_efg('EFG 2 R "Greed" { "Ann" } p "" 1 1 "" { "take" "leave" } 0 t "" 1 "" { 3/2 } t "" 0')
    >>> game.get_actions(0), game.get_reward(1), game.get_reward(2)
    (['take', 'leave'], (Fraction(3, 2),), (0,))
    """
    if isinstance(path_or_text, str) and TEXT.match(path_or_text):
        text = path_or_text.removeprefix("\ufeff")
    else:
        text = _content(Path(path_or_text))
    return _Reader(text, max_nodes).game()


def _content(path):
    if path.exists() and not path.is_file():
        raise EfgError(f"{path} is not a file")
    if path.stat().st_size > MAX_SIZE:
        raise EfgError(f"{path} has more than {MAX_SIZE} bytes")
    content = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise EfgError(
            f"expected text in UTF-8, found the byte {content[error.start]:#x}",
            *_place(content[: error.start].decode()),
        ) from None


def _place(before):
    """The line and the column of what follows a text."""
    ends = [0, *(match.end() for match in LINE_END.finditer(before))]
    return len(ends), len(before) - ends[-1] + 1


def _short(text):
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


class _Reader:
    """Reads a text from its start to its end; holds the token that comes next.

    Attributes:
        kind: LABEL, MARK, WORD, or END after the last token.
        token: the token's text; a label without its quotes.
        start, end: where it stands.
    """

    def __init__(self, text, max_nodes):
        self.text = text
        self.max_nodes = max_nodes
        self.information_sets = {}  # by the mover's number and their own
        self.outcomes = {}  # by their number
        self.numbers = {}  # those read so far, by their text
        self.kind, self.token, self.start, self.end = END, "", 0, 0
        if len(text) > MAX_SIZE:
            raise EfgError(f"the text has more than {MAX_SIZE} characters")
        if "\0" in text:
            self.start = text.index("\0")
            self.fail("text", "a NUL character")
        self.advance()

    def advance(self):
        match = TOKEN.match(self.text, self.end)
        self.kind = kind = match.lastindex
        self.end = match.end()
        if kind is END:
            self.start, self.token = self.end, ""
            if self.end < len(self.text):
                self.fail(
                    "a second quote after this one", "the end of the file"
                )
            return
        self.start = match.start(kind)
        self.token = match[kind]
        if kind == LABEL:
            self.token = self.token[1:-1]
            if "\\" in self.token:
                self.token = re.sub(r'\\(["\\])', r"\1", self.token)

    def fail(self, expected, found=None, start=None):
        """Raise the error, at the coming token or where something else starts."""
        if found is None:
            found = "the end of the file"
            if self.kind is not END:
                found = _short(self.text[self.start : self.end])
        before = self.text[: self.start if start is None else start]
        raise EfgError(f"expected {expected}, found {found}", *_place(before))

    def fail_again(self, what, known, others, start):
        known, others = (", ".join(map(str, x)) for x in (known, others))
        self.fail(f"{what} again, {_short(known)}", _short(others), start)

    # Tokens: each of these takes one, or fails.

    def take_word(self, expected, *words):
        if self.kind != WORD or self.token not in words:
            self.fail(expected)
        word = self.token
        self.advance()
        return word

    def take_mark(self, mark, expected):
        if not self.is_mark(mark):
            self.fail(expected)
        self.advance()

    def is_mark(self, mark):
        return self.kind == MARK and self.token == mark

    def take_label(self, expected):
        if self.kind != LABEL:
            self.fail(expected)
        label = self.token
        self.advance()
        return label

    def take_integer(self, expected, lowest=0, highest=999_999_999):
        word = self.token
        if (
            self.kind != WORD
            or not (word.isascii() and word.isdigit() and len(word) <= 9)
            or not lowest <= int(word) <= highest
        ):
            self.fail(expected)
        self.advance()
        return int(word)

    def take_number(self, expected) -> Fraction:
        word = self.token
        number = self.numbers.get(word) if self.kind == WORD else None
        if number is None:
            number = self.numbers[word] = self.new_number(word, expected)
        self.advance()
        return number

    def new_number(self, word, expected):
        match = NUMBER.fullmatch(word) if self.kind == WORD else None
        if not match:
            self.fail(expected)
        too_long = f"{expected}, of at most {MAX_DIGITS} characters"
        if len(word) > MAX_DIGITS:
            self.fail(too_long)
        if match[1] and abs(int(match[1])) > MAX_EXPONENT:
            self.fail(f"{expected}, with an exponent up to {MAX_EXPONENT}")
        try:
            number = Fraction(word)
        except ZeroDivisionError:
            self.fail(f"{expected}, with a denominator that is not 0")
        if abs(number) > float_info.max:
            self.fail(f"{expected}, smaller than {float_info.max:.3g}")
        if len(str(number)) > MAX_DIGITS:
            self.fail(too_long)
        return number

    # The parts of a file.

    def game(self):
        self.take_word("EFG, with which such a file begins", "EFG")
        self.take_word("2, the version of the format", "2")
        self.take_word("R or D, the kind of its numbers", "R", "D")
        title = self.take_label("the title in quotes")
        self.take_mark("{", "'{' and the players")
        players = [self.take_label("the name of a player in quotes")]
        while not self.is_mark("}"):
            if len(players) == MAX_PLAYERS:
                self.fail(f"'}}' after {MAX_PLAYERS} players")
            players.append(
                self.take_label("the name of a player in quotes, or '}'")
            )
        self.advance()
        self.nothing = (0,) * len(players)
        comment = ""
        if self.kind == LABEL:
            comment = self.take_label("a comment")
        nodes = self.tree()
        if self.kind is not END:
            self.fail("the end of the file, since the tree is complete")
        return EfgGame(title, comment, players, nodes)

    def tree(self):
        nodes = []
        unfinished = []  # the nodes from the root to here with children to come
        size = 1  # of the tree, as far as we know
        while not nodes or unfinished:
            start = self.start
            node = self.node()
            if unfinished:
                unfinished[-1].children.append(len(nodes))
            nodes.append(node)
            if node.information_set:
                unfinished.append(node)
                size += len(node.information_set.labels)
                if size > self.max_nodes:
                    self.fail(
                        f"at most {self.max_nodes} nodes (max_nodes raises that)",
                        "more",
                        start,
                    )
            while unfinished and len(unfinished[-1].children) == len(
                unfinished[-1].information_set.labels
            ):
                unfinished.pop()
        return nodes

    def node(self):
        kind = self.take_word("a node: c, p or t", "c", "p", "t")
        label = self.take_label("the label of the node in quotes")
        information_set = None
        if kind != "t":
            player = 0
            if kind == "p":
                highest = len(self.nothing)
                player = self.take_integer(
                    f"the number of a player, 1 to {highest}", 1, highest
                )
            information_set = self.information_set(player)
        return EfgNode(label, information_set, self.outcome())

    def information_set(self, player):
        number = self.take_integer("the number of an information set")
        whose = f"information set {number} of player {player}"
        if not player:
            whose = f"chance's information set {number}"
        known = self.information_sets.get((player, number))
        name = None
        if self.kind == LABEL:
            if known and known.name != self.token:
                self.fail(f"the name of {whose} again, {_short(known.name)}")
            name = self.take_label("a name")
        if not self.is_mark("{"):
            if not known:
                self.fail(f"'{{' and the actions of {whose}, which is new")
            return known
        start = self.start
        labels, odds = self.actions(player)
        if not known:
            known = InformationSet(player, number, name or "", labels, odds)
            self.information_sets[player, number] = known
        elif labels != known.labels:
            self.fail_again(
                f"the actions of {whose}", known.labels, labels, start
            )
        elif odds != known.probabilities:
            self.fail_again(
                f"the probabilities of {whose}",
                known.probabilities,
                odds,
                start,
            )
        return known

    def actions(self, player):
        """The labels between braces and, where chance moves, their probabilities."""
        start = self.start
        self.advance()
        labels, odds = [], []
        while not labels or not self.is_mark("}"):
            if len(labels) == self.max_nodes:
                self.fail(f"'}}' after {self.max_nodes} actions")
            labels.append(
                self.take_label(
                    "the name of an action in quotes"
                    + (", or '}'" if labels else "")
                )
            )
            if not player:
                odds.append(self.take_number("the probability of an action"))
        self.advance()
        if not player:
            try:
                odds = exact_odds(odds)
            except ValueError as error:
                self.fail(
                    "probabilities from 0 that sum to 1", str(error), start
                )
        return tuple(labels), tuple(odds)

    def outcome(self):
        number = self.take_integer("the number of an outcome")
        if number == 0:
            if self.kind == LABEL or self.is_mark("{"):
                self.fail("no name and no payoffs, since outcome 0 is nothing")
            return None
        known = self.outcomes.get(number)
        name = None
        if self.kind == LABEL:
            if known and known.name != self.token:
                self.fail(
                    f"the name of outcome {number} again, {_short(known.name)}"
                )
            name = self.take_label("a name")
        if not self.is_mark("{"):
            if not known:
                self.fail(
                    f"'{{' and the payoffs of outcome {number}, which is new"
                )
            return known
        start = self.start
        payoffs = self.payoffs()
        if not known:
            known = Outcome(number, name or "", payoffs)
            self.outcomes[number] = known
        elif payoffs != known.payoffs:
            self.fail_again(
                f"the payoffs of outcome {number}",
                known.payoffs,
                payoffs,
                start,
            )
        return known

    def payoffs(self):
        self.advance()
        payoffs = []
        many = len(self.nothing)
        for i in range(1, many + 1):
            payoff = self.take_number(f"payoff {i} of {many}")
            payoffs.append(
                payoff.numerator if payoff.denominator == 1 else payoff
            )
            if self.is_mark(","):
                self.advance()
        self.take_mark("}", f"'}}' after {many} payoffs")
        return tuple(payoffs)
