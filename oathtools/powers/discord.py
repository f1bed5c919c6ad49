"""Discord."""

from functools import partial

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER, Battle
from oathtools.odds.using import rolled_defense
from oathtools.powers import shared
from oathtools.powers.define import action, battle_plan, modifies, power, rest, there_is, when_played
from oathtools.procedures.actions.action import power_cost
from oathtools.procedures.actions.play import FACEDOWN, place_or_discard
from oathtools.procedures.actions.search import with_discards
from oathtools.procedures.actions.travel import TRAVEL
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.fight import PAWN, is_site
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import look_at_top
from oathtools.procedures.glossary.taking import may_swap, swap_cards
from oathtools.procedures.glossary.verbs import roll_dice
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import amount, choose, confirm
from oathtools.procedures.machine.frame import FREE, Frame
from oathtools.procedures.minor.citizenship import act_is_over
from oathtools.table import state as table

BOILING_LAKE, RELIC_THIEF, SALT_THE_EARTH = "denizen.boiling_lake", "denizen.relic_thief", "denizen.salt_the_earth"
FALSE_PROPHET, INSOMNIA, SILVER_TONGUE = "denizen.false_prophet", "denizen.insomnia", "denizen.silver_tongue"
BANDIT_CHIEF, BEAST_TAMER, SECOND_WIND = "denizen.bandit_chief", "denizen.beast_tamer", "denizen.second_wind"
SNEAK_ATTACK, ASSASSIN, ENCHANTRESS = "denizen.sneak_attack", "denizen.assassin", "denizen.enchantress"
GAMBLING_HALL, SCRYER, SLEIGHT_OF_HAND = "denizen.gambling_hall", "denizen.scryer", "denizen.sleight_of_hand"
CHAOS_CULT, VOW_OF_RENEWAL, DOWNTRODDEN = "denizen.chaos_cult", "denizen.vow_of_renewal", "denizen.downtrodden"
SLANDER, BOOK_BURNING = "denizen.slander", "denizen.book_burning"
UNLIMITED = 99


@when_played(BANDIT_CHIEF, cites=("7.3.3", "10.13", "A-122"))
def bandit_chief_is_played(game, frame, me):
    """Kill one warband at each site."""
    for slot in range(table.SLOTS):
        yield from shared.kill_one(game, me, "bandit_chief.color", table.SLOT[slot], "7.3.3")


@power("play", "denizen.gossip", subject="ruler", cites=("5.1.4.2", "9.2"))
def gossip(game, frame, me):
    """Enemies of its ruler cannot play facedown."""
    barred = frame.given["to"] == FACEDOWN and facts.enemies(game, me, frame.actor)
    yield not barred, "9.2", "denizen.gossip does not let enemies of its ruler play facedown"


def a_stranger_came(game, frame, me):
    """Did somebody travel to its site who does not rule it?"""
    there = facts.slot_named(game, frame.given["to"])
    return facts.slot_of(game, BOILING_LAKE) == there and not facts.rules_card(game, frame.actor, BOILING_LAKE)


@power("traveled", BOILING_LAKE, subject="all", when=a_stranger_came, cites=("5.6.2", "10.13"))
def boiling_lake(game, frame, me):
    """Whoever travels to its site without ruling it must kill two warbands on their board, if able."""
    seat = frame.actor
    few = facts.board(game, seat, "warbands") < 2 and game.takes("A-156", "a") == "b"
    yield from verbs.kill(game, facts.color_of(game, seat), 0 if few else 2, f"board.{seat}", "5.6.2", "9.2")


