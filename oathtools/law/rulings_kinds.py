"""What a ruling is: a point of the Law, an answer of the card FAQ, a table's own rule; what can be wrong with one."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple

from oathtools.catalog import UnknownCard, name_of
from oathtools.catalog.names import ONLY_NAMES, Beyond

Firmness = Literal["text", "faq", "lean", "open"]


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """An open or easily mistaken point of the Law. ``readings`` by letter; ``take`` is the one in force by default."""

    id: str
    title: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    question: str
    readings: Mapping[str, str]
    take: str
    why: str
    firmness: Firmness
    table: str  # what changes at the table
    edition_note: str
    kind: ClassVar[str] = "point"


@dataclass(frozen=True, slots=True, eq=False)
class Faq:
    """An answer of the publisher's card FAQ, in our words."""

    id: str
    card: str
    also: tuple[str, ...]
    clauses: tuple[str, ...]
    question: str
    answer: str
    erratum: bool  # the FAQ itself calls it one
    kind: ClassVar[str] = "faq"

    @property
    def cards(self) -> tuple[str, ...]:
        return (self.card, *self.also)

    @property
    def title(self) -> str:
        return f"FAQ {card_name(self.card)} {self.id.rpartition('.')[2]}"


@dataclass(frozen=True, slots=True, eq=False)
class TableRule:
    """A ruling that a table has made for itself (``rules`` in its ``rulings.yaml``)."""

    id: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    question: str
    ruling: str
    date: dt.date | None
    kind: ClassVar[str] = "table"

    @property
    def title(self) -> str:
        return self.question or self.ruling


AnyRuling = Ruling | Faq | TableRule


class Taken(NamedTuple):
    """A table's decision on a point."""

    reading: str
    date: dt.date | None = None
    note: str = ""


class Fault(NamedTuple):
    """Something wrong in a file: where, what, and the way out."""

    place: str
    message: str
    hint: str


class UnknownRuling(LookupError):
    """No ruling has this id. ``near`` are the nearest ids, best first, perhaps none; ``beyond``: of the expansion."""

    def __init__(self, words: str, near: Iterable[str] = (), beyond: Beyond | None = None) -> None:
        self.words, self.near, self.beyond = words, tuple(near), beyond
        super().__init__(words)

    def __str__(self) -> str:
        return str(self.beyond) if self.beyond else f"there is no ruling {self.words!r}"

    @property
    def hint(self) -> str | None:
        if self.beyond:
            return ONLY_NAMES
        return f"Did you mean {' or '.join(self.near)}?" if self.near else None


class UnknownReading(LookupError):
    """A point has no reading of this letter."""

    def __init__(self, point: Ruling, reading: str) -> None:
        self.point, self.reading = point, reading
        super().__init__(reading)

    def __str__(self) -> str:
        return f"{self.point.id} has no reading {self.reading!r}"

    @property
    def hint(self) -> str:
        letters = list(self.point.readings)
        if len(letters) == 1:
            return f"Its only reading is {letters[0]}; for a ruling of your own: oathtools rulings add"
        return f"Its readings are {', '.join(letters[:-1])} and {letters[-1]}: oathtools rulings {self.point.id}"


class NotAPoint(LookupError):
    """Only points (A-01 and on) have readings to choose from; this is an FAQ answer or a table's own rule."""

    def __init__(self, found: AnyRuling) -> None:
        self.found = found
        super().__init__(found.id)

    def __str__(self) -> str:
        return f"{self.found.id} has no readings to choose from"

    hint = "Only points such as A-02 have; for a ruling of your own: oathtools rulings add"


class DamagedRulings(ValueError):
    """A table's ``rulings.yaml`` cannot be used. ``faults`` are all that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.place}: {fault.message}" for fault in self.faults))


def card_name(card_id: str) -> str:
    """The printed name of a card; for one that is not known here, its id in words."""
    try:
        return name_of(card_id)
    except UnknownCard:
        return card_id.partition(".")[2].replace("_", " ")


def _line(entry: Mapping[str, Any], key: str) -> str:
    return " ".join(str(entry.get(key) or "").split())


def point_of(key: str, entry: Mapping[str, Any]) -> Ruling:
    """The point that an entry of the data says."""
    return Ruling(
        id=key,
        title=_line(entry, "title"),
        clauses=tuple(entry.get("clauses") or ()),
        cards=tuple(entry.get("cards") or ()),
        question=_line(entry, "question"),
        readings=MappingProxyType({letter: " ".join(text.split()) for letter, text in entry["readings"].items()}),
        take=entry["take"],
        why=_line(entry, "why"),
        firmness=entry["firmness"],
        table=_line(entry, "table"),
        edition_note=_line(entry, "edition_note"),
    )
