"""What an imported book is: its clauses, what could not be placed, what was odd about it.

Nothing of a book is ever part of the project: these are the records for a text that the player owns.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from oathtools.law.books import numbers
from oathtools.text import NUMBER_WORDS

FORMAT = 1
GAP = "{?}"
"""Stands in a text where an icon of the print was lost or cannot be read. Known icons are ``{favor}`` and the like."""


class BookError(Exception):
    """A request about books that cannot be met. ``hint`` says the way out, ``line`` where in a file (if known), and
    ``known`` which names there are."""

    def __init__(
        self, message: str, hint: str | None = None, line: int | None = None, known: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.message, self.hint, self.line, self.known = message, hint, line, list(known)


class BookDamaged(BookError):
    """The file (or a stored book) cannot be read as a law."""


class BookMissing(BookError):
    """There is no such file, book or clause."""


class BookExists(BookError):
    """A book of that name is there already."""


class Span(NamedTuple):
    """A run of text. ``kind``: text; reminder (italics in brackets, subordinate by 9.1); aside (in brackets, in a copy
    that has lost its italics, so that nobody can tell)."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a book.

    ``id`` is the canonical number in arabic. ``label`` is the number as this book prints it, or as its place in the
    file gives it; None where the print has none. ``closing`` is text of the clause that is printed after its children.
    ``refs`` are the ids of the clauses it cites, ranges expanded, each once; ``unresolved`` are citations as printed
    that name nothing in this book; ``citations`` counts them as written. ``also`` are other headings it can be found
    under (a heading misprinted here). ``implied``: not printed, but needed by what is below it.
    """

    id: str
    label: str | None
    heading: str
    spans: tuple[Span, ...]
    parent: str | None
    level: str
    line: int
    closing: tuple[Span, ...] = ()
    refs: tuple[str, ...] = ()
    unresolved: tuple[str, ...] = ()
    citations: int = 0
    also: tuple[str, ...] = ()
    implied: bool = False

    @property
    def text(self) -> str:
        """The binding text: everything but the reminders."""
        return tidy("".join(s.text for s in self._whole() if s.kind != "reminder"))

    @property
    def reminders(self) -> tuple[str, ...]:
        """The reminders, in the order of print, without the brackets around them."""
        return tuple(unbracket(s.text) for s in self._whole() if s.kind == "reminder")

    @property
    def asides(self) -> tuple[str, ...]:
        """What stands in brackets in a copy without italics: reminders, perhaps. It is part of ``text`` as well."""
        return tuple(unbracket(s.text) for s in self._whole() if s.kind == "aside")

    @property
    def printed(self) -> str:
        """The whole text as it stands, reminders in their places."""
        return tidy("".join(s.text for s in self._whole()))

    def shown(self, *names: str) -> dict[str, Any]:
        """The attributes named, as people's scripts read them."""
        values = {name: getattr(self, name) for name in names}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def _whole(self) -> tuple[Span, ...]:
        return (*self.spans, Span("text", "\n"), *self.closing) if self.closing else self.spans


