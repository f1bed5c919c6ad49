"""The server's addresses: who asks, what they are shown, what they may do."""

import asyncio
import contextlib
import hmac
import ipaddress
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from oathtools.saga.folder import OpenGame
from oathtools.web import between, door, rules, seats, shelf
from oathtools.web.desk import Desk
from oathtools.web.guard import Form, Guard, Refused, form_of
from oathtools.web.pages import page, sheet
from oathtools.web.remembered import News
from oathtools.web.seats import FILE, GUEST, HOST, Person, Seats

_STATIC = Path(__file__).parent / "static"
_MONTH = 30 * 24 * 3600
_AT_ONCE = 2  # pages that are made for one device, or wait to be


class How(NamedTuple):
    """How a table is served: its folder (None: the reference alone), whether it only looks, who writes for all.

    ``hosts`` are the names it is called by; ``port`` keeps apart the cookies of several on one machine.
    """

    saga: Path | None
    read_only: bool = False
    scribe: str | None = None
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
    port: int = 8080
    base: str = ""


Page = Callable[["Desk", Request, Person], Response]


class Served:
    """One running server: its game, its seats, its news, and its application."""

    def __init__(self, how: How) -> None:
        self.how = how
        self.kept = OpenGame(how.saga) if how.saga is not None else None
        self.seats = Seats(how.saga / FILE if how.saga is not None else None)
        self.news = News(self.kept)
        self.desk = Desk(how, self.kept, self.seats, self.news)
        self.aside: Callable[..., Awaitable[Response]] = self._beside  # where pages are made: beside the loop
        self._makers = ThreadPoolExecutor(1, "pages")
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        inner = Starlette(
            routes=self._routes(),
            exception_handlers={Refused: self._refused, HTTPException: self._missing, Exception: self._broken},
            lifespan=self._life,
        )
        self.app = Guard(inner, how.hosts)  # outermost: what goes wrong is guarded, too

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(self.news.watch())
        try:
            yield
        finally:
            watching.cancel()

    async def _beside(self, make: Callable[..., Response], *given: Any) -> Response:
        """Make a page in the one thread that makes them: they would wait for one another's look at the game anyway.

        Several threads would each have memory of their own that they do not give back.
        """
        return await asyncio.get_running_loop().run_in_executor(self._makers, make, *given)

    def _turn(self, request: Request) -> asyncio.Semaphore:
        """A device has few pages made at a time: however many it asks for, others do not wait for all of them."""
        return self._turns.setdefault(_device(request), asyncio.Semaphore(_AT_ONCE))

    # -- addresses -------------------------------------------------------------------------------------------------

    def _routes(self) -> list[Route]:
        looks: dict[str, Page] = {
            "/": Desk.front,
            "/table": Desk.table,
            "/me": Desk.me,
            "/question": Desk.question,
            "/do": Desk.do,
            "/log": Desk.log,
            "/win": Desk.win,
            "/battle": Desk.battle,
            "/why": Desk.why,
            "/seats": door.codes,
            "/join/{token}": door.join,
            "/rules": shelf.search,
            "/law": shelf.contents,
            "/law/{ref:path}": shelf.law,
            "/cards": shelf.cards,
            "/card/{name:path}": shelf.card,
            "/rulings": shelf.rulings,
            "/ruling/{ref:path}": shelf.ruling,
            "/odds": shelf.odds,
            "/fight": shelf.fight,
            "/won": shelf.won,
            "/position": shelf.position,
            "/setup": between.setup,
            "/pulls": between.pulls,
            "/chronicle": between.chronicle,
            "/story": between.story,
        }
        forms: dict[str, Callable[[Person, Form], Response]] = {
            "/answer": self.desk.answer,
            "/undo": self.desk.undo,
            "/leave": partial(door.leave, self.desk),
            "/seats/anew": partial(door.anew, self.desk),
            "/tick": partial(between.tick, self.desk),
            "/chronicle": partial(between.write, self.desk),
        }
        return [
            *(Route(where, self._look(show), methods=["GET"]) for where, show in looks.items()),
            *(Route(where, self._form(take), methods=["POST"]) for where, take in forms.items()),
            Route("/position", self._form(partial(shelf.won_in, self.desk), writes=False), methods=["POST"]),
            Route("/join/{token}", self._join, methods=["POST"]),
            Route("/events", self._events, methods=["GET"]),
            Route("/names", self._names, methods=["GET"]),
            Route("/static/{name}", self._static, methods=["GET"]),
        ]

    def _person(self, request: Request) -> Person:
        return self.seats.person(request.cookies.get(self._cookie, ""))

    @property
    def _cookie(self) -> str:
        return f"oathtools-{self.how.port}"

    def _look(self, show: Page) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            async with self._turn(request):
                return await self.aside(show, self.desk, request, self._person(request))

        return endpoint

    def _form(
        self, take: Callable[[Person, Form], Response], *, writes: bool = True
    ) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            person = self._person(request)
            form = await form_of(request)
            if not hmac.compare_digest(form.get("mark").encode(), self.seats.mark(person).encode()):
                raise Refused(403, "This form is not of this phone", hint="Open the page again, and do it there.")
            if writes and self.how.read_only:
                raise Refused(403, "This table is shown, not played here", hint="It was started with --read-only.")
            async with self._turn(request):
                answer = await self.aside(take, person, form)
            self.news.look()
            return answer

        return endpoint

    async def _join(self, request: Request) -> Response:
        await form_of(request)
        person = self.seats.claim(request.path_params["token"])
        if person is None:
            raise Refused(404, "This code was used, or is none of this table", hint="Ask for a new one at the laptop.")
        answer = RedirectResponse("/seats" if person.name == HOST else "/me", 303)
        answer.set_cookie(self._cookie, person.cookie, max_age=_MONTH, httponly=True, samesite="lax", path="/")
        return answer

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self.news.events(_device(request)), media_type="text/event-stream")

    async def _names(self, request: Request) -> Response:
        return JSONResponse(rules.names(request.query_params.get("q", "")))

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "table.css":
            return Response(sheet(), media_type="text/css")
        kinds = {"table.js": "text/javascript", "icon.svg": "image/svg+xml"}
        if name not in kinds:
            raise HTTPException(404)
        return Response((_STATIC / name).read_text(encoding="utf-8"), media_type=kinds[name])

    # -- what goes wrong -------------------------------------------------------------------------------------------

    async def _refused(self, request: Request, fault: Exception) -> Response:
        assert isinstance(fault, Refused)
        person = self._person(request)
        return page("refused", self.desk, person, status=fault.status, fault=fault)

    async def _missing(self, request: Request, fault: Exception) -> Response:
        status = fault.status_code if isinstance(fault, HTTPException) else 404
        why = {404: "There is no such page", 405: "This page takes no such request"}.get(status, "This cannot be read")
        return page("refused", self.desk, GUEST, status=status, fault=Refused(status, why))

    async def _broken(self, request: Request, fault: Exception) -> Response:
        refusal: Any = Refused(500, "This went wrong, and it is our fault", hint="The journal is as it was.")
        return page("refused", self.desk, GUEST, status=500, fault=refusal)


