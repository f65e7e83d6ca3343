"""Is a list of strategies a subgame-perfect equilibrium? Decided from the definition.

In a game that always ends, a list of strategies is a subgame-perfect equilibrium exactly if no
single change helps: there is no state in which the mover gets more by picking another action
there, just once, and following the strategies everywhere else. This is the one-shot deviation
principle (Fudenberg and Tirole, *Game Theory*, 1991, theorem 4.1).
"""

from dataclasses import dataclass
from typing import Any

from mastering_games.game import CHANCE, checked_reward


@dataclass(frozen=True)
class Deviation:
    """A change of one action in one state that gives the mover more."""

    state: Any
    player: Any
    action: Any
    gain: float


def is_subgame_perfect(game, strategies, state=None, tolerance=0) -> bool:
    """Whether the strategies are a subgame-perfect equilibrium of the game from ``state`` on.

    >>> from mastering_games.games.sharing_game import SharingGame
    >>> game = SharingGame()
    >>> answers = {((2, 0),): "reject", ((1, 1),): "accept", ((0, 2),): "accept"}
    >>> is_subgame_perfect(game, {(): (1, 1), **answers})
    True
    >>> is_subgame_perfect(game, {(): (2, 0), **answers})
    False
    """
    return not deviations(game, strategies, state, tolerance)


def deviations(game, strategies, state=None, tolerance=0) -> list[Deviation]:
    """Every one-shot deviation that gains more than ``tolerance``, in any subgame.

    Parameters:
        game: a finite game of perfect information, with or without chance.
        strategies: the action of the mover in each state, for all players: a mapping by state.
        state: where the game starts; the initial state by default.
        tolerance: for payoffs that are floats. The sum of a play's rewards is rounded.

    Raises ValueError where the strategies do not cover a state or name an illegal action, and
    where play can return to a state.
    """
    state = game.get_initial_state() if state is None else game.get_state(state)
    players = list(game.get_players())
    values, found = {}, []
    for position, children in _ends_first(game, state):
        value = checked_reward(game, position, players)
        if children:
            mover = game.get_player_turn(position)
            if mover == CHANCE:
                followed = _expectation(
                    game, position, children, values, len(players)
                )
            else:
                action = _choice(strategies, position, children)
                followed = values[children[action]]
                number = players.index(mover)
                for other, child in children.items():
                    gain = values[child][number] - followed[number]
                    if gain > tolerance:
                        found.append(Deviation(position, mover, other, gain))
            value = tuple(here + below for here, below in zip(value, followed))
        values[position] = value
    return found


def _choice(strategies, state, children):
    if state not in strategies:
        raise ValueError(f"the strategies say nothing of state {state!r}")
    if strategies[state] not in children:
        legal = ", ".join(map(repr, children))
        raise ValueError(
            f"the strategies pick {strategies[state]!r} in state {state!r}; legal actions: {legal}"
        )
    return strategies[state]


def _expectation(game, state, children, values, number_of_players):
    probabilities = {
        action: game.get_probability(state, action) for action in children
    }
    return tuple(
        sum(
            probabilities[action] * values[child][number]
            for action, child in children.items()
        )
        for number in range(number_of_players)
    )


def _ends_first(game, start):
    """Each state that can be reached, with its children by action, after all of its children."""
    graph, finished, waiting = {}, set(), [start]
    while waiting:
        state = waiting[-1]
        if state not in graph:
            graph[state] = {
                a: game.get_transition(state, a)
                for a in game.get_actions(state)
            }
            waiting += [
                child
                for child in graph[state].values()
                if child not in finished
            ]
        else:
            waiting.pop()
            if state not in finished:
                for child in graph[state].values():
                    if child not in finished:
                        raise ValueError(
                            f"play can return to {state!r}: the game has a cycle"
                        )
                finished.add(state)
                yield state, graph[state]
