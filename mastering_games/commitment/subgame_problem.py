"""One subgame to search in, within safety bounds: all that a solver needs."""

from dataclasses import dataclass

import numpy as np

from mastering_games.commitment.leaf_form import LeafForm
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.treeplex import EMPTY

KEPT = 1e-8
"""A strategy that fails a bound by no more keeps it. In the whole game that is
weighted with how likely the subgame is: together, far less than TIES."""


class PartForm(SequenceForm):
    """The sequence form of a part of a subgame, cut out of the game's.

    Its attributes are those of SequenceForm. All that comes before the part is
    a draw: ``chance`` has the leader's probability before the subgame as well.
    The largest payoff is the whole game's: it says what a difference is.
    ``has_leaves`` tells whether the entries are leaves.
    """

    def __init__(self, whole, treeplexes, sequences, chance, payoffs, ends):
        self.players, self.treeplexes = whole.players, treeplexes
        self.largest_payoff = whole.largest_payoff
        self.has_leaves = isinstance(whole, LeafForm)
        self.sequences, self.chance = sequences, chance
        self.payoffs, self.ends = payoffs, ends


@dataclass(frozen=True)
class Part:
    """What comes after some of the follower's head information sets.

    A bound is for what one head is worth, or for the sum of several heads.

    Attributes:
        form: its PartForm.
        of_entries: for each entry, the number of the bound that it counts for.
        heads: the numbers of the head information sets.
        of_heads: for each of them, the number of its bound.
        limits: the bounds.
    """

    form: PartForm
    of_entries: np.ndarray
    heads: np.ndarray
    of_heads: np.ndarray
    limits: np.ndarray

    def worth(self, follower, strategy):
        """For each bound, what the follower gets who plays a best response to
        a Strategy of the leader's."""
        form, number = self.form, len(self.limits)
        best = BestResponse(form).best_response(follower, strategy)
        at_once = form.sequences[follower] == EMPTY  # with no decision
        reach = form.chance * strategy.plan[form.sequences[1 - follower]]
        paid = reach * form.payoffs[follower]
        return np.bincount(
            self.of_entries[at_once], paid[at_once], minlength=number
        ) + np.bincount(
            self.of_heads,
            best.of_information_sets[self.heads],
            minlength=number,
        )


@dataclass(frozen=True)
class SubgameProblem:
    """A subgame in which a leader may play anew, within safety bounds.

    It is plain data: it can be pickled, sent away, and solved anywhere. Values
    and bounds in it are divided by ``reach``: they are as large as payoffs.

    Attributes:
        label: the subgame's.
        leader: the leader's number.
        reach: how likely chance and the leader let play come there.
        entered: how likely it is that play comes there, if the follower plays
            the best response to the blueprint.
        trunk: the Part where that response goes: bounds are lower ones.
        elsewhere: the Part where it does not go: bounds are upper ones.
        blueprint: the leader's plan in the subgame, by the blueprint.
    """

    label: object
    leader: int
    reach: float
    entered: float
    trunk: Part
    elsewhere: Part
    blueprint: np.ndarray

    @property
    def follower(self):
        return 1 - self.leader

    @property
    def treeplex(self):
        """The leader's, in the subgame."""
        return self.trunk.form.treeplexes[self.leader]

    def is_kept_by(self, strategy) -> bool:
        """Whether all bounds hold if the leader plays this Strategy."""
        trunk, elsewhere = self.trunk, self.elsewhere
        least = trunk.worth(self.follower, strategy) - trunk.limits
        most = elsewhere.worth(self.follower, strategy) - elsewhere.limits
        return bool((least >= -KEPT).all() and (most <= KEPT).all())