@power("relics.taken", RELIC_THIEF, subject="ruler", cites=("10.2", "10.26", "A-64"))
def relic_thief(game, frame, me):
    """After another player in the region takes relics, a roll of as many defense dice without a shield takes them."""
    taker, relics = frame.actor, frame.given["relics"]
    if me in (taker, facts.BANDITS):
        return
    prey = [relic for relic in relics if facts.owner(game, relic) == taker]
    prey = [relic for relic in prey if holds(taking.may_take(game, me, relic, "steal"))]
    cost = power_cost(RELIC_THIEF, "persistent")
    near = facts.region_of(game, me) == facts.region_of(game, taker)
    # In one's own turn what is placed stays on the card and closes it; in another's it leaves at once (7.1.2).
    payable = verbs.can_pay_power(game, me, RELIC_THIEF, cost)
    if not (near and prey and holds(payable)):
        return
    if (yield from confirm("relic_thief.use", me, "10.2", about=frame)):
        yield from verbs.pay(game, me, cost, "7.1.2")
        faces = yield from roll_dice(game, DEFENDER, me, len(relics), "7.1.3", why="relic_thief")
        if not {"shield", "two_shields"} & set(faces):
            yield from taking.take_all(game, me, prey, "7.1.3")


# -- Salt the Earth ------------------------------------------------------------------------------------------------


@power("play", SALT_THE_EARTH, subject="player", cites=("7.2.2", "9.2"))
def salt_the_earth_needs_loose_ground(game, frame, me):
    """It cannot be played where any card is locked: a denizen, an edifice, or a relic that counts as locked."""
    to = frame.given["to"]
    if is_site(to):
        slot = facts.slot_named(game, to)
        for card in (*game.state.zone(table.CARDS[slot]), *game.state.zone(table.RELICS[slot])):
            locks = list(facts.lock_rows(game, card))
            yield holds(locks), "9.2", f"{card} is locked there"
            yield from (row for row in locks if len(row) == 4)


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
    others = [card for card in game.state.zone(table.CARDS[frame.given["slot"]]) if card != SALT_THE_EARTH]
    others = [card for card in others if catalog.card(card).kind == "denizen" and facts.may_discard(game, card)]
    yield from verbs.discard(game, me, others, "7.3.3")


# -- False Prophet -------------------------------------------------------------------------------------------------


@when_played(FALSE_PROPHET, cites=("7.3.3", "10.10"))
def false_prophet(game, frame, me):
    """An Exile gains a warband and sets it on a revealed Vision."""
    if game.state.players[me].role != table.EXILE:
        return
    gained = yield from verbs.gain_warbands(game, me, 1, "7.3.3")
    visions = [card for seat in game.state.seats for card in facts.vision_shown(game, seat)]
    if gained and visions:
        vision = yield from choose("false_prophet.vision", me, visions, "7.3.3")
        yield from verbs.place_warbands(game, me, 1, vision, "7.3.3")


def pays_toll(game, frame):
    """Does a player give what is asked of those who play a facedown adviser (FAQ Oracle), if anything is? (A-152)"""
    cost = game.fold("play.cost", FREE, frame)
    if not cost.items:
        return True
    payable = holds(verbs.can_pay(game, frame.actor, cost))
    if not payable or not (yield from confirm("false_prophet.toll", frame.actor, "6.1", about=frame)):
        return False
    yield from verbs.pay(game, frame.actor, cost, "6.1")
    return True


@power("visions", FALSE_PROPHET, subject="owner", cites=("3.2",))
def false_prophet_sees(game, frame, value, me):
    """The Vision on which its holder's warband stands is revealed for them as well."""
    visions = [card for seat in game.state.seats for card in facts.vision_shown(game, seat)]
    return (*value, *(card for card in visions if game.state.count(card, me) and card not in value))


@power("discarded", FALSE_PROPHET, subject="ruler", cites=("5.1.4", "A-109", "A-152"))
def false_prophet_inherits(game, frame, me):
    """When that Vision is discarded the warband dies, and its holder plays or discards it as if they had searched."""
    vision = frame.given["card"]
    if frame.given["killed"].get(me) and catalog.card(vision).kind == "vision":
        if game.takes("A-152", "a") == "a" and not (
            yield from pays_toll(game, Frame("play", me, None, {"card": vision}))
        ):
            return
        yield from verbs.pick_up(game, me, vision, "5.1.4")
        as_searched = yield from with_discards(game, Frame("search", me))
        yield from place_or_discard(game, me, vision, as_searched)


