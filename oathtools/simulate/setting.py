"""What is played: a plan with one setting, or two that are compared; plain data, so that it can be kept and sent."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from oathtools.bots import NAMES
from oathtools.kit import datafiles
from oathtools.law.coverage import engine_reads
from oathtools.law.rulings import Readings, choose, in_force, point
from oathtools.law.rulings_variants import NotAPoint, UnknownReading, UnknownRuling, UnknownVariantName, named
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.worlds import world_of
from oathtools.table.position.form import check_position, to_position
from oathtools.variants import opened

FORMAT = 1
_PACKAGE = Path(__file__).parent.parent
# What only tells of games, and cannot change one.
_ABOVE = ("cli", "web", "assistants", "render", "search", "schemas")


class Setting(NamedTuple):
    """What games begin from and are played by.

    ``world`` (a saved world), ``position``, or neither: a random world for each game. ``variants`` are the house rules
    in force, each with what a saga keeps of it; a world and a position have them in themselves besides. ``readings``
    are those that are not the default's. ``bots`` are the names of the bots in turn order, the Chancellor's first.
    """

    bots: tuple[str, ...]
    readings: Mapping[str, str] = {}
    variants: Mapping[str, Any] = {}
    world: Mapping[str, Any] | None = None
    position: Mapping[str, Any] | None = None


class Plan(NamedTuple):
    """The settings, each with its name, what the games are of in words, and the seed that all of them share.

    ``rotate``: the bots change seats from game to game.
    """

    settings: Mapping[str, Setting]
    of: str
    seed: str
    rotate: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(next(iter(self.settings.values())).bots)

    def as_data(self) -> dict[str, Any]:
        """The plan as JSON data."""
        settings = {name: {**each._asdict(), "bots": list(each.bots)} for name, each in self.settings.items()}
        return {"format": FORMAT, "settings": settings, "of": self.of, "seed": self.seed, "rotate": self.rotate}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Plan":
        """The plan of such data. Raises ``LookupError``, ``TypeError`` or ``ValueError`` for what is none."""
        if data["format"] != FORMAT:
            raise ValueError(f"format {data['format']} is not known here")
        settings = {
            name: Setting(**{**each, "bots": tuple(each["bots"])}) for name, each in dict(data["settings"]).items()
        }
        return cls(settings, str(data["of"]), str(data["seed"]), bool(data["rotate"]))

    def digest(self) -> str:
        """A short name of the plan and of the rules by which it is played: equal ones play equal games."""
        content = json.dumps(self.as_data(), sort_keys=True)
        return hashlib.sha256(f"{rules()} {content}".encode()).hexdigest()[:16]


@cache
def rules() -> str:
    """A digest of what games are played by, the same on machines with the same wheel: by any other they may differ."""
    stamp = hashlib.sha256()
    for root in (_PACKAGE, *datafiles.sources()):
        for path in sorted(root.rglob("*")):
            there = path.relative_to(root)
            if path.suffix in (".py", ".yaml", ".json") and there.parts[0] not in _ABOVE and path.is_file():
                stamp.update(f"{there.as_posix()}\n".encode() + path.read_bytes())
    return stamp.hexdigest()[:16]


# -- What games are played by, said in words: readings, house rules, bots; and what they begin from. Both make a setting
#
# ``with_words(decided, ["A-05=b", "VARIANT=on"])`` is what is decided with these changes.


_ON, _OFF = ("on", "yes"), ("off", "no")


class Misnamed(ValueError):
    """Words that decide nothing: why, and the way out."""

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(why)
        self.hint = hint


class Decided(NamedTuple):
    """Readings that are not the default's, house rules in force, and the bots in turn order."""

    bots: tuple[str, ...]
    readings: Mapping[str, str] = {}
    variants: tuple[str, ...] = ()

    @classmethod
    def by(cls, table: Readings, bots: tuple[str, ...]) -> "Decided":
        """What a table has decided."""
        return cls(bots, _other(in_force(table)), tuple(table.variants))


