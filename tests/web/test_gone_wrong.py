"""What goes wrong behind a page: each fault has its status, its sentence and its way out, and nothing is changed."""

import ipaddress
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import segno

from oathtools.answerers.matching import Elsewhere
from oathtools.answerers.speaker import Needs
from oathtools.engine.decision import Decision, Form, NotOffered, Refusal
from oathtools.journal.file import Damaged
from oathtools.kit import files
from oathtools.procedures.machine.request import Misread
from oathtools.render.names import Names
from oathtools.saga.folder import CHRONICLE, NoSaga
from oathtools.table.views import View
from oathtools.web import questions, seats
from oathtools.web.app import How, Served
from oathtools.web.connections import EVERYWHERE, LOOPBACK, Connection, Server, greeting, own_address, shown_at
from oathtools.web.guard import Form as Sent
from oathtools.web.guard import Guard, Refused, refused
from oathtools.web.requests import WORDS
from tests.support.phones import Phone, begun, serve
from tests.support.tables import a_table

ASKED = Decision("travel.to", "red", Form.ONE, options=["site.mine"], cites=("5.6",))


def cut(saga: Path) -> None:
    journal = saga / "games" / "0001.jsonl"
    kept = journal.read_text(encoding="utf-8").split("\n")
    journal.write_text("\n".join([kept[0], "{", *kept[2:]]), encoding="utf-8")


def unread(saga: Path) -> None:
    (saga / CHRONICLE).write_text("format: [", encoding="utf-8")


def unplayed(saga: Path) -> None:
    shutil.rmtree(saga / "games")


GONE = [
    (cut, ("/table", "/me", "/question", "/log", "/why", "/win", "/battle", "/do", "/start"), 500,
     "The journal cannot be read: 0001.jsonl, line 2"),
    (unread, ("/setup", "/story", "/pulls"), 409, "The Chronicle cannot be read"),
    (unplayed, ("/table", "/question", "/log", "/start"), 404, "No game was started"),
]  # fmt: skip


@pytest.mark.parametrize(("damage", "pages", "status", "why"), GONE, ids=[each[0].__name__ for each in GONE])
def test_a_file_that_cannot_be_read_is_told_on_each_page(
    damage: Any, pages: tuple[str, ...], status: int, why: str, tmp_path: Path
) -> None:
    saga = begun(tmp_path)
    phone = Phone(serve(saga)).sit("Ann")
    damage(saga)
    told = {}
    for where in pages:
        phone.get(where)
        told[where] = phone.status, why in phone.page
    assert told == dict.fromkeys(pages, (status, True))


def test_without_a_saga_or_a_game_setup_is_for_four_and_the_rest_is_not_there(tmp_path: Path) -> None:
    """1.1: four players where nobody has said how many."""
    saga, alone = begun(tmp_path), Phone(serve(None))
    cut(saga)
    for phone in (Phone(serve(saga)), alone):
        assert 'value="4" checked' in phone.get("/setup")
    for where in ("/story", "/chronicle", "/start", "/log", "/win", "/battle"):
        alone.get(where)
        assert alone.status == 404, where
    for where, why in (("/card/long", "Longbows"), ("/ruling/A-999", "A-999"), ("/law/99.9", "99.9")):
        alone.get(where)
        assert alone.status == 404 and why in alone.page, where


def test_each_fault_says_what_went_wrong_and_the_way_out() -> None:
    """No fault is told as another; what the game asks meanwhile is told to whom it is asked only (9.4)."""
    state = a_table().seat("red", at=0).built()
    names = Names(View(state, "red"))
    asked = cast(Any, SimpleNamespace(pending=ASKED, state=state))
    other = cast(Any, SimpleNamespace(pending=None, state=state))
    nothing = "Nothing was changed."
    for fault, play, told in (
        (files.Busy(Path("x")), None, (409, "Somebody else is writing this game", "Try again. " + nothing)),
        (Damaged(Path("x.jsonl"), 3, "torn"), None,
         (500, "The journal cannot be read: x.jsonl, line 3: torn", "Whoever sits at the terminal must mend it.")),
        (NoSaga("no saga"), None, (404, "No saga", "Whoever sits at the terminal starts one.")),
        (NotOffered(ASKED, "x", [Refusal("5.6", "no")]), asked, (409, "That is not allowed here", nothing)),
        (Elsewhere("no"), asked, (409, "Another question is open", nothing)),
        (Misread("no such thing", "Say it."), asked, (409, "No such thing", "Say it.")),
        (ValueError("x"), asked, (500, "This went wrong, and it is our fault", "The journal is as it was.")),
    ):  # fmt: skip
        found = refused(fault, play, names)
        assert (found.status, found.why, found.hint) == told
    waits = refused(Needs(ASKED), asked, names)
    assert (waits.status, waits.why) == (409, "More has to be said first")
    assert waits.hint.endswith(f"Say that, too. {nothing}")
    assert refused(Needs(ASKED), other, names).hint == nothing
    assert [str(line) for line in refused(NotOffered(ASKED, "x", [Refusal("5.6", "no")]), asked, names).lines]


def sent(**fields: Any) -> Sent:
    several = {key.replace("_", "."): [each] if isinstance(each, str) else each for key, each in fields.items()}
    return Sent([(key, value) for key, values in several.items() for value in values])


