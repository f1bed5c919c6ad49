"""The save string taken apart into numbers, and put together again. No meaning, no forgiveness: that is around it."""

from binascii import unhexlify
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load

# -- the numbers of the save string: versions, masks, suits, and which card or site each number means ------------------


def facts() -> dict[str, Any]:
    """What is known of the mod's format: the book ``save_string``."""
    book: dict[str, Any] = load("save_string")
    return book


@dataclass(frozen=True, slots=True)
class Numbers:
    """Both ways between numbers and catalogue ids, and what the numbers of each kind are."""

    cards: dict[int, str]  # every number of the table but "no card"
    sites: dict[int, tuple[str, bool]]  # number -> id, facedown
    names: dict[int, str]  # number of a card -> its name
    site_names: dict[str, str]  # id of a site -> its name
    number_of: dict[str, int]  # id of a card -> number
    site_number: dict[str, int]  # id of a faceup site -> number
    kind: dict[int, str]  # denizen | edifice | vision | banner | relic; the Grand Scepter: scepter
    same_card: dict[int, int]  # number -> one number for both sides of an edifice
    relics: frozenset[int]
    visions: frozenset[int]


@cache
def numbers() -> Numbers:
    """The tables, made once a process."""
    book = load("cards")
    cards: dict[int, str] = {}
    names: dict[int, str] = {}
    kind: dict[int, str] = {}
    same: dict[int, int] = {}
    for kinds in ("denizens", "edifices", "visions", "banners", "relics"):
        for card_id, entry in book[kinds].items():
            number = entry.get("tts")
            if number is not None:
                cards[number], names[number], kind[number] = card_id, entry["name"], card_id.partition(".")[0]
                other = book[kinds].get(entry.get("other_side"), entry)
                same[number] = min(number, other["tts"])
    scepter = facts()["grand_scepter"]["number"]
    cards[scepter], kind[scepter], same[scepter] = "relic.grand_scepter", "scepter", scepter
    names[scepter] = book["relics"]["relic.grand_scepter"]["name"]
    site_number = {site_id: entry["tts"] for site_id, entry in book["sites"].items()}
    facedown = facts()["facedown_site"]
    sites = {
        number + down * facedown: (site_id, bool(down)) for site_id, number in site_number.items() for down in (0, 1)
    }
    return Numbers(
        cards=cards,
        sites=sites,
        names=names,
        site_names={site_id: entry["name"] for site_id, entry in book["sites"].items()},
        number_of={card_id: number for number, card_id in cards.items()},
        site_number=site_number,
        kind=kind,
        same_card=same,
        relics=frozenset(number for number, what in kind.items() if what == "relic"),
        visions=frozenset(number for number, what in kind.items() if what == "vision"),
    )


@cache
def card_numbers(version: str) -> frozenset[int]:
    """The numbers that a card field may hold in this version, "no card" included."""
    scepter = facts()["grand_scepter"]
    known = set(numbers().cards) | {facts()["no_card"]}
    if triple(version) < triple(scepter["since"]):
        known.discard(scepter["number"])
    return frozenset(known)


@cache
def site_numbers() -> frozenset[int]:
    """The numbers that a site field may hold, "no site" included."""
    return frozenset(numbers().sites) | {facts()["no_site"]}


@cache
def triple(version: str) -> tuple[int, ...]:
    """``3.3.1`` as numbers, for comparing."""
    return tuple(map(int, version.split(".")))


def has(version: str, group: str) -> bool:
    """Whether strings of this version hold ``relic_deck`` or ``previous_game``."""
    book = facts()
    return group in book["layouts"][book["versions"][version]]


def mask_names(mask: int) -> list[str]:
    """The colors of a mask, in the order of their bits."""
    return [name for name, bit in facts()["masks"].items() if mask & bit]


def mask_of(names: list[str]) -> int:
    """The mask of some colors."""
    masks = facts()["masks"]
    return sum(masks[name] for name in dict.fromkeys(names))


@cache
def winner_bits() -> int:
    """The bits of which a winner's mask needs one."""
    return mask_of(facts()["winners"])


