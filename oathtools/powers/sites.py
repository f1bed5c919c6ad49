"""Chapter 11: the powers of the sites that bear on the wake, travel, mustering, searching and playing."""

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.engine.windows import Stage
from oathtools.odds.battle import ATTACKER
from oathtools.powers.define import action, modifier, modifies, power, there_is
from oathtools.powers.shared import another_player, dice_for_one, draw_relic
from oathtools.procedures.actions.play import FACEDOWN
from oathtools.procedures.campaign.fight import is_site, slot_of_target, target_regions
from oathtools.procedures.chronicle import steps
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.taking import FirstDiscard
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import amount, choose, some
from oathtools.procedures.machine.frame import Item
from oathtools.procedures.minor import exchange
from oathtools.table.state import CARDS, PEOPLES_FAVOR, RELICS, SECRET, region_of_slot

NARROW_PASS, HIDDEN_PLACE, SHROUDED_WOOD = "site.narrow_pass", "site.the_hidden_place", "site.shrouded_wood"
BURIED_GIANT, RIVER, MARSHES, GREAT_SLUM = "site.buried_giant", "site.river", "site.marshes", "site.great_slum"
CHARMING_VALLEY = "site.charming_valley"
# The sites whose powers hinder those who travel to them.
BARRIERS = frozenset((NARROW_PASS, HIDDEN_PLACE))


def group(name):
    """The sites of one entry of chapter 11."""
    return tuple(site.id for site in catalog.cards("site") if site.group == name)


COASTS, HOMELANDS, OPPORTUNITIES = group("coast"), group("homeland"), group("opportunity")


def site_at(game, frame):
    """The site where somebody acts: its place where it lies facedown, for then it has no power (A-16)."""
    return facts.site_id(game, facts.site_of(game, frame.actor))


def going_to(game, frame):
    """The slot that a traveler goes to."""
    return facts.slot_named(game, frame.given["to"])


@power("opportunity", *OPPORTUNITIES, subject="all", cites=("11.1", "4.1.4"))
def opportunity(game, frame, value, me):
    """11.1: what may be taken from the site where one wakes."""
    site = facts.site_id(game, frame.given["slot"])
    return tuple(catalog.site(site).power["takes"]) if site in OPPORTUNITIES else value


def each_homeland(site):
    """The window of one homeland: what it gives, it gives by its own name."""

    @power("homeland", site, subject="here", cites=("11.2",))
    def homeland(game, frame, me):
        """11.2: a reward for playing a card of its suit there."""
        yield from reward_of(game, frame, site)


for _site in HOMELANDS:
    each_homeland(_site)


def reward_of(game, frame, site):
    """11.2: unless a card of the suit was discarded there this turn (A-112)."""
    prize = catalog.site(site).power
    suit = facts.suit_of(game, frame.given["card"])
    if suit is None or suit != prize["suit"] or suit in game.state.discarded.get(str(frame.given["slot"]), ()):
        return
    seat, reward, count = frame.actor, prize["reward"], prize["amount"]
    if reward == "favor":
        yield from verbs.gain_favor(game, seat, suit, count, "11.2")
    elif reward == "secret":
        yield from verbs.gain_secrets(game, seat, count, "11.2")
    elif reward == "warbands":
        yield from verbs.gain_warbands(game, seat, count, "11.2")
    elif game.state.zone(RELICS[frame.given["slot"]]):
        relic = game.state.zone(RELICS[frame.given["slot"]])[0]
        if holds(taking.may_take(game, seat, relic, "homeland")):
            yield from taking.take(game, seat, relic, "11.2")
            yield from game.window("recovered", frame)


def each_coast(site):
    """The power of one coast, from which one leaves."""

    @power("travel.cost", site, subject="at", stage=Stage.SET, cites=("11.3",))
    def coast(game, frame, value, me):
        """11.3: from one coast to another the cost is 1 Supply."""
        return value.with_supply(1, "11.3", site) if frame.given["to"] in COASTS else value


for _site in COASTS:
    each_coast(_site)


@power("travel.ignores", *COASTS, subject="at", cites=("11.3",))
def coast_ignores(game, frame, value, me):
    """11.3: and the Narrow Pass is ignored."""
    return value | {NARROW_PASS} if frame.given["to"] in COASTS else value


@power("travel.cost", CHARMING_VALLEY, subject="at", cites=("11.6",))
def charming_valley(game, frame, value, me):
    """11.6: leaving costs 1 Supply more."""
    return value.more_supply(1, "11.6", CHARMING_VALLEY)


