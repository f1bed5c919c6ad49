"""Order."""

from oathtools.engine.decision import holds
from oathtools.odds.battle import enemy
from oathtools.powers import shared
from oathtools.powers.define import action, battle_plan, modifies, power, rest, there_is, when_played
from oathtools.procedures.actions.play import DISCARD, VISION
from oathtools.procedures.actions.travel import can_be_moved, ride_along
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.plans import meet, prey
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm, some
from oathtools.procedures.machine.frame import Frame, Item
from oathtools.procedures.minor.card_powers import peekable, peeked_card
from oathtools.procedures.minor.citizenship import become_citizen
from oathtools.procedures.minor.warbands import movable, shift
from oathtools.table.state import CARDS, DARKEST_SECRET, EXILE, FAVOR, GRAND_SCEPTER, SLOT, WORLD, region_of_slot

PRESSGANGS, TOME_GUARDIANS, VOW_OF_OBEDIENCE = (
    "denizen.pressgangs",
    "denizen.tome_guardians",
    "denizen.vow_of_obedience",
)
BEAR_TRAPS, CAPTAINS, PEACE_ENVOY = "denizen.bear_traps", "denizen.captains", "denizen.peace_envoy"
GARRISON, MESSENGER, SIEGE_ENGINES = "denizen.garrison", "denizen.messenger", "denizen.siege_engines"
TYRANT, ROYAL_TAX, COUNCIL_SEAT = "denizen.tyrant", "denizen.royal_tax", "denizen.council_seat"
KNIGHTS_ERRANT, HUNTING_PARTY = "denizen.knights_errant", "denizen.hunting_party"
PALANQUIN = "denizen.palanquin"
BATTLE_HONORS, MILITARY_PARADE = "denizen.battle_honors", "denizen.military_parade"
MARTIAL_CULTURE, SCOUTS, RELIC_HUNTER = "denizen.martial_culture", "denizen.scouts", "denizen.relic_hunter"


@power("travel.cost", "denizen.toll_roads", subject="ruler", cites=("5.6.1", "9.2"))
def toll_roads(game, frame, value, me):
    """Enemies cannot travel to sites its ruler rules unless they give the ruler a favor."""
    there = facts.rules_site(game, me, facts.slot_named(game, frame.given["to"]))
    return shared.toll(game, frame, value, me, "denizen.toll_roads", "5.6.1") if there else value


@power("search.cost", "denizen.forced_labor", subject="ruler", cites=("5.1.1", "9.2"))
@power("play.cost", "denizen.forced_labor", subject="ruler", cites=("6.1", "9.2"))
def forced_labor(game, frame, value, me):
    """Enemies at its ruler's sites cannot search, nor play facedown advisers, unless they give the ruler a favor.

    Nor discard them as if they had searched, unless a table reads that this is no playing (A-179).
    """
    there = facts.rules_site(game, me, facts.site_of(game, frame.actor))
    if frame.given.get("to") == DISCARD and game.takes("A-179", "a") == "b":
        return value
    clause = "6.1" if frame.action == "play" else "5.1.1"
    return shared.toll(game, frame, value, me, "denizen.forced_labor", clause) if there else value


def on_occupied_cards(game, frame, me):
    """Is there a card with favor or secrets to muster on?"""
    here = game.state.zone(CARDS[facts.site_of(game, me)])
    return ("",) if any(facts.suit_of(game, card) and not facts.is_empty(game, card) for card in here) else ()


@modifies(PRESSGANGS, "muster", "muster.occupied", options=on_occupied_cards, cites=("7.4", "5.2.1"))
def pressgangs(game, frame, value, me):
    """Muster on a card though favor or secrets lie on it."""
    return True


@power("trade.cost", "denizen.curfew", subject="ruler", cites=("5.3.1", "9.2"))
def curfew(game, frame, value, me):
    """Enemies cannot trade with cards its ruler rules unless they give the ruler a favor."""
    theirs = facts.side_of(game, me) in facts.rulers_of_card(game, frame.given["card"])
    return shared.toll(game, frame, value, me, "denizen.curfew", "5.3.1") if theirs else value


