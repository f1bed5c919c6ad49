"""``oathtools position edit``: round trips through an editor, every fault at once, nothing lost."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings
from oathtools.cli.shared.editing import bare, line_of, marked
from oathtools.table.position.form import check_position, read_position
from tests.terminals import at_terminal

GOOD = "players: [Ann, Bo]  # at Ann's\nround: 3\n"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No saga, no editor of whoever runs the tests plays a part."""
    monkeypatch.chdir(tmp_path)
    for name in ("OATHTOOLS_SAGA", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """An editor that replaces one text by another and shows what it was given."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys\nold, new, path = sys.argv[1:]\ntext = open(path, encoding='utf-8').read()\n"
        "open('seen', 'w', encoding='utf-8').write(text)\n"
        "open(path, 'w', encoding='utf-8').write(text.replace(old, new))\n"
    )

    def replacing(old: str, new: str) -> Path:
        monkeypatch.setenv("EDITOR", f"{sys.executable} {script} '{old}' '{new}'")
        return tmp_path / "seen"

    return replacing


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["position", "edit", *args], obj=Settings(), standalone_mode=False)


def failure(*args: str) -> Failure:
    raised = run(*args).exception
    assert isinstance(raised, Failure), raised
    return raised


def test_a_new_file_begins_as_a_sound_position_of_the_players_named(editor: Callable[..., Path]) -> None:
    editor("round: 1", "round: 5")
    result = run("--players", "Ann,Bo:yellow,Cy")
    assert result.exception is None and result.return_value == 0
    data = read_position(Path("position.yaml"))
    assert [(row["name"], row["color"]) for row in data["players"]] == [
        *(("Ann", "purple"), ("Bo", "yellow"), ("Cy", "red"))
    ]
    assert check_position(data).state.round == 5
    assert "round 5" in result.stdout and "win --position position.yaml" in result.stdout
    assert sorted(path.name for path in Path().iterdir()) == [".oathtools", "editor.py", "position.yaml", "seen"]


def test_every_fault_is_named_at_once_and_nothing_is_lost(editor: Callable[..., Path]) -> None:
    Path("game.yaml").write_text(GOOD)
    editor("round: 3", "round: 12\noath: might")
    fault = failure("game.yaml")
    assert fault.kind == "position" and fault.exit_code == 3
    assert [each["where"] for each in fault.extra["faults"]] == ["oath", "round"]
    assert "game.draft.yaml" in str(fault.hint)
    assert Path("game.yaml").read_text() == GOOD, "the file is as it was"

    seen = editor("round: 12\noath: might", "round: 4")
    assert run("game.yaml").exception is None
    first, second, *rest = seen.read_text().splitlines()
    assert first.startswith("#! line 4: round: 12 is not") and second.startswith("#! line 5: oath: 'might' is none of")
    assert rest == ["players: [Ann, Bo]  # at Ann's", "round: 12", "oath: might"], "comments too go on from the draft"
    assert Path("game.yaml").read_text() == GOOD.replace("3", "4")
    assert not Path("game.draft.yaml").exists()


def test_an_old_file_opens_with_its_faults_marked(editor: Callable[..., Path]) -> None:
    Path("game.yaml").write_text("players: [Ann, Bo]\nsites:\n  - Plains\n  - {site: Narnia}\n")
    seen = editor("{site: Narnia}", "{site: Mine}")
    assert run("game.yaml").exception is None
    assert seen.read_text().startswith("#! line 5: sites.2: no site is called 'Narnia'")
    assert "#!" not in Path("game.yaml").read_text()


def test_closed_without_a_change_nothing_is_written(editor: Callable[..., Path]) -> None:
    editor("no such text", "")
    assert "Nothing was changed." in run("game.yaml").stdout
    assert not Path("game.yaml").exists() and not Path("game.draft.yaml").exists()


def test_a_text_that_is_no_yaml_is_marked_where_it_breaks(editor: Callable[..., Path]) -> None:
    editor("turn: {player: Ann, phase: act}", "turn: {player: Ann, phase: act")
    assert failure("game.yaml").extra["faults"][0]["where"].startswith("line ")
    assert Path("game.draft.yaml").read_text().startswith("#! line ")


def test_a_file_changed_meanwhile_is_left_alone(editor: Callable[..., Path], tmp_path: Path) -> None:
    Path("game.yaml").write_text(GOOD)
    editor("round: 3", "round: 4")
    script = tmp_path / "editor.py"
    script.write_text(script.read_text() + "open('game.yaml', 'w').write('somebody else')\n")
    fault = failure("game.yaml")
    assert fault.kind == "busy" and "game.draft.yaml" in str(fault.hint)
    assert Path("game.yaml").read_text() == "somebody else"
    assert "round: 4" in Path("game.draft.yaml").read_text()


def test_no_editor_is_said_so_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "no-such-editor-anywhere")
    fault = failure("game.yaml")
    assert fault.kind == "usage" and "EDITOR=" in str(fault.hint)
    assert not Path("game.draft.yaml").exists()


@pytest.mark.parametrize("players", ["", "Ann", "Ann,Bo:pink", "Ann:red,Bo"])
def test_players_who_cannot_be_seated(players: str) -> None:
    assert failure("game.yaml", "--players", players).kind == "usage"
    assert not Path("game.draft.yaml").exists()


def test_in_a_saga_it_begins_with_what_everyone_may_know_of_the_game(editor: Callable[..., Path]) -> None:
    Path("from.yaml").write_text("players: [Ann, {name: Bo, advisers: [{card: Keep, facedown: true}]}]\nround: 6\n")
    for words in (["new", "saga", "--first-game"], ["-C", "saga", "start", "--position", "from.yaml", "--table"]):
        assert CliRunner().invoke(cli, words, obj=Settings(), standalone_mode=False).exception is None
    seen = editor("round: 6", "round: 7")
    result = CliRunner().invoke(
        cli, ["-C", "saga", "position", "edit", "--json"], obj=Settings(), standalone_mode=False
    )
    assert json.loads(result.stdout)["data"] == {"file": "position.yaml", "written": True}
    assert "advisers: [{unknown: denizen}]" in seen.read_text(), "the facedown Keep is Bo's to know"
    assert "Keep" not in Path("position.yaml").read_text().partition("format:")[2]
    assert read_position(Path("position.yaml"))["round"] == 7


def test_at_a_terminal_it_opens_again_until_it_is_right(editor: Callable[..., Path], tmp_path: Path) -> None:
    Path("game.yaml").write_text(GOOD)
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\nfile = Path(sys.argv[-1])\ntext = file.read_text()\n"
        "file.write_text(text.replace('12', '5') if '12' in text else text.replace('3', '12'))\n"
    )
    editor("", "")
    with at_terminal("position", "edit", "game.yaml") as terminal:
        assert "round: 12 is not" in terminal.until("[Y/n]: ")
        terminal.type("\n")
        shown, status = terminal.end()
    assert status == 0 and "Written to game.yaml" in shown
    assert Path("game.yaml").read_text() == GOOD.replace("3", "5")


def test_marks_come_off_and_find_their_lines() -> None:
    text = "round: 9\nplayers:\n  - Ann\n  - name: Bo\n    warbands: x\n"
    faults: list[dict[str, str | None]] = [
        {"where": where, "message": "wrong", "hint": None, "clause": None}
        for where in ("players.2.warbands", "round", "favor", "sites.1")
    ]
    assert bare(marked(text, faults)) == text
    assert [line_of(text, str(fault["where"])) for fault in faults] == [5, 1, None, None]
    assert line_of(text, "line 3, column 2") == 3
    assert line_of("a: [", "a") is None


def test_without_a_terminal_no_editor_is_waited_for() -> None:
    said = failure("game.yaml")
    assert "there is no terminal" in said.message and said.hint is not None and "EDITOR" in said.hint
    assert list(Path().iterdir()) == []
