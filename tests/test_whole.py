"""Files are there whole or not at all."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from oathtools.kit import files


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("new", [False, True])
def test_written_and_nothing_left_beside_it(tmp_path: Path, new: bool) -> None:
    files.write(tmp_path / "a.txt", "Yes: é", new=new)
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "Yes: é"
    assert names(tmp_path) == ["a.txt"]


def test_a_new_file_takes_nobody_s_place(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("first")
    with pytest.raises(FileExistsError):
        files.write(tmp_path / "a.txt", "second", new=True)
    assert (tmp_path / "a.txt").read_text() == "first"
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("new", [False, True])
def test_stopped_in_the_middle_it_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: bool
) -> None:
    if not new:
        (tmp_path / "a.txt").write_text("first")
    before = names(tmp_path)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path / "a.txt", "second", new=new)
    assert names(tmp_path) == before
    assert new or (tmp_path / "a.txt").read_text() == "first"


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("not here")

    monkeypatch.setattr(os, "link", refuse)
    files.write(tmp_path / "a.txt", "first", new=True)
    with pytest.raises(FileExistsError):
        files.write(tmp_path / "a.txt", "second", new=True)
    assert (tmp_path / "a.txt").read_text() == "first"
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.skipif(os.name == "nt", reason="links and modes as POSIX has them")
def test_a_link_stays_a_link_and_the_mode_what_it_was(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("first")
    (tmp_path / "real.txt").chmod(0o600)
    (tmp_path / "link.txt").symlink_to("real.txt")
    files.write(tmp_path / "link.txt", "second")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "second"
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_marked_read_only_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("first")
    monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs the tests may perhaps write everywhere
    with pytest.raises(PermissionError) as wrong:
        files.write(tmp_path / "a.txt", "second")
    assert wrong.value.filename == str(tmp_path / "a.txt") and (tmp_path / "a.txt").read_text() == "first"


def test_folders_made_for_a_file_that_could_not_be_written_go_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").mkdir()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        for there in (tmp_path / "old", tmp_path / "old" / "a" / "b"):
            with pytest.raises(OSError, match="No space"), files.folder(there):
                files.write(there / "a.txt", "first", new=True)
    assert names(tmp_path) == ["old"] and names(tmp_path / "old") == []
    with files.folder(tmp_path / "old" / "a" / "b"):
        files.write(tmp_path / "old" / "a" / "b" / "a.txt", "first", new=True)
    assert names(tmp_path / "old" / "a" / "b") == ["a.txt"]


def test_a_folder_in_which_something_else_was_written_meanwhile_stays(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), files.folder(tmp_path / "a" / "b"):
        (tmp_path / "a" / "of-somebody.txt").write_text("else")
        raise RuntimeError
    assert names(tmp_path / "a") == ["of-somebody.txt"]


WRITER = """
import sys
from pathlib import Path
from oathtools.kit import files
with files.alone(Path(sys.argv[1])):
    print("here", flush=True)
    sys.stdin.readline()
"""


def test_one_process_at_a_time_writes_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_LOOKS", 2)
    monkeypatch.setattr(files, "_PATIENCE", 0.0)
    other = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None and other.stdout.readline() == "here\n"
    with pytest.raises(files.Busy), files.alone(tmp_path):
        pass
    other.communicate("\n")
    with files.alone(tmp_path):
        pass
    assert os.name == "nt" or names(tmp_path) == []


def test_what_killed_processes_left_is_taken_away_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    (tmp_path / ".a.txt.17.tmp").write_text("half")
    (tmp_path / ".b.txt.17.tmp").write_text("half")
    with (tmp_path / ".b.txt.18.tmp").open("wb") as writing:
        files.lock(writing.fileno())
        files.write(tmp_path / "a.txt", "first")
        assert names(tmp_path) == [".b.txt.17.tmp", ".b.txt.18.tmp", "a.txt"]
        with files.alone(tmp_path):
            assert ".b.txt.17.tmp" not in names(tmp_path) and ".b.txt.18.tmp" in names(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="no such things there")
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "link to a pipe", "links in a circle"])
def test_nothing_but_a_file_is_ever_replaced(tmp_path: Path, kind: str) -> None:
    path, there = tmp_path / "a.txt", tmp_path / "there"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/null")
    elif kind == "link to a pipe":
        os.mkfifo(there)
        path.symlink_to(there)
    else:
        path.symlink_to(there)
        there.symlink_to(path)
    before = {each: os.lstat(each).st_mode for each in (path, *tmp_path.iterdir(), Path("/dev/null"))}
    with pytest.raises(OSError) as refused:
        files.write(path, "first")
    assert refused.value.filename == str(path) and refused.value.strerror
    assert before == {each: os.lstat(each).st_mode for each in before} and len(names(tmp_path)) == len(before) - 1
    with pytest.raises(FileExistsError):
        files.write(path, "first", new=True)


@pytest.mark.parametrize("new", [False, True])
def test_what_is_in_its_place_was_written_though_the_rest_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: bool
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "not now")

    monkeypatch.setattr(Path, "unlink", refuse)
    files.write(tmp_path / "a.txt", "first", new=new)
    assert (tmp_path / "a.txt").read_text() == "first"


@pytest.mark.skipif(os.name == "nt", reason="a folder cannot be opened there")
@pytest.mark.parametrize("new", [False, True])
def test_a_power_cut_takes_no_name_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: bool) -> None:
    """A folder is on the disk once a file stands in it under its name, and so are those that were made for it."""
    listed: dict[int, list[str]] = {}
    sync = os.fsync

    def synced(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            listed[os.fstat(file).st_ino] = os.listdir(file)
        sync(file)

    monkeypatch.setattr(os, "fsync", synced)
    path = tmp_path / "saga" / "games" / "a.txt"
    with files.folder(path.parent):
        files.write(path, "first", new=new)
    for each in (path, path.parent, path.parent.parent):
        assert each.name in listed[each.parent.stat().st_ino]
