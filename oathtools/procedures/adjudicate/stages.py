"""The stages of a request on its way to a verdict, and what one is looked at within."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from oathtools.engine.rows import Row
from oathtools.procedures.actions.action import least_supply, payable
from oathtools.procedures.actions.record import Action
from oathtools.procedures.glossary import paying
from oathtools.procedures.machine.cost import Cost, supply
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game


class Stage(NamedTuple):
    """One stage of a request: its name (``turn``, ``action``, ``modifier``, a field's, ``cost``, ``open``, ``plan``),
    the frame in which it was read, its rows, and the field or the card it is about."""

    name: str
    frame: Frame
    rows: list[Row]
    about: Any = None


@contextmanager
def within(game: Game, frame: Frame) -> Iterator[None]:
    """Facts are asked as they are within a frame that is being tried."""
    game.frames.append(frame)
    try:
        yield
    finally:
        game.frames.pop()


def has_price(game: Game, action: Action, frame: Frame) -> bool:
    """Can the cost of a record be told?"""
    return action.priced is None or action.priced(game, frame)


def cost_rows(game: Game, action: Action, frame: Frame) -> list[Row]:
    """The rows of what a whole record costs; where that cannot be told, of the Supply it takes at least."""
    with within(game, frame):
        if has_price(game, action, frame):
            return list(payable(game, frame, action))
        return list(paying.can_pay(game, frame.actor, least(action)))


def least(action: Action) -> Cost:
    """The least Supply that an action takes, by the clause of its first field."""
    return supply(least_supply(action), action.fields[0].clause)
