"""The clauses of the Law: our restatement under the official numbers, with references both ways.

Everything is read from the data books when it is first asked for. Records are immutable and are shared: never copied,
never changed. ``find`` understands what people type; ``get`` wants an id.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from oathtools.catalog import packs
from oathtools.catalog.names import Beyond
from oathtools.kit import datafiles
from oathtools.kit.datafiles import load
from oathtools.kit.lazy import pattern

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_LABEL = pattern(
    r"(?:law of oath|law|rules?|clauses?|sections?|chapters?|steps?|setup|set-up|glossary|ref)\b[\s:.]*|[§#][§\s:]*"
)
_PART = r"(?:\d+|[ivxl]+|box)"
_NUMBER = pattern(rf"\d+(?:@pdf)?(?:\.{_PART})*|[ivxl]+(?:\.{_PART})+")
_RANGE = pattern(r"\s*(?:-+|\.\.+|\bto\b|\bthrough\b)\s*")


def spelling(ref: str) -> str | None:
    """The canonical form of a clause number in any spelling; None if it is no clause number at all.

    Knows arabic and roman parts, paragraph signs, brackets, trailing dots, words such as *Law* or *step* in front,
    set-up steps (``setup 5`` is 1.5) and boxes (``6.6 box 3``).
    """
    text = unicodedata.normalize("NFKC", ref).translate(_DASHES).casefold().strip()
    lead = ""
    while label := _LABEL.match(text):
        lead += label[0]
        text = text[label.end() :]
    text = re.sub(r"[\[\]()]+|\s+(?=[ivxl(\[]|box)|(?<=\d)(?=box)|(?<=box)\s+|\s*\.\s*", ".", text)
    text = re.sub(r"\.{2,}", ".", text).strip(".,;:")
    if "setup" in lead.replace("-", "") and re.fullmatch(r"(?:\d+|box)(?:\..*)?", text) and not text.startswith("1."):
        text = f"1.{text}"
    elif "glossary" in lead and re.fullmatch(r"\d+", text) and text != "10":
        text = f"10.{text}"
    if boxed := re.fullmatch(r"box\.(\d+(?:\.\d+)?)", text):
        text = f"{boxed[1]}.box"
    text = re.sub(r"^11\.pdf$", "11@pdf", text)
    if not _NUMBER.fullmatch(text):
        return None
    parts = [_part(part) for part in text.split(".")]
    return ".".join(parts) if all(parts) else None


def _part(part: str) -> str:
    if part in ("box", "11@pdf"):
        return part
    if part.isdigit():
        return str(int(part))
    value = 0
    for this, following in zip(part, [*part[1:], ""], strict=True):
        worth = _ROMAN.get(this, 0)
        value += -worth if worth < _ROMAN.get(following, 0) else worth
    return str(value) if value > 0 else ""


def span(ref: str) -> tuple[str, str] | None:
    """First and last number of a range in any spelling; None if it is no range.

    An end that gives only its last parts takes the others from the first: ``5.1.4.I-IV``, ``4.1.1-4``.
    """
    text = unicodedata.normalize("NFKC", ref).translate(_DASHES).casefold()
    ends = _RANGE.split(text)
    if len(ends) != 2:
        return None
    first, last = spelling(ends[0]), spelling(ends[1]) or _lone_roman(ends[1])
    if first is None or last is None:
        return None
    head, tail = first.split("."), last.split(".")
    if len(tail) < len(head):
        last = ".".join([*head[: len(head) - len(tail)], *tail])
    return first, last


def _lone_roman(text: str) -> str | None:
    """A roman numeral on its own: a number only as the short end of a range."""
    text = text.strip(" .")
    return (_part(text) or None) if re.fullmatch(r"[ivxl]+", text) else None


def ancestors(clause_id: str) -> list[str]:
    """The ids above a clause, the chapter first. Says nothing of whether they exist."""
    parts = clause_id.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


class UnknownClause(LookupError):
    """No clause has this number or name. ``near`` are ids of the nearest ones, best first, perhaps none.

    ``beyond``: the name of the expansion that was asked for.
    """

    def __init__(
        self, ref: str, near: Iterable[str] = (), *, numbered: bool = True, beyond: Beyond | None = None
    ) -> None:
        self.ref, self.near, self.numbered, self.beyond = ref, tuple(near), numbered, beyond
        super().__init__(ref)

    def __str__(self) -> str:
        if self.beyond:
            return str(self.beyond)
        if self.numbered:
            return f"the Law has no clause {self.ref}"
        return f"nothing in the Law is called {self.ref!r}"


class Reading(NamedTuple):
    """What one edition says where the editions differ, in our words."""

    id: str
    text: str
    in_force: bool


class Erratum(NamedTuple):
    """A reference (or heading) that is printed wrongly, or needs a word."""

    cites: str
    meant: tuple[str, ...]
    why: str


class Clause(NamedTuple):
    """One clause. ``text`` and ``imperial`` bind; ``reminder`` and ``overview`` do not."""

    id: str
    pdf: str | None  # the label the printed book gives it
    heading: str  # official, empty where there is none
    gist: str  # ours, where there is no heading
    other_headings: tuple[str, ...]  # of single editions
    chapter: int
    level: str
    kind: str  # rule (code can carry it out), reading (a rule for reading rules), definition (or mere heading)
    printed_in: tuple[str, ...]  # editions: yml, pdf
    parent: str | None
    children: tuple[str, ...]
    text: str
    imperial: str
    reminder: str
    overview: str
    readings: tuple[Reading, ...]  # empty unless the editions differ in substance
    printed_refs: tuple[str, ...]
    refs: tuple[str, ...]
    errata: tuple[Erratum, ...]

    @property
    def title(self) -> str:
        """The heading, or our gist of the clause where it has none."""
        return self.heading or self.gist[:1].upper() + self.gist[1:]

    @property
    def binding(self) -> str:
        """All that binds, the paragraphs for Imperial players last."""
        return "\n\n".join(part for part in (self.text, self.imperial) if part)

    @property
    def reminders(self) -> tuple[str, ...]:
        """What does not bind: the reminder, or our overview of a bare heading."""
        return tuple(part for part in (self.reminder, self.overview) if part)

    @property
    def gloss(self) -> str:
        """One sentence that says what the clause is about."""
        words = " ".join((self.text or self.overview or self.imperial or self.reminder).split())
        end = words.find(". ")
        return words if end < 0 else words[: end + 1]


def _text(entry: Mapping[str, Any], key: str) -> str:
    return str(entry.get(key) or "").strip()


@cache
def all_clauses() -> dict[str, Clause]:
    """Every clause by id, in the order of the Law. Treat it as frozen.

    A clause whose chapter is not restated yet has empty texts.
    """
    law = load("law")
    structure: dict[str, dict[str, Any]] = law["clauses"]
    texts: dict[str, dict[str, Any]] = {}
    for stem, chapter in law.items():
        if stem != "clauses" and chapter:
            texts.update(chapter)
    above = {cid: next((a for a in reversed(ancestors(cid)) if a in structure), None) for cid in structure}
    below: dict[str, list[str]] = {cid: [] for cid in structure}
    for cid, parent in above.items():
        if parent is not None:
            below[parent].append(cid)
    return {
        cid: _clause(cid, facts, texts.get(cid) or {}, above[cid], tuple(below[cid]))
        for cid, facts in structure.items()
    }


def _clause(
    cid: str, facts: Mapping[str, Any], entry: Mapping[str, Any], parent: str | None, children: tuple[str, ...]
) -> Clause:
    return Clause(
        id=cid,
        pdf=facts.get("pdf"),
        heading=facts.get("heading", ""),
        gist=facts.get("gist", ""),
        other_headings=tuple(facts[key] for key in ("heading_pdf", "heading_yml") if key in facts),
        chapter=facts["chapter"],
        level=facts["level"],
        kind=facts.get("kind", "rule"),
        printed_in=tuple(facts["editions"]),
        parent=parent,
        children=children,
        text=_text(entry, "text"),
        imperial=_text(entry, "imperial"),
        reminder=_text(entry, "reminder"),
        overview=_text(entry, "overview"),
        readings=tuple(Reading(one["id"], _text(one, "text"), one["in_force"]) for one in entry.get("editions") or ()),
        printed_refs=tuple(facts.get("printed_refs", ())),
        refs=tuple(facts.get("refs", ())),
        errata=tuple(Erratum(one["cites"], tuple(one["meant"]), one["why"]) for one in facts.get("errata", ())),
    )


def get(clause_id: str) -> Clause:
    """The clause with this id. Raises ``UnknownClause``."""
    clause = all_clauses().get(clause_id)
    if clause is None:
        raise UnknownClause(clause_id, near_numbers(clause_id))
    return clause


def normalise(ref: str) -> str:
    """The id of a clause from its number in any spelling (see ``refs.spelling``). Raises ``UnknownClause``."""
    number = spelling(ref)
    if number is None:
        raise UnknownClause(ref, numbered=False)
    return get(number).id


def near_numbers(number: str, limit: int = 3) -> list[str]:
    """The ids nearest to a number that does not exist: next to where it would stand, else what it would stand in."""
    clauses = all_clauses()
    house = next((a for a in reversed(ancestors(number)) if a in clauses), None)
    if house is None:
        siblings = [cid for cid, clause in clauses.items() if clause.parent is None]
    else:
        siblings = list(clauses[house].children)
    wanted = number.split(".")[len(house.split(".")) if house else 0]

    def away(cid: str) -> int:
        last = cid.rpartition(".")[2]
        return abs(int(last) - int(wanted)) if last.isdigit() and wanted.isdigit() else 99

    nearest = sorted(siblings, key=away)[:limit]
    return nearest or ([house] if house else [])


def exists(clause_id: str) -> bool:
    """Is this the id of a clause?"""
    return clause_id in all_clauses()


def missing(ids: Iterable[str]) -> list[str]:
    """Those of some ids that no clause has, each once, in order."""
    return [cid for cid in dict.fromkeys(ids) if not exists(cid)]


def cites_exist(ids: Iterable[str]) -> bool:
    """Do all of these ids exist? For tests and for data that cites clauses; ``missing`` names the others."""
    return not missing(ids)


def path(clause_id: str) -> tuple[Clause, ...]:
    """The clauses above a clause, the chapter first."""
    above: list[Clause] = []
    parent = get(clause_id).parent
    while parent is not None:
        above.append(get(parent))
        parent = above[-1].parent
    return tuple(reversed(above))


def subtree(clause_id: str) -> tuple[str, ...]:
    """The id of a clause and those of everything below it, in the order of the Law."""
    ids = [clause_id]
    for child in get(clause_id).children:
        ids.extend(subtree(child))
    return tuple(ids)


@cache
def _citing() -> dict[str, tuple[str, ...]]:
    citing: dict[str, list[str]] = {}
    for cid, clause in all_clauses().items():
        for target in clause.refs:
            citing.setdefault(target, []).append(cid)
    return {target: tuple(sources) for target, sources in citing.items()}


def cited_by_clauses(clause_id: str) -> tuple[str, ...]:
    """The clauses that refer to a clause, in the order of the Law; the Index of the book counts."""
    return _citing().get(clause_id, ())


def entries(book: str) -> dict[str, dict[str, Any]]:
    """All entries of a data book as one mapping id -> entry, over all its files; empty if there is no such book."""
    try:
        content = load(book)
    except FileNotFoundError:
        return {}
    merged: dict[str, dict[str, Any]] = {}
    for part in (content or {}).values():
        merged.update(part or {})
    if book == "texts":
        merged.update(packs.texts())
    return merged


@cache
def _cited_in(book: str) -> dict[str, tuple[str, ...]]:
    citing: dict[str, list[str]] = {}
    for entry_id, entry in entries(book).items():
        for target in dict.fromkeys(entry.get("clauses") or ()):
            citing.setdefault(target, []).append(entry_id)
    return {target: tuple(sources) for target, sources in citing.items()}


def cited_by_cards(clause_id: str) -> tuple[str, ...]:
    """The cards whose power rests on a clause, by the book *texts*."""
    return _cited_in("texts").get(clause_id, ())


def rulings_on(clause_id: str) -> tuple[str, ...]:
    """The open points and FAQ entries that bear on a clause, by the book *rulings*."""
    return _cited_in("rulings").get(clause_id, ())


def ruling_titles(ids: Iterable[str]) -> dict[str, str]:
    """One line for each ruling: its title, or for an FAQ entry its question."""
    known = entries("rulings")
    titles = {}
    for ruling in ids:
        entry = known[ruling]
        titles[ruling] = " ".join(str(entry.get("title") or entry.get("question") or "").split())
    return titles


def contents() -> tuple[Clause, ...]:
    """Chapters and what stands directly below them: sections, set-up steps, glossary terms, sites."""
    return tuple(clause for clause in all_clauses().values() if len(path(clause.id)) < 2)


def as_json(clause: Clause) -> dict[str, Any]:
    """The public form of a clause, as ``docs/formats.md`` describes it."""
    return {
        "id": clause.id,
        "pdf": clause.pdf,
        "heading": clause.heading,
        "gist": clause.gist,
        "text": clause.binding,
        "reminders": list(clause.reminders),
        "chapter": clause.chapter,
        "parents": [above.id for above in path(clause.id)],
        "children": list(clause.children),
        "refs": list(clause.refs),
        "printed_refs": list(clause.printed_refs),
        "cited_by": [*cited_by_clauses(clause.id), *cited_by_cards(clause.id)],
        "rulings": list(rulings_on(clause.id)),
        "edition": datafiles.LAW,
        "editions": [reading._asdict() for reading in clause.readings],
        "printed_in": list(clause.printed_in),
        "errata": [{"cites": e.cites, "meant": list(e.meant), "why": e.why} for e in clause.errata],
        "kind": clause.kind,
    }
