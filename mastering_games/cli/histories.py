"""Games by their histories: trees of any size to draw, and games that remember all."""

from mastering_games.game import (
    CHANCE,
    ExtensiveFormGame,
    checked_reward,
    has_information_sets,
)
from mastering_games.imperfect_information.expected_payoffs import HistoryNode


class UnfoldingNode(HistoryNode):
    """A history whose children come into being once somebody asks for them.

    So the upper levels of a tree can be drawn, however large it is.
    """

    __slots__ = ("game",)

    def __init__(self, game, state, history=()):
        ended = game.is_terminal(state)
        player = None if ended else game.get_player_turn(state)
        super().__init__(state, player, history)
        self.game = game
        del self.children  # until they are asked for
        if ended:
            self.value = checked_reward(game, state, game.get_players())
        if not has_information_sets(game):
            del self.probabilities  # a picture takes them as a sign of hiding
        elif player == CHANCE:
            self.probabilities = {
                action: game.get_probability(state, action)
                for action in game.get_actions(state)
            }
        elif player is not None:
            self.information_set = game.get_information_set(state)

    def __getattr__(self, name):  # of what is not there, or not yet
        if name != "children":
            raise AttributeError(name)
        game, state = self.game, self.state
        actions = [] if self.player is None else game.get_actions(state)
        self.children = {
            action: UnfoldingNode(
                game,
                game.get_transition(state, action),
                (*self.history, action),
            )
            for action in actions
        }
        return self.children


class ByHistory(ExtensiveFormGame):
    """A game of perfect information in which the players know the history.

    A solver of the sequence form takes it so: its strategies may do different
    things in one state, after different histories. A state is a pair: the
    game's own state, and the actions so far.
    """

    def __init__(self, game):
        self.game = game

    def get_players(self):
        return self.game.get_players()

    def get_initial_state(self):
        return self.game.get_initial_state(), ()

    def get_player_turn(self, state):
        return self.game.get_player_turn(state[0])

    def get_actions(self, state):
        return self.game.get_actions(state[0])

    def get_transition(self, state, action):
        after = self.game.get_transition(state[0], action)
        return after, (*state[1], action)

    def is_terminal(self, state):
        return self.game.is_terminal(state[0])

    def get_reward(self, state):
        return self.game.get_reward(state[0])

    def get_probability(self, state, action):
        return self.game.get_probability(state[0], action)

    def get_information_set(self, state):
        return state[1]
