"""Windows: which powers act at one, and in which order (A-136); and the powers around a step."""

from collections.abc import Callable, Generator, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from oathtools.engine.decision import Decision
from oathtools.engine.windows import Power, Stage
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, order
from oathtools.procedures.machine.frame import Frame

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

Acting = tuple[Power, str | None]  # a power at a window, with its subject


def opened(game: "Game", powers: Iterable[Power], frame: Frame) -> Ask:
    """The powers at a window act, one after the other, each that is still live and still concerned."""
    found = _in_turn(game, powers, frame)
    if len(found) > 1:
        found = yield from _as_wished(game, found, frame)
    for power, me in found:
        if game.still_live(power) and me in _acting(game, power, frame):
            yield from game.scope(game.by(power.card, power.does(game, frame, me)))


def around(game: "Game", powers: list[Power], frame: Frame, proceed: Callable[[], Ask]) -> Ask:
    """Run a step inside powers that wrap it, the first one outermost."""
    for power in powers[::-1]:
        for me in game.concerned(power, frame):
            proceed = _wrapped(game, power, frame, proceed, me)
    return (yield from proceed())


def _in_turn(game: "Game", powers: Iterable[Power], frame: Frame) -> list[Acting]:
    """The powers at a window, each with a subject, in the order in which they act (A-136).

    Those that the FAQ puts last come last. Before, it goes in turn order by the players concerned, from the one whose
    turn it is or from the Chancellor: whoever has the power, or acts if it is nobody's; the bandits at the end.
    """
    found = [(power, me) for power in powers for me in _acting(game, power, frame)]
    if len(found) < 2:
        return found
    several = len({_whose(each, frame) for each in found}) > 1
    first = None if several and game.takes("A-136", "a") == "b" else game.state.turn
    seats = facts.in_turn_order(game, first)

    def when(each: Acting) -> tuple[bool, int]:
        who = _whose(each, frame)
        return each[0].stage >= Stage.LIMIT, seats.index(who) if who in seats else len(seats)

    return sorted(found, key=when)


def _acting(game: "Game", power: Power, frame: Frame) -> Iterable[str | None]:
    """The subjects for whom a power acts at a window: those whom it concerns and on whom its condition is met."""
    concerned, when = game.concerned(power, frame), power.when
    return concerned if when is None else [me for me in concerned if when(game, frame, me)]


def _as_wished(game: "Game", found: list[Acting], frame: Frame) -> Generator[Decision, Any, list[Acting]]:
    """The same, those of one player that no rule puts in an order as that player wants them (A-136)."""
    wished: list[Acting] = []
    for (_, who), several in groupby(found, key=lambda each: (each[0].stage, _whose(each, frame))):
        together = list(several)
        cards = list(dict.fromkeys(power.card for power, _ in together))
        if len(cards) > 1 and who in game.state.players:
            first = yield from order("powers.order", who, cards, "A-136")
            together.sort(key=lambda each: first.index(each[0].card))
        wished += together
    return wished


def _whose(each: Acting, frame: Frame) -> str:
    """The player whose power it is at a window; of nobody's, whoever acts."""
    return frame.actor if each[1] is None else each[1]


def _wrapped(game: "Game", power: Power, frame: Frame, proceed: Callable[[], Ask], me: str | None) -> Callable[[], Ask]:
    """The power around a step; the step itself is not the power's doing."""

    def run() -> Ask:
        return game.by(power.card, power.does(game, frame, lambda: game.by(None, proceed()), me))

    return run
