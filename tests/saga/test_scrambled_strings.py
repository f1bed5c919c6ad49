"""Save strings of the mod of New Foundations: both ways to the byte, damaged ones mended, none taken for ours."""

import random
from pathlib import Path
from typing import Any

import pytest

from oathtools import catalog
from oathtools.kit.datafiles import compile_book, load
from oathtools.saga.save_string.scrambled import Unfit, World, book, is_foreign, parts, read, write
from oathtools.saga.save_string.string import ForeignString, SaveStringError, examine
from tests.cli.calls import caller
from tests.support.daily import daily

SAMPLES = compile_book("samples", Path(__file__).parent)
# Two exports of the mod itself: one of a whole world, one that was broken off after the Dispossessed.
WHOLE, BEGUN = SAMPLES["new_foundations"]


def random_world(seed: int) -> World:
    """A world that the mod could export: every card at most once, as many as its numbers hold."""
    chance, names = random.Random(seed), book().numbers

    def drawn(kind: str) -> list[str]:
        cards = [name for name in names[kind] if not name.endswith(" (dormant)")]
        chance.shuffle(cards)
        return cards

    denizens, relics, legacies = drawn("denizens"), drawn("relics"), drawn("legacies")
    sites, edifices = drawn("sites"), drawn("edifices")
    rows = [{"site": site, "cards": _dealt(chance, [edifices, relics, denizens])} for site in sites]
    world: World = {"atlas": rows[8:], "map": rows[: chance.randrange(9)]}
    world["world_deck"] = [denizens.pop() for _ in range(chance.randrange(80))]
    world["relic_deck"] = [relics.pop() for _ in range(chance.randrange(len(relics)))]
    world["dispossessed"] = [denizens.pop() for _ in range(chance.randrange(60))]
    world["reliquary"] = chance.choice([None, [relics.pop() for _ in range(min(len(relics), chance.randrange(6)))]])
    world["foundations"] = [name for name in load("new_foundations")["string"]["foundations"] if chance.random() < 0.4]
    for color in parts("board"):
        late = [f"{name}{' (dormant)' * (chance.random() < 0.4)}" for name in legacies[: chance.randrange(8)]]
        del legacies[: len(late)]
        sides = ("exile", "citizen", "chancellor")
        advisers = [denizens.pop() for _ in range(chance.randrange(3))]
        world[color] = {"side": chance.choice(sides), "advisers": advisers, "legacies": late, "relics": relics[:1]}
        del relics[:1]
    kept = chance.choice([len(world), len(world), chance.randrange(5, len(world))])  # some are broken off
    return dict(list(world.items())[:kept])


def _dealt(chance: random.Random, piles: list[list[str]]) -> list[str]:
    return [pile.pop() for pile in chance.choices(piles, k=chance.randrange(4)) if pile]


def slip(text: str, chance: random.Random) -> str:
    """A string with one character changed, lost or too many, or two changed over."""
    at, char = chance.randrange(2, len(text) - 2), chance.choice(book().alphabet)
    ways = (text[:at] + char + text[at + 1 :], text[:at] + text[at + 1 :], text[:at] + char + text[at:])
    return chance.choice((*ways, text[:at] + text[at + 1] + text[at] + text[at + 2 :]))


# -- both ways ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("string", [WHOLE, BEGUN])
def test_the_mods_own_exports_both_ways_to_the_byte(string: str) -> None:
    assert is_foreign(string) and write(read(string)) == string
    wrapped = "\n ".join(string[at : at + 60] for at in range(0, len(string), 60))
    assert write(read(f"\n{wrapped} \n")) == string  # as it is copied, in lines


def test_what_the_whole_export_says() -> None:
    world = read(WHOLE)
    assert world["reliquary"] == ["Spiteful Mirror", "Sigil of the Eye", "Whistle", "Lost Tapestry", "Cracked Horn"]
    assert world["foundations"] == ["Teeming World"]
    yellow = {
        "side": "chancellor",
        "advisers": ["Scouts"],
        "legacies": ["Light Fingers", "Arbiter (dormant)"],
        "relics": [],
    }
    assert world["yellow"] == yellow
    assert world["brown"]["legacies"] == ["Beloved (dormant)", "The Ear", "Chronicler (dormant)"]
    assert len(world["world_deck"]) == 55 and len(world["atlas"]) == 22
    assert world["map"][1] == {"site": "Tidal Marshes", "cards": ["New Growth", "Roving Terror"]}
    assert read(BEGUN)["reliquary"] is None and "foundations" not in read(BEGUN)


@pytest.mark.parametrize("seed", daily(range(40), 5))
def test_random_worlds_both_ways(seed: int) -> None:
    world = random_world(seed)
    string = write(world)
    assert read(string) == world and write(read(string)) == string and is_foreign(string)


