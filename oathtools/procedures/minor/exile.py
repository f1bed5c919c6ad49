"""6.7 and 6.8: exiling a Citizen, exiling oneself, and becoming an Exile."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import pay_for
from oathtools.procedures.actions.record import Action, Field, unbound
from oathtools.procedures.actions.said import banished, nothing
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.cost import Cost, Item
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.request import Changes, Request
from oathtools.procedures.minor.citizenship import end_act, everybody, with_scepter
from oathtools.procedures.minor.peeks import scepter_rows
from oathtools.table.state import (
    CITIZEN,
    EXILE,
    FAVOR,
    GRAND_SCEPTER,
    HIDDEN,
    PEOPLES_FAVOR,
    PURPLE,
    SECRET,
)

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

EXILE_PRICE: Final = 5


# -- 6.7 exiling ---------------------------------------------------------------------------------------------------


def may_exile(game: "Game", frame: Frame) -> tuple[Row, ...]:
    """6.7: the holder of the Grand Scepter."""
    return scepter_rows(game, frame.actor, "6.7")


def may_exile_whom(game: "Game", frame: Frame, other: str) -> tuple[Row, ...]:
    """6.7: any Citizen but oneself."""
    fits = game.state.players[other].role == CITIZEN
    return (
        (fits, "6.7", fits or f"{other} is no Citizen"),
        (other != frame.actor, "6.7", "the Scepter does not exile its own holder"),
        *game.rows("exile", frame),
    )


def exile_cost(game: "Game", frame: Frame) -> Cost:
    """6.7: five favor to the Citizen; more for the title and the People's Favor if theirs, less if yours (A-74)."""
    seat, other = frame.actor, frame.given["other"]
    price = EXILE_PRICE
    counts = game.takes("A-11", "a") == "a" or not game.state.usurper
    for holder in (game.state.oathkeeper if counts else None, game.state.holders[PEOPLES_FAVOR]):
        price += (holder == other) - (holder == seat)
    return Cost((Item("give", FAVOR, price, f"board.{other}", "6.7", ruling="A-74"),))


def resolve_exile(game: "Game", frame: Frame) -> Ask:
    """6.7: pay, and the Citizen becomes an Exile."""
    yield from pay_for(game, frame, EXILE_ACTION, "6.7")
    yield from game.scope(become_exile(game, frame.given["other"], "6.7"))


def become_exile(game: "Game", seat: str, *cites: str) -> Ask:
    """The board turns, the warbands on it take their own color as far as they go (A-75), Supply is full."""
    board = f"board.{seat}"
    purple = game.state.count(board, PURPLE)
    own = min(purple, game.state.count(f"stock.{seat}", seat))
    game.do.move(PURPLE, purple, board, f"stock.{PURPLE}", cites, "return")
    game.do.move(seat, own, f"stock.{seat}", board, cites, "replace")
    game.do.set_role(seat, EXILE, cites)
    game.do.set_supply(seat, catalog.SUPPLY_TRACK.most, cites, "refresh")
    return
    yield


def exile_repairs(game: "Game", frame: Frame, request: Request) -> Changes:
    """The player has the Scepter and the People's Favor, the other one is a Citizen."""
    yield from with_scepter(game, frame, request, CITIZEN)
    if game.state.holders[PEOPLES_FAVOR] != frame.actor:
        yield changes.holds(game, frame.actor, PEOPLES_FAVOR, 6)


EXILE_ACTION: Final = Action(
    "exile",
    "6.7",
    (
        Field(
            "other",
            "6.7",
            everybody,
            may_exile_whom,
            kind="player",
            sentence=f"{{actor}} holds {GRAND_SCEPTER}, and {{value}} is a Citizen",
            prompt="{who} exiles a Citizen. Which one?",
        ),
    ),
    exile_cost,
    resolve_exile,
    may_exile,
    repairs=exile_repairs,
    label="exile a Citizen",
    menu="exile {other}",
    begins=("kick", "throw {out}"),
    besides="out empire",
    shares=banished,
    phrase="exiles {other}",
)


# -- 6.8 exiling oneself -------------------------------------------------------------------------------------------


