"""A player made to travel by another (5.5.7.3, A-65, A-132): it is Travel, without Supply, with its effects."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from oathtools.engine.rows import Row, holds
from oathtools.procedures.actions.travel import agrees, arrive, destinations, may_travel_to, tolls, who_picks
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose, until_agreed
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
    give the pick to somebody else (11.7), who may pick any site (FAQ Palanquin); only the master may still let the pawn
    stay, unless it ``must`` move. Returns the site to which the pawn moved, if it did.
    """
    frame = Frame("travel", seat, outer)
    game.frames.append(frame)
    try:
        picker = who_picks(game, frame)
        if picker == seat:
            picker = master
        else:
            among, agreed = None, ()
        stay = (NOWHERE,) if picker == master and not must else ()
        sites = [site for site in destinations(game, frame) if among is None or site in among]

        def ask(closed: Collection[str]) -> Ask:
            def rows(site: str) -> list[Row]:
                return [] if site == NOWHERE else game.inside(frame.with_(to=site), _may_go, site, closed, clause)

            if not _open(game, frame, among, closed, clause):
                return None
            return (yield from choose("travel.made-to", picker, (*stay, *sites), clause, rows=rows, about=frame))

        def leave(site: str) -> Ask:
            if site == NOWHERE or site in agreed:
                return True
            game.frames[-1] = frame.with_(to=site)
            return (yield from agrees(game, game.frame, clause))

        site = yield from until_agreed(ask, leave)
        if site in (None, NOWHERE):
            return None
        trip = game.frames[-1] = frame.with_(to=site)
        yield from verbs.pay(game, seat, tolls(game, trip), clause)
        yield from arrive(game, trip)
        yield from game.window("travel.after", trip)
        return site
    finally:
        game.frames.pop()


def ride_along(game: "Game", seat: str, master: str, outer: Frame, kind: str, clause: str) -> Ask:
    """The master's pawn is put where another can travel, who must then travel there, or where the Wood's ruler says."""
    frame = Frame("travel", seat, outer)
    parts = game.inside(frame, _others_pick)[0]

    def ask(closed: Collection[str]) -> Ask:
        options = game.inside(frame, _open, None, closed, clause)
        return (yield from choose(kind, master, options, clause, about=frame)) if options else None

    def leave(site: str) -> Ask:
        return True if parts else (yield from agrees(game, frame.with_(to=site), clause))

    site = yield from until_agreed(ask, leave)
    if site is not None:
        game.do.put_pawn(master, facts.slot_named(game, site), (clause,))
        yield from make_travel(game, seat, master, outer, clause, (site,), must=True, agreed=(site,))


def _others_pick(game: "Game", frame: Frame) -> list[bool]:
    """Does somebody else than the mover pick where it goes (11.7)?"""
    return [who_picks(game, frame) != frame.actor]


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
    yield from verbs.can_pay(game, frame.actor, tolls(game, frame))
