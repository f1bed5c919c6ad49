"""Chapter 6: the minor actions that move and look: 6.3, 6.4, 6.5. They cost no Supply."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import Action, Field, pay_for
from oathtools.procedures.glossary.drawing import look
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, confirm
from oathtools.procedures.machine.cost import FREE, Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import CITIZEN, GRAND_SCEPTER, PURPLE, RELICS, RELIQUARY, SLOT

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

BOARD, SITE = "board", "site"
_RELICS = tuple(enumerate(RELICS, 1))
_RELIQUARY = tuple(enumerate(RELIQUARY, 1))


def no_cost(game: "Game", frame: Frame) -> Cost:
    """Minor actions cost no Supply (chapter 6)."""
    return FREE


# -- 6.3, 6.4 ------------------------------------------------------------------------------------------------------


def peekable(game: "Game", frame: Frame) -> list[str]:
    """Facedown relics at sites, by slot and place, and those in the Reliquary."""
    zones = game.state.zones
    found = [f"relic-{at}-{n}" for at, zone in _RELICS if zones.get(zone) for n in range(1, len(zones[zone]) + 1)]
    return found + [f"reliquary-{at}" for at, zone in _RELIQUARY if zones.get(zone)]


def worth_a_look(game: "Game", frame: Frame) -> list[str]:
    """What ``peekable`` lists, a relic at the actor's own site first: nothing else is asked of that."""
    slot = facts.site_of(game, frame.actor)
    return [f"relic-{slot + 1}-1"] if game.state.zones.get(RELICS[slot]) else peekable(game, frame)


def facedown_advisers(game: "Game", seats: Iterable[str] | None = None) -> list[str]:
    """The facedown advisers of some players, of all by default, by their places: ``adviser-red-2``."""
    return [
        f"adviser-{seat}-{n}"
        for seat in (game.state.seats if seats is None else seats)
        for n, card in enumerate(game.state.zone(f"advisers.{seat}"), 1)
        if game.state.is_facedown(card)
    ]


def peeked_card(game: "Game", what: str) -> str:
    """The card such an id stands for."""
    kind, *numbers = what.split("-")
    if kind == "adviser":
        return game.state.zone(f"advisers.{numbers[0]}")[int(numbers[1]) - 1]
    if kind == "reliquary":
        return game.state.zone(RELIQUARY[int(numbers[0]) - 1])[0]
    return game.state.zone(RELICS[int(numbers[0]) - 1])[int(numbers[1]) - 1]


def may_peek(game: "Game", frame: Frame, what: str) -> Iterable[Row]:
    """6.3: at one's site, or again where one has peeked before. 6.4: in the Reliquary with the Grand Scepter."""
    seat = frame.actor
    if what.startswith("reliquary"):
        return scepter_rows(game, seat, "6.4")
    here = int(what.split("-")[1]) - 1 == facts.site_of(game, seat)
    near = here or seat in game.state.facedown.get(peeked_card(game, what), ())
    return ((near, "6.3", near or f"{seat} is not at that site and has not seen that relic before"),)


def scepter_rows(game: "Game", seat: str, clause: str) -> tuple[Row, Row]:
    """The powers of the Grand Scepter (2.4) are its holder's, and rest on the turn in which it was taken."""
    holds = facts.holds_scepter(game, seat)
    fresh = GRAND_SCEPTER in game.state.taken
    return (
        (holds, clause, holds or f"{seat} does not hold {GRAND_SCEPTER}"),
        (not fresh, "7.1", f"{GRAND_SCEPTER} was taken this turn", GRAND_SCEPTER),
    )


def resolve_peek(game: "Game", frame: Frame) -> Ask:
    """The player looks at the card; what it is need not be told (A-102)."""
    clause = "6.4" if frame.given["what"].startswith("reliquary") else "6.3"
    yield from look(game, frame.actor, peeked_card(game, frame.given["what"]), clause, "10.17")


PEEK = Action(
    "peek",
    "6.3",
    (
        Field(
            "what",
            "6.3",
            peekable,
            may_peek,
            tries=worth_a_look,
            lacks="no relic is at any site or in the Reliquary",
            kind="relic",
        ),
    ),
    no_cost,
    resolve_peek,
)


# -- 6.5 -----------------------------------------------------------------------------------------------------------


def directions(game: "Game", frame: Frame) -> tuple[str, str]:
    """To the board, or to the site."""
    return (BOARD, SITE)


