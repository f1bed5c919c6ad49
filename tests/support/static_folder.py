"""The folder of static files, served by a plain file server, and a tab of a browser in which it runs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from oathtools.browser import bundle
from oathtools.engine.decision import Decision
from tests.support.browser import Screen
from tests.support.server import wait_for

STARTED = 90.0  # seconds at most until Python answers, on a machine that is busy


def made(folder: Path) -> Path:
    """The folder; the test is skipped where Pyodide cannot be had."""
    try:
        bundle.make(folder)
    except bundle.NoRuntime as fault:
        pytest.skip(str(fault))
    return folder


class Files(SimpleHTTPRequestHandler):
    """A plain file server, which notes nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Silence."""


class Host:
    """Where the folder is served, until it is cut off; and served again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._files, self.port = partial(Files, directory=str(folder)), 0
        self.serve()

    def serve(self) -> None:
        """Serve, at the same port as before."""
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), self._files)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def cut(self) -> None:
        """Nobody answers there any more."""
        self._server.shutdown()
        self._server.server_close()

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/"


class Tab(Screen):
    """A tab in which the folder is open, as ``Screen`` taps in it."""

    def __init__(self, host: Host, profile: Path, width: int = 360, height: int = 740, dark: bool = False) -> None:
        super().__init__(profile, width, height, dark)
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
              const row = base.transaction("FILE_DATA").objectStore("FILE_DATA").get(path);
              row.onsuccess = () => { base.close(); done([...(row.result?.contents ?? [])]); };
            };"""
        return bytes(self.web.execute_async_script(script, f"/sagas/{name}"))

    def elsewhere(self) -> list[str]:
        """What was asked of another host than that of the page."""
        asked = self.holds("performance.getEntriesByType('resource').map((each) => each.name)")
        return [each for each in asked if not each.startswith((self.host.base, "blob:"))]

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


def killed(page: Tab, after: float) -> bool:
    """Close a tab so many seconds after an answer, or an undo, was sent; was it kept?

    Raises ``AssertionError`` if anything else of the journal is lost or changed, or the game does not go on.
    """
    page.go("/question")
    before, number = page.journal(), page.holds("document.querySelector('main form.say [name=n]')?.value")
    if b'"undo"' in before.splitlines()[-1] or int(number) % 2:
        script = "const form = document.querySelector('form.say'); form.querySelector('[name=words]').value = 'end';"
    else:
        page.go("/log")
        script = "const form = document.querySelector('form[action=\"/undo\"]');"
        script += "form.querySelectorAll('[type=checkbox]').forEach((each) => (each.checked = true));"
    page.web.execute_script(
        f"{script} form.requestSubmit(); setTimeout(() => (location = 'about:blank'), {after} * 1000)"
    )
    wait_for(lambda: page.holds("location.href") == "about:blank", STARTED)
    page.begin("/question")
    now = page.journal()
    assert now.startswith(before) and now.endswith(b"\n") and len(now.splitlines()) - len(before.splitlines()) in (0, 1)
    assert page.complaints() == []
    return now != before
