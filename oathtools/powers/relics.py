"""Relics."""

from functools import partial

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.engine.windows import Stage
from oathtools.odds.battle import ATTACKER, enemy, slain
from oathtools.powers.define import action, battle_plan, modifier, modifies, power
from oathtools.powers.shared import cards_here, dice_for_one, draw_relic, faceup_advisers
from oathtools.powers.sites import going_to
from oathtools.procedures.actions.action import begun, offers, possible, take
from oathtools.procedures.actions.trade import FOR_SECRETS, Gain, matching_advisers
from oathtools.procedures.actions.travel import TRAVEL, can_be_moved, make_travel, travel_cost
from oathtools.procedures.campaign.fight import PAWN, carry_off, kill_in_force
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import look, look_at_top
from oathtools.procedures.glossary.taking import FirstDiscard, may_swap, swap_cards
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm, distribute
from oathtools.procedures.minor.card_powers import facedown_advisers, peekable, peeked_card
from oathtools.procedures.minor.citizenship import relic_in, spaces
from oathtools.table import state as table

BOOK_OF_RECORDS, CRACKED_HORN, TRUTHFUL_HARP = "relic.book_of_records", "relic.cracked_horn", "relic.truthful_harp"
CUP_OF_PLENTY, DRAGONSKIN_DRUM = "relic.cup_of_plenty", "relic.dragonskin_drum"
DOWSING_STICKS, ORACULAR_PIG, THE_MAP = "relic.dowsing_sticks", "relic.oracular_pig", "relic.map"
HORNED_MASK, IVORY_EYE, SKELETON_KEY = "relic.horned_mask", "relic.ivory_eye", "relic.skeleton_key"
WHISTLE, BRASS_HORSE = "relic.whistle", "relic.brass_horse"
GRAND_MASK, RING_OF_DEVOTION = "relic.grand_mask", "relic.ring_of_devotion"
STICKY_FIRE, OBSIDIAN_CAGE = "relic.sticky_fire", "relic.obsidian_cage"
BANDIT_CROWN, CIRCLET = "relic.bandit_crown", "relic.circlet_of_command"


@power("bandits", BANDIT_CROWN, subject="ruler", cites=("7.6.5", "10.21", "A-85"))
def bandit_crown(game, frame, value, me):
    """Bandits count as warbands of its holder, but not at sites that enemies rule."""
    side = facts.side_of(game, me)
    others = set(facts.warbands_at(game, frame.given["slot"])) - {side, frame.given["leaving"]}
    return value if others else side


@power("take", CIRCLET, subject="ruler", cites=("9.2", "10.26", "A-123"))
def circlet_of_command(game, frame, me):
    """Other players cannot target or take its holder's banners, nor their relics but for the Circlet itself."""
    barred = frame.given["victim"] == me != frame.actor and frame.given["what"] != CIRCLET
    yield not barred, "9.2", f"{CIRCLET} protects {frame.given['what']}"


@power("target.dice", CIRCLET, subject="ruler", cites=("5.5.2",))
def circlet_of_command_pawn(game, frame, value, me):
    """As a target, its holder's pawn and favor add one die more."""
    mine = frame.given["target"] == PAWN and frame.given["defender"] == me
    return value + dice_for_one(CIRCLET) if mine else value


@power("card.rulers", GRAND_MASK, subject="ruler", cites=("10.21", "A-78"))
def grand_mask(game, frame, value, me):
    """In the turn of an Exile who holds it they rule the cards at Imperial sites, not the Empire; not battle plans."""
    state = game.state
    turn = state.turn == me and state.phase in ("wake", "act", "rest") and state.players[me].role == table.EXILE
    plan = any(power.kind == "battle_plan" for power in catalog.card(frame.given["card"]).powers)
    return tuple(dict.fromkeys(me if side == table.PURPLE else side for side in value)) if turn and not plan else value


@power("place.warbands", RING_OF_DEVOTION, subject="owner", cites=("9.2", "A-131"))
def ring_of_devotion(game, frame, me):
    """Its holder cannot place warbands at sites."""
    yield False, "9.2", f"{RING_OF_DEVOTION} does not let its holder place warbands at sites"


@power("muster.gain", RING_OF_DEVOTION, subject="owner", cites=("5.2.2",))
def ring_of_devotion_musters(game, frame, value, me):
    """Mustering gains two warbands more."""
    return value + 2


