"""The house keeps its shape: imports run downwards, circles are few, no room is crowded."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
# Each package may import those on later lines, and its own line.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("browser",),
    ("cli", "web", "assistants"),
    ("render",),
    ("simulate",),
    ("search",),
    ("saga",),
    ("answerers", "acid"),
    ("bots",),
    ("journal",),
    ("ahead",),
    ("variants", "powers"),
    ("procedures",),
    ("odds", "engine"),
    ("table",),
    ("law",),
    ("catalog",),
)
CROWDED = 25


@cache
def modules() -> Mapping[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(ROOT.glob("oathtools/**/*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree_of(path: Path) -> ast.Module:
    """What a source file is parsed to, once for all that is asked of it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(name: str) -> tuple[tuple[str, bool], ...]:
    """What a module imports of ours, and whether it does so only when a function runs. Types alone are no imports."""
    found = []
    for node, late in _statements(tree_of(modules()[name])):
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            target = inner if inner in modules() else str(node.module)
            if target in modules() and target != name:
                found.append((target, late))
    return tuple(found)


def _statements(around: ast.AST, late: bool = False) -> Iterator[tuple[ast.ImportFrom, bool]]:
    """The imports in a block, but those for types; whether they stand in a function."""
    for node in ast.iter_child_nodes(around):
        if isinstance(node, ast.ImportFrom):
            yield node, late
        elif not isinstance(node, ast.expr) and not _for_types(node):
            yield from _statements(node, late or isinstance(node, ast.FunctionDef))


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that reach one another (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1:
                found.append(sorted(group))

    for node in graph:
        if node not in index:
            visit(node)
    return found


def test_at_most_one_circle_and_none_at_load_time() -> None:
    edges = {name: imports(name) for name in modules()}
    assert circles({name: {to for to, late in found if not late} for name, found in edges.items()}) == []
    around = circles({name: {to for to, _ in found} for name, found in edges.items()})
    assert len(around) <= 1, around


@pytest.mark.parametrize("floor", range(len(FLOORS)), ids=lambda floor: "-".join(FLOORS[floor]))
def test_packages_import_downwards(floor: int) -> None:
    below = {name for names in FLOORS[floor:] for name in names}
    for name in modules():
        package = name.split(".")[1] if "." in name else ""
        if package not in FLOORS[floor]:
            continue
        for target, _late in imports(name):
            to = target.split(".")[1] if "." in target else ""
            stands_alone = not any(to in names for names in FLOORS)  # kit
            assert stands_alone or to in below, f"{name} imports {target}"


APART = ("checks", "benchmarks", "support")


_OF_TESTS = re.compile(r"^ *from tests\b[\w.]* import (?:\([^)]*\)|.*)", re.MULTILINE)


def _named_in(path: Path) -> Iterator[str]:
    """What a module of the tests imports of the tests, whenever it does."""
    for statement in _OF_TESTS.findall(path.read_text(encoding="utf-8")):
        for node in ast.parse(statement.strip()).body:
            if isinstance(node, ast.ImportFrom):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("folder", ["", *APART])
def test_checks_and_benchmarks_import_no_tests_and_tests_neither_of_both(folder: str) -> None:
    """Each may import its own and what supports all; what supports them imports nothing of theirs."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        where = path.relative_to(ROOT / "tests").parts[0]
        if (where if where in APART else "") != folder:
            continue
        for name in _named_in(path):
            of = name.split(".")[1]
            assert of in {folder, "support"} if folder else of not in ("checks", "benchmarks"), f"{path} imports {name}"


def test_no_room_is_crowded() -> None:
    rooms: dict[Path, int] = {}
    for path in modules().values():
        rooms[path.parent] = rooms.get(path.parent, 0) + 1
    assert {str(room.relative_to(ROOT)): count for room, count in rooms.items() if count > CROWDED} == {}


# How many modules may name an action, beside powers and house rules: its own file or folder (which is one), the places
# that powers hang on, the list of actions, the grammar of declarations; for campaigns also the command of that name.
NAMED_IN = {"travel": 4, "recover": 3, "campaign": 8}


@cache
def names_in(path: Path) -> frozenset[str]:
    """Every string of a module that is no docstring, and every identifier; modules that it imports are none."""
    return frozenset(_names_in(tree_of(path)))


def _names_in(tree: ast.Module) -> Iterator[str]:
    docs: set[int] = set()
    for node in ast.walk(tree):  # from the outside: a function before its docstring
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            docs.add(id(getattr(node.body[0], "value", None)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value
        elif isinstance(node, ast.alias):
            yield node.name.lower() if node.name.isupper() else ""
        else:
            yield from (str(each).lower() for each in (getattr(node, "id", None), getattr(node, "attr", None)) if each)
            yield from (str(each) for each in (getattr(node, "name", None), getattr(node, "arg", None)) if each)


@pytest.mark.parametrize("action", NAMED_IN)
def test_an_action_says_everything_of_itself(action: str) -> None:
    """An id is the name of the action, or begins with it and a dot (a kind of question, a place, a fold)."""
    found = set()
    for name, path in modules().items():
        if name.split(".")[1:2] not in (["powers"], ["variants"]):
            at = name.split(".")
            if any(each == action or each.startswith(f"{action}.") for each in names_in(path)):
                found.add(".".join(at[: at.index(action) + 1]) if action in at[:-1] else name)
    assert len(found) <= NAMED_IN[action], sorted(found)


def _all_statements(around: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports in a block, those for types too."""
    for node in ast.iter_child_nodes(around):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif not isinstance(node, ast.expr):
            yield from _all_statements(node)


def test_no_file_is_longer_than_five_hundred_lines() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules().values()}
    assert {path: length for path, length in lengths.items() if length > 500} == {}


def test_changes_that_change_nothing_are_of_lines_that_stand_there() -> None:
    for each in yaml.safe_load((ROOT / "tests" / "checks" / "mutations_equal.yaml").read_text("utf-8")):
        assert each["before"].strip() in (ROOT / each["file"]).read_text("utf-8"), each


def test_few_lines_are_imports() -> None:
    """Where more names of a module are wanted than a line or two has room for, the module is imported."""
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in modules().values())
    found = [node for path in modules().values() for node in _all_statements(tree_of(path))]
    imported = sum((node.end_lineno or 0) - node.lineno + 1 for node in found)
    assert imported <= 0.06 * lines


def test_a_name_says_where_one_is() -> None:
    """No name of a file, and none of a class but in tests and what supports them, stands for more than two things."""
    sources = [
        *modules().values(),
        *(path for each in APART[:2] for path in sorted((ROOT / "tests" / each).rglob("*.py"))),
    ]
    files: dict[str, list[Path]] = {}
    for path in (ROOT / "oathtools", ROOT / "tests"):
        for each in path.rglob("*.py"):
            files.setdefault(each.name, []).append(each)
    classes: dict[str, list[Path]] = {}
    for path in sources:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(path)
    every_package_has_them = {"__init__.py", "__main__.py", "conftest.py"}
    shared = {name: found for name, found in (files | classes).items() if len(found) > 2}
    assert {name: found for name, found in shared.items() if name not in every_package_has_them} == {}
