"""Nim: take from one heap at a time, and take the last object.

Source: Charles L. Bouton, "Nim, a game with a complete mathematical theory",
*Annals of Mathematics* 3 (1901).
"""

from mastering_games.game import ExtensiveFormGame


class Nim(ExtensiveFormGame):
    """Two players take turns to take one object or more from one heap.

    Who takes the last object wins, or loses if misere is true.

    A state is a pair: the sizes of the heaps, and whose turn it is (0 or 1).
    An action is a pair: the index of a heap, and how many objects to take.
    """

    def __init__(self, heaps=(3, 4, 5), misere=False):
        self.heaps = tuple(heaps)
        self.misere = misere
        if not self.heaps:
            raise ValueError("there are no heaps: give one or more")
        for size in self.heaps:
            if not isinstance(size, int) or size < 0:
                raise ValueError(
                    f"a heap of {size!r} in {self.heaps!r}: give whole "
                    "numbers from 0"
                )

    def get_players(self):
        return ["first", "second"]

    def get_initial_state(self):
        return (self.heaps, 0)

    def get_player_turn(self, state):
        return self.get_players()[state[1]]

    def get_actions(self, state):
        return [
            (index, number)
            for index, size in enumerate(state[0])
            for number in range(1, size + 1)
        ]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        heaps, mover = state
        heap, number = action
        left = tuple(
            size - int(number) if index == heap else size
            for index, size in enumerate(heaps)
        )
        return (left, 1 - mover)

    def is_terminal(self, state):
        return not any(state[0])

    def get_winner(self, state):
        """0 or 1: who has won, where nothing is left."""
        mover = state[1]
        return mover if self.misere else 1 - mover

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        return (1, -1) if self.get_winner(state) == 0 else (-1, 1)

    def get_outcome(self, state):
        return f"{self.get_players()[self.get_winner(state)]} wins"

    def to_string(self, state):
        return ", ".join(map(str, state[0]))

    def get_symmetry_key(self, state):
        """The order of the heaps does not matter."""
        heaps, mover = state
        return (tuple(sorted(heaps)), mover)
