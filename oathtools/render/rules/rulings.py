"""Rulings as text for people. Everything works on the public form that ``oathtools.law.rulings.as_json`` gives."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from oathtools.kit.datafiles import load
from oathtools.kit.text import Hint
from oathtools.render.document import Block, Line, apart

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings
    from oathtools.law.rulings_variants import VariantClause, VariantText

_FIRMNESS: dict[str, str] = load("words")["firmness"]

Shown = Mapping[str, Any]


def card_names(ids: Sequence[str]) -> list[str]:
    """The printed names of cards; an id that the catalogue does not have stays as it is."""
    from oathtools.catalog import is_card, name_of

    return [name_of(card) if is_card(card) else card for card in ids]


def one(item: Shown) -> list[Block]:
    """A ruling in full."""
    named = item["title"] not in item["readings"].values()  # a rule without a question has its own words as its title
    lines: list[Block] = [Line(f"{item['id']}  {item['title']}" if named else item["id"], hang=6)]
    if item["clauses"]:
        lines.append(Line(f"Law {', '.join(item['clauses'])}", hang=4))
    if item["cards"]:
        lines.append(Line(f"Cards: {', '.join(card_names(item['cards']))}", hang=4))
    if item["question"] and item["question"] != item["title"]:
        lines += ["", Line(item["question"])]
    lines += ["", *_readings(item), ""]
    return [*lines, *(Line(paragraph, hang=4) for paragraph in remarks(item))]


def _readings(item: Shown) -> list[Line]:
    if item["kind"] != "point":
        return [Line(text) for text in item["readings"].values()]
    many = len(item["readings"]) > 1
    return [
        Line(text, f"{'>' if many and letter == item['in_force'] else ' '} {letter}  ")
        for letter, text in item["readings"].items()
    ]


def remarks(item: Shown) -> list[str]:
    """What is said below the readings: which is in force, why, what changes at the table, how firm it is."""
    kind = item["kind"]
    if kind == "faq":
        return [item["why"] + (" It calls this an erratum." if item["erratum"] else "")]
    if kind == "table":
        decided = f"A rule of this table{_since(item)}."
        return [decided, "The tool shows it; its engine does not play by it."]
    parts = [_in_force(item), f"Why: {item['why']}", _at_the_table(item)]
    if item["edition_note"]:
        parts.append(f"Editions: {item['edition_note']}")
    parts.append(_firmness(item))
    parts.append(engine_line(item))
    return parts


def _firmness(item: Shown) -> str:
    """How firm a point is; a firm one may have softer parts, which its texts mark."""
    firm = item["firmness"]
    texts = (*item["readings"].values(), item["why"])
    softer = firm in ("text", "faq") and any("lean)" in text for text in texts)
    return f"Firmness: {firm} ({_FIRMNESS[firm]}{'; what is marked lean is our judgment' if softer else ''})."


def _since(item: Shown) -> str:
    return f" since {item['date']}" if item["date"] else ""


def _in_force(item: Shown) -> str:
    if item["by"] == "default":
        return f"In force: {item['in_force']}, by default."
    note = f" Note: {item['note']}" if item["note"] else ""
    usual = "" if item["in_force"] == item["default"] else f" The default is {item['default']}."
    return f"In force: {item['in_force']}, by this table{_since(item)}.{usual}{note}"


def _at_the_table(item: Shown) -> str:
    """What changes at the table; it is written for the reading in force by default."""
    other = "" if item["in_force"] == item["default"] else f", by the default {item['default']}"
    return f"At the table{other}: {item['table']}"


def engine_line(item: Shown) -> str:
    """What a recorded reading of a point does to the engine."""
    if len(item["readings"]) == 1:
        return "It has one reading only: there is nothing to switch."
    if item["engine_reads"]:
        return "The engine reads this."
    if item["by"] == "table":
        return "Recorded; the engine does not yet read it: its behavior stays as the default."
    return "The engine does not yet read this: it plays by the default."


def several(items: Sequence[Shown]) -> list[Block]:
    """A few rulings, each with its question and what is in force."""
    blocks = []
    for item in items:
        head = f"{item['id']}  {item['title']}" if item["kind"] == "point" else item["id"]
        lines = [Line(head, hang=6)]
        if item["question"]:
            lines.append(Line(item["question"], "  "))
        mark = f"  {item['in_force']}  " if item["kind"] == "point" and len(item["readings"]) > 1 else "  >  "
        lines.append(Line(item["readings"][item["in_force"]], mark))
        if item["kind"] == "point":
            by = "this table" if item["by"] == "table" else "default"
            lines.append(Line(f"({item['firmness']}; by {by})", "     "))
        blocks.append(lines)
    return apart(*blocks)


def listing(items: Sequence[Shown]) -> list[Block]:
    """All rulings, one line each; FAQ answers are only counted."""
    points = [item for item in items if item["kind"] == "point"]
    rules = [item for item in items if item["kind"] == "table"]
    answers = sum(item["kind"] == "faq" for item in items)
    lines: list[Block] = [Line("Open points of the Law: reading in force, firmness (text, faq, lean, open), title.")]
    if any(item["by"] == "table" for item in points):
        lines.append("* decided by this table")
    lines.append("")
    lines += point_lines([item for item in points if item["variant"] is None])
    for title in dict.fromkeys(item["variant"] for item in points if item["variant"] is not None):
        lines += ["", Line(f"Open points of {title}, a variant in force at this table:")]
        lines += point_lines([item for item in points if item["variant"] == title])
    if rules:
        lines += ["", "Rules of this table:"]
        lines += [Line(item["title"], f"{item['id']:<5}") for item in rules]
    if answers:
        lines += ["", Line((f"{answers} answers of the card FAQ: ", Hint("rulings", "CARD")))]
    return lines


def point_lines(points: Sequence[Shown]) -> list[Line]:
    """Open points, one line each: the reading in force, the firmness, the title; a star if the table has decided."""
    return [
        Line(
            item["title"],
            f"{item['id']:<5}{'*' if item['by'] == 'table' else ' '} {item['in_force']}  {item['firmness']:<4}  ",
        )
        for item in points
    ]


def recorded(item: Shown, file: str, before: str | None) -> list[Block]:
    """What ``rulings set`` has done. ``before`` is the letter that was in force."""
    change = "" if before in (None, item["in_force"]) else f" (was {before})"
    return [
        Line(f"{item['id']}  {item['title']}", hang=6),
        Line(item["readings"][item["in_force"]], f"> {item['in_force']}  "),
        "",
        Line(f"Recorded in {file}: {item['in_force']}{change}.", hang=4),
        Line(_at_the_table(item), hang=4),
        Line(engine_line(item), hang=4),
    ]


# -- variants as text for people, and the remarks that other answers make about those in force -------------------------


def variants_listing(texts: "Iterable[VariantText]", in_force: Sequence[str]) -> list[Block]:
    """All variants, each with what it is and whether the table plays with it."""
    blocks = []
    for text in texts:
        state = "in force at this table" if text.id in in_force else "not in force at this table"
        blocks.append([Line(f"{text.title} ({text.id}): {state}"), Line(text.summary, "  ")])
    way = ("One of them: ", Hint("variants", "NAME"), "; to play with it: --on")
    return apart(*blocks, [Line(way, hang=2)])


def variants_one(text: "VariantText", table: "Readings") -> list[Block]:
    """A variant in full: its clauses, then its open points with the readings in force."""
    from oathtools.law.rulings import as_json

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
    printed = f"printed {clause.printed}, " if clause.printed else ""
    yield Line(f"{clause.id}  {clause.heading} ({printed}beside {', '.join(clause.beside)})", hang=6)
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
