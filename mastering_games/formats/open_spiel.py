"""Games of OpenSpiel as games of this package. (Optional: it needs OpenSpiel.)"""

from fractions import Fraction
from functools import lru_cache

from mastering_games.game import CHANCE, ExtensiveFormGame


class OpenSpielGame(ExtensiveFormGame):
    """A game of OpenSpiel, by its name there, such as "kuhn_poker" or "leduc_poker(players=2)".

    A state is the tuple of OpenSpiel's action numbers so far; an action is OpenSpiel's name for it.
    Players are "player 0", "player 1", ... A game in which players choose at once is taken as one in
    which they choose in turn, without seeing the others' choice. Probabilities are exact fractions
    where OpenSpiel's decimals are those of a fraction with a small denominator.

    >>> game = OpenSpielGame("kuhn_poker")
    >>> game.get_actions((0, 1))
    ['Pass', 'Bet']
    """

    def __init__(self, game):
        pyspiel = _open_spiel()
        if isinstance(game, str):
            try:
                game = pyspiel.load_game(game)
            except Exception as error:
                raise ValueError(
                    f"OpenSpiel has no game {game!r}: {error}"
                ) from None
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise ValueError(
                f"{game.get_type().short_name} is not a game in which players move one at a time"
            )
        self.open_spiel_game = game
        self.players = [f"player {i}" for i in range(game.num_players())]
        self.is_visible = (
            game.get_type().information
            == pyspiel.GameType.Information.PERFECT_INFORMATION
        )
        self.position = lru_cache(maxsize=100_000)(self._position)

    def _position(self, history):
        """OpenSpiel's own state after a history."""
        if not history:
            return self.open_spiel_game.new_initial_state()
        position = self.position(history[:-1]).clone()
        position.apply_action(history[-1])
        return position

    def get_players(self):
        return self.players

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        mover = self.position(state).current_player()
        return CHANCE if mover < 0 else self.players[mover]

    def _actions(self, state):
        """The legal actions by name; a name that occurs twice gets its number."""
        position = self.position(state)
        actions = {}
        for action in position.legal_actions():
            name = position.action_to_string(action)
            actions[f"{name} ({action})" if name in actions else name] = action
        return actions

    def get_actions(self, state):
        return list(self._actions(state))

    def get_transition(self, state, action):
        actions = self._actions(state)
        try:
            return (*state, actions[action])
        except (KeyError, TypeError):
            raise self.illegal_action(state, action) from None

    def is_terminal(self, state):
        return self.position(state).is_terminal()

    def get_reward(self, state):
        position = self.position(state)
        if not position.is_terminal():
            return (0.0,) * len(self.players)
        return tuple(position.returns())

    def get_probability(self, state, action):
        position = self.position(state)
        outcomes = dict(position.chance_outcomes())
        exact = {
            a: Fraction(p).limit_denominator(1000) for a, p in outcomes.items()
        }
        close = all(abs(exact[a] - p) < 1e-12 for a, p in outcomes.items())
        number = self._actions(state)[action]
        if close and sum(exact.values()) == 1:
            return exact[number]
        return outcomes[number]

    def get_information_set(self, state):
        position = self.position(state)
        mover = position.current_player()
        if self.is_visible:
            return f"player {mover}: {state}"
        return f"player {mover}: {position.information_state_string(mover)}"

    def to_string(self, state):
        return str(self.position(state)) or "start"


def to_open_spiel(game):
    """A game of this package as one of OpenSpiel, by way of Gambit's file format."""
    from mastering_games.formats.efg import write_efg

    return _open_spiel().load_efg_game(write_efg(game))


def _open_spiel():
    try:
        import pyspiel
    except ImportError as error:
        raise ImportError(
            "OpenSpiel is not installed: pip install open_spiel"
        ) from error
    return pyspiel
