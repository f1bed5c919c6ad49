"""What a ruling is (a point of the Law, an answer of the FAQ, a rule of a table); the words of house rules (variants).

One file a variant in ``data/variants``: ``title``, ``mark`` (two or three capitals that begin the ids of its clauses,
``OR.1``, and of its points, ``OR-A``), ``summary``, ``clauses``, ``points``, and what its steps, questions and events
say. This module knows no variant by name, and nothing of what they do.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from oathtools import catalog
from oathtools.catalog import UnknownCard, name_of
from oathtools.catalog.names import ONLY_NAMES, Beyond
from oathtools.kit.datafiles import ADDED, reading, variants
from oathtools.kit.lazy import pattern

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings


Firmness = Literal["text", "faq", "lean", "open"]


class Ruling(NamedTuple):
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

    @property
    def kind(self) -> str:
        return "point"


class Faq(NamedTuple):
    """An answer of the publisher's card FAQ, in our words."""

    id: str
    card: str
    also: tuple[str, ...]
    clauses: tuple[str, ...]
    question: str
    answer: str
    erratum: bool  # the FAQ itself calls it one

    @property
    def kind(self) -> str:
        return "faq"

    @property
    def cards(self) -> tuple[str, ...]:
        return (self.card, *self.also)

    @property
    def title(self) -> str:
        return f"FAQ {card_name(self.card)} {self.id.rpartition('.')[2]}"


class TableRule(NamedTuple):
    """A ruling that a table has made for itself (``rules`` in its ``rulings.yaml``)."""

    id: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    question: str
    ruling: str
    date: dt.date | None

    @property
    def kind(self) -> str:
        return "table"

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


BOOK = "variants"


class VariantClause(NamedTuple):
    """One clause of a variant; ``beside`` are the clauses of the Law that it stands beside or changes, ``printed`` the
    number that its own text has for it, or an empty text."""

    id: str
    heading: str
    text: str
    beside: tuple[str, ...]
    printed: str = ""


class VariantText(NamedTuple):
    """What a variant says. ``steps``: by name, the sequence, the step it follows, and what is to be done.

    ``guide``: what it adds to steps of chapter 1 in the guide through setup, by their clauses. ``prompts`` and
    ``labels`` are of its questions by kind, ``says`` the sentences (subject, rest) of its events. ``story``: its
    ``title`` in the story of a saga, the ``name`` of what it keeps, and what became of it (``says``). ``adjust``: an
    example of what ``oathtools adjust`` corrects of it, or an empty text.
    """

    id: str
    title: str
    mark: str
    summary: str
    clauses: Mapping[str, VariantClause]
    points: "Mapping[str, Ruling]"
    steps: Mapping[str, Mapping[str, Any]]
    guide: Mapping[str, Mapping[str, Any]]
    prompts: Mapping[str, str]
    labels: Mapping[str, Mapping[str, str]]
    says: Mapping[str, tuple[str, str]]
    story: Mapping[str, Any]
    adjust: str

    def touches(self, clause: str) -> bool:
        """Does it stand beside a clause of the Law, or change one below it?"""
        beside = {each for one in self.clauses.values() for each in one.beside}
        return any(_near(each, clause) for each in beside)

    def beside(self, clause: VariantClause) -> "list[Ruling]":
        """Its open points on the clauses of the Law that one of its own stands beside, or above or below these."""
        wanted = clause.beside
        return [one for one in self.points.values() if any(_near(a, b) for a in one.clauses for b in wanted)]


def _near(one: str, other: str) -> bool:
    """Are two clauses the same, or is one below the other?"""
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


class UnknownVariantName(LookupError):
    """No variant is called so. ``near`` are the nearest ids."""

    def __init__(self, words: str, near: Iterable[str] = ()) -> None:
        self.words, self.near = words, tuple(near)
        super().__init__(words)

    def __str__(self) -> str:
        return f"there is no variant {self.words!r}"

    @property
    def hint(self) -> str:
        known = ", ".join(all_texts())
        return f"Did you mean {self.near[0]}?" if self.near else f"Known: {known}; a rule of your own goes under rules."


