"""3.3 The end die: how it is rolled, and on which faces the game ends, whatever powers may make of them."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from oathtools import catalog
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


class Ends(NamedTuple):
    """The faces on which a round's roll ends the game for sure, those on which it may, and who then decides."""

    sure: tuple[int, ...]
    maybe: tuple[int, ...]
    by: tuple[str, ...]


def end_roll(game: "Game", throw: Callable[[], Ask]) -> Ask:
    """3.3: the end die is rolled, within the powers that wrap the roll; returns its number."""
    return (yield from game.around("end.roll", Frame("end", game.state.seats[0]), throw))


def ends(game: "Game", number: int) -> Ends:
    """On which faces the end of a round ends the game, once the roll is due; none where none is rolled (3.3)."""
    due = next((roll.ends_on for roll in catalog.END_ROLLS if roll.round == number), None)
    if due is None:
        return Ends((), (), ())
    if not game.live("end.roll"):
        return Ends(tuple(face for face in catalog.END_FACES if face >= due), (), ())
    sure: list[int] = []
    maybe: list[int] = []
    by: dict[str, None] = {}
    for face in catalog.END_FACES:
        made = list(_results(game, face))
        ending = [end >= due for end, _ in made]
        if all(ending):
            sure.append(face)
        elif any(ending):
            maybe.append(face)
            by.update(dict.fromkeys(who for _, asked in made for who in asked))
    return Ends(tuple(sure), tuple(maybe), tuple(by))


def _results(game: "Game", face: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What a face may be made into: each number with those who were asked; every answer is tried on a copy."""
    from oathtools.procedures.machine.game import Game

    def throw() -> Ask:
        return face
        yield

    paths: list[tuple[str, ...]] = [()]
    while paths:
        path = paths.pop()
        later = Game(game.state.copy(), game.registry, game.readings)
        later.do.go_to("round-end", "")  # nobody's turn, whosever it is when this is asked
        steps = end_roll(later, throw)
        asked: list[str] = []
        try:
            decision = next(steps)
            for answer in path:
                asked.append(decision.who)
                decision = steps.send(answer)
        except StopIteration as end:
            yield end.value, tuple(asked)
            continue
        paths += [(*path, option) for option in decision.legal()]
