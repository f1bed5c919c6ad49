"""Damaged save strings: the place, the words, and the ways to mend them."""

from random import Random

import pytest

from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.parse import assemble, parse
from tests.support.save_worlds import honest, named

LATE = named("3.3.1", "Empire and Exile")  # with the previous-game block
EARLY = named("3.2.0", "The Horder Order")  # ends with the relic deck
NAME_AT = 12
MAP_AT = NAME_AT + 16 + 12


def damage(text: str) -> tts.SaveStringError:
    with pytest.raises(tts.SaveStringError) as refused:
        tts.read(text)
    return refused.value


def mended(text: str) -> str:
    """The string after the one certain repair."""
    repair = damage(text).repair
    assert repair is not None
    return repair.string


# Every error that a reader must raise, with its place.


@pytest.mark.parametrize(
    ("text", "position", "field", "found"),
    [
        ("", 0, "string", "0"),
        ("030301", 6, "string", "6"),
        ("0303010001", 10, "name_length", "the end of the string"),
        ("09" + LATE[2:], 0, "version", "9.3.1"),
        (LATE[:10] + "00" + LATE[12:], 10, "name_length", "00"),
        (LATE[:20], 12, "name", "only 8 characters"),
        (LATE[:28] + "XY" + LATE[30:], 28, "status", "'X'"),
        (LATE[:31] + "é" + LATE[32:], 31, "citizenship", "'é'"),
        (LATE[:32] + "05" + LATE[34:], 32, "oath", "05"),
        (LATE[:39] + "6" + LATE[40:], 39, "suit_order.6", "6"),
        (LATE[:MAP_AT] + "17" + LATE[MAP_AT + 2 :], MAP_AT, "map.1.site", "17"),
        (LATE[:MAP_AT] + "2F" + LATE[MAP_AT + 2 :], MAP_AT, "map.1.site", "2F"),
        (LATE[: MAP_AT + 2] + "D9" + LATE[MAP_AT + 4 :], MAP_AT + 2, "map.1.card.1", "D9"),
        (LATE[: MAP_AT + 2] + "EF" + LATE[MAP_AT + 4 :], MAP_AT + 2, "map.1.card.1", "EF"),
        (LATE[:-13], len(LATE) - 13, "previous_citizenship", "the end of the string"),
        (LATE[:-12], len(LATE) - 12, "previous_citizenship", "the end of the string"),
        (LATE.replace("0407UNK", "0007UNK"), len(LATE) - 11, "winner", "00"),
        (LATE.replace("0407UNK", "4007UNK"), len(LATE) - 11, "winner", "40"),
        (LATE[:-9] + "00", len(LATE) - 9, "winner_name_length", "00"),
        (LATE[:-1], len(LATE) - 7, "winner_name", "only 6 characters"),
        (LATE + "AB", len(LATE), "end", "2 more: 'AB'"),
    ],
)
def test_each_error_names_its_place(text: str, position: int, field: str, found: str) -> None:
    error = damage(text)
    assert (error.position, error.field, error.found) == (position, field, found)
    assert error.expected in str(error)
    assert str(position) in str(error)


def test_a_string_cut_off_anywhere_is_refused() -> None:
    for cut in range(len(LATE)):
        assert damage(LATE[:cut]).position <= cut


def test_the_error_of_the_unit_that_came_furthest_is_told() -> None:
    raw = honest(Random(4))
    raw.name = "Été 🐉🐉🐉"
    assert damage(assemble(raw, "utf-8") + "!").field == "end"
    assert damage(assemble(raw, "code-points") + "!").field == "end"


def test_half_a_character_at_the_end_of_a_name() -> None:
    text = "030301" + "0001" + "01" + "🐉" + LATE[28:]
    with pytest.raises(tts.SaveStringError, match="whole character") as refused:
        parse(text, "utf-16")
    assert (refused.value.position, refused.value.field) == (NAME_AT, "name")
    assert tts.read(text).tts.name_unit == "code-points"


def test_the_community_fork_is_named_and_never_guessed_at() -> None:
    error = damage("030400" + LATE[6:])
    assert error.hint is not None
    assert "community fork" in error.hint
    assert error.repairs == []


# Repairs.


def test_wrapping() -> None:
    for text in (f'"{LATE}"', f"`{LATE}`", f"“{LATE}”", f"My save: {LATE}", f"Save: `{LATE}`", LATE + LATE):
        assert mended(text) == LATE


