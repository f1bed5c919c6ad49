"""``oathtools serve``: seats, pages, answers and what is refused; the command line and phones at one game."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from oathtools.kit import datafiles
from oathtools.saga import folder
from oathtools.web import desk
from oathtools.web.connections import free_seats
from oathtools.web.requests import WORDS, may
from oathtools.web.seats import Seats
from tests.render.pages import outlined
from tests.support.phones import BEGUN, FORM, ORIGIN, Failure, Phone, begun, entries, phones, serve, typed


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return begun(tmp_path)


def test_a_seat_is_claimed_once_and_shows_its_own_board(saga: Path) -> None:
    served = serve(saga)
    token = served.seats.invitation("Bo")
    bo, other = Phone(served), Phone(served)
    assert "Are you Bo?" in bo.get(f"/join/{token}")
    assert "Are you Bo?" in other.get(f"/join/{token}"), "looking claims nothing"
    assert "<h1>Bo</h1>" in bo.post(f"/join/{token}", {})
    other.post(f"/join/{token}", {})
    assert other.status == 404 and "used" in other.page
    for strange in ("b%C3%B6", "x" * 900):
        assert other.post(f"/join/{strange}", {}) and other.status == 404
    other.get("/me")
    assert other.status == 403
    assert "<h1>Bo</h1>" in bo.get("/me")
    figures = re.findall(r"<li><b>(\d+)</b> (\w+)</li>", bo.page)
    assert figures == [("7", "Supply"), ("1", "favor"), ("1", "secret"), ("3", "warbands")], "1.15, 2.2.1"


def test_each_seat_has_a_page_for_its_code(saga: Path) -> None:
    served = serve(saga)
    host = Phone(served)
    host.post(f"/join/{served.seats.host}", {})
    page = host.get("/seats?of=Bo")
    assert served.seats.invitation("Bo") in page and page.count('class="code"') == 1
    assert served.seats.invitation("Ann") not in page
    assert host.get("/seats").count('class="code"') == 5, "four seats and the shared screen"


def test_a_code_is_shown_for_each_seat_that_no_phone_holds(saga: Path) -> None:
    served = serve(saga)
    Phone(served).sit("Bo")
    assert free_seats(served) == ["Ann", "Cy", "Dee"]


def test_a_seat_lasts_when_the_server_is_started_again(
    saga: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = Phone(serve(saga)).sit("Bo")
    cookies = dict(bo.client.cookies)
    again = Phone(serve(saga))
    again.client.cookies.update(cookies)
    assert "<h1>Bo</h1>" in again.get("/me")
    kept = saga / ".phones.json"
    assert kept.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(datafiles, "own_folder", lambda: tmp_path)
    assert (
        Seats(tmp_path / "phones.json").invitation("Bo") and (tmp_path / "phones.key").stat().st_mode & 0o777 == 0o600
    )
    assert next(iter(cookies.values())) not in kept.read_text(encoding="utf-8")


def test_nothing_in_the_folder_of_a_saga_opens_a_seat(saga: Path) -> None:
    """What opens a free seat lies in no file, and no name in one is that of whoever sits at the terminal."""
    served = serve(saga)
    tokens = [served.seats.host, *(served.seats.invitation(name) for name in ("Ann", "Bo", "Cy", "Dee"))]
    Phone(served).sit("Bo")
    host = Phone(served)
    host.post(f"/join/{served.seats.host}", {})
    lying = "".join(path.read_text(encoding="utf-8") for path in saga.rglob("*") if path.is_file())
    assert not any(token in lying for token in [*tokens, *host.client.cookies.values()])
    kept = saga / ".phones.json"
    phones = json.loads(kept.read_text(encoding="utf-8"))["phones"]
    for name, digest in (("@host", phones["Bo"]), ("Ann", phones["Bo"]), ("Ann", hashlib.sha256(b"mine").hexdigest())):
        kept.write_text(json.dumps({"phones": {name: digest}, "key": "00"}), encoding="utf-8")
        again = serve(saga)
        for cookie in (*host.client.cookies.values(), "mine"):
            assert again.seats.person(cookie).name is None, "nor does what somebody writes there"


def test_what_a_host_may_do_can_be_taken_back(saga: Path) -> None:
    """By closing the pages, by opening them elsewhere with the code at the terminal, by starting the server again."""
    served = serve(saga)
    first, second = Phone(served), Phone(served)

    def may(phone: Phone) -> bool:
        phone.get("/seats")
        return phone.status == 200

    for phone in (first, second):
        phone.post(f"/join/{served.seats.host}", {})
    assert not may(first) and may(second)
    second.post("/leave", {"mark": second.field("mark")})
    assert not may(second)
    first.post(f"/join/{served.seats.host}", {})
    again = Phone(serve(saga))
    again.client.cookies.update(first.client.cookies)
    assert may(first) and not may(again)


@pytest.mark.parametrize("name", ["@host", "Ann@home", "Ann\nBo: http://elsewhere", "A\x1b[2J", "\u202eAnn", "\x00"])
def test_a_name_is_a_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(Failure) as refused:
        begun(tmp_path, answers=())
        typed(tmp_path / "saga", "start", "--anew", "--players", f"{name},Bo,Cy")
    assert "not a name" in refused.value.message
    position = tmp_path / "position.json"
    position.write_text(json.dumps({"format": 1, "players": [{"name": name}, "Bo"], "sites": ["Mine"]}))
    with pytest.raises(Failure) as refused:
        typed(tmp_path / "saga", "position", "check", str(position))
    assert "not a name" in str(refused.value.extra) + str(refused.value.detail)


def test_a_seat_is_given_back_and_taken_anew(saga: Path) -> None:
    served = serve(saga)
    bo, host = Phone(served).sit("Bo"), Phone(served)
    host.post(f"/join/{served.seats.host}", {})
    assert "Who sits where" in host.page and "Has a phone" in host.page
    host.post("/seats/anew", {"mark": host.field("mark"), "name": "Bo"})
    bo.get("/me")
    assert bo.status == 403
    bo.sit("Bo")
    bo.get("/me")
    bo.post("/leave", {"mark": bo.field("mark")})
    bo.get("/me")
    assert bo.status == 403
    bo.post("/seats/anew", {"mark": bo.field("mark"), "name": "Ann"})
    assert bo.status == 403
    bo.get("/seats")
    assert bo.status == 403


PAGES = ("/setup", "/pulls", "/chronicle", "/story", "/fight?force=6&defense=4&defenders=3", "/won", "/position",
         "/table", "/question", "/log", "/win", "/battle", "/why?words=travel+Plains", "/rules?q=kill", "/law/5.5.2",
         "/cards", "/card/longbws", "/rulings", "/ruling/A-02", "/odds?force=6&defense=4&defenders=3")  # fmt: skip


@pytest.mark.parametrize("where", PAGES)
def test_every_page_opens_for_everybody(saga: Path, where: str) -> None:
    served = serve(saga)
    for phone in (Phone(served), Phone(served).sit("Ann")):
        phone.get(where)
        assert phone.status == 200, phone.page
        outlined(phone.page)


def test_a_page_may_do_no_more_than_its_own_files(saga: Path) -> None:
    answer = Phone(serve(saga)).client.get("/table")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert " style=" not in answer.text and "<script>" not in answer.text and " onclick" not in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", ""), "nothing from elsewhere"


def test_a_tap_and_one_more_make_a_request(saga: Path) -> None:
    """5.6.1: Ann travels to Mountain: what the page offers is what is typed."""
    ann = Phone(serve(saga)).sit("Ann")
    page = ann.get("/me")
    assert "/do?say=travel%20site.mountain" in page and "2 Supply" in page
    assert "Yes." in ann.get("/do?say=travel%20site.mountain")
    ann.post("/answer", {name: ann.field(name) for name in ("mark", "n", "words")})
    assert ann.status == 200
    assert [(entry.kind, entry.answer) for entry in entries(saga)[-2:]] == [
        ("act", "travel"),
        ("travel.to", "site.mountain"),
    ]
    assert "Ann travels to Mountain" in ann.get("/log") and '/law/5.6.1"' in ann.page


def test_an_offer_is_full_but_where_a_secret_of_the_player_decides(saga: Path) -> None:
    """9.4: which facedown adviser would be played is left out for others."""
    play = folder.view(folder.latest(saga)).play
    for viewer in ("purple", "red"):
        offered = [each for _, group in may(play, "purple", viewer).others for each in group]
        assert {each.words.split()[0] for each in offered if not each.full} == ({"play"} if viewer == "red" else set())


def test_a_request_that_may_not_be_made_says_why(saga: Path) -> None:
    """5.2.1: mustering needs a card at the site; nothing is offered to be confirmed, and nothing is kept."""
    ann = Phone(serve(saga)).sit("Ann")
    before = len(entries(saga))
    assert "No." in ann.get("/do?say=muster+Naysayers") and "Do it" not in ann.page
    for defender in ("nobody", "red"):
        assert "No." in ann.get(f"/do?defender={defender}") and "Do it" not in ann.page
    ann.get(f"/why?words={'x' * (WORDS + 1)}")
    assert ann.status == 400 and "too long" in ann.page
    ann.say("end; end")
    assert ann.status == 403 and len(entries(saga)) == before, "Bo's turn is not hers to end"
    for many, status in ((WORDS, 409), (WORDS + 1, 400)):
        ann.get("/question")
        ann.post("/answer", {"mark": ann.field("mark"), "n": ann.field("n"), "words": "x" * many})
        assert ann.status == status and len(entries(saga)) == before
    ann.get("/fight?force=5&dice=4&defense=2&defenders=2&attack.sword=12345")
    assert 'value="1234"' in ann.page and "12345" not in ann.page, "no more of a number is read"
    assert "or Bo is at Plains" in ann.get("/why?words=campaign+Bo")
    assert "or Ann is at Mountain" not in ann.page and "or It would" not in ann.page, "only what comes second"
    ann.say("muster Naysayers")
    assert ann.status == 409 and "Nothing was changed" in ann.page
    assert len(entries(saga)) == before


@pytest.mark.parametrize(
    ("thing", "asked", "answer"),
    [
        ("site.plains", "travel site.plains", "Yes."),
        ("denizen.longbows", "muster denizen.longbows", "No."),
        ("denizen.elders", "trade denizen.elders", "No."),
        ("banner.peoples_favor", "recover banner.peoples_favor", "No."),
        ("site.rocky_coast", "campaign purple --target site.rocky_coast", "No."),
        ("relic.grand_scepter", "campaign purple --target relic.grand_scepter", "No."),
    ],
)
def test_why_is_tapped_for_anything_on_the_table(saga: Path, thing: str, asked: str, answer: str) -> None:
    """From the table to a thing, to a request with it, to the verdict: for Bo in his own turn, nothing typed."""
    for words in ("travel Mountain", "end"):
        typed(saga, "answer", *words.split())
    bo = Phone(serve(saga)).sit("Bo")
    assert f'href="/card/{thing}"' in bo.get("/table")
    assert "Bo: may I?" in bo.get(f"/card/{thing}")
    assert f'href="/why?words={quote(asked)}"' in bo.page, bo.page
    assert answer in bo.get(f"/why?words={quote(asked)}")


def test_a_card_that_lies_hidden_is_asked_about_by_nobody(saga: Path) -> None:
    """9.4: what is offered to be asked about a card does not say that it is Ann's adviser, or in a deck."""
    served = serve(saga)
    elsewhere = Phone(served).get("/card/denizen.wolves")
    typed(saga, "answer", "search", "world")
    typed(saga, "answer", "Wolves, Horse Archers, Tinker's Fair")
    for phone in (Phone(served), Phone(served).sit("Bo")):
        assert links(phone.get("/card/denizen.wolves")) == links(elsewhere) != []


