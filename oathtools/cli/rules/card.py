"""``oathtools card``: everything about one card."""

import os
from typing import TYPE_CHECKING

import click

from oathtools import catalog
from oathtools.catalog.expansion import ONLY_NAMES
from oathtools.cli.shared import shell
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.render.rules import card as render

if TYPE_CHECKING:
    from oathtools.law.rulings import Readings


@click.command(cls=Command)
@click.argument("name", nargs=-1, required=True, metavar="NAME", shell_complete=shell.cards)
def command(name: tuple[str, ...]) -> int:
    """A card: its facts, its power in our words, its clauses and rulings.

    NAME is a denizen, edifice, relic, Vision, site, banner, reliquary space or oath, in any spelling; older names and
    typos will do. Write site:plains or relic:map to say of which kind.

    \b
    oathtools card longbows
    oathtools card tinkers fair
    oathtools card site:plains
    """
    words = " ".join(name)
    try:
        found = catalog.find(words)
    except catalog.AmbiguousName as several:
        raise _several(several) from None
    except catalog.UnknownName as unknown:
        raise _unknown(unknown) from None
    table, notes = _table()
    page = render.page(found, table)
    return emit(
        page,
        lambda: render.document(page),
        citations=[clause["id"] for clause in page["clauses"]],
        warnings=notes,
        pager=True,
    )


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
    return Failure(
        "not_found",
        unknown.told(),
        hint=f"{near}{way}",
        suggestions=list(unknown.suggestions),
    )
