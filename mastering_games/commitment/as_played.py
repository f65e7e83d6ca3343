"""A commitment as a tree: what leader and follower do, and what it pays."""

from fractions import Fraction

from mastering_games.imperfect_information.expected_payoffs import (
    ExpectedPayoffs,
    HistoryNode,
)

DENOMINATOR = 1000
ROUNDING = 1e-8
"""Probabilities become fractions with no larger denominator, if that is what
they are up to rounding."""


def as_played(game, commitment) -> HistoryNode:
    """The tree of a game's histories with expected payoffs: for a picture.

    A solver's probabilities are off by rounding: 0.2500000001 becomes 1/4, and
    the payoffs are exact for that.

    >>> from mastering_games.commitment.stackelberg_correlation import (
    ...     StackelbergCorrelation,
    ... )
    >>> from mastering_games.games.exit_games import ExitAfterChance
    >>> game = ExitAfterChance()
    >>> best = StackelbergCorrelation(game, "leader").solve()
    >>> as_played(game, best).value
    (Fraction(7, 4), Fraction(0, 1))
    """
    leader = commitment.strategy.treeplex.player
    follower = {label: {a: 1} for label, a in commitment.answers.items()}
    announced = {
        label: {action: simple(p) for action, p in odds.items()}
        for label, odds in commitment.strategy.to_behaviour().items()
    }
    strategies = [
        announced if player == leader else follower
        for player in game.get_players()
    ]
    return ExpectedPayoffs(game).expected_payoffs(strategies)


def simple(probability):
    """The fraction that a probability is, up to rounding; else itself."""
    near = Fraction(probability).limit_denominator(DENOMINATOR)
    return near if abs(near - probability) < ROUNDING else probability
