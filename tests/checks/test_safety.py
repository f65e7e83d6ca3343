"""The checker of safe search: exact, by the rules alone."""

from fractions import Fraction

import pytest

from mastering_games.checks.safety import changes_outside, is_safe, safety
from mastering_games.commitment.commitment import StrongResponse
from mastering_games.commitment.naive_search import NaiveSearch
from mastering_games.games.centipede import Centipede
from mastering_games.games.exit_games import (
    ExitAfterChance,
    ExitBeforeChance,
    ExitGame,
)
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.two_stage_game import TwoStageGame
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.strategy import Strategy

HALF = Fraction(1, 2)


def no_subgame(state):
    return None


def uniform(game, leader):
    treeplex = SequenceForm(game).treeplexes[leader]
    return Strategy.uniform(treeplex).to_behaviour()


@pytest.mark.parametrize(
    ("game", "labels", "before", "after"),
    [
        (ExitAfterChance(), [], 1.5, 1.5),
        (ExitAfterChance(), ["A"], 1.5, 1),
        (ExitAfterChance(), ["B"], 1.5, 1),
        (ExitAfterChance(), ["A", "B"], 1.5, 0.5),
        (ExitBeforeChance(), [], 1, 1),
        (ExitBeforeChance(), ["left"], 1, 1.5),
        (ExitBeforeChance(), ["right"], 1, 1.5),
        (ExitBeforeChance(), ["left", "right"], 1, 0),
    ],
    ids=lambda value: (
        type(value).__name__ if isinstance(value, ExitGame) else str(value)
    ),
)
def test_naive_search_in_the_exit_games(game, labels, before, after):
    blueprint = game.get_blueprint()
    search = NaiveSearch(game, "leader", blueprint, game.get_subgame)
    found = search.combined(labels).strategy.to_behaviour()
    told = safety(game, "leader", blueprint, found)
    assert told == pytest.approx((before, after), abs=1e-6)
    assert is_safe(game, "leader", blueprint, found) == (after >= before)

    def changed(subgame_of):
        return changes_outside(game, "leader", blueprint, found, subgame_of)

    assert changed(game.get_subgame) == []
    assert changed(no_subgame) == [f"leader: {label}" for label in labels]


@pytest.mark.parametrize(
    "game",
    [
        TwoStageGame(seed=1, kappa=0.1),
        Goofspiel(cards=3, zero_sum=False),
        LeducPoker(ranks=2, max_raises=1, rake=Fraction(1, 10)),
    ],
    ids=lambda game: type(game).__name__,
)
@pytest.mark.parametrize("leader", [0, 1])
def test_a_blueprint_is_safe(game, leader):
    name, blueprint = game.get_players()[leader], uniform(game, leader)
    before, after = safety(game, name, blueprint, blueprint)
    assert before == after
    assert is_safe(game, name, blueprint, blueprint, 0)
    assert changes_outside(game, name, blueprint, blueprint, no_subgame) == []


def test_exactly():
    """Share with 1/4: the follower just stays. With a hair less they exit."""
    game = ExitBeforeChance()
    blueprint = game.get_blueprint()

    def sharing(q):
        odds = {"share": q, "grab": 1 - q}
        return dict.fromkeys(blueprint, odds)

    quarter, hair = Fraction(1, 4), Fraction(1, 10**30)
    best, short = sharing(quarter), sharing(quarter - hair)
    assert safety(game, "leader", best, blueprint, 0) == (Fraction(3, 2), 1)
    assert is_safe(game, "leader", blueprint, best, 0)
    assert not is_safe(game, "leader", blueprint, short, 0)
    assert safety(game, "leader", blueprint, short, 0) == (1, 0)
    # A tolerance takes the hair for a rounding error.
    assert is_safe(game, "leader", blueprint, short, 1e-9)
    # And a leader who loses a hair is not safe either.
    less = sharing(HALF + hair)
    assert not is_safe(game, "leader", blueprint, less, 0)
    assert is_safe(game, "leader", blueprint, less, 2 * hair)
    assert not is_safe(game, "leader", blueprint, less, hair)


def test_an_action_that_is_not_named_has_probability_0():
    game = ExitBeforeChance()
    blueprint = game.get_blueprint()
    short = blueprint | {"leader: left": {"grab": 1}}
    full = blueprint | {"leader: left": {"grab": 1, "share": 0}}
    assert safety(game, "leader", short, full, 0) == (HALF * 3, HALF * 3)
    assert changes_outside(game, "leader", short, full, no_subgame, 0) == []
    assert changes_outside(game, "leader", full, short, no_subgame, 0) == []
    assert changes_outside(game, "leader", blueprint, short, no_subgame, 0) == [
        "leader: left"
    ]


@pytest.mark.parametrize("kappa", [0.1, 0.9])
@pytest.mark.parametrize("seed", range(4))
def test_against_the_treeplex(seed, kappa):
    game = TwoStageGame(seed=seed, kappa=kappa)
    blueprint = uniform(game, 0)
    search = NaiveSearch(game, "leader", blueprint, game.get_subgame)
    strong = StrongResponse(game, "leader")
    for labels in [search.labels[:1], search.labels[1:3], search.labels]:
        found = search.combined(labels).strategy.to_behaviour()
        values = [
            strong.commit(
                Strategy.from_behaviour(strong.form.treeplexes[0], behaviour)
            ).value
            for behaviour in (blueprint, found)
        ]
        told = safety(game, "leader", blueprint, found)
        assert told == pytest.approx(values, abs=1e-9)
        inside = changes_outside(
            game, "leader", blueprint, found, game.get_subgame
        )
        assert inside == []


