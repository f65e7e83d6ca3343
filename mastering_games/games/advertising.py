"""Advertising: two cafes share a town's customers, and may put up posters."""

from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)


class Advertising(AbstractExtensiveFormGame):
    """Ann chooses whether to put up posters; Bob sees it, and chooses too.

    The town is worth 10 a week. If both do the same, they share it equally;
    who alone has posters draws 8 of the 10. Posters cost ``cost``.
    """

    actions = {
        (): ["posters", "none"],
        ("posters",): ["posters", "none"],
        ("none",): ["posters", "none"],
    }

    def __init__(self, cost=2):
        self.rewards = {
            ("posters", "posters"): (5 - cost, 5 - cost),
            ("posters", "none"): (8 - cost, 2),
            ("none", "posters"): (2, 8 - cost),
            ("none", "none"): (5, 5),
        }

    def get_players(self):
        return ["Ann", "Bob"]
