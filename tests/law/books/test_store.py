"""Books in the data folder: written whole or not at all, found again, forgotten."""

import json
import os
from pathlib import Path

import pytest

from oathtools.law import books
from oathtools.law.books import model
from oathtools.law.books import store as stored


def test_a_book_is_stored_and_found_again_as_it_was(store: Path, texts: Path) -> None:
    book = books.import_file(texts / "hollow.yml")
    assert book.name == "hollow"
    assert store / "hollow.json" in store.iterdir()
    assert books.open_book("hollow") == book


@pytest.mark.parametrize("name", ["hollow.yml", "hollow.md", "hollow.txt"])
def test_nothing_is_lost_in_the_stored_form(texts: Path, name: str) -> None:
    book = books.parse((texts / name).read_bytes(), name, name="x")
    again = model.book_from_json(json.loads(json.dumps(model.book_to_json(book))))
    assert again == book
    assert [c.printed for c in again.clauses] == [c.printed for c in book.clauses]


def test_the_folder_is_named_by_the_environment_or_the_platform(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert books.folder() == store
    monkeypatch.delenv("OATHTOOLS_DATA")
    assert books.folder().name == "books"
    assert books.folder() != store


def test_where_the_book_came_from_is_kept(store: Path, texts: Path) -> None:
    book = books.import_file(texts / "hollow.md", name="print", edition="second printing")
    assert book.edition == "second printing"
    assert book.source["file"] == "hollow.md"
    assert book.source["lines"] == 115
    assert len(book.source["sha256"]) == 64


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("My Law (2nd).yml", "my-law-2nd-.yml"),
        ("LAW__x", "law__x"),
        ("../../evil", "evil"),
        ("Gesetz Größe", "gesetz-grösse"),
    ],
)
def test_names_are_made_safe(given: str, kept: str) -> None:
    assert stored.slug(given) == kept


@pytest.mark.parametrize("given", ["", " / ", "law", "Official"])
def test_names_that_cannot_be(given: str) -> None:
    with pytest.raises(books.BookError):
        stored.slug(given)


def test_a_taken_name_is_refused_unless_replaced(store: Path, texts: Path) -> None:
    books.import_file(texts / "hollow.yml", name="law-of-the-hill")
    with pytest.raises(books.BookExists, match="another book"):
        books.import_file(texts / "hollow.md", name="law-of-the-hill")
    assert books.open_book("law-of-the-hill").format == "rules-yml"
    books.import_file(texts / "hollow.md", name="law-of-the-hill", replace=True)
    assert books.open_book("law-of-the-hill").format == "pdf-text"


def test_the_same_file_again_is_no_fault(store: Path, texts: Path) -> None:
    books.import_file(texts / "hollow.yml")
    assert books.import_file(texts / "hollow.yml").name == "hollow"
    assert books.names() == ["hollow"]


def test_a_broken_file_stores_nothing_and_keeps_what_is_there(store: Path, texts: Path, tmp_path: Path) -> None:
    books.import_file(texts / "hollow.yml", name="hill")
    broken = tmp_path / "broken.yml"
    broken.write_text("- name: [\n  children:\n", encoding="utf-8")
    with pytest.raises(books.BookDamaged) as caught:
        books.import_file(broken, name="hill", replace=True)
    assert caught.value.line
    assert books.open_book("hill").format == "rules-yml"
    assert [path.name for path in store.iterdir()] == ["hill.json"]


