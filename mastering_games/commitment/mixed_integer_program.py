"""Linear and mixed-integer programs, built from blocks, and solved by HiGHS."""

from dataclasses import dataclass, field
from math import inf

import highspy
import numpy as np
from scipy.sparse import coo_array

FEASIBILITY = 1e-9
"""By how much a constraint may fail: HiGHS's own default is 1e-6 or 1e-7."""


class NoSolutionError(ValueError):
    """A program has no solution, or solutions as good as one likes."""


@dataclass(frozen=True)
class Solved:
    """What a solver found out about a program.

    Attributes:
        value: the best value found; -inf if no solution was found in time.
        bound: no solution is better than this, up to the solver's tolerance.
        solution: the values of all variables; None if none was found.
        is_optimal: whether the value is proved to be best, up to the gap.
        nodes: how many nodes branch and bound has looked at.
        seconds: how long it took.
        duals: in a linear program, how much the value grows for each unit by
            which a constraint's limit grows; else None.
    """

    value: float
    bound: float
    solution: np.ndarray | None
    is_optimal: bool
    nodes: int
    seconds: float
    duals: np.ndarray | None = None


@dataclass
class MixedIntegerProgram:
    """A program: maximise costs @ x where low <= A x <= high.

    Variables and constraints are added in blocks, and are known by their
    numbers. A block of constraints is given by its entries: for each one, the
    number of its row within the block, its variable, and its coefficient.

    >>> program = MixedIntegerProgram()
    >>> x = program.add_variables(2, costs=[1.0, 1.0], high=1.0)
    >>> program.add_constraints([0, 0], x, [2.0, 1.0], high=[2.0])
    range(0, 1)
    >>> program.solve().value
    1.5
    """

    costs: list = field(default_factory=list)
    low: list = field(default_factory=list)
    high: list = field(default_factory=list)
    integer: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    columns: list = field(default_factory=list)
    entries: list = field(default_factory=list)
    row_low: list = field(default_factory=list)
    row_high: list = field(default_factory=list)

    @property
    def number_of_variables(self):
        return sum(map(len, self.costs))

    @property
    def number_of_constraints(self):
        return sum(map(len, self.row_low))

    def add_variables(
        self, number, costs=0.0, low=0.0, high=inf, integer=False
    ):
        """New variables; their numbers. All but ``number`` may be arrays."""
        first = self.number_of_variables
        for kept, given in [
            (self.costs, costs),
            (self.low, low),
            (self.high, high),
            (self.integer, integer),
        ]:
            kept.append(np.broadcast_to(np.asarray(given), (number,)))
        return range(first, first + number)

    def add_constraints(self, rows, columns, entries, low=-inf, high=inf):
        """New constraints, as many as the longer of ``low`` and ``high``
        says; their numbers. Entries at the same place are added up."""
        low, high = np.broadcast_arrays(
            np.atleast_1d(np.asarray(low, dtype=float)),
            np.atleast_1d(np.asarray(high, dtype=float)),
        )
        first, number = self.number_of_constraints, len(low)
        self.rows.append(np.asarray(rows, dtype=np.int64) + first)
        self.columns.append(np.asarray(columns, dtype=np.int64))
        self.entries.append(
            np.broadcast_to(
                np.asarray(entries, dtype=float), self.rows[-1].shape
            )
        )
        self.row_low.append(low)
        self.row_high.append(high)
        return range(first, first + number)

    def constrain(self, terms, low=-inf, high=inf):
        """New constraints, low <= A x + B y + ... <= high; their numbers.

        ``terms`` are the pairs (A, x), (B, y), ...: a sparse matrix, and the
        numbers of the variables that it is multiplied with.
        """
        matrices = [coo_array(matrix) for matrix, _ in terms]
        variables = [np.array(numbers) for _, numbers in terms]
        number = matrices[0].shape[0]
        return self.add_constraints(
            np.concatenate([m.row for m in matrices]),
            np.concatenate([x[m.col] for m, x in zip(matrices, variables)]),
            np.concatenate([m.data for m in matrices]),
            low=np.broadcast_to(low, (number,)),
            high=np.broadcast_to(high, (number,)),
        )

    def matrix(self):
        """The coefficients, sparse, by columns."""
        shape = (self.number_of_constraints, self.number_of_variables)
        rows, columns, entries = (
            np.concatenate(parts) if parts else np.zeros(0)
            for parts in (self.rows, self.columns, self.entries)
        )
        places = rows.astype(np.int64), columns.astype(np.int64)
        matrix = coo_array((entries, places), shape=shape).tocsc()
        matrix.eliminate_zeros()
        return matrix

    def solve(
        self, time_limit=None, gap=1e-9, start=None, relax=False, log=False
    ) -> Solved:
        """The best solution.

        NoSolutionError if there is none, or if solutions can be as good as one
        likes. If the time is up, the best solution so far and the bound are
        returned, and is_optimal is false.

        Parameters:
            time_limit: in seconds.
            gap: how far from the best the value may be, absolutely.
            start: a solution to start from: an array with a value for each
                variable.
            relax: whether integer variables may take fractions.
            log: whether to print what HiGHS does.
        """
        solver = _QuietHighs()
        for option, value in {
            "output_flag": log,
            "mip_abs_gap": gap,
            "mip_rel_gap": 0.0,
            "mip_feasibility_tolerance": FEASIBILITY,
            "primal_feasibility_tolerance": FEASIBILITY,
            "dual_feasibility_tolerance": FEASIBILITY,
        }.items():
            solver.setOptionValue(option, value)
        if time_limit is not None:
            solver.setOptionValue("time_limit", max(0.0, float(time_limit)))
        is_integer = not relax and bool(np.concatenate(self.integer).any())
        solver.passModel(self._model(is_integer))
        if start is not None:
            # Presolved by HiGHS 1.16, some starts are taken for better ones.
            solver.setOptionValue("presolve", "off")
            point = highspy.HighsSolution()
            point.col_value = np.asarray(start, dtype=float)
            solver.setSolution(point)
        solver.run()
        return self._solved(solver, is_integer)

    def _model(self, is_integer):
        matrix = self.matrix()
        model = highspy.HighsLp()
        model.num_row_, model.num_col_ = matrix.shape
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.concatenate(self.costs).astype(float)
        model.col_lower_ = np.concatenate(self.low).astype(float)
        model.col_upper_ = np.concatenate(self.high).astype(float)
        model.row_lower_ = np.concatenate([*self.row_low, np.zeros(0)])
        model.row_upper_ = np.concatenate([*self.row_high, np.zeros(0)])
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = matrix.indptr
        model.a_matrix_.index_ = matrix.indices
        model.a_matrix_.value_ = matrix.data
        if is_integer:
            kinds = highspy.HighsVarType
            model.integrality_ = [
                kinds.kInteger if one else kinds.kContinuous
                for one in np.concatenate(self.integer)
            ]
        return model

    def _solved(self, solver, is_integer):
        status = solver.getModelStatus()
        states = highspy.HighsModelStatus
        words = solver.modelStatusToString(status)
        if status in (
            states.kInfeasible,
            states.kUnbounded,
            states.kUnboundedOrInfeasible,
        ):
            raise NoSolutionError(f"the program has no best solution: {words}")
        empty = status == states.kModelEmpty  # no variables, and value 0
        optimal = status == states.kOptimal or empty
        if not optimal and status != states.kTimeLimit:
            raise RuntimeError(f"the solver gave up: {words}")
        info = solver.getInfo()
        found = info.primal_solution_status == 2 or empty  # a feasible point
        solution = solver.getSolution()
        value = info.objective_function_value if found else -inf
        bound = value if optimal else inf
        if is_integer:
            bound = info.mip_dual_bound
        return Solved(
            value,
            bound,
            np.array(solution.col_value) if found else None,
            optimal,
            max(0, int(info.mip_node_count)) if is_integer else 0,
            solver.getRunTime(),
            np.array(solution.row_dual) if optimal and not is_integer else None,
        )


class _QuietHighs(highspy.Highs):
    """HiGHS without callbacks: to set them up prints a line, whoever asks."""

    def __init__(self):
        super(highspy.Highs, self).__init__()
