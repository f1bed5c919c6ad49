"""Bring your own copy of an official text: import it, look its clauses up, compare editions.

The project holds none of these texts. ``import_file("rules.yml")`` stores one in the user's data folder;
``clause("oath-yml", "5.5.2")`` is a clause of it, ``documents()`` feeds a search index, ``compare`` sets two texts side
by side. ``open_book("official")`` is the text of Oath to show beside our restatement. Errors are ``BookError`` and its
kinds ``BookDamaged``, ``BookMissing``, ``BookExists``. What reads and compares texts is imported when it is needed: a
look-up in the Law pays for none of it.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from oathtools.law.books.model import Book, BookClause, BookDamaged, BookError, BookExists, BookMissing, Note, Unplaced
from oathtools.law.books.store import folder, import_file, names, official, open_book, remove, resolve, summaries

if TYPE_CHECKING:
    from oathtools.law.books.diff import Comparison

__all__ = ["Book", "BookClause", "BookDamaged", "BookError", "BookExists", "BookMissing", "Note", "Unplaced"]
__all__ += ["clause", "compare", "documents", "folder", "import_file", "names", "official", "open_book", "parse"]
__all__ += ["remove", "resolve", "summaries"]


def parse(content: bytes, file_name: str, **options: str) -> Book:
    """Read a law without storing it: see ``reading.parse``."""
    from oathtools.law.books.store import parse

    return parse(content, file_name, **options)


def compare(a: str | Book, b: str | Book, refs: Iterable[str] = (), *, exact: bool = False) -> "Comparison":
    """Compare two books clause by clause: see ``diff.compare``."""
    from oathtools.law.books.diff import compare

    return compare(a, b, refs, exact=exact)


def clause(book: str, ref: str) -> BookClause | None:
    """A clause of a stored book by id, printed number in any spelling, or heading; None if that book has none.

    ``book`` is a name, or ``official``. Raises ``BookMissing`` if there is no such book, ``BookDamaged`` if it cannot
    be read.
    """
    return open_book(book).find(ref)


def documents(book: str | None = None) -> Iterator[dict[str, Any]]:
    """For a search index: every clause of one stored book, or of all that can be read, as a mapping with the keys
    ``book, game, edition, id, label, heading, also, path, text, reminders``."""
    for row in summaries() if book is None else [{"name": book}]:
        opened = None if "damaged" in row else open_book(row["name"])
        for one in opened.clauses if opened else ():
            assert opened is not None
            about = {"book": opened.name, "game": opened.game, "edition": opened.edition}
            words = one.shown("id", "label", "heading", "also", "text", "reminders")
            yield about | words | {"path": list(opened.path(one))}
