"""How large the terminal is: what ``shutil`` says."""

import shutil

import pytest

from oathtools.cli.shared import addressing
from oathtools.cli.shared.screen import _Screen


@pytest.mark.parametrize("columns", [None, "60", "0", "", "wide", "-3"])
@pytest.mark.parametrize("lines", [None, "10", "tall"])
def test_the_size_is_what_shutil_says(columns: str | None, lines: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, said in (("COLUMNS", columns), ("LINES", lines)):
        monkeypatch.delenv(name, raising=False) if said is None else monkeypatch.setenv(name, said)
    assert addressing.size() == shutil.get_terminal_size((80, 24))


def test_a_screen_that_cannot_be_cleared_is_scrolled_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What one player was shown leaves the screen, and no escape is printed that such a terminal would show."""
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("LINES", "7")
    screen = _Screen.__new__(_Screen)
    screen.secret = True
    screen.hide()
    assert capsys.readouterr().out == "\n" * 7 and not screen.secret
