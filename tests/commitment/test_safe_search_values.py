"""What safe search finds in Leduc poker and in Goofspiel, from the stored blueprints."""

from fractions import Fraction

import pytest

from benchmarks import blueprints
from mastering_games.commitment.commitment import StrongResponse
from mastering_games.commitment.safe_search import SafeSearch
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.sequence_form import SequenceForm

LEDUC = LeducPoker(3, max_raises=5, by_rank=False, rake=Fraction(1, 10))
GOOFSPIEL = Goofspiel(4, zero_sum=False)


@pytest.mark.parametrize(
    ("name", "game", "subgames", "live", "before", "one_by_one", "added_up"),
    [
        ("Leduc 3", LEDUC, 66, 24, -0.1547595, -0.1473903, -0.1444430),
        ("Goofspiel 4", GOOFSPIEL, 64, 4, 2.9912281, 3.0191885, 3.0351178),
    ],
    ids=["Leduc", "Goofspiel"],
)
def test_every_live_subgame_is_solved(
    name, game, subgames, live, before, one_by_one, added_up
):
    form = SequenceForm(game, subgame_of=game.get_subgame)
    blueprint = blueprints.load(name, form.treeplexes[0])
    for is_grouped, value in (False, one_by_one), (True, added_up):
        search = SafeSearch(form, "Ann", blueprint, is_grouped=is_grouped)
        assert len(search.labels) == subgames
        assert search.blueprint.value == pytest.approx(before, abs=1e-6)
        behaviour, gain, searched = dict(blueprint), 0.0, 0
        for label in search.labels:
            problem = search.problem(label)
            found = search.refinement(label)
            assert found.is_optimal
            searched += problem.reach > 0 and problem.entered > 0
            behaviour |= found.behaviour
            gain += found.value - found.before
        assert searched == live
        assert search.blueprint.value + gain == pytest.approx(value, abs=1e-6)
        after = StrongResponse(form, "Ann").commit(
            search.blueprint.strategy.from_behaviour(search.treeplex, behaviour)
        )
        assert after.value == pytest.approx(value, abs=1e-6)
