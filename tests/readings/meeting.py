"""Readings of open points that meet: the tests that combine them, and what is asked within one computation.

``@meets`` names the points that a test combines. ``Listening`` notes every point that
is asked for, and by which calls: two points *meet* if one call of the rules asks for both, itself or through others.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, product, takewhile
from types import CodeType, FrameType
from typing import Any, TypeVar

from oathtools.odds.numbers import Numbers
from oathtools.procedures.machine.game import Game
from tests.support.tables import Table

F = TypeVar("F", bound=Callable[..., None])
Pair = tuple[str, str]
MET: set[Pair] = set()
TESTS: dict[Callable[..., None], set[Pair]] = {}
TITLE = ("A-01", "A-04", "A-05", "A-07")

# Calls that go through alternatives, or through what comes one after the other: what is asked in two of those is asked
# for two computations. A module alone stands for all that is in it.
APART = {
    "engine.decision": ("*",),  # the options of a question, each judged for itself
    "engine.driver": ("*",),  # one question after the other
    "procedures.actions.action": ("completable",),  # the values that a field may have
    "ahead.trying": ("*",),  # one answer after the other
    # Who wins, how far everybody is, what can be done; one action after the other.
    "ahead.ways": ("looked", "ways", "_Found.one_action"),
    "ahead.chances": ("ranked", "ranked.<locals>.<listcomp>"),  # a campaign's odds, and what its victory changes
}


def meets(*points: str, beside: tuple[str, ...] = ()) -> Callable[[F], F]:
    """The points that a test combines, each two of them and each with those ``beside`` them.

    In some of its cases it asks for both (``test_every_pair``).
    """
    pairs = {(min(pair), max(pair)) for pair in (*combinations(points, 2), *product(points, beside))}

    def mark(test: F) -> F:
        MET.update(pairs)
        TESTS.setdefault(test, set()).update(pairs)
        return test

    return mark


def cases(test: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """What a test is called with in each of its cases."""
    marks = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for several in product(*(values for _, values in marks)):
        given: dict[str, Any] = {}
        for (names, _), case in zip(marks, several, strict=True):
            values = getattr(case, "values", case) if not isinstance(names, str) else [case]
            given |= zip([names] if isinstance(names, str) else names, values, strict=True)
        yield given


def read(table: Table, **readings: str) -> Table:
    """A table that reads the points so: ``a02="b"``."""
    for point, reading in readings.items():
        table = table.reading(f"A-{point[1:]}", reading)
    return table


class Listening:
    """What was asked for since ``anew``: ``points``, and for each pair that met the calls in which it did."""

    def __init__(self) -> None:
        self.points: set[str] = set()
        self.pairs: dict[Pair, set[str]] = defaultdict(set)
        self._last: dict[str, list[FrameType]] = {}  # the frames themselves: one that is gone is none that comes later

    def anew(self) -> None:
        """What is asked from here on meets nothing that was asked before."""
        self._last.clear()

    def hear(self, point: str, caller: FrameType) -> None:
        """A point is asked for."""
        calls = [*_calls(caller)][::-1]
        self.points.add(point)
        for other, theirs in self._last.items():
            if other != point:
                shared = sum(1 for _ in takewhile(lambda both: both[0] is both[1], zip(calls, theirs, strict=False)))
                where = _name(calls[shared - 1].f_code)
                if where is not None:
                    self.pairs[min(point, other), max(point, other)].add(where)
        self._last[point] = calls


def _calls(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _name(code: CodeType) -> str | None:
    """The name of a call of the rules; None for one that goes through several computations."""
    _, ours, path = code.co_filename.rpartition("/oathtools/")
    module = path.removesuffix(".py").replace("/", ".")
    apart = APART.get(module, ())
    return None if not ours or "*" in apart or code.co_qualname in apart else f"{module}.{code.co_qualname}"


@contextmanager
def listening() -> Iterator[Listening]:
    """Note every point that is asked for meanwhile."""
    heard, kinds = Listening(), (Game, Numbers)
    kept = [kind.takes for kind in kinds]

    def noting(takes: Any) -> Any:
        def noted(game: Any, point: str, default: str) -> str:
            heard.hear(point, sys._getframe(1))
            return str(takes(game, point, default))

        return noted

    for kind, takes in zip(kinds, kept, strict=True):
        kind.takes = noting(takes)  # type: ignore[method-assign]
    try:
        yield heard
    finally:
        for kind, takes in zip(kinds, kept, strict=True):
            kind.takes = takes  # type: ignore[method-assign]
