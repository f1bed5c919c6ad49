"""``oathtools review``: a game of the saga or a journal, in words and as data, and its refusals."""

import shutil
from pathlib import Path

import pytest

from tests.cli.calls import caller
from tests.support import replays

GAMES = Path(__file__).parent.parent / "games"


def copied(name: str, folder: Path) -> str:
    """A copy of a recorded game: how it stood is kept beside it."""
    return str(shutil.copy(GAMES / f"{name}.jsonl", folder))


def test_a_journal_is_reviewed_in_words_and_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.1, 5.5: the same in both."""
    call = caller(None, capsys, monkeypatch)
    journal = copied("3.1-usurper", tmp_path)
    said = call("review", journal, "--deep", "0").joined
    data = call("review", journal, "--deep", "0", "--json").data
    assert "Bot 2 against Bot 1 for Plains, Mountain and Rocky Coast: 34.90 %. Bot 2 wins" in said
    (fought,) = [each for each in data["campaigns"] if each["player"] == "red" and each["against"] == "purple"]
    assert fought["declared"] == fought["settled"] == "67/192" and fought["won"] and fought["dice_won"]
    assert data["turned"] == {"n": 79, "round": 5, "turn": "red"} and data["missed"] == []
    assert data["turns"][-1]["leads"] == data["result"]["winner"] == "blue"
    luck = {each["who"]: each["wins"]["had"] for each in data["luck"]}
    assert sum(luck.values()) == len(data["campaigns"])


def test_a_review_as_a_page_beside_the_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moment of the win that was not taken says so; what is there is not written over unasked."""
    call, out = caller(None, capsys, monkeypatch), tmp_path / "review.html"
    journal = copied("3.4.3-conquest-first", tmp_path)
    (missed,) = call("review", journal, "-o", str(out), "--json").data["missed"]
    lines = replays.data_of(out.read_text("utf-8"))["lines"]
    (line,) = [line for line in lines if line["k"] == "review" and line["t"].startswith("Not taken: ")]
    assert line["n"] == missed["n"] and "94 %" in line["t"].replace("93.75", "94")
    assert call("review", journal, "--deep", "0", "-o", str(out)).status == 1
    assert "review.html. Open it in a browser." in call("review", journal, "-o", str(out), "--replace").joined


def test_wins_that_were_not_taken_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = caller(None, capsys, monkeypatch)
    data = call("review", copied("3.4.3-conquest-first", tmp_path), "--json").data
    (missed,) = data["missed"]
    assert missed["seat"] == "black" and missed["way"]["chance"] == "15/16"
    assert missed["way"]["actions"][0]["words"].startswith("campaign white --target site.mountain")
    assert data["looked"]["deep"] == 1 and data["looked"]["moments"] == 2


def test_the_game_of_a_saga_and_one_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = caller(None, capsys, monkeypatch)
    call("new", str(tmp_path / "saga"), "--first-game")
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    assert call("review").status == 1
    call("start", "Ann", "Bo", "--table")
    early = tmp_path / "early.html"  # before anybody's turn
    assert call("review", "-o", str(early)).status == 0 and "deep before" in early.read_text("utf-8")
    call("start", "--anew", "Ann", "Bo", "--seed", "1")
    assert call("review", "--as", "Bo").out.startswith("The game goes on.")
    refused = call("review", "7")
    assert refused.status == 1 and "there is no game 7" in refused.err and "The games of this saga: 1" in refused.err
    assert call("review", "--deep", "3").status == 2
