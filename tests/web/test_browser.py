"""Phones and a shared screen in Chromium play a game by tapping; its journal is the one that is typed."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oathtools.saga.folder import CHRONICLE
from oathtools.web.app import Served
from tests.support.phones import begun, entries, typed
from tests.support.server import listening, wait_for

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.support.browser import CHROMIUM, DRIVER, KEPT, Screen, a_game

# Five browsers at once, for some minutes: they play when asked to; with "all" four games, so that every seat is played
# at both sizes in both lights.
ASKED = os.environ.get("OATHTOOLS_BROWSERS", "")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver is installed"),
    pytest.mark.skipif(not ASKED, reason="set OATHTOOLS_BROWSERS=1 to have five browsers play"),
]

NAMES = ("Ann", "Bo", "Cy", "Dee")
LOOKS = ((360, 740, False), (320, 568, True), (360, 740, True), (320, 568, False))  # the width, the height, is it dark
SHARED = ((1280, 720, True), (1920, 1080, False))


@pytest.fixture(params=range(len(LOOKS)) if ASKED == "all" else (0,))
def screens(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, Screen]]:
    """A phone for each player, each of another look, and the shared screen."""
    turn = request.param
    looks = dict(zip(NAMES, (*LOOKS[turn:], *LOOKS[:turn]), strict=True))
    opened = {}
    try:
        for name, (width, height, dark) in {**looks, "": SHARED[turn % len(SHARED)]}.items():
            opened[name] = Screen(tmp_path / f"profile {name}", width, height, dark)
        yield opened
    finally:
        for screen in opened.values():
            screen.web.quit()


def test_a_game_is_played_by_tapping_from_setup_to_the_chronicle(screens: dict[str, Screen], tmp_path: Path) -> None:
    saga = begun(tmp_path, answers=())
    shutil.copytree(saga, tmp_path / "as it was")
    told = a_game(saga)
    journal, world = [entry.as_data() for entry in entries(saga)], (saga / CHRONICLE).read_text(encoding="utf-8")
    shutil.rmtree(saga)
    shutil.copytree(tmp_path / "as it was", saga)
    with listening(saga) as (served, base):
        names = {seat: name for name, seat in served.desk.seated(served.kept.play()).seats.items()}
        screens[""].open(f"{base}/table")
        for name in NAMES:
            # From the code to one's own hand: a scan, a tap.
            screens[name].open(f"{base}/join/{served.seats.invitation(name)}")
            here = f"document.querySelector('h1')?.textContent === '{name}'"
            screens[name].tap(".go", done=lambda name=name, here=here: screens[name].holds(here))
            screens[name].open(f"{base}/question")
        for at, (decision, answer) in enumerate(told):
            if served.kept.play().pending is None:
                screens["Dee"].tap("form[action='/chronicle'] .go", done=lambda: served.kept.play().pending is not None)
            head = screens[names[decision.who]].answer(decision, answer, served)
            assert head == _numbers(journal)[at], "each answer is given to the question that it answers"
            for screen in screens.values():
                wait_for(lambda screen=screen: screen.holds("document.body.dataset.at") == served.news.version())
                assert screen.fits()
        assert [entry.as_data() for entry in entries(saga)] == journal
        assert (saga / CHRONICLE).read_text(encoding="utf-8") == world
        looks = ", ".join(f"{name or 'shared'} {screen.look}" for name, screen in screens.items())
        print(f"{looks}: {len(told)} answers, taps made once more: {sum(screen.lost for screen in screens.values())}")
        for name, screen in screens.items():
            assert screen.complaints() == []
            if KEPT:
                screen.keep(f"{name or 'shared'}-{screen.look}")


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Screen]:
    """The smallest phone."""
    screen = Screen(tmp_path / "profile", 320, 568, False)
    try:
        yield screen
    finally:
        screen.web.quit()


def sits(phone: Screen, served: Served, base: str, name: str) -> None:
    """Scan a code, and look at the question."""
    phone.open(f"{base}/join/{served.seats.invitation(name)}")
    phone.tap(".go", done=lambda: phone.holds(f"document.querySelector('h1')?.textContent === '{name}'"))
    phone.open(f"{base}/question")


def test_a_declaration_is_weighed_while_it_is_tapped(phone: Screen, tmp_path: Path) -> None:
    """5.5.2: the exact chance of the targets and dice that are tapped, or why they may not be; nothing is declared."""
    saga = begun(tmp_path)
    for words in ("travel Mountain", "end"):
        typed(saga, "answer", *words.split())
    head = len(entries(saga))
    said = "document.querySelector('form.campaign .weighed').textContent"
    at = "[...document.querySelectorAll('form.campaign [name=target]')].findIndex(each => each.value === '{}')"
    with listening(saga) as (served, base):
        sits(phone, served, base, "Bo")
        assert "Win 6.25 %" in phone.holds(said)
        phone.tap("form.campaign [name=target]", phone.holds(at.format("site.plains")))
        wait_for(lambda: "Win 0.00 %" in phone.holds(said))
        phone.tap("form.campaign [name=target]", phone.holds(at.format("site.plains")))
        wait_for(lambda: "Win 6.25 %" in phone.holds(said))
        phone.tap("form.campaign .step")
        wait_for(lambda: "Win 0.00 %" in phone.holds(said))
        phone.tap("form.campaign [name=target]", phone.holds(at.format("site.mountain")))
        wait_for(lambda: "At least one target must be at Mountain" in phone.holds(said))
        assert phone.fits() and len(entries(saga)) == head and phone.complaints() == []


def test_a_card_that_was_drawn_is_found_by_three_letters(phone: Screen, tmp_path: Path) -> None:
    """5.1.2: three letters and a tap for each card that was drawn."""
    saga = begun(tmp_path)
    typed(saga, "answer", "search", "world")
    names = "[...document.querySelectorAll('ul.names .tap')].map(each => each.textContent)"
    words = "document.querySelector('form.say [name=words]').value"
    with listening(saga) as (served, base):
        sits(phone, served, base, "Ann")
        for letters, name, so_far in (
            ("wol", "Wolves", "Wolves"),
            (", hor", "Horse Archers", "Wolves, Horse Archers"),
            (", tin", "Tinker's Fair", "Wolves, Horse Archers, Tinker's Fair"),
        ):
            phone.all("form.say [name=words]")[0].send_keys(letters)
            wait_for(lambda name=name: name in phone.holds(names))
            phone.tap(
                "ul.names .tap", phone.holds(names).index(name), done=lambda so_far=so_far: phone.holds(words) == so_far
            )
        phone.tap("form.say > .go", done=lambda: served.kept.play().pending.kind == "search.keep")
        assert entries(saga)[-1].answer == ["denizen.wolves", "denizen.horse_archers", "denizen.tinkers_fair"]
        assert phone.fits() and phone.complaints() == []


def _numbers(journal: list[dict[str, Any]]) -> list[int]:
    """The numbers of the entries that somebody was asked for: not what the Chronicle leaves untold."""
    return [row["n"] for row in journal if row.get("asked") and not (row["answer"] == [] and _is_late(row, journal))]


def _is_late(row: dict[str, Any], journal: list[dict[str, Any]]) -> bool:
    return any("chronicle" in each and each["n"] < row["n"] for each in journal)
