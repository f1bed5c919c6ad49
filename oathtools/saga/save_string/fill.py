"""Making a world whole: unknown cards chosen by elimination, missing ones put where setup wants them.

Both work on a copy and are seeded: the same Chronicle and seed give the same world.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import partial
from random import Random

from oathtools import catalog
from oathtools.saga.chronicle.record import BACKS, Card, Chronicle, Deck, Joined, Unknown, same_card
from oathtools.saga.save_string.repair import Note
from oathtools.saga.save_string.string import Unwritable
from oathtools.table.knowledge import serve

_SCEPTER = "relic.grand_scepter"  # never in the relic deck (8.6.1)

_TRIES = 20  # ways of naming what was shuffled together, before it counts as a contradiction

_Slot = tuple[str, Iterable[str], Callable[[str], None]]  # its place, the ids it may hold, how to put one there


def fill(chronicle: Chronicle, seed: str) -> Chronicle:
    """The Chronicle with every unknown card and site chosen among those it may be and that lie nowhere else.

    The layers of the world deck are dealt from its pool and the Visions left, and shuffled one by one; a deck whose
    rebuilding was put off (8.8) is built as the next setup would (1.box): a save string holds no other. A relic deck
    that was not made yet is shuffled from the relics left. Raises ``Unwritable`` if no choice fits, or if nothing at
    all is known of the world deck.
    """
    world = deepcopy(chronicle)
    chance = Random(seed)
    deck = world.world_deck
    if deck == Deck():
        raise Unwritable(["world_deck: nothing is known of it; state its layers"], unknown=True)
    dealt: list[list[Card]] = [[] for _ in deck.layers]
    slots = [*_unknown_places(world), *_layer_places(deck, dealt)]
    _choose(world, slots, chance)
    world.archive, world.joined, world.uncounted = [], [], False
    if deck.order is None:
        for layer in dealt:
            chance.shuffle(layer)
        order = [*deck.top, *(card for layer in dealt for card in layer), *deck.bottom]
        if put_off(chronicle):
            order = _rebuilt(order, _left(world, "vision", chance), chance)
        world.world_deck = Deck(order=order)
    if world.relic_deck is None:
        world.relic_deck = _left(world, "relic", chance)
    return world


def put_off(chronicle: Chronicle) -> bool:
    """Was the rebuilding of the world deck left to the next setup (8.8, 1.box)? Then no Vision lies in it."""
    deck = chronicle.world_deck
    visions = any(layer.get("visions") for layer in deck.layers)
    visions |= any(card.what == "vision" for card in (*deck.top, *deck.bottom) if isinstance(card, Unknown))
    visions |= any(isinstance(card, str) and card.startswith("vision.") for card in (*deck.top, *deck.bottom))
    return bool(deck.layers) and not visions


def _unknown_places(world: Chronicle) -> Iterator[_Slot]:
    for number, row in enumerate(world.map, 1):
        if isinstance(row.site, Unknown):
            yield f"map.{number}.site", row.site.may_be or catalog.ids("site"), partial(setattr, row, "site")
    deck = world.world_deck
    lists = [("map", cards) for row in world.map for cards in (row.cards, row.relics)]
    lists += [("world_deck", deck.order or []), ("world_deck", deck.top), ("world_deck", deck.bottom)]
    lists += [("dispossessed", world.dispossessed), ("relic_deck", world.relic_deck or []), ("archive", world.archive)]
    for part, cards in lists:
        for at, card in enumerate(cards):
            if isinstance(card, Unknown):
                kinds = BACKS[part] if card.what == "card" else (card.what,)
                known = [card_id for kind in kinds for card_id in catalog.ids(kind) if card_id != _SCEPTER]
                yield f"{part}, unknown {card.what}", card.may_be or known, partial(cards.__setitem__, at)


def _layer_places(deck: Deck, dealt: list[list[Card]]) -> Iterator[_Slot]:
    for number, (layer, cards) in enumerate(zip(deck.layers, dealt, strict=True), 1):
        for _ in range(layer.get("denizens", 0)):
            yield f"world_deck.layers.{number}", deck.pool or catalog.ids("denizen"), cards.append
        for _ in range(layer.get("visions", 0)):
            yield f"world_deck.layers.{number}", catalog.ids("vision"), cards.append


def _choose(world: Chronicle, slots: list[_Slot], chance: Random) -> None:
    """Put a different free card in every slot, chosen at random among all ways; what is ``joined`` holds if it can.

    Raises ``Unwritable`` if there is no way.
    """
    lies = {same_card(card): where.partition(".")[0] for where, card in world.contents() if isinstance(card, str)}
    offered = {}
    for at, (_, ids, _) in enumerate(slots):
        free = sorted({same_card(card_id) for card_id in ids} - lies.keys())
        offered[at] = chance.sample(free, len(free))
    parts = [re.split("[.,]", place)[0] for place, _, _ in slots]
    tries = (_together(world.joined, lies, offered, parts, chance) for _ in range(_TRIES if world.joined else 0))
    holder = next((found for found in tries if found is not None), None)
    if holder is None:
        holder = {}
        for at in chance.sample(range(len(slots)), len(slots)):
            if not serve(at, offered, holder, set()):
                raise Unwritable([f"{slots[at][0]}: no card is left that it may be"], unknown=True)
    for card, at in holder.items():
        _, ids, put = slots[at]
        put(chance.choice(sorted(card_id for card_id in set(ids) if same_card(card_id) == card)))


def _together(
    joined: list[Joined], lies: Mapping[str, str], offered: Mapping[int, list[str]], parts: list[str], chance: Random
) -> dict[str, int] | None:
    """The slots of cards, so that what was shuffled together is what it was; None if this way leads nowhere.

    Each of those cards takes a name first; then the names are dealt to slots, and what is left to the other slots.
    """
    cards = [each for each in joined for _ in range(each.n)]
    offers = {}
    for at in chance.sample(range(len(cards)), len(cards)):
        names = [name for name in cards[at].names if lies.get(name, cards[at].parts[0]) in cards[at].parts]
        offers[at] = chance.sample(names, len(names))
    taken: dict[str, int] = {}
    if not all(serve(at, offers, taken, set()) for at in offers):
        return None
    may_lie = {card: cards[at].parts for card, at in taken.items() if card not in lies}
    fits = {at: [card for card in names if parts[at] in may_lie.get(card, parts)] for at, names in offered.items()}
    seats = {card: [at for at in offered if card in fits[at]] for card in may_lie}
    seated: dict[int, str] = {}
    if not all(serve(card, seats, seated, set()) for card in seats):
        return None
    holder = {card: at for at, card in seated.items()}
    return holder if all(at in seated or serve(at, fits, holder, set()) for at in offered) else None


def _left(world: Chronicle, kind: str, chance: Random) -> list[Card]:
    """The cards of a kind that lie nowhere, shuffled."""
    present = _present(world)
    left: list[Card] = [card for card in catalog.ids(kind) if card not in present and card != _SCEPTER]
    chance.shuffle(left)
    return left


def _present(world: Chronicle) -> set[Card]:
    return {card for _, card in world.contents()}


def mend(chronicle: Chronicle, seed: str) -> tuple[Chronicle, list[Note]]:
    """A wholly known Chronicle made fit for setup, and what was done.

    Missing relics go on top of the relic deck, shuffled. Missing Visions are added by rebuilding the world deck (1.box,
    as in 8.8). An empty world deck is built from the denizens of the publisher's first game. Each map slot without a
    site gets a facedown one at random. Duplicates and cards where they do not belong stay as they are. Unknown cards:
    ``fill`` first.
    """
    world = deepcopy(chronicle)
    chance = Random(seed)
    done: list[Note] = []

    def say(full: str, public: str | None = None) -> None:
        done.append(Note("mended", full, public or full))

    relics = _left(world, "relic", chance)
    if relics or world.relic_deck is None:
        world.relic_deck = relics + (world.relic_deck or [])
        text = f"{len(relics)} missing relic{'s' if len(relics) != 1 else ''} put on top of the relic deck"
        say(f"{text}: {', '.join(catalog.name_of(str(card)) for card in relics)}", text)
    visions = _left(world, "vision", chance)
    order = world.world_deck.order
    if visions and order:
        world.world_deck.order = _rebuilt(order, visions, chance)
        text = (
            f"{len(visions)} missing Vision{'s' if len(visions) > 1 else ''} added and the world deck rebuilt (1.box)"
        )
        say(f"{text}: {', '.join(catalog.name_of(str(card)) for card in visions)}", text)
    if world.world_deck.order is not None and not order:
        pool = [card for card in catalog.first_game().starting_pool if card not in _present(world)]
        world.world_deck.order = _rebuilt(list(pool), visions, chance)
        say(f"a world deck built from {len(pool)} denizens of the first game and the Visions (8.8, 1.box)")
    sites = _left(world, "site", chance)
    empty = [(number, row) for number, row in enumerate(world.map, 1) if row.site is None]
    for number, row in empty:
        row.site, row.facedown = sites.pop(), True
        text = f"a facedown site put in map slot {number}"
        say(f"{text}: {catalog.name_of(str(row.site))}", text)
    return world, done


def _rebuilt(order: list[Card], missing: list[Card], chance: Random) -> list[Card]:
    """The world deck stacked anew in its layers, with the missing Visions; other cards go to the bottom."""

    def of(kind: str) -> list[Card]:
        return [card for card in order if isinstance(card, str) and card.startswith(kind)]

    stack, visions = of("denizen."), of("vision.") + missing
    others = [card for card in order if not (isinstance(card, str) and card.startswith(("denizen.", "vision.")))]
    chance.shuffle(stack)
    chance.shuffle(visions)
    deck: list[Card] = []
    for layer in catalog.DECK_LAYERS:
        if layer.denizens is not None:
            part = stack[: layer.denizens] + visions[: layer.visions]
            del stack[: layer.denizens], visions[: layer.visions]
            chance.shuffle(part)
            deck += part
    return [*deck, *stack, *visions, *others]
