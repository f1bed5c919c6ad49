"""Discord."""

from oathtools import catalog
from oathtools.engine.rows import holds
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER
from oathtools.powers.asks import a_bank
from oathtools.powers.define import power, rest, when_played
from oathtools.powers.granted import may_take
from oathtools.powers.plans import battle_plan
from oathtools.procedures import facts, taking, verbs
from oathtools.procedures.action import power_cost
from oathtools.procedures.asking import choose, confirm
from oathtools.procedures.campaign import CAMPAIGN, PAWN, is_site
from oathtools.procedures.dice import roll_dice
from oathtools.procedures.frame import Frame
from oathtools.procedures.play import FACEDOWN, place_or_discard
from oathtools.procedures.travel import TRAVEL
from oathtools.table.state import CARDS, EXILE, FAVOR, SLOT, SLOTS

BOILING_LAKE, RELIC_THIEF, SALT_THE_EARTH = "denizen.boiling_lake", "denizen.relic_thief", "denizen.salt_the_earth"
FALSE_PROPHET, INSOMNIA, SILVER_TONGUE = "denizen.false_prophet", "denizen.insomnia", "denizen.silver_tongue"
UNLIMITED = 99
BANDIT_CHIEF, BEAST_TAMER = "denizen.bandit_chief", "denizen.beast_tamer"
SECOND_WIND, SNEAK_ATTACK = "denizen.second_wind", "denizen.sneak_attack"
SLANDER, BOOK_BURNING = "denizen.slander", "denizen.book_burning"


@when_played(BANDIT_CHIEF, cites=("7.3.3", "10.13", "A-122"))
def bandit_chief_is_played(game, frame, me):
    """Kill one warband at each site."""
    for slot in range(SLOTS):
        colors = list(facts.warbands_at(game, slot))
        if colors:
            color = yield from choose("bandit_chief.color", me, colors, "7.3.3", about=frame)
            yield from verbs.kill(game, color, 1, SLOT[slot], "7.3.3")


@power("play", "denizen.gossip", subject="ruler", cites=("5.1.4.2", "9.2"))
def gossip(game, frame, me):
    """Enemies of its ruler cannot play facedown."""
    barred = frame.given["to"] == FACEDOWN and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", "denizen.gossip does not let enemies of its ruler play facedown"


@power("travel.after", BOILING_LAKE, subject="all", cites=("5.6.2", "10.13"))
def boiling_lake(game, frame, me):
    """Whoever travels to its site without ruling it must kill two warbands on their board, if able."""
    seat, there = frame.actor, facts.slot_named(game, frame.given["to"])
    if facts.slot_of(game, BOILING_LAKE) == there and not facts.rules_card(game, seat, BOILING_LAKE):
        yield from verbs.kill(game, facts.color_of(game, seat), 2, f"board.{seat}", "5.6.2", "9.2")


@power("relics.taken", RELIC_THIEF, subject="ruler", cites=("10.2", "10.26", "A-64"))
def relic_thief(game, frame, me):
    """After another player in the region takes relics, a roll of as many defense dice without a shield takes them."""
    taker, relics = frame.actor, frame.given["relics"]
    prey = [relic for relic in relics if facts.owner(game, relic) == taker]
    prey = [relic for relic in prey if holds(taking.may_take(game, me, relic, "steal"))]
    cost = power_cost(RELIC_THIEF, "persistent")
    near = me != taker and facts.region_of(game, me) == facts.region_of(game, taker)
    if not (near and prey and holds(verbs.can_pay(game, me, cost))):
        return
    if (yield from confirm("relic_thief.use", me, "10.2", about=frame)):
        yield from verbs.pay(game, me, cost, "7.1.2")
        faces = yield from roll_dice(game, DEFENDER, me, len(relics), "7.1.3", why="relic_thief")
        if not {"shield", "two_shields"} & set(faces):
            yield from taking.take_all(game, me, prey, "7.1.3")


# -- Salt the Earth ------------------------------------------------------------------------------------------------


