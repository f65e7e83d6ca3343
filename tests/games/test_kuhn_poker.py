"""Kuhn poker, and what the tests of games with hidden information share."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from mastering_games.game import CHANCE, check_game
from mastering_games.games.kuhn_poker import KuhnPoker
from tests.games.test_games import play


def histories(game):
    """Every history: its state, the probability of its chance moves, and what each player knew and did."""
    nothing = dict.fromkeys(game.get_players(), ())
    waiting = [(game.get_initial_state(), Fraction(1), nothing)]
    while waiting:
        state, probability, memories = waiting.pop()
        yield state, probability, memories
        if game.is_terminal(state):
            assert list(game.get_actions(state)) == []
            continue
        mover, actions = game.get_player_turn(state), game.get_actions(state)
        for action in actions:
            child = game.get_transition(state, action)
            if mover == CHANCE:
                odds = game.get_probability(state, action)
                waiting.append((child, probability * odds, memories))
            else:
                step = (game.get_information_set(state), action)
                memory = {mover: (*memories[mover], step)}
                waiting.append((child, probability, memories | memory))


def decisions(game):
    """The states in each information set of each player."""
    sets = {player: {} for player in game.get_players()}
    for state, _, _ in histories(game):
        if game.is_terminal(state) or game.get_player_turn(state) == CHANCE:
            continue
        of_player = sets[game.get_player_turn(state)]
        of_player.setdefault(game.get_information_set(state), []).append(state)
    return sets


def sizes(game):
    """How many histories, ends of play, and information sets of each player."""
    states = [state for state, _, _ in histories(game)]
    assert len(set(states)) == len(states), "a state is a history"
    ends = sum(map(game.is_terminal, states))
    return len(states), ends, *map(len, decisions(game).values())


def group_sizes(game, player):
    """How many information sets of the player have one state, two, and so on."""
    return dict(Counter(map(len, decisions(game)[player].values())))


def check_information(game):
    """Is every information set one player's, with one list of actions?"""
    owners = {}
    for player, sets in decisions(game).items():
        for label, states in sets.items():
            assert isinstance(label, str)
            assert owners.setdefault(label, player) == player
            for state in states:
                assert game.get_actions(state) == game.get_actions(states[0])


def has_perfect_recall(game):
    """Do all states of an information set share what their mover knew and did before?"""
    known = {}
    for state, _, memories in histories(game):
        mover = game.get_player_turn(state)
        if not game.is_terminal(state) and mover != CHANCE:
            label = game.get_information_set(state)
            if known.setdefault(label, memories[mover]) != memories[mover]:
                return False
    return True


def check_chance(game):
    """Are the probabilities fractions that sum to 1 exactly?"""
    for state, _, _ in histories(game):
        if game.is_terminal(state) or game.get_player_turn(state) != CHANCE:
            continue
        odds = [
            game.get_probability(state, action)
            for action in game.get_actions(state)
        ]
        assert all(type(p) is Fraction and p > 0 for p in odds)
        assert sum(odds) == 1


def check_payoffs(game, total=0):
    """Do the payoffs of every play sum to the total, and is nothing paid before the end?"""
    for state, _, _ in histories(game):
        payoffs = game.get_reward(state)
        assert sum(payoffs) == (total if game.is_terminal(state) else 0)
        assert game.is_terminal(state) or not any(payoffs)


def check_no_player_moves(game, *states):
    """Is an information set refused in these states?"""
    for state in states:
        with pytest.raises(
            ValueError, match=r"^no.* (moves|bids|ahead) in .*: ask"
        ):
            game.get_information_set(state)


PACKS = [("J", "Q", "K"), ("J", "K"), "A234", range(1, 6)]


@pytest.mark.parametrize("cards", PACKS)
def test_the_contract_is_kept(cards):
    game = KuhnPoker(cards)
    assert check_game(game) == []
    check_information(game)
    check_chance(game)
    check_payoffs(game)
    assert has_perfect_recall(game)


def test_the_sizes():
    # A deal has 5 ends among 9 histories; 1 + 3 come before the deals.
    assert sizes(KuhnPoker()) == (6 * 9 + 4, 30, 6, 6)
    assert sizes(KuhnPoker("JK")) == (2 * 9 + 3, 10, 4, 4)
    assert sizes(KuhnPoker(range(13))) == (156 * 9 + 14, 780, 26, 26)


def test_only_the_other_card_is_hidden():
    for player in "Ann", "Bob":
        assert group_sizes(KuhnPoker(), player) == {2: 6}
        assert group_sizes(KuhnPoker("A2345"), player) == {4: 10}


def test_what_the_players_know():
    game = KuhnPoker()
    labels = [list(sets) for sets in decisions(game).values()]
    assert sorted(labels[0]) == [
        "Ann: J",
        "Ann: J check bet",
        "Ann: K",
        "Ann: K check bet",
        "Ann: Q",
        "Ann: Q check bet",
    ]
    assert sorted(labels[1]) == [
        "Bob: J bet",
        "Bob: J check",
        "Bob: K bet",
        "Bob: K check",
        "Bob: Q bet",
        "Bob: Q check",
    ]
    check_no_player_moves(game, (), ("J",), ("J", "Q", "check", "check"))


