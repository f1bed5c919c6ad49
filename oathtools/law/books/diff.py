"""Two texts of one law side by side: clauses paired, numbers aligned, words compared.

Case, emphasis, the shape of quotation marks and dashes, list marks and the style of clause numbers do not count as
differences, nor do icons where one of the copies has lost them. With ``exact`` only spaces do not count.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from oathtools.law.books import numbers
from oathtools.law.books.model import Book, BookMissing, Clause, Span, loose

LAW = "law"
"""The name of our own restatement as one side."""

_TOKEN = re.compile(r"\{[^{}\n]*\}|\d+(?:\.(?:\d+|[IVX]+[a-z]?|[a-z]\b))+|\w+(?:['’]\w+)*|[^\w\s]")
_SAME_MARKS = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "−": "-", "…": "."})
_LOST_ICONS = ("pdf-text", "numbered-text")


@dataclass(frozen=True, slots=True)
class Change:
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

    a: Clause | None
    b: Clause | None
    changes: tuple[str, ...]
    words: tuple[Change, ...] = ()
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
        found = {"clauses": len(self.pairs), "same": sum(not p.changes for p in self.pairs)}
        for pair in self.pairs:
            for change in pair.changes:
                found[change] = found.get(change, 0) + 1
        return found


def compare(a: str | Book, b: str | Book, refs: Iterable[str] = (), *, exact: bool = False) -> Comparison:
    """Compare two books, or the clauses that ``refs`` name (numbers, ranges, headings; each with what is below it).

    ``law`` as a name is our restatement: its words are its own, so only headings, numbers and references are compared.
    Raises ``BookMissing`` if a book or a clause is in neither.
    """
    first, second = _side(a), _side(b)
    wanted = list(refs)
    chosen_a, chosen_b = _chosen(first, wanted), _chosen(second, wanted)
    pairs = _paired(first, second)
    if wanted:
        for ref in wanted:
            if not (_chosen(first, [ref]) or _chosen(second, [ref])):
                raise BookMissing(f"neither {first.name} nor {second.name} has a clause {ref!r}")
        pairs = [(x, y) for x, y in pairs if (x and x.id in chosen_a) or (y and y.id in chosen_b)]
    meant = {x.id: y.id for x, y in _paired(first, second) if x and y}
    icons = not {first.format, second.format} & set(_LOST_ICONS)
    restated = LAW in (first.format, second.format)
    result = Comparison(first.name, second.name)
    result.pairs = [_difference(x, y, meant, exact=exact, icons=icons, restated=restated) for x, y in pairs]
    return result


def _side(book: str | Book) -> Book:
    if isinstance(book, Book):
        return book
    if book.strip().casefold() == LAW:
        return restatement()
    from oathtools.law.books.store import open_book

    return open_book(book)


def restatement() -> Book:
    """Our own restatement of the Law of Oath in the form of a book."""
    from oathtools.law.clauses import all_clauses

    clauses = []
    for ours in all_clauses().values():
        spans = [Span("text", ours.binding)] if ours.binding else []
        spans += [Span("reminder", f"\n({text})") for text in ours.reminders]
        clauses.append(
            Clause(
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


def _chosen(book: Book, refs: Sequence[str]) -> set[str]:
    """The ids that some references name in a book, with what is below them."""
    found: set[str] = set()
    for ref in refs:
        ends = re.split(r"\s*(?:–|—|\.\.|-)\s*", ref.strip())
        start = numbers.parse(ends[0]) if len(ends) == 2 else None
        run = numbers.expand(start, ends[1]) if start else None
        for one in [numbers.dotted(n) for n in run] if run else [ref]:
            clause = book.find(one)
            if clause is not None:
                found.update(c.id for c in book.subtree(clause.id))
    return found


def _paired(a: Book, b: Book) -> list[tuple[Clause | None, Clause | None]]:
    """Pairs: the same id unless the headings disagree; then the same heading; then texts that are nearly alike."""
    pairs: dict[str, str] = {}
    free_b = dict(b.by_id)
    doubtful = []
    for clause in a.clauses:
        other = free_b.get(clause.id)
        if other is None:
            continue
        if _same_heading(clause, other) or not (clause.heading and other.heading) or LAW in (a.format, b.format):
            pairs[clause.id] = free_b.pop(clause.id).id
        else:
            doubtful.append(clause)
    for clause in doubtful:  # same number, other heading: a pair still if the texts are alike
        other = free_b.get(clause.id)
        if other is not None and _likeness(clause, other) >= 0.6:
            pairs[clause.id] = free_b.pop(clause.id).id
    _pair_headings(a, b, pairs, free_b)
    _pair_texts(a, pairs, free_b)
    for clause in doubtful:
        if clause.id not in pairs and clause.id in free_b and not clause.printed and not free_b[clause.id].printed:
            pairs[clause.id] = free_b.pop(clause.id).id
    return _in_order(a, b, pairs, set(free_b))


def _same_heading(a: Clause, b: Clause) -> bool:
    names_b = {loose(b.heading), *map(loose, b.also)}
    return bool({loose(a.heading), *map(loose, a.also)} & names_b)


def _pair_headings(a: Book, b: Book, pairs: dict[str, str], free_b: dict[str, Clause]) -> None:
    """Clauses that moved: the only free ones of a heading, below parents that are a pair, or alike in text."""
    by_heading: dict[str, list[Clause]] = {}
    for clause in free_b.values():
        by_heading.setdefault(loose(clause.heading), []).append(clause)
    for clause in a.clauses:
        if clause.id in pairs or not clause.heading:
            continue
        rows = [c for c in by_heading.get(loose(clause.heading), ()) if c.id in free_b]
        family = [c for c in rows if clause.parent and c.parent and pairs.get(clause.parent) == c.parent]
        rows = [c for c in family or rows if family or not clause.printed or _likeness(clause, c) >= 0.5]
        if rows:
            best = max(rows, key=lambda c: _likeness(clause, c))
            pairs[clause.id] = free_b.pop(best.id).id


def _pair_texts(a: Book, pairs: dict[str, str], free_b: dict[str, Clause]) -> None:
    """What is left: texts that are nearly the same, the best first."""
    from rapidfuzz import fuzz

    rest = {c.id: _sorted_words(c) for c in a.clauses if c.id not in pairs}
    others = {c.id: _sorted_words(c) for c in free_b.values()}
    rows = []
    for left, text in rest.items():
        for right, other in others.items():
            if min(text.count(" "), other.count(" ")) < 5:
                continue
            if 2 * abs(len(text) - len(other)) < len(text) + len(other) and (
                score := fuzz.ratio(text, other, score_cutoff=75)
            ):
                rows.append((score, left, right))
    for _, left, right in sorted(rows, key=lambda row: -row[0]):
        if left not in pairs and right in free_b:
            pairs[left] = free_b.pop(right).id


def _likeness(a: Clause, b: Clause) -> float:
    from rapidfuzz import fuzz

    return fuzz.ratio(_sorted_words(a), _sorted_words(b)) / 100


def _sorted_words(clause: Clause) -> str:
    return " ".join(sorted(clause.printed.casefold().split()))


def _in_order(a: Book, b: Book, pairs: dict[str, str], only_b: set[str]) -> list[tuple[Clause | None, Clause | None]]:
    """All pairs in the order of a; each clause that only b has after the one it follows there."""
    place = {right: left for left, right in pairs.items()}
    after: dict[str | None, list[Clause]] = {}
    last: str | None = None
    for clause in b.clauses:
        if clause.id in only_b:
            after.setdefault(last, []).append(clause)
        else:
            last = place[clause.id]
    found: list[tuple[Clause | None, Clause | None]] = [(None, c) for c in after.get(None, ())]
    for clause in a.clauses:
        found.append((clause, b.by_id[pairs[clause.id]] if clause.id in pairs else None))
        found.extend((None, c) for c in after.get(clause.id, ()))
    return found


# --- words --------------------------------------------------------------------------------------


def _difference(
    a: Clause | None, b: Clause | None, meant: dict[str, str], *, exact: bool, icons: bool, restated: bool
) -> Difference:
    if a is None or b is None:
        return Difference(a, b, ("only_a",) if b is None else ("only_b",))
    changes: list[str] = []
    words: tuple[Change, ...] = ()
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


def _cited(clause: Clause) -> list[str]:
    """What a clause cites, in this copy or outside it."""
    outside = [numbers.canonical(ref) or ref for ref in clause.unresolved]
    return list(dict.fromkeys([*clause.refs, *outside]))


def word_changes(
    a: str, b: str, *, exact: bool = False, icons: bool = True, meant: Mapping[str, str] | None = None
) -> tuple[Change, ...]:
    """Compare two texts word by word.

    ``icons``: do icon tokens count? ``meant``: clause numbers of ``a`` and what the same clauses are called in ``b``.
    """
    left, right = _words(a, exact=exact, icons=icons), _words(b, exact=exact, icons=icons)
    if meant:
        left = [(meant.get(key, key) if "." in key else key, start, end) for key, start, end in left]
    matcher = SequenceMatcher(None, [k for k, _, _ in left], [k for k, _, _ in right], autojunk=False)
    changes = []
    for op, i1, i2, j1, j2 in matcher.get_opcodes():
        changes.append(Change(op, _slice(a, left, i1, i2), _slice(b, right, j1, j2)))
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
            start = numbers.parse(found[-2][0]) if len(found) > 1 and found[-1][0] == "-" else None
            end = numbers.from_roman(token) if start else None
            if start and end:  # 5.1.4.I-IV
                token = numbers.dotted((*start[:-1], end))
            token = token.translate(_SAME_MARKS).casefold()
            token = numbers.canonical(token) or token
        found.append((token, match.start(), match.end()))
    return found


def _slice(text: str, words: list[tuple[str, int, int]], start: int, end: int) -> str:
    return " ".join(text[words[start][1] : words[end - 1][2]].split()) if end > start else ""


def as_json(pair: Difference) -> dict[str, Any]:
    """The public form of a pair."""

    def side(clause: Clause | None) -> dict[str, Any] | None:
        if clause is None:
            return None
        return {"id": clause.id, "label": clause.label, "heading": clause.heading, "text": clause.printed}

    return {
        "changes": list(pair.changes),
        "a": side(pair.a),
        "b": side(pair.b),
        "words": [{"op": w.op, "a": w.a, "b": w.b} for w in pair.words],
        "refs": {"only_a": list(pair.refs_only_a), "only_b": list(pair.refs_only_b)},
    }
