"""``oathtools setup`` as new players and scripts use it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Failure, Settings, report
from oathtools.saga.chronicle.form import dumps
from oathtools.saga.worlds import first_chronicle
from tests.cli.invoked import answered
from tests.support.save_worlds import named
from tests.terminals import at_terminal

ROOT = Path(__file__).parents[2]
LATE = named("3.3.1", "Empire and Exile")  # game 2: Narrow Pass with a relic, seven other sites, four of them facedown


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No saga of whoever runs the tests plays a part."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OATHTOOLS_SAGA", raising=False)
    return tmp_path


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input and output are a terminal."""
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True, raising=False)


def run(*args: str, keys: str = "", before: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(
        cli, [*before, "setup", *args], input=keys, obj=Settings(), env={"COLUMNS": "60"}, standalone_mode=False
    )


def text(*args: str, keys: str = "", status: int = 0) -> str:
    result = run(*args, keys=keys)
    assert result.exception is None, result.exception
    assert result.return_value == status
    return result.stdout


def flat(*args: str) -> str:
    return " ".join(text(*args).split())


def answer(*args: str) -> dict[str, Any]:
    return answered(run(*args, "--json"))


def fault(*args: str) -> Failure:
    wrong = run(*args).exception
    assert isinstance(wrong, Failure), wrong
    return wrong


# Into a pipe.


def test_into_a_pipe_go_all_steps() -> None:
    shown = text("--players", "4")
    heads = [line.split("  ")[0] for line in shown.splitlines() if line.startswith("1.")]
    assert heads == [*(f"1.{n}" for n in range(1, 19)), "1.box", *(f"1.{n}" for n in range(19, 24))]
    assert all(len(line) <= 60 for line in shown.splitlines())
    assert "\x1b" not in shown


def test_json_is_a_list_of_steps() -> None:
    shown = answer("--players", "5")
    assert len(shown["data"]) == 24
    for step in shown["data"]:
        assert list(step) == ["step", "clause", "title", "do", "decide", "notes", "cites"]
        assert step["do"]
        assert step["cites"][0] == step["clause"]
        assert all(isinstance(line, str) for part in ("do", "decide", "notes", "cites") for line in step[part])
    assert shown["data"][18]["step"] == "box"
    assert shown["data"][5]["do"][0].startswith("From the shared bank put 4 favor in each favor bank")
    assert shown["warnings"] == []
    assert {"1.1", "1.box", "1.23.3", "2.8.2"} <= set(shown["citations"])


@pytest.mark.parametrize("spelled", ["12", "1.12", "§1.12", " 12 "])
def test_one_step_only(spelled: str) -> None:
    shown = text("--step", spelled)
    assert shown.startswith("1.12  The Chancellor's warbands\n")
    assert shown.count("\n1.") == 0
    assert [step["clause"] for step in answer("--step", spelled)["data"]] == ["1.12"]


def test_the_box_is_a_step_too() -> None:
    assert text("--step", "box").startswith("1.box  ")
    assert answer("--step", "1.box")["data"][0]["step"] == "box"


def test_all_with_a_step_is_all() -> None:
    assert text("--all", "--step", "12") == text()


def test_a_sheet_with_boxes_to_tick() -> None:
    shown = text("--print")
    assert shown.count("  [ ] ") > 40
    assert "  - " not in shown


def test_four_players_unless_told_otherwise() -> None:
    assert text() == text("--players", "4")
    assert text().startswith("Setup (Law, chapter 1) for 4 players.")


# What it is for.


def test_players_with_names_and_colors() -> None:
    shown = flat("--players", "Ann, Bo:RED ,Cy:blue", "--citizens", "Blue")
    assert "Turn order in this guide: Ann (Chancellor), Bo (red), Cy (blue)." in shown
    assert "Bo (red), an Exile: 1 favor and 1 secret" in shown
    assert "Cy (blue), a Citizen: 1 favor and 1 secret from the shared bank and 3 purple warbands" in shown
    assert "On its Citizen side lies: blue." in shown


def test_citizens_by_color_are_players() -> None:
    shown = flat("--players", "4", "--citizens", "red,black")
    assert "Red, a Citizen" in shown
    assert "Black, a Citizen" in shown
    assert "Each Exile takes 1 favor" in shown
    assert "Each other Citizen" not in shown
    assert "All boards lie on their Exile side" in flat("--citizens", "none")


def test_two_players_and_the_first_game_are_said_and_gone_on_with() -> None:
    shown = answer("--players", "2", "--first-game")
    assert len(shown["data"]) == 24
    assert any("Clockwork Prince's variant" in warning for warning in shown["warnings"])
    assert any("drawn up for four players" in warning for warning in shown["warnings"])
    assert "Clockwork Prince's variant" in flat("--players", "2")
    assert not any("drawn up" in warning for warning in answer("--players", "4", "--first-game")["warnings"])


def test_a_chronicle_file_tells_the_map(elsewhere: Path) -> None:
    (elsewhere / "world.yaml").write_text(dumps(first_chronicle()), encoding="utf-8")
    shown = flat("--chronicle", "world.yaml")
    assert "Cradle 1: Plains, faceup, with Longbows." in shown
    assert "Cradle 2: a facedown site." in shown
    assert "Lush Coast" not in shown
    assert "Ivory Eye" not in shown
    assert "Cradle 2: Lush Coast, facedown." in flat("--chronicle", "world.yaml", "--spoil")


def test_a_save_string_without_and_with_spoilers(elsewhere: Path) -> None:
    (elsewhere / "save.txt").write_text(LATE, encoding="utf-8")
    for source in (LATE, "save.txt"):
        shown = flat("--tts", source, "--players", "3")
        assert "Cradle 1: Narrow Pass, faceup, with 1 facedown relic." in shown
        for hidden in ("Horned Mask", "Wastes", "Observatory", "Siege Engines", "Vow of"):
            assert hidden not in shown
    spoilt = flat("--tts", LATE, "--players", "3", "--spoil")
    assert "Narrow Pass, faceup, with Horned Mask (facedown relic)." in spoilt
    assert "Cradle pile: Siege Engines" in spoilt
    result = run("--tts", "-", keys=LATE)
    assert result.exception is None
    assert "Narrow Pass" in result.stdout


def test_a_string_with_gaps_is_gone_on_with() -> None:
    shown = answer("--tts", named("3.3.2", "Empire and Exile"))
    steps = {step["clause"]: step for step in shown["data"]}
    assert "Cradle 2: no site is saved; deal one facedown off the site deck." in steps["1.1"]["do"]
    assert any("built anew" in note for note in steps["1.box"]["notes"])
    assert any("draws 4 relics" in line for line in steps["1.17"]["do"])
    assert any("no site in map slots" in warning for warning in shown["warnings"])


def test_the_deck_is_as_told() -> None:
    assert "Nothing to do: the world deck was rebuilt" in text("--step", "box", "--deck-built")
    assert "Only if" not in text("--step", "box", "--deck-not-built")
    assert "Only if" in text("--step", "box")
    assert "51 of them" in text("--step", "box", "--first-game")


def test_in_a_saga_it_takes_the_sagas_world(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saga = elsewhere / "saga"
    saga.mkdir()
    (saga / "chronicle.yaml").write_text(dumps(first_chronicle(), sealed=True), encoding="utf-8")
    assert "Longbows" not in text()
    by_folder = CliRunner().invoke(cli, ["-C", str(saga), "setup"], obj=Settings(), standalone_mode=False)
    assert "Plains, faceup, with Longbows." in by_folder.stdout
    monkeypatch.setenv("OATHTOOLS_SAGA", str(saga))
    assert "Longbows" in text()
    monkeypatch.delenv("OATHTOOLS_SAGA")
    monkeypatch.chdir(saga)
    assert "Longbows" in text()
    assert "Narrow Pass" in text("--tts", LATE)
    (saga / "rulings.yaml").write_text("readings: {A-22: a}\n", encoding="utf-8")
    assert "A-22: Relics come saved with their sites: none are added" in flat("--step", "16")


def test_a_saga_that_is_not_there() -> None:
    wrong = run("-C", "nowhere").exception
    assert isinstance(wrong, Failure)
    assert wrong.kind == "not_found"


# Refused, with the way out.


def test_a_typo_in_a_color() -> None:
    wrong = fault("--citizens", "rde")
    assert (wrong.kind, wrong.exit_code) == ("usage", 2)
    assert wrong.message == "'rde' is no color of the box"
    assert "Did you mean red?" in str(wrong.hint)
    assert "yellow" in str(wrong.hint)
    assert "Did you mean black?" in str(fault("--players", "Ann,Bo:blakc").hint)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--players", "1"), "not 1; for one the box calls for the Clockwork Prince"),
        (("--players", "7"), "2 to 6 players, not 7"),
        (("--players", "-3"), "not -3"),
        (("--players", "Ann"), "2 to 6 seats, not 1"),
        (("--players", ""), "2 to 6 seats, not 0"),
        (("--players", "Ann,ann"), "same name"),
        (("--players", "Ann,Bo:red,Cy:red"), "red"),
        (("--players", "Ann:red,Bo"), "the first player is the Chancellor"),
        (("--citizens", "purple"), "purple is the Chancellor's color"),
        (("--players", "3", "--citizens", "red,blue,white"), "3 Citizens are too many for 3 players"),
        (("--first-game", "--tts", LATE), "one world at most"),
    ],
)
def test_players_that_cannot_be(args: tuple[str, ...], said: str) -> None:
    wrong = fault(*args)
    assert wrong.kind == "usage"
    assert said in wrong.message
    assert wrong.hint


