"""Constraints in matrix form, for a MixedIntegerProgram."""

from math import inf

import numpy as np
from scipy.sparse import coo_array


def add_rows(program, terms, low=-inf, high=inf):
    """Add the constraints low <= A x + B y + ... <= high to a program.

    ``terms`` are the pairs (A, x), (B, y), ...: a sparse matrix, and the
    numbers of the variables that it is multiplied with.

    >>> from scipy.sparse import eye_array
    >>> from mastering_games.commitment.mixed_integer_program import (
    ...     MixedIntegerProgram,
    ... )
    >>> program = MixedIntegerProgram()
    >>> x = program.add_variables(2, costs=[1.0, 2.0])
    >>> y = program.add_variables(2, high=[3.0, 4.0])
    >>> add_rows(program, [(eye_array(2), x), (-eye_array(2), y)], high=0.0)
    range(0, 2)
    >>> program.solve().value  # x <= y
    11.0
    """
    matrices = [coo_array(matrix) for matrix, _ in terms]
    variables = [np.array(numbers) for _, numbers in terms]
    number = matrices[0].shape[0]
    return program.add_constraints(
        np.concatenate([m.row for m in matrices]),
        np.concatenate([x[m.col] for m, x in zip(matrices, variables)]),
        np.concatenate([m.data for m in matrices]),
        low=np.broadcast_to(low, (number,)),
        high=np.broadcast_to(high, (number,)),
    )
