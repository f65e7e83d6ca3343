"""Goofspiel."""

from fractions import Fraction
from functools import partial
from math import factorial

import pytest

from mastering_games.game import CHANCE, check_game
from mastering_games.games.goofspiel import Goofspiel, GoofspielState
from mastering_games.imperfect_information.sequence_form import SequenceForm
from tests.games.test_games import play
from tests.games.test_kuhn_poker import (
    check_chance,
    check_information,
    check_no_player_moves,
    check_payoffs,
    group_sizes,
    has_perfect_recall,
    histories,
    sizes,
)

ORDERS = ["random", "descending", "ascending"]


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("ties", ["discard", "split"])
@pytest.mark.parametrize("prizes", ORDERS)
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_the_contract_is_kept(cards, prizes, ties, skip_forced):
    game = Goofspiel(cards, prizes, ties, skip_forced=skip_forced)
    assert check_game(game) == []
    check_information(game)
    check_chance(game)
    check_payoffs(game)
    assert has_perfect_recall(game)


def test_a_larger_game():
    game = Goofspiel(4, "descending", lowest_prize=1)
    assert check_game(game) == []
    check_information(game)
    check_payoffs(game)
    assert has_perfect_recall(game)


def counted(cards, chances, skip_forced):
    """The sizes, by counting: before round k each player has bid k cards."""

    def ways(k):
        return factorial(cards) // factorial(cards - k)

    def reveals(k):
        return ways(k) if chances else 1

    rounds = cards - 1 if skip_forced else cards
    total = sets = 0
    for k in range(rounds):
        after = ways(k) ** 2 * reveals(k)
        shown = ways(k) ** 2 * reveals(k + 1)
        total += after * chances + shown * (1 + cards - k)
        sets += shown
    ends = ways(rounds) ** 2 * reveals(rounds)
    return total + ends, ends, sets, sets


@pytest.mark.parametrize("prizes", ORDERS)
@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_the_sizes(cards, prizes, skip_forced):
    game = Goofspiel(cards, prizes, skip_forced=skip_forced)
    assert sizes(game) == counted(cards, prizes == "random", skip_forced)


def test_a_game_without_arguments():
    assert sizes(Goofspiel()) == counted(3, True, False)


def test_only_the_bid_on_the_table_is_hidden():
    game = Goofspiel(3, "descending")
    assert group_sizes(game, "Ann") == {1: 1 + 9 + 36}
    assert group_sizes(game, "Bob") == {3: 1, 2: 9, 1: 36}


def test_what_the_players_know():
    game = Goofspiel(3)
    start = game.get_initial_state()
    shown = play(game, 2)
    bid = play(game, 2, 3)
    both = play(game, 2, 3, 1)
    assert [game.to_string(s) for s in (start, shown, bid, both)] == [
        "no prize yet",
        "?-? for 2",
        "3-? for 2",
        "3-1 for 2",
    ]
    assert game.get_information_set(shown) == "Ann: ?-? for 2"
    assert game.get_information_set(bid) == "Bob: ?-? for 2"
    again = play(game, 2, 3, 1, 0, 2)
    assert game.to_string(again) == "3-1 for 2, 2-? for 0"
    assert game.get_information_set(again) == "Bob: 3-1 for 2, ?-? for 0"
    check_no_player_moves(game, start, both)


@pytest.mark.parametrize("prizes", ORDERS)
def test_a_round(prizes):
    game = Goofspiel(3, prizes, lowest_prize=1)
    state = game.get_initial_state()
    if prizes == "random":
        assert state == GoofspielState(())
        assert game.get_player_turn(state) == CHANCE
        assert game.get_actions(state) == [1, 2, 3]
        assert game.get_probability(state, 2) == Fraction(1, 3)
        state = game.get_transition(state, 2)
    else:
        order = (3, 2, 1) if prizes == "descending" else (1, 2, 3)
        assert state == GoofspielState(order)
    assert game.get_player_turn(state) == "Ann"
    assert game.get_actions(state) == [1, 2, 3]
    state = game.get_transition(state, 2)
    assert game.get_player_turn(state) == "Bob"
    assert game.get_actions(state) == [1, 2, 3], "he does not see her bid"
    state = game.get_transition(state, 3)
    if prizes == "random":
        assert game.get_player_turn(state) == CHANCE
        assert game.get_actions(state) == [1, 3]
        assert game.get_probability(state, 3) == Fraction(1, 2)
        state = game.get_transition(state, 3)
    assert game.get_actions(state) == [1, 3]
    assert game.get_actions(game.get_transition(state, 1)) == [1, 2]


