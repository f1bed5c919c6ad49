"""A save string with wrong digits: what cannot be a world is refused, or repaired with a word; never a broken saga."""

from collections import Counter
from random import Random

import pytest

from oathtools.answerers.bot import bot_answer, chance
from oathtools.engine.decision import Form
from oathtools.journal import new_game
from oathtools.procedures.machine.world import World
from oathtools.saga.chronicle.check import mended
from oathtools.saga.guide.plan import SetupPlan, saved_world, seats_of
from oathtools.saga.guide.pulls_setup import setup_pulls
from oathtools.saga.save_string.fill import fill
from oathtools.saga.save_string.string import SaveStringError, examine, write
from oathtools.saga.worlds import Incomplete, first_chronicle, world_of
from oathtools.table.invariants import faults

SOUND = write(fill(first_chronicle(), "1"))


def altered(**digits: str) -> str:
    """The string with other digits at some offsets."""
    text = list(SOUND)
    for at, digit in digits.items():
        text[int(at[1:])] = digit
    return "".join(text)


def set_up(world: World) -> None:
    """Set a game up and count: every card lies once, and where its kind may."""
    play = new_game(["Ann", "Bo", "Cy", "Dee"], world, seed="1", bots=True)
    while play.state.phase == "setup" and play.pending is not None:
        drawn = play.pending.form is Form.OUTCOME
        play.answer(chance(play, "1") if drawn else bot_answer(play, "1"))
        assert not faults(play.state)


def come_of(string: str) -> str:
    """What becomes of a string: refused as it is read or as a world, with words, or a game that can be set up."""
    try:
        chronicle = examine(string, relics=False).chronicle
    except SaveStringError as fault:
        assert fault.expected and fault.found
        return "no string"
    try:
        world = world_of(chronicle)
        setup_pulls(SetupPlan(*seats_of([("", None)] * 3), saved=saved_world(chronicle)), packed=True)
    except Incomplete as fault:
        assert all(fault.faults)
        return "no world"
    set_up(world)
    return "a game"


def test_the_string_itself_is_a_game() -> None:
    assert come_of(SOUND) == "a game"


# A relic in the relic deck that becomes a denizen, a second one of the world deck, a site that comes twice.
@pytest.mark.parametrize("at", [124, 188])
def test_one_wrong_digit_is_no_broken_saga(at: int) -> None:
    came = Counter(come_of(altered(**{f"_{at}": digit})) for digit in "0123456789ABCDEF")
    assert came["no string"] + came["no world"] + came["a game"] == 16 and came["a game"] < 16


def test_two_bytes_altered_together() -> None:
    text = altered(_124="1", _125="3", _188="2", _189="8")
    assert come_of(text) in ("no string", "no world", "a game")


def test_what_is_repaired_can_be_set_up_and_says_what_was_done() -> None:
    """Single digits all over the string: every one that can be read is a game once it is mended, or still no world."""
    came: Counter[str] = Counter()
    rng = Random(11)
    for at in rng.sample(range(40, len(SOUND) - 12), 40):
        string = altered(**{f"_{at}": rng.choice("0123456789ABCDEF")})
        before = come_of(string)
        came[before] += 1
        if before != "no world":
            continue
        world, done = mended(examine(string, relics=False).chronicle, "0")
        assert done and all(note.public for note in done)
        try:
            set_up(world_of(world))
        except Incomplete as fault:
            assert any("twice" in each for each in fault.faults)  # everybody sees both: only the people can say
    assert came["no world"] and came["no string"] and came["a game"]
