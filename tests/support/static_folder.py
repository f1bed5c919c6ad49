"""The folder of static files, served by a plain file server, and a tab of a browser in which it runs."""

import io
import os
import re
import shutil
import signal
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.common.exceptions import WebDriverException

from oathtools.browser import bundle
from oathtools.browser.device import packed
from oathtools.engine.decision import Decision
from tests.support.browser import Screen, chromium
from tests.support.firefox import Firefox
from tests.support.server import wait_for

QUIET = (
    "--disable-features=AutofillServerCommunication",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pings",
)
# What browsers ask of their makers all the same: updates, the time, lists; no page of any site asks it of these.
MAKERS = re.compile(
    r"(http://)?(((update|optimizationguide-pa)\.googleapis|(clients2|accounts|www)\.google|start\.duckduckgo)\.com"
    r"|[\w.-]+\.mozilla\.(com|net|org))[:/]"
)
STARTED = 90.0  # seconds at most until Python answers, on a machine that is busy


def made(folder: Path) -> Path:
    """The folder; the test is skipped where Pyodide cannot be had. ``OATHTOOLS_FOLDER``: one that is there already."""
    if there := os.environ.get("OATHTOOLS_FOLDER"):
        return Path(shutil.copytree(there, folder))
    try:
        bundle.make(folder)
    except bundle.NoRuntime as fault:
        pytest.skip(str(fault))
    return folder


class Files(SimpleHTTPRequestHandler):
    """A plain file server, which notes nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Silence."""

    def do_POST(self) -> None:
        """What a test's own script says, in the address."""
        self.server.notes.append(self.path)  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()


class Elsewhere(Files):
    """The way to every other host, which leads nowhere: who takes it is noted."""

    def parse_request(self) -> bool:
        """What it is about is enough."""
        if super().parse_request():
            self.server.notes.append(self.path)  # type: ignore[attr-defined]
        return False


class Server(ThreadingHTTPServer):
    """A server in a thread; ``notes``: what it was sent, and by which way."""

    def __init__(self, port: int, handler: Any, notes: list[str]) -> None:
        super().__init__(("127.0.0.1", port), handler)
        self.notes = notes
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Host:
    """Where the folder is served, until it is cut off; and served again at the same address.

    ``noted``: what scripts of tests said; ``strayed``: what was asked of any other host.
    """

    def __init__(self, folder: Path) -> None:
        self._files, self.port = partial(Files, directory=str(folder)), 0
        self.noted, self.strayed = list[str](), list[str]()
        self.elsewhere = Server(0, Elsewhere, self.strayed).server_port
        self.serve()

    def serve(self) -> None:
        """Serve, at the same port as before."""
        self._server = Server(self.port, self._files, self.noted)
        self.port = self._server.server_port

    def cut(self) -> None:
        """Nobody answers there any more."""
        self._server.shutdown()
        self._server.server_close()

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/"


