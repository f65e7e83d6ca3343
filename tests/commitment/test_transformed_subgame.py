"""The constrained subgame as another game: any solver finds what safe search finds, and is safe."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.checks.commitment import leader_value
from mastering_games.checks.perfect_recall import forgetful_information_sets
from mastering_games.checks.safety import is_safe
from mastering_games.commitment.commitment import TIES
from mastering_games.commitment.safe_commitment import SafeCommitment
from mastering_games.commitment.safe_search import SafeSearch
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.commitment.stackelberg_milp import StackelbergMILP
from mastering_games.commitment.subgame import ENTRY
from mastering_games.commitment.subgame_problem import KEPT
from mastering_games.commitment.transformed_subgame import (
    BEFORE,
    CONTINUE,
    ENDED,
    TERMINATE,
    WITHIN,
    Point,
    TransformedSubgame,
)
from mastering_games.formats.efg import read_efg
from mastering_games.game import CHANCE, ExtensiveFormGame, check_game
from mastering_games.games.centipede import Centipede
from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.smuggling_game import SmugglingGame
from mastering_games.games.two_stage_game import TwoStageGame
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from tests.commitment.searching import Case

A, B = ((f"follower: {name}", "continue or terminate") for name in ("A", "B"))
FIRST = ExitAfterChance()


def both(state):
    """The paper's figure 4: the two heads are in one subgame."""
    return "both" if FIRST.get_subgame(state) else None


def first_figure(subgame_of=both, **parameters):
    return SafeSearch(
        FIRST, "leader", FIRST.get_blueprint(), subgame_of, **parameters
    )


def uniform(form, leader=0):
    return Strategy.uniform(form.treeplexes[leader]).to_behaviour()


def two_stages(is_grouped=True, **changes):
    """A search in a two-stage game; ``changes`` are made to a uniform blueprint."""
    game = TwoStageGame(tables=3, kappa=0.1)
    form = SequenceForm(game, subgame_of=game.get_subgame)
    return SafeSearch(
        form, "leader", uniform(form) | changes, is_grouped=is_grouped
    )


def safe_value(search, label):
    return SafeCommitment(search.problem(label)).solve().value


def solved(subgame):
    leader = subgame.get_players()[subgame.leader]
    return StackelbergCorrelation(subgame, leader).solve()


def excess(search, label, found):
    """By how much a solution breaks the subgame's bounds, at worst. Where the transformed game
    never comes, the blueprint stays."""
    problem = search.problem(label)
    behaviour = search.behaviour | found.strategy.to_behaviour()
    inside = {x: behaviour[x] for x in problem.treeplex.number_of}
    strategy = Strategy.from_behaviour(problem.treeplex, inside)
    trunk, elsewhere = problem.trunk, problem.elsewhere
    least = trunk.limits - trunk.worth(problem.follower, strategy)
    most = elsewhere.worth(problem.follower, strategy) - elsewhere.limits
    worst = max([*least, *most], default=0)
    assert problem.is_kept_by(strategy) == (worst <= KEPT)
    return worst


def transformed(search):
    """The subgames of a search to which play comes, transformed."""
    for label in search.labels:
        if search.problem(label).reach:
            yield label, TransformedSubgame(search, label)


def compare(search, label, subgame):
    """The constrained program and the transformed game agree, and the claims of appendix D hold."""
    found = solved(subgame)
    assert found.is_optimal
    value, scale = safe_value(search, label), subgame.scale
    assert found.value / scale == pytest.approx(value, abs=1e-6 / scale)
    assert excess(search, label, found) <= TIES
    for known, gadget in subgame.gadgets.items():
        answer = found.answers[known]
        assert answer == (CONTINUE if gadget.is_trunk else TERMINATE)
    return found


def is_restricted(search):
    """Whether the follower moves in all initial states to which play comes."""
    game, leader = search.form.game, search.strong.leader
    return all(
        not game.is_terminal(begun.state)
        and game.get_player_turn(begun.state) == search.bounds.treeplex.player
        for begun in search.form.initial_states
        if search.blueprint.strategy.plan[begun.sequences[leader]] > 0
    )


