"""The rules contract: what a game tells every solver and every picture."""

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence

CHANCE = "chance"
"""The mover at a chance state: get_player_turn(state) == CHANCE."""


class ExtensiveFormGame(ABC):
    """The rules of a game in extensive form.

    A state is an immutable, hashable value (a tuple, a string, an integer),
    and no method changes one. Two positions that play on alike may be one
    state: a game is a graph of states. An action is hashable too. Payoffs are
    finite numbers, one per player, in the order of get_players().
    """

    @abstractmethod
    def get_players(self) -> Sequence[Hashable]:
        """The players, in payoff order."""

    @abstractmethod
    def get_initial_state(self) -> Hashable:
        """The state in which play starts."""

    @abstractmethod
    def get_player_turn(self, state) -> Hashable:
        """The player who moves in state; CHANCE where chance decides."""

    @abstractmethod
    def get_actions(self, state) -> Sequence[Hashable]:
        """The legal actions, in a fixed order; none exactly where play ends."""

    @abstractmethod
    def get_transition(self, state, action) -> Hashable:
        """The state that action leads to; ValueError where it is illegal."""

    @abstractmethod
    def is_terminal(self, state) -> bool:
        """Whether play has ended in state."""

    @abstractmethod
    def get_reward(self, state) -> Sequence[float]:
        """What reaching state pays: one number per player, 0 for nothing.

        The payoffs of a play are the sum of the rewards of its states. Most
        games pay at the end only.
        """

    def to_string(self, state) -> str:
        """The state as a picture or a terminal prints it."""
        return str(state)

    # A game overrides what follows only where it has something to say.

    def get_state(self, position) -> Hashable:
        """The state of a position given in a more convenient form."""
        return position

    def get_board(self, state) -> Sequence[Sequence[str]] | None:
        """Rows of cells, for a picture of a board; None where there is none."""
        return None

    def get_outcome(self, state) -> str:
        """How play ended in a terminal state, in a word or two: "x wins"."""
        return ""

    def get_probability(self, state, action) -> float:
        """The probability of action at a chance state."""
        raise ValueError(
            f"{type(self).__name__} has no probabilities, so no chance state: "
            f"define get_probability if {state!r} is one"
        )

    def get_information_set(self, state) -> Hashable:
        """What the player to move knows; by default everything, the state."""
        return state

    def get_symmetry_key(self, state) -> Hashable:
        """A value that is equal for states that are the same up to symmetry.

        Such states have the same mover, pay the same, and lead to states that
        are, one by one, the same up to symmetry.
        """
        return state

    def illegal_action(self, state, action) -> ValueError:
        """The error to raise for an illegal action: it names the legal ones."""
        legal = ", ".join(repr(legal) for legal in self.get_actions(state))
        return ValueError(
            f"illegal action {action!r} in state {state!r}; "
            + (f"legal actions: {legal}" if legal else "play has ended there")
        )


class GameNode:
    """One state of a game, with what a solver found out about it.

    A solution is a graph of nodes, one for each distinct state: parents share
    their children. What is best is told by the parent, in best_actions, never
    by a mark on the child.

    Attributes:
        state: the state.
        player: who moves there; None at a terminal state.
        children: the node that each action leads to, in the game's order.
        value: what play from here on pays, one number per player; None until
            it is known.
        best_actions: all actions that are equally good for the mover.
    """

    __slots__ = ("best_actions", "children", "player", "state", "value")

    def __init__(self, state, player=None):
        self.state = state
        self.player = player
        self.children = {}
        self.value = None
        self.best_actions = []

    @property
    def best_action(self):
        """The first of the best actions; None where there is none."""
        return self.best_actions[0] if self.best_actions else None

    def __repr__(self):
        return f"GameNode(state={self.state!r}, value={self.value!r})"


def has_information_sets(game) -> bool:
    """Whether a game says what its players know; if not, they see all."""
    method = type(game).get_information_set
    return method.__qualname__ != "ExtensiveFormGame.get_information_set"


def checked_reward(game, state, players) -> tuple:
    """The reward as a tuple; ValueError unless one finite number per player."""
    reward = game.get_reward(state)
    if not isinstance(reward, tuple):
        if not isinstance(reward, Sequence):
            raise ValueError(
                f"get_reward({state!r}) is {reward!r}: "
                "give a tuple, one payoff per player"
            )
        reward = tuple(reward)
    if len(reward) != len(players):
        raise ValueError(
            f"get_reward({state!r}) gives {len(reward)} payoffs for "
            f"{len(players)} players: {reward!r}; give one payoff per "
            "player, in the order of get_players()"
        )
    if not all(map(math.isfinite, reward)):
        raise ValueError(
            f"get_reward({state!r}) is {reward!r}: every payoff must be finite"
        )
    return reward


def check_game(game, max_states=10_000) -> list[str]:
    """What breaks the rules contract, and what to mend; empty if nothing.

    Visits the states breadth first, max_states of them at most (it warns when
    there are more), and tells each kind of problem once, at the first state
    that shows it.

    >>> from mastering_games.games.tictactoe import TicTacToe
    >>> check_game(TicTacToe())
    []
    """
    # The checks stand a floor above this one, so they are fetched when asked.
    from mastering_games.checks.contract import examine_game

    return examine_game(game, max_states)
