"""Minimax, alpha-beta and their kin against backward induction, brute force and tiny games."""

import itertools
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.alpha_beta import AlphaBeta
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.heuristic_minimax import (
    HeuristicAlphaBeta,
    HeuristicMinimax,
)
from mastering_games.perfect_information.minimax import Minimax
from mastering_games.perfect_information.transposition_table import (
    LOWER,
    UPPER,
    TableAlphaBeta,
)
from tests.backward_induction.test_backward_induction import Line
from tests.random_games import TreeGame, nested, tree_games, zero_sum_games

SHARED = [6, 9]
TINY = {
    "a table bound kept as exact": (
        [[5, SHARED], [SHARED, 8], [7, 7]],
        8,
        [1],
        6,
    ),
    "ties after a cut": ([[3, 5], [3, 0]], 3, [0], 3),
    "the root never raises alpha": (
        [[4, 6], [1, 9], [2, 8], [0, 7]],
        4,
        [0],
        5,
    ),
    "a win delayed": ([[[1], [1, 1]], 1, [[0]]], 1, [0, 1], 4),
    "no deep cutoff": ([5, [[[2, 8], 1], 7]], 5, [0], 3),
}


def minimax(game, state=None):
    return Minimax(game).minimax(
        game.get_initial_state() if state is None else state
    )


@settings(max_examples=300, deadline=None)
@given(zero_sum_games())
def test_every_search_finds_what_backward_induction_finds(game):
    solved = BackwardInduction(game).backward_induction(game.tree)
    best = solved.best_actions
    for quickest in False, True:
        found = Minimax(game, quickest).minimax(game.tree)
        assert found.value == solved.value[0]
        for search in AlphaBeta, TableAlphaBeta:
            found = search(game, quickest=quickest).alpha_beta(game.tree)
            assert found.value == solved.value[0]
            if solved.children:
                assert found.best_action in best
    if best:
        assert Minimax(game).decision(game.tree) == best[0]
        assert AlphaBeta(game).best_actions(game.tree) == best
        assert TableAlphaBeta(game).best_actions(game.tree) == best
        deep = HeuristicMinimax(game, lambda state: 0, 50)
        assert deep.minimax(game.tree).value == solved.value[0]
        assert HeuristicAlphaBeta(game, lambda s: 0, 50).best_actions(
            game.tree
        ) == (best)


@settings(max_examples=300, deadline=None)
@given(zero_sum_games(), st.integers(-3, 2), st.integers(1, 3))
def test_what_alpha_beta_returns_is_what_it_promises(game, alpha, width):
    beta = alpha + width
    value = minimax(game, game.tree).value
    for search in AlphaBeta(game), TableAlphaBeta(game):
        found = search.alpha_beta(game.tree, alpha, beta).value
        if alpha < found < beta:
            assert found == value
        elif found <= alpha:
            assert value <= found
        else:
            assert value >= found


@settings(max_examples=200, deadline=None)
@given(zero_sum_games(), st.integers(-3, 2), st.integers(1, 3))
def test_a_table_that_has_seen_other_windows_still_tells_the_truth(
    game, alpha, width
):
    search = TableAlphaBeta(game)
    search.alpha_beta(game.tree, alpha, alpha + width)
    assert search.alpha_beta(game.tree).value == minimax(game, game.tree).value
    for state, entry in search.table.items():
        value = minimax(game, state).value
        assert (
            entry.value <= value
            if entry.bound == LOWER
            else entry.value >= value
            if entry.bound == UPPER
            else entry.value == value
        )


@settings(max_examples=200, deadline=None)
@given(zero_sum_games())
def test_the_record_proves_what_it_says(game):
    """Each visit's bounds hold, and the root's meet."""
    for search in AlphaBeta(game), TableAlphaBeta(game):
        root = search.alpha_beta(game.tree, record=True).record
        assert root.low == root.high == root.value
        waiting = [root]
        for visit in waiting:
            value = minimax(game, visit.state).value
            assert visit.low <= value <= visit.high
            assert visit.low <= visit.value <= visit.high
            if visit.unsearched:
                assert visit.reason
            assert set(visit.children) | set(visit.unsearched) <= set(
                game.get_actions(visit.state)
            )
            waiting += visit.children.values()


