"""Arcane."""

from oathtools.engine.rows import holds
from oathtools.engine.windows import Stage
from oathtools.powers.define import action, modifier, power, when_played
from oathtools.powers.plans import dice_for_one, is_of_enemy
from oathtools.procedures import facts, verbs
from oathtools.procedures.action import power_cost
from oathtools.procedures.asking import confirm
from oathtools.procedures.cost import Item
from oathtools.procedures.dice import throw
from oathtools.table.state import CARDS, CITIZEN, DARKEST_SECRET, FAVOR, HIDDEN, SECRET, SLOTS, region_of_slot

ACTING_TROUPE, MASTER_OF_DISGUISE = "denizen.acting_troupe", "denizen.master_of_disguise"
VOW_OF_SILENCE, DAZZLE = "denizen.vow_of_silence", "denizen.dazzle"
FIRE_TALKERS, GLEAMING_ARMOR = "denizen.fire_talkers", "denizen.gleaming_armor"
JINX, SEALING_WARD = "denizen.jinx", "denizen.sealing_ward"


@power("muster.cost", "denizen.initiation_rite", stage=Stage.MUST, cites=("5.2.1", "9.2"))
def initiation_rite(game, frame, value, me):
    """To muster one must place a secret instead of a favor."""
    secret = Item("place", SECRET, 1, frame.given["card"], "5.2.1", "denizen.initiation_rite")
    return value.instead("place", FAVOR, secret)


# -- trading -------------------------------------------------------------------------------------------------------


def other_suits(game, frame, me):
    """The suits that Acting Troupe may count as."""
    return ("beast", "order")


@modifier(ACTING_TROUPE, "trade", options=other_suits, cites=("7.4", "10.14"))
def acting_troupe(game, frame, param):
    """It counts as a Beast or an Order adviser."""


@power("adviser.suits", ACTING_TROUPE, subject="owner", used=True, cites=("10.14",))
def acting_troupe_counts(game, frame, value, me):
    """In this Trade it is no Arcane adviser."""
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
    """Its holder cannot give secrets to anyone."""
    yield frame.given["what"] not in (SECRET, HIDDEN), "9.2", f"{VOW_OF_SILENCE} forbids giving secrets"


@power("recover", VOW_OF_SILENCE, subject="owner", cites=("9.2", "5.4.1"))
def vow_of_silence_recovers_none(game, frame, me):
    """Its holder cannot recover the Darkest Secret."""
    yield (
        frame.given["target"] != DARKEST_SECRET,
        "9.2",
        f"{VOW_OF_SILENCE} does not let its holder recover {DARKEST_SECRET}",
    )


@power("recover.after", VOW_OF_SILENCE, subject="ruler", cites=("10.10",))
def vow_of_silence(game, frame, me):
    """Whenever a player recovers the Darkest Secret, its holder gains as many secrets as were placed."""
    if frame.given["target"] == DARKEST_SECRET:
        yield from verbs.gain_secrets(game, me, int(frame.given["pay"]), "10.10")


# -- when played, Action -------------------------------------------------------------------------------------------


@when_played(DAZZLE, cites=("7.3.3", "10.5", "10.30"))
def dazzle(game, frame, me):
    """Every Hearth and Order card at the sites of the region is discarded; locked ones stay (A-120)."""
    slots = [slot for slot in range(SLOTS) if region_of_slot(slot) == facts.region_of(game, me)]
    cards = [card for slot in slots for card in game.state.zone(CARDS[slot])]
    gone = [card for card in cards if facts.suit_of(game, card) in ("hearth", "order")]
    yield from verbs.discard(game, me, [card for card in gone if facts.may_discard(game, card)], "7.3.3")


@action("denizen.tutor", cites=("7.3.2", "10.10"))
def tutor(game, frame, me):
    """Gain a secret."""
    yield from verbs.gain_secrets(game, me, 1, "7.3.2")


# -- campaigns -----------------------------------------------------------------------------------------------------


@power("campaign.told", FIRE_TALKERS, subject="all", cites=("5.5.3",))
def fire_talkers(game, frame, value, me):
    """A Citizen has the dice too while the Chancellor holds the Darkest Secret (FAQ Fire Talkers)."""
    if frame.given["card"] != FIRE_TALKERS or frame.actor not in game.state.players:
        return value
    imperial = game.state.players[frame.actor].role == CITIZEN and facts.side_of(game, frame.actor) != frame.actor
    shared = imperial and game.state.holders[DARKEST_SECRET] == facts.chancellor(game)
    return {**value, "darkest_secret": True} if shared else value


@power("plan.cost", GLEAMING_ARMOR, subject="ruler", cites=("7.1.2", "5.5.2", "10.29"))
def gleaming_armor(game, frame, value, me):
    """Each battle plan of its holder's enemy has one placed secret added to its cost."""
    if not is_of_enemy(frame, me):
        return value
    return value.plus(Item("place", SECRET, 1, frame.given["card"], "7.1.2", GLEAMING_ARMOR, power=True))


@power("target.dice", SEALING_WARD, subject="ruler", cites=("5.5.2", "2.4.2"))
def sealing_ward(game, frame, value, me):
    """As targets, its holder's relics add one die more each."""
    return value + dice_for_one(SEALING_WARD) if frame.given["target"] in facts.relics_held(game, me) else value


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
