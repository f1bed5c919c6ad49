"""Coverage of the Law by code and tests, generated from what they cite, never kept by hand.

A clause is *done* when code and a test cite it, *partly* when one of the two does, *not yet* when none does. Reading
rules and mere definitions are marked once, in ``data/law/clauses.yaml``. Tests are found only in a source checkout;
a wheel carries the report of the day it was built, if it has one.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.datafiles import load

_PACKAGE = Path(__file__).parent.parent
_TESTS = _PACKAGE.parent / "tests"
_CLAUSE = re.compile(r"(?<![\w.])(\d{1,2}(?:\.\d{1,2}){0,3})(?![\w.]*\d)(?!\.\d)")
# The packages whose code carries rules out; a citation in a renderer or a loader shows nothing.
_RULES = ("procedures", "powers", "odds", "saga", "table")


class Covered(NamedTuple):
    """One clause: its state, the functions that cite it, the tests that do."""

    id: str
    heading: str
    state: str
    where: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def report() -> tuple[Covered, ...]:
    """Every clause with its state, in the order of the Law."""
    clauses: dict[str, Any] = load("law")["clauses"]
    code = _citations(path for name in _RULES for path in sorted((_PACKAGE / name).rglob("*.py")))
    tests = _citations(sorted(_TESTS.rglob("test_*.py"))) if _TESTS.is_dir() else {}
    rows = []
    for clause, facts in clauses.items():
        where, shown = tuple(code.get(clause, ())), tuple(tests.get(clause, ()))
        kind = facts.get("kind")
        if kind in ("reading", "definition"):
            state = "reading rule"
        elif where and shown:
            state = "done"
        else:
            state = "partly" if where or shown else "not yet"
        rows.append(Covered(clause, facts.get("heading") or facts.get("gist", ""), state, where, shown))
    return tuple(rows)


def _citations(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Which functions cite which clauses, by the strings and docstrings inside them."""
    found: dict[str, list[str]] = {}
    known = load("law")["clauses"]
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node in _functions(tree):
            for clause in sorted({clause for text in _texts(node) for clause in _CLAUSE.findall(text)}):
                if clause in known:
                    place = f"{path.stem}.{name}"
                    if place not in found.setdefault(clause, []):
                        found[clause].append(place)
    return found


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        name = getattr(node, "name", None)
        if name is None and isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = getattr(target, "id", None)
        if name is not None:
            yield name, node


def _texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def as_json(rows: Iterable[Covered]) -> dict[str, Any]:
    """The form of ``status --coverage``."""
    return {
        "clauses": [
            {"id": row.id, "state": row.state, "where": list(row.where), "tests": list(row.tests)} for row in rows
        ]
    }


def as_text(rows: Iterable[Covered], width: int) -> str:
    """The report for people: a count, then clause by clause."""
    listed = list(rows)
    states = ("done", "partly", "not yet", "reading rule")
    counts = ", ".join(f"{sum(row.state == state for row in listed)} {state}" for state in states)
    lines = [f"{len(listed)} clauses: {counts}.", ""]
    for row in listed:
        head = f"{row.id:<9}{row.state:<13}{row.heading}"
        lines.append(head if len(head) <= width else head[: width - 1] + "…")
    return "\n".join(lines)
