"""What is near a pawn, at its site and in its region (10.30)."""

from oathtools.powers.define import there_is
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.table.state import CARDS, SLOTS, region_of_slot


def neighbors(game, me):
    """The other players whose pawns are at one's site (10.30)."""
    here = facts.site_of(game, me)
    return [seat for seat in game.state.seats if seat != me and game.state.players[seat].slot == here]


def players_here(game, me):
    """The players whose pawns are at one's site, oneself among them unless a table reads it otherwise (A-145)."""
    return [*neighbors(game, me), me] if game.takes("A-145", "b") == "b" else neighbors(game, me)


someone_is_here = there_is(neighbors, "10.30", "no other pawn is at the site of {me}")


def cards_here(game, me):
    """The cards at one's site that may be discarded, moved or swapped."""
    return [card for card in game.state.zone(f"cards.{facts.site_of(game, me)}") if facts.may_discard(game, card)]


def at_its_site(card):
    """The options of a modifier that is used where its card lies: the pawn must be at its site."""

    def options(game, frame, me):
        return ("",) if facts.slot_of(game, card) == facts.site_of(game, me) else ()

    return options


def slots_of_region(game, me):
    """The slots of the region of one's pawn."""
    return tuple(slot for slot in range(SLOTS) if region_of_slot(slot) == facts.region_of(game, me))


def clear_region(game, me, suits, clause):
    """Discard every card of some suits at the sites of the region; locked ones stay (A-120)."""
    cards = [card for slot in slots_of_region(game, me) for card in game.state.zone(CARDS[slot])]
    gone = [card for card in cards if facts.suit_of(game, card) in suits]
    yield from verbs.discard(game, me, [card for card in gone if facts.may_discard(game, card)], clause)
