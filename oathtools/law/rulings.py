"""Rulings: the open points of the Law, the publisher's card FAQ, and what a table has decided for itself.

``ruling("A-2")`` is one record, ``rulings_for(clause="5.5.2")`` all that bear on a clause. ``read_table(folder)`` reads
the ``rulings.yaml`` of a saga; ``in_force(table)`` gives the reading of each point that holds there, which is the
default wherever the table has not decided. ``set_reading`` and ``add_rule`` write that file and keep its comments.
``ENGINE_READS`` are the points that the code asks for.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple

from oathtools.law import variants
from oathtools.law.clauses import entries

FILE = "rulings.yaml"
Firmness = Literal["text", "faq", "lean", "open"]

# The points that the code asks for, found by scanning it (see ``engine_reads``); computed when first asked for.
ENGINE_READS: set[str]


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
    """No ruling has this id. ``near`` are the nearest ids, best first, perhaps none."""

    def __init__(self, words: str, near: Iterable[str] = ()) -> None:
        self.words, self.near = words, tuple(near)
        super().__init__(words)

    def __str__(self) -> str:
        return f"there is no ruling {self.words!r}"

    @property
    def hint(self) -> str | None:
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


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """What a table has decided: readings of points, rules of its own, variants. Empty for a table without a file."""

    taken: Mapping[str, Taken] = field(default_factory=lambda: MappingProxyType({}))
    rules: tuple[TableRule, ...] = ()
    variants: tuple[str, ...] = ()  # ids of those that the table plays with

    @classmethod
    def of(cls, readings: Mapping[str, str]) -> "Readings":
        """The value for bare letters by id, as in the header of a journal or in a position file.

        Raises ``DamagedRulings`` with a fault for each id or letter that does not exist.
        """
        taken, faults = {}, []
        for key, letter in readings.items():
            try:
                point = choose(str(key), str(letter))
            except (UnknownRuling, UnknownReading, NotAPoint) as wrong:
                faults.append(Fault(f"rulings, {key}", str(wrong), wrong.hint or "oathtools rulings lists them"))
            else:
                taken[point[0].id] = Taken(point[1])
        if faults:
            raise DamagedRulings(faults)
        return cls(MappingProxyType(taken))


# What is printed and known -------------------------------------------------------------------------------------------


def _line(entry: Mapping[str, Any], key: str) -> str:
    return " ".join(str(entry.get(key) or "").split())


@cache
def points() -> Mapping[str, Ruling]:
    """The open points by id, in the order of their numbers."""
    found = {key: point_of(key, entry) for key, entry in entries("rulings").items() if _POINT.fullmatch(key)}
    return MappingProxyType({key: found[key] for key in sorted(found, key=number_of)})


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


def point(key: str) -> Ruling:
    """The open point with this id, of the Law or of a variant. Raises ``UnknownRuling``."""
    found = points().get(key) or variants.point(key)
    if found is None:
        raise UnknownRuling(key)
    return found


@cache
def faqs() -> Mapping[str, Faq]:
    """The answers of the card FAQ by id; empty while the data has none."""
    return MappingProxyType(
        {
            key: Faq(
                id=key,
                card=entry["card"],
                also=tuple(entry.get("also") or ()),
                clauses=tuple(entry.get("clauses") or ()),
                question=_line(entry, "question"),
                answer=_line(entry, "answer"),
                erratum=bool(entry.get("erratum")),
            )
            for key, entry in entries("rulings").items()
            if key.startswith("faq.")
        }
    )


_POINT = re.compile(r"A-\d+")
_SPELLED = re.compile(r"[\W_]*(?:point|ruling)?[\W_]*([at])[\W_]*0*(\d+)[\W_]*", re.IGNORECASE)


def number_of(point_id: str) -> int:
    return int(point_id[2:])


def point_spelled(words: str) -> str | None:
    """The canonical form of an id of a point or of a table's rule in any spelling; None if it is neither.

    Points of variants too, in force or not.
    """
    match = _SPELLED.fullmatch(words)
    if match is None:
        return variants.spelled(words)
    return f"A-{int(match[2]):02d}" if match[1] in "aA" else f"T-{int(match[2])}"


def _key(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


@cache
def _faq_keys() -> dict[str, str]:
    return {_key(faq_id): faq_id for faq_id in faqs()}


def ruling(words: str, table: Readings | None = None) -> AnyRuling:
    """The ruling with this id in any reasonable spelling: ``A-2``, ``a02``, ``faq toll roads 1``, ``T-1`` of a table.

    Raises ``UnknownRuling``, which names the nearest.
    """
    known = point_spelled(words)
    if known is not None and (found := points().get(known) or variants.point(known)):
        return found
    for rule in table.rules if table else ():
        if rule.id == known:
            return rule
    faq_id = _faq_keys().get(_key(words))
    if faq_id is None:
        raise UnknownRuling(words, _near(words, known, table))
    return faqs()[faq_id]


def _near(words: str, known: str | None, table: Readings | None) -> list[str]:
    if known is not None:
        same = list(points()) if known.startswith("A") else [rule.id for rule in table.rules] if table else []
        return sorted(same, key=lambda one: (abs(number_of(one) - number_of(known)), one))[:2]
    from rapidfuzz import fuzz, process

    names = {**{key: point.title for key, point in points().items()}, **{key: _key(key) for key in faqs()}}
    near = process.extract(words.casefold(), names, scorer=fuzz.ratio, processor=str.casefold, limit=3, score_cutoff=70)
    return [key for _, _, key in near]


def choose(words: str, letter: str) -> tuple[Ruling, str]:
    """The point and the letter that somebody names for it, both in any spelling.

    Raises ``UnknownRuling``, ``NotAPoint`` or ``UnknownReading``.
    """
    point = ruling(words)
    if not isinstance(point, Ruling):
        raise NotAPoint(point)
    bare = letter.strip(" ().").casefold()
    if bare not in point.readings:
        raise UnknownReading(point, letter)
    return point, bare


def _all(table: Readings | None) -> Iterator[AnyRuling]:
    yield from points().values()
    yield from variants.points_in_force(table)
    yield from table.rules if table else ()
    yield from faqs().values()


def rulings_for(
    clause: str | None = None, card: str | None = None, table: Readings | None = None, *, below: bool = False
) -> tuple[AnyRuling, ...]:
    """What bears on a clause, a card (both ids), or both: points, a table's rules, then FAQ answers.

    With ``below`` everything below the clause counts too. Without clause and card: all there is.
    """

    def bears(one: AnyRuling) -> bool:
        on_clause = clause is None or any(
            cited == clause or (below and cited.startswith(f"{clause}.")) for cited in one.clauses
        )
        return on_clause and (card is None or card in one.cards)

    return tuple(one for one in _all(table) if bears(one))


def look_up(words: str, table: Readings | None = None) -> tuple[AnyRuling, ...]:
    """The rulings that some words mean: an id, a clause or a range (with what is below), a card, words of a title.

    Empty if the clause or card exists but nothing bears on it. Raises ``UnknownRuling`` if the words mean nothing, and
    ``UnknownClause`` for a clause number that the Law does not have.
    """
    from oathtools.catalog import AmbiguousName, UnknownName, chosen, match
    from oathtools.law.lookup import by_number

    try:
        return (ruling(words, table),)
    except UnknownRuling as wrong:
        if point_spelled(words):
            raise
        unknown = wrong
    if roots := by_number(words):
        found = (one for root in roots for one in rulings_for(clause=root, table=table, below=True))
        return tuple(dict.fromkeys(found))
    card, near = None, unknown.near
    try:
        card = match(words)
    except AmbiguousName as several:
        near = tuple(map(card_name, several.ids))
    except UnknownName as none:
        near = near or tuple(map(card_name, none.suggestions))
    if card is not None and card.exact:
        return rulings_for(card=card.id, table=table)
    titled = tuple(one for one in _all(table) if _has_words(one, words))
    if titled or card is None:
        if not titled:
            raise UnknownRuling(words, near)
        return titled
    return rulings_for(card=chosen(words, card), table=table)


def _has_words(one: AnyRuling, words: str) -> bool:
    """Does each of some words begin a word of the title?"""
    title = re.findall(r"\w+", one.title.casefold())
    wanted = re.findall(r"\w+", words.casefold())
    return bool(wanted) and all(any(word.startswith(want) for word in title) for want in wanted)


def card_name(card_id: str) -> str:
    from oathtools.catalog import UnknownCard, name_of

    try:
        return name_of(card_id)
    except UnknownCard:
        return card_id.partition(".")[2].replace("_", " ")


def in_force(table: Readings | None = None) -> dict[str, str]:
    """Point id -> the letter in force: the default, unless the table has decided otherwise. In the points' order.

    With the points of the variants that the table plays with.
    """
    taken = table.taken if table else {}
    asked = (*points().values(), *variants.points_in_force(table))
    return {one.id: taken[one.id].reading if one.id in taken else one.take for one in asked}


def changed(before: Mapping[str, str], table: Readings | None = None, words: Iterable[str] = ()) -> dict[str, str]:
    """The readings in force that a game would have to take up, by point: those that differ from its own, ``before``.

    ``words`` are the ids of the points to look at; all of them if there are none. Raises ``UnknownRuling`` or
    ``NotAPoint``.
    """
    now = in_force(table)
    chosen = [ruling(each, table) for each in words]
    for one in chosen:
        if not isinstance(one, Ruling):
            raise NotAPoint(one)
    wanted = {one.id for one in chosen} or set(now)
    return {key: letter for key, letter in now.items() if key in wanted and before.get(key, point(key).take) != letter}


def as_json(one: AnyRuling, table: Readings | None = None) -> dict[str, Any]:
    """The public form of a ruling, the same keys for every kind; what a kind does not have is null or empty."""
    shape: dict[str, Any] = {
        "id": one.id,
        "kind": one.kind,
        "title": one.title,
        "clauses": list(one.clauses),
        "cards": list(one.cards),
        "question": one.question,
        "readings": {},
        "in_force": "a",
        "by": "default",
        "why": None,
        "firmness": None,
        "table": None,
        "engine_reads": None,
        "default": None,
        "date": None,
        "note": None,
        "edition_note": None,
        "erratum": None,
        "variant": variants.title_of(one.id),
    }
    if isinstance(one, Faq):
        shape |= {"readings": {"a": one.answer}, "why": "The publisher's card FAQ.", "firmness": "faq"}
        shape["erratum"] = one.erratum
        return shape
    if isinstance(one, TableRule):
        shape |= {"readings": {"a": one.ruling}, "by": "table", "engine_reads": False}
        shape["date"] = one.date.isoformat() if one.date else None
        return shape
    taken = table.taken.get(one.id) if table else None
    shape |= {
        "readings": dict(one.readings),
        "in_force": taken.reading if taken else one.take,
        "by": "table" if taken else "default",
        "why": one.why,
        "firmness": one.firmness,
        "table": one.table,
        "engine_reads": one.id in engine_reads(),
        "default": one.take,
        "edition_note": one.edition_note or None,
    }
    if taken:
        shape |= {"date": taken.date.isoformat() if taken.date else None, "note": taken.note or None}
    return shape


# What the code asks for ----------------------------------------------------------------------------------------------

_ASKING = ("reading", "takes")
_ASKED = re.compile(r"[A-Z]{1,3}-[A-Z0-9]{1,3}")
_ASKS = re.compile(rf"\b(?:{'|'.join(_ASKING)})\s*\(")


def asked(root: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The points that Python sources below a folder ask for: each id, and the other bare strings of the same call.

    A call counts when the function is named ``reading`` or ``takes`` and the id stands in it as a string.
    """
    import ast

    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not (_ASKS.search(source) and _ASKED.search(source)):
            continue
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue  # what cannot run asks for nothing
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name not in _ASKING:
                continue
            values = (*call.args, *(keyword.value for keyword in call.keywords))
            words = [one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            for word in words:
                if _ASKED.fullmatch(word):
                    yield word, tuple(other for other in words if other != word)


@cache
def engine_reads() -> frozenset[str]:
    """The points that our code asks for. Scans the package's sources once a process, so only those who need it pay."""
    return frozenset(point for point, _ in asked(Path(__file__).parent.parent))


_FILED = {
    "read_table": "rulings_read",
    "card_id": "rulings_read",
    "set_reading": "rulings_write",
    "add_rule": "rulings_write",
    "set_variant": "variants_write",
}


def __getattr__(name: str) -> Any:
    """What the table's file needs is imported when it is first used: a look-up pays for none of it."""
    if name == "ENGINE_READS":
        return set(engine_reads())
    if name in _FILED:
        from importlib import import_module

        return getattr(import_module(f"oathtools.law.{_FILED[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
