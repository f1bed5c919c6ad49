"""Several at one game: the same question answered at once, a server that is killed, news that reach everybody."""

import asyncio
import re
import socket
import threading
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oathtools.web import connections, remembered
from tests.support.phones import ORIGIN, Phone, begun, phones, serve, typed
from tests.support.server import listening, server_of, wait_for

pytest.importorskip("uvicorn", reason="the extra web is not installed")

import httpx

from tests.support.daily import daily
from tests.support.phones_at_once import START, at_once, killed

ROUNDS = 6
KILLS = 3


def test_of_those_who_answer_at_once_one_takes_effect(tmp_path: Path) -> None:
    """Bo's phone, the scribe's phone and the command line answer the same question at the same moment."""
    saga = begun(tmp_path)
    typed(saga, "answer", "end")
    table = phones(serve(saga, scribe="Ann"), "Ann", "Bo")
    for number in range(ROUNDS):
        assert sum(at_once(saga, table, typing=number % 2 == 0).values()) == 1
        typed(saga, "undo", "--to", str(START))


def test_killed_in_mid_answer_at_most_that_answer_is_lost_and_phones_go_on(tmp_path: Path) -> None:
    saga = begun(tmp_path)
    rng = Random(1)
    port = 0
    with httpx.Client(follow_redirects=True, timeout=60) as client:
        for _ in range(KILLS):
            port = killed(saga, client, rng, port)


def test_news_reach_whoever_listens_and_tell_nothing_but_that_there_are_some(tmp_path: Path) -> None:
    saga = begun(tmp_path)
    heard: list[str] = []
    with listening(saga) as (served, base):

        def listen() -> None:
            with httpx.Client(timeout=None) as client, client.stream("GET", f"{base}/events") as lines:
                for line in lines.iter_lines():
                    heard.append(line)
                    if sum(each.startswith("data: ") for each in heard) == 2:
                        return

        ear = threading.Thread(target=listen, daemon=True)
        ear.start()
        wait_for(lambda: any(line.startswith("data: ") for line in heard))
        typed(saga, "answer", "travel", "Mountain")
        ear.join(20)
        data = [line.removeprefix("data: ") for line in heard if line.startswith("data: ")]
        assert data[-1] == served.news.version() != data[0]
        assert "ountain" not in "".join(heard) and "Ann" not in "".join(heard)


def test_who_listens_is_told_when_their_page_is_made_and_nobody_is_given_anothers(tmp_path: Path) -> None:
    """It is what is made for them when they ask: their own, to the byte, and of the game as it stands."""
    saga = begun(tmp_path)
    with listening(saga) as (served, base), ExitStack() as stack:
        made: list[str] = []
        aside = served.aside

        async def counted(show: Any, desk: Any, request: Any, person: Any, **how: Any) -> Any:
            made.append(f"{person.name} {request.url.path}")
            return await aside(show, desk, request, person, **how)

        served.aside = counted
        name = f"oathtools-{served.how.port}"
        people = {who: served.seats.claim(served.seats.invitation(who)) for who in ("Ann", "Bo")}
        cookies = {"Ann": {name: people["Ann"].cookie}, "Bo": {name: people["Bo"].cookie}, "guest": {}}
        ears, clients = {}, {}
        for who, page in (("Ann", "/me"), ("Bo", "/question?since=9"), ("guest", "/table"), ("guest", "/law/9.4")):
            ear = stack.enter_context(httpx.Client(timeout=20, cookies=cookies[who]))
            how = {"headers": {"referer": base + page}}
            lines = stack.enter_context(ear.stream("GET", f"{base}/events", **how)).iter_lines()
            assert next(line for line in lines if line.startswith("data: "))
            ears[who, page] = lines
            clients[who] = stack.enter_context(httpx.Client(timeout=20, cookies=cookies[who]))
        assert made == []
        typed(saga, "answer", "travel", "Mountain")
        for lines in ears.values():
            assert next(line for line in lines if line.startswith("data: ")) == f"data: {served.news.version()}"
        assert sorted(made) == ["Ann /me", "Bo /question", "None /table"]
        given = {(who, page): clients[who].get(base + page).content for who, page in ears if "law" not in page}
        assert len(made) == 3
        other = clients["Bo"].get(f"{base}/me").content
        assert made[3:] == ["Bo /me"] and other != given["Ann", "/me"]
        assert b"Bo" in other and clients["guest"].get(f"{base}/me").status_code == 403
        served._ahead._made.clear()
        assert given == {(who, page): clients[who].get(base + page).content for who, page in given}
        typed(saga, "answer", "end")  # what was made of another state is given to nobody
        assert clients["guest"].get(f"{base}/table").content != given["guest", "/table"]