def links(page: str) -> list[str]:
    """The questions that a page offers."""
    return re.findall(r'href="/why\?words=([^"]*)"', page)


def test_whoever_is_asked_answers_and_nobody_else(saga: Path) -> None:
    served = serve(saga)
    bo, guest = Phone(served).sit("Bo"), Phone(served)
    before = len(entries(saga))
    bo.get("/me")
    bo.post("/answer", {"mark": bo.field("mark"), "n": before + 1, "words": "end"})
    assert bo.status == 403 and "Ann" in bo.page
    guest.post("/answer", {"mark": served.seats.mark(served.seats.person("")), "n": before + 1, "words": "end"})
    assert guest.status == 403
    assert len(entries(saga)) == before


def test_a_scribe_answers_for_the_others_but_not_what_is_private(saga: Path) -> None:
    """9.4: which card Bo keeps is for Bo's eyes, whoever writes."""
    served = serve(saga, scribe="Ann")
    ann = Phone(served).sit("Ann")
    for words in ("end", "search world", "3"):
        ann.say(words)
        assert ann.status == 200, ann.page
    head = len(entries(saga))
    assert entries(saga)[-1].who == "red"
    ann.get("/me")
    ann.post("/answer", {"mark": ann.field("mark"), "n": head + 1, "words": "1"})
    assert ann.status == 403 and len(entries(saga)) == head
    for phone in (ann, Phone(served)):
        assert "Only Bo may see" in phone.get("/question") and 'name="pick"' not in phone.page
    bo = Phone(served).sit("Bo")
    assert 'name="pick"' in bo.get("/question")


