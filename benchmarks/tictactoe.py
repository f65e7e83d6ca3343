"""Tic-tac-toe, solved: this project's programs and other projects' Python ones.

Two kinds of work are measured, and the table says which is which. A full solution has the value of
every state that play can reach. A search for the start alone may skip all states that cannot change
the start's value, and mostly does.
"""

from benchmarks.timing import Program
from mastering_games.games import tictactoe
from mastering_games.games.bitboard_tictactoe import BitboardTicTacToe
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.symmetric_backward_induction import (
    SymmetricBackwardInduction,
)

ALL = "value and all best moves of every state"
ALL_UP_TO_SYMMETRY = "value and all best moves of every state, up to symmetry"
VALUES = "value of every state"
VALUE = "value of the start"
START = "one best move at the start"


def own_programs() -> list[Program]:
    """The book's solver, with three ways to write the same game down."""

    def solver(algorithm, game):
        def run():
            tictactoe.get_winner.cache_clear()
            return algorithm(game).backward_induction(game.get_initial_state())

        return run

    def check(root):
        return root.value == (0, 0) and len(root.best_actions) == 9

    return [
        Program(name, finds, None, solver(algorithm, game), check)
        for name, finds, algorithm, game in [
            ("Backward induction", ALL, BackwardInduction, TicTacToe()),
            (
                "Backward induction, a state is one integer",
                ALL,
                BackwardInduction,
                BitboardTicTacToe(),
            ),
            (
                "Backward induction, symmetric states once",
                ALL_UP_TO_SYMMETRY,
                SymmetricBackwardInduction,
                TicTacToe(),
            ),
            (
                "Backward induction, both",
                ALL_UP_TO_SYMMETRY,
                SymmetricBackwardInduction,
                BitboardTicTacToe(),
            ),
        ]
    ]


def open_spiel() -> list[Program]:
    """OpenSpiel's solvers in Python. Its states and moves are written in C++."""
    import pyspiel
    from open_spiel.python.algorithms import minimax, value_iteration

    game = pyspiel.load_game("tic_tac_toe")
    start = str(game.new_initial_state())
    return [
        Program(
            "OpenSpiel, value iteration",
            VALUES,
            "open_spiel",
            lambda: value_iteration.value_iteration(game, -1, 1e-9),
            lambda values: len(values) == 5_478 and values[start] == 0,
        ),
        Program(
            "OpenSpiel, alpha-beta",
            START,
            "open_spiel",
            lambda: minimax.alpha_beta_search(game),
            lambda answer: answer[0] == 0,
        ),
        Program(
            "OpenSpiel, minimax",
            START,
            "open_spiel",
            lambda: minimax.expectiminimax(
                game.new_initial_state(),
                9,
                lambda state: state.player_return(0),
                0,
            ),
            lambda answer: answer[0] == 0,
        ),
    ]


def easy_ai() -> list[Program]:
    """easyAI's two ways to solve a game, both with its table of positions seen."""
    from easyAI import (
        AI_Player,
        Negamax,
        TranspositionTable,
        solve_with_depth_first_search,
    )
    from easyAI.games.TicTacToe import TicTacToe as EasyTicTacToe

    class Game(EasyTicTacToe):
        def ttentry(self):  # the key into the table, which the author adds
            return tuple(self.board)

    def new_game():
        return Game([AI_Player(None), AI_Player(None)])

    def negamax():
        search = Negamax(9, tt=TranspositionTable())
        search(new_game())
        return search.alpha

    return [
        Program(
            "easyAI, depth-first solver with its table",
            VALUE,
            "easyAI",
            lambda: solve_with_depth_first_search(
                new_game(), win_score=100, tt=TranspositionTable()
            ),
            lambda value: value == 0,
        ),
        Program(
            "easyAI, negamax with its table",
            START,
            "easyAI",
            negamax,
            lambda value: value == 0,
        ),
    ]


def aima() -> list[Program]:
    """The programs of Russell and Norvig's textbook."""
    from aima3 import games

    game = games.TicTacToe()
    moves = set(game.initial.moves)
    return [
        Program(
            "AIMA, alpha-beta",
            START,
            "aima3",
            lambda: games.alphabeta_search(game.initial, game),
            moves.__contains__,
        ),
        Program(
            "AIMA, minimax",
            START,
            "aima3",
            lambda: games.minimax_decision(game.initial, game),
            moves.__contains__,
        ),
    ]


PEERS = [open_spiel, easy_ai, aima]
