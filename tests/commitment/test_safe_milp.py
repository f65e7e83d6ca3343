"""The paper's program for a subgame: an independent solver of the same problem."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.commitment.leaf_form import LeafForm
from mastering_games.commitment.safe_milp import SafeMILP
from mastering_games.commitment.safe_search import SafeSearch, refine
from mastering_games.games.exit_games import ExitAfterChance
from mastering_games.games.smuggling_game import SmugglingGame
from tests.commitment.searching import Case


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.integers(0, 10**9))
def test_both_programs_find_the_same_value(seed):
    case = Case(seed)
    form = LeafForm(case.game, subgame_of=case.subgame_of)
    search = SafeSearch(
        form,
        case.leader,
        case.blueprint,
        alpha=case.alpha,
        shares=case.shares,
        is_grouped=case.is_grouped,
    )
    for label in search.labels:
        problem = search.problem(label)
        one, other = refine(problem), refine(problem, solver=SafeMILP)
        assert one.is_optimal
        assert other.is_optimal
        assert one.value == pytest.approx(other.value, abs=1e-6)
        assert one.before == pytest.approx(other.before, abs=1e-12)


def test_payoffs_on_the_way_change_nothing_but_the_shares():
    """Paid at the end or on the way: where no shares are to be cut, it is the same problem."""
    game = SmugglingGame()
    blueprint = game.get_blueprint()
    plain = SafeSearch(game, "customs", blueprint, game.get_subgame)
    leaves = SafeSearch(
        LeafForm(game, subgame_of=game.get_subgame), "customs", blueprint
    )
    for label in plain.labels:
        one = plain.refinement(label)
        other = refine(leaves.problem(label), solver=SafeMILP)
        assert one.value == pytest.approx(other.value, abs=1e-7)


def test_a_form_without_leaves_is_refused():
    game = ExitAfterChance()
    search = SafeSearch(game, "leader", game.get_blueprint(), game.get_subgame)
    with pytest.raises(TypeError, match="give the search a LeafForm"):
        SafeMILP(search.problem("A"))


def test_no_time_leaves_the_blueprint():
    game = SmugglingGame()
    form = LeafForm(game, subgame_of=game.get_subgame)
    search = SafeSearch(form, "customs", game.get_blueprint())
    found = refine(search.problem("bridge"), 0, SafeMILP)
    assert found.value == found.before
    assert not found.is_optimal
