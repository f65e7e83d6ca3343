"""The code cells of the chapter that this book's first one follows run here as they stand there.

Source: Tim Miller, *Mastering Reinforcement Learning* (2022), chapter "Backward induction". Quoted
as they are, but for the names of the packages: mastering_rl.extensive_form_games is
mastering_games here. Its three listings load our files.
"""

import pytest
from IPython.core.interactiveshell import InteractiveShell

from tools.chapters import ROOT

LISTINGS = [
    "mastering_games/perfect_information/backward_induction.py",
    "mastering_games/games/abstract_extensive_form_game.py",
    "tests/backward_induction/abstract_extensive_form_game_run.py",
]

ROOT_AND_CHILDREN = """
from mastering_games.games.tictactoe import TicTacToe

tictactoe = TicTacToe()
backward_induction = BackwardInduction(tictactoe)
solution = backward_induction.backward_induction(tictactoe.get_initial_state())
gv = GraphVisualisation(max_level = 1)
tictactoe_subgraph = gv.node_to_graph(tictactoe, solution, print_state = True, print_value = True)
tictactoe_subgraph
"""

SUBTREE = """
from mastering_games.games.tictactoe import TicTacToe

tictactoe = TicTacToe()
backward_induction = BackwardInduction(tictactoe)
state = [['x', 'o', 'o'],
         [' ', ' ', 'x'],
         [' ', ' ', ' ']]


next_state = tictactoe.get_transition(state, (1, 1))
solution = backward_induction.backward_induction(next_state)
gv = GraphVisualisation(max_level = 100)
tictactoe_subgraph = gv.node_to_graph(tictactoe, solution, print_state = True, print_value = True)
tictactoe_subgraph
"""


@pytest.fixture(scope="module")
def shell():
    shell = InteractiveShell()
    for listing in LISTINGS:
        assert shell.run_cell(
            (ROOT / listing).read_text(encoding="utf-8")
        ).success
    return shell


def test_the_listings_and_the_run_file(shell, capsys):
    assert shell.user_ns["solution"].value == (3, 8)


def test_the_root_and_its_children(shell):
    result = shell.run_cell(ROOT_AND_CHILDREN)
    assert result.success
    assert shell.user_ns["solution"].value == (0, 0)
    assert result.result.outline.count("o to move, value (0, 0)") == 9
    assert result.result.outline.count("- + 8 more") == 9


def test_the_subtree_that_x_wins(shell):
    result = shell.run_cell(SUBTREE)
    assert result.success
    assert shell.user_ns["solution"].value == (1, -1)
    assert "more" not in result.result.outline
