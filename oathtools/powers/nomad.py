"""Nomad."""

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.engine.windows import Stage
from oathtools.powers.define import action, battle_plan, modifier, modifies, power, there_is, when_played
from oathtools.powers.shared import NONE, change_places, may_join
from oathtools.procedures.actions.play import VISION, place_or_discard
from oathtools.procedures.actions.search import with_discards
from oathtools.procedures.campaign.fight import target_slots
from oathtools.procedures.campaign.pools import defense_places, muster_defense
from oathtools.procedures.chronicle import steps
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import advance_visions
from oathtools.procedures.glossary.taking import may_move, move_card
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, confirm
from oathtools.procedures.machine.frame import FREE, Frame, Item
from oathtools.procedures.minor import exchange
from oathtools.procedures.minor.citizenship import end_act
from oathtools.procedures.minor.warbands import homes, movable, shift
from oathtools.procedures.victory.claims import draw_first_vision, has_vision
from oathtools.table.state import CARDS, CONSPIRACY, DARKEST_SECRET, FAVOR, SHARED, region_of_slot

TENTS, LOST_TONGUE, GREAT_HERD = "denizen.tents", "denizen.lost_tongue", "denizen.great_herd"
VOW_OF_KINSHIP, SACRED_GROUND, RESETTLE = "denizen.vow_of_kinship", "denizen.sacred_ground", "denizen.resettle"
NOMAD_BANK = "bank.nomad"
MOUNTAIN_GIANT, WILD_MOUNTS = "denizen.mountain_giant", "denizen.wild_mounts"
FAITHFUL_FRIEND, TWIN_BROTHER = "denizen.faithful_friend", "denizen.twin_brother"
ANCIENT_PACT, THE_GATHERING = "denizen.ancient_pact", "denizen.the_gathering"
ANCIENT_BINDING, CONVOYS, RELIC_WORSHIP = "denizen.ancient_binding", "denizen.convoys", "denizen.relic_worship"
ANCIENT_BLOODLINE, PILGRIMAGE, ORACLE = "denizen.ancient_bloodline", "denizen.pilgrimage", "denizen.oracle"
FAMILY_WAGON, WARNING_SIGNALS = "denizen.family_wagon", "denizen.warning_signals"
SPELL_BREAKER = "denizen.spell_breaker"


@power("adviser.limit", FAMILY_WAGON, subject="owner", cites=("7.6.4",))
def family_wagon(game, frame, value, me):
    """One adviser that is not a Nomad, and any number of Nomads; unless it is the Wagon that makes room (A-128)."""
    return value if frame.given["leaving"] == FAMILY_WAGON else value.at_most(1).ignoring("nomad")


def within_the_region(game, frame):
    """Does the trip end in the region where it begins?"""
    return region_of_slot(facts.slot_named(game, frame.given["to"])) == facts.region_of(game, frame.actor)


@modifies(
    TENTS,
    "travel",
    "travel.cost",
    serves=within_the_region,
    stage=Stage.LIMIT,
    cites=("7.4", "5.6.1", "7.6.2", "A-191"),
)
def tents(game, frame, value, me):
    """To a site of one's own region no Supply is spent; out of it Tents is wasted (FAQ Tents)."""
    return value.without_supply()


@power("take", LOST_TONGUE, subject="ruler", cites=("9.2", "10.26", "A-123"))
def lost_tongue(game, frame, me):
    """Others who rule no Nomad card cannot target or take its holder's relics and banners."""
    if frame.given["victim"] == me != frame.actor:
        nomad = any(facts.suit_of(game, card) == "nomad" for card in facts.cards_ruled(game, frame.actor))
        yield nomad, "9.2", f"{LOST_TONGUE} protects {frame.given['what']}: {frame.actor} rules no Nomad card"


@when_played(GREAT_HERD, cites=("7.3.3", "10.25", "A-119"))
def great_herd(game, frame, me):
    """It may change places with a Nomad card at any site that is not locked."""
    cards = [card for zone in CARDS for card in game.state.zone(zone) if card != GREAT_HERD]
    nomads = [card for card in cards if facts.suit_of(game, card) == "nomad"]
    yield from change_places(game, me, "great_herd.swap", GREAT_HERD, nomads)


# -- Vow of Kinship ------------------------------------------------------------------------------------------------


