"""Every screen with and without color, at 60 and at 80 columns: the words say all that the colors say, and all fits.

Who sees what is asked by ``tests/render/test_leaks_commands.py``; color must tell nobody more.
"""

import contextlib
import io
import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from oathtools.cli.main import run
from oathtools.cli.shared.common import Settings
from oathtools.journal import Play
from tests.support.daily import daily
from tests.support.mid_game import FULL, NAMED, NOTHING, answered, mid_game
from tests.support.screens import EXPORT, LONG, SCREENS, Screens

# What is asked in no game, too.
BOOKS = (
    ("law", "5.5.2"),
    ("law", "5.5.2", "--refs"),
    ("card", "Longbows"),
    ("search", "who loses warbands"),
    ("search", "card that lets me reroll dice"),
    ("rulings",),
    ("rulings", "A-05"),
    ("setup",),
    ("odds", "--force", "6", "--defense", "4", "--defenders", "3"),
    ("help",),
    ("no-such-command",),
)
ASKED = (*SCREENS, *LONG, ("status", "--coverage"), ("why", "travel", "Mine"), ("why", "campaign"), *BOOKS)
MOMENTS = ((2, NAMED), (5, FULL), (8, NOTHING))
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


class Tty(io.StringIO):
    """A terminal to print to."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@cache
def moment(number: int, way: str) -> Play:
    """A game in its midst."""
    play = mid_game(number, way)
    for _ in answered(play, number, way, most=12):
        pass
    return play


def shown(words: tuple[str, ...], *, tty: bool) -> str:
    """What a call prints, faults and notes included."""
    out = Tty() if tty else io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        run([*words], Settings(pager=False))
    return out.getvalue()


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("OATHTOOLS_SAGA", raising=False)
    yield


@pytest.mark.parametrize("columns", daily([60, 80], 2))
@pytest.mark.parametrize(("number", "way"), daily(MOMENTS, 3))
def test_words_say_all_that_colors_say(number: int, way: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    play = moment(number, way)
    viewer = Random(number).choice(play.state.seats)
    colored = 0
    with Screens(columns).over(play):
        for asked in ASKED:
            as_one = asked[0] in ("status", "ask", "legal", "log", "win", "why")
            words = (*asked, *([viewer] if asked[-1] == "--player" else []), *(["--as", viewer] if as_one else []))
            monkeypatch.delenv("NO_COLOR", raising=False)
            painted, piped = shown(words, tty=True), shown(words, tty=False)
            monkeypatch.setenv("NO_COLOR", "1")
            plain = shown(words, tty=True)
            assert ESCAPES.sub("", painted) == plain, words
            assert "\x1b" not in plain + piped, words
            colored += painted != plain
            if asked != EXPORT:  # a file, whose secrets a terminal does not show
                assert piped == plain, words
                assert not [line for line in plain.splitlines() if len(line) > columns], words
    assert colored


def test_what_is_no_color_is_no_terminal_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in shown(("search", "who loses warbands"), tty=True)
