"""A short run of ``benchmarks/ahead.py``: the search finds what every legal answer finds, with the same chances (3)."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

# Some in which something can be done about who wins next, and brute force is soon through.
NUMBERS = (1, 8, 18, 30, 38, 41, 283)
# Others at tables that read points otherwise, half of them in the last turn before the title is looked at.
READ = (8, 19, 31, 41, 44, 59, 93, 125)


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


@pytest.mark.parametrize("number", READ)
def test_nor_where_a_table_reads_the_points_otherwise(benchmark: ModuleType, number: int) -> None:
    """2.11, 3.2: readings of the title, of Visions and of pools, each position with several at once."""
    found = benchmark.compared(number, 1, True)
    assert found is not None and found.ends > 0
    assert (found.missed, found.invented, found.other_odds) == ([], [], [])
