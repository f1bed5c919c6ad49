"""A player made to travel by another (5.5.7.3, A-65, A-132): it is Travel, without Supply, with its effects."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from oathtools.engine.rows import Row, holds
from oathtools.procedures.actions.travel import arrive, destinations, may_travel_to, travel_cost, who_picks
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose, confirm
from oathtools.procedures.machine.cost import Cost, Item
from oathtools.procedures.machine.frame import Frame

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

NOWHERE = "nowhere"


def make_travel(
    game: "Game",
    seat: str,
    master: str,
    outer: Frame,
    clause: str,
    among: Collection[str] | None = None,
    *,
    must: bool = False,
    agreed: Collection[str] = (),
) -> Ask:
    """Another player picks a site the mover can travel to; the mover pays no Supply, and tolls only if they choose to.

    ``among``: the sites it may be; ``agreed``: those whose tolls the mover will pay. A power of the mover's site may
    give the pick to somebody else (11.7); only the master may still let the pawn stay, unless it ``must`` move. Returns
    whether the pawn moved.
    """
    closed: set[str] = set()
    while True:
        frame = Frame("travel", seat, outer)
        game.frames.append(frame)
        try:
            options = _open(game, frame, among, closed, clause)
            if not options:
                return False
            picker = who_picks(game, frame)
            picker = master if picker == seat else picker
            stay = (NOWHERE,) if picker == master and not must else ()

            def rows(site: str, frame: Frame = frame) -> list[Row]:
                return [] if site == NOWHERE else game.inside(frame.with_(to=site), _may_go, site, closed, clause)

            sites = [site for site in destinations(game, frame) if among is None or site in among]
            site = yield from choose("travel.made-to", picker, (*stay, *sites), clause, rows=rows, about=frame)
            if site == NOWHERE:
                return False
            trip = game.frames[-1] = frame.with_(to=site)
            tolls = Cost(travel_cost(game, trip).tolls)
            if tolls.items and site not in agreed and not (yield from confirm("travel.toll", seat, clause, about=site)):
                closed.add(site)
                continue
            yield from verbs.pay(game, seat, tolls, clause)
            yield from arrive(game, trip)
            yield from game.window("travel.after", trip)
            return True
        finally:
            game.frames.pop()


def ride_along(game: "Game", seat: str, master: str, outer: Frame, kind: str, clause: str) -> Ask:
    """The master's pawn is put where another can travel, who must then travel there, or where the Wood's ruler says."""
    closed: set[str] = set()
    while True:
        frame = Frame("travel", seat, outer)
        options = game.inside(frame, _open, None, closed, clause)
        if not options:
            return
        parts = game.inside(frame, _others_pick)[0]
        site = yield from choose(kind, master, options, clause, about=frame)
        tolls = game.inside(frame.with_(to=site), _tolls)
        if tolls and not parts and not (yield from confirm("travel.toll", seat, clause, about=site)):
            closed.add(site)
            continue
        game.do.put_pawn(master, facts.slot_named(game, site), (clause,))
        among = None if parts else (site,)
        yield from make_travel(game, seat, master, outer, clause, among, must=True, agreed=() if parts else (site,))
        return


def _others_pick(game: "Game", frame: Frame) -> list[bool]:
    """Does somebody else than the mover pick where it goes (11.7)?"""
    return [who_picks(game, frame) != frame.actor]


def _tolls(game: "Game", frame: Frame) -> tuple[Item, ...]:
    return travel_cost(game, frame).tolls


def can_be_moved(game: "Game", seat: str, outer: Frame, clause: str, among: Collection[str] | None = None) -> bool:
    """Is there a site, among some, to which a player could be made to travel?"""
    frame = Frame("travel", seat, outer)
    game.frames.append(frame)
    try:
        return bool(_open(game, frame, among, (), clause))
    finally:
        game.frames.pop()


def _open(game: "Game", frame: Frame, among: Collection[str] | None, closed: Collection[str], clause: str) -> list[str]:
    """The sites to which the mover can travel, tolls they will not pay apart."""
    sites = [site for site in destinations(game, frame) if among is None or site in among]
    return [site for site in sites if holds(game.inside(frame.with_(to=site), _may_go, site, closed, clause))]


def _may_go(game: "Game", frame: Frame, site: str, closed: Collection[str], clause: str) -> Iterator[Row]:
    yield site not in closed, clause, f"{frame.actor} will not pay the toll of {site}"
    yield from may_travel_to(game, frame, site)
    yield from verbs.can_pay(game, frame.actor, Cost(travel_cost(game, frame).tolls))