# -- searching, trading, traveling ---------------------------------------------------------------------------------


@power("play.gain", BOOK_OF_RECORDS, subject="owner", cites=("5.1.4.1", "6.1", "7.4.1", "9.2", "A-112"))
def book_of_records(game, frame, proceed, me):
    """Its holder must gain a secret instead of the favor for playing to a site, off a facedown adviser too (6.1)."""
    yield from verbs.gain_secrets(game, me, 1, "5.1.4.1", "9.2")


@modifies(CRACKED_HORN, ("search", "play"), "discard.to", cites=("7.4", "6.1", "10.5", "5.1.3"))
def cracked_horn(game, frame, value, me):
    """All cards discarded go to the bottom of the world deck, but what a card discards when played."""
    return value if frame.fact("when_played") else (f"{table.WORLD}.bottom", None)


@modifier(TRUTHFUL_HARP, "search", cites=("7.4", "5.1.2", "10.20"))
def truthful_harp(game, frame, param):
    """Two cards more, and all are revealed."""


@power("search.count", TRUTHFUL_HARP, used=True, subject="all", cites=("5.1.2", "A-113"))
def truthful_harp_draws(game, frame, value, me):
    """Two cards more are drawn."""
    return value + 2


@power("search.drawn", TRUTHFUL_HARP, used=True, subject="all", stage=Stage.SET, cites=("9.2", "10.20"))
def truthful_harp_reveals(game, frame, me):
    """Every card drawn must be revealed."""
    frame.given["drawn"] = yield from revealed(game, frame.actor, frame.given["drawn"])


@power("search.kept", TRUTHFUL_HARP, used=True, subject="all", cites=("9.2", "10.20"))
def truthful_harp_reveals_kept(game, frame, me):
    """And the one that is kept."""
    frame.given["kept"] = yield from revealed(game, frame.actor, frame.given["kept"])


def revealed(game, me, cards):
    """Cards in hand are shown to all; returns their names."""
    names = []
    for card in cards:
        names.append((yield from verbs.show(game, me, card, "10.20")))
    return names


def with_a_match(game, frame):
    """Does an adviser match the card of a Trade?"""
    return bool(matching_advisers(game, frame.actor, frame.given["card"]))


@modifies(CUP_OF_PLENTY, "trade", "trade.cost", serves=with_a_match, stage=Stage.LIMIT, cites=("7.4", "5.3.1", "10.14"))
def cup_of_plenty(game, frame, value, me):
    """Trade without Supply with a card that matches an adviser."""
    return value.without_supply()


@power("travel.after", DRAGONSKIN_DRUM, subject="owner", cites=("5.6.2", "10.2", "10.10", "A-132"))
def dragonskin_drum(game, frame, me):
    """Who has traveled may gain a warband."""
    if (yield from confirm("dragonskin_drum.gain", me, "10.2", about=frame)):
        yield from verbs.gain_warbands(game, me, 1, "5.6.2", "10.10")


# -- Action --------------------------------------------------------------------------------------------------------


@action(DOWSING_STICKS, cites=("7.3.2", "10.6", "10.26"))
def dowsing_sticks(game, frame, me):
    """Draw a relic; take it or bury it."""
    yield from draw_relic(game, me, "dowsing_sticks.relic", "7.3.2")


@action(ORACULAR_PIG, cites=("7.3.2", "10.17", "A-118"))
def oracular_pig(game, frame, me):
    """Look at the top three cards of the world deck."""
    yield from look_at_top(game, me, table.WORLD, 3, "7.3.2")


@action(THE_MAP, cites=("7.3.2", "4.3.4", "A-117"))
def the_map(game, frame, me):
    """It goes to the bottom of the relic deck, for 4 Supply."""
    yield from taking.bury(game, me, THE_MAP, "7.3.2")
    yield from verbs.gain_supply(game, me, 4, "7.3.2")


def masks(game, me):
    """The pairs of a faceup adviser and a card at one's site that may be swapped."""
    return {
        card: [other for other in cards_here(game, me) if holds(may_swap(game, card, other))]
        for card in faceup_advisers(game, me)
    }


def a_mask_fits(game, frame, me):
    """Is there such a pair?"""
    yield any(masks(game, me).values()), "10.25", f"no faceup adviser of {me} can be swapped with a card at the site"


