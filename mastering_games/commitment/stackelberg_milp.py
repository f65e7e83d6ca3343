"""Strong Stackelberg equilibria, by one mixed-integer program."""

from math import inf

import numpy as np
from scipy.sparse import diags_array, eye_array

from mastering_games.commitment.commitment import (
    Commitment,
    StrongResponse,
    check_payoffs,
)
from mastering_games.commitment.largest_slack import largest_slack
from mastering_games.commitment.leaf_form import LeafForm
from mastering_games.commitment.mixed_integer_program import (
    FEASIBILITY,
    MixedIntegerProgram,
    NoSolutionError,
)
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.strategy import Strategy


class StackelbergMILP:
    """Finds a strong Stackelberg equilibrium of a two-player game.

    The program's variables are
        p   for each leaf, how likely the players let play come there,
        r1  the leader's plan,
        r2  the follower's plan, a pure one: each weight is 0 or 1,
        v   the value of each information set of the follower's, and before
            them all that of the game,
        s   for each sequence of the follower's, its slack: by how much it is
            worse than the best one of its information set.
    The follower takes only sequences without slack. The others must have room
    for theirs, and M, in (17), is that room.

    Parameters:
        game: a game of two players with perfect recall, or its SequenceForm.
        leader: the leader's name.
        largest: the constant M: one number for all sequences; None for an own
            one for each, from largest_slack. If it is smaller than these, the
            program may forbid the best commitment: then the answer has no
            bound, and it is not said to be optimal.

    [Bosansky and Cermak 2015. The numbers in the code are those of Ling and
    Brown 2021, appendix C.]

    >>> from mastering_games.games.matrix_game import MatrixGame
    >>> game = MatrixGame([[(2, 1), (4, 0)], [(1, 0), (3, 1)]])
    >>> round(StackelbergMILP(game, "Ann").solve().value, 6)
    3.5
    """

    def __init__(self, game, leader, largest=None):
        is_compiled = hasattr(game, "treeplexes")
        self.form = form = game if is_compiled else LeafForm(game)
        self.strong = StrongResponse(form, leader)
        if not isinstance(form, LeafForm):
            form = LeafForm(form.game, form.max_histories)
        self.leaves = form
        check_payoffs(self.leaves)
        sound = largest_slack(self.leaves, self.strong.leader)
        if largest is None:
            self.largest = sound
        elif 0 <= largest < inf:
            self.largest = np.full(len(sound), float(largest))
        else:
            raise ValueError(f"largest is {largest!r}: give a number from 0")
        self.is_sound = bool((self.largest >= sound).all())
        self._build()

    def _build(self):
        leaves, program = self.leaves, MixedIntegerProgram()
        leader, follower = self.strong.leader, self.strong.follower
        flow_1, right_1 = leaves.treeplexes[leader].constraints()
        flow_2, right_2 = leaves.treeplexes[follower].constraints()
        ends_1, ends_2 = leaves.ends_of(leader), leaves.ends_of(follower)
        chance, room = leaves.chance, self.largest
        gains = diags_array(chance * leaves.payoffs[follower])
        each_leaf, each_slack = eye_array(len(chance)), eye_array(len(room))
        # The variables; (13) to be maximised, (21) and (22).
        p = program.add_variables(len(chance), chance * leaves.payoffs[leader])
        r1 = program.add_variables(ends_1.shape[1], high=1)
        r2 = program.add_variables(ends_2.shape[1], high=1, integer=True)
        v = program.add_variables(len(right_2), low=-inf)
        s = program.add_variables(len(room))
        # (14)
        worth = (-ends_2.T @ gains @ ends_1, r1)
        program.constrain([(flow_2.T, v), (-each_slack, s), worth], 0, 0)
        # (15) and (16)
        program.constrain([(flow_1, r1)], right_1, right_1)
        program.constrain([(flow_2, r2)], right_2, right_2)
        # (17)
        program.constrain([(each_slack, s), (diags_array(room), r2)], high=room)
        # (18) and (19)
        program.constrain([(each_leaf, p), (-ends_2, r2)], high=0)
        program.constrain([(each_leaf, p), (-ends_1, r1)], high=0)
        # (20)
        program.constrain([(chance[np.newaxis], p)], 1, 1)
        self.program, self.plan = program, r1

    def solve(
        self, time_limit=None, gap=1e-7, start=None, log=False
    ) -> Commitment:
        """The commitment that brings the leader most.

        If the time is up: the best one so far, and what none can exceed;
        is_optimal is false. If none was found, the leader announces ``start``,
        or without it the uniform strategy.

        ValueError if ``largest`` is so small that it forbids everything;
        RuntimeError if the follower's best response to the solver's answer
        leaves less than the solver claims. That happens if ``largest`` is very
        large: an r2 that rounding puts just below 1 makes room for slack.

        Parameters:
            time_limit: in seconds.
            gap: how far the value may be from the largest.
            start: a Strategy of the leader's to start from, of ``form``.
            log: whether to print what the solver does.
        """
        point = None if start is None else self._point(start)
        try:
            solved = self.program.solve(time_limit, gap, point, log=log)
        except NoSolutionError as error:
            if self.is_sound:
                raise RuntimeError("the solver is lost in rounding") from error
            raise ValueError(
                f"no commitment is left if largest is {self.largest[0]:g}: "
                "give a larger number"
            ) from error
        found = {"seconds": solved.seconds, "nodes": solved.nodes}
        if self.is_sound:
            found |= {"bound": solved.bound, "is_optimal": solved.is_optimal}
        treeplex, answers = self.form.treeplexes[self.strong.leader], []
        if solved.solution is not None:
            strategy = Strategy.repaired(
                treeplex, solved.solution[self.plan], FEASIBILITY
            )
            claimed = solved.value if solved.is_optimal else -inf
            answers.append(self.strong.confirm(strategy, claimed, **found))
        if start is None and not answers:
            start = Strategy.uniform(treeplex)
        if start is not None:
            answers.append(self.strong.confirm(start, **found))
        return max(answers, key=lambda commitment: commitment.value)

    def _point(self, start):
        """What the program's variables are if the leader announces this."""
        leader, follower = self.strong.leader, self.strong.follower
        response = self.strong.commit(start).response.plan
        best = BestResponse(self.form).best_response(follower, start)
        v = np.array([best.value, *best.of_information_sets])
        s = v[self.form.treeplexes[follower].rows] - best.of_sequences
        p = (self.leaves.ends_of(leader) @ start.plan) * (
            self.leaves.ends_of(follower) @ response
        )
        return np.concatenate([p, start.plan, response, v, s])