# -- Rest ----------------------------------------------------------------------------------------------------------


@power("adviser.limit", INSOMNIA, SILVER_TONGUE, ASSASSIN, subject="owner", cites=("7.6.4",))
def two_advisers(game, frame, value, me):
    """Two advisers at most."""
    return value.at_most(catalog.card(INSOMNIA).facts["adviser_limit"])


def suits_here(game, me):
    """The suits of the cards at a player's site."""
    here = game.state.zone(table.CARDS[facts.site_of(game, me)])
    return [suit for suit in catalog.SUITS if any(facts.suit_of(game, card) == suit for card in here)]


@rest(
    SILVER_TONGUE,
    may=there_is(suits_here, "7.3.4", "no card with a suit is at the site of {me}"),
    cites=("7.3.4", "10.26", "10.30"),
)
def silver_tongue(game, frame, me):
    """Take a favor from a bank whose suit a card at one's site has."""
    bank = yield from shared.a_bank(game, me, "silver_tongue.bank", "10.30", suits_here(game, me))
    yield from verbs.gain_favor(game, me, bank, 1, "7.3.4", "10.26")


@rest(INSOMNIA, cites=("7.3.4", "10.10"))
def insomnia_rests(game, frame, me):
    """Gain a secret."""
    yield from verbs.gain_secrets(game, me, 1, "7.3.4")


def an_exile_leads(game, frame, me):
    """Is an Exile Oathkeeper or Usurper?"""
    holder = game.state.oathkeeper
    leads = holder is not None and game.state.players[holder].role == table.EXILE
    yield leads, "7.3.4", "no Exile is Oathkeeper or Usurper"


@rest("denizen.naysayers", may=an_exile_leads, cites=("7.3.4", "10.26"))
def naysayers(game, frame, me):
    """Take a favor from the Chancellor."""
    yield from verbs.take_favor(game, me, facts.chancellor(game), 1, "7.3.4")


# -- Action --------------------------------------------------------------------------------------------------------


def marked(game, me):
    """The faceup advisers of players here that may be discarded."""
    return [card for seat in shared.players_here(game, me) for card in shared.faceup_advisers(game, seat)]


@action(
    ASSASSIN,
    may=there_is(marked, "7.3.2", "no faceup adviser of a player at the site of {me} can be discarded"),
    cites=("7.3.2", "10.5", "10.30"),
)
def assassin(game, frame, me):
    """Discard a faceup adviser of a player at one's site."""
    card = yield from choose("assassin.card", me, marked(game, me), "7.3.2")
    yield from verbs.discard(game, me, [card], "7.3.2")


def beside_her(game):
    """The faceup advisers with which the Enchantress might change places."""
    return [card for seat in game.state.seats for card in shared.faceup_advisers(game, seat) if card != ENCHANTRESS]


def an_adviser_can_be_swapped(game, frame, me):
    """Is there one?"""
    can = any(holds(may_swap(game, ENCHANTRESS, card)) for card in beside_her(game))
    yield can, "10.25", f"no faceup adviser can be swapped with {ENCHANTRESS}"


@action(ENCHANTRESS, may=an_adviser_can_be_swapped, cites=("7.3.2", "10.25", "7.2"))
def enchantress(game, frame, me):
    """Swap her with any faceup adviser."""
    rows = partial(may_swap, game, ENCHANTRESS)
    card = yield from choose("enchantress.card", me, beside_her(game), "10.25", rows=rows)
    yield from swap_cards(game, ENCHANTRESS, card, "7.3.2")


