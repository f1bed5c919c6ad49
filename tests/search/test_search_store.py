"""The index in the cache folder: found again, made anew when stale or damaged, done without when it cannot be kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import oathtools.search as searching
from oathtools.search import search, store

KEPT = store._KEEP  # before all tests of a run keep more (tests/conftest.py)
QUESTION = "can i attack someone who isnt at my site"


@pytest.fixture(scope="module")
def made() -> bytes:
    """The index of our own data as this run made it once: what is tested here is how it is kept."""
    search(QUESTION)
    return (Path(os.environ["OATHTOOLS_CACHE"]) / f"search-{searching._own_name()}.pack").read_bytes()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: bytes) -> Path:
    monkeypatch.setenv("OATHTOOLS_CACHE", str(tmp_path))
    monkeypatch.setattr(searching, "own", lambda: made)
    return tmp_path


def packs(folder: Path) -> list[Path]:
    return sorted(folder.glob("search-*.pack"))


def test_kept_and_found_again(cache: Path) -> None:
    hits = search(QUESTION)
    (pack,) = packs(cache)
    written = pack.stat().st_mtime_ns
    assert search(QUESTION) == hits
    assert packs(cache) == [pack]
    assert pack.stat().st_mtime_ns == written
    assert list(cache.glob("*.tmp")) == []


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "foreign", "old"])
def test_a_damaged_pack_is_made_anew_in_silence(cache: Path, damage: str) -> None:
    hits = search(QUESTION)
    (pack,) = packs(cache)
    good = pack.read_bytes()
    middle = len(good) // 2
    pack.write_bytes(
        {
            "empty": b"",
            "cut": good[:middle],
            "changed": good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :],
            "foreign": b"not a pack of ours",
            "old": good.replace(b"oathtools search 2", b"oathtools search 1", 1),
        }[damage]
    )
    assert search(QUESTION) == hits
    store.unpack(pack.read_bytes())


def test_a_pack_that_opens_and_cannot_be_read_is_made_anew(cache: Path) -> None:
    hits = search(QUESTION)
    (pack,) = packs(cache)
    opened = store.unpack(pack.read_bytes())
    del opened.about["kinds"]
    name = pack.name.removeprefix("search-").removesuffix(".pack")
    pack.write_bytes(store.build([], opened.about))
    assert search(QUESTION) == hits
    assert pack.name == f"search-{name}.pack"


def test_a_folder_in_the_pack_s_place(cache: Path) -> None:
    hits = search(QUESTION)
    (pack,) = packs(cache)
    pack.unlink()
    pack.mkdir()
    assert search(QUESTION) == hits


def test_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: bytes) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("OATHTOOLS_CACHE", str(blocked / "cache"))
    monkeypatch.setattr(searching, "own", lambda: made)
    assert search(QUESTION).hits[0].kind == "law"
    assert blocked.read_text() == ""


def test_other_content_has_another_name(tmp_path: Path) -> None:
    assert store.digest([b"ab", b"c"]) != store.digest([b"a", b"bc"])
    assert store.digest([b"ab"]) == store.digest([b"ab"])


def test_old_packs_are_cleared_away(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_KEEP", KEPT)
    for number in range(6):
        (cache / f"search-{number}.pack").write_bytes(b"")
    search(QUESTION)
    assert len(packs(cache)) == 3


def test_two_processes_build_at_once(cache: Path, made: bytes) -> None:
    script = (
        "import sys; from pathlib import Path; import oathtools.search as s; s.own = Path(sys.argv[1]).read_bytes;"
        "print([hit.id for hit in s.search('who can i attack').hits])"
    )
    (ready := cache.parent / "made").write_bytes(made)
    command = [sys.executable, "-c", script, str(ready)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    shown = [process.communicate(timeout=60)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert shown[0] == shown[1] != ""
    assert len(packs(cache)) == 1
    assert list(cache.glob("*.tmp")) == []


def test_a_question_imports_no_more_than_it_needs(cache: Path) -> None:
    script = (
        "import sys; from oathtools.search import search; search('who can i attack');"
        "print([name for name in ('yaml', 'rapidfuzz', 'whoosh.index', 'whoosh.reading', 'difflib',"
        " 'textwrap', 'dataclasses') if name in sys.modules])"
    )
    asked = [sys.executable, "-c", script]
    search(QUESTION)  # the index is made by whoever asks first, and the books by the first process
    subprocess.run(asked, capture_output=True, check=True)
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip() == "[]"


# -- what comes with the package ---------------------------------------------------------------------------------------


@pytest.fixture
def shipped(
    cache: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, made: bytes
) -> Path:
    """An installed package that has the index: nothing of it is made at home."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / store.SHIPPED).write_bytes(made)
    monkeypatch.setattr("oathtools.kit.datafiles._SHIPPED", folder)
    return folder / store.SHIPPED


def test_the_index_that_comes_with_the_package_is_ready(cache: Path, shipped: Path, made: bytes) -> None:
    assert search(QUESTION).hits
    assert packs(cache) == []
    assert shipped.read_bytes() == made


@pytest.mark.parametrize("damage", ["missing", "cut", "opens and cannot be read"])
def test_where_it_cannot_be_read_one_is_made(cache: Path, shipped: Path, made: bytes, damage: str) -> None:
    hits = search(QUESTION)
    if damage == "missing":
        shipped.unlink()
    elif damage == "cut":
        shipped.write_bytes(made[:1000])
    else:
        shipped.write_bytes(store.build([], {}))
    assert search(QUESTION) == hits
    assert len(packs(cache)) == 1


def test_with_what_a_program_adds_another_one_is_made(
    cache: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oathtools.kit.datafiles.ADDED", {"variants": {"mine": {}}})
    asked: list[str] = []
    monkeypatch.setattr(store, "opened", lambda name, make: asked.append(name) or store.unpack(searching.own()))
    assert search(QUESTION).hits
    assert len(asked) == 1
