"""Goofspiel: bid for prizes with a hand of cards, each of which bids once.

Source: Sheldon M. Ross, "Goofspiel: the game of pure strategy", *Journal of
Applied Probability* 8 (1971).
"""

from fractions import Fraction
from typing import NamedTuple

from mastering_games.game import CHANCE, ExtensiveFormGame


class GoofspielState(NamedTuple):
    """The prizes turned up so far, and the bids for them."""

    prizes: tuple[int, ...]
    ann: tuple[int, ...] = ()
    bob: tuple[int, ...] = ()


class Goofspiel(ExtensiveFormGame):
    """Each round Ann and Bob bid a card at once; the higher one wins a prize.

    Both have the cards 1 to ``cards``, and there are as many prizes, worth
    lowest_prize, lowest_prize + 1 and so on. A prize is turned up, at random,
    or in "descending" or "ascending" order; then both bid a card for it. Bob
    does not see Ann's bid before he has made his. If the bids are equal, the
    prize is lost ("discard"), or they share it ("split"). Who has more points
    at the end gets the difference from the other; if zero_sum is false, both
    get their own points.

    In the last round nobody has a choice; skip_forced leaves such moves out.
    A state is a GoofspielState, in which the prizes of a fixed order are all
    turned up from the start. An action is a card, or, where chance turns up a
    prize, what it is worth.
    """

    def __init__(
        self,
        cards=3,
        prizes="random",
        ties="discard",
        lowest_prize=0,
        zero_sum=True,
        skip_forced=False,
    ):
        if not isinstance(cards, int) or cards < 1:
            raise ValueError(f"cards is {cards!r}: give a whole number from 1")
        if not isinstance(lowest_prize, int) or lowest_prize < 0:
            raise ValueError(
                f"lowest_prize is {lowest_prize!r}: give a whole number from 0"
            )
        if prizes not in ("random", "descending", "ascending"):
            raise ValueError(
                f"prizes is {prizes!r}: 'random', 'descending' or 'ascending'?"
            )
        if ties not in ("discard", "split"):
            raise ValueError(f"ties is {ties!r}: 'discard' or 'split'?")
        self.cards = range(1, cards + 1)
        self.values = range(lowest_prize, lowest_prize + cards)
        self.prizes, self.ties = prizes, ties
        self.zero_sum, self.skip_forced = zero_sum, skip_forced

    def get_players(self):
        return ["Ann", "Bob"]

    def get_initial_state(self):
        known = {
            "random": (),
            "descending": reversed(self.values),
            "ascending": self.values,
        }
        return self.played_on(GoofspielState(tuple(known[self.prizes])))

    def get_player_turn(self, state):
        if len(state.prizes) == len(state.bob):
            return CHANCE
        return "Ann" if len(state.ann) == len(state.bob) else "Bob"

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        mover = self.get_player_turn(state)
        if mover == CHANCE:
            return [prize for prize in self.values if prize not in state.prizes]
        used = state.ann if mover == "Ann" else state.bob
        return [card for card in self.cards if card not in used]

    def get_probability(self, state, action):
        actions = self.get_actions(state)
        if not actions or self.get_player_turn(state) != CHANCE:
            raise ValueError(
                f"no prize is turned up in {state!r}: ask where chance moves"
            )
        if action not in actions:
            raise self.illegal_action(state, action)
        return Fraction(1, len(actions))

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return self.played_on(self.after(state, int(action)))

    def after(self, state, action):
        """The state that a legal action leads to."""
        mover = self.get_player_turn(state)
        part = {CHANCE: "prizes", "Ann": "ann", "Bob": "bob"}[mover]
        return state._replace(**{part: (*getattr(state, part), action)})

    def played_on(self, state):
        """The state once forced moves are made, if they are left out."""
        while self.skip_forced and len(self.get_actions(state)) == 1:
            state = self.after(state, self.get_actions(state)[0])
        return state

    def is_terminal(self, state):
        return len(state.bob) == len(self.cards)

    def get_points(self, state):
        """What Ann and Bob have won so far."""
        points = [0, 0]
        for prize, ann, bob in zip(*state):
            if ann != bob:
                points[ann < bob] += prize
            elif self.ties == "split":
                points = [p + Fraction(prize, 2) for p in points]
        return tuple(points)

    def get_reward(self, state):
        if not self.is_terminal(state):
            return (0, 0)
        ann, bob = self.get_points(state)
        return (ann - bob, bob - ann) if self.zero_sum else (ann, bob)

    def get_subgame(self, state, rounds=None):
        """The name of the subgame that begins in a state; None if none does.

        A subgame is the last ``rounds`` rounds, after certain prizes and bids,
        and begins when these bids have been made. By default it is all rounds
        but the first.
        """
        cards = len(self.cards)
        if rounds is None:
            rounds = max(1, cards - 1)
        if not isinstance(rounds, int) or not 1 <= rounds <= cards:
            raise ValueError(
                f"rounds is {rounds!r}: give a whole number from 1 to {cards}"
            )
        over = cards - rounds
        shown = over if self.prizes == "random" else cards
        prizes, ann, bob = state
        first = GoofspielState(prizes[:shown], ann[:over], bob[:over])
        if len(bob) < over or state != self.played_on(first):
            return None
        return self.to_string(first)

    def get_information_set(self, state):
        player = self.get_player_turn(state)
        if player == CHANCE:
            raise ValueError(f"nobody bids in {state!r}: ask where one does")
        seen = state._replace(ann=state.ann[: len(state.bob)])
        return f"{player}: {self.to_string(seen)}"

    def to_string(self, state):
        bids = zip((*state.ann, "?"), (*state.bob, "?"), state.prizes)
        rounds = ["{}-{} for {}".format(*each) for each in bids]
        return ", ".join(rounds) or "no prize yet"

    def get_outcome(self, state):
        ann, bob = self.get_points(state)
        return "draw" if ann == bob else f"{'Ann' if ann > bob else 'Bob'} wins"
