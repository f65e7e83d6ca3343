"""Bounds of linear programs that no rounding can make wrong."""

from math import inf

import numpy as np
import pytest

from mastering_games.commitment.mixed_integer_program import (
    MixedIntegerProgram,
)
from mastering_games.commitment.relaxation import classes_of, relaxation
from mastering_games.commitment.repaired_bound import repaired_bound
from mastering_games.commitment.stackelberg_correlation import (
    StackelbergCorrelation,
)
from mastering_games.games.leduc_poker import LeducPoker

SEEDS = range(60)


def known_program(seed):
    """A program of whole numbers, and its optimum, which is one too.

    Both a solution and duals are drawn first; then the limits and the costs,
    so that the two are optimal.
    """
    random = np.random.default_rng(seed)
    number, rows = random.integers(2, 9, size=2)
    matrix = random.integers(-3, 4, size=(rows, number))
    x = random.integers(-4, 5, size=number)
    reached = matrix @ x
    kind = random.integers(0, 4, size=rows)  # free, up to, at least, equal
    low = np.where(kind >= 2, reached, -inf)
    high = np.where(kind % 2 == 1, reached, inf)
    y = random.integers(0, 5, size=rows) * np.array([0, 1, -1, 1])[kind]
    d = random.integers(-3, 4, size=number)
    program = MixedIntegerProgram()
    program.add_variables(
        number,
        costs=y @ matrix + d,
        low=np.where(d < 0, x, x - random.integers(0, 3, size=number)),
        high=np.where(d > 0, x, x + random.integers(0, 3, size=number)),
    )
    places = np.nonzero(matrix)
    program.add_constraints(*places, matrix[places], low=low, high=high)
    return program, int((y @ matrix + d) @ x), y


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_never_below_the_optimum_and_close_to_it(seed):
    program, optimum, y = known_program(seed)
    scale = 1 + abs(optimum)
    assert optimum <= repaired_bound(program, y) <= optimum + 1e-11 * scale
    solved = program.solve()
    assert solved.value == pytest.approx(optimum, abs=1e-7)
    bound = repaired_bound(program, solved.duals)
    assert optimum <= bound <= optimum + 1e-6 * scale


@pytest.mark.parametrize("seed", SEEDS)
def test_it_holds_for_any_duals(seed):
    program, optimum, y = known_program(seed)
    random = np.random.default_rng(seed)
    for error in 1e-12, 1e-6, 0.1, 10:
        wrong = y + error * random.standard_normal(len(y))
        assert repaired_bound(program, wrong) >= optimum
    assert repaired_bound(program, None) >= optimum


def test_it_is_infinite_where_a_variable_has_no_bound():
    program = MixedIntegerProgram()
    x = program.add_variables(1, costs=1.0)
    program.add_constraints([0], x, [1.0], high=3.0)
    assert repaired_bound(program, [1.0]) == inf  # rounding may be why it fits
    assert repaired_bound(program, [0.5]) == inf


def test_duals_of_the_wrong_sign_count_as_zeros():
    program = MixedIntegerProgram()
    x = program.add_variables(1, costs=1.0, high=5.0)
    program.add_constraints([0], x, [1.0], high=3.0)
    assert repaired_bound(program, [1.0]) == pytest.approx(3)
    assert repaired_bound(program, [-1.0]) == pytest.approx(5)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_relaxation_has_the_optimum_for_a_bound(seed):
    program, optimum, _ = known_program(seed)
    relaxed = relaxation(program)
    assert optimum <= relaxed.bound <= optimum + 1e-6 * (1 + abs(optimum))


def test_suits_make_the_program_larger_and_the_bound_no_other():
    programs = [
        StackelbergCorrelation(
            LeducPoker(max_raises=1, rake=0.1, by_rank=by_rank), "Ann"
        ).program
        for by_rank in (True, False)
    ]
    ranks, suits = ([c.max() + 1 for c in classes_of(p)] for p in programs)
    assert ranks == suits
    assert ranks[0] * 4 < programs[1].number_of_constraints
    one, two = map(relaxation, programs)
    assert one.bound == pytest.approx(two.bound, abs=1e-8)
    assert one.bound == pytest.approx(-0.0918241928, abs=1e-8)
    # The solution for all is one of the program itself.
    matrix = programs[1].matrix() @ two.solution
    for limits, sign in ((programs[1].row_low, 1), (programs[1].row_high, -1)):
        assert (sign * (matrix - np.concatenate(limits)) >= -1e-8).all()
