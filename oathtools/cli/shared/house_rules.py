"""What the table of a command has decided: its readings of open points, the house rules it plays with."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oathtools.cli.shared.common import Failure, settings

if TYPE_CHECKING:
    from oathtools.law.rulings import DamagedRulings, Readings
    from oathtools.table.position.decided import AtTable


def decided() -> "Readings":
    """What this table has decided; nothing where there is no file of it. Raises ``Failure`` for a damaged one."""
    from oathtools.law.rulings import DamagedRulings, read_table
    from oathtools.saga.folder import folder

    try:
        return read_table(folder(settings().saga))
    except DamagedRulings as fault:
        raise damaged(fault, "rulings.yaml cannot be read", "Mend it. Nothing was changed.") from None


def damaged(fault: "DamagedRulings", said: str, hint: str) -> Failure:
    """The failure of a command whose table has a file of decisions that cannot be read."""
    detail = [f"{each.place}: {each.message}. {each.hint}" for each in fault.faults]
    return Failure("damaged", said, detail=detail, faults=[each._asdict() for each in fault.faults], hint=hint)


def unusable(fault: "DamagedRulings") -> Failure:
    """The same for a command that would write that file."""
    said = f"{table_folder() / 'rulings.yaml'} cannot be used"
    return damaged(fault, said, "Nothing was changed. Mend the file, or call again with another -C DIR")


def table_folder() -> Path:
    """The folder whose decisions are shown or written: the saga's, or this one. Raises ``Failure`` if there is none."""
    folder = Path(settings().saga or os.environ.get("OATHTOOLS_SAGA") or ".")
    if not folder.is_dir():
        raise Failure("not_found", f"there is no folder {folder}", hint="-C DIR names the saga's folder")
    return folder


def position_at_table(source: str) -> "AtTable":
    """A position file as this table plays it, for all commands: what it says of rulings and variants comes first.

    Raises ``Failure``.
    """
    from oathtools.cli.shared.position_faults import position_faults, read_source

    data = read_source(source)
    with position_faults(source):
        return at_table(data)


def at_table(said: Mapping[str, Any]) -> "AtTable":
    """The same for the data of a position. Raises ``PositionError``, and ``Failure`` for damaged rulings."""
    from oathtools.table.position.decided import at_table

    return at_table(said, decided())


def objections(at: "AtTable") -> list[str]:
    """What the position of a table says of its end that the Law makes otherwise (2.11, 3). Raises ``PositionError``."""
    from oathtools.journal.origin import stated
    from oathtools.powers import load
    from oathtools.procedures.machine.game import Game
    from oathtools.render.game import win
    from oathtools.render.names import Names
    from oathtools.table.views import View

    game = Game(stated(at.data), load(), at.readings)
    return win.objections(game, Names(View(game.state, None)))


def played() -> tuple[str, ...]:
    """The variants of the table whose saga this is; none where its file cannot be used: the Law can be read still."""
    folder = Path(settings().saga or os.environ.get("OATHTOOLS_SAGA") or ".")
    if not (folder / "rulings.yaml").is_file():
        return ()
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(folder).variants
    except DamagedRulings:
        return ()


def standing(title: str, variant: str) -> str:
    """That a variant is a house rule, in force at this table or not, and where it is told in full."""
    is_not = "is" if variant in played() else "is not"
    return f"{title}, a house rule, {is_not} in force at this table (oathtools variants {variant})"
