"""``oathtools law``: clauses by number, range, subtree, heading, glossary term or site."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from oathtools.cli.common import Command, Failure, emit, terminal_width
from oathtools.law import UnknownClause, as_json, completions, contents, find_all, get
from oathtools.render import law as render

if TYPE_CHECKING:
    from oathtools.law.books import Clause


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(number, help=title) for number, title in completions(incomplete)]


@click.command(cls=Command)
@click.argument("refs", nargs=-1, metavar="[REF]...", shell_complete=_complete)
@click.option("--all", "everything", is_flag=True, help="Name every card and FAQ entry that rests on a clause.")
@click.option("--book", "books", metavar="NAME", multiple=True, help="Beside it, the clause of a book you imported.")
@click.option("--official", is_flag=True, help="Beside it, the official text of Oath you imported.")
def command(refs: tuple[str, ...], everything: bool, books: tuple[str, ...], official: bool) -> int:
    """Clauses of the Law, restated, with what they refer to and what refers to them.

    A REF is a number in any spelling (5.5.2, 5.1.4.II, §2.11), a range (4.1.1-4.1.4), or a heading, glossary term or
    site (burn, oathkeeper title, plains). A clause brings what is below it. No REF: the contents.

    \b
    oathtools law 5.5.2
    oathtools law 4.1.1-4.1.4
    oathtools law discard
    oathtools law setup 12
    """
    if not refs:
        return emit(
            [as_json(clause) for clause in contents()],
            lambda: render.table_of_contents(terminal_width()),
            pager=True,
        )
    try:
        found = find_all(refs)
    except UnknownClause as unknown:
        raise _not_found(unknown) from None
    shelf = [*books, *(["official"] if official else [])]
    beside, missing = _beside(shelf, found.ids)
    data = [
        as_json(get(cid)) | ({"books": [_printed(one) for one in beside[cid]]} if shelf else {}) for cid in found.ids
    ]
    return emit(
        data,
        lambda: _with_books(render.found(found, terminal_width(), everything=everything), beside),
        citations=found.ids,
        warnings=[*found.notes, *missing],
        pager=True,
    )


def _beside(shelf: list[str], ids: Sequence[str]) -> "tuple[dict[str, list[tuple[str, Clause]]], list[str]]":
    """The same clauses in imported books: (book, clause) pairs by id, and what is not there."""
    beside: dict[str, list[tuple[str, Clause]]] = {cid: [] for cid in ids}
    missing: list[str] = []
    if not shelf:
        return beside, missing
    from oathtools.law.books import BookDamaged, BookError, open_book

    for name in shelf:
        try:
            book = open_book(name)
        except BookError as fault:
            kind = "damaged" if isinstance(fault, BookDamaged) else "not_found"
            raise Failure(kind, str(fault), hint=fault.hint) from None
        for cid in ids:
            clause = book.find(cid)
            if clause is None:
                missing.append(f"{book.name} has no clause {cid}")
            else:
                beside[cid].append((book.name, clause))
    return beside, missing


def _printed(one: "tuple[str, Clause]") -> dict[str, Any]:
    book, clause = one
    return {
        "book": book,
        "id": clause.id,
        "label": clause.label,
        "heading": clause.heading,
        "text": clause.text,
        "reminders": list(clause.reminders),
    }


def _with_books(text: str, beside: "dict[str, list[tuple[str, Clause]]]") -> str:
    """Our clauses first, then the imported texts of the same clauses, each under its book's name."""
    blocks = [text]
    for several in beside.values():
        for book, clause in several:
            if clause.printed:
                head = f"{book}, {clause.label or clause.id} {clause.heading}".rstrip()
                blocks.append("\n".join([head, *wrapped(clause.printed, terminal_width())]))
    return "\n\n".join(blocks)


def wrapped(text: str, width: int) -> list[str]:
    """Paragraphs of an imported text, indented and wrapped."""
    import textwrap

    return [
        line
        for paragraph in text.splitlines()
        if paragraph.strip()
        for line in textwrap.wrap(paragraph, width, initial_indent="  ", subsequent_indent="  ")
    ]


def _not_found(unknown: UnknownClause) -> Failure:
    near = [render.heading(get(cid)) for cid in unknown.near]
    hint = f"Nearest: {'; '.join(near)}." if near else "No heading comes near it."
    return Failure(
        "not_found",
        str(unknown),
        hint=f"{hint}\noathtools search looks in the texts, too.",
        near=list(unknown.near),
    )
