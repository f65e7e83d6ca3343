"""Beer or quiche: what does a breakfast tell about who eats it?

Source: I.-K. Cho and D. M. Kreps, "Signaling games and stable equilibria",
*Quarterly Journal of Economics* 102 (1987).
"""

from fractions import Fraction

from mastering_games.game import CHANCE, ExtensiveFormGame


class BeerQuiche(ExtensiveFormGame):
    """A sender has breakfast; a receiver sees it, and may pick a fight.

    Chance makes the sender strong or weak; nine in ten are strong. Only the
    sender knows, and has beer or quiche. The receiver sees which, and fights
    or retreats. The sender gets 1 for the breakfast they like, which is beer
    for the strong and quiche for the weak, and 2 if there is no fight. The
    receiver gets 1 for fighting the weak or retreating from the strong.

    A state is the history: "strong" or "weak", "beer" or "quiche", "fight" or
    "retreat", as far as play has come.
    """

    moves = [["strong", "weak"], ["beer", "quiche"], ["fight", "retreat"]]
    odds = {"strong": Fraction(9, 10), "weak": Fraction(1, 10)}

    def get_players(self):
        return ["sender", "receiver"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        if not state:
            return CHANCE
        return "sender" if len(state) == 1 else "receiver"

    def get_actions(self, state):
        return [] if self.is_terminal(state) else list(self.moves[len(state)])

    def get_probability(self, state, action):
        if state:
            raise ValueError(
                f"nothing is drawn in {state!r}: ask where chance moves"
            )
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return self.odds[action]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 3

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        sort, breakfast, answer = state
        liked = breakfast == ("beer" if sort == "strong" else "quiche")
        right = answer == ("retreat" if sort == "strong" else "fight")
        return (liked + 2 * (answer == "retreat"), int(right))

    def get_information_set(self, state):
        if len(state) not in (1, 2):
            raise ValueError(
                f"no player moves in {state!r}: ask where one does"
            )
        return f"{self.get_player_turn(state)}: {state[-1]}"

    def to_string(self, state):
        return ", ".join(state) if state else "who is it?"

    def get_outcome(self, state):
        return "a fight" if state[2] == "fight" else "no fight"