def test_an_answer_to_another_question_changes_nothing_and_is_told_what_happened(saga: Path) -> None:
    ann = Phone(serve(saga)).sit("Ann")
    ann.get("/question")
    fields = {"mark": ann.field("mark"), "n": ann.field("n"), "words": "travel Plains"}
    typed(saga, "answer", "travel", "Mountain")
    before = len(entries(saga))
    ann.post("/answer", fields)
    assert ann.status == 409 and "was answered meanwhile" in ann.page and "Ann travels to Mountain" in ann.page
    assert len(entries(saga)) == before


def test_the_command_line_and_phones_write_one_journal(saga: Path) -> None:
    """Phones and terminal in turn: the journal is the one that is typed."""
    ann = Phone(serve(saga)).sit("Ann")
    ann.say("travel Mountain")
    typed(saga, "answer", "search", "world")
    assert "Ann draws" in ann.get("/question")
    ann.say("3")
    assert ann.status == 200
    both = [entry.as_data() for entry in entries(saga)]
    typed(saga, "undo", "--to", str(len(BEGUN)), "--past-chance")
    for words in (("travel", "Mountain"), ("search", "world"), ("3",)):
        typed(saga, "answer", *words)
    again = [entry.as_data() for entry in entries(saga)]
    said = [{key: value for key, value in row.items() if key != "n"} for row in both[len(BEGUN) :]]
    assert said == [{key: value for key, value in row.items() if key != "n"} for row in again[-len(said) :]]


