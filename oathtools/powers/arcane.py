"""Arcane."""

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.engine.windows import Stage
from oathtools.powers import shared
from oathtools.powers.define import action, modifier, modifies, power, there_is, when_played
from oathtools.powers.sites import passage
from oathtools.procedures.actions.action import GO_ON, power_cost
from oathtools.procedures.actions.play import place_or_discard
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import look
from oathtools.procedures.glossary.taking import swap_cards
from oathtools.procedures.glossary.verbs import throw
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import amount, choose, confirm, some
from oathtools.procedures.machine.frame import Cost, Frame, Item
from oathtools.procedures.minor.card_powers import facedown_advisers, peeked_card
from oathtools.procedures.minor.citizenship import end_act, secrets_about
from oathtools.table.state import CITIZEN, CONSPIRACY, DARKEST_SECRET, FAVOR, HIDDEN, SECRET, SHARED, SLOT

ALCHEMIST, SPIRIT_SNARE, WIZARD_SCHOOL = "denizen.alchemist", "denizen.spirit_snare", "denizen.wizard_school"
BLOOD_PACT, TAMING_CHARM, PLAGUE_ENGINES = "denizen.blood_pact", "denizen.taming_charm", "denizen.plague_engines"
TERROR_SPELLS, FORGOTTEN_VAULT = "denizen.terror_spells", "denizen.forgotten_vault"
DREAM_THIEF, INQUISITOR, WITCHS_BARGAIN = "denizen.dream_thief", "denizen.inquisitor", "denizen.witchs_bargain"
REVELATION, BEWITCH, ACTING_TROUPE = "denizen.revelation", "denizen.bewitch", "denizen.acting_troupe"
MASTER_OF_DISGUISE, VOW_OF_SILENCE, DAZZLE = "denizen.master_of_disguise", "denizen.vow_of_silence", "denizen.dazzle"
FIRE_TALKERS = "denizen.fire_talkers"
GIFTS = {"give-secret": SECRET, "give-facedown-secret": HIDDEN}


@power("muster.cost", "denizen.initiation_rite", stage=Stage.MUST, cites=("5.2.1", "9.2"))
def initiation_rite(game, frame, value, me):
    """To muster one must place a secret instead of a favor."""
    secret = Item("place", SECRET, 1, frame.given["card"], "5.2.1", "denizen.initiation_rite")
    return value.instead("place", FAVOR, secret)


# -- trading -------------------------------------------------------------------------------------------------------


def other_suits(game, frame, me):
    """The suits that Acting Troupe may count as."""
    return ("beast", "order")


@modifies(ACTING_TROUPE, "trade", "adviser.suits", options=other_suits, subject="owner", cites=("7.4", "10.14"))
def acting_troupe(game, frame, value, me):
    """In this Trade it counts as a Beast or an Order adviser, and is no Arcane one."""
    value.remove("arcane")
    return [*value, frame.param(ACTING_TROUPE)]


def other_players(game, frame, me):
    """Every player but oneself."""
    return tuple(seat for seat in game.state.seats if seat != me)


@modifier(MASTER_OF_DISGUISE, "trade", options=other_players, moves=True, cites=("7.4", "5.3"))
def master_of_disguise(game, frame, param):
    """Another player's advisers are the trader's, in place of the own ones."""
    frame.facts["advisers_of"] = param


# -- Vow of Silence ------------------------------------------------------------------------------------------------


@power("give", VOW_OF_SILENCE, subject="owner", cites=("9.2", "10.11"))
def vow_of_silence_gives_none(game, frame, me):
    """Its holder cannot give secrets to anyone; nor the banner on which they lie, if a table reads it so (A-184)."""
    what = frame.given["what"]
    barred = what in (SECRET, HIDDEN) or (what == DARKEST_SECRET and game.takes("A-184", "a") == "b")
    yield not barred, "9.2", f"{VOW_OF_SILENCE} forbids giving secrets"


@power("recover", VOW_OF_SILENCE, subject="owner", cites=("9.2", "5.4.1"))
def vow_of_silence_recovers_none(game, frame, me):
    """Its holder cannot recover the Darkest Secret."""
    yield (
        frame.given["target"] != DARKEST_SECRET,
        "9.2",
        f"{VOW_OF_SILENCE} does not let its holder recover {DARKEST_SECRET}",
    )


