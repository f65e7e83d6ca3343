"""Gambit as an oracle: its exact equilibria are equilibria here, and games come back as they went.

An oracle errs too. What is known of this one is guarded against where it says "the hazard". All of it holds
for Gambit 16.7 and 17: where their words differ, a function at the start of this file knows both.
"""

import io
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

gambit = pytest.importorskip(
    "pygambit", reason="needs pygambit: make peers installs it"
)

from mastering_games.checks.exploitability import (  # noqa: E402
    expected_payoffs,
    nash_conv,
)
from mastering_games.checks.same_game import differences  # noqa: E402
from mastering_games.formats.efg import read_efg  # noqa: E402
from mastering_games.formats.gambit import (  # noqa: E402
    GambitGame,
    to_behaviour,
    to_gambit,
)
from mastering_games.game import (  # noqa: E402
    CHANCE,
    check_game,
    has_information_sets,
)
from mastering_games.games.absent_minded_driver import (  # noqa: E402
    AbsentMindedDriver,
)
from mastering_games.games.abstract_extensive_form_game import (  # noqa: E402
    AbstractExtensiveFormGame,
)
from mastering_games.games.centipede import Centipede  # noqa: E402
from mastering_games.games.explicit_tree import (  # noqa: E402
    Chance,
    ExplicitTree,
)
from mastering_games.games.goofspiel import Goofspiel  # noqa: E402
from mastering_games.games.kuhn_poker import KuhnPoker  # noqa: E402
from mastering_games.games.leduc_poker import LeducPoker  # noqa: E402
from mastering_games.games.matrix_game import (  # noqa: E402
    MatchingPennies,
    MatrixGame,
    RockPaperScissors,
)
from mastering_games.games.nim import Nim  # noqa: E402
from mastering_games.games.pig import Pig  # noqa: E402
from mastering_games.games.sharing_game import SharingGame  # noqa: E402
from mastering_games.games.signalling_game import BeerQuiche  # noqa: E402
from mastering_games.imperfect_information.sequence_form import (  # noqa: E402
    SequenceForm,
)
from mastering_games.imperfect_information.strategy import (  # noqa: E402
    Strategy,
)
from mastering_games.imperfect_information.zero_sum_lp import (  # noqa: E402
    ZeroSumLP,
)
from tests.formats.efg_samples import POKER  # noqa: E402
from tests.hidden_games import HiddenGame  # noqa: E402

seeds = st.integers(0, 10**6)


# Where the words of Gambit 16 and 17 differ.

IS_17 = hasattr(gambit, "ExtensiveGame")
"""Then there are no objects for players, nodes and actions: they are labels, and paths of labels."""


def new_tree(players, title):
    new = gambit.ExtensiveGame if IS_17 else gambit.Game.new_tree
    return new(players=players, title=title)


def new_table(*payoffs):
    form = gambit.StrategicGame if IS_17 else gambit.Game
    return form.from_arrays(*payoffs)


def place(tree, *actions):
    """Where these actions lead, in the form in which Gambit asks for it."""
    if IS_17:
        return gambit.H.path(*actions)
    node = tree.root
    for action in actions:
        node = node.children[action]
    return node


def set_payoffs(tree, node, payoffs, name):
    if IS_17:
        tree.make_outcome(node, dict(zip(tree.players, payoffs)), name)
    else:
        tree.set_outcome(node, tree.add_outcome(name, payoffs=payoffs))


def set_odds(profile, node, odds):
    if IS_17:
        profile[node] = odds
    else:
        for action in node.infoset.actions:
            profile[action] = odds[action.label]


def payoffs_of(profile):
    """What Gambit says that a profile pays."""
    players = profile.game.players
    if IS_17:
        return tuple(profile.payoffs[player] for player in players)
    return tuple(map(profile.payoff, players))


def profiles_in(result):
    """What a solver found. In Gambit 17, one that finds a single profile does not make a list of it."""
    if hasattr(result, "equilibrium"):
        return [result.equilibrium]
    return list(result.equilibria)


# Games.


