"""Pages beside the game: setup, what to fetch, the world between games, its story, and what is told by hand."""

import json
import re
import shutil
from html import escape, unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from oathtools import catalog
from oathtools.kit.text import capital
from oathtools.law.clauses import get
from oathtools.law.rulings import Readings
from oathtools.law.rulings_variants import Taken
from oathtools.saga import folder, writing
from oathtools.saga.guide.pulls import pulls
from oathtools.saga.past.story import hidden_cards
from oathtools.web import by_hand
from tests.render.pages import outlined
from tests.support.daily import daily
from tests.support.games import in_words, named_in, some_answer
from tests.support.phones import Phone, begun, entries, phones, serve, typed

EVENINGS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[1] / "saga" / "accounts.yaml").read_text("utf-8")
)


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return begun(tmp_path)


def over(saga: Path) -> None:
    """Play the running game to its end; most turns end at once."""
    rng = Random(5)
    with folder.writing(folder.latest(saga)) as running:
        play = running.play
        while play.pending is not None:
            act = play.pending.kind == "act" and rng.random() < 0.8
            running.save([play.answer("end" if act else some_answer(play.pending, rng), checked=True)])


def both(saga: Path) -> tuple[Phone, Phone]:
    table = phones(serve(saga), "Ann", "Bo")
    return table["Ann"], table["Bo"]


# -- setup and what to fetch ---------------------------------------------------------------------------------------


def test_setup_has_every_step_of_the_command(saga: Path) -> None:
    """1.1 to 1.23, with the numbers for so many players and for the saga's world."""
    page = Phone(serve(saga)).get("/setup?players=5")
    steps = json.loads(typed(saga, "--json", "setup", "--players", "5"))["data"]
    assert page.count('<section class="stage"') == len(steps) >= 23
    for step in steps:
        assert f'id="s{step["clause"]}"' in page and step["title"].replace("'", "&#39;") in page


def test_ticks_are_shared_by_all_phones_and_the_command(saga: Path) -> None:
    ann, bo = both(saga)
    ann.get("/pulls")
    fields = {name: ann.field(name) for name in ("mark", "of", "packed", "list")}
    at = bo.served.news.version()
    ann.post("/tick", {**fields, "tick": "2"})
    assert ann.status == 200 and "1 of " in ann.page
    assert bo.served.news.version() != at, "all phones are told that there is something new"
    assert 'id="i2" name="untick"' in bo.get("/pulls")
    told = json.loads(
        typed(saga, "--json", "setup", "--pull", f"--{'packed' if fields['packed'] == 'yes' else 'sorted'}")
    )
    assert [row["done"] for row in told["data"]][:4] == [False, False, True, False]
    bo.post("/tick", {**fields, "mark": bo.field("mark"), "untick": "2"})
    assert "0 of " in ann.get("/pulls")


def test_a_tick_that_cannot_be_changes_nothing(saga: Path) -> None:
    served = serve(saga)
    ann, guest = Phone(served).sit("Ann"), Phone(served)
    ann.get("/pulls")
    fields = {name: ann.field(name) for name in ("mark", "of", "packed", "list")}
    for changed, status in (
        ({"list": "other"}, 409),
        ({"tick": "9999"}, 400),
        ({"tick": "x"}, 400),
        ({"tick": ""}, 400),
    ):
        ann.post("/tick", {**fields, "tick": "0", **changed})
        assert ann.status == status, changed
    guest.get("/pulls")
    guest.post("/tick", {**fields, "mark": guest.field("mark"), "tick": "0"})
    assert guest.status == 403
    assert "0 of " in guest.get("/pulls") and not (saga / "pulls.json").exists()


# -- after the game ------------------------------------------------------------------------------------------------


