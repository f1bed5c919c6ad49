"""What is released: its version, its licence, its words about itself; and a table on a machine with other ways."""

import html
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hatch_build
import pytest
import yaml

from oathtools import __version__
from oathtools.journal import file
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.kit import files
from tests.cli.calls import EACH, Call, caller
from tests.support.daily import daily

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GAMES = ROOT / "tests" / "games"


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    return caller(tmp_path / "saga", capsys, monkeypatch)


def test_the_version_is_said_in_one_place_and_heads_the_changelog(call: Call) -> None:
    assert "version" not in PROJECT and "version" in PROJECT["dynamic"]
    assert call("--version").out.split()[-1] == __version__
    versions = [line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "]
    assert versions[0].split()[1] == __version__


def test_licence_and_notice_are_shipped() -> None:
    assert PROJECT["license"] == "MIT"
    for name in PROJECT["license-files"]:
        assert (ROOT / name).read_text(encoding="utf-8").strip()
    assert "nor affiliated" in (ROOT / "NOTICE").read_text(encoding="utf-8")


def test_the_page_of_the_package_finds_pictures_and_documents_at_the_forge() -> None:
    """It is shown far from the files, where a path leads nowhere."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = hatch_build.with_addresses(text, "https://forge/them/oathtools", "v1.0")
    leads = [lead for lead in re.findall(r'(?:\]\(|src=")(.*?)[)"]', shown) if "/actions/" not in lead]
    kinds = {"raw": {".svg", ".png"}, "blob": {".md", ""}}
    for lead in leads:
        home, kind, tag, path = re.fullmatch(r"(.*)/(raw|blob)/(.*?)/(.*)", lead).groups()  # type: ignore[union-attr]
        assert (home, tag) == ("https://forge/them/oathtools", "v1.0")
        assert (ROOT / path).is_file() and (ROOT / path).suffix in kinds[kind], lead
    runs = re.findall(r"https://forge/them/oathtools/actions/workflows/(\w+\.yml)(?:/badge\.svg)?\)", shown)
    assert len(leads) + len(runs) == len(re.findall(r'\]\(|src="', text)) > 10
    assert runs and all((ROOT / ".github" / "workflows" / run).is_file() for run in runs)


@pytest.mark.parametrize(
    ("remote", "home"),
    [
        ("https://forge.org/them/oathtools.git", "https://forge.org/them/oathtools"),
        ("https://me:secret@forge.org/them/oathtools", "https://forge.org/them/oathtools"),
        ("git@forge.org:them/oathtools.git", "https://forge.org/them/oathtools"),
        ("ssh://git@forge.org/them/oathtools.git", "https://forge.org/them/oathtools"),
        ("/home/me/oathtools", ""),
        (None, ""),
    ],
)
def test_a_checkout_knows_its_address(remote: str | None, home: str, tmp_path: Path) -> None:
    """Without what stands before an @ in it."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    if remote:
        subprocess.run(["git", "-C", str(tmp_path), "remote", "add", "origin", remote], check=True)
    assert hatch_build.origin(tmp_path) == home


def test_a_push_is_tested_on_every_python_and_system_that_is_promised() -> None:
    tested = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8"))
    assert {"push", "pull_request"} <= set(tested[True])  # YAML reads the word ``on`` as yes
    matrix = tested["jobs"]["test"]["strategy"]["matrix"]
    promised = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert matrix["python"] == promised and "3.14" in promised
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]


def test_whoever_reports_a_fault_is_asked_for_a_journal() -> None:
    forms = ROOT / ".github" / "ISSUE_TEMPLATE"
    asked = yaml.safe_load((forms / "fault.yml").read_text(encoding="utf-8"))["body"]
    journal = next(field for field in asked if field.get("id") == "journal")
    assert journal["validations"]["required"] and "oathtools position export --public" in str(journal)
    assert all((ROOT / name).is_file() for name in ("CONTRIBUTING.md", "SECURITY.md"))


def test_each_release_in_the_changelog_has_its_date() -> None:
    heads = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert re.fullmatch(r"\S+ \((unreleased|\d{4}-\d\d-\d\d)\)", heads[0])
    assert all(re.fullmatch(r"\S+ \(\d{4}-\d\d-\d\d\)", head) for head in heads[1:])


def test_no_extra_is_empty() -> None:
    assert all(PROJECT["optional-dependencies"].values())


# -- a machine with other ways ------------------------------------------------------------------------------------


