"""Backward induction: known values, a brute force that enumerates strategies, and strange games."""

import itertools
import subprocess
import sys

import pytest
from hypothesis import given, settings

from mastering_games.game import CHANCE
from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.games.bitboard_tictactoe import BitboardTicTacToe
from mastering_games.games.sharing_game import SharingGame
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.symmetric_backward_induction import (
    SymmetricBackwardInduction,
)
from tests.random_games import tree_games
from tests.test_game import Walk
from tools.chapters import ROOT


def solve(game):
    return BackwardInduction(game).backward_induction(game.get_initial_state())


def all_nodes(root):
    nodes = {id(root): root}
    waiting = [root]
    while waiting:
        for child in waiting.pop().children.values():
            if id(child) not in nodes:
                nodes[id(child)] = child
                waiting.append(child)
    return list(nodes.values())


def test_the_abstract_game():
    root = solve(AbstractExtensiveFormGame())
    assert root.value == (3, 8)
    assert root.player == "player 1"
    assert root.best_actions == ["A"]
    assert root.children["A"].best_actions == ["C"]
    assert root.children["B"].value == (2, 10)
    assert root.children["A"].children["C"].player is None


def test_the_sharing_game_keeps_every_equally_good_answer():
    root = solve(SharingGame())
    assert root.value == (2, 0)
    assert root.best_actions == [(2, 0)]
    assert root.children[2, 0].best_actions == ["accept", "reject"]
    assert root.children[1, 1].best_actions == ["accept"]


def test_tictactoe_is_a_draw_and_every_state_is_one_node():
    root = solve(TicTacToe())
    assert root.value == (0, 0)
    assert len(root.best_actions) == 9
    assert len(all_nodes(root)) == 5_478


@pytest.mark.parametrize("game", [TicTacToe(), BitboardTicTacToe()])
def test_symmetric_states_are_solved_once(game):
    """765 nodes, and in every one of the 5,478 states the value that the plain solver finds."""
    symmetric = SymmetricBackwardInduction(game).backward_induction(
        game.get_initial_state()
    )
    by_key = {
        game.get_symmetry_key(node.state): node for node in all_nodes(symmetric)
    }
    assert len(all_nodes(symmetric)) == len(by_key) == 765
    for node in all_nodes(solve(game)):
        representative = by_key[game.get_symmetry_key(node.state)]
        assert representative.value == node.value
        assert representative.player == node.player
        if representative.state == node.state:
            assert representative.best_actions == node.best_actions


def test_with_integers_as_states_tictactoe_has_the_same_solution():
    strings, integers = solve(TicTacToe()), solve(BitboardTicTacToe())
    pairs, seen = [(strings, integers)], set()
    for plain, compact in pairs:
        assert BitboardTicTacToe().get_state(plain.state) == compact.state
        assert TicTacToe().get_board(
            plain.state
        ) == BitboardTicTacToe().get_board(compact.state)
        assert plain.value == compact.value
        assert plain.player == compact.player
        assert plain.best_actions == compact.best_actions
        assert list(plain.children) == list(compact.children)
        for action, child in plain.children.items():
            if child.state not in seen:
                seen.add(child.state)
                pairs.append((child, compact.children[action]))
    assert len(pairs) == 5_478


def test_x_in_the_middle_wins():
    game = TicTacToe()
    state = game.get_transition(
        [["x", "o", "o"], [" ", " ", "x"], [" ", " ", " "]], (1, 1)
    )
    root = BackwardInduction(game).backward_induction(state)
    assert root.value == (1, -1)
    assert root.best_actions == [(1, 0), (2, 0), (2, 1), (2, 2)]


def test_a_convenient_position_will_do():
    root = BackwardInduction(TicTacToe()).backward_induction(
        [["x", "o", "o"], "  x", "   "]
    )
    assert root.state == "xoo  x   "


def recursive(game, state):
    """The algorithm box, as it stands there."""
    if not game.get_actions(state):
        return tuple(game.get_reward(state))
    mover = game.get_players().index(game.get_player_turn(state))
    best_child = (float("-inf"),) * len(game.get_players())
    for action in game.get_actions(state):
        child_reward = recursive(game, game.get_transition(state, action))
        if child_reward[mover] > best_child[mover]:
            best_child = child_reward
    return tuple(
        a + b for a, b in zip(game.get_reward(state), best_child, strict=True)
    )


@settings(max_examples=300)
@given(tree_games())
def test_it_computes_what_the_algorithm_box_says(game):
    for node in all_nodes(solve(game)):
        assert node.value == recursive(game, node.state)


