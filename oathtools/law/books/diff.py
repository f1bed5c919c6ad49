"""Two texts of one law side by side: clauses paired, numbers aligned, words compared.

Case, emphasis, the shape of quotation marks and dashes, list marks and the style of clause numbers do not count as
differences, nor do icons where one of the copies has lost them. With ``exact`` only spaces do not count.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from typing import Any

from oathtools.law.books import model
from oathtools.law.books.model import Book, BookClause, BookMissing, Span, loose
from oathtools.law.books.store import open_book
from oathtools.law.clauses import all_clauses
from oathtools.law.rulings_variants import VariantText, all_texts

LAW, VARIANT = "law", "variant"
"""The name of our own restatement as one side, and what a house rule makes of it."""

_TOKEN = re.compile(r"\{[^{}\n]*\}|\d+(?:\.(?:\d+|[IVX]+[a-z]?|[a-z]\b))+|\w+(?:['’]\w+)*|[^\w\s]")
_SAME_MARKS = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "−": "-", "…": "."})
_LOST_ICONS = ("pdf-text", "numbered-text")


@dataclass(frozen=True, slots=True)
class WordChange:
    """A run of text: ``op`` is equal, insert (only in b), delete (only in a) or replace."""

    op: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A pair of clauses, or one that the other text lacks.

    ``changes``: words, punctuation, heading, number, references, restated (texts that are not meant to share words),
    only_a, only_b; empty if they say the same. ``words`` are the runs, equal ones too.
    """

    a: BookClause | None
    b: BookClause | None
    changes: tuple[str, ...]
    words: tuple[WordChange, ...] = ()
    refs_only_a: tuple[str, ...] = ()
    refs_only_b: tuple[str, ...] = ()


@dataclass
class Comparison:
    """All pairs in the order of ``a``; clauses that only ``b`` has stand where they would be."""

    a: str
    b: str
    pairs: list[Difference] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """How many pairs there are, how many are the same, and how many show each kind of change."""
        same = sum(not p.changes for p in self.pairs)
        return {"clauses": len(self.pairs), "same": same, **Counter(kind for p in self.pairs for kind in p.changes)}


def compare(a: str | Book, b: str | Book, refs: Iterable[str] = (), *, exact: bool = False) -> Comparison:
    """Compare two books, or the clauses that ``refs`` name (numbers, ranges, headings; each with what is below it).

    ``law`` as a name is our restatement: its words are its own, so only headings, numbers and references are compared.
    That of a house rule is the restatement with what it adds.
    Raises ``BookMissing`` if a book or a clause is in neither.
    """
    first, second = _side(a), _side(b)
    chosen: set[tuple[str, str]] = set()  # side, id
    wanted = list(refs)
    for ref in wanted:
        found = {(side, i) for side, book in (("a", first), ("b", second)) for i in _chosen(book, ref)}
        if not found:
            raise BookMissing(f"neither {first.name} nor {second.name} has a clause {ref!r}")
        chosen |= found
    pairs = _Pairing(first, second).pairs()
    meant = {x.id: y.id for x, y in pairs if x and y}
    formats = {first.format, second.format}
    icons = not formats & set(_LOST_ICONS)
    restated = (LAW in formats) != (VARIANT in formats)
    result = Comparison(first.name, second.name)
    for x, y in pairs:
        if not wanted or (x and ("a", x.id) in chosen) or (y and ("b", y.id) in chosen):
            result.pairs.append(_difference(x, y, meant, exact=exact, icons=icons, restated=restated))
    return result


def _side(book: str | Book) -> Book:
    if isinstance(book, Book):
        return book
    name = book.strip().casefold()
    variant = all_texts().get(name)
    return _with(variant) if variant else restatement() if name == LAW else open_book(book)


def _with(variant: VariantText) -> Book:
    """Our restatement with the clauses of a house rule, each below the one that it stands beside."""
    clauses = []
    for ours in restatement().clauses:
        clauses.append(ours)
        for one in variant.clauses.values():
            if one.beside[:1] == (ours.id,):
                spans = (Span("text", one.text),)
                clauses.append(
                    BookClause(one.id, one.printed or None, one.heading, spans, ours.id, ours.level, 0, refs=one.beside)
                )
    return Book(variant.id, VARIANT, "oath", "", {}, clauses)


