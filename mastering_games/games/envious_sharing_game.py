"""The sharing game with a responder who minds getting less than the proposer.

Source: E. Fehr and K. Schmidt, "A theory of fairness, competition, and
cooperation", *The Quarterly Journal of Economics* 114 (1999).
"""

from mastering_games.games.sharing_game import SharingGame


class EnviousSharingGame(SharingGame):
    """Getting less than the proposer costs the responder.

    The cost is ``envy`` times the difference.
    """

    def __init__(self, number_of_items=10, envy=1):
        super().__init__(number_of_items)
        if envy < 0:
            raise ValueError(f"envy is {envy}: it cannot be negative")
        self.envy = envy

    def get_reward(self, state):
        kept, given = super().get_reward(state)
        return (kept, given - self.envy * max(0, kept - given))
