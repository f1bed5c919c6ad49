"""What may still come: the exact chance that Searches draw a card of some kind, by what a viewer may know (5.1.2, 9.4).

Unknown cards of one back are any of the names left for it, each as likely: where they lie is known of none of them.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from oathtools import catalog
from oathtools.procedures.actions.search import SEARCH, drawing_of, pile
from oathtools.procedures.glossary.drawing import Source
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.knowledge import names_of

Wanted = Callable[[str], bool]
Layers = tuple[tuple[tuple[str, int], ...], ...]
VISION = "vision"


class Chance(NamedTuple):
    """The chance that so many Searches of a source draw what is wanted, ``each`` of so many cards."""

    chance: Fraction
    source: str
    searches: int
    each: int


def of_search(game: Game, begun: Frame, source: str, wanted: Wanted, searches: int = 1) -> Chance:
    """The chance at a table as the viewer knows it, for whoever has ``begun`` a Search, with the modifiers in use."""
    frame = Frame(SEARCH.name, begun.actor, given={"source": source}, modifiers=begun.modifiers)
    each, bottom, stops = drawing_of(game, frame, source)
    cards = Source(game.state, pile(source), bottom)
    return Chance(chance(cards, wanted, searches, each, stops), source, searches, each)


def kinds() -> Mapping[str, Wanted]:
    """What is asked about without a name: a Vision, a suit, a battle plan."""
    found: dict[str, Wanted] = {VISION: lambda card: catalog.card(card).kind == VISION}
    found |= {suit: (lambda card, suit=suit: catalog.card(card).suit == suit) for suit in catalog.SUITS}  # type: ignore[misc]
    found["battle plan"] = lambda card: any(power.kind == "battle_plan" for power in catalog.card(card).powers)
    return found


def chance(source: Source, wanted: Wanted, searches: int, each: int, stops: bool) -> Fraction:
    """The chance that a card is drawn which is wanted; ``stops``: a Vision ends the Search that draws it (5.1.2)."""
    slots, state = source.slots, source.state

    @cache
    def names(at: int, back: str) -> tuple[int, int]:
        """Of the names that a card may have, how many are wanted; and how many there are."""
        left = names_of(state, source.groups(slots[at], back))
        return sum(map(wanted, left)), len(left)

    @cache
    def missed(at: int, layers: Layers, drawn: tuple[str, ...], search: int, hand: int) -> Fraction:
        """The chance that nothing wanted comes from here on; ``drawn`` are the backs of unknown cards drawn so far."""
        if search == searches or at == len(slots):
            return Fraction(1)

        def after(back: str, layers: Layers, drawn: tuple[str, ...]) -> Fraction:
            ends = hand + 1 == each or (stops and back == VISION)
            return missed(at + 1, layers, drawn, search + ends, 0 if ends else hand + 1)

        card = slots[at]
        if card is not None and card not in state.handles:
            return Fraction(0) if wanted(card) else after(state.back(card), layers, drawn)
        if card is not None:
            backs, rest = {state.back(card): 1}, {state.back(card): layers}
        else:
            backs = {back: count for back, count in layers[0] if count}
            rest = {back: _less(layers, back) for back in backs}
        total = Fraction(0)
        for back, count in backs.items():
            hits, left = names(at, back)
            left -= drawn.count(back)
            if left > hits:
                miss = Fraction(count, sum(backs.values())) * Fraction(left - hits, left)
                total += miss * after(back, rest[back], tuple(sorted((*drawn, back))))
        return total

    layers = tuple(tuple(sorted(layer.items())) for layer in source.layers if any(layer.values()))
    return 1 - missed(0, layers, (), 0, 0) if each else Fraction(0)


def _less(layers: Layers, back: str) -> Layers:
    """One card of a back is gone from the first layer."""
    first = tuple((each, count - (each == back)) for each, count in layers[0])
    return (first, *layers[1:]) if any(count for _, count in first) else layers[1:]
