"""What the unknown cards of a world may still be, once everything told about it is put together.

Every unknown card takes a name that no other card has. A name told for one (people looked at it, or wrote it into the
file) is gone for the others; where that leaves a card one name, it is that card; where it leaves some cards fewer names
than there are of them, something told is wrong, and their places are named.

The sets are shrunk exactly: a name stays possible for a card just if all the others can still be served. Cards that may
be the same are counted together, so that a deck of fifty unknown ones costs no more than one.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import NamedTuple

from oathtools import catalog
from oathtools.saga.chronicle.record import BACKS, Card, Chronicle, Deck, Unknown
from oathtools.saga.past.annals import intact
from oathtools.table.knowledge import serve
from oathtools.table.state import GRAND_SCEPTER


class Slot(NamedTuple):
    """An unknown card: its place, what was said of what it may be, how to write down what is known now (or not)."""

    place: str
    names: frozenset[str]
    put: Callable[[Card], None] | None
    card: Unknown


class Learnt(NamedTuple):
    """What putting things together tells of a card: its place, how many names it had, those it may have now."""

    place: str
    before: int
    names: tuple[str, ...]


class Contradiction(NamedTuple):
    """Places whose unknown cards are more than the names that are left for them."""

    places: tuple[str, ...]
    cards: int
    names: tuple[str, ...]


class Reconciled(NamedTuple):
    """The world with what is known of its unknown cards, what was learnt, and what contradicts itself."""

    chronicle: Chronicle
    learnt: list[Learnt]
    contradictions: list[Contradiction]


def reconcile(chronicle: Chronicle) -> Reconciled:
    """Put together what a Chronicle says of its unknown cards. The Chronicle itself is left as it is."""
    world = deepcopy(chronicle)
    slots = list(_slots(world))
    taken = {intact(card) for _, card in world.contents() if isinstance(card, str)} | {GRAND_SCEPTER}
    names = [frozenset(slot.names) - taken for slot in slots]
    kinds: dict[frozenset[str], int] = {}
    for each in names:
        kinds[each] = kinds.get(each, 0) + 1
    short = _short(kinds)
    if short is not None:
        lacking = [at for at, each in enumerate(names) if each <= short]
        places = tuple(dict.fromkeys(slots[at].place for at in lacking))
        return Reconciled(chronicle, [], [Contradiction(places, len(lacking), tuple(sorted(short)))])
    possible = {kind: _possible(kinds, kind) for kind in kinds}
    learnt = []
    for slot, kind in zip(slots, names, strict=True):
        left = possible[kind]
        may_be = slot.card.may_be
        if slot.put is None or (left == kind and (not may_be or set(may_be) == set(left))):
            continue
        one = len(left) == 1
        if one or may_be:
            slot.put(next(iter(left)) if one else slot.card._replace(may_be=_sorted(left)))
            learnt.append(Learnt(slot.place, len(slot.names), _sorted(left)))
    _shrink_pool(world.world_deck, taken)
    return Reconciled(world, learnt, [])


def _slots(world: Chronicle) -> Iterator[Slot]:
    deck = world.world_deck
    for number, row in enumerate(world.map, 1):
        if isinstance(row.site, Unknown):
            yield _slot(world, f"map.{number}.site", row.site, ("site",), partial(setattr, row, "site"))
        for part, cards in (("cards", row.cards), ("relics", row.relics)):
            yield from _listed(world, f"map.{number}.{part}", cards, BACKS["map"] if part == "cards" else ("relic",))
    for name, listed in (
        ("world_deck", deck.order or []),
        ("world_deck.top", deck.top if deck.order is None else []),
        ("world_deck.bottom", deck.bottom if deck.order is None else []),
        ("dispossessed", world.dispossessed),
        ("relic_deck", world.relic_deck or []),
        ("archive", world.archive),
    ):
        yield from _listed(world, name, listed, BACKS[name.partition(".")[0]])
    for number, layer in enumerate(deck.layers if deck.order is None else (), 1):
        place = f"world_deck.layers.{number}"
        for _ in range(layer.get("denizens", 0)):
            yield Slot(place, frozenset(deck.pool or catalog.ids("denizen", world.variants)), None, Unknown("denizen"))
        for _ in range(layer.get("visions", 0)):
            yield Slot(place, frozenset(catalog.ids("vision", world.variants)), None, Unknown("vision"))


def _listed(world: Chronicle, name: str, cards: list[Card], kinds: tuple[str, ...]) -> Iterator[Slot]:
    for at, card in enumerate(cards):
        if isinstance(card, Unknown):
            yield _slot(world, f"{name}.{at + 1}", card, kinds, partial(cards.__setitem__, at))


def _slot(world: Chronicle, place: str, card: Unknown, kinds: tuple[str, ...], put: Callable[[Card], None]) -> Slot:
    backs = kinds if card.what == "card" else (card.what,)
    every = (intact(name) for back in backs for name in catalog.ids(back, world.variants))
    names = card.may_be or list(dict.fromkeys(every))
    return Slot(place, frozenset(map(intact, names)), put, card)


def _sorted(names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: (catalog.card(name).tts or 0, name)))


def _shrink_pool(deck: Deck, taken: set[str]) -> None:
    """Names that lie elsewhere are not in the layers; the cards themselves cannot be told apart."""
    deck.pool = [name for name in deck.pool if name not in taken]


# -- counting --------------------------------------------------------------------------------------------------------

Kinds = dict[frozenset[str], int]  # the names that some unknown cards may have -> how many such cards there are


def _short(kinds: Kinds, gone: frozenset[str] = frozenset()) -> frozenset[str] | None:
    """A set of names too small for the unknown cards that can only be among them; None if there is none.

    A maximum flow from the cards to the names, by augmenting paths; ``gone`` are names that are not to be had.
    """
    holder: dict[str, frozenset[str]] = {}
    ordered = {kind: sorted(kind - gone) for kind in kinds}

    for kind, count in kinds.items():
        for _ in range(count):
            seen: set[str] = set()
            if not serve(kind, ordered, holder, seen):
                return frozenset(seen)
    return None


def _possible(kinds: Kinds, kind: frozenset[str]) -> frozenset[str]:
    """The names that a card of a kind may have so that all the others are still served."""
    rest = {each: count - (each == kind) for each, count in kinds.items()}
    alone = len(kinds) == 1 or all(each == kind or each.isdisjoint(kind) for each in kinds)
    if alone:
        return kind
    # Names that the same kinds may have are alike: one of them speaks for all.
    alike: dict[tuple[frozenset[str], ...], list[str]] = {}
    for name in sorted(kind):
        alike.setdefault(tuple(each for each in kinds if name in each), []).append(name)
    fits: set[str] = set()
    for names in alike.values():
        if _short(rest, frozenset(names[:1])) is None:
            fits.update(names)
    return frozenset(fits)
