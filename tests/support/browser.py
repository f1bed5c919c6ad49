"""A browser window as a phone, or as the shared screen."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest

from oathtools.catalog import name_of
from oathtools.engine.decision import Decision, Form
from oathtools.odds.dice import die_faces
from oathtools.saga import folder
from oathtools.web.app import Served
from oathtools.web.questions import die_of
from tests.support.firefox import Firefox
from tests.support.games import in_words, some_answer
from tests.support.phones import Failure, typed
from tests.support.server import wait_for

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


DRIVER = shutil.which("chromedriver")


AGAIN, NOTICED = 3, 5.0  # how often a tap is made again, after so many seconds in which nothing came of it


KEPT = os.environ.get("OATHTOOLS_PICTURES")  # a folder for pictures of the end


# A game of four that comes to its Chronicle after some eighty answers, with every way of answering.
SEED, HASTE = 0, 0.75


def chromium(profile: Path, *flags: str) -> webdriver.Chrome:
    """Chromium, with a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                 f"--user-data-dir={profile}", *flags):  # fmt: skip
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    web = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    web.process = web.service.process.pid  # type: ignore[attr-defined]  # all of the browser is below it
    return web


class Window:
    """One of several windows of one Chromium, each with a host of its own, and so its own cookies."""

    def __init__(self, web: webdriver.Chrome, first: bool) -> None:
        if not first:
            web.switch_to.new_window("window")
        self._web, self._handle = web, web.current_window_handle

    def __getattr__(self, name: str) -> Any:
        if self._web.__dict__.get("shown") != self._handle:
            self._web.switch_to.window(self._handle)
            self._web.execute_cdp_cmd("Page.bringToFront", {})
            self._web.__dict__["shown"] = self._handle
        return getattr(self._web, name)


AWAKE = ("--disable-background-timer-throttling", "--disable-renderer-backgrounding",
         "--disable-backgrounding-occluded-windows")  # fmt: skip


@contextmanager
def windows(profile: Path, names: Sequence[str]) -> Iterator[dict[str, "Screen"]]:
    """A phone for each name in one Chromium; each calls the server by its own name, ``ann.phone``."""
    web = chromium(profile, "--host-resolver-rules=MAP *.phone 127.0.0.1", *AWAKE)
    try:
        yield {name: Screen(profile, 360, 740, False, Window(web, not at)) for at, name in enumerate(names)}
    finally:
        web.quit()


