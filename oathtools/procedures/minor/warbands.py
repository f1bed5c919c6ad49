"""6.5 Moving warbands between the board and the site, and between the boards of the Empire."""

from collections.abc import Iterator
from typing import Final

from oathtools.engine.decision import Row, holds
from oathtools.kit import text
from oathtools.procedures.actions.action import no_cost, pay_for
from oathtools.procedures.actions.record import Action, Field, unbound, worded
from oathtools.procedures.actions.wording import handed, moved
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask, consent, distribute
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence, here, warbands
from oathtools.table.state import CITIZEN, PURPLE, SLOT

BOARD, SITE = "board", "site"


def may_move(game: Game, frame: Frame, to: str) -> Iterator[Row]:
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


def none_spare(game: Game, seat: str, slot: int) -> str:
    """In words: no warband may leave a site."""
    some = game.state.count(SLOT[slot], facts.side_of(game, seat))
    return f"{seat} has no warband at {facts.site_id(game, slot)}{' but the last one' if some else ''}"


def none_on_board(seat: str, what: str) -> str:
    """In words: a player has no warbands of a kind on the board."""
    return f"no {what}s are on the board of {seat}"


def spare(game: Game, seat: str, slot: int) -> int:
    """How many of a player's warbands may leave a site: all but the last, unless bandits count as theirs (7.6.5)."""
    side = facts.side_of(game, seat)
    there = game.state.count(SLOT[slot], side)
    keeps = 0 if facts.bandits_as(game, slot) == side else 1
    return max(0, there - keeps)


def numbers(game: Game, frame: Frame) -> list[str]:
    """Any number there is."""
    seat = frame.actor
    slot = facts.site_of(game, seat)
    most = spare(game, seat, slot) if frame.given["to"] == BOARD else facts.board(game, seat, "warbands")
    return [str(number) for number in range(1, most + 1)]


def resolve_move(game: Game, frame: Frame) -> Ask:
    """6.5: a Citizen needs the Chancellor's leave to pick warbands up (A-77)."""
    seat, to, number = frame.actor, frame.given["to"], int(frame.given["number"])
    side, slot = facts.side_of(game, seat), facts.site_of(game, seat)
    board, site = f"board.{seat}", SLOT[slot]
    if needs_leave(game, frame):
        leave = yield from consent(game, "warbands.leave", PURPLE, seat, "6.5", default="no", about=frame)
        if leave == "no":
            game.do.emit("declined", ("6.5",), who=PURPLE, what="warbands")
            return
    yield from pay_for(game, frame, MOVE, "6.5")
    source, target = (site, board) if to == BOARD else (board, site)
    game.do.move(side, number, source, target, ("6.5",))
    yield from game.settle()


def needs_leave(game: Game, frame: Frame) -> bool:
    """Must the Chancellor agree? Yes, if a Citizen picks warbands up (A-77)."""
    return frame.given.get("to") == BOARD and game.state.players[frame.actor].role == CITIZEN


def leave_to_move(game: Game, frame: Frame) -> Iterator[Row]:
    """6.5: what the Chancellor must agree to."""
    if needs_leave(game, frame):
        because = f"{frame.actor} needs the leave of {PURPLE} to take Imperial warbands from a site"
        yield False, "6.5", because, PURPLE, "A-77"


def not_so_many(game: Game, frame: Frame, number: str) -> tuple[Row]:
    """Why that is no number of warbands to move."""
    seat = frame.actor
    if frame.given.get("to") != BOARD:
        return (_on_board(facts.board(game, seat, "warbands"), "warband", seat),)
    slot = facts.site_of(game, seat)
    most = spare(game, seat, slot)
    because = f"{most} of the warbands of {seat} can leave {facts.site_id(game, slot)}"
    return ((False, "6.5", because if most else none_spare(game, seat, slot)),)


def _on_board(count: int, what: str, seat: str) -> Row:
    """A row: no more than so many warbands of a kind are on a board."""
    if not count:
        return False, "6.5", none_on_board(seat, what)
    return False, "6.5", f"only {text.count(count, what)} {'are' if count > 1 else 'is'} on the board of {seat}"


def has_some(game: Game, frame: Frame, to: str) -> tuple[Sentence]:
    """What holds where warbands can be moved."""
    seat, site = frame.actor, here(game, frame)
    if to == SITE:
        return (("6.5", f"{seat} rules {site} and has {warbands(game, seat)} on the board"),)
    number = spare(game, seat, facts.site_of(game, seat))
    return (("6.5", f"{text.count(number, 'warband')} of {seat} can leave {site}"),)


