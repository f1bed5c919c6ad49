"""Variants as text for people, and the remarks that other answers make about those in force."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from oathtools.render.document import Block, Line, apart
from oathtools.text import Hint

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings
    from oathtools.law.variants import VariantClause, VariantText


def listing(texts: "Iterable[VariantText]", in_force: Sequence[str]) -> list[Block]:
    """All variants, each with what it is and whether the table plays with it."""
    blocks = []
    for text in texts:
        state = "in force at this table" if text.id in in_force else "not in force at this table"
        blocks.append([Line(f"{text.title} ({text.id}): {state}"), Line(text.summary, "  ")])
    way = ("One of them: ", Hint("variants", "NAME"), "; to play with it: --on")
    return apart(*blocks, [Line(way, hang=2)])


def one(text: "VariantText", table: "Readings") -> list[Block]:
    """A variant in full: its clauses, then its open points with the readings in force."""
    from oathtools.law.rulings import as_json
    from oathtools.render.rules.rulings import point_lines

    state = "in force" if text.id in table.variants else "not in force; to play with it: --on"
    lines: list[Block] = [Line(f"{text.title}: {state}"), "", Line(text.summary)]
    for clause in text.clauses.values():
        lines += ["", *clause_lines(clause)]
    if text.adjust:
        lines += ["", Line(("To correct what it keeps: ", Hint("adjust", text.adjust)))]
    shown = [as_json(point, table) for point in text.points.values()]
    if shown:
        head = "Its open points: reading in force, firmness (text, faq, lean, open), title; * decided by this table."
        lines += ["", Line(head), *point_lines(shown)]
        lines += ["", Line(("One of them: ", Hint("rulings", shown[0]["id"])))]
    return lines


def clause_lines(clause: "VariantClause") -> Iterator[Block]:
    """A clause of a variant."""
    yield Line(f"{clause.id}  {clause.heading} (beside {', '.join(clause.beside)})", hang=6)
    yield Line(clause.text, "  ")


def clause_text(text: "VariantText", clause: "VariantClause") -> list[Block]:
    """A clause of a variant by itself."""
    return [*clause_lines(clause), Line(f"A clause of the variant {text.title}.", "  ")]


def remark(text: "VariantText", clauses: Sequence[str] = ()) -> str:
    """That a variant is in force, and which of its clauses stand beside some of the Law's."""
    beside = [one.id for one in text.clauses.values() if any(_near(each, clauses) for each in one.beside)]
    more = f" and changes this: {', '.join(beside)}" if beside else ""
    return f"{text.title} is in force at this table{more} (oathtools variants {text.id})"


def _near(each: str, clauses: Sequence[str]) -> bool:
    return any(each == one or each.startswith(f"{one}.") for one in clauses)
