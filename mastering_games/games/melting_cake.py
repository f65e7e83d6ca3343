"""Bargaining over an ice-cream cake that melts while they argue.

Source: offers in turn, over something that shrinks, are the model of
I. Stahl, *Bargaining Theory* (1972), and A. Rubinstein, "Perfect equilibrium
in a bargaining model", *Econometrica* 50 (1982). The cake is ours.
"""

from mastering_games.game import ExtensiveFormGame


class MeltingCake(ExtensiveFormGame):
    """Two players make offers in turn, and each rejected offer melts a slice.

    An offer is the number of slices that the other player gets. Accepted, it
    ends the game; rejected, the other player makes the next offer. Once the
    cake has melted, nobody gets any.

    A state is a triple: the slices left, whose offer it is (0 or 1), and the
    offer on the table, or None. At the end no slices are left, and in place
    of the offer stand the shares, the proposer's first, or None.
    """

    def __init__(self, slices=4):
        if slices < 1:
            raise ValueError(f"slices is {slices}: there must be a cake")
        self.slices = slices

    def get_players(self):
        return ["Ann", "Bob"]

    def get_initial_state(self):
        return (self.slices, 0, None)

    def get_player_turn(self, state):
        _, proposer, offer = state
        return self.get_players()[proposer if offer is None else 1 - proposer]

    def get_actions(self, state):
        slices, _, offer = state
        if self.is_terminal(state):
            return []
        if offer is None:
            return list(range(slices + 1))
        return ["accept", "reject"]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        slices, proposer, offer = state
        if offer is None:
            return (slices, proposer, action)
        if action == "accept":
            return (0, proposer, (slices - offer, offer))
        return (slices - 1, 1 - proposer, None)

    def is_terminal(self, state):
        return state[0] == 0

    def get_reward(self, state):
        slices, proposer, shares = state
        if slices > 0 or shares is None:
            return (0, 0)
        return shares if proposer == 0 else shares[::-1]

    def to_string(self, state):
        slices, _, offer = state
        if slices == 0:
            return "keep {}, give {}".format(*offer) if offer else "no cake"
        left = f"{slices} slice{'s' if slices > 1 else ''}"
        return left if offer is None else f"{left}, {offer} offered"

    def get_outcome(self, state):
        return "melted" if state[2] is None else "shared"
