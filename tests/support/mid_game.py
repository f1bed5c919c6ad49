"""Games that go on from positions in mid-game, answered at random, with the table put right now and then."""

from collections.abc import Callable, Iterator
from random import Random

from oathtools.answerers.adjusting import adjusted
from oathtools.answerers.bot import run_plugs
from oathtools.answerers.matching import Misread
from oathtools.journal import Play
from oathtools.journal.begin import game_at
from oathtools.procedures.actions.search import UNTOLD
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import normal, to_position
from tests.support.games import new_game, play_on

# How much the tool is told: every name; half of them, by people; all, dealt from a seed; nothing.
NAMED, SEEDED, FULL, NOTHING = "names told", "seeded", "a full position, seeded", "nothing told"
WAYS = (NAMED, SEEDED, FULL, NOTHING)


def mid_game(number: int, way: str) -> Play:
    """A game that goes on from the middle of another; the same for the same number."""
    rng = Random(number)
    first = new_game(2 + number % 5, hidden=way != FULL)
    play_on(first, rng, most=rng.randrange(40, 160))
    play_on(first, rng, lambda: None, most=0)
    while first.pending is not None and not (first.at_boundary and first.pending.kind == "act"):
        play_on(first, rng, most=1)
    if first.pending is None:
        return mid_game(number + 1000, way)
    return game_at(to_position(first.state), seed=number if way in (SEEDED, FULL) else None)


def answered(play: Play, number: int, way: str, most: int = 60) -> Iterator[Play]:
    """The game after each of so many random answers; every tenth time or so the table is put right."""
    rng = Random(number)
    for _ in range(most):
        if play.pending is None:
            return
        if play.at_boundary and play.pending.kind == "act" and rng.random() < 0.15:
            put_right(play, rng)
        elif way in (SEEDED, FULL) and play.pending.form.value == "outcome":
            run_plugs(play)
        else:
            play.answer(_an_answer(play, rng, way), checked=True)
        yield play


def _an_answer(play: Play, rng: Random, way: str) -> object:
    decision = play.pending
    assert decision is not None
    if decision.kind == "act" and rng.random() < 0.1:
        return "end"
    untold = [option for option in decision.legal() if isinstance(option, str) and option.startswith(UNTOLD)]
    if way == NOTHING and decision.default is not None and decision.form.value == "outcome":
        return decision.default
    if way == NOTHING and untold:
        return rng.choice(untold)
    if decision.kind == "act":
        lively = [each for each in decision.legal() if each in ("peek", "power", "recover", "campaign", "search")]
        if lively and rng.random() < 0.6:
            return rng.choice(lively)
    return decision.random(rng)


def put_right(play: Play, rng: Random) -> None:
    """The table stands otherwise in one number or one place, if it may."""
    player = play.state.players[rng.choice(play.state.seats)]
    said = f"{player.name} {rng.choice(('favor', 'secrets', 'warbands', 'supply'))} {rng.randrange(6)}"
    try:
        play.adjust(normal(adjusted(to_position(play.state), said, play.state)), said)
    except (PositionError, Misread):
        return


def each_step(number: int, way: str, look: Callable[[Play], None], most: int = 60) -> Play:
    """Play on from the middle of a game, and look at it after each answer."""
    play = mid_game(number, way)
    for now in answered(play, number, way, most):
        look(now)
    return play