@settings(max_examples=300)
@given(tree_games())
def test_all_and_only_the_equally_good_actions_are_best(game):
    for node in all_nodes(solve(game)):
        if node.children:
            mover = game.players.index(node.player)
            best = max(child.value[mover] for child in node.children.values())
            assert node.best_actions == [
                a for a, c in node.children.items() if c.value[mover] == best
            ]
            assert list(node.children) == game.get_actions(node.state)
        else:
            assert node.best_actions == []


def play(game, state, strategy):
    """The sum of rewards along the path that a strategy profile (state: action) takes."""
    total = game.get_reward(state)
    while not game.is_terminal(state):
        state = game.get_transition(state, strategy[state])
        total = tuple(
            a + b for a, b in zip(total, game.get_reward(state), strict=True)
        )
    return total


@settings(max_examples=100, deadline=None)
@given(tree_games())
def test_no_player_gains_by_any_other_strategy_in_any_subgame(game):
    """The definition of subgame perfection, by brute force over a player's whole strategies."""
    nodes = [node for node in all_nodes(solve(game)) if node.children]
    strategy = {node.state: node.best_action for node in nodes}
    for number, player in enumerate(game.get_players()):
        own = [node for node in nodes if node.player == player]
        alternatives = itertools.product(*[node.children for node in own])
        for actions in itertools.islice(alternatives, 500):
            deviation = strategy | {
                node.state: action
                for node, action in zip(own, actions, strict=True)
            }
            for node in nodes:
                assert (
                    play(game, node.state, deviation)[number]
                    <= node.value[number]
                )
    for node in nodes:
        assert play(game, node.state, strategy) == node.value


class Line(Walk):
    """One player, ``length`` moves in a row; the whole line pays 1. For games that are deep, or loop."""

    def __init__(self, length):
        self.length = length

    def get_actions(self, state):
        return ["on"] if state < self.length else []

    def get_transition(self, state, action):
        return state + 1

    def is_terminal(self, state):
        return state == self.length

    def get_reward(self, state):
        return (1,) if state == self.length else (0,)


def test_a_game_50_000_moves_deep():
    assert solve(Line(50_000)).value == (1,)


def test_a_game_without_end_is_refused():
    endless = Line(float("inf"))
    with pytest.raises(
        ValueError, match="more than 1000 states: solve a smaller"
    ):
        BackwardInduction(endless, max_states=1000).backward_induction(0)


def test_rewards_on_the_way_count():
    class Toll(Line):
        def get_reward(self, state):
            return (-state,)

    assert solve(Toll(4)).value == (-(0 + 1 + 2 + 3 + 4),)


@pytest.mark.parametrize("back_to", [0, 3, 4])
def test_a_cycle_is_reported(back_to):
    class Loop(Line):
        def get_actions(self, state):
            return ["on", "back"] if state == 4 else super().get_actions(state)

        def get_transition(self, state, action):
            return back_to if action == "back" else state + 1

    with pytest.raises(
        ValueError, match=rf"play can return to {back_to}: the game has a cycle"
    ):
        solve(Loop(6))


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        (
            {"get_reward": lambda self, state: (1, 2)},
            "gives 2 payoffs for 1 players",
        ),
        (
            {"get_reward": lambda self, state: (float("nan"),)},
            "every payoff must be finite",
        ),
        (
            {"get_reward": lambda self, state: (float("-inf"),)},
            "every payoff must be finite",
        ),
        (
            {"get_actions": lambda self, state: []},
            "no actions in 0, but it is not terminal",
        ),
        (
            {"get_player_turn": lambda self, state: CHANCE},
            "'chance' moves in 2, but the players are \\['walker'\\]",
        ),
        (
            {"get_player_turn": lambda self, state: "runner"},
            "'runner' moves in 2, but the players are \\['walker'\\]",
        ),
    ],
)
def test_a_broken_game_gets_a_clear_error(methods, message):
    game = type("Broken", (Line,), methods)(3)
    with pytest.raises(ValueError, match=message):
        solve(game)


def test_a_state_that_cannot_be_hashed_is_named():
    class Lists(Line):
        def get_transition(self, state, action):
            return [state + 1]

    for game, state, named in (Line(3), [0], r"\[0\]"), (Lists(3), 0, r"\[1\]"):
        with pytest.raises(
            TypeError, match=f"the state {named} cannot be hashed: build states"
        ):
            BackwardInduction(game).backward_induction(state)


def test_the_run_file_runs_as_a_program():
    path = (
        ROOT
        / "tests"
        / "backward_induction"
        / "abstract_extensive_form_game_run.py"
    )
    result = subprocess.run(
        [sys.executable, path],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.startswith("digraph")
