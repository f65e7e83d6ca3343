"""The relevant pairs of sequences, and what all correlation plans fulfil."""

import numpy as np
import pytest
from scipy.sparse import coo_array

from mastering_games.commitment.correlation_plan import CorrelationPlan
from mastering_games.commitment.leaf_form import LeafForm
from mastering_games.game import CHANCE
from mastering_games.games.explicit_tree import ExplicitTree
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from tests.hidden_games import HiddenGame

GAMES = [
    KuhnPoker(),
    LeducPoker(ranks=2, max_raises=1),
    Goofspiel(cards=3),
    *(HiddenGame(seed, inner=seed % 2 == 0) for seed in range(30)),
]


def meetings(game):
    """All (information set of one, of two) that some history passes, with None
    for the lack of one; those with one action do not count. And the actions."""
    one, two = game.get_players()
    actions = {None: [None]}
    found = set()

    def visit(state, passed):
        found.update((a, b) for a in passed[one] for b in passed[two])
        if game.is_terminal(state):
            return
        mover, moves = game.get_player_turn(state), game.get_actions(state)
        if mover != CHANCE and len(moves) > 1:
            label = game.get_information_set(state)
            actions[label] = moves
            passed = passed | {mover: [*passed[mover], label]}
            found.update((a, b) for a in passed[one] for b in passed[two])
        for move in moves:
            if mover != CHANCE or game.get_probability(state, move) > 0:
                visit(game.get_transition(state, move), passed)

    visit(game.get_initial_state(), {one: [None], two: [None]})
    return found, actions


def last(treeplex, sequence):
    """A sequence's last information set and action."""
    return (treeplex.words(sequence) or [(None, None)])[-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [(0, 1), (1, 0)])
def test_a_pair_is_relevant_if_a_path_of_play_passes_both(game, players):
    plan = CorrelationPlan(SequenceForm(game), players)
    pairs = {
        tuple(map(last, plan.treeplexes, pair))
        for pair in zip(plan.pairs.one, plan.pairs.two)
    }
    found, actions = meetings(game)
    expected = {
        ((a, x), (b, y))
        for a, b in (pair[:: 1 - 2 * players[0]] for pair in found)
        for x in actions[a]
        for y in actions[b]
    }
    assert pairs == expected
    assert len(plan.pairs) == len(expected)


@pytest.mark.parametrize("game", GAMES)
def test_the_form_knows_where_play_ends(game):
    """A LeafForm has an entry for each end."""
    form, leaves = SequenceForm(game), LeafForm(game)
    ends = set(zip(*form.ends.tolist()))
    assert ends == set(zip(*leaves.sequences.tolist()))
    assert len(ends) == form.ends.shape[1]


def test_pairs_are_not_lost_where_the_ends_pay_nothing():
    game = ExplicitTree(
        {
            "l": {"l": {"l": 0, "r": (0, 0)}, "r": 0},
            "r": {"l": 0, "r": {"l": 0, "r": (1, 2)}},
        }
    )
    form = SequenceForm(game)
    assert len(form.chance) == 1
    one, two = form.treeplexes
    # Each player's information sets are all on a path with the other's first.
    plan = CorrelationPlan(form)
    assert len(plan.pairs) == (
        one.number_of_sequences * two.number_of_sequences
        - 2 * 2 * 2  # those after l, l with Bob's after r; after r, r with l
    )


def mixed(treeplex, random):
    return Strategy.from_array(
        treeplex,
        treeplex.normalised(random.random(treeplex.number_of_sequences)),
    )


def independent(plan, one, two):
    """The correlation plan of players who act independently."""
    weights = []
    for treeplex, left, own in zip(plan.treeplexes, plan.left, (one, two)):
        weights.append(np.zeros(treeplex.number_of_sequences))
        weights[-1][left] = own
    return weights[0][plan.pairs.one] * weights[1][plan.pairs.two]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [(0, 1), (1, 0)])
def test_mixtures_of_independent_play_are_correlation_plans(game, players):
    form, random = SequenceForm(game), np.random.default_rng(0)
    plan = CorrelationPlan(form, players)
    drawn = [[mixed(t, random).plan for t in form.treeplexes] for _ in "abc"]
    weights = np.mean(
        [independent(plan, *(plans[p] for p in players)) for plans in drawn],
        axis=0,
    )
    for side in (0, 1):
        (rows, columns, values), number = plan.flow(side)
        shape = number, len(plan.pairs)
        flow = coo_array((values, (rows, columns)), shape=shape)
        assert np.abs(flow @ weights).max(initial=0) < 1e-12
    for player in (0, 1):
        expected = [form.expected_payoffs(plans)[player] for plans in drawn]
        assert plan.payoffs(player) @ weights == pytest.approx(
            np.mean(expected), abs=1e-12
        )


@pytest.mark.parametrize("game", GAMES)
def test_forced_moves_are_left_out(game):
    plan = CorrelationPlan(SequenceForm(game))
    for treeplex in plan.treeplexes:
        assert all(len(actions) > 1 for actions in treeplex.actions)
