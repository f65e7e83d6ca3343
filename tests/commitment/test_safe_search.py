"""Safe search: the leader never loses by it, whatever is searched, and gains what the bounds leave."""

import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.checks.safety import changes_outside, is_safe
from mastering_games.commitment.safe_search import SafeSearch, refine
from mastering_games.commitment.subgame_problem import KEPT
from mastering_games.formats.efg import read_efg
from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.smuggling_game import SmugglingGame
from mastering_games.games.two_stage_game import TwoStageGame
from mastering_games.imperfect_information.best_response import BestResponse
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from tests.commitment.searching import Case

seeds = st.integers(0, 10**9)


def searching(game, **parameters):
    return SafeSearch(
        game,
        game.get_players()[0],
        game.get_blueprint(),
        game.get_subgame,
        **parameters,
    )


def even(game):
    """The leader's uniform strategy."""
    treeplex = SequenceForm(game).treeplexes[0]
    return Strategy.uniform(treeplex).to_behaviour()


@pytest.mark.parametrize(
    ("alpha", "value"), [(0, 1.75), (0.5, 1.625), (0.75, 1.5625), (1, 1.5)]
)
def test_the_first_figure(alpha, value):
    search = searching(ExitAfterChance(), alpha=alpha)
    assert search.combined().value == pytest.approx(value, abs=1e-8)
    assert search.search("B") == {}


@pytest.mark.parametrize(("alpha", "value"), [(0, 1.5), (0.5, 1.25), (1, 1)])
def test_the_second_figure(alpha, value):
    search = searching(ExitBeforeChance(), alpha=alpha)
    assert search.combined().value == pytest.approx(value, abs=1e-8)
    one = search.combined(["left"]).value
    assert one == pytest.approx((1 + value) / 2, abs=1e-8)


def test_all_slack_may_go_to_one_subgame():
    shares = {"follower: left": 1, "follower: right": 0}
    search = searching(ExitBeforeChance(), alpha=0, shares=shares)
    assert search.combined().value == pytest.approx(1.5, abs=1e-8)
    assert search.search("right") == {}
    assert search.search("left")["leader: left"]["grab"] == pytest.approx(1)


def test_more_slack_than_there_is_can_lose():
    for beta, value in (1, 1.25), (2, 1.5), (3, 0):
        search = searching(ExitBeforeChance(), beta=beta)
        assert search.combined().value == pytest.approx(value, abs=1e-7)


def test_the_smuggler_stays_where_customs_wants_them():
    search = searching(SmugglingGame())
    found = search.combined()
    assert search.blueprint.value == pytest.approx(2)
    assert found.value == pytest.approx(2.4)
    assert found.answers["smuggler: start"] == "town"
    assert found.strategy.to_behaviour()["customs: bridge"][
        "inspect"
    ] == pytest.approx(0.625)


def check_safety(seed):
    """One random game: no bound is broken, nothing is lost, and the numbers are right."""
    case = Case(seed)
    search = case.search()
    before, behaviour = search.blueprint.value, dict(search.behaviour)
    expected = before
    for label in search.labels:
        problem = search.problem(label)
        if problem.reach:
            blueprint = Strategy(problem.treeplex, problem.blueprint)
            assert problem.is_kept_by(blueprint)
        found = refine(problem)
        assert found.before <= found.value <= found.bound + 1e-6
        behaviour |= found.behaviour
        expected += found.value - found.before
    after = search.strong.commit(
        Strategy.from_behaviour(search.treeplex, behaviour)
    )
    assert after.value >= expected - 1e-6 >= before - 2e-6
    return search, after


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(seeds)
def test_search_is_safe_in_random_games(seed):
    check_safety(seed)


@settings(max_examples=1000, deadline=None, derandomize=True)
@given(st.integers(10**9, 2 * 10**9))
def test_search_is_safe_in_more_random_games(seed):
    check_safety(seed)


@pytest.mark.parametrize("seed", range(60))
def test_an_independent_checker_finds_it_safe(seed):
    search, after = check_safety(seed)
    game, leader = search.form.game, search.treeplex.player
    strategy = after.strategy.to_behaviour()
    assert is_safe(game, leader, search.behaviour, strategy)
    subgame_of = search.form.subgame_of
    assert not changes_outside(
        game, leader, search.behaviour, strategy, subgame_of
    )