def tapped(form: Form, fields: Sent, options: tuple[str, ...] = ("a", "b", "c")) -> Any:
    decision = Decision("x", "red", form, options=list(options), cites=("5.6",), low=0, high=3)
    try:
        return questions._tapped(decision, fields, cast(Any, None))
    except Refused as fault:
        return fault.status


def test_what_is_tapped_is_an_answer_of_its_form_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """One, some, so many, shares by their places, an order by ranks: anything else is no answer."""
    monkeypatch.setattr(questions, "prompt", lambda decision, names: "")
    for form, fields, answer in (
        (Form.ONE, {"pick": "b"}, "b"),
        (Form.ONE, {"pick": ["a", "b"]}, 400),
        (Form.ONE, {}, 400),
        (Form.SOME, {"pick": ["c", "a"]}, ["c", "a"]),
        (Form.AMOUNT, {"amount": "2"}, 2),
        (Form.AMOUNT, {"amount": "x"}, 400),
        (Form.AMOUNT, {"amount": "1234567"}, 400),
        (Form.AMOUNT, {"amount": "123456"}, 123456),
        (Form.DISTRIBUTE, {"share_2": "1", "share_0": "2", "share_1": ""}, {"a": 2, "c": 1}),
        (Form.DISTRIBUTE, {"share_3": "1"}, 400),
        (Form.ORDER, {"rank_0": "2", "rank_1": "1", "rank_2": "1"}, ["b", "c", "a"]),
        (Form.ORDER, {"rank_0": "2", "rank_1": "1"}, 400),
        (Form.NOTE, {"pick": "a"}, 400),
    ):
        assert tapped(cast(Any, form), sent(**cast(Any, fields))) == answer, (form, fields)


def test_a_game_that_is_over_takes_no_answer() -> None:
    play, table = (
        cast(Any, SimpleNamespace(pending=None, head=7)),
        cast(Any, SimpleNamespace(seat=lambda person: "red")),
    )
    much = "x" * WORDS
    for fields, status in (
        ({"n": "8"}, 409),
        ({"n": "123456789", "words": much}, 409),
        ({"n": "x"}, 400),
        ({"n": "1234567890"}, 400),
        ({"n": "8", "words": much + "x"}, 400),
    ):
        with pytest.raises(Refused) as fault:
            questions._check(play, table, seats.Person("Ann"), sent(**cast(Any, fields)))
        assert fault.value.status == status


def test_a_request_has_one_host() -> None:
    """Of two hosts nobody knows which is meant."""
    guard = Guard(cast(Any, None), ("testserver",))
    for hosts, ours in (([b"testserver"], True), ([b"testserver", b"testserver"], False), ([], False), ([b"x"], False)):
        scope = {"headers": [(b"host", each) for each in hosts], "server": ("127.0.0.1", 80)}
        assert guard._is_ours(scope) is ours


def test_addresses_are_typed_as_a_browser_takes_them() -> None:
    """An IPv6 address stands in brackets; of all addresses that one is shown by which others reach this machine."""
    assert shown_at("192.168.0.7", 8000) == "http://192.168.0.7:8000"
    assert shown_at("::1", 8000) == "http://[::1]:8000" and shown_at("our.house", 80) == "http://our.house:80"
    assert ipaddress.ip_address(own_address()).version == 4
    assert shown_at(EVERYWHERE, 1) == shown_at("::", 1) == f"http://{own_address()}:1"


def test_without_a_network_the_address_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*given: object) -> Any:
        raise OSError

    monkeypatch.setattr("oathtools.web.connections.socket.socket", none)
    assert own_address() == LOOPBACK


def test_the_terminal_greets_with_a_code_for_each_free_seat(tmp_path: Path) -> None:
    assert len([*greeting(Served(How(None, base="http://x")), True)]) == 1, "without a saga nobody sits"
    served = serve(begun(tmp_path))
    plain, drawn = [*greeting(served, False)], [*greeting(served, True)]
    assert len(plain) == 2 + 4 and len(drawn) == 2 + 2 * 4 + 2
    address = f"{served.how.base}/table"
    size = segno.make(address, micro=False, error="l").symbol_size(border=2)[1]
    assert drawn[-1] == seats.lines(address) and len(drawn[-1].splitlines()) == (size + 1) // 2


def test_whoever_waits_for_news_is_let_go_when_it_ends(tmp_path: Path) -> None:
    served = serve(begun(tmp_path))
    Server(served).handle_exit(2, None)
    assert served.news.over
    for cycle, waits in ((None, True), ((True, False), True), ((False, True), True), ((False, False), False)):
        held = cycle and SimpleNamespace(response_complete=cycle[0], more_body=cycle[1])
        assert cast(Any, Connection.waits).fget(SimpleNamespace(cycle=held)) is waits


def test_the_key_of_phones_beside_no_saga_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oathtools.kit.datafiles.own_folder", lambda: tmp_path / "own")
    key = seats._key()
    assert len(key) == 32 and seats._key() == key == (tmp_path / "own" / "phones.key").read_bytes()
    (tmp_path / "own" / "phones.key").write_bytes(b"short")
    assert len({seats._key(), seats._key()}) == 2 and len(seats._key()) == 32, "one that cannot be one is not taken"
