"""Notes, promises and the tool's own dice: what a table says beside the rules (7.6.3, 9.6, 11.13)."""

import re
from pathlib import Path

import pytest

from oathtools.cli.game import table_talk
from tests.cli.calls import Call, at_table, caller

TABLE = """\
turn: {player: Bo, phase: act}
round: 3
players:
  - {name: Ann, color: purple, pawn: Plains}
  - {name: Bo, color: red, pawn: Mountain, supply: 7, favor: 3, warbands: 4, advisers: [Elders]}
  - {name: Cy, color: blue, pawn: Mountain, warbands: 1, favor: 1}
sites: [Plains, Buried Giant, {site: Mountain, cards: [Tents, Wolves], warbands: {blue: 1}}, Steppe, Mine]
"""


@pytest.fixture
def oath(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A told game in Bo's Act Phase; Cy rules the Mountain."""
    return at_table(TABLE, tmp_path / "saga", capsys, monkeypatch, "--table")


def promised(oath: Call) -> list[tuple[str, str, str]]:
    return [(each["by"], each["to"], each["text"]) for each in oath("promise", "--json").data["promises"]]


# -- notes -------------------------------------------------------------------------------------------------------------


def test_a_note_stands_in_the_log_where_it_was_made_and_is_taken_back(oath: Call) -> None:
    oath("answer", "travel", "Steppe")
    assert "Note: photo-3.jpg, the map" in oath("note", "photo-3.jpg,", "the", "map").joined
    oath("answer", "travel", "Mine")
    lines = [line["text"] for line in oath("log", "--json").data]
    assert lines.index("Note: photo-3.jpg, the map") < next(i for i, line in enumerate(lines) if "Mine" in line)
    oath("undo"), oath("undo")
    assert "photo-3" not in oath("log").out
    assert oath("journal", "check").status == 0


def test_a_note_for_oneself_is_shown_to_nobody_else(oath: Call) -> None:
    assert "say whose" in oath("note", "Ann lies", "--alone").err.casefold()
    said = oath("note", "Ann", "lies", "--as", "Cy", "--alone")
    assert said.status == 0 and "Ann lies" in said.out
    assert "Ann lies" in oath("log", "--as", "Cy").out
    for words in (["log"], ["log", "--as", "Bo"], ["log", "--json"], ["status"]):
        assert "Ann lies" not in oath(*words).out


def test_a_note_is_no_book(oath: Call) -> None:
    assert oath("note", "x" * 501).status == 2


# -- promises ----------------------------------------------------------------------------------------------------------


def test_9_6_a_promise_that_binds_nobody_is_spoken_of_and_does_not_bar(oath: Call) -> None:
    said = oath("promise", "Bo", "to", "Cy:", "not", "to", "attack", "him", "--until", "5")
    assert "Bo promises Cy until the end of round 5: not to attack him. (9.6)" in said.joined
    assert "Bo has promised Cy until the end of round 5: not to attack him" in oath("status").joined
    why = oath("why", "campaign", "Cy")
    assert why.status == 0 and "such a promise binds nobody (9.6)" in why.joined
    said = [oath("answer", *words.split()) for words in ("campaign Cy", "Mountain", "1")]
    assert all(each.status == 0 for each in said)
    assert "That is broken now (9.6); to say so: oathtools promise broken 1" in " ".join(said[-1].err.split())


@pytest.mark.parametrize("words", ["campaign Cy", "campaign Cy: Mountain"])
def test_7_6_3_one_that_binds_bars_what_was_promised_not_to_be_done(oath: Call, words: str) -> None:
    oath("promise", "Bo", "promises", "Cy", "not", "to", "attack", "him", "--binding")
    why = oath("why", *words.split())
    assert why.status == 1 and "Bo has promised Cy: not to attack him Law 7.6.3" in why.joined
    refused = oath("answer", *words.split())
    assert refused.status == 1 and "7.6.3" in refused.err
    assert oath("promise", "released", "1").status == 0 and promised(oath) == []
    assert oath("why", *words.split()).status == 0


def test_7_6_3_it_bars_one_player_one_thing_and_until_its_round_is_over(oath: Call) -> None:
    oath("promise", "Bo", "to", "Ann:", "never", "to", "travel", "to", "Mine", "--binding", "--until", "3")
    assert oath("why", "travel", "Mine").status == 1 and oath("why", "travel", "Steppe").status == 0
    assert oath("why", "travel", "Mine", "--player", "Cy").status == 0
    oath("adjust", "round 4")
    assert oath("why", "travel", "Mine").status == 0


def test_9_6_what_nobody_can_judge_stays_in_words_and_the_people_say_what_became_of_it(oath: Call) -> None:
    said = oath("promise", "Cy", "to", "Bo:", "to", "be", "a", "friend")
    assert "it stays in your words" in said.err.replace("\n ", "")
    assert promised(oath) == [("blue", "red", "to be a friend")]
    assert "Cy has kept the promise to Bo: to be a friend" in oath("promise", "kept", "1").joined
    assert promised(oath) == [] and oath("undo").status == 0 and len(promised(oath)) == 1
    assert "Nobody has promised" in (oath("promise", "broken", "1"), oath("promise"))[1].out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Eve to Bo: peace", "'Eve' is no player"),
        ("Bo to Eve: peace", "'Eve' is no player"),
        ("Bo to Cy", "say who promises what to whom"),
        ("Bo to Bo: peace", "say who promises what to whom"),
        ("kept 1", "names no promise that stands"),
        ("kept", "names no promise that stands"),
    ],
)
def test_what_is_no_promise_is_refused(oath: Call, words: str, says: str) -> None:
    refused = oath("promise", *words.split())
    assert refused.status in (1, 2) and says in refused.err