def test_the_chronicle_is_written_by_tapping_as_the_command_writes_it(saga: Path) -> None:
    """8: who won chooses; what is drawn unseen stays untold; the new world is the one that is typed."""
    over(saga)
    served = serve(saga)
    ann = Phone(served).sit("Ann")
    people = {"Ann": ann, **{name: Phone(served).sit(name) for name in ("Bo", "Cy", "Dee")}}
    before = (saga / "chronicle.yaml").read_bytes()
    length = (saga / "games" / "0001.jsonl").stat().st_size
    assert "Write the Chronicle" in ann.get("/question")
    assert ann.post("/chronicle", {"mark": ann.field("mark")}) and ann.status == 200
    said: list[str] = []
    rng = Random(7)
    while (asked := served.kept.play().pending) is not None:
        phone = people[served.kept.play().state.players[asked.who].name]
        said.append(" ".join(in_words(asked, some_answer(asked, rng))))
        assert phone.say(said[-1]) and phone.status == 200, phone.page
    assert "is written" in ann.get("/question")
    tapped = (saga / "chronicle.yaml").read_text(encoding="utf-8"), [entry.as_data() for entry in entries(saga)]
    assert writing.read(saga / "chronicle.yaml").game == 2
    assert "What to fetch and put away" in ann.get("/pulls?of=chronicle") and ann.status == 200
    (saga / "chronicle.yaml").write_bytes(before)
    (saga / "games" / "0001.jsonl").write_bytes((saga / "games" / "0001.jsonl").read_bytes()[:length])
    _write(saga)
    for words in said:
        typed(saga, "answer", words)
        _write(saga)
    assert [entry.as_data() for entry in entries(saga)] == tapped[1]
    assert (saga / "chronicle.yaml").read_text(encoding="utf-8") == tapped[0]


def test_the_next_game_begins_on_any_phone_that_sits_as_the_command_begins_it(saga: Path, tmp_path: Path) -> None:
    """1.7 to 1.9: when its world is written, once; whoever won is suggested as Chancellor, each keeps a board."""
    guest = Phone(serve(saga))
    guest.get("/start")
    assert guest.field("players").startswith("Ann, Bo:red"), "in their order, while nobody has won"
    over(saga)
    served = serve(saga)
    bo, guest = Phone(served).sit("Bo"), Phone(served)
    bo.get("/start")
    bo.post("/start", {"mark": bo.field("mark"), "players": "Ann, Bo"})
    assert bo.status == 409 and "not written" in bo.page
    _written(saga)
    assert 'href="/start"' in bo.get("/question") and 'href="/start"' not in guest.get("/question")
    other = shutil.copytree(saga, tmp_path / "other")
    for phone, players in ((guest, "Ann, Bo"), (bo, "Ann"), (bo, "Ann, Bo, bo"), (bo, "Red, Bo"), (bo, "Ann, Bo:pink")):
        phone.get("/start")
        phone.post("/start", {"mark": phone.field("mark"), "players": players})
        assert phone.status in (403, 409) and len(folder.games(saga)) == 1, players
    bo.get("/start")
    asked = {"mark": bo.field("mark"), "players": bo.field("players")}
    last = folder.view(folder.latest(saga)).play
    first = last.state.players[last.state.result["winner"]].name
    assert asked["players"].startswith(f"{first}, ")
    assert bo.post("/start", asked) and bo.status == 200, bo.page
    typed(other, "start", "--players", asked["players"])
    begun_here, there = (folder.view(folder.latest(each)).play for each in (saga, other))
    assert begun_here.header == there.header and begun_here.state == there.state
    assert bo.post("/start", asked) and bo.status == 409 and len(folder.games(saga)) == 2
    assert "Setup" in guest.get("/table")


def test_the_guide_of_a_phone_has_each_step_and_every_line_for_hands_once(saga: Path) -> None:
    """8: before each question the step with its number, and what hands do since the last one, as the pull list says."""
    over(saga)
    served = serve(saga)
    people = {name: Phone(served).sit(name) for name in ("Ann", "Bo", "Cy", "Dee")}
    people["Ann"].get("/question")
    people["Ann"].post("/chronicle", {"mark": people["Ann"].field("mark")})
    done: list[str] = []
    steps: list[str] = []
    rng, asked = Random(7), None
    while True:
        play = served.kept.play()
        step, phone = play.state.step, people[play.state.players[asked.who].name if asked else "Ann"]
        shown = [
            unescape(re.sub("<[^>]+>", "", line))
            for line in re.findall('<p class="in-.">(.*?)</p>', phone.get("/question"))
        ]
        done += [line.removeprefix("* ") for line in shown if line.startswith("* ")]
        steps += [line.partition(" ")[0] for line in shown if re.match(r"8\.\d", line)]
        if (asked := play.pending) is None:
            break
        assert f"{get(step).title}" in " ".join(shown), step
        phone = people[play.state.players[asked.who].name]
        assert phone.say(" ".join(in_words(asked, some_answer(asked, rng)))) and phone.status == 200, phone.page
    assert done == [f"{capital(pull.source)}: {pull.says(typed=False)}" for pull in pulls(served.kept.play())]
    assert list(dict.fromkeys(steps)) == sorted(dict.fromkeys(steps)) and {"8.1", "8.2", "8.3.3", "8.5", "8.8"} <= {
        *steps
    }


