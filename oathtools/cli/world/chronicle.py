"""``oathtools chronicle``: the world between games."""

import click

from oathtools.cli.shared.common import Family

_HERE = "oathtools.cli.world"


@click.group(
    cls=Family,
    modules={
        "write": f"{_HERE}.chronicle_write:command",
        "show": f"{_HERE}.chronicle_look:show",
        "check": f"{_HERE}.chronicle_look:check",
        "history": f"{_HERE}.chronicle_past:history",
        "diff": f"{_HERE}.chronicle_past:diff",
        "blame": f"{_HERE}.chronicle_past:blame",
        "pulls": f"{_HERE}.chronicle_look:pulls",
        "story": f"{_HERE}.chronicle_past:story",
        "import": f"{_HERE}.tts:import_strings",
    },
)
def chronicle_command() -> None:
    """The world between games: write it when a game is over (chapter 8), look at it, check it."""