def test_each_other_and_a_position_keeps_it(oath: Call, tmp_path: Path) -> None:
    oath("promise", "Bo", "to", "Cy:", "not", "to", "attack", "him", "--binding", "--mutual")
    assert "Bo and Cy have promised each other" in oath("status").joined
    file = tmp_path / "kept.yaml"
    oath("position", "export", "-o", str(file))
    assert oath("position", "check", str(file)).status == 0
    assert oath("why", "campaign", "Cy", "--position", str(file)).status == 1
    for wrong in (
        "between: [Bo]",
        "between: [Bo, Cy], bars: 3",
        "between: [Bo, Cy], until: 99",
        "between: [Bo, Cy], x: 1",
    ):
        file.write_text(f"{TABLE}promises: [{{{wrong}, text: peace}}]\n", encoding="utf-8")
        assert oath("position", "check", str(file)).status == 3, wrong


# -- dice, a coin, lots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["3 attack", "attack 3 dice", "2 defense", "end", "the end die".removeprefix("the ")])
def test_dice_are_rolled_and_stand_in_the_log_as_the_tools(oath: Call, words: str) -> None:
    faces = oath("roll", *words.split(), "--json").data["faces"]
    assert len(faces) == next((int(word) for word in words.split() if word.isdigit()), 1)
    assert "By this tool, not by hand" in oath("log").joined
    assert oath("journal", "check").status == 0


def test_the_roll_that_the_game_asks_for_is_its_answer(oath: Call) -> None:
    assert "asks for no roll now" in oath("roll").err
    oath("answer", "campaign Cy: Mountain, 2 dice")
    while oath("ask", "--json").data["kind"] == "campaign.plan":
        oath("answer", "no")
    kind = oath("ask", "--json").data["kind"]
    assert kind.endswith("-roll") and oath("roll").status == 0
    assert oath("ask", "--json").data["kind"] != kind
    assert "By this tool, not by hand" in oath("log").joined


def test_outside_of_a_game_it_is_only_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    call = caller(None, capsys, monkeypatch)
    assert call("flip", "--json").data["coin"] in ("heads", "tails")
    assert sorted(call("draw", "Ann", "Bo", "Cy", "--json").data["drawn"]) == ["Ann", "Bo", "Cy"]
    assert call("draw", "7", "--of", "1", "--json").data["drawn"][0] in "1234567"
    assert not call("roll", "end", "--json").data["noted"]


