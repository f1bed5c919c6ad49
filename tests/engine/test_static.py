"""What can be read off the sources: the engine knows nothing of Oath, and nobody forgets ``yield from``."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from oathtools import catalog
from tests.docs.test_house import tree_of

ROOT = Path(__file__).parent.parent.parent / "oathtools"
ENGINE = sorted((ROOT / "engine").glob("*.py"))
SOURCES = sorted(ROOT.rglob("*.py"))

# Words of the game that plain English does not need; "rest" or "search" would prove nothing.
TEXT = """favor favors secret secrets warband warbands supply denizen denizens edifice edifices relic relics banner
banners adviser advisers oathkeeper usurper chancellor exile citizen imperial empire vision visions cradle provinces
hinterland reliquary bandit bandits muster trade recover campaign travel conspiracy scepter archive dispossessed suit
suits pawn site sites discord arcane hearth beast nomad"""
WORDS = set(TEXT.split())


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_says_no_word_of_the_game(path: Path) -> None:
    words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower()))
    assert words & WORDS == set()


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_names_no_card(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [card for card in catalog.ids() if card in text] == []


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_imports_nothing_else_of_ours(path: Path) -> None:
    ours = [module for module in imported_modules(ast.parse(path.read_text())) if module.startswith(("oathtools", "."))]
    assert all(module.startswith("oathtools.engine") for module in ours), ours


def imported_modules(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


# -- a forgotten ``yield from`` does nothing, silently -------------------------------------------------------------


class Module:
    """One source file: which of its functions are generators, and what its imported names stand for."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.tree = tree
        self.functions: dict[str, bool] = {}
        self.methods: list[tuple[str, bool]] = []
        self.names: dict[str, tuple[str, str]] = {}
        inside: set[int] = set()
        for node in ast.walk(tree):  # from the outside: a class before what stands in it
            if isinstance(node, ast.ClassDef):
                inside.update(map(id, node.body))
                self.methods += [(each.name, steps(each)) for each in node.body if isinstance(each, ast.FunctionDef)]
            elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("oathtools"):
                self.names |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
            elif isinstance(node, ast.FunctionDef) and id(node) not in inside:
                self.functions[node.name] = steps(node)


def steps(function: ast.FunctionDef) -> bool:
    """Does calling the function only make steps that somebody must run?"""
    said = ast.unparse(function.returns) if function.returns else ""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            waiting += ast.iter_child_nodes(node)
    return bool(re.match(r"(Ask|Iterator|Generator)\b", said))


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")


PATHS = {dotted(path): path for path in SOURCES}


@cache
def modules() -> Mapping[str, Module]:
    """All of them, read when the first test asks, and not by whoever only looks for tests."""
    return {name: Module(name, tree_of(path)) for name, path in PATHS.items()}


@cache
def methods() -> Mapping[str, bool]:
    """Methods are known by their name only: one that is a generator in every class that has it."""
    found: dict[str, bool] = {}
    for module in modules().values():
        for name, yes in module.methods:
            found[name] = found.get(name, True) and yes
    return found


def makes_steps(module: Module, call: ast.Call) -> bool:
    """Does this call make a generator of ours?"""
    target = call.func
    if isinstance(target, ast.Name):
        if target.id in module.functions:
            return module.functions[target.id]
        home, name = module.names.get(target.id, ("", ""))
        return home in modules() and modules()[home].functions.get(name, False)
    if isinstance(target, ast.Attribute):
        home, name = module.names.get(getattr(target.value, "id", ""), ("", ""))
        other = modules().get(f"{home}.{name}")
        if other is not None:
            return other.functions.get(target.attr, False)
        return methods().get(target.attr, False)
    return False


def dropped(module: Module) -> list[str]:
    """Calls of generators that nobody runs: bare statements, and ``yield`` without ``from``."""
    found = []
    for node in ast.walk(module.tree):
        value = node.value if isinstance(node, ast.Expr | ast.Assign | ast.Return) else None
        if isinstance(value, ast.Yield):
            value = value.value
        elif not isinstance(node, ast.Expr):
            continue
        if isinstance(value, ast.Call) and makes_steps(module, value):
            found.append(f"line {value.lineno}: {ast.unparse(value.func)}")
    return found


def test_no_generator_is_called_and_dropped() -> None:
    for name in sorted(PATHS):
        assert dropped(modules()[name]) == [], name


def test_the_scan_finds_what_it_is_for() -> None:
    source = """
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine.asking import choose

def power(game, me):
    verbs.gain_favor(game, me)
    game.scope(verbs.gain_favor(game, me))
    answer = yield choose(game, me)
    yield verbs.gain_favor(game, me)
    local(game)
    yield from verbs.gain_favor(game, me)
    game.do.move(me)
    verbs.clear_tokens(game, me)
    return (yield from choose(game, me))

def local(game):
    yield
"""
    assert sorted(dropped(Module("test", ast.parse(source)))) == [
        "line 10: local",
        "line 6: verbs.gain_favor",
        "line 7: game.scope",
        "line 8: choose",
        "line 9: verbs.gain_favor",
    ]
