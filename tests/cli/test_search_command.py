"""``oathtools search`` as people and scripts see it."""

import json
from pathlib import Path
from typing import Any

import pytest

from oathtools.cli.shared.common import Failure
from oathtools.render.printers import terminal
from oathtools.render.rules import hits
from oathtools.search import Hit, SearchAnswer
from tests.cli.invoked import answered, run


def answer(*args: str) -> dict[str, Any]:
    return answered(run("search", *args, "--json"))


def test_json() -> None:
    shown = answer("do", "bandits", "use", "battle", "plans")
    assert len(shown["data"]) == 8
    best = shown["data"][0]
    assert set(best) >= {"kind", "id", "heading", "path", "snippet", "score"}
    assert (best["kind"], best["id"], best["heading"]) == ("law", "5.5.3", "Step 3: Use Battle Plans")
    assert best["path"] == ["Law", "5 Major Actions", "5.5 Campaign"]
    assert best["score"] > shown["data"][1]["score"]
    assert shown["citations"][0] == "5.5.3"
    assert shown["warnings"] == []


def test_only_clauses_are_cited() -> None:
    shown = answer("longbows")
    assert shown["data"][0]["id"] == "denizen.longbows"
    assert "denizen.longbows" not in shown["citations"]


def test_limit() -> None:
    assert len(answer("warband", "--limit", "3")["data"]) == 3
    fault = run("search", "warband", "--limit", "0").exception
    assert fault is not None


def test_did_you_mean() -> None:
    assert answer("sucessor", "goal")["warnings"] == ['did you mean "successor goal"?']
    shown = run("search", "sucessor goal").stdout
    assert shown.startswith('Did you mean "successor goal"?\n\nBy the goal in play.')
    assert "\n3.3.1  Successor Win\n" in shown
    shown = run("search", "chnclr").stdout
    assert shown.startswith("Nothing found for 'chnclr'.\nDid you mean chancellor")


def test_a_word_that_must_not_occur_is_no_option() -> None:
    assert answer("muster", "-warband") == answer("muster", "not:warband")
    assert answer("-hearth", "muster")["data"]


def test_text_is_narrow_and_plain() -> None:
    shown = run("search", "--limit", "2", "x2 on defense dice", COLUMNS="60").stdout
    lines = shown.splitlines()
    assert lines[0].startswith("Each doubles the shields rolled")
    assert lines[3:5] == ["5.5.4  Step 4: Roll Defense", "  Law > 5 Major Actions > 5.5 Campaign"]
    assert all(len(line) <= 60 for line in shown.splitlines())
    assert "\x1b" not in shown


def test_a_narrow_terminal() -> None:
    shown = run("search", "who can i attack", COLUMNS="30").stdout
    assert all(len(line) <= 30 for line in shown.splitlines())


@pytest.mark.parametrize("words", ["(", "*", '"', "", "a" * 10_000, "💀", "--", "\x00"])
def test_nothing_that_is_typed_can_fail(words: str) -> None:
    result = run("--json", "search", words)
    assert result.exception is None
    assert json.loads(result.stdout)["data"] == []
    assert run("search", words).exception is None


def test_the_answer_comes_first_with_its_clause() -> None:
    shown = run("search", "attack equals defense who wins").stdout
    assert shown.startswith("The defender. The attack must be higher than the defense. (5.5.5)\n\n5.5.5  Step 5")
    assert answer("attack equals defense who wins")["data"][0]["answer"].startswith("The defender.")


def test_scripts_are_told_what_stands_on_top() -> None:
    words = "can a citizen attack the chancellor"
    on_top = [hit for hit in answer(words)["data"] if hit["on_top"]]
    said = " ".join(run("search", words).stdout.split("\n\n")[0].split())
    assert on_top and all(hit["answer"] in said for hit in on_top)
    first = answer(words, "--limit", "1")["data"]
    assert [hit["id"] for hit in first if hit["on_top"]] == [hit["id"] for hit in on_top]
    assert not any(hit["on_top"] for hit in answer("warband")["data"])


def test_the_exit_status_tells_scripts_that_nothing_was_found() -> None:
    assert run("search", "grmbzl").return_value == 1
    assert run("search", "warband").return_value == 0


def test_what_is_not_in_the_law_is_said() -> None:
    shown = run("search", "solo rules").stdout
    assert shown.startswith("No. The Law has no solo rules")
    assert "Not in the Law" in shown


def test_nothing_asked() -> None:
    assert answer()["data"] == []
    assert run("search").stdout == "Nothing to look for.\n"


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    fault = run("search", "favor", "--book", "nonesuch", OATHTOOLS_DATA=str(tmp_path)).exception
    assert isinstance(fault, Failure)
    assert (fault.kind, fault.message) == ("not_found", "there is no book 'nonesuch'")


def test_the_rules_most_often_played_wrong() -> None:
    """Thirty, each a sentence with its clause, in the order of the Law; the sheet has the same."""
    rules = answered(run("law", "missed", "--json"))["data"]
    assert len(rules) == 30
    assert {"clause": "5.5.5", "rule": "At a tie the defender wins: the attack must exceed the defense."} in rules
    assert "the attack must exceed the defense" in run("print", "missed").stdout


def test_the_entries_of_the_index() -> None:
    rows = answered(run("law", "index", "banner", "--json"))["data"]
    assert all("banner" in row["entry"].casefold() for row in rows)
    assert any("5.4.1" in row["clauses"] for row in rows)
    fault = run("law", "index", "grmbzl").exception
    assert isinstance(fault, Failure)
    assert fault.kind == "not_found"


def test_numbers_of_a_book_stand_as_it_prints_them() -> None:
    hit = Hit("law", "8.4.2.2.1", "Ruins", ("mine",), "", 1.0)
    found = SearchAnswer((hit,))
    assert "8.4.2.II.a  Ruins" in terminal(hits.answer("ruins", found, book=True), 60, str)
    assert "8.4.2.2.1  Ruins" in terminal(hits.answer("ruins", found), 60, str)
