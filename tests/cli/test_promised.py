"""Promises of each kind of action, through all that may become of them: no verdict passes one by (7.6.3, 9.6)."""

from pathlib import Path

import pytest

from tests.cli.calls import Call, at_table
from tests.cli.test_table_talk import TABLE

# What Bo promises Cy not to do, and the request by which it would be done.
ACTS = [
    ("to attack him", "campaign Cy"),
    ("to travel to Mine", "travel Mine"),
    ("to travel to Steppe", "travel Steppe"),
    ("to muster from Tents", "muster Tents"),
    ("to muster from Wolves", "muster Wolves"),
    ("to search the world deck", "search world deck"),
]
acts = pytest.mark.parametrize(("what", "request_"), ACTS, ids=[what for what, _ in ACTS])


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A told game in Bo's Act Phase; Cy rules the Mountain."""
    return at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")


def promise(oath: Call, what: str, *how: str) -> None:
    said = oath("promise", *f"Bo to Cy: not {what}".split(), *how)
    assert said.status == 0 and "stays in your words" not in said.err, said.err


def verdict(oath: Call, request: str) -> tuple[int, bool, bool]:
    """The status of a verdict; does it name a promise that binds, or one that does not?"""
    said = oath("why", *request.split())
    return said.status, "7.6.3" in said.joined, "binds nobody (9.6)" in said.joined


@acts
def test_9_6_one_that_binds_nobody_is_spoken_of_and_may_be_broken(oath: Call, what: str, request_: str) -> None:
    assert verdict(oath, request_) == (0, False, False)
    promise(oath, what)
    assert verdict(oath, request_) == (0, False, True)


@acts
def test_7_6_3_one_that_binds_bars_it_and_nothing_is_recorded(oath: Call, what: str, request_: str) -> None:
    promise(oath, what, "--binding")
    assert verdict(oath, request_) == (1, True, False)
    before = oath("log", "--json").data
    refused = oath("answer", *request_.split())
    assert refused.status == 1 and "7.6.3" in refused.err and oath("log", "--json").data == before


@acts
@pytest.mark.parametrize("end", ["kept", "broken", "released"])
def test_one_that_has_ended_bars_nothing_until_that_is_taken_back(
    oath: Call, what: str, request_: str, end: str
) -> None:
    promise(oath, what, "--binding")
    assert oath("promise", end, "1").status == 0 and verdict(oath, request_) == (0, False, False)
    oath("undo")
    assert verdict(oath, request_) == (1, True, False)


@acts
def test_undo_takes_it_back_and_redo_brings_it_again(oath: Call, what: str, request_: str) -> None:
    promise(oath, what, "--binding")
    oath("undo")
    assert verdict(oath, request_) == (0, False, False)
    oath("redo")
    assert verdict(oath, request_) == (1, True, False)


@acts
def test_a_correction_of_the_table_leaves_it(oath: Call, what: str, request_: str) -> None:
    promise(oath, what, "--binding")
    assert oath("adjust", "Bo favor 4").status == 0
    assert verdict(oath, request_) == (1, True, False)


@acts
def test_9_6_it_is_secret_from_nobody_and_goes_along_into_a_copy(
    oath: Call, tmp_path: Path, what: str, request_: str
) -> None:
    promise(oath, what, "--binding")
    for viewer in ("Ann", "Bo", "Cy"):
        assert f"not {what}" in oath("status", "--as", viewer).joined
    assert oath("explore", "--as", "Bo", "-o", str(tmp_path / "trial")).status == 0
    there = oath("-C", str(tmp_path / "trial"), "why", *request_.split())
    assert there.status == 1 and "7.6.3" in there.joined
