"""``oathtools clock``: how long turns take, beside the journal and never in it."""

from pathlib import Path

import pytest

from oathtools.saga import timing
from tests.cli.calls import Call, at_table
from tests.cli.test_table_talk import TABLE

BEGUN = 1_767_297_600


class Time:
    """A clock on the wall that somebody sets."""

    def __init__(self) -> None:
        self.minutes = 0.0

    def __call__(self) -> float:
        return BEGUN + 60 * self.minutes


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(timing, "now", time)
    return time


@pytest.fixture
def oath(wall: Time, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A told game in Bo's Act Phase."""
    return at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")


def test_each_turn_is_timed_for_its_player_and_pauses_are_nobodys(oath: Call, wall: Time) -> None:
    oath("answer", "muster Tents")
    wall.minutes = 7
    assert "Bo's turn in round 3: 7 min." in oath("clock").joined
    oath("answer", "end")
    wall.minutes = 10
    oath("clock", "pause")
    wall.minutes = 30
    assert "Cy's turn in round 3: 3 min; the clock stands." in oath("clock").joined
    oath("clock", "go")
    wall.minutes = 34
    told = oath("clock", "--json").data
    assert [(row["player"], row["turns"], row["seconds"]) for row in told["players"]] == [
        ("Bo", 1, 7 * 60),
        ("Cy", 1, 7 * 60),
    ]
    assert told["seconds"] == 14 * 60 and told["evenings"] == 1 and not told["paused"]


def test_a_turn_never_begins_later_than_it_is(wall: Time, tmp_path: Path) -> None:
    """A tick in the second half of a second is counted from then on, not from the next second."""
    wall.minutes = 0.9 / 60
    timing.set_clock(tmp_path / "0001", turn=[3, "Bo"])
    wall.minutes = 0.95 / 60
    assert timing.clock(tmp_path / "0001").turns == ((3, "Bo", pytest.approx(0.95)),)


def test_a_mark_after_the_time_that_the_table_sets(oath: Call, wall: Time) -> None:
    oath("answer", "muster Tents")
    oath("clock", "mark", "5")
    wall.minutes = 4
    assert "longer than" not in oath("clock").joined
    wall.minutes = 6
    assert "6 min, longer than the 5 min that the table sets" in oath("clock").joined
    oath("clock", "mark", "0")
    assert "longer than" not in oath("clock").joined
    refused = oath("clock", "mark", "often")
    assert refused.status == 2 and "nothing that the clock does" in refused.err


def test_what_lies_between_two_evenings_is_no_time_played(oath: Call, wall: Time) -> None:
    oath("answer", "muster Tents")
    wall.minutes = 20
    oath("answer", "search world deck")
    wall.minutes = 7 * 24 * 60
    oath("undo")
    wall.minutes += 5
    told = oath("clock", "--json").data
    assert told["seconds"] == 25 * 60 and told["evenings"] == 2


def test_the_journal_knows_nothing_of_it_and_a_clock_that_is_gone_or_torn_harms_nothing(
    oath: Call, wall: Time, tmp_path: Path
) -> None:
    oath("answer", "muster Tents")
    journal = tmp_path / "saga" / "games" / "0001.jsonl"
    before = journal.read_bytes()
    wall.minutes = 3
    oath("clock", "mark", "9"), oath("clock", "pause"), oath("clock", "go")
    assert journal.read_bytes() == before and b'"at"' not in before
    timed = journal.with_suffix(".clock")
    timed.write_text(timed.read_text() + '{"at": "soon"}\n[1]\n{"at":')
    assert oath("clock").status == 0
    timed.unlink()
    assert "No turn has been timed yet." in oath("clock").joined and oath("answer", "end").status == 0
    assert oath("journal", "check").status == 0


def test_the_shared_screen_shows_it(oath: Call, wall: Time, tmp_path: Path) -> None:
    phones = pytest.importorskip("tests.support.phones", reason="the extra web is not installed")
    oath("answer", "muster Tents"), oath("clock", "mark", "5")
    assert 'data-mark="5"' in phones.Phone(phones.serve(tmp_path / "saga")).get("/table")
    oath("clock", "pause")
    assert "the clock stands" in phones.Phone(phones.serve(tmp_path / "saga")).get("/table")
