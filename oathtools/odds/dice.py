"""The campaign dice as numbers: what each face adds under the effects in use, and whole pools rolled at once.

Everything is counted in sides: of ``6 ** n`` equally likely rolls of n dice, so many come to this. Attack is counted in
hollow swords until the last step, a sword being worth as many as make one (5.5.5), so that a roll is a plain sum.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from math import comb
from operator import add
from typing import Any

from oathtools.kit.datafiles import load
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


def defense_counts(battle: Battle) -> tuple[tuple[int, int], ...]:
    """Every roll of a battle's defense pool: pairs of shields, doubled, and the number of rolls, ascending (5.5.4)."""
    return _defense_counts(battle.defense, battle.ignored)


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
def _defense_counts(dice: int, ignored: frozenset[str]) -> tuple[tuple[int, int], ...]:
    totals: dict[int, int] = {}
    known = totals.get
    for doubles, low, counts in _rolls(dice, _defense_groups(ignored)):
        total, step = low << doubles, 1 << doubles
        for rolls in counts:
            totals[total] = known(total, 0) + rolls
            total += step
    return tuple(sorted([each for each in totals.items() if each[1]]))


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
    if len(groups) > 1:
        raise ValueError("dice whose faces show different numbers of skulls, or of doublers, are not counted here")
    groups[0] = unmarked
    return tuple([(marks, tuple(sorted(group.items()))) for marks, group in groups.items()])


def _rolls(dice: int, groups: Groups) -> Iterable[tuple[int, int, Counts]]:
    """Rolls by skulls or doublers, ascending: their number, the lowest sum, and how many rolls come to it, to one
    more, and so on.
    """
    plain = groups[-1][1]
    if len(groups) == 1:
        yield 0, plain[0][0] * dice, _powers(plain, dice)[dice]
        return
    marks, faces = groups[0]
    unmarked = _powers(plain, dice) if plain else [[1]]
    (least, sides), fewest = faces[0], plain[0][0] if plain else 0
    for shown in range(dice + 1) if plain else (dice,):
        left = dice - shown
        ways, counts = comb(dice, shown), unmarked[left]
        if len(faces) == 1:
            ways *= sides**shown
        else:
            counts = _product(_powers(faces, dice)[shown], counts)
        yield marks * shown, least * shown + fewest * left, [ways * rolls for rolls in counts]


_KNOWN: dict[Sums, list[Counts]] = {}


def _powers(faces: Sums, dice: int) -> list[Counts]:
    """The rolls of none, one, two ... dice that show only these faces, up to so many dice or more.

    Each as how many rolls come to the lowest sum, to one more, and so on.
    """
    known = _KNOWN.get(faces)
    if known is None:
        low, high = faces[0][0], faces[-1][0]
        one = [0] * (high - low + 1)
        for value, sides in faces:
            one[value - low] = sides
        known = _KNOWN[faces] = [[1], one]
    while len(known) <= dice:
        known.append(_product(known[1], known[-1]))
    return known


def _product(one: Counts, other: Counts) -> Counts:
    """Two independent rolls together. Faster the shorter the first is."""
    if len(one) == 1:
        return [one[0] * rolls for rolls in other]
    size = len(other)
    total = [one[0] * rolls for rolls in other] + [0] * (len(one) - 1)
    for at, rolls in enumerate(one[1:], 1):
        total[at : at + size] = map(add, total[at : at + size], [rolls * more for more in other])
    return total


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