def coarse(case):
    """The case with one subgame, in which all of its subgames are: more gadgets at once."""
    fine = case.subgame_of
    case.subgame_of = lambda state: None if fine(state) is None else "all"
    return case


def check_combined(search):
    """All of a search's subgames, transformed and solved, are safe together."""
    behaviour = dict(search.behaviour)
    for label, subgame in transformed(search):
        found = compare(search, label, subgame)
        behaviour |= found.strategy.to_behaviour()
    game, leader = search.form.game, search.treeplex.player
    assert is_safe(game, leader, search.behaviour, behaviour, tolerance=1e-6)


def check_case(case):
    grouped = case.search(is_grouped=True)
    check_combined(grouped)
    single = case.search(is_grouped=False)
    for label in single.labels:
        least = safe_value(single, label)
        assert least <= safe_value(grouped, label) + 1e-6
    if is_restricted(single):
        check_combined(single)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**9))
def test_random_games(seed):
    check_case(Case(seed))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10**9))
def test_random_games_with_one_subgame(seed):
    check_case(coarse(Case(seed)))


def test_the_random_games_are_of_all_kinds():
    searches = [
        Case(seed).search(is_grouped=is_grouped)
        for seed in range(80)
        for is_grouped in (False, True)
    ]
    searches = [s for s in searches if s.cutter.is_grouped or is_restricted(s)]
    subgames = [t for s in searches for _, t in transformed(s)]
    gadgets = [gadget for t in subgames for gadget in t.gadgets.values()]
    assert sum(not search.cutter.is_grouped for search in searches) > 10
    assert sum(len(subgame.gadgets) > 1 for subgame in subgames) > 10
    assert sum(gadget.binds for gadget in gadgets) > 10
    assert sum(gadget.bound == -float("inf") for gadget in gadgets) > 10
    assert {gadget.is_trunk for gadget in gadgets} == {True, False}
    finite = [gadget for gadget in gadgets if gadget.bound > -float("inf")]
    assert sum(gadget.bound < gadget.low - 1 for gadget in finite) > 2
    assert sum(gadget.bound > gadget.high + 1 for gadget in finite) > 10
    assert all(x.low <= x.payoff <= x.high for x in gadgets)


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_it_is_a_game(seed):
    for _, subgame in transformed(coarse(Case(seed)).search(is_grouped=True)):
        assert check_game(subgame) == []
        assert forgetful_information_sets(subgame) == []


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_an_independent_checker_agrees(seed):
    """What the blueprint and the solution bring, by the rules of the transformed game alone."""
    search = coarse(Case(seed)).search(is_grouped=True)
    for label, subgame in transformed(search):
        leader = search.treeplex.player
        solver = StackelbergCorrelation(subgame, leader)
        found = solver.solve()
        told = leader_value(subgame, leader, found.strategy.to_behaviour())
        assert told == pytest.approx((found.value, found.follower_value))
        blueprint = {
            known: search.behaviour[known]
            for known in solver.treeplex.number_of
        }
        before = leader_value(subgame, leader, blueprint)[0]
        part = search.refinement(label).before / search.problem(label).reach
        assert before / subgame.scale == pytest.approx(part, abs=1e-6)


@pytest.mark.parametrize("is_grouped", [False, True])
def test_the_figure(is_grouped):
    search = first_figure(is_grouped=is_grouped)
    subgame = TransformedSubgame(search, "both")
    above, below = subgame.gadgets.values()
    assert (above.is_trunk, above.probability, above.payoff) == (True, 0.5, 0.5)
    assert (below.is_trunk, below.probability, below.payoff) == (False, 0.5, 0)
    assert (subgame.penalty, subgame.scale) == (6, 1)
    found = compare(search, "both", subgame)
    assert found.value == pytest.approx(0.625)
    after = search.behaviour | found.strategy.to_behaviour()
    assert after["leader: A"]["share"] == pytest.approx(0.375)
    assert leader_value(FIRST, "leader", after)[0] == pytest.approx(1.625)


