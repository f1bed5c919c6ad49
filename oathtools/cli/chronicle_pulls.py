"""``oathtools chronicle pulls``: what to fetch for the Chronicle and where it goes."""

import click

from oathtools.cli.common import Command, Failure, emit, terminal_width


@click.command(cls=Command)
@click.option("--print", "paper", is_flag=True, help="With boxes to tick, for paper.")
def pulls(paper: bool) -> int:
    """What the last Chronicle asks you to fetch and where it goes, stack by stack as the box is sorted."""
    from oathtools.cli.gaming import view_game
    from oathtools.procedures.chronicle import NotOver
    from oathtools.render.chronicle_write import pulls_text
    from oathtools.saga.pulls import pulls as find

    running = view_game()
    try:
        found = find(running.play)
    except NotOver as fault:
        raise Failure("not_offered", str(fault), hint="oathtools chronicle write writes it") from None
    data = [pull._asdict() for pull in found]
    cites = list(dict.fromkeys(pull.step for pull in found))
    return emit(data, lambda: pulls_text(found, terminal_width(), boxes=paper), citations=cites, warnings=running.notes)
