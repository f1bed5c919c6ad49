"""Beast."""

from oathtools import catalog
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER
from oathtools.powers import shared
from oathtools.powers.define import action, modifier, modifies, power, rest, when_played
from oathtools.powers.sites import passage
from oathtools.procedures.actions.action import power_cost
from oathtools.procedures.actions.trade import FOR_SECRETS
from oathtools.procedures.campaign.fight import declared_dice, sure_defenders, target_slots
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import draw
from oathtools.procedures.glossary.taking import move_card
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm
from oathtools.procedures.machine.frame import Item
from oathtools.procedures.minor.citizenship import become_citizen
from oathtools.table.state import CARDS, EXILE, FAVOR, GRAND_SCEPTER, RELIC_DECK, SHARED, SLOTS, WORLD

VOW_OF_BEASTKIN, FOREST_COUNCIL = "denizen.vow_of_beastkin", "denizen.forest_council"
VOW_OF_POVERTY, ERRAND_BOY, MUSHROOMS = "denizen.vow_of_poverty", "denizen.errand_boy", "denizen.mushrooms"
PIED_PIPER, LONG_LOST_HEIR = "denizen.pied_piper", "denizen.long_lost_heir"
ANIMAL_HOST, THREATENING_ROAR = "denizen.animal_host", "denizen.threatening_roar"
MEMORY_OF_NATURE, ROVING_TERROR = "denizen.memory_of_nature", "denizen.roving_terror"
WOLVES, SECOND_CHANCE, FAE_MERCHANT = "denizen.wolves", "denizen.second_chance", "denizen.fae_merchant"


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
    does = "trade with" if frame.action == "trade" else "muster on"
    because = f"{FOREST_COUNCIL} does not let enemies of its ruler {does} Beast cards"
    yield not (beast and facts.enemies(game, me, frame.actor)), "9.2", because


@power("trade.gain", VOW_OF_POVERTY, subject="owner", stage=Stage.CANNOT, cites=("5.3.2", "9.2"))
def vow_of_poverty(game, frame, value, me):
    """Its holder gains no favor by trading."""
    return type(value)(value, favor=0) if value.get("favor") else value


def has_no_favor(game, frame, me):
    """A Rest power of those without favor."""
    yield facts.board(game, me, FAVOR) == 0, "7.3.4", f"{me} has favor"


@rest(VOW_OF_POVERTY, may=has_no_favor, cites=("7.3.4", "10.26"))
def vow_of_poverty_rests(game, frame, me):
    """Take two favor from one favor bank."""
    bank = yield from shared.a_bank(game, me, "vow_of_poverty.bank")
    yield from verbs.gain_favor(game, me, bank, 2, "7.3.4", "10.26")


# -- searching -----------------------------------------------------------------------------------------------------


@modifies(ERRAND_BOY, "search", "search.piles", cites=("7.4", "5.1.2"))
def errand_boy(game, frame, value, me):
    """Draw from the discard pile of another region: every pile is open."""
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
    other = yield from shared.another_player(game, me, "pied_piper.player", "7.3.2")
    yield from move_card(game, PIED_PIPER, f"advisers.{other}", "7.3.2")
    yield from verbs.take_favor(game, me, other, 2, "7.3.2")


@when_played(LONG_LOST_HEIR, cites=("7.3.3", "7.6.1"))
def long_lost_heir(game, frame, me):
    """An Exile may become a Citizen, without a relic (A-129)."""
    exile = game.state.players[me].role == EXILE
    if exile and (yield from confirm("long_lost_heir.citizen", me, "7.6.1")):
        yield from become_citizen(game, me, "7.6.1")


# -- the map -------------------------------------------------------------------------------------------------------


def beasts_at_sites(game):
    """The Beast cards at all sites."""
    return [card for zone in CARDS for card in game.state.zone(zone) if facts.suit_of(game, card) == "beast"]


@when_played(ANIMAL_HOST, cites=("7.3.3", "10.10", "A-166"))
def animal_host(game, frame, me):
    """A warband for each Beast card at any site; among the advisers it counts itself where a table reads it so."""
    beside = facts.slot_of(game, ANIMAL_HOST) is None and game.takes("A-166", "a") == "b"
    yield from verbs.gain_warbands(game, me, len(beasts_at_sites(game)) + beside, "7.3.3")


