"""``oathtools undo``: take back answers. Nothing is erased: an undo is an entry of the journal."""

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.game_shown import open_document, question_data
from oathtools.cli.shared.gaming import write_opened
from oathtools.cli.shared.taking_back import back, meant, stands, taken_back
from oathtools.render.document import apart


@click.command(cls=Command)
@click.argument("words", metavar="[N | turn | [to] WORDS]", nargs=-1)
@click.option(
    "--to", "target", type=click.IntRange(0), metavar="N", help="Back to just after entry N (0: the beginning)."
)
@click.option(
    "--past-chance",
    is_flag=True,
    help="Also past a roll, a draw, a card that was shown or a correction; chance is marked.",
)
def command(words: tuple[str, ...], target: int | None, past_chance: bool) -> int:
    """Take back the last line that a person typed, or the last N answers, with what bots and chance answered since.

    `undo turn` goes back to where the turn began, `undo Bo's travel` to before the last thing that the log tells in
    such words, `undo to Bo's travel` to just after it. What is taken back is told as the log told it.
    """
    with write_opened() as running:
        play = running.play
        found = back(play, target) if target is not None else meant(play, " ".join(words))
        chance = any(entry.is_chance for entry in found.gone)
        if found.lost and not past_chance:
            raise Failure(
                "not_offered",
                "something would be lost that answering once more does not bring back",
                detail=[str(line) for line in found.lost],
                hint="If the table agrees: oathtools undo --past-chance (of a roll or a draw the log will say so)",
            )
        running.save([play.undo(found.to)])
    data = {
        "undone": [entry.n for entry in found.gone],
        "to": found.to,
        "past_chance": chance,
        "log": [line.as_data() for line in found.told],
        "ask": question_data(play),
    }
    return emit(data, apart(taken_back(found), stands(play), open_document(play)), warnings=running.notes)