@power("play.after", VOW_OF_KINSHIP, subject="player", cites=("10.15",))
def vow_of_kinship(game, frame, me):
    """All favor on its holder's board goes to the Nomad bank."""
    yield from verbs.put_favor(game, me, facts.board(game, me, FAVOR), NOMAD_BANK, "10.15")


@power("favor.home", VOW_OF_KINSHIP, subject="owner", cites=("10.10", "10.11", "10.26"))
def vow_of_kinship_home(game, frame, value, me):
    """So does all favor on its way there."""
    return NOMAD_BANK


@power("purse", VOW_OF_KINSHIP, subject="owner", cites=("7.1.2",))
def vow_of_kinship_purse(game, frame, value, me):
    """And the favor of the Nomad bank may be used as if it lay on the board."""
    return (*value, NOMAD_BANK) if frame.action == FAVOR else value


# -- others --------------------------------------------------------------------------------------------------------


@power("play", SACRED_GROUND, subject="all", cites=("5.1.4.3", "9.2"))
def sacred_ground(game, frame, me):
    """Visions but the Conspiracy go faceup only from its site."""
    if frame.given["to"] == VISION and frame.given["card"] != CONSPIRACY:
        there = facts.site_of(game, frame.actor) == facts.slot_of(game, SACRED_GROUND)
        yield there, "9.2", f"{SACRED_GROUND} forbids it: {frame.actor} is not at its site"


def nomad_advisers(game):
    """The faceup Nomad advisers of all players."""
    advisers = [card for seat in game.state.seats for card in game.state.zone(f"advisers.{seat}")]
    return [card for card in advisers if facts.suit_of(game, card) == "nomad"]


def a_nomad_can_settle(game, frame, me):
    """Is there a Nomad adviser that may go to some site?"""
    fits = any(holds(may_move(game, me, card, zone)) for card in nomad_advisers(game) for zone in CARDS)
    yield fits, "10.15", "no faceup Nomad adviser can move to a site"


@action(RESETTLE, may=a_nomad_can_settle, cites=("7.3.2", "10.15", "A-119"))
def resettle(game, frame, me):
    """Move a faceup Nomad adviser of any player to any site."""

    def card_rows(card):
        fits = any(holds(may_move(game, me, card, zone)) for zone in CARDS)
        yield fits, "10.15", f"{card} can move to no site"

    card = yield from choose("resettle.card", me, nomad_advisers(game), "10.15", rows=card_rows)

    def site_rows(site):
        return may_move(game, me, card, CARDS[facts.slot_named(game, site)])

    site = yield from choose("resettle.site", me, facts.site_ids(game), "10.15", rows=site_rows)
    yield from move_card(game, card, CARDS[facts.slot_named(game, site)], "7.3.2")


@action("denizen.elders", cites=("7.3.2", "10.10"))
def elders(game, frame, me):
    """Gain a secret."""
    yield from verbs.gain_secrets(game, me, 1, "7.3.2")


# -- when played ---------------------------------------------------------------------------------------------------


@when_played(FAITHFUL_FRIEND, cites=("7.3.3", "A-117"))
def faithful_friend(game, frame, me):
    """Gain 4 Supply."""
    yield from verbs.gain_supply(game, me, 4, "7.3.3")


@when_played(TWIN_BROTHER, cites=("7.3.3", "10.25", "A-119"))
def twin_brother(game, frame, me):
    """It may change places with a faceup Nomad adviser of another player."""
    cards = [card for card in nomad_advisers(game) if facts.owner(game, card) != me]
    yield from change_places(game, me, "twin_brother.swap", TWIN_BROTHER, cards)


@when_played(ANCIENT_PACT, cites=("7.3.3", "7.6.1", "2.3", "10.11", "A-129"))
def ancient_pact(game, frame, me):
    """An Exile may give the Chancellor the Darkest Secret to become a Citizen, and take a Reliquary relic unseen."""
    if game.state.holders[DARKEST_SECRET] == me and holds(taking.may_give(game, me, DARKEST_SECRET)):
        kinds = ("ancient_pact.citizen", "7.3.3", "ancient_pact.relic")
        yield from may_join(game, frame, me, *kinds, price=DARKEST_SECRET)


