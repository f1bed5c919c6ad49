"""Confidence intervals, each by a published method, from sums of whole numbers alone.

* a share of games: Wilson's score interval (1927);
* a mean: Student's t;
* the difference of a share between two settings, paired: Bonett and Price's adjusted Wald interval (2012), from the
  pairs that part: those where it is so under the second setting only, and under the first only;
* the difference of a mean, paired: Student's t of the differences.
"""

from functools import cache
from math import atan2, cos, pi, sqrt
from statistics import NormalDist
from typing import NamedTuple

# With more degrees of freedom than this Student's t is the normal distribution to three digits.
_AS_NORMAL = 10_000


class Interval(NamedTuple):
    """An estimate between its bounds."""

    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Does it leave out zero?"""
        return self.low > 0 or self.high < 0


def share(count: int, games: int, level: float) -> Interval | None:
    """A share, by Wilson; None of no games."""
    if not games:
        return None
    z, part = _normal(level), count / games
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(part * (1 - part) / games + z * z / (4 * games * games))
    low = 0.0 if count == 0 else middle - half
    return Interval(part, low, 1.0 if count == games else middle + half)


def mean(total: int, squares: int, games: int, level: float) -> Interval | None:
    """A mean, by Student's t, from the sum and the sum of the squares; None of fewer than two games."""
    if games < 2:
        return None
    middle = total / games
    spread = (games * squares - total * total) / (games * (games - 1))
    half = student(level, games - 1) * sqrt(spread / games)
    return Interval(middle, middle - half, middle + half)


def paired_share(more: int, less: int, pairs: int, level: float) -> Interval | None:
    """The difference of a share, by Bonett and Price; None of no pairs.

    ``more`` are the pairs in which it is so under the second setting only, ``less`` those under the first only.
    """
    if not pairs:
        return None
    up, down = (more + 1) / (pairs + 2), (less + 1) / (pairs + 2)
    half = _normal(level) * sqrt((up + down - (up - down) ** 2) / (pairs + 2))
    return Interval((more - less) / pairs, max(-1.0, up - down - half), min(1.0, up - down + half))


def each_of(level: float, many: int) -> float:
    """The level of each of many intervals that are to hold all at once (Bonferroni)."""
    return 1 - (1 - level) / max(many, 1)


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


@cache
def student(level: float, freedom: int) -> float:
    """The two-sided quantile of Student's t: where its distribution function has the value sought, by bisection."""
    if freedom > _AS_NORMAL:
        return _normal(level)
    low, high = 0.0, 1e6
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < level else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan2(t, sqrt(freedom))
    term = total = 0.0
    odd = freedom % 2
    if freedom > 1:
        term = total = cos(angle) if odd else 1.0
        for k in range(3 if odd else 2, freedom - 1, 2):
            term *= (k - 1) / k * cos(angle) ** 2
            total += term
    sine = t / sqrt(freedom + t * t)
    return 2 / pi * (angle + sine * total) if odd else sine * total
