"""The stages of a request on its way to a verdict, and what one is looked at within."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.actions import recover
from oathtools.procedures.actions.action import Action, payable
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.cost import supply
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import BANNERS


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


def has_price(game: Game, frame: Frame) -> bool:
    """Can the cost of a record be told? Not of a relic where the site lists none, nor of a banner for no number."""
    target = frame.given.get("target")
    if frame.action != recover.RECOVER.name or target is None:
        return True
    if target in BANNERS:
        return str(frame.given.get("pay", "0")).isdigit()
    return recover.lists_price(game, facts.site_of(game, frame.actor))


def cost_rows(game: Game, action: Action, frame: Frame) -> list[Row]:
    """The rows of what a whole record costs."""
    with within(game, frame):
        if has_price(game, frame):
            return list(payable(game, frame, action))
        return list(verbs.can_pay(game, frame.actor, supply(catalog.ACTION_SUPPLY["recover"], "5.4.1")))