UNIT_NAMES = {"utf-16": "UTF-16 units", "code-points": "code points", "utf-8": "UTF-8 bytes"}
UNITS = tuple(UNIT_NAMES)
ROWS, SLOTS, SUITS = 8, 3, 6
LONGEST = 255  # what a count byte can say
SHORTEST = 7
_HEX = "0123456789ABCDEFabcdef"
_DIGIT = {digit: int(digit, 16) for digit in _HEX}
_BYTE = {high + low: _DIGIT[high] * 16 + _DIGIT[low] for high in _HEX for low in _HEX}
_TEXT = [f"{number:02X}" for number in range(256)]


class Repair(NamedTuple):
    """A way to mend a save string: what is done, in plain words, and the string that comes of it."""

    what: str
    string: str


class SaveStringError(ValueError):
    """A save string that cannot be read as it stands.

    ``position`` is the offset of the first character at fault, ``field`` its place in the string, ``expected`` and
    ``found`` plain words. ``hint`` is a further word about the way out, or None. ``repairs`` are the ways to mend it,
    best first; they are looked for when they are first asked for. ``repair`` is the one to take, if that is certain.
    """

    def __init__(self, position: int, field: str, expected: str, found: str, hint: str | None = None) -> None:
        self.position, self.field, self.expected, self.found, self.hint = position, field, expected, found, hint
        self.search: Callable[[SaveStringError], tuple[list[Repair], bool]] | None = None  # how to look for repairs
        self.counts: dict[str, int] = {}  # as in Raw, as far as the string could be read
        self._ways: tuple[list[Repair], bool] | None = None
        super().__init__(position, field, expected, found)

    def __str__(self) -> str:
        place = f"save string damaged at offset {self.position} ({self.field})"
        return f"{place}: expected {self.expected}, found {self.found}"

    def _look(self) -> tuple[list[Repair], bool]:
        if self._ways is None:
            self._ways = ([], False) if self.search is None else self.search(self)
        return self._ways

    @property
    def repairs(self) -> list[Repair]:
        """The ways to mend it, best first; empty if none was found."""
        return self._look()[0]

    @property
    def repair(self) -> Repair | None:
        """The first of ``repairs``, if it stands out clearly enough to be taken without asking."""
        ways, certain = self._look()
        return ways[0] if certain else None


class ForeignString(SaveStringError):
    """A save string of the expansion, where one of the base game is wanted: ``save_string/scrambled`` reads it."""

    def __init__(self) -> None:
        super().__init__(0, "version", "a save string of the base game", "one of New Foundations")

    def __str__(self) -> str:
        return "this is a save string of the expansion New Foundations, of which no game is set up or played here"


@dataclass(slots=True)
class Raw:
    """The fields of a save string as numbers, in the order of the string (the relic deck from its bottom)."""

    version: str
    game: int
    name: str
    status: int
    citizenship: int
    oath: int
    suits: list[int]
    rows: list[tuple[int, list[int]]]
    world: list[int]
    dispossessed: list[int]
    relics: list[int] | None = None
    previous_citizenship: int | None = None
    winner: int | None = None
    winner_name: str | None = None
    counts: dict[str, int] = field(default_factory=dict, compare=False)  # the offset of each length and count
    end: int = field(default=0, compare=False)  # the offset after the last field


def parse(text: str, name_unit: str = "utf-16", winner_unit: str | None = None) -> Raw:
    """Take a save string apart, its names counted in these units (see ``UNITS``).

    Raises ``SaveStringError`` at the first character that does not fit, characters after the end included.
    """
    raw = parse_start(text, name_unit, winner_unit)
    if raw.end != len(text):
        rest = text[raw.end :]
        raise SaveStringError(raw.end, "end", "the end of the string", f"{len(rest)} more: {_short(rest)}")
    return raw


def parse_start(text: str, name_unit: str = "utf-16", winner_unit: str | None = None) -> Raw:
    """As ``parse``, but characters after the end are left alone; ``Raw.end`` says where it was."""
    if len(text) < SHORTEST:
        raise SaveStringError(len(text), "string", f"at least {SHORTEST} characters", f"{len(text)}")
    cursor = _Cursor(text)
    try:
        raw = _fields(cursor, name_unit, winner_unit or name_unit)
    except SaveStringError as error:
        error.counts = cursor.counts
        raise
    raw.counts, raw.end = cursor.counts, cursor.at
    return raw


