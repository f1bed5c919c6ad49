"""Dice as people call out what fell: ``1 2 x2 -``, ``s h h k``, ``3h 2s 1k``, ``2 blank, 1 doubler``.

One letter, sign or word for each die, or a number before a word, with nothing or blanks between them. Where words may
mean several things, the number of dice decides; where it does not, they are refused rather than guessed at.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from oathtools.kit.text import NUMBER_WORDS, counted, listed
from oathtools.odds.dice import die_faces

# What people call the sides besides their ids: signs and letters that may stand side by side, then words.
_SIGNS: dict[str, dict[str, tuple[str, ...]]] = {
    "attack": {"hollow_sword": ("h",), "sword": ("s",), "two_swords_skull": ("k", "t")},
    "defense": {
        "blank": ("-", "–", "0"),
        "shield": ("1",),
        "two_shields": ("2",),
        "doubler": ("x2", "×2", "x", "×"),
    },
}
_LETTERS: dict[str, dict[str, tuple[str, ...]]] = {
    "attack": _SIGNS["attack"],
    "defense": {"blank": ("b",), "shield": ("s",), "two_shields": ("t",), "doubler": ("d",)},
}
_WORDS: dict[str, tuple[str, ...]] = {
    "hollow_sword": (
        *("hollow", "hollows", "hollow swords", "half", "halves"),
        *("empty", "empties", "empty sword", "empty swords"),
    ),
    "sword": ("swords", "single sword", "one sword", "1 sword"),
    "two_swords_skull": (
        *("skull", "skulls", "double sword", "double swords"),
        *("two swords and a skull", "two swords and skull", "two swords skulls", "two swords skull", "2 swords skull"),
        *("double", "doubles", "double skull", "double skulls", "double sword skull", "double swords skull"),
    ),
    "blank": ("blanks", "nothing", "empty"),
    "shield": ("shields", "single shield", "one shield", "1 shield"),
    # A bare "double" may be either of the two: where nothing else decides, it is asked back.
    "two_shields": ("two shield", "2 shields", "2 shield", "double shield", "double shields", "double", "doubles"),
    "doubler": ("doublers", "double", "doubles", "doubling", "times two"),
}
# What is read out of them.
_FACES: dict[str, str] = {
    "hollow_sword": "a hollow sword",
    "sword": "a sword",
    "two_swords_skull": "a double sword with a skull",
    "blank": "a blank",
    "shield": "a shield",
    "two_shields": "a double shield",
    "doubler": "a doubler",
}
_COUNTS = ("zero", *NUMBER_WORDS[1:11])
_ONES, _ADJECTIVES = ("one", "ones"), ("hollow", "empty", "blank", "double", "single", "plain")
_LINKS = ("and", "a", "an", "the", "with")
_ALL_BLANK = ("nothing", "blanks", "all blank", "all blanks", "no shields", "no shield")
_LONGEST = 5  # words of the longest name
_MANY = re.compile(r"(\d+)[x×*]?([^\W\d_].*)|([^\W\d_].*?)[x×*=:](\d+)")
_TIMES = re.compile(r"\b(\d+)[x×*]\s+(?=[^\W\d_]{2})")  # ``2x sword``: two of them
_BETWEEN = re.compile(r"[\s_,;+]+")
_MOST = 200  # dice called out in one line
_NEAR = 80

Shown = tuple[str, ...]


class Unread(ValueError):
    """Words that are no roll, or not of so many dice. ``hint`` says how a roll is told."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def how(die: str) -> str:
    """How a roll of these dice is told, for people."""
    if die == "attack":
        return "For each attack die: s (sword), h (hollow sword), k (two swords and a skull); or 3h 2s 1k"
    return "For each defense die: 1, 2 (shields), x2 (doubler), - (blank); or 2 blank, 1 shield, 1 doubler"


def faces(die: str, text: str, dice: int | None = None) -> list[str]:
    """The ids of the faces that fell, in the order told. ``die``: ``attack`` or ``defense``; ``dice``: how many fell.

    Raises ``Unread`` for words that are no face, for another number of dice, and for words that may mean several rolls.
    """
    words = [word for word in _BETWEEN.split(_TIMES.sub(r"\1 ", text.strip().casefold())) if word]
    # "- " and "none" tell a roll of no dice, where there are none.
    if dice == 0 and " ".join(words) in ("", "none", "no", "-", "0"):
        return []
    if die == "defense" and dice and " ".join(words) in _ALL_BLANK:
        return ["blank"] * dice
    if die == "defense" and dice and words[-1:] == ["blanks"] and not _counted(words[-2:-1]):
        shown = faces(die, " ".join(words[:-1]).removesuffix(" and"))
        return [*shown, *["blank"] * max(1, dice - len(shown))]  # a shield and blanks: the others
    if die == "attack" and dice == 1 and " ".join(words) in ("two swords", "2 swords"):
        return ["two_swords_skull"]  # one die shows no two faces
    found = list(dict.fromkeys(_readings(die, tuple(words)))) or list(dict.fromkeys(_readings(die, _plain(words))))
    if not found:
        strange = next((word for word in words if not is_word_of_dice(die, word)), text.strip())
        raise Unread(f"{strange!r} is no face of {_article(die)} {die} die", how(die))
    fitting = [shown for shown in found if dice in (None, len(shown))]
    if not fitting:
        fell = " or ".join(dict.fromkeys(str(len(shown)) for shown in found))
        dies = "die" if fell == "1" else "dice"
        raise Unread(f"{fell} {die} {dies} told, and {dice} to be rolled", how(die))
    if len({tuple(sorted(shown)) for shown in fitting}) > 1:
        several = " or ".join(", ".join(face.replace("_", " ") for face in shown) for shown in fitting[:3])
        raise Unread(f"{text.strip()!r} may be several rolls: {several}", how(die))
    return list(fitting[0])


