"""Any game is written to Gambit's format, and what is read again is that game."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastering_games.formats.efg import EfgGame, read_efg, write_efg
from mastering_games.formats.efg_game import EfgNode, InformationSet, Outcome
from mastering_games.game import CHANCE, ExtensiveFormGame, check_game
from mastering_games.games.centipede import Centipede
from mastering_games.games.explicit_tree import Chance, ExplicitTree
from mastering_games.games.pig import Pig
from mastering_games.games.sharing_game import SharingGame
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.perfect_information.backward_induction import (
    BackwardInduction,
)
from tests.formats.efg_samples import POKER, assert_same
from tests.random_games import tree_games


class LateTicTacToe(TicTacToe):
    def get_initial_state(self):
        return "xoo  x   "


class GuessTheCoin(ExtensiveFormGame):
    """Ann sees a coin and names a side, and Bob, who heard her, guesses. A game of hidden information,
    with floats, payoffs on the way, actions that are no strings, and names that Gambit does not take."""

    def get_players(self):
        return ["Ann", " Bob\n "]

    def get_initial_state(self):
        return ()

    def get_player_turn(self, state):
        return [CHANCE, *self.get_players()][len(state)]

    def get_actions(self, state):
        return [[0, 1], [0, "1"], [True, None], []][len(state)]

    def get_probability(self, state, action):
        return [0.3, 0.7][action]

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return (*state, action)

    def is_terminal(self, state):
        return len(state) == 3

    def get_reward(self, state):
        if len(state) == 2:
            return (0.1, -0.1) if str(state[0]) != str(state[1]) else (0, 0.0)
        return (-1.5, Decimal("0.25")) if len(state) == 3 else (0, 0)

    def get_information_set(self, state):
        return f"saw {state[0]}" if len(state) == 1 else f"heard {state[1]}"

    def to_string(self, state):
        return "a \\ coin\n" + '"' * len(state)


class Chain(ExtensiveFormGame):
    """A game of one long path; or, with a state to return to, one without end."""

    def __init__(self, length, back_to=None):
        self.length = length
        self.back_to = back_to

    def get_players(self):
        return ["Ann"]

    def get_initial_state(self):
        return 0

    def get_player_turn(self, state):
        return "Ann"

    def get_actions(self, state):
        return [] if self.is_terminal(state) else ["on", "out"]

    def get_transition(self, state, action):
        if action == "out":
            return -1
        if state + 1 == self.length and self.back_to is not None:
            return self.back_to
        return state + 1

    def is_terminal(self, state):
        return state in (-1, self.length)

    def get_reward(self, state):
        return (state,)


def assert_plays_alike(game, read):
    """The tree of a game and the one that was read are the same, history by history."""
    names = dict(zip(game.get_players(), read.get_players()))
    assert len(names) == len(read.get_players())
    says_what_is_known = (
        type(game).get_information_set
        is not ExtensiveFormGame.get_information_set
    )
    pairs = set()  # of information sets
    number_of_choices = 0
    waiting = [(game.get_initial_state(), 0)]
    for mine, other in waiting:
        assert read.is_terminal(other) == game.is_terminal(mine)
        reward = read.get_reward(other)
        assert all(map(same_number, reward, game.get_reward(mine)))
        if game.is_terminal(mine):
            assert read.get_outcome(other) == game.get_outcome(mine)
            continue
        mover = game.get_player_turn(mine)
        actions = game.get_actions(mine)
        assert read.get_actions(other) == list(map(str, actions))
        if mover == CHANCE:
            assert read.get_player_turn(other) == CHANCE
            for action in actions:
                p = read.get_probability(other, str(action))
                assert same_number(p, game.get_probability(mine, action))
        else:
            assert read.get_player_turn(other) == names[mover]
            number_of_choices += 1
            label = read.get_information_set(other)
            known = game.get_information_set(mine)
            pairs.add((label, known if says_what_is_known else other))
        waiting += [
            (game.get_transition(mine, a), read.get_transition(other, str(a)))
            for a in actions
        ]
    assert len(waiting) == len(read.nodes)
    assert len({label for label, _ in pairs}) == len(pairs)
    if says_what_is_known:
        assert len({known for _, known in pairs}) == len(pairs)
    else:
        assert len(pairs) == number_of_choices, "all is seen"


def same_number(exact, number):
    return float(exact) == float(number)


@pytest.mark.parametrize(
    ("game", "nodes"),
    [
        (LateTicTacToe(), 234),
        (SharingGame(3), 13),
        (Centipede(5), 11),
        (Pig(2), 37),
        (GuessTheCoin(), 15),
        (Chain(3), 7),
        (
            ExplicitTree(
                {
                    "a": Chance({"h": (1 / 3, {"x": 0.5}), "t": (2 / 3, 4)}),
                    "b": Chance({"h": (Fraction(2, 7), 2), "t": (5 / 7, 4)}),
                    "c": (Fraction(1, 3), -1e-07),
                    "d": (1e22, float(10**14)),
                }
            ),
            10,
        ),
        (ExplicitTree((1, 2)), 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_game_of_the_package_is_written_and_read(game, nodes):
    text = write_efg(game)
    read = read_efg(text)
    assert len(read.nodes) == nodes
    assert read.title == type(game).__name__
    assert_plays_alike(game, read)
    assert check_game(read) == []
    assert_same(read_efg(write_efg(read)), read)
    for labels in labels_of(read):
        # What Gambit 16.7 asks for: it refuses a file otherwise.
        labels = list(filter(None, labels))
        assert all(" ".join(label.split()) == label for label in labels)
        assert len(set(labels)) == len(labels)


def labels_of(game):
    yield [node.label for node in game.nodes]
    yield game.player_labels
    sets = {}
    for node in game.nodes:
        known = node.information_set
        if known:
            sets[known.player, known.number] = known
            yield known.labels
    for player in range(len(game.players) + 1):
        yield [known.name for known in sets.values() if known.player == player]


def test_what_is_written():
    assert (
        write_efg(GuessTheCoin(), title='"', comment="\\")
        == r"""EFG 2 R "\"" { "Ann" "Bob" }
