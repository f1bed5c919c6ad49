"""Clause numbers in every style that is printed, and one canonical form: arabic, with dots.

``5.1.4.II``, ``5.1.4.ii``, ``§5.1.4.2`` and ``5.1.4.2.`` are one number; so are ``9.2.9.IIa``, ``9.2.9.II.a`` and
``9.2.9.2.1``. Numbers are strings or tuples of whole numbers, never floats: 5.10 is not 5.1.
"""

import re

Number = tuple[int, ...]

_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMANS = tuple("X" * tens + ones for tens in range(4) for ones in _ONES)
_NUMBER = re.compile(r"(?:§+\s*)?(?:rule:)?(\d{1,3})((?:\.(?:\d{1,3}|[IVXivx]+[a-z]?|[a-z]))*)\.?", re.ASCII)


def roman(value: int) -> str:
    """4 -> IV. Raises ``ValueError`` outside 1 to 39."""
    if not 0 < value < len(_ROMANS):
        raise ValueError(f"{value} is no number of a sub-clause")
    return _ROMANS[value]


def from_roman(text: str) -> int | None:
    """IV or iv -> 4; None if it is no roman number."""
    return _ROMANS.index(text.upper()) if text and text.upper() in _ROMANS else None


def parse(text: str) -> Number | None:
    """A printed number as a tuple; None if it is none. A letter means its place in the alphabet, from the fifth part on
    even where it could be a roman number."""
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        return None
    parts = [int(match[1])]
    for part in match[2].split(".")[1:]:
        values = _values(part, len(parts))
        if values is None:
            return None
        parts.extend(values)
    return tuple(parts)


def _values(part: str, depth: int) -> list[int] | None:
    """The value of one dotted part at a depth; two values for a roman with its letter (IIa)."""
    if part.isdigit():
        return [int(part)]
    if depth >= 4 and len(part) == 1 and part.islower():
        return [ord(part) - 96]
    value = from_roman(part)
    if value is not None:
        return [value]
    if len(part) == 1 and part.islower():
        return [ord(part) - 96]
    value = from_roman(part[:-1]) if part[-1].islower() else None
    return None if value is None else [value, ord(part[-1]) - 96]


def dotted(number: Number) -> str:
    """A number in the canonical form."""
    return ".".join(map(str, number))


def canonical(text: str) -> str | None:
    """A printed number in the canonical form, or None."""
    number = parse(text)
    return dotted(number) if number else None


def label(number: Number) -> str:
    """A number as the laws print it: the fourth part roman, the fifth a letter."""
    parts = [str(n) for n in number[:3]]
    if len(number) > 3:
        parts.append(roman(number[3]) if 0 < number[3] < 40 else str(number[3]))
    if len(number) > 4:
        parts.append(chr(96 + number[4]) if 0 < number[4] < 27 else str(number[4]))
    return ".".join([*parts, *map(str, number[5:])])


def expand(start: Number, end_text: str) -> list[Number] | None:
    """A range such as 4.1.1-4.1.4, or 5.1.4.I-IV with only the last part of its end; None if the two do not fit."""
    end = parse(end_text)
    if end is None or len(end) != len(start):
        last = _values(end_text.strip().rstrip("."), max(len(start) - 1, 1)) if end_text.strip() else None
        if last is None or len(last) != 1:
            return None
        end = (*start[:-1], last[0])
    if end[:-1] != start[:-1] or end[-1] < start[-1] or end[-1] - start[-1] > 60:
        return None
    return [(*start[:-1], n) for n in range(start[-1], end[-1] + 1)]
