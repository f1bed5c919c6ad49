"""Several at one game: who answers the same question at once, a server that is killed in mid-answer."""

import io
import threading
from contextlib import redirect_stderr, redirect_stdout, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest

from tests.support.phones import FORM, entries, typed
from tests.support.server import PROCESSES, Forked, forked

pytest.importorskip("uvicorn", reason="the extra web is not installed")
import httpx

TYPIST = "whoever types"


START = 8  # entries before Bo's turn


def command_line(words: list[str], asks: Connection) -> None:
    """A call of the command line in a process of its own, with the program loaded: else phones would always be first.

    It waits for the word, then says how it ended and what it printed.
    """
    from oathtools.cli.main import main

    asks.send("ready")
    asks.recv()
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        try:
            status: object = main(words)
        except SystemExit as left:
            status = left.code
    asks.send((status or 0, out.getvalue()))


def at_once(saga: Path, table: dict, *, typing: bool) -> dict[str, bool]:
    """Whose answer was taken, by name; the journal holds one answer more."""
    head = len(entries(saga))
    taken: dict[str, bool] = {}
    go = threading.Barrier(len(table) + typing)

    def tap(name, phone) -> None:
        phone.get("/question")
        fields = {"mark": phone.field("mark"), "n": str(head + 1), "words": "travel Plains"}
        go.wait()
        phone.post("/answer", fields)
        assert phone.status in (200, 409), phone.page
        if phone.status == 409:
            assert "answered meanwhile" in phone.page and "Bo travels to Plains" in phone.page
        taken[name] = phone.status == 200

    def type_() -> None:
        words = ["-C", str(saga), "answer", "--n", str(head), "travel", "Plains"]
        ours, theirs = PROCESSES.Pipe()
        typist = PROCESSES.Process(target=command_line, args=(words, theirs))
        typist.start()
        assert ours.recv() == "ready"
        go.wait()
        ours.send("go")
        status, told = ours.recv()
        typist.join()
        assert status == 0 or "moved on" in told or "is writing" in told, told
        taken[TYPIST] = status == 0

    threads = [threading.Thread(target=tap, args=each) for each in table.items()]
    threads += [threading.Thread(target=type_)] if typing else []
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    said = entries(saga)[head:]
    assert [(entry.kind, entry.answer) for entry in said] == [("act", "travel"), ("travel.to", "site.plains")]
    assert len(taken) == len(threads)
    return taken


def killed(saga: Path, client: httpx.Client, rng: Random, port: int) -> int:
    """A server, an answer on its way, and SIGKILL; then another one. The port, which phones remember."""
    before = len(entries(saga))
    with forked(saga, port) as (served, base):
        port = int(base.rpartition(":")[2])
        sent = {"origin": base, "content-type": FORM}
        if not client.cookies:
            token = next(iter(_invitation(served)))
            client.post(f"{base}/join/{token}", headers=sent)
        page = client.get(f"{base}/question").text
        mark = page.partition('name="mark" value="')[2].partition('"')[0]
        assert mark, page
        body = f"mark={mark}&n={before + 1}&words=" + ("travel+Mountain" if before % 2 else "travel+Plains")

        def answer() -> None:
            with suppress(httpx.TransportError):
                client.post(f"{base}/answer", content=body, headers=sent)

        answering = threading.Thread(target=answer)
        answering.start()
        answering.join(rng.random() * 0.06)
        served.kill()
        answering.join()
    after = entries(saga)
    assert len(after) in (before, before + 2), "all of an answer, or none"
    with forked(saga, port) as (_, base):
        page = client.get(f"{base}/me").text
        assert "<h1>Ann</h1>" in page and f'value="{len(after) + 1}"' in client.get(f"{base}/question").text
    if len(after) > before:
        typed(saga, "undo", "--to", str(START - 1))
    return port


def _invitation(served: Forked):
    for line in served.stdout:
        if line.startswith("Ann: "):
            yield line.strip().rpartition("/")[2]
            return
