"""The work sheet of all importers: clauses as they are found, turned into a book in one place."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from oathtools.law.books import numbers
from oathtools.law.books.model import Book, BookDamaged, Clause, Note, Span, Unplaced, loose, tidy
from oathtools.law.books.numbers import Number
from oathtools.law.books.outline import Outline
from oathtools.law.books.reading import Source
from oathtools.law.books.text import Citation, read_text

LEVELS = ("chapter", "section", "clause", "subclause", "item")


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

    def walk(self) -> Iterator["Draft"]:
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass
class Sheet:
    """Everything an importer found out about one source."""

    source: Source
    format: str
    style: str
    chapters: list[Draft] = field(default_factory=list)
    outline: Outline | None = None
    unplaced: list[Unplaced] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    used: set[int] = field(default_factory=set)

    def note(self, kind: str, text: str, line: int | None = None, draft: Draft | None = None) -> None:
        self.notes.append(Note(kind, text, line, draft.id or numbers.dotted(draft.number) if draft else None))

    def set_aside(self, first: int, last: int, why: str, text: str | None = None) -> None:
        """Report lines that are in no clause."""
        shown = "\n".join(self.source.lines[first - 1 : last]) if text is None else text
        self.unplaced.append(Unplaced(first, last, why, shown))
        self.used.update(range(first, last + 1))

    def use(self, first: int, last: int) -> None:
        self.used.update(range(first, last + 1))

    def drafts(self) -> Iterator[Draft]:
        for chapter in self.chapters:
            yield from chapter.walk()


def finish(sheet: Sheet, name: str, edition: str, game: str) -> Book:
    """Give ids, read the texts, resolve the citations, and list what is left over.

    Raises ``BookDamaged`` if there is not one clause.
    """
    if not any(not draft.implied for draft in sheet.drafts()):
        raise BookDamaged(f"{sheet.source.name}: not one clause was found", "Try another --format.")
    _number(sheet)
    clauses = [_clause(sheet, draft, parent) for draft, parent in _with_parents(sheet.chapters, None)]
    book = Book(name, sheet.format, game, edition, _about(sheet.source), [c for c, _ in clauses])
    book.clauses = [_resolved(sheet, book, clause, cited) for clause, cited in clauses]
    book.__dict__.pop("by_id", None)
    _headings(sheet)
    _left_over(sheet)
    book.unplaced = _grouped(sheet.unplaced)
    book.notes = sorted([*sheet.source.notes, *sheet.notes], key=lambda n: n.line or 0)
    return book


def _about(source: Source) -> dict[str, object]:
    return {
        "file": source.name,
        "sha256": source.digest,
        "bytes": source.size,
        "lines": len(source.lines),
        "encoding": source.encoding,
    }


def _with_parents(drafts: Iterable[Draft], parent: Draft | None) -> Iterator[tuple[Draft, Draft | None]]:
    for draft in drafts:
        yield draft, parent
        yield from _with_parents(draft.children, draft)


# --- ids ----------------------------------------------------------------------------------------


def _number(sheet: Sheet) -> None:
    """Ids are the numbers; entries without a printed number follow the outline where their headings say so."""
    taken: set[str] = set()
    for draft, parent in _with_parents(sheet.chapters, None):
        if not draft.id:
            draft.id = numbers.dotted(draft.number)
            if draft.placed and parent is not None and len(draft.number) > 1:
                draft.id = f"{parent.id}.{draft.number[-1]}"
        if draft.id in taken:
            draft.id = _doubled(sheet, draft, taken)
        taken.add(draft.id)
        if sheet.outline and sheet.outline.by_heading(draft.id):
            _align(sheet, draft)


def _doubled(sheet: Sheet, draft: Draft, taken: set[str]) -> str:
    nth = 2
    while f"{draft.id}@{nth}" in taken:
        nth += 1
    kept = f"{draft.id}@{nth}"
    sheet.note("duplicate", f"stands here again as {draft.label or 'an entry'}; kept as {kept}", draft.line, draft)
    return kept


def _align(sheet: Sheet, chapter: Draft) -> None:
    """Ids of unnumbered entries (terms, sites) by their headings; whoever has no known heading keeps the position."""
    assert sheet.outline is not None
    known = sheet.outline.by_heading(chapter.id)
    entries = [entry for entry in chapter.children if entry.placed]
    for entry in entries:
        names = (entry.heading, *entry.also)
        entry.id = next((known[loose(n)] for n in names if loose(n) in known), "")
    claimed = {entry.id for entry in entries}
    for entry in entries:
        if entry.id:
            continue
        place = f"{chapter.id}.{entry.number[-1]}"
        entry.id = place if place not in claimed else f"{place}@{sheet.format}"
        claimed.add(entry.id)
    for entry in entries:
        place = f"{chapter.id}.{entry.number[-1]}"
        if entry.id.split("@")[0] != place:
            sheet.note("number", f"{entry.heading} stands at {place} here", entry.line, entry)
    for missing in [i for i in dict.fromkeys(known.values()) if i not in claimed]:
        heading = sheet.outline.entries[missing].heading
        sheet.notes.append(Note("missing", f"{heading} is not in this copy", None, missing))


# --- clauses ------------------------------------------------------------------------------------


def _clause(sheet: Sheet, draft: Draft, parent: Draft | None) -> tuple[Clause, list[Citation]]:
    cited: list[Citation] = []

    def spans(parts: list[tuple[str, int]]) -> tuple[Span, ...]:
        found: list[Span] = []
        for raw, line in parts:
            reading = read_text(raw, sheet.style, index=draft.kind == "index")
            for fault in reading.faults:
                sheet.note("markup", fault, line, draft)
            cited.extend(reading.citations)
            if found:
                found.append(Span("text", "\n"))
            found.extend(reading.spans)
        return _merged(_imperial(sheet, draft, found))

    if parent is not None and parent.kind == "box" and draft.label:
        cited.append(Citation(draft.label, [numbers.canonical(draft.label) or ""]))  # the number heads what it sums up
    clause = Clause(
        id=draft.id,
        label=draft.label,
        heading=draft.heading,
        spans=spans(draft.parts),
        closing=spans(draft.closing),
        parent=parent.id if parent else None,
        level=_level(sheet, draft, parent),
        line=draft.line,
        also=_also(sheet, draft),
        implied=draft.implied,
    )
    if not (draft.heading or clause.printed or draft.children):
        sheet.note("empty", "has neither heading nor text here", draft.line, draft)
    elif not (clause.printed or draft.children or draft.implied):
        sheet.note("empty", "has a heading and no text here", draft.line, draft)
    return clause, cited


def _also(sheet: Sheet, draft: Draft) -> tuple[str, ...]:
    """Other headings to find a clause under: those in its own text, and the known ones where this copy differs."""
    known = sheet.outline.entries.get(draft.id) if sheet.outline else None
    names = dict.fromkeys(draft.also)
    if known is not None and known.heading and draft.heading and loose(known.heading) != loose(draft.heading):
        names[known.heading] = None
    return tuple(names)


def _level(sheet: Sheet, draft: Draft, parent: Draft | None) -> str:
    if sheet.outline and draft.id.split("@")[0] in sheet.outline.entries:
        return sheet.outline.entries[draft.id.split("@")[0]].level
    if draft.kind in ("step", "term", "box"):
        return draft.kind
    if parent is not None and parent.kind in ("step", "box"):
        return f"{parent.kind} item"
    return LEVELS[min(len(draft.number), len(LEVELS)) - 1]


def _imperial(sheet: Sheet, draft: Draft, spans: list[Span]) -> list[Span]:
    """A pictogram at the head of a paragraph is the Chancellor's icon where the outline knows one in that clause."""
    from oathtools.law.books.model import GAP

    known = sheet.outline.entries.get(draft.id) if sheet.outline else None
    if sheet.style == "yml" or known is None or not known.imperial:
        return spans
    out: list[Span] = []
    found = False
    at_head = True
    for span in spans:
        lines = span.text.split("\n")
        for i, line in enumerate(lines):
            if (i or at_head) and line.lstrip().startswith(GAP):
                lines[i] = line.replace(GAP, "{chancellor}", 1)
                found = True
        out.append(replace(span, text="\n".join(lines)))
        at_head = span.text.endswith("\n")
    if not found and any(span.text.strip() for span in spans):
        sheet.note("icon", "the Chancellor's icon of one paragraph is lost here", draft.line, draft)
    return out


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Spans with single spaces, neighbours of one kind joined, none empty."""
    out: list[Span] = []
    for span in spans:
        text = "\n".join(" ".join(line.split(" ")) for line in span.text.split("\n"))
        if out and out[-1].kind == span.kind == "text":
            out[-1] = Span("text", out[-1].text + text)
        elif text:
            out.append(Span(span.kind, text))
    if out and out[-1].kind == "text":
        out[-1] = Span("text", out[-1].text.rstrip())
    return tuple(span for span in out if tidy(span.text) or (span.text and len(out) > 1))


def _resolved(sheet: Sheet, book: Book, clause: Clause, cited: list[Citation]) -> Clause:
    """The clause with its citations resolved: by the numbers printed in this book first, then by canonical id."""
    refs: dict[str, None] = {}
    unresolved: list[str] = []
    count = 0
    for citation in cited:
        targets = [book.by_number.get(t) or (t if t in book.by_id else None) for t in citation.targets]
        known = [t for t in targets if t]
        if not known and not citation.marked and citation.targets and "." not in citation.targets[0]:
            continue  # a bare number in brackets that is no chapter: no citation at all
        count += 1
        refs.update(dict.fromkeys(known))
        if not known and not citation.targets:
            by_name = _named(book, clause, citation.printed.split("$")) if citation.marked else None
            if by_name is not None:
                refs[by_name] = None
                continue
        if len(known) < len(targets) or not targets:
            lost = [p for p, t in zip(citation.targets, targets, strict=True) if not t]
            unresolved.extend(lost if known else [citation.printed])
        if sheet.style == "yml" and not citation.marked and known:
            sheet.notes.append(Note("reference", f"cites {citation.printed} without markup", clause.line, clause.id))
    return replace(clause, refs=tuple(refs), unresolved=tuple(dict.fromkeys(unresolved)), citations=count)


def _named(book: Book, clause: Clause, headings: list[str]) -> str | None:
    """The id of the clause that a path of headings names, the nearest to the citing clause if there are several."""
    wanted = [loose(h) for h in headings]
    home = (*book.path(clause), clause.heading)
    best: tuple[int, str] | None = None
    for other in book.clauses:
        path = (*book.path(other), other.heading)
        if [loose(h) for h in path[-len(wanted) :]] != wanted:
            continue
        shared = next(
            (i for i, (a, b) in enumerate(zip(home, path, strict=False)) if a != b), min(len(home), len(path))
        )
        if best is None or shared > best[0]:
            best = (shared, other.id)
    return best[1] if best else None


# --- what a reader should know ------------------------------------------------------------------


def _headings(sheet: Sheet) -> None:
    """Note headings that differ from those the outline knows; keep the known one for finding."""
    for draft in sheet.drafts() if sheet.outline else ():
        assert sheet.outline is not None
        known = sheet.outline.entries.get(draft.id)
        if known is None or draft.implied:
            continue
        good = [h for h in (known.heading, *known.others) if h]
        names = {loose(draft.heading), *map(loose, draft.also)}
        if draft.heading and good and not names & set(map(loose, good)):
            sheet.note("heading", f"headed {draft.heading!r} here, elsewhere {good[0]!r}", draft.line, draft)


def _left_over(sheet: Sheet) -> None:
    """No line is dropped in silence: what no importer used or set aside is reported here."""
    for i, line in enumerate(sheet.source.lines, 1):
        if line.strip() and i not in sheet.used:
            why = "a comment" if line.lstrip().startswith("#") and sheet.style == "yml" else "not understood"
            sheet.set_aside(i, i, why)


def _grouped(unplaced: list[Unplaced]) -> list[Unplaced]:
    """Neighbouring lines set aside for one reason are one entry."""
    out: list[Unplaced] = []
    for entry in sorted(unplaced, key=lambda u: (u.first, u.last)):
        if out and out[-1].why == entry.why and out[-1].last < entry.first <= out[-1].last + 3 and entry.why in _RUNS:
            out[-1] = Unplaced(out[-1].first, entry.last, entry.why, out[-1].text + "\n" + entry.text)
        else:
            out.append(entry)
    return out


_RUNS = {"a comment", "not understood", "line numbers of a web page", "furniture of a web page"}
