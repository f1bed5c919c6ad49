"""``oathtools ask``: the question the rules ask now."""

import click

from oathtools.cli.shared.common import Command, emit
from oathtools.cli.shared.game_shown import open_document, question_data
from oathtools.cli.shared.gaming import view_game


@click.command(cls=Command)
@click.option("--refused", is_flag=True, help="Also what is not possible, and why.")
@click.option("--all-secrets", is_flag=True, help="Also the answers of a private question, for one who plays for all.")
def command(refused: bool, all_secrets: bool) -> int:
    """The question that is open in the running game, with its legal answers.

    What only the one who is asked may know is shown with --as NAME, or with --all-secrets.
    """
    running = view_game()
    play = running.play
    viewer = play.pending.who if all_secrets and play.pending is not None else None
    return emit(
        lambda: question_data(play, viewer),
        lambda: open_document(play, viewer, refused=refused),
        citations=() if play.pending is None else play.pending.cites,
        warnings=running.notes,
    )
