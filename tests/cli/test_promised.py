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


# -- deals: what would be handed to another player, and what was promised of it ----------------------------------------

DEALS = (
    "give 1 favor to Cy",
    "pay Cy 2 favor",
    "swap a secret with Cy",
    "sell Cy the Cracked Horn",
    "lend blue a relic",
)


@pytest.mark.parametrize("deal", DEALS)
def test_9_6_a_deal_alone_moves_nothing(oath: Call, deal: str) -> None:
    """9.6, 6.6.1, 7.6.3: only an offer of Citizenship or a power that binds hands anything over."""
    said = oath("why", *deal.split())
    assert said.status == 1 and "9.6" in said.joined and "6.6.1" in said.joined
    assert "Bo does not hold" in said.joined


@pytest.mark.parametrize("how", [(), ("--binding",)], ids=["free", "binding"])
def test_what_was_promised_of_a_deal_is_spoken_of_until_it_has_ended(oath: Call, how: tuple[str, ...]) -> None:
    """9.6, 7.6.3: what nobody can bar is said all the same, with the clause of the promise."""
    oath("promise", *["Bo", "to", "Cy:", "to", "give", "him", "a", "favor"], *how)
    said = oath("why", *DEALS[0].split())
    assert "Bo has promised Cy: to give him a favor" in said.joined and ("7.6.3" if how else "9.6") in said.joined
    assert "has promised" not in oath("why", *["give", "1", "favor", "to", "Ann"]).joined
    oath("promise", "kept", "1")
    assert "has promised" not in oath("why", *DEALS[0].split()).joined


def test_7_6_3_a_power_that_binds_may_hand_it_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = TABLE.replace("advisers: [Elders]", "secrets: 1, advisers: [Tinkers Fair]")
    oath = at_table(fair, tmp_path / "saga", capsys, monkeypatch, "--table")
    said = oath("why", *DEALS[0].split())
    assert "it may go by Tinker's Fair, if Cy agrees" in said.joined and "It depends" in said.joined


def test_warbands_and_the_peoples_trade_are_no_deals(oath: Call) -> None:
    """6.5, 5.3: what the Law has an action for is judged by it."""
    assert "6.5" in oath("why", *["give", "1", "warband", "to", "Cy"]).joined
    assert "5.3" in oath("why", *["trade", "for", "favor", "at", "Tents"]).joined
