"""The absent-minded driver: was that the first exit, or not yet?

Source: M. Piccione and A. Rubinstein, "On the interpretation of decision
problems with imperfect recall", *Games and Economic Behavior* 20 (1997).
"""

from mastering_games.game import ExtensiveFormGame


class AbsentMindedDriver(ExtensiveFormGame):
    """A driver passes two exits that look alike, and wants the second.

    The first exit leads into a bad neighbourhood and pays 0, the second leads
    home and pays 4; who continues past both sleeps at a motel, which pays 1.
    At an exit the driver does not know whether it is the first one, nor
    remembers to have passed one: both belong to one information set.

    A state is the history: the actions so far, "exit" or "continue".
    """

    payoffs = {
        ("exit",): 0,
        ("continue", "exit"): 4,
        ("continue", "continue"): 1,
    }

    def get_players(self):
        return ["driver"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return "driver"

    def get_actions(self, state):
        return [] if self.is_terminal(state) else ["exit", "continue"]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return state in self.payoffs

    def get_reward(self, state):
        return (self.payoffs.get(state, 0),)

    def get_information_set(self, state):
        if self.is_terminal(state):
            raise ValueError(f"no exit ahead in {state!r}: ask before the end")
        return "driver: at an exit"

    def to_string(self, state):
        return ", ".join(state) if state else "start"

    def get_outcome(self, state):
        return {0: "bad neighbourhood", 4: "home", 1: "motel"}[
            self.payoffs[state]
        ]