@action(GAMBLING_HALL, cites=("7.3.2", "5.5.4", "10.26"))
def gambling_hall(game, frame, me):
    """Four defense dice: as much favor from one bank as they show shields, doublers counted."""
    faces = yield from roll_dice(game, DEFENDER, me, 4, "7.3.2", why="gambling_hall")
    won = rolled_defense(Battle(0, 0, 4), faces)
    if won:
        bank = yield from shared.a_bank(game, me, "gambling_hall.bank")
        yield from verbs.gain_favor(game, me, bank, won, "7.3.2", "10.26")


@action(SCRYER, cites=("7.3.2", "10.17", "A-118"))
def scryer(game, frame, me):
    """Look at the whole of one discard pile."""
    piles = [f"discard.{region}" for region in catalog.REGIONS]
    pile = yield from choose("scryer.pile", me, piles, "7.3.2")
    yield from look_at_top(game, me, pile, len(game.state.zone(pile)), "7.3.2")


def careless(game, me):
    """The players here with more than one secret."""
    return [
        seat
        for seat in shared.neighbors(game, me)
        if sum(facts.board(game, seat, what) for what in (table.SECRET, table.HIDDEN)) > 1
    ]


@action(
    SLEIGHT_OF_HAND,
    may=there_is(careless, "7.3.2", "no other player at the site of {me} has more than one secret"),
    cites=("7.3.2", "10.26", "10.30"),
)
def sleight_of_hand(game, frame, me):
    """Take a secret from a player here, but not the last."""
    other = yield from choose("sleight_of_hand.player", me, careless(game, me), "10.30")
    yield from verbs.take_secret(game, me, other, "7.3.2")


# -- others --------------------------------------------------------------------------------------------------------


@power("title.taken", CHAOS_CULT, subject="ruler", cites=("2.11", "10.2", "10.26"))
def chaos_cult(game, frame, me):
    """A favor from another player who takes the Oathkeeper title."""
    if me not in (frame.actor, facts.BANDITS):
        yield from verbs.take_favor(game, me, frame.actor, 1, "10.2")


@power("recover", VOW_OF_RENEWAL, subject="owner", cites=("9.2", "5.4.1"))
def vow_of_renewal(game, frame, me):
    """Its holder cannot recover the People's Favor."""
    yield frame.given["target"] != table.PEOPLES_FAVOR, "9.2", f"{VOW_OF_RENEWAL} bars {me} from recovering it"


@power("favor.burnt", VOW_OF_RENEWAL, subject="ruler", cites=("10.4", "10.26", "A-48"))
def vow_of_renewal_takes(game, frame, value, me):
    """Favor that anybody would burn is its holder's."""
    return value if me == facts.BANDITS else f"board.{me}"


def on_the_poorest(game, frame):
    """Has the bank of the suit of the card mustered on less favor than every other?"""
    held = {suit: game.state.count(f"bank.{suit}", table.FAVOR) for suit in catalog.SUITS}
    suit = facts.suit_of(game, frame.given["card"])
    return suit is not None and all(held[suit] < count for other, count in held.items() if other != suit)


@modifies(DOWNTRODDEN, "muster", "muster.gain", serves=on_the_poorest, cites=("7.4", "5.2.2", "10.14"))
def downtrodden(game, frame, value, me):
    """Two warbands more if the bank of the card's suit has less favor than every other."""
    return value + 2


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(SECOND_WIND, SLANDER, BOOK_BURNING)


@power("bandits.number", BANDIT_CHIEF, subject="all", cites=("2.8.3", "A-122"))
def bandit_chief(game, frame, value, me):
    """Every site has two bandits more."""
    return value + catalog.card(BANDIT_CHIEF).facts["extra_bandits_per_site"]


@power("campaign.standing", BEAST_TAMER, subject="ruler", cites=("5.5.2", "9.2", "10.7", "A-147"))
def beast_tamer(game, frame, value, me):
    """The enemy's Beast and Nomad battle plans cannot be used against its holder."""
    on = frame.fact("fight")
    side = on.side_of(me)
    foe = on.attacker if side == DEFENDER else on.defender
    return (*value, (side, BEAST_TAMER)) if side is not None and facts.enemies(game, me, foe) else value


