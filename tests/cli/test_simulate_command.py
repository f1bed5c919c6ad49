"""``oathtools simulate`` as people call it: tables, files, a run gone on with, what is refused, Ctrl-C."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from oathtools.simulate import running
from tests import described
from tests.cli.calls import Call, caller
from tests.cli.test_print_command import words as words_of_page
from tests.render.pages import outlined
from tests.support.daily import daily

ROOT = Path(__file__).parents[2]
RANDOM = ("simulate", "--bots", "random", "--workers", "1")


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)
    return caller(None, capsys, monkeypatch, 80)


def test_a_table_says_who_won_and_how(call: Call) -> None:
    said = call(*RANDOM, "--games", "6")
    assert said.status == 0 and not said.err
    for words in ("6 games of the first game, 4 players, seed oath", "Won by", "seat 4", "On average", "Cards most"):
        assert words in said.out
    assert all(len(line) <= 80 for line in said.out.splitlines())


@pytest.mark.parametrize("columns", daily([20, 40, 60, 200], 2))
def test_a_table_fits_narrow_terminals(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    said = caller(None, capsys, monkeypatch, columns)(*RANDOM, "--games", "4", "--against", "A-05=c")
    longest = max(max(map(len, line.split()), default=0) for line in said.out.splitlines())
    assert all(len(line) <= max(columns, longest + 4) for line in said.out.splitlines())
    assert "Won by the Chancellor" in said.out.replace("\n    ", " ")


def test_json_is_as_its_schema_says_in_a_pipe(call: Call) -> None:
    data = call(*RANDOM, "--games", "5", "--random-worlds", "--against", "A-22=c", "--json").data
    assert not list(described.faults("simulate", data))
    assert data["finished"] and data["wanted"] == 5 and data["cost"]["decisions"] > 0
    first, second = data["settings"]
    assert second["readings"] == {"A-22": "c"} and not first["readings"]
    assert first["games"] == second["games"] == data["pair"]["pairs"] == 5


def test_a_folder_has_results_files_and_a_page_and_is_gone_on_with(call: Call, tmp_path: Path) -> None:
    out = ("--out", "run")
    assert call(*RANDOM, "--games", "3", "--against", "A-05=c", *out).status == 0
    longer = call("simulate", "--games", "6", "--workers", "1", *out, "--json").data
    assert longer["settings"][0]["games"] == 6
    anew = call(*RANDOM, "--games", "6", "--against", "A-05=c", "--json").data
    kept = json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))
    assert not list(described.faults("simulation", kept))
    assert kept == {key: anew[key] for key in kept} == {key: longer[key] for key in kept}
    games = list(csv.DictReader(io.StringIO((tmp_path / "run" / "games.csv").read_text(encoding="utf-8"))))
    assert [(row["setting"], row["game"]) for row in games] == [(name, str(n)) for n in range(6) for name in "AB"]
    won = sum(int(row["won.chancellor"]) for row in games if row["setting"] == "A")
    assert next(row for row in kept["settings"][0]["roles"] if row["name"] == "chancellor")["won"] == won
    for name in ("cards", "measures"):
        rows = list(csv.DictReader(io.StringIO((tmp_path / "run" / f"{name}.csv").read_text(encoding="utf-8"))))
        assert rows and {row["setting"] for row in rows} >= {"A", "B"}


def test_the_page_holds_all_it_needs_and_runs_nothing(call: Call, tmp_path: Path) -> None:
    assert call(*RANDOM, "--games", "4", "--against", "A-05=c", "--out", "run").status == 0
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"<script|<link|<img|@import|url\(|\son\w+=", page)
    assert set(re.findall(r'https?://[^"\s]+', page)) <= {"http://www.w3.org/2000/svg"}
    outlined(page)
    shown = words_of_page(page)
    for words in ("B less A", "Won by the Chancellor", "Title and lead, round by round", "4 pairs", "Wilson"):
        assert words in shown
    assert page.count("<svg") == page.count("</svg>") >= 8 and 'role="img" aria-label="' in page


def _name(options: tuple[str, ...]) -> str:
    return "Ours" if options else "Empire and Exile"


def test_what_a_table_decided_is_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saga = tmp_path / "saga"
    call = caller(saga, capsys, monkeypatch)
    assert call("new", str(saga), "--first-game").status == 0
    assert call("rulings", "set", "A-05", "c").status == 0
    assert call("new", str(tmp_path / "other"), "--first-game", "--name", "Ours").status == 0
    for options in ((), ("--first-game",), ("--chronicle", str(tmp_path / "other" / "chronicle.yaml"))):
        table = call(*RANDOM, "--games", "1", *options, "--json").data
        assert table["settings"][0]["readings"] == {"A-05": "c"}
        assert table["of"] == ("the first game" if "--first-game" in options else f"the world of {_name(options)}")
    changed = call(*RANDOM, "--games", "1", "--set", "A-05=a", "--json").data
    assert changed["settings"][0]["readings"] == {}
    monkeypatch.delenv("OATHTOOLS_SAGA")
    monkeypatch.chdir(tmp_path)
    whole = call(*RANDOM, "--games", "1", "--against", "saga", "--json").data
    assert [each["readings"] for each in whole["settings"]] == [{}, {"A-05": "c"}]


def test_games_go_on_from_a_position(call: Call, tmp_path: Path) -> None:
    """The number of players is that of the position; what it says of rulings is played."""
    text = (
        "oath: devotion\nround: 4\nrulings: {A-05: b}\nplayers: [{name: Ann, color: purple}, {name: Bo, color: red}]\n"
    )
    (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
    data = call(*RANDOM, "--games", "3", "--position", "p.yaml", "--json").data
    setting = data["settings"][0]
    assert data["of"] == "the position p.yaml" and len(setting["bots"]) == 2 and setting["readings"] == {"A-05": "b"}
    assert min(int(row["name"]) for row in setting["rounds"]) >= 4
    assert call(*RANDOM, "--position", "p.yaml", "--players", "3").status == 2


def test_where_nothing_parts_it_is_said(call: Call) -> None:
    said = call(*RANDOM, "--games", "3", "--against", "outland-realms=on")
    assert "no game went another way" in " ".join(said.err.split()) and "no pair differs" in said.out


REFUSED = [
    ("--bots clever", 2, "no bot is called 'clever'", "random, greedy, planner"),
    ("--bots random,random --players 3", 2, "2 bots for 3 seats", "one for each"),
    ("--set A-05", 2, "'A-05' changes nothing", "POINT=LETTER"),
    ("--set A-05=z", 2, "A-05 has no reading 'z'", "a, b and c"),
    ("--set A-999=b", 2, "there is no ruling 'A-999'", "Did you mean"),
    ("--set owtland-realms=on", 2, "there is no variant 'owtland-realms'", "outland-realms"),
    ("--against outland-realms", 2, "is no change", "outland-realms=on"),
    ("--against A-05=a", 2, "--against changes nothing", "--against A-05=b"),
    ("--random-worlds --chronicle x", 2, "exclude each other", "one of them"),
    ("-C nowhere", 1, "there is no saga in nowhere", "oathtools new"),
    ("--chronicle nowhere.yaml", 1, "there is no file nowhere.yaml", ""),
    ("--position nowhere.yaml", 1, "nowhere.yaml cannot be read", ""),
    ("--games 0", 2, "0 is not in the range", ""),
    ("--games 2 --out /dev/null/x", 2, "nothing can be kept in /dev/null/x", ""),
]


@pytest.mark.parametrize(("options", "status", "message", "hint"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_is_refused_with_the_way_out(
    call: Call, tmp_path: Path, options: str, status: int, message: str, hint: str
) -> None:
    said = call("simulate", *options.split(), "--json")
    assert said.status == status
    error = said.answer["error"]
    assert message in error["message"] and hint in (error["hint"] or "")
    assert not list(tmp_path.iterdir())


def test_another_run_in_the_folder_is_not_written_over(call: Call, tmp_path: Path) -> None:
    assert call(*RANDOM, "--games", "2", "--out", "run").status == 0
    before = (tmp_path / "run" / "games.jsonl").read_bytes()
    said = call(*RANDOM, "--games", "2", "--out", "run", "--seed", "other", "--set", "A-05=b")
    assert said.status == 1 and "another run is kept in run" in said.err
    assert "seed: oath, not other" in said.err and "A, the readings" in said.err
    assert (tmp_path / "run" / "games.jsonl").read_bytes() == before


def test_a_scheduler_without_the_extra_says_how_to_install_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = call("simulate", "--games", "2", "--bots", "random", "--scheduler", "tcp://10.0.0.5:8786")
    assert said.status == 2 and running.INSTALL in " ".join(said.err.split())


def test_a_scheduler_that_does_not_answer_is_told(call: Call) -> None:
    pytest.importorskip("distributed", reason="oathtools[cluster] is not installed")
    said = call("simulate", "--games", "2", "--bots", "random", "--scheduler", "tcp://127.0.0.1:9", "--json")
    assert said.status == 2 and "no scheduler answers at tcp://127.0.0.1:9" in said.answer["error"]["message"]


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(call: Call, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "oathtools", *RANDOM, "--games", "100000", "--chunk", "1", "--out", "run", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        words,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        # A runner in the background of a shell ignores the interrupt key; who sits at a terminal does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    file = tmp_path / "run" / "games.jsonl"
    for _ in range(3000):
        if file.is_file() and file.read_bytes().count(b"\n") > 1:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    answer = json.loads(process.communicate(timeout=120)[0])
    assert process.returncode == 130
    data, lines = answer["data"], file.read_bytes().splitlines()
    assert not data["finished"] and data["settings"][0]["games"] == len(lines) > 1
    assert any("Go on: oathtools simulate --out run" in warning for warning in answer["warnings"])
    more = len(lines) + 2
    assert call("simulate", "--out", "run", "--workers", "1", "--games", str(more), "--json").data["finished"]
    assert len(file.read_bytes().splitlines()) > len(lines)