def test_a_change_in_the_trunk_is_found():
    game = TwoStageGame()
    blueprint = uniform(game, 0)
    first = game.get_information_set(())
    second = game.get_information_set((0, 0, 0))
    inside = blueprint | {second: {0: 1}}
    both = inside | {first: {0: 0.25, 1: 0.75}}

    def found(strategy, subgame_of=game.get_subgame, tolerance=1e-7):
        return changes_outside(
            game, "leader", blueprint, strategy, subgame_of, tolerance
        )

    assert found(inside) == []
    assert found(both) == [first]
    assert found(both, no_subgame) == [first, second]
    assert found(both, tolerance=0.25) == []


class Blind(ExplicitTree):
    """The players know whose turn it is, and nothing else."""

    def get_information_set(self, state):
        return self.get_player_turn(state)


def test_a_set_that_is_only_partly_in_a_subgame_is_outside():
    guess = {"left": 1, "right": 0}
    game = Blind({"x": guess, "y": guess}, players=["follower", "leader"])
    blueprint, strategy = {"leader": {"left": 1}}, {"leader": {"right": 1}}

    def found(*subgames):
        return changes_outside(
            game,
            "leader",
            blueprint,
            strategy,
            lambda state: "after" if state in subgames else None,
        )

    assert found(("x",), ("y",)) == []
    assert found(("x",)) == found(("y",)) == found() == ["leader"]


def test_what_play_never_comes_to_does_not_count():
    """A plan does not store it: search returns uniform behaviour there."""
    after = {"on": {"up": 1, "down": 0}}
    rare = Chance({"so": (1, after), "never": (0, after)})
    game = ExplicitTree(
        {"stop": {"wait": 0}, "go": {"wait": rare}},
        players=["leader", "follower"],
    )
    go, met, unmet = (), ("go", "wait", "so"), ("go", "wait", "never")
    rest = {met: {"on": 1}, unmet: {"on": 1}}
    changed = {met: {"off": 1}, unmet: {"off": 1}}

    def found(before, after):
        return changes_outside(
            game,
            "leader",
            {go: before} | rest,
            {go: after} | changed,
            no_subgame,
        )

    stays, goes = {"stop": 1}, {"go": 1}
    assert found(stays, stays) == []
    assert found(stays, goes) == [go]
    assert found(goes, goes) == [met]
    assert found(goes, stays) == [go, met]
    only = {go: stays}  # and so nothing need be said of it
    assert changes_outside(game, "leader", only, only, no_subgame) == []
    assert safety(game, "leader", only, only | changed, 0) == (0, 0)


def test_a_history_names_a_set_where_the_game_does_not():
    game = Centipede(4)
    blueprint = {(): {"pass": 1}, ("pass", "pass"): {"take": 1}}
    strategy = blueprint | {("pass", "pass"): {"pass": HALF, "take": HALF}}
    # Bob takes at once, or passes if Ann may pass once more.
    assert safety(game, "Ann", blueprint, strategy, 0) == (1, HALF * 7)
    assert changes_outside(game, "Ann", blueprint, strategy, no_subgame) == [
        ("pass", "pass")
    ]
    assert not changes_outside(
        game, "Ann", blueprint, strategy, lambda state: state[0] == 2 or None
    )


def test_a_deep_game():
    game = Centipede(3000)
    blueprint = {("pass",) * n: {"pass": 1} for n in range(0, 3000, 2)}
    last = ("pass",) * 2998
    strategy = blueprint | {last: {"take": 1}}
    assert changes_outside(game, "Ann", blueprint, strategy, no_subgame) == [
        last
    ]


def test_bad_input():
    game = ExitAfterChance()
    blueprint = game.get_blueprint()
    part = {"leader: A": blueprint["leader: A"]}
    for check in safety, is_safe:
        with pytest.raises(
            ValueError, match=r"the strategy does not fit: .*about 'leader: B'"
        ):
            check(game, "leader", blueprint, part)
        with pytest.raises(
            ValueError, match=r"the blueprint does not fit: .*about 'leader: B'"
        ):
            check(game, "leader", part, blueprint)
        with pytest.raises(ValueError, match="the leader is 'Carl'"):
            check(game, "Carl", blueprint, blueprint)
    with pytest.raises(
        ValueError, match="the strategy says nothing about 'leader: B'"
    ):
        changes_outside(game, "leader", blueprint, part, no_subgame)
    with pytest.raises(
        ValueError, match="the blueprint says nothing about 'leader: B'"
    ):
        changes_outside(game, "leader", part, blueprint, no_subgame)
    with pytest.raises(ValueError, match=r"the leader is 'Carl'.*name one"):
        changes_outside(game, "Carl", blueprint, blueprint, no_subgame)
    off = blueprint | {"leader: A": {"share": HALF}}
    with pytest.raises(
        ValueError, match=r"the strategy does not fit: .*sum to 1"
    ):
        is_safe(game, "leader", blueprint, off)