@when_played(THE_GATHERING, cites=("7.3.3", "7.6.3", "10.8", "A-126"))
def the_gathering(game, frame, me):
    """From the Chancellor on each player may put their pawn here; then those here may make any number of exchanges."""
    slot = facts.slot_of(game, THE_GATHERING)
    for seat in facts.in_turn_order(game):
        away = game.state.players[seat].slot != slot
        if away and (yield from confirm("the_gathering.come", seat, "7.3.3", about=frame)):
            game.do.put_pawn(seat, slot, ("7.3.3",))
    present = [seat for seat in facts.in_turn_order(game) if game.state.players[seat].slot == slot]
    for seat in present:
        while True:
            others = [other for other in present if other != seat]
            other = yield from choose("the_gathering.deal", seat, (NONE, *others), "7.6.3", default=NONE, about=frame)
            if other == NONE:
                break
            yield from exchange.settle(game, seat, other, "7.6.3", also=(exchange.RELICS, exchange.ADVISERS))


# -- Action and others ---------------------------------------------------------------------------------------------


@action(ANCIENT_BINDING, cites=("7.3.2", "10.4", "A-173"))
def ancient_binding(game, frame, me):
    """Every player burns all secrets but the last; its user's last one is that on this card."""
    for seat in facts.in_turn_order(game):
        yield from verbs.burn_secrets(game, seat, 0 if seat == me else 1, "ancient_binding.keep", "7.3.2", user=me)
    if game.takes("A-173", "a") == "b":
        yield from verbs.burn_from_cards(game, ANCIENT_BINDING, "7.3.2")


def piles_elsewhere(game, me):
    """The discard piles of other regions that hold cards."""
    own = facts.region_of(game, me)
    return [f"discard.{region}" for region in catalog.REGIONS if region != own and game.state.zone(f"discard.{region}")]


@action(
    CONVOYS,
    may=there_is(piles_elsewhere, "7.3.2", "the discard piles of the other regions are empty"),
    cites=("7.3.2", "2.1.2"),
)
def convoys(game, frame, me):
    """Another region's discard pile goes on top of one's own region's."""
    pile = yield from choose("convoys.pile", me, piles_elsewhere(game, me), "7.3.2")
    yield from verbs.stack_pile(game, pile, f"discard.{facts.region_of(game, me)}", "7.3.2")


@modifier(RELIC_WORSHIP, "recover", cites=("7.4", "10.2"))
def relic_worship(game, frame, param):
    """Supply for a relic."""


@power("recovered", RELIC_WORSHIP, used=True, cites=("5.4.3", "10.2", "A-117"))
def relic_worship_rewards(game, frame, me):
    """3 Supply after a relic was recovered."""
    yield from verbs.gain_supply(game, me, 3, "10.2")


@power("recovered", RELIC_WORSHIP, cites=("11.2", "10.2", "A-111", "A-117"))
def relic_worship_at_homelands(game, frame, me):
    """Also after one that was won from a Homeland."""
    if frame.action != "recover":
        yield from verbs.gain_supply(game, me, 3, "10.2")


@power("locked", ANCIENT_BLOODLINE, subject="ruler", cites=("7.2.2", "10.16", "10.7"))
def ancient_bloodline(game, frame, me):
    """For enemies the denizens and relics at the sites its holder rules are locked, at all times."""
    card = frame.given["card"]
    kind, slot = game.state.back(card), facts.slot_of(game, card)
    theirs = slot is not None and kind in ("denizen", "relic") and facts.rules_site(game, me, slot)
    barred = theirs and facts.enemies(game, me, frame.actor)
    yield not barred, "10.16", f"{ANCIENT_BLOODLINE} locks {card} for enemies of {me}"


@power("take", ANCIENT_BLOODLINE, subject="ruler", cites=("7.2.2", "10.26", "A-123", "A-182"))
def ancient_bloodline_keeps(game, frame, me):
    """Nor can enemies take those relics in any way; not even with the site, unless a table reads it so (A-182)."""
    what, on = frame.given["what"], frame.fact("fight")
    conquered = on is not None and facts.slot_of(game, what) in target_slots(game, on.targets)
    if conquered and frame.given["how"] == "campaign" and game.takes("A-182", "a") == "b":
        return
    yield from ancient_bloodline(game, frame.with_(card=frame.given["what"]), me)


# -- hidden stacks -------------------------------------------------------------------------------------------------


