"""The best commitment in a subgame, within safety bounds, by one program."""

from dataclasses import replace
from math import inf

import numpy as np
from scipy.sparse import csr_array, diags_array, eye_array

from mastering_games.commitment.commitment import Commitment, StrongResponse
from mastering_games.commitment.largest_slack import largest_slack
from mastering_games.commitment.mixed_integer_program import (
    FEASIBILITY,
    MixedIntegerProgram,
)
from mastering_games.imperfect_information.strategy import Strategy
from mastering_games.imperfect_information.treeplex import EMPTY


class SafeMILP:
    """Finds the best commitment in a subgame that keeps all safety bounds.

    The program is that of StackelbergMILP, for a subgame: the follower's plan
    is pure in all of it, but only leaves of the trunk count for the leader.
    And there are the bounds.

    Parameters:
        problem: a SubgameProblem, of a search whose game is a LeafForm.

    [Ling and Brown 2021, whose numbers are those in the code.]
    """

    def __init__(self, problem):
        if not problem.trunk.form.has_leaves:
            raise TypeError(
                "the program needs each leaf of the game: give the search a "
                "LeafForm"
            )
        self.problem = problem
        self.trunk, self.elsewhere = problem.trunk, problem.elsewhere
        form = self.trunk.form
        self.strong = StrongResponse(form, form.players[problem.leader])
        self.program = MixedIntegerProgram()
        self._build()

    def _build(self):
        program, problem, form = self.program, self.problem, self.trunk.form
        mass, chance = problem.entered / problem.reach, form.chance
        number = range(len(chance))
        # The variables p and r1; (1) to be maximised, and (12).
        p = program.add_variables(
            len(chance), chance * form.payoffs[problem.leader]
        )
        r1 = program.add_variables(problem.treeplex.number_of_sequences, high=1)
        # (3) and (4), the leader's
        flow, right = problem.treeplex.constraints()
        program.constrain([(flow, r1)], right, right)
        self.plan = r1
        r2 = self._respond(self.trunk, low=self.trunk.limits)
        self._respond(self.elsewhere, high=self.elsewhere.limits)
        # (6) and (7)
        each_leaf = eye_array(len(chance))
        for plan, player in (r1, problem.leader), (r2, problem.follower):
            ends = csr_array(
                (np.ones(len(chance)), (number, form.sequences[player])),
                shape=(len(chance), len(plan)),
            )
            program.constrain([(each_leaf, p), (-ends, plan)], high=0)
        # (8)
        program.constrain([(chance[np.newaxis], p)], mass, mass)

    def _respond(self, part, low=-inf, high=inf):
        """The follower's variables r2, v and s in a part; returns r2."""
        program, problem, form = self.program, self.problem, part.form
        flow, right = form.treeplexes[problem.follower].constraints()
        room = largest_slack(form, problem.leader)
        r2 = program.add_variables(flow.shape[1], high=1, integer=True)  # (11)
        v = program.add_variables(len(right), low=-inf)
        s = program.add_variables(len(room))
        # (2)
        gains = form.payoff_matrix(problem.follower)
        worth = gains.T if problem.leader == 0 else gains
        slack = eye_array(len(room))
        program.constrain([(flow.T, v), (-slack, s), (-worth, self.plan)], 0, 0)
        # (3) and (4), the follower's
        program.constrain([(flow, r2)], right, right)
        # (5)
        program.constrain([(slack, s), (diags_array(room), r2)], high=room)
        # (9) in the trunk, (10) elsewhere
        at_once = form.sequences[problem.follower] == EMPTY
        places = (
            part.of_entries[at_once],
            form.sequences[problem.leader][at_once],
        )
        paid = (form.chance * form.payoffs[problem.follower])[at_once]
        shape = len(part.limits), len(self.plan)
        heads = csr_array(
            (np.ones(len(part.heads)), (part.of_heads, part.heads + 1)),
            shape=(len(part.limits), len(v)),
        )
        program.constrain(
            [(heads, v), (csr_array((paid, places), shape=shape), self.plan)],
            low,
            high,
        )
        return r2

    def solve(self, time_limit=None, gap=1e-7, log=False) -> Commitment:
        """The commitment, in the subgame; never worse than the blueprint.

        If the time is up: the best one so far, and is_optimal is false.
        """
        treeplex = self.problem.treeplex
        solved = self.program.solve(time_limit, gap, log=log)
        best = self.strong.commit(Strategy(treeplex, self.problem.blueprint))
        is_optimal = False
        if solved.solution is not None:
            strategy = Strategy.repaired(
                treeplex, solved.solution[self.plan], FEASIBILITY
            )
            if self.problem.is_kept_by(strategy):
                is_optimal = solved.is_optimal
                found = self.strong.commit(strategy)
                best = max(best, found, key=lambda one: one.value)
        return replace(
            best,
            bound=max(best.value, solved.bound),
            is_optimal=is_optimal,
            seconds=solved.seconds,
            nodes=solved.nodes,
        )
