"""Hearth."""

from oathtools import catalog
from oathtools.engine.decision import holds
from oathtools.engine.windows import Stage
from oathtools.odds.battle import DEFENDER
from oathtools.powers import shared
from oathtools.powers.define import action, battle_plan, modifier, modifies, power, there_is, when_played
from oathtools.procedures.actions.play import DISCARD, VISION
from oathtools.procedures.campaign.fight import is_site
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import look_at_top
from oathtools.procedures.glossary.taking import FirstDiscard, may_move, move_card
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import choose, some
from oathtools.procedures.machine.frame import Item
from oathtools.procedures.minor import exchange
from oathtools.procedures.minor.card_powers import peekable, peeked_card
from oathtools.procedures.minor.citizenship import become_citizen
from oathtools.procedures.turn import return_favor, return_secrets
from oathtools.table.state import CARDS, DARKEST_SECRET, EXILE, FAVOR, PEOPLES_FAVOR, SLOT

NEWS_FROM_AFAR, CROP_ROTATION, WELCOMING_PARTY = (
    "denizen.news_from_afar",
    "denizen.crop_rotation",
    "denizen.welcoming_party",
)
BOOK_BINDERS, SADDLE_MAKERS, HERALD = "denizen.book_binders", "denizen.saddle_makers", "denizen.herald"
FAMILY_HEIRLOOM, FABLED_FEAST, SALAD_DAYS = "denizen.family_heirloom", "denizen.fabled_feast", "denizen.salad_days"
ROWDY_PUB, AWAITED_RETURN = "denizen.rowdy_pub", "denizen.awaited_return"
TINKERS_FAIR, STORYTELLER, ARMED_MOB = "denizen.tinkers_fair", "denizen.storyteller", "denizen.armed_mob"
TAVERN_SONGS, HOMESTEADERS, A_ROUND_OF_ALE = ("denizen.tavern_songs", "denizen.homesteaders", "denizen.a_round_of_ale")
CHARMING_FRIEND, LEVELERS, RELIC_BREAKER = "denizen.charming_friend", "denizen.levelers", "denizen.relic_breaker"
BALLOT_BOX, DEED_WRITER = "denizen.ballot_box", "denizen.deed_writer"
LAND_WARDEN, MARRIAGE = "denizen.land_warden", "denizen.marriage"
HEARTS_AND_MINDS, HOSPITAL, VOW_OF_PEACE = "denizen.hearts_and_minds", "denizen.hospital", "denizen.vow_of_peace"


@modifier(LAND_WARDEN, "search", cites=("7.4", "5.1.4"))
def land_warden(game, frame, param):
    """Two of the cards drawn may be played."""


@power("search.keep", LAND_WARDEN, used=True, cites=("5.1.3",))
def land_warden_keeps(game, frame, value, me):
    """Two are kept."""
    return max(value, 2)


@power("play", LAND_WARDEN, used=True, subject="all", cites=("5.1.4",))
def land_warden_plays(game, frame, me):
    """One of the two at least must go to a site; one that is discarded is not played."""
    before = [to for to in (frame.outer.given.get("played", ()) if frame.outer else ()) if to != DISCARD]
    fits = not before or is_site(before[0]) or is_site(frame.given["to"])
    yield fits, "5.1.4", f"with {LAND_WARDEN} one of the two cards must go to a site"


@power("adviser.suits", MARRIAGE, subject="owner", cites=("10.14", "A-128"))
def marriage(game, frame, value, me):
    """It counts as two Hearth advisers."""
    return [*value, "hearth"]


@action("denizen.memory_of_home", cites=("7.3.2", "10.15"))
def memory_of_home(game, frame, me):
    """Move all favor of one favor bank to the Hearth bank."""
    bank = yield from shared.a_bank(game, me, "memory_of_home.bank", "10.15")
    yield from verbs.move_between_banks(game, bank, "hearth", "7.3.2", "10.15")


@action("denizen.wayside_inn", cites=("7.3.2", "A-117"))
def wayside_inn(game, frame, me):
    """Gain 2 Supply."""
    yield from verbs.gain_supply(game, me, 2, "7.3.2")


# -- searching, playing --------------------------------------------------------------------------------------------


@modifies(NEWS_FROM_AFAR, "search", "search.cost", stage=Stage.LIMIT, cites=("7.4", "5.1.1", "A-114"))
def news_from_afar(game, frame, value, me):
    """Search without Supply."""
    return value.without_supply()


