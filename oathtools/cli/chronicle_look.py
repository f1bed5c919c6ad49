"""``oathtools chronicle show, check``: the world between games."""

from typing import Any

import click

from oathtools.cli.common import Command, emit, terminal_width
from oathtools.cli.sagas import chronicle as read_chronicle


@click.command(cls=Command)
@click.option("--spoil", is_flag=True, help="Show hidden cards and the decks too.")
def show(spoil: bool) -> int:
    """The world between games, as everyone at the table may know it."""
    from oathtools.render.chronicle import chronicle_text
    from oathtools.saga.chronicle_form import to_data

    chronicle = read_chronicle()
    data = to_data(chronicle, sealed=not spoil)
    return emit(data, lambda: chronicle_text(chronicle, spoil=spoil, width=terminal_width()), pager=True)


@click.command(cls=Command)
@click.option("--spoil", is_flag=True, help="Name hidden cards in what is wrong.")
def check(spoil: bool) -> int:
    """Is every card of the box accounted for? Every fault at once; exit status 1 if there is any."""
    from oathtools.saga.chronicle_check import check as check_world

    report = check_world(read_chronicle())
    faults = [
        {"where": fault.where, "message": fault.message if spoil else fault.public, "hint": fault.hint}
        for fault in report.faults
    ]
    data = {"ok": not faults, "faults": faults, "counts": report.counts}
    return emit(data, lambda: _report_text(faults), warnings=report.notes, status=1 if faults else 0)


def _report_text(faults: list[dict[str, Any]]) -> str:
    if not faults:
        return "All 198 denizens, 20 relics, 23 sites and 6 edifices are accounted for."
    lines = [f"{len(faults)} fault{'s' if len(faults) > 1 else ''}:"]
    for fault in faults:
        lines.append(f"  {fault['message']}." + (f" {fault['hint']}" if fault["hint"] else ""))
    return "\n".join(lines)
