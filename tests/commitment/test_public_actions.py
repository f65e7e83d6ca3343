"""Commitment in games of rounds, in which all actions become public."""

import random
from fractions import Fraction

import numpy as np
import pytest

from mastering_games.checks.commitment import leader_value
from mastering_games.commitment.public_actions import PublicActions, hold_down
from mastering_games.game import CHANCE, ExtensiveFormGame, check_game
from mastering_games.games.centipede import Centipede
from mastering_games.games.exit_games import ExitAfterChance, ExitBeforeChance
from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.matrix_game import MatrixGame, RockPaperScissors
from mastering_games.games.patrol_game import PatrolGame
from mastering_games.games.security_game import SecurityGame
from mastering_games.games.two_stage_game import TwoStageGame
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP
from tests.commitment.brute_force import brute_force, pure_strategies
from tests.games.test_kuhn_poker import has_perfect_recall


class PublicGame(ExtensiveFormGame):
    """A random game of rounds: in each both act at once, or one alone, or chance moves.

    A state has the rounds so far, and what the first player of this one has done; that may end play.
    """

    def __init__(self, seed, rounds=2, most=3):
        self.seed, self.rounds, self.most = seed, rounds, most

    def draw(self, *what):
        return random.Random(repr((self.seed, *what)))

    def movers(self, rounds):
        both, alone = [["one", "two"], ["two", "one"]], [["one"], ["two"]]
        return self.draw("movers", rounds).choice(3 * both + alone + [[CHANCE]])

    def get_players(self):
        return ["one", "two"]

    def get_initial_state(self):
        return ((), ())

    def get_player_turn(self, state):
        rounds, now = state
        return self.movers(rounds)[len(now)]

    def get_actions(self, state):
        if self.is_terminal(state):
            return []
        who = state[0], self.get_player_turn(state)
        return list(range(self.draw("actions", who).randint(1, self.most)))

    def get_probability(self, state, action):
        weights = [
            self.draw("odds", state, a).randint(0, 2) + (a == 0)
            for a in self.get_actions(state)
        ]
        return Fraction(weights[action], sum(weights))

    def get_transition(self, state, action):
        if action not in self.get_actions(state):
            raise self.illegal_action(state, action)
        rounds, now = state[0], (*state[1], action)
        if len(now) < len(self.movers(rounds)):
            return rounds, now
        return (*rounds, now), ()

    def is_terminal(self, state):
        rounds, now = state
        if len(rounds) == self.rounds:
            return True
        return bool(now) and self.draw("end", state).random() < 0.2

    def get_reward(self, state):
        draw = self.draw("pays", state)
        return (draw.randint(-4, 4), draw.randint(-4, 4))

    def get_information_set(self, state):
        return f"{self.get_player_turn(state)}: {state[0]}"


@pytest.mark.parametrize("leader", ["one", "two"])
@pytest.mark.parametrize(("rounds", "most"), [(2, 3), (3, 2)])
def test_random_games(rounds, most, leader):
    """The answer is the best one over all pure responses, and by the definition it is worth what it says."""
    tried = 0
    for seed in range(80):
        game = PublicGame(seed, rounds, most)
        solver = PublicActions(game, leader)
        follower = solver.form.treeplexes[solver.judge.follower]
        if not 2 <= len(pure_strategies(follower)) <= 30:
            continue
        tried += 1
        check(game, leader, solver.form, solver.solve())
    assert tried > 20


def check(game, leader, form, found):
    best, _ = brute_force(form, leader)
    value, _ = leader_value(game, leader, found.strategy.to_behaviour())
    assert [found.value, found.bound, value] == pytest.approx([best] * 3)
    assert found.is_optimal


@pytest.mark.parametrize(
    ("parameters", "leader", "relaxed", "value"),
    [
        ((49, 2, 3), "one", 38 / 3, 12),
        ((109, 2, 3), "one", 4.25, 25 / 7),
        ((24, 3, 2), "two", 10.8, 9),
        ((110, 3, 3), "one", 7.6, 6),
    ],
)
def test_to_tell_the_follower_what_to_do_may_be_worth_more(
    parameters, leader, relaxed, value
):
    """Then the linear program's bound is too high, and whole numbers are needed."""
    game = PublicGame(*parameters)
    solver = PublicActions(game, leader)
    found = solver.solve()
    check(game, leader, solver.form, found)
    assert found.value == pytest.approx(value)
    bound = solver.program.solve(relax=True).value + solver.certain[0]
    assert bound == pytest.approx(relaxed)


def test_the_random_games_are_games():
    for seed in range(10):
        game = PublicGame(seed)
        assert check_game(game) == []
        assert has_perfect_recall(game)


def test_goofspiel():
    """With three cards, and the prizes 0, 1 and 2, the leader gets 103/45 of 3."""
    game = Goofspiel(3, zero_sum=False)
    found = PublicActions(game, "Ann").solve()
    assert found.is_optimal
    assert found.value == pytest.approx(103 / 45, abs=1e-9)
    short = Goofspiel(3, zero_sum=False, skip_forced=True)
    assert len(PublicActions(game, "Ann").rounds) == len(
        PublicActions(short, "Ann").rounds
    )
    for leader in "Ann", "Bob":
        found = PublicActions(short, leader).solve()
        assert found.value == pytest.approx(103 / 45, abs=1e-9)


