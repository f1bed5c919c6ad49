"""The protocol: it needs nothing of ours, and whoever breaks it is told so."""

import io
import json
import sys
from pathlib import Path

import pytest

from oathtools import catalog
from oathtools.acid.cases import Broken, Program, cases, run, serve
from oathtools.acid.positions import full

TINY = Path(__file__).parent / "tiny.py"
EVERY = cases()


def python(script: Path | str) -> str:
    return f"{sys.executable} {script}"


def test_a_tiny_engine_of_its_own_passes_what_it_claims() -> None:
    """Travel, Muster and Trade in under two hundred lines that import nothing of ours."""
    text = TINY.read_text(encoding="utf-8")
    assert "oathtools" not in text and len(text.splitlines()) < 200
    program = Program(python(TINY))
    try:
        outcomes = [run(case, program) for case in EVERY]
    finally:
        program.close()
    assert [outcome for outcome in outcomes if outcome.faults] == []
    passed = [outcome.case.chapter for outcome in outcomes if outcome.passed]
    assert len(passed) >= 60 and set(passed) >= {"5.2", "5.3", "5.6"}


@pytest.mark.parametrize(
    ("right", "wrong", "fails"),
    [
        ("0: (1, 2, 4)", "0: (1, 2, 3)", "travel/cost.cradle-hinterland"),
        ("min(2, most - out)", "2", "muster_trade/muster-one-left"),
        ("matching = sum(SUITS.get(each) == suit", "matching = sum(bool(each)", "muster_trade/trade-favor.other-suits"),
        ('raise Refused("2.9")', 'raise Refused("5.2.1")', "muster_trade/muster-ruin"),
    ],
)
def test_a_wrong_tiny_engine_fails(right: str, wrong: str, fails: str, tmp_path: Path) -> None:
    text = TINY.read_text(encoding="utf-8")
    assert text.count(right) == 1
    script = tmp_path / "wrong.py"
    script.write_text(text.replace(right, wrong), encoding="utf-8")
    program = Program(python(script))
    try:
        outcomes = [run(case, program) for case in EVERY if case.id.startswith(("travel", "muster_trade"))]
    finally:
        program.close()
    failed = [outcome.case.id for outcome in outcomes if outcome.faults]
    assert any(name.startswith(fails) for name in failed)


def test_our_engine_speaks_the_protocol() -> None:
    case = next(case for case in EVERY if case.id == "travel/cost.cradle-cradle")
    (step,) = case.steps
    far = {"action": "travel", "to": "plains"}
    told = [{"position": case.position}, {"verdict": step["request"]}, {"verdict": far}, {"play": step["request"]}]
    lines = [json.dumps(each) for each in [*told, {"state": True}]]
    said = [json.loads(line) for line in serve(io.StringIO("\n".join([*lines, ""])))]
    assert said[:4] == [{"ok": True}, {"legal": True}, {"legal": False, "clauses": ["5.6.1"]}, {"ok": True}]
    assert said[4]["state"]["red.at"] == "mountain" and said[4]["state"]["red.supply"] == 6


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nonsense", "JSONDecodeError"),
        ("[]", "AttributeError"),
        ("{}", "StopIteration"),
        ('{"fly": 1}', "KeyError"),
        ('{"state": true}', "Unclear: no position has been set"),
        ('{"position": {"seats": ["purple", "red"], "map": ["moon"]}}', "moon"),
    ],
)
def test_our_engine_says_what_is_wrong_and_goes_on(line: str, fault: str) -> None:
    good = next(case for case in EVERY).position
    first, second = (json.loads(each) for each in serve([line, json.dumps({"position": good})]))
    assert fault in first["error"] and second == {"ok": True}


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("print('hello', flush=True); input()", "no JSON object: hello"),
        ("print('[]', flush=True); input()", "no JSON object"),
        ("raise SystemExit(3)", "instead of answering"),
        ("import time; time.sleep(60)", "no answer within 0.5 seconds"),
    ],
)
def test_a_program_that_does_not_speak_it(program: str, fault: str, tmp_path: Path) -> None:
    script = tmp_path / "odd.py"
    script.write_text(program, encoding="utf-8")
    driven = Program(python(script), patience=0.5 if "sleep" in program else 30)
    try:
        with pytest.raises(Broken, match=fault):
            run(EVERY[0], driven)
    finally:
        driven.close()


def test_a_site_that_is_not_on_the_map_is_refused_by_its_clause() -> None:
    """5.6.1: and what follows is answered as before."""
    case = next(case for case in EVERY if case.id == "travel/cost.cradle-cradle")
    lines = [{"position": dict(case.position)}, {"verdict": {"action": "travel", "to": "wastes"}}, {"state": True}]
    told = [json.loads(each) for each in serve(json.dumps(line) for line in lines)]
    assert "wastes" not in json.dumps(dict(case.position))
    assert told[1] == {"legal": False, "clauses": ["5.6.1"]} and "state" in told[2]


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(Broken, match="could not be started"):
        Program("/nowhere/at-all")


def test_what_goes_wrong_in_an_engine_fails_the_case_alone(tmp_path: Path) -> None:
    script = tmp_path / "failing.py"
    script.write_text('while input():\n    print(\'{"error": "a bug"}\', flush=True)\n', encoding="utf-8")
    program = Program(python(script))
    try:
        outcomes = [run(case, program) for case in EVERY[:3]]
    finally:
        program.close()
    assert [outcome.faults for outcome in outcomes] == [["the engine failed: Failed: a bug"]] * 3


PAGE = (Path(__file__).parents[2] / "docs" / "acid.md").read_text(encoding="utf-8")


def test_the_page_names_every_action_field_and_choice() -> None:
    """Those of cards stand there as ``CARD.WHAT``."""
    requests = [step["request"] for case in EVERY for step in case.steps]
    fields = {name for request in requests for name in (request["action"], *request)}
    asked = {kind.partition("@")[0] for request in requests for kind, _ in request.get("choices", ())}
    general = {kind for kind in asked if not catalog.is_card(full(kind.partition(".")[0])) or "conspiracy" in kind}
    assert [name for name in sorted(fields | general) if f"`{name}`" not in PAGE] == []


def test_the_page_names_every_key() -> None:
    keys = {key for case in EVERY for key in case.position} | {"winner", "how"}
    last = {key.rpartition(".")[2] if "." in key else key for key in keys}
    colors, rest = last & set(catalog.COLORS), last - set(catalog.COLORS) - set(catalog.SUITS) - set(catalog.REGIONS)
    assert colors and [name for name in sorted(rest) if f"{name}`" not in PAGE] == []
