"""The strategies and the path that a solution tells."""

from hypothesis import given, settings

from mastering_games.checks.subgame_perfection import is_subgame_perfect
from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.expectiminimax import Expectiminimax
from mastering_games.perfect_information.strategies import (
    path_of_play,
    strategies,
)
from tests.backward_induction.test_backward_induction import all_nodes, solve
from tests.random_games import tree_games


def test_the_abstract_game():
    root = solve(AbstractExtensiveFormGame())
    assert strategies(root) == {
        "player 1": {(): "A"},
        "player 2": {("A",): "C", ("B",): "F"},
    }
    assert path_of_play(root) == [("player 1", "A"), ("player 2", "C")]


def test_an_end_has_neither():
    game = AbstractExtensiveFormGame()
    end = solve(game).children["A"].children["C"]
    assert strategies(end) == {}
    assert path_of_play(end) == []


def test_perfect_play_fills_the_board():
    assert len(path_of_play(solve(TicTacToe()))) == 9


@settings(max_examples=300, deadline=None)
@given(tree_games())
def test_they_are_an_equilibrium_and_the_path_pays_its_value(game):
    root = solve(game)
    profile = strategies(root)
    together = {
        state: a for own in profile.values() for state, a in own.items()
    }
    assert together.keys() == {n.state for n in all_nodes(root) if n.children}
    assert is_subgame_perfect(game, together)
    state = root.state
    total = game.get_reward(state)
    for player, action in path_of_play(root):
        assert player == game.get_player_turn(state)
        state = game.get_transition(state, action)
        total = tuple(map(sum, zip(total, game.get_reward(state))))
    assert game.is_terminal(state)
    assert total == root.value


def test_the_path_ends_where_chance_decides():
    tree = {"roll": Chance({"1": (0.5, 3), "6": (0.5, {"stay": 1})}), "rest": 0}
    root = Expectiminimax(ExplicitTree(tree)).expectiminimax(())
    assert path_of_play(root) == [("MAX", "roll")]
    assert set(strategies(root)) == {"MAX", "MIN"}