def may_leave(game: "Game", frame: Frame) -> Iterator[Row]:
    """6.8: a Citizen who does not hold the Grand Scepter; somebody must hold it if anything is due (A-143)."""
    seat = frame.actor
    yield game.state.players[seat].role == CITIZEN, "6.8", f"{seat} is no Citizen"
    yield not facts.holds_scepter(game, seat), "6.8", f"{seat} holds {GRAND_SCEPTER}"
    if scepter_holder(game) is None and game.takes("A-143", "a") == "a":
        price = self_exile_price(game, seat)
        yield not price, "6.8", f"{price} favor are due to the holder of {GRAND_SCEPTER}, and nobody holds it"
    yield from game.rows("exile", frame.with_(other=seat))


def scepter_holder(game: "Game") -> str | None:
    """Who holds the Grand Scepter."""
    return facts.owner(game, GRAND_SCEPTER)


def self_exile_price(game: "Game", seat: str) -> int:
    """6.8: a favor for each secret on the board and on any card, and each warband on the board (A-76)."""
    return facts.board(game, seat, "warbands") + secrets_about(game, seat) - secrets_left(game, seat)


def self_exile_cost(game: "Game", frame: Frame) -> Cost:
    """6.8: that price, to the holder of the Grand Scepter."""
    price, holder = self_exile_price(game, frame.actor), scepter_holder(game)
    return Cost((Item("give", FAVOR, price, f"board.{holder}", "6.8", ruling="A-76"),)) if price and holder else Cost()


def secrets_about(game: "Game", seat: str) -> int:
    """Secrets on a board, both faces, and on any denizen, relic or edifice."""
    places = [f"board.{seat}"]
    places += [place for place in game.state.pieces if place.partition(".")[0] in ("denizen", "relic", "edifice")]
    return sum(_secrets(game, place) for place in places)


def _secrets(game: "Game", place: str) -> int:
    """Secrets at a place, both faces."""
    return game.state.count(place, SECRET) + game.state.count(place, HIDDEN)


def secrets_left(game: "Game", seat: str) -> int:
    """Secrets on cards that others placed: they do not count towards the price if a table reads A-76 so (b).

    Nobody but the player whose turn it is places secrets on cards, and who leaves the Empire does it in their own Act
    Phase (6.8). So others' lie there only where a Rest leaves some behind: by A-24 (b) those on other players' cards.
    Without that reading both readings of A-76 come to the same.
    """
    if game.takes("A-76", "a") == "a" or game.takes("A-24", "a") != "b":
        return 0
    theirs = [place for place in game.state.pieces if facts.owner(game, place) not in (None, seat)]
    return sum(_secrets(game, place) for place in theirs if place.partition(".")[0] in ("denizen", "relic", "edifice"))


def resolve_self_exile(game: "Game", frame: Frame) -> Ask:
    """6.8: pay, become an Exile, and the Act Phase ends."""
    yield from pay_for(game, frame, SELF_EXILE, "6.8")
    yield from game.scope(become_exile(game, frame.actor, "6.8"))
    end_act(game, frame.actor)


def myself(game: "Game", frame: Frame) -> list[str]:
    """The actor."""
    return [frame.actor]


def self_exile_repairs(game: "Game", frame: Frame, request: Request) -> Changes:
    """The player is a Citizen, and the Chancellor has the Scepter."""
    seat = frame.actor
    if seat == PURPLE:
        return
    if game.state.players[seat].role != CITIZEN:
        yield changes.role(seat, CITIZEN)
    if facts.holds_scepter(game, seat):
        yield changes.holds(game, PURPLE, GRAND_SCEPTER, 6)


SELF_EXILE: Final = Action(
    "self-exile",
    "6.8",
    (
        Field(
            "who",
            "6.8",
            myself,
            unbound,
            kind="oneself",
            sentence="",
            prompt="{who} leaves the Empire. Confirm who it is.",
        ),
    ),
    self_exile_cost,
    resolve_self_exile,
    may_leave,
    sentence=f"{{actor}} is a Citizen and does not hold {GRAND_SCEPTER}",
    repairs=self_exile_repairs,
    label="leave the Empire",
    menu="leave the Empire",
    phrase="leaves the Empire",
    shares=nothing,
)