@modifies(CROP_ROTATION, ("search", "play"), "play.discards", cites=("7.4", "7.4.2", "6.1", "5.1.4.1", "10.5", "A-162"))
def crop_rotation(game, frame, value, me):
    """A denizen at the site may be discarded first, to make room for the card played."""
    if not shared.opens_again(game, frame):
        return value
    there = game.state.zone(CARDS[frame.given["slot"]])
    free = [card for card in there if catalog.card(card).kind == "denizen" and facts.may_discard(game, card)]
    return (*value, FirstDiscard(CROP_ROTATION, tuple(free)))


@modifies(WELCOMING_PARTY, "search", "play.after", cites=("7.4", "7.4.2", "5.1.4", "10.10", "A-82", "A-162"))
def welcoming_party(game, frame, me):
    """A favor from the Hearth bank for a denizen played faceup straight from the draw."""
    drawn = frame.given.get("drawn") and catalog.card(frame.given["card"]).kind == "denizen"
    if drawn and shared.works_again(game, frame, WELCOMING_PARTY):
        yield from verbs.gain_favor(game, frame.actor, "hearth", 1, "5.1.4", "10.10")


def anothers_vision(game, frame, me):
    """Did another player play a Vision faceup?"""
    return frame.given["to"] == VISION and me not in (frame.actor, facts.BANDITS)


@power("play.after", BOOK_BINDERS, subject="ruler", when=anothers_vision, cites=("10.2", "5.1.4.3", "5.1.4.4"))
def book_binders(game, frame, me):
    """Two favor from one bank after another player plays a Vision faceup."""
    bank = yield from shared.a_bank(game, me, "book_binders.bank", "10.10")
    yield from verbs.gain_favor(game, me, bank, 2, "10.2", "10.10")


def anothers_ware(game, frame, me):
    """Did another player play a Nomad or Order card?"""
    suit = facts.suit_of(game, frame.given["card"])
    return suit in ("nomad", "order") and me not in (frame.actor, facts.BANDITS)


@power("play.after", SADDLE_MAKERS, subject="ruler", when=anothers_ware, cites=("10.2", "5.1.4", "10.14", "A-82"))
def saddle_makers(game, frame, me):
    """Two favor from the matching bank after another player plays a Nomad or Order card."""
    suit = facts.suit_of(game, frame.given["card"])
    assert suit is not None
    yield from verbs.gain_favor(game, me, suit, 2, "10.2", "10.10")


@when_played(FAMILY_HEIRLOOM, cites=("7.3.3", "10.6", "10.26"))
def family_heirloom(game, frame, me):
    """Draw a relic; take it or bury it."""
    yield from shared.draw_relic(game, me, "family_heirloom.relic", "7.3.3")


@when_played(FABLED_FEAST, cites=("7.3.3", "10.21", "10.26", "A-170", "A-187"))
def fabled_feast(game, frame, me):
    """A favor from one bank for each Hearth card one rules; itself at another's site where a table reads so (A-170).

    Marriage is two of them only where a table reads it so (A-187).
    """
    beside = not facts.rules_card(game, me, FABLED_FEAST) and game.takes("A-170", "a") == "b"
    double = facts.owner(game, MARRIAGE) == me and facts.in_play(game, MARRIAGE) and game.takes("A-187", "a") == "b"
    number = beside + double + sum(facts.suit_of(game, card) == "hearth" for card in facts.cards_ruled(game, me))
    bank = yield from shared.a_bank(game, me, "fabled_feast.bank")
    yield from verbs.gain_favor(game, me, bank, number, "7.3.3", "10.26")


@when_played(SALAD_DAYS, cites=("7.3.3", "10.10", "A-190"))
def salad_days(game, frame, me):
    """Three favor, one each from three different banks, empty ones the last; any, where a table reads it so (A-190)."""
    banks = [f"bank.{suit}" for suit in catalog.SUITS]
    full = [bank for bank in banks if game.state.count(bank, FAVOR)]
    due = min(3, len(full)) if len(full) < len(banks) and game.takes("A-190", "a") == "a" else 0

    def enough(chosen):
        yield sum(bank in full for bank in chosen) >= due, "7.1.3", f"favor can be gained from {due} of the banks"

    for bank in (yield from some("salad_days.banks", me, banks, 3, 3, "7.3.3", finish=enough)):
        yield from verbs.gain_favor(game, me, bank.removeprefix("bank."), 1, "7.3.3", "10.10")


# -- mustering, trading --------------------------------------------------------------------------------------------


def on_the_pub(game, frame):
    """Is the Pub the card mustered on?"""
    return frame.given["card"] == ROWDY_PUB


