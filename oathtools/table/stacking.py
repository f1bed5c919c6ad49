"""Effects of chapter 8: cards shuffled together, decks made anew, the map pushed up.

They stand beside ``effects`` because only the Chronicle needs them. Nobody sees the faces of cards that are shuffled:
a name that was located becomes one that the shuffled cards may have.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from oathtools.table.effects import Cites, Effects, TableError
from oathtools.table.knowledge import names_of, possible_names
from oathtools.table.state import (
    CARDS,
    DECK_GROUPS,
    RELICS,
    SLOT,
    WORLD,
    Handle,
    State,
)

NOTES: Final = "chronicle"


def group_of(back: str) -> str:
    """The group of names of a deck's cards of a back."""
    return next(groups[back] for groups in DECK_GROUPS.values() if back in groups)


def deck_of(back: str) -> str:
    """The deck to which cards of a back belong."""
    return next(deck for deck, groups in DECK_GROUPS.items() if back in groups)


def shuffled(do: Effects, place: str, *cites: str) -> None:
    """Hands shuffle what lies at a place: a deck, a stack of the Archive, cards that were put together."""
    do.emit("shuffled", cites, place=place)


def mix(do: Effects, cards: Sequence[str]) -> list[str]:
    """Make cards of one back alike: each may be any of them. Returns their ids, each where its card lay."""
    state = do.state
    backs = {state.back(card) for card in cards}
    if len(backs) != 1:
        raise TableError("cards with different backs are told apart by everybody")
    known = [card for card in cards if card not in state.handles]
    groups = dict.fromkeys(group for card in cards if card in state.handles for group in state.handles[card].groups)
    if known:
        groups[_new_group(state, known)] = None
    alike = Handle(backs.pop(), tuple(groups))
    join(state, cards, key_of(alike.groups))
    mixed = []
    for card in cards:
        if card in state.handles:
            state.handles[card] = alike
            mixed.append(card)
        else:
            mixed.append(do.unnamed(card, alike))
    return mixed


def join(state: State, cards: Sequence[str], into: str, layered: int = 0) -> None:
    """Note what cards are before nobody can tell them apart: of how many it is known that they have one of which names.

    ``into``: what they are then, groups (``key_of``) or a deck, with so many of its own that nobody could tell apart.
    """
    if state.phase != "chronicle":
        return
    known = [card for card in cards if card not in state.handles]
    kinds = Counter(state.handles[card].groups for card in cards if card in state.handles)
    kinds[DECK_GROUPS[WORLD]["denizen"],] += layered
    rows = [(number, names_of(state, groups), key_of(groups), into) for groups, number in (+kinds).items()]
    rows += [(len(known), known, "", into)] if known else []
    if len(rows) > 1 or rows[0][2] != into:
        state.joined += rows


def key_of(groups: Iterable[str]) -> str:
    """The groups on which unknown cards draw, in a word."""
    return "|".join(sorted(groups))


def _new_group(state: State, names: list[str]) -> str:
    number = 1
    while f"stack.{number}" in state.groups:
        number += 1
    state.groups[f"stack.{number}"] = list(names)
    return f"stack.{number}"


def only(do: Effects, card: str, names: Iterable[str]) -> None:
    """Of an unknown card it became known that it has one of these names (its suit was seen)."""
    state = do.state
    handle = state.handles[card]
    fitting = set(names) & set(names_of(state, handle.groups))
    same = next((group for group, listed in state.groups.items() if set(listed) == fitting), None)
    group = same or _new_group(state, [name for name in names if name in fitting])
    state.handles[card] = Handle(handle.back, (group,))


def strangers(do: Effects, back: str, group: str, count: int, zone: str) -> None:
    """So many unknown cards are known to lie somewhere: nothing moves, so nothing is told."""
    before = len(do.events)
    for _ in range(count):
        do.new_handle(back, (group,), zone, ())
    del do.events[before:]


