"""``oathtools status``: how the game stands; ``--coverage``: what is built of the Law."""

from collections.abc import Sequence

import click

from oathtools.cli.shared.common import Command, emit
from oathtools.law.coverage import Covered, as_json, report
from oathtools.render.document import Block, Cut


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
    from oathtools.render.game.status import as_json, document
    from oathtools.render.names import Names
    from oathtools.table.views import View

    running = view_game(until)
    view = View(running.play.state, viewer_seat(running.play), spoil)
    state, game, names = running.play.state, running.play.game, Names(view)
    return emit(
        lambda: {**as_json(state, view), "at_next_check": at_next_check(game, names)},
        lambda: document(state, view, next_line(game, names)),
        warnings=running.notes,
        pager=True,
    )


def _coverage() -> int:
    rows = report()
    return emit(as_json(rows), lambda: clause_by_clause(rows), pager=True)


def clause_by_clause(rows: Sequence[Covered]) -> list[Block]:
    """The report for people: a count, then clause by clause, each with a function and a test and how many more."""
    states = ("done", "partly", "not yet", "reading rule")
    counts = ", ".join(f"{sum(row.state == state for row in rows)} {state}" for state in states)
    lines: list[Block] = [f"{len(rows)} clauses: {counts}.", ""]
    for row in rows:
        lines.append(Cut(f"{row.id:<9}{row.state:<13}{row.heading}"))
        lines += [Cut(f"{'':<9}{name}") for name in (_first(row.where), _first(row.tests)) if name]
    return lines


def _first(names: tuple[str, ...]) -> str:
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names else ""
