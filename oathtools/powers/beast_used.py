"""Beast: modifiers of actions, and what changes campaigns."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER
from oathtools.powers.asks import NONE, works_again
from oathtools.powers.beast import beast_sites
from oathtools.powers.define import action, modifies, power
from oathtools.powers.granted import campaign_from, posts
from oathtools.powers.passages import passage
from oathtools.powers.plans import dearer, is_of_enemy
from oathtools.procedures.actions.action import power_cost
from oathtools.procedures.actions.trade import FOR_SECRETS
from oathtools.procedures.campaign.ground import declared_dice, sure_defenders, target_slots
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose
from oathtools.procedures.machine.cost import Item
from oathtools.table.state import FAVOR, SHARED, SLOTS

GIANT_PYTHON, MARSH_SPIRIT, INSECT_SWARM = "denizen.giant_python", "denizen.marsh_spirit", "denizen.insect_swarm"
ANIMAL_PLAYMATES, BIRDSONG, THE_OLD_OAK = "denizen.animal_playmates", "denizen.birdsong", "denizen.the_old_oak"
FOREST_PATHS, GRASPING_VINES = "denizen.forest_paths", "denizen.grasping_vines"
NEW_GROWTH, WILD_CRY, BRACKEN = "denizen.new_growth", "denizen.wild_cry", "denizen.bracken"
BOTTOM = "_bottom"
TRUE_NAMES, VOW_OF_UNION, WILD_ALLIES = "denizen.true_names", "denizen.vow_of_union", "denizen.wild_allies"


# -- modifiers -----------------------------------------------------------------------------------------------------


@modifies(ANIMAL_PLAYMATES, "muster", "muster.cost", stage=Stage.LIMIT, cites=("7.4", "5.2.1"))
def animal_playmates(game, frame, value, me):
    """Muster on a Beast card without Supply."""
    return value.without_supply() if facts.suit_of(game, frame.given["card"]) == "beast" else value


@modifies(BIRDSONG, "trade", "trade.cost", stage=Stage.LIMIT, cites=("7.4", "5.3.1"))
def birdsong(game, frame, value, me):
    """Trade with a Beast or Nomad card without Supply."""
    return value.without_supply() if facts.suit_of(game, frame.given["card"]) in ("beast", "nomad") else value


@modifies(THE_OLD_OAK, "trade", "trade.gain", cites=("7.4", "5.3.2"))
def the_old_oak(game, frame, value, me):
    """A secret more for secrets with the Oak, if one has a Beast adviser."""
    oak = frame.given["card"] == THE_OLD_OAK and frame.given["for"] == FOR_SECRETS
    has = "beast" in facts.adviser_suits(game, frame.actor)
    return type(value)(value, secrets=value.get("secrets", 0) + 1) if oak and has else value


@passage(FOREST_PATHS)
def forest_paths(game, frame):
    """To a site with a Beast card (FAQ Forest Paths)."""
    return facts.slot_named(game, frame.given["to"]) in beast_sites(game)


def an_enemy_left(game, frame, me):
    """Did an enemy of its ruler leave a site of that one? They hold once, though two sides rule (A-79)."""
    left = facts.rulers(game, frame.given["from"])
    theirs = [side for side in facts.rulers_of_card(game, GRASPING_VINES) if facts.enemies(game, side, frame.actor)]
    return next((side for side in theirs if side in left), None) == me


@power("traveled", GRASPING_VINES, subject="ruler", when=an_enemy_left, cites=("5.6", "7.1.4", "9.2", "10.13", "A-132"))
def grasping_vines(game, frame, me):
    """An enemy who has left a site of its ruler kills a warband on their own board, if able."""
    seat = frame.actor
    yield from verbs.kill(game, facts.color_of(game, seat), 1, f"board.{seat}", "9.2")


@modifies(NEW_GROWTH, ("search", "play"), "play.sites", cites=("7.4", "6.1", "5.1.4.1", "2.8.1"))
def new_growth(game, frame, value, me):
    """Beast and Hearth cards, and a card that may be one, may go to any faceup site."""
    card = frame.given["card"]
    suit = catalog.card(card).suit if game.state.known(card) else "beast"
    everywhere = [slot for slot in range(SLOTS) if game.state.faceup_site(slot)]
    return tuple(sorted({*value, *everywhere})) if suit in ("beast", "hearth") else value


@modifies(WILD_CRY, ("search", "play"), "play.after", cites=("7.4", "7.4.2", "6.1", "5.1.4", "10.10", "A-117", "A-162"))
def wild_cry(game, frame, me):
    """1 Supply and two warbands for a Beast card that is played."""
    if facts.suit_of(game, frame.given["card"]) == "beast" and works_again(game, frame, WILD_CRY):
        yield from verbs.gain_supply(game, frame.actor, 1, "5.1.4")
        yield from verbs.gain_warbands(game, frame.actor, 2, "5.1.4")


ENDS_OF_PILES = tuple(f"discard.{region}{end}" for region in catalog.REGIONS for end in ("", BOTTOM))


def named_at_once(game, frame, me):
    """Its pile is named when it is used, before anything is drawn, where a table reads it so (A-177)."""
    return ENDS_OF_PILES if game.takes("A-177", "a") == "b" else ("",)


def bracken_has_a_say(game, frame, me):
    """Is it open yet where the cards go, and are these discards of the Search itself (FAQ Bracken)?"""
    return not (frame.fact("when_played") or frame.param(BRACKEN) or frame.fact(BRACKEN))


@power("discarding", BRACKEN, used=True, when=bracken_has_a_say, cites=("10.5", "5.1.3", "A-177"))
def bracken_names_a_pile(game, frame, me):
    """The end of a pile for all that is discarded is named when there is something to discard, or none: they may."""
    user = frame.outer
    while not any(card == BRACKEN for card, _ in user.modifiers):
        user = user.outer
    pile = yield from choose("bracken.pile", me, (NONE, *ENDS_OF_PILES), "10.5", about=frame)
    user.facts = {**user.facts, BRACKEN: pile}


@modifies(
    BRACKEN,
    ("search", "play"),
    "discard.to",
    options=named_at_once,
    stage=Stage.LIMIT,
    cites=("7.4", "6.1", "10.5", "5.1.3"),
)
def bracken(game, frame, value, me):
    """All discards go on top or at the bottom of one pile, save what a card discards when played (FAQ Bracken)."""
    pile = frame.param(BRACKEN) or frame.fact(BRACKEN)
    if pile in (None, "", NONE) or frame.fact("when_played"):
        return value
    return pile.removesuffix(BOTTOM), None if pile.endswith(BOTTOM) else 0


# -- campaigns -----------------------------------------------------------------------------------------------------


@power("campaign.declaration", GIANT_PYTHON, subject="ruler", cites=("5.5.2", "9.2"))
def giant_python(game, frame, me):
    """Against its holder, or with the holder a sure Ally, the targets must add an even number of dice in all."""
    if me in sure_defenders(game, frame):
        dice = declared_dice(game, frame, frame.given["targets"])
        yield dice % 2 == 0, "9.2", f"the targets add {dice} dice, and with {GIANT_PYTHON} it must be an even number"


@power("campaign.standing", MARSH_SPIRIT, subject="all", cites=("5.5.2", "9.2"))
def marsh_spirit(game, frame, value, me):
    """A player who targets its site can use no battle plan."""
    targeted = facts.slot_of(game, MARSH_SPIRIT) in target_slots(game, frame.given["targets"])
    return (*value, (DEFENDER, MARSH_SPIRIT)) if targeted else value


@power("plan.cost", INSECT_SWARM, subject="ruler", cites=("7.1.2", "5.5.2", "10.29"))
def insect_swarm(game, frame, value, me):
    """Each battle plan of its holder's enemy has one burned favor added to its cost."""
    return dearer(frame, value, me, Item("burn", FAVOR, 1, SHARED, "7.1.2", INSECT_SWARM))


