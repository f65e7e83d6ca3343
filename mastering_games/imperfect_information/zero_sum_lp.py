"""Equilibria of two-player zero-sum games, by linear programming."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import block_array, csr_array

from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.linear_program import linear_program
from mastering_games.imperfect_information.sequence_form import compile_zero_sum
from mastering_games.imperfect_information.strategy import Strategy


@dataclass(frozen=True)
class Equilibrium:
    """A Nash equilibrium of a zero-sum game.

    Attributes:
        value: what the first player gets.
        strategies: the two players' strategies.
        nash_conv: what both could gain by changing theirs: 0 but for rounding.
    """

    value: float
    strategies: tuple
    nash_conv: float


class ZeroSumLP:
    """Solves a zero-sum game: each player maximises what they get at worst.

    The program of a player has a weight for each own sequence, and a bound for
    each information set of the opponent: what the opponent can hold the player
    to there. The constraints say that the weights are a realization plan, and
    that no sequence of the opponent holds the player to less. The program's
    dual is the opponent's: so one program finds both strategies.

    [Koller, Megiddo and von Stengel 1996, von Stengel 1996.]

    >>> from mastering_games.games.kuhn_poker import KuhnPoker
    >>> round(ZeroSumLP(KuhnPoker()).solve().value * 18, 9)  # it is -1/18
    -1.0
    """

    def __init__(self, game):
        self.form = compile_zero_sum(game)

    def solve(self):
        """An equilibrium; RuntimeError where the solver finds none."""
        value, *strategies = self.maximin(0)
        nash_conv = BestResponse(self.form).nash_conv(strategies)
        scale = float(np.abs(self.form.payoffs).max(initial=0)) or 1.0
        if nash_conv > 1e-6 * scale:
            raise RuntimeError(
                f"the solver's strategies can be improved by {nash_conv:g}"
            )
        return Equilibrium(value, tuple(strategies), nash_conv)

    def maximin(self, player):
        """The most a player can be sure of; a strategy that gets it; and, from
        the dual, one of the opponent that holds the player to it."""
        own, other = (
            self.form.treeplexes[player],
            self.form.treeplexes[1 - player],
        )
        matrix = self.form.payoff_matrix(player)
        scale = float(np.abs(matrix.data).max(initial=0)) or 1.0
        matrix.data /= scale  # the solver takes large numbers for infinite
        if player == 1:
            matrix = matrix.T
        plan_rows, plan_right = own.constraints()
        other_rows, other_right = other.constraints()
        # Variables: the plan, then a bound for each row of the other's
        # constraints. Maximise the bound of the empty sequence's row.
        weights, bounds = own.number_of_sequences, len(other_right)
        nothing = csr_array((len(plan_right), bounds))
        minimum, solution, dual = linear_program(
            costs=np.concatenate([np.zeros(weights), -other_right]),
            at_most=(
                block_array([[-matrix.T, other_rows.T]]),
                np.zeros(other.number_of_sequences),
            ),
            equal=(block_array([[plan_rows, nothing]]), plan_right),
            free=np.arange(weights + bounds) >= weights,
        )
        return (
            0.0 - minimum * scale,
            Strategy.repaired(own, solution[:weights]),
            Strategy.repaired(other, dual),
        )
