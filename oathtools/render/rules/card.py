"""A card as data for scripts and as text for people: printed facts, power, clauses, rulings."""

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.catalog import packs, records
from oathtools.kit.datafiles import load, variants
from oathtools.kit.text import count
from oathtools.render.document import Block, Line, apart

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings, TableRule

_INDENT = "  "
_SIDES = {"attacker": "attack", "defender": "defense", "either": "attack or defense"}
_POWERS: dict[str, str] = load("words")["powers"]
_RESTRICTIONS = {"site": "site only", "adviser": "adviser only"}
# Fields of records that are shown with words of their own, or that every record has.
_COMMON = ("id", "kind", "name", "aliases", "suit", "restriction", "locked", "powers", "library", "tts", "unsure")


def entry_of(book: str, card_id: str) -> Mapping[str, Any]:
    """A card's entry in a book of entries by id; empty where there is none."""
    try:
        parts = load(book)
    except FileNotFoundError:
        return {}
    found = next((part[card_id] for part in parts.values() if part and card_id in part), None)
    return (packs.texts().get(card_id) if book == "texts" else None) or {} if found is None else found


def page(card_id: str, table: "Readings | None" = None) -> dict[str, Any]:
    """All that is known of a card: ``id``, ``kind``, ``name``, its printed facts, ``text``, ``note``, ``clauses``
    (id and title) and ``rulings``, as the table reads them; ``variant``, the house rule that brings it, or None.

    ``text`` is None where the power is not restated. Raises ``UnknownCard``.
    """
    record = catalog.card(card_id)
    words = entry_of("texts", card_id)
    text = words.get("text")
    return {
        **_facts(record),
        "variant": packs.variant_of(card_id),
        "text": text.strip() if text else None,
        "note": words.get("note"),
        "clauses": [{"id": clause, "title": _title(clause)} for clause in words.get("clauses", ())],
        "rulings": rulings_of(card_id, table),
    }


def _facts(record: records.Card) -> dict[str, Any]:
    facts: dict[str, Any] = {field: _plain(getattr(record, field)) for field in _COMMON}
    for field in type(record).__slots__:
        facts[field] = _plain(getattr(record, field))
    facts["facts"] = _plain(record.facts)
    return facts


