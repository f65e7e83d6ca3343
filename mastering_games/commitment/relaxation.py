"""The linear relaxation of a program, and a bound that can be relied on."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array

from mastering_games.commitment.mixed_integer_program import (
    MixedIntegerProgram,
)
from mastering_games.commitment.repaired_bound import repaired_bound, whole
from mastering_games.imperfect_information.linear_program import (
    DECIMALS,
    alike,
)

WORTHWHILE = 3
"""How many times fewer constraints a program must have to be replaced."""


@dataclass(frozen=True)
class Relaxation:
    """What is known of a program if its integers may be fractions.

    Attributes:
        bound: no solution is better: the repaired_bound.
        solution: the values of all variables; None if the time was up.
    """

    bound: float
    solution: np.ndarray | None


def relaxation(program, time_limit=None, log=False) -> Relaxation:
    """Solve a program as a linear one.

    Suits of cards may change places, and nothing changes. Then one variable
    can stand for all that are alike, and one constraint too, as explained at
    ``linear_program``. We do so only if the program becomes much smaller, for
    there is a price: in such a solution all that is alike has the same value,
    and so it is seldom pure. The bound does not rest on this: it is computed
    for the program as it was.
    """
    rows, columns = classes_of(program)
    _, row, sizes = np.unique(rows, return_index=True, return_counts=True)
    if len(row) * WORTHWHILE > len(rows):
        solved = program.solve(time_limit, relax=True, log=log)
        bound = repaired_bound(program, solved.duals)
        return Relaxation(bound, solved.solution)
    solved = smaller(program, row, columns).solve(time_limit, log=log)
    duals, solution = solved.duals, solved.solution
    if duals is not None:  # a constraint's dual is shared out in its class
        duals = (duals / sizes)[rows]
    if solution is not None:
        solution = solution[columns]
    bound = repaired_bound(program, duals)
    return Relaxation(bound, solution)


def classes_of(program):
    """The classes of constraints and of variables that are alike."""
    limits = kinds(program.row_low, program.row_high)
    return alike(
        program.matrix().tocsr(),
        limits,
        kinds(program.costs, program.low, program.high),
    )


def kinds(*numbers):
    """The classes of what agrees in all these numbers, given as blocks."""
    columns = np.column_stack([whole(blocks) for blocks in numbers])
    columns = np.round(columns, DECIMALS)
    return np.unique(columns, axis=0, return_inverse=True)[1].ravel()


def smaller(program, row, columns):
    """The program with one variable for each class, and the constraints
    ``row``, one for each class."""
    _, column = np.unique(columns, return_index=True)
    each = np.arange(len(columns))
    sums = csr_array((np.ones(len(columns)), (each, columns)))
    small = MixedIntegerProgram()
    small.add_variables(
        len(column),
        costs=whole(program.costs) @ sums,
        low=whole(program.low)[column],
        high=whole(program.high)[column],
    )
    matrix = coo_array((program.matrix().tocsr() @ sums)[row])
    small.add_constraints(
        matrix.row,
        matrix.col,
        matrix.data,
        low=whole(program.row_low)[row],
        high=whole(program.row_high)[row],
    )
    return small
