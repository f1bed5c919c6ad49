"""``oathtools overrule``: let a refused answer pass, by the table's word."""

import click

from oathtools.cli.shared.common import Command, emit
from oathtools.cli.shared.correcting import overrule
from oathtools.cli.shared.game_shown import question_data
from oathtools.cli.shared.gaming import after, write_game


@click.command(cls=Command)
@click.argument("words", nargs=-1, required=True)
@click.option("--because", required=True, metavar="TEXT", help="Why the table lets it pass; kept in the journal.")
def command(words: tuple[str, ...], because: str) -> int:
    """Let an answer pass that the rules refuse. It is marked in the journal with the refusals and your reason.

    WORDS are an answer or a whole request, as for `answer`. What cannot be paid or is not there cannot be overruled:
    say how the table stands with `oathtools adjust` first.
    """
    with write_game() as running:
        play = running.play
        since = play.head
        overruled = [row for entry in overrule(play, words, because) for row in entry.overruled or ()]
        running.save(play.entries[since:])
    data = {"overruled": overruled or None, "reason": because, "ask": question_data(play)}
    cites = [refusal[0] for refusal in overruled]
    notes = [] if overruled else ["nothing was overruled: the rules allow it"]
    return emit(data, lambda: after(play, since), citations=cites, warnings=[*running.notes, *notes])