def move_repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The player rules the site and has more warbands, here or there."""
    seat, to = frame.actor, request.given.get("to")
    slot = facts.site_of(game, seat)
    number = int(request.given.get("number", 1))
    if to != BOARD:
        yield from changes.ruled(game, seat, slot, 5)
        yield from changes.more(game, seat, "warbands", number - facts.board(game, seat, "warbands"))
    if to != SITE:
        there = spare(game, seat, slot)
        own = game.state.count(SLOT[slot], facts.side_of(game, seat))
        yield from changes.more_warbands(game, seat, SLOT[slot], number - there + (0 if own else 1))


MOVE: Final = worded(
    Action(
        "move-warbands",
        "6.5",
        (
            Field("to", "6.5", lambda game, frame: (BOARD, SITE), may_move, sentence=has_some),
            Field("number", "6.5", numbers, unbound, kind="number", unlisted=not_so_many),
        ),
        no_cost,
        resolve_move,
        leave=leave_to_move,
        repairs=move_repairs,
        shares=moved,
    )
)


# -- between boards ------------------------------------------------------------------------------------------------


def giver(frame: Frame) -> str:
    """The player who gives warbands away."""
    return frame.actor if frame.action == GIVE.name else str(frame.given["other"])


def imperial_here(game: Game, frame: Frame) -> list[str]:
    """The other players at the actor's site."""
    slot = facts.site_of(game, frame.actor)
    return [seat for seat in game.state.seats if seat != frame.actor and game.state.players[seat].slot == slot]


def may_share(game: Game, frame: Frame, other: str) -> Iterator[Row]:
    """6.5: both must be Imperial players."""
    for seat in (frame.actor, other):
        yield game.state.players[seat].imperial, "6.5", f"{seat} is no Imperial player"
    source = giver(frame)
    yield game.state.count(f"board.{source}", PURPLE) > 0, "6.5", none_on_board(source, "Imperial warband")


def shared_numbers(game: Game, frame: Frame) -> list[str]:
    """Any number the giver has."""
    return [str(number) for number in range(1, game.state.count(f"board.{giver(frame)}", PURPLE) + 1)]


def resolve_share(game: Game, frame: Frame) -> Ask:
    """6.5: with the other player's leave."""
    other = frame.given["other"]
    if (yield from consent(game, "warbands.share", other, frame.actor, "6.5", default="no", about=frame)) == "no":
        game.do.emit("declined", ("6.5",), who=other, what="warbands")
        return
    source = giver(frame)
    taker = other if source == frame.actor else frame.actor
    game.do.move(PURPLE, int(frame.given["number"]), f"board.{source}", f"board.{taker}", ("6.5",), "give")


def not_here(game: Game, frame: Frame, other: str) -> tuple[Row]:
    """Why one is no other player here."""
    because = f"{other} is not another player" if other == frame.actor else f"{other} is not at {here(game, frame)}"
    return ((False, "6.5", because),)


def not_so_many_shared(game: Game, frame: Frame, number: str) -> tuple[Row]:
    """Why that is no number of warbands to give."""
    return (_on_board(game.state.count(f"board.{giver(frame)}", PURPLE), "Imperial warband", giver(frame)),)


def leave_to_share(game: Game, frame: Frame) -> Iterator[Row]:
    """6.5: the other player must agree."""
    other = frame.given.get("other")
    if other not in (None, frame.actor):
        yield False, "6.5", f"{other} must agree to it", other


def share_repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """Both are Imperial and here, and the giver has more warbands."""
    seat, other = frame.actor, request.given.get("other")
    if other == seat:
        return
    slot = facts.site_of(game, seat)
    near = [each for each in game.state.seats if each != seat and game.state.players[each].slot == slot]
    for each in (seat, *((other,) if other else near)):
        if not game.state.players[each].imperial:
            yield changes.role(each, CITIZEN)
    if other is not None and game.state.players[other].slot != slot:
        yield changes.pawn_at(game, other, slot, 5)
    for source in (seat,) if request.action == GIVE.name else (other,) if other else near:
        short = int(request.given.get("number", 1)) - game.state.count(f"board.{source}", PURPLE)
        if game.state.players[source].imperial:
            yield from changes.more_warbands(game, source, f"board.{source}", short)


def _shared(name: str) -> Action:
    other = Field("other", "6.5", imperial_here, may_share, kind="player", unlisted=not_here)
    number = Field("number", "6.5", shared_numbers, unbound, kind="number", unlisted=not_so_many_shared)
    return worded(
        Action(
            name,
            "6.5",
            (other, number),
            no_cost,
            resolve_share,
            leave=leave_to_share,
            repairs=share_repairs,
            shares=handed,
        )
    )


GIVE: Final = _shared("give-warbands")
TAKE: Final = _shared("take-warbands")


# -- warbands moved at will among a player's board and the sites they rule, without the Chancellor's leave (10.15) -----


def movable(game: Game, seat: str) -> dict[str, int]:
    """How many warbands may leave each place: all on the board, all but the last of a site (6.5)."""
    found = {f"board.{seat}": facts.board(game, seat, "warbands")}
    found |= {SLOT[slot]: spare(game, seat, slot) for slot in facts.sites_ruled(game, seat)}
    return {place: count for place, count in found.items() if count}


def homes(game: Game, seat: str) -> list[str]:
    """Where a player may put warbands down: the board, and the sites they rule unless a power forbids it (A-131)."""
    sites = (
        facts.sites_ruled(game, seat) if holds(game.rows("place.warbands", Frame("place", seat, game.frame))) else []
    )
    return [f"board.{seat}", *(SLOT[slot] for slot in sites)]


def shift(game: Game, seat: str, kind: str, *cites: str) -> Ask:
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
