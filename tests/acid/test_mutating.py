"""Which mutants a line has, and that the copy in which a command meets them is as it was after each."""

import ast
import sys
from pathlib import Path
from random import Random

import pytest

from tests.support.mutating import Copy, acid_files, candidates, drawn, mutants

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("return a < b", {"return a <= b", "return a >= b"}),
        ("return a == 2", {"return a != 2", "return a == 3", "return a == 1"}),
        ("return a in b", {"return a not in b"}),
        ("return a and b", {"return a or b"}),
        ("return not a", {"return a"}),
        ("return a + b", {"return a - b"}),
        ("return max(a, b)", {"return min(a, b)"}),
        ("return True", {"return False"}),
        ("return 'beast'", {"return 'nomad'"}),
        ("return 'some text'", set()),
        ("return f'{a + 1}'", set()),
        ('"""Add 1 < 2."""', set()),
        ("c: 'int' = a", set()),
    ],
)
def test_the_mutants_of_a_line(line: str, after: set[str], tmp_path: Path) -> None:
    source = tmp_path / "one.py"
    source.write_text(f"A = 1\n\n\ndef one(a, b=1):\n    {line}\n", encoding="utf-8")
    found = mutants(source, tmp_path)
    assert {each.after.strip() for each in found} == after
    assert {(each.line, each.function, each.before.strip()) for each in found} <= {(5, "one", line)}


def test_functions_and_nodes_may_be_left_out(tmp_path: Path) -> None:
    source = tmp_path / "one.py"
    source.write_text("def one():\n    return 1, 2\n\n\ndef two():\n    return 1\n", encoding="utf-8")

    def second(node: ast.AST) -> list[ast.expr]:
        return node.elts[1:] if isinstance(node, ast.Tuple) else []

    found = mutants(source, tmp_path, lambda function: function.name == "one", second)
    assert [each.after for each in found] == ["    return 0, 2", "    return 2, 2"]


def test_a_copy_is_mutated_and_mended(tmp_path: Path) -> None:
    package = tmp_path / "toy"
    package.mkdir()
    (package / "__init__.py").write_text("def two():\n    x = 0 + 5 - 5\n    return 1 + 1\n", encoding="utf-8")
    found = [each for each in mutants(package / "__init__.py", tmp_path) if each.line == 3]
    command = [sys.executable, "-c", "import toy; raise SystemExit(toy.two() != 2)"]
    with Copy(tmp_path, ["toy"]) as copy:
        assert not copy.run(None, command, 60).killed
        assert {each.after.strip(): copy.run(each, command, 60).killed for each in found} == {
            "return 0 + 1": True,
            "return 1 + 0": True,
            "return 1 + 2": True,
            "return 1 - 1": True,
            "return 2 + 1": True,
        }
        assert not copy.run(None, command, 60).killed
        slow = copy.run(None, [sys.executable, "-c", "import time; time.sleep(60)"], 0.5)
        assert slow.killed and slow.status is None


def test_the_lines_of_the_acid_mutations_are_drawn_alike() -> None:
    found = candidates(ROOT, acid_files(ROOT))
    assert drawn(found, Random(1)) == drawn(found, Random(1)) != drawn(found, Random(2))
    for mutant in drawn(found, Random(3))[:40]:
        text = (ROOT / mutant.path).read_text(encoding="utf-8").split("\n")
        text[mutant.line - 1] = mutant.after
        ast.parse("\n".join(text))
