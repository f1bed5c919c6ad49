"""Calls of ``oathtools`` as people and scripts make them: what was printed, and the exit status."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from oathtools.cli.main import main
from tests.support.made_once import copied


class Said(NamedTuple):
    """What a call printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        """The one JSON object on standard output."""
        return json.loads(self.out)

    @property
    def data(self) -> Any:
        """What that object holds if all went well."""
        answer = self.answer
        assert answer["ok"] is True
        return answer["data"]

    @property
    def joined(self) -> str:
        """Standard output as one line."""
        return " ".join(self.out.split())


Call = Callable[..., Said]
# One process (``python -c EACH LINE...``) for several lines, a form feed before what each prints; each must end well.
EACH = """
import shlex, sys
from oathtools.cli.main import main
for line in sys.argv[1:]:
    print(end="\\f", flush=True)
    try:
        main(shlex.split(line))
    except SystemExit as end:
        assert not end.code, line
"""


def caller(
    saga: Path | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int = 60
) -> Call:
    """Calls oathtools in a saga, or in none."""
    if saga is None:
        monkeypatch.delenv("OATHTOOLS_SAGA", raising=False)
    else:
        monkeypatch.setenv("OATHTOOLS_SAGA", str(saga))
    monkeypatch.setenv("COLUMNS", str(columns))

    def call(*words: str, stdin: str | None = None) -> Said:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as left:
            main(list(words))
        shown = capsys.readouterr()
        return Said(int(left.value.code or 0), shown.out, shown.err)

    return call


def at_table(
    table: str, saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *flags: str
) -> Call:
    """Calls in a new saga whose game was started from a table, told as a position beside it."""
    position = saga.parent / "table.yaml"
    position.write_text(table)
    call = caller(saga, capsys, monkeypatch)

    def make() -> None:
        call("new", str(saga), "--first-game")
        assert call("start", "--position", str(position), *flags).status == 0

    copied((table, flags), saga, make)
    return call


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """People at a terminal, typing these lines; ``^C`` is an interrupt."""

    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> str:
            line = super().readline()
            if line == "^C\n":
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr(sys, "stdin", Typed("\n".join(lines) + "\n"))
