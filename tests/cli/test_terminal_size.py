"""How large the terminal is: what ``shutil`` says."""

import shutil

import pytest

from oathtools.cli.shared import terminal


@pytest.mark.parametrize("columns", [None, "60", "0", "", "wide", "-3"])
@pytest.mark.parametrize("lines", [None, "10", "tall"])
def test_the_size_is_what_shutil_says(columns: str | None, lines: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, said in (("COLUMNS", columns), ("LINES", lines)):
        monkeypatch.delenv(name, raising=False) if said is None else monkeypatch.setenv(name, said)
    assert terminal.size() == shutil.get_terminal_size((80, 24))
