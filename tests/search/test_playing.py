"""Deepening, ordering, chance, players and matches."""

import random
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.games.bitboard_tictactoe import BitboardTicTacToe
from mastering_games.games.connect_four import ConnectFour
from mastering_games.games.dots_and_boxes import DotsAndBoxes
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.hexapawn import Hexapawn
from mastering_games.games.mnk_game import MNKGame
from mastering_games.games.nim import Nim
from mastering_games.games.pig import Pig
from mastering_games.games.sugar_packets import SugarPackets
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.games.uniform_tree import UniformTree
from mastering_games.perfect_information.alpha_beta import AlphaBeta
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from mastering_games.perfect_information.expectiminimax import Expectiminimax
from mastering_games.perfect_information.heuristic_minimax import (
    CutOff,
    HeuristicAlphaBeta,
    HeuristicMinimax,
)
from mastering_games.perfect_information.iterative_deepening import (
    IterativeDeepening,
)
from mastering_games.perfect_information.minimax import Minimax
from mastering_games.perfect_information.move_ordering import (
    HistoryHeuristic,
    KillerMoves,
    KnowledgeOrder,
)
from mastering_games.perfect_information.players import (
    GreedyPlayer,
    RandomPlayer,
    Score,
    SearchPlayer,
    play_match,
    tournament,
)
from mastering_games.perfect_information.retrograde_analysis import (
    RetrogradeAnalysis,
)
from mastering_games.perfect_information.transposition_table import (
    TableAlphaBeta,
)
from tests.random_games import zero_sum_games

VALUES = [
    (TicTacToe(), 0),
    (MNKGame(4, 3, 3), 1),
    (ConnectFour(4, 4, 4), 0),
    (Hexapawn(3, 3), -1),
    (Hexapawn(4, 3), 1),
    (Hexapawn(3, 4), -1),
    (Hexapawn(4, 4), 1),
    (DotsAndBoxes(1, 1), -1),
    (DotsAndBoxes(2, 1), 0),
    (DotsAndBoxes(3, 1), -1),
    (DotsAndBoxes(2, 2), 2),
]


@pytest.mark.parametrize(
    ("game", "value"),
    VALUES,
    ids=[f"{type(game).__name__}-{n}" for n, (game, _) in enumerate(VALUES)],
)
def test_known_values_by_alpha_beta_with_a_table(game, value):
    start = game.get_initial_state()
    assert TableAlphaBeta(game).alpha_beta(start).value == value


def noise(state):
    """An evaluation that knows nothing, but always says the same."""
    return random.Random(repr(state)).uniform(-3, 3)


@settings(max_examples=150, deadline=None)
@given(zero_sum_games(), st.integers(0, 5))
def test_alpha_beta_finds_what_h_minimax_finds(game, depth):
    slow = HeuristicMinimax(game, noise, depth).minimax(game.tree)
    quick = HeuristicAlphaBeta(game, noise, depth).alpha_beta(game.tree)
    assert quick.value == slow.value
    assert quick.nodes <= slow.nodes
    both = IterativeDeepening(game, noise).iterative_deepening(
        game.tree, seconds=inf, max_depth=max(1, depth)
    )
    if len(both) == depth:
        assert both[-1].value == slow.value


def kinds_of_order():
    class Plain(CutOff, AlphaBeta):
        pass

    class Killers(KillerMoves, Plain):
        pass

    class History(HistoryHeuristic, Plain):
        pass

    class Knowledge(KnowledgeOrder, Plain):
        pass

    return Plain, Killers, History, Knowledge


@settings(max_examples=100, deadline=None)
@given(zero_sum_games())
def test_order_changes_the_work_and_not_the_value(game):
    value = Minimax(game).minimax(game.tree).value
    for kind in kinds_of_order():
        options = (
            {"rank": lambda state, action: -action}
            if issubclass(kind, KnowledgeOrder)
            else {}
        )
        assert (
            kind(game, noise, 50, **options).alpha_beta(game.tree).value
            == value
        )


