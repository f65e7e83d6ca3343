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
        self.match()

    def match(self):
        """Regret matching: the next strategy, from the regrets."""
        positive = np.maximum(self.regrets, 0)
        self.probabilities = self.treeplex.normalised(positive)
        self.plan = self.treeplex.plan(self.probabilities)

    def observe(self, values):
        """Learn from what each sequence pays against the opponent's plan.

        ``values`` has what it pays at once; what comes later is added here,
        from the last level to the first.
        """
        worth, treeplex = values.copy(), self.treeplex
        for level, before in reversed(treeplex.steps):
            played = self.probabilities[level] * worth[level]
            np.add.at(worth, before, played)
        self.regrets += worth - treeplex.totals(self.probabilities * worth)
        if self.plus:
            np.maximum(self.regrets, 0, out=self.regrets)
        self.match()


class CounterfactualRegret:
    """CFR, or CFR+: both players minimise their regret, turn by turn.

    In a zero-sum game their *average* strategies approach an equilibrium. CFR
    weighs all iterations alike; CFR+ forgets negative regrets and weighs an
    iteration by its number.

    [Zinkevich, Johanson, Bowling and Piccione 2007; Tammelin 2014.]

    >>> from mastering_games.games.kuhn_poker import KuhnPoker
    >>> learner = CounterfactualRegret(KuhnPoker(), plus=True)
    >>> one, two = learner.run(1000)
    >>> value, _ = learner.form.expected_payoffs([one.plan, two.plan])
    >>> round(18 * value, 2)  # the value of the game is -1/18
    -1.0
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
        if not self.iterations:
            raise ValueError("nothing has been played yet: run some iterations")
        return tuple(
            Strategy(player.treeplex, total / total[0])
            for player, total in zip(self.players, self.totals, strict=True)
        )

    def exploitability(self):
        """How far the average strategies are from an equilibrium."""
        return self.best_response.exploitability(self.average_strategies())
