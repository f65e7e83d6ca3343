"""The writer of Gambit's .efg files. It takes any game, and unfolds it into a tree first.

Gambit and OpenSpiel are pickier than the format: so every node describes its information set and its
outcome in full, labels are on one line, and those of nodes and information sets differ.
"""

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from pathlib import Path

from mastering_games.formats.efg_game import (
    MAX_DIGITS,
    MAX_PLAYERS,
    EfgGame,
    EfgNode,
    InformationSet,
    Outcome,
    distinct,
    exact_odds,
)
from mastering_games.game import (
    CHANCE,
    checked_reward,
    has_information_sets,
)

LEAVE = object()
UNWRITABLE = re.compile("[\0\ud800-\udfff]")


def write_efg(
    game, path=None, title=None, comment=None, max_nodes=1_000_000
) -> str:
    """The game as a text in Gambit's format; written to a file too, if there is a path.

    A node is a history: a state that several plays reach becomes several nodes.
    A game read from such a file is written as it was. ValueError where the game
    has more than max_nodes histories, or play can return to a state.

    >>> from mastering_games.games.sharing_game import SharingGame
    >>> print(write_efg(SharingGame(0), comment="Nothing to share."))
    EFG 2 R "SharingGame" { "proposer" "responder" }
    "Nothing to share."
    <BLANKLINE>
    p "start" 1 1 "" { "(0, 0)" } 0
    p "keep 0, give 0" 2 1 "" { "accept" "reject" } 0
    t "keep 0, give 0 (2)" 1 "accepted" { 0, 0 }
    t "keep 0, give 0 (3)" 2 "rejected" { 0, 0 }
    <BLANKLINE>
    """
    tree = game if type(game) is EfgGame else _Unfolding(game, max_nodes).tree()
    if len(tree.nodes) > max_nodes:
        raise _too_large(max_nodes)
    title = tree.title if title is None else title
    comment = tree.comment if comment is None else comment
    lines = [
        f"EFG 2 R {_quote(title)} {_braces(map(_quote, tree.player_labels))}",
        _quote(comment),
        "",
        *map(_line, tree.nodes),
    ]
    text = "\n".join(lines) + "\n"
    if path is not None:
        Path(path).write_text(text, encoding="utf-8", newline="")
    return text


def _line(node):
    words = ["t", _quote(node.label)]
    known = node.information_set
    if known:
        words[0] = "p" if known.player else "c"
        if known.player:
            words.append(str(known.player))
        actions = map(_quote, known.labels)
        if not known.player:
            actions = (
                f"{label} {p}"
                for label, p in zip(actions, map(_number, known.probabilities))
            )
        words += [str(known.number), _quote(known.name), _braces(actions)]
    outcome = node.outcome
    if not outcome:
        return " ".join([*words, "0"])
    payoffs = ", ".join(map(_number, outcome.payoffs))
    words += [str(outcome.number), _quote(outcome.name), _braces([payoffs])]
    return " ".join(words)


def _braces(words):
    return f"{{ {' '.join(words)} }}"


def _quote(text):
    """The text in quotes; a backslash is doubled only where it would escape something."""
    if UNWRITABLE.search(text):
        raise ValueError(f"no file can hold the text {text!r}")
    return '"' + re.sub(r'\\(?=["\\]|\Z)|"', r"\\\g<0>", text) + '"'


def _number(number):
    """
    >>> _number(Fraction(1, 3)), _number(2.0), _number(0.1)
    ('1/3', '2', '0.1')
    """
    if isinstance(number, Rational | Decimal):
        number = Fraction(number)
        if max(abs(number.numerator), number.denominator) < 10**MAX_DIGITS:
            text = str(number)
            if len(text) <= MAX_DIGITS:
                return text
        raise ValueError(f"a number has more than {MAX_DIGITS} digits")
    number = float(number)
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return repr(number)


def _label(thing):
    return " ".join(str(thing).split())


def _too_large(max_nodes):
    return ValueError(
        f"the game has more than {max_nodes} histories: write a smaller game, or raise max_nodes"
    )


