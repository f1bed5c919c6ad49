"""What all commands share: the global options, one way to answer, one way to fail.

Commands stay thin: parse, call one function of the library, ``emit`` its value. With ``--json`` exactly one object is
printed; the shapes and exit statuses are in ``docs/formats.md``.
"""

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from oathtools.cli.shared import addressing
from oathtools.kit import datafiles, intake
from oathtools.kit.lazy import pattern
from oathtools.render import printers
from oathtools.render.document import Block, Document, Line, Words
from oathtools.render.printers import painted

EXIT_NO = 1
EXIT_USAGE = 2
EXIT_DAMAGED = 3
EXIT_OURS = 4

_EXITS = {
    "not_found": EXIT_NO,
    "not_offered": EXIT_NO,
    "busy": EXIT_NO,
    "usage": EXIT_USAGE,
    "needs_answer": EXIT_USAGE,
    "damaged": EXIT_DAMAGED,
    "position": EXIT_DAMAGED,
    "replay": EXIT_DAMAGED,
    "internal": EXIT_OURS,
}

# What the disk refuses is no fault of ours; what to do about it.
_ROOM, _RIGHTS = "Make room on the disk, and do it again.", "Who may write there? Is it marked read-only?"
_REFUSED_BY_THE_DISK = {errno.ENOSPC: _ROOM, errno.EDQUOT: _ROOM, errno.EFBIG: _ROOM} | dict.fromkeys(
    (errno.EACCES, errno.EPERM, errno.EROFS), _RIGHTS
)
_REFUSED_BY_THE_DISK |= dict.fromkeys(
    (errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.EISDIR), "Is the name right?"
)
_REFUSED_BY_THE_DISK |= dict.fromkeys(
    (errno.ENOENT, errno.EEXIST, errno.EINVAL, errno.ENXIO, errno.EIO), "What lies there under that name?"
)


# What a terminal obeys: control characters, and those that turn the direction of writing.
_CODES = (*(set(range(32)) - {9, 10}), *range(127, 160), *range(0x2028, 0x202F), *range(0x2066, 0x206A))
_BOLD = ("\x1b[1m", "\x1b[22m")
_CONTROL = pattern(rf"{'|'.join(map(re.escape, _BOLD))}|[{''.join(map(re.escape, map(chr, _CODES)))}]")
_ESCAPED = {code: f"\\u{code:04x}" for code in _CODES}
# No message need be longer, whatever it quotes.
_LONGEST = 1000

# A group that was called without a command (click 8.2 and later; the earlier ones show its help by themselves).
_NO_COMMAND: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Settings:
    """The global options of one call; ``shell`` is whether people type the next command in their shell.

    ``kept``: what was said is on the disk, and only the telling of it is left. ``out`` takes the one JSON object.
    ``notes``: what programs are told beside the answer, of the words that led to the command.
    """

    json: bool = False
    saga: str | None = None
    viewer: str | None = None
    pager: bool = True
    status: int = 0
    shell: bool = True
    kept: bool = False
    notes: Sequence[str] = ()

    def __init__(self, **given: Any) -> None:
        self.out: Callable[[str], None] = click.echo
        vars(self).update(given)

    def but(self, **other: Any) -> "Settings":
        """The same but for some of them."""
        return Settings(**vars(self) | other)

    @property
    def address(self) -> str | None:
        """The ``-C DIR`` that commands to type next need, too."""
        return self.saga if self.shell else None

    @property
    def way(self) -> printers.Way:
        """How commands to type next are typed by whoever reads the answer."""
        return printers.in_shell(self.address)


class Failure(Exception):
    """A call that could not be answered.

    ``kind`` is one of the error kinds of ``docs/formats.md``; ``hint`` says the way out; ``extra`` goes into the JSON
    error object as it is (``faults``, ``question``, ...); ``detail`` are further lines for people; ``guessed`` are the
    names that were taken for others before it came to this.
    """

    guessed: Sequence[str] = ()

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        hint: Words | None = None,
        citations: Iterable[str] = (),
        detail: Document = (),
        exit_code: int | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(message)
        self.kind, self.message, self.hint = kind, _short(message), _short(hint) if isinstance(hint, str) else hint
        self.citations, self.detail = list(citations), _first_lines(list(detail))
        self.extra = {**extra, **_first_faults(extra.get("faults", ()))}
        self.exit_code = _EXITS[kind] if exit_code is None else exit_code

    def complete(self) -> None:
        """Say what is only worked out where it is reported, with the settings of the call at hand."""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."


