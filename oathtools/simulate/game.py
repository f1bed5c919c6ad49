"""One game of a plan: begun by its number, played by its bots to its end, kept as one record."""

from random import Random
from typing import Any

from oathtools.answerers.bot import run_plugs
from oathtools.journal.begin import header_of_position, header_of_world
from oathtools.journal.play import Play
from oathtools.procedures.machine.world import World, seats_for
from oathtools.simulate.setting import Plan, Setting
from oathtools.simulate.told import Told, record
from oathtools.simulate.worlds import OATHS, random_world

# A game of more answers is no game: a bot goes round in circles.
MOST = 20_000


def played(plan: Plan, name: str, number: int) -> dict[str, Any]:
    """The record of game so-and-so under a setting. Of one that fails it has the number and the ``fault`` alone.

    Chance and bots draw from streams named by the plan's seed and the number: the same game under another setting meets
    the same luck, as long as it goes the same way.
    """
    try:
        return _played(plan, plan.settings[name], number)
    except Exception as fault:
        return {"game": number, "fault": f"{type(fault).__name__}: {fault}"[:500]}


def header(plan: Plan, setting: Setting, number: int) -> dict[str, Any]:
    """The header of game so-and-so under a setting, its seats played by the bots."""
    seed = f"{plan.seed}/{number}"
    bots = bots_of(plan, setting, number)
    if setting.position is not None:
        begun = header_of_position(setting.position, seed=seed, readings=setting.readings)
        seats = [{**seat, "bot": bot} for seat, bot in zip(begun["seats"], bots, strict=True)]
        return {**begun, "seats": seats}
    if setting.world is not None:
        world = World.from_data(dict(setting.world))
    else:
        world = random_world(Random(f"{seed}/world"), OATHS[number % len(OATHS)])
        world = world._replace(variants=dict(setting.variants))
    sitting = seats_for([(f"P{at}", None, bot) for at, bot in enumerate(bots, 1)], world.citizens)
    return header_of_world(world, sitting, seed=seed, readings=setting.readings)


def bots_of(plan: Plan, setting: Setting, number: int) -> list[str]:
    """Which bot sits where in game so-and-so, in turn order."""
    by = number % plan.players if plan.rotate else 0
    return [*setting.bots[-by:], *setting.bots[:-by]] if by else list(setting.bots)


def _played(plan: Plan, setting: Setting, number: int) -> dict[str, Any]:
    play = Play(header(plan, setting, number), digests=False)
    told = Told(play.state.oathkeeper)
    play.driver.at_boundary = lambda: _at_boundary(play, told)
    run_plugs(play, most=MOST)
    if play.pending is not None:
        raise RuntimeError(f"not over after {MOST} answers")
    for each in play.told:
        told.hear(each.events)
    return record(number, play, told)


def _at_boundary(play: Play, told: Told) -> None:
    if play.state.phase == "round-end":
        told.round_ended(play.game)