@settings(max_examples=100, deadline=None)
@given(zero_sum_games())
def test_deepening_ends_where_all_has_been_seen(game):
    results = IterativeDeepening(game, noise).iterative_deepening(
        game.tree, seconds=inf
    )
    assert results[-1].value == Minimax(game).minimax(game.tree).value
    assert len(results) < 50


def test_an_answer_however_short_the_time():
    game = ConnectFour()
    deepening = IterativeDeepening(game, noise)
    results = deepening.iterative_deepening(0, seconds=0)
    assert len(results) == 1
    assert deepening.decision(0, seconds=0) == results[0].best_action
    for seconds in -1, nan:
        with pytest.raises(ValueError, match="cannot be negative"):
            deepening.iterative_deepening(0, seconds=seconds)
    with pytest.raises(ValueError, match="the first search has depth 1"):
        deepening.iterative_deepening(0, max_depth=0)


def test_time_is_kept():
    """Not how fast: that a search stops in the middle of a depth, and what is returned is complete."""
    game = ConnectFour()
    results = IterativeDeepening(game, noise).iterative_deepening(0, 0.3)
    depth = len(results)
    assert depth < 42
    again = HeuristicAlphaBeta(game, noise, depth).alpha_beta(0)
    assert again.value == results[-1].value


def test_states_never_change_under_search():
    game = Hexapawn(4, 4)
    start = game.get_initial_state()
    before = repr(start)
    HeuristicAlphaBeta(game, noise, 4).alpha_beta(start, record=True)
    assert repr(start) == before


# Chance


def test_a_bent_coin_by_hand():
    game = ExplicitTree(
        {
            "safe": 2,
            "toss": Chance({"h": (0.6, {"l": 5, "r": 6}), "t": (0.4, -2)}),
        }
    )
    root = Expectiminimax(game).expectiminimax(())
    assert root.value == pytest.approx((2.2, -2.2))
    assert root.best_actions == ["toss"]
    assert root.children["toss"].best_actions == []


@settings(max_examples=100, deadline=None)
@given(zero_sum_games())
def test_without_chance_it_is_backward_induction(game):
    solved = BackwardInduction(game).backward_induction(game.tree)
    assert Expectiminimax(game).expectiminimax(game.tree).value == solved.value


def test_the_mean_is_what_happens_on_average():
    """Pig, played by its solution many times, pays what the solution says (seeded)."""
    game = Pig(target=5, die={1: 0.25, 2: 0.75})
    root = Expectiminimax(game).expectiminimax(game.get_initial_state())

    class Perfect:
        def choose(self, game, state, rng):
            return Expectiminimax(game).expectiminimax(state).best_action

    wins = [
        play_match(game, [Perfect(), Perfect()], seed).payoffs[0]
        for seed in range(400)
    ]
    assert sum(wins) / 400 == pytest.approx(root.value[0], abs=0.12)


@pytest.mark.parametrize(
    ("odds", "message"),
    [
        ((0.6, 0.6), "sum to 1.2"),
        ((1.5, -0.5), "is -0.5"),
        ((nan, 1), "is nan"),
    ],
)
def test_probabilities_that_are_none(odds, message):
    class Bent(ExplicitTree):
        def get_probability(self, state, action):
            return odds[["h", "t"].index(action)]

    game = Bent({"toss": Chance({"h": (0.5, 1), "t": (0.5, 0)})})
    with pytest.raises(ValueError, match=message):
        Expectiminimax(game).expectiminimax(())
    with pytest.raises(ValueError, match="must not be negative and sum to 1"):
        ExplicitTree(Chance({"h": (odds[0], 1), "t": (odds[1], 0)}))


def test_a_search_without_chance_refuses_chance():
    game = Pig()
    with pytest.raises(ValueError, match="Expectiminimax solves games with"):
        AlphaBeta(game).alpha_beta(game.get_initial_state())


# Players


def middle(state):
    return -abs(4 - next((i for i, c in enumerate(state) if c == "x"), 4))


def test_a_match_is_what_its_seed_says():
    game = TicTacToe()
    players = [RandomPlayer(), RandomPlayer()]
    one, same, other = (play_match(game, players, seed) for seed in (1, 1, 2))
    assert one == same != other
    state = game.get_initial_state()
    for action in one.actions:
        state = game.get_transition(state, action)
    assert state == one.state
    assert game.get_reward(state) == one.payoffs


