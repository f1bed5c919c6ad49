"""Confidence intervals: published figures, and how often they hold the truth, counted exactly and not by luck."""

from math import comb, factorial
from statistics import mean, stdev

import pytest

from oathtools.simulate import results

# Newcombe (Statistics in Medicine 17, 1998), table I: Wilson's interval without a correction, at 95 %.
NEWCOMBE = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
# Student's t, two-sided, from any table.
STUDENT = [
    (0.95, 1, 12.706),
    (0.95, 2, 4.303),
    (0.95, 3, 3.182),
    (0.95, 10, 2.228),
    (0.99, 7, 3.499),
    (0.9, 120, 1.658),
]


@pytest.mark.parametrize(("count", "games", "low", "high"), NEWCOMBE)
def test_a_share_has_the_published_interval(count: int, games: int, low: float, high: float) -> None:
    found = results.share(count, games, 0.95)
    assert found is not None
    assert (found.value, round(found.low, 4), round(found.high, 4)) == (count / games, low, high)


@pytest.mark.parametrize(("level", "freedom", "t"), STUDENT)
def test_students_t_is_that_of_the_tables(level: float, freedom: int, t: float) -> None:
    assert results.student(level, freedom) == pytest.approx(t, abs=5e-4)


def test_with_many_games_students_t_goes_over_into_the_normal_distribution() -> None:
    assert results.student(0.95, 10_000) == pytest.approx(results.student(0.95, 10_001), abs=5e-4)


def test_a_mean_is_that_of_the_values_with_students_t() -> None:
    values = [5, 7, 8, 8, 6, 7, 3, 8]
    found = results.mean(sum(values), sum(each * each for each in values), len(values), 0.95)
    half = 2.3646 * stdev(values) / len(values) ** 0.5
    assert found is not None and found.value == mean(values)
    assert (found.low, found.high) == pytest.approx((mean(values) - half, mean(values) + half), abs=1e-3)


def test_of_too_few_games_nothing_is_said() -> None:
    assert results.share(0, 0, 0.95) is None
    assert results.paired_share(0, 0, 0, 0.95) is None
    assert results.mean(7, 49, 1, 0.95) is None


@pytest.mark.parametrize(("up", "down"), [(0.0, 0.0), (0.02, 0.02), (0.1, 0.02), (0.2, 0.2), (0.4, 0.1), (0.05, 0.0)])
@pytest.mark.parametrize("pairs", [20, 40])
def test_a_paired_difference_holds_the_truth_as_often_as_it_says(up: float, down: float, pairs: int) -> None:
    """Over every outcome of so many pairs with its exact chance: in 95 % of them, within what whole numbers allow."""
    held = 0.0
    for more in range(pairs + 1):
        for less in range(pairs + 1 - more):
            found = results.paired_share(more, less, pairs, 0.95)
            assert found is not None
            if found.low <= up - down <= found.high:
                same = pairs - more - less
                ways = factorial(pairs) // (factorial(more) * factorial(less) * factorial(same))
                held += ways * up**more * down**less * (1 - up - down) ** same
    assert held >= 0.94


@pytest.mark.parametrize("part", [0.02, 0.1, 0.35, 0.5])
def test_a_share_holds_the_truth_as_often_as_it_says(part: float) -> None:
    games, held = 60, 0.0
    for count in range(games + 1):
        found = results.share(count, games, 0.95)
        assert found is not None
        if found.low <= part <= found.high:
            held += comb(games, count) * part**count * (1 - part) ** (games - count)
    assert held >= 0.93


def test_pairs_say_more_than_games_apart() -> None:
    """Ten of a hundred pairs part, seven one way: apart, the same shares of two hundred games would leave it open."""
    paired = results.paired_share(30, 10, 200, 0.95)
    apart = [results.share(count, 200, 0.95) for count in (80, 100)]
    assert paired is not None and paired.clear
    first, second = apart
    assert first is not None and second is not None and first.high > second.low


def test_many_intervals_that_hold_at_once_are_wider() -> None:
    assert results.each_of(0.95, 1) == pytest.approx(0.95)
    assert results.each_of(0.95, 10) == pytest.approx(0.995)
    alone, together = (results.paired_share(30, 12, 200, level) for level in (0.95, results.each_of(0.95, 10)))
    assert alone is not None and together is not None and together.low < alone.low < alone.high < together.high
