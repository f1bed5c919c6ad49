"""Typed helpers, each of which yields one decision; and which powers act at a window (A-136)."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, groupby
from math import factorial
from typing import TYPE_CHECKING, Any

from oathtools.engine.decision import Decision, Form, Row, holds
from oathtools.engine.windows import Power, Stage
from oathtools.procedures.machine import facts, promises
from oathtools.procedures.machine.frame import Frame

if TYPE_CHECKING:
    from fractions import Fraction

    from oathtools.procedures.machine.game import Game


Ask = Generator[Decision, Any, Any]
Rows = Callable[[str], Iterable[Row]]


def choose(
    kind: str,
    who: str,
    options: Sequence[str],
    *cites: str,
    rows: Rows | None = None,
    private: bool = False,
    overheard: bool = False,
    default: str | None = None,
    about: Any = None,
) -> Generator[Decision, str, str]:
    """One of some options; returns its id."""
    return (
        yield Decision(
            kind,
            who,
            Form.ONE,
            cites=cites,
            options=options,
            rows=rows,
            private=private,
            overheard=overheard,
            default=default,
            about=about,
        )
    )


def confirm(kind: str, who: str, *cites: str, about: Any = None) -> Generator[Decision, str, bool]:
    """Yes or no; no by default."""
    answer = yield Decision(kind, who, Form.ONE, cites=cites, options=("yes", "no"), default="no", about=about)
    return bool(answer == "yes")


def consent(
    game: "Game", kind: str, who: str, other: str, *cites: str, options: Sequence[str] = ("yes", "no"), **how: Any
) -> Generator[Decision, str, str]:
    """What somebody says to what another puts to them: what they have promised to say, if that binds and they can."""

    def given(answer: str) -> dict[str, str]:
        return {"kind": kind, "from": other, promises.ANSWER: answer}

    how.setdefault("overheard", "promises" in game.state.lasting)  # who is held to it is asked all the same
    own: Rows = how.pop("rows", lambda answer: ())
    held = [each for each in options if holds((*own(each), *promises.rows(game, who, promises.ANSWER, given(each))))]

    def rows(answer: str) -> Iterator[Row]:
        yield from own(answer)
        if held:
            yield from promises.rows(game, who, promises.ANSWER, given(answer))

    answer = yield from choose(kind, who, options, *cites, rows=rows, **how)
    promises.met(game, who, promises.ANSWER, given(answer))
    return answer


def until_agreed(ask: Callable[[set[str]], Ask], agrees: Callable[[str], Ask]) -> Ask:
    """What one player decides and another agrees to: ``ask`` again without what was turned down; None if none is left.

    ``ask`` is given what was turned down and returns None where it has nothing to ask for.
    """
    closed: set[str] = set()
    while True:
        value = yield from ask(closed)
        if value is None or (yield from agrees(value)):
            return value
        closed.add(value)


def amount(
    kind: str, who: str, low: int, high: int, *cites: str, default: int | None = None
) -> Generator[Decision, int, int]:
    """A whole number from ``low`` to ``high``."""
    return (yield Decision(kind, who, Form.AMOUNT, cites=cites, low=low, high=high, default=default))


def some(
    kind: str,
    who: str,
    options: Sequence[str],
    low: int,
    high: int,
    *cites: str,
    rows: Rows | None = None,
    finish: Callable[[Any], Iterable[Row]] | None = None,
    private: bool = False,
    default: list[str] | None = None,
    about: Any = None,
) -> Generator[Decision, list[str], list[str]]:
    """Some of some options."""
    return (
        yield Decision(
            kind,
            who,
            Form.SOME,
            cites=cites,
            options=options,
            rows=rows,
            finish=finish,
            low=low,
            high=high,
            private=private,
            default=default,
            about=about,
        )
    )


class Together(dict[str, list[str]]):
    """What a question is about where an option stands for several places: those that it stands for."""


def distribute(
    kind: str, who: str, total: int, caps: dict[str, int], *cites: str, at_most: bool = False, about: Any = None
) -> Generator[Decision, dict[str, int], dict[str, int]]:
    """Spread a number over some options, each up to its cap; all of it, or any part with ``at_most``."""
    return (
        yield Decision(
            kind,
            who,
            Form.DISTRIBUTE,
            cites=cites,
            options=tuple(caps),
            caps=caps,
            low=0 if at_most else total,
            high=total,
            about=about,
        )
    )


def order(
    kind: str, who: str, options: Sequence[str], *cites: str, private: bool = False
) -> Generator[Decision, list[str], list[str]]:
    """All options in the order wanted; as they stand by default."""
    return (yield Decision(kind, who, Form.ORDER, cites=cites, options=options, private=private, default=list(options)))


def roll(kind: str, who: str, faces: Sequence[str], dice: int, *cites: str, about: Any = None) -> Ask:
    """So many dice with these equally likely sides; returns the list of faces that fell."""
    known = tuple(dict.fromkeys(faces))

    def possible(answer: Any) -> Iterable[Row]:
        fits = isinstance(answer, list) and len(answer) == dice and all(face in known for face in answer)
        yield fits, cites[0], f"{dice} faces, each one of {', '.join(known)}"

    return (
        yield Decision(
            kind,
            who,
            Form.OUTCOME,
            cites=cites,
            options=known,
            finish=possible,
            low=dice,
            high=dice,
            about=about,
            sample=lambda rng: [faces[int(rng.random() * len(faces))] for _ in range(dice)],
            chances=lambda: _throws(faces, dice),
        )
    )


def _throws(faces: Sequence[str], dice: int) -> Iterator[tuple[list[str], "Fraction"]]:
    """Every throw with its chance, whichever die shows what."""
    from fractions import Fraction

    sides = {face: faces.count(face) for face in faces}
    for fell in combinations_with_replacement(sides, dice):
        ways = factorial(dice)
        for face in dict.fromkeys(fell):
            shown = fell.count(face)
            ways = ways // factorial(shown) * sides[face] ** shown
        yield list(fell), Fraction(ways, len(faces) ** dice)


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