def darkest_secret_recovered(game, frame, me):
    """Has the Darkest Secret been recovered, under a player who rules this card?"""
    return frame.action == "recover" and frame.given["target"] == DARKEST_SECRET and me != facts.BANDITS


@power("action.after", VOW_OF_SILENCE, subject="ruler", when=darkest_secret_recovered, cites=("10.10",))
def vow_of_silence(game, frame, me):
    """Whenever a player recovers the Darkest Secret, its holder gains as many secrets as were placed."""
    yield from verbs.gain_secrets(game, me, int(frame.given["pay"]), "10.10")


# -- when played, Action -------------------------------------------------------------------------------------------


@when_played(DAZZLE, cites=("7.3.3", "10.5", "10.30"))
def dazzle(game, frame, me):
    """Every Hearth and Order card at the sites of the region is discarded; locked ones stay (A-120)."""
    yield from shared.clear_region(game, me, ("hearth", "order"), "7.3.3")


@action("denizen.tutor", cites=("7.3.2", "10.10"))
def tutor(game, frame, me):
    """Gain a secret."""
    yield from verbs.gain_secrets(game, me, 1, "7.3.2")


@action(ALCHEMIST, cites=("7.3.2", "10.10", "9.3"))
def alchemist(game, frame, me):
    """Gain four favor, from any banks."""
    shares = yield from shared.out_of_banks(game, me, "alchemist.banks", 4, "7.3.2", "10.10")
    for suit, count in shares.items():
        yield from verbs.gain_favor(game, me, suit, count, "7.3.2", "10.10")


@action(SPIRIT_SNARE, cites=("7.3.2", "10.26"))
def spirit_snare(game, frame, me):
    """Take a favor from a favor bank."""
    bank = yield from shared.a_bank(game, me, "spirit_snare.bank")
    yield from verbs.gain_favor(game, me, bank, 1, "7.3.2", "10.26")


@action(WIZARD_SCHOOL, cites=("7.3.2", "4.2", "4.3"))
def wizard_school(game, frame, me):
    """Gain a secret; the Act Phase is over."""
    yield from verbs.gain_secrets(game, me, 1, "7.3.2")
    end_act(game, me)


def two_can_fall(game, frame, me):
    """Two warbands on the board."""
    have = facts.board(game, me, "warbands")
    yield have > 1, "10.22", f"{have} warbands are on the board, and two make a secret"


@action(BLOOD_PACT, may=two_can_fall, cites=("7.3.2", "10.22", "10.10"))
def blood_pact(game, frame, me):
    """Sacrifice an even number of warbands, for a secret each two."""
    pairs = facts.board(game, me, "warbands") // 2
    if pairs:
        number = yield from amount("blood_pact.secrets", me, 1, pairs, "7.3.2", default=1)
        price = Cost((Item("sacrifice", "warbands", 2 * number, "", "10.22", BLOOD_PACT),))
        yield from verbs.pay(game, me, price, "10.22")
        yield from verbs.gain_secrets(game, me, number, "7.3.2")


def charmed(game, me):
    """The Beast and Nomad cards at one's site that may be discarded."""
    return [card for card in shared.cards_here(game, me) if facts.suit_of(game, card) in ("beast", "nomad")]


@action(
    TAMING_CHARM,
    may=there_is(charmed, "7.3.2", "no Beast or Nomad card at the site of {me} can be discarded"),
    cites=("7.3.2", "10.5", "10.10"),
)
def taming_charm(game, frame, me):
    """Discard a Beast or Nomad card at the site for two favor of its suit."""
    card = yield from choose("taming_charm.card", me, charmed(game, me), "7.3.2")
    suit = str(facts.suit_of(game, card))
    yield from verbs.discard(game, me, [card], "7.3.2")
    yield from verbs.gain_favor(game, me, suit, 2, "7.3.2", "10.10")


@action(PLAGUE_ENGINES, cites=("7.3.2", "10.21", "6.6.3", "9.3"))
def plague_engines(game, frame, me):
    """Each player puts a favor into the Arcane bank for each site they rule."""
    for seat in facts.in_turn_order(game):
        number = yield from verbs.owed(game, seat, len(facts.sites_ruled(game, seat)), "7.3.2")
        yield from verbs.put_from_funds(game, seat, number, "bank.arcane", "7.3.2")


