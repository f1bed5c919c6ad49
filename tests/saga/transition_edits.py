"""Edits that no Chronicle makes, each with the clause it breaks and the place where that shows."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import NamedTuple

from oathtools import catalog
from oathtools.saga.chronicle.record import REGIONS, Chronicle
from oathtools.saga.transitions.account import SLOTS, Holdings
from tests.saga.transitions_data import ever_more_pairs

Make = Callable[[Chronicle, Holdings, Holdings], bool]


class Edit(NamedTuple):
    """What nobody's Chronicle does: ``make`` edits the world after (or says that it cannot be done to this one)."""

    name: str
    clause: str
    where: str
    make: Make


def edited(edit: Edit) -> tuple[Chronicle, Chronicle]:
    """The first pair of worlds that the edit fits, with the edit made."""
    for before, after in ever_more_pairs():
        world = deepcopy(after)
        if edit.make(world, Holdings(before), Holdings(after)):
            return before, world
    raise AssertionError(f"no world fits {edit.name}")


EDITS: list[Edit] = []


def edit(name: str, clause: str, where: str) -> Callable[[Make], Make]:
    def register(make: Make) -> Make:
        EDITS.append(Edit(name, clause, where, make))
        return make

    return register


# -- denizens ------------------------------------------------------------------------------------------------------


def _deck(world: Chronicle) -> list[str]:
    assert world.world_deck.order is not None
    return world.world_deck.order  # type: ignore[return-value]


def _denizens(world: Chronicle) -> Iterator[str]:
    return (card for card in _deck(world) if card.startswith("denizen."))


def _facedown(world: Chronicle) -> int | None:
    """The first slot with a facedown site."""
    return next((slot for slot in SLOTS if world.map[slot].facedown), None)


def _rebuilt(world: Chronicle) -> bool:
    return any(card.startswith("vision.") for card in _deck(world))


@edit("a card of the world deck is Dispossessed too", "8.5", "dispossessed")
def doubled(world, was, now):
    world.dispossessed.append(next(_denizens(world)))
    return True


@edit("a card stands twice in the world deck", "8.8", "world_deck")
def twice(world, was, now):
    _deck(world).append(next(_denizens(world)))
    return True


@edit("a card of the game is nowhere", "8.8", "world_deck")
def lost(world, was, now):
    _deck(world).remove(next(card for card in _denizens(world) if card in was.in_play))
    return True


@edit("a card of the deck lies on a facedown site", "8.3.5", "map")
def onto_facedown(world, was, now):
    slot = _facedown(world)
    if slot is None:
        return False
    card = next(_denizens(world))
    _deck(world).remove(card)
    world.map[slot].cards.append(card)
    return True


@edit("a card of the Archive lies on the map", "8.4", "map")
def from_archive(world, was, now):
    slot = next((slot for slot in (0,) if _roomy(now, slot) and now.sites[slot] in was.sites), None)
    if slot is None:
        return False
    card = min(was.archive & now.archive)
    world.map[slot].cards.append(card)
    return True


@edit("a Dispossessed card lies on the map", "8.5", "map")
def from_dispossessed(world, was, now):
    from oathtools.saga.transitions.decks import SWAPPING

    both = sorted(was.dispossessed & now.dispossessed)
    if not both or not _roomy(now, 0) or now.sites[0] not in was.sites or set(SWAPPING) & {*was.places, *was.deck}:
        return False
    world.dispossessed.remove(both[0])
    world.map[0].cards.append(both[0])
    return True


@edit("a site holds more cards than it has room for", "2.8.1", "map")
def overfull(world, was, now):
    for slot in filter(now.faceup, SLOTS):
        room = catalog.site(now.sites[slot]).capacity - len(now.cards_at(slot)) + 1
        held = len(now.cards_at(slot)) + len(world.map[slot].relics)
        if now.sites[slot] in was.sites and now.denizens_at(slot) and held + room <= 3:
            new = [card for card in _denizens(world) if card in was.deck][:room]
            for card in new:
                _deck(world).remove(card)
            world.map[slot].cards += new
            return True
    return False


def _roomy(world: Holdings, slot: int) -> bool:
    if not world.faceup(slot):
        return False
    return len(world.cards_at(slot)) < catalog.site(world.sites[slot]).capacity