"\\"

c "a \ coin" 1 "" { "0" 3/10 "1" 7/10 } 0
p "a \ coin \"" 1 1 "saw 0" { "0" "1" } 0
p "a \ coin \"\"" 2 1 "heard 0" { "True" "None" } 0
t "a \ coin \"\"\"" 1 "" { -1.5, 1/4 }
t "a \ coin \"\"\" (2)" 1 "" { -1.5, 1/4 }
p "a \ coin \"\" (2)" 2 2 "heard 1" { "True" "None" } 2 "" { 0.1, -0.1 }
t "a \ coin \"\"\" (3)" 1 "" { -1.5, 1/4 }
t "a \ coin \"\"\" (4)" 1 "" { -1.5, 1/4 }
p "a \ coin \" (2)" 1 2 "saw 1" { "0" "1" } 0
p "a \ coin \"\" (3)" 2 1 "heard 0" { "True" "None" } 2 "" { 0.1, -0.1 }
t "a \ coin \"\"\" (5)" 1 "" { -1.5, 1/4 }
t "a \ coin \"\"\" (6)" 1 "" { -1.5, 1/4 }
p "a \ coin \"\" (4)" 2 2 "heard 1" { "True" "None" } 0
t "a \ coin \"\"\" (7)" 1 "" { -1.5, 1/4 }
t "a \ coin \"\"\" (8)" 1 "" { -1.5, 1/4 }
"""
    )


def test_title_and_comment_may_be_replaced():
    game = read_efg(POKER)
    again = read_efg(write_efg(game, title="", comment="new"))
    assert (again.title, again.comment) == ("", "new")
    assert again.nodes == game.nodes
    again = read_efg(write_efg(game, title="new"))
    assert (again.title, again.comment) == ("new", game.comment)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Chain(5, back_to=2), r"^play can return to state 2, .*: give the game an end$"),
        (Chain(5, back_to=0), "^play can return to state 0"),
        (Chain(999), "more than 500 histories: write a smaller game, or raise max_nodes$"),
        (Centipede(300), "more than 500 histories"),
        (ExplicitTree({"a\0": 1}), r"^no file can hold the text 'a\\x00'$"),
        (ExplicitTree({"\udc80": 1}), r"^no file can hold the text '\\udc80'$"),
        (ExplicitTree({"a": float("nan")}), "every payoff must be finite"),
        (ExplicitTree({"a": 10**400}), r"^a payoff in \('a',\) is too large$"),
        (ExplicitTree({"a": Fraction(1, 10**1000)}), "^a number has more than 1000 digits$"),
        (ExplicitTree((1,) * 1001, players=["?"] * 1001), "^more than 1000 players$"),
    ],
)  # fmt: skip
def test_a_game_that_no_file_can_hold(game, message):
    with pytest.raises(ValueError, match=message):
        write_efg(game, max_nodes=500)


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("get_actions", [], r"no actions in \(\), but it is not terminal"),
        ("get_player_turn", "Eve", r"'Eve' moves in \(\), but the players are \['Ann'"),
        ("get_information_set", "any", r"'any' of ' Bob\\n ' has other actions in .*: no, and True, None$"),
        ("get_probability", 0.4, r"are \[0.4, 0.4\]: they must sum to 1 \(a sum of 0.8\)"),
        ("get_probability", 1.5, r"they must sum to 1 \(the probability 1.5\)"),
        ("get_probability", float("nan"), "they must sum to 1"),
        ("get_reward", (1,), "1 payoffs for 2 players"),
    ],
)  # fmt: skip
def test_a_game_that_breaks_the_contract(method, answer, message, monkeypatch):
    actions = GuessTheCoin.get_actions
    monkeypatch.setattr(
        GuessTheCoin,
        "get_actions",
        lambda self, state: ["no"] if state == (1, 0) else actions(self, state),
    )
    monkeypatch.setattr(GuessTheCoin, method, lambda *arguments: answer)
    with pytest.raises(ValueError, match=message):
        write_efg(GuessTheCoin())


def test_a_large_game_is_refused_whether_read_or_made():
    game = read_efg(POKER)
    with pytest.raises(ValueError, match="more than 10 histories"):
        write_efg(game, max_nodes=10)
    assert write_efg(game, max_nodes=11)
    assert write_efg(Chain(5), max_nodes=11)
    with pytest.raises(ValueError, match="more than 10 histories"):
        write_efg(Chain(5), max_nodes=10)


def test_a_tree_may_be_deep():
    depth = 50_000
    text = write_efg(Chain(depth))
    game = read_efg(text)
    assert len(game.nodes) == 2 * depth + 1
    assert write_efg(game, title="Chain") == text
    state = 0
    for _ in range(depth):
        state = game.get_transition(state, "on")
    assert game.get_reward(state) == (depth,)
    node = BackwardInduction(game).backward_induction(0)
    assert node.value == (depth * (depth + 1) // 2,), "paid on the way"


@settings(max_examples=60, deadline=None)
@given(tree_games())
def test_a_random_game_of_rules_is_written_and_read(game):
    read = read_efg(write_efg(game))
    assert_plays_alike(game, read)
    assert check_game(read) == []


TEXTS = st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
    max_size=6,
) | st.text('"\\{} \r\nnp1', max_size=6)
NUMBERS = st.integers() | st.fractions().map(
    lambda number: int(number) if number.denominator == 1 else number
)


@st.composite
def labelled_games(draw):
    """Trees in which labels, information sets and outcomes are anything that a file can say."""
    players = draw(st.lists(TEXTS, min_size=1, max_size=3))
    sets, outcomes = {}, {}

    def new_set(player, number):
        labels = draw(st.lists(TEXTS, min_size=1, max_size=3))
        odds = ()
        if player == 0:
            weights = [draw(st.integers(0, 5)) for _ in labels]
            weights[0] += 1
            odds = tuple(Fraction(w, sum(weights)) for w in weights)
        return InformationSet(player, number, draw(TEXTS), tuple(labels), odds)

    def new_outcome(number):
        payoffs = tuple(draw(NUMBERS) for _ in players)
        return Outcome(number, draw(TEXTS), payoffs)

    nodes = []
    unfinished = []
    while not nodes or unfinished:
        node = EfgNode(draw(TEXTS))
        if len(nodes) < 12 and draw(st.booleans()):
            key = (
                draw(st.integers(0, len(players))),
                draw(st.integers(1, 3)),
            )
            if key not in sets:
                sets[key] = new_set(*key)
            node.information_set = sets[key]
        number = draw(st.integers(0, 4))
        if number and number not in outcomes:
            outcomes[number] = new_outcome(number)
        node.outcome = outcomes.get(number)
        if unfinished:
            unfinished[-1].children.append(len(nodes))
        nodes.append(node)
        if node.information_set:
            unfinished.append(node)
        while unfinished and len(unfinished[-1].children) == len(
            unfinished[-1].information_set.labels
        ):
            unfinished.pop()
    return EfgGame(draw(TEXTS), draw(TEXTS), players, nodes)


@settings(max_examples=200, deadline=None)
@given(labelled_games())
def test_a_random_file_is_written_and_read(game):
    text = write_efg(game)
    read = read_efg(text)
    assert_same(read, game)
    assert write_efg(read) == text
    assert check_game(read) == []
