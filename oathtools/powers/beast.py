"""Beast."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER
from oathtools.powers.asks import a_bank
from oathtools.powers.define import action, modifier, power, rest, when_played
from oathtools.powers.granted import campaign_from, posts
from oathtools.powers.plans import is_of_enemy
from oathtools.procedures import facts, verbs
from oathtools.procedures.asking import choose, confirm
from oathtools.procedures.campaign import declared_dice, sure_defenders, target_slots
from oathtools.procedures.citizenship import become_citizen
from oathtools.procedures.cost import Item
from oathtools.procedures.moving import move_card
from oathtools.table.state import CARDS, EXILE, FAVOR, SHARED, SLOTS, WORLD

VOW_OF_BEASTKIN, FOREST_COUNCIL, VOW_OF_POVERTY = (
    "denizen.vow_of_beastkin",
    "denizen.forest_council",
    "denizen.vow_of_poverty",
)
ERRAND_BOY, MUSHROOMS = "denizen.errand_boy", "denizen.mushrooms"
PIED_PIPER, LONG_LOST_HEIR = "denizen.pied_piper", "denizen.long_lost_heir"
GIANT_PYTHON, MARSH_SPIRIT = "denizen.giant_python", "denizen.marsh_spirit"
INSECT_SWARM, TRUE_NAMES = "denizen.insect_swarm", "denizen.true_names"
VOW_OF_UNION, WILD_ALLIES = "denizen.vow_of_union", "denizen.wild_allies"


def beast_sites(game):
    """The slots of the sites with a Beast card."""
    zones = [game.state.zone(CARDS[slot]) for slot in range(SLOTS)]
    return [slot for slot in range(SLOTS) if any(facts.suit_of(game, card) == "beast" for card in zones[slot])]


def sites_with_a_beast(game, frame, me):
    """The sites with a Beast card, but for the one where the actor stands."""
    here = facts.site_of(game, me)
    return [game.state.site(slot) for slot in beast_sites(game) if slot != here]


@modifier("denizen.small_friends", "trade", options=sites_with_a_beast, moves=True, cites=("7.4", "5.3"))
def small_friends(game, frame, param):
    """Trade as if the pawn stood at any site with a Beast card."""
    frame.facts["at"] = facts.slot_of_site(game, param)


# -- mustering, trading --------------------------------------------------------------------------------------------


@power("muster", VOW_OF_BEASTKIN, subject="owner", cites=("5.2.1", "10.14"))
def vow_of_beastkin(game, frame, me):
    """To muster its holder must choose a card that matches one of their advisers."""
    suit = facts.suit_of(game, frame.given["card"])
    fits = suit is None or suit in facts.adviser_suits(game, me)
    yield fits, "9.2", f"{frame.given['card']} matches no adviser of {me}"


@power("muster.gain", VOW_OF_BEASTKIN, subject="owner", cites=("5.2.2",))
def vow_of_beastkin_gains(game, frame, value, me):
    """And they gain a warband more."""
    return value + 1


@power("muster", FOREST_COUNCIL, subject="ruler", cites=("5.2.1", "9.2"))
@power("trade", FOREST_COUNCIL, subject="ruler", cites=("5.3.2", "9.2"))
def forest_council(game, frame, me):
    """Enemies of its ruler cannot muster on Beast cards, nor trade with them."""
    beast = facts.suit_of(game, frame.given["card"]) == "beast"
    because = f"{FOREST_COUNCIL} does not let enemies of its ruler muster on Beast cards"
    yield not (beast and facts.enemies(game, me, frame.actor)), "9.2", because


@power("trade.gain", VOW_OF_POVERTY, subject="owner", stage=Stage.CANNOT, cites=("5.3.2", "9.2"))
def vow_of_poverty(game, frame, value, me):
    """Its holder gains no favor by trading."""
    return type(value)(value, favor=0)


def has_no_favor(game, frame, me):
    """A Rest power of those without favor."""
    yield facts.board(game, me, FAVOR) == 0, "7.3.4", f"{me} has favor"


@rest(VOW_OF_POVERTY, may=has_no_favor, cites=("7.3.4", "10.26"))
def vow_of_poverty_rests(game, frame, me):
    """Take two favor from one favor bank."""
    bank = yield from a_bank(game, me, "vow_of_poverty.bank")
    yield from verbs.gain_favor(game, me, bank, 2, "7.3.4", "10.26")


# -- searching -----------------------------------------------------------------------------------------------------


@modifier(ERRAND_BOY, "search", cites=("7.4", "5.1.2"))
def errand_boy(game, frame, param):
    """Draw from the discard pile of another region."""


@power("search.piles", ERRAND_BOY, used=True, cites=("5.1.2",))
def errand_boy_opens(game, frame, value, me):
    """Every pile is open."""
    return catalog.REGIONS


@modifier(MUSHROOMS, "search", cites=("7.4", "5.1.2"))
def mushrooms(game, frame, param):
    """One card, from the bottom of the region's discard pile, for no Supply."""


