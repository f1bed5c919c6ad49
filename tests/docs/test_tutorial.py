"""The tutorials are typed from their beginnings to their ends, and what they show is what comes."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from oathtools.cli.main import main
from tests.support.daily import of_some
from tests.terminals import ROOT, at_terminal

TUTORIAL, SCRIBE = ROOT / "docs" / "tutorial.md", ROOT / "docs" / "scribe.md"
PAGES = (
    TUTORIAL,
    SCRIBE,
    ROOT / "docs" / "disputes.md",
    ROOT / "docs" / "chronicles.md",
    ROOT / "docs" / "new-foundations.md",
)
ASIDES = ("luck", "?", "quit")
PROMPTS = tuple(f"Supply {left} > " for left in range(8))


def steps(page: Path = TUTORIAL) -> Iterator[tuple[str, list[str]]]:
    """Each command of a tutorial, in order, with the lines that stand below it."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = step.splitlines()
            yield command, shown


def told(shown: list[str], printed: str) -> None:
    """Each line is in what was printed, in this order; how it is broken into lines does not matter."""
    rest = " ".join(printed.split())
    for line in filter(str.strip, shown):
        wanted = " ".join(line.split())
        assert wanted in rest, f"{wanted!r} is not in what came: {rest[:2000]!r}"
        rest = rest.partition(wanted)[2]


def played(shown: list[str]) -> None:
    """The part at the screen: lines that begin with ``> `` are typed, the others are what comes."""
    groups = "\n".join(["", *shown]).split("\n> ")
    with at_terminal("play") as terminal:
        told(groups[0].splitlines(), terminal.until(*PROMPTS))
        for group in groups[1:]:
            line, *answer = group.splitlines()
            terminal.type(f"{line}\n")
            came = terminal.end()[0] if line == "quit" else terminal.until(*PROMPTS)
            told(answer, came)
            assert "Error: " not in came and "Warning: " not in came, came


def serving_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """``serve`` ends at once, and takes any port that is free."""
    pytest.importorskip("starlette", reason="the extra web is not installed")
    from oathtools.web import connections

    open_at = connections.listening
    monkeypatch.setattr(connections, "listening", lambda host, port: open_at(host, 0))
    monkeypatch.setattr(connections, "run", lambda served, port: None)


@pytest.mark.parametrize("page", of_some(PAGES, lambda page: page.stem != "chronicles"), ids=lambda page: page.stem)
def test_every_command_of_the_tutorials(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OATHTOOLS_SAGA", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    serving_at_once(monkeypatch)
    for command, shown in steps(page):
        program, *words = shlex.split(command)
        if program == "cd":
            monkeypatch.chdir(words[0])
        elif words == ["play"]:
            played(shown)
        else:
            assert program == "oathtools"
            with pytest.raises(SystemExit) as left:
                main(words)
            printed = capsys.readouterr()
            # A no is an answer, too: why says it with the status 1.
            assert not left.value.code or (left.value.code == 1 and shown[:1] == ["No."]), (command, printed)
            told(shown, printed.out)


def test_the_tutorial_shows_something_of_every_step_of_an_evening() -> None:
    commands = {command.split()[1] for command, _ in steps() if command.startswith("oathtools")}
    assert {
        "card",
        "law",
        "search",
        "odds",
        "setup",
        "new",
        "start",
        "answer",
        "why",
        "play",
        "undo",
        "win",
        "serve",
    } <= commands


def test_a_turn_is_at_most_three_lines_of_a_scribe() -> None:
    """Three rounds of four players, the corrections counted with them."""
    typed = [
        line[2:]
        for command, shown in steps(SCRIBE)
        if command == "oathtools play"
        for line in shown
        if line[:2] == "> "
    ]
    acting = [line for line in typed if not line.startswith(ASIDES)]
    assert len(acting) <= 3 * 12
    said = " ".join(acting)
    assert all(
        each in said for each in ("attacks", "recovers", "offers", "uses", "reveals", "adjust", "overrule", "undo")
    )
