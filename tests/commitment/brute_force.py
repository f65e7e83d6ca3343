"""Strong Stackelberg equilibria by trying every pure response: slow, and without binaries."""

import numpy as np

from mastering_games.commitment.fixed_response import FixedResponse
from mastering_games.imperfect_information.strategy import Strategy


def pure_strategies(treeplex, most=100):
    """All pure strategies of a player, reduced: nothing is said where they never come.

    Fewer than the game has if there are more than ``most``: the list is one longer than that.
    """
    start = np.zeros(treeplex.number_of_sequences)
    start[0] = 1
    plans = [start]
    for number, parent in enumerate(treeplex.parents):
        plans = [
            plan + (np.arange(len(plan)) == sequence)
            for plan in plans
            for sequence in (
                treeplex.sequences_of(number) if plan[parent] else [-1]
            )
        ][: most + 1]
    return [Strategy(treeplex, plan) for plan in plans]


def brute_force(game, leader):
    """The most that the leader can get, and how many responses are ever best ones."""
    solver = FixedResponse(game, leader)
    values = []
    for response in pure_strategies(
        solver.form.treeplexes[solver.strong.follower]
    ):
        try:
            values.append(solver.solve(response).value)
        except ValueError:
            continue
    return max(values), len(values)
