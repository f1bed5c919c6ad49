"""Telling is never on the way of recording: the log is told of every game, whatever was named, seen or put right."""

from typing import Any

import pytest

from oathtools.journal import Play
from oathtools.render.game import log
from oathtools.render.game.phrase_pieces import UNTOLD
from oathtools.render.names import Names
from oathtools.render.printers import terminal
from oathtools.table.views import View
from tests.cli.calls import Call, caller
from tests.support.daily import daily
from tests.support.mid_game import WAYS, each_step

PEEKS = """
format: 1
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, role: chancellor, pawn: Plains}
  - {name: Bo, color: red, role: exile, pawn: Mountain, secrets: 3, relics: %s}
sites:
  - {site: Plains, warbands: {purple: 2}, relics: [{unknown: relic}, {unknown: relic}]}
  - {site: Mountain, warbands: {purple: 1}, cards: [Longbows], relics: [{unknown: relic}, {unknown: relic}]}
"""


@pytest.fixture
def oath(tmp_path: Any, capsys: Any, monkeypatch: Any) -> Call:
    """A saga of its own."""
    call = caller(tmp_path / "saga", capsys, monkeypatch, columns=200)
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    return call


def begun(oath: Call, tmp_path: Any, relics: str = "[]") -> Call:
    file = tmp_path / "position.yaml"
    file.write_text(PEEKS % relics)
    assert oath("start", "--position", str(file), "--table").status == 0
    return oath


@pytest.mark.parametrize(
    ("relics", "answers"),
    [
        ("[]", ("peek site-relic 1", "Map", "peek site-relic 1")),
        ("[]", ("peek relic 1", "Obsidian Cage", "peek relic 1", "peek relic 2", "Whistle", "peek relic 1")),
        ("[Grand Scepter]", ("peek reliquary 1", "Map", "peek reliquary 1")),
        ("[Ivory Eye]", ("power 'Ivory Eye' relic-2-1", "Whistle", "peek site-relic 1")),
        ("[Skeleton Key, Grand Scepter]", ("power 'Skeleton Key' reliquary-1", "Map", "no", "peek reliquary 1")),
    ],
)
def test_a_relic_that_was_named_can_be_looked_at_again(
    oath: Call, tmp_path: Any, relics: str, answers: tuple[str, ...]
) -> None:
    """6.3, 6.4: the zone of a card follows its name."""
    begun(oath, tmp_path, relics)
    for answer in answers:
        said = oath("answer", answer)
        assert said.status == 0, said.err
        assert "cannot be told" not in said.out
    assert oath("answer", "travel Plains").status == 0
    told = oath("log").out
    assert "cannot be told" not in told and "travels to Plains" in told


def test_a_table_put_right_is_told_on_from_there(oath: Call) -> None:
    """An adjustment rebuilds the state with other ids for its unknown cards: the past is told as it was."""
    assert oath("start", "--players", "Ann,Bo", "--table").status == 0
    while (question := oath("ask", "--json").answer["data"])["kind"] != "act":
        assert oath("answer", "1" if question["options"] else "default").status == 0
    before = oath("log").out
    assert oath("adjust", "Bo favor 2").status == 0
    after = oath("log").out
    assert after.startswith(before.rstrip()) and "put right: Bo favor 2" in after
    for answer in ("muster 1", "peek reliquary 1", "Map", "peek reliquary 1"):
        oath("answer", answer)
    assert "cannot be told" not in oath("log").out


def told(play: Play, viewer: str | None, spoil: bool = False) -> list[log.Line]:
    return log.lines(play, Names(View(play.state, viewer, spoil)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", daily([1, 4], 2))
def test_everything_that_happens_can_be_told(number: int, way: str) -> None:
    """Random answers from mid-game positions, the table put right in between: each event has its words."""
    last: list[str] = []

    def look(play: Play) -> None:
        nonlocal last
        lines = told(play, None)
        assert not [line for line in lines if line.kind == UNTOLD]
        now = [str(line) for line in lines if line.kind != log.MARK]
        assert now[: len(last) - 1] == last[:-1]  # the last sentence may go on; what was told stays told
        last = now

    play = each_step(number, way, look)
    for viewer in play.state.seats:
        assert not [line for line in told(play, viewer) if line.kind == UNTOLD]
    assert not [line for line in told(play, None, spoil=True) if line.kind == UNTOLD]


def test_what_cannot_be_told_says_so_by_name_and_harms_no_other_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours in telling one kind of event leaves a line that names it, with what everybody may know of it."""
    from oathtools.render.game import phrases
    from tests.support.games import finished

    play = finished(2)
    whole = told(play, None)

    def broken(scene: Any, run: Any) -> Any:
        raise KeyError("card#1")

    monkeypatch.setitem(phrases.OF_CARDS, "discard", broken)
    lines = told(play, None)
    untold = [line for line in lines if line.kind == UNTOLD]
    assert untold and all(
        "cannot be told in words, a fault of ours (KeyError): discard" in line.text for line in untold
    )
    assert "card#" not in " ".join(line.text for line in untold)
    others = [line for line in whole if "discards" not in line.text]
    assert [line for line in lines if line in others] == others
    assert "\n" not in terminal(log.document(untold[:1]), 500) and " ! " in terminal(log.document(untold[:1]), 500)


def test_an_event_that_cannot_even_be_seen_is_told_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    from oathtools.render.game import phrase_pieces
    from tests.support.games import finished

    def broken(*given: Any) -> Any:
        raise ValueError("no such place")

    monkeypatch.setattr(phrase_pieces, "_words", broken)
    lines = told(finished(2), None)
    assert {line.kind for line in lines} == {UNTOLD}
    assert all("a fault of ours (ValueError): " in line.text for line in lines)


def test_an_answer_that_cannot_be_told_is_recorded_all_the_same(
    oath: Call, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the log nor the texts beside it are on the way of recording."""
    from oathtools.cli.shared import gaming
    from oathtools.render.game import phrases

    def broken(*given: Any) -> Any:
        raise KeyError("card#1")

    begun(oath, tmp_path)
    with monkeypatch.context() as broke:
        broke.setitem(phrases.OF_CARDS, "peeked", broken)
        broke.setattr(gaming, "open_document", broken)
        assert oath("answer", "peek site-relic 1", "--json").status == 0
        said = oath("answer", "Map")
    assert said.status == 0
    assert "cannot be told in words, a fault of ours (KeyError): peeked" in said.joined
    assert "the question that is open cannot be told. What was answered is recorded." in said.joined
    assert oath("answer", "travel Plains").status == 0
