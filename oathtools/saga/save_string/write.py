"""From the Chronicle to the fields of a save string, refusing what they cannot hold."""

from collections.abc import Iterable

from oathtools import packs
from oathtools.catalog import name_of
from oathtools.saga.chronicle.record import EXILE_COLORS, ROWS, Card, Chronicle, Row, Unknown
from oathtools.saga.save_string.ids import card_numbers, facts, has, mask_of, numbers
from oathtools.saga.save_string.parse import SLOTS, UNIT_NAMES, UNITS, Raw, length_of


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
