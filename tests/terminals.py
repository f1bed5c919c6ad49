"""A command at a real terminal, for tests: what it prints, what is typed, the interrupt key, the end.

Nothing here waits for ever: each wait has its limit, and what came until then is in the message of the failure.
"""

import atexit
import codecs
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
ROOT = Path(__file__).parent.parent
CLEAR = "\x1b[2J"
LIMIT = 60.0
"""Seconds until a wait is given up; far beyond what a busy machine needs."""


# The program, loaded, which becomes two for each terminal: to load it takes half of what such a test does. A request is
# a terminal with the words, variables and folder of a call, answered by the number of its process; or such a number,
# answered by its exit status once it has ended.
_READY = """
import json, os, signal, sys
from oathtools.cli.game import sessions
from oathtools.cli.main import main
for line in sys.stdin:
    asked = json.loads(line)
    if isinstance(asked, int):
        ended, status = os.waitpid(asked, os.WNOHANG)
        print(json.dumps(os.waitstatus_to_exitcode(status) if ended else None), flush=True)
        continue
    tty, words, variables, folder = asked
    terminal = os.open(tty, os.O_RDWR | os.O_NOCTTY)
    if os.fork():
        os.close(terminal)
        continue
    os.setsid()
    # A runner in the background of a shell ignores the interrupt key; who sits at a terminal does not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    os.write(1, b"%d\\n" % os.getpid())
    for each in (0, 1, 2):
        os.dup2(terminal, each)
    os.close(terminal)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
    main(words)
"""


@cache
def _ready() -> subprocess.Popen[str]:
    """The loaded program of this process of tests, with which it ends."""
    command = [sys.executable, "-c", _READY]
    settings = {**os.environ, "PYTHONPATH": str(ROOT)}
    ready = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=settings, start_new_session=True
    )
    atexit.register(ready.communicate)  # its input ends
    return ready


def _asked(request: Any) -> Any:
    """What the loaded program answers."""
    ready = _ready()
    assert ready.stdin is not None and ready.stdout is not None
    ready.stdin.write(json.dumps(request) + "\n")
    ready.stdin.flush()
    return json.loads(ready.stdout.readline())


class _Process:
    """A process that the loaded program has become."""

    def __init__(self, tty: str, words: Sequence[str], variables: Mapping[str, str]) -> None:
        self.pid: int = _asked([tty, words, dict(variables), os.getcwd()])
        self._status: int | None = None

    def poll(self) -> int | None:
        """Its exit status; None while it goes on."""
        if self._status is None:
            self._status = _asked(self.pid)
        return self._status

    def wait(self, limit: float = LIMIT) -> int:
        """Its exit status, once it has ended."""
        end = time.monotonic() + limit
        while (status := self.poll()) is None:
            assert time.monotonic() < end
            time.sleep(0.005)
        return status

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


class Terminal:
    """``oathtools WORDS`` in a process at a terminal of its own, 60 columns wide."""

    def __init__(self, *words: str, environment: Mapping[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        settings = {
            **os.environ,
            "COLUMNS": "60",
            "LINES": "40",
            "TERM": "xterm",
            "NO_COLOR": "1",
            "PYTHONPATH": str(ROOT),
        }
        self.process = _Process(os.ttyname(slave), words, {**settings, **(environment or {})})
        os.close(slave)
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def _part(self, seconds: float) -> str | None:
        """What came within some seconds, "" if nothing did; None once the process has closed its terminal.

        A carriage return, or half a character, that came alone is no text yet: what follows it is waited for.
        """
        end = time.monotonic() + seconds
        while select.select([self.master], [], [], max(0.0, end - time.monotonic()))[0]:
            try:
                part = os.read(self.master, 65536)
            except OSError:
                return None
            if not part:
                return None
            if text := self._decoder.decode(part).replace("\r", ""):
                return text
        return ""

    def until(self, *wanted: str) -> str:
        """What is printed until one of some texts ends it."""
        shown, end = "", time.monotonic() + LIMIT
        while not shown.endswith(wanted):
            part = self._part(end - time.monotonic())
            if not part:
                what = "nothing more came" if part == "" else f"the process ended ({self.process.wait(LIMIT)})"
                pytest.fail(f"none of {wanted} came, {what}: {shown!r}")
            shown += part
        return shown

    def say(self, line: str, *wanted: str) -> str:
        """Type a line; what is printed until one of some texts ends it, the prompt ``> `` by default."""
        self.type(f"{line}\n")
        return self.until(*(wanted or ("> ",)))

    def type(self, keys: str) -> None:
        """Type keys as they are."""
        os.write(self.master, keys.encode())

    def interrupt(self) -> tuple[str, int]:
        """Press the interrupt key until the process has noticed it; the rest of what is printed, and the exit status.

        A signal that comes between the prompt and the reading of it is noticed at the next key only, so one is not
        always enough.
        """
        shown, end = "", time.monotonic() + LIMIT
        while time.monotonic() < end:
            os.killpg(self.process.pid, signal.SIGINT)
            part = self._part(2)
            if part != "":
                shown += part or ""
                break
        rest, status = self.end()
        return shown + rest, status

    def end(self) -> tuple[str, int]:
        """The rest of what is printed, and the exit status."""
        shown, end = "", time.monotonic() + LIMIT
        while (part := self._part(end - time.monotonic())) is not None:
            if time.monotonic() >= end:
                pytest.fail(f"the end did not come: {shown!r}")
            shown += part
        return shown, self.process.wait(LIMIT)

    def close(self) -> None:
        """Take the terminal away, whatever the process does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@contextmanager
def at_terminal(*words: str, environment: Mapping[str, str] | None = None) -> Iterator[Terminal]:
    """A command at a terminal for as long as the block runs."""
    terminal = Terminal(*words, environment=environment)
    try:
        yield terminal
    finally:
        terminal.close()
