"""The story page in headless Chromium: it opens without an error, shows nothing hidden, and fits a phone."""

import html
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from oathtools import catalog
from oathtools.render.world.story import story_of
from oathtools.render.world.story_page import as_html
from oathtools.saga.importing import imported, worlds_in
from oathtools.saga.past.story import anonymous, hidden_cards
from tests.saga.transitions_data import strings
from tests.support.alike import main_in
from tests.support.browser import Screen

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

# Put into a copy of the page for the test alone: the page itself runs nothing.
PROBE = """<script>
addEventListener("load", () => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const small = [...document.querySelectorAll("p,h2,h3,td,li")]
    .filter(each => parseFloat(getComputedStyle(each).fontSize) < 12.5).length;
  const drawn = [...document.querySelectorAll("svg[role=img]")].filter(each => each.getBoundingClientRect().width < 40);
  document.title = `wide ${wide} small ${small} undrawn ${drawn.length} of ${document.images.length}`;
});
</script></head>"""


@pytest.fixture(scope="module")
def world():
    return anonymous(imported(worlds_in("strings", "\n".join(strings(0, 8)))).saga)


def opened(path, *options: str) -> tuple[str, str]:
    """The page as the browser holds it, and what it complained of."""
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    command += [f"--user-data-dir={path.parent / 'profile'}", "--enable-logging=stderr", "--v=0", *options]
    done = subprocess.run(
        [*command, "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout, "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


def test_the_page_opens_without_an_error_and_names_nothing_hidden(world, tmp_path):
    """9.4: what the browser makes of the page names no hidden card either, and its console is empty."""
    path = tmp_path / "story.html"
    path.write_text(as_html(story_of(world), {"game-1": "Our *words*."}, {}), encoding="utf-8")
    page, complaints = opened(path)
    assert complaints == ""
    assert "Our <em>words</em>." in page and page.count("<article") == len(world.history)
    seen = html.unescape(re.sub(r"<style>.*?</style>", "", page, flags=re.S))
    for card in hidden_cards(world):
        assert catalog.name_of(card) not in seen


@pytest.mark.parametrize("size", ["390,844", "1200,900"])
def test_the_page_fits_its_window(world, tmp_path, size):
    """Nothing stands out at the side, no text is too small to read, every picture is drawn."""
    page = as_html(story_of(world), {}, {}).replace("</head>", PROBE)
    path = tmp_path / "story.html"
    path.write_text(page, encoding="utf-8")
    page, complaints = opened(path, f"--window-size={size}")
    assert complaints == ""
    found = re.search(r"<title>wide (-?\d+) small (\d+) undrawn (\d+) of 0</title>", page)
    assert found is not None, page[:500]
    assert int(found[1]) <= 0 and found[2] == "0" and found[3] == "0"


# -- every page that is written into a file, for those who do not see, or not well: what axe finds ---------------------

AXE = os.environ.get("OATHTOOLS_AXE")  # the file axe.min.js, which is not ours
SCAN = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then((found) =>
  done(found.violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.target} ${node.html}`))));
"""
SHEETS = ("setup", "turn", "campaign", "missed", "powers", "pulls", "chronicle", "offer")
GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The story of a saga, the report of a run of games set beside others, every sheet."""
    folder = tmp_path_factory.mktemp("pages")
    saga = folder / "saga"
    assert main_in(folder, "new", "saga", "--first-game")[1] == 0
    (saga / "games").mkdir()
    shutil.copy(GAMES / "3.3-stable-regime.jsonl", saga / "games" / "0001.jsonl")
    calls = [["chronicle", "write", "--auto"], ["chronicle", "story"], ["chronicle", "story", "-o", "story.html"]]
    calls += [["simulate", "--games", "2", "--bots", "random", "--against", "A-05=c", "--out", "run", "--workers", "1"]]
    calls += [["print", sheet, "-o", f"{sheet}.html"] for sheet in SHEETS]
    for words in calls:
        told, status = main_in(saga, *words)
        assert status == 0, (words, told)
    pages = sorted(saga.rglob("*.html"))
    assert {"story.html", "report.html", *(f"{sheet}.html" for sheet in SHEETS)} <= {page.name for page in pages}
    return pages


@pytest.mark.skipif(AXE is None, reason="OATHTOOLS_AXE names no file")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
def test_axe_finds_nothing(written: list[Path], size: tuple[int, int], dark: bool, tmp_path: Path) -> None:
    screen = Screen(tmp_path / "profile", *size, dark)
    try:
        for page in written:
            screen.open(page.as_uri())
            screen.web.execute_script(Path(str(AXE)).read_text(encoding="utf-8"))
            assert screen.web.execute_async_script(SCAN) == [], page.name
    finally:
        screen.web.quit()