@power("take", TOME_GUARDIANS, subject="ruler", cites=("9.2", "10.26", "A-123"))
def tome_guardians(game, frame, me):
    """Enemies of its ruler can neither target nor take the Darkest Secret, whoever has it."""
    barred = frame.given["what"] == DARKEST_SECRET and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", f"{TOME_GUARDIANS} protects {DARKEST_SECRET}"


@power("play", "denizen.secret_police", subject="ruler", cites=("5.1.4.3", "9.2"))
def secret_police(game, frame, me):
    """Enemies at sites its ruler rules cannot play Visions faceup, the Conspiracy neither (A-130)."""
    here = facts.rules_site(game, me, facts.site_of(game, frame.actor))
    barred = frame.given["to"] == VISION and here and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", "denizen.secret_police does not let enemies of its ruler play Visions faceup here"


@power("play", VOW_OF_OBEDIENCE, subject="owner", cites=("5.1.4.3", "9.2"))
def vow_of_obedience(game, frame, me):
    """Its holder cannot play Visions faceup, the Conspiracy neither (FAQ Vow of Obedience)."""
    yield frame.given["to"] != VISION, "9.2", f"{VOW_OF_OBEDIENCE} does not let its holder play Visions faceup"


@rest(VOW_OF_OBEDIENCE, cites=("7.3.4", "10.26"))
def vow_of_obedience_rests(game, frame, me):
    """Take a favor from one favor bank."""
    bank = yield from shared.a_bank(game, me, "vow_of_obedience.bank")
    yield from verbs.gain_favor(game, me, bank, 1, "7.3.4", "10.26")


# -- warbands ------------------------------------------------------------------------------------------------------


@when_played(GARRISON, cites=("7.3.3", "10.10", "A-131"))
def garrison(game, frame, me):
    """Gain a warband for each site one rules, and put one on each of these sites."""
    slots = facts.sites_ruled(game, me)
    yield from verbs.gain_warbands(game, me, len(slots), "7.3.3")
    sites = [SLOT[slot] for slot in slots if holds(game.rows("place.warbands", Frame("place", me, frame)))]
    number = min(len(sites), facts.board(game, me, "warbands"))
    for site in (yield from some("garrison.sites", me, sites, number, number, "7.3.3")) if number else ():
        yield from verbs.place_warbands(game, me, 1, site, "7.3.3")


@action(
    MESSENGER, may=there_is(movable, "10.15", "{me} has no warbands that may move"), cites=("7.3.2", "6.5", "10.15")
)
def messenger(game, frame, me):
    """Move any warbands among the board and the sites one rules, not the last of a site."""
    yield from shift(game, me, "messenger", "7.3.2")


def beleaguered(game, me):
    """The sites of the region with warbands."""
    return [SLOT[slot] for slot in shared.slots_of_region(game, me) if facts.warbands_at(game, slot)]


@action(
    SIEGE_ENGINES,
    may=there_is(beleaguered, "10.13", "no warbands are at the sites of the region"),
    cites=("7.3.2", "10.13", "10.30"),
)
def siege_engines(game, frame, me):
    """Kill two warbands, even one's own, at one site of the region."""
    place = yield from choose("siege_engines.site", me, beleaguered(game, me), "7.3.2", about=frame)
    for _ in range(2):
        yield from shared.kill_one(game, me, "siege_engines.color", place, "7.3.2")


def somebody_there(game, frame, me):
    """Are there warbands at the site that was traveled to?"""
    place = SLOT[facts.slot_named(game, frame.given["to"])]
    return bool(shared.places_of_warbands(game, [place]))


@power("traveled", TYRANT, subject="owner", when=somebody_there, cites=("5.6.2", "9.2", "10.13", "A-132"))
def tyrant(game, frame, me):
    """Whoever has it must kill a warband at the site they travel to, even their own, if able."""
    place = SLOT[facts.slot_named(game, frame.given["to"])]
    yield from shared.kill_one(game, me, "tyrant.color", place, "9.2")


# -- others --------------------------------------------------------------------------------------------------------