@power("travel.cost", SHROUDED_WOOD, subject="at", stage=Stage.SET, cites=("11.7",))
def shrouded_wood(game, frame, value, me):
    """11.7: leaving costs 2 Supply."""
    return value.with_supply(2, "11.7", SHROUDED_WOOD)


@power("travel.ignores", SHROUDED_WOOD, subject="at", cites=("11.7",))
def shrouded_wood_ignores(game, frame, value, me):
    """11.7: the Narrow Pass and The Hidden Place are ignored."""
    return value | {NARROW_PASS, HIDDEN_PLACE}


@power("travel.chooser", SHROUDED_WOOD, subject="ruler", cites=("11.7",))
def shrouded_wood_chooses(game, frame, value, me):
    """11.7: an enemy player who rules the Wood picks the destination, the Chancellor for the Empire; bandits do not."""
    enemy = me != facts.BANDITS and facts.enemies(game, me, frame.actor)
    return me if enemy and site_at(game, frame) == SHROUDED_WOOD else value


@power("travel", NARROW_PASS, subject="all", cites=("11.8",))
def narrow_pass(game, frame, me):
    """11.8: into its region from another one, one must travel to the Narrow Pass (A-69)."""
    here, to = facts.site_of(game, frame.actor), going_to(game, frame)
    where = facts.slot_of_site(game, NARROW_PASS)
    region = region_of_slot(where)
    bound = region_of_slot(to) == region != region_of_slot(here) and to != where
    if bound and NARROW_PASS not in game.fold("travel.ignores", frozenset(), frame):
        yield False, "11.8", f"into the {region} one must travel to {NARROW_PASS}"


@power("travel.cost", HIDDEN_PLACE, subject="reaching", cites=("11.12",))
def hidden_place(game, frame, value, me):
    """11.12: one cannot travel there without flipping a secret facedown; one who is made to travel may refuse."""
    if HIDDEN_PLACE not in game.fold("travel.ignores", frozenset(), frame):
        return value.plus(Item("flip", SECRET, 1, "", "11.12", HIDDEN_PLACE, toll=True, power=True))
    return value


def _leaving_giant(game, frame, me):
    return ("",) if site_at(game, frame) == BURIED_GIANT else ()


@modifier(BURIED_GIANT, "travel", options=_leaving_giant, cites=("11.11",))
def buried_giant(game, frame, param):
    """11.11: whoever leaves it may turn a secret facedown instead of paying Supply, and ignores the Narrow Pass."""


@power("travel.cost", BURIED_GIANT, stage=Stage.LIMIT, used=True, cites=("11.11",))
def buried_giant_cost(game, frame, value, me):
    """11.11: a secret flipped instead of any Supply."""
    return value.without_supply().plus(Item("flip", SECRET, 1, "", "11.11", BURIED_GIANT, power=True))


@power("travel.ignores", BURIED_GIANT, used=True, cites=("11.11",))
def buried_giant_ignores(game, frame, value, me):
    """11.11: the Narrow Pass is ignored."""
    return value | {NARROW_PASS}


@power("muster.gain", RIVER, subject="all", cites=("11.5",))
def river(game, frame, value, me):
    """11.5: one more warband when mustering from a card here, if one rules the River."""
    where = facts.slot_of_site(game, RIVER)
    from_here = frame.given["card"] in game.state.zone(CARDS[where])
    return value + 1 if from_here and facts.rules_site(game, frame.actor, where) else value


@power("search.count", MARSHES, subject="at", stage=Stage.MUST, cites=("11.10",))
def marshes(game, frame, value, me):
    """11.10: one card fewer while the pawn is here."""
    return value - 1


@power("play.discards", GREAT_SLUM, subject="here", cites=("11.9",))
@power("move.discards", GREAT_SLUM, subject="here", cites=("11.9", "A-119"))
def great_slum(game, frame, value, me):
    """11.9: playing a card here, one may first discard a card here."""
    cards = tuple(card for card in game.state.zone(CARDS[frame.given["slot"]]) if facts.may_discard(game, card))
    return (*value, FirstDiscard(GREAT_SLUM, cards))


@action("site.the_tribunal", cites=("11.13", "7.6.3"))
def the_tribunal(game, frame, me):
    """11.13: a binding exchange of favor, secrets and deeds at any time to come, with any player (A-127)."""
    other = yield from another_player(game, me, "the_tribunal.player", "11.13")
    yield from exchange.settle(game, me, other, "11.13", promises=True)


