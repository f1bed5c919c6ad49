"""Mending what a check finds wrong with a world, as far as nobody need be asked; the history is never touched.

What lies faceup on the map is taken for true, for everybody sees it. A card that is told twice stays there, or in the
first place that names it; what cannot lie where it is told goes; what is missing then is put where ``tts_fill`` puts
it, by chance from a seed. Two faceup cards of one name are left for the people to look at.
"""

from collections.abc import Callable
from copy import deepcopy

from oathtools import catalog
from oathtools.saga.chronicle.box import deck_layers, stacked
from oathtools.saga.chronicle.record import Card, Chronicle, Deck, Unknown, allowed, is_hidden, place_words
from oathtools.saga.past.annals import intact
from oathtools.saga.past.reconcile import reconcile
from oathtools.saga.save_string.fill import mend
from oathtools.saga.save_string.repair import Note
from oathtools.table.state import GRAND_SCEPTER
from oathtools.text import count


def mended(chronicle: Chronicle, seed: str = "0") -> tuple[Chronicle, list[Note]]:
    """The Chronicle mended, and what was done to it; the Chronicle itself is left as it is."""
    world = deepcopy(chronicle)
    done: list[Note] = []
    _take_out(world, done)
    if any(isinstance(card, Unknown) for _, card in world.contents()) or world.world_deck.order is None:
        _make_up(world, done)
    else:
        world, more = mend(world, seed)
        done += more
    found = reconcile(world)
    for place, _, names in found.learnt:
        one = catalog.name_of(names[0]) if len(names) == 1 else f"one of {len(names)} cards"
        public = f"an unknown card in {place_words(place)} is known by elimination"
        if len(names) > 1:
            public = f"an unknown card in {place_words(place)} may be one of {len(names)} by elimination"
        done.append(Note("mended", f"the unknown card in {place_words(place)} is {one} by elimination", public))
    return found.chronicle, done


def _take_out(world: Chronicle, done: list[Note]) -> None:
    """What is told twice, and what cannot lie where it is told."""
    places = [(place, card) for place, card in world.contents() if isinstance(card, str)]
    places.sort(key=lambda each: is_hidden(world, each[0]))
    kept: set[str] = set()
    gone: list[str] = []
    for place, card in places:
        secret = is_hidden(world, place)
        name, where = catalog.name_of(card), place_words(place)
        if not allowed(place, card) or card == GRAND_SCEPTER:
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


def _remove(world: Chronicle, place: str) -> None:
    words = place.split(".")
    if words[0] == "map":
        row = world.map[int(words[1]) - 1]
        if words[2] == "site":
            row.site = None
            return
        row.slots = None
        cards: list[Card] = row.cards if words[2] == "cards" else row.relics
    elif words[0] == "world_deck":
        deck = world.world_deck
        cards = deck.top if words[1] == "top" else deck.bottom if words[1] == "bottom" else deck.order or []
    else:
        cards = world.dispossessed if words[0] == "dispossessed" else world.relic_deck or []
    del cards[int(words[-1]) - 1]


def _make_up(world: Chronicle, done: list[Note]) -> None:
    """What a world with unknown cards lacks is made up by unknown cards."""

    def say(text: str) -> None:
        done.append(Note("mended", text, text))

    for number, row in enumerate(world.map, 1):
        if row.site is None:
            row.site, row.facedown = Unknown("site"), True
            say(f"a facedown site that nobody has told put in map slot {number}")
    relics = [card for _, card in world.contents() if _kind(card) == "relic"]
    lost = len(catalog.ids("relic", world.variants)) - 1 - len(relics)
    if world.relic_deck is not None and lost > 0:
        world.relic_deck[:0] = [Unknown("relic")] * lost
        say(f"{count(lost, 'relic')} that nobody has told put on top of the relic deck")
    _make_up_visions(world, say)


def _make_up_visions(world: Chronicle, say: Callable[[str], None]) -> None:
    """A world deck that is empty, or lacks Visions, is stacked by 8.8 from cards that nobody has told."""
    deck = world.world_deck
    cards = [card for card in (*(deck.order or ()), *deck.top, *deck.bottom) if card is not None]
    layered = 0 if deck.order is not None else sum(sum(layer.values()) for layer in deck.layers)
    if not cards and not layered:
        denizens = sum(_kind(card) == "denizen" for row in world.map for card in row.cards)
        world.world_deck = Deck(layers=deck_layers(denizens))
        size = sum(layer.get("denizens", 0) for layer in world.world_deck.layers)
        say(f"a world deck stacked from {size} denizens that nobody has told and the Visions (8.8, 1.box)")
        return
    told = sum(_kind(card) == "vision" for card in cards)
    inside = 0 if deck.order is not None else sum(layer.get("visions", 0) for layer in deck.layers)
    missing = len(catalog.ids("vision", world.variants)) - told - inside
    visions = count(abs(missing), "Vision")
    if deck.order is not None and missing > 0:
        world.world_deck = Deck(layers=stacked(len(cards) - told))
        say(f"{visions} added and the world deck rebuilt (1.box)")
    elif missing and told + inside and deck.layers:
        deck.layers[0] = {**deck.layers[0], "visions": max(0, deck.layers[0].get("visions", 0) + missing)}
        say(f"{visions} {'added to' if missing > 0 else 'taken from'} the world deck")


def _kind(card: Card) -> str:
    if isinstance(card, Unknown):
        return card.what
    return "" if card is None else card.partition(".")[0]
