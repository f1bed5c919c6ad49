"""Cards that nobody has shown (9.4): what a draw may be, with what chance, and which faces may be told for one."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any, Final

from oathtools.engine.rows import Row
from oathtools.table import knowledge
from oathtools.table.state import BOTTOM, DECK_GROUPS, TOP, State

if TYPE_CHECKING:
    from fractions import Fraction

BACKS: Final = ("denizen", "vision", "relic", "site", "edifice")


class Source:
    """The cards of a draw in their order, each as far as the tool knows it: a card's id, or the layer it comes from."""

    def __init__(self, state: State, source: str, bottom: bool) -> None:
        self.state, self.deck = state, source if source in DECK_GROUPS else None
        if self.deck is None:
            cards = state.zone(source)
            self.slots: list[str | None] = list(reversed(cards)) if bottom else list(cards)
            self.layers: list[dict[str, int]] = []
            return
        layers = [dict(layer) for layer in state.layers.get(source, ())]
        unknown: list[str | None] = [None] * sum(sum(layer.values()) for layer in layers)
        slots = [*state.zone(TOP[source]), *unknown, *state.zone(BOTTOM[source])]
        self.slots = slots[::-1] if bottom else slots
        self.layers = layers[::-1] if bottom else layers

    def known(self, count: int) -> list[str]:
        """The first cards, as far down as they lie on the table one by one."""
        return [card for card in takewhile(bool, self.slots[:count]) if card]

    def layer(self) -> dict[str, int]:
        """The layer that the next unknown card comes from."""
        return next(layer for layer in self.layers if any(layer.values()))

    def groups(self, card: str | None, back: str) -> tuple[str, ...]:
        """The groups a card's name is in."""
        if card is not None:
            return self.state.handles[card].groups
        assert self.deck is not None
        return (DECK_GROUPS[self.deck][back],)


def certain(pile: Source, count: int, stop: bool) -> list[str] | None:
    """The cards of a draw if all of them are known, else None."""
    told = []
    for card in pile.slots[:count]:
        if card is None or card in pile.state.handles:
            return None
        told.append(card)
        if stop and card.startswith("vision."):
            break
    return told


def by_backs(pile: Source, count: int, stop: bool) -> list[str] | None:
    """The answer that tells only backs, where the backs are certain."""
    backs = []
    layers = [dict(layer) for layer in pile.layers]
    for card in pile.slots[:count]:
        if card is not None:
            backs.append(pile.state.back(card))
        else:
            layer = next(layer for layer in layers if any(layer.values()))
            possible = [back for back, left in layer.items() if left]
            if len(possible) > 1:
                return None
            layer[possible[0]] -= 1
            backs.append(possible[0])
        if stop and backs[-1] == "vision":
            break
    return backs


def sample_of(state: State, pile: Source, count: int, stop: bool, rng: Random) -> list[str]:
    """A draw with the right chances: each unknown card is any of the names still possible, equally likely."""
    faces: list[str] = []
    told: list[knowledge.Told] = []
    for card in pile.slots[:count]:
        if card is not None and card not in state.handles:
            faces.append(card)
        else:
            if card is None:
                layer = pile.layer()
                back = rng.choices(list(layer), list(layer.values()))[0]
                layer[back] -= 1
            else:
                back = state.handles[card].back
            groups = pile.groups(card, back)
            names = knowledge.possible_names(state, groups, told)
            faces.append(names[int(rng.random() * len(names))])
            told.append((groups, faces[-1]))
        if stop and faces[-1].startswith("vision."):
            break
    return faces


def draws(pile: Source, count: int, stop: bool) -> Iterator[tuple[list[str], "Fraction"]]:
    """Every draw with its chance, cards that are not known told by their backs."""
    from fractions import Fraction

    open_: list[tuple[list[str], list[dict[str, int]], Fraction]] = [([], pile.layers, Fraction(1))]
    for card in pile.slots[:count]:
        further = []
        for told, layers, part in open_:
            if stop and told and told[-1].partition(".")[0] == "vision":
                further.append((told, layers, part))
            elif card is not None:
                back = pile.state.back(card) if card in pile.state.handles else card
                further.append(([*told, back], layers, part))
            else:
                at = next(at for at, layer in enumerate(layers) if any(layer.values()))
                for back, left in layers[at].items():
                    if left:
                        rest = [*layers[:at], {**layers[at], back: left - 1}, *layers[at + 1 :]]
                        further.append(([*told, back], rest, part * Fraction(left, sum(layers[at].values()))))
        open_ = further
    yield from ((told, part) for told, _, part in open_)


