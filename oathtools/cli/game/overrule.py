"""``oathtools overrule``: let a refused answer pass, by the table's word."""

import click

from oathtools.answerers.bot import run_plugs
from oathtools.answerers.matching import Misread
from oathtools.answerers.words import generic
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.game_shown import labels_for, question_data
from oathtools.cli.shared.gaming import after, write_game


@click.command(cls=Command)
@click.argument("words", nargs=-1, required=True)
@click.option("--because", required=True, metavar="TEXT", help="Why the table lets it pass; kept in the journal.")
def command(words: tuple[str, ...], because: str) -> int:
    """Let an answer pass that the rules refuse. It is marked in the journal with the refusals and your reason.

    For one question at a time. What cannot be paid or is not there cannot be overruled: say how the table stands with
    `oathtools adjust` first.
    """
    with write_game() as running:
        play = running.play
        if play.pending is None:
            raise Failure("not_offered", "the game is over: nothing is asked")
        since = play.head
        try:
            answer = generic(play.pending, list(words), labels_for(play)(play.pending))
        except Misread as fault:
            first, *rest = " ".join(words).split()
            if rest and first.casefold() in play.pending.options:
                hint = f"One question at a time: oathtools overrule {first} --because TEXT, then the next one"
                raise Misread(str(fault), hint) from None
            raise
        entry = play.overrule(answer, because)
        run_plugs(play)
        running.save(play.entries[since:])
    data = {"overruled": entry.overruled, "reason": because, "ask": question_data(play)}
    cites = [refusal[0] for refusal in entry.overruled or []]
    notes = [] if entry.overruled else ["nothing was overruled: the rules allow it"]
    return emit(data, lambda: after(play, since), citations=cites, warnings=[*running.notes, *notes])
