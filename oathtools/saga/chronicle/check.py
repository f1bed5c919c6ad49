"""Is every card of the box accounted for in a Chronicle? Every fault at once, each with its place and a way out.

``reconcile`` says what the unknown cards of a world may still be, once everything told about it is put together. Every
unknown card takes a name that no other card has. A name told for one (people looked at it, or wrote it into the file)
is gone for the others; where that leaves a card one name, it is that card; where it leaves some cards fewer names than
there are of them, something told is wrong, and their places are named.

The sets are shrunk exactly: a name stays possible for a card just if all the others can still be served. Cards that may
be the same are counted together, so that a deck of fifty unknown ones costs no more than one.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.kit.text import count
from oathtools.saga.chronicle import record
from oathtools.saga.chronicle.record import BACKS, Card, Chronicle, Deck, Unknown
from oathtools.saga.past.annals import intact
from oathtools.saga.save_string.fill import mend
from oathtools.saga.save_string.repair import Note
from oathtools.table.knowledge import serve
from oathtools.table.state import GRAND_SCEPTER

_MEND = "oathtools chronicle check --repair mends it."


class Report(NamedTuple):
    """What a check found. ``counts``: of each kind, how many cards are where; ``notes`` are oddities, not faults."""

    faults: list[record.Fault]
    notes: list[str]
    counts: dict[str, dict[str, int]]


def check(chronicle: record.Chronicle) -> Report:
    """Every denizen, relic, site, Vision and edifice accounted for, and in a place where it may be."""
    faults = [*record.doubled(chronicle), *record.misplaced(chronicle), *_missing(chronicle)]
    if not faults:
        faults += _uncountable(chronicle)
    faults += _variants(chronicle)
    return Report(faults, list(_odd(chronicle)), counts(chronicle))


def counts(chronicle: record.Chronicle) -> dict[str, dict[str, int]]:
    """Kind -> how many of its cards lie where; what is found by elimination is ``archive``, ``deck`` for sites."""
    found: dict[str, dict[str, int]] = {
        "denizen": {"map": 0, "world_deck": 0, "dispossessed": 0},
        "edifice": {"map": 0},
        "relic": {"map": 0, "relic_deck": 0, "box": 1},
        "site": {"map": 0},
        "vision": {"world_deck": 0},
    }
    for place, card in chronicle.contents():
        kind, zone = record.kind_of(place, card), place.partition(".")[0]
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


def _missing(chronicle: record.Chronicle) -> Iterator[record.Fault]:
    for number, row in enumerate(chronicle.map, 1):
        if row.site is None:
            text = f"no site lies in map slot {number} (8.3.5)"
            yield record.Fault(f"map.{number}", text, text, _MEND)
    found = counts(chronicle)
    if chronicle.relic_deck is not None:
        every = catalog.ids("relic", chronicle.variants)
        lost = len(every) - sum(found["relic"].values())
        if lost:
            text = f"{abs(lost)} relic{'s' if abs(lost) > 1 else ''} {'missing' if lost > 0 else 'too many'}"
            named = {card for _, card in chronicle.contents() if isinstance(card, str)}
            names = [catalog.name_of(card) for card in every if card not in {*named, GRAND_SCEPTER}]
            sentence = f"{text}: {', '.join(names)}" if 0 < lost == len(names) else text
            yield record.Fault("relic_deck", sentence, text, _MEND if lost > 0 else None)
    visions, all_visions = found["vision"]["world_deck"], len(catalog.ids("vision", chronicle.variants))
    if visions not in (0, all_visions):
        text = f"the world deck has {visions} Visions, not {all_visions} (8.8)"
        yield record.Fault("world_deck", text, text, _MEND)
    if not found["denizen"]["world_deck"]:
        text = "the world deck has no denizens (8.8)"
        yield record.Fault("world_deck", text, text, _MEND)
    for kind, rest in found.items():
        for place, left in rest.items():
            if left < 0:
                text = f"{-left} {kind}{'' if left == -1 else 's'} too many"
                yield record.Fault(place, text, text)


def _variants(chronicle: record.Chronicle) -> Iterator[record.Fault]:
    """What the saga keeps of variants must be something that they can go on with."""
    from oathtools.law.rulings_variants import all_texts
    from oathtools.procedures.machine.registry import VariantFault
    from oathtools.variants import opened

    for name, kept in chronicle.variants.items():
        if name in all_texts():
            try:
                opened([name], {name: kept})
            except VariantFault as wrong:
                yield from (
                    record.Fault("variants", f"{at} {what}", f"{at} {what}", way) for at, what, way in wrong.faults
                )


def _uncountable(chronicle: record.Chronicle) -> Iterator[record.Fault]:
    """Unknown cards that could not all have a name: by what is told of them, and by setting a game up and counting."""
    for place, text, public in contradictions(chronicle):
        yield record.Fault(
            place, text, public, "Look at those cards, and name them in chronicle.yaml, or take a name back there."
        )
        return
    from oathtools.procedures.machine.world import opening, seats_for
    from oathtools.saga.worlds import Incomplete, world_of
    from oathtools.table.invariants import faults

    try:
        world = world_of(chronicle)
    except Incomplete as fault:
        yield from (record.Fault("world", text, text, _MEND) for text in fault.faults)
        return
    state = opening(world, seats_for([("A", None, False), ("B", None, False)], world.citizens))
    for text in faults(state):
        yield record.Fault("world", text, "the unknown cards cannot all have names: something is told twice or wrongly")


def contradictions(chronicle: record.Chronicle) -> Iterator[tuple[str, str, str]]:
    """Places whose unknown cards have too few names left: the first, the words with those names, the words without."""
    for found in reconcile(chronicle).contradictions:
        where = ", ".join(dict.fromkeys(record.place_words(place) for place in found.places))
        count = len(found.names)
        left = f"{count} name{'' if count == 1 else 's'}" if count else "no name"
        cards = f"{found.cards} unknown card{'' if found.cards == 1 else 's'}"
        public = f"{cards} ({where}) {'has' if found.cards == 1 else 'have'} {left} left by all that is told"
        names = ", ".join(catalog.name_of(card) for card in found.names)
        yield found.places[0], f"{public}: {names}" if names else public, public


def _odd(chronicle: record.Chronicle) -> Iterator[str]:
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
    unknown = sum(isinstance(card, record.Unknown) for _, card in chronicle.contents())
    if unknown:
        yield f"{unknown} card{'s are' if unknown > 1 else ' is'} unknown to the tool"
    if chronicle.uncounted:
        yield "how many are Dispossessed is not known: so many fewer are in the Archive"
    last: Any = chronicle.history[-1] if chronicle.history else {}
    if isinstance(last, dict) and isinstance(last.get("game"), int) and last["game"] >= chronicle.game:
        yield f"the history ends with game {last['game']}, and the next one is {chronicle.game}"


# -- mending what a check finds wrong with a world, as far as nobody need be asked; the history is never touched -------
#
# What lies faceup on the map is taken for true, for everybody sees it. A card that is told twice stays there, or in the
# first place that names it; what cannot lie where it is told goes; what is missing then is put where ``tts_fill`` puts
# it, by chance from a seed. Two faceup cards of one name are left for the people to look at.


def mended(chronicle: record.Chronicle, seed: str = "0") -> tuple[record.Chronicle, list[Note]]:
    """The Chronicle mended, and what was done to it; the Chronicle itself is left as it is."""
    world = deepcopy(chronicle)
    done: list[Note] = []
    _take_out(world, done)
    if any(isinstance(card, record.Unknown) for _, card in world.contents()) or world.world_deck.order is None:
        _make_up(world, done)
    else:
        world, more = mend(world, seed)
        done += more
    found = reconcile(world)
    for place, _, names in found.learnt:
        one = catalog.name_of(names[0]) if len(names) == 1 else f"one of {len(names)} cards"
        public = f"an unknown card in {record.place_words(place)} is known by elimination"
        if len(names) > 1:
            public = f"an unknown card in {record.place_words(place)} may be one of {len(names)} by elimination"
        done.append(Note("mended", f"the unknown card in {record.place_words(place)} is {one} by elimination", public))
    return found.chronicle, done


def _take_out(world: record.Chronicle, done: list[Note]) -> None:
    """What is told twice, and what cannot lie where it is told."""
    places = [(place, card) for place, card in world.contents() if isinstance(card, str)]
    places.sort(key=lambda each: record.is_hidden(world, each[0]))
    kept: set[str] = set()
    gone: list[str] = []
    for place, card in places:
        secret = record.is_hidden(world, place)
        name, where = catalog.name_of(card), record.place_words(place)
        if not record.allowed(place, card) or card == GRAND_SCEPTER:
            public = name if card == GRAND_SCEPTER or not secret else f"a {card.partition('.')[0]}"
            done.append(Note("mended", f"{name} taken out of {where}", f"{public} taken out of {where}"))
        elif intact(card) in kept and secret:
            done.append(
                Note("mended", f"the second {name} taken out of {where}", f"a card told twice taken out of {where}")
            )
        else:
            kept.add(intact(card))
            continue
        gone.append(place)
    for place in sorted(gone, key=_last_first):
        _remove(world, place)


def _last_first(place: str) -> tuple[str, int]:
    """Of one list the last place first, so that the others keep their numbers."""
    head, _, tail = place.rpartition(".")
    return head, -int(tail) if tail.isdigit() else 0


def _remove(world: record.Chronicle, place: str) -> None:
    words = place.split(".")
    if words[0] == "map":
        row = world.map[int(words[1]) - 1]
        if words[2] == "site":
            row.site = None
            return
        row.slots = None
        cards: list[record.Card] = row.cards if words[2] == "cards" else row.relics
    elif words[0] == "world_deck":
        deck = world.world_deck
        cards = deck.top if words[1] == "top" else deck.bottom if words[1] == "bottom" else deck.order or []
    else:
        cards = world.dispossessed if words[0] == "dispossessed" else world.relic_deck or []
    del cards[int(words[-1]) - 1]


def _make_up(world: record.Chronicle, done: list[Note]) -> None:
    """What a world with unknown cards lacks is made up by unknown cards."""

    def say(text: str) -> None:
        done.append(Note("mended", text, text))

    for number, row in enumerate(world.map, 1):
        if row.site is None:
            row.site, row.facedown = record.Unknown("site"), True
            say(f"a facedown site that nobody has told put in map slot {number}")
    relics = [card for _, card in world.contents() if _kind(card) == "relic"]
    lost = len(catalog.ids("relic", world.variants)) - 1 - len(relics)
    if world.relic_deck is not None and lost > 0:
        world.relic_deck[:0] = [record.Unknown("relic")] * lost
        say(f"{count(lost, 'relic')} that nobody has told put on top of the relic deck")
    _make_up_visions(world, say)


def _make_up_visions(world: record.Chronicle, say: Callable[[str], None]) -> None:
    """A world deck that is empty, or lacks Visions, is stacked by 8.8 from cards that nobody has told."""
    deck = world.world_deck
    cards = [card for card in (*(deck.order or ()), *deck.top, *deck.bottom) if card is not None]
    layered = 0 if deck.order is not None else sum(sum(layer.values()) for layer in deck.layers)
    if not cards and not layered:
        denizens = sum(_kind(card) == "denizen" for row in world.map for card in row.cards)
        world.world_deck = record.Deck(layers=record.deck_layers(denizens))
        size = sum(layer.get("denizens", 0) for layer in world.world_deck.layers)
        say(f"a world deck stacked from {size} denizens that nobody has told and the Visions (8.8, 1.box)")
        return
    known = sum(_kind(card) == "vision" for card in cards)
    inside = 0 if deck.order is not None else sum(layer.get("visions", 0) for layer in deck.layers)
    missing = len(catalog.ids("vision", world.variants)) - known - inside
    visions = count(abs(missing), "Vision")
    if deck.order is not None and missing > 0:
        world.world_deck = record.Deck(layers=record.stacked(len(cards) - known))
        say(f"{visions} added and the world deck rebuilt (1.box)")
    elif missing and known + inside and deck.layers:
        deck.layers[0] = {**deck.layers[0], "visions": max(0, deck.layers[0].get("visions", 0) + missing)}
        say(f"{visions} {'added to' if missing > 0 else 'taken from'} the world deck")


def _kind(card: record.Card) -> str:
    if isinstance(card, record.Unknown):
        return card.what
    return "" if card is None else card.partition(".")[0]


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

    for kind, many in kinds.items():
        for _ in range(many):
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