def prisoners_dilemma():
    return MatrixGame([[(2, 2), (0, 3)], [(3, 0), (1, 1)]], "CD", "CD")


def battle_of_the_sexes():
    return MatrixGame([[(3, 2), (0, 0)], [(0, 0), (2, 3)]], "BS", "BS")


SMALL_GAMES = [
    KuhnPoker(),
    KuhnPoker(["J", "Q"]),
    KuhnPoker([1, 2, 3, 4]),
    LeducPoker(),
    Goofspiel(3),
    Goofspiel(3, ties="split", zero_sum=False),
    MatchingPennies(),
    RockPaperScissors(),
    prisoners_dilemma(),
    BeerQuiche(),
    AbsentMindedDriver(),
    AbstractExtensiveFormGame(),
    Centipede(5),
    SharingGame(3),
    Nim((1, 2)),
    Pig(2),
    ExplicitTree(
        Chance(
            {
                "h": (Fraction(1, 7), {"a": Fraction(22, 7), "b": -1e-7}),
                "t": (Fraction(6, 7), {"a": {"c": 0, "d": 0.1}}),
            }
        )
    ),
    ExplicitTree({"a": {"b": {"c": (1, 2, 3)}, "d": (4, 5, 6)}}, None, "xyz"),
    ExplicitTree((1, 2)),
]


# There and back.


def assert_came_back(game, back):
    """Same players, tree, movers, actions and information sets; numbers are equal without rounding."""
    assert back.get_players() == list(map(str, game.get_players()))
    known = {}
    waiting = [(game.get_initial_state(), (), back.get_initial_state())]
    for state, history, node in waiting:
        rewards = zip(
            game.get_reward(state), back.get_reward(node), strict=True
        )
        assert all(same(mine, theirs) for mine, theirs in rewards)
        actions = list(game.get_actions(state))
        assert back.get_actions(node) == list(map(str, actions))
        assert game.is_terminal(state) == back.is_terminal(node)
        for action in actions:
            after = game.get_transition(state, action)
            waiting.append(
                (
                    after,
                    (*history, action),
                    back.get_transition(node, str(action)),
                )
            )
        if not actions:
            continue
        mover = game.get_player_turn(state)
        assert back.get_player_turn(node) == str(mover)
        if mover == CHANCE:
            for action in actions:
                assert same(
                    game.get_probability(state, action),
                    back.get_probability(node, str(action)),
                )
        else:
            label = (
                game.get_information_set(state)
                if has_information_sets(game)
                else history
            )
            theirs = back.get_information_set(node)
            assert known.setdefault((mover, label), theirs) == theirs
    assert len(set(known.values())) == len(known), "what is told apart there"
    assert len(waiting) == len(back.nodes)


def same(mine, theirs):
    """Equal; a float here is a fraction there that rounds to it."""
    return mine == (float(theirs) if isinstance(mine, float) else theirs)


@pytest.mark.parametrize("game", SMALL_GAMES, ids=lambda g: type(g).__name__)
def test_a_game_comes_back_as_it_went(game):
    theirs = to_gambit(game)
    assert theirs.title == type(game).__name__
    back = GambitGame(theirs)
    assert back.gambit_game is theirs
    assert_came_back(game, back)
    assert check_game(back) == []


@settings(max_examples=40, deadline=None)
@given(seeds, st.booleans(), st.booleans())
def test_a_random_game_comes_back_as_it_went(seed, zero_sum, inner):
    game = HiddenGame(seed, zero_sum=zero_sum, inner=inner)
    assert_came_back(game, GambitGame(to_gambit(game)))


def test_the_game_is_the_same_by_the_books_own_check():
    for game in KuhnPoker(), BeerQuiche(), AbstractExtensiveFormGame():
        assert differences(GambitGame(to_gambit(game)), game) == []


