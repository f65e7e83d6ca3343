"""Games of Gambit as games of this package, and back. (Optional: it needs pygambit.)

Both ways lead through Gambit's file format, in which fractions stay fractions. Gambit 16.7 and 17 write
it alike, while most names of pygambit differ.
"""

import io
import re
from dataclasses import replace
from fractions import Fraction

from mastering_games.formats.efg import EfgGame, read_efg, write_efg
from mastering_games.formats.efg_game import distinct
from mastering_games.game import CHANCE, has_information_sets

UNREADABLE = re.compile(r"[^\n -\[\]-~]")
"""What Gambit 16 refuses (all but printable ASCII), or misreads as 17 does (a backslash)."""
RESERVED = "Chance"
"""Gambit's own name for chance: no player may have it."""
ROUNDING = 1e-9


class GambitGame(EfgGame):
    """A game of pygambit, in extensive form.

    States, actions and information sets are those of EfgGame. It is a copy: what is done to the
    pygambit game later does not show here. ``gambit_game`` is the game that was given. ValueError where
    that has a strategic form only: then nothing says who moves first, and who sees what.

    >>> import pygambit
    >>> text = 'EFG 2 R "Greed" { "Ann" } p "" 1 1 "" { "take" "leave" } 0 t "" 0 t "" 0'
    >>> game = GambitGame(pygambit.read_efg(io.StringIO(text)))
    >>> game.get_player_turn(0), game.get_actions(0)
    ('Ann', ['take', 'leave'])
    """

    def __init__(self, game):
        if not isinstance(game, _pygambit().Game):
            raise ValueError(
                f"{game!r} is no game of pygambit: to read a file, call read_efg"
            )
        try:
            text = game.to_efg()
        except OSError:
            raise ValueError(
                f"{game!r} has a strategic form only: give a game in extensive form, "
                "or make its table a MatrixGame"
            ) from None
        tree = read_efg(text)
        super().__init__(
            tree.title, tree.comment, tree.player_labels, tree.nodes
        )
        self.gambit_game = game


def to_gambit(game):
    """A game of this package as one of pygambit, with exact fractions.

    Players and actions keep their names, as far as Gambit takes them: names that are equal get a number,
    and a character that Gambit 16 does not take is written as its code, "&#233;" for "é". An
    outcome without a name gets one from Gambit. A float is taken as the decimal that Python prints.
    """
    pygambit = _pygambit()
    tree = read_efg(write_efg(game))  # once read, all numbers are fractions
    tree.title = _readable(tree.title)
    tree.comment = _readable(tree.comment)
    tree.player_labels = distinct([*map(_label, tree.players)], {RESERVED})
    labels = _different(node.label for node in tree.nodes)
    for node, label in zip(tree.nodes, labels):
        node.label = label
        if node.outcome:
            name = _label(node.outcome.name)
            node.outcome = replace(node.outcome, name=name)
    sets = [{} for _ in range(len(tree.players) + 1)]
    for node in tree.nodes:
        if known := node.information_set:
            sets[known.player][known.number] = known
    for of_player in sets:
        names = _different(known.name for known in of_player.values())
        for known, name in zip(of_player.values(), names):
            known.name = name
            known.labels = tuple(distinct([*map(_label, known.labels)]))
    return pygambit.read_efg(io.StringIO(write_efg(tree)))


def to_behaviour(game, profile) -> list[dict]:
    """A profile of pygambit for to_gambit(game), as the players' behaviour strategies in game.

    For each player {information set: {action: probability}}, with the labels of game, or histories
    where all is seen: as ``Strategy.from_behaviour`` takes it. Probabilities are fractions where
    pygambit's are. Where a player's own moves never lead, a profile may say nothing, and all actions
    are equally likely. ValueError where the profile is of another game, or where its probabilities do
    not sum to 1: Gambit's own solvers have returned such profiles, with wrong payoffs.
    """
    nodes = GambitGame(profile.game).nodes
    if hasattr(profile, "as_behavior"):  # a mixed strategy profile
        profile = profile.as_behavior()
    given = _probabilities(profile)
    players = list(game.get_players())
    behaviour = [{} for _ in players]
    says_what_is_known = has_information_sets(game)
    met = {}
    waiting = [(game.get_initial_state(), nodes[0], (), frozenset())]
    while waiting:
        # Those in strayed would have to act against their strategy to come here.
        state, node, history, strayed = waiting.pop()
        actions = list(game.get_actions(state))
        children = [nodes[child] for child in node.children]
        if len(children) != len(actions):
            raise _other_game(history)
        if not actions:
            continue
        straying = [strayed] * len(actions)
        mover = game.get_player_turn(state)
        theirs = node.information_set
        if (theirs.player == 0) != (mover == CHANCE):
            raise _other_game(history)
        if mover != CHANCE:
            player = players.index(mover)
            label = (
                game.get_information_set(state)
                if says_what_is_known
                else history
            )
            known = met.setdefault((player, label), theirs)
            if known is not theirs or theirs.player != player + 1:
                raise _other_game(history)
            if label not in behaviour[player]:
                odds = given[theirs.player, theirs.number]
                odds = _odds(odds, label, player in strayed)
                behaviour[player][label] = dict(zip(actions, odds))
            for i, action in enumerate(actions):
                if not behaviour[player][label][action]:
                    straying[i] = strayed | {player}
        following = [
            (game.get_transition(state, action), child, (*history, action), who)
            for action, child, who in zip(actions, children, straying)
        ]
        waiting += reversed(following)
    return behaviour


def _probabilities(profile):
    """What a behaviour profile says, by the numbers of the players and of their information sets."""
    given = {}
    for player, theirs in enumerate(profile.game.players, 1):
        mixed = profile[theirs]
        if hasattr(mixed, "mixed_actions"):  # until Gambit 17
            mixed = mixed.mixed_actions()
        for number, (_, odds) in enumerate(mixed, 1):
            given[player, number] = [p for _, p in odds]
    return given


def _odds(odds, label, may_be_open):
    if may_be_open and not any(odds):  # Gambit leaves zeros there
        return [Fraction(1, len(odds))] * len(odds)
    exact = all(isinstance(p, Fraction) for p in odds)
    odds = [Fraction(p) if exact else float(p) for p in odds]
    slack = 0 if exact else ROUNDING
    if not abs(sum(odds) - 1) <= slack or min(odds) < -slack:
        raise ValueError(
            f"the profile's probabilities at {label!r} are "
            f"{', '.join(map(str, odds))}: they must not be negative and must sum to 1"
        )
    return [max(p, 0) for p in odds]


def _other_game(history):
    where = "after " + ", ".join(map(str, history)) if history else "at once"
    return ValueError(
        f"the profile is of another game, which differs {where}: "
        "take one of to_gambit(game)"
    )


def _readable(text):
    return UNREADABLE.sub(lambda found: f"&#{ord(found[0])};", text)


def _label(text):
    return _readable(" ".join(text.split()))


def _different(texts):
    """Labels that differ, but for empty ones, which stay empty."""
    labels = list(map(_label, texts))
    return [
        new if label else "" for label, new in zip(labels, distinct(labels))
    ]


def _pygambit():
    try:
        import pygambit
    except ImportError as error:
        raise ImportError(
            "pygambit is not installed: pip install pygambit"
        ) from error
    return pygambit
