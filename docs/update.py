"""Write what documents take from the program, the help of every command: ``python docs/update.py``.

A test compares the two.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from oathtools.cli.main import cli
from oathtools.cli.shared.commands import COMMANDS
from oathtools.cli.shared.common import Failure, Settings

TARGET = Path(__file__).parent / "cli.md"
HEAD = """# Commands

Generated from the program's own help by `python docs/update.py`; a test keeps the two alike. `--json`, `-C DIR` and
`--as NAME` stand before or after the command.
"""


def helps(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """The help of a command and of those below it, by their full names."""
    names = cli.context_settings["help_option_names"]
    with click.Context(command, info_name=name, terminal_width=80, obj=Settings(), help_option_names=names) as context:
        yield name, command.get_help(context)
        if isinstance(command, click.Group) and command is not cli:
            for below in command.list_commands(context):
                child = command.get_command(context, below)
                assert child is not None
                yield from helps(child, f"{name} {below}")


def all_helps() -> Iterator[tuple[str, str]]:
    """The root command, then every command that is built."""
    yield from helps(cli, "oathtools")
    context = click.Context(cli, info_name="oathtools", obj=Settings())
    for name in COMMANDS:
        try:
            command = cli.get_command(context, name)
        except Failure:
            continue
        assert command is not None
        yield from helps(command, f"oathtools {name}")


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name, text in all_helps():
        indented = "\n".join(f"    {line}".rstrip() for line in text.splitlines())
        parts.append(f"## {name}\n\n{indented}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
