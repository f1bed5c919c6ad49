"""The pages on one device, asked without a browser: sagas begun, passed round, saved and loaded; what is refused."""

import asyncio
import io
import re
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from starlette.routing import Route

from oathtools.browser import bundle
from oathtools.browser.device import FORM, Device, Reply
from oathtools.web.seats import GUEST, HOST
from tests.support.daily import daily
from tests.support.phones import BEGUN, Phone, Straight, begun, serve, typed

SAGA = "Our saga"
NAMES = ("Ann", "Bo", "Cy", "Dee")
MORE = (
    *("/law/5.5.2", "/law/nothing", "/card/denizen.longbows", "/card/longbws", "/ruling/A-02", "/rules?q=who+kills"),
    *("/odds?force=6&defense=4&defenders=3&attacker_plans=longbows", "/odds?force=99", "/names?q=lon", "/no/such/page"),
    *("/fight?force=4&defense=2&defenders=1&attack.0=1", "/won?at=round+end", "/setup?players=5"),
    *("/do?action=travel", "/why?words=travel+Mountain", "/log?all=1", "/story?of=1"),
)


class Tapped:
    """A device, and the last page that it showed."""

    def __init__(self, root: Path) -> None:
        root.mkdir(exist_ok=True)
        self.root, self.device, self.text = root, Device(root), ""

    def ask(self, method: str, where: str, body: bytes = b"", kind: str = FORM) -> Reply:
        """A page, or what a form came to; where it leads on is followed."""
        came = asyncio.run(self.device.answer(method, where, body, kind))
        self.text = unescape(came.body.decode("utf-8", "replace"))
        return self.ask("GET", came.location) if came.location else came

    def open(self, where: str) -> str:
        """A page that is there."""
        assert self.ask("GET", where).status == 200, self.text
        return self.text

    def send(self, where: str, **fields: str) -> int:
        """Send a form of a page that was made here."""
        mark = self.device.served.seats.mark(GUEST)
        return self.ask("POST", where, urlencode({"mark": mark, **fields}).encode()).status

    def begin(self, *, deals: str = "people") -> None:
        """A saga with a game of four."""
        self.send("/sagas", do="begin", name=SAGA)
        self.send("/start", players=", ".join(NAMES), deals=deals, seed="1")

    def answer(self, words: str) -> int:
        """Answer the open question in words."""
        self.open("/question")
        number = re.search(r'name="n" value="(\d+)"', self.text)
        return self.send("/answer", n=number[1] if number else "1", words=words)


@pytest.fixture
def tapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tapped:
    monkeypatch.chdir(tmp_path)  # what a test opens is not where the next one begins
    return Tapped(tmp_path / "sagas")


def test_a_game_here_has_the_journal_of_the_command_line(tapped: Tapped, tmp_path: Path) -> None:
    """To the byte; and the next game, the log and an undo are those of ``serve``."""
    tapped.begin()
    for words in (*BEGUN, "travel Mountain"):
        assert tapped.answer(words) == 200, tapped.text
    other = begun(tmp_path)
    typed(other, "answer", "travel", "Mountain")
    journal = Path("games", "0001.jsonl")
    assert (tapped.root / SAGA / journal).read_bytes() == (other / journal).read_bytes()
    assert "travels" in tapped.open("/log")


# What is another thing where one device goes round: who holds it instead of seats and codes, news of the network, bots.
_APART = ("/", "/me", "/seats", "/events", "/start")


def _main(text: str) -> str:
    """The main part of a page without marks of forms, the clock, and the ways to what only the device has."""
    found = re.search(r"<main.*</main>", text, re.DOTALL)
    text = re.sub(r' value="[0-9a-f]{64}"|<time data-since.*?</time>', "", found[0] if found else text)
    ours = r'\s*<a class="tap" href="/[a-z]+">(Sagas|A command|Who holds this\?|Codes for the seats)</a>'
    return re.sub(ours, "", text)


_STANDS = {"at the beginning": (), "in a first turn": BEGUN, "later": (*BEGUN, "travel Mountain", "end"), "over": None}


