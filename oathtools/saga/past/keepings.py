"""What variants keep in the world of a saga, and what became of it game by game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from oathtools.law.variants import VariantText, all_texts
from oathtools.procedures.machine.variant import Kept, Past, Variant, VariantFault
from oathtools.variants import find

Told = tuple[int, Mapping[str, Mapping[str, Any]]]


class Keeping(NamedTuple):
    """What one variant keeps or kept, with its words."""

    text: VariantText
    things: tuple[Kept, ...]


def keepings_of(past: Sequence[Told], now: Mapping[str, Any], odd: list[str]) -> Iterator[Keeping]:
    """What each variant keeps, or kept in a game of the past. ``past``: games, each with its entry of variants.

    A variant that is not known here says nothing; what cannot be read is left out and noted in ``odd``.
    """
    names = dict.fromkeys([*(name for _, told in past for name in told), *now])
    for name in names:
        if name not in all_texts():
            continue
        variant = find(name)
        left = _opened(variant, now.get(name), "variants", odd)
        things = tuple(variant.story(_games(variant, past, odd), left)) if left is not None else ()
        if things:
            yield Keeping(all_texts()[name], things)


def _games(variant: Variant, past: Sequence[Told], odd: list[str]) -> list[Past]:
    """The games in which something was changed of what a variant keeps."""
    games: list[Past] = []
    for game, told in past:
        entry = told.get(variant.name, {})
        where = f"history, game {game}"
        after = _opened(variant, entry["kept"], where, odd) if "kept" in entry else None
        said = entry.get("before", {}) if "before" in entry or not games else None
        before = games[-1].after if said is None else _opened(variant, said, where, odd)
        if before is not None and after is not None:
            games.append(Past(game, before, after))
    return games


def _opened(variant: Variant, kept: Any, where: str, odd: list[str]) -> dict[str, Any] | None:
    try:
        if not isinstance(kept, Mapping | None):
            raise VariantFault([(variant.name, "should be a mapping (key: value)", "")])
        return variant.opened(kept or {})
    except VariantFault as wrong:
        odd.append(f"{where}: {wrong}")
        return None
