"""What an imported book is: its clauses, what could not be placed, what was odd about it.

Nothing of a book is ever part of the project: these are the records for a text that the player owns.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load
from oathtools.kit.text import NUMBER_WORDS

# -- clause numbers in every style that is printed, and one canonical form: arabic, with dots --------------------------
#
# ``5.1.4.II``, ``5.1.4.ii``, ``§5.1.4.2`` and ``5.1.4.2.`` are one number; so are ``9.2.9.IIa``, ``9.2.9.II.a`` and
# ``9.2.9.2.1``. Numbers are strings or tuples of whole numbers, never floats: 5.10 is not 5.1.


Number = tuple[int, ...]

_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMANS = tuple("X" * tens + ones for tens in range(4) for ones in _ONES)
_NUMBER = re.compile(r"(?:§+\s*)?(?:rule:)?(\d{1,3})((?:\.(?:\d{1,3}|[IVXivx]+[a-z]?|[a-z]))*)\.?", re.ASCII)


def roman(value: int) -> str:
    """4 -> IV. Raises ``ValueError`` outside 1 to 39."""
    if not 0 < value < len(_ROMANS):
        raise ValueError(f"{value} is no number of a sub-clause")
    return _ROMANS[value]


def from_roman(text: str) -> int | None:
    """IV or iv -> 4; None if it is no roman number."""
    return _ROMANS.index(text.upper()) if text and text.upper() in _ROMANS else None


def parse(text: str) -> Number | None:
    """A printed number as a tuple; None if it is none. A letter means its place in the alphabet, from the fifth part on
    even where it could be a roman number."""
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        return None
    parts = [int(match[1])]
    for part in match[2].split(".")[1:]:
        values = _values(part, len(parts))
        if values is None:
            return None
        parts.extend(values)
    return tuple(parts)


def _values(part: str, depth: int) -> list[int] | None:
    """The value of one dotted part at a depth; two values for a roman with its letter (IIa)."""
    if part.isdigit():
        return [int(part)]
    if depth >= 4 and len(part) == 1 and part.islower():
        return [ord(part) - 96]
    value = from_roman(part)
    if value is not None:
        return [value]
    if len(part) == 1 and part.islower():
        return [ord(part) - 96]
    value = from_roman(part[:-1]) if part[-1].islower() else None
    return None if value is None else [value, ord(part[-1]) - 96]


def dotted(number: Number) -> str:
    """A number in the canonical form."""
    return ".".join(map(str, number))


def canonical(text: str) -> str | None:
    """A printed number in the canonical form, or None."""
    number = parse(text)
    return dotted(number) if number else None


def label(number: Number) -> str:
    """A number as the laws print it: the fourth part roman, the fifth a letter."""
    parts = [str(n) for n in number[:3]]
    if len(number) > 3:
        parts.append(roman(number[3]) if 0 < number[3] < 40 else str(number[3]))
    if len(number) > 4:
        parts.append(chr(96 + number[4]) if 0 < number[4] < 27 else str(number[4]))
    return ".".join([*parts, *map(str, number[5:])])


def expand(start: Number, end_text: str) -> list[Number] | None:
    """A range such as 4.1.1-4.1.4, or 5.1.4.I-IV with only the last part of its end; None if the two do not fit."""
    end = parse(end_text)
    if end is None or len(end) != len(start):
        last = _values(end_text.strip().rstrip("."), max(len(start) - 1, 1)) if end_text.strip() else None
        if last is None or len(last) != 1:
            return None
        end = (*start[:-1], last[0])
    if end[:-1] != start[:-1] or end[-1] < start[-1] or end[-1] - start[-1] > 60:
        return None
    return [(*start[:-1], n) for n in range(start[-1], end[-1] + 1)]


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
class BookClause:
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
    clauses: list[BookClause]
    unplaced: list[Unplaced] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @cached_property
    def by_id(self) -> dict[str, BookClause]:
        return {c.id: c for c in self.clauses}

    @cached_property
    def by_number(self) -> dict[str, str]:
        """Printed numbers, in arabic, to ids. A number that is printed twice names its first clause; the short numbers
        of steps (14.) and of a box's items are no numbers of clauses."""
        found: dict[str, str] = {}
        for clause in self.clauses:
            number = canonical(clause.label) if clause.label else None
            if number and number.count(".") == clause.id.count("."):
                found.setdefault(number, clause.id)
        return found

    def find(self, ref: str) -> BookClause | None:
        """The clause a reader means by an id, a printed number in any spelling, or a heading; None if there is none."""
        number = canonical(ref) or ""
        for clause_id in (ref.strip(), number, self.by_number.get(number)):
            if clause_id in self.by_id:
                return self.by_id[clause_id]
        wanted = loose(ref)
        named = (c for c in self.clauses if wanted in map(loose, (c.label or "", c.heading, *c.also)))
        return next(named, None) if wanted else None

    def children(self, parent: str) -> list[BookClause]:
        return [c for c in self.clauses if c.parent == parent]

    def subtree(self, root: str) -> list[BookClause]:
        """A clause and everything below it, in the order of the book."""
        inside = {root}
        found = []
        for clause in self.clauses:
            if clause.id == root or clause.parent in inside:
                inside.add(clause.id)
                found.append(clause)
        return found

    def path(self, clause: BookClause) -> tuple[str, ...]:
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


