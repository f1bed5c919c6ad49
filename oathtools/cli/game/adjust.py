"""``oathtools adjust``: state how the table really stands."""

from typing import TYPE_CHECKING, Any

import click

from oathtools.answerers.adjusting import adjusted
from oathtools.answerers.bot import run_plugs
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.game_shown import question_data
from oathtools.cli.shared.gaming import after, write_game
from oathtools.cli.shared.position_faults import read_source
from oathtools.saga.writing import begun_at
from oathtools.table.position.faults import PositionError
from oathtools.table.position.form import normal, to_position

if TYPE_CHECKING:
    from oathtools.journal.play import Play


@click.command(cls=Command)
@click.argument("words", nargs=-1)
@click.option("--position", metavar="FILE", help="The whole position, as `oathtools position export` writes it.")
def command(words: tuple[str, ...], position: str | None) -> int:
    """Say how the table really stands, after a mis-step that everybody noticed late. The game goes on from there.

    WORDS name one thing at a time: `Bo favor 4`, `Bo supply 3`, `Bo warbands 5`, `Bo pawn Mountain`, `Plains warbands
    red 2`, `round 4`, `visions 3`, `oathkeeper Bo usurper`; several with commas between. Favor moves from and to the
    shared bank, warbands from and to their own. A house rule may add to this what it keeps of a site or a player: see
    `oathtools variants NAME`. What would break conservation is refused, every fault at once.
    """
    if bool(words) == (position is not None):
        raise Failure("usage", "say what is different, or give a position file", hint="oathtools adjust Bo favor 4")
    said = " ".join(words) if words else f"position {position}"
    with write_game() as running:
        play = running.play
        _refuse_in_chapter_8(play)
        if play.pending is not None and not play.at_boundary:
            hint = "Finish the action, or take it back with oathtools undo"
            raise Failure("not_offered", "an action is under way", hint=hint)
        since = play.head
        try:
            with faults():
                new = read_source(position) if position else adjusted(_stands(play), said, play.state)
                play.adjust(normal(new), said)
        except PositionError as fault:
            from oathtools.cli.shared.position_faults import fault_lines

            told = fault_lines(fault.faults)
            raise Failure("position", "the table cannot stand like that", detail=told, faults=fault.faults) from None
        run_plugs(play)
        running.save(play.entries[since:])
    data = {"said": said, "ask": question_data(play)}
    return emit(data, lambda: after(play, since), warnings=running.notes)


def _stands(play: "Play") -> dict[str, Any]:
    """The table as a position. Raises ``Failure`` in setup."""
    try:
        return to_position(play.state)
    except ValueError as fault:
        raise Failure("not_offered", str(fault), hint="oathtools ask shows the question that is open") from None


def _refuse_in_chapter_8(play: "Play") -> None:
    """The table of a game that is over can still be put right, but not once chapter 8 goes on from it. ``Failure``."""
    begun = begun_at(play)
    if begun is not None:
        back = f"oathtools undo --past-chance --to {begun - 1}"
        hint = f"Take the Chronicle back first: {back}. Then oathtools chronicle write begins it anew."
        raise Failure("not_offered", "the Chronicle of this game is begun already", hint=hint, citations=["8"])