def test_a_greedy_player_takes_a_win_and_leaves_a_loss():
    game = TicTacToe()
    greedy = GreedyPlayer(lambda state: 0)
    rng = random.Random(0)
    won = game.get_state(["xx ", "oo ", "   "])
    assert {greedy.choose(game, won, rng) for _ in range(20)} == {(0, 2)}
    for_o = game.get_state(["xx ", "oo ", "x  "])
    assert {greedy.choose(game, for_o, rng) for _ in range(20)} == {(1, 2)}


def test_perfect_beats_random_and_draws_with_itself():
    game = TicTacToe()
    perfect = SearchPlayer(TableAlphaBeta, all_best=True)
    scores = tournament(
        game,
        {"perfect": perfect, "random": RandomPlayer(), "same": perfect},
        rounds=4,
    )
    assert scores["perfect", "random"].losses == 0
    assert scores["perfect", "random"].wins >= 5
    assert scores["perfect", "same"] == Score(0, 8, 0)
    assert scores["random", "perfect"].wins == 0


def test_wilsons_interval():
    low, high = Score(wins=5, draws=0, losses=5).interval()
    assert (round(low, 4), round(high, 4)) == (0.2366, 0.7634)
    assert Score(10, 0, 0).interval()[1] == pytest.approx(1)
    assert Score(1, 2, 1).points == 0.5


def test_bad_players_are_named():
    class Cheat:
        def choose(self, game, state, rng):
            return (0, 0)

    game = TicTacToe()
    with pytest.raises(ValueError, match=r"Cheat chose \(0, 0\) in"):
        play_match(game, [Cheat(), Cheat()])
    with pytest.raises(ValueError, match="has 2 players, and 1 are here"):
        play_match(game, [Cheat()])
    with pytest.raises(ValueError, match="not ended after 3 moves"):
        play_match(game, [RandomPlayer()] * 2, max_moves=3)
    with pytest.raises(ValueError, match="play at least one"):
        tournament(game, {"a": RandomPlayer(), "b": RandomPlayer()}, rounds=0)
    with pytest.raises(ValueError, match="must be a number"):
        play_match(game, [GreedyPlayer(lambda state: nan)] * 2)


def test_an_explicit_tree_tells_what_is_wrong_with_it():
    for tree, message in [
        ({"a": {}}, r"no actions at \('a',\)"),
        ({"a": "x"}, "is no end"),
        ({"a": (1, 2, 3)}, "is no end: give a number or 2 payoffs"),
    ]:
        with pytest.raises(ValueError, match=message):
            ExplicitTree(tree)
    with pytest.raises(ValueError, match="for two players, and there are 3"):
        ExplicitTree({"a": 1}, players=("x", "y", "z"))
    three = ExplicitTree(
        {"a": {"b": {"c": (1, 2, 3)}}}, players=("x", "y", "z")
    )
    assert [three.get_player_turn(("a", "b")[:i]) for i in range(3)] == [
        "x",
        "y",
        "z",
    ]
    assert three.get_reward(("a", "b", "c")) == (1, 2, 3)
    with pytest.raises(ValueError, match="illegal action 'z'"):
        three.get_transition((), "z")


def test_ten_tenths_make_a_whole():
    tenths = Chance({f"face {n}": (0.1, 1) for n in range(10)})
    root = Expectiminimax(ExplicitTree({"sure": 1, "dice": tenths}))
    assert root.expectiminimax(()).best_actions == ["sure", "dice"]


class Bounty(ExplicitTree):
    """The state after "a" pays too."""

    def get_reward(self, state):
        return (5, -5) if state == ("a",) else super().get_reward(state)


