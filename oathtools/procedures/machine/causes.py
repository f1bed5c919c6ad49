"""What is behind a refusal that another card brought about: nothing there can be taken, because a card locks it."""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from oathtools.engine.rows import Row

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

Rows = Callable[[], Iterable[Row]]


def explained(game: "Game", rows: Rows) -> Iterator[Row]:
    """Rows, each that fails followed by what cards said against candidates, if it would hold but for that.

    ``rows`` makes them anew each time it is called. Who stops at the first that fails has nothing more worked out.
    """
    each, number, said = iter(rows()), 0, list[Row]()
    while True:
        outer, game.heard = game.heard, said
        try:
            row = next(each, None)
        finally:
            game.heard = outer
        if row is None:
            return
        yield row
        if not row[0]:
            yield from _causes(game, rows, number, [other for other in dict.fromkeys(said) if other != row])
        number += 1


def _causes(game: "Game", rows: Rows, number: int, said: list[Row]) -> list[Row]:
    """Those without any one of which the row would hold; or else all of them, if it would without all."""
    alone = [each for each in said if _would_hold(game, rows, number, {each})]
    return alone or (said if said and _would_hold(game, rows, number, said) else [])


def _would_hold(game: "Game", rows: Rows, number: int, waived: Collection[Row]) -> bool:
    outer, game.waived = game.waived, game.waived.union(waived)
    try:
        row = next(islice(rows(), number, None), None)
    finally:
        game.waived = outer
    return row is not None and bool(row[0])