def shares(weights: dict[str, int]) -> Iterator[tuple[str, "Fraction"]]:
    """The chance of each back, by how many cards have it."""
    from fractions import Fraction

    return ((back, Fraction(left, sum(weights.values()))) for back, left in weights.items() if left)


def draw_rows(
    state: State, pile: Source, count: int, stop: bool, answer: Any, cites: tuple[str, ...], looking: bool
) -> Iterator[Row]:
    """The rows of what somebody says was drawn, or seen: then the first cards alone may be told."""
    clause = cites[0]
    if not isinstance(answer, list) or not all(isinstance(face, str) for face in answer):
        yield False, clause, "a list of cards, each by name or by its back"
        return
    slots = pile.slots[:count]
    done = "looked at" if looking else "drawn"
    yield len(answer) <= len(slots), clause, f"{len(slots)} cards are {done}, not {len(answer)}"
    told: list[knowledge.Told] = []
    stopped = False
    for card, face in zip(slots, answer, strict=False):
        yield not stopped, clause, "the draw stops at a Vision"
        back = face if face in BACKS else face.partition(".")[0]
        stopped = stop and back == "vision"
        if card is not None and card not in state.handles:
            yield face in (card, back), clause, f"the next card was told before: {card}"
            continue
        if card is None:
            layer = pile.layer()
            fits = layer.get(back, 0) > 0
            yield fits, clause, fits or _none_left(pile, back)
            if not fits:
                return
            layer[back] -= 1
        else:
            theirs = state.handles[card].back
            yield (
                back == theirs,
                clause,
                f"the back of the next card is that of a {_told(theirs)}, not of a {_told(back)}",
            )
        if face not in BACKS:
            groups = pile.groups(card, back)
            yield from name_rows(state, groups, face, clause, told)
            told.append((groups, face))
    short = len(answer) < len(slots) and not stopped and not looking
    unless = ", unless a Vision stops the draw" if stop else f", not {len(answer)}"
    yield not short, clause, f"{len(slots)} cards are drawn{unless}"


def _none_left(pile: Source, back: str) -> str:
    """Why a card with such a back is not the next one, and which backs there are; no more than the answer implies."""
    assert pile.deck is not None
    others = " or a ".join(_told(each) for each in DECK_GROUPS[pile.deck] if each != back)
    return f"no {_told(back)} is left in this part of the deck{others and f': the next card is a {others}'}"


def _told(back: str) -> str:
    return back.replace("vision", "Vision")


def name_rows(
    state: State, groups: tuple[str, ...], name: Any, clause: str, told: Sequence[knowledge.Told] = ()
) -> Iterator[Row]:
    """The rows of a name told for an unknown card: it must be free, and leave every other card a name."""
    if not isinstance(name, str):
        yield False, clause, "the name of a card"
        return
    if name in BACKS:
        backs = sorted({each.partition(".")[0] for each in knowledge.names_of(state, groups)})
        because = f"its back is that of a {' or a '.join(backs)}, not of a {name}"
        yield False, clause, f"the back alone does not say which {name} it is" if name in backs else because
        return
    place = state.where.get(name)
    seen = f": {place}" if place is not None and _public(state, name, place) else ""
    yield place is None, clause, f"{name} is already elsewhere{seen}"
    if place is not None:
        return
    fault = knowledge.contradiction(state, groups, name, told)
    if fault is None:
        return
    if not fault:
        yield False, clause, f"{name} cannot be here: it is not among the cards this one may be"
    else:
        yield False, clause, f"{name} cannot be here: the unknown cards elsewhere need {', '.join(fault)}"


def _public(state: State, name: str, place: str) -> bool:
    """Does everybody see that the card lies there?"""
    return name not in state.facedown and place.startswith(("cards.", "held.", "advisers.", "vision.", "map"))
