"""The pictures of docs/phones.md and of the tutorial, made anew with Chromium and selenium.

    python docs/pictures/evening.py                 the pictures that the documents show
    python docs/pictures/evening.py --all FOLDER    every page at both sizes, light and dark, from top to bottom

An evening is played on the way, always the same: Bo attacks Ann at Mountain, and loses.
"""

import base64
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from oathtools.web.app import Served
from tests.support.browser import Screen
from tests.support.phones import begun, typed
from tests.support.server import listening, wait_for

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ("Ann", "Bo", "Cy", "Dee")
GUEST, HOST = "", "@"
SHARED, LARGE, SMALL = (1180, 760), (360, 740), (320, 568)
KEPT = {"shared-screen": (SHARED, True), "me": (LARGE, False), "plan": (SMALL, True), "dice": (SMALL, False)}
DECLARED = "/do?defender=purple&target=site.mountain&dice=3"
NUMBERS = "force=6&defense=4&defenders=3"


class Shot(NamedTuple):
    """A page of somebody: its name, whose it is, its address, what is tapped on it, which question is answered by it.

    ``then``: a last tap, once the picture is made.
    """

    name: str
    who: str
    where: str
    taps: tuple[tuple[str, int], ...] = ()
    then: str = ""


EVENING = (
    Shot("shared-screen", GUEST, "/table"),
    Shot("table", "Bo", "/table"),
    Shot("me", "Bo", "/me"),
    Shot("ask", "Bo", "/question"),
    Shot("why-not", "Bo", "/do?say=campaign%20Ann%20--target%20Plains"),
    Shot("do", "Bo", DECLARED, then="form[action='/answer'] .go"),
    Shot("plan", "Ann", "/question", then="button[value='denizen.longbows']"),
    Shot("ask-others", "Cy", "/question"),
    Shot("dice", "Ann", "/question", ((".face", 0), (".face", 1)), then="form.answer.dice > .go"),
    Shot("dice-attack", "Bo", "/question", ((".face", 2),), then="form.answer.dice > .go"),
    Shot("battle", "Bo", "/battle"),
    Shot("log", "Bo", "/log"),
    Shot("win", "Bo", "/win"),
    Shot("why", "Bo", "/why?words=travel+Plains"),
    Shot("join", GUEST, "/join/"),
    Shot("seats", HOST, "/seats"),
    Shot("refused", GUEST, "/me"),
    Shot("rules", GUEST, "/rules?q=kill"),
    Shot("law", GUEST, "/law/5.5.2"),
    Shot("card", GUEST, "/card/longbows"),
    Shot("cards", GUEST, "/cards"),
    Shot("rulings", GUEST, "/rulings"),
    Shot("odds", GUEST, f"/odds?{NUMBERS}"),
    Shot("fight-defense", GUEST, f"/fight?{NUMBERS}"),
    Shot("fight-attack", GUEST, f"/fight?{NUMBERS}&defense.0=2&defense.1=2"),
    Shot("fight", GUEST, f"/fight?{NUMBERS}&defense.0=2&defense.1=2&attack.0=3&attack.1=3"),
    Shot("won", GUEST, "/won"),
    Shot("position", GUEST, "/position"),
    Shot("setup", GUEST, "/setup"),
    Shot("pulls", "Bo", "/pulls"),
    Shot("chronicle", GUEST, "/chronicle"),
)


def played(screens: dict[str, Screen], served: Served, base: str) -> Iterator[Shot]:
    """Play the evening: each page stands there when it is yielded."""
    free = served.seats.invitation("Dee")
    for shot in EVENING:
        screen = screens[shot.who]
        screen.open(f"{base}{shot.where}{free if shot.name == 'join' else ''}")
        for selector, at in shot.taps:
            screen.tap(selector, at)
        yield shot
        if shot.then:
            head = served.kept.play().head
            screen.tap(shot.then)
            wait_for(lambda head=head: served.kept.play().head > head)


def whole(screen: Screen) -> bytes:
    """The page from its top to its bottom."""
    size = screen.web.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 2400), "scale": 1}
    shown = screen.web.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
    return base64.b64decode(shown["data"])


def evening(folder: Path, size: tuple[int, int], dark: bool, to: Path, take: str = "") -> None:
    """One evening with phones of one size: the picture that is asked for, all of them where none is."""
    saga = begun(folder)
    for words in ("travel Mountain", "end"):
        typed(saga, "answer", *words.split())
    with ExitStack() as stack, listening(saga) as (served, base):
        screens = {}
        for name in (*PLAYERS[:3], GUEST, HOST):
            screens[name] = Screen(folder / f"profile {name}", *size, dark)
            stack.callback(screens[name].web.quit)
        for name in (*PLAYERS[:3], HOST):
            token = served.seats.host if name == HOST else served.seats.invitation(name)
            screens[name].open(f"{base}/join/{token}")
            screens[name].tap(".go")
        for shot in played(screens, served, base):
            screen = screens[shot.who]
            assert screen.fits(), (shot, size)
            if not take:
                (to / f"{shot.name}-{size[0]}-{'dark' if dark else 'light'}.png").write_bytes(whole(screen))
            elif shot.name == take:
                screen.web.execute_script("scrollTo(0, 0)")
                screen.web.save_screenshot(str(to / f"{shot.name}.png"))


def main() -> int:
    said = ArgumentParser(description="The pictures of phones.md and the tutorial.")
    said.add_argument("--all", type=Path, metavar="FOLDER", help="every page at both sizes, light and dark")
    to = said.parse_args().all
    if to is not None:
        to.mkdir(parents=True, exist_ok=True)
        for size, dark in product((LARGE, SMALL), (False, True)):
            with tempfile.TemporaryDirectory() as made:
                evening(Path(made), size, dark, to)
        return 0
    for name, (size, dark) in KEPT.items():
        with tempfile.TemporaryDirectory() as made:
            evening(Path(made), size, dark, ROOT / "docs" / "pictures", name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
