"""What breaks the rules contract? An examination of a game, for its author."""

import copy
import math
import traceback
import warnings
from collections import Counter
from collections.abc import Sequence

from mastering_games.game import CHANCE, ExtensiveFormGame, checked_reward


def examine_game(game, max_states) -> list[str]:
    """See ``mastering_games.game.check_game``."""
    return _Examination(game, max_states).problems()


class _Examination:
    """One run of check_game: what was found, and which states lead where."""

    def __init__(self, game, max_states):
        self.game = game
        self.max_states = max_states
        self.found = {}
        self.children = {}
        self.actions = {"no such action": None}  # those seen so far, in order
        self.alike = {}  # by symmetry key: the first such state, and how play goes on there

    def problems(self):
        self.attempt("the game cannot start", self.examine_start)
        if self.found:
            return list(self.found.values())
        waiting = [self.game.get_initial_state()]
        self.children[waiting[0]] = []
        for state in waiting:
            self.attempt(f"in state {state!r}", self.examine_state, state)
            new = [
                c
                for c in dict.fromkeys(self.children[state])
                if c not in self.children
            ]
            if len(waiting) + len(new) > self.max_states:
                warnings.warn(
                    f"check_game looked at the first {len(waiting)} states; max_states raises that",
                    stacklevel=4,
                )
                break
            self.attempt(f"in state {state!r}", self.examine_symmetry, state)
            self.children |= {child: [] for child in new}
            waiting += new
        looping = _state_on_a_cycle(self.children)
        if looping:
            self.tell(
                "cycle",
                f"play can return to state {looping[0]!r}: backward induction needs an end",
            )
        return list(self.found.values())

    def tell(self, kind, problem):
        self.found.setdefault(kind, problem)

    def attempt(self, where, examine, *arguments):
        """Examine, and tell of an exception by the line of the game that raised it."""
        try:
            examine(*arguments)
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self.tell(
                (type(error), frame.name),
                f"{where}: {frame.name} raises {type(error).__name__}: {error}",
            )

    def examine_start(self):
        lacking = [
            name
            for name in dir(ExtensiveFormGame)
            if not hasattr(self.game, name)
        ]
        if lacking:
            self.tell(
                "methods",
                f"the game has no {', '.join(lacking)}: derive it from ExtensiveFormGame",
            )
        self.players = list(self.game.get_players())
        if not self.players:
            self.tell(
                "players",
                "get_players() is empty: a game needs at least one player",
            )
        if len(set(self.players)) < len(self.players) or {CHANCE, None} & set(
            self.players
        ):
            self.tell(
                "names",
                f"get_players() is {self.players!r}: give each a name of its own, not {CHANCE!r} or None",
            )
        self.examine_hash("get_initial_state()", self.game.get_initial_state())

    def examine_hash(self, method, value):
        try:
            hash(value)
        except TypeError:
            self.tell(
                "hash",
                f"{method} gives {value!r}, which can change, so it cannot be looked up: "
                "use a tuple, a string or a number",
            )
            return False
        return True

    def examine_state(self, state):
        game = self.game
        actions = game.get_actions(state)
        if not isinstance(actions, Sequence):
            self.tell(
                "actions",
                f"get_actions({state!r}) is {actions!r}: give a list or a tuple",
            )
        actions = list(actions)
        if actions != list(game.get_actions(state)):
            self.tell(
                "order",
                f"get_actions({state!r}) changes from call to call: keep one order",
            )
        if len(set(actions)) < len(actions):
            self.tell(
                "twice",
                f"get_actions({state!r}) has an action twice: {actions!r}",
            )
        terminal = game.is_terminal(state)
        if terminal and actions:
            self.tell(
                "terminal",
                f"state {state!r} is terminal, but has the actions {actions!r}",
            )
        if not terminal and not actions:
            self.tell(
                "stuck",
                f"no actions in state {state!r}, but is_terminal says that play goes on",
            )
        try:
            checked_reward(game, state, self.players)
        except (TypeError, ValueError) as error:
            self.tell("reward", str(error))
        self.examine_words(state, terminal)
        self.examine_hash("get_symmetry_key", game.get_symmetry_key(state))
        if not terminal:
            self.examine_mover(state, actions)
            self.examine_transitions(state, actions)

    def examine_words(self, state, terminal):
        words = {"to_string": self.game.to_string(state)}
        if terminal:
            words["get_outcome"] = self.game.get_outcome(state)
        for method, text in words.items():
            if not isinstance(text, str):
                self.tell(
                    method,
                    f"{method}({state!r}) gives {text!r}: it must be a string",
                )
        board = self.game.get_board(state)
        if board is not None and not all(
            isinstance(cell, str) for row in board for cell in row
        ):
            self.tell(
                "board",
                f"get_board({state!r}) gives {board!r}: rows of strings are needed",
            )

    def examine_symmetry(self, state):
        """Do states with one key play on alike, as far as one move shows it?"""
        if "reward" in self.found:
            return  # told already, and nothing to compare
        key_of = self.game.get_symmetry_key
        terminal = self.game.is_terminal(state)
        plays_on = {
            "whether play has ended": terminal,
            "who moves": None if terminal else self.game.get_player_turn(state),
            "the reward": tuple(self.game.get_reward(state)),
            "the keys of the states that can follow": Counter(
                map(key_of, self.children[state])
            ),
        }
        other, plays_on_there = self.alike.setdefault(
            key_of(state), (state, plays_on)
        )
        for aspect, value in plays_on.items():
            if value != plays_on_there[aspect]:
                self.tell(
                    "symmetry",
                    f"states {other!r} and {state!r} have the same get_symmetry_key, but differ in "
                    f"{aspect}: give them different keys",
                )

    def examine_mover(self, state, actions):
        mover = self.game.get_player_turn(state)
        if mover == CHANCE:
            odds = [
                self.game.get_probability(state, action) for action in actions
            ]
            if not all(p >= 0 for p in odds) or not math.isclose(sum(odds), 1):
                self.tell(
                    "chance",
                    f"the probabilities in state {state!r} are {odds!r}: sum to 1",
                )
        elif mover not in self.players:
            self.tell(
                "mover",
                f"get_player_turn({state!r}) is {mover!r}, which is not a player: {self.players!r}",
            )
        else:
            information = self.game.get_information_set(state)
            self.examine_hash("get_information_set", information)

    def examine_transitions(self, state, actions):
        before = copy.deepcopy(state)
        for action in actions:
            successor = self.game.get_transition(state, action)
            if successor is None:
                self.tell(
                    "none",
                    f"get_transition({state!r}, {action!r}) is None: did you forget return?",
                )
                continue
            if state != before:
                self.tell(
                    "mutable",
                    f"get_transition({state!r}, {action!r}) changed its state, or states are not compared "
                    "by value: use tuples, strings or numbers",
                )
                return
            if successor != self.game.get_transition(state, action):
                self.tell(
                    "random",
                    f"get_transition({state!r}, {action!r}) changes from call to call: chance is a mover "
                    "of its own, and equal states must compare as equal",
                )
            if not self.examine_hash("get_transition", successor):
                continue
            self.children[state].append(successor)
        illegal = [action for action in self.actions if action not in actions][
            :5
        ]
        for action in illegal:
            self.examine_illegal(state, action)
        if len(self.actions) < 100:
            self.actions |= dict.fromkeys(actions)

    def examine_illegal(self, state, action):
        try:
            self.game.get_transition(state, action)
        except ValueError:
            return
        except Exception as error:
            said = f"raises {type(error).__name__}"
        else:
            said = "is accepted"
        self.tell(
            "illegal",
            f"get_transition({state!r}, {action!r}) {said}, but the action is illegal: "
            "raise self.illegal_action(state, action)",
        )


def _state_on_a_cycle(children):
    """A state that play can return to, in a list; an empty list where there is none."""
    parents = {state: [] for state in children}
    unfinished = {}  # states that may lead to a cycle, and how many of their children may
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
    walked = dict.fromkeys(list(unfinished)[:1])
    state = next(iter(walked), None)
    while walked:
        state = next(c for c in children[state] if c in unfinished)
        if state in walked:
            return [state]
        walked[state] = None
    return []