def _device(request: Request) -> str:
    return request.client.host if request.client else ""


# -- the server in a terminal: its addresses, the codes that are shown there, and how long it runs ---------------------


LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
# Connections that are held, of one device and of all: a browser has six and one for the news, and some systems let a
# process have 256 files.
EACH, ALL = 64, 200
# Seconds for the head of a request, for its body, and for whoever does not take what is sent to them.
HEAD, BODY, STALLED = 10.0, 10.0, 30.0
_FAR = ("192.0.2.1", 9)  # nothing is sent there: it only asks which of our addresses faces the network


def own_address() -> str:
    """The address by which others in the network reach this machine; loopback where there is no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_FAR)
        return str(probe.getsockname()[0])
    return LOOPBACK


def shown_at(host: str, port: int) -> str:
    """The address that is typed, or read from a code."""
    name = own_address() if host in (EVERYWHERE, "::") else host
    with suppress(ValueError):
        name = f"[{name}]" if ipaddress.ip_address(name).version == 6 else name
    return f"http://{name}:{port}"


def hosts_of(host: str) -> tuple[str, ...]:
    """The names by which a browser may call the server."""
    here = ["127.0.0.1", "localhost", "::1", host]
    if host in (EVERYWHERE, "::"):
        here += [own_address(), socket.gethostname(), f"{socket.gethostname()}.local"]
    return tuple(dict.fromkeys(here))


def listening(host: str, port: int) -> socket.socket:
    """An open port. Raises ``OSError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Of TCP by name: only then is each answer sent at once, and not when the one before it was acknowledged.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except OSError:
        found.close()
        raise
    return found


