"""The Chronicle save string of the Tabletop Simulator mod, read and written byte for byte.

``read(text)`` gives the ``Chronicle``, ``write(chronicle)`` the string; ``write(read(text)) == text`` for every string
that can be read and is in upper case. Duplicates, missing cards and the like are kept exactly; ``examine`` tells them.
A string that cannot be read raises ``SaveStringError`` with the place, and with the ways to mend it. Versions 1.6.0 to
3.3.3, as listed in ``data/save_string.yaml``.

Names are counted in UTF-16 units; where the string then does not read to its end, in code points, then in UTF-8 bytes.
The unit that fitted is kept in the Chronicle.
"""

from dataclasses import dataclass, field
from functools import cache, partial

from oathtools.saga.chronicle.record import EXILE_COLORS, Card, Chronicle, Deck, Row, SaveNote
from oathtools.saga.save_string.foreign import is_foreign
from oathtools.saga.save_string.ids import facts, mask_names, mask_of, numbers
from oathtools.saga.save_string.odd import Note, mend_relics, oddities
from oathtools.saga.save_string.parse import (
    UNIT_NAMES,
    UNITS,
    ForeignString,
    Raw,
    Repair,
    SaveStringError,
    assemble,
    parse,
)
from oathtools.saga.save_string.repair import repairs_of
from oathtools.saga.save_string.write import Unwritable, to_raw

__all__ = [
    "ForeignString",
    "Note",
    "Reading",
    "Repair",
    "SaveStringError",
    "Unwritable",
    "examine",
    "odd_in",
    "read",
    "read_raw",
    "write",
]

_BLANKS = " \t\r\n\ufeff"


@dataclass(slots=True)
class Reading:
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
) -> Reading:
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
    return Reading(_chronicle(raw, unit), notes + oddities(raw), done)


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
