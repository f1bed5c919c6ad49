"""Is a table that was dealt anew possible by what one player knows? Judged by places and backs alone (9.4)."""

from collections import Counter
from collections.abc import Iterator

from oathtools import catalog
from oathtools.table.state import State
from tests.support.alike import hidden_from

_OUTSIDE = ("archive", "box", "site_box", "dispossessed", "saved")


def impossible(real: State, dealt: State, viewer: str | None) -> list[str]:
    """What of a dealt table cannot be, or is not as the player knows it."""
    found = [*_places(real, dealt, viewer), *_decks(real, dealt)]
    lies = Counter(card for cards in dealt.zones.values() for card in cards)
    found += [f"{card} lies in {number} places" for card, number in lies.items() if number > 1]
    found += [f"{card} is unknown still" for card in lies if card in dealt.handles]
    strange = [card for card in lies if not catalog.is_card(card)]
    return found + [f"{card} is no card" for card in strange]


def _places(real: State, dealt: State, viewer: str | None) -> Iterator[str]:
    for zone, cards in real.zones.items():
        there = dealt.zones.get(zone, [])
        if zone.partition(".")[0] in _OUTSIDE or zone.startswith(("world.", "relic_deck.", "site_deck")):
            continue
        if [real.back(card) for card in cards] != [dealt.back(card) for card in there]:
            yield f"{zone}: other backs lie there"
            continue
        for card, other in zip(cards, there, strict=True):
            known = card not in real.handles and not hidden_from(real, viewer, card)
            if known and card != other:
                yield f"{zone}: {card} is seen there, and {other} was dealt"
            if real.pieces.get(card, {}) != dealt.pieces.get(other, {}):
                yield f"{zone}: {other} holds otherwise"
            if (card in real.facedown) != (other in dealt.facedown):
                yield f"{zone}: {other} lies the other way up"


def _decks(real: State, dealt: State) -> Iterator[str]:
    for deck in real.layers:
        before, after = _backs(real, deck), _backs(dealt, deck)
        if before != after:
            yield f"{deck}: {before} became {after}"


def _backs(state: State, deck: str) -> Counter[str]:
    backs = Counter(state.back(card) for end in ("top", "bottom") for card in state.zone(f"{deck}.{end}"))
    for layer in state.layers[deck]:
        backs.update(layer)
    return backs
