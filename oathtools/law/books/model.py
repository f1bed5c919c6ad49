"""What an imported book is: its clauses, what could not be placed, what was odd about it.

Nothing of a book is ever part of the project: these are the records for a text that the player owns.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from oathtools.law.books import numbers

FORMAT = 1
GAP = "{?}"
"""Stands in a text where an icon of the print was lost or cannot be read. Known icons are ``{favor}`` and the like."""


class BookError(Exception):
    """A request about books that cannot be met. ``hint`` says the way out."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class BookDamaged(BookError):
    """The file (or a stored book) cannot be read as a law; ``line`` is where, if known."""

    def __init__(self, message: str, hint: str | None = None, line: int | None = None) -> None:
        super().__init__(message, hint)
        self.line = line


class BookMissing(BookError):
    """There is no such file, book or clause; ``known`` are the names there are."""

    def __init__(self, message: str, hint: str | None = None, known: Iterable[str] = ()) -> None:
        super().__init__(message, hint)
        self.known = list(known)


class BookExists(BookError):
    """A book of that name is there already."""


@dataclass(frozen=True, slots=True)
class Span:
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
        parts = (s for s in (*self.spans, *self._closing()) if s.kind != "reminder")
        return tidy("".join(s.text for s in parts))

    @property
    def reminders(self) -> tuple[str, ...]:
        """The reminders, in the order of print, without the brackets around them."""
        return tuple(unbracket(s.text) for s in (*self.spans, *self.closing) if s.kind == "reminder")

    @property
    def asides(self) -> tuple[str, ...]:
        """What stands in brackets in a copy without italics: reminders, perhaps. It is part of ``text`` as well."""
        return tuple(unbracket(s.text) for s in (*self.spans, *self.closing) if s.kind == "aside")

    @property
    def printed(self) -> str:
        """The whole text as it stands, reminders in their places."""
        return tidy("".join(s.text for s in (*self.spans, *self._closing())))

    def _closing(self) -> tuple[Span, ...]:
        return (Span("text", "\n"), *self.closing) if self.closing and self.spans else self.closing


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
        ref = ref.strip()
        if ref in self.by_id:
            return self.by_id[ref]
        number = numbers.canonical(ref)
        if number in self.by_id:
            return self.by_id[number]
        if number in self.by_number:
            return self.by_id[self.by_number[number]]
        wanted = loose(ref)
        for clause in self.clauses if wanted else ():
            if wanted in (loose(clause.label or ""), loose(clause.heading), *map(loose, clause.also)):
                return clause
        return None

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
        above: list[str] = []
        parent = clause.parent
        while parent is not None and parent in self.by_id:
            above.append(self.by_id[parent].heading or parent)
            parent = self.by_id[parent].parent
        return tuple(reversed(above))

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
    return {
        "format": FORMAT,
        "name": book.name,
        "importer": book.format,
        "game": book.game,
        "edition": book.edition,
        "source": book.source,
        "clauses": [_clause_to_json(c) for c in book.clauses],
        "unplaced": [{"first": u.first, "last": u.last, "why": u.why, "text": u.text} for u in book.unplaced],
        "notes": [{"kind": n.kind, "text": n.text, "line": n.line, "clause": n.clause} for n in book.notes],
    }


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
            clauses=[_clause_from_json(c) for c in data["clauses"]],
            unplaced=[Unplaced(**u) for u in data["unplaced"]],
            notes=[Note(**n) for n in data["notes"]],
        )
    except (KeyError, TypeError, AttributeError, ValueError) as fault:
        raise BookDamaged(f"the stored book is damaged ({fault!r})", "Remove it and import the file again.") from None


def _clause_to_json(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "label": clause.label,
        "heading": clause.heading,
        "spans": [[s.kind, s.text] for s in clause.spans],
        "parent": clause.parent,
        "level": clause.level,
        "line": clause.line,
        "closing": [[s.kind, s.text] for s in clause.closing],
        "refs": list(clause.refs),
        "unresolved": list(clause.unresolved),
        "citations": clause.citations,
        "also": list(clause.also),
        "implied": clause.implied,
    }


def _clause_from_json(data: Mapping[str, Any]) -> Clause:
    def spans(key: str) -> tuple[Span, ...]:
        return tuple(Span(kind, text) for kind, text in data[key])

    return Clause(
        id=data["id"],
        label=data["label"],
        heading=data["heading"],
        spans=spans("spans"),
        parent=data["parent"],
        level=data["level"],
        line=data["line"],
        closing=spans("closing"),
        refs=tuple(data["refs"]),
        unresolved=tuple(data["unresolved"]),
        citations=data["citations"],
        also=tuple(data["also"]),
        implied=data["implied"],
    )


_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_WORDS, 1)}


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


def iter_documents(books: Iterable[Book]) -> Iterator[dict[str, Any]]:
    """What a search index needs of each clause of some books: book, game, edition, id, label, heading, also, path,
    text, reminders."""
    for book in books:
        for clause in book.clauses:
            yield {
                "book": book.name,
                "game": book.game,
                "edition": book.edition,
                "id": clause.id,
                "label": clause.label,
                "heading": clause.heading,
                "also": list(clause.also),
                "path": list(book.path(clause)),
                "text": clause.text,
                "reminders": list(clause.reminders),
            }
