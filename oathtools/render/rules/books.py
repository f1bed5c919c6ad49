"""Imported books as text for people: the list, the report of an import, clauses, comparisons."""

from collections.abc import Iterable
from typing import Any

from oathtools.kit.datafiles import load
from oathtools.kit.text import Hint, count, shortened
from oathtools.law.books import Book, BookClause
from oathtools.law.books.diff import Comparison, Difference, WordChange
from oathtools.law.books.model import Unplaced, parse
from oathtools.law.books.model import label as printed_label
from oathtools.render.document import Block, Line, apart

_AROUND = 6  # words of unchanged text shown on both sides of a change
_PLURAL = {"site entry": "site entries", "box": "boxes"}
_LEVELS = ["chapter", "section", "clause", "subclause", "item", "step", "term"]


def table(rows: Iterable[dict[str, Any]]) -> list[Block]:
    """The stored books, one paragraph each."""
    blocks: list[list[Block]] = []
    for row in rows:
        if "damaged" in row:
            blocks.append([Line(f"{row['name']}: {row['damaged']}", hang=2)])
            continue
        facts = f"{row['references']} references, {row['unresolved']} unresolved; {row['unplaced']} lines not placed."
        law = _law_of(row["game"], row["edition"])
        text = f"{law}; {row['clauses']} clauses; {facts} From {row['file']}."
        blocks.append([row["name"], Line(text, "  ")])
    return apart(*blocks) or ["No book is imported yet.", ("Import one: ", Hint("books", "import FILE"))]


def _law_of(game: str, edition: str) -> str:
    name = f"Law of {game.capitalize()}" if game else "A law"
    return f"{name}, {edition}" if edition else name


def report(book: Book) -> list[Block]:
    """What an import found: counts, citations without a target, lines without a place, what is odd in the copy."""
    counts = book.counts()
    levels = counts["levels"]
    order = [name for name in dict.fromkeys([*_LEVELS, *levels]) if name in levels]
    kinds = ", ".join(count(levels[name], name, _PLURAL.get(name)) for name in order)
    implied = f" {counts['implied']} of them are not printed, but needed." if counts["implied"] else ""
    find = "finds" if counts["unresolved"] == 1 else "find"
    cites = f"{counts['citations']} citations, which name {counts['references']} clauses; {counts['unresolved']} {find}"
    head: list[Block] = [
        f"{book.name}: {_law_of(book.game, book.edition)} ({book.format})",
        Line(f"{counts['clauses']} clauses: {kinds}.{implied}", "  "),
        Line(f"{cites} nothing in this book.", "  "),
        f"  {counts['unplaced']} of {counts['lines']} lines not placed.",
    ]
    found = {
        "Citations that find nothing here (outside this copy, or stale):": [
            f"{c.id}: {', '.join(c.unresolved)}" for c in book.clauses if c.unresolved
        ],
        "Not placed:": [_unplaced(u) for u in book.unplaced],
        "Odd in this copy, kept as it stands:": [str(n) for n in book.notes],
    }
    blocks = [[Line(title, hang=2), *(Line(row, "  ", 4) for row in rows)] for title, rows in found.items() if rows]
    return apart(head, *blocks)


def _unplaced(entry: Unplaced) -> str:
    where = f"line {entry.first}" if entry.first == entry.last else f"lines {entry.first}-{entry.last}"
    return f"{where}: {entry.why}: {shortened(entry.text, 70)}"


def heading(clause: BookClause) -> str:
    """Number and heading on one line, with the printed number where it says something else."""
    number = parse(clause.id)
    shown = printed_label(number) if number else clause.id
    other = f" (printed {clause.label})" if clause.label and clause.label.rstrip(".") not in (clause.id, shown) else ""
    return f"{shown}{other}" + (f"  {clause.heading}" if clause.heading else "")


