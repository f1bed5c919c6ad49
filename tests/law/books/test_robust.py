"""However a text is spoilt: a book in which every line is accounted for, or a clear refusal."""

import random
from pathlib import Path

import pytest

from oathtools.law.books import BookError, parse
from oathtools.law.books.model import book_from_json, book_to_json
from tests.support.daily import daily

TEXTS = Path(__file__).parent / "texts"
BITS = ["*", "_", "(", ")", "`rule:", '"', "<br>", "5.1.4.II", "1.", "- ", "**", "\\", "{", "☹", "I", "2.1.2", "  "]


def spoilt(lines: list[str], rnd: random.Random) -> list[str]:
    lines = list(lines)
    for _ in range(rnd.choice([1, 4, 15])):
        i, j = rnd.randrange(len(lines)), rnd.randrange(len(lines))
        cut = rnd.randrange(len(lines[i]) + 1)
        match rnd.randrange(6):
            case 0 if len(lines) > 1:
                del lines[i]
            case 1:
                lines.insert(i, lines[j])
            case 2:
                lines[i] = lines[i][:cut]
            case 3:
                lines[i], lines[j] = lines[j], lines[i]
            case 4:
                lines[i] = lines[i][:cut] + rnd.choice(BITS) + lines[i][cut:]
            case _:
                lines[i:i] = [""]
    return lines


@pytest.mark.parametrize("seeds", daily([range(30), range(30, 120)], 2))
def test_spoilt_texts(seeds: range) -> None:
    for name in ["hollow.yml", "hollow.md", "hollow.txt"]:
        for seed in seeds:
            rnd = random.Random(f"{name} {seed}")
            lines = spoilt((TEXTS / name).read_text(encoding="utf-8").split("\n"), rnd)
            try:
                book = parse("\n".join(lines).encode(), name)
            except BookError as fault:
                assert fault.message, (name, seed)
                continue
            ids = [c.id for c in book.clauses]
            assert len(ids) == len(set(ids)), (name, seed)
            assert book_from_json(book_to_json(book)) == book, (name, seed)
            for clause in book.clauses:
                assert clause.parent is None or clause.parent in book.by_id, (name, seed)
                assert all(ref in book.by_id for ref in clause.refs), (name, seed)
                assert not set(clause.printed) & {"\x02", "\x03"}, (name, seed)
            assert all(1 <= u.first <= u.last <= len(lines) for u in book.unplaced), (name, seed)


@pytest.mark.parametrize(
    "text",
    [
        "2.1 MOSS\n\n2.1.1 Dew. " + "(" * 5000,
        "2.1 MOSS\n\n2.1.1 Dew. " + "* a" * 5000,
        "2.1 MOSS\n\n2.1.1 Dew. " + "word\n" * 5000 + "2.1.2 Sun. x",
        "2.1 MOSS\n\n2.1.1 Dew. x\n\n" + "- item\n\n" * 3000,
        "2.1 MOSS\n\n"
        + " ".join(f"2.{i} Dew. " + " ".join(f"2.{i}.{n} Sun." for n in range(1, 50)) for i in range(2, 50)),
        "2.1 MOSS\n\n2.1.1 Dew. x\n\n" + "A Title Line\n\n" * 3000,
        '- name: a\nchildren:\n- name: b\ntext: "' + "x y\n" * 5000,
    ],
)
def test_monsters_are_read_in_passing(text: str) -> None:
    assert parse(text.encode(), "monster").clauses