@when_played(PILGRIMAGE, cites=("7.3.3", "10.15", "10.17", "A-120"))
def pilgrimage(game, frame, me):
    """The denizens at one's site go to the Dispossessed; as many at random from there go on the region's pile."""
    there = game.state.zone(CARDS[facts.site_of(game, me)])
    # They are moved, not discarded: what this Search uses goes too (7.4.3, 9.1).
    gone = [card for card in there if catalog.card(card).kind == "denizen" and not facts.is_locked(game, card)]
    pile = f"discard.{facts.region_of(game, me)}"
    yield from steps.send(game, me, gone, "7.3.3")
    yield from steps.lay_on_pile(game, me, len(gone), pile, "pilgrimage.draw", "7.3.3")


def a_vision_is_left(game, frame, me):
    """Is there one in the world deck?"""
    yield has_vision(game), "10.6", "no Vision is left in the world deck"


@power("power.cost", ORACLE, subject="all", cites=("5.1.4", "6.1"))
def oracle_is_played_as_searched(game, frame, value, me):
    """What is asked of those who play a facedown adviser is asked here too (FAQ Oracle)."""
    return value + game.fold("play.cost", FREE, frame) if frame.given["card"] == ORACLE else value


@action(ORACLE, may=a_vision_is_left, cites=("7.3.2", "10.6", "2.7.1", "5.1.4"))
def oracle(game, frame, me):
    """Draw the topmost Vision of the world deck, and play or discard it as in a Search."""
    cards = yield from draw_first_vision(game, me, "oracle.depth", "7.3.2", "10.6")
    for card in cards:
        advance_visions(game, "2.7.1")
        as_searched = yield from with_discards(game, Frame("search", me))
        yield from place_or_discard(game, me, card, as_searched)


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(MOUNTAIN_GIANT, WILD_MOUNTS, WARNING_SIGNALS)


@power("plan.leaves", MOUNTAIN_GIANT, subject="all", used=True, cites=("5.5.8",))
def mountain_giant(game, frame, value, me):
    """It is discarded only after the choice of three (FAQ Mountain Giant)."""
    if frame.given["card"] != MOUNTAIN_GIANT:
        return value
    return frame.fact("fight").use_of(MOUNTAIN_GIANT).chosen.number == 3


@power("plan.discards", WILD_MOUNTS, subject="all", used=True, cites=("5.5.8", "10.5"))
def wild_mounts(game, frame, proceed, me):
    """Instead of any number of Nomad plans its user may discard one Beast card that they rule.

    Bandits do so if it saves two or more, with the first Beast card from the top of the Cradle (A-54).
    """
    on, who = frame.fact("fight"), frame.actor
    used = on.use_of(WILD_MOUNTS)
    mine = used is not None and used.who == who
    nomads = [card for card in frame.given["cards"] if facts.suit_of(game, card) == "nomad"]
    beasts = [card for card in facts.cards_ruled(game, who) if facts.suit_of(game, card) == "beast"]
    seat = frame.given["seat"]
    beasts = [card for card in beasts if facts.may_discard(game, card, seat)]
    gone = NONE
    if mine and nomads and beasts:
        if who == facts.BANDITS:
            gone = beasts[0] if len(nomads) > 1 else NONE
        else:
            gone = yield from choose("wild_mounts.instead", who, (NONE, *beasts), "5.5.8", default=NONE, about=frame)
    if gone != NONE:
        frame.given["cards"] = [card for card in frame.given["cards"] if card not in nomads]
        yield from verbs.discard(game, seat, [gone], "5.5.8", by=who)
    yield from proceed()


@power("plan.used", WARNING_SIGNALS, subject="player", used=True, cites=("5.5.3", "10.15"))
def warning_signals(game, frame, me):
    """Move any warbands among the board and the sites one rules, not the last of a site; then the force is counted."""
    if me != facts.BANDITS:
        yield from shift(game, me, "warning_signals", "5.5.3")
        muster_defense(game, frame.fact("fight"))


@power("campaign.told", WARNING_SIGNALS, subject="player", cites=("5.5.3",))
def warning_signals_at_most(game, frame, value, me):
    """Before it is used: the most warbands that can be moved into the defending force."""
    moved = 0
    if me != facts.BANDITS:
        force = defense_places(game, frame.fact("fight"))
        if any(place in force for place in homes(game, me)):
            moved = sum(count for place, count in movable(game, me).items() if place not in force)
    return {**value, "moved_warbands": moved}


