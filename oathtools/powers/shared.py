"""What several powers ask, and do with the answer."""

from functools import cache

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.kit.datafiles import load
from oathtools.odds.battle import DEFENDER, Battle, enemy
from oathtools.odds.plans import Chosen, Plan, plans
from oathtools.odds.using import use
from oathtools.powers.define import battle_plan, there_is
from oathtools.procedures.actions.action import begun, possible, take
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.fight import is_site
from oathtools.procedures.campaign.plans import COUNTS
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import draw
from oathtools.procedures.glossary.taking import may_swap, swap_cards
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm, distribute
from oathtools.procedures.machine.frame import Item
from oathtools.procedures.minor.citizenship import become_citizen, relic_in, spaces
from oathtools.table.state import CARDS, EXILE, FAVOR, RELIC_DECK, SHARED, SLOTS, region_of_slot

TAKE, BURY, NONE = "take", "bury", "none"


def a_bank(game, seat, kind, clause="10.26", suits=catalog.SUITS):
    """One of the favor banks, or of those of some suits; returns its suit."""
    bank = yield from choose(kind, seat, [f"bank.{suit}" for suit in suits], clause)
    return bank.removeprefix("bank.")


def faceup_advisers(game, seat):
    """A player's faceup advisers that may be discarded, moved or swapped."""
    cards = [card for card in game.state.zone(f"advisers.{seat}") if not game.state.is_facedown(card)]
    return [card for card in cards if facts.may_discard(game, card)]


def another_player(game, me, kind, clause):
    """Any other player."""
    others = [seat for seat in game.state.seats if seat != me]
    return (yield from choose(kind, me, others, clause))


def out_of_banks(game, me, kind, most, *clauses, but=None):
    """Favor from any banks, spread as the player wants, as far as there is any; returns ``{suit: number}``."""
    caps = {f"bank.{suit}": game.state.count(f"bank.{suit}", FAVOR) for suit in catalog.SUITS if suit != but}
    caps = {bank: count for bank, count in caps.items() if count}
    total = min(most, sum(caps.values()))
    shares = (yield from distribute(kind, me, total, caps, *clauses)) if total else {}
    return {bank.removeprefix("bank."): count for bank, count in shares.items()}


def change_places(game, me, kind, card, others):
    """A card just played may change places with one of some others."""

    def rows(other):
        return () if other == NONE else may_swap(game, card, other)

    other = yield from choose(kind, me, (NONE, *others), "10.25", rows=rows, default=NONE)
    if other != NONE:
        yield from swap_cards(game, card, other, "7.3.3")


def draw_relic(game, me, kind, clause):
    """Draw a relic; take it, or put it on the bottom of the relic deck."""
    drawn = yield from draw(game, me, RELIC_DECK, 1, clause, "10.6")
    for relic in drawn:
        if (yield from choose(kind, me, (TAKE, BURY), clause, private=True, about=relic)) == TAKE:
            yield from taking.take(game, me, relic, clause)
        else:
            yield from taking.bury(game, me, relic, clause)


def works_again(game, frame, card):
    """Does a modifier work for this card of a Search too: is it the first, or is it so for each one (A-162)?"""
    worked = frame.outer.facts.setdefault("worked", []) if frame.outer and frame.outer.action == "search" else []
    first = card not in worked
    worked.append(card)
    return first or game.takes("A-162", "a") == "a"


def opens_again(game, frame):
    """Does a modifier that makes room at sites serve a card of a Search that is not the first to go to one (A-162)?"""
    played = frame.outer.given.get("played", ()) if frame.outer else ()
    return not any(is_site(to) for to in played) or game.takes("A-162", "a") == "a"


def may_join(game, frame, me, kind, clause, relic=None, price=None):
    """An Exile may become a Citizen (7.6.1); returns whether they did.

    ``relic``: the kind of question for a Reliquary relic, taken unseen: no gift, so Relic Thief may answer (10.26).
    ``price``: a banner that they give the Chancellor first, to become one.
    """
    exile = game.state.players[me].role == EXILE
    joins = exile and (yield from confirm(kind, me, clause, "7.6.1", about=frame))
    if joins:
        if price:
            yield from taking.give(game, facts.chancellor(game), price, clause)
        yield from become_citizen(game, me, "7.6.1")
        if relic and spaces(game, frame):
            space = yield from choose(relic, me, spaces(game, frame), "2.3", about=frame)
            yield from taking.take(game, me, relic_in(game, space), "7.6.1", "2.3")
    return joins


def places_of_warbands(game, places):
    """The warbands at some places, as ``{place: {color: number}}``, where there are any."""
    found = {place: {c: game.state.count(place, c) for c in game.state.seats if game.state.count(place, c)}
             for place in places}  # fmt: skip
    return {place: there for place, there in found.items() if there}


def can_be_taken(game, me, what, how="steal"):
    """May a relic or banner be taken (A-123)?"""
    return holds(taking.may_take(game, me, what, how))