@power("play", SALT_THE_EARTH, subject="player", cites=("7.2.2", "9.2"))
def salt_the_earth_needs_loose_ground(game, frame, me):
    """It cannot be played where any card is locked."""
    to = frame.given["to"]
    if is_site(to):
        locked = [card for card in game.state.zone(CARDS[facts.slot_named(game, to)]) if facts.is_locked(game, card)]
        yield not locked, "9.2", f"{locked[0] if locked else ''} is locked there"


@power("capacity", SALT_THE_EARTH, subject="all", stage=Stage.SET, cites=("2.8.1",))
def salt_the_earth_leaves_room_for_one(game, frame, value, me):
    """Its site has room for one card."""
    here = facts.slot_of(game, SALT_THE_EARTH) == frame.given["slot"]
    return catalog.card(SALT_THE_EARTH).facts["sets_site_capacity"] if here else value


@power("capacity", SALT_THE_EARTH, subject="all", stage=Stage.IGNORE, cites=("2.8.1", "9.2"))
def salt_the_earth_ignores_capacity(game, frame, value, me):
    """On its way in it has room wherever the site is faceup."""
    return UNLIMITED if frame.facts.get("arriving") == SALT_THE_EARTH else value


@when_played(SALT_THE_EARTH, cites=("7.3.3", "10.5"))
def salt_the_earth(game, frame, me):
    """All other denizens at its site are discarded."""
    others = [card for card in game.state.zone(CARDS[frame.given["slot"]]) if card != SALT_THE_EARTH]
    others = [card for card in others if catalog.card(card).kind == "denizen" and facts.may_discard(game, card)]
    yield from verbs.discard(game, me, others, "7.3.3")


# -- False Prophet -------------------------------------------------------------------------------------------------


@when_played(FALSE_PROPHET, cites=("7.3.3", "10.10"))
def false_prophet(game, frame, me):
    """An Exile gains a warband and sets it on a revealed Vision."""
    if game.state.players[me].role != EXILE:
        return
    gained = yield from verbs.gain_warbands(game, me, 1, "7.3.3")
    visions = [card for seat in game.state.seats for card in game.state.zone(f"vision.{seat}")]
    if gained and visions:
        vision = yield from choose("false_prophet.vision", me, visions, "7.3.3")
        yield from verbs.place_warbands(game, me, 1, vision, "7.3.3")


@power("visions", FALSE_PROPHET, subject="owner", cites=("3.2",))
def false_prophet_sees(game, frame, value, me):
    """The Vision on which its holder's warband stands is revealed for them as well."""
    visions = [card for seat in game.state.seats for card in game.state.zone(f"vision.{seat}")]
    return (*value, *(card for card in visions if game.state.count(card, me) and card not in value))


@power("discarded", FALSE_PROPHET, subject="ruler", cites=("5.1.4", "A-109"))
def false_prophet_inherits(game, frame, me):
    """When that Vision is discarded the warband dies, and its holder plays or discards it as if they had searched."""
    vision = frame.given["card"]
    if frame.given["killed"].get(me) and catalog.card(vision).kind == "vision":
        yield from verbs.pick_up(game, me, vision, "5.1.4")
        yield from place_or_discard(game, me, vision, Frame("search", me), drawn=True)


# -- Rest ----------------------------------------------------------------------------------------------------------


@power("adviser.limit", INSOMNIA, SILVER_TONGUE, subject="owner", cites=("7.6.4",))
def two_advisers(game, frame, value, me):
    """Two advisers at most."""
    return value.at_most(catalog.card(INSOMNIA).facts["adviser_limit"])


def suits_here(game, me):
    """The suits of the cards at a player's site."""
    here = game.state.zone(CARDS[facts.site_of(game, me)])
    return [suit for suit in catalog.SUITS if any(facts.suit_of(game, card) == suit for card in here)]


