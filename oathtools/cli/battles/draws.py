"""``oathtools odds draw``: what Searches may still bring, by what the viewer may know."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.ahead.chances import Chance, Wanted, kinds, of_search
from oathtools.cli.shared.common import Failure, emit
from oathtools.kit.lazy import pattern
from oathtools.kit.text import capital, count, percent
from oathtools.odds.numbers import ratio
from oathtools.procedures.actions.search import SEARCH
from oathtools.procedures.machine.frame import Frame
from oathtools.render.document import Line
from oathtools.table.state import WORLD

if TYPE_CHECKING:
    from oathtools.cli.battles.odds import Bench

_WORDS = pattern(
    r"(?:(?:an?|the)\s+)?(?P<what>.*?)(?:\s*\bfrom\s+(?:the\s+)?(?P<source>.+?))?"
    r"(?:\s*\bin\s+(?P<number>\d{1,2})\s+search(?:es)?)?",
    re.IGNORECASE,
)
MOST = 20
EXAMPLE = "oathtools odds draw Vision; odds draw Longbows in 2 searches; odds draw Hearth from the cradle"


def odds_draw(words: str, table: "Bench") -> int:
    """The chance that Searches draw a Vision, a suit, a battle plan or a card; all kinds where none is named."""
    parts = _WORDS.fullmatch(" ".join(words.split()))
    assert parts is not None
    number, source = int(parts["number"] or 1), _source(parts["source"])
    if not 0 < number <= MOST:
        raise Failure("usage", f"{number} searches", hint=f"1 to {MOST}. {EXAMPLE}")
    ground = table.ground
    if any(player.slot is None for player in ground.game.state.players.values()):
        raise Failure("not_offered", "nobody searches now: not all pawns are on the map", citations=["4.2"])
    wanted = {parts["what"]: _wanted(parts["what"])} if parts["what"] else kinds()
    begun = Frame(SEARCH.name, ground.seat)
    found = {name: of_search(ground.game, begun, source, each, number) for name, each in wanted.items()}
    data = [
        {"what": name, "source": source, "searches": number, "cards": each.each, **_numbers(each)}
        for name, each in found.items()
    ]
    return emit(data, _document(found, source, table), citations=["5.1.2", "9.4"], warnings=table.notes)


def _numbers(found: Chance) -> dict[str, str | float]:
    return {"chance": ratio(*found.chance.as_integer_ratio()), "chance_float": float(found.chance)}


def _document(found: Mapping[str, Chance], source: str, table: "Bench") -> list[Line]:
    first = next(iter(found.values()))
    where = "the world deck" if source == WORLD else f"the discard pile of the {capital(source)}"
    whose = table.names.seat(table.ground.seat)
    searches = f"{count(first.searches, 'Search', 'Searches')} of {where} by {whose}"
    head = f"What {searches} may draw (5.1), {first.each} cards each:"
    longest = max(map(len, found))
    lines = [
        Line(f"{capital(name):<{longest}}  {percent(*each.chance.as_integer_ratio()):>8}", "  ")
        for name, each in found.items()
    ]
    stops = " A Vision ends the Search that draws it (5.1.2)." if source == WORLD else ""
    return [Line(head), *lines, Line(f"Exact, by what the viewer may know (9.4), without modifiers.{stops}")]


def _source(words: str | None) -> str:
    """The deck or the region of a pile. Raises ``Failure``."""
    plain = re.sub(r"\b(the|discard|pile|of|deck)\b", " ", (words or WORLD).casefold()).split()
    for source in (WORLD, *catalog.REGIONS):
        if plain == [source]:
            return source
    raise Failure("not_found", f"{words!r} is nothing to search", hint=f"world deck, {', '.join(catalog.REGIONS)}")


def _wanted(words: str) -> Wanted:
    """What is meant: a kind of cards, or one card. Raises ``Failure``."""
    known = kinds()
    plain = words.casefold()
    for name in (plain, plain.removesuffix("s"), plain.removesuffix(" card"), plain.removesuffix(" cards")):
        if name in known:
            return known[name]
    try:
        card = catalog.find(words, ("denizen", "vision"))
    except LookupError as fault:
        raise Failure("not_found", str(fault), hint=EXAMPLE) from None
    return lambda each: each == card
