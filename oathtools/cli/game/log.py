"""``oathtools log``: what has happened."""

import click

from oathtools.cli.shared.common import Command, emit
from oathtools.cli.shared.game_shown import names_for
from oathtools.cli.shared.gaming import told, view_game
from oathtools.render.game.log import ALL, before_last, document


@click.command(cls=Command)
@click.option("--last", type=int, metavar="N", help="Only the last N answers.")
@click.option("--spoil", is_flag=True, help="Name hidden cards too.")
def command(last: int | None, spoil: bool) -> int:
    """What has happened in the running game, with clause numbers; no more than the viewer may know."""
    running = view_game()
    play = running.play
    lines = told(play, ALL if last is None else before_last(play, last), names_for(play, spoil=spoil))
    data = [line.as_data() for line in lines]
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites))
    shown = document(lines) or ["Nothing has happened yet."]
    return emit(data, shown, citations=cites, warnings=running.notes, pager=True)