def test_the_tree():
    """What the figure's nodes say and pay."""
    subgame = TransformedSubgame(first_figure(), "both")
    assert check_game(subgame) == []
    assert subgame.get_player_turn(ENTRY) == CHANCE
    draws = subgame.get_actions(ENTRY)
    assert [*map(str, draws)] == ["left, stay", "right, stay"]
    told = {}
    for draw, head in zip(draws, (A, B)):
        start = subgame.get_transition(ENTRY, draw)
        assert subgame.get_player_turn(start) == "follower"
        assert subgame.get_information_set(start) == head
        assert subgame.to_string(start) == f"before {draw}"
        over = subgame.get_transition(start, TERMINATE)
        assert subgame.is_terminal(over)
        assert subgame.to_string(over) == "terminated"
        assert subgame.get_outcome(over) == "terminated"
        inside = subgame.get_transition(start, CONTINUE)
        assert subgame.to_string(inside) == str(draw)
        assert subgame.get_information_set(inside) == head[0]
        follower, leader = next(iter(FIRST.get_table(inside.state)))
        for action in follower, leader:
            assert subgame.get_reward(inside) == (0, 0)
            inside = subgame.get_transition(inside, action)
        assert subgame.get_outcome(inside) == f"{follower}, {leader}"
        told[head] = subgame.get_reward(over), subgame.get_reward(inside)
    assert told == {A: ((-6, 0.5), (0, 3)), B: ((0, 0.0), (-6, 1))}


def test_labels_of_groups():
    search = first_figure(is_grouped=True)
    assert [*TransformedSubgame(search, "both").gadgets] == [
        ("follower: left", "stay", "continue or terminate"),
        ("follower: right", "stay", "continue or terminate"),
    ]
    whole = SafeSearch(
        FIRST,
        "leader",
        FIRST.get_blueprint(),
        lambda state: None if state else "whole",
        is_grouped=True,
    )
    subgame = TransformedSubgame(whole, "whole")
    assert [*subgame.gadgets] == [("continue or terminate",)]
    assert compare(whole, "whole", subgame).value == pytest.approx(1.75)


@pytest.mark.parametrize("is_grouped", [False, True])
@pytest.mark.parametrize("game", [ExitBeforeChance(), SmugglingGame()])
def test_examples(game, is_grouped):
    leader, subgame_of = game.get_players()[0], game.get_subgame
    search = SafeSearch(
        game, leader, game.get_blueprint(), subgame_of, is_grouped=is_grouped
    )
    check_combined(search)


def test_heads_of_one_group_make_up_for_each_other():
    game = ExitBeforeChance()
    search = SafeSearch(
        game,
        "leader",
        game.get_blueprint(),
        lambda state: "both" if game.get_subgame(state) else None,
        is_grouped=True,
    )
    subgame = TransformedSubgame(search, "both")
    (gadget,) = subgame.gadgets.values()
    assert (gadget.probability, gadget.payoff) == (1, 0.5)
    assert compare(search, "both", subgame).value == pytest.approx(1.25)


@pytest.mark.parametrize("solver", [StackelbergCorrelation, StackelbergMILP])
def test_any_solver_will_do(solver):
    subgame = TransformedSubgame(first_figure(alpha=0), "both")
    assert solver(subgame, "leader").solve().value == pytest.approx(0.75)


def test_subgames_in_which_the_leader_moves_first():
    check_combined(two_stages())


def test_leduc_poker():
    game = LeducPoker(ranks=2, max_raises=1, rake=0.1)
    form = SequenceForm(game, subgame_of=game.get_subgame)
    check_combined(SafeSearch(form, "Ann", uniform(form), is_grouped=True))


