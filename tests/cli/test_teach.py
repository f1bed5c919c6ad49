"""``oathtools teach``: the first game taught as it goes, each rule before it is needed, nothing twice."""

from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from oathtools.answerers.bot import run_plugs
from oathtools.journal.play import Play
from oathtools.law.clauses import all_clauses
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.render.game.prompts import PROMPTS, every_lesson, lessons, prompt_for
from tests.cli.calls import Call, caller
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


@pytest.mark.parametrize("seed", range(4))
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
    assert "In a Campaign you attack one player" in begun.joined and "Against whom?" in begun.joined
    assert "Shields are added up" in begun.joined and "is a battle plan" not in begun.joined
    going_on = oath("answer", "campaign Ann --target Mountain --dice 2")
    assert "In a Campaign you attack" not in going_on.joined and "is a battle plan" in going_on.joined
    rolls = oath("answer", "go on")
    assert "Shields are added up" not in rolls.joined and "is a battle plan" not in rolls.joined
    assert "Shields are added up" not in oath("answer", "a shield and a blank").joined


def test_lessons_wait_until_they_are_needed(oath: Call) -> None:
    """Five at the first menu; how an action goes comes when it is begun, for whoever reads before they go on."""
    for line in ("3", "3", "3", "3", "Mountain", "Mountain"):
        oath("answer", line)
    first = oath("answer", "Mountain")
    assert first.out.count("\n* ") == 5 and "What it is about" in first.joined and "To travel costs" not in first.joined
    begun = oath("answer", "travel Mountain")
    assert "To travel costs 2 Supply" in begun.joined and "Which site does Ann pick?" in begun.joined
    assert "At your Rest the marker" in oath("answer", "travel Mountain").joined
    assert "How an Exile wins by the oath" in oath("answer", "end").joined


def test_it_can_be_switched_off_and_on(oath: Call) -> None:
    assert "Each of you draws three cards" in oath("ask").joined
    assert "taught no more" in oath("teach", "--off").joined
    assert "Each of you draws" not in oath("ask").joined
    oath("teach", "--on")
    assert "Each of you draws" in oath("ask").joined
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
    assert page.count('class="lesson"') == 4 and "Each of you draws three cards" in page
