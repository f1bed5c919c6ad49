"""``oathtools ask``: the question the rules ask now."""

import click

from oathtools.cli.shared.common import Command, emit
from oathtools.cli.shared.game_shown import question_data, question_text
from oathtools.cli.shared.gaming import view_game


@click.command(cls=Command)
@click.option("--refused", is_flag=True, help="Also what is not possible, and why.")
def command(refused: bool) -> int:
    """The question that is open in the running game, with its legal answers."""
    running = view_game()
    question = question_data(running.play)
    cites = question["cites"] if question else []
    return emit(question, lambda: question_text(running.play, refused=refused), citations=cites, warnings=running.notes)
