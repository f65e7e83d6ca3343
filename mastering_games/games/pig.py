"""Pig: roll the die once more, or hold what the turn has brought?

Source: John Scarne, *Scarne on Dice* (1945). That a 1 scores a point is ours.
"""

from numbers import Real
from typing import NamedTuple

from mastering_games.game import CHANCE, ExtensiveFormGame


class PigState(NamedTuple):
    """The points held, the turn's so far, whose turn, and if the die rolls."""

    held: tuple[int, int]
    turn: int
    mover: int
    rolling: bool


class Pig(ExtensiveFormGame):
    """Two players take turns to roll a die, as often as they dare.

    What a die shows is added to the turn's points, and the player rolls again
    or holds them, which ends the turn. A 1 ends it too: the turn's points are
    lost, and one point is scored instead. Who first holds the target or more
    wins. With enough points for that, a player can only hold.

    ``die`` gives each face its probability, in place of ``faces`` equal ones.
    A state is a PigState. An action is "roll" or "hold", or, where chance
    rolls the die, a face.
    """

    def __init__(self, target=10, faces=6, die=None):
        for name, number in ("target", target), ("faces", faces):
            if not isinstance(number, int) or number < 1:
                raise ValueError(
                    f"{name} is {number!r}: give a whole number from 1"
                )
        if die is None:
            die = dict.fromkeys(range(1, faces + 1), 1 / faces)
        if not all(isinstance(face, int) and face >= 1 for face in die):
            raise ValueError(f"the die is {die!r}: faces are numbers from 1")
        if not all(isinstance(p, Real) and p > 0 for p in die.values()):
            raise ValueError(
                f"the die is {die!r}: give each face a probability above 0"
            )
        if abs(sum(die.values()) - 1) > 1e-9:
            raise ValueError(
                f"the die is {die!r}: the probabilities must sum to 1"
            )
        self.target = target
        self.die = dict(die)

    def get_players(self):
        return ["Ann", "Bob"]

    def get_initial_state(self):
        return PigState(held=(0, 0), turn=0, mover=0, rolling=False)

    def get_player_turn(self, state):
        return CHANCE if state.rolling else self.get_players()[state.mover]

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        if state.rolling:
            return list(self.die)
        if state.turn == 0:
            return ["roll"]
        if state.held[state.mover] + state.turn >= self.target:
            return ["hold"]
        return ["roll", "hold"]

    def get_probability(self, state, action):
        if not state.rolling:
            raise ValueError(
                f"no die rolls in {state!r}: ask where chance moves"
            )
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return self.die[action]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        held, turn, mover, _ = state
        if action == "roll":
            return PigState(held, turn, mover, rolling=True)
        if action not in ("hold", 1):
            return PigState(held, turn + action, mover, rolling=False)
        points = turn if action == "hold" else 1
        ann, bob = held
        held = (ann, bob + points) if mover else (ann + points, bob)
        return PigState(held, 0, 1 - mover, rolling=False)

    def is_terminal(self, state):
        return max(state.held) >= self.target

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        return (1, -1) if state.held[0] >= self.target else (-1, 1)

    def to_string(self, state):
        ann, bob = state.held
        text = f"{ann} : {bob}"
        if state.turn:
            text += f", turn {state.turn}"
        return text + (", rolling" if state.rolling else "")

    def get_outcome(self, state):
        return "Ann wins" if state.held[0] >= self.target else "Bob wins"
