"""Single-line mutants of Python code: which there are, and a copy of a package in which a command meets one at a time.

    for mutant in mutants(path): ...
    with Copy(ROOT) as copy:
        outcome = copy.run(mutant, [sys.executable, "-m", "oathtools", "acid"], patience=120)

A mutant changes one expression within one line of a function's body: a comparison turned or moved by one, a number,
``and`` and ``or``, ``not`` dropped, plus and minus, ``min`` and ``max``, True and False, one word taken for another of
its kind. Text that is only told (f-strings) is left alone.
"""

import ast
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple, Self

COMPARED: Mapping[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
ADDED: Mapping[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.FloorDiv: "*", ast.Mult: "+"}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Words of a kind: one taken for the next.
WORDS: tuple[tuple[str, ...], ...] = (
    ("discord", "arcane", "order", "hearth", "beast", "nomad"),
    ("favor", "secret"),
    ("board", "shared"),
)
NOTHING: Mapping[str, str] = {}


class Mutant(NamedTuple):
    """One change in one line: the file, the line's number, what stands there, what is put there, the function."""

    path: Path
    line: int
    before: str
    after: str
    function: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} in {self.function}: {self.before.strip()}  ->  {self.after.strip()}"


Function = ast.FunctionDef | ast.AsyncFunctionDef


Skip = Callable[[ast.AST], Sequence[ast.AST]]


def mutants(
    path: Path,
    root: Path,
    keep: Callable[[Function], bool] = lambda node: True,
    skip: Skip = lambda node: (),
    taken: Mapping[str, str] = NOTHING,
) -> list[Mutant]:
    """Every mutant of the functions of a file that ``keep`` takes, in the order of its lines.

    ``skip``: the children of a node that are left alone. ``taken``: further words, each taken for another; one with
    a dot before it is the name of an attribute.
    """
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found: dict[tuple[int, str], Mutant] = {}
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, Function) or not keep(function):
            continue
        for body in function.body:
            for node in _behaving(body, skip):
                for line, start, end, new in _changes(node, lines, taken):
                    before = lines[line - 1]
                    after = before[:start] + new + before[end:]
                    found[line, after] = Mutant(path.relative_to(root), line, before, after, function.name)
    return [found[key] for key in sorted(found)]


def _behaving(body: ast.stmt, skip: Skip) -> Iterator[ast.AST]:
    """The nodes of a statement that are neither told text, nor an annotation, nor another function's."""
    if isinstance(body, ast.Expr) and isinstance(body.value, ast.Constant):
        return
    todo: list[ast.AST] = [body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.JoinedStr | ast.ClassDef | Function):
            continue
        yield node
        left = skip(node)
        for name, value in ast.iter_fields(node):
            if name != "annotation":
                children = value if isinstance(value, list) else [value]
                todo += [each for each in children if isinstance(each, ast.AST) and each not in left]


Change = tuple[int, int, int, str]


def _changes(node: ast.AST, lines: Sequence[str], taken: Mapping[str, str]) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            for new in COMPARED.get(type(operator), ()):
                yield from _between(left, right, f" {new} ", lines)
    elif isinstance(node, ast.BoolOp):
        new = " or " if isinstance(node.op, ast.And) else " and "
        for left, right in zip(node.values, node.values[1:], strict=False):
            yield from _between(left, right, new, lines)
    elif isinstance(node, ast.BinOp) and type(node.op) in ADDED:
        yield from _between(node.left, node.right, f" {ADDED[type(node.op)]} ", lines)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        if node.lineno == node.operand.lineno:
            yield node.lineno, node.col_offset, node.operand.col_offset, ""
    elif isinstance(node, ast.Constant):
        yield from ((node.lineno, node.col_offset, node.end_col_offset or 0, new) for new in _other(node.value, taken))
    elif isinstance(node, ast.Attribute) and f".{node.attr}" in taken:
        end = node.end_col_offset or 0
        yield node.end_lineno or 0, end - len(node.attr), end, taken[f".{node.attr}"]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield node.lineno, node.func.col_offset, node.func.end_col_offset or 0, CALLED[node.func.id]


