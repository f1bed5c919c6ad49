"""``oathtools chronicle show, check``: the world between games."""

from pathlib import Path
from typing import Any

import click

from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import chronicle as read_chronicle
from oathtools.cli.shared.folders import chronicle_path, faults, replacing
from oathtools.cli.shared.gaming import view_game
from oathtools.cli.shared.worlds import show_pulls
from oathtools.cli.world import atlas
from oathtools.kit.text import Hint
from oathtools.procedures.chronicle.procedure import NotOver
from oathtools.render.document import Block, Line
from oathtools.render.world.chronicle import document
from oathtools.saga.chronicle.check import check as check_world
from oathtools.saga.chronicle.check import mended
from oathtools.saga.chronicle.form import to_data
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.guide.pulls import pulls as find
from oathtools.saga.writing import keep, last_chronicle, save


@click.command(cls=Command)
@click.option("--spoil", is_flag=True, help="Show hidden cards and the decks too.")
def show(spoil: bool) -> int:
    """The world between games, as everyone at the table may know it."""
    if (annals := atlas.saga()) is not None:
        return atlas.show(annals, spoil)
    chronicle = read_chronicle()
    data = to_data(chronicle, sealed=not spoil)
    return emit(data, lambda: document(chronicle, spoil=spoil), pager=True)


@click.command(cls=Command)
@click.option("--repair", is_flag=True, help="Mend what can be mended; the file as it was is kept beside it.")
@click.option("--seed", default="0", show_default=True, metavar="S", help="With --repair: chance, where it decides.")
@click.option("--spoil", is_flag=True, help="Name hidden cards in what is wrong.")
def check(repair: bool, seed: str, spoil: bool) -> int:
    """Is every card of the box accounted for? Every fault at once; exit status 1 if there is any.

    What is told of unknown cards is put together: a name told for one is gone for the others. The repairs that nobody
    need be asked about are offered, and --repair makes them. The history of games is never touched.
    """
    if (annals := atlas.saga()) is not None:
        return atlas.check(annals, spoil)
    chronicle = read_chronicle()
    report = check_world(chronicle)
    better, repairs = mended(chronicle, seed)
    remarks = [note.full if spoil else note.public for note in repairs]
    kept = None
    if repair and repairs:
        kept = _write(better, chronicle)
        report = check_world(better)
    faults = [
        {"where": fault.where, "message": fault.message if spoil else fault.public, "hint": fault.hint}
        for fault in report.faults
    ]
    data = {
        "ok": not faults,
        "faults": faults,
        "counts": report.counts,
        "repairs": remarks,
        "repaired": kept is not None,
    }
    if kept is not None:
        data["kept"] = str(kept)
    return emit(
        data, lambda: _report(faults, remarks, kept), warnings=report.notes, status=1 if faults else 0, pager=True
    )


def _write(chronicle: Chronicle, there: Chronicle) -> Path:
    """Replace the Chronicle file; returns where the old one is kept. Raises ``Failure``."""
    path = chronicle_path()
    try:
        with replacing(there):
            kept = keep(path)
            save(path, chronicle)
    except OSError as fault:
        raise Failure("not_found", f"{path}: {fault.strerror}", hint="Nothing was changed.") from None
    return kept


def _report(faults: list[dict[str, Any]], repairs: list[str], kept: Path | None) -> list[Block]:
    lines: list[Block] = []
    if kept is not None:
        lines += ["Repaired:", *_rows(repairs), Line(f"The file as it was is kept: {kept}", hang=2), ""]
    if not faults:
        lines.append(Line("All 198 denizens, 20 relics, 23 sites and 6 edifices are accounted for.", hang=2))
    else:
        lines.append(f"{len(faults)} fault{'s' if len(faults) > 1 else ''}{' left' if kept is not None else ''}:")
        lines += _rows([f"{each['message']}.{' ' + each['hint'] if each['hint'] else ''}" for each in faults])
    if repairs and kept is None:
        lines += ["", (Hint("chronicle check", "--repair"), " would write:"), *_rows(repairs)]
    return lines


def _rows(texts: list[str]) -> list[Line]:
    return [Line(text, "  - ") for text in texts]


# -- ``oathtools chronicle pulls``: what to fetch for the Chronicle and where it goes ----------------------------------


@click.command(cls=Command)
@click.option("--by", type=click.Choice(["step", "stack"]), default="step", show_default=True, help="In which order.")
@click.option("--check", "tick", is_flag=True, help="Tick it off item by item; can be stopped and gone on with.")
@click.option("--print", "paper", is_flag=True, help="With boxes to tick, for paper.")
def pulls(by: str, tick: bool, paper: bool) -> int:
    """What the last Chronicle asks you to fetch and where it goes, in the order in which hands move.

    By step as chapter 8 goes, or by stack in fewer trips. Nothing hidden is named. For setup there is
    `oathtools setup --pull`.
    """
    if (annals := atlas.saga()) is not None:
        return atlas.pulls(annals)
    running = view_game()
    saga = running.path.parent.parent
    with faults():
        play = last_chronicle(running.play, saga)
    try:
        found = find(play)
    except NotOver as fault:
        raise Failure("not_offered", str(fault), hint="oathtools chronicle write writes it") from None
    return show_pulls(
        found,
        key=f"chronicle:{play.journal}",
        saga=saga,
        paper=paper,
        tick=tick,
        stacks=by == "stack",
        notes=running.notes,
    )
