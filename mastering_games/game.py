"""The rules contract: what a game must tell, so that every solver and every picture can use it."""

import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence

CHANCE = "chance"
"""The mover at a chance state. Compare it by value: ``game.get_player_turn(state) == CHANCE``."""


class ExtensiveFormGame(ABC):
    """The rules of a game in extensive form.

    A state is an immutable, hashable value (a tuple, a string, an integer), and no method
    changes one. Two positions that play on alike may be one state: a game is a graph of states.
    An action is hashable too. Payoffs are finite numbers, one per player, in the order of
    ``get_players()``.
    """

    @abstractmethod
    def get_players(self) -> Sequence[Hashable]:
        """The players, in payoff order."""

    @abstractmethod
    def get_initial_state(self) -> Hashable:
        """The state in which play starts."""

    @abstractmethod
    def get_player_turn(self, state) -> Hashable:
        """The player who moves in ``state``; ``CHANCE`` where a random event decides."""

    @abstractmethod
    def get_actions(self, state) -> Sequence[Hashable]:
        """The legal actions, always in the same order; empty exactly at terminal states."""

    @abstractmethod
    def get_transition(self, state, action) -> Hashable:
        """The state that follows ``action``; ValueError where the action is illegal."""

    @abstractmethod
    def is_terminal(self, state) -> bool:
        """Whether play has ended in ``state``."""

    @abstractmethod
    def get_reward(self, state) -> Sequence[float]:
        """What reaching ``state`` pays, one number per player: all zeros where it pays nothing.

        A play is worth the sum of the rewards of its states. Most games pay at the end only.
        """

    def to_string(self, state) -> str:
        """The state as a picture or a terminal prints it."""
        return str(state)

    # A game overrides what follows only where it has something to say.

    def get_state(self, position) -> Hashable:
        """The state that ``position`` describes, where a game also takes a more convenient form."""
        return position

    def get_board(self, state) -> Sequence[Sequence[str]] | None:
        """Rows of cells, for a picture that draws the state as a board; None where there is none."""
        return None

    def get_outcome(self, state) -> str:
        """How play ended in a terminal state, in a word or two: ``"x wins"``."""
        return ""

    def get_probability(self, state, action) -> float:
        """The probability of ``action`` at a chance state."""
        raise ValueError(
            f"{type(self).__name__} has no probabilities, so no chance state: "
            f"define get_probability if {state!r} is one"
        )

    def get_information_set(self, state) -> Hashable:
        """What the player to move knows. By default everything: the state itself."""
        return state

    def get_symmetry_key(self, state) -> Hashable:
        """A value that is equal for states that are the same up to symmetry."""
        return state

    def illegal_action(self, state, action) -> ValueError:
        """The error to raise for an action that is not legal in ``state``: it names those that are."""
        legal = ", ".join(repr(legal) for legal in self.get_actions(state))
        return ValueError(
            f"illegal action {action!r} in state {state!r}; "
            + (f"legal actions: {legal}" if legal else "play has ended there")
        )


class GameNode:
    """One state of a game, with what a solver found out about it.

    A solution is a graph of nodes, one for each distinct state: parents share their children.
    What is best is told by the parent, in ``best_actions``, never by a mark on the child.

    Attributes:
        state: the state.
        player: who moves there; None at a terminal state.
        children: the node that each action leads to, by action, in the game's order.
        value: what play from here on pays, one number per player; None until it is solved.
        best_actions: all actions that are equally good for the mover, in the game's order.
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


def checked_reward(game, state, number_of_players) -> tuple:
    """The game's reward in ``state`` as a tuple; ValueError unless it is one finite number per player."""
    reward = tuple(game.get_reward(state))
    if len(reward) != number_of_players:
        raise ValueError(
            f"get_reward({state!r}) gives {len(reward)} payoffs for {number_of_players} players: "
            f"{reward!r}; give one payoff per player, in the order of get_players()"
        )
    if not all(map(math.isfinite, reward)):
        raise ValueError(
            f"get_reward({state!r}) is {reward!r}: every payoff must be finite"
        )
    return reward


