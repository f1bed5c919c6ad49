"""JSON and exports go through the same views as text (9.4), and no file is written over unasked."""

from pathlib import Path

import pytest

from oathtools.saga.folder import CHRONICLE
from tests.cli.calls import Call, caller
from tests.support.games import named_in

TABLE = """
turn: {player: Ann, phase: act}
players:
- {name: Ann, color: purple, role: chancellor, pawn: Plains}
- {name: Bo, color: red, pawn: Mountain, advisers: [{card: Wolves, facedown: true}]}
sites: [Plains, Mountain]
world_deck: {top: [Longbows, Elders, Keep], layers: [{denizens: 10, visions: 2}]}
dispossessed: [Tents, Insomnia]
"""


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    return tmp_path / "saga"


@pytest.fixture
def call(saga: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    call = caller(saga, capsys, monkeypatch)
    (saga.parent / "table.yaml").write_text(TABLE, encoding="utf-8")
    assert call("new", str(saga), "--first-game").status == 0
    assert call("start", "--seed", "1", "--position", str(saga.parent / "table.yaml")).status == 0
    return call


DRAWN = ("denizen.longbows", "denizen.elders", "denizen.keep")


@pytest.mark.parametrize("viewer", [[], ["--as", "Bo"]])
def test_what_ann_draws_is_for_ann_alone(viewer: list[str], call: Call) -> None:
    """5.1.2, 9.4: neither the answers, nor the question after them, nor what undo and redo ask again."""
    for words in (["answer", "search", "world"], ["ask"], ["undo", "--past-chance"], ["redo"], ["ask"]):
        said = call("--json", *viewer, *words)
        assert said.status == 0 and not list(named_in(said.out, DRAWN)), words
    assert [each["id"] for each in call("--json", "--as", "Ann", "ask").data["options"]][:3] == list(DRAWN)


def test_all_secrets_are_for_one_who_plays_for_everybody(call: Call) -> None:
    """Without --as and without --all-secrets no option of a private question is printed."""
    assert call("--json", "answer", "search", "world").status == 0
    closed = call("--json", "ask").data
    assert closed["private"] is True and closed["options"] == [] and closed["who"] == "purple"
    opened = call("--json", "ask", "--all-secrets").data
    assert [each["id"] for each in opened["options"]][:3] == list(DRAWN)
    assert opened == call("--json", "--as", "Ann", "ask").data
    assert "Longbows" in call("ask", "--all-secrets").out and "Longbows" not in call("ask").out


def test_ann_is_given_back_what_she_answered(call: Call) -> None:
    said = call("--json", "--as", "Ann", "answer", "search", "world")
    assert said.data["answers"][0]["answer"] == "search" and "hidden" not in said.data["answers"][0]
    kept = call("--json", "--as", "Ann", "answer", "Keep").data["answers"][0]
    assert kept["answer"] == "denizen.keep"
    assert call("undo").status == 0
    other = call("--json", "answer", "Keep").data["answers"][0]
    assert other["hidden"] is True and other["answer"] is None and other["asked"]["options"] is None


@pytest.mark.parametrize("words", [["--public"], ["--as", "Ann"]])
def test_8_4_a_position_to_be_shown_names_no_dispossessed_and_no_size_of_the_deck(words: list[str], call: Call) -> None:
    """8.4: they are unseen; A-101: the size of the world deck is private."""
    said = call("--json", "position", "export", *words)
    assert said.data["dispossessed"] == [{"unknown": "denizen", "n": 2}]
    assert "layers" not in said.data.get("world_deck", {})
    assert not list(named_in(said.out, ("denizen.tents", "denizen.insomnia", "denizen.wolves")))


def test_a_position_to_be_shown_is_a_position(call: Call, saga: Path) -> None:
    text = call("position", "export", "--public").out
    (saga.parent / "shown.yaml").write_text(text, encoding="utf-8")
    assert call("position", "check", str(saga.parent / "shown.yaml")).status == 0
    whole = call("--json", "position", "export", "--all").data
    assert whole["dispossessed"] == ["Tents", "Insomnia"] and whole["world_deck"]["layers"]


def test_the_chronicle_shows_no_deck_unasked(call: Call) -> None:
    deck = [f"vision.{name}" for name in ("faith", "conquest", "rebellion", "sanctuary", "conspiracy")]
    said = call("--json", "chronicle", "show")
    assert said.status == 0 and not list(named_in(said.out, deck))
    assert isinstance(call("--json", "chronicle", "show", "--spoil").data["world_deck"], dict | list)


def test_no_export_writes_over_a_file_unasked(call: Call, saga: Path) -> None:
    kept = {path: path.read_bytes() for path in (saga / CHRONICLE, *(saga / "games").iterdir())}
    odds = ["odds", "--force", "3", "--defense", "2", "--defenders", "1", "--svg"]
    for path in kept:
        for words in (["position", "export", "-o", str(path)], [*odds, str(path)]):
            said = call("--json", *words)
            assert said.status == 1 and "--replace" in said.answer["error"]["hint"]
    assert {path: path.read_bytes() for path in kept} == kept
    for words, name in ((["position", "export", "-o"], "table.yaml"), (odds, "odds.svg")):
        path = saga.parent / name
        path.write_text("mine", encoding="utf-8")
        assert call(*words, str(path)).status == 1 and path.read_text() == "mine"
        assert call(*words, str(path), "--replace").status == 0 and path.read_text() != "mine"
