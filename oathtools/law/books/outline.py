"""The structure of a law that is known beforehand: numbers and headings, so that a copy can be aligned with it.

For Oath it is read from our own ``data/law``; other laws are imported without one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from oathtools.law.books.model import loose

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
    from oathtools.datafiles import load

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
