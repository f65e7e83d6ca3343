"""Equilibria of two-player zero-sum games, by linear programming."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_array, csr_array

from mastering_games.imperfect_information.best_response import BestResponse
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
    """

    def __init__(self, game):
        self.form = compile_zero_sum(game)

    def solve(self):
        """An equilibrium; RuntimeError where the solver finds none."""
        value, *strategies = self.maximin(0)
        nash_conv = BestResponse(self.form).nash_conv(strategies)
        scale = max(1.0, float(np.abs(self.form.payoffs).max(initial=0)))
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
        if player == 1:
            matrix = matrix.T
        plan_rows, plan_right = own.constraints()
        other_rows, other_right = other.constraints()
        # Variables: the plan, then a bound for each row of the other's
        # constraints. Maximise the bound of the empty sequence's row.
        weights, bounds = own.number_of_sequences, len(other_right)
        result = linprog(
            np.concatenate([np.zeros(weights), -other_right]),
            A_ub=block_array([[-matrix.T, other_rows.T]], format="csr"),
            b_ub=np.zeros(other.number_of_sequences),
            A_eq=block_array(
                [[plan_rows, csr_array((len(plan_right), bounds))]],
                format="csr",
            ),
            b_eq=plan_right,
            bounds=[(0, None)] * weights + [(None, None)] * bounds,
            method="highs",
        )
        if result.status != 0:
            raise RuntimeError(f"no optimum was found: {result.message}")
        return (
            -result.fun,
            self._strategy(own, result.x[:weights]),
            self._strategy(other, -result.ineqlin.marginals),
        )

    def _strategy(self, treeplex, plan):
        """The strategy of a plan, with its rounding errors removed."""
        plan = np.clip(plan, 0, None)
        repaired = np.ones_like(plan)
        for number, parent in enumerate(treeplex.parents):
            own = treeplex.sequences_of(number)
            total = plan[own].sum()
            repaired[own] = repaired[parent] * (
                plan[own] / total if total > 1e-12 else 1 / len(own)
            )
        return Strategy(treeplex, repaired)
