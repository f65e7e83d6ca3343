"""Safety bounds: what a worked example says, and what must hold in every game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.commitment.safe_search import SafeSearch
from mastering_games.games.smuggling_game import SmugglingGame
from mastering_games.imperfect_information.best_response import BestResponse
from tests.commitment.searching import Case


def bounds_of(alpha=0.5, beta=1.0, shares=None):
    game = SmugglingGame()
    search = SafeSearch(
        game,
        "customs",
        game.get_blueprint(),
        game.get_subgame,
        alpha,
        beta,
        shares,
    )
    bounds = search.bounds
    sets, treeplex = bounds.of_information_sets, bounds.treeplex
    found = {treeplex.information_sets[n]: sets[n] for n in sets}
    for sequence, bound in bounds.of_sequences.items():
        if sequence:
            label, action = treeplex.words(sequence)[-1]
            found[label, action] = bound
    return found


def test_the_worked_example():
    found = bounds_of()
    assert found == pytest.approx(
        {
            "smuggler: start": float("-inf"),
            ("smuggler: start", "town"): 3,
            ("smuggler: start", "coast"): 3,
            # Town is worth 3.5: half of the slack for each weather.
            "smuggler: town, clear": 1.75,
            "smuggler: town, fog": 1.25,
            # In clear weather the bound above is the stricter one, in fog the threshold.
            ("smuggler: town, clear", "bridge"): 1.75,
            ("smuggler: town, clear", "ferry"): 1.75,
            ("smuggler: town, clear", "home"): 1.75,
            ("smuggler: town, fog", "tunnel"): 1.35,
            ("smuggler: town, fog", "home"): 1.35,
            "smuggler: bridge": 1.75,
            "smuggler: tunnel": 1.35,
            # The coast is worth 2.5, and may be worth 3.
            "smuggler: beach, calm": 1.75,
            "smuggler: beach, storm": 1.25,
        }
    )


def test_alpha_beta_and_shares():
    assert bounds_of(alpha=0)["smuggler: start", "town"] == 2.5
    assert bounds_of(alpha=1)["smuggler: start", "town"] == 3.5
    assert bounds_of(beta=0)["smuggler: town, clear"] == 2
    assert bounds_of(beta=2)["smuggler: town, clear"] == 1.5
    shares = {"smuggler: town, clear": 0, "smuggler: beach, calm": 3}
    found = bounds_of(shares=shares)
    assert found["smuggler: town, clear"] == 2
    assert found["smuggler: town, fog"] == 1
    assert found["smuggler: beach, calm"] == 1.5 + 0.75 * 0.5
    assert found["smuggler: beach, storm"] == 1 + 0.25 * 0.5


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, 10**9))
def test_what_holds_in_every_game(seed):
    """The blueprint keeps its bounds; sums of bounds keep those of the sequences; actions are apart."""
    bounds = Case(seed).search().bounds
    follower, treeplex = bounds.follower, bounds.treeplex
    values = BestResponse(bounds.form).best_response(
        follower, bounds.blueprint.strategy
    )
    plan = bounds.blueprint.response.plan
    for sequence, bound in bounds.of_sequences.items():
        value = values.of_sequences[sequence]
        heads = bounds.following.get(sequence, [])
        limits = [
            bounds.of_information_sets[h.information_set]
            for h in heads
            if h.information_set is not None
        ] + [
            h.bound
            for h in bounds.heads
            if h.parent == sequence and h.information_set is None
        ]
        at_once = value - sum(head.value for head in heads)
        if plan[sequence] > 0:
            assert value >= bound - 1e-9
            if any(bounds._weight(head) for head in heads):
                assert at_once + sum(limits) >= bound - 1e-9
        else:
            assert value <= bound + 1e-9
            assert at_once + sum(limits) <= bound + 1e-9
    for number in bounds.of_information_sets:
        own = treeplex.sequences_of(number)
        chosen = [s for s in own if plan[s] > 0]
        if chosen and own[0] in bounds.of_sequences:
            lower = bounds.of_sequences[chosen[0]]
            assert lower >= bounds.of_information_sets[number] - 1e-9
            for sequence in set(own) - set(chosen):
                assert bounds.of_sequences[sequence] <= lower + 1e-6 or (
                    len(own) == 1
                )
    for head in bounds.heads:
        if head.is_trunk:
            assert head.bound <= head.value
        else:
            assert head.bound >= head.value