@pytest.mark.parametrize(
    ("moves", "points", "difference", "outcome"),
    [
        ("321 213", (5, 1), 4, "Ann wins"),
        ("123 312", (3, 3), 0, "draw"),
        ("213 321", (1, 5), -4, "Bob wins"),
        ("132 231", (1, 3), -2, "Bob wins"),
    ],
)
def test_plays(moves, points, difference, outcome):
    """The prizes come in the order 3, 2, 1."""
    game = Goofspiel(3, "descending", lowest_prize=1)
    own = Goofspiel(3, "descending", lowest_prize=1, zero_sum=False)
    ann, bob = (map(int, bids) for bids in moves.split())
    bids = [bid for both in zip(ann, bob) for bid in both]
    end = play(game, *bids)
    assert game.is_terminal(end)
    assert game.get_points(end) == points
    assert game.get_reward(end) == (difference, -difference)
    assert own.get_reward(end) == points
    assert game.get_outcome(end) == own.get_outcome(end) == outcome
    check_no_player_moves(game, end)
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, 1)
    with pytest.raises(ValueError, match=r"no prize .*: ask where chance"):
        game.get_probability(end, 1)


def test_ties():
    bids = [3, 3, 2, 1, 1, 2]
    lost = Goofspiel(3, "ascending", lowest_prize=1, zero_sum=False)
    shared = Goofspiel(3, "ascending", "split", 1, zero_sum=False)
    assert lost.get_reward(play(lost, *bids)) == (2, 3)
    half = Fraction(1, 2)
    assert shared.get_reward(play(shared, *bids)) == (2 + half, 3 + half)
    check_payoffs(shared, total=1 + 2 + 3)
    with pytest.raises(AssertionError):
        check_payoffs(lost, total=1 + 2 + 3)
    assert lost.get_outcome(play(lost, 3, 3, 2, 2, 1, 1)) == "draw"


def test_the_lowest_prize():
    assert play(Goofspiel(3, "descending")).prizes == (2, 1, 0)
    game = Goofspiel(2, lowest_prize=5)
    assert game.get_actions(game.get_initial_state()) == [5, 6]


def test_forced_moves_can_be_left_out():
    """What is left is played on as in the full game."""
    full, short = Goofspiel(3), Goofspiel(3, skip_forced=True)
    moves = [2, 3, 1, 0, 1, 3]
    end = play(short, *moves)
    assert short.is_terminal(end)
    assert end == play(full, *moves, 1, 2, 2)
    assert end == GoofspielState((2, 0, 1), (3, 1, 2), (1, 3, 2))
    assert short.get_reward(end) == (2, -2)
    assert all(
        len(short.get_actions(state)) != 1 for state, _, _ in histories(short)
    )
    ends = {}
    for game in full, short:
        ends[game] = {
            state: probability
            for state, probability, _ in histories(game)
            if game.is_terminal(state)
        }
    assert ends[full] == ends[short]
    one = Goofspiel(1, skip_forced=True)
    assert one.is_terminal(one.get_initial_state()), "nothing to choose"


@pytest.mark.parametrize("prizes", ORDERS)
@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize(
    ("cards", "rounds"),
    [(c, r) for c in (1, 2, 3) for r in range(1, c + 1)] + [(4, 3)],
)
def test_a_subgame_is_all_with_the_same_first_rounds(
    cards, rounds, prizes, skip_forced
):
    game = Goofspiel(cards, prizes, skip_forced=skip_forced)
    form = SequenceForm(
        game, subgame_of=partial(game.get_subgame, rounds=rounds)
    )
    over = cards - rounds
    ways = factorial(cards) // factorial(rounds)
    number = ways ** (3 if prizes == "random" else 2)
    assert len(form.subgames) == number
    assert set(form.subgame) <= ({0} if over == 0 else {*range(-1, number)})
    begun = {}

    def walk(state, name):
        begins = game.get_subgame(state, rounds)
        if begins is not None:
            assert name is None, "it begins once"
            assert begins not in begun, "and in a single state"
            begun[begins] = tuple(part[:over] for part in state)
            name = begins
        assert (name is None) == (len(state.bob) < over)
        if name is not None:
            assert begun[name] == tuple(part[:over] for part in state)
        for action in game.get_actions(state):
            walk(game.get_transition(state, action), name)

    walk(game.get_initial_state(), None)
    assert set(begun) == set(form.subgames)
    assert len(set(begun.values())) == number


