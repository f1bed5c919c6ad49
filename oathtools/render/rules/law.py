"""Clauses of the Law as text for people, wrapped to a width."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from oathtools.edition import LAW, SOURCE
from oathtools.law import (
    Clause,
    Found,
    cited_by_cards,
    cited_by_clauses,
    contents,
    get,
    path,
    ruling_titles,
    rulings_on,
)
from oathtools.text import count, listed, wrap

if TYPE_CHECKING:
    from oathtools.law.graph import Reference

_INDENT = "  "
_FEW = 8  # cards, FAQ entries and other headings named before "and n more"
INDEX = "11@pdf"
"""The Index of the book: it cites everything, which is of no use to a reader."""


def number(clause: Clause) -> str:
    """How a clause's number is shown: as the id, without what only ids need."""
    return "Index" if clause.id == INDEX else clause.id


def heading(clause: Clause) -> str:
    """Number and title on one line."""
    return clause.title if clause.id == INDEX else f"{clause.id}  {clause.title}"


def found(what: Found, width: int, *, everything: bool = False) -> str:
    """What a look-up found: each root in full, with all that is below it, then other headings that have the words.

    ``everything`` names all cards and rulings that rest on a clause, not only the first few.
    """
    blocks = [_root(get(root), width, everything) for root in what.roots]
    if what.also:
        blocks.append(_fold("See also: ", (heading(get(cid)) for cid in what.also), width, "; "))
    return "\n\n".join(blocks)


EDITION_SAID = f"Law of Oath, edition {LAW} ({SOURCE}), restated."


def edition(width: int) -> str:
    """Which edition was quoted."""
    return "\n".join(wrap(EDITION_SAID, width, "", _INDENT))


def table_of_contents(width: int) -> str:
    """The edition, the chapters and what stands directly below them."""
    lines: list[str] = []
    for clause in contents():
        if clause.parent is None:
            lines += ["", heading(clause).upper()]
        else:
            lines += wrap(f"{clause.id:<6}{clause.title}", width, _INDENT, _INDENT + " " * 6)
    return "\n".join([edition(width), *lines])


def references(what: Found, width: int, levels: int) -> str:
    """The references of what a look-up found, both ways: each with its heading and the sentence that makes it."""
    from oathtools.law.graph import referred_by, refers_to

    trees = {cid: (refers_to(cid, levels), referred_by(cid, levels)) for cid in what.ids if cid != INDEX}
    shown = [cid for cid, both in trees.items() if any(both) or cid in what.roots]
    return "\n\n".join(_both_ways(get(cid), *trees[cid], width) for cid in shown)


def _both_ways(clause: Clause, named: "Sequence[Reference]", naming: "Sequence[Reference]", width: int) -> str:
    lines = wrap(heading(clause), width, "", _INDENT)
    if not named and not naming:
        lines.append(f"{_INDENT}No clause refers to it, and it refers to none.")
    for title, tree in ((f"{clause.id} refers to", named), (f"{clause.id} is referred to by", naming)):
        if tree:
            lines += ["", _INDENT + title, *_branches(tree, width, _INDENT * 2)]
    resting = [(len(cited_by_cards(clause.id)), "card"), (len(rulings_on(clause.id)), "ruling")]
    if told := listed(count(many, what) for many, what in resting if many):
        lines += ["", *wrap(f"Beside them {told}: oathtools law {clause.id} --all", width, *_hang())]
    return "\n".join(lines)


def _branches(tree: "Sequence[Reference]", width: int, indent: str) -> list[str]:
    lines: list[str] = []
    for one in tree:
        lines += wrap(heading(get(one.id)), width, indent, indent + _INDENT * 2)
        lines += wrap(one.reason, width, indent + _INDENT, indent + _INDENT)
        lines += _branches(one.below, width, indent + _INDENT * 2)
    return lines


def _root(clause: Clause, width: int, everything: bool) -> str:
    above = " > ".join(heading(one).replace("  ", " ") for one in path(clause.id))
    head = wrap(heading(clause), width, "", _INDENT)
    if above:
        head += wrap(f"in {above}", width, _INDENT, _INDENT)
    blocks = ["\n".join(head), *_body(clause, width, _INDENT)]
    for child in clause.children:
        blocks += _step(get(child), width, 1)
    return "\n\n".join([*blocks, *_links(clause, width, everything)])


def _step(clause: Clause, width: int, depth: int) -> list[str]:
    """A clause below the one asked for: its text, its references in one line, and so on downwards."""
    indent = _INDENT * min(depth, 2)
    head, *body = [
        "\n".join(wrap(heading(clause), width, indent, indent + _INDENT)),
        *_body(clause, width, indent + _INDENT),
    ]
    blocks = [f"{head}\n{body[0]}", *body[1:]] if body else [head]
    marks = []
    if clause.refs and clause.id != INDEX:
        marks.append("See " + ", ".join(number(get(ref)) for ref in clause.refs) + ".")
    if rulings := own_points(rulings_on(clause.id)):
        marks.append("Rulings: " + ", ".join(rulings) + ".")
    if marks:
        blocks.append("\n".join(wrap(" ".join(marks), width, indent + _INDENT, indent + _INDENT)))
    for child in clause.children:
        blocks += _step(get(child), width, depth + 1)
    return blocks


