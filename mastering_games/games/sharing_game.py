"""The sharing game: one proposes how to share, the other takes it or not.

Source: Y. Shoham and K. Leyton-Brown, *Multiagent Systems* (2009), figure 5.1.
"""

from mastering_games.game import ExtensiveFormGame


class SharingGame(ExtensiveFormGame):
    """The proposer splits a few items; rejected, nobody gets any.

    The first action is a pair: what the proposer keeps, what the responder
    gets. The second is "accept" or "reject". A state is the tuple of the
    actions played so far.
    """

    def __init__(self, number_of_items=2):
        if number_of_items < 0:
            raise ValueError(
                f"number_of_items is {number_of_items}: it cannot be negative"
            )
        self.splits = [
            (number_of_items - given, given)
            for given in range(number_of_items + 1)
        ]

    def get_players(self):
        return ["proposer", "responder"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return self.get_players()[len(state)]

    def get_actions(self, state):
        return [self.splits, ["accept", "reject"], []][len(state)]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 2

    def get_reward(self, state):
        return (
            state[0]
            if self.is_terminal(state) and state[1] == "accept"
            else (0, 0)
        )

    def to_string(self, state):
        return "keep {}, give {}".format(*state[0]) if state else "start"

    def get_outcome(self, state):
        return {"accept": "accepted", "reject": "rejected"}[state[1]]