def _counted(words: Sequence[str]) -> bool:
    return any(word.isdecimal() or word in _COUNTS for word in words)


def _plain(words: Sequence[str]) -> Shown:
    """Words without those that only link them, numbers in figures: two shields and a double is 2 shields, double."""
    named = [word for at, word in enumerate(words) if at == 0 or not (word in _ONES and words[at - 1] in _ADJECTIVES)]
    return tuple(str(_COUNTS.index(word)) if word in _COUNTS else word for word in named if word not in _LINKS)


def _readings(die: str, words: Shown) -> Iterator[Shown]:
    """Every way to read words as a roll."""
    if not words:
        yield ()
        return
    for taken, shown in _beginnings(die, words):
        for rest in _readings(die, words[taken:]):
            if len(shown) + len(rest) <= _MOST:
                yield (*shown, *rest)


def _beginnings(die: str, words: Shown) -> Iterator[tuple[int, Shown]]:
    """Ways to read the first words: how many of them, and the faces they tell."""
    first = words[0]
    signs = _run(first, _SIGNS[die]) or _run(first, _LETTERS[die])
    # A number before a word counts; before a sign it is one itself.
    counts = first.isdecimal() and len(words) > 1 and words[1][0].isalpha() and not _run(words[1], _SIGNS[die])
    if signs and not counts:
        yield 1, signs
    many = _MANY.fullmatch(first)
    if many and not signs:
        for face in _named(die, many[2] or many[3]):
            yield 1, (face,) * min(int(many[1] or many[4]), _MOST + 1)
    for length in range(min(len(words), _LONGEST), 0, -1):
        for face in _exactly(die, " ".join(words[:length])):
            yield length, (face,)
    if counts:
        for length in range(min(len(words) - 1, _LONGEST), 0, -1):
            meant = _exactly(die, " ".join(words[1 : 1 + length])) or (_named(die, words[1]) if length == 1 else ())
            yield from ((length + 1, (face,) * min(int(first), _MOST + 1)) for face in meant)
            if meant:
                break
    elif not signs and not many and not _exactly(die, first):
        yield from ((1, (face,)) for face in _named(die, first))


def _run(word: str, signs: dict[str, tuple[str, ...]]) -> Shown:
    """The faces of a word that is nothing but signs, each for a die; none if it is not."""
    by_sign = {sign: face for face, several in signs.items() for sign in several}
    pattern = "|".join(re.escape(sign) for sign in sorted(by_sign, key=len, reverse=True))
    if not re.fullmatch(f"(?:{pattern})+", word):
        return ()
    return tuple(by_sign[sign] for sign in re.findall(pattern, word))


@cache
def _names(die: str) -> dict[str, Shown]:
    """Every word or words for a face, with the faces that it may mean."""
    found: dict[str, Shown] = {}
    for face in die_faces(die):
        for name in (face.replace("_", " "), *_WORDS.get(face, ()), *_LETTERS[die].get(face, ())):
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), face)))
    return found


def _exactly(die: str, words: str) -> Shown:
    return _names(die).get(words, ())


def _named(die: str, word: str) -> Shown:
    """The faces that a word may name, misspellings forgiven where one face is clearly the nearest."""
    found = _exactly(die, word)
    other = "defense" if die == "attack" else "attack"
    if found or len(word) < 4 or _exactly(other, word):
        return found  # a face of the other die is not misspelt
    from rapidfuzz import fuzz, process

    names = _names(die)
    ranked = process.extract(word, list(names), scorer=fuzz.ratio, limit=4, score_cutoff=_NEAR)
    near = {names[name] for name, _, _ in ranked}
    return near.pop() if len(near) == 1 else ()


def is_word_of_dice(die: str, word: str) -> bool:
    many = _MANY.fullmatch(word)
    named = _named(die, many[2] or many[3]) if many else _named(die, word)
    parts: Sequence[str] = [part for name in _names(die) for part in name.split()]
    return bool(named or _run(word, _SIGNS[die]) or _run(word, _LETTERS[die]) or word in parts or word.isdecimal())


def _article(die: str) -> str:
    return "an" if die[0] in "aeiou" else "a"


def in_words(shown: Iterable[object]) -> str:
    """The faces that fell, as they are read out: a sword and 2 hollow swords; the number of another die."""
    return listed(counted(_FACES.get(str(face), str(face)) for face in shown))