_CARD = "the number of a card, or FF"


def _fields(cursor: "_Cursor", name_unit: str, winner_unit: str) -> Raw:
    version = _version(cursor)
    game = cursor.byte("game") * 256 + cursor.byte("game")
    name = cursor.name("name", name_unit)
    status = cursor.byte("status")
    citizenship = cursor.byte("citizenship")
    oaths, suits = facts()["oaths"], facts()["suits"]
    oath = cursor.byte("oath", frozenset(oaths.values()), f"an oath, 00 to {max(oaths.values()):02X}")
    order = [cursor.digit(f"suit_order.{n}", max(suits.values())) for n in range(1, SUITS + 1)]
    cards = card_numbers(version)
    rows = cursor.rows(cards)
    world = cursor.deck("world_deck", cards)
    dispossessed = cursor.deck("dispossessed", cards)
    raw = Raw(version, game, name, status, citizenship, oath, order, rows, world, dispossessed)
    if has(version, "relic_deck"):
        raw.relics = cursor.deck("relic_deck", cards)
    if has(version, "previous_game"):
        raw.previous_citizenship = cursor.byte("previous_citizenship")
        raw.winner = cursor.byte("winner")
        if not raw.winner & winner_bits():
            raise SaveStringError(cursor.at - 2, "winner", "the color of a player, 01 to 20", _TEXT[raw.winner])
        raw.winner_name = cursor.name("winner_name", winner_unit)
    return raw


def _version(cursor: "_Cursor") -> str:
    version = ".".join(str(cursor.byte("version")) for _ in range(3))
    if version not in facts()["versions"]:
        known = list(facts()["versions"])
        fork = facts()["forks"].get(version)
        raise SaveStringError(
            0, "version", f"a version of the mod, {known[0]} to {known[-1]}", version, fork and f"{version} is {fork}"
        )
    return version


class _Cursor:
    """A place in the text, and the fields read from there."""

    __slots__ = ("at", "counts", "text")

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.counts: dict[str, int] = {}

    def byte(self, field: str, allowed: frozenset[int] | None = None, expected: str = "") -> int:
        """Two hex digits, as one of the allowed numbers."""
        pair = self.text[self.at : self.at + 2]
        number = _BYTE.get(pair)
        if number is None:
            raise self._no_hex(field, pair, 2)
        if allowed is not None and number not in allowed:
            raise SaveStringError(self.at, field, expected, pair)
        self.at += 2
        return number

    def digit(self, field: str, highest: int) -> int:
        """One hex digit up to the highest allowed."""
        found = self.text[self.at : self.at + 1]
        number = _DIGIT.get(found)
        if number is None:
            raise self._no_hex(field, found, 1)
        if number > highest:
            raise SaveStringError(self.at, field, f"a suit, 0 to {highest}", found)
        self.at += 1
        return number

    def deck(self, field: str, allowed: frozenset[int]) -> list[int]:
        """A count and as many cards."""
        self.counts[field] = self.at
        count = self.byte(f"{field}.count")
        numbers = self._ahead(count)
        if len(numbers) < count or not allowed.issuperset(numbers):
            wrong = next((at for at, number in enumerate(numbers) if number not in allowed), len(numbers))
            self.at += 2 * wrong
            self.byte(f"{field}.{wrong + 1}", allowed, _CARD)
        self.at += 2 * count
        return list(numbers)

    def rows(self, allowed: frozenset[int]) -> list[tuple[int, list[int]]]:
        """The sites of the map, each with the cards at it."""
        wide = 1 + SLOTS
        numbers = self._ahead(ROWS * wide)
        columns = [site_numbers(), *[allowed] * SLOTS]
        fit = all(column.issuperset(numbers[at::wide]) for at, column in enumerate(columns))
        if len(numbers) < ROWS * wide or not fit:
            wrong = next((at for at, number in enumerate(numbers) if number not in columns[at % wide]), len(numbers))
            self.at += 2 * wrong
            row, card = divmod(wrong, wide)
            if card:
                self.byte(f"map.{row + 1}.card.{card}", allowed, _CARD)
            self.byte(f"map.{row + 1}.site", site_numbers(), "the number of a site, or FF")
        self.at += 2 * len(numbers)
        return [(numbers[at], list(numbers[at + 1 : at + wide])) for at in range(0, len(numbers), wide)]

    def _ahead(self, count: int) -> bytes:
        """The next bytes, as many of them as can be read."""
        ahead = self.text[self.at : self.at + 2 * count]
        try:
            return unhexlify(ahead)
        except ValueError:
            pairs = (ahead[at : at + 2] for at in range(0, len(ahead), 2))
            return bytes(map(_BYTE.__getitem__, takewhile(_BYTE.__contains__, pairs)))

    def name(self, field: str, unit: str) -> str:
        """A length and a text of that many units."""
        self.counts[field] = self.at
        length = self.byte(f"{field}_length")
        if not length:
            raise SaveStringError(self.at - 2, f"{field}_length", "a length of 1 to 255", "00")
        name = self.text[self.at : self.at + length]
        if unit != "code-points" and not name.isascii():
            name = self._units(field, length, unit)
        if length_of(name, unit) < length:
            raise SaveStringError(
                self.at, field, f"a name of {length} {unit} units", f"only {len(self.text) - self.at} characters"
            )
        self.at += len(name)
        return name

    def _units(self, field: str, length: int, unit: str) -> str:
        """The characters that ``length`` units make up; they must not end inside a character."""
        for at in range(self.at, len(self.text)):
            if length <= 0:
                break
            length -= length_of(self.text[at], unit)
        else:
            at = len(self.text)
        if length < 0:
            raise SaveStringError(
                at - 1, field, f"a name that ends with a whole character, in {unit} units", repr(self.text[at - 1])
            )
        return self.text[self.at : at]

    def _no_hex(self, field: str, found: str, digits: int) -> SaveStringError:
        expected = "a hex digit" if digits == 1 else "two hex digits"
        for at, char in enumerate(found):
            if char not in _DIGIT:
                return SaveStringError(self.at + at, field, expected, repr(char))
        return SaveStringError(self.at + len(found), field, expected, "the end of the string")


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")