@power("secret.cost", SPELL_BREAKER, subject="ruler", cites=("7.1.2", "9.2", "10.7"))
def spell_breaker(game, frame, me):
    """Enemies of its ruler cannot use powers that cost any secret."""
    yield not facts.enemies(game, me, frame.actor), "9.2", f"{SPELL_BREAKER} bars powers that cost a secret"


# -- nomad: what is used for traveling, and what follows it ------------------------------------------------------------


A_FAST_STEED, SPECIAL_ENVOY, HOSPITALITY = "denizen.a_fast_steed", "denizen.special_envoy", "denizen.hospitality"
WAY_STATION = "denizen.way_station"


def few_warbands(game, frame, me):
    """Three at most on the board."""
    return ("",) if facts.board(game, me, "warbands") <= 3 else ()


@modifies(
    A_FAST_STEED, "travel", "travel.cost", options=few_warbands, stage=Stage.LIMIT, cites=("7.4", "5.6.1", "7.6.2")
)
def a_fast_steed(game, frame, value, me):
    """Travel without Supply."""
    return value.without_supply()


@modifies(SPECIAL_ENVOY, "travel", "travel.cost", stage=Stage.LIMIT, cites=("7.4", "5.6.1", "7.6.2"))
def special_envoy(game, frame, value, me):
    """Travel without Supply; then the Act Phase is over."""
    return value.without_supply()


@power("travel.after", SPECIAL_ENVOY, used=True, subject="all", stage=Stage.LIMIT, cites=("5.6.2", "10.2"))
def special_envoy_rests(game, frame, me):
    """The Act Phase ends."""
    end_act(game, frame.actor)
    yield from ()


def hosts(game, frame, me):
    """The banks of the suits that both a card at one's site and an adviser have."""
    here = game.state.zone(CARDS[facts.site_of(game, me)])
    mine = facts.adviser_suits(game, me)
    suits = [suit for suit in catalog.SUITS if suit in mine and any(facts.suit_of(game, c) == suit for c in here)]
    return [f"bank.{suit}" for suit in suits]


@power(
    "travel.after",
    HOSPITALITY,
    subject="owner",
    when=hosts,
    cites=("5.6.2", "7.4.1", "10.2", "10.10", "10.14", "A-132"),
)
def hospitality(game, frame, me):
    """Who has traveled, made to or not, may gain a favor from a bank whose suit a card there and an adviser have."""
    banks = hosts(game, frame, me)
    bank = yield from choose("hospitality.bank", me, (NONE, *banks), "10.2", "10.10", default=NONE, about=frame)
    if bank != NONE:
        yield from verbs.gain_favor(game, me, bank.removeprefix("bank."), 1, "5.6.2", "10.10")


def at_a_station(game, frame, me):
    """Its ruler travels there for nothing anyhow; nobody rules it where its site lies facedown (10.21)."""
    ruled = facts.rulers_of_card(game, WAY_STATION)
    return ("",) if ruled and not facts.rules_card(game, me, WAY_STATION) else ()


def to_the_station(game, frame):
    """Does the trip end at its site?"""
    return facts.slot_named(game, frame.given["to"]) == facts.slot_of(game, WAY_STATION)


@power("travel.cost", WAY_STATION, subject="all", stage=Stage.LIMIT, cites=("5.6.1", "7.6.2"))
def way_station_of_ruler(game, frame, value, me):
    """Its ruler spends no Supply to travel there."""
    mine = to_the_station(game, frame) and facts.rules_card(game, frame.actor, WAY_STATION)
    return value.without_supply() if mine else value


@modifies(
    WAY_STATION,
    "travel",
    "travel.cost",
    options=at_a_station,
    serves=to_the_station,
    open=True,
    stage=Stage.LIMIT,
    cites=("7.1.4", "5.6.1", "10.11", "7.6.2"),
)
def way_station(game, frame, value, me):
    """Others give its ruler a favor instead of Supply: the Chancellor for the Empire; under bandits it is burned."""
    ruler = facts.rulers_of_card(game, WAY_STATION)[0]
    to = SHARED if ruler == facts.BANDITS else f"board.{ruler}"
    verb = "burn" if ruler == facts.BANDITS else "give"
    return value.without_supply().plus(Item(verb, FAVOR, 1, to, "5.6.1", WAY_STATION, power=True))
