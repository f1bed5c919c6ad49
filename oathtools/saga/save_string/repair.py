"""Ways to mend a damaged save string.

Each way is one plain supposition: a wrong count or length, one character too many or too few, something wrapped around
the string. It is taken seriously only if the string then reads to its end. The candidates are weighed by what is odd in
the world that comes of them (see ``Note.weight``), then by how little was changed. The best one is certain if nothing
else comes near it, the world shows no more than one sign of damage, and nothing is lost that the string still counts.
Otherwise all are listed and a person chooses.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import product
from typing import NamedTuple

from oathtools.saga.save_string import parse as parsing

# -- what is odd in a save string that can be read: kept as it is, and told. Relics mended as the mod's reader does ----


class Note(NamedTuple):
    """Something worth telling: with the cards that people may not know by name, and without them.

    ``weight`` is how much it speaks for damage: 0 for what honest strings show, 4 and more for what they never should.
    """

    kind: str
    full: str
    public: str
    weight: int = 0


def oddities(raw: parsing.Raw) -> list[Note]:
    """Everything in these fields that is readable but not as it should be."""
    return [*_header(raw), *_rows(raw), *_decks(raw), *_duplicates(raw), *_missing(raw)]


def _plain(kind: str, text: str, weight: int = 0) -> Note:
    return Note(kind, text, text, weight)


def _header(raw: parsing.Raw) -> Iterator[Note]:
    book = parsing.facts()
    if raw.oath == book["oaths"]["conspiracy"]:
        yield _plain("oath", "oath 04, the Conspiracy: no game uses it", 4)
    if sorted(raw.suits) != sorted(book["suits"].values()):
        yield _plain("suit_order", "the suit order does not name each suit once", 4)
    if not raw.game:
        yield _plain("game", "the number of the next game is 0", 4)
    boards = parsing.mask_of(book["citizens"])
    for field, mask in (("citizenship", raw.citizenship), ("previous_citizenship", raw.previous_citizenship or 0)):
        if mask & ~boards:
            spare = ", ".join(parsing.mask_names(mask & ~boards))
            yield _plain(field, f"{field} has bits that stand for no board: {spare}", 4)
    if raw.winner and raw.winner & (raw.winner - 1):
        yield _plain("winner", f"more than one winner: {', '.join(parsing.mask_names(raw.winner))}", 4)


def _rows(raw: parsing.Raw) -> Iterator[Note]:
    book = parsing.facts()
    empty, no_site, facedown = [], book["no_site"], book["facedown_site"]
    for number, (site, cards) in enumerate(raw.rows, 1):
        holds = any(card != book["no_card"] for card in cards)
        if site == no_site:
            empty.append(number)
            if holds:
                yield _plain("empty_slot_holds", f"map slot {number} has no site but holds cards", 4)
        elif site >= facedown and holds:
            yield _plain("facedown_holds", f"the facedown site of map slot {number} holds cards", 4)
    if empty:
        yield _plain("empty_slots", f"no site in map slot{'s'[: len(empty) > 1]} {_list(map(str, empty))}")


_BELONGS = {
    "map": ("denizen", "edifice", "relic"),
    "world_deck": ("denizen", "vision"),
    "dispossessed": ("denizen",),
    "relic_deck": ("relic",),
}


def places(raw: parsing.Raw) -> Iterator[tuple[str, str, int]]:
    """Every card field but the empty slots of the map: the part it is in, its place, its number."""
    no_card = parsing.facts()["no_card"]
    for n, (_, cards) in enumerate(raw.rows, 1):
        for k, card in enumerate(cards, 1):
            if card != no_card:
                yield "map", f"map.{n}.card.{k}", card
    for part, deck in (("world_deck", raw.world), ("dispossessed", raw.dispossessed), ("relic_deck", raw.relics or [])):
        for n, card in enumerate(deck, 1):
            yield part, f"{part}.{n}", card


def _decks(raw: parsing.Raw) -> Iterator[Note]:
    kinds, no_card = parsing.numbers().kind, parsing.facts()["no_card"]
    astray, blanks = [], []
    for part, place, card in places(raw):
        if card == no_card:
            blanks.append(place)
        elif kinds[card] not in _BELONGS[part]:
            astray.append(f"{_name(card)} ({place})")
    if astray:
        many = f"{len(astray)} cards lie" if len(astray) > 1 else "a card lies"
        text = f"{many} where no such card belongs"
        yield Note("misplaced", f"{text}: {_list(astray)}", text, 4 * len(astray))
    if blanks:
        text = f"{len(blanks)} empty entr{'ies' if len(blanks) > 1 else 'y'} in a deck: {_list(blanks)}"
        yield Note("blank", text, text, 4 * len(blanks))


def _duplicates(raw: parsing.Raw) -> Iterator[Note]:
    no_card, same = parsing.facts()["no_card"], parsing.numbers().same_card
    found: dict[int, list[str]] = {}
    for _, place, card in places(raw):
        if card != no_card:
            found.setdefault(same[card], []).append(place)
    twice = {card: where for card, where in found.items() if len(where) > 1}
    if twice:
        text = f"{len(twice)} cards stand" if len(twice) > 1 else "a card stands"
        named = _list(f"{_name(card)} ({', '.join(where)})" for card, where in twice.items())
        extra = sum(len(where) - 1 for where in twice.values())
        yield Note("duplicate", f"{text} more than once: {named}", f"{text} more than once", 4 * extra)
    sites = Counter(parsing.numbers().sites[site][0] for site, _ in raw.rows if site != parsing.facts()["no_site"])
    for site, count in sites.items():
        if count > 1:
            slots = [
                str(n)
                for n, (number, _) in enumerate(raw.rows, 1)
                if parsing.numbers().sites.get(number, ("",))[0] == site
            ]
            yield Note(
                "duplicate_site",
                f"{parsing.numbers().site_names[site]} lies in map slots {_list(slots)}",
                f"the same site lies in map slots {_list(slots)}",
                4 * (count - 1),
            )


def _missing(raw: parsing.Raw) -> Iterator[Note]:
    present = {card for _, _, card in places(raw)}
    if not raw.world:
        yield _plain("no_world_deck", "the world deck is empty")
    else:
        yield from _gone("missing_visions", "Vision", parsing.numbers().visions - present)
    if parsing.has(raw.version, "relic_deck"):
        yield from _gone("missing_relics", "relic", parsing.numbers().relics - present)
    else:
        yield _plain("no_relic_deck", f"strings of version {raw.version} hold no relic deck: one is still to be made")


def _gone(kind: str, what: str, gone: Iterable[int]) -> Iterator[Note]:
    names = [_name(card) for card in sorted(gone)]
    if names:
        text = f"{len(names)} {what}{'s' if len(names) > 1 else ''} missing"
        yield Note(kind, f"{text}: {_list(names)}", text, len(names))


def _name(card: int) -> str:
    return parsing.numbers().names[card]


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)


def mend_relics(raw: parsing.Raw, seed: str) -> list[Note]:
    """Mend the relics of ``raw`` in place as the mod's own reader does, and say what was done.

    A relic met again on the map or in the deck (read from its bottom) is taken out; missing ones go on top of the
    deck, in the order of their numbers; if all are missing, a new deck is shuffled with ``seed``. Nothing is done for
    versions without a relic deck.
    """
    if raw.relics is None:
        return []
    done: list[Note] = []
    no_card, relics = parsing.facts()["no_card"], parsing.numbers().relics
    seen: set[int] = set()
    for n, (_, cards) in enumerate(raw.rows, 1):
        for k, card in enumerate(cards):
            if card in relics and card in seen:
                cards[k] = no_card
                text = f"taken from map slot {n}: a relic that stands elsewhere"
                done.append(Note("repaired", f"{text}, {_name(card)}", text))
            seen.add(card)
    kept = []
    for card in raw.relics:
        if card in relics and card in seen:
            text = "taken from the relic deck: a relic that stands elsewhere"
            done.append(Note("repaired", f"{text}, {_name(card)}", text))
        else:
            kept.append(card)
        seen.add(card)
    missing = sorted(relics - seen)
    if len(missing) == len(relics):
        from random import Random

        Random(seed).shuffle(missing)
        done.append(
            _plain("repaired", f"no relic was there: a new relic deck of {len(missing)}, shuffled with seed {seed}")
        )
    elif missing:
        text = f"put on top of the relic deck: {len(missing)} missing relic{'s' if len(missing) > 1 else ''}"
        done.append(Note("repaired", f"{text}, from the top: {_list(_name(card) for card in missing[::-1])}", text))
    raw.relics = kept + missing
    return done


_SHOWN = 9  # repairs listed at most
_NEAR = 0.05  # a way that costs only this much more is as good
_LISTED = 2.0  # a way that costs so much more is not worth naming
_DAMAGED = 7.0  # a world this odd is not what was meant
_FIXES = 300  # characters put right one after another, at most
_READ = 6  # characters that the reader looks at in one, at most: a version
_DIGITS = "0123456789ABCDEF"
_LOOK_ALIKES = {
    **dict.fromkeys("OoQ", "0"),
    **dict.fromkeys("Iil|!", "1"),
    **dict.fromkeys("Zz", "2"),
    **dict.fromkeys("Ss", "5"),
    **dict.fromkeys("Gg", "6"),
    **dict.fromkeys("\u041e\u043e", "0"),  # Cyrillic letters
    **dict.fromkeys("\u0410\u0430", "A"),
    "\u0412": "B",
    **dict.fromkeys("\u0421\u0441", "C"),
    **dict.fromkeys("\u0415\u0435", "E"),
}
_WRAPPING = " \t\r\n\ufeff\"'`<>“”«»„‘’"


class _Way(NamedTuple):
    cost: float
    what: str
    string: str
    at: int | None = None  # where a single character was changed: must not turn out to be inside a name
    short: bool = False  # a length or count is set to what is there, because the string stops short


def repairs_of(text: str, error: parsing.SaveStringError) -> tuple[list[parsing.Repair], bool]:
    """The ways to mend ``text``, which failed with ``error``, best first; and whether the first is certain."""
    if error.field == "version" and error.hint:  # a known fork: its cards have other numbers
        return [], False
    best: dict[str, _Way] = {}
    for way in _candidates(text, error):
        if way.string == text:
            continue
        known = best.get(way.string)
        weighed = _weigh(way) if known is None or known.at is not None or way.cost < known.cost else None
        if weighed is not None and (known is None or weighed.cost < known.cost):
            best[way.string] = weighed
    ways = sorted((way for way in best.values() if way.cost < _DAMAGED), key=lambda way: way.cost)
    ways = [way for way in ways if way.cost < ways[0].cost + _LISTED]
    alone = len(ways) == 1 or (len(ways) > 1 and ways[1].cost - ways[0].cost > _NEAR)
    certain = alone and not _loses(ways[0])
    return [parsing.Repair(way.what, way.string) for way in ways[:_SHOWN]], certain


def _loses(way: _Way) -> bool:
    """Whether the way makes do with what is there of a string that stops too early."""
    if not way.short:
        return False
    raw = next(raw for unit in _units(way.string) if (raw := _parsed(way.string, unit)))
    if raw.winner_name not in (None, parsing.facts()["placeholder"]["winner_name"]):
        return True
    return any(note.kind == "missing_relics" for note in oddities(raw))


def _parsed(text: str, unit: str) -> parsing.Raw | None:
    with suppress(parsing.SaveStringError):
        return parsing.parse(text, unit)
    return None


def _units(text: str) -> tuple[str, ...]:
    return parsing.UNITS[:1] if text.isascii() else parsing.UNITS


def _weigh(way: _Way) -> _Way | None:
    """The way with the oddness of its world added to its cost; None if the string cannot be read even so."""
    for unit in _units(way.string):
        raw = _parsed(way.string, unit)
        if raw is not None:
            if way.at is not None and _in_a_name(raw, way.at):
                return None
            return way._replace(cost=way.cost + _oddness(raw))
    return None


def _in_a_name(raw: parsing.Raw, at: int) -> bool:
    for field, name in (("name", raw.name), ("winner_name", raw.winner_name)):
        start = raw.counts.get(field)
        if start is not None and name is not None and start + 2 <= at < start + 2 + len(name):
            return True
    return False


def _oddness(raw: parsing.Raw) -> float:
    """How little a world looks like one that the mod would write. Missing cards are common, so they weigh little."""
    weight = 0.0
    for note in oddities(raw):
        weight += note.weight / 10 if note.kind.startswith("missing") else note.weight
    if len(raw.dispossessed) % 6:  # six a game go there (8.5)
        weight += 0.2
    if raw.winner_name == parsing.facts()["placeholder"]["winner_name"]:
        weight -= 0.2
    return weight


def _candidates(text: str, error: parsing.SaveStringError) -> Iterator[_Way]:
    yield from _wrapped(text)
    yield from _misread(text)
    yield from _characters(text)
    yield from _mixed_units(text)
    yield from _versions(text)
    yield from _trailing(text)
    yield from _no_winner(text, error)
    yield from _lengths(text)
    yield from _one_character(text, error)


def _wrapped(text: str) -> Iterator[_Way]:
    """Quotation marks, words before the string, line breaks inside it."""
    bare = text.strip(_WRAPPING)
    if bare != text:
        yield _Way(0.05, "left out the quotation marks or blanks around the string", bare)
    for version in parsing.facts()["versions"]:
        at = text.find(_head(version), 1)
        if at > 0:
            what = f"left out the {at} character{'s' if at > 1 else ''} before the string"
            yield _Way(0.2, what, text[at:])
            yield _Way(0.3, f"{what} and those around it", text[at:].rstrip(_WRAPPING))
    if "\n" in text or "\r" in text:
        yield _Way(0.05, "left out the line breaks", text.replace("\r", "").replace("\n", ""))
        yield _Way(0.05, "put a blank for each line break", " ".join(text.splitlines()))


def _head(version: str) -> str:
    return "".join(f"{part:02X}" for part in parsing.triple(version))


def _misread(text: str) -> Iterator[_Way]:
    """UTF-8 that was read as another encoding on the way (two odd letters for one accented one)."""
    for encoding in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            yield _Way(0.05, "read the letters beyond ASCII as UTF-8", text.encode(encoding).decode("utf-8"))


def _characters(text: str) -> Iterator[_Way]:
    """Blanks among the hex digits, and signs that only look like hex digits."""
    for unit in _units(text):
        fixed, left_out = text, 0
        replaced: dict[str, str] = {}
        for _ in range(_FIXES):
            try:
                parsing.parse(fixed, unit)
                break
            except parsing.SaveStringError as error:
                at = error.position
                char = fixed[at : at + 1]
                if not char or error.expected not in ("a hex digit", "two hex digits"):
                    break
                digit = _LOOK_ALIKES.get(char) or _plain_digit(char)
                if digit:
                    fixed = fixed[:at] + digit + fixed[at + 1 :]
                    replaced[char] = digit
                elif unicodedata.category(char)[0] in "ZC":
                    fixed = fixed[:at] + fixed[at + 1 :]
                    left_out += 1
                else:
                    break
        reads = [f"read {char} as {digit}" for char, digit in replaced.items()]
        if left_out:
            reads.append(f"left out {left_out} blank{'s' if left_out > 1 else ''} among the hex digits")
        if reads:
            yield _Way(0.05, ", ".join(reads), fixed)


def _plain_digit(char: str) -> str | None:
    """The hex digit that a full-width or otherwise dressed one stands for."""
    plain = unicodedata.normalize("NFKC", char).upper()
    return plain if plain != char and len(plain) == 1 and plain in _DIGITS else None


def _mixed_units(text: str) -> Iterator[_Way]:
    """The two names counted in different units."""
    for name_unit, winner_unit in product(_units(text), repeat=2):
        with suppress(parsing.SaveStringError, ValueError):
            raw = parsing.parse(text, name_unit, winner_unit)
            what = f"counted both names in UTF-16 units; they were counted in {name_unit} and {winner_unit}"
            yield _Way(0.05, what, parsing.assemble(raw))


def _versions(text: str) -> Iterator[_Way]:
    """Another version: the nearest whose layout fits, or the first that has the block which stands there."""
    versions: dict[str, str] = parsing.facts()["versions"]
    now = next((version for version in versions if text[:6].upper() == _head(version)), None)
    for version, layout in versions.items():
        alike = [each for each in versions if versions[each] == layout]
        changed = sum(a != b for a, b in zip(_head(version), text[:6].upper(), strict=False))
        if now is not None and parsing.triple(version) > parsing.triple(now):
            cost = 0.1 + 0.06 * alike.index(version)
        else:
            cost = 0.3 * changed + 0.06 * alike[::-1].index(version)
        yield _Way(cost, f"read it as version {version}", _head(version) + text[6:])


def _trailing(text: str) -> Iterator[_Way]:
    for unit in _units(text):
        with suppress(parsing.SaveStringError):
            end = parsing.parse_start(text, unit).end
            rest = text[end:]
            if rest:
                what = f"left out the {len(rest)} character{'s' if len(rest) > 1 else ''} after the end"
                yield _Way(0.05 if rest[0].isspace() else 0.18, what, text[:end])


def _no_winner(text: str, error: parsing.SaveStringError) -> Iterator[_Way]:
    """A string that stops before the previous-game block, which is filled in as the mod does."""
    if error.field == "previous_citizenship" and error.position == len(text):
        book = parsing.facts()["placeholder"]
        block = f"00{parsing.mask_of([book['winner']]):02X}{len(book['winner_name']):02X}{book['winner_name']}"
        yield _Way(0.05, "added the missing block of the previous game: all Exiles, purple, UNKNOWN", text + block)


def _lengths(text: str) -> Iterator[_Way]:
    """Every other value of each length and count, and half a card left out where the string stops short."""
    for unit in _units(text):
        short = False
        bases = [(text, "")]
        try:
            counts = parsing.parse_start(text, unit).counts
        except parsing.SaveStringError as error:
            counts = error.counts
            short = error.position == len(text) or error.field == "winner_name"
            if error.position == len(text):
                bases.append((text[:-1], " and left out half a card at the end"))
        for (field, at), (base, also) in product(counts.items(), bases):
            old = base[at : at + 2].upper()
            label = f"length of the {field}" if field.endswith("name") else f"count of the {field}"
            for number in range(256):
                new = f"{number:02X}"
                if new != old:
                    what = f"set the {label.replace('_', ' ')} to {number}, it said {_number(old)}{also}"
                    cost = (0.15 if _slip(old, new) else 0.3) + 0.1 * bool(also)
                    yield _Way(cost, what, base[:at] + new + base[at + 2 :], short=short)


def _slip(old: str, new: str) -> bool:
    """Whether a small slip leads from one byte to another: one digit, or a count that is off by a few."""
    if sum(a != b for a, b in zip(old, new, strict=False)) == 1:
        return True
    return set(old) <= set(_DIGITS) and len(old) == 2 and abs(int(old, 16) - int(new, 16)) <= 3


def _number(pair: str) -> str:
    return str(int(pair, 16)) if len(pair) == 2 and set(pair) <= set(_DIGITS) else repr(pair)


def _one_character(text: str, error: parsing.SaveStringError) -> Iterator[_Way]:
    """One character too many, too few, or wrong, outside the names.

    What stands behind the place where the reader stopped is no cause, where that place does not hang on it: a name may
    be too short for its length, and names have several units.
    """
    exact = text.isascii() and error.field not in ("end", "string", "name", "winner_name")
    last = min(len(text), error.position + _READ) if exact else len(text)
    for at in range(min(len(text), last + 1)):
        rest = text[at + 1 :]
        yield _Way(0.3, f"left out {text[at]!r} at offset {at}, one character too many", text[:at] + rest, at)
    for at, digit in product(range(last + 1), _DIGITS):
        yield _Way(
            0.3, f"put in {digit} at offset {at}, where a character was missing", text[:at] + digit + text[at:], at
        )
    for at in (error.position, error.position + 1):
        if error.field != "end" and at < len(text):
            for digit in _DIGITS:
                yield _Way(0.3, f"read {text[at]!r} at offset {at} as {digit}", text[:at] + digit + text[at + 1 :], at)
