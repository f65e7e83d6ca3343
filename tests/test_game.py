"""The rules contract, and what check_game tells the author of a new game."""

import itertools
from fractions import Fraction

import pytest

from mastering_games.game import CHANCE, ExtensiveFormGame, GameNode, check_game
from mastering_games.games.abstract_extensive_form_game import (
    AbstractExtensiveFormGame,
)
from mastering_games.games.advertising import Advertising
from mastering_games.games.bitboard_tictactoe import BitboardTicTacToe
from mastering_games.games.centipede import Centipede
from mastering_games.games.envious_sharing_game import EnviousSharingGame
from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.games.melting_cake import MeltingCake
from mastering_games.games.patrol_game import PatrolGame
from mastering_games.games.security_game import SecurityGame
from mastering_games.games.sharing_game import SharingGame
from mastering_games.games.smuggling_game import SmugglingGame
from mastering_games.games.tictactoe import TicTacToe
from mastering_games.games.two_stage_game import TwoStageGame


class Walk(ExtensiveFormGame):
    """A sound little game for tests to break: one player walks from 0 to 2."""

    def get_players(self):
        return ["walker"]

    def get_initial_state(self):
        return 0

    def get_player_turn(self, state):
        return "walker"

    def get_actions(self, state):
        return (
            ["step", "leap"] if state == 0 else ["step"] if state == 1 else []
        )

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        return state + {"step": 1, "leap": 2}[action]

    def is_terminal(self, state):
        return state == 2

    def get_reward(self, state):
        return (state,)


class ChanceWalk(Walk):
    """At 0 a coin decides."""

    probabilities = {"step": Fraction(1, 3), "leap": Fraction(2, 3)}

    def get_player_turn(self, state):
        return CHANCE if state == 0 else "walker"

    def get_probability(self, state, action):
        return self.probabilities[action]


@pytest.mark.parametrize(
    "game",
    [
        AbstractExtensiveFormGame(),
        SharingGame(),
        SharingGame(5),
        TicTacToe(),
        BitboardTicTacToe(),
        Advertising(),
        EnviousSharingGame(4, envy=0.5),
        Centipede(),
        MeltingCake(),
        ExitAfterChance(),
        ExitBeforeChance(),
        SmugglingGame(),
        TwoStageGame(),
        SecurityGame(),
        PatrolGame(),
        Walk(),
        ChanceWalk(),
    ],
)
def test_sound_games_pass(game):
    assert check_game(game) == []


def broken(base=Walk, **methods):
    """A game with some methods replaced; the class is named for the messages."""
    return type(
        "Broken",
        (base,),
        {name: staticmethod(method) for name, method in methods.items()},
    )()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (broken(get_players=lambda: []), "get_players() is empty"),
        (broken(get_players=lambda: ["a", "a"]), "give each a name of its own"),
        (
            broken(get_initial_state=lambda: []),
            "get_initial_state() gives [], which can change",
        ),
        (
            broken(get_reward=lambda state: (1, 2)),
            "gives 2 payoffs for 1 players",
        ),
        (
            broken(get_reward=lambda state: (float("nan"),)),
            "every payoff must be finite",
        ),
        (
            broken(get_reward=lambda state: (float("inf"),)),
            "every payoff must be finite",
        ),
        (
            broken(get_reward=lambda state: 3),
            "get_reward(0) is 3: give a tuple",
        ),
        (
            broken(is_terminal=lambda state: state > 0),
            "state 1 is terminal, but has the actions ['step']",
        ),
        (broken(is_terminal=lambda state: False), "no actions in state 2"),
        (
            broken(get_player_turn=lambda state: "runner"),
            "'runner', which is not a player",
        ),
        (broken(to_string=lambda state: state), "it must be a string"),
        (
            broken(get_actions=lambda state: ["step"] * 2 if state < 2 else []),
            "has an action twice",
        ),
        (
            broken(get_transition=lambda state, action: min(state + 1, 2)),
            "'no such action') is accepted",
        ),
        (
            broken(get_transition=lambda state, action: {}[action]),
            "raises KeyError",
        ),
        (
            broken(get_transition=lambda state, action: [state]),
            "get_transition gives [0], which can change",
        ),
        (
            broken(get_player_turn=lambda state: CHANCE),
            "define get_probability",
        ),
        (
            broken(ChanceWalk, get_probability=lambda state, action: 0.4),
            "sum to 1",
        ),
        (
            broken(
                ChanceWalk,
                get_probability=lambda s, a: -1 if a == "step" else 2,
            ),
            "sum to 1",
        ),
    ],
)
def test_check_game_tells_what_is_broken(game, told):
    assert any(told in problem for problem in check_game(game)), check_game(
        game
    )


class OnlyMethods:
    """What the contract asks for, but not derived from it."""

    def get_players(self):
        return ["walker"]

    def get_initial_state(self):
        return 0


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (OnlyMethods(), "derive it from ExtensiveFormGame"),
        (broken(get_players=lambda: [None]), "not 'chance' or None"),
        (broken(get_reward=lambda state: {"walker": 3}), "give a tuple"),
        (broken(get_reward=lambda state: {3}), "give a tuple"),
        (
            broken(get_actions=lambda state: {"step"} if state < 2 else set()),
            "give a list or a tuple",
        ),
        (
            broken(get_transition=lambda state, action: None),
            "did you forget return?",
        ),
        (
            broken(get_reward=lambda state: {}[state]),
            "<lambda> raises KeyError: 0",
        ),
        (broken(get_outcome=lambda state: 5), "get_outcome(2) gives 5"),
        (broken(get_board=lambda state: [[1]]), "rows of strings are needed"),
    ],
)
def test_check_game_tells_a_students_mistakes(game, told):
    assert any(told in problem for problem in check_game(game)), check_game(
        game
    )


