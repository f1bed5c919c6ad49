"""``oathtools chronicle import`` as people and scripts use it."""

from pathlib import Path

import pytest

from oathtools.saga.chronicle.form import loads
from tests.cli.calls import caller
from tests.saga.transitions_data import strings
from tests.support.daily import daily


def texts() -> tuple[str, ...]:
    return strings(0, 8)


@pytest.fixture
def say(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return caller(None, capsys, monkeypatch, columns=80)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "strings.txt"
    path.write_text("# our chronicle\n" + "\n".join(texts()[:5]) + "\n", encoding="utf-8")
    return path


def test_strings_begin_a_saga_and_go_on_with_it(say, file, tmp_path):
    """8: five strings are four games; the next file adds only what is new."""
    said = say("-C", "saga", "chronicle", "import", str(file))
    assert said.status == 0, said.err
    assert said.out.count(": explained") == 4 and "4 games: every step follows from chapter 8." in said.out
    path = tmp_path / "saga" / "chronicle.yaml"
    assert [entry["game"] for entry in loads(path.read_text(encoding="utf-8")).history] == [1, 2, 3, 4]
    path.write_text("# our own words\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    said = say("-C", "saga", "chronicle", "import", *texts()[3:7])
    assert said.status == 0 and said.out.count(": explained") == 2
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# our own words") and len(loads(text).history) == 6
    assert say("-C", "saga", "chronicle", "check").status == 0
    assert "6 games" in say("-C", "saga", "chronicle", "history").out


def test_without_a_saga_it_explains_and_writes_nothing(say, file, tmp_path):
    """The current folder is no saga: the way to make one is named."""
    said = say("chronicle", "import", str(file))
    assert said.status == 0 and "-C DIR" in said.out
    assert [path.name for path in tmp_path.iterdir()] == ["strings.txt"]
    said = say("-C", "saga", "chronicle", "import", "--check", str(file))
    assert said.status == 0 and not (tmp_path / "saga").exists()


def test_what_cannot_follow_is_flagged_and_not_written(say, tmp_path):
    """8: a missing string; exit status 1, nothing written, unless it is wanted anyway."""
    said = say("-C", "saga", "--json", "chronicle", "import", texts()[0], texts()[2])
    assert said.status == 1 and said.answer["ok"]
    data = said.answer["data"]
    assert data["explained"] is False and data["saga"] is None and not (tmp_path / "saga").exists()
    (flag,) = data["games"][0]["flags"]
    assert flag["clause"] == "8" and flag["where"] == "game" and flag["hint"]
    said = say("-C", "saga", "--json", "chronicle", "import", "--anyway", texts()[0], texts()[2])
    assert said.status == 0 and said.answer["data"]["saga"] == "saga"  # the status says what is written
    assert loads(Path("saga/chronicle.yaml").read_text(encoding="utf-8")).history[0]["flagged"]


def test_json_names_hidden_cards_only_with_spoil(say, file):
    """9.4: a script that does not ask for hidden cards does not get them."""
    plain = say("--json", "chronicle", "import", str(file)).answer["data"]["games"][0]
    full = say("--json", "chronicle", "import", "--spoil", str(file)).answer["data"]["games"][0]
    step = next(at for at, each in enumerate(plain["steps"]) if each["clause"] == "8.5")
    assert len(full["steps"][step]["text"]) > len(plain["steps"][step]["text"])


def test_lines_fit_a_narrow_terminal(say, file, monkeypatch):
    """Sixty columns, but for the path."""
    monkeypatch.setenv("COLUMNS", "60")
    said = say("chronicle", "import", str(file))
    assert max(map(len, said.out.splitlines()[:-2])) <= 60


def test_bad_input_is_named_with_the_way_out(say, file):
    """A damaged string, a missing file, one string alone, nothing: an error each, never a traceback."""
    said = say("chronicle", "import", texts()[0], texts()[1][:-30])
    assert said.status == 3 and "string 2" in said.err
    said = say("chronicle", "import", "-", stdin="# nothing\n")
    assert said.status == 3 and "holds no save string" in said.err
    said = say("chronicle", "import", "nowhere.txt")
    assert said.status == 1 and "nowhere.txt" in said.err
    assert say("chronicle", "import", texts()[0]).status == 2
    assert say("chronicle", "import").status == 2
    file.write_text("format: 1\nmap: nonsense\n", encoding="utf-8")
    assert say("chronicle", "import", str(file)).status == 3
    said = say("chronicle", "import", "-", stdin="\n".join(texts()[:2]))
    assert said.status == 0


def test_a_saga_with_a_game_under_way_is_left_alone(say, file, tmp_path):
    """A running game goes back to the world it was begun from: nothing is imported over it."""
    say("new", "saga", "--first-game")
    say("-C", "saga", "start", "--bots", "3=random", "--seed", "1")
    before = (tmp_path / "saga" / "chronicle.yaml").read_bytes()
    said = say("-C", "saga", "chronicle", "import", "--anyway", str(file))
    assert said.status == 1 and "not written" in said.err
    assert (tmp_path / "saga" / "chronicle.yaml").read_bytes() == before


@pytest.mark.parametrize("bot", daily(["random", "greedy"], 2))
def test_strings_of_a_saga_that_bots_played_are_explained(say, file, tmp_path, bot):
    """8: begun, played, written and exported by the commands themselves, game after game: nothing is flagged."""
    say("new", "bots", "--tts", texts()[0])
    told = [say("-C", "bots", "tts", "write").out.strip()]
    for seed in ("a", "b"):
        assert say("-C", "bots", "start", "--bots", f"3={bot}", "--seed", seed).status == 0
        assert say("-C", "bots", "play", "--auto").status == 0
        assert say("-C", "bots", "chronicle", "write", "--auto", "--seed", seed).status == 0
        told.append(say("-C", "bots", "tts", "write", "--fill", "1").out.strip())
    file.write_text("\n".join(told), encoding="utf-8")
    said = say("--json", "chronicle", "import", str(file))
    games = said.answer["data"]["games"]
    assert said.status == 0 and [game["flags"] for game in games] == [[], []]
    history = loads((tmp_path / "bots" / "chronicle.yaml").read_text(encoding="utf-8")).history
    for game, truth in zip(games, history, strict=True):
        for key in ("winner", "color", "role", "next_oath", "built", "fell", "suits"):
            assert game["entry"].get(key) == truth.get(key), key
