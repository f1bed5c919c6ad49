"""``oathtools books``: bring your own copy of an official text; compare editions."""

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from oathtools.cli.shared.common import Command, Failure, Group, did_you_mean, emit, settings

if TYPE_CHECKING:
    from oathtools.law.books import Book, BookClause

_FORMATS = ("rules-yml", "rules-page", "pdf-text", "numbered-text")
_SHOWN = ["id", "label", "heading", "text", "reminders", "asides", "printed", "level", "parent", "refs", "unresolved"]


@click.group(cls=Group)
def books_command() -> None:
    """Bring your own copy of an official text; compare editions.

    A book stays in your data folder ($OATHTOOLS_DATA names another one). It is never part of this program.
    """


def _answering(function: Callable[..., int]) -> Callable[..., int]:
    """Turn what the library cannot do into a failure of the command line."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> int:
        from oathtools.law.books.model import BookDamaged, BookError, BookMissing

        try:
            return function(*args, **kwargs)
        except BookDamaged as fault:
            raise Failure("damaged", fault.message, hint=fault.hint, line=fault.line, faults=[fault.message]) from None
        except BookMissing as fault:
            wanted = next((str(v) for v in kwargs.values() if isinstance(v, str) and v in fault.message), "")
            hint = did_you_mean(wanted, fault.known) if wanted and fault.known else None
            raise Failure("not_found", fault.message, hint=hint or fault.hint, known=fault.known) from None
        except BookError as fault:
            raise Failure("usage", fault.message, hint=fault.hint) from None

    return call


@books_command.command("list", cls=Command)
@_answering
def list_books() -> int:
    """The books you have imported."""
    from oathtools.law.books import summaries

    rows = summaries()
    return emit(rows, lambda: _render().table(rows))


@books_command.command("import", cls=Command)
@click.argument("file", type=click.Path())
@click.option("--name", default="", help="What to call it.  [default: the file's name]")
@click.option("--format", "format_name", type=click.Choice(_FORMATS), default=None, help="Override recognition.")
@click.option("--edition", default="", help="Its edition or printing, if you know it.")
@click.option("--replace", is_flag=True, help="Take the place of another book of that name.")
@_answering
def import_book(file: str, name: str, format_name: str | None, edition: str, replace: bool) -> int:
    """Import an official text that you own.

    The publisher's rules.yml (any game), the same copied from a web page, the Law's PDF as text or Markdown, or the
    numbered web text. The format is recognised by content. What cannot be placed is reported line by line.
    """
    from oathtools.law.books import import_file

    book = import_file(file, name=name, format_name=format_name or "", edition=edition, replace=replace)
    return _report(book)


@books_command.command("show", cls=Command)
@click.argument("book")
@click.argument("refs", nargs=-1, metavar="[REF]...")
@_answering
def show(book: str, refs: tuple[str, ...]) -> int:
    """Clauses of a book by number or heading, with what is below them; no REF: the report of its import."""
    from oathtools.law.books import BookMissing, open_book

    opened = open_book(book)
    if not refs:
        return _report(opened)
    chosen: dict[str, BookClause] = {}
    for ref in refs:
        clause = opened.find(ref)
        if clause is None:
            raise BookMissing(f"{opened.name} has no clause {ref!r}")
        chosen.update((c.id, c) for c in opened.subtree(clause.id))
    return emit(
        [c.shown(*_SHOWN) for c in chosen.values()],
        lambda: _render().clauses(opened, chosen.values()),
        citations=list(chosen) if opened.game == "oath" else (),
        pager=True,
    )


@books_command.command("remove", cls=Command)
@click.argument("book")
@_answering
def remove(book: str) -> int:
    """Forget a book. The file it was read from is not touched."""
    from oathtools.law.books import remove as forget

    name = forget(book)
    return emit({"removed": name}, f"{name} is removed.")


@books_command.command("diff", cls=Command)
@click.argument("a")
@click.argument("b")
@click.argument("refs", nargs=-1, metavar="[REF]...")
@click.option("--exact", is_flag=True, help="Case, quotation marks, dashes and icons count, too.")
@click.option("--all", "everything", is_flag=True, help="Show clauses that are the same as well.")
@_answering
def diff(a: str, b: str, refs: tuple[str, ...], exact: bool, everything: bool) -> int:
    """Compare two books clause by clause and word by word; "law" is our own restatement, a house rule's name that with
    it.

    A REF is a number, a range (4.1-4.3) or a heading, each with what is below it. [-words-] are only in A, [+words+]
    only in B.
    """
    from oathtools.law.books import compare
    from oathtools.law.books.diff import as_json

    result = compare(a, b, refs, exact=exact)
    shown = [pair for pair in result.pairs if everything or pair.changes]
    data = {"a": result.a, "b": result.b, "counts": result.counts(), "clauses": [as_json(pair) for pair in shown]}
    return emit(data, lambda: _render().comparison(result, everything=everything), pager=True)


def _render() -> Any:
    from oathtools.render.rules import books

    return books


def _report(book: "Book") -> int:
    data = {
        "name": book.name,
        "game": book.game,
        "edition": book.edition,
        "format": book.format,
        "source": book.source,
        "counts": book.counts(),
        "unresolved": [{"clause": c.id, "printed": ref} for c in book.clauses for ref in c.unresolved],
        "unplaced": [asdict(unplaced) for unplaced in book.unplaced],
        "notes": [asdict(note) for note in book.notes],
    }
    warnings = [str(note) for note in book.notes] if settings().json else ()  # people read them in the report
    return emit(data, lambda: _render().report(book), warnings=warnings)
