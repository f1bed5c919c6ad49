"""The Chronicle save string of the Tabletop Simulator mod, read and written byte for byte.

``read(text)`` gives the ``Chronicle``, ``write(chronicle)`` the string; ``write(read(text)) == text`` for every string
that can be read and is in upper case. Duplicates, missing cards and the like are kept exactly; ``examine`` tells them.
A string that cannot be read raises ``SaveStringError`` with the place, and with the ways to mend it. Versions 1.6.0 to
3.3.3, as listed in ``data/save_string.yaml``.

Names are counted in UTF-16 units; where the string then does not read to its end, in code points, then in UTF-8 bytes.
The unit that fitted is kept in the Chronicle.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, partial

from oathtools.catalog import name_of, packs
from oathtools.saga.chronicle.record import EXILE_COLORS, ROWS, Card, Chronicle, Deck, Row, SaveNote, Unknown
from oathtools.saga.save_string.parse import (
    SLOTS,
    UNIT_NAMES,
    UNITS,
    ForeignString,
    Raw,
    Repair,
    SaveStringError,
    assemble,
    card_numbers,
    facts,
    has,
    length_of,
    mask_names,
    mask_of,
    numbers,
    parse,
)
from oathtools.saga.save_string.repair import Note, mend_relics, oddities, repairs_of
from oathtools.saga.save_string.scrambled import is_foreign

# -- from the Chronicle to the fields of a save string, refusing what they cannot hold ---------------------------------


class Unwritable(ValueError):
    """A Chronicle that no save string can hold. ``faults`` are plain words; ``unknown`` if only cards are unknown."""

    def __init__(self, faults: Iterable[str], unknown: bool = False) -> None:
        self.faults, self.unknown = list(faults), unknown
        super().__init__("; ".join(self.faults))


def to_raw(chronicle: Chronicle, version: str | None) -> tuple[Raw, str]:
    """The fields of a Chronicle and the unit of its names. Raises ``Unwritable`` with every fault."""
    unknown = chronicle.unknown()
    note = chronicle.tts
    version = version or note.version or facts()["default_version"]
    if version not in facts()["versions"]:
        raise Unwritable([f"no version {version} of the save string; versions: {', '.join(facts()['versions'])}"])
    holds_relics = has(version, "relic_deck")
    if not holds_relics:
        unknown = [place for place in unknown if not place.startswith("relic_deck: ")]
    strange = [card for _, card in chronicle.contents() if isinstance(card, str) and packs.variant_of(card)]
    if strange:
        names = sorted(map(name_of, strange))
        raise Unwritable([f"the mod has no number for {name}, a card of a house rule" for name in names])
    if unknown:
        raise Unwritable(unknown, unknown=True)
    faults = _faults(chronicle, version)
    if faults:
        raise Unwritable(faults)
    deck = chronicle.relic_deck if holds_relics else None
    raw = Raw(
        version=version,
        game=chronicle.game,
        name=chronicle.name,
        status=note.status,
        citizenship=mask_of([*(c for c, side in chronicle.boards.items() if side == "citizen"), *note.also_citizen]),
        oath=facts()["oaths"][chronicle.oath],
        suits=[facts()["suits"][suit] for suit in note.suit_order],
        rows=[_slots(row) for row in chronicle.map],
        world=_bytes(chronicle.world_deck.order or []),
        dispossessed=_bytes(chronicle.dispossessed),
        relics=None if deck is None else _bytes(deck)[::-1],
    )
    if has(version, "previous_game"):
        placeholder = facts()["placeholder"]
        raw.previous_citizenship = mask_of(note.previous_citizenship or [])
        raw.winner = mask_of(note.winner or [placeholder["winner"]])
        raw.winner_name = note.winner_name or placeholder["winner_name"]
    return raw, note.name_unit


def _bytes(deck: list[Card]) -> list[int]:
    return [_byte(card) for card in deck]


def _byte(card: Card) -> int:
    if card is None:
        return int(facts()["no_card"])
    assert isinstance(card, str)
    return numbers().number_of[card]


def _slots(row: Row) -> tuple[int, list[int]]:
    slots = [int(facts()["no_card"])] * SLOTS
    for place, card in zip(row.places(), [*row.cards, *row.relics], strict=True):
        slots[place - 1] = _byte(card)
    if row.site is None:
        return int(facts()["no_site"]), slots
    assert isinstance(row.site, str)
    return numbers().site_number[row.site] + row.facedown * facts()["facedown_site"], slots


def _faults(chronicle: Chronicle, version: str) -> list[str]:
    """Everything in a wholly known Chronicle that a save string of this version cannot hold."""
    note, book = chronicle.tts, facts()
    faults = []

    def refuse(bad: object, message: str) -> None:
        if bad:
            faults.append(message)

    refuse(not 0 <= chronicle.game <= 0xFFFF, f"game {chronicle.game} is not 0 to 65535")
    refuse(not 0 <= note.status <= 0xFF, f"status {note.status} is not 0 to 255")
    refuse(chronicle.oath not in book["oaths"], f"no oath {chronicle.oath!r}")
    refuse(set(chronicle.boards) - set(EXILE_COLORS), f"boards of other colors than {', '.join(EXILE_COLORS)}")
    refuse(set(chronicle.boards.values()) - {"exile", "citizen"}, "a board that is neither exile nor citizen")
    refuse(len(note.suit_order) != len(book["suits"]), "the suit order does not name six suits")
    refuse(set(note.suit_order) - set(book["suits"]), "the suit order names something that is no suit")
    masks = {*note.also_citizen, *(note.previous_citizenship or ()), *(note.winner or ())}
    refuse(masks - set(book["masks"]), f"no colors: {', '.join(sorted(masks - set(book['masks'])))}")
    refuse(set(note.also_citizen) & set(EXILE_COLORS), "also_citizen names a board; boards says what side it shows")
    refuse(note.winner is not None and not set(note.winner) & set(book["winners"]), "the winner has no player's color")
    refuse(note.name_unit not in UNITS, f"no unit {note.name_unit!r}; units: {', '.join(UNITS)}")
    refuse(len(chronicle.map) != ROWS, f"{len(chronicle.map)} map rows; there are {ROWS}")
    if note.name_unit in UNITS:
        names = [("name", chronicle.name)]
        if note.winner_name is not None:
            names.append(("winner_name", note.winner_name))
        for what, name in names:
            faults += _name_faults(what, name, note.name_unit)
    for n, row in enumerate(chronicle.map, 1):
        faults += [f"map.{n}: {fault}" for fault in _row_faults(row)]
    for what, deck in (
        ("world_deck", chronicle.world_deck.order),
        ("dispossessed", chronicle.dispossessed),
        ("relic_deck", chronicle.relic_deck),
    ):
        refuse(len(deck or ()) > 0xFF, f"{what} has {len(deck or ())} cards; a save string counts to 255")
    faults += _card_faults(chronicle, version)
    if not has(version, "relic_deck") and chronicle.relic_deck is not None:
        faults.append(f"version {version} has no place for the relic deck")
    if not has(version, "previous_game") and (note.previous_citizenship, note.winner, note.winner_name) != (None,) * 3:
        faults.append(f"version {version} has no place for the previous game and its winner")
    return faults


def _name_faults(what: str, name: str, unit: str) -> list[str]:
    if any("\ud800" <= char <= "\udfff" for char in name):
        return [f"{what} holds half a character"]
    length = length_of(name, unit)
    if 1 <= length <= 0xFF:
        return []
    return [f"{what} has {length} {UNIT_NAMES[unit]}; a save string holds 1 to 255"]


def _row_faults(row: Row) -> list[str]:
    held = len(row.cards) + len(row.relics)
    if held > SLOTS:
        return [f"{held} cards; a save string has {SLOTS} slots for a site"]
    places = row.places()
    if row.slots is not None and row.slots != places:
        return [f"slots names {len(row.slots)} places for {held} cards"]
    if len(set(places)) != held or not set(places) <= {1, 2, 3}:
        return ["slots must be different numbers from 1 to 3"]
    if row.site is None and row.facedown:
        return ["no site, yet facedown"]
    return []


def _card_faults(chronicle: Chronicle, version: str) -> list[str]:
    faults = []
    for place, card in chronicle.contents():
        assert not isinstance(card, Unknown)
        if place.endswith(".site"):
            if card not in numbers().site_number:
                faults.append(f"{place}: {card} is no site of the save string")
            continue
        number = numbers().number_of.get(card or "")
        if number is None:
            faults.append(f"{place}: {card} has no number in a save string")
        elif number not in card_numbers(version):
            faults.append(f"{place}: {card} has no number in version {version}")
    for n, row in enumerate(chronicle.map, 1):
        if None in row.cards or None in row.relics:
            faults.append(f"map.{n}: an empty card")
    return faults


__all__ = ["ForeignString", "Note", "Repair", "SaveStringError", "StringReading", "Unwritable", "examine", "odd_in"]
__all__ += ["read", "read_raw", "write"]

_BLANKS = " \t\r\n\ufeff"


@dataclass(slots=True)
class StringReading:
    """A save string that was read: the Chronicle, what is worth telling, and what was mended."""

    chronicle: Chronicle
    notes: list[Note] = field(default_factory=list)
    repairs: list[Note] = field(default_factory=list)


def read(text: str) -> Chronicle:
    """The Chronicle of a save string; one line end after it is no part of it.

    Raises ``SaveStringError``.
    """
    raw, unit, _ = read_raw(text)
    return _chronicle(raw, unit)


def examine(
    text: str, *, repair: bool = False, pick: int | None = None, relics: bool = True, seed: str = "0"
) -> StringReading:
    """As ``read``, with everything odd in the string.

    ``repair`` mends a damaged string if one way stands out, and then the relics as the mod's own reader mends them;
    ``relics`` False leaves them, for one who has better use for the missing ones (``tts_fill.mend`` shuffles them);
    ``seed`` is for shuffling a relic deck that is missing altogether. ``pick`` mends the string in the way with this
    number, counted from 1.

    Raises ``SaveStringError`` for a damaged string that was not to be, or could not be, repaired.
    """
    done: list[Note] = []
    try:
        raw, unit, notes = read_raw(text)
    except SaveStringError as error:
        way = _way(error, pick) if repair or pick else None
        if way is None:
            raise
        done.append(Note("repaired", way.what, way.what))
        raw, unit, notes = read_raw(way.string)
    if repair and relics:
        done += mend_relics(raw, seed)
    return StringReading(_chronicle(raw, unit), notes + oddities(raw), done)


def _way(error: SaveStringError, pick: int | None) -> Repair | None:
    if pick is None:
        return error.repair
    return error.repairs[pick - 1] if 0 < pick <= len(error.repairs) else None


def odd_in(chronicle: Chronicle, version: str | None = None) -> list[Note]:
    """What is odd in a Chronicle that a save string (of this version) can hold. Raises ``Unwritable``."""
    return oddities(to_raw(chronicle, version)[0])


def read_raw(text: str) -> tuple[Raw, str, list[Note]]:
    """The fields of a save string, the unit of its names, and notes on its spelling. Raises ``SaveStringError``."""
    line = text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text
    for string in dict.fromkeys((text, line, text.strip(_BLANKS))):
        for unit in UNITS if not string.isascii() else UNITS[:1]:
            try:
                raw = parse(string, unit)
            except SaveStringError:
                continue
            _refuse_half_characters(string)
            return raw, unit, _spelling(string, raw, unit, blanks=string not in (text, line))
    if is_foreign(text):
        raise ForeignString
    errors = [_failure(line, unit) for unit in UNITS]
    error = max(errors, key=lambda each: each.position)  # the first of those that came furthest
    error.search = partial(repairs_of, line)
    raise error


def _failure(text: str, unit: str) -> SaveStringError:
    try:
        parse(text, unit)
    except SaveStringError as error:
        return error
    raise AssertionError("a string was refused that can be read")


def _refuse_half_characters(text: str) -> None:
    for at, char in enumerate(text if not text.isascii() else ""):
        if "\ud800" <= char <= "\udfff":
            raise SaveStringError(at, "name", "whole characters", f"half of one, {char!a}")


def _spelling(text: str, raw: Raw, unit: str, blanks: bool) -> list[Note]:
    notes = []

    def note(kind: str, words: str) -> None:
        notes.append(Note(kind, words, words))

    if blanks:
        note("blanks", "blanks around the save string were left out")
    if assemble(raw, unit) != text:
        note("lower_case", "hex digits in lower case; the mod writes upper case")
    if unit != UNITS[0]:
        note("name_unit", f"the lengths of the names count {UNIT_NAMES[unit]}, not UTF-16 units")
    for other in UNITS[UNITS.index(unit) + 1 :] if not text.isascii() else ():
        try:
            if parse(text, other) == raw:
                continue
        except SaveStringError:
            continue
        note(
            "ambiguous",
            f"read with name lengths in {UNIT_NAMES[unit]}; in {UNIT_NAMES[other]} it would say something else",
        )
    return notes


def write(chronicle: Chronicle, version: str | None = None) -> str:
    """The save string of a Chronicle, in ``version``, else in the version it came in, else in the usual one.

    Where a version from 3.3.1 on wants the winner of the last game and none is known, it says UNKNOWN, purple, all
    Exiles, as the mod does. ``history`` and ``variants`` have no place in a save string.

    Raises ``Unwritable`` for a world with unknown cards, for what has no number, does not fit its field, or has no
    field in that version.
    """
    raw, unit = to_raw(chronicle, version)
    string = assemble(raw, unit)
    if not string.isascii():  # names beyond ASCII: another unit might fit what was written
        again, _, _ = read_raw(string)
        if again != raw:
            raise Unwritable([f"with name lengths in {UNIT_NAMES[unit]} it would read back as another world"])
    return string


# From numbers to the Chronicle.


@cache
def _oath_names() -> dict[int, str]:
    return {number: oath for oath, number in facts()["oaths"].items()}


@cache
def _suit_names() -> dict[int, str]:
    return {number: suit for suit, number in facts()["suits"].items()}


def _chronicle(raw: Raw, unit: str) -> Chronicle:
    boards = mask_of(facts()["citizens"])
    citizens = mask_names(raw.citizenship & boards)
    note = SaveNote(
        version=raw.version,
        status=raw.status,
        suit_order=[_suit_names()[suit] for suit in raw.suits],
        name_unit=unit,
        also_citizen=mask_names(raw.citizenship & ~boards),
    )
    if raw.previous_citizenship is not None and raw.winner is not None:
        note.previous_citizenship = mask_names(raw.previous_citizenship)
        note.winner = mask_names(raw.winner)
        note.winner_name = raw.winner_name
    return Chronicle(
        name=raw.name,
        game=raw.game,
        oath=_oath_names()[raw.oath],
        boards={color: "citizen" if color in citizens else "exile" for color in EXILE_COLORS},
        map=[_row(site, cards) for site, cards in raw.rows],
        world_deck=Deck(order=_cards(raw.world)),
        dispossessed=_cards(raw.dispossessed),
        relic_deck=None if raw.relics is None else _cards(raw.relics[::-1]),
        tts=note,
    )


def _cards(deck: list[int]) -> list[Card]:
    names = numbers().cards
    return [names.get(number) for number in deck]


def _row(site: int, slots: list[int]) -> Row:
    site_id, facedown = numbers().sites.get(site, (None, False))
    names = numbers().cards
    filled = [(slot, names[card]) for slot, card in enumerate(slots, 1) if card in names]
    cards = [(slot, card) for slot, card in filled if not card.startswith("relic.")]
    relics = [(slot, card) for slot, card in filled[::-1] if card.startswith("relic.")]
    row = Row(site_id, facedown, [card for _, card in cards], [card for _, card in relics])
    places = tuple(slot for slot, _ in (*cards, *relics))
    if places != row.places():
        row.slots = places
    return row
