"""From bytes to a book: lines, which importer they are for, and what it makes of them. Nothing is written here."""

import re
import unicodedata
from importlib import import_module

from oathtools.law.books.draft import Sheet, Source, finish
from oathtools.law.books.model import Book, BookDamaged, BookError, Note
from oathtools.law.books.outline import edition_of, game_of, outline_for

FORMATS = {
    "rules-yml": ("rules_yml", "yml"),  # the publisher's rules.yml (any game)
    "rules-page": ("rules_page", "yml"),  # rules.yml copied from a web page, indentation lost
    "pdf-text": ("printed", "pdf"),  # a printed Law (PDF) as text or Markdown
    "numbered-text": ("numbered_text", "plain"),  # the web text: number, heading and text on lines of their own
}
"""Names of formats: the module whose ``fill`` reads one, and the style of its markup."""
LARGEST = 4_000_000


def parse(content: bytes, file_name: str, *, name: str = "", format_name: str = "", edition: str = "") -> Book:
    """Read a law.

    ``format_name`` overrides recognition by content; ``edition`` what the copy shows itself to be. Raises
    ``BookDamaged`` when the text is broken or no law, ``BookError`` for an unknown format.
    """
    source = read(content, file_name)
    chosen = format_name or recognise(source)
    if chosen not in FORMATS:
        raise BookError(f"there is no format {chosen!r}", "Formats: " + ", ".join(FORMATS))
    module, style = FORMATS[chosen]
    sheet = Sheet(source, chosen, style, outline=outline_for(source.text))
    import_module(f"oathtools.law.books.{module}").fill(sheet)
    game = game_of(source.text)
    return finish(sheet, name, edition or edition_of(game, chosen, len(sheet.chapters)), game)


def read(content: bytes, name: str) -> Source:
    """Decode a file: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252 with a warning.

    All kinds of line ends count; the text is brought into one Unicode form. Raises ``BookDamaged`` for an empty file,
    one that is no text, and one that is far too large.
    """
    import hashlib

    if len(content) > LARGEST:
        raise BookDamaged(f"{name} is too large for a law ({len(content):,} bytes)")
    if content[:5] == b"%PDF-":
        raise BookDamaged(
            f"{name} is the PDF itself", "Turn it into text or Markdown first (pdftotext, or copy and paste)."
        )
    text, encoding = _decode(content, name)
    if not text.strip():
        raise BookDamaged(f"{name} is empty")
    text = re.sub(r"\r\n?|\u2028|\u2029|\x85", "\n", text).replace("\f", "\n").replace("\v", "\n")
    text = unicodedata.normalize("NFC", re.sub("[\u200b\u200c\u2060\ufeff\u00ad\ufe0e\ufe0f]", "", text))
    source = Source(name, text.rstrip("\n").split("\n"), hashlib.sha256(content).hexdigest(), len(content), encoding)
    if encoding == "cp1252":
        source.notes.append(Note("encoding", "not UTF-8: read as Windows-1252; look at its quotes and dashes"))
    return source


def _decode(content: bytes, name: str) -> tuple[str, str]:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return content.decode("utf-16"), "utf-16"
        except UnicodeDecodeError:
            raise BookDamaged(f"{name} starts as UTF-16 and does not go on so") from None
    if b"\x00" in content:
        raise BookDamaged(f"{name} is not a text file")
    try:
        return content.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        try:
            return content.decode("cp1252"), "cp1252"
        except UnicodeDecodeError as fault:
            line = content[: fault.start].count(b"\n") + 1
            raise BookDamaged(f"{name} is not a text file: it fails at line {line}", line=line) from None


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
    raise BookDamaged(f"{source.name} does not look like a law: no numbered clauses were found", hint)
