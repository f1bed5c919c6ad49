"""5.6 Travel, and being made to travel."""

from collections.abc import Collection, Iterator
from functools import cache, partial
from typing import Final

from oathtools import catalog
from oathtools.engine.decision import Row, holds
from oathtools.kit.lazy import Memo
from oathtools.procedures.actions.action import pay_for
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.glossary import verbs
from oathtools.procedures.glossary.drawing import is_spent, place_unseen, read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine import frame as costs
from oathtools.procedures.machine.asking import Ask, choose, confirm, until_agreed
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import FAVOR, RELIC_DECK, RELICS, SECRET, SHARED, SLOT, region_of_slot

NOWHERE: Final = "nowhere"


def destinations(game: Game, frame: Frame) -> list[str]:
    """Every site on the map, one's own included: its row says why not."""
    return facts.site_ids(game)


def may_travel_to(game: Game, frame: Frame, site: str) -> list[Row]:
    """5.6.1: any other site, unless a power forbids it."""
    away = facts.slot_named(game, site) != facts.site_of(game, frame.actor)
    rows: list[Row] = [(away, "5.6.1", away or f"{site} is where the pawn already is")]
    only = frame.fact("among")
    if only is not None:
        rows.append((site in only, "5.6.1", f"this trip does not go to {site}"))
    rows.extend(game.rows("travel", frame))
    return rows


def who_picks(game: Game, frame: Frame) -> str:
    """The one who travels picks the site, unless a power gives the pick to another."""
    return str(game.fold("travel.chooser", frame.actor, frame))


def agrees(game: Game, frame: Frame, clause: str = "5.6.1") -> Ask:
    """Tolls are paid by one whose way others pick only if they choose to (A-132, 11.7); else that site is closed."""
    if not tolls(game, frame).items or frame.fact("agreed"):
        return True
    return (yield from confirm("travel.toll", frame.actor, clause, about=frame.given["to"]))


def tolls(game: Game, frame: Frame) -> Cost:
    """What others ask of one who travels there."""
    return Cost(travel_cost(game, frame).tolls)


def travel_cost(game: Game, frame: Frame) -> Cost:
    """5.6.1: Supply by regions, then what powers make of it."""
    way = (facts.site_of(game, frame.actor), facts.slot_named(game, frame.given["to"]))
    return game.fold("travel.cost", _printed[way], frame)


@Memo
def _printed(way: tuple[int, int]) -> Cost:
    """What the regions alone make it cost from one slot to another."""
    start, end = way
    return costs.supply(catalog.travel_supply(region_of_slot(start), region_of_slot(end)), "5.6.1")


def resolve(game: Game, frame: Frame) -> Ask:
    """5.6.1 pay, 5.6.2 move and reveal."""
    yield from pay_for(game, frame, TRAVEL, "5.6.1")
    yield from game.scope(arrive(game, frame))
    yield from arrived(game, frame)


def arrived(game: Game, frame: Frame) -> Ask:
    """What powers make of the Travel itself (7.1.4), and then what they do after it (10.2)."""
    yield from game.window("traveled", frame)
    yield from game.window("travel.after", frame)


def arrive(game: Game, frame: Frame) -> Ask:
    """5.6.2: the pawn moves; a facedown site is turned up and its reveal prompt carried out."""
    slot = facts.slot_named(game, frame.given["to"])
    frame.given["from"] = game.state.players[frame.actor].slot
    game.do.put_pawn(frame.actor, slot, ("5.6.2",))
    if not game.state.faceup_site(slot):
        yield from reveal_site(game, slot, frame.actor)


def reveal_site(game: Game, slot: int, who: str) -> Ask:
    """Turn a site up and fill it once by its reveal prompt (5.6.2, 2.8.2), as far as the pieces go (9.3)."""
    site = yield from read_face(game, game.state.site(slot), who, "5.6.2")
    game.do.face(site, True, ("5.6.2",), who=who)
    prompt = catalog.site(site).reveal
    game.do.move(SECRET, prompt.secret, SHARED, SLOT[slot], ("2.8.2",), "reveal")
    favor = min(prompt.favor, game.state.count(SHARED, FAVOR))
    game.do.move(FAVOR, favor, SHARED, SLOT[slot], ("2.8.2",) if favor == prompt.favor else ("2.8.2", "9.3"), "reveal")
    for _ in range(prompt.relics):
        if not is_spent(game, RELIC_DECK):
            relic = yield from place_unseen(game, RELIC_DECK, RELICS[slot], "2.8.2")
            game.do.face(relic, False, ("2.8.2",))
    yield from game.window("site.revealed", Frame("reveal", who, game.frame, {"slot": slot}))


