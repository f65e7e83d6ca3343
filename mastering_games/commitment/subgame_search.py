"""Search: a leader plays a blueprint, and thinks again within subgames."""

from abc import ABC, abstractmethod

from mastering_games.commitment.commitment import Commitment, StrongResponse
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy


class SubgameSearch(ABC):
    """A leader who follows a blueprint, and searches where a subgame begins.

    Parameters:
        game: a game of two players that says what they know, or its
            SequenceForm with subgames.
        leader: the leader's name.
        blueprint: the leader's behaviour strategy: {information set: {action:
            probability}}; or a Strategy.
        subgame_of: a function of a state: a label where a subgame begins, else
            None; see SequenceForm.

    Attributes:
        form: the game's SequenceForm.
        blueprint: the Commitment to the blueprint.
        labels: the subgames' labels.
    """

    def __init__(self, game, leader, blueprint, subgame_of=None):
        is_compiled = hasattr(game, "treeplexes")
        self.form = form = (
            game if is_compiled else SequenceForm(game, subgame_of=subgame_of)
        )
        if is_compiled and subgame_of is not None:
            raise ValueError(
                "the game is compiled: give subgame_of to its SequenceForm"
            )
        if form.subgame_of is None:
            raise ValueError(
                "no subgames are named: give subgame_of, a function that says "
                "where one begins"
            )
        self.strong = StrongResponse(form, leader)
        self.treeplex = form.treeplexes[self.strong.leader]
        if hasattr(blueprint, "to_behaviour"):
            blueprint = blueprint.to_behaviour()
        self.behaviour = dict(blueprint)
        self.blueprint = self.strong.commit(
            Strategy.from_behaviour(self.treeplex, self.behaviour)
        )
        self.labels = list(form.subgames)

    def number_of(self, label):
        """A subgame's number, given its label; ValueError if there is none."""
        if label not in self.labels:
            raise ValueError(f"no subgame {label!r}; there are {self.labels!r}")
        return self.labels.index(label)

    @abstractmethod
    def search(self, label, time_limit=None) -> dict:
        """What the leader plays in a subgame: behaviour in its information
        sets; empty if the blueprint stays.

        ``time_limit`` is in seconds.
        """

    def combined(self, labels=None, time_limit=None) -> Commitment:
        """What the leader gets who searches in these subgames (in all, if none
        are named), and plays the blueprint elsewhere.

        ``labels`` may be any iterable: one that shows progress, for example.
        ``time_limit`` is for each subgame.
        """
        behaviour = dict(self.behaviour)
        for label in self.labels if labels is None else labels:
            behaviour |= self.search(label, time_limit)
        return self.strong.commit(
            Strategy.from_behaviour(self.treeplex, behaviour)
        )