def restatement() -> Book:
    """Our own restatement of the Law of Oath in the form of a book."""
    clauses = []
    for ours in all_clauses().values():
        spans = [Span("text", ours.binding)] if ours.binding else []
        spans += [Span("reminder", f"\n({text})") for text in ours.reminders]
        clauses.append(
            BookClause(
                id=ours.id,
                label=ours.pdf,
                heading=ours.heading,
                spans=tuple(spans),
                parent=ours.parent,
                level=ours.level,
                line=0,
                refs=ours.printed_refs,
                also=ours.other_headings,
            )
        )
    return Book(LAW, LAW, "oath", "", {}, clauses)


# --- which clauses, and which with which --------------------------------------------------------


def _chosen(book: Book, ref: str) -> set[str]:
    """The ids that a reference names in a book, with what is below them."""
    ends = re.split(r"\s*(?:–|—|\.\.|-)\s*", ref.strip())
    start = model.parse(ends[0]) if len(ends) == 2 else None
    run = model.expand(start, ends[1]) if start else None
    clauses = [book.find(one) for one in (map(model.dotted, run) if run else [ref])]
    return {below.id for clause in clauses if clause for below in book.subtree(clause.id)}


class _Pairing:
    """Which clause of ``b`` each clause of ``a`` is."""

    def __init__(self, a: Book, b: Book) -> None:
        self.a, self.b = a, b
        self.found: dict[str, str] = {}
        self.free = dict(b.by_id)
        restated = LAW in (a.format, b.format)
        self.by_id(lambda x, y: restated or _same_heading(x, y) or not (x.heading and y.heading))
        self.by_id(lambda x, y: _likeness(x, y) >= 60)  # same number, other heading: a pair if the texts are alike
        self.by_heading()
        self.by_text()
        self.by_id(lambda x, y: not x.printed and not y.printed)

    def left(self) -> list[BookClause]:
        return [c for c in self.a.clauses if c.id not in self.found]

    def take(self, a: str, b: str) -> None:
        self.found[a] = self.free.pop(b).id

    def by_id(self, agree: Callable[[BookClause, BookClause], bool]) -> None:
        for clause in self.left():
            if clause.id in self.free and agree(clause, self.free[clause.id]):
                self.take(clause.id, clause.id)

    def by_heading(self) -> None:
        """Clauses that moved: the free ones of a heading, below parents that are a pair, or alike in text."""
        named: dict[str, list[BookClause]] = {}
        for clause in self.free.values():
            named.setdefault(loose(clause.heading), []).append(clause)
        for clause in self.left():
            rows = [c for c in named.get(loose(clause.heading), ()) if clause.heading and c.id in self.free]
            family = [c for c in rows if c.parent and self.found.get(clause.parent or "") == c.parent]
            rows = family or [c for c in rows if not clause.printed or _likeness(clause, c) >= 50]
            if rows:
                self.take(clause.id, max(rows, key=lambda c: _likeness(clause, c)).id)

    def by_text(self) -> None:
        """What is left: texts of some length that are nearly the same, the best first."""
        from rapidfuzz import fuzz

        free = [(c.id, words) for c in self.free.values() if (words := _sorted_words(c)).count(" ") >= 5]
        rows = []
        for clause in self.left():
            text = _sorted_words(clause)
            for other, words in free if text.count(" ") >= 5 else ():
                near = 2 * abs(len(text) - len(words)) < len(text) + len(words)
                if near and (score := fuzz.ratio(text, words, score_cutoff=75)):
                    rows.append((score, clause.id, other))
        for _, a, b in sorted(rows, key=lambda row: -row[0]):
            if a not in self.found and b in self.free:
                self.take(a, b)

    def pairs(self) -> list[tuple[BookClause | None, BookClause | None]]:
        """All pairs in the order of a; each clause that only b has after the one it follows there."""
        place = {b: a for a, b in self.found.items()}
        after: dict[str, list[tuple[BookClause | None, BookClause | None]]] = {"": []}
        last = ""
        for clause in self.b.clauses:
            if clause.id in self.free:
                after.setdefault(last, []).append((None, clause))
            else:
                last = place[clause.id]
        rows = after[""]
        for clause in self.a.clauses:
            rows += [(clause, self.b.by_id.get(self.found.get(clause.id, ""))), *after.get(clause.id, ())]
        return rows


