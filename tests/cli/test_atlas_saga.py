"""A saga of New Foundations kept from save strings: every command on it, nothing hidden told, the base untouched."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from oathtools.kit.datafiles import compile_book
from oathtools.saga.save_string.scrambled import read, write
from tests.cli.calls import Call, caller

SAMPLES = compile_book("samples", Path(__file__).parents[1] / "saga")
FIRST = SAMPLES["new_foundations"][0]


def after_a_game() -> str:
    """The same world a game later: the Empire grows by a site, Red joins it, a legacy wakes, a foundation turns."""
    world = deepcopy(read(FIRST))
    world["atlas"] = [row for row in world["atlas"] if row["site"] != "Dunes"]
    world["atlas"][13]["cards"].remove("Bone Dice")
    world["map"].append({"site": "Dunes", "cards": ["Bone Dice", "Tents"]})
    world["world_deck"].remove("Tents")
    world["world_deck"] += world["dispossessed"][:3]
    del world["dispossessed"][:3]
    world["foundations"] = ["Imperial Maps", "Teeming World"]
    world["red"]["side"] = "citizen"
    world["brown"]["legacies"][0] = "Beloved"
    return write(world)


SECOND = after_a_game()
HIDDEN = {
    card
    for world in (read(FIRST), read(SECOND))
    for pile in ("world_deck", "relic_deck", "dispossessed", "reliquary")
    for card in world[pile]
} - {"Tents"}


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strings.txt").write_text(f"{FIRST}\n{SECOND}\n", encoding="utf-8")
    (tmp_path / "first.txt").write_text(f"{FIRST}\n", encoding="utf-8")
    return caller(None, capsys, monkeypatch)


@pytest.fixture
def saga(call: Call) -> Call:
    done = call("-C", "saga", "chronicle", "import", "strings.txt", "--words", "Ann won as Usurper")
    assert done.status == 0 and "1 game kept" in done.joined
    return lambda *words: call("-C", "saga", *words)


def test_a_string_is_printed_and_written_again(call: Call, tmp_path: Path) -> None:
    printed = call("tts", "read", "first.txt").out
    assert printed.startswith("edition: new-foundations")
    (tmp_path / "world.yaml").write_text(printed, encoding="utf-8")
    assert call("tts", "write", "world.yaml").out == f"{FIRST}\n"
    (tmp_path / "world.json").write_text(call("--json", "tts", "read", "first.txt").out, encoding="utf-8")
    assert call("tts", "write", "world.json").out == f"{FIRST}\n"
    (tmp_path / "world.yaml").write_text(printed.replace("Painted Towers", "Painted Tower"), encoding="utf-8")
    assert "'Painted Tower'" in call("tts", "write", "world.yaml").err


def test_a_damaged_one_is_located_and_mended(call: Call) -> None:
    damaged = f"{FIRST[:100]}{FIRST[101:]}"
    said = call("--json", "tts", "read", damaged)
    fault = said.answer["error"]["faults"][0]
    assert said.status == 3 and fault["certain"] and fault["repairs"][0]["string"] == FIRST
    assert call("--json", "tts", "read", damaged, "--repair").data["foundations"] == ["Teeming World"]
    assert call("-C", "other", "chronicle", "import", damaged).status == 3
    assert call("-C", "other", "chronicle", "import", damaged, "--repair").status == 0


def test_history_and_what_differs(saga: Call) -> None:
    told = saga("--json", "chronicle", "history").data
    assert [game["words"] for game in told["games"]] == [["Ann won as Usurper"]]
    found = saga("--json", "chronicle", "diff").data
    assert found["sides"] == {"red": ["exile", "citizen"]} and found["turned"] == ["Imperial Maps"]
    assert [(each["card"], each["after"]) for each in found["cards"]] == [
        ("Dunes", "map"),
        ("Tents", "map, Dunes"),
        ("Beloved", "brown, legacies"),
    ]
    assert found["piles"] == {"world_deck": [55, 57], "dispossessed": [42, 39]}
    assert (
        "Bone Dice (relic): atlas, Shrouded Woods before, map, Dunes now" in saga("chronicle", "diff", "--spoil").joined
    )
    assert saga("chronicle", "diff", "2").status == 1 and saga("chronicle", "diff", "1-1").status == 0


def test_where_a_card_has_been(saga: Call) -> None:
    assert saga("--json", "chronicle", "blame", "tents").data["worlds"] == [None, "map, Dunes"]
    spoiled = saga("--json", "chronicle", "blame", "bone dice", "--spoil").data
    assert spoiled["worlds"] == ["atlas, Shrouded Woods", "map, Dunes"]
    assert saga("chronicle", "blame", "nothing such").status == 1


def test_what_hands_move(saga: Call) -> None:
    pulls = saga("--json", "chronicle", "pulls").data["pulls"]
    assert {"from": "world_deck", "to": "map, Dunes", "cards": ["Tents"], "hidden": 0} in pulls
    assert {"from": "dispossessed", "to": "world_deck", "cards": [], "hidden": 3} in pulls


def test_the_story_has_the_words_of_the_table(saga: Call, tmp_path: Path) -> None:
    assert (
        "## Game 1\n\nAnn won as Usurper\n\n- Red: exile before, citizen now"
        in saga("chronicle", "story", "--markdown").out
    )
    assert saga("chronicle", "story").status == 0 and (tmp_path / "saga" / "story.md").is_file()


def test_cards_rules_and_search_are_those_of_its_edition(saga: Call, call: Call) -> None:
    assert saga("--json", "card", "keep").data["edition"] == "new-foundations"
    assert saga("--json", "card", "keep", "--edition", "base").data["id"] == "denizen.keep"
    assert saga("--json", "card", "longbows").data["id"] == "denizen.longbows", "as it was"
    assert [topic["id"] for topic in saga("--json", "law", "forge").data["topics"]] == ["forge"]
    assert saga("--json", "law", "5.2.2").data["standings"][0]["standing"] == "changed"
    assert saga("--json", "law", "5.2.2", "--edition", "base").data[0]["id"] == "5.2.2"
    assert saga("--json", "search", "how does a muster work").data[0]["id"] == "muster.1"
    assert saga("--json", "search", "how does a muster work", "--book", "base").data[0]["id"][:3] == "5.2"
    assert call("--json", "search", "how does a muster work").data[0]["id"][:3] == "5.2", "outside of it"


def test_what_happens_in_a_game_is_written_down_until_its_end(call: Call, tmp_path: Path) -> None:
    def saga(*words: str) -> Any:
        return call("-C", "saga", *words)

    assert call("-C", "saga", "chronicle", "import", "first.txt").status == 0
    assert saga("--json", "log").data == []
    assert saga("note", "Ann", "is", "Chancellor").status == 0 and saga("note", "Bo raids her").status == 0
    assert saga("--json", "log").data == ["Ann is Chancellor", "Bo raids her"]
    shown = saga("--json", "status").data
    assert shown["now"] == ["Ann is Chancellor", "Bo raids her"] and shown["sides"]["blue"] == "citizen"
    assert "Bo raids her" in saga("status").out and "Bo raids her" in saga("chronicle", "history").out
    assert saga("note", "mine", "--alone", "--as", "Bo").status == 2
    assert saga("chronicle", "import", SECOND, "--words", "Bo won").status == 0
    assert saga("--json", "log").data == []
    game = saga("--json", "chronicle", "history").data["games"][0]
    assert game["words"] == ["Ann is Chancellor", "Bo raids her", "Bo won"]


@pytest.mark.parametrize(
    "words", ["play", "undo", "legal", "why muster Tents", "answer end", "start Ann Bo Cy", "setup", "campaign --roll"]
)
def test_what_needs_a_game_that_is_played_is_refused_by_name(words: str, saga: Call) -> None:
    said = saga(*words.split())
    assert said.status != 0 and "of the expansion New Foundations, whose games are kept here" in " ".join(
        said.err.split()
    )
    assert "oathtools -C saga note" in " ".join(said.err.split())


def test_no_hidden_card_is_named(saga: Call) -> None:
    for words in ("show", "history", "diff", "pulls", "check", "story --markdown"):
        for said in (saga("chronicle", *words.split()), saga("--json", "chronicle", *words.split())):
            assert [card for card in HIDDEN if card in said.out + said.err] == [], words


def test_what_cannot_be_is_told(call: Call, saga: Call) -> None:
    assert saga("chronicle", "check").status == 0
    world = read(SECOND)
    world["dispossessed"].append(world["world_deck"][0])
    world["red"]["side"] = "chancellor"
    world["relic_deck"].pop()
    assert saga("chronicle", "import", write(world)).status == 0
    said = saga("--json", "chronicle", "check")
    assert said.status == 1 and said.data["faults"] == [
        "dispossessed: a denizen lies 2 times: each card exists once",
        "relic_deck: missing of the relics: 1",
        "yellow: more than one Chancellor: red, yellow",
    ]


def test_a_saga_goes_on_and_takes_no_world_twice(saga: Call) -> None:
    again = saga("--json", "chronicle", "import", "strings.txt", "--check")
    assert again.data["saga"] is None
    same = saga("--json", "chronicle", "import", SECOND)
    assert same.data["added"] == 0 and same.answer["warnings"]
    assert saga("tts", "write").out == f"{SECOND}\n"


def test_a_base_saga_takes_none_of_it_and_one_of_it_is_not_played(call: Call, saga: Call, tmp_path: Path) -> None:
    assert call("new", "base", "--first-game").status == 0
    before = (tmp_path / "base" / "chronicle.yaml").read_text(encoding="utf-8")
    refused = call("--json", "-C", "base", "chronicle", "import", FIRST)
    assert refused.status == 1 and "saga of the base game" in refused.answer["error"]["message"]
    assert (tmp_path / "base" / "chronicle.yaml").read_text(encoding="utf-8") == before
    for words in ("start Ann Bo Cy", "setup", "chronicle write"):
        assert saga(*words.split()).status != 0
    assert "New Foundations" in saga("start", "Ann", "Bo", "Cy").err


def test_a_file_that_is_no_saga_says_so(call: Call, tmp_path: Path) -> None:
    for text in ("", "worlds: 3\n", "worlds: [{string: 02abc}]\n", "worlds: [{}]\n"):
        (tmp_path / "chronicle.yaml").write_text(f"edition: new-foundations\n{text}", encoding="utf-8")
        said = call("--json", "chronicle", "show")
        assert (said.status, said.answer["error"]["kind"]) == (3, "damaged"), text
