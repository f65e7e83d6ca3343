"""Strategies of one player: as probabilities of actions, and as a plan."""

import numpy as np

TOLERANCE = 1e-7


class Strategy:
    """A strategy of one player, in a treeplex of the sequence form.

    It has two forms. As a *behaviour strategy* it says how likely each action
    is in each information set. As a *realization plan* it gives each sequence
    a weight: the product of the probabilities of its actions. The plan is what
    is stored; behaviour where the plan never goes is uniform.

    Parameters:
        treeplex: the player's information sets and sequences.
        plan: a weight for each sequence. ValueError unless the empty sequence
            has weight 1, no weight is negative, and each information set
            shares out the weight of the sequence that leads to it.

    >>> from mastering_games.games.matrix_game import MatchingPennies
    >>> from mastering_games.imperfect_information.sequence_form import (
    ...     SequenceForm,
    ... )
    >>> ann, _ = SequenceForm(MatchingPennies()).treeplexes
    >>> Strategy(ann, [1, 0.25, 0.75]).to_behaviour()
    {'Ann: to choose': {'heads': 0.25, 'tails': 0.75}}
    """

    def __init__(self, treeplex, plan):
        self.treeplex = treeplex
        self.plan = np.asarray(plan, dtype=float)
        if self.plan.shape != (treeplex.number_of_sequences,):
            raise ValueError(
                f"a plan of {treeplex.player!r} has "
                f"{treeplex.number_of_sequences} weights, one for each "
                f"sequence, not {self.plan.shape}"
            )
        if not (self.plan >= -TOLERANCE).all():
            raise ValueError("a weight of the plan is negative, or no number")
        constraints, right = treeplex.constraints()
        errors = np.abs(constraints @ self.plan - right)
        worst = int(errors.argmax())
        if errors[worst] > TOLERANCE:
            where = (
                "the empty sequence"
                if worst == 0
                else f"information set {treeplex.information_sets[worst - 1]!r}"
            )
            raise ValueError(
                f"the plan is off by {errors[worst]:.3g} at {where}: what "
                "leads there and what is done there must have equal weight"
            )

    @classmethod
    def uniform(cls, treeplex):
        """Every action of an information set equally likely."""
        nothing = np.zeros(treeplex.number_of_sequences)
        return cls.from_array(treeplex, treeplex.normalised(nothing))

    @classmethod
    def from_array(cls, treeplex, probabilities):
        """From the probability of each sequence's last action."""
        return cls(treeplex, treeplex.plan(probabilities))

    @classmethod
    def repaired(cls, treeplex, plan, smallest=1e-12):
        """From a plan with rounding errors: what weighs less than ``smallest``
        weighs nothing, and each information set shares out what leads there."""
        weights = np.where(np.asarray(plan) > smallest, plan, 0)
        return cls.from_array(treeplex, treeplex.normalised(weights))

    @classmethod
    def from_behaviour(cls, treeplex, behaviour):
        """From a mapping {information set: {action: probability}}.

        ValueError where an information set or an action is lacking or
        unknown, and where probabilities do not sum to one.
        """
        for label in behaviour:
            if label not in treeplex.number_of:
                raise ValueError(
                    f"{treeplex.player!r} has no information set {label!r}: "
                    "is the strategy of another game?"
                )
        probabilities = np.ones(treeplex.number_of_sequences)
        for label, number in treeplex.number_of.items():
            if label not in behaviour:
                raise ValueError(f"the strategy says nothing about {label!r}")
            odds = behaviour[label]
            actions = treeplex.actions[number]
            if set(odds) - set(actions):
                raise ValueError(
                    f"{label!r} has the actions {actions!r}, not {list(odds)!r}"
                )
            values = [float(odds.get(action, 0)) for action in actions]
            if not abs(sum(values) - 1) <= TOLERANCE or min(values) < 0:
                raise ValueError(
                    f"the probabilities at {label!r} are {odds!r}: they must "
                    "not be negative and must sum to 1"
                )
            probabilities[treeplex.sequences_of(number)] = values
        return cls.from_array(treeplex, probabilities)

    def to_array(self):
        """The probability of each sequence's last action."""
        weights = np.where(self.plan > 1e-12, self.plan, 0)
        return self.treeplex.normalised(weights)

    def to_behaviour(self):
        """A mapping {information set: {action: probability}}."""
        probabilities = self.to_array()
        treeplex = self.treeplex
        return {
            label: dict(
                zip(
                    treeplex.actions[number],
                    map(float, probabilities[treeplex.sequences_of(number)]),
                    strict=True,
                )
            )
            for label, number in treeplex.number_of.items()
        }
