"""2.5 The powers of the banners in a Search; those of the Wake and of Recover stand in their procedures."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.powers.define import power
from oathtools.procedures.actions.play import FirstDiscard
from oathtools.procedures.machine import facts
from oathtools.table.state import CARDS, DARKEST_SECRET, PEOPLES_FAVOR, SLOTS, WORLD, region_of_slot


def faceup_in_region(game, seat):
    """The faceup sites of a player's region."""
    region = facts.region_of(game, seat)
    return tuple(slot for slot in range(SLOTS) if region_of_slot(slot) == region and game.state.faceup_site(slot))


@power("play.sites", PEOPLES_FAVOR, subject="owner", cites=("5.1.4.1",))
def play_to_region(game, frame, value, me):
    """5.1.4.1: its holder may play to any site of the region (A-41)."""
    return tuple(sorted({*value, *faceup_in_region(game, me)}))


@power("play.discards", PEOPLES_FAVOR, subject="owner", cites=("5.1.4.1",))
def discard_in_region(game, frame, value, me):
    """5.1.4.1: and may first discard a denizen at any site of the region, no edifice and no locked card (A-41)."""
    there = [card for slot in faceup_in_region(game, me) for card in game.state.zone(CARDS[slot])]
    free = tuple(card for card in there if catalog.card(card).kind == "denizen" and facts.may_discard(game, card))
    return (*value, FirstDiscard(PEOPLES_FAVOR, free))


@power("search.cost", DARKEST_SECRET, subject="owner", stage=Stage.SET, cites=("5.1.1",))
def flat_search(game, frame, value, me):
    """Its holder searches the world deck for a flat 2 Supply, whatever the track shows."""
    if frame.given["source"] != WORLD:
        return value
    flat = catalog.banner(DARKEST_SECRET).facts["search"]["world_deck_supply"]
    return value.with_supply(flat, "5.1.1", DARKEST_SECRET)
