"""The rules of the book's games."""

import pytest

from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.games.advertising import Advertising
from mastering_games.games.bitboard_tictactoe import BitboardTicTacToe
from mastering_games.games.centipede import Centipede
from mastering_games.games.envious_sharing_game import EnviousSharingGame
from mastering_games.games.melting_cake import MeltingCake
from mastering_games.games.sharing_game import SharingGame
from mastering_games.games.tictactoe import SYMMETRIES, TicTacToe


def reachable(game):
    """Every state, and the number of edges of the game's graph."""
    seen = {game.get_initial_state()}
    waiting = list(seen)
    while waiting:
        state = waiting.pop()
        for action in game.get_actions(state):
            child = game.get_transition(state, action)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen


def test_tictactoe_has_5478_states_549946_tree_nodes_and_255168_plays():
    game = TicTacToe()
    states = reachable(game)
    assert len(states) == 5_478
    size, plays = {}, {}
    for state in sorted(states, key=lambda state: state.count(" ")):
        children = [
            game.get_transition(state, action)
            for action in game.get_actions(state)
        ]
        size[state] = 1 + sum(size[child] for child in children)
        plays[state] = (
            sum(plays[child] for child in children) if children else 1
        )
    assert size[game.get_initial_state()] == 549_946
    assert plays[game.get_initial_state()] == 255_168


BOARD = [["x", "o", "o"], [" ", " ", "x"], [" ", " ", " "]]


