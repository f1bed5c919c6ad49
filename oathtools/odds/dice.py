"""The campaign dice: as numbers, each face and whole pools rolled at once; and as people call out what fell."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import add
from typing import Any

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.kit.lazy import pattern
from oathtools.kit.text import NUMBER_WORDS, counted, listed
from oathtools.odds.battle import Battle

# A polynomial: the number of rolls by the sum they come to.
Counts = list[int]
# Faces that show the same number of skulls, or of doublers: pairs of what a face adds and on how many sides it is.
Sums = tuple[tuple[int, int], ...]
# Such faces by that number: those with marks, if there are any, then those without.
Groups = tuple[tuple[int, Sums], ...]


# All rolls of an attack pool that show so many skulls: the skulls, the least attack among these rolls, how many of
# them come to that attack, to one more, and so on, and how many they are in all.
AttackRow = tuple[int, int, tuple[int, ...], int]


@cache
def _box() -> Any:
    # The catalogue has these facts too (ATTACK_FACES, DEFENSE_FACES); a cold start cannot wait for its other records.
    return load("components")["dice"]


@lru_cache(maxsize=256)
def attack_faces(ignored: frozenset[str], doublings: int = 0, skulls: bool = True) -> dict[str, tuple[int, int, int]]:
    """Each attack face by id: on how many sides it is, and the hollow swords and skulls it is worth (5.5.5, 9.2).

    A sword is as many hollow swords as make one. The swords of an ignored face do not count; every doubling doubles
    swords and skulls. ``skulls``: whether skulls kill; they do on an ignored face, too.
    """
    pair = hollow_per_sword()
    times = 1 << doublings
    return {
        face["id"]: (
            face["count"],
            0 if face["id"] in ignored else (face["swords"] * pair + face["hollow_swords"]) * times,
            face["skulls"] * times if skulls else 0,
        )
        for face in _box()["attack"]["faces"]
    }


@lru_cache(maxsize=256)
def defense_faces(ignored: frozenset[str]) -> dict[str, tuple[int, int, int]]:
    """Each defense face by id: on how many sides it is, its shields and its doublers; an ignored one adds nothing."""
    return {
        face["id"]: (face["count"], *((0, 0) if face["id"] in ignored else (face["shields"], face["doubles"])))
        for face in _box()["defense"]["faces"]
    }


def die_faces(die: str) -> dict[str, int]:
    """The faces of the ``attack`` or the ``defense`` die: on how many sides each is, by id."""
    return {face["id"]: face["count"] for face in _box()[die]["faces"]}


@cache
def hollow_per_sword() -> int:
    """How many hollow swords are worth one sword (5.5.5)."""
    return int(_box()["attack"]["rules"]["hollow_swords_per_sword"])


@cache
def attack_sides() -> int:
    """How many sides an attack die has."""
    return sum(face["count"] for face in _box()["attack"]["faces"])


@cache
def defense_sides() -> int:
    """How many sides a defense die has."""
    return sum(face["count"] for face in _box()["defense"]["faces"])


def attack_rows(battle: Battle) -> tuple[AttackRow, ...]:
    """Every roll of a battle's attack pool, by skulls, then by attack before sacrifices (5.5.5)."""
    return attack_rows_of(battle.attack >> battle.halvings, battle.ignored, battle.doublings, battle.skulls)


def defense_counts(battle: Battle, most: int) -> tuple[tuple[int, int], ...]:
    """Every roll of a battle's defense pool: pairs of shields, doubled, and the number of rolls, ascending (5.5.4).

    What comes to ``most`` or more stands under ``most``: so a pool of any size is counted soon.
    """
    return _defense_counts(battle.defense, battle.ignored, most)