def test_a_step_that_is_not_there() -> None:
    for word in ("24", "0", "2.1", "setup", ""):
        wrong = fault("--step", word)
        assert (wrong.kind, wrong.exit_code) == ("not_found", 1)
        assert wrong.hint == "Steps: 1 to 23, and box"


def test_worlds_that_cannot_be_read(elsewhere: Path) -> None:
    assert fault("--chronicle", "nosuch.yaml").kind == "not_found"
    assert fault("--tts", LATE[:80]).kind == "damaged"
    (elsewhere / "odd.yaml").write_text("oath: fun\n", encoding="utf-8")
    assert fault("--chronicle", "odd.yaml").kind == "position"
    world = first_chronicle()
    world.map[5].site = "site.plains"
    (elsewhere / "twice.yaml").write_text(dumps(world), encoding="utf-8")
    wrong = fault("--chronicle", "twice.yaml")
    assert wrong.kind == "position"
    assert "Plains lies at Cradle 1 and at Hinterland 1" in wrong.detail[0]


def test_errors_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(fault("--citizens", "rde"), Settings(json=True)) == 2
    shown = json.loads(capsys.readouterr().out)
    assert shown["ok"] is False
    assert shown["error"]["kind"] == "usage"
    assert shown["citations"] == ["1.8", "1.9"]


