"""``oathtools search``: one ranked search over law, glossary, sites, cards, rulings and house rules."""

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.render.rules import search as render
from oathtools.search import Answer, Missing, search


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
@click.option("--book", metavar="NAME", help="Search an imported book instead.")
def command(words: tuple[str, ...], limit: int, book: str | None) -> int:
    """Search law, glossary, cards, rulings and house rules in plain words.

    Ask as you would ask at the table; misspelt words and the table's own names for things are understood. Words in
    "quotes" stand together, -word must not occur, warb* is any ending. Fields: suit:order, chapter:5, kind:card (law,
    glossary, site, card, ruling, variant), sort:relic,
    power:battle-plan, in:5.5.

    \b
    oathtools search can i attack someone who isnt at my site
    oathtools search tied for oathkeeper
    oathtools search suit:order shield
    """
    asked = " ".join(words)
    try:
        answer = search(asked, limit, book)
    except Missing as missing:
        raise Failure("not_found", missing.message, hint=missing.hint) from None
    standing = _standing(answer)
    return emit(
        [hit._asdict() for hit in answer.hits],
        lambda: render.answer(asked, answer, standing),
        citations=[hit.id for hit in answer.hits if hit.kind in ("law", "glossary", "site")] if book is None else (),
        warnings=[*render.notes(answer), *standing.values()] if _json() else (),
    )


def _standing(answer: Answer) -> dict[str, str]:
    """Of each house rule that was found, by its id: what it is, and whether this table plays with it."""
    found = {hit.variant: hit.path[1] for hit in answer.hits if hit.variant is not None}
    if not found:
        return {}
    from oathtools.cli.shared.house_rules import standing

    return {variant: standing(title, variant) for variant, title in found.items()}


def _json() -> bool:
    from oathtools.cli.shared.common import settings

    return settings().json
