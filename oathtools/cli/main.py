"""The root command. A subcommand is imported only when it is called: an answer costs little more than click."""

import gc
import io
import os
import re
import sys
from collections.abc import Sequence

import click

from oathtools import __version__
from oathtools.cli.shared.commands import COMMANDS, GROUPS
from oathtools.cli.shared.common import Failure, Group, Settings, echo, report

# So many more objects are made than let go before Python looks for circles among them: most calls are over by then.
_MANY = 100_000
# By whether JSON was asked for. Whole before it is needed: then there may be no room to make or import anything.
_NO_MEMORY = {
    False: "Error: the memory of this machine was not enough for that\nWhat is recorded stands. Ask for less at once.",
    True: '{"ok": false, "error": {"kind": "internal", "hint": "What is recorded stands. Ask for less at once.", '
    '"message": "the memory of this machine was not enough for that"}, "citations": [], "edition": "", "warnings": []}',
}
_DIGITS = re.compile(r"\d{1000,}")


class LazyGroup(Group):
    """A group that knows its commands by name and imports one only to run it or to show its own help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return COMMANDS[name].load(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from oathtools.cli.shared.front_door import front_door

            return name, front_door, args
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, COMMANDS))
        for group, entries in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(name.ljust(widest), entry.help) for name, entry in entries.items()])


def _version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Say the version, and whether the core was compiled when the package was built."""
    if wanted and not context.resilient_parsing:
        from oathtools.engine import decision

        compiled = "" if str(decision.__file__).endswith(".py") else " with a compiled core"
        echo(f"oathtools{compiled}, version {__version__}")
        context.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def cli() -> None:
    """Rules, adjudication and bookkeeping for Oath: Chronicles of Empire & Exile, at a physical table."""


def _as_typed(word: str) -> str:
    """A word in the letters that were typed, also where the locale knows no letters but ASCII's."""
    try:
        word.encode()
        return word
    except UnicodeEncodeError:
        raw = word.encode(sys.getfilesystemencoding(), "surrogateescape")
    try:
        return raw.decode() if not os.path.exists(word) else word
    except (UnicodeDecodeError, OSError):
        return word


def _print_anything() -> None:
    """A letter that the terminal has not is a question mark there, and no fault."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")


def _is_sized(word: str) -> str:
    """A word whose numbers can be numbers: Python makes none of thousands of digits. Raises ``Failure``."""
    found = _DIGITS.search(word)
    if found is not None:
        raise Failure("usage", f"{found[0][:20]}... has {len(found[0])} digits: nothing here has so large a number")
    return word


def run(words: Sequence[str], settings: Settings) -> int:
    """Carry out one call, for people or for a program; returns the exit status of ``docs/cli.md``."""
    try:
        words = [_is_sized(word) for word in words]
        status = cli.main(args=list(words), prog_name="oathtools", standalone_mode=False, obj=settings)
    except MemoryError:
        settings.out(_NO_MEMORY[True]) if settings.json else print(_NO_MEMORY[False], file=sys.stderr)
        return 4
    except Exception as fault:
        return report(fault, settings)
    return status if isinstance(status, int) else 0


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and leave with the exit status of ``docs/cli.md``. No traceback reaches a player."""
    gc.set_threshold(_MANY)
    words = [_as_typed(word) for word in (sys.argv[1:] if args is None else args)]
    _print_anything()
    # A fault may come before the options are read; a script that asked for JSON gets JSON all the same.
    settings = Settings(json="--json" in words[: words.index("--") if "--" in words else None])
    try:
        sys.exit(run(words, settings))
    except KeyboardInterrupt:
        echo(err=True)
        sys.exit(130)
    finally:
        gc.freeze()  # what is left goes with the process: nobody need look through it once more
