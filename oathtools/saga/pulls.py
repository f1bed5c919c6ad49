"""What to fetch for chapter 8 and where it goes, stack by stack as the box is sorted; nothing hidden is named."""

from collections.abc import Iterator
from typing import NamedTuple

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.procedures.chronicle import STEPS, WRITTEN, NotOver, winner_of
from oathtools.table import stacking
from oathtools.table.state import CARDS, RELICS, SLOTS, State, place_name

# The stacks in the order in which the box holds them.
STACKS = ("World Box", "Archive, edifices", *(f"Archive, {suit.title()}" for suit in catalog.SUITS), "Dispossessed")
DECKS = ("site deck", "map", "discard piles and advisers of the losers")


class Pull(NamedTuple):
    """What is taken from a stack and where it is put; ``step`` is its clause, ``cards`` are ids that all may know."""

    step: str
    source: str
    what: str
    target: str
    cards: tuple[str, ...] = ()


def pulls(play: Play) -> list[Pull]:
    """What was fetched in a Chronicle that has been carried out, stack by stack as the box is sorted, then by steps.

    Raises ``NotOver`` if it has not been carried out to its end.
    """
    state = play.state
    if state.phase != WRITTEN:
        raise NotOver("the Chronicle of this game is not written to its end")
    steps = list(STEPS)
    stacks = [*STACKS, *DECKS]
    found = [*_from_the_box(play), *_to_the_box(state, winner_of(play.game))]
    return sorted(found, key=lambda pull: (stacks.index(pull.source), steps.index(pull.step)))


def _from_the_box(play: Play) -> Iterator[Pull]:
    state = play.state
    oath = f"oath.{stacking.noted(state, 'oath')}"
    yield Pull("8.1", "World Box", f"the goal reference of {catalog.name_of(oath)}", "on top in the World Box", (oath,))
    built, replaced = stacking.noted(state, "built", []), stacking.noted(state, "replaced", [])
    for edifice, card in zip(built, replaced, strict=True):
        there = f"in the place of {catalog.name_of(card)}, intact side up"
        yield Pull("8.3.1", "Archive, edifices", catalog.name_of(edifice), there, (edifice, card))
        yield Pull("8.3.1", "map", catalog.name_of(card), "world deck", (card,))
    for suit, count in (stacking.noted(state, "added") or {}).items():
        yield Pull("8.4", f"Archive, {suit.title()}", f"{_cards(count)}, unseen", "world deck")
    for suit, count in (stacking.noted(state, "healed") or {}).items():
        yield Pull("8.4", "Dispossessed", f"{_cards(count)} of {suit.title()}, unseen", "world deck")
        yield Pull("8.4", "Dispossessed", "all others, sorted by suit", "the stacks of the Archive")
    filled = stacking.noted(state, "filled", 0)
    if filled:
        what = f"{filled} facedown site{'' if filled == 1 else 's'}"
        yield Pull("8.3.5", "site deck", what, "the empty slots, from the top")


def _to_the_box(state: State, winner: str) -> Iterator[Pull]:
    lost = tuple(stacking.noted(state, "sites_lost", []))
    if stacking.noted(state, "gone"):
        names = ", ".join(map(catalog.name_of, lost)) or "none faceup"
        hidden = len(stacking.noted(state, "gone")) - len(lost)
        more = f", and {hidden} facedown" if hidden else ""
        yield Pull("8.3.2", "map", f"sites: {names}{more}", "site deck", lost)
    for card in stacking.noted(state, "ruins_lost", []):
        yield Pull("8.3.2", "map", catalog.name_of(card), "Archive, edifices", (card,))
    for slot in range(SLOTS):
        site = state.site(slot)
        held = len(state.zone(RELICS[slot]))
        if state.faceup_site(slot) and (held or state.zone(CARDS[slot])):
            inside = [catalog.name_of(card) for card in state.zone(CARDS[slot])]
            inside += [f"{held} relic{'' if held == 1 else 's'}"] if held else []
            place = place_name(slot).replace(".", " ").title()
            what = f"{place}: {catalog.name_of(site)} with {', '.join(inside)}"
            yield Pull("8.7.1", "map", what, "the pile of the World Box", (site, *state.zone(CARDS[slot])))
    removed = stacking.noted(state, "removed", 0)
    if removed:
        yield Pull("8.5", DECKS[-1], f"{_cards(removed)} of them, shuffled, unseen", "Dispossessed")


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"