@when_played(THREATENING_ROAR, cites=("7.3.3", "10.5", "10.30", "A-120"))
def threatening_roar(game, frame, me):
    """Every Nomad and Beast card at the sites of the region is discarded, itself too; locked ones stay."""
    yield from shared.clear_region(game, me, ("nomad", "beast"), "7.3.3")


@action(MEMORY_OF_NATURE, cites=("7.3.2", "2.1.3", "10.15"))
def memory_of_nature(game, frame, me):
    """A favor for each Beast card on the map moves to the Beast bank, out of any banks."""
    number = len(beasts_at_sites(game))
    shares = yield from shared.out_of_banks(game, me, "memory_of_nature.banks", number, "7.3.2", but="beast")
    for suit, count in shares.items():
        yield from verbs.move_between_banks(game, suit, "beast", "7.3.2", "10.15", most=count)


def prey(game, me):
    """The denizens at other sites that the Terror may discard to take their place."""
    here = facts.slot_of(game, ROVING_TERROR)
    for slot in range(SLOTS):
        cards = game.state.zone(CARDS[slot])
        room = taking.capacity(game, slot, me, ROVING_TERROR)
        if slot != here and len(cards) <= room:
            yield from (c for c in cards if catalog.card(c).kind == "denizen" and facts.may_discard(game, c))


def there_is_prey(game, frame, me):
    """Is there one, and may the Terror itself be moved?"""
    yield from facts.lock_rows(game, ROVING_TERROR)
    yield any(prey(game, me)), "10.15", "no denizen at another site can be discarded"


@action(ROVING_TERROR, may=there_is_prey, needed=True, cites=("7.3.2", "10.5", "10.15", "A-119"))
def roving_terror(game, frame, me):
    """Discard a denizen at another site and move this card there."""
    card = yield from choose("roving_terror.card", me, list(prey(game, me)), "7.3.2")
    zone = game.state.where[card]
    yield from verbs.discard(game, me, [card], "7.3.2")
    yield from move_card(game, ROVING_TERROR, zone, "7.3.2")


# -- warbands, relics ----------------------------------------------------------------------------------------------


def boards(game, suits=None):
    """The boards with warbands; only of players with a faceup adviser of some suits."""
    seats = [seat for seat in game.state.seats if suits is None or set(suits) & set(facts.adviser_suits(game, seat))]
    return list(shared.places_of_warbands(game, [f"board.{seat}" for seat in seats]))


def a_board_has_warbands(game, frame, me):
    """Is there anybody to kill?"""
    yield bool(boards(game)), "10.13", "no warbands are on any board"


@action(WOLVES, may=a_board_has_warbands, cites=("7.3.2", "10.13"))
def wolves(game, frame, me):
    """Kill a warband on any board, even one's own."""
    board = yield from choose("wolves.board", me, boards(game), "7.3.2")
    yield from shared.kill_one(game, me, "wolves.color", board, "7.3.2")


def an_orderly_board(game, frame, me):
    """Is there one with an Order or Discord adviser?"""
    fits = bool(boards(game, ("order", "discord")))
    yield fits, "7.3.2", "no player with an Order or Discord adviser has warbands on the board"


@action(SECOND_CHANCE, may=an_orderly_board, cites=("7.3.2", "10.10", "10.13"))
def second_chance(game, frame, me):
    """Kill a warband on the board of a player with an Order or Discord adviser, and gain one."""
    board = yield from choose("second_chance.board", me, boards(game, ("order", "discord")), "7.3.2")
    yield from shared.kill_one(game, me, "second_chance.color", board, "7.3.2")
    yield from verbs.gain_warbands(game, me, 1, "7.3.2")


@action(FAE_MERCHANT, cites=("7.3.2", "10.2", "10.6", "10.26", "2.11", "A-149"))
def fae_merchant(game, frame, me):
    """Draw and take a relic; then one that is held goes to the bottom of the relic deck, not the Grand Scepter."""
    for relic in (yield from draw(game, me, RELIC_DECK, 1, "7.3.2", "10.6")):
        taken = yield from taking.take(game, me, relic, "7.3.2")
        yield from taking.answered(game, me, [taken])
    held = [relic for relic in facts.relics_held(game, me) if relic != GRAND_SCEPTER]
    if held:
        gone = yield from choose("fae_merchant.relic", me, held, "7.3.2")
        yield from taking.bury(game, me, gone, "7.3.2")


