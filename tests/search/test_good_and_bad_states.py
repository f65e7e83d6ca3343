"""Good, bad and drawn states: known values, and the definitions checked state by state."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.game import ExtensiveFormGame, check_game
from mastering_games.games.cat_and_mouse import CatAndMouse
from mastering_games.games.connect_four import ConnectFour
from mastering_games.games.dots_and_boxes import DotsAndBoxes
from mastering_games.games.hexapawn import Hexapawn
from mastering_games.games.nim import Nim
from mastering_games.games.sugar_packets import SugarPackets
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.good_and_bad_states import (
    BAD,
    GOOD,
    PlayAnyGame,
)
from mastering_games.perfect_information.retrograde_analysis import (
    RetrogradeAnalysis,
)
from tests.random_games import nested

SIZES = {  # size: first mover, states, tree nodes, leaves
    1: (BAD, 3, 3, 1),
    2: (GOOD, 98, 275, 69),
    3: (GOOD, 8_423, 66_480_113, 18_417_948),
}


@pytest.mark.parametrize("size", SIZES)
def test_the_sugar_packet_game(size):
    value, states, nodes, leaves = SIZES[size]
    game = SugarPackets(size)
    assert check_game(game) == []
    solver = PlayAnyGame(game, all_moves=True)
    root = solver.play_any_game(game.get_initial_state())
    assert root.value == value
    assert len(solver.nodes) == states
    below = {}

    def count(node):
        if node.state not in below:
            counts = [count(child) for child in node.children.values()]
            below[node.state] = (
                1 + sum(c[0] for c in counts),
                sum(c[1] for c in counts) or 1,
            )
        return below[node.state]

    assert count(root) == (nodes, leaves)
    solved = BackwardInduction(game).backward_induction(0)
    assert (solved.value == (1, -1)) == (value == GOOD)


def test_one_opening_of_the_3_x_3_race_loses_and_24_states_force_a_pass():
    game = SugarPackets(3)
    solver = PlayAnyGame(game, all_moves=True)
    assert solver.play_any_game(0).best_actions == [2, 3]
    passes = [n for n in solver.nodes.values() if list(n.children) == ["pass"]]
    assert len(passes) == 24


def test_every_state_of_the_race_is_as_good_as_its_transpose():
    game = SugarPackets(3)
    solver = PlayAnyGame(game)
    solver.play_any_game(0)
    for (state, _), node in list(solver.nodes.items()):
        if not game.is_terminal(state):
            mirrored = game.transposed(state)
            assert game.transposed(mirrored) == state
            assert game.get_actions(mirrored) == game.get_actions(state)
            assert solver.play_any_game(mirrored).value == node.value


def test_the_race_takes_positions_and_refuses_impossible_ones():
    game = SugarPackets(2)
    state = game.get_state(((1, 0), (0, 2), "Vera"))
    assert game.get_tokens(state) == ((1, 0), (0, 2))
    assert game.get_player_turn(state) == "Vera"
    assert game.get_state(state) == state
    for position, message in {
        ((1, 0, 0), (0, 0), "Vera"): "each player has 2 tokens",
        ((4, 0), (0, 0), "Vera"): "stands on 0 to 3",
        ((1, 0), (1, 0), "Vera"): "two tokens stand on row 1, column 1",
        ((3, 3), (3, 3), "Vera"): "cannot have moved all tokens off",
    }.items():
        with pytest.raises(ValueError, match=message):
            game.get_state(position)
    for size in 0, -1, 1.5, "3":
        with pytest.raises(ValueError, match="at least 1 square"):
            SugarPackets(size)
    for action in "pass", 0, 3, (1, 1), [1], None, True and "1":
        with pytest.raises(ValueError, match="illegal action"):
            game.get_transition(0, action)
    over = game.get_state(((3, 3), (0, 0), "Vera"))
    with pytest.raises(ValueError, match="play has ended"):
        game.get_transition(over, 1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(any))
def test_nim_is_lost_exactly_where_the_xor_is_zero(heaps):
    game = Nim(heaps)
    xor = 0
    for heap in heaps:
        xor ^= heap
    node = PlayAnyGame(game, all_moves=True).play_any_game(
        game.get_initial_state()
    )
    assert (node.value == BAD) == (xor == 0)
    for action in node.children:
        after = game.get_transition(node.state, action)
        left = 0
        for heap in after[0]:
            left ^= heap
        assert (action in node.best_actions) == (left == 0)


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.sampled_from([1, -1]),
        lambda c: st.lists(c, min_size=1, max_size=3),
        max_leaves=20,
    ).filter(lambda tree: isinstance(tree, list))
)
def test_good_means_that_backward_induction_wins(tree):
    game = nested(tree)
    solved = BackwardInduction(game).backward_induction(game.tree)
    for all_moves in False, True:
        node = PlayAnyGame(game, all_moves).play_any_game(game.tree)
        assert (node.value == GOOD) == (solved.value == (1, -1))
        wins = [a for a, c in solved.children.items() if c.value == (1, -1)]
        assert node.best_actions == (wins if all_moves else wins[:1])


def test_games_that_are_not_of_this_kind_are_refused():
    with pytest.raises(ValueError, match="nobody wins in"):
        PlayAnyGame(TicTacToe()).play_any_game(" " * 9)
    boxes = DotsAndBoxes(3, 1)
    with pytest.raises(ValueError, match=r"moves twice in a row|nobody wins"):
        PlayAnyGame(boxes, all_moves=True).play_any_game(
            boxes.get_initial_state()
        )
    house = CatAndMouse()
    with pytest.raises(ValueError, match=r"play can return to .*Retrograde"):
        PlayAnyGame(house, all_moves=True).play_any_game(
            house.get_initial_state()
        )
    over = ("   " * 2 + "wbb", "white")
    with pytest.raises(ValueError, match="nobody is to move"):
        PlayAnyGame(Hexapawn()).play_any_game(over)


def nodes_of(root):
    nodes, waiting = {root.state: root}, [root]
    for node in waiting:
        for child in node.children.values():
            if child.state not in nodes:
                nodes[child.state] = child
                waiting.append(child)
    return nodes


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), SugarPackets(2), Hexapawn(), ConnectFour(4, 3, 3), Nim()],
    ids=lambda game: type(game).__name__,
)
def test_where_play_ends_retrograde_analysis_is_backward_induction(game):
    start = game.get_initial_state()
    analysed = nodes_of(RetrogradeAnalysis(game).retrograde_analysis(start))
    solved = nodes_of(BackwardInduction(game).backward_induction(start))
    assert analysed.keys() == solved.keys()
    for state, node in solved.items():
        assert analysed[state].value == node.value
        assert set(analysed[state].best_actions) == set(node.best_actions)


class Graph(ExtensiveFormGame):
    """A game given as a graph: {state: (mover, children)}, or a payoff to the first player."""

    def __init__(self, graph):
        self.graph = graph

    def get_players(self):
        return ["MAX", "MIN"]

    def get_initial_state(self):
        return 0

    def get_player_turn(self, state):
        return self.get_players()[self.graph[state][0]]

    def get_actions(self, state):
        node = self.graph[state]
        return list(range(len(node[1]))) if isinstance(node, tuple) else []

    def get_transition(self, state, action):
        return self.graph[state][1][action]

    def is_terminal(self, state):
        return not isinstance(self.graph[state], tuple)

    def get_reward(self, state):
        pays = 0 if isinstance(self.graph[state], tuple) else self.graph[state]
        return (pays, -pays)


def graphs(size=8):
    states = st.integers(0, size - 1)
    inner = st.tuples(
        st.integers(0, 1), st.lists(states, min_size=1, max_size=3)
    )
    return st.lists(
        st.one_of(inner, inner, st.sampled_from([1, 0, -1])),
        min_size=size,
        max_size=size,
    ).map(Graph)


@settings(max_examples=500, deadline=None)
@given(graphs())
def test_loopy_games_by_brute_force(game):
    """Who can force a win within n moves, for n = 0, 1, 2, ... until nothing changes."""
    if game.is_terminal(0):
        return
    sets = {1: set(), -1: set()}
    reach = [0]
    for state in reach:
        if not game.is_terminal(state):
            reach += [c for c in game.graph[state][1] if c not in reach]
    when = {}
    for moves in range(len(reach) + 1):
        new = {1: set(), -1: set()}
        for state in reach:
            node = game.graph[state]
            for winner, player in (1, 0), (-1, 1):
                if game.is_terminal(state):
                    won = node == winner
                elif node[0] == player:
                    won = any(c in sets[winner] for c in node[1])
                else:
                    won = all(c in sets[winner] for c in node[1])
                if won:
                    new[winner].add(state)
                    when.setdefault(state, moves)
        sets = {w: sets[w] | new[w] for w in sets}
    analysis = RetrogradeAnalysis(game)
    for state, node in nodes_of(analysis.retrograde_analysis(0)).items():
        expected = 1 if state in sets[1] else -1 if state in sets[-1] else 0
        assert node.value == (expected, -expected)
        if expected:
            assert analysis.distance[state] == when[state]
        if node.children:
            assert node.best_actions


def test_the_first_best_action_makes_progress():
    """MAX can win at once, or go round through MIN's state: both keep the win."""
    analysis = RetrogradeAnalysis(Graph([(0, [1, 2]), (1, [0]), 1]))
    root = analysis.retrograde_analysis(0)
    assert root.value == (1, -1)
    assert set(root.best_actions) == {0, 1}
    assert root.best_action == 1
    house = CatAndMouse()
    analysis = RetrogradeAnalysis(house)
    for node in nodes_of(
        analysis.retrograde_analysis(house.get_initial_state())
    ).values():
        for moves in range(20):  # noqa: B007
            if not node.children or not any(node.value):
                break
            node = node.children[node.best_action]
        assert moves < 19


