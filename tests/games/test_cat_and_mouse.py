"""Cat and mouse."""

from collections import Counter
from itertools import product

import pytest

from mastering_games.game import check_game
from mastering_games.games.cat_and_mouse import DEFAULT, CatAndMouse
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from tests.games.test_games import play, reachable

LINE = {"hole": "a", "a": ["hole", "b"], "b": "ac", "c": "b"}


def line(cat, mouse):
    return CatAndMouse(LINE, cat=cat, mouse=mouse)


def test_the_contract_is_kept_but_for_its_cycles():
    problems = check_game(CatAndMouse())
    assert len(problems) == 1
    assert problems[0].startswith("play can return to state ")


def test_backward_induction_refuses_it():
    game = CatAndMouse()
    with pytest.raises(ValueError, match="the game has a cycle"):
        BackwardInduction(game).backward_induction(game.get_initial_state())


def test_moving():
    game = CatAndMouse()
    state = game.get_initial_state()
    assert state == ("C", "A", 0)
    assert game.get_player_turn(state) == "mouse"
    assert game.get_actions(state) == ["B", "D", "F"]
    assert game.to_string(state) == "mouse C, cat A"
    child = game.get_transition(state, "D")
    assert state == ("C", "A", 0)
    assert child == ("D", "A", 1)
    assert game.get_player_turn(child) == "cat"
    assert game.get_actions(child) == ["B", "E"], "not into the hole"
    assert game.get_reward(child) == (0, 0)
    assert play(game, "D", "B", "C", "A") == state


@pytest.mark.parametrize(
    ("game", "moves", "outcome"),
    [
        (line("c", "a"), ["hole"], "mouse wins"),
        (line("b", "a"), ["b"], "cat wins"),  # the mouse walks onto the cat
        (line("a", "c"), ["b", "b"], "cat wins"),  # and the cat onto it
    ],
)
def test_ends(game, moves, outcome):
    assert not game.is_terminal(play(game, *moves[:-1]))
    end = play(game, *moves)
    assert game.is_terminal(end)
    assert game.get_actions(end) == []
    assert game.get_outcome(end) == outcome
    mouse_wins = outcome == "mouse wins"
    assert game.get_reward(end) == ((1, -1) if mouse_wins else (-1, 1))
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, "a")


@pytest.mark.parametrize("action", ["C", "A", "E", "Z", 0, None, ["B"], ("B",)])
def test_an_illegal_action_is_refused(action):
    game = CatAndMouse()
    with pytest.raises(
        ValueError, match=r"illegal .* legal actions: 'B', 'D', 'F'$"
    ):
        game.get_transition(game.get_initial_state(), action)


def test_the_cat_may_not_enter_the_hole():
    with pytest.raises(ValueError, match="illegal action 'hole'"):
        CatAndMouse().get_transition(("D", "A", 1), "hole")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hole": "X"}, "hole is 'X', an unknown node: give one of 'A', 'B'"),
        ({"cat": "X"}, "cat is 'X', an unknown node"),
        ({"mouse": "X"}, "mouse is 'X', an unknown node"),
        ({"cat": "hole"}, "the cat starts in the hole, 'hole': put it else"),
        ({"graph": DEFAULT | {"X": ()}}, "node 'X' has no neighbours: add"),
        ({"graph": DEFAULT | {"G": "FX"}}, "from 'G' to 'X', an unknown node"),
        ({"graph": DEFAULT | {"G": "FB"}}, "'G' to 'B' is one-way: add 'G'"),
        ({"graph": DEFAULT | {"G": "FG"}}, "leads from 'G' to itself"),
        (
            {"graph": DEFAULT | {"hole": "AX", "X": ["hole"]}},
            "a cat at 'X' could not move",
        ),
        ({"graph": {}}, "hole is 'hole', an unknown node"),
    ],
)
def test_a_graph_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        CatAndMouse(**arguments)


def test_the_graph_given_is_not_changed():
    graph = {node: list(LINE[node]) for node in LINE}
    game = CatAndMouse(graph, cat="a", mouse="c")
    check_game(game)
    assert graph == {node: list(LINE[node]) for node in LINE}
    graph["c"].append("a")
    assert game.graph["c"] == ("b",)


def winners(game):
    """Who can force a win, for each state in which somebody can."""
    nodes = product(game.graph, set(game.graph) - {game.hole}, (0, 1))
    states, won = list(nodes), {}
    for state in states:
        if game.is_terminal(state):
            won[state] = game.get_outcome(state).split()[0]
    while True:
        new = {}
        for state in states:
            if state not in won:
                mover = game.get_player_turn(state)
                reached = {
                    won.get(game.get_transition(state, action))
                    for action in game.get_actions(state)
                }
                if mover in reached:
                    new[state] = mover
                elif len(reached) == 1 and None not in reached:
                    new[state] = reached.pop()
        if not new:
            return states, won
        won |= new


def test_the_default_game_has_all_kinds_of_states_and_is_a_draw():
    game = CatAndMouse()
    states, won = winners(game)
    kinds = Counter(won.get(s) for s in states if not game.is_terminal(s))
    assert kinds == {"mouse": 29, "cat": 32, None: 23}
    assert {won.get(state) for state in reachable(game)} == {
        "mouse",
        "cat",
        None,
    }
    start = game.get_initial_state()
    assert start not in won
    values = {
        action: won.get(game.get_transition(start, action))
        for action in game.get_actions(start)
    }
    assert values == {"B": "cat", "D": None, "F": "cat"}, "one way to be safe"


def test_a_line_has_no_draw_where_the_cat_is_between():
    _, won = winners(line("a", "c"))
    assert won["c", "a", 0] == "cat"
    assert won["a", "c", 0] == "mouse"
