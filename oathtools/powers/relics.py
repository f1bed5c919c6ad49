"""Relics."""

from oathtools import catalog
from oathtools.powers.define import power
from oathtools.powers.plans import dice_for_one
from oathtools.procedures import facts
from oathtools.procedures.campaign import PAWN
from oathtools.table.state import EXILE, PURPLE

GRAND_MASK, RING_OF_DEVOTION = "relic.grand_mask", "relic.ring_of_devotion"
BANDIT_CROWN, CIRCLET = "relic.bandit_crown", "relic.circlet_of_command"


@power("bandits", BANDIT_CROWN, subject="ruler", cites=("7.6.5", "10.21", "A-85"))
def bandit_crown(game, frame, value, me):
    """Bandits count as warbands of its holder, but not at sites that enemies rule."""
    side = facts.side_of(game, me)
    enemies = [color for color in facts.warbands_at(game, frame.given["slot"]) if color != side]
    return value if enemies else side


@power("take", CIRCLET, subject="ruler", cites=("9.2", "10.26", "A-123"))
def circlet_of_command(game, frame, me):
    """Other players cannot target or take its holder's banners, nor their relics but for the Circlet itself."""
    barred = frame.given["victim"] == me != frame.actor and frame.given["what"] != CIRCLET
    yield not barred, "9.2", f"{CIRCLET} protects {frame.given['what']}"


@power("target.dice", CIRCLET, subject="ruler", cites=("5.5.2",))
def circlet_of_command_pawn(game, frame, value, me):
    """As a target, its holder's pawn and favor add one die more."""
    mine = frame.given["target"] == PAWN and frame.given["defender"] == me
    return value + dice_for_one(CIRCLET) if mine else value


@power("card.rulers", GRAND_MASK, subject="ruler", cites=("10.21", "A-78"))
def grand_mask(game, frame, value, me):
    """In the turn of an Exile who holds it they rule the cards at Imperial sites, not the Empire; not battle plans."""
    state = game.state
    turn = state.turn == me and state.phase in ("wake", "act", "rest") and state.players[me].role == EXILE
    plan = any(power.kind == "battle_plan" for power in catalog.card(frame.given["card"]).powers)
    return tuple(dict.fromkeys(me if side == PURPLE else side for side in value)) if turn and not plan else value


@power("place.warbands", RING_OF_DEVOTION, subject="owner", cites=("9.2", "A-131"))
def ring_of_devotion(game, frame, me):
    """Its holder cannot place warbands at sites."""
    yield False, "9.2", f"{RING_OF_DEVOTION} forbids it"


@power("muster.gain", RING_OF_DEVOTION, subject="owner", cites=("5.2.2",))
def ring_of_devotion_musters(game, frame, value, me):
    """Mustering gains two warbands more."""
    return value + 2