def holds_darkest_secret(game, seat, card):
    """Does a player hold the Darkest Secret, as a card sees it?

    For Fire Talkers a Citizen does while the Chancellor holds it (FAQ), for others where a table reads it so (A-165).
    """
    holder = game.state.holders[DARKEST_SECRET]
    if holder is None or holder == seat or seat not in game.state.players:
        return holder == seat
    imperial = game.state.players[seat].role == CITIZEN and facts.side_of(game, seat) != seat
    both = imperial and holder == facts.chancellor(game)
    return both and (card == FIRE_TALKERS or game.takes("A-165", "a") == "b")


def haunted(game, me):
    """The sites of the region, and the boards of players whose pawns are there, that have warbands (A-167)."""
    region, anywhere = facts.region_of(game, me), game.takes("A-167", "a") == "b"
    places = [SLOT[slot] for slot in shared.slots_of_region(game, me)]
    places += [f"board.{seat}" for seat in game.state.seats if anywhere or facts.region_of(game, seat) == region]
    return shared.places_of_warbands(game, places)


def terror_may(game, frame, me):
    """The Darkest Secret is held, and somebody can be killed."""
    yield holds_darkest_secret(game, me, TERROR_SPELLS), "7.3.2", f"{me} does not hold {DARKEST_SECRET}"
    yield bool(haunted(game, me)), "10.13", "no warbands are in the region"


@action(TERROR_SPELLS, may=terror_may, cites=("7.3.2", "10.13", "10.30", "A-165", "A-167"))
def terror_spells(game, frame, me):
    """Kill any two warbands in the region, at sites or on boards."""
    for _ in range(2):
        places = list(haunted(game, me))
        if places:
            place = yield from choose("terror_spells.place", me, places, "7.3.2", about=frame)
            yield from shared.kill_one(game, me, "terror_spells.color", place, "7.3.2")


@action(FORGOTTEN_VAULT, cites=("7.3.2", "2.5", "10.4", "A-43"))
def forgotten_vault(game, frame, me):
    """A secret onto the Darkest Secret, or one off it, but not the last."""
    ways = ("add", "burn") if game.state.count(DARKEST_SECRET, SECRET) > 1 else ("add",)
    way = yield from choose("forgotten_vault.way", me, ways, "7.3.2")
    if way == "add":
        yield from verbs.add_secret(game, DARKEST_SECRET, "7.3.2")
    else:
        yield from verbs.burn_from_banner(game, DARKEST_SECRET, 1, "7.3.2")


def two_lie_facedown(game, frame, me):
    """Are there two facedown advisers?"""
    yield len(facedown_advisers(game)) > 1, "7.3.2", "there are no two facedown advisers"


@action(DREAM_THIEF, may=two_lie_facedown, cites=("7.3.2", "10.25", "7.2"))
def dream_thief(game, frame, me):
    """Swap any two facedown advisers; their new owners may look at them."""
    spots = yield from some("dream_thief.cards", me, facedown_advisers(game), 2, 2, "10.25")
    cards = [peeked_card(game, spot) for spot in spots]
    yield from swap_cards(game, *cards, "7.3.2")


def watched(game, me):
    """The facedown advisers of players at one's site; faceup ones too, unless a table reads it otherwise (A-157)."""
    here = shared.players_here(game, me)
    shown = [card for seat in here for card in game.state.zone(f"advisers.{seat}") if facts.in_play(game, card)]
    return [*facedown_advisers(game, here), *(shown if game.takes("A-157", "a") == "a" else ())]


