"""Good and bad states: can the player to move force a win?"""

from mastering_games.game import GameNode
from mastering_games.perfect_information.search import deep_calls

GOOD, BAD = "good", "bad"


class PlayAnyGame:
    """Decides who wins a game in which two players alternate and one wins.

    A state is good for the player to move if some move leads to a state that
    is bad for the other player; it is bad if none does. The game pays at its
    ends only.

    [PLAYANYGAME in Erickson, section 2.2, after Zermelo 1913.]
    """

    def __init__(self, game, all_moves=False):
        self.game = game
        self.players = list(game.get_players())
        if len(self.players) != 2:
            raise ValueError(f"two players, not {len(self.players)}")
        self.all_moves = all_moves  # look for all winning moves, not for one
        self.nodes = {}

    def play_any_game(self, state):
        """The node of a state: its value is "good" or "bad".

        Its best actions are the winning moves: one of them, or all if
        all_moves was asked for. Below it hang the states that were searched.
        """
        state = self.game.get_state(state)
        if self.game.is_terminal(state):
            raise ValueError(f"play has ended in {state!r}: nobody is to move")
        player = self.players.index(self.game.get_player_turn(state))
        try:
            with deep_calls():
                return self.search(state, player)
        except ValueError:
            self.nodes.clear()  # some are undecided
            raise

    def search(self, state, player):
        """Decide one state, in which it is the player's turn."""
        node = self.nodes.get((state, player))
        if node is None:
            node = self.nodes[state, player] = GameNode(state)
        elif node.value is None:
            raise ValueError(
                f"play can return to {state!r}: RetrogradeAnalysis solves "
                "games with cycles"
            )
        else:
            return node
        if self.game.is_terminal(state):
            node.value = GOOD if self.has_won(state, player) else BAD
            return node
        node.player = self.game.get_player_turn(state)
        if node.player != self.players[player]:
            raise ValueError(f"{node.player!r} moves twice in a row: {state!r}")
        if any(self.game.get_reward(state)):
            raise ValueError(f"{state!r} pays before the end of play")
        for action in self.game.get_actions(state):
            child_state = self.game.get_transition(state, action)
            child = self.search(child_state, 1 - player)
            node.children[action] = child
            if child.value == BAD:
                node.best_actions.append(action)
                if not self.all_moves:
                    break
        if not node.children:
            raise ValueError(f"no actions in {state!r}, but it is not terminal")
        node.value = GOOD if node.best_actions else BAD
        return node

    def has_won(self, state, player):
        """Whether the player has won in a terminal state."""
        reward = self.game.get_reward(state)
        if len(reward) != 2 or reward[0] == reward[1]:
            raise ValueError(
                f"nobody wins in {state!r}, which pays {reward!r}: a state of "
                "this game may be neither good nor bad; use Minimax"
            )
        return reward[player] > reward[1 - player]