def _same_heading(a: BookClause, b: BookClause) -> bool:
    return not {loose(a.heading), *map(loose, a.also)}.isdisjoint({loose(b.heading), *map(loose, b.also)})


def _likeness(a: BookClause, b: BookClause) -> float:
    from rapidfuzz import fuzz

    return fuzz.ratio(_sorted_words(a), _sorted_words(b))


def _sorted_words(clause: BookClause) -> str:
    return " ".join(sorted(clause.printed.casefold().split()))


# --- words --------------------------------------------------------------------------------------


def _difference(
    a: BookClause | None, b: BookClause | None, meant: dict[str, str], *, exact: bool, icons: bool, restated: bool
) -> Difference:
    if a is None or b is None:
        return Difference(a, b, ("only_a",) if b is None else ("only_b",))
    changes: list[str] = []
    words: tuple[WordChange, ...] = ()
    if a.id != b.id:
        changes.append("number")
    if a.heading != b.heading if exact else loose(a.heading) != loose(b.heading):
        changes.append("heading")
    if restated:
        changes.append("restated")
    else:
        words = word_changes(a.printed, b.printed, exact=exact, icons=icons, meant={} if exact else meant)
        changed = [w for w in words if w.op != "equal"]
        if any(re.search(r"\w", w.a + w.b) for w in changed):
            changes.append("words")
        elif changed:
            changes.append("punctuation")
    refs_a, refs_b = _cited(a), _cited(b)
    targets = [meant.get(ref, ref) for ref in refs_a]
    only_a = tuple(r for r, t in zip(refs_a, targets, strict=True) if t not in refs_b)
    only_b = tuple(r for r in refs_b if r not in targets)
    if only_a or only_b:
        changes.append("references")
    return Difference(a, b, tuple(changes), words, only_a, only_b)


def _cited(clause: BookClause) -> list[str]:
    """What a clause cites, in this copy or outside it."""
    outside = [model.canonical(ref) or ref for ref in clause.unresolved]
    return list(dict.fromkeys([*clause.refs, *outside]))


def word_changes(
    a: str, b: str, *, exact: bool = False, icons: bool = True, meant: Mapping[str, str] | None = None
) -> tuple[WordChange, ...]:
    """Compare two texts word by word.

    ``icons``: do icon tokens count? ``meant``: clause numbers of ``a`` and what the same clauses are called in ``b``.
    """
    left, right = _words(a, exact=exact, icons=icons), _words(b, exact=exact, icons=icons)
    if meant:
        left = [(meant.get(key, key) if "." in key else key, start, end) for key, start, end in left]
    matcher = SequenceMatcher(None, [k for k, _, _ in left], [k for k, _, _ in right], autojunk=False)
    changes = []
    for op, i1, i2, j1, j2 in matcher.get_opcodes():
        changes.append(WordChange(op, _slice(a, left, i1, i2), _slice(b, right, j1, j2)))
    return tuple(changes)


def _words(text: str, *, exact: bool, icons: bool) -> list[tuple[str, int, int]]:
    """(key to compare, start, end) of each word and mark."""
    found: list[tuple[str, int, int]] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        if not exact:
            at_line_start = not text[: match.start()].rpartition("\n")[2].strip()
            if (token[0] == "{" and not icons) or (at_line_start and token in "-•"):
                continue
            start = model.parse(found[-2][0]) if len(found) > 1 and found[-1][0] == "-" else None
            end = model.from_roman(token) if start else None
            if start and end:  # 5.1.4.I-IV
                token = model.dotted((*start[:-1], end))
            token = token.translate(_SAME_MARKS).casefold()
            token = model.canonical(token) or token
        found.append((token, match.start(), match.end()))
    return found


def _slice(text: str, words: list[tuple[str, int, int]], start: int, end: int) -> str:
    return " ".join(text[words[start][1] : words[end - 1][2]].split()) if end > start else ""


def as_json(pair: Difference) -> dict[str, Any]:
    """The public form of a pair."""

    def side(clause: BookClause | None) -> dict[str, Any] | None:
        return clause.shown("id", "label", "heading") | {"text": clause.printed} if clause else None

    return {
        "changes": list(pair.changes),
        "a": side(pair.a),
        "b": side(pair.b),
        "words": [asdict(change) for change in pair.words],
        "refs": {"only_a": list(pair.refs_only_a), "only_b": list(pair.refs_only_b)},
    }
