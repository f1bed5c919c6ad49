"""Looking into a deck at the command line (10.17, A-118): what the player sees, what the others see, what is kept."""

from pathlib import Path
from typing import Any

import pytest

from oathtools import catalog
from oathtools.saga import folder
from oathtools.table.state import State
from tests.cli.calls import Call, caller
from tests.support.games import hidden_cards, named_in

POSITION = """
round: 3
turn: {player: Bo, phase: act}
players:
  - {name: Ann, color: purple, pawn: Plains}
  - {name: Bo, color: red, pawn: Mountain, supply: 6, favor: 2, secrets: 3, relics: [Oracular Pig]}
  - {name: Cy, color: blue, pawn: Plains}
sites: [Plains, Buried Giant, {site: Mountain, cards: [Longbows]}]
discard_piles: {hinterland: [Wolves]}
"""
PUBLIC = (
    ["status"],
    ["status", "--json"],
    ["log"],
    ["log", "--json"],
    ["ask"],
    ["legal"],
    ["why", "search", "world"],
    ["position", "export", "--public"],
)


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call oathtools in a saga that has no game yet; ``position.yaml`` is the table above."""
    call = caller(tmp_path / "saga", capsys, monkeypatch)
    (tmp_path / "position.yaml").write_text(POSITION, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert call("new", str(tmp_path / "saga"), "--first-game").status == 0
    return call


def start(call: Call, *chance: str) -> None:
    assert call("start", "--position", "position.yaml", *chance).status == 0


def state_of(tmp_path: Path) -> State:
    return folder.view(folder.latest(tmp_path / "saga")).play.state


def told(call: Call, *flags: str) -> str:
    return call("log", *flags).joined


def test_a_118_a_seeded_game_shows_the_top_cards_to_the_one_who_looked(call: Call, tmp_path: Path) -> None:
    """The deck deals them faces, in their order; the others hear that Bo looked, and see the back of the top one."""
    start(call, "--seed", "4")
    answered = call("answer", "power", "Oracular", "Pig")
    assert "Bo looks at the top 3 cards of the world deck. (" in answered.joined
    assert "To see what was seen: oathtools log --as Bo" in answered.joined
    top = state_of(tmp_path).zone("world.top")
    first, second, third = map(catalog.name_of, top)
    assert f"the world deck: {first}, {second} and {third}. (" in told(call, "--as", "Bo")
    assert f"Seen by Bo in the world deck: {first}, {second}, {third}" in call("status", "--as", "Bo").joined
    assert call("status", "--as", "Bo", "--json").data["seen"] == {"world": top}
    for flags in ([], ["--as", "Ann"], ["--as", "Cy"]):
        for words in PUBLIC:
            if flags and "--public" in words:
                continue
            said = call(*words, *flags)
            assert not list(named_in(said.out + said.err, frozenset(top))), (words, flags)
    assert call("status", "--json").data["visions_drawn"] == 0
    assert call("answer", "search").status == 0
    assert state_of(tmp_path).zone("hand.red") == top, "whoever searches next draws the very cards"


def test_10_17_a_second_look_finds_the_cards_that_are_left_and_one_more(call: Call, tmp_path: Path) -> None:
    """What the first look dealt stays as it is: of three cards drawn from the middle of the game none is dealt anew."""
    start(call, "--seed", "7")
    call("answer", "power", "Oracular", "Pig")
    top = state_of(tmp_path).zone("world.top")
    assert call("answer", "power", "Oracular", "Pig").status == 0
    assert state_of(tmp_path).zone("world.top") == top


def test_9_4_at_the_table_only_who_looked_is_asked_and_nobody_else_is_told(call: Call, tmp_path: Path) -> None:
    start(call, "--table")
    asked = call("answer", "power", "Oracular", "Pig").joined
    assert "Bo looks at 3 cards on top of the world deck. Type the names from the top, or - if nobody tells." in asked
    question = call("ask", "--json", "--as", "Ann").data
    assert question["kind"] == "look.top" and question["private"] and question["default"] is None
    assert call("ask", "--json", "--as", "Bo").data["default"] == []
    refused = call("answer", "Longbows")
    assert refused.status == 1 and "Longbows is already elsewhere: Mountain" in refused.err
    assert "3 cards are looked at, not 4" in call("answer", "Elders, Tents, Keep, Scouts").err
    assert "To see what was seen" not in call("answer", "Elders,", "a", "Vision").out, "they hold the cards"
    assert "Elders and 2 cards that nobody has named." in told(call, "--as", "Bo")
    for flags in ([], ["--as", "Ann"]):
        assert "Elders" not in told(call, *flags) and "Elders" not in call("status", *flags).out
    public = call("position", "export", "--public", "--json").data["world_deck"]
    assert public["top"] == [{"unknown": "denizen", "seen_by": ["Bo"]}], "the Vision beneath it is nobody's to see"
    assert call("position", "export", "--as", "Bo", "--json").data["world_deck"]["top"] == [
        {"card": "Elders", "seen_by": ["Bo"]},
        {"unknown": "vision", "seen_by": ["Bo"]},
    ]
    whole = call("position", "export", "--all", "-o", "whole.yaml")
    assert whole.status == 0 and call("adjust", "--position", "whole.yaml").status == 0
    assert state_of(tmp_path).zone("world.top")[0] == "denizen.elders"


@pytest.mark.parametrize("untold", ["-", "3", "none"])
def test_a_118_at_the_table_nothing_need_be_told(call: Call, tmp_path: Path, untold: str) -> None:
    start(call, "--table")
    call("answer", "power", "Oracular", "Pig")
    assert call("answer", untold).status == 0
    assert not state_of(tmp_path).zone("world.top")
    assert "the top 3 cards of the world deck. (" in told(call, "--as", "Bo")


def test_9_4_other_cards_on_top_make_no_difference_to_the_others(call: Call, tmp_path: Path) -> None:
    """The same back on top, other faces and other backs beneath it: letter for letter the same to everybody else."""

    def shown(cards: str) -> list[Any]:
        start(call, "--table")
        call("answer", "power", "Oracular", "Pig")
        assert call("answer", *cards.split()).status == 0
        found = [call(*words, *flags)[:2] for words in PUBLIC[:-1] for flags in ([], ["--as", "Cy"])]
        found.append(call(*PUBLIC[-1])[:2])
        hidden = hidden_cards(state_of(tmp_path), "blue")
        assert not list(named_in(str(found), hidden))
        call("undo", "--past-chance", "--to", "0")
        for path in (tmp_path / "saga" / "games").glob("*.jsonl"):
            path.unlink()
        return found

    first = shown("Elders, Tents, Keep")
    assert first == shown("Scouts, Jinx, Conspiracy") == shown("Wrestlers, vision, vision")
