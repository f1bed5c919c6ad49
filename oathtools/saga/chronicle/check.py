"""Is every card of the box accounted for in a Chronicle? Every fault at once, each with its place and a way out."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.saga.chronicle.record import (
    Chronicle,
    Fault,
    Unknown,
    _cards,
    doubled,
    kind_of,
    misplaced,
    place_words,
)
from oathtools.table.state import GRAND_SCEPTER

_MEND = "oathtools chronicle check --repair mends it."


class Report(NamedTuple):
    """What a check found. ``counts``: of each kind, how many cards are where; ``notes`` are oddities, not faults."""

    faults: list[Fault]
    notes: list[str]
    counts: dict[str, dict[str, int]]


def check(chronicle: Chronicle) -> Report:
    """Every denizen, relic, site, Vision and edifice accounted for, and in a place where it may be."""
    faults = [*doubled(chronicle), *misplaced(chronicle), *_missing(chronicle)]
    if not faults:
        faults += _uncountable(chronicle)
    faults += _variants(chronicle)
    return Report(faults, list(_odd(chronicle)), counts(chronicle))


def counts(chronicle: Chronicle) -> dict[str, dict[str, int]]:
    """Kind -> how many of its cards lie where; what is found by elimination is ``archive``, ``deck`` for sites."""
    found: dict[str, dict[str, int]] = {
        "denizen": {"map": 0, "world_deck": 0, "dispossessed": 0},
        "edifice": {"map": 0},
        "relic": {"map": 0, "relic_deck": 0, "box": 1},
        "site": {"map": 0},
        "vision": {"world_deck": 0},
    }
    for place, card in _cards(chronicle):
        kind, zone = kind_of(place, card), place.partition(".")[0]
        if kind in found:
            found[kind][zone] = found[kind].get(zone, 0) + 1
    for layer in chronicle.world_deck.layers if chronicle.world_deck.order is None else ():
        found["denizen"]["world_deck"] += layer.get("denizens", 0)
        found["vision"]["world_deck"] += layer.get("visions", 0)
    names = chronicle.variants
    total = {kind: len(catalog.ids(kind, names)) for kind in ("denizen", "relic", "site", "vision")}
    total["edifice"] = sum(not side.ruined for side in catalog.cards("edifice", names))
    for kind, rest in (("denizen", "archive"), ("edifice", "archive"), ("site", "deck"), ("vision", "box")):
        found[kind][rest] = total[kind] - sum(found[kind].values())
    return found


def _missing(chronicle: Chronicle) -> Iterator[Fault]:
    for number, row in enumerate(chronicle.map, 1):
        if row.site is None:
            text = f"no site lies in map slot {number} (8.3.5)"
            yield Fault(f"map.{number}", text, text, _MEND)
    found = counts(chronicle)
    if chronicle.relic_deck is not None:
        every = catalog.ids("relic", chronicle.variants)
        lost = len(every) - sum(found["relic"].values())
        if lost:
            text = f"{abs(lost)} relic{'s' if abs(lost) > 1 else ''} {'missing' if lost > 0 else 'too many'}"
            named = {card for _, card in _cards(chronicle) if isinstance(card, str)}
            names = [catalog.name_of(card) for card in every if card not in {*named, GRAND_SCEPTER}]
            told = f"{text}: {', '.join(names)}" if 0 < lost == len(names) else text
            yield Fault("relic_deck", told, text, _MEND if lost > 0 else None)
    visions, all_visions = found["vision"]["world_deck"], len(catalog.ids("vision", chronicle.variants))
    if visions not in (0, all_visions):
        text = f"the world deck has {visions} Visions, not {all_visions} (8.8)"
        yield Fault("world_deck", text, text, _MEND)
    if not found["denizen"]["world_deck"]:
        text = "the world deck has no denizens (8.8)"
        yield Fault("world_deck", text, text, _MEND)
    for kind, rest in found.items():
        for place, count in rest.items():
            if count < 0:
                text = f"{-count} {kind}{'' if count == -1 else 's'} too many"
                yield Fault(place, text, text)


def _variants(chronicle: Chronicle) -> Iterator[Fault]:
    """What the saga keeps of variants must be something that they can go on with."""
    from oathtools.law.variants import all_texts
    from oathtools.procedures.machine.variant import VariantFault
    from oathtools.variants import opened

    for name, kept in chronicle.variants.items():
        if name in all_texts():
            try:
                opened([name], {name: kept})
            except VariantFault as wrong:
                yield from (Fault("variants", f"{at} {what}", f"{at} {what}", way) for at, what, way in wrong.faults)


def _uncountable(chronicle: Chronicle) -> Iterator[Fault]:
    """Unknown cards that could not all have a name: by what is told of them, and by setting a game up and counting."""
    for place, text, public in contradictions(chronicle):
        yield Fault(
            place, text, public, "Look at those cards, and name them in chronicle.yaml, or take a name back there."
        )
        return
    from oathtools.procedures.machine.world import seats_for
    from oathtools.procedures.setup.opening import opening
    from oathtools.saga.worlds import Incomplete, world_of
    from oathtools.table.invariants import faults

    try:
        world = world_of(chronicle)
    except Incomplete as fault:
        yield from (Fault("world", text, text, _MEND) for text in fault.faults)
        return
    state = opening(world, seats_for([("A", None, False), ("B", None, False)], world.citizens))
    for text in faults(state):
        yield Fault("world", text, "the unknown cards cannot all have names: something is told twice or wrongly")


def contradictions(chronicle: Chronicle) -> Iterator[tuple[str, str, str]]:
    """Places whose unknown cards have too few names left: the first, the words with those names, the words without."""
    from oathtools.saga.past.reconcile import reconcile

    for found in reconcile(chronicle).contradictions:
        where = ", ".join(dict.fromkeys(place_words(place) for place in found.places))
        count = len(found.names)
        left = f"{count} name{'' if count == 1 else 's'}" if count else "no name"
        cards = f"{found.cards} unknown card{'' if found.cards == 1 else 's'}"
        public = f"{cards} ({where}) {'has' if found.cards == 1 else 'have'} {left} left by all that is told"
        names = ", ".join(catalog.name_of(card) for card in found.names)
        yield found.places[0], f"{public}: {names}" if names else public, public


def _odd(chronicle: Chronicle) -> Iterator[str]:
    found = counts(chronicle)
    if not found["vision"]["world_deck"] and found["denizen"]["world_deck"]:
        yield "the world deck is not rebuilt yet: setup builds it (1.box)"
    for number, row in enumerate(chronicle.map, 1):
        if row.facedown and (row.cards or row.relics):
            yield f"map slot {number} lies facedown with cards on it"
        elif isinstance(row.site, str) and not row.facedown:
            room = catalog.site(row.site).capacity
            if len(row.cards) > room:
                yield f"{catalog.name_of(row.site)} holds {len(row.cards)} cards; its capacity is {room} (2.8.1)"
    unknown = sum(isinstance(card, Unknown) for _, card in _cards(chronicle))
    if unknown:
        yield f"{unknown} card{'s are' if unknown > 1 else ' is'} unknown to the tool"
    last: Any = chronicle.history[-1] if chronicle.history else {}
    if isinstance(last, dict) and isinstance(last.get("game"), int) and last["game"] >= chronicle.game:
        yield f"the history ends with game {last['game']}, and the next one is {chronicle.game}"