@pytest.mark.parametrize(("rounds", "number"), [(3, 64), (2, 1728)])
def test_there_are_as_many_subgames_as_published(rounds, number):
    game = Goofspiel(4, zero_sum=False)
    named = partial(game.get_subgame, rounds=rounds)
    assert len(SequenceForm(game, subgame_of=named).subgames) == number


@pytest.mark.parametrize("prizes", ORDERS)
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_forced_moves_name_no_subgames(rounds, prizes):
    """Without them the last round alone is over at once: its end is named."""
    names = [
        SequenceForm(game, subgame_of=partial(game.get_subgame, rounds=rounds))
        for game in (
            Goofspiel(3, prizes),
            Goofspiel(3, prizes, skip_forced=True),
        )
    ]
    assert names[0].subgames == names[1].subgames


def test_the_default_is_all_rounds_but_the_first():
    for cards, rounds in (1, 1), (2, 1), (3, 2):
        game = Goofspiel(cards)
        for state, _, _ in histories(game):
            named = game.get_subgame(state, rounds)
            assert game.get_subgame(state) == named


def test_where_a_subgame_begins():
    game, fixed = Goofspiel(3), Goofspiel(3, "descending")
    before = game.get_initial_state()
    bid, both, next_prize = (play(game, *[2, 3, 1, 0][:n]) for n in (2, 3, 4))
    assert game.get_subgame(before, 3) == "no prize yet"
    assert game.get_subgame(both) == "3-1 for 2"
    for state in before, bid, next_prize:
        assert game.get_subgame(state) is None
    assert game.get_subgame(both, 1) is game.get_subgame(both, 3) is None
    assert game.get_subgame(play(game, 2, 3, 1, 0, 2, 2), 1) == (
        "3-1 for 2, 2-2 for 0"
    )
    assert fixed.get_subgame(play(fixed, 3, 1)) == "3-1 for 2, ?-? for 1"
    assert fixed.get_subgame(play(fixed), 3) == "?-? for 2"


@pytest.mark.parametrize("rounds", [0, 4, -1, 1.0, "2", [1]])
def test_a_number_of_rounds_that_there_are_not_is_refused(rounds):
    game = Goofspiel(3)
    with pytest.raises(
        ValueError, match=r"rounds is .*: give a whole number from 1 to 3$"
    ):
        game.get_subgame(game.get_initial_state(), rounds)


def test_an_equal_number_is_made_an_integer():
    game = Goofspiel(2, "ascending")
    assert repr(play(game, True, 2.0).ann + play(game, 1, 2.0).bob) == "(1, 2)"


@pytest.mark.parametrize("card", [0, 2, 4, "1", 1.5, None, [1]])
def test_a_card_not_in_hand_is_refused(card):
    game = Goofspiel(3)
    state = play(game, 0, 2, 1, 1)
    with pytest.raises(ValueError, match=r"illegal .* legal actions: 1, 3$"):
        game.get_transition(state, card)


@pytest.mark.parametrize("prize", [-1, 0, 3, "1", None, [1]])
def test_a_prize_that_is_not_left_is_refused(prize):
    game = Goofspiel(3)
    state = play(game, 0, 2, 1)
    for method in game.get_transition, game.get_probability:
        with pytest.raises(ValueError, match=r"illegal .* actions: 1, 2$"):
            method(state, prize)


def test_players_have_no_probabilities():
    with pytest.raises(ValueError, match=r"no prize .*: ask where chance"):
        Goofspiel().get_probability(play(Goofspiel(), 1), 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cards": 0}, "cards is 0: give a whole number from 1"),
        ({"cards": 3.0}, r"cards is 3\.0: give a whole number from 1"),
        ({"cards": [1, 2]}, r"cards is \[1, 2\]: give a whole number from 1"),
        ({"prizes": "up"}, "prizes is 'up': 'random', 'descending' or 'asc"),
        ({"prizes": [1, 2, 3]}, r"prizes is \[1, 2, 3\]: 'random', 'desc"),
        ({"ties": "keep"}, "ties is 'keep': 'discard' or 'split'"),
        ({"ties": None}, "ties is None: 'discard' or 'split'"),
        ({"lowest_prize": -1}, "lowest_prize is -1: give a whole number"),
        ({"lowest_prize": 0.5}, r"lowest_prize is 0\.5: give a whole number"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Goofspiel(**arguments)
