"""In a browser: a phone that has lost a page gets it, and says so meanwhile; the shared screen shows all at once."""

import os
from collections.abc import Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from oathtools.bots.planner import choose
from oathtools.saga import folder
from tests.support.browser import CHROMIUM, DRIVER, TAPS, Evening, Screen, windows
from tests.support.daily import daily
from tests.support.phones import begun, typed
from tests.support.server import listening, wait_for

pytestmark = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver is installed")

# The next pages that are asked for are lost on the way.
DROPS = """
window.left = arguments[0];
window.asked ??= window.fetch;
window.fetch = (...given) => (window.left-- > 0 ? Promise.reject(new TypeError("lost")) : window.asked(...given));
"""


SOONER = "const wait = setTimeout; window.setTimeout = (then, ms) => wait(then, ms / 10)"  # what is waited for


EVENING = int(os.environ.get("OATHTOOLS_EVENING", "16"))  # so many actions


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    found = Screen(tmp_path_factory.mktemp("profile"), 360, 740, False)
    yield found
    found.web.quit()


def test_no_page_stays_stale_after_dropped_fetches(screen: Screen, tmp_path: Path) -> None:
    """Whatever is lost is asked for again, until the page shows the state that the table has named."""
    saga = begun(tmp_path)
    rng = Random(1)
    with listening(saga) as (served, base):
        screen.open(f"{base}/join/{served.seats.invitation('Bo')}")
        screen.tap(".go", done=lambda: screen.holds("document.querySelector('h1')?.textContent === 'Bo'"))
        screen.open(f"{base}/question")
        screen.web.execute_script(SOONER)
        dropped = 0
        for _ in range(6):
            drops = rng.randrange(1, 4)
            screen.web.execute_script(DROPS, drops)
            typed(saga, "answer", "end")
            dropped += drops
            wait_for(lambda: screen.holds("window.left") < 0)  # the news may come a moment after the answer
            wait_for(lambda: screen.holds("document.body.dataset.at") == served.news.version())
            wait_for(lambda: screen.holds("document.querySelector('#lost').hidden"))
        assert dropped >= 6


@pytest.mark.soak
@pytest.mark.parametrize("name", ["Ann", "Bo", "Cy", "Dee"])
def test_five_hundred_dropped_fetches_on_four_phones(screen: Screen, tmp_path: Path, name: str) -> None:
    """A quarter of them on each, answers given and taken back; what is waited for is waited for a tenth as long."""
    saga, rng, dropped, lines = begun(tmp_path), Random(name), 0, cycle((("answer", "end"), ("undo",)))
    with listening(saga) as (served, base):
        screen.open(f"{base}/join/{served.seats.invitation(name)}")
        screen.tap(".go", done=lambda: screen.holds("document.querySelector('h1')?.textContent") == name)
        screen.open(f"{base}/{rng.choice(('question', 'table', 'log', 'me'))}")
        screen.web.execute_script(SOONER)
        while dropped < 125:
            drops = rng.randrange(1, 5)
            screen.web.execute_script(DROPS, drops)
            typed(saga, *next(lines))
            dropped += drops
            wait_for(lambda: screen.holds("window.left") < 0)  # the news may come a moment after the answer
            wait_for(lambda: screen.holds("document.body.dataset.at") == served.news.version())
            wait_for(lambda: screen.holds("document.querySelector('#lost').hidden"))


def test_what_is_lost_for_long_is_said(screen: Screen, tmp_path: Path) -> None:
    saga = begun(tmp_path)
    with listening(saga) as (served, base):
        screen.open(f"{base}/question")
        screen.web.execute_script(SOONER)
        screen.web.execute_script(DROPS, 4)
        typed(saga, "answer", "end")
        wait_for(lambda: not screen.holds("document.querySelector('#lost').hidden"))
        wait_for(lambda: screen.holds("document.body.dataset.at") == served.news.version())
        wait_for(lambda: screen.holds("document.querySelector('#lost').hidden"))