def test_every_name_is_known_as_a_card_and_stands_for_one_thing_alone() -> None:
    kinds = ("denizens", "relics", "edifices", "sites")
    names = [name for kind in kinds for name in book().numbers[kind]]
    assert [len(book().numbers[kind]) for kind in kinds] == [255, 47, 30, 24]
    assert len(set(names)) == len(names) and len(book().numbers["legacies"]) == 72
    for name in names:
        assert catalog.beyond(name) or catalog.find(name), name


# -- what no string can hold -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "where", "says"),
    [
        ({"world_deck": ["Whistle"]}, "world_deck", "'Whistle'"),  # a relic is no card of that deck
        ({"map": [{"site": "Mines", "cards": ["Whistle"] * 5}]}, "map", "more cards than one number"),
        ({"map": [{"site": "Atlantis", "cards": []}]}, "map", "'Atlantis'"),
        ({"foundations": ["Anarchy"]}, "foundations", "'Anarchy'"),
        ({"pink": {"side": "king", "advisers": [], "legacies": [], "relics": []}}, "pink", "'king'"),
        ({"graveyard": []}, "graveyard", "no such part"),
    ],
)
def test_what_it_cannot_hold_is_refused(change: dict[str, Any], where: str, says: str) -> None:
    with pytest.raises(Unfit) as refused:
        write({**read(WHOLE), **change})
    assert refused.value.where == where and says in refused.value.what


# -- damaged strings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", daily(range(12), 5))
def test_one_slip_is_located_and_mended(seed: int) -> None:
    string, chance = write(random_world(seed)), random.Random(seed)
    damaged = slip(string, chance)
    while damaged == string:
        damaged = slip(string, chance)
    with pytest.raises(SaveStringError) as fault:
        read(damaged)
    at = next(at for at, (one, other) in enumerate(zip(string, f"{damaged}~", strict=False)) if one != other)
    assert abs(fault.value.position - at) <= 16
    assert string in [way.string for way in fault.value.repairs]


@pytest.mark.parametrize(
    ("damaged", "field"),
    [
        (f"03{WHOLE[2:]}", "version"),
        (WHOLE[:-1] + "#", "checksum"),
        (WHOLE[1:], "version"),
        (f"0{WHOLE}", "version"),
        (f"{WHOLE[0]}{WHOLE[2]}{WHOLE[1]}{WHOLE[3:]}", "version"),
        (WHOLE[:-1], "pink"),
        (f"{WHOLE[:-1]}w{WHOLE[-1]}", "checksum"),
        (f"{WHOLE[:-3]}{WHOLE[-2]}{WHOLE[-3]}{WHOLE[-1]}", "pink"),
        (WHOLE.replace("&", "&amp;"), "characters"),
        (f"{WHOLE[:90]}'{WHOLE[90:]}", "characters"),
        (f"{WHOLE[:90]}'{WHOLE[91:]}", "characters"),
    ],
)
def test_slips_of_other_kinds(damaged: str, field: str) -> None:
    with pytest.raises(SaveStringError) as fault:
        read(damaged)
    assert fault.value.repairs and fault.value.repairs[0].string == WHOLE
    assert fault.value.field == field or "amp" in damaged


def test_what_lost_its_end_is_not_made_up() -> None:
    with pytest.raises(SaveStringError) as fault:
        read(WHOLE[:300])
    assert fault.value.repairs == []


# -- none is taken for a string of the base game -----------------------------------------------------------------------


def test_one_that_was_damaged_is_still_no_string_of_ours() -> None:
    assert is_foreign(WHOLE[:50] + WHOLE[51:])


def strings() -> list[str]:
    found = [each for each in _texts(SAMPLES) if each[:2] in ("01", "02", "03") and len(each) > 100]
    assert len(found) > 5
    return [each for each in found if each not in (WHOLE, BEGUN)]


def _texts(value: object) -> list[str]:
    if isinstance(value, dict):
        return [each for inner in value.values() for each in _texts(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in _texts(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("string", strings())
def test_ours_are_ours_whole_or_damaged(string: str) -> None:
    for text in (string, string[:-3], string[1:], string[:40], string.lower()):
        assert not is_foreign(text)


def test_where_one_of_the_base_game_is_wanted_it_is_refused() -> None:
    with pytest.raises(ForeignString) as refused:
        examine(WHOLE, repair=True)
    assert refused.value.repairs == [] and "New Foundations" in str(refused.value)
    with pytest.raises(SaveStringError) as damaged:
        examine("030301" + "Z" * 60)
    assert not isinstance(damaged.value, ForeignString)


@pytest.mark.parametrize("words", [["setup", "--tts"], ["new", "there", "--tts"]])
def test_no_game_is_set_up_from_one(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "string.txt").write_text(WHOLE, encoding="utf-8")
    said = caller(None, capsys, monkeypatch)("--json", *words, "string.txt")
    error = said.answer["error"]
    assert (said.status, error["kind"]) == (1, "not_offered")
    assert "save string of the expansion New Foundations" in error["message"]
    assert list(tmp_path.iterdir()) == [tmp_path / "string.txt"]
