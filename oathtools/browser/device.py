"""What the worker of a browser calls: the application of ``serve``, asked in place, with the sagas that are kept here.

    device = Device(Path("/sagas"))
    answer = await device.answer("GET", "/law/5.5.2")

There is one device and no network, so nobody is told apart by a cookie: whoever holds the device says so with a tap
(``OneDevice.holder``). What a saga can do beyond its pages is done by the commands, called as at a terminal (``call``).
"""

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import traceback
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from oathtools.cli.main import run
from oathtools.cli.shared.common import Settings
from oathtools.cli.shared.folders import fault_text
from oathtools.kit.text import capital
from oathtools.saga import folder, writing
from oathtools.saga.chronicle.record import ChronicleError
from oathtools.web.app import How, Served
from oathtools.web.desk import Desk
from oathtools.web.guard import FAULTS, Form, Refused, plain
from oathtools.web.seats import HOST, Person, Seats
from oathtools.web.shelf import page

NAME = "device"  # what it calls itself in its own requests
FORM = "application/x-www-form-urlencoded"
_LAST = ".last"  # beside the sagas: which of them was shown
_NAMED = re.compile(r"[^\W_][\w '-]{0,39}")
# A zip that is loaded: its size, and that of what it holds; no saga has half of it.
_PACKED, _UNPACKED, _MOST = 32_000_000, 128_000_000, 4_000
_LONGEST = 4_000  # letters of a command: a save string is one word of it
_NOT_HERE = ("play", "serve", "mcp")


class Reply(NamedTuple):
    """What a request came to: ``location`` is where to go on, if anywhere."""

    status: int
    kind: str
    location: str
    body: bytes


class Device:
    """The device: its sagas, and the one whose pages are shown, also the next time.

    ``root`` None: they are open in another tab.
    """

    def __init__(self, root: Path | None) -> None:
        self.root = root
        last = root / _LAST if root is not None else None
        name = last.read_text(encoding="utf-8") if last is not None and last.is_file() else ""
        self.show(name if name in self.sagas() else None)

    def show(self, name: str | None) -> None:
        """Show the pages of a saga; of none if ``name`` is None."""
        self.saga = name
        if self.root is not None:
            (self.root / _LAST).write_text(name or "", encoding="utf-8")
        self.served = OneDevice(self)
        os.chdir(self.path or "/")

    @property
    def path(self) -> Path | None:
        """The folder of the saga that is shown."""
        return self.root / self.saga if self.root is not None and self.saga is not None else None

    def sagas(self) -> list[str]:
        """The names of all sagas that are kept here."""
        if self.root is None:
            return []
        return sorted(each.name for each in self.root.iterdir() if (each / folder.CHRONICLE).is_file())

    async def answer(self, method: str, target: str, body: Any = b"", kind: str = FORM) -> Reply:
        """Ask a page, or send a form. Never raises: what goes wrong is a page, too."""
        path, _, query = target.partition("?")
        own = {"host": NAME, "origin": f"http://{NAME}", "content-type": kind, "content-length": str(len(body))}
        body = bytes(body)
        headers = [(key.encode(), value.encode()) for key, value in own.items()]
        scope: dict[str, Any] = {"type": "http", "method": method, "scheme": "http", "path": unquote(path)}
        scope |= {"query_string": query.encode(), "headers": headers, "client": (NAME, 0), "server": (NAME, 80)}
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        try:
            await self.served.app(scope, receive, send)
        except Exception:  # it was answered with a page of its own; the console is told the rest
            traceback.print_exc()
        came = {key.decode(): value.decode("latin-1") for key, value in sent[0]["headers"]}
        whole = b"".join(each.get("body", b"") for each in sent[1:])
        return Reply(sent[0]["status"], came.get("content-type", ""), came.get("location", ""), whole)


