"""Phones and a shared screen in Chromium play a game by tapping; its journal is the one that is typed."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oathtools.engine.decision import Decision, Form
from oathtools.odds.dice import die_faces
from oathtools.saga import folder
from oathtools.saga.folder import CHRONICLE
from oathtools.web.app import Served
from oathtools.web.asked import die_of
from tests.render.games import some_answer
from tests.render.test_leaks_commands import in_words
from tests.web.phones import Failure, begun, entries, typed
from tests.web.server import listening, wait_for

pytest.importorskip("selenium", reason="selenium is not installed")

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
# Five browsers at once, for some minutes: they play when asked to; with "all" four games, so that every seat is played
# at both sizes in both lights.
ASKED = os.environ.get("OATHTOOLS_BROWSERS", "")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver is installed"),
    pytest.mark.skipif(not ASKED, reason="set OATHTOOLS_BROWSERS=1 to have five browsers play"),
]

# A game of four that comes to its Chronicle after some eighty answers, with every way of answering.
SEED, HASTE = 0, 0.75
AGAIN, NOTICED = 3, 5.0  # how often a tap is made again, after so many seconds in which nothing came of it
KEPT = os.environ.get("OATHTOOLS_PICTURES")  # a folder for pictures of the end
NAMES = ("Ann", "Bo", "Cy", "Dee")
LOOKS = ((360, 740, False), (320, 568, True), (360, 740, True), (320, 568, False))  # the width, the height, is it dark
SHARED = ((1280, 720, True), (1920, 1080, False))


class Screen:
    """A browser window as a phone, or as the shared screen."""

    def __init__(self, profile: Path, width: int, height: int, dark: bool) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     f"--user-data-dir={profile}"):  # fmt: skip
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.web = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        self.look = f"{width}-{'dark' if dark else 'light'}"
        self.lost = 0  # taps that had to be made once more
        self.size(width, height)
        light = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.web.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [light]})

    def size(self, width: int, height: int) -> None:
        """As large as a phone."""
        shape = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.web.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", shape)

    def all(self, selector: str) -> list[Any]:
        """The elements of a kind that are on the page now."""
        return self.web.find_elements(By.CSS_SELECTOR, selector)

    def open(self, address: str) -> None:
        """Open a page."""
        self.web.get(address)

    def keep(self, name: str) -> None:
        """Keep a picture of what is shown."""
        self.web.save_screenshot(str(Path(str(KEPT)) / f"{name}.png"))

    def tap(self, selector: str, at: int = 0, done: Callable[[], Any] = lambda: True) -> None:
        """Scroll to one of them and tap it; where something comes over it or takes its place, a finger aims again.

        ``done``: what is seen when the tap has done something; where it does not come, people tap once more.
        """

        def hit() -> bool:
            try:
                element = self.all(selector)[at]
                self.web.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
                element.click()
            except (IndexError, ElementClickInterceptedException, StaleElementReferenceException):
                return False
            return True

        def seen() -> bool:
            try:
                return bool(done())
            except (IndexError, StaleElementReferenceException):
                return False

        for _ in range(AGAIN):
            wait_for(hit)
            with suppress(AssertionError):
                wait_for(seen, NOTICED)
                return
            self.lost += 1
        wait_for(seen)

    def holds(self, script: str) -> Any:
        """What a piece of script says of the page."""
        return self.web.execute_script(f"return {script}")

    def fits(self) -> bool:
        """Does nothing stick out at the side?"""
        return bool(self.holds("document.documentElement.scrollWidth <= innerWidth"))

    def complaints(self) -> list[Any]:
        """What the console says."""
        return [row for row in self.web.get_log("browser") if row["level"] == "SEVERE"]

    # -- answering -------------------------------------------------------------------------------------------------

    def answer(self, decision: Decision, answer: Any, served: Served) -> int:
        """Wait for a question to come, and answer it by tapping; returns the question's number."""
        n = served.kept.play().head + 1
        wait_for(lambda: self.holds(f"document.querySelector('form.answer [name=n]')?.value === '{n}'"))
        assert self.fits()
        way = self.holds("document.querySelector('form.answer[data-way]')?.dataset.way")
        form = f"form.answer.{way}"
        if self.holds(f"!!document.querySelector('main > details:not([open]) {form}')"):
            self.tap(
                f"main > details:has({form}) > summary",
                done=lambda: self.holds(f"!!document.querySelector('main > details[open] {form}')"),
            )
        if way in ("one", "some"):
            self._pick(form, [answer] if isinstance(answer, str) else answer)
        elif way == "dice":
            faces = list(die_faces(die_of(decision) or "attack"))
            for face in answer:
                self._one_more(form, faces.index(face))
        elif way == "amount":
            self._number(f"{form} [name=amount]", answer)
        elif way == "shares":
            for at, option in enumerate(decision.legal()):
                self._number(f"{form} [name='share.{at}']", answer.get(option, 0))
        elif way == "order":
            for at, option in enumerate(decision.options):
                self._number(f"{form} [name='rank.{at}']", answer.index(option) + 1)
        else:
            form = "form.answer.say"
            self.tap(f"{form} [name=words]")
            self.all(f"{form} [name=words]")[0].send_keys(" ".join(in_words(decision, answer)))
        self.tap(f"{form} > .go", done=lambda: served.kept.play().head >= n)
        return n

    def _one_more(self, form: str, face: int) -> None:
        """Tap a face of the dice that fell: its number goes up by one."""
        number = f"Number(document.querySelectorAll('{form} .die input')[{face}].value)"
        before = self.holds(number)
        self.tap(f"{form} .face", face, done=lambda: self.holds(number) == before + 1)

    def _pick(self, form: str, wanted: list[str]) -> None:
        boxes = f"[...document.querySelectorAll('{form} [name=pick]')]"
        now = self.holds(f"{boxes}.map(each => [each.value, each.checked, each.type])")
        for at, (value, ticked, kind) in enumerate(now):
            if (value in wanted) != ticked and (kind == "checkbox" or not ticked):
                self.tap(
                    f"{form} [name=pick]",
                    at,
                    done=lambda at=at, ticked=ticked: self.holds(f"{boxes}[{at}].checked") != ticked,
                )

    def _number(self, selector: str, number: int) -> None:
        box = self.all(selector)[0]
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(str(number))


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


def a_game(saga: Path) -> list[tuple[Decision, Any]]:
    """A game and its Chronicle, typed: each question with its answer, what is several in the order of the page.

    Most turns end at once, so that it comes to an end; what ``chronicle write`` leaves untold is no question.
    """
    rng = Random(SEED)
    told = []
    while (decision := _open(saga)) is not None:
        hasty = decision.kind == "act" and rng.random() < HASTE
        answer: Any = "end" if hasty else some_answer(decision, rng)
        if die := die_of(decision):
            answer = sorted(answer, key=list(die_faces(die)).index)
        elif decision.form is Form.SOME:
            answer = [option for option in decision.options if option in answer]
        typed(saga, "answer", *in_words(decision, answer))
        told.append((decision, answer))
    return told


def _open(saga: Path) -> Decision | None:
    """The open question; once the game is over the next one of its Chronicle, None when that is written."""
    play = folder.view(folder.latest(saga)).play
    if play.pending is None or play.state.phase == "chronicle":
        with suppress(Failure):  # it says that it waits for an answer
            typed(saga, "chronicle", "write")
        play = folder.view(folder.latest(saga)).play
    return play.pending


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
