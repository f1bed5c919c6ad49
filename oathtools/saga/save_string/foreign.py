"""Strings of the mod of *New Foundations*: recognised, so that none is taken for a damaged one of ours, and not read.

A version, the text with each character shifted by a running number, and its checksum, in an alphabet of their own.
"""

from oathtools.datafiles import load

_STEP, _MODULUS = 16807, 2**31 - 1  # the running number: the minimal standard generator of Park and Miller
_WIDTH = 2  # characters of the version and of the checksum
_SHORTEST = 40


def is_foreign(text: str) -> bool:
    """Is a text an export of the mod of New Foundations? One whose checksum is right is; so is what looks like one.

    Ours are hexadecimal but for two names, and begin with three numbers of one digit.
    """
    bare = "".join(text.split())
    alphabet = _alphabet()
    if len(bare) < _SHORTEST or not set(bare) <= set(alphabet):
        return False
    hexadecimal = sum(char in "0123456789ABCDEFabcdef" for char in bare)
    ours = all(bare[at] == "0" and bare[at + 1].isdigit() for at in (0, 2, 4))
    return _is_whole(bare, alphabet) or (bare[0] == "0" and not ours and 2 * hexadecimal < len(bare))


def _alphabet() -> str:
    facts = load("new_foundations")["string"]
    return str(facts["digits"] + facts["marks"])


def _is_whole(bare: str, alphabet: str) -> bool:
    """Does the version fit, and the checksum?"""
    facts = load("new_foundations")["string"]
    digits = facts["digits"]
    version, shifted, check = bare[:_WIDTH], bare[_WIDTH:-_WIDTH], bare[-_WIDTH:]
    total = sum(place * at for place, at in enumerate(_unshifted(shifted, alphabet), 1)) % len(digits) ** _WIDTH
    high, low = divmod(total, len(digits))
    return version == f"{digits[0]}{digits[facts['version']]}" and check == digits[high] + digits[low]


def _unshifted(shifted: str, alphabet: str) -> list[int]:
    """The places in the alphabet of the characters of the plain text."""
    running = int(load("new_foundations")["string"]["seed"])
    found = []
    for char in shifted:
        running = running * _STEP % _MODULUS
        found.append((alphabet.index(char) - running) % len(alphabet))
        running = (running + found[-1]) % _MODULUS
    return found