@pytest.mark.parametrize("on_phones", [True, False])
@pytest.mark.parametrize("evening", daily(EVENINGS, 2), ids=lambda evening: evening["name"].partition(" (")[0])
def test_an_evening_that_was_only_described_ends_in_the_right_box(
    evening: dict[str, Any], on_phones: bool, tmp_path: Path
) -> None:
    """8, at a table that tracked nothing: a file of the end and at most ten lines, on phones as at the terminal."""
    place = tmp_path / "saga"
    for name in ("before", "end"):
        (tmp_path / name).write_text(yaml.safe_dump(evening[name]), encoding="utf-8")
    typed(place, "new", str(place), "--chronicle", str(tmp_path / "before"))
    _write(place, "--position", str(tmp_path / "end"))
    served = serve(place)
    people = {each["name"]: Phone(served).sit(each["name"]) for each in evening["end"]["players"]} if on_phones else {}
    for words in evening["typed"]:
        play = served.kept.play()
        if people:
            phone = people[play.state.players[play.pending.who].name]
            assert phone.say(words) and phone.status == 200, (words, phone.page)
        else:
            typed(place, "answer", words)
            _write(place)
    world, wanted = writing.read(place / "chronicle.yaml"), evening["after"]
    assert served.kept.play().pending is None and len(evening["typed"]) <= 10
    assert (world.oath, [color for color, side in world.boards.items() if side == "citizen"]) == (
        wanted["oath"],
        wanted["citizens"],
    )
    assert [_row(row) for row in world.map] == [sorted(line.split(", ")) for line in wanted["map"]]
    assert world.history[-1]["removed"] == 6 and sum(world.history[-1]["suits"].values()) == 6


def test_whoever_has_a_seat_may_say_who_has_won_and_only_the_winner_goes_on(tmp_path: Path) -> None:
    """8: the whole table has seen who won; what the Chronicle asks then is the winner's."""
    place = tmp_path / "saga"
    typed(place, "new", str(place), "--fresh")
    end = tmp_path / "end.yaml"
    end.write_text(
        "round: 7\nplayers:\n  - {name: Ann, color: purple, role: chancellor}\n"
        "  - {name: Bo, color: red, role: exile}\n"
        "sites: [{site: Plains, warbands: {red: 1}}]\noathkeeper: {holder: Bo, side: usurper}\n"
    )
    _write(place, "--position", str(end))
    table = phones(serve(place), "Ann", "Bo")
    page = table["Bo"].get("/question")
    assert "Who has won" in page and "You are asked" in page
    assert table["Bo"].say("Bo") and table["Bo"].status == 200
    page = table["Ann"].get("/question")
    assert "Bo is asked" in page and "--scribe NAME" in page and 'name="pick"' not in page
    assert table["Bo"].say("usurper") and table["Bo"].status == 200
    page = re.sub("<[^>]+>", "", table["Ann"].get("/question"))
    assert "The game is over. Bo wins as the Usurper" in page and "Bo is asked" in page


def _row(row: Any) -> list[str]:
    """What lies in a slot, by names; how many relics."""
    if row.facedown:
        return ["facedown"]
    return sorted([*map(catalog.name_of, (row.site, *row.cards)), *([str(len(row.relics))] if row.relics else [])])


def _write(saga: Path, *more: str) -> None:
    """The command; it says so where something is still to be answered."""
    try:
        typed(saga, "chronicle", "write", *more)
    except Exception as waits:
        assert "waits for an answer" in str(waits), waits


def _written(saga: Path) -> None:
    """Write the Chronicle to its end, whatever is chosen."""
    _write(saga)
    with folder.writing(folder.latest(saga)) as running:
        play, rng = running.play, Random(7)
        while play.pending is not None:
            running.save([play.answer(some_answer(play.pending, rng), checked=True)])
    _write(saga)


def test_the_chronicle_of_a_game_that_goes_on_is_not_written(saga: Path) -> None:
    ann, _ = both(saga)
    ann.get("/me")
    before = (saga / "games" / "0001.jsonl").read_bytes()
    ann.post("/chronicle", {"mark": ann.field("mark")})
    assert ann.status == 409 and "not over" in ann.page
    assert (saga / "games" / "0001.jsonl").read_bytes() == before