@modifies(
    ROWDY_PUB, "muster", "muster.gain", options=shared.at_its_site(ROWDY_PUB), serves=on_the_pub, cites=("7.4", "5.2.2")
)
def rowdy_pub(game, frame, value, me):
    """One warband more from the Pub, if it is the card mustered on."""
    return value + 1


def one_can_fall(game, frame, me):
    """There is a warband on the board."""
    return ("",) if facts.board(game, me, "warbands") else ()


@modifies(
    AWAITED_RETURN, "trade", "trade.cost", options=one_can_fall, stage=Stage.LIMIT, cites=("7.4", "5.3.1", "10.22")
)
def awaited_return(game, frame, value, me):
    """One warband of the board is sacrificed and no Supply spent."""
    return value.without_supply().plus(Item("sacrifice", "warbands", 1, "", "10.22", AWAITED_RETURN, power=True))


# -- Action --------------------------------------------------------------------------------------------------------


@action(TINKERS_FAIR, cites=("7.3.2", "7.6.3", "A-126"))
def tinkers_fair(game, frame, me):
    """A binding exchange of favor, secrets and relics with any player."""
    other = yield from shared.another_player(game, me, "tinkers_fair.player", "7.3.2")
    yield from exchange.settle(game, me, other, "7.6.3", also=(exchange.RELICS,))


@action(DEED_WRITER, cites=("7.3.2", "7.6.3", "10.8", "A-126", "A-150"))
def deed_writer(game, frame, me):
    """A binding exchange of favor, secrets and ruled sites with any player."""
    other = yield from shared.another_player(game, me, "deed_writer.player", "7.3.2")
    yield from exchange.settle(game, me, other, "7.6.3", also=(exchange.SITES,))


@action(STORYTELLER, cites=("7.3.2", "2.1.7", "A-43"))
def storyteller(game, frame, me):
    """A secret of the shared bank goes onto the Darkest Secret."""
    yield from verbs.add_secret(game, DARKEST_SECRET, "7.3.2")


def accused(game):
    """The holder of the Darkest Secret who does not hold the People's Favor."""
    holder = game.state.holders[DARKEST_SECRET]
    return None if holder == game.state.holders[PEOPLES_FAVOR] else holder


def someone_is_accused(game, frame, me):
    """Has that player a faceup adviser that can go?"""
    fits = accused(game) is not None and bool(shared.faceup_advisers(game, accused(game)))
    yield fits, "7.3.2", f"nobody holds {DARKEST_SECRET} without {PEOPLES_FAVOR} and has a faceup adviser to discard"


@action(ARMED_MOB, may=someone_is_accused, cites=("7.3.2", "10.5", "7.2.2"))
def armed_mob(game, frame, me):
    """Discard a faceup adviser of the one who holds the Darkest Secret and not the People's Favor."""
    card = yield from choose("armed_mob.card", me, shared.faceup_advisers(game, accused(game)), "7.3.2")
    yield from verbs.discard(game, me, [card], "7.3.2")


@action(TAVERN_SONGS, cites=("7.3.2", "10.17", "A-118"))
def tavern_songs(game, frame, me):
    """Look at the top three cards of the region's discard pile."""
    yield from look_at_top(game, me, f"discard.{facts.region_of(game, me)}", 3, "7.3.2")


def settlers(game, me):
    """The faceup advisers that may."""
    zone = CARDS[facts.site_of(game, me)]
    return [card for card in shared.faceup_advisers(game, me) if holds(may_move(game, me, card, zone))]


@action(
    HOMESTEADERS,
    may=there_is(settlers, "10.15", "no faceup adviser of {me} can move to their site"),
    cites=("7.3.2", "10.15", "2.8.1", "A-119"),
)
def homesteaders(game, frame, me):
    """Move a faceup adviser to one's site."""
    card = yield from choose("homesteaders.card", me, settlers(game, me), "7.3.2")
    yield from move_card(game, card, CARDS[facts.site_of(game, me)], "7.3.2")


@action(A_ROUND_OF_ALE, cites=("7.3.2", "4.3.1", "4.3.2"))
def a_round_of_ale(game, frame, me):
    """Favor and secrets return and secrets turn up as in Rest, but for the favor here."""
    yield from return_favor(game, A_ROUND_OF_ALE)
    yield from return_secrets(game)


@action(CHARMING_FRIEND, may=shared.someone_is_here, cites=("7.3.2", "10.26", "10.30"))
def charming_friend(game, frame, me):
    """Take a favor from a player at one's site."""
    other = yield from choose("charming_friend.player", me, shared.neighbors(game, me), "10.30")
    yield from verbs.take_favor(game, me, other, 1, "7.3.2")