def test_a_phone_notices_that_it_is_asked(screen: Screen, tmp_path: Path) -> None:
    saga = begun(tmp_path)
    with listening(saga) as (served, base):
        screen.open(f"{base}/join/{served.seats.invitation('Bo')}")
        screen.tap(".go", done=lambda: screen.holds("document.querySelector('h1')?.textContent === 'Bo'"))
        screen.web.execute_script("navigator.vibrate = () => (window.buzzed = true)")
        assert not screen.web.title.startswith("●")
        typed(saga, "answer", "end")
        wait_for(lambda: screen.web.title.startswith("●"))
        assert screen.holds("window.buzzed") and screen.all("nav .called")


@pytest.mark.parametrize(
    ("players", "size"),
    daily(
        [(6, (1100, 760)), (4, (1280, 800)), (4, (1100, 760)), (4, (1920, 1080)), (6, (1280, 800)), (6, (1920, 1080))],
        6,
    ),
)
def test_the_shared_screen_shows_all_without_scrolling(
    screen: Screen, tmp_path: Path, size: tuple[int, int], players: int
) -> None:
    """Every part of the picture, the last lines of the log and who is asked, within the window."""
    saga = begun(tmp_path, answers=())
    if players == 6:
        typed(saga, "start", "--anew", "--players", "Ann,Bo,Cy,Dee,Eve,Flo", "--seed", "4")
    rng, most = Random(1), 200
    with folder.writing(folder.latest(saga)) as running:
        play, since = running.play, running.play.head
        while play.pending is not None and (most > 0 or play.pending.kind != "act"):
            play.answer(choose(play.pending, rng))
            most -= 1
        running.save(play.entries[since:])
    screen.size(*size)
    with listening(saga) as (_, base):
        screen.open(f"{base}/table")
        edges = "[...document.querySelectorAll('{}')].map((each) => each.getBoundingClientRect().{})"
        below, left = edges.format(".shared .pic, .strip", "bottom"), edges.format(".shared .pic", "left")
        assert max(screen.holds(below)) <= size[1]
        assert min(screen.holds(left)) >= 0 and screen.fits()
        assert len(screen.all(".shared .table .pic")) >= 13 + players
        if play.pending is not None:
            typed(saga, "answer", "end")
            wait_for(lambda: not screen.holds("document.querySelector('#happened').hidden"))
            assert screen.all("#happened")[0].text
    screen.size(360, 740)


@pytest.mark.soak
def test_an_evening_on_four_phones_takes_few_taps(tmp_path: Path) -> None:
    """A Search five, a Muster two, a campaign without plans six; a die that a hand rolled one more."""
    names = ("Ann", "Bo", "Cy", "Dee")
    hosts = {name: f"{name.lower()}.phone" for name in names}
    with (
        listening(begun(tmp_path), hosts=(*hosts.values(), "127.0.0.1")) as (served, base),
        windows(tmp_path / "profile", names) as phones,
    ):
        for name, host in hosts.items():
            there = base.replace("127.0.0.1", host)
            phones[name].open(f"{there}/join/{served.seats.invitation(name)}")
            sat = f"document.querySelector('h1')?.textContent === '{name}'"
            phones[name].tap(".go", done=partial(phones[name].holds, sat))
            phones[name].open(f"{there}/question")
        evening = Evening(phones, served, Random(3))
        while evening.act() and len(evening.done) < EVENING:
            pass
        for action, most in TAPS.items():
            done = [each for each in evening.done if each.action == action]
            print(action, sorted(each.taps - each.dice for each in done))
            assert len(done) >= 2 and max(each.taps - each.dice for each in done) <= most, done
        assert {bool(each.dice) for each in evening.done if each.action == "campaign"} == {True, False}
        assert all(phone.fits() for phone in phones.values())


# -- for those who do not see, or not well: what axe finds -------------------------------------------------------------

