"""The Chronicle file: YAML and JSON, plain and sealed, there and back."""

import json
import re
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from oathtools.catalog import name_of
from oathtools.kit.intake import seal, unseal
from oathtools.saga.chronicle.form import dumps, loads, to_data
from oathtools.saga.chronicle.record import Chronicle, ChronicleError, Deck, Joined, Row, Unknown
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.parse import assemble
from tests.support.save_worlds import any_world, named, samples


def faults(text: str) -> list[str]:
    with pytest.raises(ChronicleError) as refused:
        loads(text)
    return [f"{fault['where']}: {fault['message']}" for fault in refused.value.faults]


def hints(text: str) -> list[str | None]:
    with pytest.raises(ChronicleError) as refused:
        loads(text)
    return [fault["hint"] for fault in refused.value.faults]


def sample() -> Chronicle:
    return tts.read(named("3.3.1", "Empire and Exile"))


def data_of(chronicle: Chronicle) -> dict[str, Any]:
    return to_data(chronicle, brief=True)


def unknown_world() -> Chronicle:
    """A world from a table that never told the tool everything."""
    world = sample()
    world.map[0] = Row("site.mine", relics=[Unknown("relic", ("Bo",))])
    world.map[1] = Row(Unknown("site", ("Ann", "Bo"), ("site.plains", "site.river")), True)
    world.map[2] = Row("site.plains", cards=["denizen.keep", "edifice.bandit_rampart"])
    world.world_deck = Deck(
        layers=[{"denizens": 10, "visions": 2}, {"denizens": 15, "visions": 3}, {"denizens": 20}],
        top=[Unknown("vision")],
        bottom=["denizen.elders", Unknown("denizen")],
        pool=["denizen.wolves", "denizen.tents"],
    )
    world.dispossessed = [Unknown("denizen")] * 6 + ["denizen.scouts"] + [Unknown("denizen")] * 2
    world.relic_deck = [Unknown("relic")] * 11 + ["relic.map"]
    world.history = [{"game": 1, "winner": "Ann", "how": "usurper"}]
    world.variants = {"clockwork_prince": True}
    return world


WORLDS = [*(tts.read(str(each["string"])) for each in samples()), unknown_world(), Chronicle()]


@pytest.mark.parametrize("world", WORLDS, ids=range(len(WORLDS)))
def test_there_and_back(world: Chronicle) -> None:
    assert loads(dumps(world)) == world
    assert loads(dumps(world, sealed=True)) == world
    for names in (False, True):
        for sealed in (False, True):
            for brief in (False, True):
                data = to_data(world, names=names, sealed=sealed, brief=brief)
                assert loads(json.dumps(data)) == world
                assert loads(json.dumps({"ok": True, "data": data, "citations": [], "warnings": []})) == world


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_odd_worlds_there_and_back(seed: int) -> None:
    there_and_back(seed)


@pytest.mark.soak
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_more_odd_worlds_there_and_back(seed: int) -> None:
    there_and_back(seed)


def there_and_back(seed: int) -> None:
    """In each of the forms that a Chronicle is kept and handed on in."""
    raw, unit = any_world(Random(seed))
    text = assemble(raw, unit)
    chronicle = tts.read(text)
    for form in (dumps(chronicle), dumps(chronicle, sealed=True), json.dumps(to_data(chronicle))):
        again = loads(form)
        assert again == chronicle
        assert tts.write(again) == text


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_any_name_there_and_back(name: str) -> None:
    world = Chronicle(name=name)
    assert loads(dumps(world)).name == name
    assert loads(json.dumps(to_data(world), ensure_ascii=False)).name == name


def test_the_form_of_the_contract() -> None:
    data = to_data(tts.read(named("3.2.0", "Brass Horses Tilting at Shadows")))
    assert list(data) == [
        *("format", "name", "game", "oath", "boards", "map", "world_deck"),
        *("dispossessed", "relic_deck", "history", "variants", "tts"),
    ]
    assert data["format"] == 1
    assert data["oath"] == "people"
    assert data["map"][0] == {
        "site": "site.the_tribunal",
        "facedown": False,
        "cards": [],
        "relics": ["relic.obsidian_cage"],
    }
    assert data["map"][1]["facedown"] is True
    assert data["map"][2]["slots"] == [2]
    assert len(data["world_deck"]["order"]) == 54
    assert data["tts"]["version"] == "3.2.0"
    assert "winner" not in data["tts"]
    assert to_data(sample())["tts"]["winner"] == "white"


def test_yaml_has_names_and_one_line_a_row() -> None:
    text = dumps(sample())
    assert "- {site: Narrow Pass, relics: [Horned Mask]}\n" in text
    assert "- {site: Wastes, facedown: true}\n" in text
    assert yaml.safe_load(text)["world_deck"]["order"][0] == "Observatory"


