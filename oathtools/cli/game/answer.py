"""``oathtools answer``: answer the open question, or several at once."""

from pathlib import Path

import click

from oathtools.cli.shared.common import Command, Failure, emit


@click.command(cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.option("--n", "head", type=int, metavar="N", help="Refuse if the journal's head is not entry N.")
@click.option(
    "--answers",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Lines to answer from.",
)
def command(words: tuple[str, ...], head: int | None, answers: Path | None) -> int:
    """Answer in words: a number, a name, or a request such as `travel Mountain` or `trade Longbows --for favor`.

    All that is said is kept, or nothing.
    """
    from oathtools.answerers.bot import run_plugs
    from oathtools.answerers.script import follow, read_file
    from oathtools.answerers.speaker import Speaker
    from oathtools.cli.shared.game_shown import answers_data, labels_for, names_for, question_data
    from oathtools.cli.shared.gaming import after, told, write_game
    from oathtools.cli.shared.refusing import as_logged

    if not words and answers is None:
        raise Failure("usage", "say what the answer is", hint="oathtools ask shows the question")
    with write_game() as running:
        play = running.play
        if head is not None and head != play.head:
            hint = "Look again: oathtools ask"
            raise Failure("not_offered", f"the game has moved on: its head is entry {play.head}, not {head}", hint=hint)
        since = play.head
        labels = labels_for(play)
        if answers is not None:
            follow(play, read_file(answers), labels)
        else:
            with as_logged(play, words, names_for):
                Speaker(play, labels).say(list(words))
            run_plugs(play)
        running.save(play.entries[since:])
    lines = told(play, since, names_for(play))
    data = {
        "answers": answers_data(play, since),
        "log": [line.as_data() for line in lines],
        "ask": question_data(play),
    }
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites))
    return emit(data, lambda: after(play, since), citations=cites, warnings=running.notes)