def a_suit_is_here(game, frame, me):
    """Does a card at the site have a suit?"""
    yield bool(suits_here(game, me)), "7.3.4", f"no card with a suit is at the site of {me}"


@rest(SILVER_TONGUE, may=a_suit_is_here, cites=("7.3.4", "10.26", "10.30"))
def silver_tongue(game, frame, me):
    """Take a favor from a bank whose suit a card at one's site has."""
    bank = yield from a_bank(game, me, "silver_tongue.bank", "10.30", suits_here(game, me))
    yield from verbs.gain_favor(game, me, bank, 1, "7.3.4", "10.26")


@when_played("denizen.a_small_favor", cites=("7.3.3", "10.10"))
def a_small_favor(game, frame, me):
    """Gain four warbands."""
    yield from verbs.gain_warbands(game, me, 4, "7.3.3")


@rest(INSOMNIA, cites=("7.3.4", "10.10"))
def insomnia_rests(game, frame, me):
    """Gain a secret."""
    yield from verbs.gain_secrets(game, me, 1, "7.3.4")


def an_exile_leads(game, frame, me):
    """Is an Exile Oathkeeper or Usurper?"""
    holder = game.state.oathkeeper
    leads = holder is not None and game.state.players[holder].role == EXILE
    yield leads, "7.3.4", "no Exile is Oathkeeper or Usurper"


@rest("denizen.naysayers", may=an_exile_leads, cites=("7.3.4", "10.26"))
def naysayers(game, frame, me):
    """Take a favor from the Chancellor."""
    yield from verbs.take_favor(game, me, facts.chancellor(game), 1, "7.3.4")


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(SECOND_WIND, SLANDER, BOOK_BURNING)


@power("bandits.number", BANDIT_CHIEF, subject="all", cites=("2.8.3", "A-122"))
def bandit_chief(game, frame, value, me):
    """Every site has two bandits more."""
    return value + catalog.card(BANDIT_CHIEF).facts["extra_bandits_per_site"]


@power("campaign.standing", BEAST_TAMER, subject="ruler", cites=("5.5.2", "9.2", "10.7"))
def beast_tamer(game, frame, value, me):
    """The enemy's Beast and Nomad battle plans cannot be used against its holder."""
    side = frame.fact("fight").side_of(me)
    return value if side is None else (*value, (side, BEAST_TAMER))


@power("campaign.after", SNEAK_ATTACK, subject="ruler", stage=Stage.SET, cites=("10.2", "5.5.1", "A-134"))
def sneak_attack(game, frame, me):
    """After another player's campaign: perhaps a campaign against that player, without Supply; before Second Wind."""
    if me not in (frame.actor, facts.BANDITS):
        yield from may_take(game, CAMPAIGN, me, "sneak_attack.campaign", against=frame.actor)


@power("campaign.after", SECOND_WIND, subject="all", cites=("10.2", "7.6.2", "A-134", "A-129"))
def second_wind(game, frame, me):
    """After a victory: perhaps travel, then perhaps campaign, both without Supply, unless the Act Phase is over."""
    on = frame.fact("fight")
    if on.use_of(SECOND_WIND) and on.won and game.state.phase == "act":
        yield from may_take(game, TRAVEL, frame.actor, "second_wind.travel")
        yield from may_take(game, CAMPAIGN, frame.actor, "second_wind.campaign")


@power("campaign.burn", SLANDER, subject="all", used=True, cites=("5.5.7.3", "10.4"))
def slander(game, frame, value, me):
    """All favor on the defender's board is burned instead of half."""
    return facts.board(game, frame.fact("fight").defender, FAVOR)


@power("campaign.victory", BOOK_BURNING, subject="player", cites=("5.5.7.3", "5.5.8", "10.4"))
def book_burning(game, frame, me):
    """If the defender's pawn was a target, the defender burns all secrets on the board but the last (A-64)."""
    on = frame.fact("fight")
    if PAWN in on.targets:
        yield from verbs.burn_secrets(game, on.defender, 1, "book_burning.keep", "5.5.8")
