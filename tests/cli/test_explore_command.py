"""``oathtools explore``: a copy of the table to try lines on, for one player's eyes (9.4), never part of the saga."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from oathtools.journal.begin import game_at
from oathtools.saga.folder import explored
from oathtools.table.position.form import read_position
from oathtools.table.views import dealt
from tests.cli.calls import Call, at_table, caller
from tests.support.explored import impossible

TABLE = """\
turn: {player: Bo, phase: act}
round: 3
players:
  - {name: Ann, color: purple, pawn: Plains, advisers: [{card: Elders, facedown: true}]}
  - {name: Bo, color: red, pawn: Mountain, supply: 7, favor: 3, warbands: 4, advisers: [{card: Wolves, facedown: true}]}
  - {name: Cy, color: blue, pawn: Mountain, warbands: 1, favor: 1, advisers: [{card: Tents, facedown: true}]}
sites: [Plains, Buried Giant, {site: Mountain, warbands: {blue: 1}}, Steppe, Mine]
"""


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A told game in Bo's Act Phase, where everybody has one facedown adviser."""
    return at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_copy_is_played_without_a_word_of_it_in_the_saga(oath: Call, tmp_path: Path) -> None:
    before, there = files(tmp_path / "saga"), str(tmp_path / "trial")
    said = oath("explore", "--as", "Bo", "-o", there, "--seed", "1")
    assert said.status == 0 and "a copy of game 1" in said.joined and "from what Bo knows" in said.joined
    assert oath("-C", there, "answer", "travel", "Steppe").status == 0
    assert oath("-C", there, "answer", "muster").status in (0, 1)
    for words in (["status"], ["ask"], ["log"], ["legal"], ["undo"], ["win"]):
        assert "this is what if" in oath("-C", there, *words).err, words
    assert files(tmp_path / "saga") == before
    assert "what if" not in oath("status").err


def test_9_4_what_bo_knows_stays_and_what_bo_does_not_is_dealt(tmp_path: Path, oath: Call) -> None:
    drawn = Counter[str]()
    for seed in range(12):
        there = str(tmp_path / f"{seed}")
        oath("explore", "--as", "Bo", "-o", there, "--seed", str(seed))
        players = {each["name"]: each for each in oath("-C", there, "status", "--spoil", "--json").data["players"]}
        assert players["Bo"]["advisers"][0]["id"] == "denizen.wolves"
        drawn[players["Cy"]["advisers"][0]["id"]] += 1
    assert len(drawn) > 6  # of some hundred names: twelve times the same five would be a wonder


def test_a_game_that_is_over_is_explored_from_a_moment_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saga = tmp_path / "saga"
    oath = caller(saga, capsys, monkeypatch)
    oath("new", str(saga), "--first-game"), oath("start", "--bots", "4=random", "--seed", "3")
    before, there = files(saga), str(tmp_path / "trial")
    refused = oath("explore")
    assert refused.status != 0 and "this game is over" in refused.err and "--from" in refused.err
    assert oath("explore", "--from", "99999").status != 0
    said = oath("explore", "--from", "150", "--as", "Bot 2", "--bots", "Bot 1,Bot 3,Bot 4=random", "-o", there)
    assert said.status == 0 and files(saga) == before
    assert oath("-C", there, "play", "--auto").status == 0  # to its end, by bots, without asking anybody


def test_with_hands_dice_and_draws_are_told(oath: Call, tmp_path: Path) -> None:
    there = str(tmp_path / "trial")
    oath("explore", "--as", "Bo", "--by-hand", "-o", there)
    for words in ("campaign Cy", "Mountain", "1"):
        oath("-C", there, "answer", *words.split())
    asked = oath("-C", there, "ask", "--json").data
    assert asked["kind"].endswith("-roll"), asked


def test_no_table_is_tried_on_before_it_is_set_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    oath = caller(tmp_path / "saga", capsys, monkeypatch)
    oath("new", str(tmp_path / "saga"), "--first-game"), oath("start", "Ann", "Bo", "Cy")
    assert oath("explore").status == 1


def test_each_card_comes_up_as_often_as_any_other(tmp_path: Path) -> None:
    """Three advisers of Cy whom nobody saw, of five names left: 60 ways; 6,000 deals."""
    (tmp_path / "table.yaml").write_text(TABLE)
    state = game_at(read_position(tmp_path / "table.yaml")).state
    few = state.groups["denizens"][:3]
    state.groups["denizens"] = few
    state.layers["world"] = []
    found = Counter[tuple[str, ...]]()
    rng = Random("deal")
    for _ in range(6_000):
        copy = dealt(state, "red", rng)
        assert not impossible(state, copy, "red")
        found[copy.zone("advisers.purple")[0], copy.zone("advisers.blue")[0]] += 1
    # Elders and Tents are names that Bo cannot place, as are the three left: 5 x 4 ways.
    assert len(found) == 20
    expected = 6_000 / 20
    assert sum((number - expected) ** 2 / expected for number in found.values()) < 50.8  # chi square, 19: 1 in 10,000


def test_the_same_seed_deals_the_same(tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(TABLE)
    play = game_at(read_position(tmp_path / "table.yaml"))
    play.journal = "0001"
    assert explored(play, "red", "x") == explored(play, "red", "x") != explored(play, "red", "y")


def test_every_page_of_a_copy_says_that_it_is_one(oath: Call, tmp_path: Path) -> None:
    phones = pytest.importorskip("tests.support.phones", reason="the extra web is not installed")
    there = tmp_path / "trial"
    oath("explore", "--as", "Bo", "-o", str(there))
    copy, saga = phones.Phone(phones.serve(there)), phones.Phone(phones.serve(tmp_path / "saga"))
    for where in ("/table", "/question", "/log", "/win"):
        assert "This is what if" in copy.get(where), where
        assert "This is what if" not in saga.get(where), where