def test_line_breaks_and_blanks_inside() -> None:
    assert mended(f"{LATE[:80]}\n{LATE[80:160]}\r\n{LATE[160:]}") == LATE
    assert mended(f"{LATE[:80]} {LATE[80:160]}\u00a0{LATE[160:]}") == LATE
    assert mended(f"{LATE[:17]}\n{LATE[17:]}") == LATE  # the break stands in the name


def test_signs_that_look_like_digits() -> None:
    assert mended(LATE[:6] + LATE[6:10].replace("0", "O") + LATE[10:]) == LATE
    assert mended(EARLY[:-2] + "ЕО") == EARLY[:-2] + "E0"  # Cyrillic
    assert mended(LATE.replace("012345", "0l2345")) == LATE


def test_characters_after_the_end() -> None:
    assert mended(LATE + " my save") == LATE
    assert mended(LATE + "xyz") == LATE  # the winner is UNKNOWN, as the mod writes
    error = damage(LATE.replace("UNKNOWN", "Bob the").strip() + "xyz")
    assert error.repair is None  # a longer name, or something after it? A person must say
    assert [way.what for way in error.repairs[:2]] == [
        "set the length of the winner name to 10, it said 7",
        "left out the 3 characters after the end",
    ]


def test_wrong_lengths_of_names() -> None:
    for length in ("0F", "11", "01", "20"):
        assert mended(LATE[:10] + length + LATE[12:]) == LATE
    assert mended(LATE.replace("07UNKNOWN", "06UNKNOWN")) == LATE
    assert mended(LATE.replace("07UNKNOWN", "09UNKNOWN")) == LATE


def test_wrong_counts_of_decks() -> None:
    at = MAP_AT + 64
    assert LATE[at : at + 2] == "3B"
    for count in ("3A", "3C", "00"):
        assert mended(LATE[:at] + count + LATE[at + 2 :]) == LATE
    at = EARLY.index("10DDE1")
    for count in ("0F", "11"):
        error = damage(EARLY[:at] + count + EARLY[at + 2 :])
        assert error.repair is not None
        assert error.repair.string == EARLY
        assert error.repair.what == f"set the count of the relic deck to 16, it said {int(count, 16)}"


def test_a_string_that_is_cut_off_is_not_mended_without_asking() -> None:
    error = damage(EARLY[:-6])
    assert error.repair is None  # three relics are lost
    assert error.repairs[0].what == "set the count of the relic deck to 13, it said 16"
    assert tts.read(error.repairs[0].string).relic_deck == (tts.read(EARLY).relic_deck or [])[3:]
    assert damage(EARLY[:-5]).repairs[0].what.endswith("left out half a card at the end")
    assert damage(LATE[:-2]).repair is None  # the end of the winner's name is lost
    assert damage(LATE[: MAP_AT + 30]).repairs == []  # nothing can bring the map back


def test_one_character_too_many_or_too_few() -> None:
    assert mended(EARLY[:-5] + EARLY[-4:]) == EARLY  # only one relic can have stood there
    assert mended(EARLY[:-5] + "7" + EARLY[-5:]) == EARLY
    assert mended(LATE[:3] + LATE[4:]) == LATE  # in the version
    assert mended(LATE.replace("22FFFFFF", "22FFFFFFF")) == LATE


def test_a_wrong_digit_that_only_one_relic_explains() -> None:
    assert EARLY.endswith("E0")
    error = damage(EARLY[:-2] + "F0")
    assert error.repair is not None
    assert error.repair.string == EARLY
    assert error.repair.what == f"read 'F' at offset {len(EARLY) - 2} as E"


def test_what_cannot_be_inferred_is_not_guessed() -> None:
    at = MAP_AT + 66
    error = damage(LATE[:at] + "F0" + LATE[at + 2 :])  # any denizen may have stood there
    assert error.repair is None
    assert len(error.repairs) > 1
    error = damage(LATE[:32] + "05" + LATE[34:])  # which oath?
    assert error.repair is None
    assert damage("hello world").repairs == []


def test_the_block_of_the_previous_game_missing_or_where_it_does_not_belong() -> None:
    assert mended(LATE[:-13]) == LATE[:-13] + "002007UNKNOWN"
    assert mended("030101" + LATE[6:]) == "030301" + LATE[6:]  # some tools write it into 3.1.1


