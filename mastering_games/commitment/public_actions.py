"""Commitment where all actions become public: deviations are punished."""

from itertools import islice
from math import inf

import numpy as np

from mastering_games.commitment.commitment import Commitment, StrongResponse
from mastering_games.commitment.mixed_integer_program import (
    MixedIntegerProgram,
)
from mastering_games.commitment.public_rounds import PublicRounds
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy

REACHED = 1e-9
"""What is less likely is not planned: rounding errors of the solver."""


class PublicActions:
    """Finds an optimal commitment where each round's actions become public.

    A follower who does not act as planned is seen, and from then on held down
    to their minmax value. So a plan need say only what happens if both keep to
    it. For each round h it has three kinds of variables:

    - weight[h][a, b]: how likely play comes to h, where the leader does a and
      the follower b (chance's part is in the payoffs);
    - follow[h][b]: 1 if it is b that the follower is planned to do, else 0;
    - worth[h]: what the follower gets from h on, weighted likewise.

    The follower keeps to b if no other action d is worth more: what b pays,
    and the worth of the rounds after it, is at least what d pays, and the
    minmax value after it, against the same actions of the leader.

    Without whole numbers, the leader may draw one of several plans and tell
    the follower what to do: a correlated equilibrium [von Stengel and Forges
    2008], whose value bounds that of a commitment from above.

    Parameters:
        game: a game of two players, or its SequenceForm. ValueError unless
            both know in each round all that was done before.
        leader: the leader's name.

    Attributes:
        rounds: the rounds in which somebody has a choice.
        minmax: for each round what the follower gets, by both actions, if held
            down in later rounds.
        punishment: for each round how likely the leader's actions are if the
            follower is held down.
        program: the mixed-integer program.

    >>> from mastering_games.games.matrix_game import MatrixGame
    >>> game = MatrixGame([[(2, 1), (4, 0)], [(1, 0), (3, 1)]])
    >>> round(PublicActions(game, "Ann").solve().value, 6)
    3.5
    """

    def __init__(self, game, leader):
        self.form = game if hasattr(game, "treeplexes") else SequenceForm(game)
        self.judge = StrongResponse(self.form, leader)
        players = [self.judge.leader, self.judge.follower]
        tree = PublicRounds(self.form, players)
        self.rounds, self.certain = tree.rounds, tree.certain
        self.minmax, self.punishment = {}, {}
        self._hold_down()
        self.weight, self.follow, self.worth = {}, {}, {}
        self.program = self._program()

    def solve(self, time_limit=None, gap=1e-9, log=False) -> Commitment:
        """The best commitment that is found, and how the follower responds.

        Often the linear program plans one action in each round by itself; then
        nothing is left to do. If no plan is found in time, the commitment is
        to hold the follower down. For the parameters see
        MixedIntegerProgram.solve.
        """
        solved = self.program.solve(time_limit, relax=True, log=log)
        seconds = solved.seconds
        if not self._is_plan(solved.solution):
            left = None if time_limit is None else max(0, time_limit - seconds)
            solved = self.program.solve(left, gap, log=log)
            seconds += solved.seconds
        value, bound = (
            x + self.certain[0] for x in (solved.value, solved.bound)
        )
        return self.judge.confirm(
            self._strategy(solved.solution),
            claimed=value if solved.is_optimal else -inf,
            bound=bound,
            is_optimal=solved.is_optimal,
            seconds=seconds,
            nodes=solved.nodes,
        )

    def _is_plan(self, solution):
        """Whether each round plans at most one action of the follower."""
        return solution is not None and all(
            np.count_nonzero(solution[weight].sum(axis=0) > REACHED) < 2
            for weight in self.weight.values()
        )

    def _hold_down(self):
        """Find the minmax values, from the last rounds to the first."""
        height = {}  # how many rounds follow, at most
        for this in reversed(self.rounds):
            height[this] = max((height[x] + 1 for x in this.after), default=0)
            self.minmax[this] = this.payoffs[1].copy()
        for level in range(max(height.values(), default=-1) + 1):
            rounds = [this for this in self.rounds if height[this] == level]
            found = hold_down([self.minmax[this] for this in rounds])
            for this, (value, odds) in zip(rounds, found):
                self.punishment[this] = odds
                if this.before:
                    earlier, a, b = this.before
                    self.minmax[earlier][a, b] += value

    def _program(self):
        program, rounds = MixedIntegerProgram(), self.rounds
        costs = np.concatenate([[], *(x.payoffs[0].ravel() for x in rounds)])
        number = sum(len(this.actions[1]) for this in rounds)
        weights = iter(program.add_variables(len(costs), costs))
        follows = iter(program.add_variables(number, high=1.0, integer=True))
        worths = program.add_variables(len(rounds), low=-inf)
        for this, worth in zip(rounds, worths):
            shape = this.payoffs[0].shape
            own = list(islice(weights, shape[0] * shape[1]))
            self.weight[this] = np.array(own).reshape(shape)
            self.follow[this] = list(islice(follows, shape[1]))
            self.worth[this] = worth
        equal = [pair for this in rounds for pair in self._plan(this)]
        right = [number for _, number in equal]
        add_rows(program, [row for row, _ in equal], right, right)
        least = [row for this in rounds for row in self._incentives(this)]
        add_rows(program, least, 0.0, inf)
        return program

    def _plan(self, this):
        """A round's equations: coefficients by variable, and a number."""
        weights = self.weight[this].ravel()
        reached = dict.fromkeys(weights, 1.0)
        if this.before:
            earlier, a, b = this.before
            reached[self.weight[earlier][a, b]] = -1.0
        yield reached, 0.0 if this.before else 1.0
        yield dict.fromkeys(self.follow[this], 1.0), 1.0
        worth = dict(zip(weights, -this.payoffs[1].ravel()))
        worth.update({self.worth[later]: -1.0 for later in this.after})
        yield {self.worth[this]: 1.0, **worth}, 0.0

    def _incentives(self, this):
        """A round's inequalities: coefficients by variable; all together are
        at least 0."""
        for b, follow in enumerate(self.follow[this]):
            weights = self.weight[this][:, b]
            yield {follow: 1.0, **dict.fromkeys(weights, -1.0)}
            after = [later for later in this.after if later.before[2] == b]
            worths = {self.worth[later]: 1.0 for later in after}
            for d in range(len(self.follow[this])):
                if d != b:
                    gains = this.payoffs[1][:, b] - self.minmax[this][:, d]
                    yield {**dict(zip(weights, gains)), **worths}

    def _strategy(self, solution):
        """The leader's strategy: as planned, and where nothing is planned, to
        hold the follower down."""
        treeplex = self.form.treeplexes[self.judge.leader]
        probabilities = treeplex.even.copy()
        for this in self.rounds:
            if this.sets[0] is None:
                continue
            odds = self.punishment[this]
            if solution is not None:
                weights = solution[self.weight[this]]
                planned = weights[:, weights.sum(axis=0).argmax()]
                if planned.sum() > REACHED:
                    odds = planned
            odds = np.maximum(odds, 0.0)
            own = treeplex.sequences_of(this.sets[0])
            probabilities[own] = odds / odds.sum()
        return Strategy.from_array(treeplex, probabilities)


