"""What stands before every page: whose host it is, where a form comes from, how much is read, what a page may do."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oathtools import catalog
from oathtools.answerers.matching import Elsewhere, Misread
from oathtools.answerers.speaker import Needs
from oathtools.engine.decision import NotOffered, Refusal
from oathtools.journal.file import Damaged
from oathtools.journal.play import Play
from oathtools.kit import files
from oathtools.kit.text import capital
from oathtools.render.document import Document
from oathtools.render.game.prompts import prompt
from oathtools.render.game.question import clause_of
from oathtools.render.names import Names
from oathtools.render.printers import paragraphs
from oathtools.render.rules import law
from oathtools.saga.folder import NoSaga

BODY = 16_384  # bytes of a form
FIELDS = 400
_QUERY = 4_096

# No script and no style but our own files, nothing from elsewhere, and in nobody's frame.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Refused(Exception):
    """A request that is not answered: its status, why in a sentence, further lines, the way out."""

    def __init__(self, status: int, why: str, lines: tuple[Any, ...] = (), hint: str = "") -> None:
        super().__init__(why)
        self.status, self.why, self.lines, self.hint = status, why, lines, hint


class Guard:
    """Refuses foreign hosts before anything is read, and puts the headers of safety on every answer.

    ``hosts`` are names and addresses by which this server is called, besides the address a request came in at: a page
    of elsewhere whose name was turned to our address (DNS rebinding) gets nothing.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self.app, self.hosts = app, {each.casefold() for each in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        if not self._is_ours(scope) or len(scope.get("query_string", b"")) > _QUERY:
            await _plain(send, 421 if not self._is_ours(scope) else 414)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {key for key, _ in message["headers"]}
                own = [(key.encode(), value.encode()) for key, value in _HEADERS.items() if key.encode() not in there]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        await self.app(scope, receive, with_headers)

    def _is_ours(self, scope: Scope) -> bool:
        named = [value for key, value in scope["headers"] if key == b"host"]
        if len(named) != 1:
            return False
        host = host_of(named[0].decode("latin-1"))
        server = scope.get("server")
        return host is not None and (host in self.hosts or (server is not None and host == str(server[0]).casefold()))


def host_of(named: str) -> str | None:
    """The name or address in a Host header, without its port; None for one that is none."""
    try:
        parts = urlsplit(f"//{named}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    return host if host and not parts.path and not parts.query and "@" not in named else None


async def _plain(send: Send, status: int) -> None:
    headers = [(key.encode(), value.encode()) for key, value in _HEADERS.items()]
    headers.append((b"content-type", b"text/plain; charset=utf-8"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"This is not the address of this table.\n"})


class Form:
    """The fields of a form, each with all its values in order."""

    def __init__(self, pairs: list[tuple[str, str]]) -> None:
        self.pairs = pairs

    def get(self, name: str) -> str:
        """The last value of a field, empty if it is not there."""
        return next((value for key, value in reversed(self.pairs) if key == name), "")

    def all(self, name: str) -> list[str]:
        """Every value of a field."""
        return [value for key, value in self.pairs if key == name]

    def numbered(self, name: str) -> dict[int, str]:
        """The values of ``name.0``, ``name.1`` ... by their numbers."""
        found = {}
        for key, value in self.pairs:
            head, dot, number = key.partition(".")
            if head == name and dot and number.isdecimal() and len(number) < 5:
                found[int(number)] = value
        return found


async def form_of(request: Request) -> Form:
    """The form that was sent, from a page of this server alone. Raises ``Refused``."""
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    here = f"{request.url.scheme}://{request.headers['host']}"
    if origin != here or site not in (None, "same-origin"):
        raise Refused(403, "This form comes from another page", hint="Open the page of this table, and do it there.")
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != (
        "application/x-www-form-urlencoded"
    ):
        raise Refused(415, "This is not a form of this table")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY:
            raise Refused(413, "This is more than a form of this table holds")
    try:
        text = body.decode("ascii")
        return Form(parse_qsl(text, keep_blank_values=True, max_num_fields=FIELDS, errors="strict"))
    except ValueError:
        raise Refused(400, "This form cannot be read") from None


# -- sentences on a page: clauses, cards and open points in them are links; what was refused is told in names ----------


FAULTS = (Misread, NotOffered, Needs, Damaged, NoSaga, files.Busy)


class RefusalReason(NamedTuple):
    """Why something may not be: the sentence and where it comes from."""

    because: str
    clause: str


@lru_cache(maxsize=1024)
def linked(text: str) -> Markup:
    """A text as markup, with a link for each clause and open point in it."""
    return Markup("").join(cited(piece) if kind else escape(piece) for piece, kind in law.parts(text))


def on_page(document: Document) -> list[tuple[int, Markup]]:
    """Paragraphs with how far they stand in, and their links."""
    return [(min(one.depth, 3), linked(str(one))) for one in paragraphs(document)]


def cited(what: str) -> Markup:
    """A clause, a card or an open point by its id, as a link where there is such a one."""
    where = address(what)
    name = catalog.name_of(what) if catalog.is_card(what) else what
    return Markup('<a class="cite" href="{}">{}</a>').format(where, name) if where else escape(what)


def address(what: str) -> str | None:
    """Where an id is told."""
    kind = law.kind(what)
    return f"/{kind}/{what}" if kind else None


def reasons(refusals: Iterable[Refusal], names: Names) -> list[RefusalReason]:
    """Refusals in names, each once."""
    return [
        RefusalReason(capital(names.text(each.because)), clause_of(each, names.text).removeprefix("Law "))
        for each in dict.fromkeys(refusals)
    ]


def refused(fault: BaseException, play: Play | None, names: Names | None) -> Refused:
    """What went wrong, for the one who asked for it: in the names that they may hear."""
    if isinstance(fault, files.Busy):
        return Refused(409, "Somebody else is writing this game", hint="Try again. Nothing was changed.")
    if isinstance(fault, Damaged):
        return Refused(500, f"The journal cannot be read: {fault}", hint="Whoever sits at the terminal must mend it.")
    if isinstance(fault, NoSaga):
        return Refused(404, capital(str(fault)), hint="Whoever sits at the terminal starts one.")
    if isinstance(fault, NotOffered) and names is not None:
        lines = reasons(fault.refusals, names)
        return Refused(409, "That is not allowed here", tuple(lines), "Nothing was changed.")
    if isinstance(fault, Needs) and names is not None:
        question = f"{prompt(fault.decision, names)} Say that, too." if play and play.pending is fault.decision else ""
        return Refused(409, "More has to be said first", hint=f"{question} Nothing was changed.".strip())
    if isinstance(fault, Elsewhere):
        return Refused(409, "Another question is open", hint="Nothing was changed.")
    if isinstance(fault, Misread):
        return Refused(409, capital(str(fault)), hint=plain(fault.hint or ""))
    return Refused(500, "This went wrong, and it is our fault", hint="The journal is as it was.")


def plain(hint: str) -> str:
    """A hint without what is to be typed at a terminal."""
    return " ".join(line for line in hint.splitlines() if "oathtools" not in line)
