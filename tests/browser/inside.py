"""Run in Pyodide (``inside.mjs``): tests of the suite, by the package as the folder of static files has it.

Whatever needs a process, a socket or a thread is left out: where Python itself says that it has none, or by its name in
``left_out.yaml`` with the reason.
"""

import collections
import os
import sys
import types
from pathlib import Path
from typing import Any

os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "80"}
sys.path.append("/others")
sys.dont_write_bytecode = True
# Tests want more of the standard library than pages do: it lies in Pyodide's own archive.
sys.path_importer_cache.clear()
for _module in list(sys.modules.values()):
    _paths = getattr(_module, "__path__", ())
    if isinstance(_paths, list):
        _paths += [each.replace("/lib/python3.14/", "/lib/python314.zip/") for each in _paths]
sys.path.insert(0, "/lib/python314.zip")
import oathtools.cli.main  # noqa: E402  # before the repository's own comes into reach

assert not oathtools.__file__.startswith("/repository")
os.chdir("/repository")
sys.path.insert(0, "/repository")


class HashTrieMap(dict):
    """What jsonschema wants of rpds, which is compiled, and not for Pyodide."""

    @classmethod
    def convert(cls, value: Any) -> Any:
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Any, value: Any) -> Any:
        return HashTrieMap({**self, key: value})

    def remove(self, key: Any) -> Any:
        self[key]
        return HashTrieMap({each: value for each, value in self.items() if each != key})

    def update(self, *others: Any, **more: Any) -> Any:
        made = dict(self)
        for each in (*others, more):
            made.update(each)
        return HashTrieMap(made)


class HashTrieSet(frozenset):
    """A set of rpds."""

    def insert(self, value: Any) -> Any:
        return HashTrieSet(self | {value})

    def update(self, *others: Any) -> Any:
        return HashTrieSet(self.union(*others))


class List(tuple):
    """A list of rpds."""

    def push_front(self, value: Any) -> Any:
        return List((value, *self))


sys.modules["rpds"] = rpds = types.ModuleType("rpds")
rpds.HashTrieMap, rpds.HashTrieSet, rpds.List = HashTrieMap, HashTrieSet, List


class NoSockets(OSError):
    """Whatever is wanted of httpx: it may be imported and named, and whoever makes one finds that there are none."""

    def __init__(self, *given: Any, **named: Any) -> None:
        raise OSError("there are no sockets")


sys.modules["httpx"] = httpx = types.ModuleType("httpx")
httpx.__getattr__ = lambda name: NoSockets

import pytest  # noqa: E402
import yaml  # noqa: E402

with open("tests/browser/left_out.yaml", encoding="utf-8") as file:
    LEFT_OUT = yaml.safe_load(file)


# What Python says here, and why.
LACKS = {
    "emscripten does not support processes.": "it starts a process",
    "can't start new thread": "it starts a thread",
    "out of pty devices": "it wants a terminal",
    "there are no sockets": "it wants httpx, which wants sockets",
}


class LeavesOut:
    """Takes the tests away that cannot be run here, and says how many for which reason."""

    def __init__(self) -> None:
        self.counts: collections.Counter[str] = collections.Counter()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Whole files, which may want modules that are not here."""
        reason = next((why for why, names in LEFT_OUT.items() if f"{collection_path}".endswith(tuple(names))), None)
        self.counts.update([f"{reason} (files)"] if reason else ())
        return True if reason else None

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Tests of a file."""
        rows = [(name, reason) for reason, names in LEFT_OUT.items() for name in names]
        reasons = {item: next((why for name, why in rows if item.nodeid.startswith(name)), None) for item in items}
        self.counts.update(reason for reason in reasons.values() if reason)
        config.hook.pytest_deselected(items=[item for item in items if reasons[item]])
        items[:] = [item for item in items if not reasons[item]]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Any:
        """Tests that were run until they wanted what is not here."""
        report = yield
        fault = call.excinfo and call.excinfo.value
        if isinstance(fault, OSError | RuntimeError) and (reason := LACKS.get(str(fault).rpartition("] ")[2])):
            report.outcome, report.longrepr = "skipped", ("", 0, reason)
            self.counts.update([f"{reason} (as it was run)"])
        return report

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """In the end."""
        for reason, number in self.counts.items():
            terminalreporter.write_line(f"left out: {number}: {reason}")


ARGUMENTS = [
    "-p",
    "no:cacheprovider",
    "-p",
    "no:faulthandler",
    "-W",
    "ignore::pytest.PytestConfigWarning",
    # Hypothesis counts who holds its own generator, and is sometimes mistaken in this Python.
    "-W",
    "ignore:It looks like `register_random` was passed an object",
    "--tb=short",
]
int(pytest.main([*ARGUMENTS, *words], [LeavesOut()]))  # noqa: F821