@dataclass(frozen=True, slots=True)
class Unplaced:
    """Lines of the file that are in no clause, and why."""

    first: int
    last: int
    why: str
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something odd in the file that a reader should know; nothing was dropped for it.

    ``kind``: duplicate, heading, quotes, missing, level, order, number, reference, empty, joined, icon, encoding or
    markup.
    """

    kind: str
    text: str
    line: int | None = None
    clause: str | None = None

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}{self.clause + ': ' if self.clause else ''}{self.text}"


@dataclass
class Book:
    """An imported text. ``game`` is oath, root or empty; ``edition`` as given or recognised, else empty."""

    name: str
    format: str
    game: str
    edition: str
    source: dict[str, Any]
    clauses: list[Clause]
    unplaced: list[Unplaced] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @cached_property
    def by_id(self) -> dict[str, Clause]:
        return {c.id: c for c in self.clauses}

    @cached_property
    def by_number(self) -> dict[str, str]:
        """Printed numbers, in arabic, to ids. A number that is printed twice names its first clause; the short numbers
        of steps (14.) and of a box's items are no numbers of clauses."""
        found: dict[str, str] = {}
        for clause in self.clauses:
            number = numbers.canonical(clause.label) if clause.label else None
            if number and number.count(".") == clause.id.count("."):
                found.setdefault(number, clause.id)
        return found

    def find(self, ref: str) -> Clause | None:
        """The clause a reader means by an id, a printed number in any spelling, or a heading; None if there is none."""
        number = numbers.canonical(ref) or ""
        for clause_id in (ref.strip(), number, self.by_number.get(number)):
            if clause_id in self.by_id:
                return self.by_id[clause_id]
        wanted = loose(ref)
        named = (c for c in self.clauses if wanted in map(loose, (c.label or "", c.heading, *c.also)))
        return next(named, None) if wanted else None

    def children(self, parent: str) -> list[Clause]:
        return [c for c in self.clauses if c.parent == parent]

    def subtree(self, root: str) -> list[Clause]:
        """A clause and everything below it, in the order of the book."""
        inside = {root}
        found = []
        for clause in self.clauses:
            if clause.id == root or clause.parent in inside:
                inside.add(clause.id)
                found.append(clause)
        return found

    def path(self, clause: Clause) -> tuple[str, ...]:
        """The headings above a clause, outermost first."""
        above = self.by_id.get(clause.parent or "")
        return (*self.path(above), above.heading or above.id) if above else ()

    def counts(self) -> dict[str, Any]:
        """Clauses in all and by level, citations as written, distinct references, unresolved ones, lines not placed."""
        return {
            "clauses": len(self.clauses),
            "levels": dict(Counter(c.level for c in self.clauses)),
            "implied": sum(c.implied for c in self.clauses),
            "citations": sum(c.citations for c in self.clauses),
            "references": sum(len(c.refs) for c in self.clauses),
            "unresolved": sum(len(c.unresolved) for c in self.clauses),
            "lines": self.source.get("lines", 0),
            "unplaced": sum(u.last - u.first + 1 for u in self.unplaced),
            "notes": len(self.notes),
        }


def book_to_json(book: Book) -> dict[str, Any]:
    """The stored form of a book."""
    return asdict(book) | {"format": FORMAT, "importer": book.format}


def book_from_json(data: Mapping[str, Any]) -> Book:
    """A book from its stored form. Raises ``BookDamaged`` if it is none."""
    try:
        if data["format"] != FORMAT:
            raise BookDamaged(f"it was stored by another version (format {data['format']})", "Import the file again.")
        return Book(
            name=data["name"],
            format=data["importer"],
            game=data["game"],
            edition=data["edition"],
            source=dict(data["source"]),
            clauses=[_clause(row) for row in data["clauses"]],
            unplaced=[Unplaced(**row) for row in data["unplaced"]],
            notes=[Note(**row) for row in data["notes"]],
        )
    except (KeyError, TypeError, AttributeError, ValueError) as fault:
        raise BookDamaged(f"the stored book is damaged ({fault!r})", "Remove it and import the file again.") from None


def _clause(row: Mapping[str, Any]) -> Clause:
    plain: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    spans = {key: tuple(Span(*span) for span in row[key]) for key in ("spans", "closing")}
    return Clause(**(plain | spans))


_NUMBER_WORDS = {word: str(value) for value, word in enumerate(NUMBER_WORDS) if value}


def loose(heading: str) -> str:
    """A heading for comparing: no case, marks or articles' stops; numbers as digits (some prints spell them)."""
    kept = "".join(c if c.isalnum() else " " for c in heading.casefold().replace("&", " and ").replace("’", ""))
    return " ".join(_NUMBER_WORDS.get(word, word) for word in kept.replace("'", "").split())


def tidy(text: str) -> str:
    """Text without the holes that a removed run leaves: single spaces, no space before a stop, no empty lines."""
    import re

    lines = []
    for line in text.split("\n"):
        line = re.sub(r"[ \t\u00a0]+", " ", line).strip()
        line = re.sub(r"(?<!\.\.) ([.,;:!?])(?=\s|$)", r"\1", line)
        if line:
            lines.append(line)
    return "\n".join(lines)


def unbracket(text: str) -> str:
    """A reminder without the brackets around it."""
    text = tidy(text)
    return text[1:-1].strip() if text[:1] == "(" and text[-1:] == ")" else text
