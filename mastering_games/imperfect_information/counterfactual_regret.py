"""Counterfactual regret minimisation: two players learn an equilibrium."""

import numpy as np

from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.sequence_form import compile_zero_sum
from mastering_games.imperfect_information.strategy import Strategy


class RegretMinimiser:
    """One player, who learns from what each action would have brought.

    In each information set there is a regret for each action: how much more it
    would have brought, so far, than what was played. The next strategy plays
    actions in proportion to their positive regrets (regret matching).

    All information sets of a level are treated at once, as arrays.
    """

    def __init__(self, treeplex, plus):
        self.treeplex = treeplex
        self.plus = plus  # forget negative regrets, as CFR+ does
        self.regrets = np.zeros(treeplex.number_of_sequences)
        self.sizes = np.array([len(a) for a in treeplex.actions], dtype=int)
        self.first = np.array(treeplex.first, dtype=int)
        self.parents = np.array(treeplex.parents, dtype=int)
        self.levels = []  # of each: parents, first and last sequence, ...
        for level in treeplex.levels:
            numbers = slice(level.start, level.stop)
            start = self.first[level.start]
            sizes = self.sizes[numbers]
            self.levels.append(
                (
                    self.parents[numbers],
                    slice(start, start + sizes.sum()),
                    self.first[numbers] - start,
                    sizes,
                )
            )
        self.probabilities = self.matched()
        self.plan = self.planned()

    def matched(self):
        """Regret matching: how likely each action is, from the regrets."""
        probabilities = np.maximum(self.regrets, 0)
        probabilities[0] = 1.0
        for _, sequences, starts, sizes in self.levels:
            own = probabilities[sequences]
            totals = np.add.reduceat(own, starts).repeat(sizes)
            even = (1 / sizes).repeat(sizes)
            probabilities[sequences] = np.divide(
                own, totals, out=even, where=totals > 0
            )
        return probabilities

    def planned(self):
        """The realization plan: probabilities multiplied along the way."""
        plan = self.probabilities.copy()
        for parents, sequences, _, sizes in self.levels:
            plan[sequences] *= plan[parents].repeat(sizes)
        return plan

    def observe(self, values):
        """Learn from what each sequence pays against the opponent's plan.

        ``values`` has what it pays at once; what comes later is added here,
        from the last level to the first.
        """
        worth = values
        for parents, sequences, starts, sizes in reversed(self.levels):
            own = worth[sequences]
            played = np.add.reduceat(
                own * self.probabilities[sequences], starts
            )
            self.regrets[sequences] += own - played.repeat(sizes)
            np.add.at(worth, parents, played)
        if self.plus:
            np.maximum(self.regrets, 0, out=self.regrets)
        self.probabilities = self.matched()
        self.plan = self.planned()


class CounterfactualRegret:
    """CFR, or CFR+: both players minimise their regret, turn by turn.

    In a zero-sum game their *average* strategies approach an equilibrium. CFR
    weighs all iterations alike; CFR+ forgets negative regrets and weighs an
    iteration by its number.

    [Zinkevich, Johanson, Bowling and Piccione 2007; Tammelin 2014.]
    """

    def __init__(self, game, plus=False):
        self.form = compile_zero_sum(game)
        self.plus = plus
        matrix = self.form.payoff_matrix(0)
        self.payoffs = [matrix, (-matrix).T.tocsr()]
        self.players = [RegretMinimiser(t, plus) for t in self.form.treeplexes]
        self.totals = [np.zeros_like(player.plan) for player in self.players]
        self.iterations = 0
        self.best_response = BestResponse(self.form)

    def run(self, iterations):
        """Go on for so many iterations, and return the average strategies."""
        for _ in range(iterations):
            self.iterations += 1
            weight = self.iterations if self.plus else 1
            for player, minimiser in enumerate(self.players):
                opponent = self.players[1 - player]
                self.totals[player] += weight * minimiser.plan
                minimiser.observe(self.payoffs[player] @ opponent.plan)
        return self.average_strategies()

    def average_strategies(self):
        """What the players have played so far, on average."""
        return tuple(
            Strategy(player.treeplex, total / total[0])
            for player, total in zip(self.players, self.totals, strict=True)
        )

    def exploitability(self):
        """How far the average strategies are from an equilibrium."""
        return self.best_response.exploitability(self.average_strategies())
