"""Naive search: improve a commitment, subgame by subgame. It is not safe."""

from mastering_games.commitment.commitment import Commitment, StrongResponse
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.commitment.subgame import Subgame
from mastering_games.game import CHANCE
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy


class NaiveSearch:
    """Plays a blueprint, and solves each subgame anew when play comes there.

    A subgame is solved as if it were a game of its own, which starts with one
    of the initial states, as likely as blueprint and response make them. What
    the leader's choices in it mean for the follower *before* it is forgotten:
    so the follower may respond otherwise, and the leader may lose by it.

    Parameters:
        game: a game of two players that says what they know.
        leader: the leader's name.
        blueprint: the leader's behaviour strategy: {information set: {action:
            probability}}.
        subgame_of: a function of a state: a label where a subgame begins, else
            None; see SequenceForm.

    [Ling and Brown 2021.]

    >>> from mastering_games.games.exit_games import ExitBeforeChance
    >>> game = ExitBeforeChance()
    >>> search = NaiveSearch(
    ...     game, "leader", game.get_blueprint(), game.get_subgame
    ... )
    >>> search.blueprint.value, round(search.combined().value, 6) + 0.0
    (1.0, 0.0)
    """

    def __init__(self, game, leader, blueprint, subgame_of):
        self.game, self.subgame_of = game, subgame_of
        form = SequenceForm(game, subgame_of=subgame_of)
        self.strong = StrongResponse(form, leader)
        self.treeplex = form.treeplexes[self.strong.leader]
        self.behaviour = dict(blueprint)
        self.blueprint = self.strong.commit(
            Strategy.from_behaviour(self.treeplex, blueprint)
        )
        self.labels = list(form.subgames)
        self.entries = self._entries()

    def _entries(self):
        """For each subgame, its initial states: how likely each is by chance
        and the leader, and how likely if the follower does their part too."""
        game, form = self.game, self.strong.form
        response = self.blueprint.response.to_behaviour()
        found = {label: {} for label in form.subgames}
        waiting = [(game.get_initial_state(), 1.0, 1.0)]
        while waiting:
            state, reach, follower = waiting.pop()
            label = self.subgame_of(state)
            if label is not None:
                before = found[label].get(state, (0.0, 0.0))
                found[label][state] = (
                    before[0] + reach,
                    before[1] + reach * follower,
                )
                continue
            if game.is_terminal(state):
                continue
            mover = game.get_player_turn(state)
            for action in game.get_actions(state):
                after = game.get_transition(state, action)
                if mover == CHANCE:
                    odds = float(game.get_probability(state, action))
                    waiting.append((after, reach * odds, follower))
                elif mover == form.players[self.strong.leader]:
                    known = game.get_information_set(state)
                    odds = float(self.behaviour[known].get(action, 0))
                    waiting.append((after, reach * odds, follower))
                else:
                    odds = response[game.get_information_set(state)][action]
                    waiting.append((after, reach, follower * odds))
        return found

    def search(self, label, time_limit=None) -> dict:
        """What the leader plays in a subgame: behaviour in its information
        sets. Empty, so the blueprint stays, if chance and the leader never let
        play come there.

        If the follower should not be there, by the best response to the
        blueprint, only chance's and the leader's part count.
        """
        if label not in self.entries:
            raise ValueError(f"no subgame {label!r}; there are {self.labels!r}")
        entries = self.entries[label]
        weights = {state: both for state, (_, both) in entries.items()}
        if not any(weights.values()):
            weights = {state: reach for state, (reach, _) in entries.items()}
        if not any(weights.values()):
            return {}
        leader = self.strong.form.players[self.strong.leader]
        solver = StackelbergCorrelation(Subgame(self.game, weights), leader)
        return solver.solve(time_limit).strategy.to_behaviour()

    def combined(self, labels=None, time_limit=None) -> Commitment:
        """What the leader gets who searches in these subgames (in all, if none
        are named), and plays the blueprint elsewhere."""
        behaviour = dict(self.behaviour)
        for label in self.labels if labels is None else labels:
            behaviour |= self.search(label, time_limit)
        return self.strong.commit(
            Strategy.from_behaviour(self.treeplex, behaviour)
        )