def test_names_ids_and_older_names_are_read_alike() -> None:
    text = """
        oath: Oath of the People
        map:
        - {site: "site:Plains", cards: [longbows, HALL OF LIBERATION]}
        - Imperial Seat
        world_deck: [Dynasty, Conspiracy, "denizen.keep"]
        relic_deck: [map, Proof of Nobility]
    """
    world = loads(text)
    assert world.oath == "people"
    assert world.map[0] == Row("site.plains", cards=["denizen.longbows", "edifice.hall_of_mockery"])
    assert world.map[1].site == "site.the_tribunal"
    assert world.map[7] == Row(Unknown("site"), True)  # left out
    assert world.world_deck.order == ["vision.sanctuary", "vision.conspiracy", "denizen.keep"]
    assert world.relic_deck == ["relic.map", "relic.ivory_eye"]
    assert (world.name, world.game, world.tts.version) == ("Empire and Exile", 1, None)


def test_unknown_cards_are_counted() -> None:
    data = data_of(unknown_world())
    assert data["dispossessed"] == [{"unknown": "denizen", "n": 6}, "denizen.scouts", {"unknown": "denizen", "n": 2}]
    assert data["map"][0]["relics"] == [{"unknown": "relic", "seen_by": ["Bo"]}]


# Seals.


def test_a_sealed_file_names_nothing_that_is_hidden() -> None:
    world = sample()
    world.map[0].cards = ["denizen.longbows"]
    text = re.sub(r"sealed: \S+", "", dumps(world, sealed=True))
    for place, card in world.contents():
        shown = place in ("map.1.site", "map.1.cards.1", "map.3.site", "map.6.site")
        assert bool(re.search(rf"\b{name_of(str(card))}\b", text)) == shown, place
        assert str(card) not in text
    data = to_data(world, sealed=True)
    assert set(data["world_deck"]) == set(data["dispossessed"]) == set(data["relic_deck"]) == {"sealed"}
    assert data["map"][1].keys() == {"facedown", "sealed"}
    assert data["map"][0]["relics"][0].keys() == {"sealed"}


def test_what_is_unknown_or_empty_is_not_sealed() -> None:
    data = to_data(Chronicle(map=[Row(Unknown("site"), True)], relic_deck=[Unknown("relic")]), sealed=True)
    assert data["map"][0]["unknown"] == "site"
    assert data["relic_deck"] == [{"unknown": "relic"}]
    assert data["world_deck"] == {"layers": []}
    assert data["dispossessed"] == []


def test_seals_and_plain_values_side_by_side() -> None:
    data = to_data(sample(), sealed=True)
    data["relic_deck"] = ["Map", seal("relic.whistle")]
    world = loads(json.dumps(data))
    assert world.relic_deck == ["relic.map", "relic.whistle"]
    assert world.world_deck == sample().world_deck


def test_a_seal_may_be_broken_over_lines() -> None:
    text = seal(list(range(100)))["sealed"]
    assert unseal(f"{text[:20]}\n  {text[20:]}\n") == list(range(100))


def test_a_damaged_seal_is_told_with_its_place() -> None:
    data = to_data(sample(), sealed=True)
    data["relic_deck"]["sealed"] = data["relic_deck"]["sealed"][:-8]
    data["map"][1]["sealed"] = "no seal"
    assert faults(json.dumps(data)) == ["map.2: the seal is damaged", "relic_deck: the seal is damaged"]


# Faults.


def changed(**changes: Any) -> str:
    return json.dumps({**data_of(sample()), **changes})


def test_files_that_are_no_chronicle() -> None:
    assert faults("") == ["file: this is not a Chronicle file: a mapping with oath, map and decks is expected"]
    assert "a mapping" in faults("[1, 2]")[0]
    assert "position file" in faults("oath: people\nplayers: []\nsites: []")[0]
    assert "neither a map nor an oath" in faults("law: {}")[0]
    assert "call that failed" in faults('{"ok": false, "error": {"kind": "usage"}}')[0]
    assert "neither a map nor an oath" in faults('{"ok": true, "data": {"string": "03"}}')[0]
    assert "in the midst" in faults("a: 1\nb: [")[0] and "cut off" in str(hints("a: 1\nb: [")[0])
    assert faults("oath: people\n? [map]\n: []\n") == ["file: line 2: a key must be a word or a number"]
    assert "more than one JSON object" in faults('{"n": 1}\n{"n": 2}')[0]
    assert "save string" in faults(named("3.3.1", "Empire and Exile"))[0]
    assert hints(named("3.3.1", "Empire and Exile")) == ["oathtools tts read reads it."]


def test_a_key_that_stands_twice() -> None:
    assert faults("oath: people\nmap: []\noath: devotion\n") == ["file: line 3: the key 'oath' stands twice"]
    assert faults('{"oath": "people", "map": [], "oath": "devotion"}') == ["file: the key 'oath' stands twice"]


def test_wrong_names_are_never_guessed() -> None:
    text = changed(relic_deck=["Mpa", "Skeletn Key"], dispossessed=["Longbow"])
    assert faults(text) == [
        "dispossessed.1: no denizen is called 'Longbow'",
        "relic_deck.1: no relic is called 'Mpa'",
        "relic_deck.2: no relic is called 'Skeletn Key'",
    ]
    assert hints(text)[0] == "Did you mean Longbows?"
    assert hints(text)[2] == "Did you mean Skeleton Key?"


