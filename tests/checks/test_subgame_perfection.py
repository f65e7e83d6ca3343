"""The checker of subgame perfection, against the definition itself and on known games."""

import itertools
from fractions import Fraction
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mastering_games.checks.subgame_perfection import (
    Deviation,
    deviations,
    is_subgame_perfect,
)
from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.games.sharing_game import SharingGame
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.all_equilibria import AllEquilibria
from tests.backward_induction.test_backward_induction import (
    Line,
    all_nodes,
    play,
    solve,
)
from tests.random_games import tree_games
from tests.test_game import ChanceWalk


def first_best(root):
    return {
        node.state: node.best_action
        for node in all_nodes(root)
        if node.children
    }


@pytest.mark.parametrize(
    "game",
    [
        AbstractExtensiveFormGame(),
        SharingGame(),
        SharingGame(6),
        TicTacToe(),
        Line(50_000),
    ],
)
def test_solved_games_pass(game):
    assert is_subgame_perfect(game, first_best(solve(game)))


@settings(max_examples=2000, deadline=None)
@given(tree_games())
def test_solved_random_games_pass(game):
    assert is_subgame_perfect(game, first_best(solve(game)))


def no_strategy_gains_anywhere(game, strategies, decisions):
    """The definition, word for word: whole strategies, every subgame."""
    for number, player in enumerate(game.get_players()):
        own = [
            state
            for state in decisions
            if game.get_player_turn(state) == player
        ]
        for actions in itertools.product(
            *[game.get_actions(state) for state in own]
        ):
            changed = strategies | dict(zip(own, actions))
            for state in decisions:
                if (
                    play(game, state, changed)[number]
                    > play(game, state, strategies)[number]
                ):
                    return False
    return True


@settings(max_examples=300, deadline=None)
@given(tree_games(), st.data())
def test_it_decides_as_the_definition_does(game, data):
    decisions = [node.state for node in all_nodes(solve(game)) if node.children]
    assume(len(decisions) <= 6)
    strategies = {
        state: data.draw(st.sampled_from(game.get_actions(state)))
        for state in decisions
    }
    assert is_subgame_perfect(game, strategies) == no_strategy_gains_anywhere(
        game, strategies, decisions
    )


def test_a_non_credible_threat_is_found():
    """Refusing the equal split to get more would hurt the one who refuses."""
    game = SharingGame()
    threat = {
        (): (0, 2),
        ((2, 0),): "reject",
        ((1, 1),): "reject",
        ((0, 2),): "accept",
    }
    assert deviations(game, threat) == [
        Deviation(((1, 1),), "responder", "accept", 1)
    ]


def test_a_gain_within_the_tolerance_is_none():
    class Almost(AbstractExtensiveFormGame):
        rewards = AbstractExtensiveFormGame.rewards | {
            ("A", "D"): (8, 8 + 1e-12)
        }

    strategies = {(): "A", ("A",): "C", ("B",): "F"}
    assert not is_subgame_perfect(Almost(), strategies)
    assert is_subgame_perfect(Almost(), strategies, tolerance=1e-9)


def test_chance_moves_as_it_must():
    class Wait(ChanceWalk):
        """After the coin's step, the walker may stop short of the end for 7."""

        def get_actions(self, state):
            return ["step", "leap"] if state in (0, 1) else []

        def get_transition(self, state, action):
            return (
                (state + 1 if action == "step" else 7)
                if state
                else {"step": 1, "leap": 2}[action]
            )

        def is_terminal(self, state):
            return state in (2, 7)

    assert is_subgame_perfect(Wait(), {1: "leap"})
    assert deviations(Wait(), {1: "step"}) == [
        Deviation(1, "walker", "leap", 5)
    ]
    assert Wait().get_probability(0, "leap") == Fraction(2, 3)


@pytest.mark.parametrize(
    ("strategies", "message"),
    [
        ({(): "A", ("A",): "C"}, r"say nothing of state \('B',\)"),
        (
            {(): "C", ("A",): "C", ("B",): "F"},
            r"pick 'C' in state \(\); legal actions: 'A', 'B'",
        ),
    ],
)
def test_strategies_that_are_none_are_refused(strategies, message):
    with pytest.raises(ValueError, match=message):
        deviations(AbstractExtensiveFormGame(), strategies)


def test_a_cycle_is_reported():
    class Loop(Line):
        def get_transition(self, state, action):
            return (state + 1) % 3

    with pytest.raises(ValueError, match="the game has a cycle"):
        deviations(Loop(5), {})


def test_the_sharing_game_has_two_equilibria():
    game = SharingGame()
    equilibria = AllEquilibria(game).all_equilibria(solve(game))
    assert [value for value, _ in equilibria] == [(2, 0), (1, 1)]


@settings(max_examples=300, deadline=None)
@given(tree_games())
def test_all_and_only_the_equilibria_are_listed(game):
    root = solve(game)
    decisions = [node.state for node in all_nodes(root) if node.children]
    assume(prod(len(game.get_actions(state)) for state in decisions) <= 300)
    listed = AllEquilibria(game).all_equilibria(root)
    found = []
    for actions in itertools.product(
        *[game.get_actions(state) for state in decisions]
    ):
        strategies = dict(zip(decisions, actions))
        if is_subgame_perfect(game, strategies):
            found.append(strategies)
    assert sorted(
        map(repr, (sorted(a.items(), key=repr) for _, a in listed))
    ) == sorted(map(repr, (sorted(a.items(), key=repr) for a in found)))
    for value, actions in listed:
        assert value == play(game, root.state, actions)


def test_too_many_equilibria_are_refused():
    with pytest.raises(ValueError, match="more than 100 equilibria"):
        AllEquilibria(TicTacToe(), max_equilibria=100).all_equilibria(
            solve(TicTacToe())
        )
