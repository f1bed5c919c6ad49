"""``oathtools rulings`` as people and scripts see it."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings, report
from oathtools.law import coverage
from oathtools.law.rulings import faqs, read_table
from tests.cli import invoked
from tests.cli.invoked import answered

TODAY = dt.date.today().isoformat()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No file of the folder the tests run in, and no setting of whoever runs them, plays a part."""
    folder = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(folder)
    monkeypatch.delenv("OATHTOOLS_SAGA", raising=False)
    return folder


@pytest.fixture
def saga(tmp_path: Path) -> Path:
    (tmp_path / "chronicle.yaml").write_text("format: 1\n", encoding="utf-8")
    return tmp_path


def run(*args: str, **env: str) -> Result:
    return invoked.run("rulings", *args, **{"COLUMNS": "60", **env})


def answer(*args: str) -> Any:
    return answered(run(*args, "--json"))["data"]


def text(*args: str, **env: str) -> str:
    result = run(*args, **env)
    assert result.exception is None, result.exception
    assert result.return_value == 0
    return result.stdout


def fault(*args: str) -> Failure:
    wrong = run(*args).exception
    assert isinstance(wrong, Failure), wrong
    return wrong


def test_list() -> None:
    shown = text()
    assert "A-01   a  text  Tie and the Oathkeeper title" in shown
    assert "A-02   b  lean  Tie and a Vision" in shown
    assert "A-195" in shown
    assert "decided by this table" not in shown


def test_list_as_json() -> None:
    shown = answer()
    assert [item["id"] for item in shown if item["kind"] == "point"][-1] == "A-195"
    assert sum(item["kind"] == "faq" for item in shown) == len(faqs())
    assert {item["by"] for item in shown} == {"default"}


def test_one_point() -> None:
    shown = text("a2")
    assert shown.startswith("A-02  Tie and a Vision\nLaw 3.2, 3.4.3\n")
    assert "\n> b  No. The Exile must have more than everyone else.\n" in shown
    assert "\n  a  Yes" in shown
    assert "In force: b, by default." in shown
    assert "Firmness: lean (our judgment)." in shown


def test_a_firm_point_with_softer_parts_says_so() -> None:
    assert "what is marked lean is our judgment" in " ".join(text("A-59").split())
    assert "marked lean" not in text("A-60")


def test_one_point_as_json() -> None:
    (item,) = answer("A-2")
    assert (item["id"], item["kind"], item["in_force"], item["by"]) == ("A-02", "point", "b", "default")
    assert item["clauses"] == ["3.2", "3.4.3"]
    assert "vision.conquest" in item["cards"]
    assert set(item["readings"]) == {"a", "b"}


@pytest.mark.parametrize("place", ["before", "after"])
def test_options_stand_before_or_after(place: str) -> None:
    result = run(*(["--json", "A-02"] if place == "before" else ["A-02", "--json"]))
    assert json.loads(result.stdout)["citations"] == ["3.2", "3.4.3"]


def test_a_clause_with_what_is_below() -> None:
    found = {item["id"] for item in answer("5.5.7")}
    assert {"A-60", "A-61", "A-65"} <= found
    shown = text("§3.2")
    assert "A-02  Tie and a Vision" in shown
    assert "A-03  Whose sites count against a Conquest Vision" in shown


def test_a_card_in_several_words() -> None:
    assert "A-85" in {item["id"] for item in answer("bandit", "crown")}


def test_a_misspelt_card() -> None:
    assert "A-121" in {item["id"] for item in answer("disent")}


def test_a_clause_without_rulings_is_an_answer() -> None:
    assert answer("1.3") == []
    assert text("1.3") == "No open point, FAQ answer or table rule bears on 1.3.\n"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("A-205",), "A-195"),
        (("5.99",), "5.6"),
        (("zzqqxx",), "lists all of them"),
    ],
)
def test_unknown_words(words: tuple[str, ...], hint: str) -> None:
    wrong = fault(*words)
    assert (wrong.kind, wrong.exit_code) == ("not_found", 1)
    assert hint in str(wrong.hint)