def check_game(game, max_states=10_000) -> list[str]:
    """What breaks the rules contract, in words and with what to mend; empty where nothing does.

    Visits the states breadth first, ``max_states`` of them at most, and tells each kind of
    problem once, at the first state that shows it.

    >>> from mastering_games.games.tictactoe import TicTacToe
    >>> check_game(TicTacToe())
    []
    """
    problems = {}
    try:
        players = list(game.get_players())
        initial_state = game.get_initial_state()
        hash(initial_state)
    except Exception as error:
        return [f"the game cannot start: {type(error).__name__}: {error}"]
    if not players:
        problems["players"] = (
            "get_players() is empty: a game needs at least one player"
        )
    if len(set(players)) < len(players) or CHANCE in players:
        problems["names"] = (
            f"get_players() is {players!r}: give each a name of its own, not {CHANCE!r}"
        )

    children = {}
    waiting = [initial_state]
    for state in waiting:
        children[state] = []
        try:
            for problem, successors in _check_state(game, state, players):
                children[state] += successors
                if problem:
                    problems.setdefault(problem[0], problem[1])
        except Exception as error:
            problems.setdefault(
                type(error),
                f"in state {state!r} the game raises {type(error).__name__}: {error}",
            )
        for child in children[state]:
            if child not in children and len(children) < max_states:
                children[child] = []
                waiting.append(child)
    looping = _state_on_a_cycle(children)
    if looping is not None:
        problems["cycle"] = (
            f"play can return to state {looping!r}: backward induction needs an end"
        )
    return list(problems.values())


def _check_state(game, state, players):
    """Yield pairs: a problem of this state (its kind, a sentence) or None, and new successors."""
    actions = list(game.get_actions(state))
    terminal = game.is_terminal(state)
    if actions != list(game.get_actions(state)):
        yield (
            (
                "order",
                f"get_actions({state!r}) changes from call to call: keep one order",
            ),
            [],
        )
    if len(set(actions)) < len(actions):
        yield (
            (
                "twice",
                f"get_actions({state!r}) has an action twice: {actions!r}",
            ),
            [],
        )
    if bool(actions) == bool(terminal):
        yield (
            (
                (
                    "terminal",
                    f"state {state!r} is terminal, but has the actions {actions!r}",
                )
                if terminal
                else (
                    "stuck",
                    f"no actions in state {state!r}, but is_terminal says that play goes on",
                )
            ),
            [],
        )
    try:
        checked_reward(game, state, len(players))
    except (TypeError, ValueError) as error:
        yield ("reward", f"{error}"), []
    if not isinstance(text := game.to_string(state), str):
        yield (
            (
                "text",
                f"to_string({state!r}) gives {text!r}: it must be a string",
            ),
            [],
        )
    hash(game.get_symmetry_key(state))
    if terminal:
        return
    mover = game.get_player_turn(state)
    if mover == CHANCE:
        probabilities = [
            game.get_probability(state, action) for action in actions
        ]
        if not all(p >= 0 for p in probabilities) or not math.isclose(
            sum(probabilities), 1
        ):
            yield (
                (
                    "chance",
                    f"the probabilities in state {state!r} are {probabilities!r}: sum to 1",
                ),
                [],
            )
    elif mover not in players:
        yield (
            (
                "mover",
                f"get_player_turn({state!r}) is {mover!r}, which is not a player",
            ),
            [],
        )
    else:
        hash(game.get_information_set(state))
    before = repr(state)
    for action in actions:
        successor = game.get_transition(state, action)
        hash(successor)
        yield None, [successor]
    if repr(state) != before:
        yield (
            (
                "mutable",
                f"get_transition changed its state, from {before} to {state!r}",
            ),
            [],
        )
    illegal = "no such action"
    if illegal not in actions:
        try:
            game.get_transition(state, illegal)
        except ValueError:
            return
        except Exception as error:
            found = f"raises {type(error).__name__}"
        else:
            found = "is accepted"
        yield (
            (
                "illegal",
                f"get_transition({state!r}, {illegal!r}) {found}: raise self.illegal_action(state, action)",
            ),
            [],
        )


def _state_on_a_cycle(children):
    """A state that play can return to, given the children of each state; None where there is none."""
    parents = {state: [] for state in children}
    unfinished = {}  # states from which a cycle may be reached, and how many children they have there
    for state, successors in children.items():
        known = [child for child in successors if child in children]
        unfinished[state] = len(known)
        for child in known:
            parents[child].append(state)
    finished = [state for state, number in unfinished.items() if number == 0]
    for state in finished:
        del unfinished[state]
        for parent in parents[state]:
            unfinished[parent] -= 1
            if unfinished[parent] == 0:
                finished.append(parent)
    state, seen = next(iter(unfinished), None), set()
    while unfinished and state not in seen:
        seen.add(state)
        state = next(child for child in children[state] if child in unfinished)
    return state if unfinished else None
