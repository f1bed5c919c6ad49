"""The save string: every sample and every generated world, both ways, character for character."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oathtools.saga.chronicle.record import Chronicle, Deck, Row, Unknown
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.parse import (
    UNITS,
    Raw,
    assemble,
    card_numbers,
    facts,
    has,
    length_of,
    numbers,
    site_numbers,
)
from tests.support.save_worlds import any_world, honest, named, samples, unit_of

VERSIONS = list(facts()["versions"])


def kinds(text: str) -> set[str]:
    return {note.kind for note in tts.examine(text).notes}


# Samples.


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: f"{sample['version']} {sample['name']}")
def test_samples_both_ways(sample: dict[str, object]) -> None:
    text = str(sample["string"])
    chronicle = tts.read(text)
    assert tts.write(chronicle) == text
    assert chronicle.tts.version == sample["version"]
    assert (chronicle.name, chronicle.game) == (sample["name"], sample["game"])
    assert len(chronicle.world_deck.order or []) == sample["world"]
    assert len(chronicle.dispossessed) == sample["dispossessed"]
    assert len(chronicle.relic_deck or []) == sample["relics"]


def test_what_the_fields_mean() -> None:
    chronicle = tts.read(named("3.3.1", "Empire and Exile"))
    assert chronicle.oath == "people"
    assert chronicle.boards == {
        "red": "exile",
        "blue": "citizen",
        "white": "exile",
        "yellow": "exile",
        "black": "exile",
    }
    assert chronicle.map[0] == Row("site.narrow_pass", False, [], ["relic.horned_mask"])
    assert chronicle.map[1] == Row("site.wastes", True)
    assert chronicle.world_deck.order is not None
    assert chronicle.world_deck.order[0] == "denizen.observatory"  # the first card of the string is the top
    assert chronicle.relic_deck is not None
    assert chronicle.relic_deck[0] == "relic.map"  # the last one is
    assert chronicle.relic_deck[-1] == "relic.cup_of_plenty"
    assert chronicle.tts.winner == ["white"]
    assert chronicle.tts.winner_name == "UNKNOWN"
    assert chronicle.tts.previous_citizenship == []


def test_relics_stand_from_the_last_slot_and_odd_slots_are_kept() -> None:
    benis = tts.read(named("3.2.0", "Benis the Dinosaur"))
    assert benis.map[0] == Row("site.drowned_city", relics=["relic.book_of_records", "relic.truthful_harp"])  # DD, EC
    brass = tts.read(named("3.2.0", "Brass Horses Tilting at Shadows"))
    assert brass.map[2] == Row("site.barren_coast", False, [], ["relic.whistle"], slots=(2,))


def test_image_order_of_the_numbers_the_old_name_table_swaps() -> None:
    names = numbers().cards
    assert [names[16], names[98]] == ["denizen.sleight_of_hand", "denizen.gossip"]
    assert [names[111], names[112]] == ["denizen.forced_labor", "denizen.secret_police"]


def test_edifices_are_kept_by_the_side_that_shows() -> None:
    names = numbers().cards
    for number in range(198, 210, 2):
        assert names[number] != names[number + 1]
        assert numbers().same_card[number] == numbers().same_card[number + 1]


# Properties.

cards = {version: sorted(card_numbers(version)) for version in VERSIONS}
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


@st.composite
def fields(draw: st.DrawFn) -> tuple[Raw, str]:
    version = draw(st.sampled_from(VERSIONS))
    allowed, sites = cards[version], sorted(site_numbers())

    def some(least: int, most: int, of: list[int]) -> list[int]:
        return [of[byte % len(of)] for byte in draw(st.binary(min_size=least, max_size=most))]

    byte = st.integers(0, 255)
    slots = some(24, 24, allowed)
    raw = Raw(
        version=version,
        game=draw(st.integers(0, 0xFFFF)),
        name=draw(names),
        status=draw(byte),
        citizenship=draw(byte),
        oath=draw(st.integers(0, 4)),
        suits=some(6, 6, list(range(6))),
        rows=[(site, slots[3 * n : 3 * n + 3]) for n, site in enumerate(some(8, 8, sites))],
        world=some(0, 255, allowed),
        dispossessed=some(0, 60, allowed),
        relics=some(0, 40, allowed) if has(version, "relic_deck") else None,
    )
    said = [raw.name]
    if has(version, "previous_game"):
        raw.previous_citizenship = draw(byte)
        raw.winner = draw(byte.filter(lambda mask: mask & 0x3F))
        raw.winner_name = draw(names)
        said.append(raw.winner_name)
    unit = unit_of(said, draw(st.sampled_from(UNITS)))
    return raw, unit


@settings(max_examples=200, deadline=None)
@given(fields())
def test_every_string_is_written_back_as_it_was(world: tuple[Raw, str]) -> None:
    comes_back(*world)


@pytest.mark.soak
@settings(max_examples=2000, deadline=None)
@given(fields())
def test_two_thousand_strings_are_written_back_as_they_were(world: tuple[Raw, str]) -> None:
    comes_back(*world)


def comes_back(raw: Raw, unit: str) -> None:
    """A string is written as it was read, to the byte."""
    text = assemble(raw, unit)
    chronicle = tts.read(text)
    written = tts.write(chronicle)
    assert written == text, f"written with lengths in {unit}, which another unit may fit as well"
    assert tts.read(written) == chronicle


def test_a_thousand_odd_worlds() -> None:
    chance = Random(7)
    for _ in range(1000):
        raw, unit = any_world(chance)
        text = assemble(raw, unit)
        assert tts.write(tts.examine(text).chronicle) == text


def test_an_honest_world_is_not_called_odd() -> None:
    for seed in range(100):
        assert tts.examine(assemble(honest(Random(seed)))).notes == []


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200), st.integers(0, 10), st.integers(0, 400), st.text(max_size=3))
def test_whatever_is_given_is_read_exactly_or_refused(text: str, sample: int, at: int, put: str) -> None:
    good = str(samples()[sample]["string"])
    for given_text in (text, good[:at], good[:at] + put + good[at + len(put) :]):
        try:
            chronicle = tts.read(given_text)
        except tts.SaveStringError as error:
            assert 0 <= error.position <= len(given_text)
            assert error.field and error.expected and error.found
        else:
            assert tts.write(chronicle).upper() == given_text.strip(" \r\n\t\ufeff").upper()


# Versions.


@pytest.mark.parametrize("version", VERSIONS)
def test_each_version_both_ways(version: str) -> None:
    text = assemble(honest(Random(1), version))
    chronicle = tts.read(text)
    assert tts.write(chronicle) == text
    assert (chronicle.relic_deck is None) == (facts()["versions"][version] == "no_relic_deck")
    assert (chronicle.tts.winner is None) == (facts()["versions"][version] != "previous_game")


def test_an_old_string_without_a_relic_deck_says_so() -> None:
    text = assemble(honest(Random(1), "2.0.3"))
    assert kinds(text) == {"no_relic_deck"}
    chronicle = tts.read(text)
    with pytest.raises(tts.Unwritable) as refused:
        tts.write(chronicle, "3.3.1")
    assert refused.value.unknown
    assert refused.value.faults == ["relic_deck: not made yet"]


def test_a_newer_version_takes_an_older_world_and_fills_in_the_winner_as_the_mod_does() -> None:
    text = named("3.2.0", "Benis the Dinosaur")
    newer = tts.write(tts.read(text), "3.3.1")
    assert newer == "030301" + text[6:] + "00" + "20" + "07UNKNOWN"


def test_an_older_version_is_refused_what_it_cannot_hold() -> None:
    chronicle = tts.read(named("3.3.1", "Empire and Exile"))
    with pytest.raises(tts.Unwritable, match="no place for the previous game"):
        tts.write(chronicle, "3.2.0")
    with pytest.raises(tts.Unwritable, match="no place for the relic deck"):
        tts.write(chronicle, "2.0.3")
    with pytest.raises(tts.Unwritable, match=r"no version 3\.4\.0"):
        tts.write(chronicle, "3.4.0")


def test_the_grand_scepter_has_a_number_only_in_the_last_version() -> None:
    raw = honest(Random(3), "3.3.3")
    assert raw.relics is not None
    raw.relics.append(238)
    chronicle = tts.read(assemble(raw))
    assert chronicle.relic_deck is not None
    assert chronicle.relic_deck[0] == "relic.grand_scepter"
    assert "misplaced" in kinds(assemble(raw))
    with pytest.raises(tts.Unwritable, match=r"grand_scepter has no number in version 3\.3\.2"):
        tts.write(chronicle, "3.3.2")
    raw.version = "3.3.2"
    with pytest.raises(tts.SaveStringError, match="number of a card"):
        tts.read(assemble(raw))


# Names.


@pytest.mark.parametrize("unit", UNITS)
def test_names_beyond_ascii_in_every_unit(unit: str) -> None:
    raw = honest(Random(5))
    raw.name, raw.winner_name = "Été 🐉 des Königs", "Zoë 🦊"
    text = assemble(raw, unit)
    chronicle = tts.read(text)
    assert (chronicle.name, chronicle.tts.winner_name) == (raw.name, raw.winner_name)
    assert tts.write(chronicle) == text, f"written with lengths in {unit}, which another unit may fit as well"
    assert ("name_unit" in kinds(text)) == (unit != "utf-16")


def test_units_are_counted_as_their_names_say() -> None:
    assert [length_of("é🐉", unit) for unit in UNITS] == [3, 2, 6]


def test_the_longest_names() -> None:
    chronicle = tts.read(named("3.3.1", "Empire and Exile"))
    chronicle.name = "🐉" * 127
    assert tts.read(tts.write(chronicle)) == chronicle
    chronicle.name = "🐉" * 128
    with pytest.raises(tts.Unwritable, match="name has 256 UTF-16 units"):
        tts.write(chronicle)
    chronicle.name = ""
    with pytest.raises(tts.Unwritable, match="name has 0 UTF-16 units"):
        tts.write(chronicle)


def test_names_that_look_like_fields_and_hold_odd_characters() -> None:
    for name in ("0303", "FF", " ", "a\nb", "\n", "\t", "name:", "null", '"', "\u2028", "\x85", "\ufeff", "\x00"):
        raw = honest(Random(9))
        raw.name = raw.winner_name = name
        text = assemble(raw)
        chronicle = tts.read(text)
        assert (chronicle.name, chronicle.tts.winner_name) == (name, name)
        assert tts.write(chronicle) == text
        assert tts.read(text + "\n") == chronicle


def test_half_a_character_is_refused() -> None:
    raw = honest(Random(9))
    raw.name = "a\ud800b"
    with pytest.raises(tts.SaveStringError, match="half of one"):
        tts.read(assemble(raw))
    with pytest.raises(tts.Unwritable, match="half a character"):
        tts.write(Chronicle(name="\udc00", world_deck=Deck(order=[]), relic_deck=[]))


# Spelling.


def test_lower_case_is_read_with_a_warning_and_written_in_upper_case() -> None:
    text = named("3.3.1", "Empire and Exile")
    lower = text.replace("DB", "db").replace("CFFF", "cfFF")
    assert lower != text
    assert kinds(lower) == {"lower_case"}
    assert tts.write(tts.read(lower)) == text
    assert tts.read(lower) == tts.read(text)


def test_line_ends_and_blanks_around_the_string() -> None:
    text = named("3.3.1", "Empire and Exile")
    for around in (text + "\n", text + "\r\n"):
        assert tts.examine(around).notes == []
        assert tts.read(around) == tts.read(text)
    for around in (f"  {text}\n", f"{text} ", f"\ufeff{text}", f"{text}\n\n"):
        assert kinds(around) == {"blanks"}
        assert tts.read(around) == tts.read(text)


# What is odd.


def odd(**changes: object) -> set[str]:
    raw = honest(Random(2))
    for field, value in changes.items():
        setattr(raw, field, value)
    text = assemble(raw)
    assert tts.write(tts.read(text)) == text
    return kinds(text)


def test_odd_headers() -> None:
    assert odd(oath=4) == {"oath"}
    assert odd(suits=[0, 1, 2, 3, 4, 4]) == {"suit_order"}
    assert odd(suits=[5, 4, 3, 2, 1, 0]) == set()
    assert odd(game=0) == {"game"}
    assert odd(citizenship=0x20) == {"citizenship"}
    assert odd(previous_citizenship=0x80) == {"previous_citizenship"}
    assert odd(winner=0x21) == {"winner"}
    assert odd(status=0xFF) == set()


def test_odd_contents() -> None:
    raw = honest(Random(2))
    assert raw.relics is not None
    world, relics = raw.world, raw.relics
    assert odd(world=[*world, world[0]]) == {"duplicate"}
    assert odd(dispossessed=[world[0]] if world[0] < 198 else [world[1]]) == {"duplicate"}
    assert odd(world=[card for card in world if card != 212]) == {"missing_visions"}
    assert odd(world=[]) == {"no_world_deck"}
    assert odd(relics=relics[1:]) == {"missing_relics"}
    assert odd(relics=[*relics, 255]) == {"blank"}
    assert odd(dispossessed=[198]) == {"misplaced"}
    assert odd(dispossessed=[215]) == {"misplaced"}
    assert odd(dispossessed=[198, 199]) == {"misplaced", "duplicate"}  # two sides of one edifice


def test_odd_maps() -> None:
    raw = honest(Random(2))
    spare = next(card for card in range(198) if card not in raw.world and card not in raw.dispossessed)
    away = [(site, [255] * 3) for site in (24, 25, 26, 27, 28, 29, 30)]
    relics = sorted(numbers().relics)
    assert odd(rows=[*away, (255, [255] * 3)], relics=relics) == {"empty_slots"}
    assert odd(rows=[*away, (255, [spare, 255, 255])], relics=relics) == {"empty_slots", "empty_slot_holds"}
    assert odd(rows=[*away, (40, [spare, 255, 255])], relics=relics) == {"facedown_holds"}
    assert odd(rows=[*away, (0, [255] * 3)], relics=relics) == {"duplicate_site"}


def test_notes_name_hidden_cards_only_in_full() -> None:
    raw = honest(Random(2))
    assert raw.relics is not None
    gone = numbers().names[raw.relics.pop()]
    (note,) = tts.examine(assemble(raw)).notes
    assert note.full == f"1 relic missing: {gone}"
    assert note.public == "1 relic missing"


# Refusals in writing.


def test_unknown_cards_have_no_string() -> None:
    chronicle = tts.read(named("3.3.1", "Empire and Exile"))
    chronicle.map[0].relics = [Unknown("relic")]
    chronicle.map[1].site = Unknown("site")
    chronicle.world_deck = Deck(layers=[{"denizens": 10, "visions": 2}])
    with pytest.raises(tts.Unwritable) as refused:
        tts.write(chronicle)
    assert refused.value.unknown
    assert refused.value.faults == [
        "map.1.relics.1: unknown relic",
        "map.2.site: unknown site",
        "world_deck: its order is not known",
    ]


def test_every_fault_is_told_at_once() -> None:
    chronicle = tts.read(named("3.3.1", "Empire and Exile"))
    chronicle.game = 70000
    chronicle.tts.status = 256
    chronicle.oath = "envy"
    chronicle.map[0].cards = ["denizen.keep", "denizen.tents", "denizen.wolves"]
    chronicle.map[1] = Row(None, True)
    chronicle.map[2] = Row("site.mine", cards=["denizen.elders"], slots=(4,))
    chronicle.dispossessed = ["denizen.nobody"]
    chronicle.world_deck.order = ["denizen.keep"] * 256
    with pytest.raises(tts.Unwritable) as refused:
        tts.write(chronicle)
    assert refused.value.faults == [
        "game 70000 is not 0 to 65535",
        "status 256 is not 0 to 255",
        "no oath 'envy'",
        "map.1: 4 cards; a save string has 3 slots for a site",
        "map.2: no site, yet facedown",
        "map.3: slots must be different numbers from 1 to 3",
        "world_deck has 256 cards; a save string counts to 255",
        "dispossessed.1: denizen.nobody has no number in a save string",
    ]


def test_a_world_from_the_table_gets_the_usual_version() -> None:
    chronicle = Chronicle(name="Ours", map=[Row("site.mine"), *[Row() for _ in range(7)]], world_deck=Deck(order=[]))
    chronicle.relic_deck = []
    assert tts.write(chronicle).startswith("030301000104Ours0000000123450")
