"""``oathtools journal``: the journal of a game: check it, or take up newly coded cards."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from oathtools.answerers.bot import run_plugs
from oathtools.catalog import name_of
from oathtools.cli.shared.common import EXIT_NO, Command, Group, emit, settings, terminal_width
from oathtools.cli.shared.folders import faults
from oathtools.cli.shared.game_shown import names_for, question_data
from oathtools.cli.shared.gaming import between_actions, write_game
from oathtools.procedures.machine.facts import in_play
from oathtools.saga import folder
from oathtools.text import fill

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.render.names import Names


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
    differences = [difference._asdict() for difference in play.differences]
    data = {
        "entries": play.head,
        "live": len(play.live),
        "differences": differences,
        "stopped": play.stopped is not None,
        "coded_since": play.coded_since(),
    }
    lines = [f"{running.path.name}: {play.head} entries, {len(play.live)} in force."]
    lines += [f"  {folder.told(each)}{' (stops here)' if each.hard else ''}" for each in play.differences]
    if not differences:
        lines.append("Every question is asked as it was recorded.")
    later = len(play.coded_since())
    if later:
        cards = "1 card was" if later == 1 else f"{later} cards were"
        lines.append(f"{cards} coded since this game began. To use them from here on: oathtools journal upgrade")
    return emit(data, "\n".join(lines), warnings=running.notes, status=EXIT_NO if play.stopped else 0)


@command.command(cls=Command)
def upgrade() -> int:
    """Let the running game use the cards that have been coded since it began.

    A game goes on with the powers that were coded when it began, so that it replays to the same table. This enters the
    new ones in its journal: they are used from here on, and oathtools undo takes it back. Between two actions only.
    """
    with write_game() as running:
        play = running.play
        new = play.coded_since()
        if new:
            since = play.head
            with between_actions(play):
                play.upgrade(new)
            run_plugs(play)
            running.save(play.entries[since:])
    here = [card for card in new if _in_play(play, card)]
    data = {"added": new, "in_play": here, "ask": question_data(play)}
    return emit(data, lambda: _upgraded(new, here, names_for(play)), citations=["7.1"], warnings=running.notes)


def _in_play(play: "Play", card: str) -> bool:
    """Does the card lie faceup where its power is on?"""
    return card in play.state.where and in_play(play.game, card)


def _upgraded(new: list[str], here: list[str], names: "Names") -> str:
    """What ``upgrade`` has done, in words."""
    if not new:
        return "This game uses all cards that are coded."
    count = f"{len(new)} card{'s' if len(new) > 1 else ''}"
    lines = [f"From here on this game uses the powers of {count} coded since it began."]
    if here:
        lines.append(f"In play now: {', '.join(map(names.name, here))}.")
    others = [name_of(card) for card in new if card not in here]
    if others:
        lines.append(f"{'Besides' if here else 'None of them is in play now'}: {', '.join(others)}.")
    lines.append("To take it back: oathtools undo")
    return "\n".join(fill(line, terminal_width()) for line in lines)