class Part(NamedTuple):
    """A part of a clause: what kind of text it is (text, empire, edition, reminder), its label or "", the text."""

    kind: str
    label: str
    text: str


def body(clause: Clause) -> list[Part]:
    """Binding text, Imperial text, what the editions say where they differ, reminders: what there is of them."""
    parts = [Part("text", "", clause.text), Part("empire", "Empire", clause.imperial)]
    if clause.printed_in == ("pdf",) and not clause.readings:
        parts.append(Part("edition", "", "Printed in the book (pdf) only."))
    for reading in clause.readings:
        force = "in force" if reading.in_force else "not in force"
        parts.append(Part("edition", f"Edition {reading.id} ({force})", reading.text))
    parts += [Part("reminder", "Reminder", clause.reminder), Part("reminder", "Overview", clause.overview)]
    return [part for part in parts if part.text]


def errata(clause: Clause) -> list[str]:
    """Only what a reader of the printed clause would stumble over."""
    return [
        f"Printed is {erratum.cites}, meant is {' and '.join(erratum.meant)}: {erratum.why}."
        for erratum in clause.errata
        if not set(erratum.meant) <= {*clause.printed_refs, erratum.cites}
    ]


def _body(clause: Clause, width: int, indent: str) -> list[str]:
    labelled = ((part.text, f"{part.label}: " if part.label else "") for part in body(clause))
    return [block for text, label in labelled for block in _paragraphs(text, width, indent, label)]


def _paragraphs(text: str, width: int, indent: str, label: str = "") -> list[str]:
    """Paragraphs and lists, wrapped. The label stands before the first; all but its first line are then set in."""
    blocks = []
    first, rest = (indent, indent + _INDENT) if label else (indent, indent)
    for paragraph in (label + text).split("\n\n") if text else ():
        lines: list[str] = []
        for line in paragraph.splitlines():
            mark = _mark(line)
            inner = rest + _INDENT if mark else first
            lines += wrap(line, width, inner, inner + " " * len(mark) if mark else rest)
            first = rest
        blocks.append("\n".join(lines))
    return blocks


def _mark(line: str) -> str:
    """The bullet or number that begins an item of a list, with its space."""
    first, space, _ = line.partition(" ")
    return first + space if first == "-" or (first.endswith(".") and first[:-1].isdigit()) else ""


def _links(clause: Clause, width: int, everything: bool) -> list[str]:
    """What the clause refers to and what refers to it; the labels name it, since its steps stand before them."""
    if clause.id == INDEX:
        return []
    blocks = _titled(f"{clause.id} refers to", [_gloss(get(cid)) for cid in clause.refs], width)
    citing = [number(get(cid)) for cid in cited_by_clauses(clause.id) if cid != INDEX]
    if citing:
        blocks.append(_fold(f"{clause.id} is referred to by ", citing, width))
    blocks += ["\n".join(wrap(said, width, *_hang())) for said in errata(clause)]
    blocks += _rulings(clause, width, everything)
    cards = cited_by_cards(clause.id)
    if cards:
        blocks.append(_few(f"Cards that rest on {clause.id}: ", _card_names(cards), width, everything))
    return blocks


def _gloss(clause: Clause) -> str:
    said = ": ".join(part for part in (clause.title, clause.gloss) if part)
    return f"{number(clause)}  {said}"


def _titled(title: str, lines: Sequence[str], width: int) -> list[str]:
    """Lines under a title, each cut to two lines of the screen; nothing if there are none."""
    if not lines:
        return []
    shown = [_INDENT + title]
    for line in lines:
        shown += textwrap.wrap(
            line,
            width,
            initial_indent=_INDENT * 2,
            subsequent_indent=_INDENT * 4,
            max_lines=2,
            placeholder=" ...",
            break_on_hyphens=False,
        )
    return ["\n".join(shown)]


def _rulings(clause: Clause, width: int, everything: bool) -> list[str]:
    ids = rulings_on(clause.id)
    points = own_points(ids)
    others = [ruling for ruling in ids if ruling not in points]
    shown = [*points, *(others if everything else others[:_FEW])]
    lines = [f"{ruling}  {title}" for ruling, title in ruling_titles(shown).items()]
    if len(shown) < len(ids):
        lines.append(f"and {len(ids) - len(shown)} more (--all)")
    return _titled(f"Rulings on {clause.id}", lines, width)


def own_points(ids: Iterable[str]) -> list[str]:
    """The open points among rulings: entries of the card FAQ are many and come after them."""
    return [ruling for ruling in ids if not ruling.startswith("faq.")]


def _card_names(ids: Iterable[str]) -> list[str]:
    from oathtools.law.clauses import entries

    known = entries("cards")
    return [known[card]["name"] if card in known else card for card in ids]


def _few(label: str, names: Sequence[str], width: int, everything: bool) -> str:
    if everything or len(names) <= _FEW:
        return _fold(label, names, width)
    more = len(names) - _FEW
    return _fold(label, [*names[:_FEW], f"and {more} more (--all)"], width)


def _fold(label: str, items: Iterable[str], width: int, between: str = ", ") -> str:
    return "\n".join(wrap(label + between.join(items), width, *_hang()))


def _hang() -> tuple[str, str]:
    return _INDENT, _INDENT * 2
