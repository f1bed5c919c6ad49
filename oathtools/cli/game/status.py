"""``oathtools status``: how the game stands; ``--coverage``: what is built of the Law."""

import click

from oathtools.cli.shared.common import Command, emit, terminal_width
from oathtools.law.coverage import as_json, as_text, report


@click.command(cls=Command)
@click.option(
    "--coverage", is_flag=True, help="Clause by clause: what the program carries out, and which tests show it."
)
@click.option("--spoil", is_flag=True, help="Show hidden cards too.")
@click.option("--at", "until", type=int, metavar="N", help="As it stood just after entry N.")
def command(coverage: bool, spoil: bool, until: int | None) -> int:
    """How the running game stands, as far as everybody may know; --as NAME adds what that player may know."""
    if coverage:
        return _coverage()
    from oathtools.cli.shared.game_shown import viewer_seat
    from oathtools.cli.shared.gaming import view_game
    from oathtools.render.game.ahead import at_next_check, next_line
    from oathtools.render.game.status import as_json, as_text
    from oathtools.render.names import Names
    from oathtools.table.views import View

    running = view_game(until)
    view = View(running.play.state, viewer_seat(running.play), spoil)
    state, game, names = running.play.state, running.play.game, Names(view)
    return emit(
        lambda: {**as_json(state, view), "at_next_check": at_next_check(game, names)},
        lambda: as_text(state, view, terminal_width(), next_line(game, names)),
        warnings=running.notes,
        pager=True,
    )


def _coverage() -> int:
    rows = report()
    return emit(as_json(rows), lambda: as_text(rows, terminal_width()), pager=True)
