"""Best response: the most that a player can get against a given strategy."""

from dataclasses import dataclass

import numpy as np

from mastering_games.imperfect_information.strategy import Strategy


@dataclass(frozen=True)
class Response:
    """A best response, and what it is worth where.

    Attributes:
        value: what the player gets with it.
        strategy: the response: a pure strategy.
        of_information_sets: for each information set, what play from there on
            is worth, weighted with how likely the others let play come there.
        of_sequences: the same for each sequence.
    """

    value: float
    strategy: Strategy
    of_information_sets: np.ndarray
    of_sequences: np.ndarray


class BestResponse:
    """Finds a best response in one pass over the player's treeplex.

    An information set is worth as much as its best action. A sequence is worth
    what it pays at once, and what all information sets are worth to which it
    leads. So the values are known from the last information sets to the first.
    Of several equally good actions the first one is taken.

    >>> from mastering_games.games.kuhn_poker import KuhnPoker
    >>> from mastering_games.imperfect_information.sequence_form import (
    ...     SequenceForm,
    ... )
    >>> form = SequenceForm(KuhnPoker())
    >>> uniform = [Strategy.uniform(t) for t in form.treeplexes]
    >>> round(BestResponse(form).nash_conv(uniform), 7)
    0.9166667
    """

    def __init__(self, sequence_form):
        if not hasattr(sequence_form, "treeplexes"):
            raise TypeError(
                f"{sequence_form!r} is no SequenceForm: SequenceForm(game) "
                "makes one of a game"
            )
        self.sequence_form = sequence_form

    def best_response(self, player, opponent):
        """The response of a player (0 or 1) to the other's Strategy."""
        if player not in (0, 1):
            raise ValueError(
                f"player is {player!r}: give 0 for the first one, 1 for the "
                "second"
            )
        if not hasattr(opponent, "plan"):
            raise TypeError(
                f"{opponent!r} is no Strategy: Strategy.from_behaviour makes "
                "one of a mapping"
            )
        form = self.sequence_form
        treeplex = form.treeplexes[player]
        other = 1 - player
        if opponent.treeplex is not form.treeplexes[other]:
            raise ValueError("the strategy is of another game, or player")
        reach = form.chance * opponent.plan[form.sequences[other]]
        of_sequences = np.bincount(
            form.sequences[player],
            weights=reach * form.payoffs[player],
            minlength=treeplex.number_of_sequences,
        )
        of_sequences = of_sequences.tolist()
        of_information_sets = [0.0] * len(treeplex.parents)
        probabilities = np.zeros(treeplex.number_of_sequences)
        probabilities[0] = 1.0
        for number in reversed(range(len(treeplex.parents))):
            own = treeplex.sequences_of(number)
            best = max(own, key=of_sequences.__getitem__)
            probabilities[best] = 1.0
            of_information_sets[number] = of_sequences[best]
            of_sequences[treeplex.parents[number]] += of_sequences[best]
        return Response(
            of_sequences[0],
            Strategy.from_array(treeplex, probabilities),
            np.array(of_information_sets),
            np.array(of_sequences),
        )

    def nash_conv(self, strategies):
        """What both players together could gain by changing theirs."""
        values = self.sequence_form.expected_payoffs(
            [strategy.plan for strategy in strategies]
        )
        gains = [
            self.best_response(player, strategies[1 - player]).value
            - values[player]
            for player in range(2)
        ]
        return sum(gains)

    def exploitability(self, strategies):
        """The mean of what the two players could gain: half of NashConv."""
        return self.nash_conv(strategies) / 2
