"""The work sheet of all importers: clauses as they are found, turned into a book in one place."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from oathtools.law.books import model
from oathtools.law.books.model import Book, BookClause, Note, Number, Outline, Span, Unplaced, loose, tidy
from oathtools.law.books.text import Citation, read_text

LEVELS = ("chapter", "section", "clause", "subclause", "item")


@dataclass
class Source:
    """A text to import: its lines without line ends (line n is ``lines[n - 1]``), and how it was read."""

    name: str
    lines: list[str]
    digest: str = ""
    size: int = 0
    encoding: str = "utf-8"
    notes: list[Note] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(eq=False)
class Draft:
    """A clause as an importer finds it. ``number`` is the number printed, or its position; ``label`` as printed.

    ``parts`` are raw texts with the line each starts at; ``closing`` those printed after the children. ``kind`` is
    empty, or step, term, box, index. ``placed`` says that ``number`` is only a position (the file prints none).
    """

    number: Number
    label: str | None
    heading: str
    line: int
    parts: list[tuple[str, int]] = field(default_factory=list)
    closing: list[tuple[str, int]] = field(default_factory=list)
    children: list["Draft"] = field(default_factory=list)
    kind: str = ""
    also: list[str] = field(default_factory=list)
    placed: bool = False
    implied: bool = False
    id: str = ""

    def walk(self, parent: "Draft | None" = None) -> Iterator[tuple["Draft", "Draft | None"]]:
        """This clause and all below it, each with the one it belongs to."""
        yield self, parent
        for child in self.children:
            yield from child.walk(self)


@dataclass
class Sheet:
    """Everything an importer found out about one source. ``outline`` is empty for a law that nothing is known of."""

    source: Source
    format: str
    style: str
    outline: Outline
    chapters: list[Draft] = field(default_factory=list)
    drafts: dict[Number, Draft] = field(default_factory=dict)
    unplaced: list[Unplaced] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    used: set[int] = field(default_factory=set)

    def note(self, kind: str, text: str, line: int | None = None, draft: Draft | None = None) -> None:
        self.notes.append(Note(kind, text, line, draft.id or model.dotted(draft.number) if draft else None))

    def set_aside(self, first: int, last: int, why: str, text: str | None = None) -> None:
        """Report lines that are in no clause."""
        shown = "\n".join(self.source.lines[first - 1 : last]) if text is None else text
        self.unplaced.append(Unplaced(first, last, why, shown))
        self.use(first, last)

    def use(self, first: int, last: int) -> None:
        self.used.update(range(first, last + 1))

    def all(self) -> list[tuple[Draft, Draft | None]]:
        """All clauses in order, each with the one it belongs to."""
        return [pair for chapter in self.chapters for pair in chapter.walk()]

    def siblings(self, number: Number, line: int) -> list[Draft]:
        """Where a clause of that number goes; parents that the print leaves out are put in as implied."""
        above = number[:-1]
        if not above:
            return self.chapters
        if above not in self.drafts:
            implied = self.drafts[above] = Draft(above, None, "", line, implied=True)
            self.siblings(above, line).append(implied)
            if len(above) > 1:
                self.note("missing", "is not printed here, but what is below it is", line, implied)
        return self.drafts[above].children


def finish(sheet: Sheet, name: str, edition: str, game: str) -> Book:
    """Give ids, read the texts, resolve the citations, and list what is left over.

    Raises ``BookDamaged`` if there is not one clause.
    """
    if all(draft.implied for draft, _ in sheet.all()):
        raise model.BookDamaged(f"{sheet.source.name}: not one clause was found", "Try another --format.")
    _number(sheet)
    clauses = [_clause(sheet, draft, parent) for draft, parent in sheet.all()]
    source = sheet.source
    about = {"file": source.name, "sha256": source.digest, "bytes": source.size, "lines": len(source.lines)}
    book = Book(name, sheet.format, game, edition, about | {"encoding": source.encoding}, [c for c, _ in clauses])
    book = replace(book, clauses=[_resolved(sheet, book, clause, cited) for clause, cited in clauses])
    for i, line in enumerate(source.lines, 1):  # no line is dropped in silence
        if line.strip() and i not in sheet.used:
            comment = line.lstrip().startswith("#") and sheet.style == "yml"
            sheet.set_aside(i, i, "a comment" if comment else "not understood")
    book.unplaced = _grouped(sheet.unplaced)
    book.notes = sorted([*source.notes, *sheet.notes], key=lambda n: n.line or 0)
    return book


# --- ids ----------------------------------------------------------------------------------------


def _number(sheet: Sheet) -> None:
    """Ids are the numbers; entries without a printed number follow the outline where their headings say so."""
    taken: set[str] = set()
    for draft, parent in sheet.all():
        if not draft.id and draft.placed and parent is not None:
            draft.id = f"{parent.id}.{draft.number[-1]}"
        draft.id = draft.id or model.dotted(draft.number)
        if draft.id in taken:
            kept = next(again for n in range(2, 10**6) if (again := f"{draft.id}@{n}") not in taken)
            why = f"stands here again as {draft.label or 'an entry'}; kept as {kept}"
            sheet.note("duplicate", why, draft.line, draft)
            draft.id = kept
        taken.add(draft.id)
        if known := sheet.outline.entries_below(draft.id):
            _align(sheet, draft, known)


def _align(sheet: Sheet, chapter: Draft, known: dict[str, str]) -> None:
    """Ids of unnumbered entries (terms, sites) by their headings; whoever has no known heading keeps the position."""
    entries = {entry: f"{chapter.id}.{entry.number[-1]}" for entry in chapter.children if entry.placed}
    for entry in entries:
        entry.id = next((known[loose(n)] for n in (entry.heading, *entry.also) if loose(n) in known), "")
    claimed = {entry.id for entry in entries}
    for entry, place in entries.items():
        if not entry.id:
            entry.id = place if place not in claimed else f"{place}@{sheet.format}"
            claimed.add(entry.id)
        if entry.id.split("@")[0] != place:
            sheet.note("number", f"{entry.heading} stands at {place} here", entry.line, entry)
    for missing in dict.fromkeys(known.values()):
        if missing not in claimed:
            heading = sheet.outline.of(missing).heading
            sheet.notes.append(Note("missing", f"{heading} is not in this copy", None, missing))


# --- clauses ------------------------------------------------------------------------------------


def _clause(sheet: Sheet, draft: Draft, parent: Draft | None) -> tuple[BookClause, list[Citation]]:
    known = sheet.outline.of(draft.id)
    cited: list[Citation] = []

    def spans(parts: list[tuple[str, int]]) -> tuple[Span, ...]:
        found: list[Span] = []
        for raw, line in parts:
            reading = read_text(raw, sheet.style, index=draft.kind == "index")
            for fault in reading.faults:
                sheet.note("markup", fault, line, draft)
            cited.extend(reading.citations)
            found += [Span("text", "\n")] * bool(found) + reading.spans
        if known.imperial and sheet.style != "yml":
            found = _imperial(sheet, draft, found)
        return _merged(found)

    if parent is not None and parent.kind == "box" and draft.label:
        cited.append(Citation(draft.label, [model.canonical(draft.label) or ""]))  # the number heads what it sums up
    names = [h for h in (known.heading, *known.others) if h]
    other = bool(draft.heading) and loose(known.heading) not in ("", loose(draft.heading))
    clause = BookClause(
        id=draft.id,
        label=draft.label,
        heading=draft.heading,
        spans=spans(draft.parts),
        closing=spans(draft.closing),
        parent=parent.id if parent else None,
        level=_level(sheet, draft, parent),
        line=draft.line,
        also=tuple(dict.fromkeys([*draft.also, *([known.heading] if other else [])])),
        implied=draft.implied,
    )
    if draft.heading and names and not {*map(loose, (draft.heading, *draft.also))} & {*map(loose, names)}:
        sheet.note("heading", f"headed {draft.heading!r} here, elsewhere {names[0]!r}", draft.line, draft)
    if not (clause.printed or draft.children or (draft.implied and draft.heading)):
        lacks = "has a heading and no text here" if draft.heading else "has neither heading nor text here"
        sheet.note("empty", lacks, draft.line, draft)
    return clause, cited


def _level(sheet: Sheet, draft: Draft, parent: Draft | None) -> str:
    if known := sheet.outline.of(draft.id.split("@")[0]).level:
        return known
    if parent is not None and parent.kind in ("step", "box"):
        return f"{parent.kind} item"
    return draft.kind if draft.kind in ("step", "term", "box") else LEVELS[min(len(draft.number), len(LEVELS)) - 1]


def _imperial(sheet: Sheet, draft: Draft, spans: list[Span]) -> list[Span]:
    """A pictogram at the head of a paragraph is the Chancellor's icon where the outline knows one in that clause."""
    out: list[Span] = []
    for span in spans:
        head = not out or out[-1].text.endswith("\n")
        lines = span.text.split("\n")
        for i, line in enumerate(lines):
            if (i or head) and line.lstrip().startswith(model.GAP):
                lines[i] = line.replace(model.GAP, "{chancellor}", 1)
        out.append(Span(span.kind, "\n".join(lines)))
    if out == spans and any(span.text.strip() for span in spans):
        sheet.note("icon", "the Chancellor's icon of one paragraph is lost here", draft.line, draft)
    return out


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Neighbours of one kind joined, none empty."""
    out: list[Span] = []
    for span in spans:
        if out and out[-1].kind == span.kind == "text":
            out[-1] = Span("text", out[-1].text + span.text)
        elif span.text:
            out.append(span)
    if out and out[-1].kind == "text":
        out[-1] = Span("text", out[-1].text.rstrip())
    return tuple(span for span in out if tidy(span.text) or (span.text and len(out) > 1))


# --- citations ----------------------------------------------------------------------------------


def _resolved(sheet: Sheet, book: Book, clause: BookClause, cited: list[Citation]) -> BookClause:
    """The clause with its citations resolved: by the numbers printed in this book first, then by canonical id."""
    refs: dict[str, None] = {}
    unresolved: dict[str, None] = {}
    count = 0
    for citation in cited:
        found = {t: book.by_number.get(t) or (t if t in book.by_id else None) for t in citation.targets}
        known = [t for t in found.values() if t]
        if not known and not citation.marked and citation.targets and "." not in citation.targets[0]:
            continue  # a bare number in brackets that is no chapter: no citation at all
        if citation.marked and not citation.targets:
            known = _named(book, clause, [loose(h) for h in citation.printed.split("$")])
        count += 1
        refs.update(dict.fromkeys(known))
        if not known:
            unresolved[citation.printed] = None
        unresolved.update(dict.fromkeys(t for t, home in found.items() if known and not home))
        if sheet.style == "yml" and not citation.marked and known:
            sheet.notes.append(Note("reference", f"cites {citation.printed} without markup", clause.line, clause.id))
    return replace(clause, refs=tuple(refs), unresolved=tuple(unresolved), citations=count)


def _named(book: Book, clause: BookClause, wanted: list[str]) -> list[str]:
    """The id of the clause that a path of headings names, the nearest to the citing clause if there are several."""
    home = (*book.path(clause), clause.heading)
    paths = {other.id: (*book.path(other), other.heading) for other in book.clauses}
    rows = {cid: path for cid, path in paths.items() if [loose(h) for h in path[-len(wanted) :]] == wanted}

    def shared(cid: str) -> int:
        return next((i for i, (a, b) in enumerate(zip(home, rows[cid], strict=False)) if a != b), len(home))

    return [max(rows, key=shared)] if rows else []


# --- what a reader should know ------------------------------------------------------------------

_RUNS = {"a comment", "not understood", "line numbers of a web page", "furniture of a web page"}


def _grouped(unplaced: list[Unplaced]) -> list[Unplaced]:
    """Neighbouring lines set aside for one reason are one entry."""
    out: list[Unplaced] = []
    for entry in sorted(unplaced, key=lambda u: (u.first, u.last)):
        if out and out[-1].why == entry.why and out[-1].last < entry.first <= out[-1].last + 3 and entry.why in _RUNS:
            out[-1] = Unplaced(out[-1].first, entry.last, entry.why, out[-1].text + "\n" + entry.text)
        else:
            out.append(entry)
    return out