def with_words(decided: Decided, words: Iterable[str]) -> Decided:
    """What is decided, with changes: ``POINT=LETTER``, ``VARIANT=on``, ``bots=NAME``. Raises ``Misnamed``."""
    for word in words:
        key, letter, value = (part.strip() for part in word.partition("="))
        if not letter or not key or not value:
            raise Misnamed(f"{word!r} changes nothing", "POINT=LETTER (A-05=b), VARIANT=on or off, or bots=LIST")
        if key.casefold() == "bots":
            decided = decided._replace(bots=bots_named(value, len(decided.bots)))
        elif value.casefold() in (*_ON, *_OFF):
            decided = _switched(decided, key, value.casefold() in _ON)
        else:
            decided = _read(decided, key, value)
    return decided


def bots_named(words: str, players: int) -> tuple[str, ...]:
    """Bots by name, with commas: one for all seats, or one for each. Raises ``Misnamed``."""
    names = tuple(name.strip().casefold() for name in words.split(",") if name.strip())
    strange = [name for name in names if name not in NAMES]
    if strange or not names:
        raise Misnamed(f"no bot is called {strange[0] if strange else words!r}", f"Bots: {', '.join(NAMES)}")
    if len(names) not in (1, players):
        raise Misnamed(f"{len(names)} bots for {players} seats", "One for all seats, or one for each: --players")
    return names if len(names) == players else names * players


def without_use(decided: Decided) -> list[str]:
    """Readings taken that no rule as coded asks for: no game can go otherwise by them."""
    return [key for key in decided.readings if key not in engine_reads()]


class Origin(NamedTuple):
    """What games begin from: a Chronicle, the data of a position, or neither: random worlds.

    Of a Chronicle what the people know (9.4): what lies facedown is drawn anew in each game, so that no result tells of
    it.
    """

    chronicle: Chronicle | None = None
    position: Mapping[str, Any] | None = None

    def decided(self, decided: Decided) -> Decided:
        """What is decided at a table, with what a position says of it besides. Raises ``DamagedRulings``."""
        position = self.position or {}
        own = Readings.of({str(key): str(value) for key, value in (position.get("rulings") or {}).items()})
        readings = _other({**decided.readings, **{key: taken.reading for key, taken in own.taken.items()}})
        variants = dict.fromkeys((*decided.variants, *(position.get("variants") or ())))
        return decided._replace(readings=readings, variants=tuple(variants))

    def setting(self, decided: Decided) -> Setting:
        """The setting. Raises ``Incomplete``, ``PositionError`` or ``VariantFault`` for what no game can begin from."""
        bots, readings = decided.bots, dict(decided.readings)
        if self.position is not None:
            return Setting(bots, readings, dict.fromkeys(decided.variants), position=self._position(decided.variants))
        if self.chronicle is None:
            return Setting(bots, readings, dict(opened(decided.variants, {})))
        variants = opened(decided.variants, self.chronicle.variants)
        return Setting(bots, readings, dict(variants), world=world_of(self.chronicle, variants).hidden().as_data())

    def _position(self, variants: Sequence[str]) -> dict[str, Any]:
        assert self.position is not None
        own = self.position.get("variants") or {}
        kept = {name: (own.get(name) or {}) if isinstance(own, Mapping) else {} for name in variants}
        return to_position(check_position({**self.position, "variants": kept}).state)


def _other(readings: Mapping[str, str]) -> dict[str, str]:
    """The readings that are not the default's."""
    return {key: letter for key, letter in readings.items() if letter != point(key).take}


def _switched(decided: Decided, name: str, on: bool) -> Decided:
    try:
        found = named(name).id
    except UnknownVariantName as wrong:
        raise Misnamed(str(wrong), wrong.hint) from None
    others = tuple(each for each in decided.variants if each != found)
    return decided._replace(variants=(*others, found) if on else others)


def _read(decided: Decided, key: str, letter: str) -> Decided:
    try:
        found, chosen = choose(key, letter)
    except (UnknownRuling, NotAPoint, UnknownReading) as wrong:
        raise Misnamed(str(wrong), wrong.hint or "oathtools rulings lists them") from None
    return decided._replace(readings=_other({**decided.readings, found.id: chosen}))
