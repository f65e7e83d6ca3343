"""A subgame as a game: chance leads to one of its initial states."""

from fractions import Fraction

from mastering_games.game import (
    CHANCE,
    ExtensiveFormGame,
    has_information_sets,
)

ENTRY = "entry"
"""The state in which a subgame starts: chance has not drawn yet."""


class Subgame(ExtensiveFormGame):
    """What follows from some states of a game, one of which is drawn.

    States, actions and information sets are those of the game. Before them
    there is one more state, in which chance draws an initial state: its
    actions are the initial states, each as likely as its share of the weights.

    Parameters:
        game: the game.
        weights: {initial state: how likely it is, up to a common factor}.

    >>> from mastering_games.games.exit_games import ExitAfterChance
    >>> subgame = Subgame(ExitAfterChance(), {("left", "stay"): 0.5})
    >>> subgame.get_actions("entry")
    [('left', 'stay')]
    """

    def __init__(self, game, weights):
        if not has_information_sets(game):
            raise ValueError(
                "the game does not say what its players know: define "
                "get_information_set, for a subgame has other histories"
            )
        total = sum(weights.values())
        if not total > 0 or not all(w >= 0 for w in weights.values()):
            raise ValueError(
                f"the weights are {weights!r}: they must not be negative, and "
                "not all 0"
            )
        self.game = game
        self.odds = {
            state: weight / total
            if isinstance(weight, float)
            else Fraction(weight) / Fraction(total)
            for state, weight in weights.items()
            if weight > 0
        }

    def get_players(self):
        return self.game.get_players()

    def get_initial_state(self):
        return ENTRY

    def get_player_turn(self, state):
        return CHANCE if state == ENTRY else self.game.get_player_turn(state)

    def get_actions(self, state):
        if state == ENTRY:
            return list(self.odds)
        return self.game.get_actions(state)

    def get_probability(self, state, action):
        if state == ENTRY:
            return self.odds[action]
        return self.game.get_probability(state, action)

    def get_transition(self, state, action):
        if state != ENTRY:
            return self.game.get_transition(state, action)
        if action not in self.odds:
            raise self.illegal_action(state, action)
        return action

    def is_terminal(self, state):
        return state != ENTRY and self.game.is_terminal(state)

    def get_reward(self, state):
        if state == ENTRY:
            return (0,) * len(self.get_players())
        return self.game.get_reward(state)

    def get_information_set(self, state):
        return self.game.get_information_set(state)

    def to_string(self, state):
        return ENTRY if state == ENTRY else self.game.to_string(state)

    def get_outcome(self, state):
        return self.game.get_outcome(state)
