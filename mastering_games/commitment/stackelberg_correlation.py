"""Strong Stackelberg equilibria, from correlation plans."""

from contextlib import suppress
from dataclasses import replace
from math import inf
from time import perf_counter

import numpy as np

from mastering_games.commitment.commitment import Commitment, StrongResponse
from mastering_games.commitment.correlation_plan import CorrelationPlan
from mastering_games.commitment.fixed_response import FixedResponse
from mastering_games.commitment.incentives import Incentives
from mastering_games.commitment.mixed_integer_program import (
    FEASIBILITY,
    MixedIntegerProgram,
    NoSolutionError,
)
from mastering_games.commitment.relaxation import relaxation
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.treeplex import EMPTY

MIXED = 1e-6
"""An action that is less likely is as good as never taken."""


class StackelbergCorrelation:
    """Finds a strong Stackelberg equilibrium, by way of correlation plans.

    If the leader could let a mediator tell both players what to do, a linear
    program would find the best that can be had: its variables are a
    correlation plan, its constraints make the follower obey. (If chance moves,
    not all such plans can be drawn. The value is a bound all the same.) A
    leader who announces a strategy has the same program to solve, but the
    follower's part of the plan must be pure: a weight of 0 or 1 for each
    sequence. So it is a mixed-integer program.

    Its linear relaxation is solved first. Then we *dive*: we make the
    follower's part pure, from one level of information sets to the next, and
    solve again what is left. On the way, the leader's parts are strategies to
    announce. If the best one reaches the first program's bound, it is optimal.
    If not, branch and bound follows.

    [Von Stengel and Forges 2008; Bosansky et al. 2017; Cermak et al. 2016.]

    Parameters:
        game: a game of two players with perfect recall, or its SequenceForm.
        leader: the leader's name.

    >>> from mastering_games.games.goofspiel import Goofspiel
    >>> game = Goofspiel(cards=3, zero_sum=False)
    >>> round(StackelbergCorrelation(game, "Ann").solve().value * 45, 6)
    103.0
    """

    def __init__(self, game, leader):
        self.strong = StrongResponse(game, leader)
        self.form = self.strong.form
        self.treeplex = self.form.treeplexes[self.strong.leader]
        self.fixed = FixedResponse(self.form, leader)
        self._build()

    def _build(self):
        players = self.strong.leader, self.strong.follower
        self.plan = CorrelationPlan(self.form, players)
        self.program = MixedIntegerProgram()
        one, two = self.plan.pairs.one, self.plan.pairs.two
        self.program.add_variables(
            len(one),
            costs=self.plan.payoffs(self.strong.leader),
            low=(one == EMPTY) & (two == EMPTY),
            high=1.0,
            integer=one == EMPTY,
        )
        for side in (0, 1):
            entries, number = self.plan.flow(side)
            right = np.zeros(number)
            self.program.add_constraints(*entries, low=right, high=right)
        Incentives(self.program, self.plan)

    def upper_bound(self, time_limit=None, log=False) -> float:
        """What no commitment exceeds: the value of the linear relaxation, or
        so little more that it holds whatever the solver has rounded."""
        return relaxation(self.program, time_limit, log).bound

    def solve(
        self, time_limit=None, gap=1e-7, start=None, log=False, relax=False
    ) -> Commitment:
        """The commitment that brings the leader most.

        If the time is up: the best one so far, and what none can exceed;
        is_optimal is false. If none was found, the leader announces ``start``,
        or without it the uniform strategy.

        RuntimeError if the follower's best response to the solver's answer
        leaves less than the solver claims. The bound holds whatever the solver
        rounds; if branch and bound was needed, up to the solver's tolerance.

        Parameters:
            time_limit: in seconds.
            gap: how far the value may be from the largest.
            start: a Strategy of the leader's, of ``form``, that the answer is
                not to be worse than.
            log: whether to print what the solver does.
            relax: whether to leave out branch and bound.
        """
        begin = perf_counter()
        deadline = begin + (inf if time_limit is None else time_limit)
        start = Strategy.uniform(self.treeplex) if start is None else start
        best = self._begin(start, deadline)
        relaxed = relaxation(self.program, deadline - perf_counter(), log)
        best = replace(best, bound=max(best.value, relaxed.bound))
        best = self._dive(best, relaxed, deadline, gap, log)
        is_optimal = best.value >= best.bound - gap
        if not (relax or is_optimal) and perf_counter() < deadline:
            best, is_optimal = self._search(best, deadline, gap, log)
        seconds = perf_counter() - begin
        return replace(best, is_optimal=is_optimal, seconds=seconds)

    def _begin(self, start, deadline):
        """The commitment to begin with."""
        return self.strong.commit(start)

    def _dive(self, best, relaxed, deadline, gap, log):
        """The best commitment met, as the follower's part is made pure."""
        high = np.ones(len(self.plan.pairs))
        while relaxed.solution is not None:
            strategy = self._strategy(relaxed.solution)
            best = self._better(best, strategy)
            response = self.strong.commit(strategy).response
            best = self._aimed_at(best, response, deadline)
            losers = self._losers(relaxed.solution)
            time = deadline - perf_counter()
            if best.value >= relaxed.bound - gap or not losers or time <= 0:
                break
            high[self.plan.pairs.number(EMPTY, losers)] = 0
            purer = replace(self.program, high=[high, *self.program.high[1:]])
            try:
                relaxed = relaxation(purer, time, log)
            except NoSolutionError:  # no leader can make the follower play so
                break
        return best

    def _aimed_at(self, best, response, deadline):
        """The best commitment, this one or one that makes the response best."""
        # The response may be a best one up to TIES only.
        with suppress(ValueError, TimeoutError):
            aimed = self.fixed.solve(response, deadline - perf_counter())
            best = self._better(best, aimed.strategy)
        return best

    def _losers(self, solution):
        """On the first level where the follower's part is mixed: all actions
        but the likeliest one of each information set."""
        treeplex = self.plan.treeplexes[1]
        own = np.arange(treeplex.number_of_sequences)
        weights = solution[self.plan.pairs.number(EMPTY, own)].tolist()
        for level in treeplex.levels:
            losers = []
            for number in level:
                actions = treeplex.sequences_of(number)
                *others, _ = sorted(actions, key=weights.__getitem__)
                if sum(weights[sequence] for sequence in others) > MIXED:
                    losers += others
            if losers:
                return losers
        return []

    def _search(self, best, deadline, gap, log):
        """What branch and bound finds, and whether it is optimal."""
        time = deadline - perf_counter()
        solved = self.program.solve(time, gap, log=log)
        if solved.solution is not None:
            best = self._better(best, self._strategy(solved.solution))
        best = self.strong.confirm(
            best.strategy,
            claimed=solved.value if solved.is_optimal else -inf,
            bound=min(best.bound, solved.bound),
            nodes=solved.nodes,
        )
        return best, solved.is_optimal

    def _strategy(self, solution):
        """The leader's part of a solution."""
        weights = self.plan.pairs.number(self.plan.left[0], EMPTY)
        return Strategy.repaired(self.treeplex, solution[weights], FEASIBILITY)

    def _better(self, best, strategy):
        """The better commitment: the best so far, or to another strategy."""
        other = self.strong.confirm(strategy, bound=best.bound)
        return max(best, other, key=lambda commitment: commitment.value)
