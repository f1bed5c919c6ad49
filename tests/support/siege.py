"""A table that one device besieges: idle, slow and half-sent connections, streams, odd requests, as fast as it can."""

import asyncio
import multiprocessing
import socket
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx

from tests.support.server import process

BESIEGER = "127.0.0.2"  # another device, as the server sees it
PHONES, PAGES = 8, ("/table", "/question", "/log", "/win")
HALVES = (
    b"",
    b"GET /table HT",
    b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /answer HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\nn=",
    b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /why?words=campaign+bo+and+cy+and+dee HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /table HTTP/1.1\r\nHost: elsewhere\r\n\r\n",
    b"\x00\xff\r\n\r\n",
)


async def _besiege(port: int, connections: int) -> None:
    """Hold so many connections, each begun in some way and gone on with a byte now and then; begin anew what is cut."""
    rng = Random(9)

    async def hold() -> None:
        while True:
            await asyncio.sleep(rng.random())
            with suppress(OSError):
                reading, writing = await asyncio.open_connection("127.0.0.1", port, local_addr=(BESIEGER, 0))
                try:
                    writing.write(rng.choice(HALVES))
                    for _ in range(60):
                        await asyncio.sleep(1 + rng.random())
                        writing.write(b"x")
                        await writing.drain()
                        if reading.at_eof():
                            break
                finally:
                    writing.close()

    await asyncio.gather(*(hold() for _ in range(connections)))


def _besieging(port: int, connections: int) -> None:
    asyncio.run(_besiege(port, connections))


def besieged(saga: Path, connections: int, pages: int) -> list[float]:
    """So many pages for eight phones while one device besieges the table: how long each took, in seconds."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    took: list[float] = []
    with process(saga, port) as (_, base):
        device = multiprocessing.get_context("spawn").Process(target=_besieging, args=(port, connections), daemon=True)
        device.start()
        try:
            time.sleep(3)
            clients = [httpx.Client(base_url=base, timeout=30) for _ in range(PHONES)]
            for number in range(pages):
                began = time.monotonic()
                answer = clients[number % PHONES].get(PAGES[number % len(PAGES)])
                took.append(time.monotonic() - began)
                assert answer.status_code == 200, answer.status_code
            for client in clients:
                client.close()
        finally:
            device.terminate()
            device.join()
    return took