@pytest.mark.parametrize(
    ("moves", "payoffs", "outcome"),
    [
        ("J Q check check", (-1, 1), "Bob wins"),
        ("K Q check check", (1, -1), "Ann wins"),
        ("K Q check bet fold", (-1, 1), "Bob wins"),
        ("J K check bet fold", (-1, 1), "Bob wins"),
        ("Q J check bet call", (2, -2), "Ann wins"),
        ("J K check bet call", (-2, 2), "Bob wins"),
        ("J K bet fold", (1, -1), "Ann wins"),
        ("J K bet call", (-2, 2), "Bob wins"),
        ("K J bet call", (2, -2), "Ann wins"),
    ],
)
def test_plays(moves, payoffs, outcome):
    game = KuhnPoker()
    end = play(game, *moves.split())
    assert end == tuple(moves.split())
    assert game.is_terminal(end)
    assert game.get_reward(end) == payoffs
    assert game.get_outcome(end) == outcome
    assert game.to_string(end) == moves
    with pytest.raises(ValueError, match="play has ended there"):
        game.get_transition(end, "check")


def test_a_deal():
    game = KuhnPoker()
    start = game.get_initial_state()
    assert game.get_player_turn(start) == CHANCE
    assert game.to_string(start) == "no cards"
    assert game.get_actions(start) == ["J", "Q", "K"]
    assert game.get_probability(start, "K") == Fraction(1, 3)
    assert game.get_actions(("Q",)) == ["J", "K"]
    assert game.get_probability(("Q",), "K") == Fraction(1, 2)
    dealt = play(game, "Q", "K")
    assert game.get_player_turn(dealt) == "Ann"
    assert game.get_actions(dealt) == ["check", "bet"]
    facing = game.get_transition(dealt, "bet")
    assert game.get_player_turn(facing) == "Bob"
    assert game.get_actions(facing) == ["fold", "call"]
    game.get_actions(facing).clear()
    assert game.get_actions(facing) == ["fold", "call"], "a list of one's own"
    with pytest.raises(ValueError, match=r"illegal action 'Q' .*: 'J', 'K'$"):
        game.get_probability(("Q",), "Q")
    with pytest.raises(ValueError, match=r"no card .*: ask where chance moves"):
        game.get_probability(dealt, "check")


def test_cards_may_be_numbers():
    game = KuhnPoker(range(9, 12))
    end = play(game, 10, 9, "bet", "call")
    assert game.get_reward(end) == (2, -2), "not in the order of the alphabet"
    assert game.get_information_set((10, 9)) == "Ann: 10"
    assert play(game, 10.0)[0] is game.cards[1]


@pytest.mark.parametrize("action", ["fold", "raise", "J", 0, None, ["bet"]])
def test_an_illegal_action_is_refused(action):
    game = KuhnPoker()
    with pytest.raises(ValueError, match=r"illegal .*: 'check', 'bet'$"):
        game.get_transition(("J", "Q"), action)


@pytest.mark.parametrize("card", ["J", "A", "check", 1, None, ["K"]])
def test_a_card_that_cannot_be_dealt_is_refused(card):
    game = KuhnPoker()
    for method in game.get_transition, game.get_probability:
        with pytest.raises(ValueError, match=r"illegal .* actions: 'Q', 'K'$"):
            method(("J",), card)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ((), "give two different cards or more"),
        ("K", "give two different cards or more"),
        (["J", "Q", "J"], "give two different cards or more"),
        ([1, "1"], "give two different cards or more"),
        (["J", "red Q"], "give names without blanks"),
        (["J", ""], "give names without blanks"),
        (["J", None], "give a list of strings or whole numbers"),
        ([["J"], ["Q"]], "give a list of strings or whole numbers"),
        ([1.5, 2], "give a list of strings or whole numbers"),
        (3, "give a list of strings or whole numbers"),
        (None, "give a list of strings or whole numbers"),
    ],
)
def test_a_pack_that_cannot_be_played_with_is_refused(cards, message):
    with pytest.raises(ValueError, match=rf"^cards is .*: {message}$"):
        KuhnPoker(cards)


def value(game, strategies):
    """What Ann gets on average; strategies give the second action's probability at each information set."""

    def value_of(state):
        if game.is_terminal(state):
            return game.get_reward(state)[0]
        actions = game.get_actions(state)
        if game.get_player_turn(state) == CHANCE:
            odds = [game.get_probability(state, action) for action in actions]
        else:
            second = strategies[game.get_information_set(state)]
            odds = [1 - second, second]
        return sum(
            p * value_of(game.get_transition(state, action))
            for p, action in zip(odds, actions)
            if p
        )

    return value_of(game.get_initial_state())


@pytest.mark.parametrize("bluff", [0, Fraction(1, 7), Fraction(1, 3)])
def test_kuhns_equilibria_give_ann_minus_one_eighteenth(bluff):
    """Against the other's strategy no pure strategy of either player does better."""
    game = KuhnPoker()
    third = Fraction(1, 3)
    ann = {"Ann: J": bluff, "Ann: Q": 0, "Ann: K": 3 * bluff} | {
        "Ann: J check bet": 0,
        "Ann: Q check bet": bluff + third,
        "Ann: K check bet": 1,
    }
    bob = {"Bob: J check": third, "Bob: Q check": 0, "Bob: K check": 1} | {
        "Bob: J bet": 0,
        "Bob: Q bet": third,
        "Bob: K bet": 1,
    }
    known = Fraction(-1, 18)
    assert value(game, ann | bob) == known
    pure = list(product((0, 1), repeat=6))
    assert max(value(game, bob | dict(zip(ann, p))) for p in pure) == known
    assert min(value(game, ann | dict(zip(bob, p))) for p in pure) == known
