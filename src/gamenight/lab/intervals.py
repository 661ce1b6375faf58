"""Intervals: how certain a share or a mean is after a number of games."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

# The 97.5% point of the normal distribution: intervals of 95%.
Z = 1.959963984540054


class Interval(NamedTuple):
    """An estimate, and the bounds between which the truth lies in 95 of 100 experiments."""

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Interval:
    """A share with Wilson's score interval; without any data, anything from 0 to 1.

    A success may be a fraction, as for a shared win: such results vary less than all or nothing,
    so the interval is then a little too wide, never too narrow.
    """
    if trials == 0:
        return Interval(0.0, 0.0, 1.0)
    share = successes / trials
    weight = Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    spread = Z * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    return Interval(share, max(0.0, middle - spread), min(1.0, middle + spread))


def mean(total: int, squares: int, count: int) -> Interval:
    """The mean of `count` numbers from their sum and the sum of their squares, with the interval
    of the normal distribution; for a single number, just that number."""
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    middle = total / count
    # Whole numbers up to here: a difference of large floating-point squares would lose digits.
    deviations = (squares * count - total * total) / count
    spread = Z * sqrt(deviations / (count - 1) / count) if count > 1 else 0.0
    return Interval(middle, middle - spread, middle + spread)
