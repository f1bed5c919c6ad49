"""Arcane: modifiers of actions, and what changes campaigns."""

from oathtools import catalog
from oathtools.engine.rows import holds
from oathtools.engine.windows import Stage
from oathtools.powers.arcane import holds_darkest_secret
from oathtools.powers.define import modifies, power
from oathtools.powers.nearby import (
    at_its_site,
    slots_of_region,
)
from oathtools.powers.passages import passage
from oathtools.powers.plans import dearer, dice_for_one
from oathtools.procedures.actions.action import power_cost
from oathtools.procedures.glossary import paying
from oathtools.procedures.glossary.dice import throw
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import confirm
from oathtools.procedures.machine.cost import Item
from oathtools.table.state import DARKEST_SECRET, SECRET

AUGURY, OBSERVATORY, MAP_LIBRARY = "denizen.augury", "denizen.observatory", "denizen.map_library"
SECRET_SIGNAL, MAGICIANS_CODE, PORTAL = "denizen.secret_signal", "denizen.magicians_code", "denizen.portal"
FIRE_TALKERS, GLEAMING_ARMOR, RUSTING_RAY = "denizen.fire_talkers", "denizen.gleaming_armor", "denizen.rusting_ray"
JINX, SEALING_WARD = "denizen.jinx", "denizen.sealing_ward"


# -- modifiers -----------------------------------------------------------------------------------------------------


@modifies(AUGURY, "search", "search.count", cites=("7.4", "5.1.2", "A-113"))
def augury(game, frame, value, me):
    """One card more is drawn."""
    return value + 1


@modifies(OBSERVATORY, "search", "search.piles", options=at_its_site(OBSERVATORY), cites=("7.4", "5.1.2"))
def observatory(game, frame, value, me):
    """Draw from any discard pile."""
    return catalog.REGIONS


@modifies(MAP_LIBRARY, "trade", "trade.sites", options=at_its_site(MAP_LIBRARY), cites=("7.4", "5.3.2", "10.30"))
def map_library(game, frame, value, me):
    """Trade with a card anywhere in the region."""
    return slots_of_region(game, frame.actor)


@modifies(SECRET_SIGNAL, "trade", "trade.gain", stage=Stage.LIMIT, cites=("7.4", "5.3.2", "A-115"))
def secret_signal(game, frame, value, me):
    """Where the Trade brings just one favor it brings two, from the same bank."""
    return type(value)(value, favor=2) if value.get("favor") == 1 else value


@modifies(MAGICIANS_CODE, "recover", "recover.help", cites=("7.4", "5.4.2", "10.10"))
def magicians_code(game, frame, value, me):
    """Two secrets join those that are paid for the Darkest Secret, even none."""
    return value + 2 if frame.given["target"] == DARKEST_SECRET else value


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
    shared = card in (FIRE_TALKERS, RUSTING_RAY) and holds_darkest_secret(game, frame.actor, card)
    return {**value, "darkest_secret": True} if shared else value


@power("plan.cost", GLEAMING_ARMOR, subject="ruler", cites=("7.1.2", "5.5.2", "10.29"))
def gleaming_armor(game, frame, value, me):
    """Each battle plan of its holder's enemy has one placed secret added to its cost."""
    return dearer(frame, value, me, Item("place", SECRET, 1, frame.given["card"], "7.1.2", GLEAMING_ARMOR))


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
    if not holds(paying.can_pay_power(game, whose, JINX, cost)):
        return
    if (yield from confirm("jinx.reroll", whose, "7.1.4", about=frame)):
        yield from paying.pay(game, whose, cost, "7.1.2")
        yield from throw(game, frame)
