"""The sequence form with an entry for each leaf, also for those that pay 0."""

from fractions import Fraction

import numpy as np
from scipy.sparse import csr_array

from mastering_games.game import checked_reward
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.treeplex import EMPTY, TRUNK


class LeafForm(SequenceForm):
    """A SequenceForm whose entries are the leaves of the game tree.

    A SequenceForm has an entry for each history that pays. Here every end of
    play has one, even if it pays nothing, and its payoffs are the sum of all
    that is paid on the way. So the probabilities of the entries sum to one,
    whatever the players do. All numbers of information sets and sequences are
    those of the game's SequenceForm.

    >>> from mastering_games.games.leduc_poker import LeducPoker
    >>> game = LeducPoker(ranks=2, max_raises=1)
    >>> len(SequenceForm(game).chance), len(LeafForm(game).chance)
    (80, 98)
    """

    def __init__(self, game, max_histories=5_000_000):
        super().__init__(game, max_histories)

    def _walk(self):
        """Visit every history; yield an entry for each end of play."""
        game = self.game
        start = game.get_initial_state()
        waiting = [(start, (), (EMPTY, EMPTY), Fraction(1), (0, 0))]
        while waiting:
            state, history, last, chance, paid = waiting.pop()
            self.number_of_histories += 1
            if self.number_of_histories > self.max_histories:
                raise ValueError(
                    f"more than {self.max_histories} histories: compile a "
                    "smaller game, or raise max_histories"
                )
            reward = checked_reward(game, state, self.players)
            paid = (paid[0] + reward[0], paid[1] + reward[1])
            if game.is_terminal(state):
                self.ends[last] = True
                yield last, float(chance), paid, TRUNK
                continue
            moves = self._moves(state, history, last, chance, TRUNK)
            for action, last, chance in reversed(moves):
                after = game.get_transition(state, action)
                past = () if self.asks else (*history, action)
                waiting.append((after, past, last, chance, paid))

    def ends_of(self, player):
        """The matrix with a row for each leaf: a 1 at the player's sequence
        there. Multiplied with a plan it gives the leaves' weights."""
        sequences = self.sequences[player]
        shape = len(sequences), self.treeplexes[player].number_of_sequences
        places = np.arange(len(sequences)), sequences
        return csr_array((np.ones(len(sequences)), places), shape=shape)
