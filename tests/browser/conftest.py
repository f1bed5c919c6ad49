"""The folder of static files, made once, and a tab of each browser in which it is open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

from tests.support.browser import CHROMIUM, DRIVER
from tests.support.firefox import FIREFOX
from tests.support.made_once import made_once
from tests.support.static_folder import Host, Tab, made, tab

MISSING = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver is installed")
BROWSERS = {
    "chromium": (MISSING,),
    "firefox": (pytest.mark.soak, pytest.mark.skipif(FIREFOX is None, reason="no Firefox is installed")),
}
BOTH = tuple(pytest.param(name, marks=marks) for name, marks in BROWSERS.items())
CHROMIUM_ALONE = BOTH[:1]  # what only its own tools can do to a page


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "static", made)


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    served = Host(folder)
    yield served
    served.cut()


@pytest.fixture(params=BOTH)
def page(request: pytest.FixtureRequest, host: Host, tmp_path: Path) -> Iterator[Tab]:
    """A tab, which must ask nothing of any other host, whatever a test does in it."""
    with tab(host, tmp_path / "profile", firefox=request.param == "firefox") as opened:
        yield opened
        assert opened.elsewhere() == []