def add(name: str, words: Mapping[str, Any]) -> None:
    """Make the words of a variant known that has no file in ``data/variants``."""
    ADDED.setdefault(BOOK, {})[name] = words
    _look_again()


def forget(name: str) -> None:
    """Take back what ``add`` made known; no fault if there is none of that name."""
    words = ADDED.get(BOOK, {})
    words.pop(name, None)
    if not words:
        ADDED.pop(BOOK, None)
    _look_again()


def _look_again() -> None:
    all_texts.cache_clear()
    catalog.look_again()


@cache
def all_texts() -> Mapping[str, VariantText]:
    """Every variant by id. Treat it as frozen."""
    found = {}
    for name, words in variants().items():
        with reading(name):
            found[name] = _text(name, words)
    return MappingProxyType(found)


DUE = ("title", "mark")
OF_WORDS = (*DUE, "summary", "clauses", "points", "steps", "guide", "says", "prompts", "labels", "story", "adjust")
OF_PACKS = ("cards", "texts", "plans")


def _check(name: str, words: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` for words that lack what is due, or say what is read nowhere."""
    known = (*OF_WORDS, *OF_PACKS)
    lacks = [key for key in DUE if not words.get(key)]
    if lacks:
        raise ValueError(f"{name}: its words lack {', '.join(lacks)}")
    strange = next((key for key in words if key not in known and key != "words"), None)
    if strange is not None:
        import difflib

        near = difflib.get_close_matches(str(strange), known, n=1)
        with reading(name, str(strange)):
            raise ValueError(
                f"{name}: nothing reads {strange!r}; " + (f"did you mean {near[0]}?" if near else ", ".join(known))
            )


def _text(name: str, words: Mapping[str, Any]) -> VariantText:
    _check(name, words)
    mark = str(words["mark"])

    def clause(cid: str, entry: Mapping[str, Any]) -> VariantClause:
        if not cid.startswith(f"{mark}."):
            raise ValueError(f"{name}: ids of the mark {mark} begin with it: {cid}")
        beside, printed = tuple(entry.get("beside") or ()), str(entry.get("printed", ""))
        return VariantClause(cid, entry["heading"], " ".join(entry["text"].split()), beside, printed)

    def point(key: str, entry: Mapping[str, Any]) -> "Ruling":
        if not key.startswith(f"{mark}-"):
            raise ValueError(f"{name}: ids of the mark {mark} begin with it: {key}")
        return point_of(key, entry)

    def part(key: str, made: Callable[[str, Any], Any]) -> Mapping[str, Any]:
        return _part(name, words, key, made)

    return VariantText(
        name,
        str(words["title"]),
        mark,
        " ".join(str(words.get("summary") or "").split()),
        part("clauses", clause),
        part("points", point),
        part("steps", lambda _, step: dict(step)),
        part("guide", lambda _, step: dict(step)),
        part("prompts", lambda _, text: " ".join(text.split())),
        part("labels", lambda _, labels: dict(labels)),
        part("says", lambda _, found: (found[0], found[1])),
        part("story", lambda _, story: story),
        str(words.get("adjust") or ""),
    )


def _part(name: str, words: Mapping[str, Any], part: str, made: Callable[[str, Any], Any]) -> Mapping[str, Any]:
    """What is made of each entry of a part of the words. Raises ``BadData`` with the place of one that is wrong."""
    with reading(name, part):
        entries = dict(words.get(part) or {})
    found = {}
    for key, entry in entries.items():
        with reading(name, part, str(key)):
            found[key] = made(key, entry)
    return MappingProxyType(found)


def get(name: str) -> VariantText:
    """The words of the variant with this id. Raises ``UnknownVariantName``."""
    found = all_texts().get(name)
    if found is None:
        raise UnknownVariantName(name)
    return found


def named(words: str) -> VariantText:
    """The variant that some words name: its id or title in any spelling, or the beginning of one title only.

    Raises ``UnknownVariantName``.
    """
    wanted = _key(words)
    every = all_texts().values()
    exact = [found for found in every if wanted in (_key(found.id), _key(found.title))]
    begun = exact or [found for found in every if len(wanted) > 2 and _key(found.title).startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    from rapidfuzz import fuzz, process

    names = {found.id: _key(found.title) for found in all_texts().values()}
    near = process.extract(wanted, names, scorer=fuzz.ratio, limit=1, score_cutoff=60)
    raise UnknownVariantName(words, [name for _, _, name in near])


def _key(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


_ID = pattern(r"[\W_]*([A-Za-z]{1,3})[\W_]+(\w{1,3})[\W_]*")


def spelled(words: str) -> str | None:
    """The id of the point of a variant in any spelling (``or a``, ``OR-A``); None if it is none."""
    match = _ID.fullmatch(words)
    if match is None:
        return None
    key = f"{match[1]}-{match[2]}".upper()
    return key if point(key) is not None else None


def point(key: str) -> "Ruling | None":
    """The open point of a variant with this id."""
    return next((text.points[key] for text in all_texts().values() if key in text.points), None)


def all_points() -> "Iterator[Ruling]":
    """The open points of every variant, in force or not."""
    for text in all_texts().values():
        yield from text.points.values()


def title_of(key: str) -> str | None:
    """The title of the variant whose open point this is; None for other rulings."""
    return next((text.title for text in all_texts().values() if key in text.points), None)


def clause(words: str) -> tuple[VariantText, VariantClause] | None:
    """The clause of a variant that has this id in any spelling (``OR.3``, ``or 3``), or is printed with this number
    (``8.2.5.1``), with its variant; or None."""
    match = _ID.fullmatch(words)
    if match is None:
        every = ((text, one) for text in all_texts().values() for one in text.clauses.values())
        return next(((text, one) for text, one in every if one.printed and one.printed == words.strip(" .")), None)
    key = f"{match[1]}.{match[2]}".upper()
    return next(((text, text.clauses[key]) for text in all_texts().values() if key in text.clauses), None)


def marked(words: str) -> VariantText | None:
    """The variant whose mark begins an id, whether it has a clause or point of that id or not."""
    match = _ID.fullmatch(words)
    return None if match is None else next((t for t in all_texts().values() if t.mark == match[1].upper()), None)


def in_force(table: "Readings | None") -> list[VariantText]:
    """The variants that a table plays with."""
    return [get(name) for name in (table.variants if table else ())]


def points_in_force(table: "Readings | None") -> "Iterator[Ruling]":
    """The open points of the variants that a table plays with."""
    for text in in_force(table):
        yield from text.points.values()


def prompt(kind: str) -> str | None:
    """What a question of a variant asks; None for questions of the Law and of cards."""
    return next((text.prompts[kind] for text in all_texts().values() if kind in text.prompts), None)


def labels(kind: str) -> Mapping[str, str]:
    """What the options of a question of a variant mean."""
    return next((text.labels[kind] for text in all_texts().values() if kind in text.labels), {})


def step(name: str) -> Mapping[str, Any] | None:
    """What is to be done at a step of a variant: ``heading``, ``sequence``, ``after``, ``do``, ``notes``."""
    return next(
        (
            {"heading": text.clauses[name].heading, **text.steps[name]}
            for text in all_texts().values()
            if name in text.steps
        ),
        None,
    )


def steps_of(names: Iterable[str], sequence: str) -> list[str]:
    """The names of the steps that some variants put into a sequence."""
    return [
        step
        for name in names
        for step, entry in (all_texts()[name].steps if name in all_texts() else {}).items()
        if entry.get("sequence") == sequence
    ]
