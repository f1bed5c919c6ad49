"""Drawing cards and learning faces (10.6, 5.1.2, 9.4): chance is a question too.

What a person draws is told by name, or only by its back (``denizen``, ``vision``, ``relic``, ``site``): then the card
is a handle, and its face is asked for only when a rule reads it.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.engine.rows import Row, holds
from oathtools.procedures.glossary.unseen import (
    BACKS,
    Source,
    by_backs,
    certain,
    draw_rows,
    draws,
    name_rows,
    sample_of,
    shares,
)
from oathtools.procedures.machine.asking import Ask
from oathtools.table import knowledge
from oathtools.table.state import BOTTOM, DECK_GROUPS, TOP

if TYPE_CHECKING:
    from fractions import Fraction

    from oathtools.procedures.machine.game import Game


def draw(
    game: "Game",
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
    told = yield from _told(game, who, source, count, kind, cites, bottom=bottom, stop_at_vision=stop_at_vision)
    return [_take(game, source, face, zone, bottom, cites) for face in told]


def _told(
    game: "Game",
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
    told = certain(pile, count, stop_at_vision)
    if told is not None:
        return told
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


def _take(game: "Game", source: str, face: str, zone: str, bottom: bool, cites: tuple[str, ...]) -> str:
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


def place_unseen(
    game: "Game", deck: str, zone: str, *cites: str, bottom: bool = False, kind: str = "draw.unseen"
) -> Ask:
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


def read_face(
    game: "Game", card: str, who: str, *cites: str, rows: Callable[[str], Iterable[Row]] | None = None
) -> Ask:
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


def could_be(game: "Game", card: str, rows: Callable[[str], Iterable[Row]]) -> bool:
    """Is there a face the unknown card may have with which all rows hold?"""
    handle = game.state.handles[card]
    return any(holds(rows(name)) for name in knowledge.possible_names(game.state, handle.groups))


def is_spent(game: "Game", source: str) -> bool:
    """Is a deck or a pile empty?"""
    zones = game.state.zones
    if source not in DECK_GROUPS:
        return not zones.get(source)
    if zones.get(TOP[source]) or zones.get(BOTTOM[source]):
        return False
    return not any(any(layer.values()) for layer in game.state.layers.get(source, ()))


def advance_visions(game: "Game", *cites: str, count: int = 1) -> None:
    """A Vision was drawn from the world deck: the marker moves on (2.7.1), and stays on its last space (A-141)."""
    before = game.state.visions_drawn
    after = min(before + count, len(catalog.SEARCH_SUPPLY) - 1)
    if after != before:
        game.do.set_visions(after, cites)


def marker_is_last(game: "Game") -> bool:
    """Does the Visions Drawn marker stand on the last space of its track?"""
    return game.state.visions_drawn >= len(catalog.SEARCH_SUPPLY) - 1


def look(game: "Game", who: str, card: str, *cites: str) -> Ask:
    """A player looks at a facedown card (10.17). What it is may be told to the tool, or not; only its back is public.

    Returns the card's id afterwards.
    """
    handle = game.state.handles.get(card)
    if handle is not None:
        state = game.state

        def possible(told: Any) -> Iterator[Row]:
            if told != handle.back:
                yield from name_rows(state, handle.groups, told, cites[0])

        def sample(rng: Random) -> str:
            names = knowledge.possible_names(state, handle.groups)
            return names[int(rng.random() * len(names))]

        told = yield Decision(
            "look",
            who,
            Form.OUTCOME,
            cites=cites,
            private=True,
            finish=possible,
            sample=sample,
            default=handle.back,
            low=1,
            high=1,
            about={"card": card},
        )
        if told != handle.back:
            game.do.learn(card, told, cites)
            card = told
    game.do.saw(card, who, cites)
    return card


def look_at_top(game: "Game", who: str, source: str, count: int, *cites: str) -> Ask:
    """A player looks at the top cards of a deck or a pile: no draw, and what is seen stays theirs (10.17, A-118).

    What they are may be told to the tool, from the top down, or not; those of a deck lie known on top of it then. The
    event names what lies there as far as the state knows it, for the eyes of that player alone.
    """
    cites = (*cites, "10.17")
    slots = Source(game.state, source, False).slots[:count]
    told = yield from _told(game, who, source, count, "look.top", cites, looking=True)
    for card, face in zip(slots, told, strict=False):
        name = None if face in BACKS else face
        if card is None:
            game.do.uncover(source, face.partition(".")[0], name)
        elif name is not None and card in game.state.handles:
            game.do.learn(card, name, cites)
    seen = Source(game.state, source, False).known(count)
    game.do.saw_top(source, len(slots), seen, who, cites)
