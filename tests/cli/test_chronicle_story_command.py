"""``oathtools chronicle story`` as people and scripts use it."""

import errno
from pathlib import Path

import pytest

from oathtools.kit import files
from oathtools.saga.chronicle.form import loads
from oathtools.saga.past.story import anonymous, leaks
from tests.cli.calls import caller
from tests.render.pages import checked
from tests.saga.transitions_data import strings


@pytest.fixture
def say(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return caller(None, capsys, monkeypatch, columns=80)


@pytest.fixture
def saga(say):
    said = say("-C", "saga", "chronicle", "import", *strings(2, 8)[:5])
    assert said.status == 0, said.err
    return Path("saga")


def test_the_story_is_written_and_written_again(say, saga):
    """Two files beside the Chronicle; the players' words stay when games are added."""
    said = say("-C", "saga", "chronicle", "story")
    assert said.status == 0 and "story.md" in said.out and said.err == ""
    path = saga / "story.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("<!-- end of your words -->", "Ours.\n<!-- end of your words -->", 1), encoding="utf-8"
    )
    say("-C", "saga", "chronicle", "import", *strings(2, 8)[4:])
    said = say("-C", "saga", "--json", "chronicle", "story")
    assert said.answer["data"]["games"] == 8 and said.answer["warnings"] == []
    assert "Ours." in path.read_text(encoding="utf-8")
    page = (saga / "story.html").read_text(encoding="utf-8")
    assert "<p>Ours.</p>" in page
    checked(page)
    assert sorted(each.name for each in saga.iterdir()) == [".oathtools", "chronicle.yaml", "story.html", "story.md"]


def test_it_may_be_printed_and_named(say, saga):
    """To a pipe, or to files of another name; one kind at a time."""
    said = say("-C", "saga", "chronicle", "story", "--markdown")
    assert said.status == 0 and said.out.startswith("# ") and not (saga / "story.md").exists()
    said = say("-C", "saga", "chronicle", "story", "--html")
    checked(said.out)
    assert leaks(said.out, anonymous(loads((saga / "chronicle.yaml").read_text(encoding="utf-8")))) == []
    assert say("-C", "saga", "chronicle", "story", "-o", "out/our tale.html").status == 0
    assert sorted(each.name for each in Path("out").iterdir()) == ["our tale.html", "our tale.md"]
    assert say("-C", "saga", "chronicle", "story", "-o", "out").status == 0 and Path("out/story.md").is_file()
    assert say("-C", "saga", "chronicle", "story", "-o", "v1.2").status == 0 and Path("v1.2.html").is_file()
    assert say("-C", "saga", "chronicle", "story", "--html", "--markdown").status == 2


def test_lost_sites_are_named_only_when_asked_for(say, saga):
    """8.3.2: a site that was discarded may lie facedown again; --name-lost names it all the same."""
    plain = say("-C", "saga", "chronicle", "story", "--markdown").out
    named = say("-C", "saga", "chronicle", "story", "--markdown", "--name-lost").out
    assert "land was lost" in plain or "lands were lost" in plain
    assert plain != named
    assert leaks(plain, anonymous(loads((saga / "chronicle.yaml").read_text(encoding="utf-8")))) == []
    assert leaks(named, anonymous(loads((saga / "chronicle.yaml").read_text(encoding="utf-8")))) != []


def test_what_was_changed_outside_the_rooms_is_set_aside(say, saga):
    """A file that is not as it was written is kept under another name, and a warning says which."""
    path = saga / "story.md"
    path.write_text("# Our own file\n", encoding="utf-8")
    said = say("-C", "saga", "chronicle", "story")
    assert said.status == 0 and "story.md.1.bak" in said.err
    assert (saga / "story.md.1.bak").read_text(encoding="utf-8") == "# Our own file\n"
    path.write_text(path.read_text(encoding="utf-8") + "A line of ours.\n", encoding="utf-8")
    said = say("-C", "saga", "chronicle", "story")
    assert "story.md.2.bak" in said.err
    assert (saga / "story.md.2.bak").read_text(encoding="utf-8").endswith("A line of ours.\n")


def test_bad_input_is_told_and_nothing_is_lost(say, saga):
    """No saga, a file that is no text, a saga before its first game."""
    assert say("-C", "nowhere", "chronicle", "story").status == 1
    (saga / "story.md").write_bytes(b"\xff\xfe\xff")
    said = say("-C", "saga", "chronicle", "story")
    assert said.status == 3 and "UTF-8" in said.err
    assert (saga / "story.md").read_bytes() == b"\xff\xfe\xff" and not (saga / "story.html").exists()
    say("new", "young", "--first-game")
    said = say("-C", "young", "chronicle", "story")
    assert said.status == 0
    checked(Path("young/story.html").read_text(encoding="utf-8"))


def test_a_full_disk_is_told_and_changes_nothing(say, saga, monkeypatch):
    """As with every command that writes a file: exit status 2, with what the disk says."""

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    say("-C", "saga", "chronicle", "story")
    before = (saga / "story.md").read_bytes()
    monkeypatch.setattr(files, "write", full)
    said = say("-C", "saga", "chronicle", "story")
    assert said.status == 2 and "cannot be written: No space left on device" in " ".join(said.err.split())
    assert (saga / "story.md").read_bytes() == before