# -- 8.4 and 8.5 ---------------------------------------------------------------------------------------------------


def _added(was: Holdings, now: Holdings) -> list[str]:
    return sorted(was.archive & now.deck)


@edit("a suit was added that does not follow on the wheel", "8.4", "world_deck")
def wheel(world, was, now):
    new = _added(was, now)
    if len(new) != 6:
        return False
    suits = [catalog.card(card).suit for card in new]
    once = next(card for card in new if suits.count(catalog.card(card).suit) == 1)
    other = next(card for card in sorted(now.archive) if catalog.card(card).suit not in suits)
    _deck(world)[_deck(world).index(once)] = other
    return True


@edit("seven cards were added", "8.4", "world_deck")
def seven_added(world, was, now):
    if len(_added(was, now)) != 6:
        return False
    _deck(world).append(min(was.archive & now.archive))
    return True


@edit("no card was added", "8.4", "world_deck")
def none_added(world, was, now):
    new = _added(was, now)
    for card in new:
        _deck(world).remove(card)
    return len(new) == 6


@edit("seven cards were removed", "8.5", "dispossessed")
def seven_removed(world, was, now):
    if len(was.in_play & now.dispossessed) != 6 or was.dispossessed - now.dispossessed:
        return False
    card = next(card for card in _denizens(world) if card in was.deck)
    _deck(world).remove(card)
    world.dispossessed.append(card)
    return True


@edit("a card of the Archive became Dispossessed", "8.5", "dispossessed")
def archive_removed(world, was, now):
    world.dispossessed.append(min(was.archive & now.archive))
    return True


@edit("the Archive was healed without need", "8.4", "dispossessed")
def healed(world, was, now):
    if not was.dispossessed or len(_added(was, now)) != 6:
        return False
    world.dispossessed = [card for card in world.dispossessed if card not in was.dispossessed]
    return True


# -- oath, winner, boards, number ----------------------------------------------------------------------------------


@edit("the Chancellor or a Citizen vowed the same oath", "8.1", "oath")
def same_oath(world, was, now):
    imperial = world.tts.winner == ["purple"] or world.boards.get(world.tts.winner[0]) == "citizen"
    if not imperial or world.oath == was.chronicle.oath:
        return False
    world.oath = was.chronicle.oath
    return True


@edit("the winner did not play", "3", "tts.winner")
def stranger_won(world, was, now):
    from oathtools.saga.save_string.parse import mask_names

    played = mask_names(world.tts.status)
    color = next((color for color in world.boards if color not in played), None)
    world.tts.winner = [color] if color else world.tts.winner
    return color is not None


@edit("a board that nobody played became a Citizen", "8.2", "boards")
def citizenship(world, was, now):
    from oathtools.saga.save_string.parse import mask_names

    played = mask_names(world.tts.status)
    for color, side in world.boards.items():
        if color not in played and side == "exile" and was.chronicle.boards[color] == "exile":
            world.boards[color] = "citizen"
            return True
    return False


@edit("a number of a game is left out", "8", "game")
def number(world, was, now):
    world.game += 1
    return True


# -- the map -------------------------------------------------------------------------------------------------------


@edit("a site lies on the map and came from the deck too", "8.3.5", "map")
def site_twice(world, was, now):
    up = next(slot for slot in SLOTS if now.faceup(slot))
    down = _facedown(world)
    if down is None:
        return False
    world.map[down].site = world.map[up].site
    return True


@edit("sites that stayed changed their order", "8.3.5", "map")
def swapped(world, was, now):
    stayed = now.faceup(0) and now.faceup(1) and {now.sites[0], now.sites[1]} <= set(was.sites)
    world.map[0], world.map[1] = world.map[1], world.map[0]
    return stayed and bool(now.cards_at(0)) and bool(now.cards_at(1))


@edit("a site of the deck lies faceup", "8.3.5", "map")
def turned_up(world, was, now):
    for slot in SLOTS:
        if world.map[slot].facedown and REGIONS[slot - 1] == REGIONS[slot] and now.sites[slot] not in was.sites:
            world.map[slot].facedown = False
            world.map[slot].relics = []
            return True
    return False


@edit("a slot has no site", "8.3.5", "map")
def no_site(world, was, now):
    slot = _facedown(world)
    if slot is None:
        return False
    world.map[slot].site, world.map[slot].facedown = None, False
    return True


