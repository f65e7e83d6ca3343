"""Random games with hidden information and perfect recall, for property tests."""

import random
from fractions import Fraction

from mastering_games.game import CHANCE, ExtensiveFormGame


class HiddenGame(ExtensiveFormGame):
    """A game of a few steps; who moves at a step, and who sees the move, is drawn from the seed.

    A state is the tuple of actions so far. A player knows the step, and all moves that they made or
    could see. How many actions there are depends on what the mover knows.
    """

    def __init__(self, seed, steps=4, zero_sum=True, inner=False):
        rng = random.Random(seed)
        self.seed, self.steps, self.zero_sum, self.inner = (
            seed,
            steps,
            zero_sum,
            inner,
        )
        self.movers = [
            rng.choice(["one", "two", "one", "two", CHANCE])
            for _ in range(steps)
        ]
        self.seen_by = [
            {p for p in ("one", "two") if p == mover or rng.random() < 0.4}
            for mover in self.movers
        ]

    def get_players(self):
        return ["one", "two"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return self.movers[len(state)]

    def knowledge(self, state, player):
        seen = [
            str(action) if player in self.seen_by[step] else "?"
            for step, action in enumerate(state)
        ]
        return f"{player}:{''.join(seen)}"

    def get_information_set(self, state):
        return self.knowledge(state, self.get_player_turn(state))

    def draw(self, *what):
        return random.Random(repr((self.seed, *what)))

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        mover = self.get_player_turn(state)
        known = "chance" if mover == CHANCE else self.knowledge(state, mover)
        return list(range(self.draw("actions", known).choice([1, 2, 2, 3])))

    def get_probability(self, state, action):
        weights = [
            self.draw("odds", state, a).randint(1, 3)
            for a in self.get_actions(state)
        ]
        return Fraction(weights[action], sum(weights))

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == self.steps

    def get_reward(self, state):
        if not self.is_terminal(state) and not self.inner:
            return (0, 0)
        one = self.draw("pays", state).randint(-4, 4)
        two = -one if self.zero_sum else self.draw("two", state).randint(-4, 4)
        return (one, two)