def test_a_campaign_is_tapped_with_its_odds_beside_each_choice(saga: Path) -> None:
    """5.5.2 to 5.5.6: the odds of a declaration, of each plan, of the dice that fell; then the steps with clauses."""
    for words in ("travel Mountain", "end"):
        typed(saga, "answer", *words.split())
    table = phones(serve(saga), "Ann", "Bo")
    ann, bo = table["Ann"], table["Bo"]
    assert "Campaign against Ann" in bo.get("/question")
    assert "Win 6.25 %" in bo.get("/do?defender=purple&target=site.mountain&dice=3")
    assert "Campaign against Ann for Mountain, with 3 attack dice" in bo.page
    bo.post("/answer", {name: bo.field(name) for name in ("mark", "n", "words")})
    page = ann.get("/question")
    for label, chance in (("Go on", "6.25 %"), ("Longbows", "0.00 %"), ("Longbows (+1 attack die)", "24.65 %")):
        assert f'{label}<b class="odds">{chance}</b>' in page
    assert "24.65 %" in bo.get("/question") and 'name="pick"' not in bo.page
    ann.tap(pick="denizen.longbows")
    assert "2 dice" in ann.get("/question") and "face.3" in ann.page
    head = len(entries(saga))
    ann.tap(face_0="1", face_1="2")
    assert ann.status == 409 and "2 dice fell, not 3" in ann.page and len(entries(saga)) == head
    ann.tap(face_0="1", face_1="1")
    assert entries(saga)[-1].answer == ["blank", "shield"]
    assert "Win now 0.00 %" in bo.get("/question")
    bo.tap(face_2="1")
    assert entries(saga)[-1].answer == ["two_swords_skull"]
    page = bo.get("/battle")
    assert "Attack 2 does not exceed defense 5" in page and 'href="/law/5.5.6"' in page