def test_a_game_made_in_gambit():
    tree = new_tree(["Ann", "Bob"], '"Greed"')
    tree.append_move(place(tree), "Ann", ["take", "leave"])
    tree.append_move(place(tree, "leave"), "Bob", ["take", "leave"])
    take = place(tree, "take")
    set_payoffs(tree, take, [gambit.Rational(22, 7), 0], "pi")
    game = GambitGame(tree)
    assert (game.title, game.get_players()) == ('"Greed"', ["Ann", "Bob"])
    assert game.get_reward(1) == (Fraction(22, 7), 0)
    assert game.get_reward(3) == (0, 0)
    tree.append_move(take, "Bob", ["sigh"])
    assert game.is_terminal(1), "a copy"


def test_labels_that_gambit_does_not_take():
    """Gambit 16 takes printable ASCII only. Both misread escaped backslashes, and take no label twice."""
    game = ExplicitTree(
        {"é": {"\\": 1 / 4, "\\\\": 2e22}, "a\x07\\": (0, 0)},
        players=("Zoë", "Chance"),
    )
    theirs = to_gambit(game)
    back = GambitGame(theirs)
    assert back.player_labels == ["Zo&#235;", "Chance (2)"]
    assert back.get_actions(0) == ["&#233;", "a&#7;&#92;"]
    assert back.get_actions(1) == ["&#92;", "&#92;&#92;"]
    assert back.get_reward(2) == (Fraction(1, 4), -Fraction(1, 4))
    assert back.get_reward(3) == (2 * 10**22, -2 * 10**22)
    repeated = read_efg(
        'EFG 2 R "é" { "Ann" "Ann" }\n"Two\nlines: é"'
        'p "n" 1 1 "s" { "l" "l" } 0 p "n" 1 2 "s" { "" "2" } 1 "\\\\" { 1 2 }'
        't "n" 0 t "" 0 t "" 0'
    )
    for game in read_efg(POKER), repeated:
        back = GambitGame(to_gambit(game))
        assert differences(back, game) == []
    assert back.title == "&#233;"
    assert back.comment == "Two\nlines: &#233;"


def test_what_is_refused():
    table = new_table([[1, 0], [0, 1]], [[0, 1], [1, 0]])
    with pytest.raises(ValueError, match="strategic form only: give a game in"):
        GambitGame(table)
    with pytest.raises(ValueError, match="strategic form only"):
        to_behaviour(MatchingPennies(), table.mixed_strategy_profile())
    with pytest.raises(ValueError, match="'kuhn' is no game of pygambit"):
        GambitGame("kuhn")


def test_without_pygambit_one_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygambit", None)
    for call in GambitGame, to_gambit:
        with pytest.raises(ImportError, match="pip install pygambit"):
            call(KuhnPoker())


# Gambit's solvers.


def equilibria(game, solve):
    """What a solver of Gambit finds, believed only once the rules themselves say so: payoffs, strategies.

    The hazard: probabilities that lp_solve of Gambit 16.7 and 17 returns may sum to less than 1, and then the
    payoffs that Gambit works out from them may be wrong. (So 1/42 was reported for Goofspiel with four
    cards, whose value is 0.) Therefore to_behaviour refuses such a profile; what anybody could gain is
    found from the rules, without rounding; and the payoffs are worked out anew.
    """
    theirs = to_gambit(game)
    if not has_information_sets(game):
        game = GambitGame(theirs)  # so that each history has its own label
    found = []
    for profile in profiles_in(solve(theirs)):
        behaviour = to_behaviour(game, profile)
        for of_player in behaviour:
            assert all(sum(odds.values()) == 1 for odds in of_player.values())
        assert nash_conv(game, behaviour) == 0
        payoffs = expected_payoffs(game, behaviour)
        assert payoffs == payoffs_of(profile)
        found.append((payoffs, behaviour))
    assert found
    return found


VALUES = [
    (KuhnPoker(), Fraction(-1, 18)),
    (KuhnPoker(["J", "Q"]), 0),
    (KuhnPoker([1, 2, 3, 4]), Fraction(-1, 24)),
    (MatchingPennies(), 0),
    (MatchingPennies([[3, -1], [-2, 1]]), Fraction(1, 7)),
    (RockPaperScissors(), 0),
]


