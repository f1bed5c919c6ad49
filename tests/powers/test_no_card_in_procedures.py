"""Procedures mention no card: only the pieces that the Law's own chapters name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from oathtools import catalog
from oathtools.powers import load
from oathtools.table.state import BANNERS, CONSPIRACY, GRAND_SCEPTER

ROOT = Path(__file__).parent.parent.parent / "oathtools"
# 3.4.3 puts the four Visions with a goal in order; 3.2 carries them out, so that they count as coded.
VISIONS = {vision.id for vision in catalog.cards("vision") if vision.oath}
NAMED_BY_THE_LAW = {*BANNERS, GRAND_SCEPTER, CONSPIRACY}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def texts(path: Path) -> Iterator[str]:
    """The string constants of a source but for its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def cards_in(path: Path) -> set[str]:
    text = "\n".join(texts(path))
    return {card for card in catalog.ids() if card in text and not card.startswith("oath.")}


def test_procedures_mention_no_card() -> None:
    for path in sorted((ROOT / "procedures").rglob("*.py")):
        allowed = NAMED_BY_THE_LAW | (VISIONS if path.name in ("claims.py", "registry.py") else set())
        assert cards_in(path) - allowed == set(), path


@pytest.mark.parametrize("path", sorted((ROOT / "table").rglob("*.py")), ids=name_of)
def test_the_table_mentions_no_card(path: Path) -> None:
    assert cards_in(path) - NAMED_BY_THE_LAW == set()


def test_every_coded_card_is_in_the_catalogue() -> None:
    assert [card for card in load().coded if not catalog.is_card(card)] == []