def test_taking_back_says_how_much_and_the_others_see_who_did(saga: Path) -> None:
    served = serve(saga)
    table = phones(served, "Ann", "Bo")
    table["Ann"].say("travel Mountain")
    page = table["Bo"].get("/log").partition('action="/undo"')[2]
    assert "What was said last, 2 answers" in page and "Ann travels to Mountain" in page
    table["Bo"].post("/undo", {name: table["Bo"].field(name) for name in ("mark", "n")})
    assert table["Bo"].status == 200
    assert entries(saga)[-1].undo_to is not None
    assert "Bo took back" in table["Ann"].get("/log")
    assert entries(saga)[-1].by == "Bo", "the journal says it: after a restart, and at the command line"
    assert "Bo took back" in Phone(serve(saga)).get("/table") and "Bo took back" in typed(saga, "log")


def test_what_dice_or_cards_told_is_only_taken_back_when_the_table_agrees(saga: Path) -> None:
    ann = Phone(serve(saga)).sit("Ann")
    ann.say("search world")
    ann.say("3")
    head = len(entries(saga))
    assert entries(saga)[-1].is_chance
    assert 'name="lost"' in ann.get("/log")
    fields = {name: ann.field(name) for name in ("mark", "n")}
    ann.post("/undo", fields)
    assert ann.status == 409 and len(entries(saga)) == head
    assert 'class="verdict"' in ann.page, "what would be lost is said"
    ann.post("/undo", {**fields, "n": "1"})
    assert ann.status == 409 and "gone on meanwhile" in ann.page
    ann.post("/undo", {**fields, "lost": "yes"})
    assert ann.status == 200 and entries(saga)[-1].undo_to == head - 1


@pytest.mark.parametrize("said", ["travel Mountain", "travel Mountain; end", "end"])
@pytest.mark.parametrize("where", ["on a phone", "at the command line"])
def test_a_phone_takes_back_what_undo_takes_back(saga: Path, said: str, where: str) -> None:
    """What was said in one line goes together, wherever it was said and wherever it is taken back."""
    ann = Phone(serve(saga)).sit("Ann")
    head = len(entries(saga))
    if where == "on a phone":
        ann.say(said)
    else:
        typed(saga, "answer", said)
    other = shutil.copytree(saga, saga.parent / "other")
    ann.get("/log")
    ann.post("/undo", {name: ann.field(name) for name in ("mark", "n")})
    typed(other, "undo")
    assert entries(saga)[-1].undo_to == entries(other)[-1].undo_to == head


def test_a_table_that_is_only_shown_takes_no_answers(saga: Path) -> None:
    served = serve(saga, read_only=True)
    ann = Phone(served).sit("Ann")
    before = len(entries(saga))
    ann.say("travel Mountain")
    assert ann.status == 403 and len(entries(saga)) == before
    ann.get("/position")
    ann.post("/position", {"mark": ann.field("mark"), "position": "players: [Ann, Bo]"})
    assert ann.status != 403, "a position that is typed is no answer"


# -- whom it answers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver@evil.example", "", "[", "a b"])
def test_foreign_hosts_get_nothing(saga: Path, host: str) -> None:
    answer = Phone(serve(saga)).client.get("/table", headers={"host": host})
    assert answer.status_code == 421 and "Ann" not in answer.text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": f"https://{ORIGIN[7:]}"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "multipart/form-data; boundary=x"}, 415),
        ({"content-type": "application/json"}, 415),
    ],
)
def test_forms_from_elsewhere_change_nothing(saga: Path, headers: dict[str, str], status: int) -> None:
    ann = Phone(serve(saga)).sit("Ann")
    before = len(entries(saga))
    ann.get("/question")
    fields = {"mark": ann.field("mark"), "n": ann.field("n"), "words": "end"}
    ann.post("/answer", fields, headers)
    assert ann.status == status
    del ann.client.headers["user-agent"]
    answer = ann.client.post("/answer", content="words=end", headers={"content-type": FORM})
    assert answer.status_code == 403, "no origin at all"
    assert len(entries(saga)) == before


