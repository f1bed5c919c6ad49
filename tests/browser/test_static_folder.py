"""The folder of static files in Chromium: pages as ``serve`` has them, a saga that is kept, no network, one host."""

import json
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

from tests.support.browser import a_game
from tests.support.phones import BEGUN, Straight, begun, serve, typed
from tests.support.server import wait_for
from tests.support.static_folder import Host, Tab, tab

pytestmark = pytest.mark.soak

LOOK_UPS = (
    *("/law", "/law/5.5.2", "/card/denizen.longbows", "/cards", "/rulings", "/ruling/A-02", "/rules?q=who+kills"),
    *("/odds?force=6&defense=4&defenders=3", "/odds?force=6&defense=4&defenders=3&attacker_plans=longbows"),
    *("/fight?force=4&defense=2&defenders=1&attack.0=1", "/won", "/won?at=round+end", "/setup?players=5", "/position"),
    *("/pulls", "/law/nothing", "/no/such/page", "/card/longbws", "/odds?force=99"),
)


def _main(text: str) -> str:
    """The main part of a page without marks of forms, and without what only the device has."""
    found = re.search(r"<main.*</main>", text, re.DOTALL)
    assert found, text
    text = re.sub(r' value="[0-9a-f]{64}"', "", found[0])
    return re.sub(r'\s*<a class="tap" href="/[a-z]+">(Sagas|A command)</a>', "", text)


def test_look_ups_are_those_of_serve_and_nothing_is_asked_of_another_host(page: Tab) -> None:
    here = Straight(serve(None))
    page.begin("/rules")
    for where in LOOK_UPS:
        page.go(where)
        assert page.fits(), where
        assert _main(page.answered(where)) == _main(here.request("GET", where).text), where
    assert page.elsewhere() == [] and page.complaints() == []


def test_a_link_carries_what_it_asks(page: Tab) -> None:
    page.begin("/rules")
    for link, title in (
        ("card=Longbows", "Longbows"),
        ("law=5.5.2", "5.5.2"),
        ("odds=6-4-3", "A campaign by its numbers"),
        ("ruling=A-02", "A-02"),
        ("command=law 5.5.2", "A command"),
        ("search=who kills warbands", "Rules"),
        ("position=round: 3&words=end", "round: 3"),
    ):
        shown = page.go(link)
        assert title in page.title() or title in shown, link
    page.go("odds=6-4-3&attacker_plans=longbows")
    assert "%" in page.holds("document.querySelector('main').textContent")


def test_look_ups_are_there_before_python_is(page: Tab) -> None:
    page.open(f"{page.host.base}#/law/5.5.2")
    wait_for(lambda: "5.5.2" in page.title())
    assert not page.holds("document.body.dataset.ready === 'yes'")
    page.settled()
    assert "5.5.2" in page.title()


def test_a_saga_is_kept_when_the_tab_is_closed_and_its_journal_is_the_command_lines(page: Tab, tmp_path: Path) -> None:
    page.begin("/sagas")
    page.begin_saga()
    for words in BEGUN:
        page.say(words)
    page.open("about:blank")
    page.begin("/")
    assert "Act phase" in page.holds("document.querySelector('main').textContent") or page.title()
    page.say("travel Mountain")
    other = begun(tmp_path)
    typed(other, "answer", "travel", "Mountain")
    assert page.journal() == (other / "games" / "0001.jsonl").read_bytes()
    assert page.complaints() == [] and page.elsewhere() == []


def test_without_a_network_everything_is_there(page: Tab) -> None:
    page.begin("/rules")
    wait_for(lambda: page.holds("document.body.dataset.offline === 'yes'"), 60)
    page.host.cut()
    try:
        page.begin("/law/5.5.2")
        assert "5.5.2" in page.title()
        page.begin_saga()
        page.say("3")
        page.begin("/question")
        assert "Bo draws" in page.title()
    finally:
        page.host.serve()


def test_a_game_and_its_chronicle_are_tapped(page: Tab, tmp_path: Path) -> None:
    """78 answers with every way of answering: the journal is the command line's to the byte, and so is the new world.

    Of chapter 8 the pages write what nobody tells in the line of the answer before it, the commands apart from it.
    """
    saga = begun(tmp_path, answers=())
    page.begin("/sagas")
    page.begin_saga()
    page.go("/question")
    for decision, answer in a_game(saga):
        if page.holds("!!document.querySelector('form[action=\"/chronicle\"]')"):
            page.send("form[action='/chronicle']")
        page.tell(decision, answer)
    ours, theirs = page.journal().splitlines(), (saga / "games" / "0001.jsonl").read_bytes().splitlines()
    written = next(at for at, line in enumerate(theirs) if b'"chronicle":' in line)
    assert len(theirs) > 70 and ours[:written] == theirs[:written]
    assert _rows(ours) == _rows(theirs)
    assert page.kept_file("Our saga/chronicle.yaml") == (saga / "chronicle.yaml").read_bytes()
    assert "The next game" in page.go("/question")
    assert page.complaints() == [] and page.elsewhere() == []


def _rows(lines: list[bytes]) -> list[object]:
    read = [json.loads(line) for line in lines]
    return [row for each in read for row in (each if isinstance(each, list) else [each])]


def test_a_long_question_is_stopped_and_nothing_is_changed(page: Tab) -> None:
    page.begin("/sagas")
    page.begin_saga()
    before = page.journal()
    page.go("/command?line=simulate+--games+500")
    page.web.execute_script("document.querySelector('form.command').requestSubmit()")
    wait_for(lambda: page.told() == "This takes a while.")
    page.tap("#device button", done=lambda: page.told() != "This takes a while.")
    page.settled()
    assert page.journal() == before
    page.say("3")
    assert "Bo draws" in page.title()


def begin_and_keep(page: Tab) -> None:
    """A saga and its first answer, once the browser has kept all that it needs without a network."""
    page.begin("/sagas")
    page.begin_saga()
    page.say("3")
    wait_for(lambda: page.holds("document.body.dataset.offline === 'yes'"), 60)


def test_a_new_version_is_offered_and_the_saga_goes_on_in_it(folder: Path, tmp_path: Path) -> None:
    own = shutil.copytree(folder, tmp_path / "own")
    host = Host(own)
    with tab(host, tmp_path / "profile") as page:
        begin_and_keep(page)
        old = page.holds("document.body.dataset.version")
        for name in ("index.html", "manifest.webmanifest", "offline.js"):
            (own / name).write_text((own / name).read_text(encoding="utf-8").replace(old, "anew"), encoding="utf-8")
        (own / old).rename(own / "anew")
        page.begin("/question")
        assert page.holds("document.body.dataset.version") == old
        wait_for(lambda: "A new version is here" in page.told(), 60)
        page.tap("#device button", done=lambda: page.holds("document.body.dataset.version") == "anew")
        page.settled()
        assert "Bo draws" in page.title()
    host.cut()


def test_where_a_browser_does_not_take_pythons_memory_it_is_begun_from_its_files(folder: Path, tmp_path: Path) -> None:
    """That is slower; once it was so, it is so without a network, too."""
    own = shutil.copytree(folder, tmp_path / "own")
    for memory in own.glob("*/python.zst"):
        memory.write_bytes(b"not what this browser takes")
    host = Host(own)
    with tab(host, tmp_path / "profile") as page:
        begin_and_keep(page)
        page.begin("/question")
        host.cut()
        page.begin("/question")
        assert "Bo draws" in page.title() and page.elsewhere() == []