@action(HORNED_MASK, may=a_mask_fits, cites=("7.3.2", "10.25", "7.2", "A-119"))
def horned_mask(game, frame, me):
    """Swap a faceup adviser with a card at one's site."""
    pairs = {card: others for card, others in masks(game, me).items() if others}
    if pairs:
        card = yield from choose("horned_mask.adviser", me, list(pairs), "10.25")
        rows = partial(may_swap, game, card)
        other = yield from choose("horned_mask.card", me, cards_here(game, me), "10.25", rows=rows)
        yield from swap_cards(game, card, other, "7.3.2")


def facedown_cards(game):
    """All facedown sites, relics at sites and advisers, by their places."""
    sites = [table.PLACE_NAMES[slot] for slot in range(table.SLOTS) if not game.state.faceup_site(slot)]
    relics = [spot for spot in peekable(game, game.frame) if spot.startswith("relic-")]
    return [*sites, *relics, *facedown_advisers(game)]


def something_lies_facedown(game, frame, me):
    """Is there anything to see?"""
    yield bool(facedown_cards(game)), "10.17", "no card lies facedown"


@action(IVORY_EYE, may=something_lies_facedown, cites=("7.3.2", "10.17"))
def ivory_eye(game, frame, me):
    """Peek at any facedown site, adviser, or relic at a site."""
    spot = yield from choose("ivory_eye.card", me, facedown_cards(game), "10.17")
    card = game.state.site(table.PLACE_NAMES.index(spot)) if spot in table.PLACE_NAMES else peeked_card(game, spot)
    yield from look(game, me, card, "7.3.2", "10.17")


def in_the_palace(game, frame, me):
    """The Chancellor rules one's site, and the Reliquary holds a relic."""
    there = facts.rules_site(game, facts.chancellor(game), facts.site_of(game, me))
    yield there, "7.3.2", f"the Chancellor does not rule the site of {me}"
    yield bool(spaces(game, frame)), "7.3.2", "no relic is left in the Reliquary"


@action(SKELETON_KEY, may=in_the_palace, cites=("7.3.2", "2.3", "10.17", "10.26"))
def skeleton_key(game, frame, me):
    """Peek at a Reliquary relic; it may be taken."""
    there = spaces(game, frame)
    if there:
        space = yield from choose("skeleton_key.relic", me, there, "7.3.2", about=frame)
        relic = yield from look(game, me, relic_in(game, space), "10.17")
        if (yield from confirm("skeleton_key.take", me, "10.26", about=frame)):
            yield from taking.take(game, me, relic, "7.3.2", "2.3")


def called(game, frame, me):
    """The players elsewhere who can travel to one's site."""
    here = facts.site_id(game, facts.site_of(game, me))
    others = [seat for seat in game.state.seats if seat != me]
    return [seat for seat in others if can_be_moved(game, seat, frame, "7.3.2", (here,))]


def someone_can_come(game, frame, me):
    """Is there one?"""
    yield bool(called(game, frame, me)), "5.6.1", f"nobody can travel to the site of {me}"


@action(WHISTLE, may=someone_can_come, cites=("7.3.2", "5.6", "9.2", "10.11", "A-132"))
def whistle(game, frame, me):
    """Another player must travel to one's site if able, without Supply, and is given the secret on it.

    From the Shrouded Wood its ruler may send them elsewhere (FAQ Shrouded Wood); then they are given none.
    """
    others = called(game, frame, me)
    if others:
        other = yield from choose("whistle.player", me, others, "7.3.2", about=frame)
        here = facts.site_id(game, facts.site_of(game, me))
        came = yield from make_travel(game, other, me, frame, "7.3.2", (here,), must=True)
        if came == here and holds(taking.may_give(game, me, table.SECRET)):
            yield from verbs.give_from_card(game, WHISTLE, other, "7.3.2")


def a_card_lies_on_the_pile(game, frame, me):
    """A card must be revealed."""
    region = facts.region_of(game, me)
    yield bool(game.state.zone(f"discard.{region}")), "10.20", f"the discard pile of the {region} is empty"


def all_tolled(game, trip):
    """Is a toll due at every site that a trip can go to? Nobody must pay one (A-125)."""
    sites = [site for site in trip.fact("among") if holds(offers(game, TRAVEL, trip, 0, site))]
    return bool(sites) and all(game.inside(trip.with_(to=site), tolls_due) for site in sites)


def tolls_due(game, frame):
    """The tolls of a trip."""
    return travel_cost(game, frame).tolls


