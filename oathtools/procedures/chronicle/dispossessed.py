"""The Dispossessed in play: denizens sent there, and random ones drawn from there unseen (Pilgrimage, the Spires)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oathtools.procedures.chronicle.chance import draw_unseen
from oathtools.procedures.glossary import verbs
from oathtools.procedures.glossary.drawing import look_at_top
from oathtools.procedures.machine.asking import Ask

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

ZONE = "dispossessed"


def send(game: "Game", seat: str, cards: Sequence[str], *cites: str) -> Ask:
    """Denizens move from the map to the Dispossessed; what lies on them leaves as if they were discarded (A-120)."""
    for card in cards:
        verbs.clear_tokens(game, seat, card, cites)
        game.do.put(card, ZONE, (*cites, "10.15"))
    return
    yield


def lay_on_pile(game: "Game", seat: str, count: int, pile: str, kind: str, *cites: str) -> Ask:
    """So many random denizens of the Dispossessed go on top of a discard pile; the player has looked at them."""
    cards = yield from draw_unseen(game, seat, game.state.zone(ZONE), count, kind, ZONE, *cites)
    for card in cards:
        game.do.put(card, pile, cites, at=0)
    yield from look_at_top(game, seat, pile, len(cards), *cites)


def swap_random(game: "Game", seat: str, cards: Sequence[str], kind: str, *cites: str) -> Ask:
    """Each of some denizens changes places with a random one of the Dispossessed, as far as those go (9.3).

    Returns the cards that lie there now instead, in the order of the old ones.
    """
    drawn = yield from draw_unseen(game, seat, game.state.zone(ZONE), len(cards), kind, ZONE, *cites)
    for old, new in zip(cards, drawn, strict=False):
        zone = game.state.where[old]
        at = game.state.zones[zone].index(old)
        game.do.put(old, ZONE, (*cites, "10.25"))
        game.do.put(new, zone, (*cites, "10.25"), at=at)
    return [*drawn, *cards[len(drawn) :]]