class Locks:
    """The locks of Windows: a byte of a file, at the place where the file stands, once, and nobody else reads it."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, file: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        byte = (os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR))
        if not _holds(self.held.get(byte), byte[0]):
            self.held[byte] = file
        if self.held[byte] != file:
            raise PermissionError(13, "Permission denied")

    def open_still(self, path: Path) -> bool:
        """Has this process the file of a path open?"""
        if not path.exists():
            return False
        inode = path.stat().st_ino
        return any(_holds(number, inode) for number in range(3, 256))

    def refusing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """What moves a file, or takes it away, as long as it is not open, nor what is in its new place."""

        def refused(path: Path, *more: Any, **named: Any) -> Any:
            if any(map(self.open_still, (path, *map(Path, more)))):
                raise PermissionError(13, "Access is denied", str(path))
            return call(path, *more, **named)

        return refused

    def opening(self, call: Callable[..., int]) -> Callable[..., int]:
        """What opens a file, but no folder."""

        def opened(path: Any, *more: Any, **named: Any) -> int:
            if Path(path).is_dir():
                raise PermissionError(13, "Permission denied", str(path))
            return call(path, *more, **named)

        return opened


def _holds(number: int | None, inode: int) -> bool:
    """Is a file that has this number open still, and is it this one?"""
    with suppress(OSError):
        return number is not None and os.fstat(number).st_ino == inode
    return False


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Locks:
    """Without ``fcntl``, with ``msvcrt``; no open file is moved or taken away, and no folder is opened."""
    locks = Locks()
    monkeypatch.setattr(files, "_WINDOWS", True)
    monkeypatch.setattr(os, "open", locks.opening(os.open))
    for name in ("replace", "unlink"):
        monkeypatch.setattr(Path, name, locks.refusing(getattr(Path, name)))
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locks.locking))
    return locks


def test_a_journal_is_written_and_read_where_a_locked_byte_cannot_be_read(tmp_path: Path, windows: Locks) -> None:
    path = tmp_path / "game.jsonl"
    files.write(path, (GAMES / "3.1-usurper.jsonl").read_bytes())
    entries = file.read(path).entries
    size = path.stat().st_size
    with file.Writer(path) as writer:
        journals = [at for inode, at in windows.held if inode == path.stat().st_ino]
        assert len(journals) == 1 and journals[0] > 16_000_000  # no byte of any journal
        with pytest.raises(files.Busy):
            file.Writer(path)
        writer.append([Entry.from_data({**entries[-1].as_data(), "n": len(entries) + 1})])
    assert path.stat().st_size > size  # behind the others, not at the lock
    assert path.read_bytes().startswith((GAMES / "3.1-usurper.jsonl").read_bytes())
    assert len(file.read(path).entries) == len(entries) + 1


def test_a_file_is_written_from_its_beginning_under_that_lock(tmp_path: Path, windows: Locks) -> None:
    files.write(tmp_path / "a.txt", "first")
    assert windows.held and (tmp_path / "a.txt").read_bytes() == b"first"


def test_a_file_is_written_over_once_its_reader_has_let_go(
    tmp_path: Path, windows: Locks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can move a file there while somebody reads the old one; whoever writes waits a little."""
    path = tmp_path / "a.txt"
    files.write(path, "first")
    reader = path.open("rb")
    monkeypatch.setattr(files.time, "sleep", lambda seconds: reader.close())
    files.write(path, "second")
    assert path.read_bytes() == b"second" and [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_whose_reader_does_not_let_go_stays_as_it_was(
    tmp_path: Path, windows: Locks, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    files.write(path, "first")
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    with path.open("rb"), pytest.raises(PermissionError):
        files.write(path, "second")
    assert path.read_bytes() == b"first" and [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_one_process_at_a_time_writes_in_a_folder_that_cannot_be_opened(
    tmp_path: Path, windows: Locks, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".a.txt.1.tmp").write_text("what a killed process left")
    monkeypatch.setattr(files.time, "sleep", lambda seconds: None)
    with files.alone(tmp_path):
        assert [each.name for each in tmp_path.iterdir()] == [".lock"]
        with pytest.raises(files.Busy), files.alone(tmp_path):
            pass


def test_an_evening_on_a_machine_with_these_ways(tmp_path: Path, windows: Locks, call: Call) -> None:
    """A saga is begun, played, written and told, with what was written read again by each command."""
    for words in (
        ["new", str(tmp_path / "saga"), "--first-game"],
        ["start", "--bots", "3=random", "--seed", "1"],
        ["play", "--auto"],
        ["journal", "check"],
        ["chronicle", "write"],
        ["chronicle", "history"],
        ["rulings", "set", "A-02", "a"],
    ):
        assert call(*words).status == 0, words


def test_nothing_is_read_or_written_in_the_encoding_of_the_machine(tmp_path: Path) -> None:
    """Every file is opened with an encoding said; the interpreter tells where one is not."""
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    python = [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-m", "oathtools"]
    for words in (
        "new saga --first-game",
        "-C saga start --bots 3=random --seed 1",
        "-C saga play --auto",
        "-C saga chronicle write",
        "-C saga chronicle story",
        "-C saga rulings set A-02 a",
        "odds --force 6 --defense 4 --defenders 3 --svg odds.svg",
        "search burn",
    ):
        done = subprocess.run([*python, *words.split()], cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stderr)


def test_a_journal_whose_line_ends_were_changed_is_the_same_game(tmp_path: Path) -> None:
    """An editor or a version control of Windows writes two characters at the end of a line."""
    raw = (GAMES / "3.2-visionary.jsonl").read_bytes()
    (tmp_path / "game.jsonl").write_bytes(raw.replace(b"\n", b"\r\n"))
    content = file.read(tmp_path / "game.jsonl")
    play = Play(content.header, content.entries)
    assert play.stopped is None and not play.differences and play.state.result is not None
    assert content.entries == file.read(GAMES / "3.2-visionary.jsonl").entries


POSITION = "players:\n  - {name: Renée}\n  - {name: Łucja}\noath: supremacy\n"


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_position_from_any_editor(tmp_path: Path, call: Call, ends: str, encoding: str) -> None:
    path = tmp_path / "position.yaml"
    path.write_bytes(POSITION.replace("\n", ends).encode(encoding))
    said = call("position", "check", str(path), "--json")
    assert said.status == 0, said.out
    assert "Łucja" in said.out


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_answers_with_other_line_ends(tmp_path: Path, call: Call, ends: bytes) -> None:
    (tmp_path / "answers.txt").write_bytes(
        ends.join([b"# the first adviser, the second player's pawn", b"1", b"2", b""])
    )
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    assert call("start", "--players", "Ann,Bo,Cy", "--seed", "1").status == 0
    said = call("answer", "--answers", str(tmp_path / "answers.txt"), "--json")
    assert [each["n"] for each in said.data["answers"]] == [4, 5]


@pytest.mark.parametrize("page", ["cp1252", pytest.param("cp437", marks=pytest.mark.soak)])
def test_a_page_that_is_printed_loses_no_letter_and_no_text_is_a_fault(tmp_path: Path, page: str) -> None:
    """Bars, arrows and names that a code page has not: references in a page, a question mark in text."""
    env = os.environ | {"PYTHONIOENCODING": page, "PYTHONPATH": str(ROOT)}

    def said(*lines: str) -> list[str]:
        """What is printed at each line, in one process."""
        command = [sys.executable, "-c", EACH, *lines]
        done = subprocess.run(command, capture_output=True, env=env, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b""), (lines, done.stderr)
        return html.unescape(done.stdout.decode(page)).split("\f")[1:]

    made = ('new saga --first-game --name "Łucja\'s saga"', "-C saga start --bots 4=random --seed 3")
    shown = ("status", "log", "chronicle history", "chronicle story --markdown")
    found = said(
        *(*made, "-C saga play --auto", "-C saga chronicle write", "-C saga print pulls"),
        *("-C saga chronicle story --html", *(f"-C saga {words}" for words in shown)),
        "odds --force 6 --defense 4 --defenders 3",
    )
    assert "\u2192" in found[4] and "Łucja" in found[5] and all(each.strip() for each in found[6:])
    assert len(found) == 11 and "83.66 %" in found[-1].replace("\xa0", " ")


def test_no_two_files_are_one_where_case_is_not_told_and_every_name_can_be_had_there() -> None:
    """Windows and macOS take Plains.md and plains.md for the same, and Windows keeps some names and signs to itself."""
    folders = ("oathtools", "data", "docs", "tests")
    found = [path.relative_to(ROOT) for folder in folders for path in (ROOT / folder).rglob("*")]
    names = [path for path in found if "__pycache__" not in path.parts]
    assert len({str(path).casefold() for path in names}) == len(names) > 500
    for path in names:
        assert not re.search(r'[<>:"|?*\\]|[. ]$', path.name) and len(str(path)) < 120, path
        assert path.name.partition(".")[0].casefold() not in ("con", "prn", "aux", "nul", "com1", "lpt1"), path


@pytest.mark.parametrize("page", daily(["cp437", "cp1252", "utf-8"], 3))
def test_json_in_another_code_page_loses_no_letter(tmp_path: Path, page: str) -> None:
    """What a code page has no letter for is escaped in JSON, and a question mark in text; neither is a fault."""
    path = tmp_path / "position.yaml"
    path.write_text(POSITION, encoding="utf-8")
    words = [sys.executable, "-m", "oathtools", "position", "check", str(path)]
    env = os.environ | {"PYTHONIOENCODING": page}
    told = subprocess.run([*words, "--json"], capture_output=True, env=env, cwd=ROOT, check=True)
    assert "Łucja" in json.dumps(json.loads(told.stdout.decode(page)), ensure_ascii=False)
    shown = subprocess.run(words, capture_output=True, env=env, cwd=ROOT, check=True)
    assert shown.stdout.decode(page).strip()
