"""The centipede: two piles of coins grow as long as nobody takes one.

Source: R. Rosenthal, "Games of perfect information, predatory pricing and the
chain-store paradox", *Journal of Economic Theory* 25 (1981). Payoffs are ours.
"""

from mastering_games.game import ExtensiveFormGame


class Centipede(ExtensiveFormGame):
    """Two players take turns to take the larger pile, or to pass.

    Taking ends the game. The piles hold two coins and none at first, and each
    pass adds a coin to both. Who takes gets the larger pile, and leaves the
    other the smaller one. After the last pass the player who would be next
    gets the larger pile.

    A state is a pair: how often the players have passed, and whether somebody
    has taken.
    """

    def __init__(self, number_of_steps=6):
        if number_of_steps < 1:
            raise ValueError(
                f"number_of_steps is {number_of_steps}: somebody must move"
            )
        self.number_of_steps = number_of_steps

    def get_players(self):
        return ["Ann", "Bob"]

    def get_initial_state(self):
        return (0, False)

    def get_player_turn(self, state):
        return self.get_players()[state[0] % 2]

    def get_actions(self, state):
        return [] if self.is_terminal(state) else ["take", "pass"]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        passes, _ = state
        return (passes, True) if action == "take" else (passes + 1, False)

    def is_terminal(self, state):
        passes, taken = state
        return taken or passes == self.number_of_steps

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        smaller = state[0]
        larger = smaller + 2
        return (larger, smaller) if state[0] % 2 == 0 else (smaller, larger)

    def to_string(self, state):
        return f"piles: {state[0] + 2} and {state[0]}"

    def get_outcome(self, state):
        return "taken" if state[1] else "all passed"
