"""A table that one device besieges: idle, slow and half-sent connections, streams, odd requests, as fast as it can."""

import asyncio
import multiprocessing
import socket
import time
from concurrent.futures import ThreadPoolExecutor
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


async def _besiege(port: int, connections: int, odd: int) -> None:
    """Hold so many connections, each begun in some way and gone on with a byte now and then; begin anew what is cut.

    Beside them so many requests a second of which nothing is waited for.
    """
    rng = Random(9)

    async def send(begun: bytes, more: int) -> None:
        with suppress(OSError):
            reading, writing = await asyncio.open_connection("127.0.0.1", port, local_addr=(BESIEGER, 0))
            try:
                writing.write(begun)
                for _ in range(more):
                    await asyncio.sleep(1 + rng.random())
                    writing.write(b"x")
                    await writing.drain()
                    if reading.at_eof():
                        break
            finally:
                writing.close()

    async def hold() -> None:
        while True:
            await asyncio.sleep(rng.random())
            await send(rng.choice(HALVES), 60)

    async def ask() -> None:
        while True:
            await asyncio.sleep(2 * rng.random())
            await send(rng.choice(HALVES[4:]), 0)

    await asyncio.gather(*(hold() for _ in range(connections)), *(ask() for _ in range(odd)))


def _besieging(port: int, connections: int, odd: int) -> None:
    asyncio.run(_besiege(port, connections, odd))


def besieged(saga: Path, connections: int, odd: int, seconds: float) -> list[float]:
    """Eight phones at a table that one device besieges: how long each page of theirs took, in seconds."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    took: list[float] = []
    with process(saga, port) as (_, base):
        given = (port, connections, odd)
        device = multiprocessing.get_context("spawn").Process(target=_besieging, args=given, daemon=True)
        device.start()
        try:
            time.sleep(3)
            until = time.monotonic() + seconds

            def phone(number: int) -> None:
                rng = Random(number)
                with httpx.Client(base_url=base, timeout=30) as client:
                    while time.monotonic() < until:
                        began = time.monotonic()
                        answer = client.get(rng.choice(PAGES))
                        took.append(time.monotonic() - began)
                        assert answer.status_code == 200, answer.status_code
                        time.sleep(rng.random())

            with ThreadPoolExecutor(PHONES) as phones:
                list(phones.map(phone, range(PHONES)))
        finally:
            device.terminate()
            device.join()
    return took
