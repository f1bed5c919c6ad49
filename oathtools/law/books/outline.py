"""The structure of a law that is known beforehand: numbers and headings, so that a copy can be aligned with it.

For Oath it is read from our own ``data/law``; other laws are imported without one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from oathtools.law.books.model import loose

_GAMES = {"oath": ("oathkeeper", "chancellor"), "root": ("marquise", "eyrie")}
_ENTRY_LEVELS = {"term", "site entry"}


@dataclass(frozen=True, slots=True)
class Known:
    """One clause of an outline.

    ``others`` are headings that other editions print; ``misprint`` one known to be wrong."""

    heading: str
    level: str
    others: tuple[str, ...] = ()
    misprint: str = ""
    imperial: bool = False
    editions: tuple[str, ...] = ()


@dataclass
class Outline:
    """Ids to what is known of them, in the order of the law. ``closings``: names that begin a clause's closing text."""

    entries: dict[str, Known]
    closings: dict[str, str] = field(default_factory=dict)

    @cached_property
    def chapters(self) -> dict[int, list[str]]:
        """The headings of each chapter number, in all editions."""
        found: dict[int, list[str]] = {}
        for clause_id, known in self.entries.items():
            number = clause_id.split("@")[0]
            if number.isdigit():
                found.setdefault(int(number), []).extend(h for h in (known.heading, *known.others) if h)
        return found

    def by_heading(self, parent: str) -> dict[str, str]:
        """The unnumbered entries (terms, sites) below a clause: loose heading to id."""
        return self._entries_below.get(parent, {})

    @cached_property
    def _entries_below(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for clause_id, known in self.entries.items():
            if known.level in _ENTRY_LEVELS:
                names = found.setdefault(clause_id.rpartition(".")[0], {})
                for heading in (known.heading, *known.others):
                    names.setdefault(loose(heading), clause_id)
        return found

    def terms_chapter(self) -> int | None:
        """The number of the chapter of terms, if there is one."""
        for clause_id, known in self.entries.items():
            if known.level == "term":
                return int(clause_id.split(".")[0])
        return None

    def share_in(self, text: str) -> float:
        """The share of its longer headings that a text contains."""
        words = f" {loose(text)} "
        headings = {loose(k.heading) for k in self.entries.values() if len(k.heading.split()) > 1}
        return sum(f" {h} " in words for h in headings) / len(headings) if headings else 0.0


def game_of(text: str) -> str:
    """oath, root, or empty when the text speaks of neither."""
    words = text.casefold()
    for game, names in _GAMES.items():
        if all(words.count(name) >= 3 for name in names):
            return game
    return ""


def outline_for(text: str) -> Outline | None:
    """The outline of the law that a text is a copy of, or None. A text that shares too few headings gets none."""
    if game_of(text) != "oath":
        return None
    from oathtools.datafiles import load

    try:
        outline = from_tree(load("law")["clauses"], _OATH_CLOSINGS)
    except (FileNotFoundError, KeyError):
        return None
    return outline if outline.share_in(text) >= 0.3 else None


# The paragraph on the Grand Scepter belongs to 2.4 and is printed after its last clause, where print cannot show it.
_OATH_CLOSINGS = {"2.4": "The Grand Scepter"}


def from_tree(tree: Mapping[str, Mapping[str, Any]], closings: Mapping[str, str] | None = None) -> Outline:
    """An outline from the structure of a law as ``data/law/clauses.yaml`` holds it."""
    entries = {}
    for clause_id, row in tree.items():
        others = tuple(h for h in (row.get("heading_pdf"),) if h)
        entries[clause_id] = Known(
            heading=row.get("heading") or "",
            level=row["level"],
            others=others,
            misprint=row.get("heading_yml") or "",
            imperial=bool(row.get("imperial")),
            editions=tuple(row.get("editions", ())),
        )
    return Outline(entries, dict(closings or {}))


def edition_of(game: str, format_name: str, headings: list[str]) -> str:
    """The edition that a copy shows itself to be: the lineage for Oath, the printing for Root; empty if unknown."""
    if game == "oath":
        return "pdf" if format_name == "pdf-text" else "yml"
    chapters = len(headings)
    if game == "root" and format_name == "rules-yml":
        return {14: "p4", 21: "p6", 26: "p16"}.get(chapters, "")
    return ""


def is_index(heading: str) -> bool:
    return loose(heading) == "index"


def is_glossary(heading: str) -> bool:
    return bool(re.fullmatch(r"glossary( of terms)?|terms|definitions", loose(heading)))
