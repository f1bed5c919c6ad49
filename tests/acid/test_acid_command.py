"""``oathtools acid``: what is run, what is told, the exit status."""

import json
import sys
from pathlib import Path

import pytest

from oathtools.acid.engine import Engine
from tests.cli.calls import Call, caller

TINY = f"{sys.executable} {Path(__file__).parent / 'tiny.py'}"


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return caller(None, capsys, monkeypatch, columns=200)


def test_a_chapter_passes(call: Call) -> None:
    said = call("acid", "--chapter", "5.4")
    assert said.status == 0 and said.out.strip() == "44 of 44 cases passed, 0 failed."


def test_a_case_of_a_whole_chapter_is_found_by_its_clause(call: Call) -> None:
    every = [json.loads(line) for line in call("acid", "--chapter", "8.4", "--lines").out.splitlines()]
    assert every and all("8.4" in each["law"] and each["chapter"] == "8" for each in every)


def test_a_chapter_is_not_one_that_begins_alike(call: Call) -> None:
    every = [json.loads(line) for line in call("acid", "--chapter", "4.3", "--lines").out.splitlines()]
    assert {each["chapter"] for each in every} == {"4.3.1", "4.3.2", "4.3.3", "4.3.4"}


@pytest.mark.parametrize(("words", "count"), [(["--card", "Alchemist"], 9), (["--case", "tutor"], 3)])
def test_some_cases(call: Call, words: list[str], count: int) -> None:
    assert call("acid", *words, "--json").data == {"cases": count, "passed": count, "unsupported": 0, "failed": []}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--card", "Nonsense"], "no card is called"),
        (["--case", "nonsense"], "there is no such case"),
        (["--chapter", "12"], "there is no such case"),
    ],
)
def test_nothing_of_that_name(call: Call, words: list[str], message: str) -> None:
    said = call("acid", *words)
    assert said.status == 1 and message in said.err


def test_a_failure_is_told_with_its_clause(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "state", lambda self: {"red.supply": 7})
    said = call("acid", "--case", "travel/cost.cradle-cradle")
    assert said.status == 1 and "0 of 2 cases passed, 2 failed." in said.out
    assert "travel/cost.cradle-cradle (5.6.1): The cost of a Travel hangs on" in said.out
    answer = call("acid", "--case", "travel/cost.cradle-cradle", "--json").answer
    assert answer["ok"] and answer["citations"] == ["5.6.1"] and len(answer["data"]["failed"]) == 2


def test_another_engine(call: Call) -> None:
    said = call("acid", "--engine", TINY, "--chapter", "5.6")
    assert said.status == 0 and "0 failed, " in said.out and "not supported." in said.out


def test_an_engine_that_does_not_speak(call: Call) -> None:
    said = call("acid", "--engine", f"{sys.executable} -c pass", "--case", "tutor")
    assert said.status == 2 and "does not speak the protocol" in said.err and "docs/acid.md" in said.err


def test_our_engine_is_driven(call: Call) -> None:
    (line,) = call("acid", "--case", "travel/own-site", "--lines").out.splitlines()
    case = json.loads(line)
    told = [{"position": case["position"]}, {"verdict": case["steps"][0]["request"]}]
    said = call("acid", "--serve", stdin="\n".join(map(json.dumps, told)))
    assert [json.loads(each) for each in said.out.splitlines()] == [
        {"ok": True},
        {"legal": False, "clauses": ["5.6.1"]},
    ]