@power("campaign.after", SNEAK_ATTACK, subject="ruler", stage=Stage.ADD, cites=("10.2", "5.5.1", "A-134"))
def sneak_attack(game, frame, me):
    """After another player's campaign: perhaps a campaign against that player, without Supply; before Second Wind."""
    if me not in (frame.actor, facts.BANDITS):
        yield from shared.may_take(game, CAMPAIGN, me, "sneak_attack.campaign", against=frame.actor)


@power(
    "campaign.after",
    SECOND_WIND,
    subject="all",
    used=True,
    stage=Stage.LIMIT,
    cites=("10.2", "7.6.2", "A-134", "A-129"),
)
def second_wind(game, frame, me):
    """After a victory: perhaps travel, then perhaps campaign, both without Supply, unless one's Act Phase is over.

    The travel may end it too (Special Envoy).
    """
    on, me = frame.fact("fight"), frame.actor
    if on.won:
        for action, kind in ((TRAVEL, "second_wind.travel"), (CAMPAIGN, "second_wind.campaign")):
            if not act_is_over(game, me):
                yield from shared.may_take(game, action, me, kind)


@power("campaign.burn", SLANDER, subject="all", used=True, cites=("5.5.7.3", "10.4", "A-138"))
def slander(game, frame, value, me):
    """All favor of the board, not half; whether is the attacker's choice, unless a table reads A-138 otherwise."""
    return type(value)(facts.board(game, frame.fact("fight").defender, table.FAVOR), game.takes("A-138", "a") == "b")


@power("campaign.victory", BOOK_BURNING, subject="player", used=True, cites=("5.5.7.3", "5.5.8", "10.4"))
def book_burning(game, frame, me):
    """If the defender's pawn was a target, the defender burns all secrets on the board but the last (A-64)."""
    on = frame.fact("fight")
    if PAWN in on.targets:
        yield from verbs.burn_secrets(game, on.defender, 1, "book_burning.keep", "5.5.8", user=me)


# -- discord: the When Played powers that are all that their card does -------------------------------------------------


CHARLATAN, DISSENT, BLACKMAIL = "denizen.charlatan", "denizen.dissent", "denizen.blackmail"
KEY_TO_THE_CITY, RIOTS, ROYAL_AMBITIONS = "denizen.key_to_the_city", "denizen.riots", "denizen.royal_ambitions"


@when_played("denizen.a_small_favor", cites=("7.3.3", "10.10"))
def a_small_favor(game, frame, me):
    """Gain four warbands."""
    yield from verbs.gain_warbands(game, me, 4, "7.3.3")


@when_played(CHARLATAN, cites=("7.3.3", "10.4"))
def charlatan(game, frame, me):
    """All secrets on the Darkest Secret but one are burned."""
    yield from verbs.burn_from_banner(
        game, table.DARKEST_SECRET, game.state.count(table.DARKEST_SECRET, table.SECRET) - 1, "7.3.3"
    )


@when_played(DISSENT, cites=("7.3.3", "10.21", "A-121"))
def dissent(game, frame, me):
    """Each player but the holder of the People's Favor puts a favor on it for each suit they rule."""
    for seat in facts.in_turn_order(game):
        suits = {facts.suit_of(game, card) for card in facts.cards_ruled(game, seat)} - {None}
        if game.state.holders[table.PEOPLES_FAVOR] != seat and game.state.where[DISSENT].startswith(
            ("cards.", "advisers.")
        ):
            number = yield from verbs.owed(game, seat, len(suits), "7.3.3")
            yield from verbs.put_from_funds(game, seat, number, DISSENT, "7.3.3")


