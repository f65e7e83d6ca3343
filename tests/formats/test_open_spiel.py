"""OpenSpiel as an oracle: its games, solved here, have the values that it finds and that are published."""

from fractions import Fraction

import numpy as np
import pytest

pyspiel = pytest.importorskip(
    "pyspiel", reason="needs OpenSpiel: make peers installs it"
)

from mastering_games.formats.open_spiel import OpenSpielGame  # noqa: E402
from mastering_games.game import check_game  # noqa: E402
from mastering_games.imperfect_information.best_response import (  # noqa: E402
    BestResponse,
)
from mastering_games.imperfect_information.counterfactual_regret import (  # noqa: E402
    CounterfactualRegret,
)
from mastering_games.imperfect_information.sequence_form import (  # noqa: E402
    SequenceForm,
)
from mastering_games.imperfect_information.strategy import (  # noqa: E402
    Strategy,
)
from mastering_games.imperfect_information.zero_sum_lp import (  # noqa: E402
    ZeroSumLP,
)
from mastering_games.perfect_information.backward_induction import (  # noqa: E402
    BackwardInduction,
)

KNOWN = {  # game: histories, information sets of a player, value, NashConv of uniform play
    "kuhn_poker": (58, 6, -1 / 18, 0.9166667),
    "leduc_poker": (9_457, 468, -0.085606424, 4.747222),
    "goofspiel(num_cards=3,imp_info=True,points_order=descending)": (
        67,
        8,
        0,
        1.333333,
    ),
}


@pytest.fixture(scope="module", params=KNOWN)
def compiled(request):
    return request.param, SequenceForm(OpenSpielGame(request.param))


def test_published_values(compiled):
    name, form = compiled
    histories, information_sets, value, nash_conv = KNOWN[name]
    assert form.number_of_histories == histories
    assert [len(t.parents) for t in form.treeplexes] == [information_sets] * 2
    solved = ZeroSumLP(form).solve()
    assert solved.value == pytest.approx(value, abs=1e-8)
    assert solved.nash_conv < 1e-8
    uniform = [Strategy.uniform(t) for t in form.treeplexes]
    assert BestResponse(form).nash_conv(uniform) == pytest.approx(
        nash_conv, abs=1e-6
    )


def as_policy(game, form, strategies):
    """Our strategies as a policy of OpenSpiel."""
    from open_spiel.python import policy as policies

    tables = [strategy.to_behaviour() for strategy in strategies]

    class Ours(policies.Policy):
        def action_probabilities(self, state, player_id=None):
            mover = state.current_player()
            label = f"player {mover}: {state.information_state_string(mover)}"
            odds = tables[mover][label]
            return {
                action: odds[state.action_to_string(action)]
                for action in state.legal_actions()
            }

    return Ours(game.open_spiel_game, range(2))


def test_open_spiel_agrees_on_how_exploitable_a_strategy_is(compiled):
    from open_spiel.python.algorithms import expected_game_score, exploitability

    _, form = compiled
    rng = np.random.default_rng(7)
    strategies = [
        Strategy.from_array(
            t,
            np.concatenate(
                [[1.0], *(rng.dirichlet(np.ones(len(a))) for a in t.actions)]
            ),
        )
        for t in form.treeplexes
    ]
    policy = as_policy(form.game, form, strategies)
    theirs = exploitability.nash_conv(form.game.open_spiel_game, policy)
    assert BestResponse(form).nash_conv(strategies) == pytest.approx(theirs)
    values = expected_game_score.policy_value(
        form.game.open_spiel_game.new_initial_state(), [policy, policy]
    )
    assert form.expected_payoffs([s.plan for s in strategies]) == pytest.approx(
        list(values)
    )


def test_cfr_plus_approaches_the_value(compiled):
    _, form = compiled
    learner = CounterfactualRegret(form, plus=True)
    learner.run(300)
    assert learner.exploitability() < 0.005


def test_the_rules_are_those_of_open_spiel():
    game = OpenSpielGame("kuhn_poker")
    assert check_game(game) == []
    assert game.get_probability((), game.get_actions(())[0]) == Fraction(1, 3)
    tictactoe = OpenSpielGame("tic_tac_toe")
    late = (0, 1, 2, 4, 3, 5)
    solved = BackwardInduction(tictactoe).backward_induction(late)
    assert solved.value[0] == 1
    with pytest.raises(ValueError, match="illegal action"):
        tictactoe.get_transition(late, "x(0,0)")
    with pytest.raises(
        ValueError, match="OpenSpiel has no game 'no_such_game'"
    ):
        OpenSpielGame("no_such_game")


def test_players_who_choose_at_once_choose_in_turn_unseen():
    game = OpenSpielGame("matrix_rps")
    assert ZeroSumLP(game).solve().value == pytest.approx(0)
    form = SequenceForm(game)
    assert [len(t.parents) for t in form.treeplexes] == [1, 1]