def kill_one(game, me, kind, place, clause):
    """Kill a warband at a place, of a color the player picks where there are several."""
    colors = list(places_of_warbands(game, [place]).get(place, {}))
    if colors:
        color = yield from choose(kind, me, colors, clause, "10.13", about=place)
        yield from verbs.kill(game, color, 1, place, clause)


# -- campaigns and travels that powers grant: without Supply, some of them as if the pawn stood elsewhere --------------


def may_take(game, action, seat, kind, **as_if):
    """Offer a player an action without Supply, if it is possible."""
    frame = begun(action, seat, free=True, **as_if)
    if holds(possible(game, action, seat, frame)) and (yield from confirm(kind, seat, "10.2", about=frame)):
        yield from take(game, action, seat, frame)


def from_post(game, me, slot, **as_if):
    """A campaign as if from a site: without Supply, one's warbands there in the force.

    The site need not be a target where one rules it (A-105).
    """
    own = facts.rules_site(game, me, slot)
    return begun(CAMPAIGN, me, at=slot, joins=(slot,), own_site_free=own, free=True, **as_if)


def posts(game, me, slots, **as_if):
    """The sites among some from which a campaign is possible; ``owes``: a price that is to be paid first."""
    return [slot for slot in slots if holds(possible(game, CAMPAIGN, me, from_post(game, me, slot, **as_if)))]


def campaign_from(game, frame, me, slots, kind):
    """Campaign as if from one of some sites."""
    sites = [facts.site_id(game, slot) for slot in posts(game, me, slots)]
    if sites:
        site = yield from choose(kind, me, sites, "5.5.1", about=frame)
        yield from take(game, CAMPAIGN, me, from_post(game, me, facts.slot_named(game, site)))


# -- what is near a pawn, at its site and in its region (10.30) --------------------------------------------------------


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


# -- 7.5 Battle plans that are numbers alone need no code: ``data/plans.yaml`` says all of them. And what plans share


# What procedures carry out for every card, as data/plans.yaml puts it into words.
CARRIED = {
    *("swing", "attack", "defense", "kill", "halve", "double", "ignore", "no_skulls", "worth", "no_sacrifice"),
    *("spared", "doomed", "gain", "reaping", "win", "bloodless", "alone", "bars"),
}
LEAVING = frozenset((None, "at_end", "if_defeated"))


def is_numbers(plan: Plan) -> bool:
    """Is a battle plan carried out whole by its numbers, and by its printed discard?"""
    if plan.standing or catalog.card(plan.id).facts.get("self_discard") not in LEAVING:
        return False
    counted = plan.number.amount if plan.number else {}
    known = COUNTS.issuperset(counted[key] for key in ("each", "up_to", "any") if key in counted)
    return known and CARRIED.issuperset(effect.verb for effect in plan.effects)


@cache
def dice_for_one(card: str) -> int:
    """The defense dice that a standing power adds for one target."""
    one = dict.fromkeys(load("plans")["counts"], 1)
    return use(Battle(0, 0, 0), DEFENDER, Chosen(card), one).after.defense


def gain_for(game, who, suit, count):
    """The user of a plan gains favor from a bank; what bandits gain is burned (FAQ Military Parade)."""
    if who == facts.BANDITS:
        yield from verbs.burn_from_bank(game, suit, count, "5.5.8")
    else:
        yield from verbs.gain_favor(game, who, suit, count, "5.5.8")


def is_of_enemy(frame, me):
    """Is a plan used by the enemy of somebody who takes part in the campaign (10.29)?"""
    side = frame.fact("fight").side_of(me)
    return side is not None and frame.given["side"] == enemy(side)


def dearer(game, frame, cost, me, item):
    """The cost of a plan with an item more if the enemy of `me` uses it; it counts as the cost of a power.

    Bandits are asked for nothing more where a table reads it so (A-108).
    """
    if frame.actor == facts.BANDITS and game.takes("A-108", "a") == "b":
        return cost
    return cost.plus(item._replace(power=True)) if is_of_enemy(frame, me) else cost


battle_plan(*(plan.id for plan in plans() if is_numbers(plan)))


# -- tolls: a favor that enemies give to a card's ruler for what they could not do otherwise ---------------------------


def toll(game, frame, cost, ruler, card, clause):
    """The cost with a favor for the ruler, if an enemy acts: to the Chancellor for the Empire, burned if bandits.

    Of two rulers (A-79) each is given one, or the first of them alone.
    """
    taken = any(item.toll and item.source == card for item in cost.items)
    if not facts.enemies(game, ruler, frame.actor) or (taken and game.takes("A-79", "a") == "b"):
        return cost
    if ruler == facts.BANDITS:
        return cost.plus(Item("burn", FAVOR, 1, SHARED, clause, card, toll=True))
    return cost.plus(Item("give", FAVOR, 1, f"board.{ruler}", clause, card, toll=True))
