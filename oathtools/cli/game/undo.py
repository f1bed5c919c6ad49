"""``oathtools undo``: take back answers. Nothing is erased: an undo is an entry of the journal."""

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.game_shown import question_data, question_text
from oathtools.cli.shared.gaming import write_opened
from oathtools.journal.taking_back import target_of


@click.command(cls=Command)
@click.argument("number", metavar="[N]", type=click.IntRange(1), default=1)
@click.option(
    "--to", "target", type=click.IntRange(0), metavar="N", help="Back to just after entry N (0: the beginning)."
)
@click.option("--past-chance", is_flag=True, help="Also past a roll, a draw or a card that was shown; it is marked.")
def command(number: int, target: int | None, past_chance: bool) -> int:
    """Take back the last answer of a person, or the last N, with all that bots and chance answered since."""
    with write_opened() as running:
        play = running.play
        to = target if target is not None else target_of(play, number)
        gone = [entry for entry in play.recorded if entry.n > to]
        if not gone:
            raise Failure("not_found", "there is nothing to take back", hint="oathtools log shows what was answered")
        chance = next((entry for entry in gone if entry.is_chance), None)
        if chance is not None and not past_chance:
            hint = "If the table agrees: oathtools undo --past-chance (the log will say so)"
            raise Failure(
                "not_offered", f"entry {chance.n} ({chance.kind}) was told by chance; it would be taken back", hint=hint
            )
        running.save([play.undo(to)])
    data = {
        "undone": [entry.n for entry in gone],
        "to": to,
        "past_chance": chance is not None,
        "ask": question_data(play),
    }
    text = f"Taken back: {len(gone)} answer{'s' if len(gone) > 1 else ''}."
    return emit(data, lambda: f"{text}\n\n{question_text(play)}", warnings=running.notes)
