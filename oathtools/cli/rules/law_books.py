"""What ``law`` shows of imported books: those of Oath beside our clauses, those of other games on their own."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.cli.shared.common import Failure
from oathtools.render.document import Block, Line, apart

if TYPE_CHECKING:
    from oathtools.law.books import Book, BookClause


class Printed(NamedTuple):
    """A clause of a book."""

    book: "Book"
    clause: "BookClause"

    def as_json(self) -> dict[str, Any]:
        """It and the name of its book."""
        return {"book": self.book.name} | self.clause.shown("id", "label", "heading", "text", "reminders")


Beside = dict[str, list[Printed]]


def opened(names: Iterable[str]) -> "list[Book]":
    """The books of some names, each once. Raises ``Failure``."""
    wanted = list(names)
    if not wanted:
        return []
    from oathtools.law.books import BookDamaged, BookError, open_book

    try:
        return list({book.name: book for book in map(open_book, wanted)}.values())
    except BookError as fault:
        kind = "damaged" if isinstance(fault, BookDamaged) else "not_found"
        raise Failure(kind, str(fault), hint=fault.hint) from None


def of_oath(books: "Iterable[Book]") -> "list[Book]":
    """Those whose clauses are the same as ours by their number."""
    return [book for book in books if book.game == "oath"]


def beside(books: "Sequence[Book]", ids: Sequence[str]) -> tuple[Beside, list[str]]:
    """The same clauses in texts of Oath, by id, and what is not there."""
    same: Beside = {cid: [] for cid in ids}
    missing = []
    for book in books:
        for cid in ids:
            clause = book.find(cid)
            if clause is None:
                missing.append(f"{book.name} has no clause {cid}")
            else:
                same[cid].append(Printed(book, clause))
    return same, missing


def alone(books: "Iterable[Book]", refs: Sequence[str]) -> tuple[list[Printed], list[str]]:
    """What some references name in each book for itself, with what is below it; and what is not there."""
    found: list[Printed] = []
    missing: list[str] = []
    for book in books:
        whole = book.find(" ".join(refs))
        roots = {" ".join(refs): whole} if whole else {ref: book.find(ref) for ref in refs}
        inside = {each.id: each for root in roots.values() if root for each in book.subtree(root.id)}
        found += [Printed(book, each) for each in inside.values()]
        missing += [f"{law_of(book)} has no clause {ref}" for ref, root in roots.items() if root is None]
    return found, missing


def law_of(book: "Book") -> str:
    """A book by its name, and whose law it is."""
    game = f"Law of {book.game.capitalize()}" if book.game else "a law of no game that is known"
    return f"{book.name} ({game})"


def of_books(same: Beside) -> list[Block]:
    """The texts of the same clauses in books, each under its book's name."""
    parts: list[list[Block]] = []
    for book, clause in (one for several in same.values() for one in several):
        if clause.printed:
            head = f"{book.name}, {clause.label or clause.id} {clause.heading}".rstrip()
            parts.append([head, *(Line(each, "  ") for each in clause.printed.splitlines() if each.strip())])
    return apart(*parts)


def alone_document(found: Sequence[Printed]) -> list[Block]:
    """Clauses of books for people, book after book, each under its law."""
    from oathtools.render.rules.books import clauses

    parts: list[list[Block]] = []
    for book in {one.book.name: one.book for one in found}.values():
        parts.append([Line(f"{law_of(book)}: its numbers are its own.", hang=2)])
        parts.append(clauses(book, [one.clause for one in found if one.book is book]))
    return apart(*parts)
