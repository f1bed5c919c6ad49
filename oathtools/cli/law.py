"""``oathtools law``: clauses by number, range, subtree, heading, glossary term or site."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from oathtools.cli.common import Command, Failure, emit, settings, terminal_width
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
    other = _of_a_variant(refs)
    if other is not None:
        return other
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
        warnings=[*found.notes, *missing, *_variants(found.ids)],
        pager=True,
    )


def _of_a_variant(refs: Sequence[str]) -> int | None:
    """The answer where all references are clauses of variants (OR.3); None where they are not."""
    if not all(any(map(str.isalpha, ref)) for ref in (" ".join(refs), refs[0])):
        return None
    from oathtools.law.variants import clause
    from oathtools.render.variants import clause_text, remark

    whole = clause(" ".join(refs))
    found = [whole] if whole else [each for ref in refs if (each := clause(ref))]
    if not found or (whole is None and len(found) < len(refs)):
        return None
    played = _played()
    data = [{"variant": text.id, **one._asdict(), "in_force": text.id in played} for text, one in found]
    notes = [
        remark(text) if text.id in played else f"{text.title} is not in force at this table"
        for text in dict.fromkeys(text for text, _ in found)
    ]
    cites = dict.fromkeys(each for _, one in found for each in one.beside)
    return emit(
        data,
        lambda: "\n\n".join(clause_text(text, one, terminal_width()) for text, one in found),
        citations=cites,
        warnings=notes,
    )


def _variants(ids: Sequence[str]) -> list[str]:
    """Which variants in force at this table stand beside some clauses."""
    played = _played()
    if not played:
        return []
    from oathtools.law.variants import get
    from oathtools.render.variants import remark

    return [remark(text, ids) for text in map(get, played) if any(map(text.touches, ids))]


def _played() -> tuple[str, ...]:
    """The variants of the table whose saga this is; none where its file cannot be used: the Law can be read still."""
    folder = Path(settings().saga or os.environ.get("OATHTOOLS_SAGA") or ".")
    if not (folder / "rulings.yaml").is_file():
        return ()
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(folder).variants
    except DamagedRulings:
        return ()


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
