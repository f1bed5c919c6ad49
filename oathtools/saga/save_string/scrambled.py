"""The save string that the mod of New Foundations exports: its world as plain data, both ways to the byte.

A world is a mapping of its parts, in the order of the string, to names: sites with what lies at them, piles from their
top, boards. A part that the string does not reach is missing; one that is empty in it where others write a number is
None. What the numbers mean stands in ``data/new_foundations.yaml``; no rule of the expansion is known here.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from typing import Any, NamedTuple

from oathtools.kit.datafiles import load
from oathtools.saga.save_string.parse import Repair, SaveStringError

World = dict[str, Any]
DORMANT = " (dormant)"  # what stands behind the name of a legacy that lies facedown

_STEP, _MODULUS = 16807, 2**31 - 1  # the running number: the minimal standard generator of Park and Miller
_WIDTH = 2  # characters of the version and of the checksum
_SHORTEST = 40
_PIECE, _PIECE_WIDTH = 5, 7  # cards in a piece of a pile, and its characters
_EXACT = 2**53  # the mod counts in doubles: from here on its numbers are not exact
_WINDOWS = (24, 120)  # so far before the place where a string makes no sense any more the fault is looked for


class Unfit(ValueError):
    """A world that no string can hold: in which part, and why."""

    def __init__(self, where: str, what: str) -> None:
        self.where, self.what = where, what
        super().__init__(f"{where}: {what}")


class _Book(NamedTuple):
    """What the data say of the string; the names of each kind, and of ``items``: all that may lie at a site."""

    facts: Mapping[str, Any]
    alphabet: str
    places: Mapping[str, int]
    names: Mapping[str, Mapping[int, str]]
    numbers: Mapping[str, Mapping[str, int]]


@cache
def book() -> _Book:
    """The facts of the format, made once a process."""
    facts = load("new_foundations")["string"]
    base = {int(card["library"].rpartition("-")[2]): card["name"] for card in load("cards")["denizens"].values()}
    others = {int(number): name for number, name in facts["denizens"].items()}
    denizens = {**base, **others, **dict(enumerate(facts["denizens_from_199"], 199))}
    names = {kind: dict(enumerate(facts[kind], 1)) for kind in ("relics", "edifices", "legacies")}
    names |= {"denizens": {number: name for number, name in denizens.items() if name}}
    names |= {"sites": dict(enumerate(facts["sites_from_0"])), "items": {}}
    for kind, more in facts["at_sites"].items():
        names["items"] |= {number + more: name for number, name in names[kind].items()}
    names["legacies"] |= {number + facts["dormant"]: name + DORMANT for number, name in names["legacies"].items()}
    numbers = {kind: {name: number for number, name in each.items()} for kind, each in names.items()}
    alphabet = facts["digits"] + facts["marks"]
    return _Book(facts, alphabet, {char: n for n, char in enumerate(alphabet)}, names, numbers)


def parts(*ways: str) -> list[str]:
    """The parts of a world that are packed in these ways, in the order of the string."""
    return [part for part, packed in book().facts["parts"].items() if packed.startswith(ways)]


def is_foreign(text: str) -> bool:
    """Is a text an export of this mod? One whose checksum is right is; so is what looks like one.

    Those of the base game are hexadecimal but for two names, and begin with three numbers of one digit.
    """
    bare = _bare(text)
    if bare[:1] != "0":
        return False
    strange = sum(char not in book().places for char in bare)
    hexadecimal = sum(char in "0123456789ABCDEFabcdef" for char in bare)
    ours = all(bare[at : at + 1] == "0" and bare[at + 1 : at + 2].isdigit() for at in (0, 2, 4))
    whole = not strange and bare == f"{_version()}{bare[_WIDTH:-_WIDTH]}{_checksum(_plain(bare[_WIDTH:-_WIDTH]))}"
    return whole or (len(bare) >= _SHORTEST and not ours and 20 * strange < len(bare) and 2 * hexadecimal < len(bare))


def read(text: str) -> World:
    """The world in a string; blanks and line ends in it are none of it. Raises ``SaveStringError``."""
    bare = _bare(text)
    try:
        return _read(bare)
    except SaveStringError as error:
        error.search = lambda fault: _repairs(bare, fault.position)
        raise


def write(world: Mapping[str, Any]) -> str:
    """The string of a world. Raises ``Unfit``."""
    packings: dict[str, str] = book().facts["parts"]
    strange = next((part for part in world if part not in packings), None)
    if strange:
        raise Unfit(strange, "no such part")
    reached = max((at for at, part in enumerate(packings, 1) if part in world), default=0)
    plain = ">".join(_write_part(part, packings[part], world.get(part)) for part in list(packings)[:reached])
    return f"{_version()}{_shifted(plain)}{_checksum(plain)}"


def _bare(text: str) -> str:
    return "".join(text.split())


def _version() -> str:
    return _in_digits(book().facts["version"], _WIDTH)


# -- the shift and the checksum ----------------------------------------------------------------------------------------


def _shifted(plain: str) -> str:
    places, alphabet, running, out = book().places, book().alphabet, book().facts["seed"], []
    for char in plain:
        running = running * _STEP % _MODULUS
        out.append(alphabet[(places[char] + running) % len(alphabet)])
        running = (running + places[char]) % _MODULUS
    return "".join(out)


def _states(shifted: str) -> list[tuple[int, int, int]]:
    """After each character, and before the first: the running number, the sum for the checksum, the plain character."""
    places, running, total = book().places, book().facts["seed"], 0
    states = [(running, total, 0)]
    for place, char in enumerate(shifted, 1):
        running = running * _STEP % _MODULUS
        at = (places[char] - running) % len(places)
        running, total = (running + at) % _MODULUS, total + place * at
        states.append((running, total, at))
    return states


def _plain(shifted: str) -> str:
    return "".join(book().alphabet[at] for _, _, at in _states(shifted)[1:])


def _checksum(plain: str) -> str:
    total = sum(place * book().places[char] for place, char in enumerate(plain, 1))
    return _in_digits(total % len(book().facts["digits"]) ** _WIDTH, _WIDTH)


# -- from characters to the world: each function takes the name of a field, where it begins, and its characters --------


def _read(bare: str) -> World:
    strange = next((at for at, char in enumerate(bare) if char not in book().places), None)
    if strange is not None:
        raise SaveStringError(strange, "characters", "one of the 84 characters of such a string", repr(bare[strange]))
    if bare[:_WIDTH] != _version():
        raise SaveStringError(0, "version", _version(), repr(bare[:_WIDTH]))
    plain, at, world = _plain(bare[_WIDTH:-_WIDTH]), _WIDTH, World()
    packings = book().facts["parts"]
    texts = plain.split(">")
    for text, (part, packed) in zip(texts, packings.items(), strict=False):
        world[part] = _read_part(part, at, text, packed)
        at += len(text) + 1
    if len(texts) > len(packings):
        raise SaveStringError(at, "end", f"{len(packings)} parts", str(len(texts)))
    if bare[-_WIDTH:] != _checksum(plain):
        expected = f"{_checksum(plain)}, the checksum of what stands before it"
        raise SaveStringError(len(bare) - _WIDTH, "checksum", expected, bare[-_WIDTH:])
    return world


def _read_part(part: str, at: int, text: str, packed: str) -> Any:
    if packed == "sites":
        return list(_sites(part, at, text))
    if packed == "board":
        return _board(part, at, text) if text else None
    way, _, kind = packed.partition(" of ")
    if way == "pile":
        return _cards(part, at, text, kind, piled=True)
    if not text:
        return None
    if way == "list":
        return _cards(part, at, text, kind)
    faces, mask = book().facts["foundations"], _number(part, at, text)
    if mask >> len(faces):
        raise SaveStringError(at, part, f"faces of {len(faces)} foundations", str(mask))
    return [name for bit, name in enumerate(faces) if mask >> bit & 1]


def _sites(part: str, at: int, text: str) -> Iterator[dict[str, Any]]:
    for count, token in enumerate(text.split("#")[:-1], 1):
        number, site = divmod(_number(f"{part}.{count}", at, token), 100)
        if site not in book().names["sites"]:
            raise SaveStringError(at, f"{part}.{count}", "the number of a site, 0 to 23", str(site))
        yield {"site": book().names["sites"][site], "cards": _split(f"{part}.{count}", at, number, "items")}
        at += len(token) + 1
    if text and text[-1] != "#":
        raise SaveStringError(at, part, "# after each site", repr(text[-1]))


def _board(part: str, at: int, text: str) -> dict[str, Any]:
    fields, sides = text.split("#"), book().facts["sides"]
    if len(fields) != 3:
        raise SaveStringError(at + len(text), part, "three fields with # between", f"{len(fields)} of them")
    head, legacies, relics = fields
    side = _number(part, at, head[:1]) if head else len(sides)
    if side >= len(sides):
        raise SaveStringError(at, f"{part}.side", "0, 1 or 2", repr(head[:1]))
    after = at + len(head) + 1
    return {
        "side": sides[side],
        "advisers": _cards(f"{part}.advisers", at + 1, head[1:], "denizens"),
        "legacies": _cards(f"{part}.legacies", after, legacies, "legacies", piled=len(legacies) >= _PIECE_WIDTH),
        "relics": _cards(f"{part}.relics", after + len(legacies) + 1, relics, "relics"),
    }


def _cards(name: str, at: int, text: str, kind: str, *, piled: bool = False) -> list[str]:
    """The cards in one number, or in the pieces of a pile, of which the last comes first."""
    cards: list[str] = []
    width = _PIECE_WIDTH if piled else max(len(text), 1)
    for start in range(0, len(text), width):
        piece = _split(name, at + start, _number(name, at + start, text[start : start + width]), kind)
        if piled and not (0 < len(piece) <= _PIECE and len(text) - start >= width):
            expected = f"{_PIECE_WIDTH} characters for 1 to {_PIECE} cards"
            raise SaveStringError(at + start, name, expected, repr(text[start : start + width]))
        cards = piece + cards
    return cards


def _number(name: str, at: int, text: str) -> int:
    number, digits = 0, len(book().facts["digits"])
    for place, char in enumerate(text):
        digit = book().places[char]
        if digit >= digits:
            raise SaveStringError(at + place, name, "a digit", repr(char))
        number = number * digits + digit
    return number


def _split(name: str, at: int, number: int, kind: str) -> list[str]:
    """The cards that are the digits of a number, the lowest first."""
    base, names, found = book().facts["base"][kind], book().names[kind], []
    while number:
        number, digit = divmod(number, base)
        if digit not in names:
            raise SaveStringError(at, name, f"the number of one of the {kind}", str(digit))
        found.append(names[digit])
    return found


# -- from the world to characters --------------------------------------------------------------------------------------


def _write_part(part: str, packed: str, held: Any) -> str:
    if held is None:
        return ""
    if packed == "sites":
        return "".join(f"{_site(part, row)}#" for row in held)
    if packed == "board":
        sides = {name: at for at, name in enumerate(book().facts["sides"])}
        many = len(held["legacies"]) >= _PIECE
        fields = (
            f"{_known(part, sides, held['side'])}{_joined(part, held['advisers'], 'denizens')}",
            _joined(part, held["legacies"], "legacies", piled=many),
            _joined(part, held["relics"], "relics"),
        )
        return "#".join(fields)
    way, _, kind = packed.partition(" of ")
    if way == "pile":
        return _joined(part, held, kind, piled=True)
    if way == "list":
        return _joined(part, held, kind) or _in_digits(0)
    bits = {name: 1 << bit for bit, name in enumerate(book().facts["foundations"])}
    return _in_digits(sum(_known(part, bits, name) for name in dict.fromkeys(held)))


def _site(part: str, row: Mapping[str, Any]) -> str:
    site = _known(part, book().numbers["sites"], row["site"])
    return _exact(part, _as_number(part, row.get("cards") or [], "items") * 100 + site)


def _joined(part: str, cards: list[str], kind: str, *, piled: bool = False) -> str:
    if not piled:
        return _exact(part, _as_number(part, cards, kind)) if cards else ""
    pieces = [_as_number(part, cards[at : at + _PIECE], kind) for at in range(0, len(cards), _PIECE)]
    return "".join(_in_digits(piece, _PIECE_WIDTH) for piece in reversed(pieces))


def _as_number(part: str, cards: list[str], kind: str) -> int:
    number = 0
    for card in reversed(cards):
        number = number * book().facts["base"][kind] + _known(part, book().numbers[kind], card)
    return int(number)


def _known(part: str, numbers: Mapping[str, int], name: Any) -> int:
    if name not in numbers:
        raise Unfit(part, f"nothing that may stand there is called {name!r}")
    return numbers[name]


def _exact(part: str, number: int) -> str:
    if number >= _EXACT:
        raise Unfit(part, "more cards than one number of the mod can hold exactly")
    return _in_digits(number)


def _in_digits(number: int, width: int = 1) -> str:
    digits, text = book().facts["digits"], ""
    while number:
        number, digit = divmod(number, len(digits))
        text = digits[digit] + text
    return text.rjust(width, digits[0])


# -- ways to mend a damaged string: one slip, after which checksum and every part fit ----------------------------------


def _repairs(bare: str, position: int) -> tuple[list[Repair], bool]:
    """The slips that explain it, and whether only one does. After a slip the shift is lost: it lies before."""
    found: dict[str, str] = {}
    for window in _WINDOWS:
        for what, string in _candidates(bare, position, window) if not found else ():
            if string not in found and string != bare and _is_sound(string):
                found[string] = what
    return [Repair(what, string) for string, what in found.items()], len(found) == 1


def _is_sound(string: str) -> bool:
    try:
        return write(_read(string)) == string
    except (SaveStringError, Unfit):
        return False


def _candidates(bare: str, position: int, window: int) -> Iterator[tuple[str, str]]:
    strange = [at for at, char in enumerate(bare) if char not in book().places]
    yield "read &amp; and its like as the characters they stand for", unescape(bare)
    yield "leave out what no such string has", "".join(char for char in bare if char in book().places)
    from rapidfuzz.distance import OSA

    if strange:  # one that stands for a character of the string
        bare, position = bare.replace(bare[strange[0]], book().facts["digits"][0]), strange[0]
    if len(strange) < 2:
        for begins in (_WIDTH, _WIDTH - 1, _WIDTH + 1):  # a character of the version or the checksum lost, or too many
            yield f"begin with {_version()}", f"{_version()}{bare[begins:]}"
        for at in (_WIDTH - 1, len(bare) - _WIDTH - 1):
            yield "change over what stands at an end", f"{bare[:at]}{bare[at + 1]}{bare[at]}{bare[at + 2 :]}"
        for ends in (_WIDTH, _WIDTH - 1, _WIDTH + 1):
            body = bare[_WIDTH:-ends]
            check = _checksum(_plain(body))
            if OSA.distance(check, bare[-ends:]) <= 1:
                yield "put the checksum right", f"{_version()}{body}{check}"
        yield from _by_checksum(bare, range(max(0, position - _WIDTH - window), position + _PIECE_WIDTH))


def _by_checksum(bare: str, places: range) -> Iterator[tuple[str, str]]:
    """Strings whose checksum is right, with a character changed, lost or too many, or two changed over."""
    alphabet, body, check = book().alphabet, bare[_WIDTH:-_WIDTH], bare[-_WIDTH:]
    states, plain = _states(body), [book().places[char] for char in body]
    low, size, number = len(book().facts["digits"]), len(alphabet), 0
    for char in check:
        number = number * low + book().places[char]

    def fits(start: int, rest: list[int]) -> bool:
        running, total, _ = states[start]
        for place, at in enumerate(rest, start + 1):
            running = running * _STEP % _MODULUS
            at = (at - running) % size
            running += at
            total += place * at
        return total % low**_WIDTH == number

    for at in (place for place in places if place <= len(body)):
        here, two = plain[at : at + 1], plain[at : at + 2][::-1]
        was = repr(body[at : at + 1])
        ways = [(f"take out {was}", here, []), (f"change over {was} and the next", two, two)]
        ways += [(f"put {char!r} for {was}", here, [n]) for n, char in enumerate(alphabet)]
        ways += [(f"put {char!r} in", [], [n]) for n, char in enumerate(alphabet)]
        for what, old, new in ways:
            if fits(at, [*new, *plain[at + len(old) :]]):
                written = "".join(alphabet[each] for each in new)
                yield (
                    f"{what} at offset {at + _WIDTH}",
                    f"{bare[: at + _WIDTH]}{written}{bare[at + _WIDTH + len(old) :]}",
                )