class Tab(Screen):
    """A tab in which the folder is open, as ``Screen`` taps in it. All other hosts stand behind a way that is noted."""

    def __init__(
        self,
        host: Host,
        profile: Path,
        width: int = 360,
        height: int = 740,
        dark: bool = False,
        firefox: bool = False,
        flags: tuple[str, ...] = (),
    ) -> None:
        if firefox:
            way = {f"network.proxy.{each}": "127.0.0.1" for each in ("http", "ssl")}
            ports = {f"{each}_port": host.elsewhere for each in way}
            web: Any = Firefox(profile, **way, **ports, **{"network.proxy.type": 1})
        else:
            web = chromium(profile, f"--proxy-server=127.0.0.1:{host.elsewhere}", *QUIET, *flags)
        super().__init__(profile, width, height, dark, web)
        self.host = host

    def begin(self, where: str = "/") -> None:
        """Load the page anew at an address, and wait until Python answers."""
        self.open("about:blank")
        self.open(f"{self.host.base}#{where}")
        self.settled()

    def settled(self) -> None:
        """Wait until what was asked is shown."""
        done = "document.body.dataset.ready === 'yes' && !document.body.hasAttribute('aria-busy')"
        wait_for(lambda: self.holds(done), STARTED)

    def go(self, where: str) -> str:
        """Open a page; returns what its main part holds."""
        script = "history.pushState(null, '', `#${arguments[0]}`); dispatchEvent(new HashChangeEvent('hashchange'))"
        self.web.execute_script(script, where)
        self.settled()
        return str(self.holds("document.querySelector('main').outerHTML"))

    def answered(self, where: str) -> str:
        """A page as the worker answers it, before it is shown."""
        script = "const [where, done] = arguments; oathtools.ask(where).then((came) => came.text()).then(done)"
        return str(self.web.execute_async_script(script, where))

    def saved(self, saga: str) -> dict[str, bytes]:
        """What the zip of a saga holds, as the page hands it over."""
        script = "const [where, done] = arguments; oathtools.ask(where).then((came) => came.arrayBuffer())"
        script += ".then((held) => done([...new Uint8Array(held)]))"
        content = bytes(self.web.execute_async_script(script, f"/sagas/save/{quote(saga)}"))
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def send(self, form: str, **fields: str) -> None:
        """Fill in a form of the page that is shown, and send it."""
        self.web.execute_script(
            "const [form, fields] = [document.querySelector(arguments[0]), arguments[1]];"
            "for (const [name, value] of Object.entries(fields)) {"
            "  const field = form.querySelector(`[name=${name}]`);"
            "  if (['radio', 'checkbox'].includes(field.type))"
            "    form.querySelector(`[name=${name}][value=${value}]`).checked = true;"
            "  else field.value = value;"
            "}"
            "document.body.setAttribute('aria-busy', 'true'); form.requestSubmit();",
            form,
            fields,
        )
        self.settled()

    def title(self) -> str:
        """The heading."""
        return str(self.holds("document.querySelector('h1')?.textContent.trim() ?? ''"))

    def begin_saga(self, name: str = "Our saga", players: str = "Ann, Bo, Cy, Dee", deals: str = "people") -> None:
        """A saga with a game."""
        self.go("/sagas")
        self.send("form:has([name=do][value=begin])", name=name)
        self.send("form[action='/start']", players=players, deals=deals)

    def say(self, words: str) -> None:
        """Answer the open question in words."""
        self.go("/question")
        self.send("form.say", words=words)

    def told(self) -> str:
        """What stands above the page; empty where nothing does."""
        box = "document.querySelector('#device')"
        return str(self.holds(f"{box}.hidden ? '' : {box}.firstElementChild.textContent"))

    def journal(self) -> bytes:
        """The journal as it is kept: in the browser's storage, not in memory."""
        return self.kept_file("Our saga/games/0001.jsonl")

    def kept_file(self, name: str) -> bytes:
        """A file of the sagas as it is kept; empty if it is not."""
        script = """
            const [path, done] = arguments;
            indexedDB.open("/sagas").onsuccess = ({ target: { result: base } }) => {
              if (!base.objectStoreNames.contains("FILE_DATA")) return base.close(), done([]);
              const row = base.transaction("FILE_DATA").objectStore("FILE_DATA").get(path);
              row.onsuccess = () => { base.close(); done([...(row.result?.contents ?? [])]); };
            };"""
        return bytes(self.web.execute_async_script(script, f"/sagas/{name}"))

    def clear(self) -> None:
        """Clear what the browser keeps of the sagas, as its own settings do."""
        if not isinstance(self.web, Firefox):
            cleared = {"origin": self.host.base.rstrip("/"), "storageTypes": "indexeddb"}
            self.web.execute_cdp_cmd("Storage.clearDataForOrigin", cleared)
            return
        self.web.execute_async_script("""
            const [done] = arguments;
            indexedDB.open("/sagas").onsuccess = ({ target: { result: base } }) => {
              const row = base.transaction("FILE_DATA", "readwrite").objectStore("FILE_DATA").clear();
              row.onsuccess = () => { base.close(); done(); };
            };""")

    def room(self, quota: int | None) -> None:
        """What the browser may keep of the page, in bytes; None: as much as it likes.

        Chromium remembers for half a minute how much room there was: less is heeded once something was refused.
        """
        given = {} if quota is None else {"quotaSize": quota}
        self.web.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": self.host.base.rstrip("/"), **given})
        script = """
            const [done] = arguments;
            const opening = indexedDB.open("room");
            opening.onupgradeneeded = () => opening.result.createObjectStore("room");
            opening.onerror = () => done(true);
            opening.onsuccess = () => {
              const writing = opening.result.transaction("room", "readwrite");
              writing.objectStore("room").put("x".repeat(1000), 1);
              writing.oncomplete = () => { opening.result.close(); done(false); };
              writing.onabort = () => { opening.result.close(); done(true); };
            };"""
        if quota is not None:
            wait_for(lambda: self.web.execute_async_script(script), 60)

    def load(self, saga: Path, folder: Path) -> None:
        """Load a saga from its zip."""
        (path := folder / f"{saga.name}.zip").write_bytes(packed(saga))
        self.load_file(path)

    def load_file(self, path: Path) -> None:
        """Choose a file to be loaded."""
        self.go("/sagas")
        self.all("form[data-file] [name=file]")[0].send_keys(str(path))
        self.send("form[data-file]")

    def processes(self) -> list[Path]:
        """The processes of this browser's pages, the largest first, each as its folder of ``/proc``."""
        parents, found = {}, [self.web.process]
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                parents[path] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        for pid in found:
            found += [int(path.name) for path, parent in parents.items() if parent == pid]
        pages = [path for path in parents if int(path.name) in found and _shows(path)]
        return sorted(pages, key=lambda path: -int((path / "statm").read_text().split()[1]))

    def beside(self) -> None:
        """Another tab, empty, which is there when this one has ended."""
        self.here = self.web.current_window_handle
        if len(self.web.window_handles) == 1:
            self.web.switch_to.new_window("tab")
            self.web.switch_to.window(self.here)

    def end(self, way: str) -> None:
        """End what the tab holds; an empty one is there."""
        if way == "left":
            self.web.execute_script("location = 'about:blank'")
            wait_for(lambda: self.holds("location.href") == "about:blank", STARTED)
            return
        if way == "crashed":
            os.kill(int(self.processes()[0].name), signal.SIGKILL)
        with suppress(WebDriverException):
            self.web.close()
        self.web.switch_to.window(next(each for each in self.web.window_handles if each != self.here))

    def elsewhere(self) -> list[str]:
        """What was asked of another host than that of the page, by the page, its worker or anything else here."""
        asked = self.holds("performance.getEntriesByType('resource').map((each) => each.name)")
        strayed = [each for each in self.host.strayed if not MAKERS.match(each)]
        return [*strayed, *(each for each in asked if not each.startswith((self.host.base, "blob:")))]

    @property
    def kept(self) -> "Tab":
        """What ``Screen.answer`` asks of a table: this tab is its own."""
        return self

    def play(self) -> "Tab":
        """The game as the page shows it."""
        return self

    @property
    def head(self) -> int:
        """How many answers there are before the question that is shown; more than any where nothing is asked."""
        shown = "document.querySelector('main form.answer [name=n]')?.value"
        busy = "document.body.hasAttribute('aria-busy')"
        return -1 if self.holds(busy) else int(self.holds(shown) or 100_000) - 1

    def tell(self, decision: Decision, answer: Any) -> None:
        """Answer a question by tapping; where it is for one player's eyes, they take the device first."""
        if self.holds("!!document.querySelector('main form[action=\"/hold\"]')"):
            self.send("main form[action='/hold']")
        self.answer(decision, answer, self)  # type: ignore[arg-type]
        self.settled()