# -- campaigns -----------------------------------------------------------------------------------------------------


def targeted_at(game, frame, site):
    """Are any targets declared at a site: the site itself, or what stands there with the defender?"""
    return any(game.state.site(slot_of_target(game, frame, target)) == site for target in frame.given["targets"])


@power("campaign.standing", "site.plains", subject="all", cites=("11.4",))
def plains(game, frame, value, me):
    """11.4: an attack die more if any targets are declared there."""
    return (*value, (ATTACKER, "site.plains")) if targeted_at(game, frame, "site.plains") else value


@power("campaign.standing", "site.mountain", subject="all", cites=("11.4",))
def mountain(game, frame, value, me):
    """11.4: an attack die fewer if any targets are declared there."""
    return (*value, (ATTACKER, "site.mountain")) if targeted_at(game, frame, "site.mountain") else value


@power("campaign.declaration", NARROW_PASS, subject="all", cites=("11.8",))
def narrow_pass_campaign(game, frame, me):
    """11.8: targets in its region from outside it: it must be a target too, unless the attacker rules it (A-69)."""
    where = facts.slot_of_site(game, NARROW_PASS)
    region = region_of_slot(where)
    outside = facts.region_of(game, frame.actor) != region
    if outside and region in target_regions(game, frame, frame.given["targets"]):
        fits = NARROW_PASS in frame.given["targets"] or facts.rules_site(game, frame.actor, where)
        yield fits, "11.8", f"targets in the {region} need {NARROW_PASS} among them"


@power("campaign.cost", HIDDEN_PLACE, subject="all", cites=("11.12",))
def hidden_place_campaign(game, frame, value, me):
    """11.12: no targets there without flipping a secret; once for the whole declaration."""
    if targeted_at(game, frame, HIDDEN_PLACE):
        return value.plus(Item("flip", SECRET, 1, "", "11.12", HIDDEN_PLACE, power=True))
    return value


# -- edifices, intact and ruined ---------------------------------------------------------------------------------------


HALL_OF_DEBATE, HALL_OF_MOCKERY = "edifice.hall_of_debate", "edifice.hall_of_mockery"
SQUALID_DISTRICT, SHIFTS = "edifice.squalid_district", {"none": 0, "higher": 1, "lower": -1}
RUINED_TEMPLE, BROKEN_FORGE, ANCIENT_FORGE = "edifice.ruined_temple", "edifice.broken_forge", "edifice.ancient_forge"
FESTIVAL_DISTRICT = "edifice.festival_district"
GREAT_SPIRE, FALLEN_SPIRE = "edifice.great_spire", "edifice.fallen_spire"
SPRAWLING_RAMPART, FOREST_TEMPLE = "edifice.sprawling_rampart", "edifice.forest_temple"


@power("target.dice", SPRAWLING_RAMPART, subject="ruler", cites=("5.5.2", "2.8.3"))
def sprawling_rampart(game, frame, value, me):
    """As targets, the sites that its ruler rules add one die more each."""
    target = frame.given["target"]
    ruled = is_site(target) and me in facts.rulers(game, facts.slot_named(game, target))
    return value + dice_for_one(SPRAWLING_RAMPART) if ruled else value


@power("recover.mob", HALL_OF_MOCKERY, subject="all", stage=Stage.MUST, cites=("5.4.4", "A-46"))
def hall_of_mockery(game, frame, value, me):
    """The People's Favor ends a Recover on its Mob side."""
    return True


@power("campaign.target", HALL_OF_DEBATE, subject="all", cites=("5.5.2", "9.2"))
def hall_of_debate(game, frame, me):
    """The People's Favor cannot be targeted."""
    because = f"{HALL_OF_DEBATE} does not let {PEOPLES_FAVOR} be targeted"
    yield frame.given["target"] != PEOPLES_FAVOR, "9.2", because


@power("end.roll", SQUALID_DISTRICT, subject="ruler", cites=("3.3", "A-135"))
def squalid_district(game, frame, proceed, me):
    """After the end die is rolled, its ruler may shift the result by one: the Chancellor or an Exile, no bandits."""
    number = yield from proceed()
    if me == facts.BANDITS:
        return number
    shift = yield from choose("squalid_district.shift", me, tuple(SHIFTS), "3.3", default="none", about=number)
    if SHIFTS[shift]:
        game.do.emit("power", ("3.3",), card=SQUALID_DISTRICT, who=me)
    return number + SHIFTS[shift]


