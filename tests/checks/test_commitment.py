"""The checker of commitments: exact, by the rules alone."""

from fractions import Fraction

import pytest

from mastering_games.checks.commitment import leader_value
from mastering_games.commitment.commitment import StrongResponse
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.matrix_game import MatrixGame
from mastering_games.games.nim import Nim
from mastering_games.imperfect_information.strategy import Strategy
from tests.hidden_games import HiddenGame

HALF = Fraction(1, 2)


def test_ties_are_exact():
    """A hair below one half Bob still plays R; a hair above it he does not."""
    game = MatrixGame([[(2, 1), (4, 0)], [(1, 0), (3, 1)]], rows="TB")

    def value(top, tolerance=0):
        strategy = {"Ann: to choose": {"T": top, "B": 1 - top}}
        return leader_value(game, "Ann", strategy, tolerance)

    hair = Fraction(1, 10**30)
    assert value(HALF) == (Fraction(7, 2), HALF)
    assert value(HALF - hair) == (Fraction(7, 2) - hair, HALF + hair)
    assert value(HALF + hair) == (Fraction(3, 2) + hair, HALF + hair)
    assert value(HALF + hair, 1e-9)[0] == Fraction(7, 2) + hair


def test_the_follower_sees_and_does_not_see():
    """The follower cannot tell chance's outcomes apart, and decides for all of them at once."""

    class Blind(ExplicitTree):
        def get_information_set(self, state):
            return self.get_player_turn(state)

    sides = {
        "heads": (Fraction(1, 3), {"x": (1, 3), "y": (5, 0)}),
        "tails": (Fraction(2, 3), {"x": (1, 0), "y": (8, Fraction(3, 2))}),
    }
    players = ["follower", "leader"]
    sees = ExplicitTree(Chance(sides), players=players)
    blind = Blind(Chance(sides), players=players)
    # Payoffs are (follower, leader): the names are swapped on purpose.
    assert leader_value(sees, "leader", {}, 0) == (1, Fraction(7))
    assert leader_value(blind, "leader", {}, 0) == (1, Fraction(7))
    follows = ["leader", "follower"]
    blind = Blind({"go": Chance(sides)}, players=follows)
    assert leader_value(blind, "leader", {"leader": {"go": 1}}, 0) == (7, 1)
    sees = ExplicitTree({"go": Chance(sides)}, players=follows)
    assert leader_value(sees, "leader", {(): {"go": 1}}, 0) == (
        Fraction(17, 3),
        2,
    )


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(
    "game",
    [
        *(HiddenGame(s, 5, zero_sum=False, inner=s % 2) for s in range(20)),
        KuhnPoker(),
        LeducPoker(ranks=2, max_raises=1, rake=Fraction(1, 10)),
        Nim([2, 1]),  # states on several paths
    ],
    ids=lambda game: type(game).__name__,
)
def test_against_the_treeplex(game, leader):
    name = game.get_players()[leader]
    strong = StrongResponse(game, name)
    strategy = Strategy.uniform(strong.form.treeplexes[leader])
    commitment = strong.commit(strategy)
    assert leader_value(game, name, strategy.to_behaviour()) == pytest.approx(
        (commitment.value, commitment.follower_value)
    )


def test_bad_input():
    game = MatrixGame([[1, 2]], rows="T")
    with pytest.raises(ValueError, match="the leader is 'Carl'"):
        leader_value(game, "Carl", {})
    with pytest.raises(ValueError, match="says nothing about 'Ann: to choose'"):
        leader_value(game, "Ann", {})
    with pytest.raises(ValueError, match="must sum to 1"):
        leader_value(game, "Ann", {"Ann: to choose": {"T": HALF}})
    with pytest.raises(ValueError, match="has the actions"):
        leader_value(game, "Ann", {"Ann: to choose": {"B": 1}})
    three = ExplicitTree((1, 2, 3), players="ABC")
    with pytest.raises(ValueError, match="a leader is one of two"):
        leader_value(three, "A", {})