class Screen:
    """A browser window as a phone, or as the shared screen."""

    def __init__(self, profile: Path, width: int, height: int, dark: bool, web: Any = None) -> None:
        self.look = f"{width}-{'dark' if dark else 'light'}"
        self.lost = 0  # taps that had to be made once more
        self.taps = 0  # all others
        self.web: Any = web or chromium(profile)
        self.size(width, height)
        if not isinstance(self.web, Firefox):
            light = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
            self.web.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [light]})

    def size(self, width: int, height: int) -> None:
        """As large as a phone; Firefox's windows have 500 pixels at least."""
        if isinstance(self.web, Firefox):
            self.web.set_window_rect(0, 0, width, height)
            return
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

        self.taps += 1
        for _ in range(AGAIN):
            wait_for(hit)
            with suppress(AssertionError):
                wait_for(seen, NOTICED)
                return
            self.lost += 1
        wait_for(seen)

    def swipe(self, selector: str, across: int) -> None:
        """Draw a finger over the middle of the first of them, so many pixels to the right; to the left if negative."""
        touch, element = ActionBuilder(self.web, mouse=PointerInput("touch", "finger")), self.all(selector)[0]
        finger = touch.pointer_action.move_to(element, -across // 2, 0).pointer_down()
        finger.move_to(element, across // 2, 0).pointer_up()
        touch.perform()

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
        if way == "one":
            picks = self.holds(f"[...document.querySelectorAll('{form} [name=pick]')].map((each) => each.value)")
            pick = answer[0] if isinstance(answer, list) else answer  # the end die is one face
            self.tap(f"{form} [name=pick]", picks.index(pick), done=lambda: served.kept.play().head >= n)
            return n
        if way == "some":
            self._pick(form, answer)
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
            for option in answer:
                self.tap(f"{form} .ranked .tap", list(decision.options).index(option))
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


# -- an evening on several phones, by what players tap ---------------------------------------------------------------

OWN = ("search.", "play.", "face", "campaign.")  # the questions of these actions; of a card are all others, and plans
PLANS = "campaign.plan"
TAPS = {"search": 5, "muster": 2, "campaign": 6}  # at most, with dice that are rolled here


class Tapped(NamedTuple):
    """An action: how often it was tapped for it, the dice that were told, what else was asked on the way."""

    action: str
    taps: int
    dice: int
    asked: tuple[str, ...]


class Evening:
    """Players who search, muster and campaign by turns, each on a phone; what hands rolled is told every other time."""

    def __init__(self, screens: dict[str, Screen], served: Served, rng: Random) -> None:
        self.screens, self.served, self.rng = screens, served, rng
        self.seats = {seat: name for name, seat in served.desk.seated(served.kept.play()).seats.items()}
        self.done: list[Tapped] = []

    @property
    def taps(self) -> int:
        """All taps so far."""
        return sum(screen.taps for screen in self.screens.values())

    def _next(self) -> tuple[Decision | None, Screen]:
        """The open question, when the phone of the one who is asked shows it."""
        play = self.served.kept.play()
        decision = play.pending
        if decision is None:
            return None, next(iter(self.screens.values()))
        screen = self.screens[self.seats[decision.who]]
        wait_for(lambda: screen.holds("document.querySelector('form.answer [name=n]')?.value") == str(play.head + 1))
        return decision, screen

    def act(self) -> bool:
        """Tap one action, and answer what it asks up to the next one; False where the game is over."""
        decision, screen = self._next()
        if decision is None or decision.kind != "act":
            raise AssertionError(decision)
        before, dice, others = self.taps, 0, []
        action = self._begin(decision.who, screen)
        while (asked := self._next())[0] is not None and asked[0].kind != "act":
            decision, screen = asked[0], asked[1]
            so_far = self.taps
            dice += self._answer(decision, screen)
            if decision.kind == PLANS or not decision.kind.startswith(OWN):
                others.append(decision.kind)
                before += self.taps - so_far
        self.done.append(Tapped(action, self.taps - before, dice, tuple(others)))
        return asked[0] is not None

    def _begin(self, seat: str, screen: Screen) -> str:
        """Of what is offered that which was done least; what is folded is opened first. Returns the action."""
        offered = screen.holds(
            "[...document.querySelectorAll('.deeds a.tap, .reach a.tap')].map((each) => each.getAttribute('href'))"
        )
        words = [parse_qs(urlsplit(each).query)["say"][0] for each in offered]
        ways = {each: at for at, each in enumerate(words) if each.split()[0] in TAPS}
        campaigns = "main form.campaign"
        least = sorted(TAPS, key=lambda action: [each.action for each in self.done].count(action))
        for action in least:
            found = [at for each, at in ways.items() if each.split()[0] == action]
            if action == "campaign" and screen.all(campaigns):
                self._open(screen, f"{campaigns} .go", 0)
            elif found:
                self._open(screen, ".deeds a.tap, .reach a.tap", self.rng.choice(found))
            else:
                continue
            break
        else:
            action = "end"
            self._open(screen, ".reach a.tap", 0)
        n = self.served.kept.play().head + 1
        told = "form.answer button.tap[name=words]"
        screen.tap(told if screen.all(told) else "form.answer > .go", done=lambda: self.served.kept.play().head >= n)
        return action

    def _open(self, screen: Screen, selector: str, at: int) -> None:
        folded = f"document.querySelectorAll({selector!r})[{at}].closest('details:not([open])')"
        if screen.holds(f"!!{folded}"):
            screen.holds(f"{folded}.setAttribute('id', 'folded')")
            screen.tap("#folded > summary", done=lambda: screen.holds(f"!{folded}"))
        screen.tap(selector, at, done=lambda: screen.holds("location.pathname") == "/do")

    def _answer(self, decision: Decision, screen: Screen) -> int:
        """Returns how many dice were told."""
        n = self.served.kept.play().head + 1

        def taken() -> bool:
            return self.served.kept.play().head >= n

        answer: Any = some_answer(decision, self.rng)
        if die := die_of(decision):
            if len(self.done) % 2:
                screen.tap("button[name=roll]", done=taken)
                return 0
            screen.answer(decision, sorted(answer, key=list(die_faces(die)).index), self.served)
            return len(answer)
        if decision.kind == "face":
            screen.tap("form.say [name=words]")
            name = name_of(answer[0] if isinstance(answer, list) else answer)
            screen.all("form.say [name=words]")[0].send_keys(name[:4])
            offered = "[...document.querySelectorAll('ul.names .tap')].map((each) => each.textContent)"
            wait_for(lambda: name in screen.holds(offered))
            screen.tap("ul.names .tap", screen.holds(offered).index(name), done=taken)
        elif screen.all("form.answer:not(.say) [name=words]"):
            screen.tap("form.answer:not(.say) [name=words]", done=taken)
        else:
            if decision.form is Form.SOME:
                answer = [option for option in decision.options if option in answer]
            screen.answer(decision, answer if decision.default is None else decision.default, self.served)
        return 0


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
