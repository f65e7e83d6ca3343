"""A commitment, and what the follower does about it."""

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from mastering_games.commitment.mixed_integer_program import FEASIBILITY
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy

TIES = 1e-7
"""Actions whose values differ by no more are equally good for the follower."""

CLAIM = 1e-6
"""By how much a solver's value may be too large, if payoffs are 1 at most."""


@dataclass(frozen=True)
class Commitment:
    """A strategy that a leader announces, and the follower's response to it.

    Attributes:
        value: what the leader gets.
        follower_value: what the follower gets.
        strategy: the leader's.
        response: the follower's: a best response, and of several the one that
            is best for the leader.
        bound: no commitment brings the leader more; infinite if that is not
            known.
        is_optimal: whether the value is proved to be the largest.
        seconds: how long the solver took; 0 if there was none.
        nodes: how many nodes its branch and bound has looked at.
        answers: what the follower does in each information set, also where
            the response itself never comes: {information set: action}.
    """

    value: float
    follower_value: float
    strategy: Strategy
    response: Strategy
    bound: float = inf
    is_optimal: bool = False
    seconds: float = 0.0
    nodes: int = 0
    answers: dict | None = None


class StrongResponse:
    """Finds what a follower does who knows the leader's strategy.

    One pass over the follower's treeplex, as for any best response. But each
    value is a pair: the follower's, and the leader's. The first decides, and
    among actions that are equally good (up to TIES) the second.

    Parameters:
        game: a game of two players, or its SequenceForm.
        leader: the leader's name.
    """

    def __init__(self, game, leader):
        form = game if hasattr(game, "treeplexes") else SequenceForm(game)
        if leader not in form.players:
            raise ValueError(
                f"the leader is {leader!r}, but the players are "
                f"{form.players!r}"
            )
        check_payoffs(form)
        self.form = form
        self.leader = form.players.index(leader)
        self.follower = 1 - self.leader

    def commit(self, strategy, **found) -> Commitment:
        """The commitment to a Strategy of the leader's.

        ``found`` is what a solver has found out beside: the attributes of
        Commitment from ``bound`` on.
        """
        form, own = self.form, self.form.treeplexes[self.follower]
        if strategy.treeplex is not form.treeplexes[self.leader]:
            raise ValueError("the strategy is of another game, or player")
        reach = form.chance * strategy.plan[form.sequences[self.leader]]
        followers, leaders = (
            np.bincount(
                form.sequences[self.follower],
                weights=reach * form.payoffs[player],
                minlength=own.number_of_sequences,
            ).tolist()
            for player in (self.follower, self.leader)
        )
        probabilities = np.zeros(own.number_of_sequences)
        probabilities[0] = 1.0
        answers = {}
        for number in reversed(range(len(own.parents))):
            actions = own.sequences_of(number)
            most = max(followers[s] for s in actions)
            good = [s for s in actions if followers[s] >= most - TIES]
            chosen = max(good, key=leaders.__getitem__)
            probabilities[chosen] = 1.0
            action = own.actions[number][chosen - actions[0]]
            answers[own.information_sets[number]] = action
            followers[own.parents[number]] += followers[chosen]
            leaders[own.parents[number]] += leaders[chosen]
        response = Strategy.from_array(own, probabilities)
        commitment = Commitment(
            leaders[0], followers[0], strategy, response, answers=answers
        )
        return replace(commitment, **found)

    def confirm(self, strategy, claimed=-inf, **found) -> Commitment:
        """The commitment to a strategy that a solver has found.

        RuntimeError if the leader gets less than the solver claimed, or more
        than its bound; but ties, up to TIES, may raise the value a little over
        the bound, and then the bound is raised too. ``found``: as for commit.
        """
        answer = self.commit(strategy, **found)
        largest = self.form.largest_payoff
        error = CLAIM * max(1.0, largest)
        if not claimed - error <= answer.value <= answer.bound + error:
            raise RuntimeError(
                f"the solver claims that the leader gets {claimed:g}, and "
                f"never more than {answer.bound:g}, but the follower's best "
                f"response leaves {answer.value:g}"
            )
        return replace(answer, bound=max(answer.bound, answer.value))


def check_payoffs(form):
    """ValueError where the numbers cannot tell a tie from a difference.

    Programs are solved up to FEASIBILITY. So if payoffs are as large as 1000,
    a follower's value may be wrong by about 1000 * FEASIBILITY: more than
    TIES, and what is equally good for the follower would depend on rounding.
    Payoffs that are hardly larger than TIES would all be ties. To measure the
    payoffs in other units changes no equilibrium.
    """
    largest = form.largest_payoff
    if not largest * FEASIBILITY <= TIES * (1 + 1e-9):
        raise ValueError(
            f"a payoff of {largest:g} is too large to tell ties from "
            f"differences: divide all payoffs, so that they are "
            f"{TIES / FEASIBILITY:g} at most"
        )
    if 0 < largest < 1000 * TIES:
        raise ValueError(
            f"no payoff is larger than {largest:g}, too small to tell "
            f"differences from ties: multiply all payoffs"
        )