@when_played(ROYAL_TAX, cites=("7.3.3", "10.21", "10.26"))
def royal_tax(game, frame, me):
    """Two favor from each player whose pawn is at a site that one rules in the own pawn's region; one's own stays."""
    slots = [slot for slot in facts.sites_ruled(game, me) if region_of_slot(slot) == facts.region_of(game, me)]
    for seat in facts.in_turn_order(game):
        if game.state.players[seat].slot in slots:
            yield from verbs.take_favor(game, me, seat, 2, "7.3.3")


@power("exile", COUNCIL_SEAT, subject="ruler", cites=("6.7", "6.8", "9.2"))
def council_seat(game, frame, me):
    """A Citizen who has it cannot be exiled, by nobody."""
    yield frame.given["other"] != me, "9.2", f"{COUNCIL_SEAT} protects {me}"


def mustered(game, frame, me):
    """Was it a Muster?"""
    return frame.action == "muster"


def searched_and_acts_on(game, frame, me):
    """Was it a Search of the world deck after which the Act Phase goes on?"""
    return frame.action == "search" and frame.given["source"] == WORLD and game.state.phase == "act"


@modifies(KNIGHTS_ERRANT, "muster", "action.after", when=mustered, cites=("7.4", "10.2", "5.5.1", "A-134"))
def knights_errant(game, frame, me):
    """After mustering one may campaign without Supply."""
    yield from shared.may_take(game, CAMPAIGN, frame.actor, "knights_errant.campaign")


@modifies(
    HUNTING_PARTY, "search", "action.after", when=searched_and_acts_on, cites=("7.4", "10.2", "5.5.1", "A-129", "A-134")
)
def hunting_party(game, frame, me):
    """After searching the world deck one may campaign without Supply, unless the Act Phase is over."""
    yield from shared.may_take(game, CAMPAIGN, frame.actor, "hunting_party.campaign")


def fellows(game, me, frame):
    """The players here who can travel; oneself among them only if a table reads it so (A-145, A-171)."""
    here = shared.players_here(game, me) if game.takes("A-171", "a") == "b" else shared.neighbors(game, me)
    return [seat for seat in here if can_be_moved(game, seat, frame, "5.6.1")]


def fellow_can_go(game, frame, me):
    """Is there somebody here who can travel?"""
    fits = bool(fellows(game, me, frame))
    yield fits, "5.6.1", f"no other player at the site of {me} can travel"


@action(PALANQUIN, may=fellow_can_go, cites=("7.3.2", "5.6", "7.6.2", "A-132", "A-171"))
def palanquin(game, frame, me):
    """Put the own pawn on a site that a player here can travel to, then make them travel there, without Supply.

    At the Shrouded Wood the two may part: its ruler picks where the other goes (FAQ Palanquin).
    """
    here = fellows(game, me, frame)
    if here:
        fellow = yield from choose("palanquin.player", me, here, "7.3.2", about=frame)
        yield from ride_along(game, fellow, me, frame, "palanquin.site", "7.3.2")


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(BATTLE_HONORS, MILITARY_PARADE, MARTIAL_CULTURE, SCOUTS, RELIC_HUNTER)


@power("plan.victims", BEAR_TRAPS, subject="all", used=True, cites=("10.13",))
def bear_traps(game, frame, value, me):
    """Its warband dies on the attacker's board, wherever else the attacking force stands."""
    if frame.given["card"] != BEAR_TRAPS:
        return value
    return {place: count for place, count in value.items() if place.startswith("board.")}


@power("plan.cost", PEACE_ENVOY, subject="all", cites=("10.11", "A-133"))
def peace_envoy_gift(game, frame, value, me):
    """To the enemy named in the campaign one favor for each die in the defense pool, as part of the cost."""
    foe = frame.fact("fight").opponent(frame.actor)
    if frame.given["card"] != PEACE_ENVOY or foe == facts.BANDITS:
        return value
    return value.plus(Item("give", FAVOR, frame.fact("fight").battle.defense, f"board.{foe}", "10.11", PEACE_ENVOY))


