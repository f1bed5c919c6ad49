"""``oathtools`` alone and its help: a map of the commands."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from oathtools.cli.main import cli
from oathtools.cli.shared.commands import COMMANDS, GROUPS
from oathtools.cli.shared.common import Settings
from oathtools.kit.datafiles import load
from tests.cli.calls import caller

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=[("--help",), ("-h",), ()], ids=["help", "h", "alone"])
def shown(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    said = caller(None, capsys, monkeypatch, 80)(*request.param)
    assert (said.status, said.err) == (0, "")
    return said.out


def test_help_lists_each_command_once_in_one_line_under_its_group(shown: str) -> None:
    lines = shown.splitlines()
    listed = []
    for group, entries in GROUPS.items():
        at = lines.index(f"{group}:")
        for line, (name, entry) in zip(lines[at + 1 :], entries.items(), strict=False):
            assert line.split(maxsplit=1) == [name, entry.help]
            listed.append(name)
    assert listed == list(COMMANDS)


def test_what_people_do_comes_before_the_options(shown: str) -> None:
    assert shown.index("At the table:") < shown.index("Files and scripts:") < shown.index("Options:")


def test_no_command_stands_in_two_groups_and_each_has_its_module() -> None:
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)
    for name, entry in COMMANDS.items():
        assert isinstance(entry.load(name), click.Command), name


@pytest.mark.parametrize(
    ("words", "shows", "most"),
    [
        ("chronicle --help", "Is every card of the box accounted for?", 30),
        ("card Longbows", "Longbows", 31),
        ("law 5.5.2", "Declare Targets", 35),
        ("rulings A-01", "A-01", 40),
    ],
)
def test_a_look_up_loads_no_rule_and_no_game(words: str, shows: str, most: int) -> None:
    """Help of a family none of its commands; what looks something up no module that judges."""
    said, loaded = _called(words)
    assert shows in said and len(loaded) < most


@pytest.mark.parametrize(
    ("words", "shows", "never"),
    [
        ("card Longbows", "Longbows", "render.rules.expansion"),
        ("law 5.5.2", "Declare Targets", "cli.rules.books"),
        ("win --position tests/support/six.yaml", "nobody wins", "procedures.adjudicate.verdicts"),
        ("win --position tests/support/six.yaml", "nobody wins", "journal.entries"),
        ("why travel Steppe --position tests/support/six.yaml", "Yes", "render.game.win"),
    ],
)
def test_a_command_loads_nothing_of_its_neighbours(words: str, shows: str, never: str) -> None:
    """What another command, the expansion, a verdict or a running game needs is not waited for where none is asked."""
    said, loaded = _called(words)
    assert shows in said and f"oathtools.{never}" not in loaded


def _called(words: str) -> tuple[str, list[str]]:
    """What a command prints, and the modules of ours that it has loaded by then."""
    code = (
        "import sys\nfrom oathtools.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "print('loaded', *(name for name in sys.modules if name.startswith('oathtools')), file=sys.stderr)\n"
    )
    call = [sys.executable, "-c", code, *words.split()]
    done = subprocess.run(call, check=True, capture_output=True, text=True, cwd=ROOT)
    return done.stdout, done.stderr.splitlines()[-1].split()[1:]


def _leaves(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for below in command.list_commands(click.Context(command)):
            child = command.get_command(click.Context(command), below)
            assert child is not None
            yield from _leaves(f"{name} {below}", child)


EVERY = {name: command for each, entry in COMMANDS.items() for name, command in _leaves(each, entry.load(each))}


def test_every_command_shows_what_people_type() -> None:
    """All but the families of commands, whose members have their own."""
    bare = {name for name, command in EVERY.items() if not isinstance(command, click.Group)} - set(load("examples"))
    assert bare == set()
    assert set(load("examples")) <= set(EVERY)


@pytest.mark.parametrize("name", load("examples"))
def test_what_people_type_is_read_by_the_command(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "0001.jsonl").touch()
    monkeypatch.chdir(tmp_path)
    own = {"obj": Settings(), "help_option_names": cli.context_settings["help_option_names"]}
    shown = EVERY[name].get_help(click.Context(EVERY[name], info_name=f"oathtools {name}", **own))
    for example in load("examples")[name]:
        assert f"{example} ".startswith(f"{name} ") and f"  oathtools {example}\n" in shown
        words = shlex.split(example.partition(" > ")[0])
        full = max((each for each in EVERY if words[: len(each.split())] == each.split()), key=len)
        EVERY[full].make_context(full, words[len(full.split()) :], **own).close()