@power("search", MUSHROOMS, used=True, cites=("5.1.2",))
def mushrooms_source(game, frame, me):
    """The draw is from a discard pile."""
    yield frame.given["source"] != WORLD, "5.1.2", f"with {MUSHROOMS} the draw is from a discard pile"


@power("search.cost", MUSHROOMS, used=True, stage=Stage.LIMIT, cites=("5.1.1",))
def mushrooms_supply(game, frame, value, me):
    """No Supply is spent."""
    return value.without_supply()


@power("search.count", MUSHROOMS, used=True, stage=Stage.SET, cites=("5.1.2", "A-113"))
def mushrooms_count(game, frame, value, me):
    """One card instead of three; what adds to that comes on top."""
    return 1


@power("search.bottom", MUSHROOMS, used=True, cites=("5.1.2",))
def mushrooms_bottom(game, frame, value, me):
    """From the bottom."""
    return True


# -- Pied Piper, Long-Lost Heir ------------------------------------------------------------------------------------


@power("adviser.limit", PIED_PIPER, subject="owner", stage=Stage.IGNORE, cites=("5.1.4.2", "A-128"))
def pied_piper_joins(game, frame, value, me):
    """On its way in it asks for no discard; later it counts like any adviser."""
    return value._replace(exempt=value.exempt or frame.facts.get("arriving") == PIED_PIPER)


@action(PIED_PIPER, cites=("7.3.2", "10.15", "10.26"))
def pied_piper(game, frame, me):
    """Move it to the advisers of another player, and take two favor from them."""
    others = [seat for seat in game.state.seats if seat != me]
    other = yield from choose("pied_piper.player", me, others, "7.3.2")
    yield from move_card(game, PIED_PIPER, f"advisers.{other}", "7.3.2")
    yield from verbs.take_favor(game, me, other, 2, "7.3.2")


@when_played(LONG_LOST_HEIR, cites=("7.3.3", "7.6.1"))
def long_lost_heir(game, frame, me):
    """An Exile may become a Citizen, without a relic (A-129)."""
    exile = game.state.players[me].role == EXILE
    if exile and (yield from confirm("long_lost_heir.citizen", me, "7.6.1", prompt="become a Citizen?")):
        yield from become_citizen(game, me, "7.6.1")


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
    if not is_of_enemy(frame, me):
        return value
    return value.plus(Item("burn", FAVOR, 1, SHARED, "7.1.2", INSECT_SWARM, power=True))


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


@power("travel", VOW_OF_UNION, subject="owner", cites=("5.6", "9.2", "A-132"))
def vow_of_union_stays(game, frame, me):
    """With warbands on the board its holder cannot travel from a site they rule."""
    here = facts.site_of(game, me)
    bound = facts.rules_site(game, me, here) and facts.board(game, me, "warbands") > 0
    because = f"{VOW_OF_UNION} forbids it: {me} rules {facts.site_id(game, here)} and has warbands on the board"
    yield not bound, "9.2", because


def wild_allies_may(game, frame, me):
    """There must be somebody to fight."""
    yield bool(posts(game, me, beast_sites(game))), "5.5.1", "from no site with a Beast card is a campaign possible"


@action(WILD_ALLIES, may=wild_allies_may, cites=("7.3.2", "5.5.1", "10.9", "A-105"))
def wild_allies(game, frame, me):
    """Campaign as if from any site with a Beast card, without Supply; one's warbands there join the force."""
    yield from campaign_from(game, frame, me, beast_sites(game), "wild_allies.site")
