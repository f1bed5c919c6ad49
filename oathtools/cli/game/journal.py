"""``oathtools journal``: the journal of a game: check it."""

from pathlib import Path

import click

from oathtools.cli.shared.common import EXIT_NO, Command, Group, emit, settings
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.game_shown import viewer_seat
from oathtools.saga import folder


@click.group(cls=Group)
def command() -> None:
    """The journal of a game: append-only JSON lines, each question beside its answer."""


@command.command(cls=Command)
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(path: Path | None) -> int:
    """Replay a journal (the running game's by default) and report every difference from the rules of today."""
    with faults():
        running = folder.view(path or folder.latest(folder.require(settings().saga)), anew=True)
    play = running.play
    viewer = viewer_seat(play)
    differences = [difference.shown_to(viewer)._asdict() for difference in play.differences]
    data = {
        "entries": play.head,
        "live": len(play.live),
        "differences": differences,
        "stopped": play.stopped is not None,
    }
    lines = [f"{running.path.name}: {play.head} entries, {len(play.live)} in force."]
    lines += [f"  {folder.told(each)}{' (stops here)' if each.hard else ''}" for each in play.differences]
    if not differences:
        lines.append("Every question is asked as it was recorded.")
    return emit(data, "\n".join(lines), warnings=running.notes, status=EXIT_NO if play.stopped else 0)
