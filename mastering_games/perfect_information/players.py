"""Players: programs that choose a move, and matches between them."""

import random
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from mastering_games.perfect_information.search import checked_estimate


class RandomPlayer:
    """Chooses any legal action, each as likely as the others."""

    def choose(self, game, state, rng):
        """The action to take; ``rng`` is where all chance comes from."""
        return rng.choice(list(game.get_actions(state)))


class GreedyPlayer:
    """Looks one move ahead, and takes what looks best; at random among equals.

    ``evaluate`` is a function of a state: an estimate of what the game's first
    player gets. A win comes before any estimate, and a loss after all.
    """

    def __init__(self, evaluate):
        self.evaluate = evaluate

    def choose(self, game, state, rng):
        mover = list(game.get_players()).index(game.get_player_turn(state))
        sign = 1 if mover == 0 else -1
        worth = {}
        for action in game.get_actions(state):
            after = game.get_transition(state, action)
            if game.is_terminal(after):
                pays = game.get_reward(after)[mover]
                worth[action] = ((pays > 0) - (pays < 0), pays)
            else:
                estimate = checked_estimate(self.evaluate(after), after)
                worth[action] = (0, sign * estimate)
        best = max(worth.values())
        return rng.choice([a for a, value in worth.items() if value == best])


class SearchPlayer:
    """Takes the decision of a search.

    ``make_search`` is a function of a game that makes one: an object with a
    method ``decision(state)``, such as ``AlphaBeta``. With ``all_best``, it
    takes any of the search's ``best_actions(state)``, at random.
    """

    def __init__(self, make_search, all_best=False):
        self.make_search = make_search
        self.all_best = all_best

    def choose(self, game, state, rng):
        search = self.make_search(game)
        if self.all_best:
            return rng.choice(search.best_actions(state))
        return search.decision(state)


@dataclass(frozen=True)
class Match:
    """One game that was played: its actions, its last state, its payoffs."""

    actions: tuple
    state: Any
    payoffs: tuple


def play_match(game, players, seed=0, max_moves=10_000) -> Match:
    """Let players play a game, one for each of the game's players, in order.

    The same seed gives the same match. ValueError where a player chooses an
    illegal action, or where play has not ended after ``max_moves``.
    """
    names = list(game.get_players())
    if len(players) != len(names):
        raise ValueError(
            f"the game has {len(names)} players, and {len(players)} are here"
        )
    rng = random.Random(seed)
    state, actions = game.get_initial_state(), []
    payoffs = tuple(game.get_reward(state))
    while not game.is_terminal(state):
        if len(actions) == max_moves:
            raise ValueError(f"play has not ended after {max_moves} moves")
        legal = list(game.get_actions(state))
        mover = game.get_player_turn(state)
        if mover in names:
            player = players[names.index(mover)]
            action = player.choose(game, state, rng)
            if action not in legal:
                raise ValueError(
                    f"{type(player).__name__} chose {action!r} in {state!r}: "
                    f"legal are {legal!r}"
                )
        else:
            odds = [game.get_probability(state, a) for a in legal]
            (action,) = rng.choices(legal, odds)
        actions.append(action)
        state = game.get_transition(state, action)
        reward = game.get_reward(state)
        payoffs = tuple(p + r for p, r in zip(payoffs, reward, strict=True))
    return Match(tuple(actions), state, payoffs)


@dataclass(frozen=True)
class Score:
    """How one player fared against another: wins, draws, losses."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self):
        return self.wins + self.draws + self.losses

    @property
    def points(self):
        """The share of points: 1 for a win, a half for a draw."""
        return (self.wins + self.draws / 2) / self.games

    def interval(self, z=1.96):
        """Where the true share lies: with 95 % confidence, if z is 1.96.

        Wilson's interval, which also makes sense near 0 and 1. (A draw counts
        as half a win: for the spread that is on the safe side.) ValueError
        where no game was played.
        """
        if self.games == 0:
            raise ValueError("no games were played: nothing is known")
        n, p = self.games, self.points
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        spread = sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        half = z * spread / (1 + z * z / n)
        return max(0.0, centre - half), min(1.0, centre + half)


def tournament(game, players: Mapping, rounds=10, seed=0) -> dict:
    """All pairs of players, ``rounds`` matches with each of them beginning.

    Returns a ``Score`` for each ordered pair of names (one, other). Who gets
    more than the other wins a match. Players that leave nothing to chance play
    the same match again and again, which proves nothing: that is warned of.
    """
    if rounds < 1:
        raise ValueError(f"rounds is {rounds}: play at least one")
    scores = {}
    names = list(players)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            results, courses = [], set()
            for match in range(rounds):
                for first, second in (one, other), (other, one):
                    played = play_match(
                        game,
                        [players[first], players[second]],
                        seed=f"{seed} {first} {second} {match}",
                    )
                    courses.add((first, played.actions))
                    margin = played.payoffs[0] - played.payoffs[1]
                    results.append(margin if first == one else -margin)
            if rounds > 1 and len(courses) == 2:
                warnings.warn(
                    f"{one} and {other} played the same two matches again and "
                    "again: let them choose at random among equals",
                    stacklevel=2,
                )
            wins = sum(pays > 0 for pays in results)
            losses = sum(pays < 0 for pays in results)
            draws = len(results) - wins - losses
            scores[one, other] = Score(wins, draws, losses)
            scores[other, one] = Score(losses, draws, wins)
    return scores
