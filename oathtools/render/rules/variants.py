"""Variants as text for people, and the remarks that other answers make about those in force."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from oathtools.text import wrap

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings
    from oathtools.law.variants import VariantClause, VariantText


def listing(texts: "Iterable[VariantText]", in_force: Sequence[str], width: int) -> str:
    """All variants, each with what it is and whether the table plays with it."""
    blocks = []
    for text in texts:
        state = "in force at this table" if text.id in in_force else "not in force at this table"
        blocks.append("\n".join([*wrap(f"{text.title} ({text.id}): {state}", width), *wrap(text.summary, width, "  ")]))
    return "\n\n".join(
        [*blocks, "\n".join(wrap("One of them: oathtools variants NAME; to play with it: --on", width, then="  "))]
    )


def one(text: "VariantText", table: "Readings", width: int) -> str:
    """A variant in full: its clauses, then its open points with the readings in force."""
    from oathtools.law.rulings import as_json
    from oathtools.render.rules.rulings import point_lines

    state = "in force" if text.id in table.variants else "not in force; to play with it: --on"
    lines = [*wrap(f"{text.title}: {state}", width), "", *wrap(text.summary, width)]
    for clause in text.clauses.values():
        lines += ["", *clause_lines(clause, width)]
    if text.adjust:
        lines += ["", *wrap(f"To correct what it keeps: oathtools adjust {text.adjust}", width)]
    shown = [as_json(point, table) for point in text.points.values()]
    if shown:
        head = "Its open points: reading in force, firmness (text, faq, lean, open), title; * decided by this table."
        lines += ["", *wrap(head, width), *point_lines(shown, width)]
        lines += ["", *wrap(f"One of them: oathtools rulings {shown[0]['id']}", width)]
    return "\n".join(lines)


def clause_lines(clause: "VariantClause", width: int) -> Iterator[str]:
    """A clause of a variant."""
    yield from wrap(f"{clause.id}  {clause.heading} (beside {', '.join(clause.beside)})", width, then="      ")
    yield from wrap(clause.text, width, "  ")


def clause_text(text: "VariantText", clause: "VariantClause", width: int) -> str:
    """A clause of a variant by itself."""
    return "\n".join([*clause_lines(clause, width), *wrap(f"A clause of the variant {text.title}.", width, "  ")])


def remark(text: "VariantText", clauses: Sequence[str] = ()) -> str:
    """That a variant is in force, and which of its clauses stand beside some of the Law's."""
    beside = [one.id for one in text.clauses.values() if any(_near(each, clauses) for each in one.beside)]
    more = f" and changes this: {', '.join(beside)}" if beside else ""
    return f"{text.title} is in force at this table{more} (oathtools variants {text.id})"


def _near(each: str, clauses: Sequence[str]) -> bool:
    return any(each == one or each.startswith(f"{one}.") for one in clauses)
