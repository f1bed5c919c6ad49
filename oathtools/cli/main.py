"""The root command. A subcommand is imported only when it is called: an answer costs little more than click."""

import importlib
import sys
from collections.abc import Sequence

import click

from oathtools import __version__
from oathtools.cli.common import Failure, Group, Settings, report

# name -> one line of help; the module is oathtools.cli.NAME (a Python keyword or a clash gets a trailing underscore).
COMMANDS = {
    "law": "Clauses of the Law by number, range, term or heading.",
    "search": "Search law, glossary, cards and rulings in plain words.",
    "card": "A card: its facts, its power in our words, its rulings.",
    "rulings": "Open points of the Law and the readings in force.",
    "variants": "House rules that a table may switch on.",
    "books": "Bring your own copy of an official text; compare editions.",
    "odds": "Exact odds of a campaign.",
    "campaign": "Resolve a campaign with the dice that fell, step by step.",
    "win": "Has anyone won? The win check, with its reasoning.",
    "why": "May this be done here? Yes, or no with every reason.",
    "legal": "Everything that may be done now, with its cost.",
    "setup": "Chapter 1, one step at a time.",
    "new": "Begin a saga.",
    "start": "Start a game in the saga.",
    "ask": "The question the rules ask now.",
    "answer": "Answer it.",
    "play": "Play at this screen: ask and answer in turn.",
    "status": "How the game stands; --coverage: what is built of the Law.",
    "log": "What has happened, with clause numbers.",
    "undo": "Take back the last answer.",
    "redo": "Take back an undo.",
    "adjust": "State how the table really stands.",
    "overrule": "Let a refused request pass, by the table's word.",
    "position": "Position files: check, export, edit.",
    "journal": "The journal of a game: check, upgrade.",
    "chronicle": "The world between games: write it (chapter 8), show it, check it.",
    "tts": "Save strings of the Tabletop Simulator mod.",
    "demo": "A whole first game by bots, told step by step.",
}


class LazyGroup(Group):
    """A group that knows its commands by name and imports one only to run it or to show its own help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        try:
            module = importlib.import_module(f"oathtools.cli.{name}")
        except ModuleNotFoundError as missing:
            if missing.name != f"oathtools.cli.{name}":
                raise
            raise Failure(
                "not_found", f"{name} is not built yet", hint="oathtools --help lists what is there"
            ) from None
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from oathtools.cli.common import did_you_mean

            raise Failure("usage", f"there is no command {name!r}", hint=did_you_mean(name, COMMANDS), exit_code=2)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="oathtools")
def cli() -> None:
    """Rules, adjudication and bookkeeping for Oath: Chronicles of Empire & Exile, at a physical table."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and leave with the exit status of ``docs/cli.md``. No traceback reaches a player."""
    words = sys.argv[1:] if args is None else list(args)
    # A fault may come before the options are read; a script that asked for JSON gets JSON all the same.
    settings = Settings(json="--json" in words[: words.index("--") if "--" in words else None])
    try:
        status = cli.main(args=words, prog_name="oathtools", standalone_mode=False, obj=settings)
        sys.exit(status if isinstance(status, int) else 0)
    except Exception as fault:
        sys.exit(report(fault, settings))
    except KeyboardInterrupt:
        click.echo(err=True)
        sys.exit(130)