@settings(max_examples=100, deadline=None)
@given(zero_sum_games())
def test_counts_are_those_of_the_record(game):
    found = AlphaBeta(game).alpha_beta(game.tree, record=True)
    visits = [found.record]
    for visit in visits:
        visits += visit.children.values()
    assert found.nodes == len(visits)
    assert found.leaves == sum(not visit.children for visit in visits)
    assert found.cuts == sum(bool(visit.unsearched) for visit in visits)
    unwatched = AlphaBeta(game).alpha_beta(game.tree)
    assert (found.nodes, found.leaves, found.principal_variation) == (
        unwatched.nodes,
        unwatched.leaves,
        unwatched.principal_variation,
    )


@settings(max_examples=200, deadline=None)
@given(zero_sum_games())
def test_the_principal_variation_ends_at_the_value(game):
    for found in (
        minimax(game, game.tree),
        AlphaBeta(game).alpha_beta(game.tree),
    ):
        state = game.tree
        for action in found.principal_variation:
            state = game.get_transition(state, action)
        assert game.is_terminal(state)
        assert game.get_reward(state)[0] == found.value


def soonest(tree, maximise=True):
    """By brute force: (value, how soon) with quick wins and late losses preferred."""
    if not isinstance(tree, list):
        return (tree, 0)
    below = []
    for child in tree:
        value, sooner = soonest(child, not maximise)
        below.append((value, sooner + (value < 0) - (value > 0)))
    return max(below) if maximise else min(below)


@pytest.mark.parametrize("mistake", TINY)
def test_a_tiny_game_in_which_this_mistake_would_show(mistake):
    tree, value, best, leaves = TINY[mistake]
    game = nested(tree)
    for search in AlphaBeta(game), TableAlphaBeta(game):
        assert search.alpha_beta(game.tree).value == value
        assert search.best_actions(game.tree) == best
    assert AlphaBeta(game).alpha_beta(game.tree).leaves == leaves
    quick = AlphaBeta(game, quickest=True)
    (below,) = {soonest(tree)}
    assert quick.value(game.tree, 0, (-inf,), (inf,)) == below


def test_a_win_is_not_delayed():
    tree, _, _, _ = TINY["a win delayed"]
    game = nested(tree)
    for search in AlphaBeta, TableAlphaBeta:
        assert search(game, quickest=True).best_actions(game.tree) == [1]
    assert Minimax(game, quickest=True).decision(game.tree) == 1


@settings(max_examples=200, deadline=None)
@given(zero_sum_games(alternating=True))
def test_quick_wins_in_games_whose_states_are_met_at_several_depths(game):
    def distance(state, depth):
        values = [
            distance(game.get_transition(state, action), depth + 1)
            for action in game.get_actions(state)
        ]
        if not values:
            pays = game.get_reward(state)[0]
            return (pays, -depth if pays > 0 else depth if pays < 0 else 0)
        return max(values) if state[1] == 0 else min(values)

    for search in AlphaBeta, TableAlphaBeta:
        found = search(game, quickest=True).value(game.tree, 0, (-inf,), (inf,))
        assert found == distance(game.tree, 0)


@pytest.mark.parametrize("branching", [2, 3, 5])
@pytest.mark.parametrize("depth", range(1, 6))
def test_best_ordering_visits_the_minimal_tree(branching, depth):
    """Knuth and Moore 1975: b^ceil(d/2) + b^floor(d/2) - 1 leaves, if all that matters is in front."""

    def tree(levels, maximise=True):
        if levels == 0:
            return 0
        return [tree(levels - 1, not maximise)] * branching

    found = AlphaBeta(nested(tree(depth))).alpha_beta(nested(tree(depth)).tree)
    assert (
        found.leaves
        == branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    )