def _clause(row: Mapping[str, Any]) -> BookClause:
    plain: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    spans = {key: tuple(Span(*span) for span in row[key]) for key in ("spans", "closing")}
    return BookClause(**(plain | spans))


_NUMBER_WORDS = {word: str(value) for value, word in enumerate(NUMBER_WORDS) if value}


def loose(heading: str) -> str:
    """A heading for comparing: no case, marks or articles' stops; numbers as digits (some prints spell them)."""
    kept = "".join(c if c.isalnum() else " " for c in heading.casefold().replace("&", " and ").replace("’", ""))
    return " ".join(_NUMBER_WORDS.get(word, word) for word in kept.replace("'", "").split())


def tidy(text: str) -> str:
    """Text without the holes that a removed run leaves: single spaces, no space before a stop, no empty lines."""
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


# -- the structure of a law that is known beforehand: numbers and headings, so that a copy can be aligned with it ------
#
# For Oath it is read from our own ``data/law``; other laws are imported without one.


_GAMES = {"oath": ("oathkeeper", "chancellor"), "root": ("marquise", "eyrie")}


@dataclass(frozen=True, slots=True)
class Known:
    """One clause of an outline.

    ``others`` are headings that other editions print; ``misprint`` one known to be wrong."""

    heading: str
    level: str
    others: tuple[str, ...] = ()
    misprint: str = ""
    imperial: bool = False


UNKNOWN = Known("", "")


@dataclass
class Outline:
    """Ids to what is known of them, in the order of the law. ``closings``: names that begin a clause's closing text."""

    entries: dict[str, Known] = field(default_factory=dict)
    closings: dict[str, str] = field(default_factory=dict)

    def of(self, clause_id: str) -> Known:
        """What is known of a clause; ``UNKNOWN`` if nothing is."""
        return self.entries.get(clause_id, UNKNOWN)

    @cached_property
    def chapters(self) -> dict[int, list[str]]:
        """The headings of each chapter number, in all editions."""
        found: dict[int, list[str]] = {}
        for clause_id, known in self.entries.items():
            if (number := clause_id.split("@")[0]).isdigit():
                found.setdefault(int(number), []).extend(h for h in (known.heading, *known.others) if h)
        return found

    def entries_below(self, parent: str, levels: tuple[str, ...] = ("term", "site entry")) -> dict[str, str]:
        """The unnumbered entries (terms, sites) below a clause: loose heading to id."""
        found: dict[str, str] = {}
        for clause_id, known in self.entries.items():
            if known.level in levels and clause_id.rpartition(".")[0] == parent:
                for heading in (known.heading, *known.others):
                    found.setdefault(loose(heading), clause_id)
        return found

    def is_glossary(self, chapter: int, heading: str) -> bool:
        """Does a chapter hold the terms, as is known or as its heading says?"""
        named = loose(heading) in ("glossary", "glossary of terms", "terms", "definitions")
        return named or bool(self.entries_below(str(chapter), ("term",)))

    def share_in(self, text: str) -> float:
        """The share of its longer headings that a text contains."""
        words = f" {loose(text)} "
        headings = {loose(k.heading) for k in self.entries.values() if len(k.heading.split()) > 1}
        return sum(f" {h} " in words for h in headings) / len(headings)


def game_of(text: str) -> str:
    """oath, root, or empty when the text speaks of neither."""
    words = text.casefold()
    found = (game for game, names in _GAMES.items() if all(words.count(name) >= 3 for name in names))
    return next(found, "")


def outline_for(text: str) -> Outline:
    """The outline of the law that a text is a copy of; an empty one for a text that shares too few headings."""
    if game_of(text) != "oath":
        return Outline()
    outline = from_tree(load("law")["clauses"], _OATH_CLOSINGS)
    return outline if outline.share_in(text) >= 0.3 else Outline()


# The paragraph on the Grand Scepter belongs to 2.4 and is printed after its last clause, where print cannot show it.
_OATH_CLOSINGS = {"2.4": "The Grand Scepter"}


def from_tree(tree: Mapping[str, Mapping[str, Any]], closings: Mapping[str, str]) -> Outline:
    """An outline from the structure of a law as ``data/law/clauses.yaml`` holds it."""
    entries = {}
    for clause_id, row in tree.items():
        others = (row["heading_pdf"],) if row.get("heading_pdf") else ()
        misprint, imperial = row.get("heading_yml") or "", bool(row.get("imperial"))
        entries[clause_id] = Known(row.get("heading") or "", row["level"], others, misprint, imperial)
    return Outline(entries, dict(closings))


def edition_of(game: str, format_name: str, chapters: int) -> str:
    """The edition that a copy shows itself to be: the lineage for Oath, the printing for Root; empty if unknown."""
    if game == "oath":
        return "pdf" if format_name == "pdf-text" else "yml"
    printings = {14: "p4", 21: "p6", 26: "p16"} if game == "root" and format_name == "rules-yml" else {}
    return printings.get(chapters, "")
