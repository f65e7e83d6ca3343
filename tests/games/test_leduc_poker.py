"""Leduc poker."""

from fractions import Fraction

import pytest

from mastering_games.game import CHANCE, check_game
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.imperfect_information.sequence_form import SequenceForm
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_chance,
    check_information,
    check_no_player_moves,
    check_payoffs,
    decisions,
    group_sizes,
    has_perfect_recall,
    histories,
    sizes,
)


def play_line(game, line):
    return play(game, *line.split())


@pytest.mark.parametrize(
    "game",
    [
        LeducPoker(),
        LeducPoker(by_rank=False),
        LeducPoker(ranks=2, suits=3, max_raises=3),
        LeducPoker(ranks=3, suits=1, max_raises=1, by_rank=False),
        LeducPoker(ranks=1, suits=3),
        LeducPoker(ranks=4, bets=(1, Fraction(1, 2)), ante=0),
    ],
)
def test_the_contract_is_kept(game):
    assert check_game(game) == []
    check_information(game)
    check_chance(game)
    check_payoffs(game)
    assert has_perfect_recall(game)


def test_the_sizes():
    """A round has 6 decisions, 4 folds and 5 other ends, wherever it is played.

    After a deal to both that makes 6 + 4 histories, then 5 of the second deal
    and, for each public card, 5 * 15; before it come 1 + (first cards).
    """
    deals = 6 * 5
    assert sizes(LeducPoker(by_rank=False)) == (
        1 + 6 + deals * (6 + 4 + 5 + 4 * 5 * 15),
        deals * (4 + 4 * 5 * 9),
        6 * 3 + 6 * 5 * 5 * 3,
        6 * 3 + 6 * 5 * 5 * 3,
    )
    assert 1 + 6 + deals * 315 == 9_457
    assert 18 + 450 == 468
    # By rank: three of the nine deals are pairs, and leave two public ranks.
    public = 6 * 3 + 3 * 2
    assert sizes(LeducPoker()) == (
        1 + 3 + 9 * (6 + 4 + 5) + public * 5 * 15,
        9 * 4 + public * 5 * 9,
        3 * 3 + 3 * 3 * 5 * 3,
        3 * 3 + 3 * 3 * 5 * 3,
    )
    assert 9 + 135 == 144


def test_only_the_other_card_is_hidden():
    for player in "Ann", "Bob":
        with_suits = LeducPoker(by_rank=False)
        assert group_sizes(with_suits, player) == {5: 18, 4: 450}
        # By rank the other may hold any rank, but not one dealt twice.
        assert group_sizes(LeducPoker(), player) == {3: 9 + 90, 2: 45}


def test_suits_decide_nothing():
    """Every end with suits, told by rank, is as likely as the one by rank, and pays the same."""
    by_rank, with_suits = LeducPoker(), LeducPoker(by_rank=False)
    summed = {}
    for state, probability, _ in histories(with_suits):
        if with_suits.is_terminal(state):
            plain = tuple(w[0] if w in with_suits.pack else w for w in state)
            assert with_suits.get_reward(state) == by_rank.get_reward(plain)
            summed[plain] = summed.get(plain, 0) + probability
    assert summed == {
        state: probability
        for state, probability, _ in histories(by_rank)
        if by_rank.is_terminal(state)
    }


@pytest.mark.parametrize(
    ("moves", "payoffs", "outcome"),
    [
        ("J Q raise fold", (1, -1), "Ann wins"),
        ("K Q check raise fold", (-1, 1), "Bob wins"),
        ("K Q raise raise fold", (-3, 3), "Bob wins"),
        ("K Q check raise raise fold", (3, -3), "Ann wins"),
        ("K Q check check J check check", (1, -1), "Ann wins"),
        ("K Q check check Q check check", (-1, 1), "Bob wins"),
        ("J Q check check J check check", (1, -1), "Ann wins"),
        ("Q Q check check J check check", (0, 0), "split"),
        ("Q Q raise raise call K raise call", (0, 0), "split"),
        ("Q Q raise raise call K raise fold", (5, -5), "Ann wins"),
        ("J Q raise call K raise call", (-7, 7), "Bob wins"),
        ("J Q raise call J raise call", (7, -7), "Ann wins"),
        ("J Q raise call J check raise fold", (-3, 3), "Bob wins"),
        ("J Q check check K raise raise fold", (-5, 5), "Bob wins"),
        (
            "Q K check raise raise call Q check raise raise call",
            (13, -13),
            "Ann wins",
        ),
    ],
)
def test_plays(moves, payoffs, outcome):
    game = LeducPoker()
    end = play_line(game, moves)
    assert game.is_terminal(end)
    assert game.get_reward(end) == payoffs
    assert game.get_outcome(end) == outcome
    assert game.to_string(end) == moves
    check_no_player_moves(game, end)
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, "check")
    with pytest.raises(ValueError, match=r"no card .*: ask where chance moves"):
        game.get_probability(end, "K")