RARE = """EFG 2 R "A rare guest" {{ "leader" "follower" }}
c "" 1 "" {{ "common" {common} "rare" {rare} }} 0
  p "" 2 1 "" {{ "out" "in" }} 0
    t "" 1 "" {{ 0, 0 }}
    p "" 1 1 "" {{ "nice" "greedy" }} 0
      t "" 2 "" {{ 0, 1 }}
      t "" 3 "" {{ 3, 1 }}
  p "" 2 2 "" {{ "out" "in" }} 0
    t "" 4 "" {{ 0, {out} }}
    p "" 1 1 "" {{ "nice" "greedy" }} 0
      t "" 2 "" {{ 0, 1 }}
      t "" 5 "" {{ 3, -1 }}
"""


def rare_guest(rare, out=0):
    """The leader would break the bound of a rare guest, for what the common one pays."""
    game = read_efg(RARE.format(common=1 - rare, rare=rare, out=out))

    def subgame_of(state):
        if game.is_terminal(state) or game.get_player_turn(state) != "leader":
            return None
        return "in"

    blueprint = {("leader", 1): {"nice": 1, "greedy": 0}}
    return SafeSearch(
        game, "leader", blueprint, subgame_of, alpha=0, is_grouped=True
    )


def test_a_small_penalty_is_not_enough():
    """As much as the range of the payoffs, and 1 more: but the guest is rare."""
    search = rare_guest(0.1)
    subgame = TransformedSubgame(search, "in")
    assert subgame.penalty == pytest.approx(40)
    assert compare(search, "in", subgame).value == pytest.approx(1.5)
    wrong = solved(TransformedSubgame(search, "in", penalty=4))
    assert wrong.value == pytest.approx(0.9 * 3 - 0.1 * 4)
    assert wrong.answers[(("follower", 2), "in", "continue or terminate")] == (
        TERMINATE
    )
    assert excess(search, "in", wrong) == pytest.approx(0.1)


def test_small_penalties_fail_in_random_games():
    higher = 0
    for seed in range(40):
        search = coarse(Case(seed)).search(is_grouped=True)
        for label, _ in transformed(search):
            subgame = TransformedSubgame(search, label, penalty=0.0)
            gain = solved(subgame).value - safe_value(search, label)
            assert gain >= -1e-6
            higher += gain > 1e-3
    assert higher >= 5


@pytest.mark.parametrize("rare", [1e-2, 1e-3, 1e-4])
def test_a_large_penalty_is_scaled(rare):
    search = rare_guest(rare)
    subgame = TransformedSubgame(search, "in")
    assert subgame.penalty == pytest.approx(4 / rare)
    assert subgame.penalty * subgame.scale == pytest.approx(100)
    found = compare(search, "in", subgame)
    assert found.value / subgame.scale == pytest.approx(1.5, rel=1e-4)
    assert SequenceForm(subgame).largest_payoff <= 100 * (1 + 1e-9)


def test_bounds_that_cannot_be_broken_need_no_large_penalty():
    """The rare guest would rather be robbed than stay out; the common guest is never robbed."""
    search = rare_guest(1e-6, out=-5)
    subgame = TransformedSubgame(search, "in")
    assert not any(gadget.binds for gadget in subgame.gadgets.values())
    assert (subgame.penalty, subgame.scale) == (4, 1)
    assert compare(search, "in", subgame).value == pytest.approx(3)


class Merging(ExtensiveFormGame):
    """The follower goes left, right or out; left and right lead to one state, the subgame's.

    What the follower did is forgotten there, for nobody but the leader moves any more. Left is
    better by 1, which is paid on the way.
    """

    ends = {"fair": (1, 1), "nice": (2, 2)}

    def get_players(self):
        return ["follower", "leader"]

    def get_initial_state(self):
        return "start"

    def get_player_turn(self, state):
        return {"start": "follower", "in": "leader"}.get(state, CHANCE)

    def get_actions(self, state):
        return {
            "start": ["left", "right", "out"],
            "left": ["on"],
            "right": ["on"],
            "in": list(self.ends),
        }.get(state, [])

    def get_probability(self, state, action):
        return 1

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return "in" if action == "on" else action

    def is_terminal(self, state):
        return not self.get_actions(state)

    def get_reward(self, state):
        return (1, 0) if state == "left" else self.ends.get(state, (0, 0))

    def get_information_set(self, state):
        return f"{self.get_player_turn(state)}: {state}"