def test_the_world_and_its_story_name_nothing_hidden(saga: Path) -> None:
    over(saga)
    with pytest.raises(Exception, match="waits for an answer"):
        typed(saga, "chronicle", "write", "--seed", "4")
    typed(saga, "chronicle", "write", "--auto")
    world = writing.read(saga / "chronicle.yaml")
    phone = Phone(serve(saga))
    told = set(named_in(" ".join(typed(saga, *words) for words in TOLD), frozenset(hidden_cards(world))))
    for where in ("/chronicle", "/story", "/setup", "/pulls", "/pulls?of=chronicle"):
        page = phone.get(where)
        assert phone.status == 200, page
        named = set(named_in(page, frozenset(hidden_cards(world)))) - told
        assert not named, (where, named)
        assert "--" not in page.replace("<!--", "").replace("-->", "") or where == "/story", "no word of the terminal"


TOLD = (
    ("chronicle", "pulls"),
    ("chronicle", "history"),
    ("chronicle", "show"),
    ("setup", "--pull", "--sorted"),
    ("setup", "--pull", "--packed"),
)


def test_the_story_keeps_the_players_words_and_runs_nothing(saga: Path) -> None:
    typed(saga, "chronicle", "story")
    text = (saga / "story.md").read_text(encoding="utf-8")
    key = text.index("<!-- end of your words -->")
    (saga / "story.md").write_text(f"{text[:key]}It was a <b>dark</b> night.\n{text[key:]}", encoding="utf-8")
    answer = Phone(serve(saga)).client.get("/story")
    assert "dark" in answer.text and "It was a" in answer.text and "<script" not in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "script" not in policy


# -- told by hand --------------------------------------------------------------------------------------------------

CAMPAIGN = {"force": "6", "defense": "4", "defenders": "3"}


def test_a_campaign_by_numbers_is_resolved_with_the_dice_that_fell() -> None:
    """5.5.4 to 5.5.6: what the command tells, step by step."""
    phone = Phone(serve(None))
    page = phone.get("/fight?force=6&defense=4&defenders=3&attacker_plans=longbows")
    assert "Tap the defense dice that fell: 4" in page and "Longbows" in page
    page = phone.get("/fight?force=6&defense=4&defenders=3&defense.0=1&defense.1=3")
    assert "Tap the attack dice that fell: 6" in page and 'name="defense.1" value="3"' in page
    assert "Win now" in page
    page = phone.get("/fight?force=6&defense=4&defenders=3&defense.0=1&defense.1=3&attack.0=4&attack.2=2")
    rolls = ("--defense-roll", "1 1 1 -", "--attack-roll", "4s 2k")
    told = json.loads(_anywhere("--json", "campaign", *_options(CAMPAIGN), *rolls))
    assert told["ok"] and page.partition('<ol class="steps">')[2].count("<h2>") == len(told["data"]["steps"])
    phone.get("/fight?force=6&defense=4&defenders=3&defense.0=5")
    assert phone.status == 409 and "4 defense dice fell, not 5" in phone.page


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("force=x&defense=1&defenders=1", 400),
        ("force=99&defense=1&defenders=1", 400),
        ("force=3", 400),
        ("force=3&defense=1&defenders=1&attacker_plans=no+such+plan", 404),
        ("force=3&defense=1&defenders=1&defense.0=x", 400),
        ("force=3&defense=1&defenders=1&attacker_plans=longbows=x", 409),
        ("force=3&defense=1&defenders=1&attacker_plans=longbows,longbows", 409),
    ],
)
def test_what_is_no_campaign_is_refused(query: str, status: int) -> None:
    phone = Phone(serve(None))
    phone.get(f"/fight?{query}")
    assert phone.status == status, phone.page


def test_a_win_check_asks_what_the_command_asks() -> None:
    """3.1: an Exile on the Usurper side wins at their Wake Phase."""
    phone = Phone(serve(None))
    page = phone.get("/won")
    assert "Which check" in page and '/won?at=wake"' in page
    page = phone.get("/won?at=wake")
    assert "holder=usurper" in page
    page = phone.get("/won?at=wake&holder=usurper")
    told = json.loads(_anywhere("--json", "win", "--at", "wake", "--holder", "usurper"))
    assert told["data"]["winner"] and "the Exile wins" in page.replace("The Exile", "the Exile"), page