def test_tictactoe_counts():
    game = TicTacToe()
    everything = minimax(game)
    assert (everything.nodes, everything.leaves) == (549_946, 255_168)
    cut = AlphaBeta(game).alpha_beta(game.get_initial_state())
    assert cut.value == 0
    assert cut.nodes < everything.nodes / 20
    table = TableAlphaBeta(game).alpha_beta(game.get_initial_state())
    assert table.nodes < cut.nodes / 5
    assert table.table_hits > 0


def test_perfect_players_draw_tictactoe():
    game = TicTacToe()
    for first, second in itertools.product(
        [AlphaBeta, TableAlphaBeta], repeat=2
    ):
        state = " " * 9
        players = [first(game), second(game)]
        for ply in itertools.count():
            if game.is_terminal(state):
                break
            state = game.get_transition(state, players[ply % 2].decision(state))
        assert game.get_reward(state) == (0, 0)


@given(tree_games())
def test_games_that_minimax_would_get_wrong_are_refused(game):
    rewards, waiting = [], [game.tree]
    for state in waiting:
        rewards.append((game.get_reward(state), not state[2]))
        waiting += state[2]
    sound = len(game.players) == 2 and all(
        sum(pays) == 0 if ends else not any(pays) for pays, ends in rewards
    )
    if sound:
        minimax(game, game.tree)
    else:
        with pytest.raises(ValueError, match="BackwardInduction"):
            minimax(game, game.tree)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match=r"not zero-sum: .* pays \(3, 8\)"):
        minimax(AbstractExtensiveFormGame())
    with pytest.raises(ValueError, match="has 3 players"):
        Minimax(TreeGame(((0, 0, 0), 0, ()), 3))
    game = TicTacToe()
    with pytest.raises(ValueError, match="alpha 1 is not below 1"):
        AlphaBeta(game).alpha_beta(" " * 9, 1, 1)
    with pytest.raises(ValueError, match="max_depth is -1: it counts plies"):
        HeuristicMinimax(game, lambda state: 0, -1)
    for estimate in float("nan"), None, "good":
        search = HeuristicMinimax(game, lambda state, e=estimate: e, 1)
        with pytest.raises(ValueError, match="must be a number"):
            search.minimax(" " * 9)
    with pytest.raises(ValueError, match="x and o take turns"):
        AlphaBeta(game).alpha_beta(["xxx", "   ", "   "])


class DeepLine(Line):
    """Two players move in turn, down a long line."""

    def get_players(self):
        return ["MAX", "MIN"]

    def get_player_turn(self, state):
        return self.get_players()[state % 2]

    def get_reward(self, state):
        return (1, -1) if state == self.length else (0, 0)


def test_a_game_20_000_moves_deep():
    assert AlphaBeta(DeepLine(20_000)).alpha_beta(0).value == 1
    assert Minimax(DeepLine(20_000)).minimax(0).value == 1


def test_a_game_with_a_cycle_is_refused_unless_the_search_stops():
    class Loop(DeepLine):
        def get_transition(self, state, action):
            return 1 if state == 4 else state + 1

    for search in Minimax(Loop(9)).minimax, AlphaBeta(Loop(9)).alpha_beta:
        with pytest.raises(ValueError, match="play can return to 1"):
            search(0)
    assert (
        HeuristicMinimax(Loop(9), lambda state: state, 7).minimax(0).value == 3
    )


def test_depth_0_estimates_the_state_itself():
    game = TicTacToe()
    for search in (
        HeuristicMinimax(game, len, 0).minimax,
        HeuristicAlphaBeta(game, len, 0).alpha_beta,
    ):
        found = search(" " * 9)
        assert (found.value, found.best_action, found.nodes) == (9, None, 1)


class Edges(Line):
    """A game given as {state: (mover, children)}; what is not in it is an end that pays 1 to MAX."""

    def __init__(self, graph, pays=None):
        self.graph, self.pays = graph, pays or {}

    def get_players(self):
        return ["MAX", "MIN"]

    def get_player_turn(self, state):
        return self.graph[state][0]

    def get_actions(self, state):
        return list(range(len(self.graph.get(state, (0, []))[1])))

    def get_transition(self, state, action):
        return self.graph[state][1][action]

    def is_terminal(self, state):
        return state not in self.graph

    def get_reward(self, state):
        pays = self.pays.get(state, 1 if self.is_terminal(state) else 0)
        return (pays, -pays)