def test_a_form_without_the_mark_of_its_phone_changes_nothing(saga: Path) -> None:
    table = phones(serve(saga), "Ann", "Bo")
    ann, bo = table["Ann"], table["Bo"]
    bo.get("/me")
    before = len(entries(saga))
    for mark in ("", "x", "é", bo.field("mark")):
        ann.post("/answer", {"mark": mark, "n": before + 1, "words": "end"})
        assert ann.status == 403
    assert len(entries(saga)) == before


def test_whoever_answers_is_sent_on_so_that_a_page_loaded_again_answers_nothing(saga: Path) -> None:
    ann = Phone(serve(saga)).sit("Ann")
    ann.get("/question")
    form = urlencode({"mark": ann.field("mark"), "n": ann.field("n"), "words": "end"})
    answer = ann.client.post("/answer", content=form, headers={"origin": ORIGIN, "content-type": FORM})
    assert [each.status_code for each in (*answer.history, answer)] == [303, 200]
    assert entries(saga)[-1].answer == "end" and answer.request.method == "GET"


def test_only_the_terminal_takes_a_seat_anew_and_is_sent_on_to_the_codes(saga: Path) -> None:
    served = serve(saga)
    bo, host = Phone(served).sit("Bo"), Phone(served)
    host.post(f"/join/{served.seats.host}", {})
    bo.get("/me")
    for phone, name, comes in ((bo, "Ann", [403]), (host, "Eve", [404]), (host, "Bo", [303, 200])):
        form = urlencode({"mark": phone.field("mark"), "name": name})
        answer = phone.client.post("/seats/anew", content=form, headers={"origin": ORIGIN, "content-type": FORM})
        assert [each.status_code for each in (*answer.history, answer)] == comes, answer.text
        assert ("Only whoever sits at the terminal does that" in answer.text) is (phone is bo)
    assert bo.client.get("/static/table.css").status_code == 200
    assert bo.client.get("/static/app.py").status_code == 404


def test_more_than_a_form_holds_is_not_read(saga: Path) -> None:
    ann = Phone(serve(saga)).sit("Ann")
    for fields, status in (
        ({"words": "x" * 20_000}, 413),
        ([(f"a{n}", "1") for n in range(500)], 400),
        ({"mark": ann.served.seats.mark(ann.served.seats.person(next(iter(ann.client.cookies.values())))),
          "n": "8", "words": "x" * 500}, 400),
    ):  # fmt: skip
        ann.post("/answer", fields)
        assert ann.status == status, ann.page
    assert ann.client.get(f"/rules?q={'x' * 5000}").status_code == 414
    assert ann.client.get(f"/do?say={'x' * 500}").status_code == 400
    for body in (b"\xff\xfe", b"words=%ff%fe", b"%", b"=&=&"):
        sent = {"origin": ORIGIN, "content-type": FORM}
        assert ann.client.post("/answer", content=body, headers=sent).status_code in (400, 403)


def test_5_5_the_likeliest_ends_of_a_battle_are_ten_rows_at_most(saga: Path) -> None:
    page = Phone(serve(saga)).get("/odds?force=6&defense=4&defenders=3")
    shares = [float(each) for each in re.findall(r'<td class="count">([\d.]+) %</td>', page)]
    assert len(shares) == 10 and shares == sorted(shares, reverse=True) and sum(shares) < 100


def test_a_page_that_breaks_says_whose_fault_it_is(saga: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.Desk, "log", lambda *given: 1 / 0)
    phone = Phone(serve(saga))
    assert "it is our fault" in phone.get("/log") and phone.status == 500
    assert "Traceback" not in phone.page and "it is our fault" not in phone.get("/table")