# -- a device that does its worst ---------------------------------------------------------------------------------

OTHER = "127.0.0.2"  # another device, where a machine has several addresses of its own


def calls(base: str, count: int, begun: bytes = b"", source: str = OTHER) -> list[socket.socket]:
    """Connections from a device, each with what is sent of a request."""
    where = ("127.0.0.1", int(base.rpartition(":")[2]))
    made = []
    for _ in range(count):
        with suppress(OSError):  # hung up on at once
            made.append(socket.create_connection(where, 20, (source, 0)))
            made[-1].setblocking(False)
            made[-1].sendall(begun)
    return made


def is_cut(call: socket.socket) -> bool:
    """Has the other side ended it?"""
    try:
        return call.recv(65_536) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def is_answered(base: str) -> bool:
    """Does the device get a page?"""
    with suppress(httpx.TransportError), httpx.Client(transport=httpx.HTTPTransport(local_address=OTHER)) as own:
        return own.get(f"{base}/table", timeout=20).status_code == 200
    return False


SLOW = {
    "nothing is sent": b"",
    "half a head": b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "half a body": b"POST /answer HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 90000\r\n\r\nmark=",
    "news": b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}


@pytest.mark.parametrize("begun_with", daily([pytest.param(each, id=what) for what, each in SLOW.items()], 3))
def test_one_device_with_hundreds_of_connections_stops_nobody(tmp_path: Path, begun_with: bytes) -> None:
    """What is held for a device is bounded; the others get their pages, and so does the device itself."""
    with listening(begun(tmp_path)) as (served, base), httpx.Client(timeout=20) as friend:
        assert friend.get(f"{base}/table").status_code == 200
        held = calls(base, 300, begun_with)
        try:
            assert friend.get(f"{base}/table").status_code == 200
            wait_for(lambda: sum(not is_cut(each) for each in held) <= connections.EACH)
            for phone in range(8):
                with httpx.Client(timeout=20) as other:
                    assert other.get(f"{base}/question").status_code == 200, phone
            wait_for(partial(is_answered, base))  # the device itself, too, in another second than its many calls
        finally:
            for each in held:
                each.close()
        assert len(served.news._listening.get(OTHER, ())) <= remembered.EACH


def test_of_all_connections_the_device_with_the_most_loses_one() -> None:
    cut: list[tuple[str, int]] = []

    class Call:
        waits = True

        def __init__(self, device: str, number: int) -> None:
            self.device, self.number = device, number

        def cut(self) -> None:
            cut.append((self.device, self.number))
            devices.leave(self)  # type: ignore[arg-type]

    devices = connections.Devices(each=4, all_=6)
    for device, number in [("a", 1), ("b", 1), ("b", 2), ("b", 3), ("b", 4), ("c", 1), ("d", 1), ("b", 5)]:
        devices.enter(Call(device, number))  # type: ignore[arg-type]
    assert cut == [("b", 1), ("b", 2)]
    busy = Call("b", 6)
    for each in devices.held["b"]:
        each.waits = False  # type: ignore[misc]
    devices.enter(busy)  # type: ignore[arg-type]
    assert cut[-1] == ("b", 6), "what is being answered goes on, and the one that is new is cut"


