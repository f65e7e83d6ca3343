"""The best commitment in a subgame, within safety bounds."""

from contextlib import suppress

import numpy as np

from mastering_games.commitment.commitment import Commitment
from mastering_games.commitment.fixed_response import FixedResponse
from mastering_games.commitment.incentives import worth
from mastering_games.commitment.pairs import entries
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.treeplex import EMPTY


class SafeCommitment(StackelbergCorrelation):
    """Finds the best commitment in a subgame that keeps all safety bounds.

    The correlation plan is one for the trunk's part, where the follower's best
    response to the blueprint goes: only there the leader is paid, and only
    there the follower's part must be pure. On the trunk a bound says how much
    the follower must at least get. Elsewhere it says how much at most; so each
    information set gets a variable that is no less than what it is worth, and
    no binary one is needed.

    Parameters:
        problem: the SubgameProblem.
    """

    def __init__(self, problem):
        self.problem = problem
        form = problem.trunk.form
        super().__init__(form, form.players[problem.leader])
        self.fixed = _BoundedResponse(problem)

    def _build(self):
        super()._build()
        trunk, elsewhere = self.problem.trunk.form, self.problem.elsewhere.form
        one, two = (
            left[trunk.sequences[player]]
            for left, player in zip(self.plan.left, self.plan.players)
        )
        alone = self.plan.left[0][elsewhere.sequences[self.problem.leader]]
        bound(
            self.program,
            self.problem,
            self.plan.pairs.number(one, two),
            self.plan.pairs.number(alone, np.full(len(alone), EMPTY)),
        )

    def solve(self, time_limit=None, gap=1e-7, log=False) -> Commitment:
        """The commitment, in the subgame; never worse than the blueprint.

        If the time is up: the best one so far, and is_optimal is false.
        """
        blueprint = Strategy(self.treeplex, self.problem.blueprint)
        return super().solve(time_limit, gap, start=blueprint, log=log)

    def _begin(self, start, deadline):
        """The blueprint, or better, if the follower does what they do now."""
        best = self.strong.commit(start)
        return self._aimed_at(best, best.response, deadline)

    def _search(self, best, deadline, gap, log):
        found = best
        with suppress(RuntimeError):  # the answer fails bounds, by rounding
            return super()._search(best, deadline, gap, log)
        return found, False

    def _better(self, best, strategy):
        if not self.problem.is_kept_by(strategy):
            return best
        return super()._better(best, strategy)


class _BoundedResponse(FixedResponse):
    """The best commitment that makes a response best, and keeps all bounds."""

    def __init__(self, problem):
        form = problem.trunk.form
        super().__init__(form, form.players[problem.leader])
        self.problem = problem

    def _constrain(self, program, plan, taken):
        problem, trunk = self.problem, self.problem.trunk.form
        elsewhere, leader = self.problem.elsewhere.form, self.problem.leader
        bound(
            program,
            problem,
            np.array(plan)[trunk.sequences[leader]],
            np.array(plan)[elsewhere.sequences[leader]],
            taken[trunk.sequences[problem.follower]],
        )


def bound(program, problem, trunk, elsewhere, taken=1.0):
    """Add a problem's bounds to a program.

    Parameters:
        program: the MixedIntegerProgram.
        problem: the SubgameProblem.
        trunk, elsewhere: for each entry of the two parts, the variable that
            says how likely play comes there; elsewhere, if the follower lets
            it.
        taken: factors of those of the trunk.
    """
    part, follower = problem.trunk, problem.follower
    gains = part.form.chance * part.form.payoffs[follower] * taken
    program.add_constraints(part.of_entries, trunk, gains, low=part.limits)
    part = problem.elsewhere
    gains = part.form.chance * part.form.payoffs[follower]
    last, treeplex = (
        part.form.sequences[follower],
        part.form.treeplexes[follower],
    )
    _, least = worth(treeplex, last, np.minimum(gains, 0), min)
    _, most = worth(treeplex, last, np.maximum(gains, 0), max)
    values = np.array(
        program.add_variables(len(least) - 1, low=least[1:], high=most[1:]),
        int,
    )
    inner = np.flatnonzero(np.array(treeplex.parents, int))
    decided = np.flatnonzero(last)
    own = np.arange(1, treeplex.number_of_sequences)
    program.add_constraints(
        *entries(
            (own - 1, values[treeplex.rows[own] - 1], 1.0),
            (
                np.array(treeplex.parents, int)[inner] - 1,
                values[inner],
                -1.0,
            ),
            (last[decided] - 1, elsewhere[decided], -gains[decided]),
        ),
        low=np.zeros(len(own)),
    )
    at_once = np.flatnonzero(last == EMPTY)
    program.add_constraints(
        *entries(
            (part.of_heads, values[part.heads], 1.0),
            (part.of_entries[at_once], elsewhere[at_once], gains[at_once]),
        ),
        high=part.limits,
    )