def test_a_typed_position_is_judged_and_a_wrong_one_told() -> None:
    phone = Phone(serve(None))
    phone.get("/position")
    text = Path(__file__).parents[2].joinpath("docs/pictures/evening.yaml").read_text(encoding="utf-8")
    sent: dict[str, Any] = {"mark": phone.field("mark"), "position": text.replace("\n", "\r\n")}
    phone.post("/position", sent)
    first = _anywhere("win", "--position", "docs/pictures/evening.yaml").splitlines()[0]
    assert phone.status == 200 and first in unescape(phone.page), phone.page
    phone.post("/position", {**sent, "position": "players: [{name: Ann, role: king}]"})
    assert phone.status == 409 and "states no position" in phone.page
    phone.post("/position", {**sent, "position": f"{text}\nthen: [end]\n"})
    assert phone.status == 409 and "Answers after a position are for the terminal" in phone.page
    phone.post("/position", {**sent, "position": "/etc/passwd"})
    assert phone.status == 409 and "root" not in phone.page


@pytest.mark.parametrize("phase", ["act", "wake"])
@pytest.mark.parametrize("words", ["search world", "campaign Bo", "travel Mountain", "muster", "end"])
def test_a_request_is_judged_in_a_typed_position_as_the_command_does(words: str, phase: str, tmp_path: Path) -> None:
    """4.2: one of a Wake Phase in the Act Phase that comes next."""
    phone = Phone(serve(None))
    phone.get("/position")
    text = Path(__file__).parents[2].joinpath("docs/pictures/evening.yaml").read_text(encoding="utf-8")
    (file := tmp_path / "position.yaml").write_text(text.replace("phase: act", f"phase: {phase}"), encoding="utf-8")
    sent = {"mark": phone.field("mark"), "position": file.read_text(encoding="utf-8"), "words": words}
    phone.post("/position", sent)
    told = json.loads(_anywhere("--json", "why", *words.split(), "--position", str(file)))["data"]
    page = unescape(phone.page)
    assert f'<p class="verdict first">{"Yes" if told["legal"] else "No"}.</p>' in page, page
    assert all(row["clause"] in page for row in told["refusals"])
    phone.post("/position", {**sent, "words": "frobnicate"})
    assert phone.status == 409 and "no request" in phone.page


def test_a_link_carries_a_position_and_judges_nothing_by_itself() -> None:
    phone = Phone(serve(None))
    text = Path(__file__).parents[2].joinpath("docs/pictures/evening.yaml").read_text(encoding="utf-8")
    text = f"{text}# & <Bo>\n"
    phone.get("/position")
    phone.post("/position", {"mark": phone.field("mark"), "position": text, "words": "end"})
    link = re.search(r'href="(/position\?[^"]+)"', phone.page)
    assert link, phone.page
    page = phone.get(unescape(link[1]))
    assert phone.status == 200 and f"{escape(text)}</textarea>" in page and 'value="end"' in page, page
    assert 'class="verdict' not in page


def _options(told: dict[str, str]) -> list[str]:
    return [word for name, value in told.items() for word in (f"--{name}", value)]


def _anywhere(*words: str) -> str:
    from click.testing import CliRunner

    from oathtools.cli.main import cli
    from oathtools.cli.shared.common import Settings

    result = CliRunner().invoke(cli, [*words], obj=Settings(), standalone_mode=False)
    assert result.exception is None, result.exception
    return result.output


def test_the_headings_of_every_page_are_in_order(saga: Path) -> None:
    """What is shown to one seat, to the terminal, before a confirmation, and of what is refused."""
    served = serve(saga)
    ann, host = Phone(served).sit("Ann"), Phone(served)
    outlined(host.get(f"/join/{served.seats.host}"))
    host.post(f"/join/{served.seats.host}", {})
    for phone, where in ((ann, "/me"), (ann, "/question"), (ann, "/do?say=end"), (ann, "/law"), (ann, "/law/5"),
                         (ann, "/rules"), (ann, "/pulls?of=chronicle"), (ann, "/card/nothing"), (ann, "/why"),
                         (ann, "/odds"), (host, "/seats"), (host, "/seats?of=Bo")):  # fmt: skip
        outlined(phone.get(where))


def test_a_02_has_anyone_won_is_answered_as_the_table_reads_it() -> None:
    told = {"at": "wake", "holder": "exile", "vision": "Conquest", "goal": "tie", "visions": "3"}
    said = [str(by_hand.won(told, Readings({"A-02": Taken(letter)})).lines[0]) for letter in "ab"]
    assert "nobody wins" in said[1] and said[0] != said[1] == str(by_hand.won(told, None).lines[0])
