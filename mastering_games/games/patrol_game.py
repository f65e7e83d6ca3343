"""A patrol: what a poacher has seen of a ranger's walk costs the ranger.

The game is ours. For patrols of real parks see F. Fang and others, "PAWS: a
deployed game-theoretic application to combat poaching", *AI Magazine* 38
(2017).
"""

from math import inf
from numbers import Real

from mastering_games.game import ExtensiveFormGame

PATHS = {
    "camp": ["lake", "hill", "wood"],
    "lake": ["camp", "hill"],
    "hill": ["camp", "lake", "wood"],
    "wood": ["camp", "hill"],
}
"""The places in a park, and where one gets from each in a step."""

PREY = {"lake": 4, "hill": 2, "wood": 3}
"""What a poacher can hunt where, and what it is worth."""


class PatrolGame(ExtensiveFormGame):
    """A ranger walks through a park, and a poacher hunts or gives up.

    The ranger leaves the camp and goes from place to place, ``steps`` times.
    The poacher watches the first ``watched`` steps, and then goes to a place
    with prey, or gives up. The ranger does not know where the poacher is, but
    catches them by coming to that place in one of the other steps. Then the
    ranger gets 1, and the poacher loses ``fine``. Who hunts and is not caught
    gets what the prey is worth, and the ranger loses as much.

    A state is the history: places, and among them what the poacher does.
    """

    paths, prey = PATHS, PREY

    def __init__(self, steps=3, watched=1, fine=2):
        for name, number in {"steps": steps, "watched": watched}.items():
            if not isinstance(number, int) or number < 0:
                raise ValueError(
                    f"{name} is {number!r}: give a whole number from 0"
                )
        if watched >= steps:
            raise ValueError(
                f"the poacher watches {watched} of {steps} steps: leave one "
                "to be unseen"
            )
        if not isinstance(fine, Real) or not 0 <= fine < inf:
            raise ValueError(f"fine is {fine!r}: give a number from 0")
        self.steps, self.watched, self.fine = steps, watched, fine

    def get_players(self):
        return ["ranger", "poacher"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return "poacher" if len(state) == self.watched else "ranger"

    def get_walk(self, state):
        """Where the ranger has been so far, the camp first."""
        own = state[: self.watched] + state[self.watched + 1 :]
        return ("camp", *own)

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        if self.get_player_turn(state) == "poacher":
            return [*self.prey, "give up"]
        return list(self.paths[self.get_walk(state)[-1]])

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return "give up" in state or len(state) == self.steps + 1

    def is_caught(self, state):
        """Whether the ranger came to the poacher's place."""
        return state[self.watched] in state[self.watched + 1 :]

    def get_reward(self, state):
        if not self.is_terminal(state) or "give up" in state:
            return (0, 0)
        if self.is_caught(state):
            return (1, -self.fine)
        worth = self.prey[state[self.watched]]
        return (-worth, worth)

    def get_information_set(self, state):
        if self.is_terminal(state):
            raise ValueError(
                f"no player moves in {state!r}: ask before the end"
            )
        walk = ", ".join(self.get_walk(state))
        return f"{self.get_player_turn(state)}: {walk}"

    def to_string(self, state):
        return ", ".join(state) or "camp"

    def get_outcome(self, state):
        if "give up" in state:
            return "no hunt"
        return "caught" if self.is_caught(state) else "escaped"
