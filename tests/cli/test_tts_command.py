"""``oathtools tts`` as people and scripts use it."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from oathtools.cli.main import main
from oathtools.saga.chronicle.form import dumps
from oathtools.saga.save_string import string as tts
from tests.support.save_worlds import named, samples
from tests.terminals import at_terminal

LATE = named("3.3.1", "Empire and Exile")
BARE = named("3.3.2", "Empire and Exile")
ROOT = Path(__file__).parents[2]


class Call:
    """One call of the command line: its exit status, both streams, and the answer if it is JSON."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def answer(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.out)
        return told


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*args: str, stdin: str | bytes = "", terminal: bool = False) -> Call:
        content = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
        monkeypatch.setenv("COLUMNS", "60")
        with pytest.raises(SystemExit) as left:
            main(["tts", *args])
        shown = capsys.readouterr()
        return Call(int(left.value.code or 0), shown.out, shown.err)

    return run


# Reading.


def test_into_a_pipe_goes_the_whole_chronicle_as_yaml(call: Any) -> None:
    done = call("read", LATE)
    assert done.status == 0
    data = yaml.safe_load(done.out)
    assert data["name"] == "Empire and Exile"
    assert data["map"][0] == {"site": "Narrow Pass", "relics": ["Horned Mask"]}
    assert len(data["world_deck"]["order"]) == 59
    assert done.err == ""


def test_a_terminal_shows_only_what_everyone_may_know(call: Any) -> None:
    done = call("read", LATE, terminal=True)
    assert done.status == 0
    assert "  1  Narrow Pass: 1 relic" in done.out.splitlines()
    assert "  2  (facedown)" in done.out.splitlines()
    for hidden in ("Horned Mask", "Wastes", "Observatory", "Map", "Vow of Beastkin", "59"):
        assert hidden not in done.out
    assert all(len(line) <= 60 for line in done.out.splitlines())
    assert "\x1b" not in done.out


def test_spoil_shows_all_on_a_terminal(call: Any) -> None:
    assert call("read", LATE, "--spoil", terminal=True).out == call("read", LATE).out


def test_json_is_whole_on_a_terminal_too(call: Any) -> None:
    answer = call("read", LATE, "--json", terminal=True).answer
    assert answer["ok"] is True
    assert answer["citations"] == []
    assert answer["warnings"] == []
    assert answer["data"]["world_deck"]["order"][0] == "denizen.observatory"
    assert answer["data"]["map"][1] == {"site": "site.wastes", "facedown": True, "cards": [], "relics": []}


def test_a_real_terminal_and_a_real_pipe() -> None:
    with at_terminal("tts", "read", LATE) as terminal:
        on_screen, status = terminal.end()
    assert status == 0
    assert "(facedown)" in on_screen
    assert "Observatory" not in on_screen
    command = [sys.executable, "-m", "oathtools", "tts", "read", LATE]
    piped = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert "Observatory" in piped


def test_sealed_is_the_file_of_a_saga(call: Any) -> None:
    done = call("read", LATE, "--sealed")
    assert "Observatory" not in done.out
    assert call("write", "-", stdin=done.out).out == LATE + "\n"
    sealed = call("read", LATE, "--sealed", "--json")
    assert "observatory" not in sealed.out
    assert call("write", "-", stdin=sealed.out).out == LATE + "\n"