def test_a_solver_that_met_an_error_forgets_what_was_undecided():
    solver = PlayAnyGame(Graph([(0, [1]), 0]))
    for _ in range(2):
        with pytest.raises(ValueError, match="nobody wins in 1"):
            solver.play_any_game(0)
    with pytest.raises(ValueError, match="no actions in 0"):
        PlayAnyGame(Graph([(0, [])])).play_any_game(0)

    class Paying(Graph):
        def get_reward(self, state):
            return (5, -5) if state == 0 else super().get_reward(state)

    with pytest.raises(ValueError, match="pays before the end"):
        PlayAnyGame(Paying([(0, [1]), -1])).play_any_game(0)


def test_bad_input_to_retrograde_analysis():
    class Paid(Graph):
        def get_reward(self, state):
            return (5, -5) if self.is_terminal(state) else (0, 0)

    with pytest.raises(ValueError, match="needs a winner"):
        RetrogradeAnalysis(Paid([(0, [1]), 1])).retrograde_analysis(0)
    with pytest.raises(ValueError, match="more than 10 states"):
        RetrogradeAnalysis(TicTacToe(), max_states=10).retrograde_analysis(
            " " * 9
        )
    with pytest.raises(ValueError, match="no actions in 0"):
        RetrogradeAnalysis(Graph([(0, [])])).retrograde_analysis(0)
