"""A game as a file of Gambit's describes it: a tree of numbered nodes, with all its labels."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm

from mastering_games.game import CHANCE, ExtensiveFormGame

MAX_PLAYERS = 1_000
MAX_DIGITS = 1_000
"""No number is written with more characters."""
ROUNDING = Fraction(1, 10**9)


@dataclass
class InformationSet:
    """The nodes that the mover cannot tell apart, as the file describes them.

    Attributes:
        player: the mover's number, from 1; 0 for chance.
        number: the set's number, among those of its player.
        name: its name, often empty.
        labels: its actions as they stand in the file; they may be empty, or equal.
        probabilities: exact fractions that sum to 1; empty unless chance moves.
    """

    player: int
    number: int
    name: str
    labels: tuple
    probabilities: tuple = ()

    @cached_property
    def positions(self):
        """The position of each action, by a label that no other action of the set has."""
        return {label: i for i, label in enumerate(distinct(self.labels))}


@dataclass(frozen=True)
class Outcome:
    """What is paid at the nodes that name it."""

    number: int
    name: str
    payoffs: tuple


@dataclass(slots=True)
class EfgNode:
    """A node of the tree; at an end there is no information set, and there are no children.

    ``children`` are numbers of nodes, in the order of the actions.
    """

    label: str
    information_set: InformationSet | None = None
    outcome: Outcome | None = None
    children: list = field(default_factory=list)


class EfgGame(ExtensiveFormGame):
    """A game read from a file of Gambit's.

    A state is the number of a node: 0 is the root, and the others follow in
    the order of the file. An action is its label; where a label is missing,
    it is the action's number, and where one occurs again, it gets a number:
    "L", "L (2)", "3". An information set is a pair: whose it is, and its
    number. Payoffs are whole numbers or fractions, and probabilities
    fractions, as exact as they stand in the file.
    """

    def __init__(self, title, comment, player_labels, nodes):
        self.title = title
        self.comment = comment
        self.player_labels = list(player_labels)
        self.players = distinct(player_labels, {CHANCE})
        self.nodes = nodes
        self.nothing = (0,) * len(self.players)

    def get_players(self):
        return self.players

    def get_initial_state(self):
        return 0

    def get_player_turn(self, state):
        mover = self._information_set(state).player
        return self.players[mover - 1] if mover else CHANCE

    def _information_set(self, state):
        known = self.nodes[state].information_set
        if known is None:
            raise ValueError(
                f"play has ended in {state!r}: ask where somebody moves"
            )
        return known

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        return list(self.nodes[state].information_set.positions)

    def get_transition(self, state, action):
        return self.nodes[state].children[self._position(state, action)]

    def _position(self, state, action):
        if self.is_terminal(state) or not isinstance(action, str):
            raise self.illegal_action(state, action)
        position = self.nodes[state].information_set.positions.get(action)
        if position is None:
            raise self.illegal_action(state, action)
        return position

    def is_terminal(self, state):
        return self.nodes[state].information_set is None

    def get_reward(self, state):
        outcome = self.nodes[state].outcome
        return outcome.payoffs if outcome else self.nothing

    def get_probability(self, state, action):
        position = self._position(state, action)
        probabilities = self._information_set(state).probabilities
        if not probabilities:
            raise ValueError(
                f"a player moves in {state!r}: ask where chance does"
            )
        return probabilities[position]

    def get_information_set(self, state):
        number = self._information_set(state).number
        return (self.get_player_turn(state), number)

    def to_string(self, state):
        node = self.nodes[state]
        return node.label or (
            node.information_set.name if node.information_set else ""
        )

    def get_outcome(self, state):
        outcome = self.nodes[state].outcome
        return outcome.name if outcome else ""


def distinct(labels, reserved=()) -> list[str]:
    """The labels, each made different from all others.

    >>> distinct(["L", "L", "", "R", "L (2)"])
    ['L', 'L (3)', '3', 'R', 'L (2)']
    """
    given = {*labels, *reserved}
    used, last = set(reserved), {}
    result = []
    for number, label in enumerate(labels, 1):
        name = label or str(number)
        if name in (used if label else given):
            count = last.get(name, 1) + 1
            while f"{name} ({count})" in given:
                count += 1
            last[name] = count
            name = f"{name} ({count})"
        used.add(name)
        result.append(name)
    return result


def exact_odds(odds) -> tuple:
    """Fractions that sum to exactly 1; ValueError, with what is wrong, where these do not.

    Decimals that miss 1 by rounding alone become the fractions that are meant.

    >>> exact_odds([Fraction("0.1666666667"), Fraction("0.8333333333")])
    (Fraction(1666666667, 10000000000), Fraction(8333333333, 10000000000))
    >>> exact_odds([Fraction("0.1666666667"), Fraction("0.8333333334")])
    (Fraction(1, 6), Fraction(5, 6))
    """
    denominator = 1
    for p in odds:
        if not 0 <= p <= 1:
            raise ValueError(f"the probability {float(p):.12g}")
        denominator = lcm(denominator, p.denominator)
        if denominator.bit_length() > 4 * MAX_DIGITS:  # to add them takes long
            raise ValueError("fractions with too many different denominators")
    numerators = (p.numerator * (denominator // p.denominator) for p in odds)
    total = Fraction(sum(numerators), denominator)
    if total == 1:
        return tuple(odds)
    if abs(total - 1) > ROUNDING:
        raise ValueError(f"a sum of {float(total):.12g}")
    simple = tuple(p.limit_denominator(1_000) for p in odds)
    if sum(simple) == 1 and all(
        abs(s - p) <= ROUNDING * p for s, p in zip(simple, odds)
    ):
        return simple
    odds = tuple(p / total for p in odds)
    if any(len(str(p)) > MAX_DIGITS for p in odds):
        raise ValueError(f"a sum of {float(total):.12g}")
    return odds