def test_from_a_file_and_from_standard_input(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "save.txt"
    expected = call("read", LATE).out
    for content in (LATE, LATE + "\n", LATE + "\r\n", "\ufeff" + LATE):
        file.write_bytes(content.encode())
        assert call("read", str(file)).out == expected
        assert call("read", "-", stdin=content).out == expected
    file.write_bytes(LATE.encode("utf-16"))
    assert call("read", str(file)).out == expected


def test_warnings_name_no_hidden_card_unless_asked_to(call: Any) -> None:
    text = LATE.replace("EA000407", "EB000407")  # the Map is gone, the Obsidian Cage doubled
    assert text != LATE
    for done in (call("read", text), call("read", text, terminal=True)):
        assert done.status == 0
        assert done.err == "Warning: a card stands more than once\nWarning: 1 relic missing\n"
    assert "Map" in call("read", text, "--spoil").err
    warnings = call("read", text, "--json").answer["warnings"]
    assert warnings[1] == "1 relic missing: Map"
    assert warnings[0].startswith("a card stands more than once: Obsidian Cage (relic_deck.")


def test_lower_case_is_read_with_a_warning(call: Any) -> None:
    done = call("read", LATE.replace("DBDDDC", "dbdddc"))
    assert done.status == 0
    assert done.err == "Warning: hex digits in lower case; the mod writes upper case\n"
    assert call("write", "-", stdin=done.out).out == LATE + "\n"


def test_a_damaged_string(call: Any) -> None:
    done = call("read", LATE + "zz", "--json")
    assert done.status == 3
    error = done.answer["error"]
    assert error["kind"] == "damaged"
    (fault,) = error["faults"]
    assert (fault["position"], fault["field"]) == (len(LATE), "end")
    assert fault["expected"] == "the end of the string"
    assert fault["found"] == "2 more: 'zz'"
    assert fault["certain"] is True
    assert fault["repairs"][0] == {"what": "left out the 2 characters after the end", "string": LATE}
    spoken = call("read", LATE + "zz")
    assert spoken.status == 3
    assert spoken.out == ""
    assert f"damaged at offset {len(LATE)} (end)" in spoken.err
    assert "--repair mends it." in spoken.err
    lines = spoken.err.splitlines()
    mark = next(line for line in lines if line.strip() == "^")
    assert lines[lines.index(mark) - 1][len(mark) - 1 :] == "zz"


def test_repair_mends_and_says_what_it_did(call: Any) -> None:
    done = call("read", LATE + "zz", "--repair")
    assert done.status == 0
    assert done.out == call("read", LATE).out
    assert done.err == "Warning: repaired: left out the 2 characters after the end\n"
    assert call("read", LATE, "--repair").err == "Warning: nothing needed repair\n"


def test_repair_refuses_to_guess_and_pick_chooses(call: Any) -> None:
    text = LATE.replace("UNKNOWN", "Bob the") + "xyz"
    done = call("read", text, "--repair")
    assert done.status == 3
    assert "no repair is certain" in done.err
    assert "  1. set the length of the winner name to 10, it said 7" in done.err
    assert "  2. left out the 3 characters after the end" in done.err
    picked = call("read", text, "--pick", "2", "--json")
    assert picked.answer["data"]["tts"]["winner_name"] == "Bob the"
    assert picked.answer["warnings"] == ["repaired: left out the 3 characters after the end"]
    assert call("read", text, "--pick", "9").status == 3


def test_repair_makes_a_new_relic_deck_from_the_seed(call: Any) -> None:
    decks = [call("read", BARE, "--repair", "--seed", seed, "--json").answer["data"]["relic_deck"] for seed in "aab"]
    assert decks[0] == decks[1] != decks[2]
    done = call("read", BARE, "--repair")
    assert "repaired: no relic was there: a new relic deck of 20, shuffled with seed " in " ".join(done.err.split())


def test_what_is_no_save_string(call: Any, tmp_path: Path) -> None:
    done = call("read", "nofile.txt")
    assert done.status == 1
    assert "there is no file nofile.txt" in done.err
    assert call("read", str(tmp_path)).status == 2
    assert call("read", "").status == 2
    assert call("read").status == 2
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\xff\xfe")
    done = call("read", str(file), "--json")
    assert done.status == 3
    assert done.answer["error"]["kind"] == "damaged"
    assert call("read", "-", stdin="").status == 3
    file.write_text(dumps(tts.read(LATE)), encoding="utf-8")
    done = call("read", str(file))
    assert done.status == 3
    assert "tts write" in done.err
    assert call("read", "030301\udcff").status == 3


# Writing.


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: f"{sample['version']} {sample['name']}")
def test_every_sample_through_yaml_json_and_the_envelope(call: Any, tmp_path: Path, sample: dict[str, Any]) -> None:
    text = sample["string"]
    envelope = call("read", text, "--json").out
    for content in (call("read", text).out, json.dumps(json.loads(envelope)["data"]), envelope):
        assert call("write", "-", stdin=content).out == text + "\n"
        file = tmp_path / "world"
        file.write_text(content, encoding="utf-8")
        assert call("write", str(file)).out == text + "\n"


def test_the_json_of_write(call: Any) -> None:
    done = call("write", "-", "--json", stdin=call("read", LATE).out)
    assert done.answer["data"] == {"string": LATE, "version": "3.3.1"}


