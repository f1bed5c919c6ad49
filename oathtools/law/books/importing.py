"""One door for all importers: bytes in, a book out, or a clear refusal. Nothing is written here."""

from oathtools.law.books.draft import Sheet, finish
from oathtools.law.books.model import Book, BookError
from oathtools.law.books.outline import edition_of, game_of
from oathtools.law.books.reading import FORMATS, Source, read, recognise


def parse(content: bytes, file_name: str, *, name: str = "", format_name: str = "", edition: str = "") -> Book:
    """Read a law.

    ``format_name`` overrides recognition by content; ``edition`` what the copy shows itself to be. Raises
    ``BookDamaged`` when the text is broken or no law, ``BookError`` for an unknown format.
    """
    source = read(content, file_name)
    chosen = format_name or recognise(source)
    sheet = _import(source, chosen)
    game = game_of(source.text)
    chapters = [c.heading for c in sheet.chapters]
    return finish(sheet, name, edition or edition_of(game, chosen, chapters), game)


def _import(source: Source, format_name: str) -> Sheet:
    if format_name == "rules-yml":
        from oathtools.law.books.rules_yml import read_rules_yml

        return read_rules_yml(source)
    if format_name == "rules-page":
        from oathtools.law.books.rules_page import read_rules_page

        return read_rules_page(source)
    if format_name == "pdf-text":
        from oathtools.law.books.pdf_text import read_pdf_text

        return read_pdf_text(source)
    if format_name == "numbered-text":
        from oathtools.law.books.numbered_text import read_numbered_text

        return read_numbered_text(source)
    raise BookError(f"there is no format {format_name!r}", "Formats: " + ", ".join(FORMATS))
