"""Counterfactual regret minimisation in machine code, compiled by numba.

It needs numba: ``pip install 'mastering-games[fast]'``.
"""

from functools import cache

import numpy as np

from mastering_games.imperfect_information.counterfactual_regret import (
    CounterfactualRegret,
)


class CompiledCounterfactualRegret(CounterfactualRegret):
    """CounterfactualRegret, faster: the same results but for rounding.

    The first run on a machine takes a few seconds longer, to compile.
    ImportError where there is no numba.
    """

    def __init__(self, game, plus=False):
        self.iterate = compiled()
        super().__init__(game, plus)
        self.arrays = tuple(map(self._arrays, range(2)))

    def _arrays(self, player):
        """What the kernel reads and changes of a player, in its order."""
        minimiser, matrix = self.players[player], self.payoffs[player]
        treeplex = minimiser.treeplex
        ends = [*treeplex.first, treeplex.number_of_sequences]
        whole = (treeplex.parents, ends, matrix.indptr, matrix.indices)
        return (
            *(np.array(numbers, dtype=np.int64) for numbers in whole),
            matrix.data,
            minimiser.regrets,
            minimiser.probabilities,
            minimiser.plan,
            self.totals[player],
        )

    def run(self, iterations):
        """Go on for so many iterations, and return the average strategies."""
        start = self.iterations
        self.iterations += len(range(iterations))
        self.iterate(self.arrays, self.plus, start, self.iterations)
        return self.average_strategies()


@cache
def compiled():
    """The kernel as machine code."""
    try:
        from numba import njit
    except ImportError:
        raise ImportError(
            "CompiledCounterfactualRegret needs numba: "
            "pip install 'mastering-games[fast]', or use CounterfactualRegret"
        ) from None
    return njit(cache=True)(iterate)


def iterate(arrays, plus, start, stop):
    """The iterations after the first ``start``, until there are ``stop``."""
    for iteration in range(start + 1, stop + 1):
        weight = iteration if plus else 1
        for player in range(2):
            (
                parents,
                ends,
                row_ends,
                columns,
                payoffs,
                regrets,
                probabilities,
                plan,
                totals,
            ) = arrays[player]
            opponents_plan = arrays[1 - player][7]
            # What each sequence pays at once, as the strategy is remembered.
            worth = np.empty_like(plan)
            for sequence in range(len(plan)):
                totals[sequence] += plan[sequence] * weight
                pays = 0.0
                for i in range(row_ends[sequence], row_ends[sequence + 1]):
                    pays += payoffs[i] * opponents_plan[columns[i]]
                worth[sequence] = pays
            # Backward: what comes later is added, and regrets grow.
            for number in range(len(parents) - 1, -1, -1):
                first, end = ends[number], ends[number + 1]
                played = 0.0
                for sequence in range(first, end):
                    played += probabilities[sequence] * worth[sequence]
                worth[parents[number]] += played
                for sequence in range(first, end):
                    regrets[sequence] += worth[sequence] - played
                    if plus and regrets[sequence] < 0:
                        regrets[sequence] = 0.0
            # Forward: the next strategy by regret matching, and its plan.
            for number in range(len(parents)):
                first, end = ends[number], ends[number + 1]
                total = 0.0
                for sequence in range(first, end):
                    if regrets[sequence] > 0:
                        total += regrets[sequence]
                for sequence in range(first, end):
                    if total == 0:
                        share = 1.0 / (end - first)
                    elif regrets[sequence] > 0:
                        share = regrets[sequence] / total
                    else:
                        share = 0.0
                    probabilities[sequence] = share
                    plan[sequence] = plan[parents[number]] * share
