"""What the table says beside the rules, in commands and at the prompt: how it stands, what it lets pass."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oathtools.cli.shared.common import Failure
from oathtools.cli.shared.game_shown import labels_for
from oathtools.cli.shared.position_faults import fault_lines, read_source

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.journal.record import Entry


def adjust(play: "Play", said: str, position: str | None = None) -> None:
    """State how the table stands, in words or as a whole position, and let bots go on. Nothing is saved.

    Raises ``Failure``, or what words that are not understood raise; then the game is to be thrown away.
    """
    from oathtools.answerers.adjusting import adjusted
    from oathtools.answerers.bot import run_plugs
    from oathtools.table.position.faults import PositionError
    from oathtools.table.position.form import normal

    _refuse_in_chapter_8(play)
    if play.pending is not None and not play.at_boundary:
        hint = "Finish the action, or take it back with oathtools undo"
        raise Failure("not_offered", "an action is under way", hint=hint)
    try:
        new = read_source(position) if position else adjusted(_stands(play), said, play.state)
        play.adjust(normal(new), said)
    except PositionError as fault:
        told = fault_lines(fault.faults)
        raise Failure("position", "the table cannot stand like that", detail=told, faults=fault.faults) from None
    run_plugs(play)


def overrule(play: "Play", words: Sequence[str], because: str, viewer: str | None = None) -> "list[Entry]":
    """Let an answer or a request pass, refused or not, and let bots go on. Nothing is saved. Raises as ``adjust``."""
    from oathtools.answerers.bot import run_plugs
    from oathtools.answerers.speaker import Speaker

    if play.pending is None:
        raise Failure("not_offered", "the game is over: nothing is asked")
    entries = Speaker(play, labels_for(play, viewer), lets=because).say(words)
    run_plugs(play)
    return entries


def _stands(play: "Play") -> dict[str, Any]:
    """The table as a position. Raises ``Failure`` in setup."""
    from oathtools.table.position.form import to_position

    try:
        return to_position(play.state)
    except ValueError as fault:
        raise Failure("not_offered", str(fault), hint="oathtools ask shows the question that is open") from None


def _refuse_in_chapter_8(play: "Play") -> None:
    """The table of a game that is over can still be put right, but not once chapter 8 goes on from it. ``Failure``."""
    from oathtools.saga.writing import begun_at

    begun = begun_at(play)
    if begun is not None:
        back = f"oathtools undo --past-chance --to {begun - 1}"
        hint = f"Take the Chronicle back first: {back}. Then oathtools chronicle write begins it anew."
        raise Failure("not_offered", "the Chronicle of this game is begun already", hint=hint, citations=["8"])