@pytest.mark.parametrize(("game", "value"), VALUES, ids=map(str, range(6)))
def test_exact_values_of_zero_sum_games(game, value):
    for solve in gambit.nash.lp_solve, gambit.nash.lcp_solve:
        for payoffs, _ in equilibria(game, solve):
            assert payoffs == (value, -value)
    assert ZeroSumLP(game).solve().value == pytest.approx(float(value))


@settings(max_examples=60, deadline=None)
@given(seeds, st.booleans())
def test_random_zero_sum_games(seed, inner):
    game = HiddenGame(seed, inner=inner)
    solved = ZeroSumLP(game).solve()
    for payoffs, behaviour in equilibria(game, gambit.nash.lcp_solve):
        assert solved.value == pytest.approx(float(payoffs[0]), abs=1e-9)
        for strategy, odds in zip(solved.strategies, behaviour):
            Strategy.from_behaviour(strategy.treeplex, odds)


def test_goofspiel_by_linear_complementarity():
    """The hazard's own game, with three cards: lp_solve loses probability in it, and lcp_solve does not."""
    game = Goofspiel(3, prizes="descending", skip_forced=True)
    ((payoffs, _),) = equilibria(game, gambit.nash.lcp_solve)
    assert payoffs == (0, 0)
    passes_only_if_right(game)


@settings(max_examples=60, deadline=None)
@given(seeds)
@example(4)  # lp_solve of Gambit says that it is worth 0, and it is -3
@example(65)
def test_no_wrong_answer_of_gambits_linear_program_passes(seed):
    passes_only_if_right(HiddenGame(seed, steps=2))
    passes_only_if_right(HiddenGame(seed, steps=3))


def passes_only_if_right(game):
    """What lp_solve says is refused, or it is an equilibrium and the value."""
    theirs = to_gambit(game)
    for profile in profiles_in(gambit.nash.lp_solve(theirs)):
        try:
            behaviour = to_behaviour(game, profile)
        except ValueError as refusal:
            if "must sum to 1" not in str(refusal):
                raise
            continue
        assert nash_conv(game, behaviour) == 0
        value, _ = expected_payoffs(game, behaviour)
        assert payoffs_of(profile)[0] == value
        assert ZeroSumLP(game).solve().value == pytest.approx(float(value))


@pytest.mark.parametrize(
    "game",
    [
        BeerQuiche(),
        prisoners_dilemma(),
        battle_of_the_sexes(),
        Centipede(4),
        SharingGame(2),
        AbstractExtensiveFormGame(),
        *(HiddenGame(seed, 3, zero_sum=False) for seed in (1, 2, 7, 8, 10)),
    ],
    ids=lambda game: type(game).__name__,
)
def test_every_equilibrium_of_a_general_sum_game(game):
    for solve in (
        gambit.nash.lcp_solve,
        gambit.nash.enumpure_solve,
        gambit.nash.enummixed_solve,
    ):
        equilibria(game, solve)


def test_equilibria_that_are_known():
    beer = {payoffs for payoffs, _ in mixed(BeerQuiche())}
    assert beer == {
        (Fraction(29, 10), Fraction(9, 10)),  # all have beer
        (Fraction(21, 10), Fraction(9, 10)),  # all have quiche
    }
    assert {payoffs for payoffs, _ in mixed(prisoners_dilemma())} == {(1, 1)}
    both = {payoffs for payoffs, _ in mixed(battle_of_the_sexes())}
    assert both == {(3, 2), (2, 3), (Fraction(6, 5), Fraction(6, 5))}


def mixed(game):
    return equilibria(game, gambit.nash.enummixed_solve)


# Profiles.


@settings(max_examples=40, deadline=None)
@given(seeds, st.booleans(), st.booleans())
def test_expected_payoffs_of_random_strategies_agree(seed, zero_sum, inner):
    game = HiddenGame(seed, zero_sum=zero_sum, inner=inner)
    theirs = to_gambit(game)
    profile = theirs.random_behavior_profile(
        denom=12, gen=np.random.default_rng(seed)
    )
    behaviour = to_behaviour(game, profile)
    payoffs = expected_payoffs(game, behaviour)
    assert payoffs == payoffs_of(profile)
    form = SequenceForm(game)
    plans = [
        Strategy.from_behaviour(treeplex, odds).plan
        for treeplex, odds in zip(form.treeplexes, behaviour)
    ]
    assert form.expected_payoffs(plans) == pytest.approx(
        [float(payoff) for payoff in payoffs]
    )


