"""The programs that all solvers of commitments build, and what HiGHS says of them."""

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import eye_array

from mastering_games.commitment.mixed_integer_program import (
    MixedIntegerProgram,
    NoSolutionError,
)


def knapsack(weights, values, limit):
    program = MixedIntegerProgram()
    items = program.add_variables(
        len(weights), costs=np.array(values), high=1.0, integer=True
    )
    program.add_constraints([0] * len(items), items, weights, high=limit)
    return program


def test_blocks_are_numbered_one_after_the_other():
    program = MixedIntegerProgram()
    assert program.add_variables(2) == range(2)
    assert program.add_variables(3, low=-1.0) == range(2, 5)
    assert program.add_constraints([0, 1], [0, 4], 1.0, high=[1, 2]) == range(2)
    assert program.add_constraints([0], [1], 1.0, low=0.0) == range(2, 3)
    assert program.matrix().toarray().tolist() == [
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
        [0, 1, 0, 0, 0],
    ]


def test_entries_at_the_same_place_are_added_up():
    program = MixedIntegerProgram()
    x = program.add_variables(1, costs=1.0)
    program.add_constraints([0, 0], [*x, *x], [1.0, 2.0], high=6.0)
    assert program.solve().value == pytest.approx(2)


def test_constraints_in_matrix_form():
    program = MixedIntegerProgram()
    x = program.add_variables(2, costs=[1.0, 2.0])
    y = program.add_variables(2, high=[3.0, 4.0])
    one = eye_array(2)
    assert program.constrain([(one, x), (-one, y)], high=0.0) == range(2)
    assert program.solve().value == pytest.approx(11)  # x <= y


def test_whole_numbers_fractions_and_a_start():
    program = knapsack([3.0, 4.0, 5.0], [4.0, 5.0, 6.0], 7.0)
    solved = program.solve()
    assert solved.value == pytest.approx(9)
    assert solved.solution == pytest.approx([1, 1, 0])
    assert solved.is_optimal
    assert solved.bound == pytest.approx(9)
    assert solved.duals is None
    assert program.solve(relax=True).value == pytest.approx(9)
    assert program.solve(start=[0, 0, 1]).value == pytest.approx(9)


def test_a_program_without_solution_is_told():
    program = knapsack([1.0], [1.0], 1.0)
    program.add_constraints([0], [0], 1.0, low=2.0)
    with pytest.raises(NoSolutionError, match="Infeasible"):
        program.solve()


def test_a_program_without_limit_is_told():
    program = MixedIntegerProgram()
    program.add_variables(1, costs=1.0)
    with pytest.raises(NoSolutionError, match="no best solution"):
        program.solve()


def test_time_that_is_up_leaves_a_bound():
    rng = np.random.default_rng(0)
    program = MixedIntegerProgram()
    x = program.add_variables(
        60, costs=rng.integers(10, 100, 60), high=1.0, integer=True
    )
    weights = rng.integers(10, 100, (20, 60))
    rows, columns = np.indices(weights.shape)
    program.add_constraints(
        rows.ravel(),
        np.array(x)[columns.ravel()],
        weights.ravel(),
        high=np.full(20, 900.0),
    )
    stopped = program.solve(time_limit=0.2)
    assert not stopped.is_optimal
    assert stopped.value <= stopped.bound
    relaxed = program.solve(relax=True)
    assert stopped.value <= relaxed.value + 1e-6


@pytest.mark.parametrize("seed", range(30))
def test_linear_programs_agree_with_another_program_and_their_duals_prove_it(
    seed,
):
    rng = np.random.default_rng(seed)
    matrix = rng.integers(-3, 4, (4, 6)).astype(float)
    costs, limits = rng.integers(-5, 6, 6), rng.integers(0, 9, 4)
    program = MixedIntegerProgram()
    program.add_variables(6, costs=costs, high=3.0)
    rows, columns = np.indices(matrix.shape)
    program.add_constraints(
        rows.ravel(), columns.ravel(), matrix.ravel(), high=limits
    )
    solved = program.solve()
    other = linprog(-costs, A_ub=matrix, b_ub=limits, bounds=(0, 3))
    assert solved.value == pytest.approx(-other.fun)
    assert (solved.duals >= -1e-9).all()
    reduced = np.maximum(costs - matrix.T @ solved.duals, 0)
    assert solved.duals @ limits + 3 * reduced.sum() == pytest.approx(
        solved.value
    )


def test_nothing_is_printed(capfd):
    knapsack([1.0], [1.0], 1.0).solve()
    assert capfd.readouterr().out == ""