@pytest.mark.parametrize("args", [(), ("A-02",), ("A-104",), ("A-120",), ("5.5",), ("Pied Piper",)])
@pytest.mark.parametrize("columns", ["60", "40"])
def test_narrow_terminals(args: tuple[str, ...], columns: str) -> None:
    assert [line for line in text(*args, COLUMNS=columns).splitlines() if len(line) > int(columns)] == []


def test_set(saga: Path) -> None:
    shown = text("-C", str(saga), "set", "a2", "A", "--note", "we vote")
    assert "> a  Yes" in shown
    assert "a (was b)." in " ".join(shown.split())
    assert read_table(saga).taken["A-02"] == ("a", dt.date.today(), "we vote")
    (item,) = answer("A-02", "-C", str(saga))
    assert (item["in_force"], item["by"], item["date"], item["note"]) == ("a", "table", TODAY, "we vote")
    shown = " ".join(text("A-02", "-C", str(saga)).split())
    assert f"In force: a, by this table since {TODAY}. The default is b. Note: we vote" in shown
    assert "A-02 * a  lean" in text("-C", str(saga))


def test_set_as_json(saga: Path) -> None:
    item = answer("set", "A-16", "c", "-C", str(saga))
    assert (item["id"], item["in_force"], item["was"], item["by"]) == ("A-16", "c", "b", "table")
    assert item["file"] == str(saga / "rulings.yaml")
    assert answer("set", "A-16", "a", "-C", str(saga))["was"] == "c"


def test_set_says_whether_the_engine_reads_it(saga: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "engine_reads", lambda: frozenset({"A-16"}))
    assert "The engine reads this." in text("set", "A-16", "c", "-C", str(saga))
    shown = " ".join(text("set", "A-07", "b", "-C", str(saga)).split())
    assert "Recorded; the engine does not yet read it: its behavior stays as the default." in shown
    assert [answer(point)[0]["engine_reads"] for point in ("A-16", "A-07")] == [True, False]


def test_a_point_with_one_reading_has_nothing_to_switch(saga: Path) -> None:
    assert text("A-83").endswith("\nIt has one reading only: there is nothing to switch.\n")
    assert "nothing to switch" in text("set", "A-83", "a", "-C", str(saga))
    assert "nothing to switch" not in text("A-16")


@pytest.mark.parametrize("point", ["A-16", "A-18", "A-22", "A-76"])
def test_setup_and_self_exile_go_by_the_table_s_reading(point: str) -> None:
    assert text(point).endswith("\nThe engine reads this.\n")


def test_the_saga_from_the_environment(saga: Path) -> None:
    text("set", "A-02", "a", OATHTOOLS_SAGA=str(saga))
    assert "A-02" in read_table(saga).taken


def test_set_outside_a_saga_warns(elsewhere: Path) -> None:
    result = run("set", "A-02", "a")
    assert "there is no chronicle.yaml" in result.stderr
    assert "A-02" in read_table(elsewhere).taken
    assert run("set", "A-02", "b").stderr == ""


def test_set_during_a_game_names_adopt(saga: Path) -> None:
    (saga / "games").mkdir()
    (saga / "games" / "0001.jsonl").touch()
    assert "rulings adopt" in run("set", "A-02", "a", "-C", str(saga)).stderr


def test_a_note_that_goes_is_shown_once_more(saga: Path) -> None:
    run("set", "A-02", "a", "--note", "we vote", "-C", str(saga))
    assert "we vote" in run("set", "A-02", "b", "-C", str(saga)).stderr


@pytest.mark.parametrize(
    ("args", "kind", "hint"),
    [
        (("A-02", "c"), "not_found", "Its readings are a and b"),
        (("A-83", "b"), "not_found", "rulings add"),
        (("A-205", "a"), "not_found", "A-195"),
        (("dissent", "a"), "not_found", "A-121"),
        (("T-1", "a"), "not_found", "lists all"),
    ],
)
def test_set_refused(saga: Path, args: tuple[str, ...], kind: str, hint: str) -> None:
    wrong = fault("set", *args, "-C", str(saga))
    assert wrong.kind == kind
    assert hint in str(wrong.hint)
    assert not (saga / "rulings.yaml").exists()


