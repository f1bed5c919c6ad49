"""Typed helpers: each yields one decision and returns its answer as the rules want it."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import factorial
from typing import TYPE_CHECKING, Any

from oathtools.engine.decision import Decision, Form, Row

if TYPE_CHECKING:
    from fractions import Fraction

Ask = Generator[Decision, Any, Any]
Rows = Callable[[str], Iterable[Row]]


def choose(
    kind: str,
    who: str,
    options: Sequence[str],
    *cites: str,
    rows: Rows | None = None,
    private: bool = False,
    overheard: bool = False,
    default: str | None = None,
    about: Any = None,
) -> Generator[Decision, str, str]:
    """One of some options; returns its id."""
    return (
        yield Decision(
            kind,
            who,
            Form.ONE,
            cites=cites,
            options=options,
            rows=rows,
            private=private,
            overheard=overheard,
            default=default,
            about=about,
        )
    )


def confirm(kind: str, who: str, *cites: str, about: Any = None) -> Generator[Decision, str, bool]:
    """Yes or no; no by default."""
    answer = yield Decision(kind, who, Form.ONE, cites=cites, options=("yes", "no"), default="no", about=about)
    return bool(answer == "yes")


def until_agreed(ask: Callable[[set[str]], Ask], agrees: Callable[[str], Ask]) -> Ask:
    """What one player decides and another agrees to: ``ask`` again without what was turned down; None if none is left.

    ``ask`` is given what was turned down and returns None where it has nothing to ask for.
    """
    closed: set[str] = set()
    while True:
        value = yield from ask(closed)
        if value is None or (yield from agrees(value)):
            return value
        closed.add(value)


def amount(
    kind: str, who: str, low: int, high: int, *cites: str, default: int | None = None
) -> Generator[Decision, int, int]:
    """A whole number from ``low`` to ``high``."""
    return (yield Decision(kind, who, Form.AMOUNT, cites=cites, low=low, high=high, default=default))


def some(
    kind: str,
    who: str,
    options: Sequence[str],
    low: int,
    high: int,
    *cites: str,
    rows: Rows | None = None,
    finish: Callable[[Any], Iterable[Row]] | None = None,
    private: bool = False,
    default: list[str] | None = None,
    about: Any = None,
) -> Generator[Decision, list[str], list[str]]:
    """Some of some options."""
    return (
        yield Decision(
            kind,
            who,
            Form.SOME,
            cites=cites,
            options=options,
            rows=rows,
            finish=finish,
            low=low,
            high=high,
            private=private,
            default=default,
            about=about,
        )
    )


class Together(dict[str, list[str]]):
    """What a question is about where an option stands for several places: those that it stands for."""


def distribute(
    kind: str,
    who: str,
    total: int,
    caps: dict[str, int],
    *cites: str,
    at_most: bool = False,
    about: Any = None,
) -> Generator[Decision, dict[str, int], dict[str, int]]:
    """Spread a number over some options, each up to its cap; all of it, or any part with ``at_most``."""
    return (
        yield Decision(
            kind,
            who,
            Form.DISTRIBUTE,
            cites=cites,
            options=tuple(caps),
            caps=caps,
            low=0 if at_most else total,
            high=total,
            about=about,
        )
    )


def order(
    kind: str, who: str, options: Sequence[str], *cites: str, private: bool = False
) -> Generator[Decision, list[str], list[str]]:
    """All options in the order wanted; as they stand by default."""
    return (yield Decision(kind, who, Form.ORDER, cites=cites, options=options, private=private, default=list(options)))


def roll(kind: str, who: str, faces: Sequence[str], dice: int, *cites: str, about: Any = None) -> Ask:
    """So many dice with these equally likely sides; returns the list of faces that fell."""
    known = tuple(dict.fromkeys(faces))

    def possible(answer: Any) -> Iterable[Row]:
        fits = isinstance(answer, list) and len(answer) == dice and all(face in known for face in answer)
        yield fits, cites[0], f"{dice} faces, each one of {', '.join(known)}"

    return (
        yield Decision(
            kind,
            who,
            Form.OUTCOME,
            cites=cites,
            options=known,
            finish=possible,
            low=dice,
            high=dice,
            about=about,
            sample=lambda rng: [faces[int(rng.random() * len(faces))] for _ in range(dice)],
            chances=lambda: _throws(faces, dice),
        )
    )


def _throws(faces: Sequence[str], dice: int) -> Iterator[tuple[list[str], "Fraction"]]:
    """Every throw with its chance, whichever die shows what."""
    from fractions import Fraction

    sides = {face: faces.count(face) for face in faces}
    for fell in combinations_with_replacement(sides, dice):
        ways = factorial(dice)
        for face in dict.fromkeys(fell):
            shown = fell.count(face)
            ways = ways // factorial(shown) * sides[face] ** shown
        yield list(fell), Fraction(ways, len(faces) ** dice)
