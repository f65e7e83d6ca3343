"""Linear programs with symmetries: made smaller, and solved as if they were not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse import csr_array

from mastering_games.games.kuhn_poker import KuhnPoker
from mastering_games.games.leduc_poker import LeducPoker
from mastering_games.games.matrix_game import MatrixGame
from mastering_games.imperfect_information import linear_program as module
from mastering_games.imperfect_information.linear_program import (
    alike,
    linear_program,
)
from mastering_games.imperfect_information.zero_sum_lp import ZeroSumLP


def zeros(count):
    return np.zeros(count, dtype=int)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_the_minimum_is_that_of_the_whole_program(seed, copies):
    """A random program in which every variable and constraint occurs a few times."""
    rng = np.random.default_rng(seed)
    rows, ties, columns = rng.integers(1, 5), rng.integers(0, 3), 5
    spread = np.ones((copies, copies)) if seed % 2 else np.eye(copies)
    small = rng.integers(-2, 4, (rows + ties, columns)).astype(float)
    inside = rng.integers(0, 3, columns).astype(float)
    large = np.kron(small, spread)
    order = rng.permutation(columns * copies)
    large = large[:, order]
    point = np.repeat(inside, copies)[order]
    split = rows * copies
    right = large @ point
    right[:split] += np.repeat(rng.integers(0, 3, rows), copies)
    costs = np.repeat(rng.integers(0, 4, columns), copies)[order].astype(float)
    free = np.zeros(len(costs), dtype=bool)
    minimum, x, falls = linear_program(
        costs,
        (csr_array(large[:split]), right[:split]),
        (csr_array(large[split:]), right[split:]),
        free,
    )
    whole = linprog(
        costs, large[:split], right[:split], large[split:], right[split:]
    )
    assert minimum == pytest.approx(whole.fun, abs=1e-8)
    assert costs @ x == pytest.approx(minimum, abs=1e-8)
    assert (large[:split] @ x <= right[:split] + 1e-8).all()
    assert large[split:] @ x == pytest.approx(right[split:], abs=1e-8)
    assert (x >= -1e-9).all()
    assert (falls >= -1e-9).all()
    slack = right[:split] - large[:split] @ x
    assert falls @ slack == pytest.approx(0, abs=1e-7)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        (LeducPoker(), 337 + 145),
        (LeducPoker(by_rank=False), 337 + 145),
        (KuhnPoker(), 13 + 7),
        (MatrixGame([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]), 3 + 1),
    ],
)
def test_as_few_variables_remain_as_there_are_classes(game, size, monkeypatch):
    """Leduc poker with suits shrinks to the game without; Kuhn poker has no symmetry; in rock-paper-
    scissors the three actions are alike, which leaves the empty sequence, an action and two bounds."""
    seen = []

    def watched(costs, *arguments, **options):
        seen.append(len(costs))
        return linprog(costs, *arguments, **options)

    monkeypatch.setattr(module, "linprog", watched)
    solved = ZeroSumLP(game).solve()
    assert seen == [size]
    assert abs(solved.nash_conv) < 1e-12


def test_suits_that_are_alike_are_played_alike():
    ann, bob = ZeroSumLP(LeducPoker(by_rank=False)).solve().strategies
    for strategy in ann, bob:
        behaviour = strategy.to_behaviour()
        for label, odds in behaviour.items():
            swap = str.maketrans({"s": "h", "h": "s"})
            who, cards = label.split(" ", 1)
            words = [
                word.translate(swap) if len(word) == 2 else word
                for word in cards.split()
            ]
            other = behaviour[" ".join([who, *words])]
            assert odds == pytest.approx(other, abs=1e-9)


def test_classes_are_no_coarser_than_allowed():
    matrix = csr_array([[1.0, 1.0], [1.0, 1.0]])
    rows, columns = alike(matrix, zeros(2), zeros(2))
    assert rows.tolist() == columns.tolist() == [0, 0]
    rows, columns = alike(matrix, zeros(2), np.array([0, 1]))
    assert rows.tolist() == [0, 0]
    assert columns.tolist() == [0, 1]
    rows, columns = alike(csr_array([[1.0, 2.0], [2.0, 1.0]]), *[zeros(2)] * 2)
    assert rows.tolist() == columns.tolist() == [0, 0]
    rows, columns = alike(csr_array([[1.0, 2.0], [2.0, 2.0]]), *[zeros(2)] * 2)
    assert len(set(rows)) == len(set(columns)) == 2


def test_variables_that_may_be_negative_differ_from_others():
    """Minimise x + y where x + y >= -1 and only x may be negative."""
    minimum, x, falls = linear_program(
        np.ones(2),
        (csr_array([[-1.0, -1.0]]), np.ones(1)),
        (csr_array((0, 2)), np.zeros(0)),
        np.array([True, False]),
    )
    assert minimum == pytest.approx(-1)
    assert x == pytest.approx([-1, 0])
    assert falls == pytest.approx([1])


def test_no_minimum():
    with pytest.raises(RuntimeError, match="no optimum was found"):
        linear_program(
            np.array([-1.0]),
            (csr_array([[-1.0]]), np.zeros(1)),
            (csr_array((0, 1)), np.zeros(0)),
            np.array([False]),
        )
