"""``oathtools card``, ``search`` and ``variants``: everything about one card, whatever words lead to, house rules."""

import os
from typing import TYPE_CHECKING, Any

import click

from oathtools import catalog
from oathtools.catalog.names import EDITION, ONLY_NAMES
from oathtools.cli.shared import commands
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import edition as edition_here
from oathtools.kit.text import Hint

KINDS = ("denizen", "edifice", "relic", "vision", "site", "banner", "reliquary", "oath", "legacy", "foundation")
SUITS = ("arcane", "beast", "discord", "hearth", "nomad", "order")

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings
    from oathtools.law.rulings_variants import VariantText
    from oathtools.render.document import Block
    from oathtools.search import SearchAnswer


@click.command(cls=Command)
@click.argument("name", nargs=-1, metavar="[NAME]", shell_complete=commands.cards)
@click.option(
    "--edition", type=click.Choice(["base", EDITION]), help="The card as that box has it.  [default: the saga's]"
)
@click.option("--kind", type=click.Choice(KINDS), help="List the cards of a kind.")
@click.option("--suit", type=click.Choice(SUITS), help="List the cards of a suit.")
@click.option("--power", metavar="WORDS", default="", help="List the cards with these words in what they do.")
@click.option("--csv", is_flag=True, help="The list as comma-separated values.")
def card_command(
    name: tuple[str, ...], edition: str | None, kind: str | None, suit: str | None, power: str, csv: bool
) -> int:
    """A card: its facts, its power in our words, its clauses and rulings. Without a name: a list of cards.

    NAME is a denizen, edifice, relic, Vision, site, banner, reliquary space or oath, in any spelling; older names and
    typos will do. Write site:plains or relic:map to say of which kind.
    """
    from oathtools.render.rules import card as render

    words, edition = " ".join(name), edition or edition_here()
    if kind or suit or power or csv or not words:
        there = edition == EDITION or kind in ("legacy", "foundation")
        return _list(words, (_expansion() if there else render).listing(kind, suit, power), csv)
    if edition == EDITION and (page_there := _expansion().find(words)) is not None:
        return emit(page_there, _expansion().document(page_there))
    try:
        found = catalog.find(words)
    except catalog.AmbiguousName as several:
        raise _several(several) from None
    except catalog.UnknownName as unknown:
        page_there = _expansion().find(unknown.beyond.name) if unknown.beyond and edition != "base" else None
        if page_there is None:
            raise _unknown(unknown) from None
        return emit(page_there, _expansion().document(page_there))
    table, notes = _table()
    if edition == EDITION:
        has = _expansion().has(found)
        knows = "is not known to change this card" if has else "has no such card, or not as it is here"
        notes = [*notes, f"New Foundations {knows}; this is the one of the base box"]
    page = render.page(found, table)
    return emit(
        page,
        lambda: render.document(page),
        citations=[clause["id"] for clause in page["clauses"]],
        warnings=notes,
        pager=True,
    )


def _expansion() -> Any:
    from oathtools.render.rules import expansion

    return expansion


def _list(words: str, rows: list[dict[str, Any]], csv: bool) -> int:
    if words:
        raise Failure("usage", "a card by its name, or a list of cards", hint="oathtools card --kind relic")
    if not rows:
        raise Failure("not_found", "no card fits all of that", hint="oathtools search looks in the texts, too.")
    from oathtools.render.rules import card as render

    return emit(rows, lambda: render.cards_csv(rows) if csv else render.cards_table(rows), pager=not csv)


def _table() -> "tuple[Readings | None, list[str]]":
    """What the saga's table has decided, if there is such a file; a damaged one is a warning, not a refusal."""
    folder = settings().saga or os.environ.get("OATHTOOLS_SAGA") or "."
    if not os.path.exists(os.path.join(folder, "rulings.yaml")):
        return None, []
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(folder), []
    except DamagedRulings as damaged:
        return None, [f"the table's own rulings are left out: {damaged}"]


def _several(several: catalog.AmbiguousName) -> Failure:
    kind, _, name = several.ids[0].partition(".")
    return Failure(
        "not_found",
        str(several),
        hint=f"Type more of the name, or its kind: oathtools card {kind}:{name.replace('_', '-')}",
        suggestions=list(several.ids),
    )


def _unknown(unknown: catalog.UnknownName) -> Failure:
    names = [catalog.name_of(card_id) for card_id in unknown.suggestions]
    near = f"Did you mean {' or '.join(names)}? " if names else ""
    way = ONLY_NAMES if unknown.beyond else "oathtools search looks in the texts, too."
    return Failure("not_found", unknown.explained(), hint=f"{near}{way}", suggestions=list(unknown.suggestions))


# -- ``oathtools search``: one ranked search over law, glossary, sites, cards, rulings and house rules -----------------


