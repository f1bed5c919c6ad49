"""A game as a page: each step shows the table at its answer, nothing more than the viewer could know then."""

from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oathtools.answerers.bot import run_plugs
from oathtools.answerers.review import review
from oathtools.journal import Play, new_game
from oathtools.odds.battle import SIDES
from oathtools.procedures.machine.world import first_game_world
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.render.table import replay
from oathtools.table.position.form import to_position
from oathtools.table.views import View
from tests.cli.calls import caller
from tests.support import replays
from tests.support.browser import CHROMIUM, DRIVER, Screen
from tests.support.daily import daily
from tests.support.games import hidden_cards, named_in, play_on
from tests.support.games import new_game as a_game
from tests.support.random_games import played

in_chromium = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium is installed")


@cache
def by_bots(seed: int, players: int = 4) -> Play:
    """A whole game of bots: to be looked at, not to be played on."""
    play = new_game([f"P{seat}" for seat in range(players)], first_game_world(), seed=seed, bots=True)
    run_plugs(play)
    return play


@cache
def page_of(number: int, viewer: str | None) -> str:
    """The page of a random game."""
    return replay.of_game(played(number), viewer)


@cache
def data_by_bots(seed: int) -> Any:
    return replays.data_of(replay.of_game(by_bots(seed)))


@pytest.mark.parametrize("number", daily([7, 5, 11], 3))
def test_each_step_shows_the_table_at_its_answer(number: int) -> None:
    play, rng = played(number), Random(number)
    for viewer in (None, rng.choice(play.state.seats)):
        found = dict(replays.held(page_of(number, viewer)))
        assert list(found) == [0, *(entry.n for entry in play.live)]
        for n in (0, *rng.sample(list(found), 12), play.live.last):
            assert found[n] == replays.at(play, n, viewer), n


@pytest.mark.parametrize(("number", "seated"), daily([(7, True), (7, False), (4, True), (4, False)], 4))
def test_no_step_names_what_the_viewer_could_not_know_then(number: int, seated: bool) -> None:
    """9.4: for everybody and for each player; and no picture is there that no step shows."""
    play, rng = played(number), Random(number)
    viewer = rng.choice(play.state.seats) if seated else None
    data = replays.data_of(page_of(number, viewer))
    shown = [at for step in data["steps"] for column in step["c"] for at in column]
    shown += [step[key] for step in data["steps"] for key in ("r", "b") if key in step]
    assert set(shown) == set(range(len(data["pictures"])))
    assert {piece for picture in data["pictures"] for piece in picture} == set(range(len(data["pieces"])))
    lines = [(line["n"], line["t"]) for line in data["lines"]]
    told = log.lines(play, Names(View(play.state, viewer)))
    assert [n for n, _ in lines] == [line.n for line in told]
    drawn = ["".join(data["pieces"][piece] for piece in pieces) for pieces in data["pictures"]]
    for step in rng.sample(data["steps"], 8):
        state = play.again(step["n"], digests=False).state
        source = " ".join([*(drawn[at] for column in step["c"] for at in column), drawn[step.get("b", 0)]])
        assert list(named_in(source, hidden_cards(state, viewer))) == [], (step["n"], viewer)


@pytest.mark.parametrize(("number", "seated"), daily([(7, True), (7, False), (4, True), (4, False)], 4))
def test_the_review_beside_a_replay_says_what_the_review_says_and_names_nothing_hidden(
    number: int, seated: bool
) -> None:
    """9.4: who stands how near at each turn, wins not taken, luck; each at its answer, as it could be known then."""
    play, rng = played(number), Random(number)
    viewer = rng.choice(play.state.seats) if seated else None
    found = review(play, viewer, deep=int(number == 4))
    data = replays.data_of(replay.of_game(play, viewer, found=found))
    said = [(line["n"], unescape(line["t"])) for line in data["lines"] if line["k"] == "review"]
    near = [(n, text) for n, text in said if text.startswith("How near: ")]
    assert [n for n, _ in near] == [stand.n for stand in found.stands] == [n for n, _ in data["curve"]]
    for (_, text), stand, (_, marks) in zip(near, found.stands, data["curve"], strict=True):
        assert text.count("next to win") == list(marks.values()).count("*") == (stand.leads in stand.nearest)
        assert all((marks[seat] == "-") == (nearest is None) for seat, nearest in stand.nearest.items())
    assert [n for n, text in said if text.startswith("Not taken: ")] == sorted(each.n for each in found.missed)
    assert len([text for _, text in said if " won, " in text and "battle" in text]) == len(found.luck)
    assert [line["n"] for line in data["lines"]] == sorted(line["n"] for line in data["lines"])
    hidden = {entry.n: hidden_cards(now.state, viewer) for now, _, entry, _ in play.replayed()}
    for n, text in said:
        assert list(named_in(text, hidden[n])) == [], (n, text)
    assert replays.data_of(page_of(number, None))["curve"] == []


