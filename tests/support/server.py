"""A server that really listens, in a thread of the tests or in a process of its own."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra web is not installed")

from oathtools.web import connections
from oathtools.web.app import How, Served

_PATIENCE = 20.0
_SERVERS: dict[Served, connections.Server] = {}


def server_of(served: Served) -> connections.Server:
    """What listens for a table."""
    return _SERVERS[served]


@contextmanager
def listening(saga: Path | None, **how: Any) -> Iterator[tuple[Served, str]]:
    """A server in a thread, and its address."""
    port = connections.listening(connections.LOOPBACK, 0)
    number = port.getsockname()[1]
    base = f"http://127.0.0.1:{number}"
    how = {"hosts": connections.hosts_of(connections.LOOPBACK), "port": number, "base": base, **how}
    served = Served(How(saga, **how))
    server = _SERVERS[served] = connections.Server(served)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [port]}, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    try:
        yield served, base
    finally:
        served.news.over = True
        server.should_exit = True
        thread.join(_PATIENCE)
        port.close()
        del _SERVERS[served]


@contextmanager
def process(saga: Path, port: int, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``oathtools serve`` in a process of its own, and its address."""
    command = [sys.executable, "-m", "oathtools", "-C", str(saga), "serve", "--no-qr", "--port", str(port), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as served:
        try:
            assert served.stdout is not None
            line = served.stdout.readline()
            assert line.startswith("The table: "), line + served.stdout.read()
            yield served, line.removeprefix("The table: ").removesuffix("/table\n")
        finally:
            served.kill()


# Processes that have the program loaded when they begin: for what is started again and again.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["oathtools.cli.main", "tests.support.warm"])


class Forked:
    """``oathtools serve`` in a process that had the program loaded, as much like ``Popen`` as is wanted."""

    def __init__(self, words: list[str]) -> None:
        ours, theirs = PROCESSES.Pipe(duplex=False)
        self._process = PROCESSES.Process(target=_serves, args=(words, theirs))
        self._process.start()
        theirs.close()
        self.stdout = os.fdopen(os.dup(ours.fileno()), encoding="utf-8")
        ours.close()

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process.pid is not None
        return self._process.pid

    def kill(self) -> None:
        """SIGKILL, and no farewell."""
        os.kill(self.pid, signal.SIGKILL)
        self._process.join()


def _serves(words: list[str], shown: Connection) -> None:
    from oathtools.cli.main import main

    os.dup2(shown.fileno(), 1)
    sys.stdout = os.fdopen(1, "w", buffering=1, encoding="utf-8")
    main(words)


@contextmanager
def forked(saga: Path, port: int) -> Iterator[tuple[Forked, str]]:
    """The same as ``process``, at a tenth of the cost."""
    served = Forked(["-C", str(saga), "serve", "--no-qr", "--port", str(port)])
    try:
        line = served.stdout.readline()
        assert line.startswith("The table: "), line
        yield served, line.removeprefix("The table: ").removesuffix("/table\n")
    finally:
        with suppress(ProcessLookupError):
            served.kill()
        served.stdout.close()


def wait_for(holds: Any, patience: float = _PATIENCE) -> None:
    """Wait until something holds. Raises ``AssertionError`` if it does not come."""
    until = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)