@action(
    INQUISITOR,
    may=there_is(watched, "10.17", "no adviser that could be peeked at is at the site of {me}"),
    cites=("7.3.2", "10.17", "5.1.4.4", "10.11", "A-157"),
)
def inquisitor(game, frame, me):
    """Peek at an adviser of a player here: the Conspiracy is played or discarded, for another they get the favor here.

    Only a card with the back of a Vision can be the Conspiracy; what else it is need not be told.
    """
    spot = yield from choose("inquisitor.adviser", me, watched(game, me), "10.17")
    card = spot if spot in game.state.where else peeked_card(game, spot)
    victim = str(facts.owner(game, card))
    if not game.state.is_facedown(card):
        pass  # everybody sees that it is not the Conspiracy
    else:
        sought = CONSPIRACY if game.state.back(card) == "vision" else None
        card = yield from look(game, me, card, "10.17", sought=sought)
    if card == CONSPIRACY:
        yield from verbs.pick_up(game, me, card, "7.3.2")
        yield from place_or_discard(game, me, card, Frame("search", me))
    else:
        verbs.receive(game, f"board.{victim}", FAVOR, game.state.count(INQUISITOR, FAVOR), INQUISITOR, "give", "10.11")


def bargains(game, me):
    """What the Bargain may do with each player here: give a secret, a facedown one too (7.1.2), or favor for one.

    As much is taken as there is, and that may be nothing, unless a table reads it otherwise (9.3, A-158).
    """
    least = 0 if game.takes("A-158", "a") == "a" else 1
    ways = [
        way for way, what in GIFTS.items() if facts.board(game, me, what) and holds(taking.may_give(game, me, what))
    ]
    for other in shared.neighbors(game, me):
        if facts.board(game, other, FAVOR) >= least:
            yield from (f"{way}@{other}" for way in ways)
        secrets = facts.board(game, other, SECRET) + facts.board(game, other, HIDDEN)
        if facts.purse(game, me, FAVOR) > 1 and secrets >= least:
            yield f"give-favor@{other}"


@action(WITCHS_BARGAIN, may=shared.someone_is_here, cites=("7.3.2", "9.3", "10.11", "10.26", "A-158"))
def witchs_bargain(game, frame, me):
    """Any number of times with players here: a secret for two of their favor, or two favor for one of their secrets."""
    while options := list(bargains(game, me)):
        deal = yield from choose("witchs_bargain.deal", me, (GO_ON, *options), "7.3.2", default=GO_ON)
        if deal == GO_ON:
            return
        way, _, other = deal.partition("@")
        if way in GIFTS:
            yield from verbs.give_secret(game, me, other, "7.3.2", what=GIFTS[way])
            yield from verbs.take_favor(game, me, other, 2, "7.3.2")
        else:
            yield from verbs.give_favor(game, me, other, 2, "7.3.2")
            yield from verbs.take_secret(game, me, other, "7.3.2")


@when_played(REVELATION, cites=("7.3.3", "10.4", "10.10"))
def revelation(game, frame, me):
    """From the Chancellor on each player may burn favor for as many secrets.

    What is taken instead of burned (Vow of Renewal) brings secrets all the same, unless a table reads it so (A-186).
    """
    for seat in facts.in_turn_order(game):
        most = facts.purse(game, seat, FAVOR)
        number = (yield from amount("revelation.favor", seat, 0, most, "7.3.3", default=0)) if most else 0
        if number:
            yield from verbs.put_from_funds(game, seat, number, SHARED, "7.3.3", "10.4", why="burn")
            burnt = game.fold("favor.burnt", SHARED, frame) == SHARED or game.takes("A-186", "a") == "a"
            yield from verbs.gain_secrets(game, seat, number if burnt else 0, "7.3.3")


@when_played(BEWITCH, cites=("7.3.3", "7.6.1", "6.6.2", "A-129"))
def bewitch(game, frame, me):
    """An Exile with more secrets than the Chancellor, those on cards counted, may become a Citizen."""
    theirs = sum(facts.board(game, facts.chancellor(game), what) for what in (SECRET, HIDDEN))
    if secrets_about(game, me) > theirs:
        yield from shared.may_join(game, frame, me, "bewitch.citizen", "7.3.3")


# -- arcane: modifiers of actions, and what changes campaigns ----------------------------------------------------------


AUGURY, OBSERVATORY, MAP_LIBRARY = "denizen.augury", "denizen.observatory", "denizen.map_library"
SECRET_SIGNAL, MAGICIANS_CODE, PORTAL = "denizen.secret_signal", "denizen.magicians_code", "denizen.portal"
GLEAMING_ARMOR, RUSTING_RAY = "denizen.gleaming_armor", "denizen.rusting_ray"
JINX, SEALING_WARD = "denizen.jinx", "denizen.sealing_ward"