def test_a_play_move_by_move():
    game = LeducPoker()
    line = "Q K check raise raise call Q check raise call"
    seen = []
    state = game.get_initial_state()
    for move in line.split():
        mover = game.get_player_turn(state)
        seen.append((mover, game.get_actions(state)))
        state = game.get_transition(state, move)
    ranks = ["J", "Q", "K"]
    assert seen == [
        (CHANCE, ranks),
        (CHANCE, ranks),
        ("Ann", ["check", "raise"]),
        ("Bob", ["check", "raise"]),
        ("Ann", ["fold", "call", "raise"]),
        ("Bob", ["fold", "call"]),
        (CHANCE, ranks),
        ("Ann", ["check", "raise"]),
        ("Bob", ["check", "raise"]),
        ("Ann", ["fold", "call", "raise"]),
    ]
    assert game.get_reward(state) == (9, -9), "a pair of queens"


def test_the_odds():
    game = LeducPoker()
    assert game.get_probability((), "J") == Fraction(1, 3)
    assert game.get_probability(("J",), "J") == Fraction(1, 5)
    assert game.get_probability(("J",), "K") == Fraction(2, 5)
    pair = ("J", "J", "check", "check")
    assert game.get_actions(pair) == ["Q", "K"]
    assert game.get_probability(pair, "K") == Fraction(1, 2)
    other = ("J", "Q", "raise", "call")
    odds = [game.get_probability(other, rank) for rank in "JQK"]
    assert odds == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    with_suits = LeducPoker(by_rank=False)
    cards = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]
    assert with_suits.get_actions(()) == cards
    state = ("Js", "Kh", "check", "check")
    assert with_suits.get_actions(state) == ["Jh", "Qs", "Qh", "Ks"]
    assert with_suits.get_probability(state, "Ks") == Fraction(1, 4)
    check_no_player_moves(with_suits, (), ("Js",), state)


def test_what_the_players_know():
    game = LeducPoker()
    state = play_line(game, "J K check raise call Q check")
    assert game.get_information_set(state) == (
        "Bob: K check raise call Q check"
    )
    assert game.get_information_set(state[:-1]) == "Ann: J check raise call Q"
    assert len(decisions(LeducPoker(suits=1))["Bob"]) == 9 + 3 * 2 * 15


@pytest.mark.parametrize(
    ("game", "number"),
    [
        (LeducPoker(), 5 * 3),
        (LeducPoker(max_raises=5, by_rank=False), 66),
        (LeducPoker(ranks=2, suits=3, max_raises=1, by_rank=False), 3 * 6),
        (LeducPoker(ranks=3, suits=1, max_raises=3), 7 * 3),
        (LeducPoker(ranks=1, suits=3), 5),
    ],
)
def test_a_subgame_is_all_with_the_same_public_card_and_betting(game, number):
    """The first round ends in 1 + 2 * max_raises ways without a fold."""
    form = SequenceForm(game, subgame_of=game.get_subgame)
    assert len(form.subgames) == number
    for treeplex in form.treeplexes:
        for label, subgame in zip(
            treeplex.information_sets, treeplex.subgame_of, strict=True
        ):
            actions = label.split()[2:]
            dealt = [place for place, a in enumerate(actions) if a in game.pack]
            assert (subgame >= 0) == bool(dealt)
            if dealt:
                seen = " ".join(actions[: dealt[0] + 1])
                assert form.subgames[subgame] == seen


