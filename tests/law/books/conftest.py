"""A law of our own invention, in every form that can be imported, and a store of its own for each test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from oathtools.law.books import Book, parse
from oathtools.law.books.model import Known, Outline

TEXTS = Path(__file__).parent / "texts"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder; returns the folder of its books."""
    monkeypatch.setenv("OATHTOOLS_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "books"


@pytest.fixture
def texts() -> Path:
    return TEXTS


@pytest.fixture
def read() -> Callable[..., Book]:
    """Parse a fixture by its name, or a text given as bytes."""

    def parse_text(what: str | bytes, **options: str) -> Book:
        content = what if isinstance(what, bytes) else (TEXTS / what).read_bytes()
        return parse(content, what if isinstance(what, str) else "given.txt", **options)

    return parse_text


@pytest.fixture
def outline(monkeypatch: pytest.MonkeyPatch) -> Outline:
    """An outline of the invented law, known to all importers."""
    known = Outline(
        {
            "1": Known("Gathering", "chapter"),
            "2": Known("Rounds", "chapter"),
            "2.1.3": Known("Count Moths", "clause", imperial=True),
            "2.2": Known("Dawn", "section"),
            "2.2.1": Known("Dew", "clause"),
            "2.2.2": Known("Use of Never", "clause", others=("Sun",)),
            "3": Known("Lanterns", "chapter"),
            "4": Known("Owls", "chapter", others=("Glossary",)),
            "4.1": Known("Silence", "site entry"),
            "4.2": Known("Hooting", "site entry"),
            "5": Known("Glossary", "chapter", others=("Index",)),
            "5.1": Known("Acorn", "term"),
            "5.2": Known("Hide", "term", misprint="Basket"),
            "5.3": Known("Moth", "term"),
        },
        {"2.2": "The Dawn Chorus"},
    )
    monkeypatch.setattr("oathtools.law.books.model.outline_for", lambda text: known)
    return known
