"""The Chronicle for people: what everyone at the table may know, and on request the rest."""

from collections.abc import Iterator

from oathtools.render.document import Block, Line, Typed
from oathtools.saga.chronicle.record import REGIONS, Card, Chronicle, Row, Unknown


def document(chronicle: Chronicle, *, spoil: bool = False) -> Iterator[Block]:
    """The world between games, to be read at a table.

    Without ``spoil`` facedown sites, relics, the Dispossessed and the decks are not named, and the sizes of the decks
    are not told.
    """
    from oathtools import catalog

    yield Line(f"{chronicle.name}: before game {chronicle.game}", hang=2)
    oath = f"oath.{chronicle.oath}"
    yield f"Oath: {catalog.name_of(oath) if catalog.is_card(oath) else chronicle.oath.title()}"
    for side in ("citizen", "exile"):
        colors = [color for color, shown in chronicle.boards.items() if shown == side]
        yield Line(f"{side.title()} boards: {', '.join(colors) or 'none'}", hang=2)
    last = None
    for number, (region, row) in enumerate(zip(REGIONS, chronicle.map, strict=False), 1):
        if region != last:
            yield ""
            yield region.title()
            last = region
        yield Line(_row(row, spoil), f"  {number}  ")
    yield ""
    yield from variant_lines(chronicle)
    yield from _piles(chronicle, spoil)
    yield from _last_game(chronicle)


def _row(row: Row, spoil: bool) -> str:
    if row.site is None and not (row.cards or row.relics):
        return "(no site)"
    if row.facedown and not spoil:
        held = len(row.cards) + len(row.relics)
        return "(facedown)" + (f", with {held} card{'s' if held > 1 else ''}" if held else "")
    site = "(no site)" if row.site is None else _name(row.site)
    text = f"{site} (facedown)" if row.facedown else site
    parts = [_name(card) for card in row.cards]
    if spoil:
        parts += [_name(card) for card in row.relics]
    elif row.relics:
        parts.append(f"{len(row.relics)} relic{'s' if len(row.relics) > 1 else ''}")
    return f"{text}: {', '.join(parts)}" if parts else text


def _name(card: Card) -> str:
    from oathtools import catalog

    if card is None:
        return "(empty)"
    if not isinstance(card, Unknown):
        return catalog.name_of(card)
    may_be = f": {' or '.join(map(catalog.name_of, card.may_be))}" if card.may_be else ""
    return f"(unknown {card.what}{may_be})"


def _piles(chronicle: Chronicle, spoil: bool) -> Iterator[Block]:
    deck = chronicle.world_deck
    if not spoil:
        hidden = ["world deck", "relic deck", *(["Dispossessed"] if chronicle.dispossessed else [])]
        yield Line((f"Not shown: {', '.join(hidden)}", Typed(" (--spoil shows all)")), hang=2)
        return
    if deck.order is not None:
        yield from _pile("World deck, from the top", deck.order)
    else:
        yield from _pile("World deck, its top", deck.top)
        for layer in deck.layers:
            yield f"  then {layer.get('denizens', 0)} denizens and {layer.get('visions', 0)} Visions, shuffled"
        yield from _pile("World deck, its bottom", deck.bottom)
    yield from _pile("Dispossessed", chronicle.dispossessed)
    if chronicle.relic_deck is None:
        yield "Relic deck: not made yet"
    else:
        yield from _pile("Relic deck, from the top", chronicle.relic_deck)


def variant_lines(chronicle: Chronicle) -> Iterator[Block]:
    """What the saga keeps of variants, those that are switched off too."""
    from oathtools import catalog
    from oathtools.law.variants import all_texts
    from oathtools.procedures.machine.variant import VariantFault
    from oathtools.variants import opened, told

    for name, kept in chronicle.variants.items():
        if name not in all_texts():
            yield Line(f"{name}: no variant that is known here", hang=2)
            continue
        try:
            for title, lines in told(opened([name], {name: kept})).items():
                for line in lines:
                    for card in catalog.ids("site"):
                        line = line.replace(card, catalog.name_of(card))
                    yield Line(f"{title}: {line}", hang=2)
        except VariantFault as wrong:
            yield Line(f"{name}: {wrong}", hang=2)


def _pile(title: str, cards: list[Card]) -> Iterator[Block]:
    yield Line(f"{title} ({len(cards)}): {', '.join(map(_name, cards)) or 'none'}", hang=2)


def _last_game(chronicle: Chronicle) -> Iterator[Block]:
    note = chronicle.tts
    if note.winner and chronicle.game > 1:
        yield Line(f"Last game won by {' and '.join(note.winner)}: {note.winner_name}", hang=2)
    if note.version:
        yield f"Save string of version {note.version}"