@action(LEVELERS, cites=("7.3.2", "2.1.3", "10.15"))
def levelers(game, frame, me):
    """Two favor move from the fullest bank to the emptiest; ties are the player's to decide, but for A-188."""
    held = {suit: game.state.count(f"bank.{suit}", FAVOR) for suit in catalog.SUITS}
    if max(held.values()) == min(held.values()) and game.takes("A-188", "a") == "b":
        return
    full = [suit for suit in held if held[suit] == max(held.values())]
    source = yield from shared.a_bank(game, me, "levelers.from", "2.1.3", full)
    empty = [suit for suit in held if held[suit] == min(held.values()) and suit != source]
    if empty:
        target = yield from shared.a_bank(game, me, "levelers.to", "2.1.3", empty)
        yield from verbs.move_between_banks(game, source, target, "7.3.2", "10.15", most=2)


def buried_relics(game, me):
    """The facedown relics at one's site, by their places."""
    here = f"relic-{facts.site_of(game, me) + 1}-"
    spots = [spot for spot in peekable(game, game.frame) if spot.startswith(here)]
    return [spot for spot in spots if not facts.is_locked(game, peeked_card(game, spot))]


@action(
    RELIC_BREAKER,
    may=there_is(buried_relics, "7.3.2", "no facedown relic at the site of {me} can be moved"),
    cites=("7.3.2", "10.10", "10.30"),
)
def relic_breaker(game, frame, me):
    """A facedown relic here goes to the bottom of the relic deck, for three warbands."""
    spot = yield from choose("relic_breaker.relic", me, buried_relics(game, me), "10.30", about=frame)
    yield from taking.bury(game, me, peeked_card(game, spot), "7.3.2")
    yield from verbs.gain_warbands(game, me, 3, "7.3.2")


def a_popular_exile(game, frame, me):
    """An Exile who holds the People's Favor."""
    yield game.state.players[me].role == EXILE, "7.6.1", f"{me} is no Exile"
    yield game.state.holders[PEOPLES_FAVOR] == me, "7.3.2", f"{me} does not hold {PEOPLES_FAVOR}"


@action(BALLOT_BOX, may=a_popular_exile, cites=("7.3.2", "7.6.1", "6.6.2", "A-129"))
def ballot_box(game, frame, me):
    """Become a Citizen, without a relic."""
    yield from become_citizen(game, me, "7.6.1")


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(HEARTS_AND_MINDS, HOSPITAL)


@power("plan.leaves", HEARTS_AND_MINDS, subject="all", used=True, cites=("5.5.8",))
def hearts_and_minds(game, frame, value, me):
    """It stays if its user holds the People's Favor."""
    kept = frame.given["card"] == HEARTS_AND_MINDS and game.state.holders[PEOPLES_FAVOR] == frame.actor
    return value and not kept


@power("campaign.saved", HOSPITAL, subject="all", used=True, cites=("5.5.8", "10.13", "A-106"))
def hospital(game, frame, value, me):
    """Warbands saved from death go to its site when the campaign ends, if its user rules it then (FAQ Hospital)."""
    slot = facts.slot_of(game, HOSPITAL)
    if frame.given["card"] != HOSPITAL or slot is None or not facts.rules_site(game, frame.actor, slot):
        return value
    return SLOT[slot]


@power("campaign", VOW_OF_PEACE, subject="owner", cites=("5.5", "9.2"))
def vow_of_peace(game, frame, me):
    """Its holder cannot campaign."""
    yield False, "9.2", f"{VOW_OF_PEACE} does not let its holder campaign"


@power("campaign.standing", VOW_OF_PEACE, subject="ruler", cites=("5.5.2", "5.5.5", "9.2"))
def vow_of_peace_defends(game, frame, value, me):
    """Attackers cannot raise their attack against its holder by sacrifices."""
    defends = frame.fact("fight").side_of(me) == DEFENDER
    return (*value, (DEFENDER, VOW_OF_PEACE)) if defends else value


@power("campaign.after", HERALD, subject="ruler", stage=Stage.SET, cites=("10.2", "5.5.1", "10.10", "A-136"))
def herald(game, frame, me):
    """A favor from any bank after another player's campaign against a player; so it can pay in a Sneak Attack."""
    if me not in (frame.actor, facts.BANDITS) and frame.given["defender"] != facts.BANDITS:
        bank = yield from shared.a_bank(game, me, "herald.bank", "10.10")
        yield from verbs.gain_favor(game, me, bank, 1, "10.2", "10.10")
