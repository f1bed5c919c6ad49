"""``oathtools chronicle``: the world between games."""

import click

from oathtools.cli.shared.common import Family

_HERE = "oathtools.cli.world"


@click.group(
    cls=Family,
    modules={
        "write": (f"{_HERE}.chronicle_write:command", "Write it when the game is over, step by step."),
        "show": (f"{_HERE}.chronicle_look:show", "The world, as everyone at the table may know it."),
        "check": (f"{_HERE}.chronicle_look:check", "Is every card of the box accounted for?"),
        "history": (f"{_HERE}.chronicle_past:history", "The games of this saga: who won and how."),
        "stats": (f"{_HERE}.chronicle_past:stats", "The saga in numbers: wins, suits, rulers, cards, luck."),
        "diff": (f"{_HERE}.chronicle_past:diff", "What a game did to the world: oath, boards, sites, cards."),
        "blame": (f"{_HERE}.chronicle_past:blame", "Where a card has been."),
        "pulls": (f"{_HERE}.chronicle_look:pulls", "What the last Chronicle asks hands to fetch, and where it goes."),
        "story": (f"{_HERE}.chronicle_past:story", "The history of the saga as a story."),
        "export": (f"{_HERE}.chronicle_past:export", "The games for BG Stats, spreadsheets, calendars and wikis."),
        "reset": (f"{_HERE}.new:reset_command", "Begin anew with a fresh world; the old saga is kept."),
        "import": (f"{_HERE}.tts:import_strings", "Explain the games between consecutive save strings."),
    },
)
def chronicle_command() -> None:
    """The world between games: write it when a game is over (chapter 8), look at it, check it."""