# -- modifiers -----------------------------------------------------------------------------------------------------


@modifies(AUGURY, "search", "search.count", cites=("7.4", "5.1.2", "A-113"))
def augury(game, frame, value, me):
    """One card more is drawn."""
    return value + 1


@modifies(OBSERVATORY, "search", "search.piles", options=shared.at_its_site(OBSERVATORY), cites=("7.4", "5.1.2"))
def observatory(game, frame, value, me):
    """Draw from any discard pile."""
    return catalog.REGIONS


@modifies(MAP_LIBRARY, "trade", "trade.sites", options=shared.at_its_site(MAP_LIBRARY), cites=("7.4", "5.3.2", "10.30"))
def map_library(game, frame, value, me):
    """Trade with a card anywhere in the region."""
    return shared.slots_of_region(game, frame.actor)


@modifies(SECRET_SIGNAL, "trade", "trade.gain", stage=Stage.LIMIT, cites=("7.4", "5.3.2", "A-115"))
def secret_signal(game, frame, value, me):
    """Where the Trade brings just one favor it brings two, from the same bank."""
    return type(value)(value, favor=2) if value.get("favor") == 1 else value


def of_darkest_secret(game, frame):
    """Is it the Darkest Secret that is recovered?"""
    return frame.given["target"] == DARKEST_SECRET


@modifies(MAGICIANS_CODE, "recover", "recover.help", serves=of_darkest_secret, cites=("7.4", "5.4.2", "10.10"))
def magicians_code(game, frame, value, me):
    """Two secrets join those that are paid for the Darkest Secret, even none."""
    return value + 2


@passage(PORTAL)
def portal(game, frame):
    """To or from its site (FAQ Portal)."""
    slot = facts.slot_of(game, PORTAL)
    return slot in (facts.site_of(game, frame.actor), facts.slot_named(game, frame.given["to"]))


@power("travel.chooser", PORTAL, used=True, subject="all", stage=Stage.IGNORE, cites=("9.2", "11.7"))
def portal_chooses(game, frame, value, me):
    """From its own site nobody else picks where the trip goes."""
    return frame.actor if facts.slot_of(game, PORTAL) == facts.site_of(game, frame.actor) else value


# -- campaigns -----------------------------------------------------------------------------------------------------


@power("campaign.told", FIRE_TALKERS, RUSTING_RAY, subject="all", cites=("5.5.3", "A-165"))
def darkest_secret_is_shared(game, frame, value, me):
    """A Citizen has the dice of Fire Talkers too while the Chancellor holds the Darkest Secret (FAQ Fire Talkers)."""
    card = frame.given["card"]
    both = card in (FIRE_TALKERS, RUSTING_RAY) and holds_darkest_secret(game, frame.actor, card)
    return {**value, "darkest_secret": True} if both else value


@power("plan.cost", GLEAMING_ARMOR, subject="ruler", cites=("7.1.2", "5.5.2", "10.29"))
def gleaming_armor(game, frame, value, me):
    """Each battle plan of its holder's enemy has one placed secret added to its cost."""
    return shared.dearer(game, frame, value, me, Item("place", SECRET, 1, frame.given["card"], "7.1.2", GLEAMING_ARMOR))


@power("target.dice", SEALING_WARD, subject="ruler", cites=("5.5.2", "2.4.2"))
def sealing_ward(game, frame, value, me):
    """As targets, its holder's relics add one die more each."""
    return value + shared.dice_for_one(SEALING_WARD) if frame.given["target"] in facts.relics_held(game, me) else value


@power("rolled", JINX, subject="all", cites=("7.1.4", "7.1.2", "A-135"))
def jinx(game, frame, me):
    """Its ruler may roll all of their own attack or defense dice again, once, and pays after seeing them."""
    whose = frame.given["whose"]
    if whose == facts.BANDITS or not facts.rules_card(game, whose, JINX):
        return
    cost = power_cost(JINX, "persistent")
    if not holds(verbs.can_pay_power(game, whose, JINX, cost)):
        return
    if (yield from confirm("jinx.reroll", whose, "7.1.4", about=frame)):
        yield from verbs.pay(game, whose, cost, "7.1.2")
        yield from throw(game, frame)