# -- made to travel by another (5.5.7.3, A-65, A-132): it is Travel, without Supply, with its effects ------------------


def make_travel(
    game: Game,
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
    frame = _made(seat, outer)
    with game.within(frame):
        picker = who_picks(game, frame)
        if picker == seat:
            picker = master
        else:
            among, agreed = None, ()
        stay = (NOWHERE,) if picker == master and not must else ()
        sites = [site for site in destinations(game, frame) if among is None or site in among]

        def ask(closed: Collection[str]) -> Ask:
            def rows(site: str) -> list[Row]:
                may_go = partial(_may_go, closed=closed, clause=clause)
                return [] if site == NOWHERE else game.inside(frame.with_(to=site), may_go, site)

            if not _open(game, frame, among, closed, clause):
                return None
            return (yield from choose("travel.made-to", picker, (*stay, *sites), clause, rows=rows, about=frame))

        def leave(site: str) -> Ask:
            if site == NOWHERE:
                return True
            game.frames[-1] = frame.with_(to=site)
            return site in agreed or (yield from agrees(game, game.frame, clause))

        site = yield from until_agreed(ask, leave)
        if site in (None, NOWHERE):
            return None
        trip = game.frame
        yield from verbs.pay(game, seat, tolls(game, trip), clause)
        yield from arrive(game, trip)
        yield from arrived(game, trip)
        return site


def ride_along(game: Game, seat: str, master: str, outer: Frame, kind: str, clause: str) -> Ask:
    """The master's pawn is put where another can travel, who must then travel there, or where the Wood's ruler says.

    A site at which the pawn was only put lies as it lay, unless a table reads it otherwise (A-175).
    """
    frame = _made(seat, outer)
    parts = game.inside(frame, _others_pick)[0]

    def ask(closed: Collection[str]) -> Ask:
        options = game.inside(frame, partial(_open, among=None, closed=closed, clause=clause))
        return (yield from choose(kind, master, options, clause, about=frame)) if options else None

    def leave(site: str) -> Ask:
        return True if parts else (yield from agrees(game, frame.with_(to=site), clause))

    site = yield from until_agreed(ask, leave)
    if site is not None:
        slot = facts.slot_named(game, site)
        game.do.put_pawn(master, slot, (clause,))
        yield from make_travel(game, seat, master, outer, clause, (site,), must=True, agreed=(site,))
        if not game.state.faceup_site(slot) and game.takes("A-175", "a") == "b":
            yield from reveal_site(game, slot, master)


def _made(seat: str, outer: Frame) -> Frame:
    """The frame of a Travel that somebody else brings about."""
    frame = Frame("travel", seat, outer)
    frame.facts["made"] = True
    return frame


def _others_pick(game: Game, frame: Frame) -> list[bool]:
    """Does somebody else than the mover pick where it goes (11.7)?"""
    return [who_picks(game, frame) != frame.actor]


def can_be_moved(game: Game, seat: str, outer: Frame, clause: str, among: Collection[str] | None = None) -> bool:
    """Is there a site, among some, to which a player could be made to travel?"""
    frame = _made(seat, outer)
    with game.within(frame):
        return bool(_open(game, frame, among, (), clause))


def _open(game: Game, frame: Frame, among: Collection[str] | None, closed: Collection[str], clause: str) -> list[str]:
    """The sites to which the mover can travel, tolls they will not pay apart."""
    sites = [site for site in destinations(game, frame) if among is None or site in among]
    may_go = partial(_may_go, closed=closed, clause=clause)
    return [site for site in sites if holds(game.inside(frame.with_(to=site), may_go, site))]


def _may_go(game: Game, frame: Frame, site: str, closed: Collection[str], clause: str) -> Iterator[Row]:
    yield site not in closed, clause, f"{frame.actor} will not pay the toll of {site}"
    yield from may_travel_to(game, frame, site)
    yield from verbs.can_pay(game, frame.actor, tolls(game, frame))


# -- the action ----------------------------------------------------------------------------------------------------


@cache
def least_supply() -> int:
    """The least Supply it takes."""
    return min(min(row.values()) for row in catalog.TRAVEL_SUPPLY.values())


TRAVEL: Final = worded(
    Action(
        "travel",
        "5.6",
        (Field("to", "5.6.1", destinations, may_travel_to, who_picks, agrees=agrees, kind="site"),),
        travel_cost,
        resolve,
        least=least_supply,
        carried=("5.6", "7.6.2"),
    )
)