@action(BRASS_HORSE, may=a_card_lies_on_the_pile, needed=True, cites=("7.3.2", "5.6", "10.20", "A-125"))
def brass_horse(game, frame, me):
    """Reveal the top card of the region's pile and travel, without Supply, to a site with a card of its suit.

    After a Vision, or where no such site can be reached, anywhere; so too where each asks a toll and none is paid.
    """
    pile = f"discard.{facts.region_of(game, me)}"
    for card in game.state.zone(pile)[:1]:
        name = yield from verbs.show(game, me, card, "10.20")
        suit, here = catalog.card(name).suit, facts.site_of(game, me)
        zones = {slot: game.state.zone(table.CARDS[slot]) for slot in range(table.SLOTS) if slot != here}
        fits = [slot for slot, cards in zones.items() if suit and any(facts.suit_of(game, c) == suit for c in cards)]
        trip = begun(TRAVEL, me, free=True, among=tuple(facts.site_id(game, slot) for slot in fits))
        near = holds(possible(game, TRAVEL, me, trip))
        if near and all_tolled(game, trip):
            near = trip.facts["agreed"] = yield from confirm("brass_horse.toll", me, "5.6.1", about=frame)
        if not near:
            trip = begun(TRAVEL, me, free=True)
        if holds(possible(game, TRAVEL, me, trip)):
            yield from take(game, TRAVEL, me, trip)


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(STICKY_FIRE, OBSIDIAN_CAGE)


@power("campaign.killing", STICKY_FIRE, subject="player", used=True, cites=("5.5.8", "9.2", "10.11", "10.13"))
def sticky_fire(game, frame, me):
    """All of the beaten force may be killed; who chooses so gives the enemy a favor, if able, whatever comes of it."""
    on, beaten = frame.fact("fight"), enemy(frame.given["side"])
    left = sum(on.places(beaten).values())
    if left and (yield from confirm("sticky_fire.kill", me, "5.5.8", about=frame)):
        yield from kill_in_force(game, on, beaten, slain(on.battle, beaten, left), "5.5.8", STICKY_FIRE)
        number = yield from verbs.owed(game, me, 1, "9.2")
        yield from verbs.give_favor(game, me, on.opponent(me), number, "9.2")


@power("campaign.victory", OBSIDIAN_CAGE, subject="player", used=True, cites=("5.5.8", "10.15", "A-124"))
def obsidian_cage(game, frame, me):
    """What is left of the beaten force goes onto the Cage, while it is in play."""
    if facts.in_play(game, OBSIDIAN_CAGE):
        yield from carry_off(game, frame.fact("fight"), enemy(frame.given["side"]), OBSIDIAN_CAGE, "5.5.8", "10.15")


def caged(game):
    """The warbands on the Cage by color."""
    return {color: game.state.count(OBSIDIAN_CAGE, color) for color in game.state.seats}


def someone_is_caged(game, frame, me):
    """Are there any warbands on it?"""
    yield any(caged(game).values()), "7.3.2", f"no warbands are on {OBSIDIAN_CAGE}"


@action(OBSIDIAN_CAGE, may=someone_is_caged, cites=("7.3.2", "10.15"))
def obsidian_cage_opens(game, frame, me):
    """Any number of its warbands go to boards of their color."""
    yield from free_caged(game, me, at_most=True)


@power("relic.leaves", OBSIDIAN_CAGE, subject="player", cites=("10.15", "A-124"))
def obsidian_cage_empties(game, frame, me):
    """Before it returns to the relic deck all of its warbands go to boards of their color."""
    yield from free_caged(game, me, at_most=False)


def free_caged(game, me, at_most):
    """Warbands leave the Cage; an Exile's who has become a Citizen turn purple on the way (A-72)."""
    for color, count in caged(game).items():
        if not count:
            continue
        imperial = [seat for seat in game.state.seats if facts.color_of(game, seat) == table.PURPLE]
        if color == table.PURPLE and len(imperial) > 1 and game.takes("A-183", "a") == "b":
            imperial = [facts.chancellor(game)]
        caps = {f"board.{seat}": count for seat in (imperial if color == table.PURPLE else [color])}
        shares = yield from distribute("obsidian_cage.free", me, count, caps, "7.3.2", "10.15", at_most=at_most)
        for board, number in shares.items():
            if game.state.players[color].role == table.CITIZEN:
                yield from verbs.turn_purple(game, color, number, OBSIDIAN_CAGE, board, "6.6.2")
            else:
                game.do.move(color, number, OBSIDIAN_CAGE, board, ("10.15",))


