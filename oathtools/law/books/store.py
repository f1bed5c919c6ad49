"""Where imported books live: one file each in the user's data folder, written whole or not at all.

The folder is that of the platform; ``OATHTOOLS_DATA`` names another one. Nothing of a book leaves it.
"""

import json
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from oathtools import handed, whole
from oathtools.law.books.model import (
    Book,
    BookDamaged,
    BookError,
    BookExists,
    BookMissing,
    book_from_json,
    book_to_json,
)

RESERVED = ("law", "official")
"""Names that mean something else: our own restatement, and whichever official text of Oath is to be shown."""


def folder() -> Path:
    """The folder of the books; it need not exist."""
    base = os.environ.get("OATHTOOLS_DATA")
    if not base:
        import platformdirs

        base = platformdirs.user_data_dir("oathtools")
    return Path(base) / "books"


def slug(name: str) -> str:
    """A name as it is stored and typed: lower case, words joined by hyphens.

    Raises ``BookError`` if nothing is left of it, or if it is taken.
    """
    short = re.sub(r"[^\w.]+", "-", name.strip().casefold()).strip("-._")[:60]
    if not short:
        raise BookError(f"{name!r} is no name for a book", "Use letters and digits.")
    if short in RESERVED:
        raise BookError(f"the name {short!r} is taken", "Choose another one with --name.")
    return short


def names() -> list[str]:
    """The names of all stored books, in alphabetical order."""
    try:
        return sorted(path.stem for path in folder().glob("*.json"))
    except OSError:
        return []


def resolve(name: str) -> str:
    """The stored name that is meant: exact, or the only one that begins like it or contains it.

    Raises ``BookMissing`` with the names there are.
    """
    known = names()
    wanted = re.sub(r"[^\w.]+", "-", name.strip().casefold()).strip("-")
    if wanted == "official":
        return official()
    if wanted in known:
        return wanted
    for near in ([n for n in known if n.startswith(wanted)], [n for n in known if wanted in n]):
        if wanted and len(near) == 1:
            return near[0]
    hint = "Books: " + ", ".join(known) if known else "None is imported yet: oathtools books import FILE"
    raise BookMissing(f"there is no book {name!r}", hint, known=known)


def open_book(name: str) -> Book:
    """A stored book by its name. Raises ``BookMissing``, or ``BookDamaged`` if its file cannot be read."""
    path = folder() / f"{resolve(name)}.json"
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as fault:
        raise BookDamaged(f"the stored book {path.stem} cannot be read: {fault.strerror}") from None


@lru_cache(maxsize=8)
def _read(path: Path, stamp: int) -> Book:
    try:
        return book_from_json(json.loads(path.read_bytes()))
    except ValueError:
        hint = "Remove it and import the file again."
        raise BookDamaged(f"the stored book {path.stem} is damaged", hint) from None
    except BookDamaged as fault:
        raise BookDamaged(f"{path.stem}: {fault.message}", fault.hint) from None


def import_file(
    file: str | Path, *, name: str = "", format_name: str = "", edition: str = "", replace: bool = False
) -> Book:
    """Read a law and store it under a name, the file's own unless one is given.

    The same file under the same name again is no fault. Raises ``BookMissing`` if there is no such file,
    ``BookDamaged`` if it is no law (nothing is stored then), ``BookExists`` if the name is taken by another text.
    """
    from oathtools.law.books.reading import parse

    path = Path(file)
    chosen = slug(name) if name else _own_name(path)
    try:
        content = handed.content(path, handed.BOOK)
    except FileNotFoundError:
        raise BookMissing(f"there is no file {path}") from None
    except OSError as fault:
        raise BookError(f"{path} cannot be read: {fault.strerror}") from None
    book = parse(content, path.name, name=chosen, format_name=format_name, edition=edition)
    if not replace and chosen in names():
        try:
            taken = open_book(chosen).source.get("sha256") != book.source["sha256"]
        except BookError:
            taken = False  # a damaged book gives way
        if taken:
            raise BookExists(f"there is another book named {chosen}", "Use --name for a new name, or --replace.")
    save(book)
    return book


def _own_name(path: Path) -> str:
    """The name of a book after its file, a reserved one made free."""
    try:
        return slug(path.stem)
    except BookError:
        return slug(f"my-{path.stem}") if path.stem.casefold() in RESERVED else "book"


def save(book: Book) -> Path:
    """Store a book, whole or not at all. Returns its file."""
    target = folder() / f"{slug(book.name)}.json"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        whole.write(target, json.dumps(book_to_json(book), ensure_ascii=False, separators=(",", ":")))
    except OSError as fault:
        hint = "OATHTOOLS_DATA names another folder."
        raise BookError(f"{target} cannot be written: {fault.strerror}", hint) from None
    return target


def remove(name: str) -> str:
    """Forget a stored book, damaged or not; returns its name. The file it was read from is not touched."""
    found = resolve(name)
    try:
        (folder() / f"{found}.json").unlink()
    except OSError as fault:
        raise BookError(f"{found} cannot be removed: {fault.strerror}") from None
    return found


def summaries() -> list[dict[str, Any]]:
    """What is stored: for each book its name, game, edition, importer, file and counts, or its damage."""
    found: list[dict[str, Any]] = []
    for name in names():
        try:
            book = open_book(name)
        except BookError as fault:
            found.append({"name": name, "damaged": fault.message})
            continue
        about = {"game": book.game, "edition": book.edition, "format": book.format, "file": book.source.get("file")}
        found.append({"name": name, **about, **book.counts()})
    return found


def official() -> str:
    """The name of the official text of Oath to show: in the edition in force before the printed one, the fullest first.

    Raises ``BookMissing`` if no text of Oath is imported.
    """
    texts = [row for row in summaries() if row.get("game") == "oath"]
    if not texts:
        raise BookMissing("no official text of Oath is imported", "oathtools books import FILE", known=names())
    return str(min(texts, key=lambda row: (row["edition"] != "yml", -row["clauses"], row["name"]))["name"])