def coveted(game, me):
    """The relics of players here that may be taken; one's own too, unless a table reads it otherwise (A-145, A-159)."""
    here = shared.players_here(game, me) if game.takes("A-159", "a") == "a" else shared.neighbors(game, me)
    held = [relic for other in here for relic in facts.relics_held(game, other)]
    return [relic for relic in held if facts.owner(game, relic) == me or shared.can_be_taken(game, me, relic)]


@when_played(BLACKMAIL, cites=("7.3.3", "10.11", "10.26", "A-123", "A-159"))
def blackmail(game, frame, me):
    """Take a relic of a player here, unless they give three favor."""
    prey = coveted(game, me)
    if any(facts.owner(game, relic) != me for relic in prey):
        relic = yield from choose("blackmail.relic", me, prey, "7.3.3", about=frame)
        victim = str(facts.owner(game, relic))
        if victim == me:
            return  # what one has is neither given nor taken
        can = facts.purse(game, victim, table.FAVOR) > 2
        if can and (yield from confirm("blackmail.pay", victim, "7.3.3", about=relic)):
            yield from verbs.give_favor(game, victim, me, 3, "7.3.3")
        else:
            yield from taking.take(game, me, relic, "7.3.3")


def rulers_in_person(game, slot):
    """The rulers of a site whose pawns are there; of the Empire's anyone, or the Chancellor alone (A-176)."""
    there = [seat for seat in game.state.seats if game.state.players[seat].slot == slot]
    there = [seat for seat in there if facts.rules_site(game, seat, slot)]
    return [seat for seat in there if game.state.players[seat].role != table.CITIZEN or game.takes("A-176", "a") == "a"]


@when_played(KEY_TO_THE_CITY, cites=("7.3.3", "10.10", "10.13", "10.21", "A-131", "A-176"))
def key_to_the_city(game, frame, me):
    """If no pawn of its ruler is at the site, all warbands there are killed, and one's own placed.

    As many of them as one likes, where a table reads "any" so (A-185).
    """
    slot = facts.slot_of(game, KEY_TO_THE_CITY)
    if slot is None or rulers_in_person(game, slot):
        return
    for color, count in facts.warbands_at(game, slot).items():
        if game.takes("A-185", "a") == "b":
            count = yield from amount("key_to_the_city.kill", me, 0, count, "10.13", default=count)
        yield from verbs.kill(game, color, count, table.SLOT[slot], "7.3.3")
    gained = yield from verbs.gain_warbands(game, me, 1, "7.3.3")
    if gained and holds(game.rows("place.warbands", Frame("place", me, frame))):
        yield from verbs.place_warbands(game, me, 1, table.SLOT[slot], "7.3.3")


@when_played(RIOTS, cites=("7.3.3", "10.5", "A-120"))
def riots(game, frame, me):
    """While the People's Favor shows its Mob side, all other cards at sites of the commonest suit are discarded."""
    cards = [card for zone in table.CARDS for card in game.state.zone(zone)]
    counts = {suit: sum(facts.suit_of(game, card) == suit for card in cards) for suit in catalog.SUITS}
    if game.state.mob and any(counts.values()):
        most = [suit for suit, count in counts.items() if count == max(counts.values())]
        suit = yield from choose("riots.suit", me, most, "7.3.3")
        gone = [card for card in cards if facts.suit_of(game, card) == suit and card != RIOTS]
        yield from verbs.discard(game, me, [card for card in gone if facts.may_discard(game, card)], "7.3.3")


@when_played(ROYAL_AMBITIONS, cites=("7.3.3", "7.6.1", "2.3", "A-129"))
def royal_ambitions(game, frame, me):
    """An Exile who rules more sites than the Chancellor may become a Citizen and take a Reliquary relic unseen."""
    if len(facts.sites_ruled(game, me)) > len(facts.sites_ruled(game, facts.chancellor(game))):
        yield from shared.may_join(game, frame, me, "royal_ambitions.citizen", "7.3.3", "royal_ambitions.relic")