@pytest.mark.parametrize("answers", daily([pytest.param(each, id=when) for when, each in _STANDS.items()], 4))
def test_every_page_that_needs_no_second_person_is_that_of_serve(
    tapped: Tapped, answers: tuple[str, ...] | None
) -> None:
    """At a game that stands here or there: whatever addresses ``serve`` has, a clause, a card, a point."""
    saga = begun(tapped.root, answers=answers or ())
    if answers is None:
        typed(saga, "start", "--anew", "--bots", "3", "--seed", "3")
    served = serve(saga, scribe="laptop")
    laptop, tapped.device = Phone(served, Straight).sit(HOST), Device(tapped.root)
    tapped.device.show(saga.name)
    pages = [each.path for each in served._routes() if isinstance(each, Route) and "GET" in (each.methods or ())]
    plain = [each for each in pages if "{" not in each and each not in _APART]
    assert len(plain) == 20
    for where in (*plain, *MORE):
        laptop.get(where)
        assert laptop.status < 500, where
        assert (tapped.ask("GET", where).status, _main(tapped.text)) == (laptop.status, _main(unescape(laptop.page))), (
            where
        )


def test_no_codes_are_shown_that_nobody_can_scan(tapped: Tapped) -> None:
    tapped.begin()
    assert "/seats" not in tapped.open("/table") and "Who holds this?" in tapped.text
    assert "Who holds this?" in tapped.open("/seats") and "<svg" not in tapped.text


def test_the_saga_that_was_open_is_open_the_next_time(tapped: Tapped) -> None:
    tapped.begin()
    assert Tapped(tapped.root).ask("GET", "/").status == 200
    again = Tapped(tapped.root)
    assert again.device.saga == SAGA and "The Oath of" in again.open("/table")


def test_who_holds_the_device_sees_their_own_and_then_it_is_the_tables_again(tapped: Tapped) -> None:
    """9.4: what only one may see is shown once they say who they are; after that answer nobody sees it."""
    tapped.begin(deals="tool")
    assert "Only Ann may see the answers" in tapped.open("/question")
    assert tapped.send("/hold", name="Bo") == 200 and "<h1>Bo</h1>" in tapped.text
    assert "Only Ann may see the answers" in tapped.open("/question")
    assert tapped.send("/hold", name="Ann", once="yes") == 200
    assert "You are asked" in tapped.text
    pick = re.search(r'name="pick" value="([^"]+)"', tapped.text)
    number = re.search(r'name="n" value="(\d+)"', tapped.text)
    assert pick and number and tapped.send("/answer", n=number[1], pick=pick[1]) == 200
    assert "Who holds this?" in tapped.open("/me")
    assert tapped.send("/hold", name="Zoe") == 404


def test_a_saga_there_and_back_is_the_same(tapped: Tapped) -> None:
    tapped.begin()
    tapped.answer("3")
    saved = tapped.ask("GET", "/sagas/save/Our%20saga")
    assert saved.status == 200 and saved.kind == "application/zip"
    assert tapped.ask("POST", "/sagas/load/Our%20saga.zip", saved.body, "application/zip").status == 200
    assert tapped.device.sagas() == [SAGA, f"{SAGA} 2"] and tapped.device.saga == f"{SAGA} 2"
    one, other = (tapped.root / name for name in tapped.device.sagas())
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.suffix in (".jsonl", ".yaml"))
    assert len(files) == 2 and all((one / path).read_bytes() == (other / path).read_bytes() for path in files)


def _zip(**files: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no zip at all",
        _zip(**{"notes.txt": "nothing"}),
        _zip(**{"chronicle.yaml": "game: [", "games/0001.jsonl": "{}"}),
        _zip(**{"chronicle.yaml": "game: 1", "../../escaped.yaml": "x"}),
        _zip(**{"a/chronicle.yaml": "x: 1", "a/..\\b": "x"}),
    ],
)
def test_a_file_that_is_no_saga_is_refused_and_nothing_is_changed(tapped: Tapped, content: bytes) -> None:
    tapped.begin()
    before = sorted(tapped.root.parent.rglob("*"))
    assert tapped.ask("POST", "/sagas/load/x.zip", content, "application/zip").status == 409
    assert "Nothing was changed" in tapped.text and tapped.device.saga == SAGA
    assert sorted(tapped.root.parent.rglob("*")) == before