def _first_lines(detail: list[Block]) -> list[Block]:
    """The lines that people are told of more than anybody reads, and how many others there are."""
    most = 3 * intake.MOST_FAULTS
    shown: list[Block] = [_short(each) if isinstance(each, str) else each for each in detail[:most]]
    return [*shown, f"and {len(detail) - most} more"] if len(detail) > most else shown


def _first_faults(faults: Sequence[Any]) -> dict[str, Any]:
    """Of more faults than anybody reads the first, and how many others there are."""
    more = len(faults) - intake.MOST_FAULTS
    return {"faults": list(faults[: intake.MOST_FAULTS]), "more_faults": more} if more > 0 else {}


def _global_options() -> list[click.Option]:
    """``--json``, ``-C`` and ``--as``, which stand before or after the subcommand alike."""

    def keep(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value:
            setattr(ctx.ensure_object(Settings), str(param.name), value)
        return value

    def option(*names: str, **attrs: Any) -> click.Option:
        return click.Option(names, expose_value=False, callback=keep, **attrs)

    return [
        option("--json", is_flag=True, help="One JSON object on standard output."),
        option("-C", "saga", metavar="DIR", help="The saga's folder.  [default: $OATHTOOLS_SAGA, or this folder]"),
        option("--as", "viewer", metavar="NAME", help="Show what that player may know."),
    ]


class _Own(click.Command):
    """What takes the global options and shows examples below the words of its help."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_global_options())

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The words, and below them what people type: ``data/examples.yaml``."""
        super().format_help_text(ctx, formatter)
        program, _, name = ctx.command_path.partition(" ")
        if examples := datafiles.load("examples").get(name):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write("".join(f"{' ' * formatter.current_indent}{program} {each}\n" for each in examples))


class Command(_Own):
    """A subcommand."""

    def invoke(self, ctx: click.Context) -> Any:
        with intake.listening() as guessed:
            try:
                return super().invoke(ctx)
            except Failure as failure:
                failure.guessed = guessed
                failure.complete()
                raise


class Group(_Own, click.Group):
    """A subcommand with subcommands of its own, each taking the global options."""

    command_class = Command


class Family(Group):
    """A group whose subcommands have modules of their own, imported only to run them or to show their help.

    ``modules``: name -> module and attribute, as ``"oathtools.cli.world.chronicle_look:show"``, and one line of help.
    """

    def __init__(self, *args: Any, modules: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.modules:
            return None
        module, _, attribute = self.modules[name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self.modules.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.modules and not name.startswith("-"):
            hint = did_you_mean(name, self.modules) or f"See: {ctx.command_path} --help"
            raise Failure("usage", f"{ctx.command_path} has no {name!r}", hint=hint)
        return super().resolve_command(ctx, args)


def settings() -> Settings:
    """The settings of the running call."""
    return click.get_current_context().ensure_object(Settings)


def at_terminal() -> bool:
    """Is somebody there who can be asked?"""
    return sys.stdin.isatty() and not settings().json


def emit(
    data: Any | Callable[[], Any],
    text: str | Document | Callable[[], str | Document],
    *,
    citations: Iterable[str] = (),
    warnings: Iterable[str] = (),
    status: int = 0,
    pager: bool = False,
) -> int:
    """Answer: one JSON object, or a document for people with the warnings on the error stream.

    Either may be a function, which is called if it is that one that is told.
    Names that were guessed while the command ran are told as warnings, too. Return it from the command, so that the
    exit status is kept: ``return emit(...)``.
    """
    notes = list(dict.fromkeys([*intake.noted(), *warnings]))
    if settings().json:
        notes = [*settings().notes, *notes]
        envelope = {"ok": True, "data": addressing.hints(data() if callable(data) else data, settings().address)}
        settings().out(_as_json(_answer(envelope, citations, map(addressed, notes))))
        return status
    shown = in_lines(text() if callable(text) else text)
    if pager and settings().pager and sys.stdout.isatty() and shown.count("\n") >= addressing.size().lines:
        click.echo_via_pager(printable(shown))
    else:
        echo(shown)
    warn(notes)
    return status


def in_lines(document: str | Document, way: printers.Way | None = None) -> str:
    """A document as the terminal of this call shows it. ``way``: how commands are typed, if not as in a shell."""
    if isinstance(document, str):
        return addressed(document)
    return printers.terminal(document, terminal_width(), way or _way())


def _way() -> printers.Way:
    """How commands are typed by whoever reads what this call prints."""
    context = click.get_current_context(silent=True)
    given = context and context.find_object(Settings)
    return given.way if given else str


def echo(text: str = "", *, err: bool = False, means: str = "") -> None:
    """Print a text, and nothing that a terminal would take for a command. All that is printed goes through here.

    ``means``: in the color of that (``paint``), where the terminal shows colors.
    """
    click.echo(painted(printable(text), means, err=err), err=err)


def printable(text: str) -> str:
    """A text without control characters: a blank for each, whoever wrote it into a name. Bold print is ours."""
    return _CONTROL.sub(lambda found: found[0] if found[0] in _BOLD else " ", text)


def _answer(envelope: Mapping[str, Any], citations: Iterable[str], warnings: Iterable[str]) -> dict[str, Any]:
    """The one JSON object: what is told, the clauses and rulings it rests on, of which edition, what to be aware of."""
    return {**envelope, "citations": list(citations), "edition": datafiles.LAW, "warnings": list(warnings)}


def _as_json(answer: Mapping[str, Any]) -> str:
    """One JSON object in a line, its control characters escaped, and every letter that the output may not have."""
    plain = (getattr(sys.stdout, "encoding", None) or "ascii").replace("-", "").casefold() != "utf8"
    return json.dumps(answer, ensure_ascii=plain).translate(_ESCAPED)


def warn(notes: Iterable[str]) -> None:
    """Warnings for people, on the error stream."""
    for note in notes:
        echo(wrapped(f"Warning: {note}"), err=True, means="warning")


def wrapped(words: Words, way: printers.Way | None = None) -> str:
    """A message in lines that fit the terminal; its own line breaks stay, and a command to type is not broken."""
    laid_out = tuple(
        addressing.joined(addressed(each)) if isinstance(each, str) else each for each in printers.pieces(words)
    )
    return printers.message(laid_out, terminal_width(), way or _way())


def prompt_help(*parts: str | Mapping[str, str]) -> str:
    """The help of a prompt, in lines that fit the terminal: sentences, and lists of words with what they do."""
    shown = []
    for part in parts:
        if isinstance(part, str):
            shown.append(wrapped(part))
            continue
        table = click.HelpFormatter(width=terminal_width())
        with table.indentation():
            table.write_dl(list(part.items()))
        shown.append(table.getvalue().rstrip("\n"))
    return "\n".join(shown)


def addressed(text: str) -> str:
    """A text with commands to type next, as they reach the saga of this call. All that is told goes through here."""
    context = click.get_current_context(silent=True)
    given = context and context.find_object(Settings)
    return addressing.text(text, given.address) if given else text


def report(fault: BaseException, settings: Settings) -> int:
    """Tell people or scripts what went wrong; returns the exit status. Never raises, never shows a traceback."""
    if isinstance(fault, _NO_COMMAND) and not settings.json:
        echo(fault.format_message())
        return 0
    failure = _as_failure(fault)
    saga = settings.address
    if settings.kept and failure.exit_code:
        return _untold(failure, settings)
    hint = None if failure.hint is None else printers.plain(_addressed(failure.hint, settings), settings.way)
    if settings.json:
        error = {"kind": failure.kind, "message": failure.message, "hint": hint}
        error |= addressing.hints(failure.extra, saga)
        _echo_json(_answer({"ok": False, "error": error}, failure.citations, failure.guessed), settings)
    elif isinstance(fault, click.exceptions.Abort):
        echo("\nStopped; nothing was lost.", err=True)  # on a line of its own, below the question
    else:
        warn(failure.guessed)
        echo(wrapped(f"Error: {addressing.text(failure.message, saga)}"), err=True, means="error")
        if failure.detail:
            lines = [Line(each, "  ", 4) if isinstance(each, str) else each for each in failure.detail]
            echo(addressing.text(printers.terminal(lines, terminal_width(), settings.way), saga), err=True)
        if failure.hint:
            echo(wrapped(_addressed(failure.hint, settings), settings.way), err=True)
    return failure.exit_code


def _addressed(words: Words, settings: Settings) -> Words:
    """Words, a text among them with the commands that it names as they reach the saga."""
    return tuple(
        addressing.text(piece, settings.address) if isinstance(piece, str) else piece
        for piece in printers.pieces(words)
    )


def _untold(failure: Failure, settings: Settings) -> int:
    """What was said is recorded, and could not be told: no failure, for whoever did it again would do it twice."""
    way = addressing.text("oathtools log, or status, shows it", settings.address)
    notes = [
        *failure.guessed,
        f"this is recorded, do not do it again ({way}); only telling it failed: {failure.message}",
    ]
    if settings.json:
        _echo_json(_answer({"ok": True, "data": None}, [], notes), settings)
    else:
        warn(notes)
    return 0


def _echo_json(answer: Mapping[str, Any], settings: Settings) -> None:
    shown = _as_json(answer)
    try:
        settings.out(shown)
    except OSError:  # standard output is what failed
        click.echo(shown, err=True)


def _as_failure(fault: BaseException) -> Failure:
    if isinstance(fault, Failure):
        return fault
    if isinstance(fault, click.exceptions.Abort):
        return Failure("usage", "stopped; nothing was lost", exit_code=130)
    if isinstance(fault, click.ClickException):
        context = getattr(fault, "ctx", None)
        hint = f"See: {context.command_path} --help" if context is not None else None
        if isinstance(fault, _NO_COMMAND):
            return Failure("usage", "say which command", hint=hint)
        return Failure("usage", fault.format_message(), hint=hint)
    if isinstance(fault, BrokenPipeError):
        # The reader went away (head, less): silence, and nothing more to write to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Failure("usage", "the reader closed the pipe", exit_code=0)
    if isinstance(fault, intake.Unfit):
        return Failure("damaged", f"{fault.filename} cannot be read: {fault.strerror}")
    if isinstance(fault, OSError) and fault.errno in _REFUSED_BY_THE_DISK:
        hint = f"{_REFUSED_BY_THE_DISK[fault.errno]} What was kept before is as it was."
        if fault.filename is None:
            return Failure("usage", f"what is shown cannot be written: {fault.strerror}", hint=hint)
        return Failure(
            "usage", f"{fault.filename or 'a file'} cannot be opened or written: {fault.strerror}", hint=hint
        )
    from oathtools.cli.authors import theirs

    return theirs(fault) or _our_fault(fault)


def _our_fault(fault: BaseException) -> Failure:
    written = report_of(fault)
    return Failure(
        "internal",
        f"a fault of ours ({type(fault).__name__}: {fault})",
        hint=f"The journal is intact. A report was written to {written}",
        report=written,
    )


def report_of(fault: BaseException) -> str:
    """Write down all that is known of a fault; the file."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="oathtools-report-", suffix=".txt", delete=False, encoding="utf-8"
    ) as out:
        out.write("".join(traceback.format_exception(fault)))
    return out.name


def did_you_mean(word: str, known: Iterable[str] | Mapping[str, Any], limit: int = 3) -> str | None:
    """A hint that names the known words nearest to one that is not known; None when none is near."""
    from rapidfuzz import fuzz, process

    likely = process.extract(word, list(known), scorer=fuzz.WRatio, limit=limit, score_cutoff=60)
    near = [match for match, _, _ in likely if fuzz.ratio(word, match) >= 40]  # some letters alone mean nothing
    return f"Did you mean {' or '.join(near)}?" if near else None


def terminal_width(most: int = 100) -> int:
    """The width to write for: the terminal's, at most ``most`` columns; 80 in a pipe unless COLUMNS says otherwise."""
    return min(addressing.size().columns, most)
