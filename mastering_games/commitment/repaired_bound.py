"""Bounds of linear programs that hold although the solver rounds."""

from math import fsum

import numpy as np

ROUNDING = np.finfo(float).eps


def repaired_bound(program, duals) -> float:
    """A number that no solution of a program exceeds.

    A solver's optimum is approximate, so it may be below the true one. But any
    numbers y, one for each constraint, prove a bound. For with d = c - A' y
    the value of a solution x is

        c x = y (A x) + d x.

    The first part is at most the sum of the larger of y low and y high, over
    the constraints; the second one at most the sum of the larger of d low and
    d high, over the variables. We take the solver's duals as y: the better
    they are, the closer is the bound. They are only changed where a constraint
    has no limit on the side that y points to: there y becomes 0.

    [Neumaier and Shcherbina 2004.]

    Parameters:
        program: a MixedIntegerProgram. Integers may be fractions here. The
            bound is finite if all variables are bounded.
        duals: y: a number for each constraint; None for zeros.

    >>> from mastering_games.commitment.mixed_integer_program import (
    ...     MixedIntegerProgram,
    ... )
    >>> program = MixedIntegerProgram()
    >>> x = program.add_variables(2, costs=[1.0, 1.0], high=1.0)
    >>> program.add_constraints([0, 0], x, [2.0, 1.0], high=2.0)
    range(0, 1)
    >>> for dual in 0.0, 0.4, 0.5, 0.6:
    ...     print(round(repaired_bound(program, [dual]), 9))
    2.0
    1.6
    1.5
    1.6
    """
    matrix, costs = program.matrix(), whole(program.costs)
    low, high = whole(program.low), whole(program.high)
    row_low, row_high = whole(program.row_low), whole(program.row_high)
    y = np.zeros(len(row_low)) if duals is None else np.array(duals, float)
    y = np.maximum(y, np.where(row_low > -np.inf, -np.inf, 0))
    y = np.minimum(y, np.where(row_high < np.inf, np.inf, 0))
    rows = np.maximum(product(y, row_low), product(y, row_high))
    d = costs - matrix.T @ y
    columns = np.maximum(product(d, low), product(d, high))
    # Each d is off by rounding; so is each product.
    terms = np.diff(matrix.indptr) + 3
    errors = terms * ROUNDING * (np.abs(costs) + abs(matrix).T @ np.abs(y))
    reach = np.maximum(np.abs(low), np.abs(high))
    spread = product(errors, reach)
    return fsum([*rows, *columns, *spread, *(ROUNDING * np.abs(rows))])


def whole(parts):
    """The blocks of a program's numbers as one array."""
    return np.concatenate([*parts, np.zeros(0)]).astype(float)


def product(factors, limits):
    """Products in which 0 times infinity is 0."""
    products = np.zeros(len(factors))
    np.multiply(factors, limits, out=products, where=factors != 0)
    return products