# -- beast: modifiers of actions, and what changes campaigns -----------------------------------------------------------


GIANT_PYTHON, MARSH_SPIRIT, INSECT_SWARM = "denizen.giant_python", "denizen.marsh_spirit", "denizen.insect_swarm"
ANIMAL_PLAYMATES, BIRDSONG, THE_OLD_OAK = "denizen.animal_playmates", "denizen.birdsong", "denizen.the_old_oak"
FOREST_PATHS, GRASPING_VINES = "denizen.forest_paths", "denizen.grasping_vines"
NEW_GROWTH, WILD_CRY, BRACKEN = "denizen.new_growth", "denizen.wild_cry", "denizen.bracken"
BOTTOM = "_bottom"
TRUE_NAMES, VOW_OF_UNION, WILD_ALLIES = "denizen.true_names", "denizen.vow_of_union", "denizen.wild_allies"


# -- modifiers -----------------------------------------------------------------------------------------------------


def with_one_of(*suits):
    """Has the card of a Muster or Trade one of some suits?"""
    return lambda game, frame: facts.suit_of(game, frame.given["card"]) in suits


@modifies(
    ANIMAL_PLAYMATES, "muster", "muster.cost", serves=with_one_of("beast"), stage=Stage.LIMIT, cites=("7.4", "5.2.1")
)
def animal_playmates(game, frame, value, me):
    """Muster on a Beast card without Supply."""
    return value.without_supply()


@modifies(
    BIRDSONG, "trade", "trade.cost", serves=with_one_of("beast", "nomad"), stage=Stage.LIMIT, cites=("7.4", "5.3.1")
)
def birdsong(game, frame, value, me):
    """Trade with a Beast or Nomad card without Supply."""
    return value.without_supply()


def with_the_oak(game, frame):
    """Is it a Trade with the Oak for secrets by somebody who has a Beast adviser?"""
    oak = frame.given["card"] == THE_OLD_OAK and frame.given["for"] == FOR_SECRETS
    return oak and "beast" in facts.adviser_suits(game, frame.actor)


@modifies(THE_OLD_OAK, "trade", "trade.gain", serves=with_the_oak, cites=("7.4", "5.3.2"))
def the_old_oak(game, frame, value, me):
    """A secret more for secrets with the Oak, if one has a Beast adviser."""
    return type(value)(value, secrets=value.get("secrets", 0) + 1)


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
    if facts.suit_of(game, frame.given["card"]) == "beast" and shared.works_again(game, frame, WILD_CRY):
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
    pile = yield from choose("bracken.pile", me, (shared.NONE, *ENDS_OF_PILES), "10.5", about=frame)
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
    if pile in (None, "", shared.NONE) or frame.fact("when_played"):
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
    return shared.dearer(game, frame, value, me, Item("burn", FAVOR, 1, SHARED, "7.1.2", INSECT_SWARM))


@power("campaign.plan", TRUE_NAMES, subject="ruler", cites=("5.5.3", "9.2", "10.14", "10.29"))
def true_names(game, frame, me):
    """The enemy cannot use battle plans that match an adviser of its holder."""
    suit = facts.suit_of(game, frame.given["card"])
    matches = shared.is_of_enemy(frame, me) and suit in facts.adviser_suits(game, me)
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
    found = shared.posts(game, me, beast_sites(game), owes=power_cost(WILD_ALLIES, "action"))
    yield bool(found), "5.5.1", "from no site with a Beast card is a campaign possible"


@action(WILD_ALLIES, may=wild_allies_may, cites=("7.3.2", "5.5.1", "10.9", "A-105"))
def wild_allies(game, frame, me):
    """Campaign as if from any site with a Beast card, without Supply; one's warbands there join the force."""
    yield from shared.campaign_from(game, frame, me, beast_sites(game), "wild_allies.site")
