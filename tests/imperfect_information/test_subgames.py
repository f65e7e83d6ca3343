"""Subgames, named as the game is compiled: all that comes after is in them, and no set is split."""

import numpy as np
import pytest

from mastering_games.games.goofspiel import Goofspiel
from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker, rounds_of
from mastering_games.imperfect_information.sequence_form import SequenceForm
from mastering_games.imperfect_information.treeplex import OUTSIDE


def public_state(state):
    """What all see of Leduc poker when the second round begins."""
    _, *second = rounds_of(state[2:])
    return state[2:] if second == [()] else None


def after_rounds(number):
    """All bids and prizes of Goofspiel's first rounds, when these are over."""

    def subgame_of(state):
        bids = {len(state.ann), len(state.bob)}
        if bids != {number}:
            return None
        return state._replace(prizes=state.prizes[:number])

    return subgame_of


@pytest.mark.parametrize(
    ("game", "subgame_of", "number"),
    [
        (LeducPoker(), public_state, 15),
        (LeducPoker(max_raises=5, by_rank=False), public_state, 66),
        (Goofspiel(3), after_rounds(1), 27),
        (Goofspiel(4), after_rounds(1), 64),
        (Goofspiel(4), after_rounds(2), 1728),
    ],
)
def test_there_are_as_many_subgames_as_published(game, subgame_of, number):
    form = SequenceForm(game, subgame_of=subgame_of)
    assert len(form.subgames) == len(set(form.subgames)) == number
    assert set(form.subgame) <= {OUTSIDE, *range(number)}
    for treeplex in form.treeplexes:
        assert set(treeplex.subgame_of) == {OUTSIDE, *range(number)}


def test_a_subgame_is_all_that_comes_after_its_first_state():
    """Labels tell it: an information set of Leduc poker ends with the public actions."""
    form = SequenceForm(LeducPoker(), subgame_of=public_state)
    assert form.subgames[0] == ("check", "check", "Q")
    for treeplex in form.treeplexes:
        assert len(treeplex.subgame_of) == len(treeplex.information_sets)
        for label, number in treeplex.number_of.items():
            actions = tuple(label.split()[2:])
            subgame = treeplex.subgame_of[number]
            if len(rounds_of(actions)) == 1:
                assert subgame == OUTSIDE
            else:
                known = form.subgames[subgame]
                assert actions[: len(known)] == known


def test_an_entry_is_in_the_subgame_of_the_last_decisions():
    form = SequenceForm(LeducPoker(), subgame_of=public_state)
    for player, treeplex in enumerate(form.treeplexes):
        deciding = np.array(treeplex.information_set_of)
        decided_in = np.array([OUTSIDE, *treeplex.subgame_of])[
            deciding[form.sequences[player]] + 1
        ]
        inside = decided_in != OUTSIDE
        assert inside.any()
        assert (decided_in[inside] == form.subgame[inside]).all()
    # What ends in the trunk: four plays of the first round with a fold, for nine pairs of ranks.
    assert (form.subgame == OUTSIDE).sum() == 4 * 9


def test_naming_subgames_changes_nothing_else():
    plain = SequenceForm(LeducPoker())
    named = SequenceForm(LeducPoker(), subgame_of=public_state)
    assert plain.subgames == []
    assert (plain.subgame == OUTSIDE).all()
    assert len(plain.subgame) == len(plain.chance)
    assert (plain.sequences == named.sequences).all()
    assert (plain.payoffs == named.payoffs).all()
    for one, other in zip(plain.treeplexes, named.treeplexes):
        assert one.information_sets == other.information_sets
        assert one.parents == other.parents
        assert set(one.subgame_of) == {OUTSIDE}


def test_a_label_may_be_repeated_within_its_subgame():
    def whole_second_round(state):
        first, *second = rounds_of(state[2:])
        return state[2 : 3 + len(first)] if second else None

    once = SequenceForm(LeducPoker(), subgame_of=public_state)
    often = SequenceForm(LeducPoker(), subgame_of=whole_second_round)
    assert often.subgames == once.subgames
    assert (often.subgame == once.subgame).all()


def test_the_whole_game_may_be_one_subgame():
    form = SequenceForm(KuhnPoker(), subgame_of=lambda state: "all")
    assert form.subgames == ["all"]
    assert (form.subgame == 0).all()


def test_a_split_information_set_is_refused_by_name():
    """Bob does not see Ann's bid, nor her card: her secrets cannot part subgames."""
    with pytest.raises(
        ValueError,
        match=r"information set 'Bob: .* of 'Bob' is split: it has states in "
        "different subgames",
    ):
        SequenceForm(
            Goofspiel(3), subgame_of=lambda state: state.ann[:1] or None
        )
    with pytest.raises(ValueError, match="'Bob: J check' of 'Bob' is split"):
        SequenceForm(
            KuhnPoker(),
            subgame_of=lambda state: (
                "Ann has the king" if state[:1] == ("K",) else None
            ),
        )


def test_overlapping_subgames_are_refused():
    with pytest.raises(
        ValueError, match=r"subgames overlap: 2 begins within 1, in \('J', 'Q'"
    ):
        SequenceForm(
            KuhnPoker(),
            subgame_of=lambda state: max(0, len(state) - 2) or None,
        )
