"""The protocol of the acid test: one JSON object a line each way, on standard input and output.

Both ends are here: a program that is driven, and our own engine where another program drives it. See ``docs/acid.md``.
"""

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

from oathtools.acid.engine import Engine, Refused, Unclear
from oathtools.acid.judging import Fatal, Unsupported
from oathtools.acid.positions import Flat
from oathtools.table.position.faults import PositionError

PATIENCE = 30.0


class Broken(Fatal):
    """An engine that does not speak the protocol: what it said instead, or that it said nothing."""


class Failed(Exception):
    """What an engine says went wrong in it."""


class Program:
    """Another program under the protocol. Raises ``Broken`` where it says what nobody can read."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self._patience = patience
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as wrong:
            raise Broken(f"{command!r} could not be started: {wrong}") from None
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def _listen(self, stream: IO[str]) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put("")

    def close(self) -> None:
        """It has nothing more to do."""
        self._process.kill()
        self._process.communicate()

    def position(self, flat: Flat) -> None:
        """Set a position."""
        self._ask({"position": flat})

    def verdict(self, request: dict[str, Any]) -> list[str] | None:
        """None if a request is legal, else the clauses that it names."""
        answer = self._ask({"verdict": request})
        if not isinstance(answer.get("legal"), bool):
            raise Broken(f"no verdict: {answer}")
        return None if answer["legal"] else [str(clause) for clause in answer.get("clauses", ())]

    def play(self, request: dict[str, Any]) -> None:
        """Carry a request out."""
        self._ask({"play": request})

    def state(self) -> Flat:
        """The table as it stands."""
        state = self._ask({"state": True}).get("state")
        if not isinstance(state, dict):
            raise Broken("no state was told")
        return state

    def _ask(self, told: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(told) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._patience)
        except OSError:
            line = ""
        except queue.Empty:
            raise Broken(f"no answer within {self._patience:g} seconds to {json.dumps(told)[:200]}") from None
        if not line:
            raise Broken(f"it ended (status {self._process.poll()}) instead of answering {json.dumps(told)[:200]}")
        return _read(line)


def _read(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise Broken(f"no JSON object: {line.strip()[:200]}")
    if "unsupported" in answer:
        raise Unsupported(str(answer["unsupported"]))
    if "error" in answer:
        raise Failed(str(answer["error"]))
    return answer


def serve(lines: Iterable[str]) -> Iterator[str]:
    """Our own engine as a program that is driven: an answer to each line."""
    engine = Engine()
    for line in lines:
        if line.strip():
            yield json.dumps(_answer(engine, line))


def _answer(engine: Engine, line: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
        name, value = next(iter(told.items()))
        return _DOES[name](engine, value)
    except PositionError as wrong:
        return {"error": f"{wrong}"}
    except (ValueError, KeyError, AttributeError, StopIteration, Refused, Unclear) as wrong:
        return {"error": f"{type(wrong).__name__}: {wrong}"}


def _verdict(engine: Engine, request: dict[str, Any]) -> dict[str, Any]:
    refused = engine.verdict(request)
    return {"legal": True} if refused is None else {"legal": False, "clauses": refused}


def _set(engine: Engine, flat: Flat) -> dict[str, Any]:
    engine.position(flat)
    return {"ok": True}


def _play(engine: Engine, request: dict[str, Any]) -> dict[str, Any]:
    engine.play(request)
    return {"ok": True}


_DOES: dict[str, Callable[[Engine, Any], dict[str, Any]]] = {
    "position": _set,
    "verdict": _verdict,
    "play": _play,
    "state": lambda engine, _: {"state": engine.state()},
}
