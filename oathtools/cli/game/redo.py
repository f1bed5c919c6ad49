"""``oathtools redo``: take back an undo."""

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.game_shown import open_document, question_data
from oathtools.cli.shared.gaming import write_game
from oathtools.cli.shared.taking_back import brought_back
from oathtools.journal.entries import last_undone
from oathtools.render.document import apart


@click.command(cls=Command)
@click.argument("number", metavar="[N]", type=click.IntRange(1), required=False)
def command(number: int | None) -> int:
    """Bring back what the last undo took, or only its first N answers."""
    with write_game() as running:
        play = running.play
        if not play.undone:
            raise Failure("not_found", "there is nothing to bring back", hint="An answer after an undo ends its redo")
        back = last_undone(play.entries)
        chosen = back if number is None else back[:number]
        running.save([play.redo(chosen[-1].n)])
    data = {"redone": [entry.n for entry in chosen], "ask": question_data(play)}
    return emit(data, lambda: apart(brought_back(play, chosen), open_document(play)), warnings=running.notes)
