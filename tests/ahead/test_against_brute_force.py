"""A short run of ``benchmarks/ahead.py``: the search finds what every legal answer finds, with the same chances (3)."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

# Some in which something can be done about who wins next, and brute force is soon through.
NUMBERS = (1, 8, 18, 30, 38, 41, 283)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "ahead.py"
    spec = importlib.util.spec_from_file_location("benchmark_ahead", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("number", NUMBERS)
def test_no_threat_is_missed_and_none_is_invented(benchmark: ModuleType, number: int) -> None:
    found = benchmark.compared(number)
    assert found is not None and found.ends > 0
    assert (found.missed, found.invented, found.other_odds) == ([], [], [])
