"""Where imported books live: one file each in the user's data folder, written whole or not at all.

The folder is that of the platform; ``OATHTOOLS_DATA`` names another one. Nothing of a book leaves it.
"""

import json
import os
import re
import unicodedata
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from oathtools.kit import files, intake
from oathtools.kit.lazy import sha256
from oathtools.law.books import model
from oathtools.law.books.draft import Sheet, Source, finish

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
        raise model.BookError(f"{name!r} is no name for a book", "Use letters and digits.")
    if short in RESERVED:
        raise model.BookError(f"the name {short!r} is taken", "Choose another one with --name.")
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
    raise model.BookMissing(f"there is no book {name!r}", hint, known=known)


def open_book(name: str) -> model.Book:
    """A stored book by its name. Raises ``BookMissing``, or ``BookDamaged`` if its file cannot be read."""
    path = folder() / f"{resolve(name)}.json"
    try:
        return _read(path, path.stat().st_mtime_ns)
    except OSError as fault:
        raise model.BookDamaged(f"the stored book {path.stem} cannot be read: {fault.strerror}") from None


@lru_cache(maxsize=8)
def _read(path: Path, stamp: int) -> model.Book:
    try:
        return model.book_from_json(json.loads(path.read_bytes()))
    except ValueError:
        hint = "Remove it and import the file again."
        raise model.BookDamaged(f"the stored book {path.stem} is damaged", hint) from None
    except model.BookDamaged as fault:
        raise model.BookDamaged(f"{path.stem}: {fault.message}", fault.hint) from None


def import_file(
    file: str | Path, *, name: str = "", format_name: str = "", edition: str = "", replace: bool = False
) -> model.Book:
    """Read a law and store it under a name, the file's own unless one is given.

    The same file under the same name again is no fault. Raises ``BookMissing`` if there is no such file,
    ``BookDamaged`` if it is no law (nothing is stored then), ``BookExists`` if the name is taken by another text.
    """
    path = Path(file)
    chosen = slug(name) if name else _own_name(path)
    try:
        content = intake.content(path, intake.BOOK)
    except FileNotFoundError:
        raise model.BookMissing(f"there is no file {path}") from None
    except OSError as fault:
        raise model.BookError(f"{path} cannot be read: {fault.strerror}") from None
    book = parse(content, path.name, name=chosen, format_name=format_name, edition=edition)
    if not replace and chosen in names():
        try:
            taken = open_book(chosen).source.get("sha256") != book.source["sha256"]
        except model.BookError:
            taken = False  # a damaged book gives way
        if taken:
            raise model.BookExists(f"there is another book named {chosen}", "Use --name for a new name, or --replace.")
    save(book)
    return book


def _own_name(path: Path) -> str:
    """The name of a book after its file, a reserved one made free."""
    try:
        return slug(path.stem)
    except model.BookError:
        return slug(f"my-{path.stem}") if path.stem.casefold() in RESERVED else "book"


def save(book: model.Book) -> Path:
    """Store a book, whole or not at all. Returns its file."""
    target = folder() / f"{slug(book.name)}.json"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        files.write(target, json.dumps(model.book_to_json(book), ensure_ascii=False, separators=(",", ":")))
    except OSError as fault:
        hint = "OATHTOOLS_DATA names another folder."
        raise model.BookError(f"{target} cannot be written: {fault.strerror}", hint) from None
    return target


def remove(name: str) -> str:
    """Forget a stored book, damaged or not; returns its name. The file it was read from is not touched."""
    found = resolve(name)
    try:
        (folder() / f"{found}.json").unlink()
    except OSError as fault:
        raise model.BookError(f"{found} cannot be removed: {fault.strerror}") from None
    return found


def summaries() -> list[dict[str, Any]]:
    """What is stored: for each book its name, game, edition, importer, file and counts, or its damage."""
    found: list[dict[str, Any]] = []
    for name in names():
        try:
            book = open_book(name)
        except model.BookError as fault:
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
        raise model.BookMissing("no official text of Oath is imported", "oathtools books import FILE", known=names())
    return str(min(texts, key=lambda row: (row["edition"] != "yml", -row["clauses"], row["name"]))["name"])


# -- from bytes to a book: lines, which importer they are for, and what it makes of them. Nothing is written here ------


FORMATS = {
    "rules-yml": ("rules_yml", "fill", "yml"),  # the publisher's rules.yml (any game)
    "rules-page": ("rules_yml", "rules_page_fill", "yml"),  # rules.yml copied from a web page, indentation lost
    "pdf-text": ("printed", "fill", "pdf"),  # a printed Law (PDF) as text or Markdown
    "numbered-text": ("lines", "fill", "plain"),  # the web text: number, heading and text on lines of their own
}
"""Names of formats: the module and its function that read one, and the style of its markup."""
LARGEST = 4_000_000


