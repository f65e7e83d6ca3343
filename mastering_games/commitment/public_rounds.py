"""Rounds in which both players act at once, and then all becomes public."""

from dataclasses import dataclass, field

import numpy as np

from mastering_games.game import CHANCE


@dataclass(eq=False)
class Round:
    """A round: both act at once, and then all see what was done.

    The leader is always named first. Who does not act has the one action None,
    and no information set. Payoffs are weighted with the probability that
    chance does its part.

    Attributes:
        sets: the players' information sets, as numbers; or None.
        actions: the players' actions.
        before: the earlier round and the numbers of the two actions there;
            None in the first round.
        payoffs: what each player gets up to the next round, by both actions.
        after: the rounds that follow.
    """

    sets: list
    actions: list
    before: tuple | None
    payoffs: np.ndarray
    after: list = field(default_factory=list)


class PublicRounds:
    """A game as a tree of rounds.

    In a round the first player acts, and the second too, without knowing what
    the first has done (but if that ends play). Both know all of the earlier
    rounds, and what chance has done between them. A player may also act alone
    in a round.

    Attributes:
        form: the SequenceForm.
        players: the numbers of the leader and of the follower in it.
        rounds: the rounds in which somebody has a choice, each before those
            that follow it.
        certain: what the leader and the follower get before the first of them.

    Parameters:
        form: the SequenceForm of a game.
        players: see above.

    Raises:
        ValueError: where a player does not know an earlier round.
    """

    def __init__(self, form, players):
        self.form = form
        self.players = players
        self.certain = np.zeros(2)
        self.rounds = list(self._walk())

    def _walk(self):
        """Visit every history, but those within a round; yield the rounds."""
        game, met = self.form.game, {}
        waiting = [(game.get_initial_state(), (), 0.0, 1.0, None)]
        while waiting:
            state, past, paid, chance, before = waiting.pop()
            paid = chance * (paid + self._reward(state))
            if before:
                this, a, b = before
                this.payoffs[:, a, b] += paid
            else:
                self.certain += paid
            if game.is_terminal(state):
                continue
            if game.get_player_turn(state) == CHANCE:
                for action, after, longer in self._moves(state, past):
                    odds = chance * float(game.get_probability(state, action))
                    if odds > 0:
                        waiting.append((after, longer, 0.0, odds, before))
                continue
            this, ends = self._round(state, past, before)
            self._check(this, state, met)
            is_choice = this.payoffs[0].size > 1
            if is_choice:
                if before:
                    before[0].after.append(this)
                yield this
            for pair, end, longer, paid in ends:
                last = (this, *pair) if is_choice else before
                waiting.append((end, longer, paid, chance, last))

    def _round(self, state, past, before):
        """The round that begins in a state, and how it can end.

        An end has the numbers of both actions, the state after them, the
        history, and what is paid between the two.
        """
        sets, actions = [None, None], [[None], [None]]
        first, own = self._set(state, past)
        second = 1 - first
        moves = self._moves(state, past)
        sets[first], actions[first] = own, [action for action, _, _ in moves]
        is_end = self.form.game.is_terminal
        goes_on = [move[1:] for move in moves if not is_end(move[1])]
        replies = {self._set(*after) for after in goes_on}
        reply = replies.pop() if len(replies) == 1 < len(goes_on) else None
        if reply is not None and reply[0] == second:
            sets[second] = reply[1]
            actions[second] = list(self.form.game.get_actions(goes_on[0][0]))
        ends = []
        for i, (_, after, longer) in enumerate(moves):
            answers, paid = [(None, after, longer)], 0.0
            if sets[second] is not None:
                if is_end(after):  # whatever the second one would do
                    answers *= len(actions[second])
                else:
                    answers = self._moves(after, longer)
                    paid = self._reward(after)
            for j, (_, end, longest) in enumerate(answers):
                pair = (i, j) if first == 0 else (j, i)
                ends.append((pair, end, longest, paid))
        payoffs = np.zeros((2, *map(len, actions)))
        return Round(sets, actions, before, payoffs), ends

    def _set(self, state, past):
        """Who moves in a state, 0 for the leader and 1 for the follower, and
        the number of the information set; None if no player moves."""
        game, form = self.form.game, self.form
        mover = None if game.is_terminal(state) else game.get_player_turn(state)
        if mover in (None, CHANCE):
            return None
        index = form.players.index(mover)
        label = game.get_information_set(state) if form.asks else past
        number = form.treeplexes[index].number_of[label]
        return self.players.index(index), number

    def _moves(self, state, past):
        """The actions in a state; after each, the state and the history."""
        game = self.form.game
        return [
            (action, game.get_transition(state, action), (*past, action))
            for action in game.get_actions(state)
        ]

    def _reward(self, state):
        """What a state pays the leader, and the follower."""
        reward = self.form.game.get_reward(state)
        return np.array([reward[player] for player in self.players], float)

    def _check(self, this, state, met):
        """ValueError where an information set has been met in another round:
        its player cannot tell which one it is."""
        for player, number in zip(self.players, this.sets):
            if number is None:
                continue
            if (player, number) in met:
                label = self.form.treeplexes[player].information_sets[number]
                raise ValueError(
                    "not all actions become public after each round: in "
                    f"information set {label!r}, {self.form.players[player]!r} "
                    f"cannot tell whether play went through {state!r} or "
                    f"{met[player, number]!r}"
                )
            met[player, number] = state
