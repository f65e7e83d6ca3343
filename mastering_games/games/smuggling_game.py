"""A smuggling game: customs must not drive the smuggler to the coast.

The shape is that of figure 3 of C. K. Ling and N. Brown, "Safe search for
Stackelberg equilibria in extensive-form games", *AAAI Conference on Artificial
Intelligence* (2021). The numbers are ours.
"""

from fractions import Fraction

from mastering_games.game import CHANCE, ExtensiveFormGame

HALF = Fraction(1, 2)


def meeting(history, inspect, wave, leave):
    """The ends of a subgame: both choose at once, and then play is over.

    Given are what "carry" pays against "inspect" and against "wave", and what
    "leave" pays, whatever customs does.
    """
    return {
        (*history, "carry", "inspect"): inspect,
        (*history, "carry", "wave"): wave,
        (*history, "leave", "inspect"): leave,
        (*history, "leave", "wave"): leave,
    }


class SmugglingGame(ExtensiveFormGame):
    """A smuggler chooses a way, and customs inspects or waves through.

    The smuggler goes to "town" or to the "coast". Then chance decides on the
    weather, evenly, and only the smuggler sees it. In town, if it is "clear",
    they take the "bridge" or the "ferry", or go "home"; in "fog" they take the
    "tunnel" or go home. At the coast, "calm" or in a "storm", there is only
    the beach. On the bridge, in the tunnel and on the beach is customs: the
    smuggler may "carry" the goods past it or "leave" them, and it decides, at
    the same time, to "inspect" or to "wave" everybody through.

    Customs is the leader. Its blueprint is to inspect half of the time. Then
    the bridge is worth 4 to the smuggler, the tunnel 3, the beach 3 when calm
    and 2 in a storm. So the smuggler goes to town, takes the bridge or the
    tunnel, and carries; customs gets 2, the smuggler 7/2.

    Each meeting by itself is better played otherwise: inspect on the bridge
    and in the tunnel, and wave on the beach. But then the smuggler goes to the
    coast, and customs gets 1. The most is 3.3. How little may the bridge be
    worth, so that the smuggler still prefers it to the ferry, and the town to
    the coast? How much may the beach be worth? The game is an example for
    bounds that answer this, and so keep search safe.

    A state is the history; where the two meet, the smuggler's action is first.
    Customs' payoff is the first.
    """

    ends = {
        **meeting(("town", "clear", "bridge"), (4, 2), (0, 6), (0, 1)),
        ("town", "clear", "ferry"): (0, 2),
        ("town", "clear", "home"): (0, 0),
        **meeting(("town", "fog", "tunnel"), (4, 1), (0, 5), (0, HALF)),
        ("town", "fog", "home"): (0, Fraction(12, 5)),
        **meeting(("coast", "calm"), (0, 1), (1, 5), (0, 0)),
        **meeting(("coast", "storm"), (0, 0), (1, 4), (0, 0)),
    }
    """What the histories pay at which play ends; they are the whole tree."""

    subgames = {
        ("town", "clear", "bridge"): "bridge",
        ("town", "fog", "tunnel"): "tunnel",
        ("coast", "calm"): "beach",
        ("coast", "storm"): "beach",
    }

    def get_players(self):
        return ["customs", "smuggler"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        if len(state) == 1:
            return CHANCE
        return "customs" if state[:-1] in self.subgames else "smuggler"

    def get_actions(self, state):
        place = len(state)
        after = [end[place:] for end in self.ends if end[:place] == state]
        return list(dict.fromkeys(moves[0] for moves in after if moves))

    def get_probability(self, state, action):
        if len(state) != 1:
            raise ValueError(
                f"nothing is drawn in {state!r}: ask where chance moves"
            )
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return HALF

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return state in self.ends

    def get_reward(self, state):
        return self.ends.get(state, (0, 0))

    def get_subgame(self, state):
        """The name of the subgame that begins in a state; None if none does."""
        return self.subgames.get(state)

    def get_blueprint(self):
        """A strategy for customs to improve: to be even in each subgame."""
        return {
            f"customs: {name}": {"inspect": HALF, "wave": HALF}
            for name in self.subgames.values()
        }

    def get_information_set(self, state):
        if self.is_terminal(state) or len(state) == 1:
            raise ValueError(
                f"no player moves in {state!r}: ask where one does"
            )
        if state[:-1] in self.subgames:
            return f"customs: {self.subgames[state[:-1]]}"
        place = self.subgames.get(state)
        if place == "beach":
            place = f"beach, {state[-1]}"
        return f"smuggler: {place or self.to_string(state)}"

    def to_string(self, state):
        return ", ".join(state) or "start"

    def get_outcome(self, state):
        met = state[:-2] in self.subgames
        return "{}, {}".format(*state[-2:]) if met else state[-1]