def test_a_torn_zip_is_refused(tapped: Tapped) -> None:
    tapped.begin()
    whole = tapped.ask("GET", "/sagas/save/Our%20saga").body
    for upto in range(0, len(whole), max(1, len(whole) // 40)):
        assert tapped.ask("POST", "/sagas/load/x.zip", whole[:upto], "application/zip").status == 409


@pytest.mark.parametrize("name", ["", "../up", ".last", "a" * 41, "a/b", SAGA])
def test_a_saga_wants_a_name_that_is_free(tapped: Tapped, name: str) -> None:
    tapped.begin()
    assert tapped.send("/sagas", do="begin", name=name) in (400, 409)
    assert tapped.device.sagas() == [SAGA]


def test_a_saga_is_taken_away_by_whoever_is_sure(tapped: Tapped) -> None:
    tapped.begin()
    assert tapped.send("/sagas", do="remove", name=SAGA) == 409 and tapped.device.sagas() == [SAGA]
    assert tapped.send("/sagas", do="remove", name=SAGA, sure="yes") == 200 and tapped.device.sagas() == []
    assert "There is none yet" in tapped.text


def test_a_save_string_that_is_none_begins_nothing(tapped: Tapped) -> None:
    assert tapped.send("/sagas", do="begin", name=SAGA, string="0301") == 409
    assert tapped.device.sagas() == [] and not (tapped.root / SAGA).exists()


def test_a_second_game_wants_the_first_to_be_over(tapped: Tapped) -> None:
    tapped.begin()
    assert tapped.send("/start", players="Ann, Bo", deals="people") == 409 and "not over" in tapped.text
    assert "Ann, Bo, Cy, Dee" in tapped.open("/start")
    assert tapped.send("/start", players="Ann, Bo", deals="tool", anew="yes") == 200


def test_commands_say_what_they_say_at_a_terminal(tapped: Tapped, tmp_path: Path) -> None:
    tapped.begin()
    assert tapped.send("/command", line="oathtools law 5.5.5") == 200
    assert typed(tmp_path, "law", "5.5.5").strip().splitlines()[-1] in tapped.text
    tapped.send("/command", line="status")
    assert typed(tapped.root / SAGA, "status").strip().splitlines()[0] in tapped.text
    tapped.send("/command", line="lw 5.5.5")
    assert "Did you mean law" in tapped.text


@pytest.mark.parametrize(("line", "status"), [("play", 409), ("serve --lan", 409), ("law '5", 400), ("x" * 4001, 413)])
def test_commands_that_want_a_terminal_or_cannot_be_read_are_refused(tapped: Tapped, line: str, status: int) -> None:
    assert tapped.send("/command", line=line) == status


def test_a_link_to_a_command_does_nothing_by_itself(tapped: Tapped) -> None:
    tapped.begin()
    assert "start --anew" in tapped.open("/command?line=start+--anew")
    assert len(list((tapped.root / SAGA / "games").glob("*.jsonl"))) == 1


def test_where_another_tab_has_the_sagas_only_look_ups_are_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    device = Device(None)
    for where, status in (("/law/5.5.2", 200), ("/sagas", 200), ("/sagas/load/x.zip", 405), ("/start", 404)):
        assert asyncio.run(device.answer("GET", where)).status == status
    assert asyncio.run(device.answer("POST", "/sagas/load/x.zip", b"", "application/zip")).status == 409


def test_nothing_of_ours_imports_what_the_folder_leaves_out() -> None:
    lines = (Path(bundle.__file__).parent / "unused.txt").read_text(encoding="utf-8").splitlines()
    unused = [each.removesuffix(".py").rstrip("/").replace("/", ".") for each in lines if not each.startswith("#")]
    assert "unittest" in unused
    for path in Path(bundle.__file__).parents[1].rglob("*.py"):
        named = re.findall(r"^ *(?:from|import) ([\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert not set(named) & set(unused), path


def test_each_command_is_loaded_without_what_the_folder_leaves_out() -> None:
    """Nor does anything that it imports import it at once: here, what is left out cannot be imported."""
    lines = (Path(bundle.__file__).parent / "unused.txt").read_text(encoding="utf-8").splitlines()
    unused = {each.rstrip("/") for each in lines if each.endswith("/") and "/" not in each[:-1]} - {"encodings"}
    script = f"""
import sys, importlib, pkgutil, oathtools.cli
sys.modules |= dict.fromkeys({unused!r} - sys.modules.keys())
for each in pkgutil.walk_packages(oathtools.cli.__path__, "oathtools.cli."):
    importlib.import_module(each.name)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
