"""Promises of each kind of action, through all that may become of them: no verdict passes one by (7.6.3, 9.6)."""

from pathlib import Path

import pytest

from tests.cli.calls import Call, at_table
from tests.cli.test_table_talk import TABLE
from tests.support.daily import daily

# What Bo promises Cy not to do, and the request by which it would be done.
ACTS = [
    ("to attack him", "campaign Cy"),
    ("to travel to Mine", "travel Mine"),
    ("to travel to Steppe", "travel Steppe"),
    ("to muster from Tents", "muster Tents"),
    ("to muster from Wolves", "muster Wolves"),
    ("to search the world deck", "search world deck"),
]
# Daily one of three; all: -m "soak or not soak".
acts = pytest.mark.parametrize(("what", "request_"), daily(ACTS, 3), ids=[what for what, _ in ACTS])


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


# -- what is promised to be given, said, done --------------------------------------------------------------------------

FAIR = TABLE.replace("advisers: [Elders]", "secrets: 1, advisers: [Tinkers Fair]")
HOW = pytest.mark.parametrize("how", [(), ("--binding",)], ids=["free", "binding"])


@pytest.fixture
def fair(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """The same, and Bo may make binding exchanges, by Tinker's Fair."""
    return at_table(FAIR, tmp_path / "saga", capsys, monkeypatch, "--table")


def told(oath: Call, words: str, *how: str) -> None:
    """A promise of which something can be judged."""
    said = oath("promise", *words.split(), *how)
    assert said.status == 0 and "stays in your words" not in said.err, said.err


def offers(oath: Call, gives: str) -> None:
    """Bo offers Cy an exchange: something for nothing."""
    for line in ("power Tinkers Fair", "Cy", gives, "none"):
        said = oath("answer", line)
        assert said.status == 0, said.err


GIVES = [("2 favor", "favor=2"), ("a favor", "favor=2"), ("some favor", "favor=1"), ("a secret", "secret=1")]


@HOW
@pytest.mark.parametrize(("what", "gives"), daily(GIVES, 3), ids=[what for what, _ in GIVES])
def test_what_is_given_keeps_a_promise(fair: Call, what: str, gives: str, how: tuple[str, ...]) -> None:
    """7.6.3, 9.6: a deal says which promise it keeps, the log that it was kept, and the people end it."""
    told(fair, f"Bo to Cy: to give him {what}", *how)
    assert "this keeps it" in fair("why", *f"give {gives[-1]} {gives[:-2]} to Cy".split()).joined
    offers(fair, gives)
    done = fair("answer", "yes")
    assert f"keeps the promise to Cy: to give him {what}" in done.joined
    assert "That is kept now" in " ".join(done.err.split()) and "has promised" in fair("status").joined
    assert fair("promise", "kept", "1").status == 0 and "has promised" not in fair("status").joined
    fair("undo"), fair("undo")
    assert "keeps the promise" not in fair("log").joined and "has promised" in fair("status").joined


def test_less_than_was_promised_or_to_somebody_else_keeps_nothing(fair: Call) -> None:
    told(fair, "Bo to Cy: to give him 3 favor")
    told(fair, "Bo to Ann: to give her 1 favor")
    offers(fair, "favor=2")
    assert "promise" not in fair("answer", "yes").joined


@HOW
@pytest.mark.parametrize(("what", "gives"), daily(GIVES, 3), ids=[what for what, _ in GIVES])
def test_what_was_promised_not_to_be_given(fair: Call, what: str, gives: str, how: tuple[str, ...]) -> None:
    told(fair, f"Bo to Cy: never to give him {what}", *how)
    said = fair("why", *f"give {gives[-1]} {gives[:-2]} to Cy".split())
    assert ("that must be kept" if how else "such a promise binds nobody") in said.joined
    assert ("It depends" in said.joined) != bool(how)
    offers(fair, gives)
    done = fair("answer", "yes")
    assert done.status == bool(how) and ("7.6.3" in done.err if how else "breaks the promise to Cy" in done.joined)


SAYS = [
    ("to accept the exchange", "yes"),
    ("to agree to his deal", "yes"),
    ("to vote yes", "yes"),
    ("not to refuse the trade", "yes"),
    ("to refuse the exchange", "no"),
    ("not to accept his exchange", "no"),
    ("to vote against", "no"),
    ("will turn down any deal", "no"),
]


@HOW
@pytest.mark.parametrize(("what", "answer"), daily(SAYS, 3), ids=[what for what, _ in SAYS])
def test_what_is_said_to_what_another_puts_to_one(fair: Call, what: str, answer: str, how: tuple[str, ...]) -> None:
    """7.6.3: what binds must be done if able; 9.6: what binds nobody is spoken of. Both are told when it was done."""
    told(fair, f"Cy to Bo: {what}", *how)
    offers(fair, "favor=1")
    other = "no" if answer == "yes" else "yes"
    wrong = fair("why", other, "--player", "Cy")
    if how:
        assert wrong.status == 1 and "Cy has promised Bo" in wrong.joined
        before = fair("log", "--json").data
        refused = fair("answer", other)
        assert refused.status == 1 and "7.6.3" in refused.err and fair("log", "--json").data == before
    else:
        assert wrong.status == 0 and "such a promise binds nobody (9.6)" in wrong.joined
        assert "Cy breaks the promise to Bo" in fair("answer", other).joined
        fair("undo")
    done = fair("answer", answer)
    assert ("Cy breaks" in done.joined) is False and done.status == 0
    assert ("Cy keeps the promise to Bo" in done.joined) == (not what.startswith("not"))


def test_7_6_3_of_two_that_cannot_both_be_kept_none_bars(fair: Call) -> None:
    told(fair, "Cy to Bo: to accept the exchange", "--binding")
    told(fair, "Cy to Bo: to refuse the exchange", "--binding")
    offers(fair, "favor=1")
    assert fair("why", "yes", "--player", "Cy").status == fair("why", "no", "--player", "Cy").status == 0


@pytest.mark.parametrize("end", ["kept", "broken", "released"])
def test_one_to_say_something_holds_nobody_when_it_has_ended(fair: Call, end: str) -> None:
    told(fair, "Cy to Bo: to accept the exchange", "--binding")
    fair("promise", end, "1")
    offers(fair, "favor=1")
    assert fair("answer", "no").status == 0


CITIZENSHIP = [("to accept Citizenship", "yes"), ("to join the Empire as a Citizen", "yes"), ("to refuse it", "no")]


@HOW
@pytest.mark.parametrize(("what", "answer"), daily(CITIZENSHIP, 3), ids=[what for what, _ in CITIZENSHIP])
def test_6_6_2_what_is_said_to_an_offer_of_citizenship(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    answer: str,
    how: tuple[str, ...],
) -> None:
    table = TABLE.replace("player: Bo, phase", "player: Ann, phase").replace("Plains}", "Plains, favor: 2}")
    oath = at_table(table, tmp_path / "saga", capsys, monkeypatch, "--table")
    told(oath, f"Cy to Ann: {what}", *how)
    told(oath, "Ann to Cy: not to give him favor", *how)
    for line in ("offer Cy Brutal", "none", "none", "none"):
        assert oath("answer", line).status == 0
    other = "no" if answer == "yes" else "yes"
    assert (oath("why", other, "--player", "Cy").status, oath("answer", other).status) == ((1, 1) if how else (0, 0))
    if not how:
        oath("undo")
    assert "Cy keeps the promise to Ann" in oath("answer", answer).joined


@HOW
@acts
def test_what_is_to_be_done_is_kept_by_it(oath: Call, what: str, request_: str, how: tuple[str, ...]) -> None:
    told(oath, f"Bo to Cy: {what}", *how)
    said = oath("why", *request_.split())
    assert said.status == 0 and "this keeps it" in said.joined
    oath("answer", *request_.split())
    for line in ("Mountain", "1") if request_ == "campaign Cy" else ():
        oath("answer", line)
    assert f"keeps the promise to Cy: {what}" in oath("log").joined or request_.startswith("search")


def test_what_each_promised_the_other_is_meant_of_the_other(oath: Call) -> None:
    told(oath, "Bo to Cy: not to attack him", "--mutual")
    assert "binds nobody" in oath("why", "campaign", "Cy").joined
    assert "binds nobody" in oath("why", *["campaign", "Bo", "--player", "Cy"]).joined


def test_9_6_until_its_round_is_over_is_told_when_it_is(oath: Call) -> None:
    told(oath, "Bo to Cy: not to attack him", "--until", "3")
    for _ in range(2):
        oath("answer", "end")
    assert "The promise of Bo and Cy is over: not to attack him. (9.6)" in oath("log").joined


def test_what_is_to_be_done_goes_along_in_a_position(fair: Call, tmp_path: Path) -> None:
    told(fair, "Bo to Cy: to give him the Cracked Horn")
    told(fair, "Cy to Bo: to give the title to Ann")
    forms = [each["does"]["given"] for each in fair("promise", "--json").data["promises"]]
    assert forms == [{"other": "blue", "relic.cracked_horn": 1}, {"kind": "title.give", "answer": "purple"}]
    file = tmp_path / "kept.yaml"
    fair("position", "export", "-o", str(file))
    assert fair("position", "check", str(file)).status == 0
    assert "this keeps it" in fair("why", *["give", "Cy", "the", "Cracked", "Horn", "--position"], str(file)).joined


def test_phones_say_it_where_it_is_answered(fair: Call, tmp_path: Path) -> None:
    phones = pytest.importorskip("tests.support.phones", reason="the extra web is not installed")
    told(fair, "Cy to Bo: to accept the exchange", "--binding")
    offers(fair, "favor=1")
    served = phones.serve(tmp_path / "saga")
    page = phones.Phone(served).sit("Cy").get("/question")
    assert "Cy has promised Bo: to accept the exchange; that must be kept" in page, page
