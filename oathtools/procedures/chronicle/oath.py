"""8.1 Vow an Oath."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.table import stacking

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

BY_VISION = (("visionary", "3.2"), ("war_exhaustion", "3.4.3"))


def vow(game: "Game", winner: str) -> Ask:
    """8.1: the oath of the Vision after a win by a Vision alone, else any but the present one (A-87)."""
    alone = won_by_vision_alone(game)
    twins = vision_oaths(game, winner) if alone else []
    if len(twins) > 1 and game.takes("A-87", "a") == "b":
        alone, twins = False, []
    present = game.state.oath

    def rows(oath: str) -> Iterator[Row]:
        if twins:
            yield oath in twins, "8.1", f"{winner} won with a Vision alone: the oath is that of the Vision"
        elif not alone:
            yield oath != f"oath.{present}", "8.1", f"this game was played with the goal of {present}"

    vowed = yield from choose("chronicle.oath", winner, catalog.ids("oath"), "8.1", rows=rows)
    oath = vowed.removeprefix("oath.")
    stacking.note(game.do, oath=oath, played=game.state.oath)
    game.do.emit("vow", ("8.1",), who=winner, oath=oath)


def won_by_vision_alone(game: "Game") -> bool:
    """Was a Vision the one way in which the game was won, in a Wake Phase or at the end of round eight?"""
    ways = [tuple(way) for way in (game.state.result or {}).get("ways", ())]
    return bool(ways) and all(way in BY_VISION for way in ways)


def vision_oaths(game: "Game", winner: str) -> list[str]:
    """The ids of the oaths of the Visions that the winner has revealed: of those fulfilled, if that can still be
    seen.
    """
    oaths = [oath for each in facts.revealed_visions(game, winner) if (oath := catalog.vision(each).oath)]
    met = [oath for oath in oaths if title.fulfils_vision(game, oath.removeprefix("oath."), winner)]
    return met or oaths