def test_where_a_subgame_begins():
    game = LeducPoker(by_rank=False)
    line = "Js Kh check raise call Qs check check"
    moves = line.split()
    named = [
        game.get_subgame(play(game, *moves[:n])) for n in range(len(moves) + 1)
    ]
    assert named.pop(1 + moves.index("Qs")) == "check raise call Qs"
    assert named == [None] * len(moves)
    assert game.get_subgame(play_line(game, "Js Kh raise fold")) is None


def test_the_rake():
    game = LeducPoker(rake=Fraction(1, 10))
    end = play_line(game, "J Q raise call J raise call")
    assert game.get_reward(end) == (Fraction(63, 10), -7)
    fold = play_line(game, "J Q raise raise fold")
    assert game.get_reward(fold) == (-3, Fraction(27, 10))
    split = play_line(game, "J J check check K check check")
    assert game.get_reward(split) == (0, 0)
    assert LeducPoker(rake=1).get_reward(end) == (0, -7)
    assert check_game(game) == []
    for state, _, _ in histories(game):
        payoffs = game.get_reward(state)
        assert sum(payoffs) == min(payoffs) / Fraction(10)


def test_stakes_and_packs_of_ones_own():
    game = LeducPoker(13, 4, max_raises=1, bets=[5, 10], ante=3)
    assert game.ranks == "A23456789TJQK"
    end = play_line(game, "A 2 raise call 9 raise call")
    assert game.get_reward(end) == (-18, 18)
    assert game.get_actions(play(game, "T", "2", "raise")) == ["fold", "call"]
    three = LeducPoker(max_raises=3)
    assert three.get_actions(("J", "Q", "raise", "raise")) == [
        "fold",
        "call",
        "raise",
    ]
    trips = LeducPoker(suits=3)
    end = play_line(trips, "K K check check K check check")
    assert trips.get_reward(end) == (0, 0)


@pytest.mark.parametrize("action", ["fold", "call", "bet", "J", 1, None, []])
def test_an_illegal_action_is_refused(action):
    with pytest.raises(ValueError, match=r"illegal .*: 'check', 'raise'$"):
        LeducPoker().get_transition(("J", "Q"), action)


@pytest.mark.parametrize("card", ["J", "A", "Ks", "check", 1, None, []])
def test_a_card_that_cannot_be_dealt_is_refused(card):
    game = LeducPoker()
    for method in game.get_transition, game.get_probability:
        with pytest.raises(ValueError, match=r"illegal .* actions: 'Q', 'K'$"):
            method(("J", "J", "check", "check"), card)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ranks": 0}, "ranks is 0: give a whole number from 1"),
        ({"ranks": 2.0}, r"ranks is 2\.0: give a whole number from 1"),
        ({"ranks": "JQK"}, "ranks is 'JQK': give a whole number from 1"),
        ({"suits": 0}, "suits is 0: give a whole number from 1"),
        ({"max_raises": 0}, "max_raises is 0: give a whole number from 1"),
        ({"max_raises": None}, "max_raises is None: give a whole number"),
        ({"ranks": 14}, "14 ranks in 2 suits: give at most 13 in 4"),
        ({"suits": 5}, "3 ranks in 5 suits: give at most 13 in 4"),
        ({"ranks": 2, "suits": 1}, "and at least three cards"),
        ({"bets": 2}, "bets is 2: give two, one for each round"),
        ({"bets": (2, 4, 8)}, r"bets is \(2, 4, 8\): give two, one for each"),
        ({"bets": (2, -4)}, "bet of -4: give a number from 0"),
        ({"bets": ("2", 4)}, "bet of '2': give a number from 0"),
        ({"ante": -1}, "an ante or bet of -1: give a number from 0"),
        ({"ante": float("inf")}, "an ante or bet of inf: give a number from 0"),
        ({"ante": float("nan")}, "an ante or bet of nan: give a number from 0"),
        ({"rake": -0.1}, r"rake is -0\.1: give a number from 0 to 1"),
        ({"rake": 1.1}, r"rake is 1\.1: give a number from 0 to 1"),
        ({"rake": None}, "rake is None: give a number from 0 to 1"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        LeducPoker(**arguments)