def test_uniform_play_in_kuhn_poker():
    game = KuhnPoker()
    uniform = to_gambit(game).mixed_behavior_profile(rational=True)
    behaviour = to_behaviour(game, uniform)
    assert list(behaviour[0]["Ann: J"].items()) == [
        ("check", Fraction(1, 2)),
        ("bet", Fraction(1, 2)),
    ]
    assert nash_conv(game, behaviour) == Fraction(11, 12)
    rounded = to_gambit(game).mixed_behavior_profile(rational=False)
    assert type(to_behaviour(game, rounded)[0]["Ann: J"]["bet"]) is float


def test_where_a_strategy_never_leads_it_is_uniform():
    """Ann takes at once, so a mixed strategy of hers says nothing of later. (Where all is seen, information
    sets are histories.)"""
    game = Centipede(4)
    profile = profiles_in(gambit.nash.enumpure_solve(to_gambit(game)))[0]
    ann, bob = to_behaviour(game, profile)
    assert ann == {
        (): {"take": 1, "pass": 0},
        ("pass", "pass"): {"take": Fraction(1, 2), "pass": Fraction(1, 2)},
    }
    assert set(bob) == {("pass",), ("pass",) * 3}


def test_a_profile_that_is_none():
    game = KuhnPoker()
    theirs = to_gambit(game)
    for rational in True, False:
        profile = theirs.mixed_behavior_profile(rational=rational)
        node = place(theirs, "J", "Q", "check")
        set_odds(profile, node, {"check": 1, "bet": 1})
        with pytest.raises(
            ValueError, match=r"at 'Bob: Q check' are .* sum to"
        ):
            to_behaviour(game, profile)


def test_a_profile_of_another_game():
    uniform = to_gambit(KuhnPoker()).mixed_behavior_profile()
    for other, where in [
        (KuhnPoker("JQKA"), "at once"),
        (RockPaperScissors(), "at once"),
        (SharingGame(2), "at once"),
        (HiddenGame(3), ""),
    ]:
        with pytest.raises(ValueError, match=f"another game, .* {where}"):
            to_behaviour(other, uniform)
    pennies = to_gambit(MatchingPennies()).mixed_behavior_profile()
    seen = ExplicitTree({a: {"heads": 1, "tails": 1} for a in "ht"})
    with pytest.raises(ValueError, match="another game"):
        to_behaviour(
            MatchingPennies(), to_gambit(seen).mixed_behavior_profile()
        )
    assert to_behaviour(MatchingPennies(), pennies)
    half = Fraction(1, 2)
    chosen = ExplicitTree({"h": 1, "t": 0})
    drawn = ExplicitTree(Chance({"h": (half, 1), "t": (half, 0)}))
    for mine, other in (chosen, drawn), (drawn, chosen):
        with pytest.raises(ValueError, match="another game"):
            to_behaviour(mine, to_gambit(other).mixed_behavior_profile())


# OpenSpiel's games in Gambit.


def test_open_spiels_kuhn_poker_has_the_same_value_in_gambit():
    """The hazard: OpenSpiel writes chance's probabilities as decimals, and Gambit wants them to sum to 1."""
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: make peers")
    from open_spiel.python.algorithms.gambit import export_gambit

    from mastering_games.formats.open_spiel import OpenSpielGame

    game = OpenSpielGame("kuhn_poker")
    text = export_gambit(game.open_spiel_game)
    assert "0.333" in text
    repaired = read_efg(text)
    with pytest.raises(ValueError, match="sum to exactly one"):
        gambit.read_efg(io.StringIO(text))
    for kuhn in GambitGame(to_gambit(game)), repaired:
        ((payoffs, _),) = equilibria(kuhn, gambit.nash.lp_solve)
        assert payoffs == (Fraction(-1, 18), Fraction(1, 18))
