"""8.6 Clean up relics (A-97)."""

from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.procedures.chronicle.chance import Lot, learn, order_of, shuffle_into
from oathtools.procedures.chronicle.citizenship import send_home
from oathtools.procedures.glossary.drawing import is_spent, place_unseen
from oathtools.procedures.machine.asking import Ask
from oathtools.table import stacking
from oathtools.table.state import GRAND_SCEPTER, RELIC_DECK, RELICS, RELIQUARY, SLOTS

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def return_relics(game: "Game", winner: str) -> Ask:
    """8.6.1: the Grand Scepter to the box, the losers' relics into the relic deck, which is shuffled."""
    state = game.state
    game.do.put(GRAND_SCEPTER, "box", ("8.6.1",), why="boxed")
    lost = [card for seat in state.seats if seat != winner for card in state.zone(f"held.{seat}")]
    for card in lost:
        send_home(game, card, "8.6.1")
        game.do.put(card, f"{RELIC_DECK}.bottom", ("8.6.1",), why="to_relic_deck")
    game.do.emit("relics_shuffled", ("8.6.1",))
    yield from shuffle_into(game, winner, RELIC_DECK, (), "chronicle.relics", "8.6.1")


def top_up(game: "Game", winner: str) -> Ask:
    """8.6.2: a faceup site with fewer relics than its prompt asks for gets facedown ones from the deck (9.3)."""
    state = game.state
    for slot in range(SLOTS):
        if not state.faceup_site(slot):
            continue
        wanted = catalog.site(state.site(slot)).reveal.relics
        while len(state.zone(RELICS[slot])) < wanted and not is_spent(game, RELIC_DECK):
            relic = yield from place_unseen(game, RELIC_DECK, RELICS[slot], "8.6.2", "2.8.2")
            game.do.face(relic, False, ("8.6.2",))


def stack_winners(game: "Game", winner: str) -> Ask:
    """8.6.3: the winner's relics and those of the Reliquary, shuffled, on top of the relic deck."""
    state = game.state
    cards = [*state.zone(f"held.{winner}"), *(card for space in RELIQUARY for card in state.zone(space))]
    if not cards:
        return
    for card in cards:
        send_home(game, card, "8.6.3")
        game.do.put(card, "aside.relics", ("8.6.3",), why="gather")
    game.do.emit("relics_together", ("8.6.3",), who=winner)
    lot = Lot(state, cards)
    told = yield from order_of(game, winner, lot, "chronicle.top-relics", "aside.relics", "8.6.3")
    learn(game, lot, told, "8.6.3")
    for at, card in enumerate(told or stacking.mix(game.do, cards)):
        game.do.put(card, f"{RELIC_DECK}.top", ("8.6.3",), at=at, why="gather")
    game.do.emit("relics_stacked", ("8.6.3",), who=winner)
