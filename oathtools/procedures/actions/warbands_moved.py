"""Warbands moved at will among a player's board and the sites they rule, without the Chancellor's leave (10.15)."""

from typing import TYPE_CHECKING

from oathtools.engine.rows import holds
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, distribute
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.minor.warbands import spare
from oathtools.table.state import SLOT

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def movable(game: "Game", seat: str) -> dict[str, int]:
    """How many warbands may leave each place: all on the board, all but the last of a site (6.5)."""
    found = {f"board.{seat}": facts.board(game, seat, "warbands")}
    found |= {SLOT[slot]: spare(game, seat, slot) for slot in facts.sites_ruled(game, seat)}
    return {place: count for place, count in found.items() if count}


def homes(game: "Game", seat: str) -> list[str]:
    """Where a player may put warbands down: the board, and the sites they rule unless a power forbids it (A-131)."""
    sites = (
        facts.sites_ruled(game, seat) if holds(game.rows("place.warbands", Frame("place", seat, game.frame))) else []
    )
    return [f"board.{seat}", *(SLOT[slot] for slot in sites)]


def shift(game: "Game", seat: str, kind: str, *cites: str) -> Ask:
    """Ask how many warbands are picked up from where (``KIND.from``), then where they are put down (``KIND.to``)."""
    caps = movable(game, seat)
    if not caps:
        return
    taken = yield from distribute(f"{kind}.from", seat, sum(caps.values()), caps, *cites, at_most=True)
    number = sum(taken.values())
    if not number:
        return
    put = yield from distribute(f"{kind}.to", seat, number, dict.fromkeys(homes(game, seat), number), *cites)
    color = facts.color_of(game, seat)
    arriving = {place: put.get(place, 0) - taken.get(place, 0) for place in put}
    for place in taken:
        leaving = taken[place] - put.get(place, 0)
        for target in [each for each, count in arriving.items() if count > 0]:
            count = min(leaving, arriving[target])
            if count > 0:
                game.do.move(color, count, place, target, (*cites, "10.15"))
                arriving[target] -= count
                leaving -= count