def test_goofspiel_with_four_cards():
    game = Goofspiel(4, zero_sum=False, skip_forced=True)
    solver = PublicActions(game, "Ann")
    assert len(solver.rounds) == 4 + 192 + 3456
    assert solver.program.number_of_variables == 26_772
    found = solver.solve()
    assert found.is_optimal
    assert found.value == pytest.approx(4.23229688, abs=1e-8)


def test_a_zero_sum_game_is_worth_its_value():
    game = Goofspiel(3, lowest_prize=1)
    found = PublicActions(game, "Bob").solve()
    assert found.value == pytest.approx(0, abs=1e-9)
    found = PublicActions(RockPaperScissors(), "Ann").solve()
    assert found.value == pytest.approx(0, abs=1e-9)
    odds = found.strategy.to_behaviour()["Ann: to choose"]
    assert list(odds.values()) == pytest.approx([1 / 3] * 3)
    table = [[3, -1], [-2, 4]]
    value = ZeroSumLP(MatrixGame(table)).solve().value
    found = PublicActions(MatrixGame(table), "Ann").solve()
    assert found.value == pytest.approx(value)


@pytest.mark.parametrize(
    ("game", "leader"),
    [
        (ExitAfterChance(), "leader"),
        (ExitBeforeChance(), "leader"),
        (SecurityGame(), "ranger"),
        (SecurityGame(rangers=2), "ranger"),
        (PatrolGame(2, 1), "ranger"),
        (PatrolGame(3, 2), "ranger"),
        (TwoStageGame(2, 1, 2, seed=1), "leader"),
        (Centipede(), "Ann"),
        (Centipede(), "Bob"),
    ],
)
def test_games_of_the_book(game, leader):
    found = PublicActions(game, leader).solve()
    assert found.is_optimal
    assert found.value == pytest.approx(brute_force(game, leader)[0], abs=1e-6)


def test_to_solve_the_last_stage_first_is_wrong():
    """The leader threatens with what is not good in the last stage by itself."""
    gains = []
    for seed in range(10):
        game = TwoStageGame(2, 2, 2, seed=seed)
        last = [
            PublicActions(MatrixGame(table), "Ann").solve()
            for table in game.second
        ]
        worth = [
            sum(commitment.value for commitment in last) / 2,
            sum(commitment.follower_value for commitment in last) / 2,
        ]
        table = [
            [tuple(np.add(pair, worth)) for pair in row] for row in game.first
        ]
        backed_up = PublicActions(MatrixGame(table), "Ann").solve()
        found = PublicActions(game, "leader").solve()
        gains.append(found.value - backed_up.value)
    assert min(gains) > -1e-6
    assert max(gains) > 0.1


def test_a_larger_two_stage_game():
    found = PublicActions(TwoStageGame(2, 10, 10, 0.1), "leader").solve()
    assert found.is_optimal
    assert found.value == pytest.approx(1.81714389, abs=1e-8)


def test_how_the_follower_is_held_down():
    pennies, constant, saddle = found = hold_down(
        [
            np.array([[1.0, -1.0], [-1.0, 1.0]]),
            np.array([[5.0], [3.0], [4.0]]),
            np.array([[2.0, 1.0, 0.0]]),
        ]
    )
    assert [value for value, _ in found] == pytest.approx([0, 3, 2])
    assert pennies[1] == pytest.approx([0.5, 0.5])
    assert constant[1] == pytest.approx([0, 1, 0])
    assert saddle[1] == pytest.approx([1])


def test_who_does_not_obey_is_punished():
    """Goofspiel, prizes 1, 2, 3: each deviation of the follower is worth no more than they get."""
    game = Goofspiel(3, "ascending", lowest_prize=1, zero_sum=False)
    solver = PublicActions(game, "Ann")
    found = solver.solve()
    first = solver.rounds[0]
    weights = found.strategy.plan[
        list(found.strategy.treeplex.sequences_of(first.sets[0]))
    ]
    assert (weights @ solver.minmax[first]).max() <= (
        found.follower_value + 1e-9
    )


def test_a_game_without_a_choice():
    for payoff in 0, 2:
        found = PublicActions(MatrixGame([[payoff]]), "Ann").solve()
        assert (found.value, found.follower_value) == (payoff, -payoff)
        assert found.is_optimal


def test_when_the_time_is_up():
    """The leader can always hold the follower down, and says so."""
    game = Goofspiel(4, zero_sum=False, skip_forced=True)
    found = PublicActions(game, "Ann").solve(time_limit=0)
    assert not found.is_optimal
    assert found.bound >= 4.2322968
    assert 0 < found.value < 4.2322969


@pytest.mark.parametrize(
    ("game", "leader", "label"),
    [
        (KuhnPoker(), "Ann", "Ann: "),
        (PatrolGame(), "ranger", "ranger: camp, wood, hill"),
    ],
)
def test_a_game_with_secrets_is_refused(game, leader, label):
    with pytest.raises(
        ValueError,
        match=rf"^not all actions become public .* in information set '{label}"
        r".*' cannot tell whether play went through \(.*\) or \(",
    ):
        PublicActions(game, leader)


def test_an_unknown_leader_is_refused():
    with pytest.raises(ValueError, match="the leader is 'Zoe', but"):
        PublicActions(MatrixGame([[1]]), "Zoe")
