"""References in sentences: where a clause or an open point is named, so that a page can make a link of it."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

CLAUSE = r"\d{1,2}(?:\.\d{1,2})+(?:\.[IVX]+)?(?:\.box(?:\.\d+)?)?"
POINT = r"[A-Z]{1,2}-\d{2,3}"
_CITED = re.compile(rf"(?<![\w.-])((?:{CLAUSE}|{POINT}))(?![\w-]|\.\d)")


def parts(text: str) -> Iterator[tuple[str, str | None]]:
    """A text cut at its references: each piece, and the kind of what it names (``law``, ``ruling``) or None.

    What looks like a reference and names nothing is plain text.
    """
    for at, piece in enumerate(_CITED.split(text)):
        if piece:
            yield piece, kind(piece) if at % 2 else None


def kind(what: str) -> str | None:
    """Of which kind an id is: ``card``, ``ruling``, ``law``; None where it is no id at all."""
    from oathtools import catalog
    from oathtools.law import exists

    if catalog.is_card(what):
        return "card"
    if re.fullmatch(POINT, what):
        return "ruling" if what in _points() else None
    return "law" if exists(what) else None


@cache
def _points() -> Mapping[str, Any]:
    from oathtools.law.rulings import points

    return points()
