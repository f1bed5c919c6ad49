"""What a browser keeps: tabs that end, a second tab, storage that is full or cleared, old and damaged files."""

import shutil
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

from selenium.common.exceptions import WebDriverException

from oathtools.browser.device import packed
from oathtools.saga import folder as sagas
from tests.browser.conftest import CHROMIUM_ALONE
from tests.support.phones import BEGUN, begun
from tests.support.server import wait_for
from tests.support.static_folder import WAYS, Tab, killed

pytestmark = pytest.mark.soak
OLDER = Path(__file__).parents[1] / "games" / "older"
MAIN = "document.querySelector('main').textContent"


def test_what_is_asked_of_another_host_is_noticed(page: Tab) -> None:
    """By which every test of a tab fails if it asks one."""
    page.begin("/rules")
    assert page.elsewhere() == []
    with suppress(WebDriverException):
        page.open("http://oathtools.example/asked")
    assert any("oathtools.example" in each for each in page.elsewhere())
    page.host.strayed.clear()
    page.open("about:blank")


@pytest.mark.parametrize("way", WAYS)
def test_a_tab_that_ends_in_the_midst_of_an_answer_loses_no_other(page: Tab, way: str) -> None:
    """Each way some times; ``python -m tests.checks tab-kills`` does it 200 times."""
    page.begin("/sagas")
    page.begin_saga()
    for words in BEGUN:
        page.say(words)
    for after in (0.0, Random(way).uniform(0, 0.5)):
        killed(page, after, way)


def test_a_second_tab_is_told_and_has_the_sagas_once_the_first_is_closed(page: Tab) -> None:
    page.begin("/sagas")
    page.begin_saga()
    page.say("3")
    before = page.journal()
    first = page.web.current_window_handle
    page.web.switch_to.new_window("tab")
    page.begin("/sagas")
    assert "open in another tab" in page.holds(MAIN)
    assert "Longbows" in page.go("/card/longbows")
    page.go("/sagas")
    second = page.web.current_window_handle
    page.web.switch_to.window(first)
    assert page.journal() == before
    page.web.close()
    page.web.switch_to.window(second)
    wait_for(lambda: "Our saga" in page.holds(MAIN), 30)
    page.say("3")
    assert page.journal().startswith(before) and len(page.journal()) > len(before)


def test_what_somebody_clears_is_written_again_with_the_next_answer(page: Tab) -> None:
    page.begin("/sagas")
    page.begin_saga()
    page.say("3")
    before = page.journal()
    page.clear()
    assert page.journal() == b""
    page.say("3")
    assert page.told() == "" and page.journal().startswith(before) and len(page.journal()) > len(before)


@pytest.mark.parametrize("page", CHROMIUM_ALONE, indirect=True)
def test_a_full_storage_is_told_and_what_was_answered_is_kept_as_soon_as_there_is_room(page: Tab) -> None:
    """Nothing is kept by half; what is on the page can be saved to a file, and the game goes on."""
    page.begin("/sagas")
    page.begin_saga()
    page.say("3")
    before = page.journal()
    page.room(1)
    page.say("3")
    wait_for(lambda: "the browser's storage is full" in page.told())
    assert "Cy draws" in page.title() and page.journal() == before
    page.say("3")
    assert "Dee draws" in page.title() and page.journal() == before
    assert page.answered("/sagas/save/Our%20saga")[:2] == "PK"
    page.room(None)
    page.tap("#device button", done=lambda: page.told() == "")
    kept = page.journal()
    assert kept.startswith(before) and len(kept.splitlines()) == len(before.splitlines()) + 2
    page.begin("/question")
    assert "Dee draws" in page.title()


def test_an_old_versions_sagas_open_and_their_journals_stay_as_they_were(page: Tab, tmp_path: Path) -> None:
    """The games of version 0.1.0 that are kept, each in a saga of its own."""
    page.begin("/sagas")
    for path in sorted(OLDER.glob("*.jsonl")):
        saga = tmp_path / path.stem
        (saga / "games").mkdir(parents=True)
        (saga / sagas.CHRONICLE).write_text("oath: supremacy\n", encoding="utf-8")
        shutil.copy(path, saga / "games" / "0001.jsonl")
        page.load(saga, tmp_path)
        assert 'data-page="table"' in page.go("/table"), path
        assert page.kept_file(f"{saga.name}/games/0001.jsonl") == path.read_bytes()
        assert page.told() == ""
    assert all(path.stem in page.go("/sagas") for path in OLDER.glob("*.jsonl")) and page.complaints() == []


def test_a_zip_goes_there_and_back_and_a_damaged_one_is_refused_and_nothing_is_lost(page: Tab, tmp_path: Path) -> None:
    saga = begun(tmp_path)
    whole = packed(saga)
    page.begin("/sagas")
    page.begin_saga()
    page.say("3")
    before = page.journal()
    for number, content in enumerate((b"", whole[: len(whole) // 2], whole[:40] + b"?" * 40 + whole[80:])):
        (path := tmp_path / f"damaged {number}.zip").write_bytes(content)
        page.load_file(path)
        assert "Nothing was changed" in page.holds(MAIN), page.holds(MAIN)
        assert page.journal() == before
    page.load(saga, tmp_path)
    names = ("chronicle.yaml", "games/0001.jsonl")
    held = {f"saga/{name}": (saga / name).read_bytes() for name in names}
    assert {name: page.kept_file(name) for name in held} == held
    assert held.items() <= page.saved("saga").items()
    assert page.saved("Our saga")["Our saga/games/0001.jsonl"] == before
    page.begin("/sagas")
    assert "Our saga" in page.holds(MAIN) and page.journal() == before