MEETS_AT_TWO_DEPTHS = {
    0: ("MIN", [1, 2]),
    1: ("MAX", [4]),
    2: ("MAX", [3]),
    3: ("MIN", [4]),
    4: ("MAX", [5]),
}


def test_a_table_answers_for_its_own_depth_only():
    game = Edges(MEETS_AT_TWO_DEPTHS)

    def evaluate(state):
        return 0.1 if state == 4 else 0

    slow = HeuristicMinimax(game, evaluate, 3).minimax(0)
    quick = HeuristicAlphaBeta(game, evaluate, 3).alpha_beta(0)
    assert (slow.value, slow.best_action) == (0.1, 1)
    assert (quick.value, quick.best_action) == (0.1, 1)


def test_an_estimate_does_not_become_later():
    graph = {
        0: ("MIN", [1, 2]),
        1: ("MIN", [4]),
        2: ("MAX", [3]),
        3: ("MAX", [4]),
        4: ("MAX", [5]),
        5: ("MAX", [6]),
    }
    estimates = [0.2, 0.1, 0.2, 0.1, 0.2, 0.1]
    search = HeuristicAlphaBeta(
        Edges(graph, {6: 0}), estimates.__getitem__, 3, quickest=True
    )
    found = search.alpha_beta(0)
    assert found.score == (0.1, 0)
    assert search.best_actions(0) == [0]


CHANCE_GAME = {0: ("MAX", [1, 2]), 1: ("chance", [3, 4]), 2: ("MIN", [4])}


@pytest.mark.parametrize(
    ("graph", "pays", "message"),
    [
        (CHANCE_GAME, {}, "chance moves in 1"),
        ({0: ("MAX", [1]), 1: ("MIN", [2])}, {1: 5}, "1 pays before the end"),
        ({0: ("MAX", [1]), 1: ("MIN", [0])}, {}, r"play can return to [01]"),
        ({0: ("MAX", [1, 2]), 1: ("MIN", [])}, {}, "no actions in 1"),
        ({0: ("MAX", [1]), 1: (1, [2])}, {}, "1 moves in 1, but the players"),
    ],
)
def test_every_way_to_ask_refuses_what_would_be_wrong_in_silence(
    graph, pays, message
):
    game = Edges(graph, pays)
    for ask in (
        Minimax(game).minimax,
        Minimax(game).decision,
        AlphaBeta(game).alpha_beta,
        AlphaBeta(game).decision,
        AlphaBeta(game).best_actions,
        TableAlphaBeta(game).best_actions,
    ):
        with pytest.raises(ValueError, match=message):
            ask(0)


def test_where_there_is_nothing_to_decide():
    game = TicTacToe()
    for search in Minimax(game), AlphaBeta(game):
        with pytest.raises(ValueError, match=r"nothing to decide.* has ended"):
            search.decision("xxxoo    ")
    shallow = HeuristicAlphaBeta(game, len, 0)
    for ask in shallow.decision, shallow.best_actions:
        with pytest.raises(ValueError, match="0 plies deep"):
            ask(" " * 9)
    with pytest.raises(ValueError, match="max_depth is nan"):
        HeuristicMinimax(game, len, float("nan"))
    with pytest.raises(ValueError, match="alpha and beta are pairs"):
        AlphaBeta(game, quickest=True).alpha_beta(" " * 9, 0, 1)


def test_nothing_is_called_best_where_only_a_bound_was_found():
    game = nested([[4, 0], [3, 3]])
    found = AlphaBeta(game).alpha_beta(game.tree, 5, 6)
    assert (found.value, found.best_action) == (4, None)
    assert AlphaBeta(game).alpha_beta(game.tree, 2, 6).best_action == 1