class _Unfolding:
    """Walks all histories of a game, and makes each a node.

    A game that does not say what the players know is one of perfect
    information: each of its nodes is an information set of its own.
    """

    def __init__(self, game, max_nodes):
        self.game = game
        self.max_nodes = max_nodes
        self.players = list(game.get_players())
        if len(self.players) > MAX_PLAYERS:
            raise ValueError(f"more than {MAX_PLAYERS} players")
        self.says_what_is_known = has_information_sets(game)
        self.nodes = []
        self.sets = [{} for _ in range(len(self.players) + 1)]
        self.outcomes = {}

    def tree(self):
        game = self.game
        waiting = [(game.get_initial_state(), None)]
        path = set()  # the states on the way from the start to here
        while waiting:
            state, parent = waiting.pop()
            if parent is LEAVE:
                path.remove(state)
                continue
            if state in path:
                raise ValueError(
                    f"play can return to state {state!r}, and a file holds a tree: give the game an end"
                )
            if len(self.nodes) == self.max_nodes:
                raise _too_large(self.max_nodes)
            if parent:
                parent.children.append(len(self.nodes))
            node = EfgNode(_label(game.to_string(state)))
            node.outcome = self.outcome(state)
            self.nodes.append(node)
            if game.is_terminal(state):
                continue
            actions = list(game.get_actions(state))
            node.information_set = self.information_set(state, actions)
            path.add(state)
            waiting.append((state, LEAVE))
            for action in reversed(actions):
                waiting.append((game.get_transition(state, action), node))
        _tell_apart(self.nodes, "label")
        for known in self.sets:
            _tell_apart(known.values(), "name")
        labels = map(_label, self.players)
        return EfgGame(type(game).__name__, "", labels, self.nodes)

    def outcome(self, state):
        """What a state pays: None for nothing, except at an end."""
        try:
            payoffs = checked_reward(self.game, state, self.players)
        except OverflowError:
            raise ValueError(f"a payoff in {state!r} is too large") from None
        name = ""
        if self.game.is_terminal(state):
            name = _label(self.game.get_outcome(state))
        elif not any(payoffs):
            return None
        number = len(self.outcomes) + 1
        return self.outcomes.setdefault(
            (payoffs, name), Outcome(number, name, payoffs)
        )

    def information_set(self, state, actions):
        game = self.game
        if not actions:
            raise ValueError(f"no actions in {state!r}, but it is not terminal")
        mover = game.get_player_turn(state)
        if mover != CHANCE and mover not in self.players:
            raise ValueError(
                f"{mover!r} moves in {state!r}, but the players are {self.players!r}"
            )
        player = 0 if mover == CHANCE else self.players.index(mover) + 1
        known = self.sets[player]
        name, odds = "", ()
        key = number = len(known) + 1  # as where nobody else has this key
        if not player:
            odds = self.odds(state, actions)
        elif self.says_what_is_known:
            key = game.get_information_set(state)
            name = _label(key)
        labels = tuple(distinct([_label(action) for action in actions]))
        found = known.setdefault(
            key, InformationSet(player, number, name, labels, odds)
        )
        if found.labels != labels:
            raise ValueError(
                f"information set {key!r} of {mover!r} has other actions in {state!r} than elsewhere: "
                f"{', '.join(labels)}, and {', '.join(found.labels)}"
            )
        return found

    def odds(self, state, actions):
        odds = [self.game.get_probability(state, a) for a in actions]
        try:
            return exact_odds(
                [
                    Fraction(p)
                    if isinstance(p, Rational | Decimal)
                    else Fraction(repr(float(p)))
                    for p in odds
                ]
            )
        except ValueError as error:
            raise ValueError(
                f"the probabilities in {state!r} are {odds!r}: they must sum to 1 ({error})"
            ) from None


def _tell_apart(things, attribute):
    """Make the labels of things different, except those that are empty."""
    things = [thing for thing in things if getattr(thing, attribute)]
    labels = distinct([getattr(thing, attribute) for thing in things])
    for thing, label in zip(things, labels):
        setattr(thing, attribute, label)
