"""The server in a terminal: its addresses, the codes that are shown there, its connections, and how long it runs."""

import asyncio
import ipaddress
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from oathtools.web import seats
from oathtools.web.app import Served

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
# Connections that are held, of one device and of all: a browser has six and one for the news, and some systems let a
# process have 256 files.
EACH, ALL = 64, 200
# Calls of one device in a second that are taken up: a browser opens a handful with a page, and keeps them.
CALLS = 32
SWITCH = 0.0005  # seconds after which a long answer lets calls and pages go on beside it
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


class Port(socket.socket):
    """An open port. Who calls again and again is hung up on before anything is made for them."""

    _second = 0
    _calls: Counter[str] = Counter()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next call that is taken up, and who calls. Raises ``OSError``."""
        while True:
            call, address = super().accept()
            if self.takes(address[0], int(time.monotonic())):
                return call, address
            call.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            call.close()

    def takes(self, device: str, second: int) -> bool:
        """Is a call that comes now one of the few that a device may make in a second?"""
        if second != self._second:
            self._second, self._calls = second, Counter()
        self._calls[device] += 1
        return self._calls[device] <= CALLS


_AT_ONCE = struct.pack("ii", 1, 0)  # a connection that is closed leaves nothing behind to wait for


def listening(host: str, port: int) -> Port:
    """An open port. Raises ``OSError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Of TCP by name: only then is each answer sent at once, and not when the one before it was acknowledged.
    found = Port(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
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
    sys.setswitchinterval(SWITCH)
    Server(served).run(sockets=[port])
