"""``oathtools`` alone and its help: a map of the commands."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from oathtools.cli.shared.commands import COMMANDS, GROUPS
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


def test_help_of_a_family_loads_none_of_its_commands() -> None:
    """What `chronicle --help` lists stands beside the names: no rule and no page is loaded for it."""
    code = (
        "import sys\nfrom oathtools.cli.main import main\n"
        "try:\n    main(['chronicle', '--help'])\nexcept SystemExit:\n    pass\n"
        "print(sum(name.startswith('oathtools') for name in sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    assert "Is every card of the box accounted for?" in done.stdout
    assert int(done.stderr) < 30