def test_check_game_finds_chance_in_a_transition():
    coin = itertools.cycle([1, 2])
    game = broken(
        get_transition=lambda state, action: min(2, state + next(coin))
    )
    assert any(
        "changes from call to call" in problem for problem in check_game(game)
    )


def test_check_game_tries_actions_that_are_legal_elsewhere():
    class Careless(TicTacToe):
        """Lets a player put a mark on a cell that is taken."""

        def get_transition(self, state, action):
            if not isinstance(action, tuple):
                raise self.illegal_action(state, action)
            index = 3 * action[0] + action[1]
            return (
                state[:index] + self.get_player_turn(state) + state[index + 1 :]
            )

    (problem,) = check_game(Careless())
    assert "is accepted, but the action is illegal" in problem


def test_check_game_tells_every_kind_of_problem_once():
    problems = check_game(
        broken(get_reward=lambda state: (), to_string=lambda state: None)
    )
    assert len(problems) == 2


def test_check_game_finds_a_state_that_is_changed():
    class Mutable(Walk):
        def get_initial_state(self):
            return State()

        def get_actions(self, state):
            return [] if state.position == 2 else ["step"]

        def get_transition(self, state, action):
            if action != "step":
                raise self.illegal_action(state, action)
            state.position = 2
            return state

        def is_terminal(self, state):
            return state.position == 2

        def get_reward(self, state):
            return (0,)

    class State:
        position = 0

        def __repr__(self):
            return f"State({self.position})"

    assert any(
        "changed its state, or states are not compared by value" in problem
        for problem in check_game(Mutable())
    )


def test_check_game_names_a_state_on_a_cycle():
    class Ring(Walk):
        """0 leads to the ring 1, 2, 3, and out of it to the end 4."""

        def get_actions(self, state):
            return [] if state == 4 else ["step", "leave"]

        def get_transition(self, state, action):
            if action not in self.get_actions(state):
                raise self.illegal_action(state, action)
            return 4 if action == "leave" else state % 3 + 1

        def is_terminal(self, state):
            return state == 4

    (problem,) = check_game(Ring())
    assert problem.startswith(
        (
            "play can return to state 1",
            "play can return to state 2",
            "play can return to state 3",
        )
    )


@pytest.mark.parametrize(
    ("key", "aspect"),
    [
        (lambda state: state.count(" "), "whether play has ended"),
        (
            lambda state: "end" if TicTacToe().is_terminal(state) else state,
            "the reward",
        ),
        (
            lambda state: state[::-1] if state[0] == "x" else state,
            "the keys of the states that can follow",
        ),
        (
            lambda state: "" if state.count(" ") > 7 else state,
            "who moves",
        ),
    ],
)
def test_check_game_finds_states_that_are_not_symmetric(key, aspect):
    class Mistaken(TicTacToe):
        def get_symmetry_key(self, state):
            return key(state)

    (problem,) = check_game(Mistaken())
    assert f"have the same get_symmetry_key, but differ in {aspect}:" in problem


def test_a_forgotten_return_is_told_once_and_in_the_game_s_own_words():
    (problem,) = check_game(broken(get_reward=lambda state: None))
    assert "is None: give a tuple, one payoff per player" in problem


def test_check_game_stops_in_a_game_without_end():
    class Endless(Walk):
        def get_actions(self, state):
            return ["step"]

        def get_transition(self, state, action):
            if action != "step":
                raise self.illegal_action(state, action)
            return state + 1

        def is_terminal(self, state):
            return False

    with pytest.warns(UserWarning, match="looked at the first 100 states"):
        assert check_game(Endless(), max_states=100) == []


def test_an_illegal_action_is_named_with_the_legal_ones():
    with pytest.raises(
        ValueError,
        match=r"illegal action 'fly' in state 0; legal actions: 'step', 'leap'",
    ):
        Walk().get_transition(0, "fly")
    with pytest.raises(
        ValueError,
        match="illegal action 'step' in state 2; play has ended there",
    ):
        Walk().get_transition(2, "step")


def test_a_game_that_lacks_a_rule_cannot_be_made():
    class Unfinished(ExtensiveFormGame):
        pass

    with pytest.raises(TypeError, match="get_actions"):
        Unfinished()


def test_defaults():
    game = Walk()
    assert (
        game.get_information_set(1)
        == game.get_symmetry_key(1)
        == game.get_state(1)
        == 1
    )
    assert game.to_string(1) == "1"
    assert game.get_board(1) is None
    assert game.get_outcome(2) == ""
    with pytest.raises(ValueError, match="define get_probability if 0 is one"):
        game.get_probability(0, "step")


def test_a_node_tells_its_first_best_action():
    node = GameNode("s", "walker")
    assert node.best_action is None
    node.best_actions = ["step", "leap"]
    assert node.best_action == "step"
    assert repr(node) == "GameNode(state='s', value=None)"
    assert not hasattr(node, "__dict__")