@contextmanager
def tab(host: Host, profile: Path, **look: Any) -> Iterator[Tab]:
    """A tab, until it is closed."""
    opened = Tab(host, profile, **look)
    try:
        yield opened
    finally:
        opened.web.quit()


def _shows(process: Path) -> bool:
    try:
        words = (process / "cmdline").read_bytes()
    except OSError:
        return False  # it has ended
    return b"--type=renderer" in words or (b"-contentproc" in words and words.rstrip(b"\0").endswith(b"tab"))


WAYS = ("left", "closed", "crashed")  # another page in its place; the tab closed; its process killed


def killed(page: Tab, after: float, way: str = "left") -> str:
    """End a tab so many seconds after a turn's end, or an undo of one, was sent; what became of it.

    Raises ``AssertionError`` if an answer that was shown is lost, or anything else of the journal, or the game does not
    go on; also if what was sent is refused, since that would show nothing.
    """
    page.go("/question")
    before, n = page.journal(), "document.querySelector('main form.say [name=n]')?.value"
    number = page.holds(n)
    if b'"answer":"end"' in before.splitlines()[-1]:
        page.go("/log")
        script = "const form = document.querySelector('form[action=\"/undo\"]');"
        script += "form.querySelectorAll('[type=checkbox]').forEach((each) => (each.checked = true));"
    else:
        script = "const form = document.querySelector('form.say'); form.querySelector('[name=words]').value = 'end';"
    page.host.noted.clear()
    page.beside()
    page.web.execute_script(
        "document.addEventListener('shown', () => navigator.sendBeacon("
        "  `/${document.body.dataset.tab}?${encodeURIComponent(document.querySelector('#device').textContent)}`));"
        f"{script} form.requestSubmit();"
    )
    time.sleep(after)
    page.end(way)
    # What the page says to be on it alone is no promise.
    shown = any("on%20this%20page%20only" not in each for each in page.host.noted)
    assert not any(each.startswith("/refused") for each in page.host.noted), "what was sent is refused"
    page.begin("/question")
    now = page.journal()
    assert now.startswith(before) and now.endswith(b"\n") and len(now.splitlines()) - len(before.splitlines()) in (0, 1)
    assert now != before or not shown, f"it was shown, and is not kept: {page.host.noted}"
    assert (page.holds(n) != number) is (now != before), "the question is not that of the journal"
    assert page.complaints() == []
    return "shown, and kept" if shown else "in flight, and kept" if now != before else "in flight, and lost"
