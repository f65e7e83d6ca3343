"""The sequence form with an entry for each leaf, also for those that pay 0."""

import numpy as np
from scipy.sparse import csr_array

from mastering_games.imperfect_information.sequence_form import SequenceForm


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

    def _entered(self, reward, paid, ended):
        return paid if ended else None

    def ends_of(self, player):
        """The matrix with a row for each leaf: a 1 at the player's sequence
        there. Multiplied with a plan it gives the leaves' weights."""
        sequences = self.sequences[player]
        shape = len(sequences), self.treeplexes[player].number_of_sequences
        places = np.arange(len(sequences)), sequences
        return csr_array((np.ones(len(sequences)), places), shape=shape)
