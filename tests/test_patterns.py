"""Regular expressions that are compiled when they are first used."""

import re
from importlib import import_module
from pathlib import Path

import oathtools
from oathtools.kit.lazy import _Pattern, pattern

PACKAGE = Path(oathtools.__file__).parent


def test_it_does_what_a_compiled_one_does() -> None:
    lazy, compiled = pattern(r"(\d+) favou?r", re.IGNORECASE), re.compile(r"(\d+) favou?r", re.IGNORECASE)
    for text in ("3 Favor", "12 favour of Bo", "favor"):
        found, expected = lazy.match(text), compiled.match(text)
        assert (found and found.groups()) == (expected and expected.groups())
        assert lazy.sub("x", text) == compiled.sub("x", text)
    assert lazy.pattern == compiled.pattern and lazy.flags == compiled.flags


def test_each_of_ours_can_be_compiled() -> None:
    found = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        if re.search(r"kit.lazy import .*\bpattern\b", path.read_text(encoding="utf-8")):
            module = import_module(".".join(("oathtools", *path.relative_to(PACKAGE).with_suffix("").parts)))
            for value in vars(module).values():
                if isinstance(value, _Pattern):
                    found += re.compile(value.pattern, value.flags) is not None
    assert found > 30