@power("campaign.plan", PEACE_ENVOY, subject="all", cites=("10.29", "10.30", "A-133", "A-174"))
def peace_envoy(game, frame, me):
    """Only where the enemy's pawn is at the user's site (A-174)."""
    if frame.given["card"] == PEACE_ENVOY and frame.actor != facts.BANDITS:
        on = frame.fact("fight")
        yield meet(game, on, frame.actor), "10.30", f"{on.opponent(frame.actor)} is not at the site of {frame.actor}"


def captains_may(game, frame, me):
    """There must be somebody to fight."""
    posted = shared.posts(game, me, facts.sites_ruled(game, me))
    yield bool(posted), "5.5.1", f"{me} rules no site from which a campaign is possible"


@action(CAPTAINS, may=captains_may, cites=("7.3.2", "5.5.1", "10.9"))
def captains(game, frame, me):
    """Campaign as if from any site one rules, without Supply; one's warbands there join the force."""
    yield from shared.campaign_from(game, frame, me, facts.sites_ruled(game, me), "captains.site")


@power("campaign.victory", BATTLE_HONORS, subject="player", used=True, cites=("5.5.8", "10.10"))
def battle_honors(game, frame, me):
    """Two favor from the Order bank."""
    yield from shared.gain_for(game, me, "order", 2)


@power("campaign.victory", MILITARY_PARADE, subject="player", used=True, cites=("5.5.8", "10.10", "10.14", "10.29"))
def military_parade(game, frame, me):
    """A favor from the matching bank for each faceup adviser of the enemy, Imperial Allies included."""
    on = frame.fact("fight")
    for seat in on.players(enemy(frame.given["side"])):
        for suit in facts.adviser_suits(game, seat):
            yield from shared.gain_for(game, me, suit, 1)


@power("campaign.victory", MARTIAL_CULTURE, subject="player", used=True, cites=("5.5.8", "7.6.1", "A-129"))
def martial_culture(game, frame, me):
    """An Exile who has defeated an Exile may become a Citizen, without a relic."""
    sides = (me, frame.fact("fight").opponent(me))
    exiles = all(seat != facts.BANDITS and game.state.players[seat].role == EXILE for seat in sides)
    if exiles and (yield from confirm("martial_culture.citizen", me, "7.6.1", about=frame)):
        yield from become_citizen(game, me, "7.6.1")


@power("plan.used", SCOUTS, subject="player", used=True, cites=("5.5.3", "A-117"))
def scouts(game, frame, me):
    """Gain 1 Supply."""
    yield from verbs.gain_supply(game, me, 1, "5.5.3")


@power("plan.used", RELIC_HUNTER, subject="player", used=True, cites=("5.5.2", "5.5.3", "A-66"))
def relic_hunter(game, frame, me):
    """As many facedown relics at targeted sites become targets as the plan was used for."""
    on = frame.fact("fight")
    number, there = on.use_of(RELIC_HUNTER).chosen.number, prey(game, on)
    spots = {spot: peeked_card(game, spot) for spot in peekable(game, frame)}
    spots = {spot: card for spot, card in spots.items() if card in there}
    chosen = yield from some("relic_hunter.relics", me, list(spots), number, number, "5.5.2", about=frame)
    on.hunted = [spots[spot] for spot in chosen]


@power(
    "campaign.taken", RELIC_HUNTER, subject="player", used=True, cites=("5.5.7.2", "10.2", "10.26", "A-140", "A-149")
)
def relic_hunter_buries(game, frame, me):
    """Any relics taken may go to the bottom of the relic deck, the Grand Scepter too (A-140)."""
    relics = yield from taking.answered(game, me, frame.given["relics"])
    if GRAND_SCEPTER in relics and game.takes("A-140", "a") == "b":
        relics = [relic for relic in relics if relic != GRAND_SCEPTER]
    if not relics:
        return
    gone = yield from some("relic_hunter.bury", me, relics, 0, len(relics), "5.5.7.2", default=[], about=frame)
    for relic in gone:
        yield from taking.bury(game, me, relic, "5.5.7.2")
