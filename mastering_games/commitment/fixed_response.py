"""The best commitment that makes one given response a best response."""

from math import inf

import numpy as np

from mastering_games.commitment.commitment import Commitment, StrongResponse
from mastering_games.commitment.mixed_integer_program import (
    FEASIBILITY,
    MixedIntegerProgram,
    NoSolutionError,
)
from mastering_games.imperfect_information.strategy import Strategy


class FixedResponse:
    """Finds the leader's best strategy that a given response is best against.

    Once we know what the follower does, the leader's problem is a linear
    program. Its variables are the leader's plan and a value for each
    information set of the follower's. An information set is worth no less
    than any of its sequences, and exactly as much as the one that the
    response takes there.

    To try all pure responses and to take the best of the answers finds a
    strong Stackelberg equilibrium, as Conitzer and Sandholm (2006) do for
    games in a table. But there are too many in all but small games. To take
    the response to a strategy that is known already improves it, quickly.

    Parameters:
        game: a game of two players with perfect recall, or its SequenceForm.
        leader: the leader's name.

    >>> from mastering_games.games.matrix_game import MatrixGame
    >>> from mastering_games.imperfect_information.strategy import Strategy
    >>> game = MatrixGame([[(2, 1), (4, 0)], [(1, 0), (3, 1)]])
    >>> solver = FixedResponse(game, "Ann")
    >>> for plan in [1, 1, 0], [1, 0, 1]:  # Bob takes a column
    ...     response = Strategy(solver.form.treeplexes[1], plan)
    ...     print(round(solver.solve(response).value, 6))
    2.0
    3.5
    """

    def __init__(self, game, leader):
        self.strong = StrongResponse(game, leader)
        self.form = self.strong.form

    def solve(self, response, time_limit=None) -> Commitment:
        """The commitment; ``response`` is a pure Strategy of the follower's.

        Ties are broken for the leader, here as everywhere: if the follower has
        another best response against the leader's strategy, and it is better
        for the leader, then it is the one in the answer. There is no bound:
        to aim at another response may bring more. ValueError if the response
        is never a best one, whatever the leader does; TimeoutError if the time
        (in seconds) is up first.
        """
        form, program = self.form, MixedIntegerProgram()
        leader, follower = self.strong.leader, self.strong.follower
        one, two = form.treeplexes[leader], form.treeplexes[follower]
        if response.treeplex is not two:
            raise ValueError("the response is of another game, or player")
        taken = response.plan > 0.5
        if np.abs(response.plan - taken).max() > 1e-9:
            raise ValueError("the response is not pure: weights must be 0 or 1")
        gains, worth = map(form.payoff_matrix, (leader, follower))
        if follower == 1:  # a row for each sequence of the follower's
            gains, worth = gains.T, worth.T
        flow_1, right_1 = one.constraints()
        flow_2, right_2 = two.constraints()
        plan = program.add_variables(
            one.number_of_sequences, costs=taken @ gains, high=1
        )
        values = program.add_variables(len(right_2), low=-inf)
        program.constrain([(flow_1, plan)], right_1, right_1)
        program.constrain(
            [(flow_2.T, values), (-worth, plan)],
            low=0,
            high=np.where(taken, 0, inf),
        )
        self._constrain(program, plan, taken)
        try:
            solved = program.solve(time_limit)
        except NoSolutionError as error:
            raise ValueError(
                "no strategy of the leader's makes this a best response"
            ) from error
        if not solved.is_optimal:
            raise TimeoutError(f"{time_limit:g} seconds were not enough")
        strategy = Strategy.repaired(one, solved.solution[plan], FEASIBILITY)
        return self.strong.confirm(
            strategy, solved.value, seconds=solved.seconds
        )

    def _constrain(self, program, plan, taken):
        """Nothing more is asked of the leader's plan here."""