def hold_down(tables):
    """How to hold the follower down: for each table, the value and the odds.

    A table has the follower's payoffs, by the leader's action and the
    follower's. The odds of the leader's actions are such that the follower's
    best answer is worth least. One linear program does for all tables.
    """
    program = MixedIntegerProgram()
    values = program.add_variables(len(tables), costs=-1.0, low=-inf)
    odds = iter(program.add_variables(sum(map(len, tables))))
    odds = [list(islice(odds, len(table))) for table in tables]
    add_rows(program, [dict.fromkeys(own, 1.0) for own in odds], 1.0, 1.0)
    answers = [
        {value: 1.0, **dict(zip(own, -column))}
        for value, own, table in zip(values, odds, tables)
        for column in table.T
    ]
    add_rows(program, answers, 0.0, inf)
    solution = program.solve().solution
    return [
        (solution[value], solution[own]) for value, own in zip(values, odds)
    ]


def add_rows(program, rows, low, high):
    """Add constraints whose rows are given as coefficients by variable."""
    program.add_constraints(
        np.repeat(np.arange(len(rows)), list(map(len, rows))),
        [variable for row in rows for variable in row],
        [entry for row in rows for entry in row.values()],
        np.broadcast_to(low, len(rows)),
        np.broadcast_to(high, len(rows)),
    )
