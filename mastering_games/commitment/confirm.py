"""What a solver's answer must stand up to before it is given away."""

from dataclasses import replace
from math import inf

import numpy as np

from mastering_games.commitment.commitment import TIES, Commitment
from mastering_games.commitment.mixed_integer_program import FEASIBILITY
from mastering_games.imperfect_information.strategy import Strategy

CLAIM = 1e-6
"""By how much a solver's value may be too large, if payoffs are 1 at most."""


def check_payoffs(form):
    """ValueError where the numbers cannot tell a tie from a difference.

    Programs are solved up to FEASIBILITY. So if payoffs are as large as 1000,
    a follower's value may be wrong by about 1000 * FEASIBILITY: more than
    TIES, and what is equally good for the follower would depend on rounding.
    Payoffs that are hardly larger than TIES would all be ties. To measure the
    payoffs in other units changes no equilibrium.
    """
    largest = float(np.abs(form.payoffs).max(initial=0))
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


def repaired(treeplex, plan) -> Strategy:
    """The strategy of a plan that a solver found, without rounding errors."""
    weights = np.where(plan > FEASIBILITY, plan, 0)
    return Strategy.from_array(treeplex, treeplex.normalised(weights))


def confirmed(strong, strategy, claimed=-inf, **found) -> Commitment:
    """The commitment to a strategy, with the follower's response to it.

    RuntimeError if the leader gets less than a solver claimed, or more than
    its bound; but ties, up to TIES, may raise the value a little over the
    bound, and then the bound is raised too. ``strong`` is the StrongResponse;
    ``found`` is what the solver found out, as for StrongResponse.commit.
    """
    answer = strong.commit(strategy, **found)
    largest = float(np.abs(strong.form.payoffs).max(initial=0))
    error = CLAIM * max(1.0, largest)
    if not claimed - error <= answer.value <= answer.bound + error:
        raise RuntimeError(
            f"the solver claims that the leader gets {claimed:g}, and never "
            f"more than {answer.bound:g}, but the follower's best response "
            f"leaves {answer.value:g}"
        )
    return replace(answer, bound=max(answer.bound, answer.value))