def length_of(name: str, unit: str) -> int:
    """How long a name is in a unit. Half a surrogate pair counts as one UTF-16 unit and three bytes."""
    if unit == "code-points" or name.isascii():
        return len(name)
    if unit == "utf-16":
        return len(name) + sum(char > "\uffff" for char in name)
    return len(name.encode("utf-8", "surrogatepass"))


def assemble(raw: Raw, unit: str = "utf-16") -> str:
    """The save string of these fields, upper case, its names counted in ``unit``.

    Raises ``ValueError`` for a name of no or more than 255 units, and for a deck of more than 255 cards.
    """
    parts = ["".join(_TEXT[int(part)] for part in raw.version.split(".")), f"{raw.game:04X}", _named(raw.name, unit)]
    parts += [_TEXT[raw.status], _TEXT[raw.citizenship], _TEXT[raw.oath], "".join(f"{suit:X}" for suit in raw.suits)]
    parts += [_TEXT[site] + "".join(map(_TEXT.__getitem__, cards)) for site, cards in raw.rows]
    parts += [_counted(raw.world), _counted(raw.dispossessed)]
    if raw.relics is not None:
        parts.append(_counted(raw.relics))
    if raw.previous_citizenship is not None and raw.winner is not None and raw.winner_name is not None:
        parts += [_TEXT[raw.previous_citizenship], _TEXT[raw.winner], _named(raw.winner_name, unit)]
    return "".join(parts)


def _counted(numbers: list[int]) -> str:
    if len(numbers) > LONGEST:
        raise ValueError(f"a deck of {len(numbers)} cards; a save string counts to {LONGEST}")
    return _TEXT[len(numbers)] + "".join(map(_TEXT.__getitem__, numbers))


def _named(name: str, unit: str) -> str:
    length = length_of(name, unit)
    if not 1 <= length <= LONGEST:
        raise ValueError(f"the name {name!r} has {length} {unit} units; a save string holds 1 to {LONGEST}")
    return _TEXT[length] + name
