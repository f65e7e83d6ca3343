"""Naive search: improve a commitment, subgame by subgame. It is not safe."""

from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.commitment.subgame import Subgame
from mastering_games.commitment.subgame_search import SubgameSearch


class NaiveSearch(SubgameSearch):
    """Solves each subgame as if it were a game of its own.

    It starts with one of the initial states, as likely as blueprint and
    response make them. What the leader's choices in it mean for the follower
    *before* it is forgotten: so the follower may respond otherwise, and the
    leader may lose by it. Parameters and attributes: see SubgameSearch.

    [Ling and Brown 2021.]

    >>> from mastering_games.games.exit_games import ExitBeforeChance
    >>> game = ExitBeforeChance()
    >>> search = NaiveSearch(
    ...     game, "leader", game.get_blueprint(), game.get_subgame
    ... )
    >>> search.blueprint.value, round(search.combined().value, 6) + 0.0
    (1.0, 0.0)
    """

    def weights(self, label) -> dict:
        """How likely the initial states of a subgame are, up to a factor: all
        0 if chance and the leader never let play come there.

        If the follower should not be there, by the best response to the
        blueprint, only chance's and the leader's part count.
        """
        number, leads = self.number_of(label), self.strong.leader
        leader = self.blueprint.strategy.plan
        follower = self.blueprint.response.plan
        reach, both = {}, {}
        for begun in self.form.initial_states:
            if begun.subgame == number:
                one, two = begun.sequences[leads], begun.sequences[1 - leads]
                likely, state = begun.chance * float(leader[one]), begun.state
                reach[state] = reach.get(state, 0.0) + likely
                likely *= float(follower[two])
                both[state] = both.get(state, 0.0) + likely
        return both if any(both.values()) else reach

    def search(self, label, time_limit=None) -> dict:
        weights = self.weights(label)
        if not any(weights.values()):
            return {}
        leader = self.form.players[self.strong.leader]
        solver = StackelbergCorrelation(
            Subgame(self.form.game, weights), leader
        )
        return solver.solve(time_limit).strategy.to_behaviour()
