"""``oathtools law`` as people and scripts see it."""

import json
import subprocess
import sys
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from oathtools import law
from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.render.rules import law as render


def run(*args: str, **env: str) -> Result:
    return CliRunner().invoke(cli, list(args), obj=Settings(), env=env, standalone_mode=False)


def answer(*args: str) -> dict[str, Any]:
    result = run("law", *args, "--json")
    assert result.exception is None
    shown: dict[str, Any] = json.loads(result.stdout)
    assert shown["ok"] is True
    return shown


def test_json_of_one_clause() -> None:
    shown = answer("5.1.4.II")
    assert [clause["id"] for clause in shown["data"]] == ["5.1.4.2"]
    assert shown["citations"] == ["5.1.4.2"]
    assert shown["data"][0]["edition"] == "yml"
    assert "edition yml (the publisher's rules site)" in " ".join(run("law", "5.1.4.II").stdout.split())
    assert shown["warnings"] == []


def test_json_of_a_range_and_a_subtree() -> None:
    ids = [clause["id"] for clause in answer("4.1.1-4.1.4")["data"]]
    assert ids == ["4.1.1", "4.1.1.1", "4.1.1.2", "4.1.1.3", "4.1.2", "4.1.3", "4.1.4"]
    assert [clause["id"] for clause in answer("4.1")["data"]] == ["4.1", *ids]


def test_json_contents() -> None:
    ids = [clause["id"] for clause in answer()["data"]]
    assert {"1", "1.23", "1.box", "5.5", "10.30", "11.13"} <= set(ids)
    assert "5.5.2" not in ids


def test_a_typo_is_answered_with_a_warning() -> None:
    shown = answer("campain")
    assert shown["data"][0]["id"] == "5.5"
    assert shown["warnings"] == ["'campain' read as Campaign"]


def test_unknown_number() -> None:
    fault = run("law", "5.5.9").exception
    assert isinstance(fault, Failure)
    assert (fault.kind, fault.exit_code) == ("not_found", 1)
    assert fault.message == "the Law has no clause 5.5.9"
    assert "5.5.8  Step 8: Resolve Battle Plans" in str(fault.hint)
    assert fault.extra["near"] == ["5.5.8", "5.5.7", "5.5.6"]


def test_text_of_a_clause() -> None:
    shown = run("law", "2.11", COLUMNS="60").stdout
    assert shown.startswith("2.11  Oathkeeper Title\n  in 2 Key Components\n")
    for part in (
        "Empire: Under Supremacy",
        "Reminder: For Protection",
        "2.11 refers to",
        "2.11 is referred to by 2.10",
    ):
        assert part in shown
    assert "    - Supremacy: " in shown
    assert "\x1b" not in shown


def test_text_of_a_corrected_reference() -> None:
    shown = " ".join(run("law", "2.8.3").stdout.split())
    assert "Printed is 5.5.1, meant is 5.5.2" in shown


def test_steps_stand_below_their_clause() -> None:
    shown = run("law", "4.1").stdout
    places = [shown.index(f"  {cid}  ") for cid in ("4.1.1", "4.1.1.1", "4.1.1.2", "4.1.2", "4.1.4")]
    assert places == sorted(places)


def test_both_readings_are_shown() -> None:
    shown = run("law", "1.box").stdout
    assert "Edition pdf (in force):" in shown
    assert "Edition yml (not in force):" in shown


def test_second_paragraphs_of_a_reminder_are_set_in() -> None:
    blocks = render._paragraphs("One thing.\n\nAnother.\n- an item", 60, "  ", "Reminder: ")
    assert blocks == ["  Reminder: One thing.", "    Another.\n      - an item"]


def test_everything_fits_sixty_columns() -> None:
    roots = tuple(cid for cid, clause in law.all_clauses().items() if clause.parent is None)
    everything = [render.found(law.Found((cid,), ()), 60, everything=True) for cid in law.all_clauses()]
    everything += [render.table_of_contents(60), render.found(law.Found(roots, ()), 60)]
    for text in everything:
        for line in text.splitlines():
            assert len(line) <= 60, line
            assert line == line.rstrip()


def test_contents_name_every_chapter() -> None:
    shown = run("law").stdout
    for title in ("1  SETUP", "5  MAJOR ACTIONS", "10  GLOSSARY", "  2.11  Oathkeeper Title", "  10.4  Burn"):
        assert title in shown


def test_completion_of_clause_numbers() -> None:
    complete = ShellComplete(cli, {"obj": Settings()}, "oathtools", "_OATHTOOLS_COMPLETE")
    items = complete.get_completions(["law"], "5.1.4.")
    assert [(item.value, item.help) for item in items][:1] == [("5.1.4.1", "Playing to Your Site")]
    assert len(items) == 4


@pytest.mark.parametrize("args", [["5.5.2"], ["burn"], ["4.1.1-4.1.4"], []])
def test_nothing_heavy_is_imported(args: list[str]) -> None:
    # The data books are compiled first: only a source checkout needs yaml, and only after a change.
    code = f"""
import sys
from click.testing import CliRunner
from oathtools.cli.shared.common import Settings
from oathtools.cli.main import cli
from oathtools.datafiles import load
for book in ("law", "cards", "texts", "rulings"):
    load(book)
for name in [name for name in sys.modules if name.partition(".")[0] == "yaml"]:
    del sys.modules[name]
CliRunner().invoke(cli, {["law", *args]!r}, obj=Settings(), standalone_mode=False, catch_exceptions=False)
heavy = {{"yaml", "whoosh", "rich", "rapidfuzz", "tabulate", "ruamel"}}
print(*heavy & {{name.partition(".")[0] for name in sys.modules}})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("card", ["Brutal", "Longbows", "toll roads", "The Grand Scepter"])
def test_the_name_of_a_card_leads_to_the_card(card: str) -> None:
    fault = run("law", *card.split()).exception
    assert isinstance(fault, Failure) and str(fault.hint).startswith('It is a card: oathtools card "')
