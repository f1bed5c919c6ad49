"""The server's addresses: who asks, what they are shown, what they may do."""

import asyncio
import contextlib
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from oathtools.journal.play import Play
from oathtools.saga.folder import OpenGame
from oathtools.web import between, shelf
from oathtools.web import seats as pictures
from oathtools.web.desk import Desk
from oathtools.web.guard import Form, Guard, Refused, form_of
from oathtools.web.questions import Table
from oathtools.web.remembered import Ahead, News
from oathtools.web.seats import FILE, GUEST, HOST, Person, Seats
from oathtools.web.shelf import page, sheet

_STATIC = Path(__file__).parent / "static"
_MONTH = 30 * 24 * 3600
_AT_ONCE = 2  # pages that are made for one device, or wait to be
# Questions that may take long: they have a thread and a game of their own, and so many may wait for it.
_SLOW, _WAITING = ("/why", "/rules", "/odds", "/fight", "/won", "/position"), 8


class How(NamedTuple):
    """How a table is served: its folder (None: the reference alone), whether it only looks, who writes for all.

    ``hosts`` are the names it is called by; ``port`` keeps apart the cookies of several on one machine. ``one_device``:
    nobody else looks on, and the device goes round (``oathtools.browser``).
    """

    saga: Path | None
    read_only: bool = False
    scribe: str | None = None
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
    port: int = 8080
    base: str = ""
    one_device: bool = False


Page = Callable[["Desk", Request, Person], Response]
# Pages of the state of the game alone: made before the phones that show them are told that it has gone on.
AHEAD: dict[str, Page] = {"/table": Desk.table, "/me": Desk.me, "/question": Desk.question, "/log": Desk.log}


