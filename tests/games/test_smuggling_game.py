"""The smuggling game: what the story says of it is true of the tree."""

from fractions import Fraction

import pytest

from mastering_games.checks.commitment import leader_value
from mastering_games.commitment.commitment import StrongResponse
from mastering_games.commitment.naive_search import NaiveSearch
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.commitment.subgame import Subgame
from mastering_games.game import CHANCE, check_game
from mastering_games.games.smuggling_game import SmugglingGame
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy
from tests.commitment.brute_force import brute_force
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_chance,
    check_information,
    check_no_player_moves,
    decisions,
    has_perfect_recall,
    sizes,
)

GAME = SmugglingGame()
HALF = Fraction(1, 2)


def test_the_contract_is_kept():
    assert check_game(GAME) == []
    check_information(GAME)
    check_chance(GAME)
    assert has_perfect_recall(GAME)


def test_the_sizes():
    # Four meetings have 1 + 2 + 4 histories; before them are 1 + 2 + 2.
    assert sizes(GAME) == (5 + 3 + 4 * 7, 3 + 4 * 4, 3, 1 + 2 + 4)


def test_what_the_players_know():
    customs, smuggler = decisions(GAME).values()
    assert {label: len(states) for label, states in customs.items()} == {
        "customs: bridge": 2,
        "customs: tunnel": 2,
        "customs: beach": 4,
    }
    assert {label: len(states) for label, states in smuggler.items()} == {
        "smuggler: start": 1,
        "smuggler: town, clear": 1,
        "smuggler: town, fog": 1,
        "smuggler: bridge": 1,
        "smuggler: tunnel": 1,
        "smuggler: beach, calm": 1,
        "smuggler: beach, storm": 1,
    }


def test_the_subgames():
    form = SequenceForm(GAME, subgame_of=GAME.get_subgame)
    assert form.subgames == ["bridge", "tunnel", "beach"]
    customs, smuggler = form.treeplexes
    for treeplex in customs, smuggler:
        for label, number in zip(
            treeplex.information_sets, treeplex.subgame_of, strict=True
        ):
            place = label.split(": ")[1].split(",")[0]
            known = [*form.subgames, None][number]
            assert known == (place if place in form.subgames else None)


@pytest.mark.parametrize(
    ("states", "values"),
    [
        (["town clear bridge"], (2, 4)),
        (["town fog tunnel"], (2, 3)),
        (["coast calm"], (HALF, 3)),
        (["coast storm"], (HALF, 2)),
        (["coast calm", "coast storm"], (HALF, Fraction(5, 2))),
    ],
)
def test_what_the_subgames_are_worth_against_the_blueprint(states, values):
    subgame = Subgame(GAME, {tuple(state.split()): 1 for state in states})
    blueprint = GAME.get_blueprint()
    assert leader_value(subgame, "customs", blueprint, 0) == values


def test_the_blueprint():
    blueprint = GAME.get_blueprint()
    assert leader_value(GAME, "customs", blueprint, 0) == (2, Fraction(7, 2))
    form = SequenceForm(GAME)
    strong = StrongResponse(form, "customs").commit(
        Strategy.from_behaviour(form.treeplexes[0], blueprint)
    )
    assert (strong.value, strong.follower_value) == (2, 3.5)
    answers = strong.answers
    assert answers["smuggler: start"] == "town"
    assert answers["smuggler: town, clear"] == "bridge"
    assert answers["smuggler: town, fog"] == "tunnel"
    for place in "bridge", "tunnel", "beach, calm", "beach, storm":
        assert answers[f"smuggler: {place}"] == "carry"