@pytest.mark.parametrize(
    "words", ["", "attack defense", "three attack", "0 attack", "100 attack", "2 3 attack", "dragons"]
)
def test_what_names_no_dice_is_refused(oath: Call, words: str) -> None:
    assert oath("roll", *words.split()).status in (1, 2)


def test_each_side_is_as_likely_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """5.5.4, 5.5.5, 3.3: the sides are those of the box, and each is chosen alike."""
    seen: list[list[object]] = []

    class Chosen:
        def choice(self, sides: list[object]) -> object:
            seen.append(list(sides))
            return sides[0]

    monkeypatch.setattr(table_talk, "CHANCE", Chosen())
    for die in ("attack", "defense", "end"):
        table_talk.rolled(die, 1)
    assert [len(sides) for sides in seen] == [6, 6, 6]
    assert [len(set(sides)) for sides in seen] == [3, 4, 6]


def test_whether_the_dice_are_fair_can_be_seen(oath: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """5.5.4, 5.5.5, 3.3: a side is due as often as the box has it; dice that always fall alike are far off."""
    shown = oath("roll", "--fair", "--json").data
    assert {die: sum(each["due"] for each in shown["sides"] if each["die"] == die) for die in ("attack", "end")} == {
        "attack": shown["throws"],
        "end": shown["throws"],
    }
    assert all(abs(float(each["off"])) < 6 for each in shown["sides"])
    assert "sword" in oath("roll", "--fair").out

    class Stuck:
        def choice(self, sides: list[object]) -> object:
            return sides[0]

    monkeypatch.setattr(table_talk, "CHANCE", Stuck())
    stuck = oath("roll", "--fair", "--json").data["sides"]
    assert max(float(each["off"]) for each in stuck) > 100


# -- a hint ------------------------------------------------------------------------------------------------------------


def test_a_hint_is_for_the_one_who_is_asked_and_names_what_may_be_done(oath: Call) -> None:
    assert "a hint rests on what Bo may know" in oath("hint").err
    assert oath("hint", "--as", "Cy").status == 2
    told = oath("hint", "--as", "Bo", "--json").data
    legal = oath("ask", "--as", "Bo", "--json").data
    assert told["answer"] in {option["id"] for option in legal["options"]}
    assert len(told["why"]["considered"]) >= 1 and told["why"]["who"] == "red"
    assert oath("hint", "--as", "Bo").out.startswith("1 ")


def test_a_hint_tells_the_same_whatever_lies_facedown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """9.4: what Cy holds changes nothing of what Bo is advised."""
    told = []
    for card in ("Wolves", "Longbows"):
        table = TABLE.replace(
            "warbands: 1, favor: 1", f"warbands: 1, favor: 1, advisers: [{{card: {card}, facedown: true}}]"
        )
        (tmp_path / card).mkdir()
        call = at_table(table.replace("[Tents, Wolves]", "[Tents]"), tmp_path / card / "saga", capsys, monkeypatch)
        told.append(call("hint", "--as", "Bo").out)
    assert told[0] == told[1]


def test_a_table_switches_hints_off(oath: Call) -> None:
    assert "without hints from here on" in oath("hint", "--off").joined
    assert "plays without hints" in oath("hint", "--as", "Bo").err
    oath("hint", "--on")
    assert oath("hint", "--as", "Bo").status == 0


def test_two_phones_never_see_different_dice(oath: Call, tmp_path: Path) -> None:
    """What the tool rolled stands in the log once, and each phone shows that."""
    phones = pytest.importorskip("tests.support.phones", reason="the extra web is not installed")
    served = phones.serve(tmp_path / "saga")
    ann, bo = phones.Phone(served), phones.Phone(served)
    for words in ("5 attack", "4 defense", "end") * 8:
        assert oath("roll", *words.split()).status == 0
        seen = [re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", phone.get("/log"))) for phone in (ann, bo)]
        told = re.findall(r"By this tool, not by hand: [^:]*?showed [^.]+", seen[0])
        assert told and told == re.findall(r"By this tool, not by hand: [^:]*?showed [^.]+", seen[1])
