"""Clauses of the Law for people."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from oathtools import catalog, law
from oathtools.kit.datafiles import LAW, SOURCE, load
from oathtools.kit.text import Hint, count, listed
from oathtools.law.clauses import entries
from oathtools.law.lookup import Reference, referred_by, refers_to
from oathtools.law.rulings import Readings, as_json, points, rulings_for
from oathtools.render.document import Block, Line, apart

_INDENT = "  "
_FEW = 8  # cards, FAQ entries and other headings named before "and n more"
INDEX = "11@pdf"
"""The Index of the book: it cites everything, which is of no use to a reader."""


def number(clause: law.Clause) -> str:
    """How a clause's number is shown: as the id, without what only ids need."""
    return "Index" if clause.id == INDEX else clause.id


def heading(clause: law.Clause) -> str:
    """Number and title on one line."""
    return clause.title if clause.id == INDEX else f"{clause.id}  {clause.title}"


def found(what: law.Found, *, everything: bool = False) -> list[Block]:
    """What a look-up found: each root in full, with all that is below it, then other headings that have the words.

    ``everything`` names all cards and rulings that rest on a clause, not only the first few.
    """
    also = [[_fold("See also: ", (heading(law.get(cid)) for cid in what.also), "; ")]] if what.also else []
    return apart(*(_root(law.get(root), everything) for root in what.roots), *also)


EDITION_LINE = f"Law of Oath, edition {LAW} ({SOURCE}), restated."


def edition() -> Line:
    """Which edition was quoted."""
    return Line(EDITION_LINE, hang=2)


def table_of_contents() -> list[Block]:
    """The edition, the chapters and what stands directly below them."""
    lines: list[Block] = [edition()]
    for clause in law.contents():
        if clause.parent is None:
            lines += ["", heading(clause).upper()]
        else:
            lines.append(Line(clause.title, f"{_INDENT}{clause.id:<6}", 8))
    return lines


def references(what: law.Found, levels: int) -> list[Block]:
    """The references of what a look-up found, both ways: each with its heading and the sentence that makes it."""
    trees = {cid: (refers_to(cid, levels), referred_by(cid, levels)) for cid in what.ids if cid != INDEX}
    shown = [cid for cid, both in trees.items() if any(both) or cid in what.roots]
    return apart(*(_both_ways(law.get(cid), *trees[cid]) for cid in shown))


def _both_ways(clause: law.Clause, named: Sequence[Reference], naming: Sequence[Reference]) -> list[Block]:
    lines: list[Block] = [Line(heading(clause), hang=2)]
    if not named and not naming:
        lines.append(f"{_INDENT}No clause refers to it, and it refers to none.")
    for title, tree in ((f"{clause.id} refers to", named), (f"{clause.id} is referred to by", naming)):
        if tree:
            lines += ["", _INDENT + title, *_branches(tree, _INDENT * 2)]
    resting = [(len(law.cited_by_cards(clause.id)), "card"), (len(law.rulings_on(clause.id)), "ruling")]
    if kinds := listed(count(many, what) for many, what in resting if many):
        lines += ["", Line((f"Beside them {kinds}: ", Hint("law", f"{clause.id} --all")), _INDENT, 4)]
    return lines


def _branches(tree: Sequence[Reference], indent: str) -> list[Block]:
    lines: list[Block] = []
    for one in tree:
        lines += [Line(heading(law.get(one.id)), indent, len(indent) + 4), Line(one.reason, indent + _INDENT)]
        lines += _branches(one.below, indent + _INDENT * 2)
    return lines


def _root(clause: law.Clause, everything: bool) -> list[Block]:
    above = " > ".join(heading(one).replace("  ", " ") for one in law.path(clause.id))
    head = [Line(heading(clause), hang=2), *([Line(f"in {above}", _INDENT)] if above else [])]
    parts = [head, *_body(clause, _INDENT)]
    for child in clause.children:
        parts += _step(law.get(child), 1)
    return apart(*parts, *_links(clause, everything))


def _step(clause: law.Clause, depth: int) -> list[list[Line]]:
    """A clause below the one asked for: its text, its references in one line, and so on downwards."""
    indent = _INDENT * min(depth, 2)
    first, *rest = _body(clause, indent + _INDENT) or [[]]
    parts = [[Line(heading(clause), indent, len(indent) + 2), *first], *rest]
    marks = []
    if clause.refs and clause.id != INDEX:
        marks.append("See " + ", ".join(number(law.get(ref)) for ref in clause.refs) + ".")
    if rulings := own_points(law.rulings_on(clause.id)):
        marks.append("Rulings: " + ", ".join(rulings) + ".")
    if marks:
        parts.append([Line(" ".join(marks), indent + _INDENT)])
    for child in clause.children:
        parts += _step(law.get(child), depth + 1)
    return parts