def _between(left: ast.expr, right: ast.expr, new: str, lines: Sequence[str]) -> Iterator[Change]:
    """The operator between two operands that stand in one line without brackets between them."""
    start, end = left.end_col_offset or 0, right.col_offset
    if left.end_lineno == right.lineno and not set("()") & set(lines[right.lineno - 1][start:end]):
        yield right.lineno, start, end, new


def _other(value: object, taken: Mapping[str, str]) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int):
        yield str(value + 1)
        yield str(value - 1)
    elif isinstance(value, str):
        for words in WORDS:
            if value in words:
                yield repr(words[(words.index(value) + 1) % len(words)])
        if value in taken:
            yield repr(taken[value])


# The rooms that the acid test asks about; what of the machine is rules: the rest carries them.
ROOMS = ("actions", "campaign", "glossary", "machine", "minor", "setup", "turn", "victory")
MACHINE = ("cost", "facts", "steps", "title")


def acid_files(root: Path) -> list[Path]:
    """The modules whose mutants an acid test should notice."""
    package = root / "oathtools"
    files = [path for room in ROOMS for path in sorted((package / "procedures" / room).glob("*.py"))]
    files += sorted((package / "powers").glob("*.py"))
    return [path for path in files if path.parent.stem != "machine" or path.stem in MACHINE]


def candidates(
    root: Path, files: Sequence[Path], taken: Mapping[str, str] = NOTHING
) -> dict[tuple[Path, int], list[Mutant]]:
    """The mutants of each line of some modules."""
    found: dict[tuple[Path, int], list[Mutant]] = {}
    for path in files:
        for mutant in mutants(path, root, taken=taken):
            found.setdefault((mutant.path, mutant.line), []).append(mutant)
    return found


def drawn(found: Mapping[tuple[Path, int], Sequence[Mutant]], rng: Random) -> list[Mutant]:
    """All lines in an order by chance, and of each one mutant."""
    return [rng.choice(found[line]) for line in rng.sample(sorted(found), len(found))]


class Outcome(NamedTuple):
    """What came of a command with a mutant in place: its exit status (None: it took too long), and what it printed."""

    mutant: Mutant | None
    status: int | None
    out: str
    seconds: float

    @property
    def killed(self) -> bool:
        """Was the mutant noticed?"""
        return self.status != 0


class Copy:
    """A copy of some folders of a project, in which one mutant at a time is put."""

    _ages = count(1)

    def __init__(self, root: Path, folders: Sequence[str] = ("oathtools", "data")) -> None:
        self._root, self._folders = root, folders

    def __enter__(self) -> Self:
        self._held = tempfile.TemporaryDirectory()
        self.path = Path(self._held.name)
        for folder in self._folders:
            left = shutil.ignore_patterns("__pycache__")
            shutil.copytree(self._root / folder, self.path / folder, ignore=left)
        return self

    def __exit__(self, *why: object) -> None:
        self._held.cleanup()

    def run(self, mutant: Mutant | None, command: Sequence[str], patience: float) -> Outcome:
        """Run a command where the mutant is in place (None: none is), then take it out again."""
        if mutant is not None:
            self._write(mutant, mutant.before, mutant.after)
        begun = time.monotonic()
        environment = {**os.environ, "PYTHONPATH": str(self.path), "OATHTOOLS_CACHE": str(self.path / ".cache")}
        try:
            done = subprocess.run(
                command, cwd=self.path, env=environment, capture_output=True, text=True, timeout=patience, check=False
            )
            status, out = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            status, out = None, "it took too long"
        finally:
            if mutant is not None:
                self._write(mutant, mutant.after, mutant.before)
        return Outcome(mutant, status, out, time.monotonic() - begun)

    def _write(self, mutant: Mutant, before: str, after: str) -> None:
        """Change the line. Every writing gets a time of its own: what Python has compiled goes by it."""
        path = self.path / mutant.path
        lines = path.read_text(encoding="utf-8").split("\n")
        assert lines[mutant.line - 1] == before
        lines[mutant.line - 1] = after
        path.write_text("\n".join(lines), encoding="utf-8")
        age = 1_000_000_000 + next(self._ages)
        os.utime(path, (age, age))
