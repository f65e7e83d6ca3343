"""Linear programs, made smaller first: variables that are alike become one."""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack

DECIMALS = 11  # numbers that agree so far are equal but for rounding


def linear_program(costs, at_most, equal, free):
    """Minimise costs @ x where A x <= a and B x = b; x >= 0 but where free.

    Suits in poker may change places, and nothing changes. Such a symmetry
    shows in the program: its variables fall into classes, and its constraints
    too, so that the coefficients of a class of variables have the same sum in
    all constraints of a class, and the other way round. Then some solution
    has equal values in each class, and one variable can stand for a class,
    one constraint too.

    [Grohe, Kersting, Mladenov and Selman 2014.]

    Parameters:
        at_most: A and a, the matrix sparse.
        equal: B and b, likewise.
        free: for each variable, whether it may be negative.

    Returns:
        The minimum; a solution; and for each inequality, how much the minimum
        falls for a unit of relief. RuntimeError where there is no minimum.

    >>> A = csr_array([[1.0, 2.0], [2.0, 1.0]])  # maximise the sum of two
    >>> nothing = csr_array((0, 2)), np.zeros(0)
    >>> _, x, _ = linear_program(
    ...     -np.ones(2), (A, np.full(2, 3.0)), nothing, np.zeros(2, bool)
    ... )
    >>> x.tolist()
    [1.0, 1.0]
    """
    matrix = vstack([at_most[0], equal[0]], format="csr")
    right = np.concatenate([at_most[1], equal[1]])
    is_equal = np.arange(len(right)) >= len(at_most[1])
    rows, columns = alike(
        matrix, 2 * classes(right) + is_equal, 2 * classes(costs) + free
    )
    row, sizes = np.unique(rows, return_index=True, return_counts=True)[1:]
    column = np.unique(columns, return_index=True)[1]
    # One row of each class remains, and of each class of columns their sum.
    sums = csr_array((np.ones(len(columns)), (range(len(columns)), columns)))
    matrix, ties = (matrix @ sums)[row], is_equal[row]
    result = linprog(
        costs @ sums,
        A_ub=matrix[~ties],
        b_ub=right[row][~ties],
        A_eq=matrix[ties],
        b_eq=right[row][ties],
        bounds=[(None if free[i] else 0, None) for i in column],
        method="highs-ds",
    )
    if result.status != 0:
        raise RuntimeError(f"no optimum was found: {result.message}")
    falls = np.zeros(len(row))
    falls[~ties] = -result.ineqlin.marginals
    return result.fun, result.x[columns], (falls / sizes)[rows][~is_equal]


def alike(matrix, rows, columns):
    """The coarsest classes of rows and columns with equal sums that are finer
    than the given ones: the number of each one's class.

    A row's sums over all classes are told from another row's by one sum with
    random weights, which are complex: two numbers hardly agree by chance.
    """
    random = np.random.default_rng(0).random

    def marks(classes):
        number = classes.max(initial=-1) + 1
        return (random(number) + 1j * random(number))[classes]

    transposed = matrix.T.tocsr()
    before, number = -1, 0
    while number > before:
        rows = classes(marks(rows) + matrix @ marks(columns))
        columns = classes(marks(columns) + transposed @ marks(rows))
        before, number = number, rows.max() + columns.max()
    return rows, columns


def classes(values):
    """The number of each value's class; equal values are in one class."""
    return np.unique(np.round(values, DECIMALS), return_inverse=True)[1]