def clauses(book: Book, chosen: Iterable[BookClause]) -> list[Block]:
    """Clauses in full: heading, text with its reminders in their places, references."""
    blocks = []
    for clause in chosen:
        lines = [Line(heading(clause), hang=2)]
        lines += [Line(part, "  ", 4 if part[:2] == "- " else 2) for part in _paragraphs(clause)]
        if marks := [*clause.refs, *(f"{ref} (not here)" for ref in clause.unresolved)]:
            lines.append(Line(f"See {', '.join(marks)}.", "  "))
        blocks.append(lines)
    return apart(*blocks, [f"From {book.name}, your own copy."])


def _paragraphs(clause: BookClause) -> list[str]:
    return [part for part in clause.printed.split("\n") if part]


def comparison(result: Comparison, *, everything: bool = False) -> list[Block]:
    """Two texts compared: a summary, then each pair that differs; ``everything`` shows equal pairs and stops too."""
    counts = result.counts()
    kinds = {kind: _KINDS[kind].format(a=result.a, b=result.b) for kind in counts if kind != "clauses"}
    text = ", ".join(f"{counts[kind]} {words}" for kind, words in kinds.items() if counts[kind])
    head = f"{result.a} and {result.b}: {count(counts['clauses'], 'clause')}: {text or 'none'}."
    # A text of a few clauses, a variant, is no Law that lacks the rest: that is counted, and shown with everything.
    rest = next((kind for kind in ("only_a", "only_b") if counts.get(kind, 0) > _MOST_OF_IT * counts["clauses"]), None)
    chosen = [pair for pair in result.pairs if everything or set(pair.changes) - {"punctuation", rest}]
    pairs = [_pair(pair, result) for pair in chosen]
    if rest and not everything:
        pairs.append([f"What only {result.a if rest == 'only_a' else result.b} has is shown with --all."])
    nothing = "No difference in words." if counts["clauses"] else "There is nothing to compare."
    return apart([Line(head, hang=2)], *(pairs or [[nothing]]))


_MOST_OF_IT = 0.8
_KINDS: dict[str, str] = load("words")["book_differences"]


def _pair(pair: Difference, result: Comparison) -> list[Block]:
    sides = [(name, side) for name, side in ((result.a, pair.a), (result.b, pair.b)) if side]
    head = heading(sides[0][1])
    if "number" in pair.changes:
        head += f" = {heading(sides[1][1])}"
    elif "heading" in pair.changes:
        head += f" = {sides[1][1].heading or '(no heading)'}"
    lines: list[Block] = [Line(head, hang=2)]
    if len(sides) == 1 or "restated" in pair.changes:
        for name, side in sides:
            lines.append(f"  only in {name}" if len(sides) == 1 else f"  {name}:")
            lines += [Line(part, "  " * len(sides), 2 * len(sides) + 2) for part in _paragraphs(side)]
    elif not pair.changes:
        lines.append("  the same")
    elif {"words", "punctuation"} & {*pair.changes}:
        lines.append(Line(marked(pair.words), "  "))
    for name, refs in ((result.a, pair.refs_only_a), (result.b, pair.refs_only_b)):
        if refs:
            lines.append(Line(f"only {name} cites {', '.join(refs)}", "  ", 4))
    return lines


def marked(words: Iterable[WordChange]) -> str:
    """Changes in one line: [-only in a-] [+only in b+], with a few words of what is the same around them."""
    parts: list[str] = []
    runs = list(words)
    for i, change in enumerate(runs):
        if change.op != "equal":
            parts += [f"[-{change.a}-]"] if change.a else []
            parts += [f"[+{change.b}+]"] if change.b else []
            continue
        text = change.a.split()
        last, first = i == len(runs) - 1, i == 0
        if len(text) > _AROUND * (1 if first or last else 2):
            head = [] if first else text[:_AROUND]
            tail = [] if last else text[-_AROUND:]
            text = [*head, "...", *tail]
        parts.append(" ".join(text))
    return " ".join(parts)