class OneDevice(Served):
    """The pages of one saga, or of none. ``holder``: who has the device; ``once``: for one answer."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.holder, self.once = None if device.path is None else HOST, False
        super().__init__(How(device.path, scribe="laptop", hosts=(NAME,), one_device=True), Seats(None))

    def _person(self, request: Request) -> Person:
        return Person(self.holder)

    async def _beside(self, make: Callable[..., Response], *given: Any, slow: bool = False) -> Response:
        return make(*given)  # a worker has one thread

    def _routes(self) -> list[Route]:
        looks = {"/": self._front, "/me": self._me, "/sagas": self._sagas, "/start": self._start}
        looks |= dict.fromkeys(("/hold", "/seats"), self._hold)  # there are no codes to scan
        forms = {"/answer": self._answer, "/hold": self._held, "/leave": self._left, "/sagas": self._change}
        forms |= {"/start": self._started, "/command": self._called}
        return [
            *(Route(where, self._look(show), methods=["GET"]) for where, show in looks.items()),
            *(Route(where, self._form(take), methods=["POST"]) for where, take in forms.items()),
            Route("/command", self._look(self._command), methods=["GET"]),
            Route("/sagas/save/{name}", self._save, methods=["GET"]),
            Route("/sagas/load/{name}", self._load, methods=["POST"]),
            *super()._routes(),
        ]

    # -- whose hands the device is in ------------------------------------------------------------------------------

    def _front(self, desk: Desk, request: Request, person: Person) -> Response:
        if self.device.path is None:
            return RedirectResponse("/rules", 303)
        return RedirectResponse("/table" if folder.games(self.device.path) else "/start", 303)

    def _me(self, desk: Desk, request: Request, person: Person) -> Response:
        return self._hold(desk, request, person) if person.name == HOST else desk.me(request, person)

    def _hold(self, desk: Desk, request: Request, person: Person) -> Response:
        return desk.show(lambda play, table, seat: page("hold", desk, person, seats=table.seats), person)

    def _held(self, person: Person, form: Form) -> Response:
        _, table = self.desk.at_table()
        name = next((name for name, seat in table.seats.items() if form.get("name") in (name, seat)), None)
        if name is None:
            raise Refused(404, "Nobody of that name plays")
        self.holder, self.once = name, bool(form.get("once"))
        return RedirectResponse("/question" if self.once else "/me", 303)

    def _left(self, person: Person, form: Form) -> Response:
        self.holder = HOST
        return RedirectResponse("/table", 303)

    def _answer(self, person: Person, form: Form) -> Response:
        came = self.desk.answer(person, form)
        if self.once:
            self.holder = HOST
        return came

    # -- sagas -----------------------------------------------------------------------------------------------------

    def _sagas(self, desk: Desk, request: Request, person: Person) -> Response:
        root, names = self.device.root, self.device.sagas()
        rows = [(name, len(folder.games(root / name))) for name in names] if root else []
        return page("sagas", desk, person, rows=rows, open=self.device.saga, elsewhere=root is None, quoted=quote)

    @property
    def _root(self) -> Path:
        """Raises ``Refused`` where the sagas are open in another tab."""
        if self.device.root is None:
            raise Refused(409, "Your sagas are open in another tab", hint="Play there, or close that tab.")
        return self.device.root

    def _change(self, person: Person, form: Form) -> Response:
        """Begin a saga, show one, or take one away."""
        root, name = self._root, form.get("name").strip()
        if form.get("do") == "begin":
            text = form.get("string").strip()
            carry_out(["new", str(_fresh(root, name)), *(["--tts", text] if text else ["--first-game"])])
            self.device.show(name)
            return RedirectResponse("/start", 303)
        if name not in self.device.sagas():
            raise Refused(404, "There is no such saga")
        if form.get("do") == "remove":
            if form.get("sure") != "yes":
                raise Refused(409, f"{name} would be gone for ever", hint="Tick the box if it is to be. It is here.")
            self.device.show(None)
            shutil.rmtree(root / name)
            return RedirectResponse("/sagas", 303)
        self.device.show(name)
        return RedirectResponse("/", 303)

    async def _save(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self.device.sagas():
            raise Refused(404, "There is no such saga")
        return Response(packed(self._root / name), media_type="application/zip")

    async def _load(self, request: Request) -> Response:
        content = await request.body()
        self.device.show(unpacked(content, self._root, request.path_params["name"]).name)
        return RedirectResponse("/", 303)

    def _start(self, desk: Desk, request: Request, person: Person) -> Response:
        try:
            seats = folder.view(folder.latest(self._here())).play.header["seats"]
        except (*FAULTS, OSError):
            seats = []  # nobody has played yet
        last = ", ".join(seat["name"] for seat in seats if not seat.get("bot"))
        return page("start", desk, person, players=last)

    def _here(self) -> Path:
        if self.device.path is None:
            raise Refused(404, "No saga is open", hint="Open one, or begin one: Sagas.")
        return self.device.path

    def _started(self, person: Person, form: Form) -> Response:
        """Start a game in the saga that is shown, as the command does."""
        path = self._here()
        names = [each.strip() for each in form.get("players").split(",") if each.strip()]
        bots = form.get("bots")
        words = [*names, *(["--bots", bots] if bots not in ("", "0") else [])]
        words += ["--table"] if form.get("deals") == "people" else ["--seed", form.get("seed") or os.urandom(4).hex()]
        carry_out(["start", *words, *(["--anew"] if form.get("anew") else [])], path)
        self.holder = HOST
        return RedirectResponse("/table", 303)

    # -- commands --------------------------------------------------------------------------------------------------

    def _command(self, desk: Desk, request: Request, person: Person) -> Response:
        """Room for a command: nothing is done by opening a link to it."""
        return page("command", desk, person, line=request.query_params.get("line", "")[:_LONGEST], said=None)

    def _called(self, person: Person, form: Form) -> Response:
        line = form.get("line").strip().removeprefix("oathtools ")
        try:
            words = shlex.split(line)
        except ValueError:
            raise Refused(400, "A quotation mark is left open") from None
        if len(line) > _LONGEST:
            raise Refused(413, "This is more than a command holds")
        if set(_NOT_HERE).intersection(words[:3]):
            raise Refused(409, "This command asks at a terminal, or listens", hint="The pages here do what it does.")
        viewer = None if person.name == HOST else person.name
        shown = call(words, self.device.path, viewer)
        return page("command", self.desk, person, line=line, said=shown or "(It says nothing.)")


# -- the commands, in place of a terminal --------------------------------------------------------------------------


def call(words: Sequence[str], saga: Path | None = None, viewer: str | None = None) -> str:
    """Carry out a command; returns what a terminal would show. Never raises."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        run(words, Settings(saga=None if saga is None else str(saga), viewer=viewer, pager=False, shell=False))
    return out.getvalue().strip("\n")