AXE = os.environ.get("OATHTOOLS_AXE")  # the file axe.min.js, which is not ours
SCAN = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then((found) =>
  done(found.violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.target} ${node.html}`))));
"""
PAGES = ("/", "/table", "/me", "/question", "/log", "/win", "/battle", "/why?words=travel+Plains", "/setup", "/pulls",
         "/chronicle", "/story", "/won", "/position", "/fight?force=6&defense=4&defenders=3", "/rules?q=kill", "/law",
         "/law/5.5.2", "/cards", "/card/denizen.longbows", "/rulings", "/ruling/A-02", "/seats",
         "/odds?force=6&defense=4&defenders=3")  # fmt: skip


def scanned(screen: Screen) -> list[str]:
    """What axe finds on the page that is open."""
    screen.web.execute_script(Path(str(AXE)).read_text(encoding="utf-8"))
    return list(screen.web.execute_async_script(SCAN))


# What may be tapped and is less than 44 px high or wide. A link among words may be: whoever taps 21 px beside its
# middle must have tapped it, or what is nearer.
SMALL = """
const taps = "a[href],button,summary,label,select,textarea,input:not([type=hidden])";
const hits = (x, y) => {
  let hit = null;
  const on = (event) => (hit ??= event.target.closest(taps + ",li[data-n]")) && event.preventDefault();
  addEventListener("click", on, true);
  const at = { bubbles: true, cancelable: true, pointerType: "touch", clientX: x, clientY: y };
  document.elementFromPoint(x, y)?.dispatchEvent(new PointerEvent("click", at));
  removeEventListener("click", on, true);
  return x < 1 || x > innerWidth - 1 || hit;
};
return [...document.querySelectorAll(taps)].filter((each) => {
  const boxes = [...each.getClientRects()];
  if (!boxes.length || !each.checkVisibility({ visibilityProperty: true }) || each.closest("label input, .skip, .away"))
    return false;
  if (Math.max(...boxes.map((box) => box.width)) >= 43.5 && Math.max(...boxes.map((box) => box.height)) >= 43.5)
    return false;
  if (!each.matches("main a") || getComputedStyle(each).display !== "inline") return true;
  each.scrollIntoView({ block: "center" });
  const { left, top, width, height } = each.getClientRects()[0];
  return [[0, -21], [0, 21], [-21, 0], [21, 0]].some(([x, y]) => !hits(left + width / 2 + x, top + height / 2 + y));
}).map((each) => each.outerHTML);
"""


@pytest.mark.parametrize("who", daily(["Bo", None], 2))
def test_all_that_is_tapped_is_large_enough(screen: Screen, tmp_path: Path, who: str | None) -> None:
    """44 px on every page, of the phones and of files; each name in a picture is a larger link below it, too."""
    saga = begun(tmp_path)
    typed(saga, "review", "--deep", "0", "-o", str(tmp_path / "review.html"))
    screen.open((tmp_path / "review.html").as_uri())
    assert screen.web.execute_script(SMALL) == []
    screen.web.execute_script("document.querySelector('#on').style = 'min-height:2rem;height:2rem'")
    assert len(screen.web.execute_script(SMALL)) == 1
    links = "[...document.querySelectorAll('{}')].map((each) => each.getAttribute('href'))".format
    with listening(saga) as (served, base):
        if who is not None:
            screen.open(f"{base}/join/{served.seats.invitation(who)}")
            assert screen.web.execute_script(SMALL) == []
            screen.tap(".go", done=lambda: screen.holds("document.querySelector('h1')?.textContent === 'Bo'"))
        for page in PAGES:
            screen.open(base + page)
            assert screen.web.execute_script(SMALL) == [], (page, who)
            assert set(screen.holds(links(".pic a"))) <= set(screen.holds(links("details .tap"))), (page, who)


@pytest.mark.skipif(AXE is None, reason="OATHTOOLS_AXE names no file")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_axe_finds_nothing(tmp_path: Path, size: tuple[int, int], dark: bool) -> None:
    """Pages of the phones for everybody and for a player, a replay with its review, the drawn table, a story."""
    saga, screen = begun(tmp_path), Screen(tmp_path / "profile", *size, dark)
    try:
        for words in (["review", "--deep", "0", "-o"], ["status", "--html"]):
            file = tmp_path / f"{words[0]}.html"
            typed(saga, *words, str(file))
            screen.open(file.as_uri())
            assert scanned(screen) == [], file.name
        screen.web.execute_script("document.body.append(document.createElement('img'))")
        assert any(each.startswith("image-alt") for each in scanned(screen))
        with listening(saga) as (served, base):
            for who in (None, "Bo"):
                if who is not None:
                    screen.open(f"{base}/join/{served.seats.invitation(who)}")
                    assert scanned(screen) == [], "join"
                    screen.tap(".go", done=lambda: screen.holds("document.querySelector('h1')?.textContent === 'Bo'"))
                for page in PAGES:
                    screen.open(base + page)
                    assert scanned(screen) == [], (page, who)
    finally:
        screen.web.quit()
