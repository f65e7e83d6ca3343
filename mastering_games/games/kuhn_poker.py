"""Kuhn poker: a card each, and one bet.

Source: H. W. Kuhn, "A simplified two-person poker", *Contributions to the
Theory of Games* I (1950).
"""

from collections.abc import Sequence
from fractions import Fraction

from mastering_games.game import CHANCE, ExtensiveFormGame

BETTING = {
    (): ["check", "bet"],
    ("check",): ["check", "bet"],
    ("bet",): ["fold", "call"],
    ("check", "bet"): ["fold", "call"],
}


class KuhnPoker(ExtensiveFormGame):
    """Ann and Bob hold a card each, see only their own, and may bet on it.

    Both first put 1 into the pot. Ann checks or bets, and if she checks, so
    may Bob. A bet puts 1 more into the pot: the other player calls, and puts
    in 1 too, or folds, and has lost. Without a fold the higher card wins. Who
    wins gets what the loser put in.

    ``cards`` are the cards of the pack, each of them once, the lowest first.
    A state is the history: Ann's card, Bob's card, then the actions "check",
    "bet", "fold" and "call". Chance deals one card at a time, so its actions
    are cards, and a history is a plain list of moves.
    """

    def __init__(self, cards=("J", "Q", "K")):
        if not isinstance(cards, Sequence) or not all(
            type(card) in (str, int) for card in cards
        ):
            raise ValueError(
                f"cards is {cards!r}: give a list of strings or whole numbers"
            )
        names = list(map(str, cards))
        if len(names) < 2 or len(set(names)) < len(names):
            raise ValueError(
                f"cards is {cards!r}: give two different cards or more"
            )
        if any(name.split() != [name] for name in names):
            raise ValueError(f"cards is {cards!r}: give names without blanks")
        self.cards = list(cards)

    def get_players(self):
        return ["Ann", "Bob"]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        if len(state) < 2:
            return CHANCE
        return self.get_players()[len(state) % 2]

    def get_actions(self, state):
        if len(state) < 2:
            return [card for card in self.cards if card not in state]
        return list(BETTING.get(state[2:], ()))

    def get_probability(self, state, action):
        if self.get_player_turn(state) != CHANCE:
            raise ValueError(
                f"no card is dealt in {state!r}: ask where chance moves"
            )
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return self.get_odds(state, action)

    def get_odds(self, state, card):
        """The probability that this card is dealt next."""
        return Fraction(1, len(self.cards) - len(state))

    def get_transition(self, state, action):
        actions = self.get_actions(state)
        if action not in actions:
            raise self.illegal_action(state, action)
        return (*state, actions[actions.index(action)])

    def is_terminal(self, state):
        return state[2:] not in BETTING

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        stake = 2 if state[-1] == "call" else 1
        won = self.get_winner(state) == "Ann"
        return (stake, -stake) if won else (-stake, stake)

    def get_winner(self, state):
        """Who has won, where play has ended."""
        if state[-1] == "fold":
            return self.get_player_turn(state)  # it would be the other's turn
        ann, bob = map(self.cards.index, state[:2])
        return "Ann" if ann > bob else "Bob"

    def get_information_set(self, state):
        player = self.get_player_turn(state)
        if player == CHANCE or self.is_terminal(state):
            raise ValueError(
                f"no player moves in {state!r}: ask where one does"
            )
        card = state[self.get_players().index(player)]
        return " ".join([f"{player}: {card}", *state[2:]])

    def to_string(self, state):
        return " ".join(map(str, state)) or "no cards"

    def get_outcome(self, state):
        return f"{self.get_winner(state)} wins"