def test_inside_a_saga_its_chronicle_is_written(call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "chronicle.yaml").write_text(dumps(tts.read(LATE), sealed=True), encoding="utf-8")
    assert call("write", "-C", str(tmp_path)).out == LATE + "\n"
    monkeypatch.setenv("OATHTOOLS_SAGA", str(tmp_path))
    assert call("write").out == LATE + "\n"
    monkeypatch.delenv("OATHTOOLS_SAGA")
    monkeypatch.chdir(tmp_path)
    assert call("write").out == LATE + "\n"
    (tmp_path / "chronicle.yaml").unlink()
    done = call("write")
    assert done.status == 2
    assert "there is no saga" in done.err


def test_unknown_cards_have_no_string_unless_they_are_filled_in(call: Any) -> None:
    chronicle = yaml.safe_load(call("read", LATE).out)
    chronicle["map"][0]["relics"] = [{"unknown": "relic"}]
    chronicle["world_deck"]["order"][4] = {"unknown": "denizen"}
    content = yaml.safe_dump(chronicle)
    done = call("write", "-", "--json", stdin=content)
    assert done.status == 3
    error = done.answer["error"]
    assert error["kind"] == "position"
    assert [fault["where"] for fault in error["faults"]] == ["map.1.relics.1", "world_deck.5"]
    assert "--fill" in error["hint"]
    filled = call("write", "-", "--fill", "7", stdin=content)
    assert filled.status == 0
    back = tts.read(filled.out)
    assert back.map[0].relics == ["relic.horned_mask"]  # the only one left
    assert call("write", "-", "--fill", "7", stdin=content).out == filled.out


def test_unknown_cards_that_lie_together_are_told_in_one_line(call: Any) -> None:
    chronicle = yaml.safe_load(call("read", LATE).out)
    order = chronicle["world_deck"]["order"]
    order[4] = order[5] = order[6] = order[9] = {"unknown": "denizen"}
    lines = call("write", "-", stdin=yaml.safe_dump(chronicle)).err.splitlines()
    assert lines[1:3] == ["  world_deck.5 to 7: unknown denizen", "  world_deck.10: unknown denizen"]


def test_another_version(call: Any) -> None:
    content = call("read", named("3.2.0", "The Horder Order")).out
    assert call("write", "-", "--for", "3.3.1", stdin=content).out.startswith("030301")
    done = call("write", "-", "--for", "2.0.3", stdin=content)
    assert done.status == 3
    assert "no place for the relic deck" in done.err
    assert call("write", "-", "--for", "9.9.9", stdin=content).status == 3


def test_what_a_save_string_has_no_place_for_is_told(call: Any) -> None:
    chronicle = yaml.safe_load(call("read", LATE).out)
    chronicle["history"] = [{"game": 1, "winner": "Ann"}]
    done = call("write", "-", stdin=yaml.safe_dump(chronicle))
    assert done.out == LATE + "\n"
    assert done.err == "Warning: a save string has no place for: history\n"


def test_the_wrong_file(call: Any, tmp_path: Path) -> None:
    done = call("write", LATE)
    assert done.status == 1
    assert "tts read reads it" in done.err
    done = call("write", "-", stdin=LATE)
    assert done.status == 3
    assert "tts read reads it" in done.err
    assert call("write", str(tmp_path / "none.yaml")).status == 1
    assert call("write", str(tmp_path)).status == 1
    done = call("write", "-", "--json", stdin="oath: people\nmap: [{site: Plainz}]\ngame: x\n")
    assert done.status == 3
    assert [fault["where"] for fault in done.answer["error"]["faults"]] == ["game", "map.1"]
    assert done.answer["error"]["faults"][1]["hint"] == "Did you mean Plains?"
    done = call("write", "-", stdin="oath: people\nmap: [{site: Plainz}]\ngame: x\n")
    assert "map.1: no site is called 'Plainz'. Did you mean Plains?" in done.err


# The cold path.


def test_reading_as_json_imports_no_yaml() -> None:
    code = (
        "import sys\n"
        "from oathtools.cli.main import main\n"
        "try:\n    main(['tts', 'read', '--json', sys.argv[1]])\n"
        "except SystemExit:\n    pass\n"
        "heavy = {'yaml', 'whoosh', 'rapidfuzz', 'tabulate', 'rich', 'ruamel'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)\n"
    )
    subprocess.run([sys.executable, "-c", code, LATE], check=True, capture_output=True, cwd=ROOT)  # fills the cache
    done = subprocess.run([sys.executable, "-c", code, LATE], check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stderr.strip() == "[]"
    assert json.loads(done.stdout)["ok"] is True
