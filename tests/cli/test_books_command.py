"""``oathtools books`` as people and scripts see it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oathtools.cli.main import cli, main
from oathtools.cli.shared.common import Failure, Settings

TEXTS = Path(__file__).parent.parent / "law" / "books" / "texts"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OATHTOOLS_DATA", str(tmp_path))
    return tmp_path / "books"


def run(*args: str, width: int = 60) -> Result:
    env = {"COLUMNS": str(width)}
    return CliRunner().invoke(cli, ["books", *args], obj=Settings(), env=env, standalone_mode=False)


def shown(*args: str, width: int = 60) -> str:
    result = run(*args, width=width)
    assert result.exception is None, result.exception
    assert all(len(line) <= width for line in result.stdout.splitlines())
    return result.stdout


def answer(*args: str) -> Any:
    result = run(*args, "--json")
    assert result.exception is None, result.exception
    data = json.loads(result.stdout)
    assert data["ok"] is True
    assert set(data) == {"ok", "data", "citations", "edition", "warnings"}
    return data


def failure(*args: str) -> Failure:
    fault = run(*args).exception
    assert isinstance(fault, Failure), fault
    return fault


def status(*args: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["books", *args])
    return int(left.value.code or 0)


def text_of(name: str) -> str:
    return str(TEXTS / name)


def test_nothing_is_imported_yet() -> None:
    assert shown("list").startswith("No book is imported yet.")
    assert answer("list")["data"] == []


def test_import_reports_what_it_found(store: Path) -> None:
    text = " ".join(shown("import", text_of("hollow.md"), "--name", "hill").split())
    assert "hill: A law (pdf-text) 34 clauses: 5 chapters, 4 sections, 9 clauses, 2 subclauses" in text
    assert "1 finds nothing in this book." in text
    assert "of 115 lines not placed." in text
    assert "1.3.2: page 7" in text
    assert "line 20: no sentence: a caption or a page's furniture: 12 acorns" in text
    assert "lines 113-115: credits: Credits Badgers: all of them." in text
    assert "line 92: 3.2 is not in this copy" in text
    assert (store / "hill.json").exists()


def test_import_for_scripts() -> None:
    data = answer("import", text_of("hollow.yml"), "--edition", "first")
    book = data["data"]
    assert (book["name"], book["format"], book["edition"], book["game"]) == ("hollow", "rules-yml", "first", "")
    assert book["counts"]["clauses"] == 30
    assert book["counts"]["levels"]["item"] == 2
    assert book["unresolved"] == [{"clause": "2.2.1", "printed": "9.9"}]
    assert book["unplaced"][0] == {
        "first": 1,
        "last": 1,
        "why": "a comment",
        "text": "# The Law of Hollow Hill, invented for these tests.",
    }
    assert {"kind", "line", "clause", "text"} == set(book["notes"][0])
    assert len(data["warnings"]) == len(book["notes"])


def test_people_read_oddities_once() -> None:
    result = run("import", text_of("hollow.yml"))
    assert "stray quotation mark" in result.stdout
    assert result.stderr == ""


def test_list_tells_each_book() -> None:
    run("import", text_of("hollow.yml"))
    run("import", text_of("hollow.txt"), "--name", "web")
    text = shown("list")
    assert text.index("hollow\n") < text.index("web\n")
    assert "30 clauses" in text
    rows = answer("list")["data"]
    assert [(row["name"], row["clauses"], row["unplaced"]) for row in rows] == [("hollow", 30, 2), ("web", 13, 9)]


def test_a_damaged_stored_book_is_listed_as_such(store: Path) -> None:
    run("import", text_of("hollow.yml"))
    (store / "bad.json").write_text("{", encoding="utf-8")
    assert "bad: the stored book bad is damaged" in shown("list")
    assert failure("show", "bad").kind == "damaged"
    assert answer("remove", "bad")["data"] == {"removed": "bad"}


def test_show_clauses_with_what_is_below_them() -> None:
    run("import", text_of("hollow.yml"))
    text = shown("show", "hollow", "2.1.1")
    assert text.startswith("2.1.1  Light Lanterns\n  Light one lantern (3.1)")
    assert "2.1.1.I.b  New Lanterns" in text
    assert "See 2.1.1.1.1." in text
    assert text.rstrip().endswith("From hollow, your own copy.")
    data = answer("show", "hollow", "pay oil", "2.2.1")["data"]
    assert [c["id"] for c in data] == ["2.1.1.1", "2.1.1.1.1", "2.1.1.1.2", "2.2.1"]
    assert (data[3]["refs"], data[3]["unresolved"]) == (["3"], ["9.9"])


def test_show_without_a_reference_is_the_report() -> None:
    run("import", text_of("hollow.txt"), "--name", "web")
    assert shown("show", "web") == shown("import", text_of("hollow.txt"), "--name", "web")


def test_diff(tmp_path: Path) -> None:
    for name, word in (("one", "frog"), ("two", "toad")):
        text = f"- name: Rounds\n  children:\n    - name: Rest\n      pretext: Rest until the {word} croaks, as ever.\n"
        (tmp_path / f"{name}.yml").write_text(text, encoding="utf-8")
        run("import", str(tmp_path / f"{name}.yml"))
    text = shown("diff", "one", "two")
    assert text.startswith("one and two: 2 clauses: 1 the same, 1 in other words.")
    assert "Rest until the [-frog-] [+toad+] croaks" in text
    data = answer("diff", "one", "two", "1.1")["data"]
    assert data["counts"] == {"clauses": 1, "same": 0, "words": 1}
    assert data["clauses"][0]["changes"] == ["words"]
    assert len(answer("diff", "one", "two", "--all")["data"]["clauses"]) == 2
    assert "1  Rounds\n  the same\n" in shown("diff", "one", "two", "--all")
    assert "No difference in words." in shown("diff", "one", "one")


def test_a_text_of_a_few_clauses_shows_what_it_changes_first(tmp_path: Path) -> None:
    """What only the long text has is counted, and shown with --all; a search prints numbers as laws do."""
    rules = "".join(f"    - name: Rule {word}\n      pretext: Nobody sings {word} songs.\n" for word in "abcdefghij")
    (tmp_path / "long.yml").write_text(f"- name: Rounds\n  children:\n{rules}", encoding="utf-8")
    few = "- name: Rounds\n  children:\n    - name: Rule a\n      pretext: Nobody sings loud songs.\n"
    (tmp_path / "few.yml").write_text(few, encoding="utf-8")
    for name in ("long", "few"):
        run("import", str(tmp_path / f"{name}.yml"))
    text = shown("diff", "long", "few")
    assert "Nobody sings [-a-] [+loud+] songs." in text
    assert "Rule j" not in text
    assert "What only long has is shown with --all." in text
    assert "Rule j" in shown("diff", "long", "few", "--all")


def test_diff_with_our_restatement() -> None:
    run("import", text_of("hollow.yml"))
    text = shown("diff", "law", "hollow", "5.5.2")
    assert "only in law" in text
    assert failure("diff", "law", "hollow", "77.7").kind == "not_found"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"- name: [\n", "is broken at line"),
        (b"%PDF-1.4", "the PDF itself"),
        (b"a tale\n", "does not look like a law"),
    ],
)
def test_a_damaged_file_is_status_3(tmp_path: Path, store: Path, content: bytes, message: str) -> None:
    file = tmp_path / "law.yml"
    file.write_bytes(content)
    fault = failure("import", str(file))
    assert (fault.kind, fault.exit_code) == ("damaged", 3)
    assert message in fault.message
    assert fault.extra["faults"] == [fault.message]
    assert status("import", str(file)) == 3
    assert not store.exists()


def test_a_damaged_file_names_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "law.yml"
    file.write_bytes(b"- name: A\n  text: x\n bad: [\n")
    assert status("import", str(file), "--json") == 3
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["kind"] == "damaged"
    assert error["line"] == 3


def test_what_is_not_there() -> None:
    run("import", text_of("hollow.yml"))
    assert failure("import", "nowhere.yml").kind == "not_found"
    fault = failure("show", "holow")
    assert (fault.kind, fault.hint) == ("not_found", "Did you mean hollow?")
    assert failure("remove", "x").exit_code == 1
    assert failure("show", "hollow", "9.9").kind == "not_found"


def test_a_taken_name_and_a_reserved_one() -> None:
    run("import", text_of("hollow.yml"), "--name", "hill")
    fault = failure("import", text_of("hollow.md"), "--name", "hill")
    assert (fault.kind, fault.exit_code) == ("usage", 2)
    assert "--replace" in str(fault.hint)
    assert answer("import", text_of("hollow.md"), "--name", "hill", "--replace")["data"]["format"] == "pdf-text"
    assert failure("import", text_of("hollow.md"), "--name", "law").kind == "usage"


def test_the_format_can_be_forced() -> None:
    assert answer("import", text_of("hollow.txt"), "--format", "pdf-text")["data"]["format"] == "pdf-text"
    assert failure("import", text_of("hollow.md"), "--format", "rules-yml").kind == "damaged"
    assert status("import", text_of("hollow.md"), "--format", "scroll") == 2


def test_help_costs_no_importer() -> None:
    run("--help")  # the first one of a cache reads its words as YAML
    code = (
        "import sys; from oathtools.cli.main import main\n"
        "try: main(['books', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'yaml', 'rapidfuzz', 'platformdirs', 'difflib'} & set(sys.modules)\n"
        "heavy |= {m for m in sys.modules if m.startswith('oathtools.law')}\n"
        "sys.exit(str(sorted(heavy)) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "import  " in done.stdout
