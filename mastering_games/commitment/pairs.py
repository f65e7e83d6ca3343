"""Pairs of numbers, and what else helps to write large programs in arrays."""

import numpy as np


class Pairs:
    """Different pairs of numbers, in order, each known by its place.

    >>> pairs = Pairs([1, 0, 1, 1], [0, 5, 3, 0])
    >>> pairs.one.tolist(), pairs.two.tolist()
    ([0, 1, 1], [5, 0, 3])
    >>> pairs.number([1, 0], [3, 5]).tolist()
    [2, 0]
    """

    WIDTH = 2**31  # numbers are smaller, so that a pair is one number

    def __init__(self, one, two):
        self.codes = np.unique(self._codes(one, two))
        self.one, self.two = np.divmod(self.codes, self.WIDTH)

    def __len__(self):
        return len(self.codes)

    def number(self, one, two):
        """The places of some of the pairs; KeyError unless all are there."""
        codes = self._codes(one, two)
        places = np.searchsorted(self.codes, codes)
        if not np.array_equal(self.codes.take(places, mode="clip"), codes):
            raise KeyError("a pair is not there")
        return places

    def without(self, others):
        """Those of the pairs that are not among the others."""
        new = ~np.isin(self.codes, others.codes, assume_unique=True)
        return Pairs(self.one[new], self.two[new])

    def union(self, others):
        """The pairs of both."""
        return Pairs(
            np.concatenate([self.one, others.one]),
            np.concatenate([self.two, others.two]),
        )

    def _codes(self, one, two):
        one, two = (np.asarray(x, dtype=np.int64) for x in (one, two))
        return one * self.WIDTH + two


def joined(limits, chosen):
    """The members of some ranges, one range after the other.

    Range i goes from limits[i] up to, not including, limits[i + 1].

    Returns:
        For each member, in which of the chosen ranges it is, by place; and
        the member.

    >>> [array.tolist() for array in joined([0, 2, 3, 6], [2, 0])]
    [[0, 0, 0, 1, 1], [3, 4, 5, 0, 1]]
    """
    limits = np.asarray(limits)
    starts, sizes = limits[chosen], np.diff(limits)[chosen]
    places = np.repeat(np.arange(len(sizes)), sizes)
    firsts = np.cumsum(sizes) - sizes
    return places, np.arange(len(places)) + (starts - firsts)[places]


def entries(*terms):
    """A matrix's entries, from terms of rows, columns and values. A value may
    be one number for all entries of its term.

    >>> [array.tolist() for array in entries(([0, 1], [4, 5], 1), ([0], 6, 7))]
    [[0, 1, 0], [4, 5, 6], [1, 1, 7]]
    """
    parts = zip(*(np.broadcast_arrays(*term) for term in terms))
    return [np.concatenate(part) for part in parts]