def test_names_with_markup_are_words(tmp_path: Path) -> None:
    saga = begun(tmp_path, answers=())
    path = saga / "games" / "0001.jsonl"
    text = path.read_text(encoding="utf-8").replace('"Bo"', '"<img src=x>&\\""')
    path.write_text(text, encoding="utf-8")
    served = serve(saga)
    for where in ("/table", "/question", "/log"):
        page = Phone(served).get(where)
        assert "<img" not in page, where
    assert "&lt;img" in Phone(served).get("/table")


def test_what_is_refused_leaves_the_game_open_as_it_was(saga: Path) -> None:
    served = serve(saga)
    ann = Phone(served).sit("Ann")
    ann.get("/question")
    play = served.kept.play()
    ann.say("nothing of this kind")
    assert ann.status == 409 and served.kept.play() is play
    ann.say("travel Mountain, nothing of this kind")
    assert ann.status == 409 and len(served.kept.play().entries) == len(entries(saga)) == 7


def test_a_page_says_which_state_it_was_made_of(saga: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is answered elsewhere while a page is made is news to it: the phone asks again."""
    served = serve(saga)
    made, before = desk.tables.table, served.news.version()

    def meanwhile(*given: object, **values: object) -> object:
        typed(saga, "answer", "end")
        return made(*given, **values)

    monkeypatch.setattr(desk.tables, "table", meanwhile)
    assert f'data-at="{before}"' in Phone(served).get("/table")
    assert served.news.version() != before
    assert f'data-at="{served.news.version()}"' in Phone(served).get("/odds"), "so that it is looked at again"


# -- without a game, without the extra ----------------------------------------------------------------------------


def test_without_a_saga_it_is_the_reference() -> None:
    phone = Phone(serve(None))
    assert "In plain words" in phone.get("/")
    for where in (
        "/law/5.5.2",
        "/cards",
        "/rulings",
        "/setup",
        "/pulls",
        "/won",
        "/odds?force=6&defense=4&defenders=3",
    ):
        phone.get(where)
        assert phone.status == 200
    assert "83.66 %" in phone.page
    phone.get("/table")
    assert phone.status == 404
    phone.get("/position")
    phone.post("/undo", {"mark": phone.field("mark")})
    assert phone.status == 404 and "No game is played here" in phone.page


def test_a_saga_without_a_game_says_so(tmp_path: Path) -> None:
    saga = begun(tmp_path, answers=())
    for path in (saga / "games").iterdir():
        path.unlink()
    phone = Phone(serve(saga))
    phone.get("/table")
    assert phone.status == 404 and "No game was started" in phone.page


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    from oathtools.cli.game import sessions as command

    monkeypatch.setattr(command, "find_spec", lambda name: None if name in ("starlette", "segno") else object())
    yield


def test_what_is_missing_is_said(without: None, saga: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from oathtools.cli.shared.common import Failure

    with pytest.raises(Failure, match="starlette, segno") as failed:
        typed(saga, "serve")
    assert failed.value.hint == "pip install 'oathtools[web]'"
    monkeypatch.setattr(sys, "prefix", "/home/ann/.local/pipx/venvs/oathtools")
    with pytest.raises(Failure, match="starlette, segno") as failed:
        typed(saga, "serve")
    assert failed.value.hint == "pipx install --force 'oathtools[web]'"


def test_nothing_of_it_is_imported_by_anything_else() -> None:
    """The cold start of other commands is as before."""
    code = (
        "import sys, oathtools, oathtools.journal, oathtools.cli.main as m\n"
        "try: m.main(['law', '5.5.2'])\nexcept SystemExit: pass\n"
        "bad = [n for n in sys.modules if n.split('.')[0] in "
        "('starlette', 'uvicorn', 'jinja2', 'segno', 'anyio', 'markupsafe') or n.startswith('oathtools.web')]\n"
        "print('BAD', bad)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "BAD []", told.stdout[-400:]


def test_9_6_what_somebody_promised_stands_on_the_phones_of_both(saga: Path) -> None:
    typed(saga, "promise", "Bo to Ann: not to attack her")
    served = serve(saga)
    for name, told in (("Bo", True), ("Ann", True), ("Cy", False)):
        assert ("has promised Ann: not to attack her" in Phone(served).sit(name).get("/me")) is told
