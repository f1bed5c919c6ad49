"""An evening of two people and two bots with a real deck, as it was written down: what they type, line by line (9.4).

``evening.txt`` has each line with its round and whose turn it is. ``python -m tests.support.evening`` writes it anew,
which a change of the bots makes necessary: then they do something else, and the lines answer other questions.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from oathtools.answerers.bot import unlooked
from oathtools.cli.game import start
from oathtools.render.game.question import document
from oathtools.saga import folder
from oathtools.table.views import View
from tests.cli.calls import at_table, caller

SCRIPT = [line.split(" | ") for line in (Path(__file__).parent / "evening.txt").read_text("utf-8").splitlines()]
WHOLE = pytest.mark.skipif("SOAK" not in os.environ, reason="the whole evening takes minutes")


@pytest.mark.parametrize("lines", [14, pytest.param(len(SCRIPT), marks=WHOLE)])
def test_an_evening_of_two_people_and_two_bots(
    lines: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "_fresh_seed", lambda: "1")
    oath = caller(tmp_path / "saga", capsys, monkeypatch)
    oath("new", str(tmp_path / "saga"), "--first-game")
    assert oath("start", "Ann", "Bo", "--bots", "2", "--table").status == 0
    for number, (round_, whose, line) in enumerate(SCRIPT[:lines]):
        asked = oath("ask", "--json").data
        if asked["kind"] == "search.draw" and asked["who"] in ("blue", "yellow"):
            drawn = line.partition(";")[0].split(", ")
            assert sum(card != "?" for card in drawn) == 1, "one card is turned over of what a bot draws"
            assert "Vision" not in line or "Vision" in drawn[-1], "a Vision ends the draw, and is the one"
        said = oath("answer", line)
        assert said.status == 0, (number, round_, whose, line, asked["kind"], said.err)
    if lines == len(SCRIPT):
        assert "has won" in oath("win").joined or oath("ask", "--json").answer["data"] is None


TABLE = """\
turn: {player: Bo, phase: act}
round: 3
players:
  - {name: Ann, color: purple, pawn: Plains}
  - {name: Bo, color: red, pawn: Plains, supply: 7, advisers: [{unknown: denizen}]}
  - {name: Cy, color: blue, pawn: Mountain}
sites: [Plains, Buried Giant, {site: Mountain, cards: [Longbows]}, Steppe, Mine]
"""


@pytest.mark.parametrize(
    ("request_", "does"),
    [
        ("search world deck; Elders, ?, ?", ("search.keep", "denizen.elders")),
        ("search world deck; ?, ?, Vision of Faith", ("search.keep", "vision.faith")),
        ("search world deck; ?, ?, ?", ("play.to", "adviser-facedown")),
        ("search world deck; a Vision", ("play.to", None)),
        ("play; 1", ("play.to", "discard")),
    ],
)
def test_7_2_what_nobody_looked_at_lies_facedown_or_goes(
    request_: str,
    does: tuple[str, str | None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot keeps what was turned over for it; what was not may belong elsewhere than where it would go (5.1.4)."""
    oath = at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")
    assert oath("answer", request_).status == 0
    play = folder.view(folder.latest(tmp_path / "saga")).play
    assert play.pending is not None and (play.pending.kind, unlooked(play.state, play.pending)) == does


def test_who_draws_for_a_bot_reads_what_to_turn_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    oath = at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")
    oath("answer", "search world deck")
    assert "nobody tells" in oath("ask").joined
    play = folder.view(folder.latest(tmp_path / "saga")).play
    assert not play.unlooked
    play.header["seats"] = [{**seat, "bot": "greedy"} for seat in play.header["seats"]]
    assert play.pending is not None
    play.header["seats"] = [{**seat, "bot": seat["color"] == play.pending.who} for seat in play.header["seats"]]
    assert play.unlooked, "whoever else plays"
    assert "Turn over the Vision" in str(document(play, View(play.state, None)))


def test_at_most_three_lines_a_turn() -> None:
    turns = Counter((round_, whose) for round_, whose, _ in SCRIPT)
    assert max(turns.values()) <= 3 and len(turns) > 25