def test_add(saga: Path) -> None:
    shown = text("add", "--clause", "§5.1.4.II", "--card", "toll roads", "-C", str(saga), "Never", "twice")
    assert shown.startswith("T-1\nLaw 5.1.4.2\nCards: Toll Roads\n\nNever twice\n")
    item = answer("add", "--clause", "5.5", "--question", "Dice?", "No rerolls", "-C", str(saga))
    assert (item["id"], item["title"], item["readings"]) == ("T-2", "Dice?", {"a": "No rerolls"})
    assert (item["kind"], item["by"], item["clauses"]) == ("table", "table", ["5.5"])
    assert "T-2" in {found["id"] for found in answer("5.5", "-C", str(saga))}
    assert [found["id"] for found in answer("t2", "-C", str(saga))] == ["T-2"]
    assert "T-1  Never twice" in text("-C", str(saga))


@pytest.mark.parametrize(
    ("args", "kind", "part"),
    [
        (("Never",), "usage", "bears on"),
        (("--clause", "5.5", " "), "usage", "says nothing"),
        (("--clause", "5.99", "Never"), "not_found", "no clause 5.99"),
        (("--card", "zzqqxx", "Never"), "not_found", "no card 'zzqqxx'"),
    ],
)
def test_add_refused(saga: Path, args: tuple[str, ...], kind: str, part: str) -> None:
    wrong = fault("add", *args, "-C", str(saga))
    assert wrong.kind == kind
    assert part in wrong.message
    assert wrong.hint
    assert not (saga / "rulings.yaml").exists()


def test_comments_survive_a_command(saga: Path) -> None:
    (saga / "rulings.yaml").write_text("# ours\nreadings:\n  A-02: a  # Bo\n", encoding="utf-8")
    run("set", "A-05", "b", "-C", str(saga))
    run("set", "A-02", "b", "-C", str(saga))
    assert (saga / "rulings.yaml").read_text(encoding="utf-8") == (
        f"# ours\nreadings:\n  A-02: {{reading: b, date: {TODAY}}} # Bo\n  A-05: {{reading: b, date: {TODAY}}}\n"
    )


@pytest.mark.parametrize("args", [(), ("A-02",), ("set", "A-02", "a"), ("add", "--clause", "5.5", "x")])
def test_a_damaged_file(saga: Path, args: tuple[str, ...]) -> None:
    bad = "readings:\n  A-02: c\n  A-205: a\n"
    (saga / "rulings.yaml").write_text(bad, encoding="utf-8")
    wrong = fault(*args, "-C", str(saga))
    assert (wrong.kind, wrong.exit_code) == ("damaged", 3)
    assert [one["place"] for one in wrong.extra["faults"]] == [
        "rulings.yaml line 2, readings, A-02",
        "rulings.yaml line 3, readings, A-205",
    ]
    assert (saga / "rulings.yaml").read_text(encoding="utf-8") == bad


def test_a_damaged_file_as_json(saga: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saga / "rulings.yaml").write_text("readings: [\n", encoding="utf-8")
    assert report(fault("-C", str(saga)), Settings(json=True)) == 3
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["kind"] == "damaged"
    assert set(error["faults"][0]) == {"place", "message", "hint"}


def test_a_folder_that_is_not_there() -> None:
    wrong = fault("A-02", "-C", "nowhere")
    assert (wrong.kind, wrong.exit_code) == ("not_found", 1)


def test_help_shows_the_form_of_the_file() -> None:
    shown = CliRunner().invoke(cli, ["rulings", "--help"], obj=Settings()).stdout
    assert "[ID|CLAUSE|CARD]" in shown
    assert "A-02: {reading: a, date: 2026-11-20" in shown