@power("chronicle.keeps", FOREST_TEMPLE, subject="all", cites=("8.3.2", "A-91"))
def forest_temple(game, frame, value, me):
    """No site with a Beast card is discarded in the Chronicle, wherever the Temple stands; it saves no edifice."""
    cards = game.state.zone(CARDS[frame.given["slot"]])
    return value or any(facts.suit_of(game, card) == "beast" for card in cards)


@power("play", RUINED_TEMPLE, subject="ruler", cites=("5.1.4", "6.1", "9.2", "10.7"))
def ruined_temple(game, frame, me):
    """Enemies of its ruler cannot play Beast cards faceup."""
    card = frame.given["card"]
    beast = game.state.known(card) and catalog.card(card).suit == "beast" and frame.given["to"] != FACEDOWN
    barred = beast and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", f"{RUINED_TEMPLE} does not let enemies of its ruler play Beast cards faceup"


@action(ANCIENT_FORGE, cites=("7.3.2", "10.6", "10.26"))
def ancient_forge(game, frame, me):
    """Draw a relic; take it or bury it."""
    yield from draw_relic(game, me, "ancient_forge.relic", "7.3.2")


@action(BROKEN_FORGE, cites=("7.3.2", "2.9"))
def broken_forge(game, frame, me):
    """Turn it to its other side."""
    yield from verbs.turn_edifice(game, BROKEN_FORGE, "7.3.2", "2.9")


@action(FESTIVAL_DISTRICT, cites=("7.3.2", "7.6.3", "A-126"))
def festival_district(game, frame, me):
    """A binding exchange of favor, secrets and advisers with any player."""
    others = [seat for seat in game.state.seats if seat != me]
    other = yield from choose("festival_district.player", me, others, "7.3.2")
    yield from exchange.settle(game, me, other, "7.6.3", also=(exchange.ADVISERS,))


@modifies(GREAT_SPIRE, "search", "search.drawn", cites=("7.4", "5.1.2", "10.25"))
def great_spire(game, frame, me):
    """Any denizens drawn may be swapped with random ones of the Dispossessed.

    What must be revealed of the draw has been (FAQ Great Spire).
    """
    seat, drawn = frame.actor, frame.given["drawn"]
    denizens = [card for card in drawn if game.state.back(card) == "denizen"]
    most = min(len(denizens), len(game.state.zone(steps.ZONE)))
    if not most:
        return
    gone = yield from some("great_spire.cards", seat, denizens, 0, most, "10.25", private=True, default=[])
    new = yield from steps.swap_random(game, seat, gone, "great_spire.draw", "5.1.2")
    instead = dict(zip(gone, new, strict=True))
    frame.given["drawn"] = [instead.get(card, card) for card in drawn]


def fallen_cards(game, me):
    """The topmost denizens of the region's discard pile that can be swapped, five at most."""
    pile = game.state.zone(f"discard.{facts.region_of(game, me)}")
    most = min(5, len(game.state.zone(steps.ZONE)))
    return [card for card in pile if game.state.back(card) == "denizen"][:most]


@action(
    FALLEN_SPIRE,
    may=there_is(fallen_cards, "7.3.2", "no denizen of the region's discard pile can be swapped"),
    cites=("7.3.2", "10.25", "2.1.2", "A-118"),
)
def fallen_spire(game, frame, me):
    """Swap up to five of the pile's topmost denizens, their number named blind, with random ones (FAQ Fallen Spire)."""
    cards = fallen_cards(game, me)
    number = (yield from amount("fallen_spire.number", me, 0, len(cards), "10.25", default=0)) if cards else 0
    yield from steps.swap_random(game, me, cards[:number], "fallen_spire.draw", "7.3.2")


# -- passages: ways that cost no Supply and on which no site hinders the traveler ------------------------------------


def passage(card):
    """Register a modifier of Travel for the trips that the decorated function ``(game, frame)`` says are its own."""

    def register(goes):
        @modifies(card, "travel", "travel.cost", stage=Stage.LIMIT, cites=("7.4", "5.6.1", "7.6.2"), serves=goes)
        def free(game, frame, value, me):
            return value.without_supply()

        @power("travel.ignores", card, used=True, subject="all", cites=("9.2", "5.6.1"))
        def unhindered(game, frame, value, me):
            return value | BARRIERS if goes(game, frame) else value

        return goes

    return register
