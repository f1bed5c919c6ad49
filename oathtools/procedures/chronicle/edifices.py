"""8.3.1 Build or repair one edifice."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.chronicle.citizenship import send_home
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.table import stacking
from oathtools.table.state import CARDS, EXILE, SLOTS, WORLD

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

NONE = "none"


def build_or_repair(game: "Game", winner: str) -> Ask:
    """8.3.1: an Imperial winner may put an edifice in a denizen's place, or turn a ruin up; one in all (A-89, A-90)."""
    if game.state.players[winner].role == EXILE:
        return

    def rows(card: str) -> Iterator[Row]:
        if card != NONE:
            yield from may_build(game, winner, card)

    card = yield from choose("chronicle.build", winner, (NONE, *candidates(game)), "8.3.1", rows=rows, default=NONE)
    if card == NONE:
        return
    slot = facts.slot_of(game, card)
    assert slot is not None
    if is_ruin(card):
        intact = catalog.edifice(card).other_side
        game.do.replace(card, intact, ("8.3.1",), "repair")
        stacking.note(game.do, repaired=[intact])
        return
    edifice = edifice_of(game, card)
    assert edifice is not None
    at = game.state.zone(CARDS[slot]).index(card)
    send_home(game, card, "8.3.1")
    game.do.put(card, f"{WORLD}.bottom", ("8.3.1",), why="to_deck")
    game.do.put(edifice, CARDS[slot], ("8.3.1",), at=at, why="build")
    stacking.note(game.do, built=[edifice], replaced=[card])


def candidates(game: "Game") -> list[str]:
    """Every denizen at a site, and every ruin."""
    cards = [card for slot in range(SLOTS) for card in game.state.zone(CARDS[slot])]
    return [card for card in cards if card.startswith("denizen.") or is_ruin(card)]


def may_build(game: "Game", winner: str, card: str) -> Iterator[Row]:
    """8.3.1: a ruin at a site the winner rules; or a denizen there, no edifice at the site, its suit's one left."""
    slot = facts.slot_of(game, card)
    assert slot is not None
    site = game.state.site(slot)
    yield facts.rules_site(game, winner, slot), "8.3.1", f"{winner} does not rule {site}"
    if is_ruin(card):
        return
    there = next((each for each in game.state.zone(CARDS[slot]) if each.startswith("edifice.")), None)
    yield there is None, "8.3.1", f"{there} is at {site}"
    edifice = edifice_of(game, card)
    yield edifice is not None, "8.3.1", f"the {catalog.card(card).suit} edifice is not in the Archive"
    yield catalog.site(site).capacity > 0, "2.8.1", f"{site} has no room of its own"


def is_ruin(card: str) -> bool:
    """Is a card an edifice on its ruined side?"""
    return card.startswith("edifice.") and catalog.edifice(card).ruined


def is_intact(card: str) -> bool:
    """Is a card an edifice on its intact side?"""
    return card.startswith("edifice.") and not catalog.edifice(card).ruined


def edifice_of(game: "Game", card: str) -> str | None:
    """The edifice of a denizen's suit, if it is in the Archive."""
    suit = catalog.card(card).suit
    edifices = (each for each in game.state.zone("archive") if is_intact(each))
    return next((each for each in edifices if catalog.edifice(each).suit == suit), None)
