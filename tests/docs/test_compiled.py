"""The compiled core is an option of the build: what it takes, and that what runs says which one it is."""

import ast
import importlib
import importlib.util
import subprocess
import sys
from pathlib import Path

import hatch_compile
import pytest

from oathtools.engine import decision
from tests.docs.test_house import tree_of

ROOT = Path(__file__).parents[2]


def test_each_module_of_the_core_is_there_once() -> None:
    modules = hatch_compile.modules()
    assert len(set(modules)) == len(modules) > 50
    assert all((ROOT / module).is_file() for module in modules)


def test_what_inherits_from_a_compiled_class_is_compiled() -> None:
    """A plain class cannot; an exception and a named tuple stay plain wherever they are."""
    for path in (ROOT / "oathtools").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if str(path.relative_to(ROOT)) in hatch_compile.modules():
            continue
        for node in ast.walk(tree_of(path)):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                made = getattr(importlib.import_module(module), ast.unparse(base).partition("[")[0], None)
                where = getattr(made, "__module__", "").replace(".", "/") + ".py"
                assert where not in hatch_compile.modules(), f"{module}.{node.name} inherits from {where}"


@pytest.mark.parametrize(("said", "asked"), [(None, False), ("", False), ("0", False), ("1", True)])
def test_it_is_compiled_only_where_somebody_asks_for_it(
    said: str | None, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OATHTOOLS_COMPILE", raising=False)
    if said is not None:
        monkeypatch.setenv("OATHTOOLS_COMPILE", said)
    assert hatch_compile.asked() is asked


def test_the_version_says_whether_the_core_is_compiled() -> None:
    told = subprocess.run([sys.executable, "-m", "oathtools", "--version"], capture_output=True, text=True, check=True)
    assert ("with a compiled core" in told.stdout) is not str(decision.__file__).endswith(".py")


@pytest.mark.skipif(not all(map(importlib.util.find_spec, ("mypyc", "setuptools"))), reason="mypyc is not installed")
@pytest.mark.soak
def test_every_module_of_the_core_can_be_translated(tmp_path: Path) -> None:
    """The C compiler is not asked: what it is handed is mypyc's own work."""
    code = "import sys, hatch_compile as it; print(len(it.translated(it.ROOT, it.Path(sys.argv[1]))))"
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT / ".build", capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    assert done.stdout.split()[-1] == str(len(hatch_compile.modules()) + 1)  # each a door to the one library
