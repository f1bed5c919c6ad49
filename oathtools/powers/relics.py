"""Relics."""

from oathtools import catalog
from oathtools.odds.battle import enemy, slain
from oathtools.powers.define import action, power
from oathtools.powers.plans import battle_plan, dice_for_one
from oathtools.procedures import facts, verbs
from oathtools.procedures.asking import confirm, distribute
from oathtools.procedures.campaign import PAWN
from oathtools.procedures.fight import carry_off, kill_in_force
from oathtools.table.state import CITIZEN, EXILE, PURPLE

GRAND_MASK, RING_OF_DEVOTION = "relic.grand_mask", "relic.ring_of_devotion"
STICKY_FIRE, OBSIDIAN_CAGE = "relic.sticky_fire", "relic.obsidian_cage"
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
    yield False, "9.2", f"{RING_OF_DEVOTION} does not let its holder place warbands at sites"


@power("muster.gain", RING_OF_DEVOTION, subject="owner", cites=("5.2.2",))
def ring_of_devotion_musters(game, frame, value, me):
    """Mustering gains two warbands more."""
    return value + 2


# -- campaigns -----------------------------------------------------------------------------------------------------

battle_plan(STICKY_FIRE, OBSIDIAN_CAGE)


@power("campaign.killing", STICKY_FIRE, subject="player", cites=("5.5.8", "9.2", "10.11", "10.13"))
def sticky_fire(game, frame, me):
    """All of the beaten force may be killed; who chooses so gives the enemy a favor, if able, whatever comes of it."""
    on, beaten = frame.fact("fight"), enemy(frame.given["side"])
    left = sum(on.places(beaten).values())
    if left and (yield from confirm("sticky_fire.kill", me, "5.5.8", about=frame)):
        yield from kill_in_force(game, on, beaten, slain(on.battle, beaten, left), "5.5.8", STICKY_FIRE)
        yield from verbs.give_favor(game, me, on.opponent(me), 1, "9.2")


@power("campaign.victory", OBSIDIAN_CAGE, subject="player", cites=("5.5.8", "10.15", "A-124"))
def obsidian_cage(game, frame, me):
    """What is left of the beaten force goes onto the Cage."""
    yield from carry_off(game, frame.fact("fight"), enemy(frame.given["side"]), OBSIDIAN_CAGE, "5.5.8", "10.15")


def caged(game):
    """The warbands on the Cage by color."""
    return {color: game.state.count(OBSIDIAN_CAGE, color) for color in game.state.seats}


def someone_is_caged(game, frame, me):
    """Are there any warbands on it?"""
    yield any(caged(game).values()), "7.3.2", f"no warbands are on {OBSIDIAN_CAGE}"


@action(OBSIDIAN_CAGE, may=someone_is_caged, cites=("7.3.2", "10.15"))
def obsidian_cage_opens(game, frame, me):
    """Any number of its warbands go to boards of their color."""
    yield from free_caged(game, me, at_most=True)


@power("relic.leaves", OBSIDIAN_CAGE, subject="player", cites=("10.15", "A-124"))
def obsidian_cage_empties(game, frame, me):
    """Before it returns to the relic deck all of its warbands go to boards of their color."""
    yield from free_caged(game, me, at_most=False)


def free_caged(game, me, at_most):
    """Warbands leave the Cage; an Exile's who has become a Citizen turn purple on the way (A-72)."""
    for color, count in caged(game).items():
        if not count:
            continue
        imperial = [seat for seat in game.state.seats if facts.color_of(game, seat) == PURPLE]
        caps = {f"board.{seat}": count for seat in (imperial if color == PURPLE else [color])}
        shares = yield from distribute("obsidian_cage.free", me, count, caps, "7.3.2", "10.15", at_most=at_most)
        for board, number in shares.items():
            if game.state.players[color].role == CITIZEN:
                yield from verbs.turn_purple(game, color, number, OBSIDIAN_CAGE, board, "6.6.2")
            else:
                game.do.move(color, number, OBSIDIAN_CAGE, board, ("10.15",))
