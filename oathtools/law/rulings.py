"""Rulings: the open points of the Law, the publisher's card FAQ, and what a table has decided for itself.

``ruling("A-2")`` is one record, ``rulings_for(clause="5.5.2")`` all that bear on a clause. ``read_table(folder)`` reads
the ``rulings.yaml`` of a saga; ``in_force(table)`` gives the reading of each point that holds there, which is the
default wherever the table has not decided. ``set_reading`` and ``add_rule`` write that file and keep its comments.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from oathtools.catalog.names import AmbiguousName, UnknownName, chosen, match
from oathtools.kit.lazy import names_in, pattern
from oathtools.law import rulings_variants
from oathtools.law.clauses import entries
from oathtools.law.lookup import by_number
from oathtools.law.rulings_variants import (
    AnyRuling,
    DamagedRulings,
    Faq,
    Fault,
    NotAPoint,
    Ruling,
    TableRule,
    Taken,
    UnknownReading,
    UnknownRuling,
    _key,
    _line,
    card_name,
    point_of,
)

FILE = "rulings.yaml"


class Readings(NamedTuple):
    """What a table has decided: readings of points, rules of its own, variants. Empty for a table without a file."""

    taken: Mapping[str, Taken] = MappingProxyType({})
    rules: tuple[TableRule, ...] = ()
    variants: tuple[str, ...] = ()  # ids of those that the table plays with

    @classmethod
    def of(cls, readings: Mapping[str, str]) -> "Readings":
        """The value for bare letters by id, as in the header of a journal or in a position file.

        Raises ``DamagedRulings`` with a fault for each id or letter that does not exist.
        """
        taken, faults = {}, []
        for key, letter in readings.items():
            try:
                point = choose(str(key), str(letter))
            except (UnknownRuling, UnknownReading, NotAPoint) as wrong:
                faults.append(Fault(f"rulings, {key}", str(wrong), wrong.hint or "oathtools rulings lists them"))
            else:
                taken[point[0].id] = Taken(point[1])
        if faults:
            raise DamagedRulings(faults)
        return cls(MappingProxyType(taken))


# What is printed and known -------------------------------------------------------------------------------------------


@cache
def points() -> Mapping[str, Ruling]:
    """The open points by id, in the order of their numbers."""
    found = {key: point_of(key, entry) for key, entry in entries("rulings").items() if _POINT.fullmatch(key)}
    return MappingProxyType({key: found[key] for key in sorted(found, key=number_of)})


def point(key: str) -> Ruling:
    """The open point with this id, of the Law or of a variant. Raises ``UnknownRuling``."""
    found = points().get(key) or rulings_variants.point(key)
    if found is None:
        raise UnknownRuling(key)
    return found


@cache
def faqs() -> Mapping[str, Faq]:
    """The answers of the card FAQ by id; empty while the data has none."""
    return MappingProxyType(
        {
            key: Faq(
                id=key,
                card=entry["card"],
                also=tuple(entry.get("also") or ()),
                clauses=tuple(entry.get("clauses") or ()),
                question=_line(entry, "question"),
                answer=_line(entry, "answer"),
                erratum=bool(entry.get("erratum")),
            )
            for key, entry in entries("rulings").items()
            if key.startswith("faq.")
        }
    )


_POINT = pattern(r"A-\d+")
_SPELLED = pattern(r"[\W_]*(?:point|ruling)?[\W_]*([at])[\W_]*0*(\d+)[\W_]*", re.IGNORECASE)


def number_of(point_id: str) -> int:
    """The number in the id of a point: 12 of A-12."""
    return int(point_id[2:])


def point_spelled(words: str) -> str | None:
    """The canonical form of an id of a point or of a table's rule in any spelling; None if it is neither.

    Points of variants too, in force or not.
    """
    match = _SPELLED.fullmatch(words)
    if match is None:
        return rulings_variants.spelled(words)
    return f"A-{int(match[2]):02d}" if match[1] in "aA" else f"T-{int(match[2])}"


@cache
def _faq_keys() -> dict[str, str]:
    return {_key(faq_id): faq_id for faq_id in faqs()}


def ruling(words: str, table: Readings | None = None) -> AnyRuling:
    """The ruling with this id in any reasonable spelling: ``A-2``, ``a02``, ``faq toll roads 1``, ``T-1`` of a table.

    Raises ``UnknownRuling``, which names the nearest.
    """
    known = point_spelled(words)
    if known is not None and (found := points().get(known) or rulings_variants.point(known)):
        return found
    for rule in table.rules if table else ():
        if rule.id == known:
            return rule
    faq_id = _faq_keys().get(_key(words))
    if faq_id is None:
        raise UnknownRuling(words, _near(words, known, table))
    return faqs()[faq_id]


def _near(words: str, known: str | None, table: Readings | None) -> list[str]:
    if known is not None:
        same = list(points()) if known.startswith("A") else [rule.id for rule in table.rules] if table else []
        return sorted(same, key=lambda one: (abs(number_of(one) - number_of(known)), one))[:2]
    from rapidfuzz import fuzz, process

    names = {**{key: point.title for key, point in points().items()}, **{key: _key(key) for key in faqs()}}
    near = process.extract(words.casefold(), names, scorer=fuzz.ratio, processor=str.casefold, limit=3, score_cutoff=70)
    return [key for _, _, key in near]


def choose(words: str, letter: str) -> tuple[Ruling, str]:
    """The point and the letter that somebody names for it, both in any spelling.

    Raises ``UnknownRuling``, ``NotAPoint`` or ``UnknownReading``.
    """
    point = ruling(words)
    if not isinstance(point, Ruling):
        raise NotAPoint(point)
    bare = letter.strip(" ().").casefold()
    if bare not in point.readings:
        raise UnknownReading(point, letter)
    return point, bare


def _all(table: Readings | None) -> Iterator[AnyRuling]:
    yield from points().values()
    yield from rulings_variants.points_in_force(table)
    yield from table.rules if table else ()
    yield from faqs().values()


def rulings_for(
    clause: str | None = None, card: str | None = None, table: Readings | None = None, *, below: bool = False
) -> tuple[AnyRuling, ...]:
    """What bears on a clause, a card (both ids), or both: points, a table's rules, then FAQ answers.

    With ``below`` everything below the clause counts too. Without clause and card: all there is.
    """

    def bears(one: AnyRuling) -> bool:
        on_clause = clause is None or any(
            cited == clause or (below and cited.startswith(f"{clause}.")) for cited in one.clauses
        )
        return on_clause and (card is None or card in one.cards)

    return tuple(one for one in _all(table) if bears(one))


def look_up(words: str, table: Readings | None = None) -> tuple[AnyRuling, ...]:
    """The rulings that some words mean: an id, a clause or a range (with what is below), a card, words of a title.

    The clause of a variant has the variant's points on the clauses of the Law beside it; words of a title find points
    of a variant that is not in force only where nothing else has them.

    Empty if the clause or card exists but nothing bears on it. Raises ``UnknownRuling`` if the words mean nothing, and
    ``UnknownClause`` for a clause number that the Law does not have.
    """
    try:
        return (ruling(words, table),)
    except UnknownRuling as wrong:
        if point_spelled(words):
            raise
        unknown = wrong
    if own := rulings_variants.clause(words):
        return tuple(own[0].beside(own[1]))
    if roots := by_number(words):
        found = (one for root in roots for one in rulings_for(clause=root, table=table, below=True))
        return tuple({one.id: one for one in found}.values())
    card, near = None, unknown.near
    try:
        card = match(words)
    except AmbiguousName as several:
        near = tuple(map(card_name, several.ids))
    except UnknownName as none:
        if none.beyond:
            raise UnknownRuling(words, beyond=none.beyond) from None
        near = near or tuple(map(card_name, none.suggestions))
    if card is not None and card.exact:
        return rulings_for(card=card.id, table=table)
    titled = tuple(one for one in _all(table) if _has_words(one, words))
    if not titled and (card is None or not card.exact):
        titled = tuple(one for one in rulings_variants.all_points() if _has_words(one, words))
    if titled or card is None:
        if not titled:
            raise UnknownRuling(words, near)
        return titled
    return rulings_for(card=chosen(words, card), table=table)


def _has_words(one: AnyRuling, words: str) -> bool:
    """Does each of some words begin a word of the title?"""
    title = re.findall(r"\w+", one.title.casefold())
    wanted = re.findall(r"\w+", words.casefold())
    return bool(wanted) and all(any(word.startswith(want) for word in title) for want in wanted)


def in_force(table: Readings | None = None) -> dict[str, str]:
    """Point id -> the letter in force: the default, unless the table has decided otherwise. In the points' order.

    With the points of the variants that the table plays with.
    """
    taken = table.taken if table else {}
    open_points = (*points().values(), *rulings_variants.points_in_force(table))
    return {one.id: taken[one.id].reading if one.id in taken else one.take for one in open_points}


def changed(before: Mapping[str, str], table: Readings | None = None, words: Iterable[str] = ()) -> dict[str, str]:
    """The readings in force that a game would have to take up, by point: those that differ from its own, ``before``.

    ``words`` are the ids of the points to look at; all of them if there are none. Raises ``UnknownRuling`` or
    ``NotAPoint``.
    """
    now = in_force(table)
    chosen = [ruling(each, table) for each in words]
    for one in chosen:
        if not isinstance(one, Ruling):
            raise NotAPoint(one)
    wanted = {one.id for one in chosen} or set(now)
    return {key: letter for key, letter in now.items() if key in wanted and before.get(key, point(key).take) != letter}


def as_json(one: AnyRuling, table: Readings | None = None) -> dict[str, Any]:
    """The public form of a ruling, the same keys for every kind; what a kind does not have is null or empty."""
    shape: dict[str, Any] = {
        "id": one.id,
        "kind": one.kind,
        "title": one.title,
        "clauses": list(one.clauses),
        "cards": list(one.cards),
        "question": one.question,
        "readings": {},
        "in_force": "a",
        "by": "default",
        "why": None,
        "firmness": None,
        "table": None,
        "engine_reads": None,
        "default": None,
        "date": None,
        "note": None,
        "edition_note": None,
        "erratum": None,
        "variant": rulings_variants.title_of(one.id),
    }
    if isinstance(one, Faq):
        shape |= {"readings": {"a": one.answer}, "why": "The publisher's card FAQ.", "firmness": "faq"}
        shape["erratum"] = one.erratum
        return shape
    if isinstance(one, TableRule):
        shape |= {"readings": {"a": one.ruling}, "by": "table", "engine_reads": False}
        shape["date"] = one.date.isoformat() if one.date else None
        return shape
    from oathtools.law.coverage import engine_reads

    taken = table.taken.get(one.id) if table else None
    shape |= {
        "readings": dict(one.readings),
        "in_force": taken.reading if taken else one.take,
        "by": "table" if taken else "default",
        "why": one.why,
        "firmness": one.firmness,
        "table": one.table,
        "engine_reads": one.id in engine_reads(),
        "default": one.take,
        "edition_note": one.edition_note or None,
    }
    if taken:
        shape |= {"date": taken.date.isoformat() if taken.date else None, "note": taken.note or None}
    return shape


# What the table's file needs is imported when used: a look-up pays for none of it.
__getattr__ = names_in(
    __name__, rulings_file=("read_table", "card_id", "set_reading", "add_rule"), variants_write=("set_variant",)
)


# -- which open points decide something: those of which another reading would make it otherwise ------------------------


def deciding(used: Mapping[str, str], tell: Callable[[Mapping[str, str]], Any]) -> dict[str, str]:
    """The points that decide what is said, each with its reading in force.

    ``used`` are the points that were asked for, with their readings; ``tell`` says it anew with another reading of one.
    A point of a variant, which the register of the Law does not have, counts as deciding.
    """
    now = tell({})

    def decides(point: str, reading: str) -> bool:
        others = [letter for letter in points()[point].readings if letter != reading] if point in points() else None
        return others is None or any(tell({point: letter}) != now for letter in others)

    return {point: reading for point, reading in used.items() if decides(point, reading)}


def otherwise(readings: Mapping[str, str]) -> dict[str, str]:
    """Those that are not what is usual."""
    known = points()
    return {point: reading for point, reading in readings.items() if point in known and known[point].take != reading}


def notes(decided: Mapping[str, str]) -> list[str]:
    """A sentence for each point that decides, with what its reading says."""
    return [
        f"this table reads {point} as ({letter}): {points()[point].readings[letter]}"
        for point, letter in decided.items()
    ]