# -- 2.5 The powers of the banners in a Search; those of the Wake and of Recover stand in their procedures -------------


def faceup_in_region(game, seat):
    """The faceup sites of a player's region."""
    region = facts.region_of(game, seat)
    return tuple(
        slot for slot in range(table.SLOTS) if table.region_of_slot(slot) == region and game.state.faceup_site(slot)
    )


@power("play.sites", table.PEOPLES_FAVOR, subject="owner", cites=("5.1.4.1",))
def play_to_region(game, frame, value, me):
    """5.1.4.1: its holder may play to any site of the region (A-41)."""
    return tuple(sorted({*value, *faceup_in_region(game, me)}))


@power("play.discards", table.PEOPLES_FAVOR, subject="owner", cites=("5.1.4.1",))
def discard_in_region(game, frame, value, me):
    """5.1.4.1: and may first discard a denizen at any site of the region, no edifice and no locked card (A-41)."""
    there = [card for slot in faceup_in_region(game, me) for card in game.state.zone(table.CARDS[slot])]
    free = tuple(card for card in there if catalog.card(card).kind == "denizen" and facts.may_discard(game, card))
    return (*value, FirstDiscard(table.PEOPLES_FAVOR, free))


@power("search.cost", table.DARKEST_SECRET, subject="owner", stage=Stage.SET, cites=("5.1.1",))
def flat_search(game, frame, value, me):
    """Its holder searches the world deck for a flat 2 Supply, whatever the track shows."""
    if frame.given["source"] != table.WORLD:
        return value
    flat = catalog.banner(table.DARKEST_SECRET).facts["search"]["world_deck_supply"]
    return value.with_supply(flat, "5.1.1", table.DARKEST_SECRET)


# -- 2.3 The traits of the Imperial Reliquary: mandatory for the Chancellor while their space is uncovered -------------


DECADENT, CARELESS, GREEDY = "reliquary.decadent", "reliquary.careless", "reliquary.greedy"
BRUTAL = "reliquary.brutal"


def regions(game, frame):
    """The regions a traveler leaves and enters."""
    return facts.region_of(game, frame.actor), table.region_of_slot(going_to(game, frame))


@power("travel.cost", DECADENT, cites=("2.3", "5.6.1"))
def decadent_hinterland(game, frame, value, me):
    """Travel to the Hinterland costs 1 Supply more (A-116)."""
    return value.more_supply(1, "2.3", DECADENT) if regions(game, frame)[1] == "hinterland" else value


@power("travel.cost", DECADENT, stage=Stage.LIMIT, cites=("2.3", "7.6.2"))
def decadent_cradle(game, frame, value, me):
    """Travel to the Cradle from another region costs no Supply (A-116)."""
    start, end = regions(game, frame)
    return value.without_supply() if end == "cradle" != start else value


@power("trade.gain", CARELESS, cites=("2.3", "5.3.2"))
def careless(game, frame, value, me):
    """One favor more in every Trade, one secret less in a Trade for secrets, never below zero (A-115)."""
    gain = Gain(value)
    gain["favor"] = gain.get("favor", 0) + 1
    if frame.given["for"] == FOR_SECRETS:
        gain["secrets"] = max(0, gain.get("secrets", 0) - 1)
    return gain


@power("search.count", GREEDY, cites=("2.3", "5.1.2"))
def greedy_draws(game, frame, value, me):
    """Two cards more in every Search (A-113)."""
    return value + catalog.card(GREEDY).facts["draw_change"]


@power("search", GREEDY, cites=("2.3", "5.1.1"))
def greedy_ceiling(game, frame, me):
    """No Search that costs more than 2 Supply (A-114)."""
    from oathtools.procedures.actions.search import search_cost

    most = catalog.card(GREEDY).facts["max_supply_to_search"]
    cost = search_cost(game, frame).supply
    yield cost <= most, "2.3", f"with {GREEDY} no Search may cost more than {most} Supply; this one costs {cost}"


@power("campaign.standing", BRUTAL, cites=("2.3", "5.5.6"))
def brutal(game, frame, value, me):
    """In the Chancellor's campaigns all of the beaten force is killed."""
    return (*value, (ATTACKER, BRUTAL))
