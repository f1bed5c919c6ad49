"""The reference pages: search, clauses with links both ways, cards with their FAQ, open points."""

from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from oathtools import catalog
from oathtools.law import Clause, UnknownClause, contents, find, get
from oathtools.law.rulings import DamagedRulings, Readings, UnknownRuling, as_json, look_up, read_table, rulings_for
from oathtools.render.rules import card as cards
from oathtools.render.rules.law import ClausePage, clause_page
from oathtools.search import SearchAnswer, search
from oathtools.web.guard import Refused

LONGEST = 400
_NAMES = 8
_LETTERS = 2


def decided(folder: Path | None) -> Readings | None:
    """What this table has decided; nothing where its file cannot be used: the rules can be read all the same."""
    try:
        return read_table(folder) if folder is not None else None
    except DamagedRulings:
        return None


def found(words: str, table: Readings | None) -> SearchAnswer:
    """What a search finds, open points as the table reads them."""
    return search(words[:LONGEST], 12, taken={key: one.reading for key, one in table.taken.items()} if table else {})


def marked(snippet: str) -> Markup:
    """A passage with the words that were looked for marked."""
    parts = str(escape(snippet)).split("*")
    return Markup("".join(f"<mark>{part}</mark>" if at % 2 else part for at, part in enumerate(parts)))


def where(hit: Any) -> str:
    """Where a hit of a search is told in full."""
    if hit.kind == "card":
        return f"/card/{hit.id}"
    if hit.kind == "ruling":
        return f"/ruling/{hit.id}"
    return f"/law/{hit.id}"


@cache
def chapters() -> list[Clause]:
    """The table of contents."""
    return list(contents())


def law(ref: str, table: Readings | None) -> list[ClausePage]:
    """The clauses that a number, a range, a heading, a term or a site names. Raises ``Refused``."""
    try:
        roots = find(ref[:LONGEST]).roots
    except UnknownClause as unknown:
        near = tuple(f"{cid} {get(cid).title}" for cid in unknown.near)
        raise Refused(404, f"{str(unknown)[:LONGEST]}", near, "Search looks in the texts, too.") from None
    return [clause_page(get(root), table) for root in roots]


def card(words: str, table: Readings | None) -> dict[str, Any]:
    """A card by its id or name, with its printed facts as lines. Raises ``Refused``."""
    try:
        found = words if catalog.is_card(words) else catalog.find(words[:LONGEST])
    except catalog.AmbiguousName as several:
        raise Refused(404, str(several), tuple(map(catalog.name_of, several.ids))) from None
    except catalog.UnknownName as unknown:
        near = tuple(map(catalog.name_of, unknown.suggestions))
        text = f"{unknown.beyond}." if unknown.beyond else f"No card is called {words[:80]}"
        raise Refused(404, text, near, "Search looks in the texts, too.") from None
    page = cards.page(found, table)
    return {**page, "lines": cards.fact_lines(catalog.card(found))}


def all_cards() -> list[tuple[str, list[tuple[str, str, str | None]]]]:
    """Every card of the box by kind: id, name, suit."""
    kinds = ("denizen", "edifice", "relic", "vision", "site", "banner", "reliquary", "oath")
    return [
        (kind, sorted(((each.id, each.name, each.suit) for each in catalog.cards(kind)), key=lambda row: row[1]))
        for kind in kinds
    ]


def points(words: str, table: Readings | None) -> list[dict[str, Any]]:
    """The open points and rulings that words mean, all open points without any. Raises ``Refused``."""
    if not words:
        return [as_json(one, table) for one in rulings_for(table=table)]
    try:
        return [as_json(one, table) for one in look_up(words[:LONGEST], table)]
    except (UnknownRuling, LookupError) as unknown:
        raise Refused(404, str(unknown)[:LONGEST], hint="Search looks in the texts, too.") from None


def names(begun: str) -> list[str]:
    """The names of cards that go on from a few letters, for typing what was drawn: of the whole box, always alike."""
    start = catalog.key_of(begun[:40])
    if len(start) < _LETTERS:
        return []
    kinds = ("denizen", "vision", "relic", "site", "edifice")
    every = [(catalog.key_of(each.name), each.name) for kind in kinds for each in catalog.cards(kind)]
    first = [name for key, name in every if key.startswith(start)]
    return list(dict.fromkeys([*first, *(name for key, name in every if start in key)]))[:_NAMES]
