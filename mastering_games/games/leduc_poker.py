"""Leduc poker: a card each, a card for both, and two rounds of betting.

Source: F. Southey and others, "Bayes' bluff: opponent modelling in poker",
*Uncertainty in Artificial Intelligence* (2005).
"""

from fractions import Fraction
from functools import cache
from math import inf
from numbers import Real

from mastering_games.game import CHANCE
from mastering_games.games.kuhn_poker import KuhnPoker

BETTING = {"fold", "check", "call", "raise"}


class LeducPoker(KuhnPoker):
    """Ann and Bob bet on a card that only they see, then on a public one too.

    Both first put the ante into the pot. In both rounds Ann begins, and they
    take turns to check, or to raise by the round's bet. Who faces a raise
    folds, calls or raises; a round has max_raises at most. A call or two
    checks end the round, a fold ends the game. The public card is dealt after
    the first round. After the second a pair with it wins, else the higher
    rank; equal ranks split the pot. The winner gets what the loser put in,
    but for the share ``rake`` of it, which nobody gets.

    The king is the highest rank, the ace the lowest. A card is a rank, as
    likely as its suits make it, or a rank and a suit if by_rank is false:
    suits decide nothing. A state is the history: Ann's card, Bob's card, then
    the actions "fold", "check", "call" and "raise", and the public card among
    them. Chance deals one card at a time, so its actions are cards.
    """

    def __init__(
        self,
        ranks=3,
        suits=2,
        max_raises=2,
        bets=(2, 4),
        ante=1,
        rake=0,
        by_rank=True,
    ):
        wholes = {"ranks": ranks, "suits": suits, "max_raises": max_raises}
        for name, number in wholes.items():
            if not isinstance(number, int) or number < 1:
                raise ValueError(
                    f"{name} is {number!r}: give a whole number from 1"
                )
        if ranks > 13 or suits > 4 or ranks * suits < 3:
            raise ValueError(
                f"{ranks} ranks in {suits} suits: give at most 13 in 4, and at "
                "least three cards"
            )
        if not isinstance(bets, tuple | list) or len(bets) != 2:
            raise ValueError(f"bets is {bets!r}: give two, one for each round")
        for amount in (ante, *bets):
            if not isinstance(amount, Real) or not 0 <= amount < inf:
                raise ValueError(
                    f"an ante or bet of {amount!r}: give a number from 0"
                )
        if not isinstance(rake, Real) or not 0 <= rake <= 1:
            raise ValueError(f"rake is {rake!r}: give a number from 0 to 1")
        self.max_raises, self.bets = max_raises, tuple(bets)
        self.ante, self.rake = ante, rake
        self.ranks = "A23456789TJQK"[-ranks:]
        self.pack = dict.fromkeys(self.ranks, suits)
        if not by_rank:
            self.pack = {r + s: 1 for r in self.ranks for s in "shdc"[:suits]}

    def get_player_turn(self, state):
        *before, betting = rounds_of(state[2:])
        if len(state) < 2 or (not before and is_closed(betting)):
            return CHANCE
        return self.get_players()[len(betting) % 2]

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        if self.get_player_turn(state) == CHANCE:
            return [card for card in self.pack if self.left(state, card)]
        betting = rounds_of(state[2:])[-1]
        actions = ["fold", "call"] if "raise" in betting else ["check"]
        if betting.count("raise") < self.max_raises:
            actions.append("raise")
        return actions

    def left(self, state, card):
        """How many cards of this kind have not been dealt."""
        return self.pack[card] - state.count(card)

    def get_odds(self, state, card):
        left = sum(self.left(state, other) for other in self.pack)
        return Fraction(self.left(state, card), left)

    def is_terminal(self, state):
        return has_ended(state[2:])

    def get_reward(self, state):
        winner = self.get_winner(state) if self.is_terminal(state) else None
        if winner is None:
            return (0, 0)
        lost = self.ante  # who folds has not put in the last raise
        for betting, bet in zip(rounds_of(state[2:]), self.bets):
            lost += bet * (betting.count("raise") - betting.count("fold"))
        gained = (1 - self.rake) * lost
        return (gained, -lost) if winner == "Ann" else (-lost, gained)

    def get_winner(self, state):
        """Who has won, where play has ended; None if the pot is split."""
        if state[-1] == "fold":
            return self.get_player_turn(state)  # it would be the other's turn
        before, _ = rounds_of(state[2:])
        ann, bob, public = (state[i][0] for i in (0, 1, 2 + len(before)))
        if ann == bob:
            return None
        higher = max(ann, bob, key=self.ranks.index)
        best = public if public in (ann, bob) else higher
        return "Ann" if ann == best else "Bob"

    def get_subgame(self, state):
        """The name of the subgame that begins in a state; None if none does.

        A subgame is what follows the same betting and the same public card,
        whatever Ann and Bob hold. It begins when that card has been dealt.
        """
        *before, betting = rounds_of(state[2:])
        return " ".join(state[2:]) if before and not betting else None

    def get_outcome(self, state):
        winner = self.get_winner(state)
        return f"{winner} wins" if winner else "split"


def is_closed(betting):
    """Whether a round of betting has ended without a fold."""
    return betting[-1:] == ("call",) or betting == ("check", "check")


# Many hands are played with the same actions.


@cache
def rounds_of(actions):
    """The actions of each round of betting that has begun."""
    for place, action in enumerate(actions):
        if action not in BETTING:  # the public card
            return actions[:place], actions[place + 1 :]
    return (actions,)


@cache
def has_ended(actions):
    """Whether play has ended with these actions."""
    *before, betting = rounds_of(actions)
    return "fold" in betting or bool(before and is_closed(betting))
