"""Write what documents take from the program: ``python docs/update.py``; a test compares the two.

``cli.md`` is the help of every command; the end of ``architecture.md`` names every module.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import click

from oathtools.cli.main import cli
from oathtools.cli.shared.commands import COMMANDS
from oathtools.cli.shared.common import Failure, Settings

TARGET = Path(__file__).parent / "cli.md"
HOUSE = Path(__file__).parent / "architecture.md"
ROOT = Path(__file__).parent.parent
MAP = "## Every module\n"
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


def modules() -> str:
    """Every folder of the package with its modules, each by the first sentence of what it says of itself."""
    folders = sorted({path.parent for path in ROOT.glob("oathtools/**/*.py")})
    parts = []
    for folder in folders:
        lines = [f"**`{folder.relative_to(ROOT)}`** {_says(folder / '__init__.py')}", ""]
        others = [path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
        lines += [f"* `{path.stem}`: {_says(path)}" for path in others]
        parts.append("\n".join(lines).rstrip())
    return "\n\n".join(parts) + "\n"


def _says(path: Path) -> str:
    first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n\n")[0]
    return " ".join(first.split())


def house() -> str:
    """The whole page about the house, its list of modules as they are."""
    text = HOUSE.read_text(encoding="utf-8")
    at = text.index("\n\n", text.index(MAP) + len(MAP) + 1) + 2
    return text[:at] + modules()


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
    HOUSE.write_text(house(), encoding="utf-8")
