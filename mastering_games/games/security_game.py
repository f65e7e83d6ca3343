"""A security game: is it worse if everybody knows how often one patrols?

Source: C. Kiekintveld and others, "Computing optimal randomized resource
allocations for massive security games", *Autonomous Agents and Multiagent
Systems* (2009). The park and its payoffs are ours.
"""

from collections.abc import Mapping
from itertools import combinations
from math import isfinite
from numbers import Real

from mastering_games.game import ExtensiveFormGame

PARK = {
    "north gate": ((1, -1), (-1, 1)),
    "river gate": ((1, -4), (-3, 4)),
    "forest gate": ((1, -1), (-1, 3)),
    "south gate": ((2, -2), (-4, 6)),
}
"""Gates of a wildlife park. What ranger and poacher get if the poacher comes
there: first if the gate is guarded, then if it is not."""


class SecurityGame(ExtensiveFormGame):
    """A ranger guards a gate of a park, and a poacher comes to one.

    The poacher does not see which gate is guarded today, but may have watched
    on many days how often each one is: so the ranger is a leader who commits
    to a strategy.

    ``gates`` are {name: (pair, pair)}: what ranger and poacher get if the
    poacher comes to the gate and is caught, and what if not; PARK by default.
    Several ``rangers`` guard as many gates. A state is the history: first the
    patrol, the names of the guarded gates with " + " between them, then the
    poacher's gate.
    """

    def __init__(self, gates=None, rangers=1):
        self.gates = read_gates(PARK if gates is None else gates)
        most = len(self.gates)
        if not isinstance(rangers, int) or not 1 <= rangers <= most:
            raise ValueError(
                f"rangers is {rangers!r}: give a whole number from 1 to {most}"
            )
        patrols = combinations(self.gates, rangers)
        self.patrols = {" + ".join(patrol): patrol for patrol in patrols}

    def get_players(self):
        return ["ranger", "poacher"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return "poacher" if state else "ranger"

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        return list(self.gates if state else self.patrols)

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 2

    def is_caught(self, state):
        """Whether the poacher came to a gate that is guarded."""
        patrol, gate = state
        return gate in self.patrols[patrol]

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        caught, escaped = self.gates[state[1]]
        return caught if self.is_caught(state) else escaped

    def get_information_set(self, state):
        if self.is_terminal(state):
            raise ValueError(
                f"no player moves in {state!r}: ask before the end"
            )
        return f"{self.get_player_turn(state)}: to choose"

    def to_string(self, state):
        return ", ".join([*state, "?", "?"][:2])

    def get_outcome(self, state):
        return "caught" if self.is_caught(state) else "escaped"


def read_gates(gates):
    """The gates, with pairs as tuples; ValueError if they are none."""
    if not isinstance(gates, Mapping) or not gates:
        raise ValueError(f"gates is {gates!r}: give {{name: (pair, pair)}}")
    for name in gates:
        if not isinstance(name, str) or not name or "+" in name:
            raise ValueError(f"a gate is named {name!r}: give text without +")
    try:
        read = {
            name: (tuple(caught), tuple(escaped))
            for name, (caught, escaped) in gates.items()
        }
    except (TypeError, ValueError):
        raise ValueError(
            f"gates is {gates!r}: give each gate two pairs of payoffs"
        ) from None
    for name, pairs in read.items():
        for pair in pairs:
            if len(pair) != 2 or not all(
                isinstance(x, Real) and isfinite(x) for x in pair
            ):
                raise ValueError(
                    f"{name!r} pays {pair!r}: give two finite numbers, the "
                    "ranger's and the poacher's"
                )
    return read