class _Search(Command):
    """Takes ``-word`` for a word that must not occur, and not for a row of short options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        excluded = [len(arg) > 2 and arg[0] == "-" and arg[1].isalpha() and arg[1] != "C" for arg in args]
        return super().parse_args(
            ctx, [f"not:{arg[1:]}" if out else arg for arg, out in zip(args, excluded, strict=True)]
        )


@click.command(cls=_Search, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="WORDS")
@click.option("--limit", type=click.IntRange(1, 200), default=8, show_default=True, help="How many hits.")
@click.option("--book", metavar="NAME", help="Search an imported book instead, new-foundations or base.")
def search_command(words: tuple[str, ...], limit: int, book: str | None) -> int:
    """Search law, glossary, cards, rulings and house rules in plain words.

    Ask as you would ask at the table; misspelt words and the table's own names for things are understood. Words in
    "quotes" stand together, -word must not occur, warb* is any ending. Fields: suit:order, chapter:5, kind:card (law,
    glossary, site, card, ruling, variant), sort:relic,
    power:battle-plan, in:5.5.
    """
    from oathtools.render.rules import hits
    from oathtools.search import Missing, search

    query, book = " ".join(words), None if book == "base" else book or edition_here()
    table, damaged = _table()
    try:
        answer = search(query, limit, book, {key: each.reading for key, each in table.taken.items()} if table else {})
    except Missing as missing:
        raise Failure("not_found", missing.message, hint=missing.hint) from None
    standing = _standing(answer)
    on_top = [hit for hit in (answer.settled, answer.ruled) if hit]
    return emit(
        [{**hit._asdict(), "on_top": hit in on_top} for hit in dict.fromkeys((*answer.hits, *on_top))],
        lambda: hits.answer(query, answer, standing, book=book),
        citations=[hit.id for hit in answer.hits if hit.kind in ("law", "glossary", "site")] if book is None else (),
        warnings=[
            *damaged,
            *([*hits.notes(answer), *hits.rests(answer), *standing.values()] if settings().json else ()),
        ],
        status=0 if answer.hits else 1,
    )


def _standing(answer: "SearchAnswer") -> dict[str, str]:
    """Of each house rule that was found, by its id: what it is, and whether this table plays with it."""
    found = {hit.variant: hit.path[1] for hit in answer.hits if hit.variant is not None}
    if not found:
        return {}
    from oathtools.cli.shared.folders import standing

    return {variant: standing(title, variant) for variant, title in found.items()}


# -- ``oathtools variants``: house rules that a table may switch on ----------------------------------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--on/--off", "switch", default=None, help="Play with it in this saga, or without it, from the next game on."
)
def variants_command(words: tuple[str, ...], switch: bool | None) -> int:
    """House rules that change the Law: which there are, and which this table plays with.

    NAME shows one: its clauses, and its open points with the readings in force. What a table plays with stands in its
    rulings.yaml; a running game keeps what it began with until `oathtools rulings adopt`.
    """
    from oathtools.law.rulings_variants import all_texts
    from oathtools.render.rules.rulings import variants_listing, variants_one

    table = _variants_table()
    if not words:
        if switch is not None:
            raise Failure("usage", "say which variant", hint="oathtools variants NAME --on")
        every = list(all_texts().values())
        data = [_data(text, table) for text in every]
        return emit(data, lambda: variants_listing(every, table.variants))
    text = _named(" ".join(words))
    if switch is not None:
        return _switch(text, switch, table)
    return emit(
        _data(text, table, whole=True),
        lambda: variants_one(text, table),
        citations=dict.fromkeys(each for clause in text.clauses.values() for each in clause.beside),
        pager=True,
    )


def _switch(text: "VariantText", on: bool, table: "Readings") -> int:
    from oathtools.cli.shared.folders import table_folder, unusable, write_folder
    from oathtools.law.rulings import FILE, DamagedRulings, set_variant
    from oathtools.saga.folder import games

    folder = table_folder()
    warnings = []
    if not (folder / "chronicle.yaml").exists():
        warnings.append(f"there is no chronicle.yaml in {folder.resolve()}; -C DIR names the saga's folder")
    try:
        with write_folder(folder):
            changed = set_variant(folder, text.id, on)
    except DamagedRulings as wrong:
        raise unusable(wrong) from None
    except OSError as wrong:
        raise Failure("usage", f"{FILE} could not be written in {folder}: {wrong.strerror}") from None
    if changed and games(folder):
        warnings.append("a running game keeps what it began with until oathtools rulings adopt")
    state = "in force" if on else "not in force"
    recorded = f" Recorded in {folder / FILE}." if changed else ""
    sentence: list[Block] = [f"{text.title} is {state}{'' if changed else ' already'}.{recorded}"]
    if on and changed and text.points:
        sentence.append(("Its open points: ", Hint("variants", text.id)))
    data = {**_data(text, _variants_table()), "changed": changed, "file": str(folder / FILE)}
    return emit(data, sentence, warnings=warnings)


def _data(text: "VariantText", table: "Readings", *, whole: bool = False) -> dict[str, Any]:
    from oathtools.law.rulings import as_json

    data: dict[str, Any] = {
        "id": text.id,
        "title": text.title,
        "in_force": text.id in table.variants,
        "summary": text.summary,
    }
    if whole:
        data["clauses"] = [
            {"id": clause.id, "heading": clause.heading, "text": clause.text, "beside": list(clause.beside)}
            for clause in text.clauses.values()
        ]
        data["points"] = [as_json(point, table) for point in text.points.values()]
    return data


def _named(words: str) -> "VariantText":
    from oathtools.law.rulings_variants import UnknownVariantName, named

    try:
        return named(words)
    except UnknownVariantName as wrong:
        raise Failure("not_found", str(wrong), hint=wrong.hint) from None


def _variants_table() -> "Readings":
    from oathtools.cli.shared.folders import table_folder, unusable
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(table_folder())
    except DamagedRulings as wrong:
        raise unusable(wrong) from None
