"""``oathtools chronicle pulls``: what to fetch for the Chronicle and where it goes."""

import click

from oathtools.cli.shared.common import Command, Failure
from oathtools.cli.shared.gaming import view_game
from oathtools.cli.shared.ticking import show_pulls
from oathtools.procedures.chronicle.procedure import NotOver
from oathtools.saga.guide.pulls import pulls as find


@click.command(cls=Command)
@click.option("--by", type=click.Choice(["step", "stack"]), default="step", show_default=True, help="In which order.")
@click.option("--check", "tick", is_flag=True, help="Tick it off item by item; can be stopped and gone on with.")
@click.option("--print", "paper", is_flag=True, help="With boxes to tick, for paper.")
def pulls(by: str, tick: bool, paper: bool) -> int:
    """What the last Chronicle asks you to fetch and where it goes, in the order in which hands move.

    By step as chapter 8 goes, or by stack as the box is sorted. Nothing hidden is named. For setup there is
    `oathtools setup --pull`.
    """
    running = view_game()
    try:
        found = find(running.play)
    except NotOver as fault:
        raise Failure("not_offered", str(fault), hint="oathtools chronicle write writes it") from None
    return show_pulls(
        found,
        key=f"chronicle:{running.path.stem}",
        saga=running.path.parent.parent,
        paper=paper,
        tick=tick,
        stacks=by == "stack",
        notes=running.notes,
    )