def _plain(value: Any) -> Any:
    """Records as JSON has them."""
    if hasattr(value, "_asdict"):
        return {key: _plain(each) for key, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _title(clause: str) -> str | None:
    """The heading of a clause, or what it is about; None while the Law's structure is missing."""
    try:
        entry = load("law")["clauses"].get(clause, {})
    except (FileNotFoundError, KeyError):
        return None
    return entry.get("heading") or entry.get("gist")


def rulings_of(card_id: str, table: "Readings | None" = None) -> list[dict[str, Any]]:
    """What has been ruled about a card: open points with the reading in force, the table's own rules, then the FAQ,
    the card's own entries before those that only name it.

    Each has ``id``, ``kind`` (point, table, faq), ``title``, ``question``, ``answer``, ``in_force`` (the letter of a
    point), ``by`` (default, table), ``firmness``, ``erratum``, ``clauses``. Read straight from the book: the records
    of ``law.rulings`` would double the time of a look-up.
    """
    try:
        parts = load("rulings")
    except FileNotFoundError:
        parts = {}
    points, own, other = [], [], []
    for part in parts.values():
        for ruling_id, entry in (part or {}).items():
            if "readings" in entry:
                if card_id in entry.get("cards", ()):
                    points.append(_point(ruling_id, entry, table))
            elif entry.get("card") == card_id:
                own.append(_answer(ruling_id, entry))
            elif card_id in entry.get("also", ()):
                other.append(_answer(ruling_id, entry))
    points.sort(key=lambda point: int(point["id"][2:]))
    for words in variants().values():
        about = (
            (key, entry) for key, entry in (words.get("points") or {}).items() if card_id in entry.get("cards", ())
        )
        points += [_point(key, entry, table) for key, entry in about]
    rules = [_rule(rule) for rule in (table.rules if table else ()) if card_id in rule.cards]
    return [*points, *rules, *own, *other]


def _point(ruling_id: str, entry: Mapping[str, Any], table: "Readings | None") -> dict[str, Any]:
    taken = table.taken.get(ruling_id) if table else None
    letter = taken.reading if taken else entry["take"]
    return _ruling(
        ruling_id,
        "point",
        entry["title"],
        entry["question"],
        entry["readings"][letter],
        entry["clauses"],
        in_force=letter,
        by="table" if taken else "default",
        firmness=entry["firmness"],
    )


def _rule(rule: "TableRule") -> dict[str, Any]:
    return _ruling(rule.id, "table", rule.title, rule.question, rule.ruling, rule.clauses, by="table")


def _answer(ruling_id: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    name = catalog.name_of(entry["card"])
    return _ruling(
        ruling_id,
        "faq",
        f"FAQ {name} {ruling_id.rpartition('.')[2]}",
        entry["question"],
        entry["answer"],
        entry.get("clauses", ()),
        firmness="faq",
        erratum=bool(entry.get("erratum")),
        card=entry["card"],
    )


def _ruling(
    ruling_id: str, kind: str, title: str, question: str, answer: str, clauses: Iterable[str], **more: Any
) -> dict[str, Any]:
    shape = {"id": ruling_id, "kind": kind, "title": title, "question": _line(question), "answer": _line(answer)}
    rest = {"in_force": None, "by": "default", "firmness": None, "erratum": None, "clauses": list(clauses)}
    return shape | rest | more


def _line(text: str) -> str:
    return " ".join(text.split())


# --- for people -------------------------------------------------------------------------------------------------------


def document(page: Mapping[str, Any]) -> list[Block]:
    """A card's page (see ``page``) for people."""
    record = catalog.card(page["id"])
    lines = [f"{record.name}  ({record.id})", *fact_lines(record)]
    if page["variant"]:
        lines.append(f"A card of the variant {variants()[page['variant']]['title']} ({page['variant']}).")
    parts: list[list[Block]] = [[Line(line, hang=2) for line in lines]]
    if page["text"]:
        parts += [[Line(part)] for part in page["text"].split("\n") if part]
    else:
        parts.append(["Its power is not restated yet."])
    if page["note"]:
        parts.append([Line(f"Note: {_line(page['note'])}")])
    if page["clauses"]:
        longest = max(len(clause["id"]) for clause in page["clauses"])
        lines = [f"{clause['id']:<{longest}}  {clause['title'] or ''}".rstrip() for clause in page["clauses"]]
        parts.append(["Law", *(Line(line, _INDENT, longest + 4) for line in lines)])
    for heading, kinds in (("Rulings", ("point", "table")), ("FAQ", ("faq",))):
        rows = [row for one in page["rulings"] if one["kind"] in kinds for row in _ruling_lines(one, record)]
        parts += [[heading, *rows]] if rows else []
    return apart(*parts)


def fact_lines(record: records.Card) -> list[str]:
    """The printed facts of a card, a line each."""
    lines = [_headline(record), *_by_kind(record)]
    if isinstance(record, records.Denizen | records.Edifice | records.Relic | records.Vision):
        lines += dict.fromkeys(_power_line(power) for power in record.powers)
    if record.aliases:
        lines.append(f"Also called {', '.join(record.aliases)}.")
    if record.unsure:
        lines.append(f"Unsure: {', '.join(_word(field) for field in record.unsure)} (one witness, or they differ).")
    return lines


def _headline(record: records.Card) -> str:
    marks = []
    if record.restriction:
        marks.append(_RESTRICTIONS[record.restriction])
    if record.locked:
        marks.append("locked")
    tail = f", {', '.join(marks)}" if marks else ""
    match record:
        case records.Edifice():
            return f"{record.side.capitalize()} side of the {record.card_suit.capitalize()} edifice{tail}."
        case records.Vision():
            return "Vision."
        case records.Relic():
            return f"Relic, {count(record.defense_dice, 'defense die', 'defense dice')}."
        case records.Site():
            return f"Site, capacity {record.capacity}, {count(record.defense_dice, 'defense die', 'defense dice')}."
        case records.Banner():
            return f"Banner; as many defense dice as {record.token}{'s' if record.token == 'secret' else ''} on it."
        case records.ReliquarySpace():
            return f"Space {record.slot} of the Imperial Reliquary: the Chancellor's while uncovered, mandatory."
        case records.Oath():
            return "Oath, a goal reference."
    return f"{(record.suit or '').capitalize()} {record.kind}{tail}."


def _by_kind(record: records.Card) -> Iterator[str]:
    match record:
        case records.Edifice():
            yield f"Other side: {catalog.name_of(record.other_side)}."
        case records.Vision():
            anyone = len(record.may_play_faceup) > 1
            yield f"{'Anyone' if anyone else 'Only an Exile'} can play it faceup."
            if record.oath:
                yield f"Oath with the same goal: {catalog.name_of(record.oath)}."
        case records.Site():
            yield from _site_lines(record)
        case records.Oath():
            yield f"Vision with the same goal: {catalog.name_of(record.vision)}."
            if record.setup_banner:
                yield f"The Chancellor starts with: {catalog.name_of(record.setup_banner)}."
        case records.Banner():
            yield f"Starts the game with {count(record.start_tokens, record.token)} on it."


def _site_lines(site: records.Site) -> Iterator[str]:
    reveal = [count(site.reveal.favor, "favor", "favor"), count(site.reveal.secret, "secret")]
    reveal.append(count(site.reveal.relics, "relic"))
    shown = [what for what in reveal if not what.startswith("0 ")]
    yield f"When revealed: {', '.join(shown) if shown else 'nothing'}."
    if site.recover_cost:
        yield f"To recover a relic here: {item_text(site.recover_cost)}."
    else:
        yield "No relic can be recovered here: no cost is listed."


def _power_line(power: records.Power) -> str:
    name = _POWERS[power.kind]
    if power.kind == "modifier" and power.modifies:
        name = f"{power.modifies.capitalize()} modifier"
    elif power.kind == "battle_plan" and power.side:
        name += f" ({_SIDES[power.side]})"
    elif power.modifies:
        name += f" ({power.modifies.capitalize()})"
    return f"{name}, {cost_words(power.cost)}."


def cost_words(cost: Iterable[records.CostItem]) -> str:
    """A cost in words: ``no cost``, or ``cost: place 1 favor, burn 1 secret``."""
    items = ", ".join(item_text(item) for item in cost)
    return f"cost: {items}" if items else "no cost"


def item_text(item: records.CostItem) -> str:
    """One part of a printed cost in words: ``burn 2 favor``."""
    where = f" in the {item.bank.capitalize()} bank" if item.bank else ""
    return f"{item.how} {count(item.amount, item.what)}{where}"


def _word(field: str) -> str:
    return {"tts_id": "save-string id"}.get(field, field.replace("_", " "))


def _ruling_lines(ruling: Mapping[str, Any], record: records.Card) -> Iterator[Line]:
    if ruling["kind"] == "faq":
        about = "" if ruling["card"] == record.id else f"[{catalog.name_of(ruling['card'])}] "
        yield Line(about + ruling["question"], _INDENT, 4)
    else:
        yield Line(f"{ruling['id']}  {ruling['title']}", _INDENT, 6)
        if ruling["question"] not in ("", ruling["title"]):
            yield Line(ruling["question"], _INDENT * 2, 4)
    marks = marks_of(ruling)
    mark = f" ({', '.join(marks)})" if marks else ""
    yield Line(ruling["answer"] + mark, _INDENT * 3, 6)


def marks_of(ruling: Mapping[str, Any]) -> list[str]:
    """What is to be known beside an answer: how far to trust it, and that the FAQ calls it an erratum."""
    return [mark for mark in (_force(ruling), "erratum" if ruling["erratum"] else "") if mark]


def _force(ruling: Mapping[str, Any]) -> str:
    """How far to trust a reading, where it does not rest on a text."""
    if ruling["by"] == "table":
        return "this table's ruling"
    return {"lean": "our judgment", "open": "open: ask the table"}.get(ruling["firmness"] or "", "")


# -- all cards, or those of a kind, a suit, or with some words in what they do -----------------------------------------


COLUMNS = ("name", "kind", "suit", "power")


def listing(kind: str | None = None, suit: str | None = None, words: str = "") -> list[dict[str, Any]]:
    """The cards that fit, in the order of the catalogue: ``id`` and ``COLUMNS``.

    ``words``: all stand, whatever their endings, among a card's facts, its power, or the words that players have
    for what it does.
    """
    from oathtools.search.asking import terms

    def words_of(text: str) -> set[str]:
        return {"die" if word == "dice" else word for word in terms(text)}

    wanted = words_of(words)
    rows = []
    for record in catalog.cards(kind):
        facts, power = fact_lines(record), _line(entry_of("texts", record.id).get("text") or "")
        about = " ".join([record.name, *facts, power, *load("card_keywords").get(record.id, ())])
        if suit in (None, suit_of(record)) and wanted <= words_of(about):
            shown = power or " ".join(facts)
            rows.append(
                {"id": record.id, "name": record.name, "kind": record.kind, "suit": suit_of(record), "power": shown}
            )
    return rows


def suit_of(record: records.Card) -> str | None:
    """The suit of a card; of an edifice, also a ruined one, that of the card."""
    return getattr(record, "card_suit", None) or record.suit


def cards_table(rows: Iterable[Mapping[str, Any]]) -> list[Block]:
    """Cards for people, one a line: what it is called, what it is, what it does as far as a line goes."""
    return [
        Line(f"{row['name']} ({' '.join(filter(None, (row['suit'], row['kind'])))}): {row['power']}", hang=4, most=2)
        for row in rows
    ]


def cards_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """Cards as a table for other programs: comma-separated, with a line of headings."""
    import csv

    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().rstrip("\n")


def completions(typed: str, earlier: Iterable[str] = (), more: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Names that go on from what is typed, as one word each (``tinkers-fair``), with what they are.

    ``earlier`` are words of the name that stand before; ``more`` are ids besides those of the box.
    """
    before = catalog.key_of("".join(earlier))
    start = catalog.key_of(typed)
    found = []
    for card_id in dict.fromkeys((*catalog.ids(), *packs.brought(), *more)):
        words = card_id.partition(".")[2].split("_")
        head = ""
        while words and len(head) < len(before):
            head += words.pop(0)
        if head == before and words and "".join(words).startswith(start):
            found.append(("-".join(words), card_id.partition(".")[0]))
    return found