def test_unknown_versions_of_a_known_layout() -> None:
    assert mended("030304" + LATE[6:]) == "030303" + LATE[6:]
    assert mended("030201" + EARLY[6:])[6:] == EARLY[6:]


def test_names_counted_in_two_units() -> None:
    raw = honest(Random(6))
    raw.name, raw.winner_name = "Été 🐉", "Zoë 🦊"
    text = assemble(raw)
    mixed = text.replace("06Zoë 🦊", "09Zoë 🦊")
    assert mixed != text
    assert mended(mixed) == text


def test_utf8_read_as_another_encoding() -> None:
    raw = honest(Random(6))
    raw.name, raw.winner_name = "Été", "Zoë"
    text = assemble(raw)
    assert mended(text.encode().decode("cp1252")) == text


def test_repairs_can_all_be_read() -> None:
    chance = Random(11)
    for _ in range(12):
        at = chance.randrange(len(LATE))
        text = LATE[:at] + chance.choice("0F5Gx") + LATE[at + chance.randrange(2) :]
        try:
            tts.read(text)
        except tts.SaveStringError as error:
            for way in error.repairs:
                tts.read(way.string)


# Examine with repair, and the relics as the mod mends them.


def test_examine_repairs_only_when_told() -> None:
    with pytest.raises(tts.SaveStringError):
        tts.examine(LATE + "xyz")
    reading = tts.examine(LATE + "xyz", repair=True)
    assert tts.write(reading.chronicle) == LATE
    assert [note.full for note in reading.repairs] == ["left out the 3 characters after the end"]


def test_examine_takes_the_way_that_was_picked() -> None:
    text = LATE.replace("UNKNOWN", "Bob the") + "xyz"
    with pytest.raises(tts.SaveStringError):
        tts.examine(text, repair=True)
    assert tts.examine(text, pick=1).chronicle.tts.winner_name == "Bob thexyz"
    assert tts.examine(text, pick=2).chronicle.tts.winner_name == "Bob the"
    with pytest.raises(tts.SaveStringError):
        tts.examine(text, pick=99)


def test_doubled_relics_are_taken_out_and_missing_ones_go_on_top() -> None:
    raw = honest(Random(2))
    raw.rows = [(site, [255, 255, 255]) for site in range(8)]
    raw.rows[0] = (0, [255, 255, 218])
    raw.rows[1] = (1, [255, 219, 218])
    raw.relics = [218, 219, 220, 221, 220, *range(222, 236)]
    reading = tts.examine(assemble(raw), repair=True)
    assert reading.chronicle.map[0].relics == ["relic.sticky_fire"]
    assert reading.chronicle.map[1].relics == ["relic.cursed_cauldron"]
    assert reading.chronicle.relic_deck is not None
    assert reading.chronicle.relic_deck[:2] == ["relic.dragonskin_drum", "relic.book_of_records"]
    assert reading.chronicle.relic_deck[-1] == "relic.brass_horse"
    assert len(reading.chronicle.relic_deck) == 18
    assert len(reading.repairs) == 5
    assert "2 missing relics" in reading.repairs[-1].public
    assert "Dragonskin Drum" not in reading.repairs[-1].public
    assert reading.notes == []


def test_relics_can_be_left_as_they_are() -> None:
    text = named("3.1.0", "Empire and Exile")
    reading = tts.examine(text + "  !", repair=True, relics=False)
    assert tts.write(reading.chronicle) == text
    assert [note.kind for note in reading.notes] == ["missing_relics"]


def test_without_any_relic_a_new_deck_is_shuffled_from_the_seed() -> None:
    text = named("3.3.2", "Empire and Exile")
    decks = [tts.examine(text, repair=True, seed=seed).chronicle.relic_deck for seed in ("a", "a", "b")]
    assert decks[0] == decks[1] != decks[2]
    assert len(set(decks[0] or [])) == 20
    assert "seed a" in tts.examine(text, repair=True, seed="a").repairs[0].public


def test_versions_without_a_relic_deck_are_left_alone() -> None:
    text = assemble(honest(Random(1), "1.9.2"))
    reading = tts.examine(text, repair=True)
    assert reading.repairs == []
    assert tts.write(reading.chronicle) == text