@power("campaign.plan", TRUE_NAMES, subject="ruler", cites=("5.5.3", "9.2", "10.14", "10.29"))
def true_names(game, frame, me):
    """The enemy cannot use battle plans that match an adviser of its holder."""
    suit = facts.suit_of(game, frame.given["card"])
    matches = is_of_enemy(frame, me) and suit in facts.adviser_suits(game, me)
    yield not matches, "9.2", f"{frame.given['card']} matches an adviser of {me}, and {TRUE_NAMES} bars it"


@power("campaign.force", VOW_OF_UNION, subject="owner", cites=("5.5.2", "10.9", "A-104", "A-105"))
def vow_of_union(game, frame, value, me):
    """The warbands at all sites its holder rules are part of the attacking force."""
    return tuple(dict.fromkeys((*value, *facts.sites_ruled(game, me))))


@power("travel", VOW_OF_UNION, subject="owner", cites=("5.6", "9.2", "A-132", "A-164"))
def vow_of_union_stays(game, frame, me):
    """With warbands on the board its holder cannot travel from a site they rule, nor be banished from it (A-164)."""
    site, reading = facts.site_id(game, facts.site_of(game, me)), game.takes("A-164", "a")
    rules = facts.rules_site(game, me, facts.slot_named(game, site))
    if reading == "b" and frame.fact("made"):
        yield False, "9.2", f"{VOW_OF_UNION} lets nobody make {me} travel"
    elif rules or (reading == "a" and _ruled_when_attacked(frame, me, site)):
        because = f"{VOW_OF_UNION} forbids it: {me} rule{'s' if rules else 'd'} {site} and has warbands on the board"
        yield facts.board(game, me, "warbands") == 0, "9.2", because


def _ruled_when_attacked(frame, me, site):
    """Is a site a target of the campaign in which this player is defeated? Its ruler was attacked there (5.5.2)."""
    on = frame.fact("fight") if frame.fact("made") else None
    return on is not None and on.defender == me and site in on.targets


def wild_allies_may(game, frame, me):
    """There must be somebody to fight, with what is left when the Allies are paid for."""
    found = posts(game, me, beast_sites(game), owes=power_cost(WILD_ALLIES, "action"))
    yield bool(found), "5.5.1", "from no site with a Beast card is a campaign possible"


@action(WILD_ALLIES, may=wild_allies_may, cites=("7.3.2", "5.5.1", "10.9", "A-105"))
def wild_allies(game, frame, me):
    """Campaign as if from any site with a Beast card, without Supply; one's warbands there join the force."""
    yield from campaign_from(game, frame, me, beast_sites(game), "wild_allies.site")
