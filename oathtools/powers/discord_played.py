"""Discord: the When Played powers that are all that their card does."""

from oathtools import catalog
from oathtools.engine.rows import holds
from oathtools.powers.asks import can_be_taken, may_join
from oathtools.powers.define import when_played
from oathtools.powers.nearby import neighbors, players_here
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import (
    CARDS,
    CITIZEN,
    DARKEST_SECRET,
    FAVOR,
    PEOPLES_FAVOR,
    SECRET,
    SLOT,
)

CHARLATAN, DISSENT, BLACKMAIL = "denizen.charlatan", "denizen.dissent", "denizen.blackmail"
KEY_TO_THE_CITY, RIOTS, ROYAL_AMBITIONS = "denizen.key_to_the_city", "denizen.riots", "denizen.royal_ambitions"


@when_played("denizen.a_small_favor", cites=("7.3.3", "10.10"))
def a_small_favor(game, frame, me):
    """Gain four warbands."""
    yield from verbs.gain_warbands(game, me, 4, "7.3.3")


@when_played(CHARLATAN, cites=("7.3.3", "10.4"))
def charlatan(game, frame, me):
    """All secrets on the Darkest Secret but one are burned."""
    yield from verbs.burn_from_banner(game, DARKEST_SECRET, game.state.count(DARKEST_SECRET, SECRET) - 1, "7.3.3")


@when_played(DISSENT, cites=("7.3.3", "10.21", "A-121"))
def dissent(game, frame, me):
    """Each player but the holder of the People's Favor puts a favor on it for each suit they rule."""
    for seat in facts.in_turn_order(game):
        suits = {facts.suit_of(game, card) for card in facts.cards_ruled(game, seat)} - {None}
        if game.state.holders[PEOPLES_FAVOR] != seat and game.state.where[DISSENT].startswith(("cards.", "advisers.")):
            number = yield from verbs.owed(game, seat, len(suits), "7.3.3")
            yield from verbs.put_from_funds(game, seat, number, DISSENT, "7.3.3")


def coveted(game, me):
    """The relics of players here that may be taken; one's own too, unless a table reads it otherwise (A-145, A-159)."""
    here = players_here(game, me) if game.takes("A-159", "a") == "a" else neighbors(game, me)
    held = [relic for other in here for relic in facts.relics_held(game, other)]
    return [relic for relic in held if facts.owner(game, relic) == me or can_be_taken(game, me, relic)]


@when_played(BLACKMAIL, cites=("7.3.3", "10.11", "10.26", "A-123", "A-159"))
def blackmail(game, frame, me):
    """Take a relic of a player here, unless they give three favor."""
    prey = coveted(game, me)
    if any(facts.owner(game, relic) != me for relic in prey):
        relic = yield from choose("blackmail.relic", me, prey, "7.3.3", about=frame)
        victim = str(facts.owner(game, relic))
        if victim == me:
            return  # what one has is neither given nor taken
        can = facts.purse(game, victim, FAVOR) > 2
        if can and (yield from confirm("blackmail.pay", victim, "7.3.3", about=relic)):
            yield from verbs.give_favor(game, victim, me, 3, "7.3.3")
        else:
            yield from taking.take(game, me, relic, "7.3.3")


def rulers_in_person(game, slot):
    """The rulers of a site whose pawns are there; of the Empire's anyone, or the Chancellor alone (A-176)."""
    there = [seat for seat in game.state.seats if game.state.players[seat].slot == slot]
    there = [seat for seat in there if facts.rules_site(game, seat, slot)]
    return [seat for seat in there if game.state.players[seat].role != CITIZEN or game.takes("A-176", "a") == "a"]


@when_played(KEY_TO_THE_CITY, cites=("7.3.3", "10.10", "10.13", "10.21", "A-131", "A-176"))
def key_to_the_city(game, frame, me):
    """If no pawn of its ruler is at the site, all warbands there are killed, and one's own placed."""
    slot = facts.slot_of(game, KEY_TO_THE_CITY)
    if slot is None or rulers_in_person(game, slot):
        return
    for color, count in facts.warbands_at(game, slot).items():
        yield from verbs.kill(game, color, count, SLOT[slot], "7.3.3")
    gained = yield from verbs.gain_warbands(game, me, 1, "7.3.3")
    if gained and holds(game.rows("place.warbands", Frame("place", me, frame))):
        yield from verbs.place_warbands(game, me, 1, SLOT[slot], "7.3.3")


@when_played(RIOTS, cites=("7.3.3", "10.5", "A-120"))
def riots(game, frame, me):
    """While the People's Favor shows its Mob side, all other cards at sites of the commonest suit are discarded."""
    cards = [card for zone in CARDS for card in game.state.zone(zone)]
    counts = {suit: sum(facts.suit_of(game, card) == suit for card in cards) for suit in catalog.SUITS}
    if game.state.mob and any(counts.values()):
        most = [suit for suit, count in counts.items() if count == max(counts.values())]
        suit = yield from choose("riots.suit", me, most, "7.3.3")
        gone = [card for card in cards if facts.suit_of(game, card) == suit and card != RIOTS]
        yield from verbs.discard(game, me, [card for card in gone if facts.may_discard(game, card)], "7.3.3")


@when_played(ROYAL_AMBITIONS, cites=("7.3.3", "7.6.1", "2.3", "A-129"))
def royal_ambitions(game, frame, me):
    """An Exile who rules more sites than the Chancellor may become a Citizen and take a Reliquary relic unseen."""
    if len(facts.sites_ruled(game, me)) > len(facts.sites_ruled(game, facts.chancellor(game))):
        yield from may_join(game, frame, me, "royal_ambitions.citizen", "7.3.3", "royal_ambitions.relic")
