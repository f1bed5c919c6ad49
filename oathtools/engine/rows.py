"""Legality as rows: one definition that offers, refuses and explains.

A rule yields ``(holds, clause, because)``, or ``(holds, clause, because, source)`` where the row comes from a card or
a ruling instead of the law; one more member is the id of a ruling whose reading the row carries out. A candidate is
legal when no row fails; an illegal one carries *all* rows that fail. ``because`` is a sentence that is true when the
row fails; it may contain ids, which the renderer turns into names. Of a row that holds it is never read: where rows are
made by the thousand, ``fits or f"..."`` saves building it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

Row = tuple[Any, ...]
LAW: Final = "law"


class Refusal(NamedTuple):
    """One failed row: the clause, the reason, and what it comes from (``law``, or the id of a card or a ruling)."""

    clause: str
    because: str
    source: str = LAW


def holds(rows: Iterable[Row]) -> bool:
    """Do all rows hold? Stops at the first that fails, so that sentences nobody reads are never built."""
    for row in rows:  # noqa: SIM110 (a plain loop is twice as fast, and this runs for every row)
        if not row[0]:
            return False
    return True


def failed(rows: Iterable[Row]) -> list[Refusal]:
    """Every row that fails, in the order of the rules."""
    return [Refusal(*row[1:4]) for row in rows if not row[0]]


def stated(rows: Iterable[Row]) -> Iterator[tuple[bool, Refusal]]:
    """Every row with its verdict, for derivations."""
    for row in rows:
        yield bool(row[0]), Refusal(*row[1:4])
