"""The room that slack needs: never too little, and not far too much."""

import numpy as np
import pytest

from mastering_games.commitment.largest_slack import largest_slack
from mastering_games.commitment.leaf_form import LeafForm
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.matrix_game import MatrixGame
from mastering_games.games.nim import Nim
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from tests.hidden_games import HiddenGame


def slack(form, leader, strategy):
    best = BestResponse(form).best_response(1 - leader, strategy)
    values = np.array([best.value, *best.of_information_sets])
    return values[form.treeplexes[1 - leader].rows] - best.of_sequences


GAMES = [
    *(HiddenGame(s, 5, zero_sum=False, inner=s % 2) for s in range(15)),
    KuhnPoker(),
    Goofspiel(3, zero_sum=False),
    LeducPoker(ranks=2, rake=0.1),
    Nim([2, 2]),
]


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_slack_has_room(game, leader):
    """Neither pure nor mixed strategies of the leader's make more slack than the bound."""
    form = SequenceForm(game)
    room = largest_slack(form, leader)
    random = np.random.default_rng(0)
    treeplex = form.treeplexes[leader]
    for trial in range(60):
        weights = random.random(treeplex.number_of_sequences)
        if trial % 2:  # a pure strategy
            largest = np.maximum.reduceat(weights, treeplex.starts)
            weights = weights == largest[treeplex.rows]
        probabilities = treeplex.normalised(weights.astype(float))
        strategy = Strategy.from_array(treeplex, probabilities)
        assert (slack(form, leader, strategy) <= room + 1e-12).all()


def test_the_room_is_needed():
    """In a table the bound is reached."""
    form = SequenceForm(MatrixGame([[(0, 1), (0, 5)], [(0, 2), (0, 0)]]))
    assert largest_slack(form, 0).tolist() == [0, 4, 2]


def test_the_room_is_far_less_than_100():
    room = largest_slack(SequenceForm(Goofspiel(3, zero_sum=False)), 0)
    assert room.max() < 2
    assert room.mean() < 0.1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_leaves(game):
    """The leaves are the same game, and whatever the players do one is reached."""
    form, leaves = SequenceForm(game), LeafForm(game)
    plans = []
    for mine, other in zip(form.treeplexes, leaves.treeplexes):
        assert mine.information_sets == other.information_sets
        assert mine.parents == other.parents
        assert mine.actions == other.actions
        plans.append(Strategy.uniform(mine).plan)
    assert leaves.number_of_histories == form.number_of_histories
    assert leaves.expected_payoffs(plans) == pytest.approx(
        form.expected_payoffs(plans)
    )
    ends = [leaves.ends_of(player) @ plans[player] for player in (0, 1)]
    assert leaves.chance @ (ends[0] * ends[1]) == pytest.approx(1)


def test_too_many_leaves():
    with pytest.raises(ValueError, match="more than 10 histories"):
        LeafForm(KuhnPoker(), max_histories=10)