def test_who_calls_again_and_again_is_hung_up_on_and_others_are_not() -> None:
    with connections.listening(connections.LOOPBACK, 0) as port:
        assert all(port.takes("a", 7) for _ in range(connections.CALLS))
        assert not port.takes("a", 7) and port.takes("b", 7) and port.takes("a", 8)


@pytest.mark.parametrize("begun_with", [SLOW["nothing is sent"], SLOW["half a head"], SLOW["half a body"]])
def test_who_keeps_us_waiting_is_cut_however_slowly_they_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun_with: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD", 0.3)
    monkeypatch.setattr(connections, "BODY", 0.3)
    with listening(begun(tmp_path)) as (_, base):
        (call,) = calls(base, 1, begun_with)

        def goes_on() -> bool:
            with suppress(OSError):
                call.sendall(b"x" if begun_with else b"")
            return is_cut(call)

        wait_for(goes_on)
        call.close()


def test_an_answer_is_sent_at_once_and_waits_for_no_acknowledgement(tmp_path: Path) -> None:
    """The second answer on a connection that is kept waited some 40 ms for the first one to be acknowledged."""
    with listening(begun(tmp_path)) as (served, base), httpx.Client(timeout=20) as phone:
        assert phone.get(f"{base}/table").status_code == 200
        (connection,) = next(iter(server_of(served).devices.held.values()))
        sent_by = connection.transport.get_extra_info("socket")
        assert sent_by.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_device_that_asks_for_many_pages_has_few_of_them_made_at_a_time(tmp_path: Path) -> None:
    served = serve(begun(tmp_path))
    under_way, most = 0, 0

    async def made(make: Any, *given: Any, slow: bool = False) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return make(*given)

    served.aside = made

    async def asks() -> None:
        through = httpx.ASGITransport(served.app)
        async with httpx.AsyncClient(transport=through, base_url=ORIGIN) as client:
            answers = await asyncio.gather(*(client.get("/table") for _ in range(12)))
        assert [each.status_code for each in answers] == [200] * 12

    asyncio.run(asks())
    assert most == 2


# -- questions that take long ----------------------------------------------------------------------------------------


def test_no_page_waits_for_a_question_and_few_questions_wait(tmp_path: Path) -> None:
    """One question is being thought about: the table is shown, and of twenty devices that ask too some are told so."""
    served, go_on = serve(begun(tmp_path)), threading.Event()
    Phone(served).get("/why?words=travel+Plains")
    served._thinkers.submit(go_on.wait)

    async def asks() -> None:
        devices = [httpx.ASGITransport(served.app, client=(f"10.0.0.{number}", 1)) for number in range(20)]
        clients = [httpx.AsyncClient(transport=through, base_url=ORIGIN) for through in devices]
        questions = [asyncio.create_task(client.get("/why?words=travel+Mountain")) for client in clients]
        assert (await clients[0].get("/table")).status_code == 200
        go_on.set()
        answers = await asyncio.gather(*questions)
        await asyncio.gather(*(client.aclose() for client in clients))
        assert sorted({each.status_code for each in answers}) == [200, 503]
        assert sum(each.status_code == 200 for each in answers) == 8
        busy = next(each.text for each in answers if each.status_code == 503)
        assert "Many questions are asked at once" in busy and "the game goes on" in busy

    asyncio.run(asks())


def test_what_is_thought_about_beside_the_pages_is_the_same_game(tmp_path: Path) -> None:
    """Its version is that of the pages, so that no phone asks again for nothing."""
    saga = begun(tmp_path)
    served = serve(saga)
    phone = Phone(served).sit("Ann")
    marks = [re.findall(r'data-at="([^"]*)"', phone.get(where)) for where in ("/table", "/why?words=travel+Plains")]
    assert marks[0] and marks[0] == marks[1]