class ClauseText(NamedTuple):
    """A part of a clause: what kind of text it is (text, empire, edition, reminder), its label or "", the text."""

    kind: str
    label: str
    text: str


def body(clause: law.Clause) -> list[ClauseText]:
    """Binding text, Imperial text, what the editions say where they differ, reminders: what there is of them."""
    parts = [ClauseText("text", "", clause.text), ClauseText("empire", "Empire", clause.imperial)]
    if clause.printed_in == ("pdf",) and not clause.readings:
        parts.append(ClauseText("edition", "", "Printed in the book (pdf) only."))
    for reading in clause.readings:
        force = "in force" if reading.in_force else "not in force"
        parts.append(ClauseText("edition", f"Edition {reading.id} ({force})", reading.text))
    parts += [ClauseText("reminder", "Reminder", clause.reminder), ClauseText("reminder", "Overview", clause.overview)]
    return [part for part in parts if part.text]


def errata(clause: law.Clause) -> list[str]:
    """Only what a reader of the printed clause would stumble over."""
    return [
        f"Printed is {erratum.cites}, meant is {' and '.join(erratum.meant)}: {erratum.why}."
        for erratum in clause.errata
        if not set(erratum.meant) <= {*clause.printed_refs, erratum.cites}
    ]


def _body(clause: law.Clause, indent: str) -> list[list[Line]]:
    labelled = ((part.text, f"{part.label}: " if part.label else "") for part in body(clause))
    return [block for text, label in labelled for block in _paragraphs(text, indent, label)]


def _paragraphs(text: str, indent: str, label: str = "") -> list[list[Line]]:
    """Paragraphs and lists. The label stands before the first; all but its first line are then set in."""
    blocks = []
    first, rest = (indent, indent + _INDENT) if label else (indent, indent)
    for paragraph in (label + text).split("\n\n") if text else ():
        lines = []
        for line in paragraph.splitlines():
            mark = _mark(line)
            inner = rest + _INDENT if mark else first
            lines.append(Line(line, inner, len(inner) + len(mark) if mark else len(rest)))
            first = rest
        blocks.append(lines)
    return blocks


def _mark(line: str) -> str:
    """The bullet or number that begins an item of a list, with its space."""
    first, space, _ = line.partition(" ")
    return first + space if first == "-" or (first.endswith(".") and first[:-1].isdigit()) else ""


def _links(clause: law.Clause, everything: bool) -> list[list[Block]]:
    """What the clause refers to and what refers to it; the labels name it, since its steps stand before them."""
    if clause.id == INDEX:
        return []
    parts = [_titled(f"{clause.id} refers to", [_gloss(law.get(cid)) for cid in clause.refs])]
    citing = [number(law.get(cid)) for cid in law.cited_by_clauses(clause.id) if cid != INDEX]
    if citing:
        parts.append([_fold(f"{clause.id} is referred to by ", citing)])
    parts += [[Line(erratum, _INDENT, 4)] for erratum in errata(clause)]
    parts.append(_rulings(clause, everything))
    cards = law.cited_by_cards(clause.id)
    if cards:
        parts.append([_few(f"Cards that rest on {clause.id}: ", _card_names(cards), everything)])
    return parts


def _gloss(clause: law.Clause) -> str:
    text = ": ".join(part for part in (clause.title, clause.gloss) if part)
    return f"{number(clause)}  {text}"


def _titled(title: str, lines: Sequence[str]) -> list[Block]:
    """Lines under a title, each cut to two lines of the screen; nothing if there are none."""
    return [_INDENT + title, *(Line(line, _INDENT * 2, 8, most=2) for line in lines)] if lines else []


def _rulings(clause: law.Clause, everything: bool) -> list[Block]:
    ids = law.rulings_on(clause.id)
    points = own_points(ids)
    others = [ruling for ruling in ids if ruling not in points]
    shown = [*points, *(others if everything else others[:_FEW])]
    lines = [f"{ruling}  {title}" for ruling, title in law.ruling_titles(shown).items()]
    if len(shown) < len(ids):
        lines.append(f"and {len(ids) - len(shown)} more (--all)")
    return _titled(f"Rulings on {clause.id}", lines)


def own_points(ids: Iterable[str]) -> list[str]:
    """The open points among rulings: entries of the card FAQ are many and come after them."""
    return [ruling for ruling in ids if not ruling.startswith("faq.")]


def _card_names(ids: Iterable[str]) -> list[str]:
    known = entries("cards")
    return [known[card]["name"] if card in known else card for card in ids]