@pytest.mark.parametrize("seed", range(40))
def test_no_other_strategy_that_keeps_the_bounds_brings_more(seed):
    """Bounds and payoffs are looked up in the whole game here, in which nothing is cut out."""
    search = Case(seed).search()
    rng = random.Random(seed)
    for number, label in enumerate(search.labels):
        found = search.refinement(label)
        heads = [h for h in search.bounds.heads if h.subgame == number]
        inside = [
            information_set
            for place, information_set in enumerate(
                search.treeplex.information_sets
            )
            if search.treeplex.subgame_of[place] == number
        ]
        for attempt in range(30):
            behaviour = dict(search.behaviour)
            if attempt == 0:
                behaviour |= found.behaviour
            else:
                for known in inside:
                    odds = [
                        rng.choice([0, 0, 1, rng.random()])
                        for _ in behaviour[known]
                    ]
                    odds[0] += not sum(odds)
                    behaviour[known] = {
                        action: p / sum(odds)
                        for action, p in zip(behaviour[known], odds)
                    }
            strategy = Strategy.from_behaviour(search.treeplex, behaviour)
            keeps = keeps_bounds(search, heads, strategy)
            if attempt == 0:
                assert keeps
            elif keeps:
                value = search.strong.commit(strategy).value
                gain = value - search.blueprint.value
                assert gain <= found.value - found.before + 1e-6


def keeps_bounds(search, heads, strategy):
    """Whether the heads' values in the whole game are within bounds."""
    follower = search.strong.follower
    form = search.form
    best = BestResponse(form).best_response(follower, strategy)
    reach = form.chance * strategy.plan[form.sequences[1 - follower]]
    pays = reach * form.payoffs[follower]
    totals = {}
    for head in heads:
        if head.information_set is None:
            at_once = (form.subgame == head.subgame) & (
                form.sequences[follower] == head.parent
            )
            value = pays[at_once].sum()
        else:
            value = best.of_information_sets[head.information_set]
        key = (
            head.parent if search.cutter.is_grouped else head.information_set,
            head.parent,
            head.is_trunk,
        )
        excess = value - head.bound if head.is_trunk else head.bound - value
        totals[key] = totals.get(key, 0.0) + excess
    return all(excess >= -KEPT for excess in totals.values())


@pytest.mark.parametrize("seed", [132, 258, 565])
def test_too_much_slack_is_unsafe_in_some_random_games(seed):
    search = Case(seed).search(beta=20.0)
    assert search.combined().value < search.blueprint.value - 0.1


def test_a_subgame_in_which_the_follower_decides_nothing_has_a_bound_too():
    game = read_efg("""EFG 2 R "A favour" { "leader" "follower" }
p "" 2 1 "" { "out" "in" } 0
  t "" 1 "" { 0, 1 }
  p "" 1 1 "" { "nice" "greedy" } 0
    t "" 2 "" { 1, 2 }
    t "" 3 "" { 3, 0 }
""")
    search = SafeSearch(
        game,
        "leader",
        {("leader", 1): {"nice": 0.75, "greedy": 0.25}},
        lambda state: (
            "favour"
            if not game.is_terminal(state)
            and game.get_player_turn(state) == "leader"
            else None
        ),
    )
    (head,) = search.bounds.heads
    assert head.information_set is None
    assert (head.value, head.bound) == pytest.approx((1.5, 1.25))
    found = search.combined()
    assert (found.value, found.follower_value) == pytest.approx((1.75, 1.25))


@cache
def leduc_search():
    game = LeducPoker(ranks=3, max_raises=1, rake=0.1)
    form = SequenceForm(game, subgame_of=game.get_subgame)
    return SafeSearch(form, "Ann", even(game))


def test_a_job_can_be_sent_away():
    game = TwoStageGame(kappa=0.1)
    search = SafeSearch(game, "leader", even(game), game.get_subgame)
    problems = [search.problem(label) for label in search.labels]
    here = [refine(problem) for problem in problems]
    assert any(found.behaviour for found in here)
    with ProcessPoolExecutor(1, get_context("spawn")) as away:
        there = list(away.map(refine, pickle.loads(pickle.dumps(problems))))
    for one, other in zip(here, there):
        assert one.behaviour == other.behaviour
        assert one.value == other.value


def test_no_time_is_time_for_the_blueprint():
    search = searching(SmugglingGame())
    found = search.refinement("bridge", time_limit=0)
    assert found.message == "time is up: the blueprint stays"
    assert found.behaviour == {}
    assert found.value == found.before
    assert not found.is_optimal
    assert found.bound >= search.refinement("bridge").value


