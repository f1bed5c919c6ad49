"""5.6 Travel."""

from functools import cache
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import Action, Field, pay_for
from oathtools.procedures.glossary.drawing import is_spent, place_unseen, read_face
from oathtools.procedures.machine import cost as costs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, confirm
from oathtools.procedures.machine.cost import Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import FAVOR, RELIC_DECK, RELICS, SECRET, SHARED, SLOT, region_of_slot

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def destinations(game: "Game", frame: Frame) -> list[str]:
    """Every site on the map, one's own included: its row says why not."""
    return facts.site_ids(game)


def may_travel_to(game: "Game", frame: Frame, site: str) -> list[Row]:
    """5.6.1: any other site, unless a power forbids it."""
    away = facts.slot_named(game, site) != facts.site_of(game, frame.actor)
    rows: list[Row] = [(away, "5.6.1", away or f"{site} is where the pawn already is")]
    only = frame.fact("among")
    if only is not None:
        rows.append((site in only, "5.6.1", f"this trip does not go to {site}"))
    rows.extend(game.rows("travel", frame))
    return rows


def who_picks(game: "Game", frame: Frame) -> str:
    """The one who travels picks the site, unless a power gives the pick to another."""
    return str(game.fold("travel.chooser", frame.actor, frame))


def agrees(game: "Game", frame: Frame, clause: str = "5.6.1") -> Ask:
    """Tolls are paid by one whose way others pick only if they choose to (A-132, 11.7); else that site is closed."""
    if not tolls(game, frame).items:
        return True
    return (yield from confirm("travel.toll", frame.actor, clause, about=frame.given["to"]))


def tolls(game: "Game", frame: Frame) -> Cost:
    """What others ask of one who travels there."""
    return Cost(travel_cost(game, frame).tolls)


def travel_cost(game: "Game", frame: Frame) -> Cost:
    """5.6.1: Supply by regions, then what powers make of it."""
    start = region_of_slot(facts.site_of(game, frame.actor))
    end = region_of_slot(facts.slot_named(game, frame.given["to"]))
    base = costs.supply(catalog.travel_supply(start, end), "5.6.1")
    cost: Cost = game.fold("travel.cost", base, frame)
    return cost


def resolve(game: "Game", frame: Frame) -> Ask:
    """5.6.1 pay, 5.6.2 move and reveal."""
    yield from pay_for(game, frame, TRAVEL, "5.6.1")
    yield from game.scope(arrive(game, frame))
    yield from game.scope(game.window("travel.after", frame))


def arrive(game: "Game", frame: Frame) -> Ask:
    """5.6.2: the pawn moves; a facedown site is turned up and its reveal prompt carried out."""
    slot = facts.slot_named(game, frame.given["to"])
    frame.given["from"] = game.state.players[frame.actor].slot
    game.do.put_pawn(frame.actor, slot, ("5.6.2",))
    if not game.state.faceup_site(slot):
        yield from reveal_site(game, slot, frame.actor)


def reveal_site(game: "Game", slot: int, who: str) -> Ask:
    """Turn a site up and fill it once by its reveal prompt (5.6.2, 2.8.2), as far as the pieces go (9.3)."""
    site = yield from read_face(game, game.state.site(slot), who, "5.6.2")
    game.do.face(site, True, ("5.6.2",))
    prompt = catalog.site(site).reveal
    game.do.move(SECRET, prompt.secret, SHARED, SLOT[slot], ("2.8.2",), "reveal")
    favor = min(prompt.favor, game.state.count(SHARED, FAVOR))
    game.do.move(FAVOR, favor, SHARED, SLOT[slot], ("2.8.2",) if favor == prompt.favor else ("2.8.2", "9.3"), "reveal")
    for _ in range(prompt.relics):
        if not is_spent(game, RELIC_DECK):
            relic = yield from place_unseen(game, RELIC_DECK, RELICS[slot], "2.8.2")
            game.do.face(relic, False, ("2.8.2",))
    yield from game.window("site.revealed", Frame("reveal", who, game.frame, slot=slot))


@cache
def least_supply() -> int:
    """The least Supply it takes."""
    return min(min(row.values()) for row in catalog.TRAVEL_SUPPLY.values())


TRAVEL = Action(
    "travel",
    "5.6",
    (Field("to", "5.6.1", destinations, may_travel_to, who_picks, agrees=agrees, kind="site"),),
    travel_cost,
    resolve,
    least=least_supply,
)