def test_cards_where_they_do_not_belong_are_read_if_a_string_could_hold_them() -> None:
    world = loads(changed(dispossessed=["Vision of Faith", "Sprawling Rampart", "Map"]))
    assert world.dispossessed == ["vision.faith", "edifice.sprawling_rampart", "relic.map"]
    assert faults(changed(map=[{"site": "Plains", "cards": ["Map"]}])) == [
        "map.1.cards: relic.map belongs under relics"
    ]
    assert faults(changed(map=[{"site": "Plains", "relics": ["Keep"]}])) == [
        "map.1.relics: denizen.keep belongs under cards"
    ]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"format": 2}, "format: format 2 is not known here; this program reads format 1"),
        ({"name": 1984}, "name: 1984 is not text"),
        ({"game": "two"}, "game: 'two' is not a number from 0 to 65535"),
        ({"game": True}, "game: True is not a number from 0 to 65535"),
        ({"oath": "envy"}, "oath: 'envy' is none of supremacy, people, devotion, protection, conspiracy"),
        ({"boards": {"purple": "exile"}}, "boards: 'purple' is none of red, blue, white, yellow, black"),
        ({"boards": {"red": "chancellor"}}, "boards.red: 'chancellor' is none of exile, citizen"),
        ({"map": [{}] * 8}, "map.1: no site is named"),
        ({"map": [{"site": "Plains"}] * 9}, "map: 9 rows; the map has 8 sites"),
        ({"map": [{"site": "Plains", "warbands": {}}]}, "map.1: the key 'warbands' is not known here"),
        ({"map": [{"site": "Plains", "facedown": "yes"}]}, "map.1.facedown: 'yes' is neither true nor false"),
        ({"map": [{"site": "Keep"}]}, "map.1: no site is called 'Keep'"),
        ({"map": [{"site": "Plains", "cards": ["Keep"], "slots": [4]}]}, "map.1.slots: 4 is not a number from 1 to 3"),
        (
            {"map": [{"site": "Plains", "cards": ["Keep"], "slots": [1, 2]}]},
            "map.1.slots: a different slot for each of the 1 cards and relics is expected",
        ),
        (
            {"world_deck": {"order": [], "layers": []}},
            "world_deck: order says it all; layers, top, bottom and pool cannot stand beside it",
        ),
        (
            {"world_deck": {"layers": [{"denizens": -1}]}},
            "world_deck.layers.1.denizens: -1 is not a number from 0 to 255",
        ),
        ({"relic_deck": "Map"}, "relic_deck: a list is expected"),
        ({"relics": []}, "file: the key 'relics' is not known here"),
        ({"tts": {"version": "3.4.0"}}, "tts.version: '3.4.0' is none of 1.6.0"),
        ({"tts": {"winner": "green"}}, "tts.winner: 'green' is none of red"),
        ({"tts": {"suit_order": ["order", "clubs"]}}, "tts.suit_order: 'clubs' is none of discord"),
        ({"dispossessed": [{"card": "Keep", "favor": 1}]}, "dispossessed.1: a card or {unknown: ...} is expected"),
        ({"dispossessed": [{"unknown": "banner"}]}, "dispossessed.1: 'banner' is none of card, site"),
    ],
)
def test_each_fault_names_its_place(changes: dict[str, Any], fault: str) -> None:
    assert faults(changed(**changes))[0].startswith(fault)


def test_the_oath_must_be_stated() -> None:
    assert faults("map: []") == ["oath: the oath is missing: supremacy, people, devotion, protection"]


def test_slots_that_say_the_usual_are_left_out() -> None:
    world = loads("oath: people\nmap: [{site: Plains, cards: [Keep], relics: [Map], slots: [1, 3]}]")
    assert world.map[0].slots is None


def test_dates_in_the_history_stay_text() -> None:
    world = loads("oath: people\nmap: []\nhistory: [{date: 2024-05-01}]")
    assert world.history == [{"date": "2024-05-01"}]
    json.dumps(to_data(world))


def test_what_is_known_of_cards_shuffled_together_is_kept_under_a_seal() -> None:
    """Some of the names may be those of cards that only one player has seen (9.4)."""
    joined = [Joined(2, ("denizen.wolves", "denizen.keep", "denizen.tents"), ("dispossessed", "world_deck"))]
    world = Chronicle(joined=joined)
    for sealed in (False, True):
        text = dumps(world, sealed=sealed)
        assert loads(text) == world and ("Wolves" in text) is not sealed
    assert "joined" not in dumps(Chronicle())


def test_what_is_shuffled_together_lies_in_parts_of_the_world() -> None:
    with pytest.raises(ChronicleError, match=r"joined\.1\.in"):
        loads(json.dumps({**to_data(Chronicle()), "joined": [{"n": 1, "may_be": ["Wolves"], "in": ["pocket"]}]}))