@lru_cache(maxsize=1024)
def attack_rows_of(dice: int, ignored: frozenset[str], doublings: int, skulls: bool) -> tuple[AttackRow, ...]:
    """``attack_rows`` by the fields of a battle that they depend on."""
    pair = hollow_per_sword()
    rows = []
    for shown, low, counts in _rolls(dice, _attack_groups(ignored, doublings, skulls)):
        rolls = sum(counts)
        # Together what comes to the same number of swords: the list starts and ends with a whole one.
        if low % pair:
            counts = [0] * (low % pair) + counts
        if len(counts) % pair:
            counts += [0] * (pair - len(counts) % pair)
        attacks: Iterable[int] = counts[::pair]
        for more in range(1, pair):
            attacks = map(add, attacks, counts[more::pair])
        rows.append((shown, low // pair, tuple(attacks), rolls))
    return tuple(rows)


@lru_cache(maxsize=1024)
def _defense_counts(dice: int, ignored: frozenset[str], most: int) -> tuple[tuple[int, int], ...]:
    totals: dict[int, int] = {}
    known, more = totals.get, defense_sides() ** dice
    for doubles, low, counts in _rolls(dice, _defense_groups(ignored), most):
        total, step = low << doubles, 1 << doubles
        for rolls in counts:
            if total >= most:
                break
            totals[total] = known(total, 0) + rolls
            more -= rolls
            total += step
    found = sorted([each for each in totals.items() if each[1]])
    return (*found, (most, more)) if more else tuple(found)


def _attack_groups(ignored: frozenset[str], doublings: int, skulls: bool) -> Groups:
    return _groups((shown, hollow, sides) for sides, hollow, shown in attack_faces(ignored, doublings, skulls).values())


def _defense_groups(ignored: frozenset[str]) -> Groups:
    return _groups((doubles, shields, sides) for sides, shields, doubles in defense_faces(ignored).values())


def _groups(faces: Iterable[tuple[int, int, int]]) -> Groups:
    """Faces by skulls or doublers, each group as the number of sides by what it adds, those with marks first."""
    groups: dict[int, dict[int, int]] = {}
    for marks, value, sides in faces:
        group = groups.setdefault(marks, {})
        group[value] = group.get(value, 0) + sides
    unmarked = groups.pop(0, {})
    if len(groups) > 1 or any(len(group) > 1 for group in groups.values()):
        raise ValueError("dice with several kinds of faces with skulls, or with doublers, are not counted here")
    groups[0] = unmarked
    return tuple([(marks, tuple(sorted(group.items()))) for marks, group in groups.items()])


def _rolls(dice: int, groups: Groups, most: int | None = None) -> Iterable[tuple[int, int, Counts]]:
    """Rolls by skulls or doublers, ascending: their number, the lowest sum, and how many rolls come to it, to one
    more, and so on; if ``most`` is given, as far as these, doubled by the marks, may be less.
    """
    plain = groups[-1][1]
    if len(groups) == 1:
        yield 0, plain[0][0] * dice, [*_power(plain, dice, most)]
        return
    (marks, ((value, sides), *_)), fewest = groups[0], plain[0][0] if plain else 0
    ways = 1  # to choose the dice with marks
    for shown in range(dice + 1) if plain else (dice,):
        left, size = dice - shown, None if most is None else (most >> min(marks * shown, most.bit_length())) + 1
        all_ways = ways * sides**shown
        counts = [all_ways * rolls for rolls in _power(plain, left, size)] if plain else [all_ways]
        ways = ways * left // (shown + 1)
        yield marks * shown, value * shown + fewest * left, counts


@lru_cache(maxsize=4096)
def _power(faces: Sums, dice: int, size: int | None = None) -> tuple[int, ...]:
    """The rolls of so many dice that show only these faces: how many come to the lowest sum, to one more, and so on.

    Each number follows from those before it, as with the powers of any polynomial; the first ``size`` of them.
    """
    (low, sides), *others = faces
    length = (faces[-1][0] - low) * dice + 1
    found = [sides**dice]
    for at in range(1, length if size is None else min(length, size)):
        before = [
            ((value - low) * (dice + 1) - at) * ways * found[at - value + low]
            for value, ways in others
            if value - low <= at
        ]
        found.append(sum(before) // (at * sides))
    return tuple(found)


def as_json() -> dict[str, object]:
    """The faces of both campaign dice with their chances, and where the facts come from."""
    box = _box()
    faces = {
        die: [
            {"id": face["id"], "sides": face["count"], **face, "chance": f"{face['count']}/{sides}"}
            for face in box[die]["faces"]
        ]
        for die, sides in (("attack", attack_sides()), ("defense", defense_sides()))
    }
    for face in (*faces["attack"], *faces["defense"]):
        del face["count"]
    return {
        **faces,
        "hollow_per_sword": hollow_per_sword(),
        "in_box": {die: box[die]["count_in_box"] for die in faces},
        "source": {"book": "data/components.yaml", **{die: box[die].get("witnesses", {}) for die in faces}},
    }


# What people call the sides besides their ids: signs and letters that may stand side by side, then words.
_SIGNS: dict[str, dict[str, tuple[str, ...]]] = {
    "attack": {"hollow_sword": ("h",), "sword": ("s",), "two_swords_skull": ("k", "t")},
    "defense": {"blank": ("-", "–", "0"), "shield": ("1",), "two_shields": ("2",), "doubler": ("x2", "×2", "x", "×")},
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
    "sword": ("swords", "single sword", "one sword", "1 sword", "normal", "normals", "plain", "single", "singles"),
    "two_swords_skull": (
        *("skull", "skulls", "double sword", "double swords"),
        *("two swords and a skull", "two swords and skull", "two swords skulls", "two swords skull", "2 swords skull"),
        *("double", "doubles", "double skull", "double skulls", "double sword skull", "double swords skull"),
        *("skull double", "skull doubles"),
        *("skull two blades", "skull 2 blades", "skull double blades", "skulls double blades", "2 blades skull"),
    ),
    "blank": ("blanks", "nothing", "empty"),
    "shield": ("shields", "single shield", "one shield", "1 shield", "single", "singles", "plain", "sh"),
    # A bare "double" may be either of the two: where nothing else decides, it is asked back.
    "two_shields": ("two shield", "2 shields", "2 shield", "double shield", "double shields", "double", "doubles"),
    "doubler": ("doublers", "double", "doubles", "doubling", "times two", "that doubles", "2x"),
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
_ONES, _ADJECTIVES = ("one", "ones"), ("hollow", "empty", "blank", "double", "single", "plain", "normal")
_LINKS = ("and", "a", "an", "another", "the", "with")
_LINK = rf"(?:{'|'.join(_LINKS)})\b"
_ALL_BLANK = ("nothing", "blanks", "all blank", "all blanks", "no shields", "no shield")
_LONGEST = 5  # words of the longest name
_MANY = pattern(r"(\d+)[x×*]?([^\W\d_].*)|([^\W\d_].*?)[x×*=:](\d+)")
_TIMES = pattern(rf"\b(\d+)[x×*]\s+(?!{_LINK})(?=[^\W\d_]{{2}})")  # ``2x sword``: two of them; ``2x and a shield``
_BETWEEN = pattern(r"[\s_,;+]+")
MOST = 200  # dice called out in one line

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
    found = list(dict.fromkeys(_readings(die, tuple(words))))
    if not any(dice in (None, len(shown)) for shown in found):
        found = list(dict.fromkeys(_readings(die, _plain(words)))) or found
    if not found:
        strange = next((word for word in words if not is_word_of_dice(die, word)), text.strip())
        raise Unread(f"{strange!r} is no face of {_article(die)} {die} die", how(die))
    fitting = [shown for shown in found if dice in (None, len(shown))]
    if not fitting:
        fell = " or ".join(dict.fromkeys(str(len(shown)) for shown in found))
        dies = "die" if fell == "1" else "dice"
        raise Unread(f"{fell} {die} {dies} told, and {dice} to be rolled", how(die))
    if dice is not None and len(fitting) > 1:  # words that a roll of so many is printed in are that roll
        fitting = [shown for shown in fitting if in_words(shown) == text.strip()] or fitting
    if len({tuple(sorted(shown)) for shown in fitting}) > 1:
        several = " or ".join(", ".join(face.replace("_", " ") for face in shown) for shown in fitting[:3])
        raise Unread(f"{text.strip()!r} may be several rolls: {several}", how(die))
    return list(fitting[0])


def _counted(words: Sequence[str]) -> bool:
    return any(word.isdecimal() or word in _COUNTS for word in words)


def _plain(words: Sequence[str]) -> Shown:
    """Words without those that only link them, or say that it is one face, numbers in figures: two shields and a double
    is 2 shields, double; two single shields are 2 shields."""
    named = [word for at, word in enumerate(words) if at == 0 or not (word in _ONES and words[at - 1] in _ADJECTIVES)]
    after = (*named[1:], "")[: len(named)]
    named = [word for word, face in zip(named, after, strict=True) if word != "single" or not is_of_some_die(face)]
    return tuple(str(_COUNTS.index(word)) if word in _COUNTS else word for word in named if word not in _LINKS)


def _readings(die: str, words: Shown) -> Iterator[Shown]:
    """Every way to read words as a roll."""
    if not words:
        yield ()
        return
    for taken, shown in _beginnings(die, words):
        for rest in _readings(die, words[taken:]):
            if len(shown) + len(rest) <= MOST:
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
            yield 1, (face,) * min(int(many[1] or many[4]), MOST + 1)
    for length in range(min(len(words), _LONGEST), 0, -1):
        for face in _exactly(die, " ".join(words[:length])):
            yield length, (face,)
    if counts:
        for length in range(min(len(words) - 1, _LONGEST), 0, -1):
            meant = _exactly(die, " ".join(words[1 : 1 + length])) or (_named(die, words[1]) if length == 1 else ())
            yield from ((length + 1, (face,) * min(int(first), MOST + 1)) for face in meant)
            if meant:
                break
    elif not signs and not many and not _exactly(die, first):
        yield from ((1, (face,)) for face in _named(die, first))


def _run(word: str, signs: dict[str, tuple[str, ...]]) -> Shown:
    """The faces of a word that is nothing but signs, each for a die; none if it is not."""
    by_sign = {sign: face for face, several in signs.items() for sign in several}
    any_sign = "|".join(re.escape(sign) for sign in sorted(by_sign, key=len, reverse=True))
    if not re.fullmatch(f"(?:{any_sign})+", word):
        return ()
    return tuple(by_sign[sign] for sign in re.findall(any_sign, word))


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
    near = {shown for name, shown in _names(die).items() if catalog.mistyped(word, name)}
    return near.pop() if len(near) == 1 else ()


def is_face(die: str, words: str) -> bool:
    """Do words name one face, as it stands?"""
    return bool(_exactly(die, words))


def is_of_some_die(word: str) -> bool:
    """Is it a word for a face of either die?"""
    return is_word_of_dice("attack", word) or is_word_of_dice("defense", word)


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
