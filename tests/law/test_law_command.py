"""``oathtools law`` as people and scripts see it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from oathtools import law
from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.law.books import import_file
from oathtools.render.printers import terminal
from oathtools.render.rules import law as render
from tests.cli.invoked import answered, run


def answer(*args: str) -> dict[str, Any]:
    return answered(run("law", *args, "--json"))


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
    blocks = render._paragraphs("One thing.\n\nAnother.\n- an item", "  ", "Reminder: ")
    assert [terminal(block, 60) for block in blocks] == ["  Reminder: One thing.", "    Another.\n      - an item"]


def test_everything_fits_sixty_columns() -> None:
    roots = tuple(cid for cid, clause in law.all_clauses().items() if clause.parent is None)
    documents = [render.found(law.Found((cid,), ()), everything=True) for cid in law.all_clauses()]
    documents += [render.table_of_contents(), render.found(law.Found(roots, ()))]
    everything = [terminal(document, 60) for document in documents]
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
from pathlib import Path
from click.testing import CliRunner
from oathtools.cli.shared.common import Settings
from oathtools.cli.main import cli
from oathtools.kit.datafiles import load
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


def test_contents_name_the_edition() -> None:
    assert run("law").stdout.startswith("Law of Oath, edition yml")


def test_references_both_ways_as_a_tree() -> None:
    shown = run("law", "2.8.3", "--refs", "--levels", "2", COLUMNS="60").stdout
    lines = shown.splitlines()
    assert lines[0] == "2.8.3  Defense Die and Bandit"
    to, by = lines.index("  2.8.3 refers to"), lines.index("  2.8.3 is referred to by")
    assert "    5.5.2  Step 2: Declare Targets and Collect Dice Pools" in lines[to:by]
    assert "      A site targeted in a Campaign (5.5.2) adds one defense" in lines[to:by]
    assert "    5.5.1  Step 1: Spend 2 Supply and Choose Defender" in lines[by:]
    assert "        10.7  Enemy" in lines[by:]  # two steps away: 5.5.1 stands between
    assert max(map(len, lines)) <= 60


def test_references_go_one_level_unless_more_is_asked_for() -> None:
    (one,) = answer("2.8.3", "--refs")["data"]
    assert [each["id"] for each in one["referred_by"]] == ["5.5.1", "7.6.5", "10.3"]
    assert all(each["below"] == [] for each in one["referred_by"] + one["refers_to"])
    (two,) = answer("2.8.3", "--levels", "2")["data"]
    assert any(each["below"] for each in two["refers_to"] + two["referred_by"])
    assert "refers_to" not in answer("2.8.3")["data"][0]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three books: a copy of Oath with a chapter 5, a law of Root's with another, and one of a game nobody knows."""
    monkeypatch.setenv("OATHTOOLS_DATA", str(tmp_path / "data"))
    trees = "\n".join(f"- name: Part {n}\n  pretext: Of wood {n}.\n" for n in range(1, 5))
    for name, words, last in (
        ("mine", "Oathkeeper and Chancellor. " * 3, "Barley"),
        ("root", "Marquise and Eyrie. " * 3, "Acorns"),
        ("hill", "Badgers. " * 3, "Moss"),
    ):
        content = (
            f"{trees}- name: {last}\n  pretext: {words}\n  children:\n    - name: Under {last}\n      text: Eat it.\n"
        )
        (tmp_path / f"{name}.yml").write_text(content)
        import_file(str(tmp_path / f"{name}.yml"), name=name, format_name="rules-yml")


@pytest.mark.parametrize("book", ["root", "hill"])
def test_a_law_of_another_game_answers_for_itself(shelf: None, book: str) -> None:
    said = answer("5.1", "--book", book)
    assert [(one["book"], one["id"], one["text"]) for one in said["data"]] == [(book, "5.1", "Eat it.")]
    assert said["citations"] == []
    text = run("law", "5.1", "--book", book).stdout
    assert "Eat it." in text and "Search" not in text and "Law of Oath" not in text


def test_beside_ours_stands_oath_and_another_game_below_on_its_own(shelf: None) -> None:
    said = answer("5.1", "--book", "root", "--book", "mine")["data"]
    first, last = said[0], said[-1]
    assert [one["book"] for one in first["books"]] == ["mine"]
    assert (last["book"], last["heading"]) == ("root", "Under Acorns")
    text = run("law", "5.1", "--book", "root", "--book", "mine").stdout
    assert (
        text.index("edition yml") < text.index("mine, 5.1") < text.index("root (Law of Root): its numbers are its own")
    )


def test_a_clause_that_only_the_book_has(shelf: None) -> None:
    said = answer("Under Barley", "--book", "mine")
    assert [one["id"] for one in said["data"]] == ["5.1"]
    assert said["warnings"] == ["the Law as restated here has no clause Under Barley"]


def test_what_the_book_has_not_is_told(shelf: None) -> None:
    fault = run("law", "6.5", "--book", "root").exception
    assert isinstance(fault, Failure)
    assert (fault.kind, fault.message) == ("not_found", "root (Law of Root) has no clause 6.5")
    assert answer("5", "9.9", "--book", "root")["warnings"] == ["root (Law of Root) has no clause 9.9"]
    fault = run("law", "5.5.9", "--book", "mine").exception
    assert isinstance(fault, Failure) and fault.message == "the Law has no clause 5.5.9"