def _few(label: str, names: Sequence[str], everything: bool) -> Line:
    if everything or len(names) <= _FEW:
        return _fold(label, names)
    return _fold(label, [*names[:_FEW], f"and {len(names) - _FEW} more (--all)"])


def _fold(label: str, items: Iterable[str], between: str = ", ") -> Line:
    return Line(label + between.join(items), _INDENT, 4)


# -- references in sentences: where a clause or an open point is named, so that a page can make a link of it -----------


CLAUSE = r"\d{1,2}(?:\.\d{1,2})+(?:\.[IVX]+)?(?:\.box(?:\.\d+)?)?"
POINT = r"[A-Z]{1,2}-\d{2,3}"
_CITED = re.compile(rf"(?<![\w.-])((?:{CLAUSE}|{POINT}))(?![\w-]|\.\d)")


def parts(text: str) -> Iterator[tuple[str, str | None]]:
    """A text cut at its references: each piece, and the kind of what it names (``law``, ``ruling``) or None.

    What looks like a reference and names nothing is plain text.
    """
    for at, piece in enumerate(_CITED.split(text)):
        if piece:
            yield piece, kind(piece) if at % 2 else None


def kind(what: str) -> str | None:
    """Of which kind an id is: ``card``, ``ruling``, ``law``; None where it is no id at all."""
    if catalog.is_card(what):
        return "card"
    if re.fullmatch(POINT, what):
        return "ruling" if what in _points() else None
    return "law" if law.exists(what) else None


@cache
def _points() -> Mapping[str, Any]:
    return points()


# -- what a page about a clause holds, for whoever makes pages: where it stands, what is below it, what leads to it ----


class RuleStep(NamedTuple):
    """A clause on a page, how deep it lies below the one that was asked for, and the open points that bear on it."""

    clause: law.Clause
    depth: int
    points: list[str]


class ClausePage(NamedTuple):
    """A clause with what is below it, where it stands, and what leads to it. ``rulings`` are open points and rules of
    the table, ``answers`` those of the card FAQ.
    """

    clause: law.Clause
    path: tuple[law.Clause, ...]
    steps: list[RuleStep]
    refers: list[law.Clause]
    referred: list[law.Clause]
    cards: list[str]
    rulings: list[dict[str, Any]]
    answers: list[dict[str, Any]]


def clause_page(clause: law.Clause, table: Readings | None = None) -> ClausePage:
    """The page of a clause, its rulings as the table reads them."""
    rests = [as_json(one, table) for one in rulings_for(clause=clause.id, table=table)]
    return ClausePage(
        clause,
        law.path(clause.id),
        _below(clause, 0),
        [law.get(cid) for cid in clause.refs],
        [law.get(cid) for cid in law.cited_by_clauses(clause.id) if cid != INDEX],
        list(law.cited_by_cards(clause.id)),
        [one for one in rests if one["kind"] != "faq"],
        [one for one in rests if one["kind"] == "faq"],
    )


def _below(one: law.Clause, depth: int) -> list[RuleStep]:
    first = RuleStep(one, depth, own_points(law.rulings_on(one.id)))
    return [first, *(step for child in one.children for step in _below(law.get(child), depth + 1))]


# -- the index, and the rules that are most often played wrong ---------------------------------------------------------


def index(words: str) -> list[dict[str, Any]]:
    """The entries of the index that begin with a letter or have some words, each with its clauses: ``entry``,
    ``clauses``."""
    entries: dict[str, list[str]] = {}
    for clause, terms in load("law_keywords").items():
        for term in terms:
            entries.setdefault(term, []).append(clause)
    wanted = words.casefold()
    fits = str.startswith if len(wanted) == 1 else str.__contains__
    return [{"entry": each, "clauses": entries[each]} for each in sorted(entries) if fits(each.casefold(), wanted)]


def index_list(rows: Sequence[Mapping[str, Any]]) -> list[Block]:
    """Entries of the index for people."""
    return [Line(f"{row['entry']}  {', '.join(row['clauses'])}", hang=4) for row in rows]


def missed() -> list[dict[str, str]]:
    """The thirty rules most often played wrong, in the order of the Law: ``clause``, and ``rule`` in a sentence."""
    order = list(load("law")["clauses"]).index
    found = [{"clause": each["for"][0], "rule": each["missed"]} for each in load("answers") if "missed" in each]
    return sorted(found, key=lambda each: order(each["clause"]))


def missed_list(rules: Sequence[Mapping[str, str]]) -> list[Block]:
    """These rules for people."""
    longest = max(len(each["clause"]) for each in rules)
    return [Line(each["rule"], f"{each['clause']:<{longest}}  ") for each in rules]