# On a terminal.


@pytest.mark.usefixtures("terminal")
def test_step_by_step_forward_back_and_out() -> None:
    shown = text("--players", "3", "--first-game", keys="\n\nb\n12\nhuh\nq\n")
    heads = [line.split("  ")[0] for line in shown.splitlines() if line.startswith("1.")]
    assert heads == ["1.1", "1.2", "1.3", "1.2", "1.12"]
    assert shown.count("Enter: go on. b: back.") == 2, "at the start, and after a word that means nothing"
    assert shown.splitlines()[-2:] == ["Go on with:", "  oathtools setup --players 3 --first-game --step 12"]
    assert all(len(line) <= 60 for line in shown.splitlines())


@pytest.mark.usefixtures("terminal")
def test_back_at_the_first_step_stays_there() -> None:
    shown = text(keys="b\nb\nq\n")
    assert shown.count("\n1.1  ") == 3


@pytest.mark.usefixtures("terminal")
def test_from_a_step_to_the_end() -> None:
    shown = text("--step", "22", "--citizens", "red", keys="\n\n")
    heads = [line.split("  ")[0] for line in shown.splitlines() if line.startswith("1.")]
    assert heads == ["1.22", "1.23"]
    assert "Setup is done. The first turn is the Chancellor's (4)." in shown
    assert shown.splitlines()[-2:] == ["To see a step again:", "  oathtools setup --citizens red --step N"]


@pytest.mark.usefixtures("terminal")
def test_no_more_keys_is_a_stop_with_the_way_back() -> None:
    shown = text("--players", "5", "--deck-not-built", "--spoil", keys="\n", status=130)
    assert shown.splitlines()[-2:] == ["Go on with:", "  oathtools setup --players 5 --deck-not-built --spoil --step 2"]


@pytest.mark.usefixtures("terminal")
def test_a_terminal_shows_all_at_once_when_asked() -> None:
    for option in ("--all", "--json", "--print"):
        assert "Go on with" not in text(option)


def test_a_real_terminal_and_control_c() -> None:
    with at_terminal("setup", "--players", "Ann,Bo:red", "--step", "6") as terminal:
        shown = terminal.until("or q] ")
        after, status = terminal.interrupt()
    assert status == 130
    lines = (shown + after).splitlines()
    assert any(line.startswith("1.6  ") for line in lines)
    assert "  oathtools setup --players Ann,Bo:red --step 6" in lines
    assert "Traceback" not in after
    assert all(len(line) <= 60 for line in lines)
