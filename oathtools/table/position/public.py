"""A state as one viewer may know it: what they may not know becomes unknown. For positions that are to be shown."""

from typing import Any

from oathtools.table.position.cards import GROUP_OF_BACK
from oathtools.table.state import UNKNOWN_PREFIX, WORLD, Handle, State
from oathtools.table.views import View

# What is told by elimination and gives no facedown card away.
_LEFT = ("archive", "box", "site_box")


def as_known_to(state: State, viewer: str | None) -> tuple[State, int]:
    """A copy of a state with every card unknown that the viewer may not know, and how many names were taken out.

    ``viewer`` None: what everybody may know. Each such card may then be any of its deck's names or of those taken out,
    which stand in no order that a card would give away (9.4). Raises ``ValueError`` for a seat that is not in the game.
    """
    shown = state.copy()
    view = View(state, viewer)
    hidden = 0
    for zone, cards in shown.zones.items():
        if zone.partition(".")[0] in _LEFT:
            continue
        for at, card in enumerate(cards):
            back = state.back(card)
            if back not in GROUP_OF_BACK or view.shows(card):
                continue
            _forget(shown, zone, at, card, back)
            hidden += card not in state.handles
    _close_deck(shown, viewer)
    _in_no_order_of_theirs(shown)
    return shown, hidden


def shown_to(state: State, viewer: str | None) -> tuple[State, int]:
    """The same for showing it: the Dispossessed, whom nobody looks at (8.4), are unknown too."""
    shown, hidden = as_known_to(state, viewer)
    for at, card in enumerate(shown.zone("dispossessed")):
        if card not in shown.handles:
            _forget(shown, "dispossessed", at, card, state.back(card))
    _in_no_order_of_theirs(shown)
    return shown, hidden


def without_size(data: dict[str, Any]) -> dict[str, Any]:
    """A position that does not tell how many cards the world deck holds (A-101)."""
    deck = {key: value for key, value in data.get("world_deck", {}).items() if key != "layers"}
    rest = {key: value for key, value in data.items() if key != "world_deck"}
    return {**rest, "world_deck": deck} if deck else rest


def _in_no_order_of_theirs(state: State) -> None:
    for names in state.groups.values():
        names.sort()


def _close_deck(state: State, viewer: str | None) -> None:
    """Backs inside the world deck are private (A-100): what the viewer has not seen lies unordered below its top."""
    top, layers = state.zone(f"{WORLD}.top"), state.layers.get(WORLD, [])
    within = [card for card in top[1:] if card in state.handles and viewer not in state.facedown.get(card, ())]
    if not within:
        return
    first = dict(layers[0]) if layers else {}
    for card in within:
        back = state.handles.pop(card).back
        first[back] = first.get(back, 0) + 1
        top.remove(card)
        del state.where[card]
        state.facedown.pop(card, None)
    state.layers[WORLD] = [first, *layers[1:]]


def _forget(state: State, zone: str, at: int, card: str, back: str) -> None:
    """Let an unknown card of a back stand for a card; its name, or those it may have, join the names of its deck."""
    group = GROUP_OF_BACK[back]
    names = state.groups.setdefault(group, [])
    handle = state.handles.get(card)
    if handle is not None:
        state.handles[card] = Handle(back, (group,))
        for each in handle.groups:
            names += [name for name in state.groups.get(each, ()) if name not in names]
        return
    names.append(card)
    unknown = f"{UNKNOWN_PREFIX}{state.next_handle}"
    state.next_handle += 1
    state.handles[unknown] = Handle(back, (group,))
    state.zones[zone][at] = unknown
    del state.where[card]
    state.where[unknown] = zone
    if card in state.pieces:
        state.pieces[unknown] = state.pieces.pop(card)
    if card in state.facedown:
        state.facedown[unknown] = state.facedown.pop(card)
