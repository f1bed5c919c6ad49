"""6.2 Using an Action power (7.3.2): any that one has access to, as often as its cost can be paid (A-80)."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from oathtools import catalog
from oathtools.engine.rows import LAW, Row, holds
from oathtools.procedures.actions.action import pay_for, power_cost
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.glossary import paying
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.causes import explained
from oathtools.procedures.machine.cost import Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.registry import BY_LAW
from oathtools.procedures.machine.request import Changes, Request
from oathtools.procedures.machine.sentences import Sentence

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def usable(game: "Game", frame: Frame) -> list[str]:
    """Every card in force with an Action power that is coded."""
    return [card for card in facts.in_force(game) if card in game.registry.actions]


def may_use(game: "Game", frame: Frame, card: str) -> Iterator[Row]:
    """7.1.1 access, 7.1.2 nothing on the card if something is to be placed there, and what the power itself asks."""
    seat = frame.actor
    yield from _in_reach(game, seat, card)
    if game.registry.actions[card].needed or game.takes("A-161", "a") == "a":
        yield from to_work_on(game, frame, card)


def to_work_on(game: "Game", frame: Frame, card: str) -> Iterator[Row]:
    """What a power itself asks: what it chooses, discards, moves or reveals must be there (A-161)."""
    may = game.registry.actions[card].may
    if may is None:
        return

    def rows() -> Iterator[Row]:
        for row in may(game, frame, frame.actor):
            yield (*row, card) if len(row) == 3 else row

    yield from explained(game, rows)


def _in_reach(game: "Game", seat: str, card: str) -> Iterator[Row]:
    near = facts.has_access(game, seat, card)
    yield near, "7.1.1", near or facts.no_access(game, seat, card), LAW, "A-81"
    yield *paying.takes_cost(game, seat, card, power_cost(card, "action")), LAW, "A-80"


def not_usable(game: "Game", frame: Frame, card: str) -> Iterator[Row]:
    """6.2: why a card is none of those whose Action power can be used; one that is not coded is judged all the same."""
    if card in BY_LAW:
        yield False, "6.2", f"what {card} lets one do is an action of its own, not a power to be used"
    elif not catalog.is_card(card) or "action" not in {power.kind for power in catalog.card(card).powers}:
        yield False, "7.3.2", f"{card} has no Action power"
    elif card not in list(facts.in_force(game)):
        yield False, "7.1", f"{card} is not faceup in play"
    else:
        yield from _in_reach(game, frame.actor, card)
        yield from paying.can_pay(game, frame.actor, power_cost(card, "action"))


def access(game: "Game", frame: Frame, card: str) -> tuple[Sentence]:
    """What holds of a card whose power one may use."""
    how = "rules it" if facts.rules_card(game, frame.actor, card) else "is at its site"
    return (("7.1.1", f"{frame.actor} may use {card}, because {frame.actor} {how}"),)


def repairs(game: "Game", frame: Frame, request: Request) -> Changes:
    """The player rules the site of the card."""
    card = request.given.get("card")
    slot = facts.slot_of(game, card) if isinstance(card, str) else None
    if slot is not None:
        yield from changes.ruled(game, frame.actor, slot, 4)


def sets_off(given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The Action power of the card."""
    return (("action", "7.3.2"),)


def use_cost(game: "Game", frame: Frame) -> Cost:
    """7.1.2: the printed cost, with what powers add."""
    cost: Cost = game.fold("power.cost", power_cost(frame.given["card"], "action"), frame)
    return cost


def resolve(game: "Game", frame: Frame) -> Ask:
    """7.1.2 pay, 7.1.3 resolve as much as possible."""
    card = frame.given["card"]
    works = holds(to_work_on(game, frame, card))
    yield from pay_for(game, frame, USE, "7.1.2")
    game.do.emit("power", ("6.2", "7.3.2"), card=card, who=frame.actor)
    if works:
        yield from game.scope(game.by(card, game.registry.actions[card].does(game, frame, frame.actor)))


USE: Final = Action(
    "power",
    "6.2",
    (
        Field(
            "card",
            "6.2",
            usable,
            may_use,
            lacks="no faceup card in play has an Action power",
            kind="power",
            unlisted=not_usable,
            settles=True,
            sentence=access,
            prompt="{who} uses the power of a card. Which one?",
        ),
    ),
    use_cost,
    resolve,
    repairs=repairs,
    sets_off=sets_off,
    label="use the power of a card",
    menu="use the power of {card}",
    phrase="uses the power of {card}",
    begins=("use the power of", "activate"),
    verbs=("use",),
)
