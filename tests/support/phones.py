"""Phones at a table, without a browser: each a client with its cookie, which taps what stands on its last page."""

import asyncio
import re
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlencode

import httpx
import pytest
from click.testing import CliRunner

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.journal import file
from oathtools.journal.entry import Entry
from oathtools.web.app import How, Served
from tests.support.made_once import copied

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("httpx", reason="the extra web is not installed")


HOST = "testserver"
ORIGIN = f"http://{HOST}"
FORM = "application/x-www-form-urlencoded"
# A first game up to Ann's first turn, as people at a table tell it.
BEGUN = ("3", "3", "3", "3", "Mountain", "-", "-")


def typed(saga: Path, *words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(cli, ["-C", str(saga), *words], obj=Settings(), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


def begun(folder: Path, *words: str, answers: tuple[str, ...] = BEGUN) -> Path:
    """A saga with a running game of four, in its first turn."""
    saga = folder / "saga"

    def make() -> None:
        CliRunner().invoke(cli, ["new", str(saga), "--first-game"], obj=Settings(), standalone_mode=False)
        typed(saga, "start", "--players", "Ann,Bo,Cy,Dee", *words)
        for answer in answers:
            typed(saga, "answer", answer)

    copied(("begun", words, answers), saga, make)
    return saga


def entries(saga: Path) -> list[Entry]:
    """What the journal holds."""
    return file.read(saga / "games" / "0001.jsonl").entries


def serve(saga: Path | None, **how: Any) -> Served:
    """The server over a saga, called as tests call it."""
    return Served(How(saga, hosts=(HOST,), base=ORIGIN, **how))


class Browser:
    """Requests to the application itself, without a network: each in a loop of its own, which ends with it."""

    def __init__(self, served: Served) -> None:
        asks = httpx.ASGITransport(served.app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=asks, base_url=ORIGIN, follow_redirects=True)
        self.cookies, self.headers = self._client.cookies, self._client.headers

    def request(self, method: str, where: str, **sent: Any) -> httpx.Response:
        """Send a request; its answer."""
        return asyncio.run(self._client.request(method, where, **sent))

    def get(self, where: str, **sent: Any) -> httpx.Response:
        """Open a page."""
        return self.request("GET", where, **sent)

    def post(self, where: str, **sent: Any) -> httpx.Response:
        """Send a form."""
        return self.request("POST", where, **sent)


class Answer(NamedTuple):
    """What came back: as much of it as phones look at."""

    status_code: int
    headers: dict[str, str]
    text: str


class Straight:
    """Requests handed to the application as a server hands them over, one after the other: no loop, no thread.

    The same application with all that stands before it, at a tenth of the cost of a client.
    """

    def __init__(self, served: Served) -> None:
        async def here(act: Any, *given: Any, slow: bool = False) -> Any:
            return act(*given)

        served.aside = here
        self.app, self.cookies = served.app, dict[str, str]()

    def request(self, method: str, where: str, content: str = "", headers: dict[str, str] | None = None) -> Answer:
        """Send a request; its answer."""
        path, _, query = where.partition("?")
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        told = {"host": HOST, "cookie": cookie, **(headers or {})}
        scope = {"type": "http", "method": method, "scheme": "http", "path": unquote(path), "root_path": "",
                 "raw_path": path.encode(), "query_string": query.encode(), "server": (HOST, 80),
                 "headers": [(name.encode(), value.encode()) for name, value in told.items()]}  # fmt: skip
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": content.encode(), "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        under_way = self.app(scope, receive, send)
        with suppress(StopIteration):
            under_way.send(None)
            raise AssertionError("it waits for something")
        head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        kept = head.get("set-cookie", "").partition(";")[0].partition("=")
        if kept[1]:
            self.cookies[kept[0]] = kept[2]
        return Answer(sent[0]["status"], head, b"".join(part.get("body", b"") for part in sent[1:]).decode())

    def get(self, where: str) -> Answer:
        """Open a page; what it points to is followed."""
        answer = self.request("GET", where)
        return self.get(answer.headers["location"]) if answer.status_code == 303 else answer

    def post(self, where: str, content: str = "", headers: dict[str, str] | None = None) -> Answer:
        """Send a form."""
        answer = self.request("POST", where, content, headers)
        return self.get(answer.headers["location"]) if answer.status_code == 303 else answer


class Phone:
    """A phone: what its page shows, what it taps."""

    def __init__(self, served: Served, client: Any = Browser) -> None:
        self.served = served
        self.client = client(served)
        self.status, self.page = 0, ""

    def get(self, where: str) -> str:
        """Open a page; its text."""
        answer = self.client.get(where)
        self.status, self.page = answer.status_code, answer.text
        return self.page

    def post(self, where: str, fields: Any, headers: dict[str, str] | None = None) -> str:
        """Send a form; the page that comes."""
        sent = {"origin": ORIGIN, "content-type": FORM, **(headers or {})}
        answer = self.client.post(where, content=urlencode(fields, doseq=True), headers=sent)
        self.status, self.page = answer.status_code, answer.text
        return self.page

    def sit(self, name: str) -> "Phone":
        """Claim a seat by its code."""
        self.post(f"/join/{self.served.seats.invitation(name)}", {})
        assert self.status == 200, self.page
        return self

    def field(self, name: str) -> str:
        """The value of a hidden field on the page."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page)
        return unescape(found[1]) if found else ""

    def say(self, words: str) -> str:
        """Answer the open question in words."""
        self.get("/question")
        return self.post("/answer", {"mark": self.field("mark"), "n": self.field("n"), "words": words})

    def tap(self, **fields: Any) -> str:
        """Answer the open question by tapping."""
        self.get("/question")
        told = {name.replace("_", "."): value for name, value in fields.items()}
        return self.post("/answer", {"mark": self.field("mark"), "n": self.field("n"), **told})


def phones(served: Served, *names: str) -> dict[str, Phone]:
    """A phone for each player."""
    return {name: Phone(served).sit(name) for name in names}


__all__ = ["BEGUN", "Failure", "Phone", "Straight", "begun", "entries", "phones", "serve", "typed"]
