"""A server that really listens, in a thread of the tests or in a process of its own."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from oathtools.web import running
from oathtools.web.app import How, Served

_PATIENCE = 20.0


@contextmanager
def listening(saga: Path | None, **how: Any) -> Iterator[tuple[Served, str]]:
    """A server in a thread, and its address."""
    import uvicorn

    port = running.listening(running.LOOPBACK, 0)
    number = port.getsockname()[1]
    base = f"http://127.0.0.1:{number}"
    served = Served(How(saga, hosts=running.hosts_of(running.LOOPBACK), port=number, base=base, **how))
    server = uvicorn.Server(uvicorn.Config(served.app, log_level="error", timeout_graceful_shutdown=2))
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


def wait_for(holds: Any, patience: float = _PATIENCE) -> None:
    """Wait until something holds. Raises ``AssertionError`` if it does not come."""
    until = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)
