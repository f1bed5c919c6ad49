"""``oathtools law``: clauses by number, range, subtree, heading, glossary term or site.

Of imported books it shows those of Oath beside our clauses, those of other games on their own.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oathtools.catalog.names import EDITION
from oathtools.cli.shared import commands
from oathtools.cli.shared.common import Command, Failure, emit
from oathtools.cli.shared.folders import edition as edition_here
from oathtools.cli.shared.folders import played, standing
from oathtools.kit.text import listed
from oathtools.law import Found, UnknownClause, as_json, contents, exists, find_all, get
from oathtools.render.document import Block, Line, apart
from oathtools.render.rules import law as render

if TYPE_CHECKING:
    from oathtools.law.books import Book, BookClause
    from oathtools.law.rulings import Ruling
    from oathtools.law.rulings_variants import VariantClause, VariantText


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


def books_beside(books: "Sequence[Book]", ids: Sequence[str]) -> tuple[Beside, list[str]]:
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


@click.command(cls=Command)
@click.argument("refs", nargs=-1, metavar="[REF]...", shell_complete=commands.clauses)
@click.option(
    "--refs", "refs_tree", is_flag=True, help="The references both ways, each with the sentence that makes it."
)
@click.option("--levels", type=click.IntRange(1, 2), help="With --refs: how many steps the tree goes.  [default: 1]")
@click.option("--all", "everything", is_flag=True, help="Name every card and FAQ entry that rests on a clause.")
@click.option(
    "--book",
    "books",
    metavar="NAME",
    multiple=True,
    help="Beside it, the clause of a book you imported; of another game, alone.",
)
@click.option(
    "--edition",
    type=click.Choice(["base", EDITION]),
    help="What becomes of it in the expansion, or a topic there.  [default: the saga's]",
)
@click.option("--official", is_flag=True, help="Beside it, the official text of Oath you imported.")
def law_command(
    refs: tuple[str, ...],
    refs_tree: bool,
    levels: int | None,
    everything: bool,
    books: tuple[str, ...],
    edition: str | None,
    official: bool,
) -> int:
    """Clauses of the Law, restated, with what they refer to and what refers to them.

    A REF is a number in any spelling (5.5.2, 5.1.4.II, §2.11), a range (4.1.1-4.1.4), or a heading, glossary term or
    site (burn, oathkeeper title, plains). A clause brings what is below it. A clause or open point of a house rule goes
    by its id, in force or not. No REF: the contents. `missed`: the thirty rules most often played wrong; `index WORD`:
    where the index finds a thing, `index b` all that begins so.
    """
    if (edition or edition_here()) == EDITION:
        return _of_edition(" ".join(refs))
    levels = (levels or 1) if refs_tree or levels else 0
    if not refs:
        return emit([as_json(clause) for clause in contents()], render.table_of_contents, pager=True)
    if refs == ("missed",):
        rules = render.missed()
        return emit(rules, lambda: render.missed_list(rules), citations=[each["clause"] for each in rules], pager=True)
    if refs[0] == "index" and refs[1:]:
        return _index(" ".join(refs[1:]))
    own, rest = _of_variants(refs)
    if not rest:
        return _show_own(own)
    shelf = opened([*books, *(["official"] if official else [])])
    ours = of_oath(shelf)
    found = _found(rest, shelf) if ours or not shelf else None
    printed, missing = alone([book for book in shelf if not found or book not in ours], rest)
    if not found and not printed:
        raise Failure("not_found", listed(missing), hint="oathtools books show BOOK lists what it holds.")
    ids = found.ids if found else ()
    beside, lacking = books_beside(ours, ids)
    if ours and not found:
        missing.append(f"the Law as restated here has no clause {' '.join(rest)}")
    data = [one.as_json() for one in own]
    data += [_clause(cid, levels) | ({"books": [one.as_json() for one in beside[cid]]} if ours else {}) for cid in ids]
    data += [one.as_json() for one in printed]

    def shown() -> list[Block]:
        parts = [one.document() for one in own]
        if found:
            parts += [render.references(found, levels) if levels else render.found(found, everything=everything)]
            parts += [[render.edition()], of_books(beside)]
        # What reads books is imported only where there are some.
        return apart(*parts, alone_document(printed) if printed else [])

    notes = found.notes if found else ()
    return emit(
        data, shown, citations=ids, warnings=[*_standing(own), *notes, *lacking, *missing, *_variants(ids)], pager=True
    )


def _of_edition(words: str) -> int:
    """What the expansion makes of some clauses, or a topic of its rules; all topics where nothing is named."""
    from oathtools.law import lookup
    from oathtools.render.rules import expansion

    if not words or (named := lookup.found(words)):
        chosen, standings = list(lookup.topics().values()) if not words else named, []
    else:
        ids = named_clauses.ids if (named_clauses := _found([words], [])) else ()
        standings = [lookup.standing(clause) for clause in ids]
        chosen = [lookup.topics()[each] for each in dict.fromkeys(row.topic for row in standings) if each]
    data = {"standings": [row._asdict() for row in standings], "topics": [topic._asdict() for topic in chosen]}
    return emit(data, lambda: expansion.rules(standings, chosen, brief=not words), pager=True)


def _index(words: str) -> int:
    """The entries of the index that have some words, or begin with a letter."""
    rows = render.index(words)
    if not rows:
        raise Failure(
            "not_found", f"the index has nothing on {words!r}", hint="oathtools search looks in the texts, too."
        )
    return emit(rows, lambda: render.index_list(rows), citations=[], pager=True)


def _found(refs: Sequence[str], shelf: "Sequence[Book]") -> Found | None:
    """What some references name in the Law; None where only a book has it. Raises ``Failure`` where nothing has."""
    try:
        return find_all(refs)
    except UnknownClause as unknown:
        if alone(shelf, refs)[0]:
            return None
        raise _not_found(unknown, refs) from None


def _clause(clause_id: str, levels: int) -> dict[str, Any]:
    """A clause as JSON, with the tree of its references where that was asked for."""
    data = as_json(get(clause_id))
    if not levels:
        return data
    from oathtools.law.lookup import referred_by, refers_to

    named, naming = refers_to(clause_id, levels), referred_by(clause_id, levels)
    return data | {"refers_to": [one.as_json() for one in named], "referred_by": [one.as_json() for one in naming]}


class _Own(NamedTuple):
    """A clause or an open point of a variant that was asked for."""

    variant: "VariantText"
    clause: "VariantClause | None"
    point: "Ruling | None"

    @property
    def cites(self) -> Sequence[str]:
        """The clauses of the Law that it stands beside."""
        return self.clause.beside if self.clause else self.point.clauses if self.point else ()

    def as_json(self) -> dict[str, Any]:
        """It and its variant, and whether this table plays with it."""
        from oathtools.law.rulings import as_json as ruling_json

        marks = {"variant": self.variant.id, "in_force": self.variant.id in played()}
        return (self.clause._asdict() if self.clause else ruling_json(self.point) if self.point else {}) | marks

    def document(self) -> list[Block]:
        """It for people."""
        from oathtools.render.rules.rulings import clause_text, one

        return clause_text(self.variant, self.clause) if self.clause else one(self.as_json())


def _of_variants(refs: Sequence[str]) -> tuple[list[_Own], list[str]]:
    """The clauses (OR.3) and points (OR-A) of variants among some references, and the references that are left."""
    whole = " ".join(refs)
    if not any(map(str.isalpha, whole)) and all(exists(ref) or "-" in ref for ref in refs):
        return [], list(refs)
    if one := _own(whole):
        return [one], []
    found = {ref: _own(ref) for ref in refs}
    return [one for one in found.values() if one], [ref for ref in refs if found[ref] is None]


def _own(ref: str) -> _Own | None:
    from oathtools.law import rulings_variants

    if "-" not in ref and (found := rulings_variants.clause(ref)):
        return _Own(*found, None)
    key = rulings_variants.spelled(ref)
    point = rulings_variants.point(key) if key else None
    variant = rulings_variants.marked(key) if key else None
    return _Own(variant, None, point) if variant and point else None


def _show_own(own: list[_Own]) -> int:
    """The answer where nothing of the Law was asked for."""
    return emit(
        [one.as_json() for one in own],
        lambda: apart(*(one.document() for one in own)),
        citations=dict.fromkeys(each for one in own for each in one.cites),
        warnings=_standing(own),
    )


def _standing(own: list[_Own]) -> list[str]:
    """Which variants are in force of those whose clauses or points were asked for."""
    return [standing(title, key) for key, title in {one.variant.id: one.variant.title for one in own}.items()]


def _variants(ids: Sequence[str]) -> list[str]:
    """Which variants in force at this table stand beside some clauses."""
    names = played()
    if not names:
        return []
    from oathtools.law.rulings_variants import get
    from oathtools.render.rules.rulings import remark

    return [remark(text, ids) for text in map(get, names) if any(map(text.touches, ids))]


def _not_found(unknown: UnknownClause, refs: Sequence[str]) -> Failure:
    other = _no_clause(refs)
    if other is not None:
        return other
    if unknown.beyond:
        from oathtools.catalog.names import ONLY_NAMES

        return Failure("not_found", str(unknown), hint=ONLY_NAMES)
    near = [render.heading(get(cid)) for cid in unknown.near]
    hint = f"Nearest: {'; '.join(near)}." if near else "No heading comes near it."
    hint = _card_of(unknown.ref) or hint
    return Failure(
        "not_found", str(unknown), hint=f"{hint}\noathtools search looks in the texts, too.", near=list(unknown.near)
    )


def _card_of(words: str) -> str | None:
    """The way to the card that is called so, if there is one."""
    from oathtools.catalog import name_of
    from oathtools.catalog.names import AmbiguousName, UnknownName, match

    try:
        found = match(words)
    except (AmbiguousName, UnknownName):
        return None
    return f'It is a card: oathtools card "{name_of(found.id)}"' if found.exact else None


def _no_clause(refs: Sequence[str]) -> Failure | None:
    """What was asked for is the id of a ruling, or of no clause of a variant; None for other references."""
    from oathtools.law.rulings import point_spelled
    from oathtools.law.rulings_variants import marked

    for ref in (" ".join(refs), *refs):
        if point := point_spelled(ref):
            return Failure("not_found", f"{point} is a ruling, no clause", hint=f"oathtools rulings {point}")
        if variant := marked(ref):
            ids = list(variant.clauses)
            return Failure(
                "not_found", f"{variant.title} has no clause {ref!r}", hint=f"Its clauses: {ids[0]} to {ids[-1]}"
            )
    return None