def test_little_time_is_enough_to_lose_nothing():
    search = leduc_search()
    found = [search.refinement(label, 0.01) for label in search.labels]
    assert any(one.message.startswith("time is up: ") for one in found)
    for one in found:
        assert one.before <= one.value <= one.bound
        assert one.is_optimal == (not one.message.startswith("time is up: "))
    assert search.combined(time_limit=0.01).value >= search.blueprint.value


def test_a_solver_that_fails_leaves_the_blueprint():
    class Failing:
        def __init__(self, problem):
            pass

        def solve(self, time_limit):
            raise RuntimeError("lost")

    found = refine(searching(SmugglingGame()).problem("bridge"), None, Failing)
    assert found.message == "the solver failed (lost): the blueprint stays"
    assert found.behaviour == {}
    assert not found.is_optimal
    assert found.bound == float("inf")


def test_subgames_that_are_not_reached_are_left_alone():
    game = TwoStageGame()
    blueprint = even(game)
    blueprint["leader: ?-?"] = {0: 1, 1: 0}
    search = SafeSearch(game, "leader", blueprint, game.get_subgame)
    first = search.blueprint.answers["follower: ?-?"]
    for a, b, table in search.labels:
        message = search.refinement((a, b, table)).message
        if a == 1:
            assert message.startswith("chance and the leader never come here")
        elif b != first:
            assert message.startswith("the follower does not come here")
        else:
            assert "come here" not in message


def test_values_of_subgames_add_up_in_leduc_poker():
    search = leduc_search()
    found = [search.refinement(label) for label in search.labels]
    assert all(one.is_optimal for one in found)
    gain = sum(one.value - one.before for one in found)
    after = search.combined().value
    assert gain > 0.01
    assert after == pytest.approx(search.blueprint.value + gain, abs=1e-6)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alpha": -0.1}, "alpha is -0.1: give a number from 0 to 1"),
        ({"alpha": 2}, "alpha is 2: give a number from 0 to 1"),
        ({"alpha": float("nan")}, "alpha is nan"),
        ({"beta": -1}, "beta is -1: give a number from 0"),
        ({"beta": float("inf")}, "beta is inf"),
        ({"shares": {"follower: A": -1}}, "share of 'follower: A' is -1"),
        ({"shares": {"leader: A": 1}}, "no information set of the follower's"),
    ],
)
def test_bad_parameters_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        searching(ExitAfterChance(), **parameters)


def test_bad_subgames_and_blueprints_are_refused():
    game = ExitAfterChance()
    good = game.get_blueprint()
    with pytest.raises(ValueError, match="is split"):
        SafeSearch(
            game,
            "leader",
            good,
            lambda state: "first" if state[2:] == ("work",) else None,
        )
    other = ExitBeforeChance().get_blueprint()
    with pytest.raises(ValueError, match="no information set 'leader: left'"):
        SafeSearch(game, "leader", other, game.get_subgame)
    off = good | {"leader: A": {"share": 0.5, "grab": 0.4}}
    with pytest.raises(ValueError, match="must sum to 1"):
        SafeSearch(game, "leader", off, game.get_subgame)
    with pytest.raises(ValueError, match="no subgame 'C'; there are"):
        searching(game).search("C")
    with pytest.raises(ValueError, match="the leader is 'Ann'"):
        SafeSearch(game, "Ann", good, game.get_subgame)
    form = searching(game).form
    with pytest.raises(ValueError, match="give subgame_of to its SequenceForm"):
        SafeSearch(form, "leader", good, game.get_subgame)


def test_a_search_without_subgames_is_refused():
    game = ExitAfterChance()
    for each in game, SequenceForm(game):
        with pytest.raises(ValueError, match="give subgame_of, a function"):
            SafeSearch(each, "leader", game.get_blueprint())


def test_the_blueprint_may_be_a_strategy():
    search = searching(ExitAfterChance())
    again = SafeSearch(search.form, "leader", search.blueprint.strategy)
    assert again.blueprint.value == search.blueprint.value
    assert again.behaviour == search.blueprint.strategy.to_behaviour()


def test_shares_of_nothing_share_nothing():
    shares = {"follower: left": 0, "follower: right": 0}
    search = searching(ExitBeforeChance(), shares=shares)
    assert search.combined().value == pytest.approx(1)
    assert np.allclose([h.bound for h in search.bounds.heads], 0.5)
