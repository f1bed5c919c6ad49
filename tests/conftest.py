"""For all tests: the same examples every time, no clock decides, no run touches a folder that another one uses."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

from oathtools.cli.shared import common
from tests import described

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

# Compiled data and search indexes of this run alone: neither the user's own nor those of a run beside it.
_CACHE = tempfile.mkdtemp(prefix="oathtools-tests-")
os.environ["OATHTOOLS_CACHE"] = _CACHE
atexit.register(shutil.rmtree, _CACHE, ignore_errors=True)


# Every answer that a test is given as JSON, by whatever command: what its schema does not allow.
_UNDESCRIBED: list[str] = []
common._as_json = described.checking(common._as_json, _UNDESCRIBED)  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def answers_are_what_their_schemas_say() -> Iterator[None]:
    yield
    found = _UNDESCRIBED[:]
    _UNDESCRIBED.clear()
    assert not found