# -- edifices ------------------------------------------------------------------------------------------------------


def _intact(world: Holdings) -> list[tuple[int, str]]:
    return [(slot, card) for slot, card in world.edifices.values() if not catalog.edifice(card).ruined]


def _built(was: Holdings, now: Holdings) -> list[tuple[int, str]]:
    """The intact edifices of suits of which there was none."""
    return [(slot, card) for slot, card in _intact(now) if catalog.edifice(card).card_suit not in was.edifices]


def _ruin(world: Chronicle, slot: int, card: str) -> None:
    """Turn an edifice over."""
    row = world.map[slot]
    row.cards[row.cards.index(card)] = catalog.edifice(card).other_side


@edit("two edifices were built", "8.3.1", "map")
def two_built(world, was, now):
    free = [card for card in catalog.ids("edifice") if not catalog.edifice(card).ruined]
    free = [card for card in free if catalog.edifice(card).card_suit not in {*was.edifices, *now.edifices}]
    built = _built(was, now)
    for slot in filter(now.faceup, SLOTS):
        mine = now.denizens_at(slot)
        if built and free and mine and len(now.cards_at(slot)) == len(mine) and now.sites[slot] in was.sites:
            _deck(world).append(mine[0])
            world.map[slot].cards[world.map[slot].cards.index(mine[0])] = free[0]
            return True
    return False


@edit("an Exile who won built an edifice", "8.3.1", "map")
def exile_built(world, was, now):
    color = world.tts.winner[0]
    built = _built(was, now)
    if color == "purple" or not built:
        return False
    world.boards[color] = "exile"
    return True


@edit("an intact edifice is gone", "8.3.3", "map")
def edifice_gone(world, was, now):
    for slot, card in _intact(now):
        if catalog.edifice(card).card_suit in was.edifices:
            if catalog.edifice(was.edifices[catalog.edifice(card).card_suit][1]).ruined:
                continue
            world.map[slot].cards.remove(card)
            return True
    return False


@edit("an edifice moved to another site", "8.3.5", "map")
def edifice_moved(world, was, now):
    for slot, card in _intact(now):
        other = next((at for at in SLOTS if at != slot and _roomy(now, at) and now.sites[at] in was.sites), None)
        if catalog.edifice(card).card_suit in was.edifices and other is not None:
            world.map[slot].cards.remove(card)
            world.map[other].cards.append(card)
            return True
    return False


@edit("an edifice is ruined and its site keeps its denizens", "8.3.3", "map")
def ruin_with_denizens(world, was, now):
    for slot, card in _intact(now):
        suit = catalog.edifice(card).card_suit
        if suit in was.edifices and not catalog.edifice(was.edifices[suit][1]).ruined and now.denizens_at(slot):
            _ruin(world, slot, card)
            return True
    return False


@edit("a ruin stands where no edifice was", "8.3.1", "map")
def ruin_from_nothing(world, was, now):
    for slot, card in _built(was, now)[:1]:
        _ruin(world, slot, card)
        return True
    return False


# -- relics and the rebuilt deck -----------------------------------------------------------------------------------


@edit("a relic of a site lies in the relic deck too", "8.6.3", "relic_deck")
def relic_twice(world, was, now):
    relic = next((row.relics[0] for row in world.map if row.relics), None)
    world.relic_deck.append(relic)
    return relic is not None


@edit("a relic is nowhere", "8.6.1", "relic_deck")
def relic_lost(world, was, now):
    world.relic_deck.pop()
    return True


@edit("a site was not topped up", "8.6.2", "map")
def bare(world, was, now):
    for slot in filter(now.faceup, SLOTS):
        row = world.map[slot]
        if row.relics and len(row.relics) == catalog.site(row.site).reveal.relics:
            world.relic_deck.append(row.relics.pop())
            return True
    return False


@edit("the Visions lie on top of the rebuilt deck", "8.8", "world_deck")
def stacked(world, was, now):
    _deck(world).sort(key=lambda card: not card.startswith("vision."))
    return _rebuilt(world)


@edit("a Vision is missing", "8.8", "world_deck")
def vision_lost(world, was, now):
    if not _rebuilt(world):
        return False
    _deck(world).remove(next(card for card in _deck(world) if card.startswith("vision.")))
    return True
