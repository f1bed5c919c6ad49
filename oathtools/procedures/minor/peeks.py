"""6.3 and 6.4 Peeking at facedown relics, and what belongs to the Grand Scepter alone (2.4)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from oathtools.engine.rows import LAW, Row
from oathtools.procedures.actions.action import no_cost
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.glossary.drawing import look
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.request import Changes, Request
from oathtools.procedures.machine.sentences import Sentence
from oathtools.table.state import GRAND_SCEPTER, RELICS, RELIQUARY

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

_RELICS: Final = tuple(enumerate(RELICS, 1))
_RELIQUARY: Final = tuple(enumerate(RELIQUARY, 1))


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
    near = at_own_site(game, seat, what) or seat in game.state.facedown.get(peeked_card(game, what), ())
    because = near or f"{seat} is not at that site and has not seen that relic before"
    return ((near, "6.3", because, LAW, "A-102"),)


def at_own_site(game: "Game", seat: str, what: str) -> bool:
    """Does a relic lie at the player's site?"""
    return int(what.split("-")[1]) - 1 == facts.site_of(game, seat)


def scepter_rows(game: "Game", seat: str, clause: str) -> tuple[Row, Row]:
    """The powers of the Grand Scepter (2.4) are its holder's, and rest on the turn in which it was taken."""
    holds = facts.holds_scepter(game, seat)
    fresh = GRAND_SCEPTER in game.state.taken
    return (
        (holds, clause, holds or f"{seat} does not hold {GRAND_SCEPTER}"),
        (not fresh, "7.1", not fresh or f"{GRAND_SCEPTER} was taken this turn", GRAND_SCEPTER),
    )


def resolve_peek(game: "Game", frame: Frame) -> Ask:
    """The player looks at the card; what it is need not be told (A-102)."""
    clause = "6.4" if frame.given["what"].startswith("reliquary") else "6.3"
    yield from look(game, frame.actor, peeked_card(game, frame.given["what"]), clause, "10.17")


def no_relic(game: "Game", frame: Frame, what: str) -> tuple[Row]:
    """No relic lies there."""
    if what.startswith("reliquary"):
        return ((False, "6.4", "no relic is in that space of the Reliquary"),)
    return ((False, "6.3", "no relic lies there"),)


def within_sight(game: "Game", frame: Frame, what: str) -> tuple[Sentence]:
    """What holds of a relic at which one may peek."""
    seat = frame.actor
    if what.startswith("reliquary"):
        return (("6.4", f"{seat} holds {GRAND_SCEPTER}"),)
    near = at_own_site(game, seat, what)
    return (("6.3", f"{seat} is at the site where it lies" if near else f"{seat} has seen it before"),)


def repairs(game: "Game", frame: Frame, request: Request) -> Changes:
    """For the Reliquary, the Grand Scepter."""
    if str(request.given.get("what", "reliquary")).startswith("reliquary"):
        yield from changes.scepter(game, frame.actor)


PEEK: Final = Action(
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
            unlisted=no_relic,
            settles=True,
            sentence=within_sight,
            prompt="{who} peeks at a facedown relic. Which one?",
        ),
    ),
    no_cost,
    resolve_peek,
    repairs=repairs,
    carried=("6.3", "6.4", "10.17"),
    label="peek at a facedown relic",
    menu="peek at {what}",
    phrase="",
    begins=("look", "check", "inspect"),
)
