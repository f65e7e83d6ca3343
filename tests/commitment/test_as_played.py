"""The tree of a commitment, for pictures."""

from fractions import Fraction

import pytest

from mastering_games.commitment.as_played import as_played, simple
from mastering_games.commitment.safe_search import SafeSearch
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.smuggling_game import SmugglingGame


def test_probabilities_become_simple_fractions():
    assert simple(0.2500000001) == Fraction(1, 4)
    assert simple(1 - 1e-12) == 1
    odd = 0.1234567
    assert simple(odd) == odd


def test_payoffs_are_exact_where_probabilities_are():
    game = SmugglingGame()
    search = SafeSearch(game, "customs", game.get_blueprint(), game.get_subgame)
    root = as_played(game, search.combined())
    assert root.value == (Fraction(12, 5), Fraction(31, 10))
    assert root.children["town"].value == root.value


@pytest.mark.parametrize("leader", ["Ann", "Bob"])
def test_either_player_may_lead(leader):
    game = Goofspiel(2, zero_sum=False)
    found = StackelbergCorrelation(game, leader).solve()
    value = as_played(game, found).value[game.get_players().index(leader)]
    assert float(value) == pytest.approx(found.value)