def parse(content: bytes, file_name: str, *, name: str = "", format_name: str = "", edition: str = "") -> model.Book:
    """Read a law.

    ``format_name`` overrides recognition by content; ``edition`` what the copy shows itself to be. Raises
    ``BookDamaged`` when the text is broken or no law, ``BookError`` for an unknown format.
    """
    source = read(content, file_name)
    chosen = format_name or recognise(source)
    if chosen not in FORMATS:
        raise model.BookError(f"there is no format {chosen!r}", "Formats: " + ", ".join(FORMATS))
    module, reader, style = FORMATS[chosen]
    sheet = Sheet(source, chosen, style, outline=model.outline_for(source.text))
    getattr(import_module(f"oathtools.law.books.{module}"), reader)(sheet)
    game = model.game_of(source.text)
    return finish(sheet, name, edition or model.edition_of(game, chosen, len(sheet.chapters)), game)


def read(content: bytes, name: str) -> Source:
    """Decode a file: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252 with a warning.

    All kinds of line ends count; the text is brought into one Unicode form. Raises ``BookDamaged`` for an empty file,
    one that is no text, and one that is far too large.
    """
    if len(content) > LARGEST:
        raise model.BookDamaged(f"{name} is too large for a law ({len(content):,} bytes)")
    if content[:5] == b"%PDF-":
        raise model.BookDamaged(
            f"{name} is the PDF itself", "Turn it into text or Markdown first (pdftotext, or copy and paste)."
        )
    text, encoding = _decode(content, name)
    if not text.strip():
        raise model.BookDamaged(f"{name} is empty")
    text = re.sub(r"\r\n?|\u2028|\u2029|\x85", "\n", text).replace("\f", "\n").replace("\v", "\n")
    text = unicodedata.normalize("NFC", re.sub("[\u200b\u200c\u2060\ufeff\u00ad\ufe0e\ufe0f]", "", text))
    source = Source(name, text.rstrip("\n").split("\n"), sha256(content).hexdigest(), len(content), encoding)
    if encoding == "cp1252":
        source.notes.append(model.Note("encoding", "not UTF-8: read as Windows-1252; look at its quotes and dashes"))
    return source


def _decode(content: bytes, name: str) -> tuple[str, str]:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return content.decode("utf-16"), "utf-16"
        except UnicodeDecodeError:
            raise model.BookDamaged(f"{name} starts as UTF-16 and does not go on so") from None
    if b"\x00" in content:
        raise model.BookDamaged(f"{name} is not a text file")
    try:
        return content.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        try:
            return content.decode("cp1252"), "cp1252"
        except UnicodeDecodeError as fault:
            line = content[: fault.start].count(b"\n") + 1
            raise model.BookDamaged(f"{name} is not a text file: it fails at line {line}", line=line) from None


_KEY = r"(?:name|plainName|text|pretext|posttext|subtext|children|subchildren)"
_YML_FIRST = re.compile(rf"-\s+{_KEY}\s*:")
_YML_INDENTED = re.compile(rf"\s+(?:-\s+)?{_KEY}\s*:")
_YML_FLAT = re.compile(rf"(?:children|subchildren)\s*:\s*$|- {_KEY}\s*:")
_BARE = re.compile(r"\s*\d{1,2}(?:\.\d{1,2}){2}\s*$")
_LED = re.compile(r"[^\w(]{0,6}\d{1,2}(?:\.\d{1,2})+(?:\.[IVX]+)?\.?(?:\*\*)?\s+\W{0,3}[A-Z]")


def recognise(source: Source) -> str:
    """The name of the importer for a text, by its content. Raises ``BookDamaged`` if it looks like none of them."""
    lines = source.lines
    flat = sum(bool(_YML_FLAT.match(line)) for line in lines)
    indented = sum(bool(_YML_INDENTED.match(line)) for line in lines)
    bare = sum(bool(_BARE.match(line)) for line in lines)
    led = sum(bool(_LED.match(line)) for line in lines)
    if flat and indented >= flat:
        return "rules-yml"
    if flat >= 3 and flat > led + bare:
        return "rules-page"
    if flat and any(_YML_FIRST.match(line) for line in lines):
        return "rules-yml"
    if bare >= 2 and bare * 2 >= led:
        return "numbered-text"
    if led >= 2:
        return "pdf-text"
    hint = "Name its format: --format " + "|".join(FORMATS)
    if re.match(r"\s*<(?:!doctype|html)", source.text, re.IGNORECASE):
        hint = "It is a web page's source: open it in a browser and save or copy the text."
    raise model.BookDamaged(f"{source.name} does not look like a law: no numbered clauses were found", hint)