def test_tictactoe_takes_a_board_as_rows_in_every_method():
    game = TicTacToe()
    state = "xoo  x   "
    assert game.get_state(BOARD) == game.get_state(state) == state
    assert game.get_transition(BOARD, (1, 1)) == "xoo xx   "
    assert BOARD == [["x", "o", "o"], [" ", " ", "x"], [" ", " ", " "]], (
        "the board given is not changed"
    )
    assert game.get_player_turn(BOARD) == "x"
    assert game.get_actions(BOARD) == [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
    assert not game.is_terminal(BOARD)
    assert game.get_reward(BOARD) == (0, 0)
    assert game.to_string(BOARD) == "x o o\n. . x\n. . ."
    assert game.get_board(BOARD) == ["xoo", "  x", "   "]
    assert game.get_state(("xoo", "  x", "   ")) == state


@pytest.mark.parametrize(
    ("board", "payoffs", "outcome"),
    [
        ("xxxoo    ", (1, -1), "x wins"),
        ("xx ooo x ", (-1, 1), "o wins"),
        ("xoxxoxoxo", (0, 0), "draw"),
        ("xo xo x  ", (1, -1), "x wins"),
        ("x oxo o x", (-1, 1), "o wins"),
        ("xo oxxo x", (1, -1), "x wins"),
    ],
)
def test_tictactoe_ends(board, payoffs, outcome):
    game = TicTacToe()
    assert game.is_terminal(board)
    assert game.get_actions(board) == []
    assert game.get_reward(board) == payoffs
    assert game.get_outcome(board) == outcome
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(board, (2, 1))


@pytest.mark.parametrize(
    "action", [(0, 0), (3, 0), (1,), "middle", None, (1, 1, 1), [1, 1]]
)
def test_tictactoe_refuses_an_illegal_action(action):
    with pytest.raises(
        ValueError, match=r"illegal action .* legal actions: \(1, 0\), \(1, 1\)"
    ):
        TicTacToe().get_transition(BOARD, action)


@pytest.mark.parametrize(
    ("board", "rule"),
    [
        ([["x", "o"], [" ", " "]], "three rows of three cells"),
        ("xo", "three rows of three cells"),
        (
            [["X", " ", " "], [" ", " ", " "], [" ", " ", " "]],
            "a cell holds 'x', 'o' or ' '",
        ),
        ([["", "x", " "], "   ", "   "], "a cell holds 'x', 'o' or ' '"),
        ("oo       ", "x and o take turns and x begins"),
        ("xx       ", "x and o take turns and x begins"),
        ("xxxooo   ", "play ends when x has three in a line"),
        ("oooxx xx ", "play ends when o has three in a line"),
    ],
)
def test_tictactoe_refuses_an_impossible_board(board, rule):
    with pytest.raises(ValueError, match=rule):
        TicTacToe().get_state(board)


def test_the_abstract_game():
    game = AbstractExtensiveFormGame()
    assert len(reachable(game)) == 7
    assert game.get_reward(("A", "C")) == (3, 8)
    assert game.get_reward(()) == (0, 0)
    assert [game.to_string(state) for state in [(), ("A",), ("A", "C")]] == [
        "start",
        "A",
        "A C",
    ]
    with pytest.raises(
        ValueError,
        match=r"illegal action 'E' in state \('A',\); legal actions: 'C', 'D'",
    ):
        game.get_transition(("A",), "E")


@pytest.mark.parametrize("number_of_items", [0, 1, 2, 7])
def test_the_sharing_game(number_of_items):
    game = SharingGame(number_of_items)
    assert len(reachable(game)) == 1 + 3 * (number_of_items + 1)
    for split in game.get_actions(()):
        assert sum(split) == number_of_items
        assert game.get_reward((split, "accept")) == split
        assert game.get_reward((split, "reject")) == (0, 0)


def test_the_sharing_game_in_words():
    game = SharingGame()
    assert game.to_string(()) == "start"
    assert game.to_string(((1, 1),)) == "keep 1, give 1"
    assert game.get_outcome(((1, 1), "reject")) == "rejected"
    with pytest.raises(ValueError, match="illegal action 'accept'"):
        game.get_transition((), "accept")
    with pytest.raises(ValueError, match="number_of_items is -1"):
        SharingGame(-1)


def test_the_symmetries_of_tictactoe():
    assert len(set(SYMMETRIES)) == 8
    game = TicTacToe()
    keys = {game.get_symmetry_key(state) for state in reachable(game)}
    assert len(keys) == 765
    assert game.get_symmetry_key(BOARD) == game.get_symmetry_key(
        [" xo", "  o", "  x"]  # a quarter turn
    )
    assert (
        len({game.get_symmetry_key(s) for s in ["x        ", "  x      "]}) == 1
    )
    assert (
        len({game.get_symmetry_key(s) for s in ["x        ", " x       "]}) == 2
    )


def test_bitboard_tictactoe():
    game = BitboardTicTacToe()
    state = game.get_state(BOARD)
    assert state == 0b000_100_001 | 0b000_000_110 << 9
    assert game.get_state(state) == state
    assert game.get_player_turn(state) == "x"
    assert game.get_board(state) == ["xoo", "  x", "   "]
    won = game.get_state(["xxx", "oo ", "   "])
    assert game.is_terminal(won)
    assert game.get_actions(won) == ()
    assert game.get_outcome(won) == "x wins"
    for action in (0, 0), (3, 3), "middle", [1, 1]:
        with pytest.raises(ValueError, match="illegal action"):
            game.get_transition(state, action)
    with pytest.raises(ValueError, match="play has ended"):
        game.get_transition(won, (2, 2))
    with pytest.raises(ValueError, match="x and o take turns"):
        game.get_state(["ooo", "   ", "   "])


def play(game, *actions):
    state = game.get_initial_state()
    for action in actions:
        state = game.get_transition(state, action)
    return state


def test_posters_cost_what_they_cost():
    game = Advertising(cost=4)
    assert game.get_reward(play(game, "posters", "none")) == (4, 2)
    assert game.get_reward(play(game, "none", "posters")) == (2, 4)


def test_envy_counts_only_what_the_other_has_more():
    game = EnviousSharingGame(10, envy=0.5)
    assert game.get_reward(play(game, (8, 2), "accept")) == (8, -1)
    assert game.get_reward(play(game, (2, 8), "accept")) == (2, 8)
    assert game.get_reward(play(game, (8, 2), "reject")) == (0, 0)


@pytest.mark.parametrize("passes", range(6))
def test_who_takes_in_the_centipede_gets_the_larger_pile(passes):
    game = Centipede()
    end = play(game, *["pass"] * passes, "take")
    pays = game.get_reward(end)
    assert sorted(pays) == [passes, passes + 2]
    assert pays[passes % 2] == passes + 2
    assert game.get_outcome(end) == "taken"
    assert game.get_reward(play(game, *["pass"] * passes)) == (0, 0)


def test_after_the_last_pass_the_next_player_gets_the_larger_pile():
    game = Centipede()
    end = play(game, *["pass"] * 6)
    assert game.get_reward(end) == (8, 6)
    assert game.get_outcome(end) == "all passed"
    assert Centipede(1).get_reward((1, False)) == (1, 3)


def test_the_cake_melts_by_a_slice_and_the_other_proposes():
    game = MeltingCake(4)
    assert game.get_player_turn(play(game, 1)) == "Bob"
    second = play(game, 1, "reject")
    assert game.get_player_turn(second) == "Bob"
    assert game.get_actions(second) == [0, 1, 2, 3]
    assert game.get_reward(play(game, 1, "accept")) == (3, 1)
    assert game.get_reward(play(game, 1, "reject", 1, "accept")) == (1, 2)
    melted = play(game, 1, "reject", 0, "reject", 0, "reject", 0, "reject")
    assert game.is_terminal(melted)
    assert game.get_reward(melted) == (0, 0)
    assert game.get_outcome(melted) == "melted"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Centipede(0), "number_of_steps is 0: somebody must move"),
        (lambda: MeltingCake(0), "slices is 0: there must be a cake"),
        (lambda: EnviousSharingGame(2, envy=-1), "envy is -1: it cannot be"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
