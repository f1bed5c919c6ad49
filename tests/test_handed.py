"""The gate for what people hand over: sizes, kinds of files, depth, aliases, numbers; faults with their line."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from oathtools.cli.shared.common import Failure
from oathtools.kit import handwritten, intake

BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 10)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb: " + "[" * 100_000, 2, "nested too deeply"),
        ("a: " + "[" * 500 + "]" * 500, 1, "nested too deeply"),
        ("\n".join(" " * at + "a:" for at in range(3000)), 41, "nested too deeply"),
        (BOMB, 6, "stands for too much"),
        ("a: &a [*a]", 1, "*a stands for nothing"),
        ("a: *b", 1, "*b stands for nothing"),
        ("a: 1\nname: 2026-02-30", 2, "'2026-02-30' looks like a date"),
        ("name: 0x_", 1, "'0x_' looks like"),
        ("a: 1\nround: " + "9" * 5000, 2, "looks like a date or a number"),
        ("round: " + "9" * 20, 1, "too large"),
        ("round: .inf", 1, "too large"),
        ("round: .nan", 1, "no number"),
        ("a: !!timestamp x", 1, "looks like a date"),
        ("a: !!set {x, y}", 1, "only words, numbers, lists and mappings"),
        ("a: !!python/object:os.system x", 1, "python/object"),
    ],
)
def test_what_is_too_much_in_a_yaml_text_is_told_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(yaml.YAMLError) as wrong:
        handwritten.load(text)
    found = handwritten.problem(wrong.value, text)
    assert found.line == line and says in found.message and found.hint


def test_nothing_is_built_of_what_is_too_much() -> None:
    """The nodes are not composed either: that is where a parser recurses."""
    with pytest.raises(handwritten.TooMuchYaml):
        handwritten.compose("[" * 100_000)


@pytest.mark.parametrize("text", ["base: &b {x: 1}\nother: *b\n", "a: [[[[[[1]]]]]]", "<<: {a: 1}\nb: 2", ""])
def test_what_people_write_passes(text: str) -> None:
    handwritten.load(text)
    handwritten.compose(text)


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 100_000, '{"a": ' + "[" * 60 + "]" * 60 + "}", '{"a": NaN}', '{"a": ' + "9" * 20 + "}"],
)
def test_what_is_too_much_in_json(text: str) -> None:
    with pytest.raises(ValueError):
        intake.from_json(text)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zeros").symlink_to("/dev/zero")
    for name in ("pipe", "zeros"):
        with pytest.raises(intake.Unfit, match="no regular file"):
            intake.content(tmp_path / name, 100)
    with pytest.raises(IsADirectoryError):
        intake.content(tmp_path, 100)
    with pytest.raises(FileNotFoundError):
        intake.content(tmp_path / "none", 100)


def test_a_file_has_a_largest_size(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * 5001)
    assert len(intake.content(tmp_path / "large", 5001)) == 5001
    with pytest.raises(intake.Unfit, match="larger than 5 KB"):
        intake.content(tmp_path / "large", 5000)


def test_of_many_faults_the_first_are_told_and_how_many_more() -> None:
    told = intake.first(list(range(33)), str)
    assert told == [*map(str, range(20)), "and 13 more"]
    assert intake.first([1, 2], str) == ["1", "2"]
    failure = Failure("position", "x" * 5000, detail=["y"] * 100, faults=[{"where": str(at)} for at in range(33)])
    assert len(failure.extra["faults"]) == 20 and failure.extra["more_faults"] == 13
    assert len(failure.detail) == 61 and len(failure.message) < 1100


def test_no_reader_opens_a_file_or_parses_yaml_past_the_gate() -> None:
    """Every reader of what people hand over goes through here; our own data and caches do not."""
    root = Path(intake.__file__).parents[1]
    ours = {"kit/datafiles.py", "kit/intake.py", "kit/handwritten.py", "law/coverage.py", "search/store.py"}
    ours |= {"web/app.py", "web/shelf.py"}  # the script and the style that are shipped
    ours |= {"browser/bundle.py", "render/table/parts.py", "render/table/picture.py", "render/table/replay.py"}
    ours |= {"browser/device.py"}  # what it wrote itself
    ours |= {"kit/text.py"}  # templates that are shipped
    ways = ("yaml.load(", "yaml.safe_load(", "yaml.compose(", ".read_text(", "stdin.read(", "stdin.buffer")
    found: dict[str, Any] = {}
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        used = [way for way in ways if way in text]
        if used and name not in ours:
            found[name] = used
    assert found == {}