def may_move(game: "Game", frame: Frame, to: str) -> Iterator[Row]:
    """6.5: from the site all but the last one; to the site only if one rules it."""
    seat = frame.actor
    slot = facts.site_of(game, seat)
    site = facts.site_id(game, slot)
    if to == SITE:
        yield facts.rules_site(game, seat, slot), "6.5", f"{seat} does not rule {site}"
        yield facts.board(game, seat, "warbands") > 0, "6.5", none_on_board(seat, "warband")
        yield from game.rows("place.warbands", frame)
    else:
        yield spare(game, seat, slot) > 0, "6.5", none_spare(game, seat, slot)


def none_spare(game: "Game", seat: str, slot: int) -> str:
    """In words: no warband may leave a site."""
    some = game.state.count(SLOT[slot], facts.side_of(game, seat))
    return f"{seat} has no warband at {facts.site_id(game, slot)}{' but the last one' if some else ''}"


def none_on_board(seat: str, what: str) -> str:
    """In words: a player has no warbands of a kind on the board."""
    return f"no {what}s are on the board of {seat}"


def spare(game: "Game", seat: str, slot: int) -> int:
    """How many of a player's warbands may leave a site: all but the last, unless bandits count as theirs (7.6.5)."""
    side = facts.side_of(game, seat)
    there = game.state.count(SLOT[slot], side)
    keeps = 0 if facts.bandits_as(game, slot) == side else 1
    return max(0, there - keeps)


def numbers(game: "Game", frame: Frame) -> list[str]:
    """Any number there is."""
    seat = frame.actor
    slot = facts.site_of(game, seat)
    most = spare(game, seat, slot) if frame.given["to"] == BOARD else facts.board(game, seat, "warbands")
    return [str(number) for number in range(1, most + 1)]


def any_number(game: "Game", frame: Frame, number: str) -> Iterable[Row]:
    """Bounds are in the candidates."""
    return ((True, "6.5", ""),)


def resolve_move(game: "Game", frame: Frame) -> Ask:
    """6.5: a Citizen needs the Chancellor's leave to pick warbands up (A-77)."""
    seat, to, number = frame.actor, frame.given["to"], int(frame.given["number"])
    side, slot = facts.side_of(game, seat), facts.site_of(game, seat)
    board, site = f"board.{seat}", SLOT[slot]
    if to == BOARD and game.state.players[seat].role == CITIZEN:
        leave = yield from confirm("warbands.leave", PURPLE, "6.5", about=frame)
        if not leave:
            game.do.emit("declined", ("6.5",), who=PURPLE, what="warbands")
            return
    yield from pay_for(game, frame, MOVE, "6.5")
    source, target = (site, board) if to == BOARD else (board, site)
    game.do.move(side, number, source, target, ("6.5",))
    yield from game.settle()


MOVE = Action(
    "move-warbands",
    "6.5",
    (Field("to", "6.5", directions, may_move), Field("number", "6.5", numbers, any_number, kind="number")),
    no_cost,
    resolve_move,
)


def imperial_here(game: "Game", frame: Frame) -> list[str]:
    """The other players at the actor's site."""
    slot = facts.site_of(game, frame.actor)
    return [seat for seat in game.state.seats if seat != frame.actor and game.state.players[seat].slot == slot]


def may_share(game: "Game", frame: Frame, other: str) -> Iterator[Row]:
    """6.5: both must be Imperial players."""
    for seat in (frame.actor, other):
        yield game.state.players[seat].imperial, "6.5", f"{seat} is no Imperial player"
    giver = frame.actor if frame.action == "give-warbands" else other
    yield game.state.count(f"board.{giver}", PURPLE) > 0, "6.5", none_on_board(giver, "Imperial warband")


def shared_numbers(game: "Game", frame: Frame) -> list[str]:
    """Any number the giver has."""
    giver = frame.actor if frame.action == "give-warbands" else frame.given["other"]
    return [str(number) for number in range(1, game.state.count(f"board.{giver}", PURPLE) + 1)]


def resolve_share(game: "Game", frame: Frame) -> Ask:
    """6.5: with the other player's leave."""
    other = frame.given["other"]
    leave = yield from confirm("warbands.share", other, "6.5", about=frame)
    if not leave:
        game.do.emit("declined", ("6.5",), who=other, what="warbands")
        return
    giver, taker = (frame.actor, other) if frame.action == "give-warbands" else (other, frame.actor)
    game.do.move(PURPLE, int(frame.given["number"]), f"board.{giver}", f"board.{taker}", ("6.5",), "give")


_SHARE = (
    Field("other", "6.5", imperial_here, may_share, lacks="no other pawn is at the site of {actor}", kind="player"),
    Field("number", "6.5", shared_numbers, any_number, kind="number"),
)
GIVE = Action("give-warbands", "6.5", _SHARE, no_cost, resolve_share)
TAKE = Action("take-warbands", "6.5", _SHARE, no_cost, resolve_share)
