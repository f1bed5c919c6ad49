"""One Chronicle in every way it can be written: by bots, from an answers file, guided; stopped at each question."""

from pathlib import Path

import pytest

from tests.cli.calls import caller, typed
from tests.cli.ended import WINNERS, Saga, ended, words_for


@pytest.fixture(params=WINNERS)
def saga(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Saga:
    """A game at a table that is over."""
    return ended(tmp_path / "saga", str(request.param), caller(tmp_path / "saga", capsys, monkeypatch))


def test_every_way_comes_to_the_same_world(saga: Saga, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """8: by bots; from a file; guided, everything told; guided, stopped at each question and gone on with."""
    saga.write("--auto")
    wanted, asked = saga.chronicle(), saga.asked()
    assert len(asked) >= 6
    script = tmp_path / "answers.txt"
    script.write_text("".join(f"{kind}: {words_for(answer)}\n" for kind, answer in asked), encoding="utf-8")
    saga.again()
    saga.write("--answers", str(script))
    assert saga.chronicle() == wanted
    said = [words_for(answer) for _, answer in asked]
    saga.again()
    typed(monkeypatch, *said)
    saga.write("--tell")
    assert saga.chronicle() == wanted and saga.asked() == asked
    saga.again()
    for line in said[:-1]:
        typed(monkeypatch, line, "quit")
        assert "Stopped; nothing is lost" in saga.write("--tell").err
    typed(monkeypatch, said[-1])
    saga.write("--tell")
    assert saga.chronicle() == wanted and saga.asked() == asked


def test_interrupted_at_each_question_it_ends_the_same(saga: Saga) -> None:
    """8: whatever was on the disk when it broke off, the next call goes on to the same end; drawn by the same seed."""
    seed = ("--seed", "Ann's")
    saga.write("--auto", *seed)
    wanted, whole = saga.chronicle(), saga.lines()
    begun = next(at for at, line in enumerate(whole) if '"chronicle"' in line)
    assert len(whole) - begun > 6
    for cut in range(begun, len(whole) + 1):
        saga.again(whole[:cut])
        # The seed is in the journal from the beginning: it need not be given again.
        saga.write("--auto", *(seed if cut == begun else ()))
        assert saga.chronicle() == wanted and saga.lines() == whole, cut


def test_a_torn_line_is_a_question_asked_again(saga: Saga) -> None:
    """8: a crash in the middle of a line loses that line alone."""
    saga.write("--auto")
    wanted, whole = saga.chronicle(), saga.lines()
    saga.again(whole[:-2])
    with saga.journal.open("a", encoding="utf-8") as out:
        out.write(whole[-2][: len(whole[-2]) // 2])
    saga.write("--auto")
    assert saga.chronicle() == wanted