def carry_out(words: Sequence[str], saga: Path | None = None) -> None:
    """Carry out a command of which a page shows what came of it. Raises ``Refused`` with the command's own reasons."""
    replies: list[str] = []
    given = Settings(json=True, saga=None if saga is None else str(saga), shell=False, out=replies.append)
    if run(words, given):
        error = json.loads(replies[-1])["error"]
        faults = [fault_text(each) if isinstance(each, dict) else each for each in error.get("faults", ())]
        raise Refused(409, capital(error["message"]), tuple(faults), plain(error["hint"] or ""))


# -- sagas as zips of their folders --------------------------------------------------------------------------------


def packed(saga: Path) -> bytes:
    """A saga as a zip of its folder, as the command line has it. What a program keeps for itself is left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(saga.rglob("*")):
            if path.is_file() and not path.name.startswith(".") and path.suffix != ".states":
                archive.write(path, Path(saga.name, path.relative_to(saga)))
    return out.getvalue()


def unpacked(content: bytes, root: Path, name: str) -> Path:
    """Lay a saga out from its zip, under a name that is free. Raises ``Refused``; then nothing is changed."""
    hint = "Nothing was changed. A zip of the saga's folder is wanted, with chronicle.yaml in it."
    if len(content) > _PACKED:
        raise Refused(413, "This file is larger than any saga", hint=hint)
    wanted = _NAMED.match(re.sub(r"[^\w '-]+", " ", name.removesuffix(".zip")).strip(" _'-"))
    free = _fresh(root, wanted[0].strip() if wanted else "Saga", numbered=True)
    aside = root / ".loading"
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _lay_out(archive, aside)
        writing.read(aside / folder.CHRONICLE)
        aside.rename(free)
    except (zipfile.BadZipFile, zlib.error, EOFError, LookupError, NotImplementedError, RuntimeError):
        raise Refused(409, "This is no saga, or it is damaged", hint=hint) from None
    except (ChronicleError, ValueError, OSError) as fault:
        raise Refused(409, "Its Chronicle cannot be read", (str(fault),), hint) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return free


def _lay_out(archive: zipfile.ZipFile, into: Path) -> None:
    """Write what a zip holds below its Chronicle's folder. Raises ``LookupError`` for what no saga has."""
    rows = [row for row in archive.infolist() if not row.is_dir()]
    tops = [row.filename.removesuffix(folder.CHRONICLE) for row in rows if row.filename.endswith(folder.CHRONICLE)]
    top = min(tops, key=len, default=None)
    if top is None or len(rows) > _MOST or sum(row.file_size for row in rows) > _UNPACKED:
        raise LookupError("no saga")
    into.mkdir()
    for row in rows:
        inner = Path(row.filename.removeprefix(top))
        if not row.filename.startswith(top) or inner.name.startswith("."):
            continue
        if inner.is_absolute() or ".." in inner.parts or "\\" in row.filename:
            raise LookupError(f"{row.filename} leads out of the saga")
        (into / inner).parent.mkdir(parents=True, exist_ok=True)
        (into / inner).write_bytes(archive.read(row))


def _fresh(root: Path, name: str, numbered: bool = False) -> Path:
    """A folder for a new saga. Raises ``Refused`` for no name, and for one that is taken if not ``numbered``."""
    if not _NAMED.fullmatch(name):
        raise Refused(400, "A saga wants a name", hint="Letters, digits, blanks; 40 at most.")
    tries: Iterator[str] = iter([name, *(f"{name[:36]} {n}" for n in range(2, 100))] if numbered else [name])
    free = next((each for each in tries if not (root / each).exists()), None)
    if free is None:
        raise Refused(409, f"There is a saga called {name}", hint="Another name, or open that one.")
    return root / free
