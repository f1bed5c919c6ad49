"""The server in a terminal: its addresses, the codes that are shown there, and how long it runs."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType

from oathtools.web import codes
from oathtools.web.app import Served

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
_FAR = ("192.0.2.1", 9)  # nothing is sent there: it only asks which of our addresses faces the network


def own_address() -> str:
    """The address by which others in the network reach this machine; loopback where there is no network."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(_FAR)
        return str(asked.getsockname()[0])
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
    found = socket.socket(family, socket.SOCK_STREAM)
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
            yield codes.lines(address)
    if qr:
        yield f"\nThe shared screen, and who looks on: {how.base}/table"
        yield codes.lines(f"{how.base}/table")


def free_seats(served: Served) -> list[str]:
    """The players whose seats no phone holds."""
    if served.kept is None:
        return []
    play = served.kept.play()
    names = list(served.desk.seated(play).seats)
    served.seats.only(names)
    return [name for name in names if not served.seats.is_taken(name)]


def run(served: Served, port: socket.socket) -> None:
    """Serve until somebody stops it."""
    import uvicorn

    class Server(uvicorn.Server):
        """Lets nobody wait once it is to stop."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            served.news.over = True
            super().handle_exit(sig, frame)

    config = uvicorn.Config(
        served.app,
        log_level="warning",
        access_log=False,  # addresses hold tokens
        server_header=False,
        timeout_graceful_shutdown=2,
        limit_concurrency=200,
    )
    Server(config).run(sockets=[port])