def test_one_state_may_be_entered_on_the_trunk_and_off_it():
    game = Merging()
    assert check_game(game) == []
    search = SafeSearch(
        game,
        "leader",
        {"leader: in": {"fair": 1, "nice": 0}},
        lambda state: "meeting" if state == "in" else None,
        is_grouped=True,
    )
    subgame = TransformedSubgame(search, "meeting")
    assert check_game(subgame) == []
    left, right = subgame.gadgets.values()
    assert (left.is_trunk, left.probability, left.bound) == (True, 0.5, 0.5)
    assert (right.is_trunk, right.probability, right.bound) == (False, 0.5, 1.5)
    found = compare(search, "meeting", subgame)
    assert found.value == pytest.approx(1.5 / 2)


def test_without_a_lower_bound_terminating_never_pays():
    """The subgame is the whole game: nothing is to be kept."""
    game = SmugglingGame()
    search = SafeSearch(
        game,
        "customs",
        game.get_blueprint(),
        lambda state: None if state else "whole",
    )
    subgame = TransformedSubgame(search, "whole")
    (gadget,) = subgame.gadgets.values()
    assert gadget.bound == -float("inf")
    assert gadget.payoff == gadget.low == pytest.approx(0)
    assert not gadget.binds
    whole = StackelbergCorrelation(game, "customs").solve()
    assert compare(search, "whole", subgame).value == pytest.approx(whole.value)


def test_illegal_moves_are_refused():
    subgame = TransformedSubgame(first_figure(), "both")
    start = Point(("left", "stay"), A, "left, stay")
    assert start == subgame.get_actions(ENTRY)[0]
    assert start.place == BEFORE
    for state, action in [
        (ENTRY, ("left", "stay")),
        (start, "work"),
        (Point(("left", "stay"), A, "", ENDED), CONTINUE),
        (Point(("left", "stay"), A, "", WITHIN), CONTINUE),
    ]:
        with pytest.raises(ValueError, match="illegal action"):
            subgame.get_transition(state, action)
    with pytest.raises(ValueError, match="nothing is drawn in Point"):
        subgame.get_probability(start, CONTINUE)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match=r"no subgame 'C'; there are \['both"):
        TransformedSubgame(first_figure(), "C")
    for penalty in -1, float("inf"), float("nan"):
        with pytest.raises(ValueError, match=f"the penalty is {penalty}: give"):
            TransformedSubgame(first_figure(), "both", penalty=penalty)


def test_single_heads_are_refused_where_the_follower_is_not_to_move():
    search = two_stages(is_grouped=False)
    message = (
        r"begins in \(0, 0, 0\), where 'follower' does not move: give "
        "is_grouped=True to the search"
    )
    with pytest.raises(ValueError, match=message):
        TransformedSubgame(search, (0, 0, 0))
    ends = first_figure(
        lambda state: state if FIRST.is_terminal(state) else None
    )
    with pytest.raises(
        ValueError, match=r"\('left', 'exit'\), where 'follower'"
    ):
        TransformedSubgame(ends, ("left", "exit"))


def test_a_subgame_to_which_play_never_comes_is_refused():
    search = two_stages(**{"leader: ?-?": {0: 1, 1: 0}})
    with pytest.raises(ValueError, match=r"never let play come to \(1, 0, 0\)"):
        TransformedSubgame(search, (1, 0, 0))


def test_a_game_without_information_sets_is_refused():
    """There the label of an information set is a history, which a subgame does not know."""
    form = SequenceForm(
        Centipede(), subgame_of=lambda s: "late" if s == (2, False) else None
    )
    search = SafeSearch(form, "Ann", uniform(form), is_grouped=True)
    with pytest.raises(ValueError, match="define get_information_set"):
        TransformedSubgame(search, "late")
