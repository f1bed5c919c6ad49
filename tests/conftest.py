"""For all tests: the same examples every time, no clock decides, no run touches a folder that another one uses."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

# Thousands of tests stay in memory: to look through them after each few hundred objects takes a tenth of the time.
gc.set_threshold(50_000, 20, 50)

# Compiled data and search indexes of this run alone: neither the user's own nor those of a run beside it; the workers
# of one run share them. What a person keeps, each has for itself.
_OWN = tempfile.mkdtemp(prefix="oathtools-tests-")
atexit.register(shutil.rmtree, _OWN, ignore_errors=True)
os.environ["OATHTOOLS_STATE"] = _OWN
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["OATHTOOLS_CACHE"] = _OWN

# A test's own folder is taken away with it: of thousands a disk takes milliseconds each, memory a hundredth of that.
_MEMORY = Path("/dev/shm")
if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 2 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))

# Where no bytecode may stand beside the sources, it lies with pytest's own files: else each of a thousand processes of
# this run compiles everything again, and each worker every test.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / ".pytest_cache/bytecode")


@pytest.fixture(autouse=True, scope="session")
def undescribed() -> Iterator[list[str]]:
    """What answers in JSON, and files, have that their schemas do not allow, by whatever command and test."""
    from oathtools.cli.shared import common
    from oathtools.journal import file
    from oathtools.kit import files
    from oathtools.search import store
    from tests.described import checking, checking_file, checking_line

    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        # Nobody cuts the power: a call waits four milliseconds for the disk else, five times. What is synced, and in
        # which order, tests ask that listen to this call (tests/support/power.py, tests/test_whole.py).
        patch.setattr(os, "fsync", lambda file: None)
        # Tests search more books than anybody else: of four indexes the first would be made again, for two seconds.
        patch.setattr(store, "_KEEP", 99)
        patch.setattr(common, "_as_json", checking(common._as_json, found))
        patch.setattr(files, "write", checking_file(files.write, found))
        patch.setattr(file, "dump", checking_line(file.dump, found))
        yield found


def pytest_collection_finish() -> None:
    """The tests themselves live to the end: whoever looks for what is lost passes them over."""
    gc.freeze()


# Each worker hands over the keys that its answers have had; after a run of everything each key must have been seen.


def pytest_sessionfinish(session: pytest.Session) -> None:
    from tests import described

    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["seen"] = sorted(described.SEEN)
    elif described.is_of_everything(session) and (never := sorted(described.unseen())):
        print(f"\nNo answer has these keys, which data/schemas names: {', '.join(never)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    from tests import described

    described.SEEN.update(getattr(node, "workeroutput", {}).get("seen", ()))


@pytest.fixture(autouse=True)
def answers_and_files_are_what_their_schemas_say(undescribed: list[str]) -> Iterator[None]:
    yield
    found = undescribed[:]
    undescribed.clear()
    assert not found