def test_a_crash_while_writing_keeps_the_old_book(store: Path, texts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books.import_file(texts / "hollow.yml", name="hill")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(books.BookError, match="No space left"):
        books.import_file(texts / "hollow.md", name="hill", replace=True)
    monkeypatch.undo()
    monkeypatch.setenv("OATHTOOLS_DATA", str(store.parent))
    assert books.open_book("hill").format == "rules-yml"
    assert [path.name for path in store.iterdir()] == ["hill.json"]


def test_no_such_file(store: Path, tmp_path: Path) -> None:
    with pytest.raises(books.BookMissing, match="no file"):
        books.import_file(tmp_path / "nowhere.yml")
    with pytest.raises(books.BookError, match="cannot be read"):
        books.import_file(tmp_path)


def test_names_are_forgiving(store: Path, texts: Path) -> None:
    books.import_file(texts / "hollow.yml", name="hill yml")
    books.import_file(texts / "hollow.md", name="hill print")
    assert books.resolve("HILL-YML") == "hill-yml"
    assert books.resolve("print") == "hill-print"
    with pytest.raises(books.BookMissing) as caught:
        books.resolve("hill")
    assert caught.value.known == ["hill-print", "hill-yml"]


def test_a_book_is_forgotten(store: Path, texts: Path) -> None:
    books.import_file(texts / "hollow.yml")
    assert books.remove("HOLLOW") == "hollow"
    assert books.names() == []
    with pytest.raises(books.BookMissing):
        books.remove("hollow")
    assert (texts / "hollow.yml").exists()


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": 99}', '{"format": 1, "name": "x"}'])
def test_a_damaged_stored_book_is_told_and_can_be_removed(store: Path, texts: Path, content: str) -> None:
    books.import_file(texts / "hollow.md", name="whole")
    (store / "bad.json").write_text(content, encoding="utf-8")
    with pytest.raises(books.BookDamaged):
        books.open_book("bad")
    rows = {row["name"]: row for row in books.summaries()}
    assert "damaged" in rows["bad"]
    assert rows["whole"]["clauses"] == 34
    assert {doc["book"] for doc in books.documents()} == {"whole"}
    books.import_file(texts / "hollow.yml", name="bad")  # takes the place of the damaged one
    assert books.remove("bad") == "bad"


def test_clauses_by_id_number_or_heading(store: Path, texts: Path) -> None:
    books.import_file(texts / "hollow.md", name="hill")
    for ref in ("2.1.1.1", "2.1.1.I", "§2.1.1.i", "pay oil"):
        found = books.clause("hill", ref)
        assert found is not None
        assert found.id == "2.1.1.1"
    assert books.clause("hill", "9.9") is None
    with pytest.raises(books.BookMissing):
        books.clause("nowhere", "1")


def test_documents_for_a_search_index(store: Path, texts: Path) -> None:
    books.import_file(texts / "hollow.yml", name="hill")
    books.import_file(texts / "hollow.txt", name="web")
    docs = list(books.documents())
    assert len(docs) == 30 + 13
    moths = next(doc for doc in books.documents("hill") if doc["id"] == "2.1.3")
    assert moths["path"] == ["Rounds", "Dusk"]
    assert moths["heading"] == "Count Moths"
    assert moths["reminders"] == ["They may snore."]
    assert "snore" not in moths["text"]


def test_the_official_text_is_one_of_oath(store: Path, texts: Path) -> None:
    books.import_file(texts / "hollow.yml", name="hill")
    with pytest.raises(books.BookMissing, match="no official text of Oath"):
        books.official()
    for name, edition in (("printed", "pdf"), ("newer", "yml")):
        book = books.open_book("hill")
        stored.save(model.Book(name, book.format, "oath", edition, book.source, book.clauses))
    assert books.official() == "newer"
    assert books.open_book("official").name == "newer"
    found = books.clause("official", "2.1.3")
    assert found is not None
    books.remove("newer")
    assert books.official() == "printed"


def test_an_unreadable_data_folder_is_an_empty_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OATHTOOLS_DATA", str(tmp_path / "not" / "there"))
    assert books.names() == []
    assert books.summaries() == []


def test_a_folder_that_cannot_be_made_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, texts: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("OATHTOOLS_DATA", str(tmp_path / "file"))
    with pytest.raises(books.BookError, match="cannot be written") as caught:
        books.import_file(texts / "hollow.yml")
    assert "OATHTOOLS_DATA" in str(caught.value.hint)
