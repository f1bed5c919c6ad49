"""How large the terminal is: what ``shutil`` says, without the archives that it brings along."""

import os
import sys

_USUAL = os.terminal_size((80, 24))


def size() -> os.terminal_size:
    """Columns and lines: what COLUMNS and LINES say, else those of the terminal, else 80 and 24."""
    try:
        found = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else -1)
    except (ValueError, OSError):
        found = _USUAL
    columns, lines = _told("COLUMNS") or found.columns, _told("LINES") or found.lines
    return os.terminal_size((columns or _USUAL.columns, lines or _USUAL.lines))


def clear() -> None:
    """Take what is shown off the screen; a terminal that cannot clear it (``TERM=dumb``) has it moved out of sight."""
    import click

    if os.environ.get("TERM") == "dumb":
        click.echo("\n" * size().lines, nl=False)
    else:
        click.clear()


def _told(name: str) -> int:
    said = os.environ.get(name, "")
    return int(said) if said.isdecimal() else 0