def scatter(do: Effects, cards: Iterable[str], cites: Cites, why: str = "gather", *, to: str | None = None) -> None:
    """Cards leave the table for the unordered part of a deck: their names join those that the deck's cards may have.

    ``to`` is where hands put them, if that is elsewhere.
    """
    state, going = do.state, list(cards)
    _keep_apart(state, going)
    for card in going:
        back = state.back(card)
        names = state.groups.setdefault(group_of(back), [])
        zone = state.where.pop(card)
        state.zones[zone].remove(card)
        state.facedown.pop(card, None)
        handle = state.handles.pop(card, None)
        for name in [card] if handle is None else names_of(state, handle.groups):
            if name not in names:
                names.append(name)
        do.cards_stamp += 1
        do.emit(why, cites, card=card, to=to or deck_of(back), **{"from": zone})


def _keep_apart(state: State, going: Sequence[str]) -> None:
    """What comes to a deck now lay elsewhere: unknown cards that stay apart are no other cards than they could be."""
    if not going:
        return
    group = group_of(state.back(going[0]))
    came = {name for card in going for name in _may_be(state, card)} - set(state.groups.get(group, ()))
    others = [card for card, each in state.handles.items() if each.back == state.back(going[0]) and card not in going]
    kinds = dict.fromkeys(state.handles[card].groups for card in others) if came else {}
    could = {groups: possible_names(state, groups) for groups in kinds}
    for card in others if came else ():
        before = state.apart.get(card)
        names = could[state.handles[card].groups]
        state.apart[card] = [name for name in names if before is None or name in before]


def _may_be(state: State, card: str) -> list[str]:
    handle = state.handles.get(card)
    return [card] if handle is None else names_of(state, handle.groups)


def set_layers(do: Effects, deck: str, layers: Iterable[dict[str, int]]) -> None:
    """Say how many cards of each back lie in each unordered part of a deck, from its top."""
    do.state.layers[deck] = [dict(layer) for layer in layers if layer]


def stack(do: Effects, deck: str, names: Sequence[str], cites: Cites) -> None:
    """Cards that lie nowhere come to a deck, in their order from the top."""
    for name in names:
        do.locate(name)
        do.put(name, f"{deck}.top", cites, why="gather")


def vacate(do: Effects, slot: int, cites: Cites) -> str:
    """A site is shuffled into the site deck. An unknown facedown site stands for whatever comes into its slot."""
    state = do.state
    site = state.zones["map"][slot]
    names = state.groups.setdefault("sites", [])
    empty = do.unnamed(site, Handle("site", ("sites",)))
    state.facedown[empty] = ()
    handle = state.handles.pop(site, None)
    names += [name for name in ([site] if handle is None else names_of(state, handle.groups)) if name not in names]
    do.cards_stamp += 1
    do.title_stamp += 1
    do.emit("site_discarded", cites, card=site, to=empty, slot=slot)
    return empty


def rearrange(do: Effects, order: Sequence[int], cites: Cites) -> None:
    """The sites change places with all that is at them: to slot N comes what was in slot ``order[N]``."""
    state = do.state
    if sorted(order) != list(range(len(SLOT))):
        raise TableError(f"{order} does not name each slot once")
    for prefix in (CARDS, RELICS):
        before = [state.zones.pop(zone, []) for zone in prefix]
        for zone, old in zip(prefix, order, strict=True):
            if before[old]:
                state.zones[zone] = before[old]
            state.where.update(dict.fromkeys(before[old], zone))
    piles = [state.pieces.pop(place, {}) for place in SLOT]
    state.pieces.update({place: piles[old] for place, old in zip(SLOT, order, strict=True) if piles[old]})
    sites = state.zones["map"]
    state.zones["map"] = [sites[old] for old in order]
    do.cards_stamp += 1
    do.title_stamp += 1
    do.emit("map", cites, sites=list(state.zones["map"]))


def note(do: Effects, **facts: Any) -> None:
    """Remember for the rest of the Chronicle, and for its history."""
    do.state.lasting.setdefault(NOTES, {}).update(facts)


def noted(state: State, key: str, default: Any = None) -> Any:
    """What ``note`` remembered under a key, or the default."""
    return state.lasting.get(NOTES, {}).get(key, default)