@pytest.mark.parametrize(
    ("labels", "values", "way"),
    [
        ([], (2, 3.5), "town"),
        (["bridge"], (3, 2.5), "town"),
        (["tunnel"], (1, 3.2), "town"),
        (["beach"], (1, 4.5), "coast"),
        (["bridge", "tunnel"], (0.5, 2.5), "coast"),
        (None, (1, 4.5), "coast"),
    ],
)
def test_naive_search_drives_the_smuggler_away(labels, values, way):
    """With search on the bridge alone the ferry and the coast are as good for
    the smuggler; with search in the tunnel, home is better in fog."""
    search = NaiveSearch(
        GAME, "customs", GAME.get_blueprint(), GAME.get_subgame
    )
    found = search.combined(labels)
    assert (found.value, found.follower_value) == pytest.approx(values)
    assert found.answers["smuggler: start"] == way
    told = leader_value(GAME, "customs", found.strategy.to_behaviour())
    assert told == pytest.approx(values)


def test_what_naive_search_plays():
    search = NaiveSearch(
        GAME, "customs", GAME.get_blueprint(), GAME.get_subgame
    )
    for label, action in [
        ("bridge", "inspect"),
        ("tunnel", "inspect"),
        ("beach", "wave"),
    ]:
        odds = search.search(label)[f"customs: {label}"]
        assert odds[action] == pytest.approx(1)


def test_the_most_that_customs_can_get():
    best = StackelbergCorrelation(GAME, "customs").solve()
    assert best.value == pytest.approx(3.3)
    assert brute_force(GAME, "customs")[0] == pytest.approx(3.3)


@pytest.mark.parametrize(
    ("moves", "payoffs", "outcome"),
    [
        ("town clear bridge carry wave", (0, 6), "carry, wave"),
        ("town clear bridge carry inspect", (4, 2), "carry, inspect"),
        ("town clear bridge leave wave", (0, 1), "leave, wave"),
        ("town clear bridge leave inspect", (0, 1), "leave, inspect"),
        ("town clear ferry", (0, 2), "ferry"),
        ("town clear home", (0, 0), "home"),
        ("town fog tunnel carry wave", (0, 5), "carry, wave"),
        ("town fog tunnel carry inspect", (4, 1), "carry, inspect"),
        ("town fog tunnel leave wave", (0, HALF), "leave, wave"),
        ("town fog home", (0, Fraction(12, 5)), "home"),
        ("coast calm carry wave", (1, 5), "carry, wave"),
        ("coast calm carry inspect", (0, 1), "carry, inspect"),
        ("coast storm carry wave", (1, 4), "carry, wave"),
        ("coast storm carry inspect", (0, 0), "carry, inspect"),
        ("coast storm leave inspect", (0, 0), "leave, inspect"),
    ],
)
def test_plays(moves, payoffs, outcome):
    end = play(GAME, *moves.split())
    assert GAME.is_terminal(end)
    assert GAME.get_reward(end) == payoffs
    assert GAME.get_outcome(end) == outcome
    assert GAME.to_string(end) == moves.replace(" ", ", ")
    assert GAME.get_subgame(end) is None
    check_no_player_moves(GAME, end)
    with pytest.raises(ValueError, match="play has ended there"):
        GAME.get_transition(end, "carry")
    with pytest.raises(ValueError, match=r"nothing .*: ask where chance"):
        GAME.get_probability(end, "fog")


def test_on_the_way():
    assert GAME.get_players() == ["customs", "smuggler"]
    assert GAME.to_string(()) == "start"
    assert GAME.get_player_turn(()) == "smuggler"
    assert GAME.get_actions(()) == ["town", "coast"]
    assert GAME.get_player_turn(("town",)) == CHANCE
    assert GAME.get_actions(("town", "clear")) == ["bridge", "ferry", "home"]
    assert GAME.get_actions(("town", "fog")) == ["tunnel", "home"]
    check_no_player_moves(GAME, ("town",), ("coast",))
    state = play(GAME, "coast", "storm", "leave")
    assert GAME.get_player_turn(state) == "customs"
    assert GAME.get_actions(state) == ["inspect", "wave"]
    assert GAME.get_reward(state) == (0, 0)
    for action in "calm", "bridge", 0, None, ["fog"]:
        for method in GAME.get_probability, GAME.get_transition:
            with pytest.raises(ValueError, match=r"illegal .*'clear', 'fog'$"):
                method(("town",), action)
