"""An abstract game: two players, one move each, and nothing but payoffs."""

from mastering_games.game import ExtensiveFormGame


class AbstractExtensiveFormGame(ExtensiveFormGame):
    """Player 1 picks A or B; player 2 sees it, and answers C or D, or E or F.

    A state is the tuple of the actions played so far.
    """

    actions = {
        (): ["A", "B"],
        ("A",): ["C", "D"],
        ("B",): ["E", "F"],
    }
    rewards = {
        ("A", "C"): (3, 8),
        ("A", "D"): (8, 3),
        ("B", "E"): (5, 5),
        ("B", "F"): (2, 10),
    }

    def get_players(self):
        return ["player 1", "player 2"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return self.get_players()[len(state)]

    def get_actions(self, state):
        return self.actions.get(state, [])

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return state in self.rewards

    def get_reward(self, state):
        return self.rewards.get(state, (0, 0))

    def to_string(self, state):
        return " ".join(state) or "start"