def greeting(served: Served, qr: bool) -> Iterator[str]:
    """What the terminal says: the addresses, and a code for each free seat."""
    how = served.how
    yield f"The table: {how.base}/table"
    if how.saga is None:
        return
    yield f"Codes for the seats, in a browser here: {how.base}/join/{served.seats.host}"
    for name in free_seats(served):
        address = f"{how.base}/join/{served.seats.invitation(name)}"
        yield f"\n{name}: {address}"
        if qr:
            yield seats.lines(address)
    if qr:
        yield f"\nThe shared screen, and who looks on: {how.base}/table"
        yield seats.lines(f"{how.base}/table")


def free_seats(served: Served) -> list[str]:
    """The players whose seats no phone holds."""
    if served.kept is None:
        return []
    play = served.kept.play()
    names = list(served.desk.seated(play).seats)
    served.seats.only(names)
    return [name for name in names if not served.seats.is_taken(name)]


# -- connections ---------------------------------------------------------------------------------------------------


class Devices:
    """The connections that are held, by device. Who has too many loses the one that has waited longest."""

    def __init__(self, each: int = EACH, all_: int = ALL) -> None:
        self.each, self.all = each, all_
        self.held: dict[str, list[Connection]] = {}

    def enter(self, connection: "Connection") -> None:
        """A new connection; one is cut for it where its device, or all of them, have too many."""
        own = self.held.setdefault(connection.device, [])
        own.append(connection)
        if len(own) > self.each:
            self._cut(own)
        elif sum(map(len, self.held.values())) > self.all:
            self._cut(max(self.held.values(), key=len))

    def leave(self, connection: "Connection") -> None:
        """A connection that has ended, or is cut."""
        own = self.held.get(connection.device, [])
        if connection in own:
            own.remove(connection)
        if not own:
            self.held.pop(connection.device, None)

    def _cut(self, own: "list[Connection]") -> None:
        next((each for each in own if each.waits), own[-1]).cut()


class Connection(H11Protocol):
    """A connection that is cut when its device keeps us waiting: for a request, or for taking what is sent."""

    def __init__(self, *given: object, devices: Devices, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
        self.device = ""
        self._devices = devices
        self._until: asyncio.TimerHandle | None = None
        self._waits_for: tuple[float, object] | None = None

    @property
    def waits(self) -> bool:
        """Is there nothing that is being answered?"""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has called."""
        super().connection_made(transport)
        self.device = self.client[0] if self.client else ""
        self._wait(HEAD)
        self._devices.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._devices.leave(self)
        self._wait(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request. Further parts of the same head or body give it no more time."""
        if not self.transport.is_closing():
            super().data_received(data)
            self._wait(self._next())

    def on_response_complete(self) -> None:
        """An answer is sent; a connection that is kept for the next one has its own time."""
        super().on_response_complete()
        self._wait(None if self.cycle.response_complete else self._next())

    def pause_writing(self) -> None:
        """They do not take what is sent."""
        super().pause_writing()
        self._wait(STALLED)

    def resume_writing(self) -> None:
        """They take it again."""
        super().resume_writing()
        self._wait(self._next())

    def cut(self) -> None:
        """End it at once."""
        self._devices.leave(self)
        self.transport.abort()

    def _next(self) -> float | None:
        if self.cycle is None or self.cycle.response_complete:
            return HEAD
        return BODY if self.cycle.more_body else None

    def _wait(self, seconds: float | None) -> None:
        if seconds is not None and self._waits_for == (seconds, self.cycle):
            return
        if self._until is not None:
            self._until.cancel()
            self._until = None
        self._waits_for = None
        if seconds is not None:
            self._waits_for = seconds, self.cycle
            self._until = self.loop.call_later(seconds, self.cut)


class Server(uvicorn.Server):
    """A server of one table, which lets nobody wait once it is to stop."""

    def __init__(self, served: Served) -> None:
        self.served, self.devices = served, Devices()
        config = uvicorn.Config(
            served.app,
            http=partial(Connection, devices=self.devices),  # type: ignore[arg-type]
            ws="none",
            log_level="error",
            access_log=False,  # addresses hold tokens
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: who waits for news is let go."""
        self.served.news.over = True
        super().handle_exit(sig, frame)


def run(served: Served, port: socket.socket) -> None:
    """Serve until somebody stops it."""
    Server(served).run(sockets=[port])
