"""Bring your own copy of an official text: import it, look its clauses up, compare editions.

The project holds none of these texts. ``import_file("rules.yml")`` stores one in the user's data folder;
``clause("oath-yml", "5.5.2")`` is a clause of it, ``documents()`` feeds a search index, ``compare`` sets two texts side
by side. ``open_book("official")`` is the text of Oath to show beside our restatement. Errors are ``BookError`` and its
kinds ``BookDamaged``, ``BookMissing``, ``BookExists``.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oathtools.law.books.diff import Difference, compare
    from oathtools.law.books.importing import parse
    from oathtools.law.books.model import Book, BookDamaged, BookError, BookExists, BookMissing, Clause, Note, Unplaced
    from oathtools.law.books.reading import FORMATS
    from oathtools.law.books.store import folder, import_file, names, official, open_book, remove, resolve, summaries

_HOMES = {
    "diff": ("Difference", "compare"),
    "importing": ("parse",),
    "model": ("Book", "BookDamaged", "BookError", "BookExists", "BookMissing", "Clause", "Note", "Unplaced"),
    "reading": ("FORMATS",),
    "store": ("folder", "import_file", "names", "official", "open_book", "remove", "resolve", "summaries"),
}

__all__ = [
    "FORMATS",
    "Book",
    "BookDamaged",
    "BookError",
    "BookExists",
    "BookMissing",
    "Clause",
    "Difference",
    "Note",
    "Unplaced",
    "clause",
    "compare",
    "documents",
    "folder",
    "import_file",
    "names",
    "official",
    "open_book",
    "parse",
    "remove",
    "resolve",
    "summaries",
]


def __getattr__(name: str) -> Any:
    """Import a name from its module when it is first used: a look-up in the Law pays for none of this."""
    import importlib

    for module, public in _HOMES.items():
        if name in public:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def clause(book: str, ref: str) -> "Clause | None":
    """A clause of a stored book by id, printed number in any spelling, or heading; None if that book has none.

    ``book`` is a name, or ``official``. Raises ``BookMissing`` if there is no such book, ``BookDamaged`` if it cannot
    be read.
    """
    from oathtools.law.books.store import open_book

    return open_book(book).find(ref)


def documents(book: str | None = None) -> Iterator[dict[str, Any]]:
    """For a search index: every clause of one stored book, or of all that can be read, as a mapping with the keys
    ``book, game, edition, id, label, heading, also, path, text, reminders``."""
    from oathtools.law.books.model import iter_documents
    from oathtools.law.books.store import iter_books, open_book

    return iter_documents([open_book(book)] if book is not None else iter_books())