class Served:
    """One running server: its game, its seats, its news, and its application."""

    def __init__(self, how: How, passed: Seats | None = None) -> None:
        self.how = how
        self.kept = OpenGame(how.saga) if how.saga is not None else None
        self.seats = passed or Seats(how.saga / FILE if how.saga is not None else None)
        self.news = News(self.kept)
        self.desk = Desk(how, self.kept, self.seats, self.news)
        self.aside: Callable[..., Awaitable[Response]] = self._beside  # where pages are made: beside the loop
        self._makers, self._thinkers = ThreadPoolExecutor(1, "pages"), ThreadPoolExecutor(1, "questions")
        self._thinking = Desk(how, self.kept.twin() if self.kept is not None else None, self.seats, self.news)
        self._questions = 0
        self._ahead = Ahead(self.news)
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

    async def _beside(self, make: Callable[..., Response], *given: Any, slow: bool = False) -> Response:
        """Make a page in the one thread that makes them: they would wait for one another's look at the game anyway.

        Several threads would each have memory of their own that they do not give back. What may take long has another,
        which no page waits for; there only so many may wait.
        """
        loop = asyncio.get_running_loop()
        if not slow:
            return await loop.run_in_executor(self._makers, make, *given)
        if self._questions >= _WAITING:
            raise Refused(503, "Many questions are asked at once", hint="Ask again in a moment: the game goes on.")
        self._questions += 1
        try:
            return await loop.run_in_executor(self._thinkers, make, *given)
        finally:
            self._questions -= 1

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
            "/seats": codes,
            "/join/{token}": join,
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
            "/start": between.start,
        }
        forms: dict[str, Callable[[Person, Form], Response]] = {
            "/answer": self.desk.answer,
            "/undo": self.desk.undo,
            "/leave": partial(leave, self.desk),
            "/seats/anew": partial(anew, self.desk),
            "/tick": partial(between.tick, self.desk),
            "/chronicle": partial(between.write, self.desk),
            "/start": partial(between.begin, self.desk),
        }
        return [
            *(Route(where, self._look(show, where in _SLOW), methods=["GET"]) for where, show in looks.items()),
            *(Route(where, self._form(take), methods=["POST"]) for where, take in forms.items()),
            Route("/position", self._form(partial(shelf.won_in, self._thinking), slow=True), methods=["POST"]),
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

    def _look(self, show: Page, slow: bool = False) -> Callable[[Request], Awaitable[Response]]:
        desk = self._thinking if slow else self.desk

        async def endpoint(request: Request) -> Response:
            person = self._person(request)
            made = self._ahead.made(person, str(request.url))
            if made is not None:
                return made
            async with self._turn(request):
                return await self.aside(show, desk, request, person, slow=slow)

        return endpoint

    def _form(
        self, take: Callable[[Person, Form], Response], *, slow: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            person = self._person(request)
            form = await form_of(request)
            if not hmac.compare_digest(form.get("mark").encode(), self.seats.mark(person).encode()):
                raise Refused(403, "This form is not of this phone", hint="Open the page again, and do it there.")
            if self.how.read_only and not slow:
                raise Refused(403, "This table is shown, not played here", hint="It was started with --read-only.")
            async with self._turn(request):
                answer = await self.aside(take, person, form, slow=slow)
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
        ready = partial(self._make_ahead, request)
        return StreamingResponse(self.news.events(_device(request), ready), media_type="text/event-stream")

    async def _make_ahead(self, request: Request) -> None:
        """Make the page from which a phone listens as the game now stands, for when it asks for it."""
        shown = urlsplit(request.headers.get("referer", ""))
        if shown.path not in AHEAD:
            return
        person, query = self._person(request), shown.query.encode("ascii", "replace")
        there = Request({**request.scope, "path": shown.path, "query_string": query})
        page = partial(self.aside, AHEAD[shown.path], self.desk, there, person)
        async with self._turn(request):
            with contextlib.suppress(Exception):  # whatever is wrong is said when they ask
                await self._ahead.make(person, str(there.url), page)

    async def _names(self, request: Request) -> Response:
        return JSONResponse(shelf.names(request.query_params.get("q", "")))

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


def join(desk: "Desk", request: Request, person: Person) -> Response:
    """One tap from sitting down. Nothing is claimed by looking: what previews links takes no seat."""
    token = request.path_params["token"]
    name = desk.seats.invited(token)
    if name is None:
        raise Refused(404, "This code was used, or is none of this table", hint="Ask for a new one at the laptop.")
    return page("join", desk, person, name=name, token=token)


def codes(desk: "Desk", request: Request, person: Person) -> Response:
    """The codes of all seats and of the shared screen, for whoever sits at the terminal."""
    if person.name != HOST:
        raise Refused(403, "Only whoever sits at the terminal sees the codes")

    def show(play: Play, table: Table, seat: str | None) -> Response:
        rows, only = [], request.query_params.get("of", "")
        for name in table.seats if only not in table.seats else (only,):
            taken = desk.seats.is_taken(name)
            address = "" if taken else f"{desk.how.base}/join/{desk.seats.invitation(name)}"
            rows.append((name, table.seats[name], taken, address, None if taken else pictures.picture(address)))
        screen = f"{desk.how.base}/table"
        return page("seats", desk, person, rows=rows, screen=screen, code=pictures.picture(screen), only=only)

    return desk.show(show, person)


def leave(desk: "Desk", person: Person, form: Form) -> Response:
    """Give one's own seat back, or the pages of the terminal."""
    if person.name is None:
        raise Refused(403, "Nobody sits here")
    desk.seats.free(person.name)
    return RedirectResponse("/table", 303)


def anew(desk: "Desk", person: Person, form: Form) -> Response:
    """Take a seat anew: the phone that held it sees what all see, and a new code is made."""
    name = form.get("name")
    _, table = desk.at_table()
    if person.name != HOST:
        raise Refused(403, "Only whoever sits at the terminal does that")
    if name not in table.seats:
        raise Refused(404, "Nobody of that name plays")
    desk.seats.free(name)
    return RedirectResponse("/seats", 303)
