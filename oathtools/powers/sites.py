"""Chapter 11: the powers of the sites that bear on the wake, travel, mustering, searching and playing."""

from oathtools import catalog
from oathtools.engine.rows import holds
from oathtools.engine.windows import Stage
from oathtools.odds.battle import ATTACKER
from oathtools.powers.asks import another_player
from oathtools.powers.define import action, modifier, power
from oathtools.procedures.actions.play import FirstDiscard
from oathtools.procedures.campaign.ground import slot_of_target, target_regions
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.cost import Item
from oathtools.procedures.minor import exchange
from oathtools.table.state import CARDS, RELICS, SECRET, region_of_slot

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
