"""Drawing cards and learning faces (10.6, 5.1.2, 9.4): chance is a question too.

What a person draws is told by name, or only by its back (``denizen``, ``vision``, ``relic``, ``site``): then the card
is a handle, and its face is asked for only when a rule reads it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any, Final

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, Row, holds
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.game import Game
from oathtools.table import knowledge
from oathtools.table.state import BOTTOM, DECK_GROUPS, TOP, State

if TYPE_CHECKING:
    from fractions import Fraction


# -- cards that nobody has shown (9.4): what a draw may be, with what chance, and which faces may be told for one ------


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
    parts = []
    for card in pile.slots[:count]:
        if card is None or card in pile.state.handles:
            return None
        parts.append(card)
        if stop and card.startswith("vision."):
            break
    return parts


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
    named: list[knowledge.NamedCard] = []
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
            names = knowledge.possible_names(state, groups, named)
            faces.append(names[int(rng.random() * len(names))])
            named.append((groups, faces[-1]))
        if stop and faces[-1].startswith("vision."):
            break
    return faces


def draws(pile: Source, count: int, stop: bool) -> Iterator[tuple[list[str], "Fraction"]]:
    """Every draw with its chance, cards that are not known told by their backs."""
    from fractions import Fraction

    open_: list[tuple[list[str], list[dict[str, int]], Fraction]] = [([], pile.layers, Fraction(1))]
    for card in pile.slots[:count]:
        further = []
        for so_far, layers, part in open_:
            if stop and so_far and so_far[-1].partition(".")[0] == "vision":
                further.append((so_far, layers, part))
            elif card is not None:
                back = pile.state.back(card) if card in pile.state.handles else card
                further.append(([*so_far, back], layers, part))
            else:
                at = next(at for at, layer in enumerate(layers) if any(layer.values()))
                for back, left in layers[at].items():
                    if left:
                        rest = [*layers[:at], {**layers[at], back: left - 1}, *layers[at + 1 :]]
                        further.append(([*so_far, back], rest, part * Fraction(left, sum(layers[at].values()))))
        open_ = further
    yield from ((so_far, part) for so_far, _, part in open_)


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
    named: list[knowledge.NamedCard] = []
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
                f"the back of the next card is that of a {_back_in_words(theirs)}, not of a {_back_in_words(back)}",
            )
        if face not in BACKS:
            groups = pile.groups(card, back)
            yield from name_rows(state, groups, face, clause, named)
            named.append((groups, face))
    short = len(answer) < len(slots) and not stopped and not looking
    unless = ", unless a Vision stops the draw" if stop else f", not {len(answer)}"
    yield not short, clause, f"{len(slots)} cards are drawn{unless}"


def _none_left(pile: Source, back: str) -> str:
    """Why a card with such a back is not the next one, and which backs there are; no more than the answer implies."""
    assert pile.deck is not None
    others = " or a ".join(_back_in_words(each) for each in DECK_GROUPS[pile.deck] if each != back)
    return f"no {_back_in_words(back)} is left in this part of the deck{others and f': the next card is a {others}'}"


def _back_in_words(back: str) -> str:
    return back.replace("vision", "Vision")


def name_rows(
    state: State, groups: tuple[str, ...], name: Any, clause: str, named: Sequence[knowledge.NamedCard] = ()
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
    fault = knowledge.contradiction(state, groups, name, named)
    if fault is None:
        return
    if not fault:
        yield False, clause, f"{name} cannot be here: it is not among the cards this one may be"
    else:
        yield False, clause, f"{name} cannot be here: the unknown cards elsewhere need {', '.join(fault)}"


def _public(state: State, name: str, place: str) -> bool:
    """Does everybody see that the card lies there?"""
    return name not in state.facedown and place.startswith(("cards.", "held.", "advisers.", "vision.", "map"))


def draw(
    game: Game,
    who: str,
    source: str,
    count: int,
    *cites: str,
    kind: str = "draw",
    bottom: bool = False,
    stop_at_vision: bool = False,
    zone: str | None = None,
) -> Ask:
    """A player draws cards off the top (10.6) of a deck (``world``, ``relic_deck``) or a zone; returns their ids.

    Draws what is there if that is less (9.3). The cards lie in ``zone``, the player's hand by default.
    """
    zone = zone or f"hand.{who}"
    faces_drawn = yield from _first_faces(
        game, who, source, count, kind, cites, bottom=bottom, stop_at_vision=stop_at_vision
    )
    return [_take(game, source, face, zone, bottom, cites) for face in faces_drawn]


def _first_faces(
    game: Game,
    who: str,
    source: str,
    count: int,
    kind: str,
    cites: tuple[str, ...],
    *,
    bottom: bool = False,
    stop_at_vision: bool = False,
    looking: bool = False,
) -> Ask:
    """The faces, or backs, of the first cards of a deck or zone: asked for if they are not all known.

    ``looking``: in secret, and as many of them as are told.
    """
    state = game.state
    pile = Source(state, source, bottom)
    faces_drawn = certain(pile, count, stop_at_vision)
    if faces_drawn is not None:
        return faces_drawn
    most = min(count, len(pile.slots))
    return (
        yield Decision(
            kind,
            who,
            Form.OUTCOME,
            cites=cites,
            low=0 if looking else most,
            high=most,
            private=looking,
            sample=lambda rng: sample_of(state, Source(state, source, bottom), count, stop_at_vision, rng),
            finish=lambda answer: draw_rows(
                state, Source(state, source, bottom), count, stop_at_vision, answer, cites, looking
            ),
            default=[] if looking else by_backs(pile, count, stop_at_vision),
            chances=lambda: draws(Source(state, source, bottom), count, stop_at_vision),
            about={"source": source, "count": count, "bottom": bottom, "stop_at_vision": stop_at_vision},
        )
    )


def _take(game: Game, source: str, face: str, zone: str, bottom: bool, cites: tuple[str, ...]) -> str:
    """Carry out the drawing of one card whose face, or back, was told."""
    name = None if face in BACKS else face
    if source in DECK_GROUPS:
        back = face if name is None else face.partition(".")[0]
        return game.do.take_from_deck(source, back, name, zone, cites, bottom)
    cards = game.state.zones[source]
    card = cards[-1 if bottom else 0]
    if name is not None and card in game.state.handles:
        game.do.learn(card, name, cites)
        card = name
    game.do.put(card, zone, cites)
    return card


def place_unseen(game: Game, deck: str, zone: str, *cites: str, bottom: bool = False, kind: str = "draw.unseen") -> Ask:
    """A card of a deck goes to a zone without anyone seeing its face; its back is asked for only if it is open."""
    pile = Source(game.state, deck, bottom)
    if not pile.slots:
        return None
    back = None
    if pile.slots[0] is None:
        backs = [back for back, left in pile.layer().items() if left]
        back = backs[0]
        if len(backs) > 1:
            weights = pile.layer()

            def sample(rng: Random) -> str:
                return rng.choices(backs, [weights[back] for back in backs])[0]

            back = yield Decision(
                kind,
                "table",
                Form.OUTCOME,
                cites=cites,
                options=tuple(backs),
                finish=lambda answer: [(answer in backs, cites[0], f"one of {', '.join(backs)}")],
                sample=sample,
                chances=lambda: shares(weights),
            )
    return game.do.take_from_deck(deck, back, None, zone, cites, bottom)


def read_face(game: Game, card: str, who: str, *cites: str, rows: Callable[[str], Iterable[Row]] | None = None) -> Ask:
    """A rule reads a card's face: returns its name, asking for it if nobody has told it yet.

    ``rows(name)`` are the rows that the face must satisfy (a card that may not go where its player wants it).
    """
    handle = game.state.handles.get(card)
    if handle is None:
        return card
    state = game.state

    def possible(name: Any) -> Iterator[Row]:
        yield from name_rows(state, handle.groups, name, cites[0])
        if rows is not None and isinstance(name, str) and "." in name:
            yield from rows(name)

    def sample(rng: Random) -> str:
        names = knowledge.possible_names(state, handle.groups)
        rng.shuffle(names)
        return next(name for name in names if rows is None or holds(rows(name)))

    def chances() -> Iterator[tuple[str, "Fraction"]]:
        from fractions import Fraction

        names = knowledge.possible_names(state, handle.groups)
        names = [name for name in names if rows is None or holds(rows(name))]
        return ((name, Fraction(1, len(names))) for name in names)

    name = yield Decision(
        *("face", who, Form.OUTCOME),
        cites=cites,
        finish=possible,
        sample=sample,
        chances=chances,
        low=1,
        high=1,
        about={"card": card},
    )
    game.do.learn(card, name, cites)
    return name


def could_be(game: Game, card: str, rows: Callable[[str], Iterable[Row]]) -> bool:
    """Is there a face the unknown card may have with which all rows hold?"""
    handle = game.state.handles[card]
    return any(holds(rows(name)) for name in knowledge.possible_names(game.state, handle.groups))


def is_spent(game: Game, source: str) -> bool:
    """Is a deck or a pile empty?"""
    zones = game.state.zones
    if source not in DECK_GROUPS:
        return not zones.get(source)
    if zones.get(TOP[source]) or zones.get(BOTTOM[source]):
        return False
    return not any(any(layer.values()) for layer in game.state.layers.get(source, ()))


def advance_visions(game: Game, *cites: str, count: int = 1) -> None:
    """A Vision was drawn from the world deck: the marker moves on (2.7.1), and stays on its last space (A-141)."""
    before = game.state.visions_drawn
    after = min(before + count, len(catalog.SEARCH_SUPPLY) - 1)
    if after != before:
        game.do.set_visions(after, cites)


def marker_is_last(game: Game) -> bool:
    """Does the Visions Drawn marker stand on the last space of its track?"""
    return game.state.visions_drawn >= len(catalog.SEARCH_SUPPLY) - 1


def look(game: Game, who: str, card: str, *cites: str, sought: str | None = None) -> Ask:
    """A player looks at a facedown card (10.17). What it is may be told to the tool, or not; only its back is public.

    ``sought``: the one that must be told if it is that. Returns the card's id afterwards.
    """
    handle = game.state.handles.get(card)
    if handle is not None:
        state = game.state

        def possible(answer: Any) -> Iterator[Row]:
            if answer != handle.back:
                yield from name_rows(state, handle.groups, answer, cites[0])

        def sample(rng: Random) -> str:
            names = knowledge.possible_names(state, handle.groups)
            return names[int(rng.random() * len(names))]

        answer = yield Decision(
            "look.sought" if sought else "look",
            who,
            Form.OUTCOME,
            cites=cites,
            private=True,
            finish=possible,
            sample=sample,
            default=None if sought else handle.back,
            low=1,
            high=1,
            about={"card": card, "sought": sought, "back": handle.back},
        )
        if answer != handle.back:
            game.do.learn(card, answer, cites)
            card = answer
    game.do.saw(card, who, cites)
    return card


def look_at_top(game: Game, who: str, source: str, count: int, *cites: str) -> Ask:
    """A player looks at the top cards of a deck or a pile: no draw, and what is seen stays theirs (10.17, A-118).

    What they are may be told to the tool, from the top down, or not; those of a deck lie known on top of it then. The
    event names what lies there as far as the state knows it, for the eyes of that player alone.
    """
    cites = (*cites, "10.17")
    slots = Source(game.state, source, False).slots[:count]
    faces_seen = yield from _first_faces(game, who, source, count, "look.top", cites, looking=True)
    for card, face in zip(slots, faces_seen, strict=False):
        name = None if face in BACKS else face
        if card is None:
            game.do.uncover(source, face.partition(".")[0], name)
        elif name is not None and card in game.state.handles:
            game.do.learn(card, name, cites)
    seen = Source(game.state, source, False).known(count)
    game.do.saw_top(source, len(slots), seen, who, cites)
