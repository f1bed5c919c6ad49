"""Coverage of the Law by code and tests, generated from what they cite, never kept by hand.

A clause is *done* when code and a test cite it, *partly* when one of the two does, *not yet* when none does. A clause
that is only a heading says nothing of its own, so it is what its parts are: done when all of them are. Reading rules
and mere definitions are marked once, in ``data/law/clauses.yaml``; one that code and a test carry out is done as well.

Code cites where it carries out rules (not in renderers, loaders, or where numbers are versions), a test where it tests
them: in its name (``test_5_4_1_...``), its docstring, or the clauses that it expects. A wheel has no tests; it carries
what the tests of the sources that it was built from cite.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.kit.datafiles import derived, load

_PACKAGE = Path(__file__).parent.parent
_TESTS = _PACKAGE.parent / "tests"
_CLAUSE = re.compile(r"(?<![\w.])(\d{1,2}(?:\.\d{1,2}){1,3}(?:\.box(?:\.\d)?)?|1\.box)(?![\w.]*\d)")
_CHAPTER = re.compile(r"(?:[Cc]hapter |\()(\d{1,2})\b(?!\.\d)")
_NAMED = re.compile(r"^test_(\d{1,2}(?:_\d{1,2}){1,3})_")
# The packages whose code carries rules out, and those of the tests of rules. A test of the law books or of the search
# handles clause numbers without testing a rule.
_RULES = ("procedures", "powers", "odds", "saga", "table", "catalog")
_TESTED = (*_RULES, "answerers", "journal", "render", "cli")
# Save strings have version numbers that look like clauses; a guide or a law command only shows what it is given.
_NO_RULES = (
    *("test_tts", "test_books", "test_law", "test_rulings", "test_search", "test_card_command"),
    *("test_setup_guide", "test_setup_command", "test_log", "test_chronicle_text"),
    *("importing", "story", "test_transitions", "test_story", "test_chronicle_import", "test_chronicle_story"),
)
# Chapter 8 made out from its outcome, and strings of bytes: nothing is carried out there.
_NOT_CARRIED_OUT = ("transitions", "save_string")


class Covered(NamedTuple):
    """One clause: its state, the functions that cite it, the tests that do."""

    id: str
    heading: str
    state: str
    where: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def report() -> tuple[Covered, ...]:
    """Every clause with its state, in the order of the Law, by the code here and the tests that belong to it."""
    code, tests = (derived(book, files, made) for book, (files, made) in BOOKS.items())
    return measured(load("law")["clauses"], code, tests)


def _sources() -> list[Path]:
    return [path for name in _RULES for path in sorted((_PACKAGE / name).rglob("*.py"))]


def _test_sources() -> list[Path]:
    return [path for name in _TESTED for path in sorted((_TESTS / name).rglob("test_*.py"))]


# What is built with the package: the sources it is made of, and how. A wheel has no tests to read.
BOOKS: dict[str, tuple[Callable[[], list[Path]], Callable[[], dict[str, list[str]]]]] = {
    "code_citations": (_sources, lambda: citations(_sources())),
    "test_citations": (_test_sources, lambda: citations(_test_sources(), tests=True)),
}


def measured(
    clauses: Mapping[str, Mapping[str, Any]], code: Mapping[str, list[str]], tests: Mapping[str, list[str]]
) -> tuple[Covered, ...]:
    """The state of each clause, by who cites it in the code and in the tests."""
    rows: dict[str, Covered] = {}
    for clause, facts in reversed(list(clauses.items())):
        where, shown = tuple(code.get(clause, ())), tuple(tests.get(clause, ()))
        parts = [rows[each] for each in rows if _is_part(each, clause)]
        kind = facts.get("kind")
        if kind == "definition" and parts:
            state = _of_parts({part.state for part in parts})
            where = tuple(dict.fromkeys((*where, *(name for part in reversed(parts) for name in part.where))))
            shown = tuple(dict.fromkeys((*shown, *(name for part in reversed(parts) for name in part.tests))))
        elif where and shown:
            state = "done"
        elif kind in ("reading", "definition"):
            state = "reading rule"
        else:
            state = "partly" if where or shown else "not yet"
        rows[clause] = Covered(clause, facts.get("heading") or facts.get("gist", ""), state, where, shown)
    return tuple(rows[clause] for clause in clauses)


def _is_part(clause: str, heading: str) -> bool:
    """Is a clause directly below another one?"""
    above, _, last = clause.rpartition(".")
    return above == heading and last != "box"


def _of_parts(states: set[str]) -> str:
    """The state of a heading by the states of its parts."""
    if states == {"reading rule"}:
        return "reading rule"
    if states <= {"done", "reading rule"}:
        return "done"
    return "not yet" if states <= {"not yet", "reading rule"} else "partly"


def citations(paths: Iterable[Path], *, tests: bool = False) -> dict[str, list[str]]:
    """Which functions cite which clauses: by their strings and docstrings, a test by its name too.

    With ``tests`` only tests count, not the tables and helpers beside them.
    """
    found: dict[str, dict[str, int]] = {}
    known = load("law")["clauses"]
    for path in paths:
        if path.stem.startswith(_NO_RULES) or path.parent.name in _NOT_CARRIED_OUT:
            continue
        for name, clauses in _cited_by(path.read_text(encoding="utf-8")):
            if tests and not name.startswith("test_"):
                continue
            for clause, rank in clauses.items():
                if clause in known:
                    found.setdefault(clause, {}).setdefault(f"{path.stem}.{name}", rank)
    return {clause: sorted(places, key=places.__getitem__) for clause, places in found.items()}


@cache
def _cited_by(source: str) -> tuple[tuple[str, dict[str, int]], ...]:
    """Each function of a source with the clauses that it cites: 0 by its name, 1 at its head, 2 somewhere within."""
    found = []
    for name, node in _functions(ast.parse(source)):
        cited = dict.fromkeys({clause for text in _texts(node) for clause in cited_in(text)}, 2)
        found.append((name, {**cited, _leading(node): 1, _clause_of_name(name): 0}))
    return tuple(found)


def cited_in(text: str) -> set[str]:
    """The clause numbers in a text; a whole chapter only where it is called one or stands in brackets."""
    return {*_CLAUSE.findall(text), *_CHAPTER.findall(text)}


def _clause_of_name(name: str) -> str:
    match = _NAMED.match(name)
    return match[1].replace("_", ".") if match else ""


def _leading(node: ast.AST) -> str:
    """The clause with which a docstring begins, if it does."""
    text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else None
    match = _CLAUSE.match(text) if text else None
    return match[1] if match else ""


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


# -- which points of the Law our code asks for, by a scan of its sources; the table is built with the package ----------


BOOK = "points_asked"
_ASKING = ("reading", "takes")
_POINT = re.compile(r"[A-Z]{1,3}-[A-Z0-9]{1,3}")
_ASKS = re.compile(rf"\b(?:{'|'.join(_ASKING)})\s*\(")


def points_used(root: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The points that Python sources below a folder ask for: each id, and the other bare strings of the same call.

    A call counts when the function is named ``reading`` or ``takes`` and the id stands in it as a string.
    """
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not (_ASKS.search(source) and _POINT.search(source)):
            continue
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue  # what cannot run asks for nothing
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name not in _ASKING:
                continue
            values = (*call.args, *(keyword.value for keyword in call.keywords))
            words = [one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            for word in words:
                if _POINT.fullmatch(word):
                    yield word, tuple(other for other in words if other != word)


def points() -> list[str]:
    """The points that our code asks for, by a scan of its sources."""
    return sorted({point for point, _ in points_used(_PACKAGE)})


@cache
def engine_reads() -> frozenset[str]:
    """The points that our code asks for, as they were found when the package was built or its sources changed last."""
    return frozenset(derived(BOOK, lambda: sorted(_PACKAGE.rglob("*.py")), points))
