"""Hearth."""

from oathtools.odds.battle import DEFENDER
from oathtools.powers.asks import a_bank
from oathtools.powers.define import action, modifier, power
from oathtools.powers.plans import battle_plan
from oathtools.procedures import facts, verbs
from oathtools.procedures.campaign import is_site
from oathtools.procedures.play import DISCARD
from oathtools.table.state import PEOPLES_FAVOR, SLOT

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
    bank = yield from a_bank(game, me, "memory_of_home.bank", "10.15")
    yield from verbs.move_between_banks(game, bank, "hearth", "7.3.2", "10.15")


@action("denizen.wayside_inn", cites=("7.3.2", "A-117"))
def wayside_inn(game, frame, me):
    """Gain 2 Supply."""
    yield from verbs.gain_supply(game, me, 2, "7.3.2")


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(HEARTS_AND_MINDS, HOSPITAL)


@power("plan.leaves", HEARTS_AND_MINDS, subject="all", cites=("5.5.8",))
def hearts_and_minds(game, frame, value, me):
    """It stays if its user holds the People's Favor."""
    kept = frame.given["card"] == HEARTS_AND_MINDS and game.state.holders[PEOPLES_FAVOR] == frame.actor
    return value and not kept


@power("campaign.saved", HOSPITAL, subject="all", cites=("5.5.8", "10.13", "A-106"))
def hospital(game, frame, value, me):
    """Warbands saved from death go to its site when the campaign ends, if its user rules it then (FAQ Hospital)."""
    slot = facts.slot_of(game, HOSPITAL)
    if frame.given["card"] != HOSPITAL or slot is None or not facts.rules_site(game, frame.actor, slot):
        return value
    return SLOT[slot]


@power("campaign", VOW_OF_PEACE, subject="owner", cites=("5.5", "9.2"))
def vow_of_peace(game, frame, me):
    """Its holder cannot campaign."""
    yield False, "9.2", f"{VOW_OF_PEACE} forbids it"


@power("campaign.standing", VOW_OF_PEACE, subject="ruler", cites=("5.5.2", "5.5.5", "9.2"))
def vow_of_peace_defends(game, frame, value, me):
    """Attackers cannot raise their attack against its holder by sacrifices."""
    defends = frame.fact("fight").side_of(me) == DEFENDER
    return (*value, (DEFENDER, VOW_OF_PEACE)) if defends else value
