"""``oathtools teach``: the first game taught as it goes, each rule before it is needed, nothing twice."""

from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from oathtools.answerers.bot import run_plugs
from oathtools.catalog import SUITS
from oathtools.journal.play import Play
from oathtools.law.clauses import all_clauses
from oathtools.procedures.turn import ACTIONS
from oathtools.render.game.prompts import PROMPTS, every_lesson, lessons, prompt_for
from tests.cli.calls import Call, caller
from tests.support.daily import daily
from tests.support.random_games import header


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A first game that is taught, of four people."""
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    assert call("teach", "Ann", "Bo", "Cy", "Dee").status == 0
    return call


def test_every_lesson_has_moments_that_there_are_and_clauses_of_the_law() -> None:
    for lesson in every_lesson():
        assert lesson.cites and all(cite in all_clauses() for cite in lesson.cites), lesson
        for moment in lesson.when:
            if moment.startswith("did "):
                assert moment.removeprefix("did ") in ACTIONS.known(), moment
            elif moment.startswith(("act ", "turn ", "round ")):
                assert 1 <= int(moment.partition(" ")[2]) <= 8, moment
            else:
                kinds = [*PROMPTS, *(f"{action}.x" for action in ACTIONS.known())]
                assert prompt_for(moment) or any(fnmatchcase(kind, moment) for kind in kinds), moment


# Clauses that hold several rules, each taught where it is needed.
_PARTS = {
    "2.11": "who holds the title; which side is up; its dice; who chooses among several",
    "5.1.1": "what a search costs; what it costs the holder of the Darkest Secret",
    "5.1.2": "from where one draws, and how many; that a Vision ends the draw",
    "5.1.4.1": "playing to one's site; what the People's Favor adds",
    "5.4.1": "which relic; which banner, and from whom",
    "5.4.2": "the price of a relic; the price of a banner",
    "5.4.4": "what becomes of what lay on a banner; that the Mob turns back",
    "5.5.2": "which targets; how many dice",
    "7.1.2": "an empty card, in one's turn; what is paid outside it",
}


def test_no_rule_stands_in_two_lessons() -> None:
    """Each clause that has none below it is told in one lesson, but for those that hold several rules."""
    inner = {clause.rpartition(".")[0] for clause in all_clauses()}
    told = Counter(cite for lesson in every_lesson() for cite in lesson.cites if cite not in inner)
    assert {cite for cite, times in told.items() if times > 1} == _PARTS.keys()
    assert max(told[cite] for cite in _PARTS if cite != "2.11") == 2


def test_each_name_is_explained_before_it_is_used() -> None:
    """The pieces of the first question are named by the lessons that come with it, before the table is laid."""
    before = " ".join(each.says for each in every_lesson() if each.when == ("setup.draw",))
    names = (
        "Favor Secrets Warbands Supply bank burn denizens suits Relics Reliquary banners title Visions adviser discard"
    )
    assert all(name in before for name in [*names.split(), *map(str.title, SUITS), "Grand Scepter", "Visions Drawn"])


@pytest.mark.parametrize("seed", daily(range(4), 4))
def test_nothing_is_taught_twice_and_then_it_is_silent(seed: int) -> None:
    """Whatever is played: what is shown with one question is shown with none after it."""
    played = Play({**header(seed), "taught": True})
    run_plugs(played)
    shown, last = Counter[str](), 0
    for at, decision, entry, _ in played.replayed():
        if decision is None or at.state.round > 4:
            break
        before = played.again(entry.n - 1, digests=False)
        before.header = {**before.header, "seats": [{**seat, "bot": False} for seat in before.header["seats"]]}
        for lesson in lessons(before):
            shown[lesson.says] += 1
            last = entry.n
    assert shown and max(shown.values()) == 1 and last > 0


def test_a_rule_comes_before_the_action_that_needs_it(oath: Call) -> None:
    for line in ("3", "3", "3", "3", "Mountain", "Mountain", "Mountain", "end"):
        said = oath("answer", line)
        assert said.status == 0, said.err
    begun = oath("answer", "campaign Ann --target Mountain --dice 2")
    assert "attack a player who rules your site" in begun.joined and "Against whom?" in begun.joined
    assert "Shields count 1" in begun.joined and "Battle plans are powers" not in begun.joined
    going_on = oath("answer", "campaign Ann --target Mountain --dice 2")
    assert "attack a player who rules" not in going_on.joined and "Battle plans are powers" in going_on.joined
    assert going_on.joined.count("Longbows. Attack or defense: add one attack die or remove one.") == 1
    rolls = oath("answer", "go on")
    assert "Shields count 1" not in rolls.joined and "Battle plans are powers" not in rolls.joined
    assert "Shields count 1" not in oath("answer", "a shield and a blank").joined


def test_lessons_wait_until_they_are_needed(oath: Call) -> None:
    """Five at the first menu; how an action goes comes when it is begun, for whoever reads before they go on."""
    for line in ("3", "3", "3", "3", "Mountain", "Mountain"):
        oath("answer", line)
    first = oath("answer", "Mountain")
    assert (
        first.out.count("\n* ") == 5 and "What it is all about" in first.joined and "Travel moves" not in first.joined
    )
    begun = oath("answer", "travel Mountain")
    assert "Travel moves your pawn" in begun.joined and "Which site does Ann pick?" in begun.joined
    assert "your Supply is refreshed" in oath("answer", "travel Mountain").joined
    assert "How an Exile wins, the first way" in oath("answer", "end").joined


def test_what_a_power_does_is_taught_where_it_is_first_offered(oath: Call) -> None:
    """7.5.4: Longbows as they are first offered, at the first Campaign, and not at the second."""
    lines = ["3", "3", "3", "3", "Mountain", "Mountain", "Mountain", "end"]
    lines += ["campaign", "Ann", "Mountain", "3", "go on", "2 double shields", "2 hollow swords"]
    shown = [oath("answer", line) for line in lines]
    assert all(each.status == 0 for each in shown)
    assert [lines[n] for n, each in enumerate(shown) if "Longbows. Attack" in each.joined] == ["3"]
    again = oath("answer", "campaign Ann --target Mountain --dice 2")
    assert "Longbows (+1 attack die)" in again.joined and "Longbows. Attack" not in again.joined


def test_the_pieces_are_explained_before_the_table_is_laid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = caller(tmp_path / "saga", capsys, monkeypatch)("teach", "Ann", "Bo", "Cy").out
    assert begun.index("Reliquary, the") < begun.index("SETUP") < begun.index("Ann draws from the bottom")
    assert begun.count("\n* ") == 7


def test_it_can_be_switched_off_and_on(oath: Call) -> None:
    assert "each of you draws three cards" in oath("ask").joined
    assert "taught no more" in oath("teach", "--off").joined
    assert "each of you draws" not in oath("ask").joined
    oath("teach", "--on")
    assert "each of you draws" in oath("ask").joined
    assert len(oath("teach", "--json").data) == len(every_lesson())


def test_a_game_that_is_not_taught_is_silent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    call("new", str(tmp_path / "saga"), "--first-game")
    assert "* " not in call("start", "Ann", "Bo", "Cy").out.replace("  * ", "")
    refused = call("teach", "--off")
    assert refused.status == 1 and "not taught" in refused.err


def test_phones_show_it_above_the_question(oath: Call, tmp_path: Path) -> None:
    phones = pytest.importorskip("tests.support.phones", reason="the extra web is not installed")
    page = phones.Phone(phones.serve(tmp_path / "saga")).get("/question")
    assert page.count('class="lesson"') == 7 and "each of you draws three cards" in page