def test_an_evening_is_small() -> None:
    """Under 1.5 MB for 500 answers."""
    play = by_bots(3, 6)
    page = replay.of_game(play, "red")
    assert len(page.encode()) < 1_500_000 * max(500, len(play.live)) / 500
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https://" not in page


def test_what_was_taken_back_is_left_out_and_corrections_are_marked() -> None:
    play = a_game(3)
    play_on(play, Random(2), most=60)
    while not (play.at_boundary and play.pending is not None and play.pending.kind == "act"):
        play_on(play, Random(2), most=1)
    kept = play.live.last
    play_on(play, Random(3), most=8)
    gone = play.live.last
    play.undo(kept, "Ann")
    play.adjust(to_position(play.state), "round 4")
    data = replays.data_of(replay.of_game(play))
    numbers = [step["n"] for step in data["steps"]]
    assert kept in numbers and not any(kept < n <= gone for n in numbers)
    assert [line["t"] for line in data["lines"] if line["k"] == "mark"][-1].startswith("The table stood otherwise")


def test_a_battle_is_drawn_with_its_dice_and_its_chance() -> None:
    """5.5: the chance while dice are to fall, then the dice, then who won."""
    play = by_bots(5)
    data = data_by_bots(5)
    drawn = ["".join(data["pieces"][piece] for piece in pieces) for pieces in data["pictures"]]
    fought = [drawn[step["b"]] for step in data["steps"] if "b" in step]
    assert any('class="chance"' in each for each in fought) and any("#face-" in each for each in fought)
    rolled = {batch.n for batch in play.batches for event in batch.events if event.facts.get("die") in SIDES}
    assert all("b" in step for step in data["steps"] if step["n"] in rolled)


def test_names_of_people_are_no_markup_and_no_places_of_the_page() -> None:
    play = new_game(["[[script]]", "</script><b>Bo", "Cy"], first_game_world(), seed=1, bots=True)
    for _ in range(12):
        assert play.pending is not None
        play.answer(play.pending.random(Random(1)))
    page = replay.of_game(play)
    assert "<b>Bo" not in page and page.count("</script>") == 2
    assert "[[script]]" in str(replays.data_of(page)["words"])


def test_clauses_have_their_text_at_hand() -> None:
    data = data_by_bots(5)
    assert data["clauses"]["5.5.4"].startswith("Step 4")
    assert all(f">{clause}<" in str(data["lines"]) for clause in data["clauses"])


# -- the commands ------------------------------------------------------------------------------------------------------


def saga(tmp_path: Path, call: Any) -> None:
    """A saga with a game of bots that is over."""
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert call("start", "--bots", "3=random", "--seed", "3").status == 0
    assert call("play", "--auto").status == 0


def test_replay_writes_the_last_game_or_the_one_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call, out = caller(tmp_path / "saga", capsys, monkeypatch), tmp_path / "replay.html"
    saga(tmp_path, call)
    said = call("replay", "-o", str(out))
    assert said.status == 0 and "Open it in a browser" in said.joined
    page = out.read_text("utf-8")
    assert page.startswith("<!doctype html>") and "[[data]]" not in page
    refused = call("replay", "1", "-o", str(out))
    assert refused.status == 1 and "--replace" in refused.err and out.read_text("utf-8") == page
    assert call("replay", "1", "-o", str(out), "--replace", "--json").data["bytes"] == len(out.read_bytes())
    missing = call("replay", "7", "-o", str(out))
    assert missing.status == 1 and "The games of this saga: 1." in missing.err
    assert call("replay", "--as", "Nobody", "-o", str(tmp_path / "b.html")).status == 1
    assert not (tmp_path / "b.html").exists()


def test_a_saga_s_worlds_are_shown_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call, out = caller(tmp_path / "saga", capsys, monkeypatch), tmp_path / "worlds.html"
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert "The worlds" in call("replay", "-o", str(out)).out  # no game yet: its world alone
    assert [step["n"] for step in replays.data_of(out.read_text("utf-8"))["steps"]] == [1]
    assert call("start", "--bots", "3=random", "--seed", "3").status == 0
    assert call("play", "--auto").status == 0 and call("chronicle", "write").status == 0
    assert call("replay", "--worlds", "-o", str(out), "--replace").status == 0
    data = replays.data_of(out.read_text("utf-8"))
    assert [step["n"] for step in data["steps"]] == [1, 2] and "After game 1" in data["words"]