def test_a_match_pays_the_sum_of_its_rewards_and_who_gets_more_has_won():
    game = Bounty({"a": {"b": 0}})
    assert play_match(game, [RandomPlayer()] * 2).payoffs == (5, -5)
    second = ExplicitTree({"a": (2, 3)})
    with pytest.warns(UserWarning, match="same two matches again"):
        scores = tournament(
            second, {"one": RandomPlayer(), "two": RandomPlayer()}, rounds=2
        )
    assert scores["one", "two"] == Score(2, 0, 2)
    greedy = GreedyPlayer(lambda state: 0)
    ends = ExplicitTree({"a": 1, "b": 10})
    assert greedy.choose(ends, (), random.Random(0)) == "b"
    with pytest.raises(ValueError, match="no games were played"):
        Score(0, 0, 0).interval()


class Ordered(KnowledgeOrder, TableAlphaBeta):
    pass


def from_the_middle(game):
    """Columns, or cells, by their distance from the middle of the board."""

    def rank(state, action):
        place = action if isinstance(action, tuple) else (0, action)
        sizes = (game.rows, game.columns)
        return sum(
            abs(2 * i - n + 1) for i, n in zip(place, sizes, strict=True)
        )

    return rank


def captures_and_runs(state, action):
    (_, column), (to_row, to_column) = action
    ahead = to_row if state[1] == "white" else -to_row
    return (column == to_column, ahead)


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (MNKGame(4, 4, 3), 1),
        (MNKGame(4, 4, 4), 0),
        (ConnectFour(5, 4), 0),
        (ConnectFour(4, 5), 0),
        (Hexapawn(5, 4), -1),
        (Hexapawn(4, 5), -1),
    ],
    ids=map(str, range(6)),
)
def test_known_values_of_larger_games(game, value):
    rank = (
        captures_and_runs
        if isinstance(game, Hexapawn)
        else from_the_middle(game)
    )
    search = Ordered(game, rank=rank)
    assert search.value(game.get_initial_state(), 0, -2, 2) == value


SMALL = [
    TicTacToe(),
    BitboardTicTacToe(),
    MNKGame(3, 2, 3),
    ConnectFour(3, 3, 3),
    Hexapawn(3, 3),
    Nim((1, 2, 3)),
    SugarPackets(2),
    DotsAndBoxes(2, 1),
    UniformTree(3, 4, seed=5),
]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: type(game).__name__)
def test_all_solvers_agree_on_every_game(game):
    start = game.get_initial_state()
    solved = BackwardInduction(game).backward_induction(start)
    value, best = solved.value[0], solved.best_actions
    for quickest in False, True:
        for kind in AlphaBeta, TableAlphaBeta:
            search = kind(game, quickest=quickest)
            assert search.alpha_beta(start).value == value
            assert set(search.best_actions(start)) <= set(best)
    assert AlphaBeta(game).best_actions(start) == best
    assert Minimax(game).minimax(start).value == value
    deepest = IterativeDeepening(game, lambda state: 0)
    assert deepest.iterative_deepening(start, inf)[-1].value == value
    if not isinstance(game, DotsAndBoxes | UniformTree):
        root = RetrogradeAnalysis(game).retrograde_analysis(start)
        assert root.value == solved.value
        assert set(root.best_actions) == set(best)


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), ConnectFour(4, 3, 3), Hexapawn(3, 3)],
    ids=lambda game: type(game).__name__,
)
def test_one_move_wins_are_taken_and_one_move_losses_stopped(game):
    """In every position: the quickest search, and the shallow one that looks two plies ahead."""
    root = BackwardInduction(game).backward_induction(game.get_initial_state())
    waiting, seen = [root], {root.state}
    full = TableAlphaBeta(game, quickest=True)
    shallow = HeuristicAlphaBeta(game, lambda state: 0, 2, quickest=True)
    for node in waiting:
        for child in node.children.values():
            if child.state not in seen:
                seen.add(child.state)
                waiting.append(child)
        if not node.children:
            continue
        sign = 1 if node.player == game.get_players()[0] else -1
        wins = {
            action
            for action, child in node.children.items()
            if not child.children and child.value[0] == sign
        }
        stops = {
            action
            for action, child in node.children.items()
            if not any(
                not reply.children and reply.value[0] == -sign
                for reply in child.children.values()
            )
        }
        for search in full, shallow:
            action = search.decision(node.state)
            if wins:
                assert action in wins
            elif stops and (search is shallow or node.value[0] != -sign):
                assert action in stops
