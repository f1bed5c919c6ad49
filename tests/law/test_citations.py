"""No citation leads nowhere: neither in the data books nor in the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from oathtools import law
from oathtools.kit.datafiles import books, load
from oathtools.law.clauses import span, spelling

ROOT = Path(__file__).parent.parent.parent
_CHAPTER = r"(?:[1-9]|1[01])"
_NUMBER = rf"{_CHAPTER}(?:\.\d{{1,2}}){{1,3}}(?:\.box(?:\.\d)?)?|(?:1|6\.6)\.box(?:\.\d)?"
# A citation in a sentence: in parentheses with others of its kind, (2.9), (5.5.2, 7.2), (3.4.1-3.4.4).
_BRACKET = re.compile(rf"\((?:see )?((?:{_NUMBER}|{_CHAPTER})(?:(?:, ?| and |-)(?:{_NUMBER}|{_CHAPTER}))*)\)")
_WHOLE = re.compile(_NUMBER)
# Strings of that form in the code that are not clauses: versions and the like. Name the file and the string.
NO_CLAUSES: set[tuple[str, str]] = set()


def cited(text: str) -> Iterator[str]:
    """The clause numbers in the brackets of a text, the ends of ranges among them."""
    for match in _BRACKET.finditer(text):
        for ref in re.split(r", ?| and ", match[1]):
            yield from span(ref) or [str(spelling(ref))]


def strings(value: object, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from strings(part, f"{where} {key}")
    elif isinstance(value, list):
        for part in value:
            yield from strings(part, where)


def lists(value: object, where: str) -> Iterator[tuple[str, list[str]]]:
    """All ``clauses`` and ``clause`` fields, however deep."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("clauses", "clause", "cites") and where not in ("law", "schemas words"):
                found = [part] if isinstance(part, str) else part
                if isinstance(found, list):
                    yield where, found
            else:
                yield from lists(part, f"{where} {key}")
    elif isinstance(value, list):
        for part in value:
            yield from lists(part, where)


def test_reading_of_brackets() -> None:
    assert list(cited("see (2.9) and (5.5.2, 7.2), ranges (3.4.1-3.4.4), chapters (3), not 4.1")) == [
        "2.9", "5.5.2", "7.2", "3.4.1", "3.4.4", "3",
    ]  # fmt: skip
    assert list(cited("the box (1.box), (6.6.box.3); two (or 3) of them; version (0.1)")) == ["1.box", "6.6.box.3"]


@pytest.mark.parametrize("book", books())
def test_data_books_cite_what_exists(book: str) -> None:
    content = load(book)
    dangling = [
        f"{where}: {ref}" for where, text in strings(content, book) for ref in cited(text) if not law.exists(ref)
    ]
    for where, refs in lists(content, book):
        if book == "front_door":
            continue  # words that people type, "clauses" among them
        dangling += [f"{where}: {ref}" for ref in law.missing(map(str, refs)) if not where.startswith("law clauses")]
    assert dangling == []


def sources() -> list[Path]:
    return sorted((ROOT / "oathtools").rglob("*.py"))


def literals(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_code_cites_what_exists() -> None:
    for path in sources():
        name = str(path.relative_to(ROOT))
        dangling = []
        for text in literals(path):
            refs = [text] if _WHOLE.fullmatch(text) else list(cited(text))
            dangling += [ref for ref in law.missing(refs) if (name, ref) not in NO_CLAUSES]
        for line in path.read_text(encoding="utf-8").splitlines():
            comment = line.partition("#")[2]
            dangling += law.missing(cited(comment))
        assert dangling == [], path


def test_exceptions_are_still_there() -> None:
    for name, text in NO_CLAUSES:
        assert text in set(literals(ROOT / name))