def test_demo_writes_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call, out = caller(None, capsys, monkeypatch), tmp_path / "demo.html"
    assert call("demo", "--bots", "random", "--replay", str(out)).status == 0
    assert replays.data_of(out.read_text("utf-8"))["steps"]
    assert call("demo", "--bots", "random", "--replay", str(out)).status == 1


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    found = Screen(tmp_path_factory.mktemp("profile"), 1280, 800, True)
    yield found
    found.web.quit()


@in_chromium
@pytest.mark.parametrize(("number", "viewer"), daily([(7, "red"), (5, None)], 2))
def test_a_browser_shows_the_table_at_each_answer(screen: Any, tmp_path: Path, number: int, viewer: str | None) -> None:
    play, path = played(number), tmp_path / f"{number}.html"
    path.write_text(replay.of_game(play, viewer), encoding="utf-8")
    found = dict(replays.browsed(screen, path))
    assert list(found) == [0, *(entry.n for entry in play.live)]
    for n in Random(number).sample(list(found), 8):
        assert found[n] == replays.at(play, n, viewer), n
    assert screen.web.get_log("browser") == []


@in_chromium
def test_keys_the_slider_and_links_step_through_a_game(screen: Any, tmp_path: Path) -> None:
    path = tmp_path / "keys.html"
    path.write_text(replay.of_game(by_bots(5)), encoding="utf-8")
    screen.open(path.as_uri())

    def at() -> int:
        return int(screen.web.execute_script("return document.body.dataset.n"))

    def press(key: str) -> int:
        script = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))"
        screen.web.execute_script(script, key)
        return at()

    assert at() == 0
    first = press("ArrowRight")
    assert first > 0 and press("ArrowLeft") == 0
    turn = press("PageDown")
    assert turn >= first and press("PageDown") > turn and press("PageUp") == turn
    last = press("End")
    assert last == press("ArrowRight") and press("Home") == 0
    screen.all("#turn-on")[0].click()
    assert at() == turn
    screen.web.execute_script("document.querySelector('.log li:not(.later) .cite').click()")
    assert screen.all("dialog[open] p")[0].text
    assert screen.all("#at")[0].get_attribute("aria-valuetext").startswith("Answer ")


@in_chromium
def test_a_swipe_steps_and_every_control_and_part_has_its_name(screen: Any, tmp_path: Path) -> None:
    """As a screen reader is told them: what is stepped with, and each part of the table in words."""
    path = tmp_path / "swiped.html"
    path.write_text(replay.of_game(by_bots(5)), encoding="utf-8")
    screen.open(f"{path.as_uri()}#60")

    def swiped(across: int) -> int:
        screen.swipe("#table .pic", across)
        return int(screen.holds("document.body.dataset.n"))

    assert swiped(10) == 60, "a tap is no swipe"
    on = swiped(-200)
    assert on > 60 and swiped(-200) > on and swiped(200) == on
    controls = screen.all("footer input, footer button")
    assert len({each.accessible_name for each in controls}) == len(controls) == 6 and all(map(named, controls))
    parts = screen.all("#table .pic, #rounds .pic")
    assert len(parts) > 15 and all(map(named, parts))
    assert screen.all("#said")[0].aria_role == "status" and screen.all("#said")[0].text.startswith(f"{on} of ")


def named(element: Any) -> bool:
    """Has it a name for a screen reader?"""
    return bool(element.accessible_name.strip())


@in_chromium
def test_a_replay_fits_a_phone(screen: Any, tmp_path: Path) -> None:
    path, play = tmp_path / "phone.html", by_bots(5)
    path.write_text(replay.of_game(play, found=review(play, deep=0)), encoding="utf-8")
    screen.size(360, 740)
    screen.open(f"{path.as_uri()}#120")
    assert screen.web.execute_script("return document.documentElement.scrollWidth") <= 360
    sizes = (
        "return [...document.querySelectorAll('.buttons button')].map((each) => each.getBoundingClientRect().height)"
    )
    assert all(height >= 44 for height in screen.web.execute_script(sizes))
    widths = "return [...document.querySelectorAll('#curve div, #turns')].map((each) => each.clientWidth)"
    assert len(found := screen.web.execute_script(widths)) == len(play.state.seats) + 1 and len(set(found)) == 1
    screen.size(1280, 800)
