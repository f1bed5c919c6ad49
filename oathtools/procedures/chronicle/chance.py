"""What chapter 8 leaves to chance: cards drawn unseen, stacks shuffled.

Each is one question that a seed answers by names, the people by names or by nothing at all (an empty list, which is
the default): then the cards are unknown, and may be any of those that were shuffled together. ``about["exact"]`` says
whether the tool knows which cards these are, so that it could draw or shuffle them itself without inventing any.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, Row
from oathtools.kit.text import listed
from oathtools.procedures.glossary.drawing import BACKS
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.game import Game
from oathtools.table import effects, knowledge
from oathtools.table.knowledge import serve
from oathtools.table.state import State

Groups = tuple[str, ...]
_TRIES = 20  # ways of naming cards at random, of which one is to be what was known before


class Lot:
    """Cards that nobody tells apart: those on the table by their ids, those in the layers of a deck by their backs."""

    def __init__(self, state: State, cards: Sequence[str], layered: dict[str, int] | None = None) -> None:
        self.state = state
        self.known = [card for card in cards if card not in state.handles]
        self.unknown = [card for card in cards if card in state.handles]
        self.groups: list[Groups] = [state.handles[card].groups for card in self.unknown]
        for back, count in (layered or {}).items():
            self.groups += [(effects.group_of(back),)] * count

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.known) + len(self.groups)

    def backs(self) -> dict[str, int]:
        """How many cards of each back there are."""
        shown = map(self.state.back, (*self.known, *self.unknown))
        layered = (group.removesuffix("s") for (group,) in self.groups[len(self.unknown) :])
        return dict(Counter(chain(shown, layered)))

    def exact(self) -> bool:
        """Is it known which cards these are, if not which is which? No other card may then have one of their names."""
        names = {name for groups in set(self.groups) for name in knowledge.names_of(self.state, groups)}
        return len(names) == len(self.groups)

    def names(self, rng: Random) -> list[str]:
        """The name of every card, those of the unknown ones at random among what they may be."""
        for _ in range(_TRIES):
            names = self._names(rng)
            if self._together(names):
                break
        return names

    def _names(self, rng: Random) -> list[str]:
        named: list[knowledge.NamedCard] = []
        for groups in self.groups:
            names = knowledge.possible_names(self.state, groups, named)
            named.append((groups, names[int(rng.random() * len(names))]))
        return [*self.known, *(name for _, name in named)]

    def _together(self, names: Collection[str]) -> bool:
        """Can what was shuffled together before (``State.joined``) be what it was, if cards here have these names?

        Of what lies here it has only these names, and of what lies elsewhere none of them.
        """
        state, here = self.state, set(map(effects.key_of, self.groups))
        after = {into: {into} for *_, into in state.joined}
        for _, _, was, into in reversed(state.joined):
            after[was] = after.get(was, {was}) | after[into]
        mixed = {into for *_, into in state.joined}
        elsewhere = [handle.groups for card, handle in state.handles.items() if card not in self.unknown]
        lie = set(map(effects.key_of, elsewhere))
        offers: list[list[str]] = []
        for number, may_be, was, into in state.joined:
            if was not in mixed:
                inside, outside = here & after[into], lie & after[into]
                offers += number * [
                    [name for name in may_be if name in state.where or (inside if name in names else outside)]
                ]
        for at, groups in enumerate((*self.groups, *elsewhere) if offers else ()):
            if effects.key_of(groups) not in mixed:
                is_here = at < len(self.groups)
                offers.append([name for name in knowledge.names_of(state, groups) if (name in names) == is_here])
        served, holder = dict(enumerate(offers)), dict[str, int]()
        return all(serve(at, served, holder, set()) for at in served)

    def served(self, names: Sequence[str]) -> tuple[dict[str, int] | None, list[str]]:
        """Which unknown card has which name, by its number; or None, with the names that other unknown cards need.

        No name is needed elsewhere if the names do not even go round among these cards.
        """
        if not names:
            return {}, []
        found = knowledge.assigned(self.state, self.groups, names)
        if found is not None:
            return (found, []) if len(names) < len(self.groups) or self._together(names) else (None, [])
        may_be = [set(knowledge.names_of(self.state, groups)) for groups in self.groups]
        seats = seated(names, may_be)
        if seats is None:
            return None, []
        return None, knowledge.shortage(self.state, [(self.groups[at], name) for at, name in seats.items()]) or []

    def rows(self, answer: Any, count: int, clause: str) -> Iterator[Row]:
        """The rows of what somebody says these cards are: nothing, or so many of them by name or back."""
        if answer == []:
            return
        if not isinstance(answer, list) or not all(str(face) in BACKS or catalog.is_card(str(face)) for face in answer):
            yield False, clause, "a list of cards by name, or nothing if nobody tells"
            return
        yield len(answer) == count, clause, f"{count} cards, not {len(answer)}"
        names = [face for face in answer if face not in BACKS]
        backs = set(answer) - set(names) - set(self.backs())
        yield not backs, clause, f"none of these cards is a {', '.join(sorted(backs))}"
        yield len(set(names)) == len(names), clause, "a card is named twice"
        strange = [name for name in names if name not in self.known]
        placed = next((name for name in strange if name in self.state.where), None)
        # Whoever typed the name may read it, whatever the tool knows of where that card lies.
        yield placed is None, clause, f"{catalog.name_of(placed) if placed else ''} is not among these cards"
        if placed is not None:
            return
        served, short = self.served(strange)
        wrong = [name for name in strange if self.served([name])[0] is None] if served is None else []
        if wrong:
            named = listed(map(catalog.name_of, wrong))
            yield False, clause, f"{named} cannot be among these cards"
            return
        why = f"the unknown cards elsewhere need {', '.join(short)}" if short else "they do not go round"
        named = listed(map(catalog.name_of, strange))
        yield served is not None, clause, f"{named} cannot all be among the cards; {why}"


def seated(names: Sequence[str], may_be: Sequence[set[str]]) -> dict[int, str] | None:
    """A card of its own for every name, by the card's number (augmenting paths); None if there are not enough."""
    offers = {name: [at for at, fits in enumerate(may_be) if name in fits] for name in names}
    holder: dict[int, str] = {}
    return holder if all(serve(name, offers, holder, set()) for name in names) else None


def faces(
    kind: str,
    who: str,
    *cites: str,
    rows: Callable[[Any], Iterable[Row]],
    sample: Callable[[Random], list[str]],
    about: dict[str, Any],
) -> Decision:
    """The question what ``about["count"]`` cards are that nobody may have seen: nothing is told by default."""
    count, form = about["count"], Form.OUTCOME
    return Decision(
        kind, who, form, cites=cites, low=count, high=count, finish=rows, sample=sample, default=[], about=about
    )


def draw_unseen(game: Game, who: str, cards: Sequence[str], count: int, kind: str, source: str, *cites: str) -> Ask:
    """So many cards at random out of some of one back, without looking; returns their ids where they lie.

    The cards that nobody names, drawn or left, are alike afterwards. All of them are drawn if there are no more (9.3).
    """
    count = min(count, len(cards))
    if count == len(cards):
        return list(cards)
    lot = Lot(game.state, cards)
    named = yield faces(
        kind,
        who,
        *cites,
        rows=lambda answer: lot.rows(answer, count, cites[0]),
        sample=lambda rng: rng.sample(lot.names(rng), count),
        about={"source": source, "count": count, "exact": lot.exact()},
    )
    return take_named(game, lot, named, count, *cites)


def take_named(game: Game, lot: Lot, faces_drawn: list[str], count: int, *cites: str) -> list[str]:
    """The cards of a lot that were drawn, as far as they were told; the others of the lot are mixed."""
    names = [face for face in faces_drawn if face not in BACKS]
    learnt = learn(game, lot, names, *cites)
    rest = [card for card in (*lot.known, *lot.unknown) if card not in names and card not in learnt]
    missing = count - len(names)
    if missing:
        rest = effects.mix(game.do, rest) if missing < len(rest) else rest
    return [*names, *rest[:missing]]


def learn(game: Game, lot: Lot, names: Sequence[str], *cites: str) -> dict[str, str]:
    """Names told for unknown cards of a lot take their places; returns the name of each card that was learnt."""
    served = lot.served([name for name in names if name not in lot.known])[0] or {}
    learnt = {lot.unknown[at]: name for name, at in served.items() if at < len(lot.unknown)}
    for card, name in learnt.items():
        game.do.learn(card, name, cites)
    return learnt


def shuffle_into(game: Game, who: str, deck: str, cards: Sequence[str], kind: str, *cites: str) -> Ask:
    """Cards are shuffled together with a whole deck, and are the deck then."""
    state = game.state
    gathered = [*state.zone(f"{deck}.top"), *state.zone(f"{deck}.bottom"), *cards]
    lot = Lot(state, gathered, sum(map(Counter, state.layers.get(deck, ())), Counter()))
    answer = yield from order_of(game, who, lot, kind, deck, *cites)
    backs = lot.backs()
    learnt = learn(game, lot, answer, *cites)
    effects.scatter(game.do, [learnt.get(card, card) for card in gathered], cites, "gather")
    effects.set_layers(game.do, deck, [] if answer else [backs])
    effects.stack(game.do, deck, answer, cites)


def order_of(game: Game, who: str, lot: Lot, kind: str, source: str, *cites: str) -> Ask:
    """The order in which a shuffled lot lies, from the top, if anybody tells it; an empty list if nobody does."""
    if lot.size == 1 and lot.known:
        return list(lot.known)
    if not lot.size:
        return []

    def sample(rng: Random) -> list[str]:
        names = lot.names(rng)
        rng.shuffle(names)
        return names

    about = {"source": source, "count": lot.size, "exact": lot.exact()}
    return (
        yield faces(kind, who, *cites, rows=lambda answer: _whole(lot, answer, cites[0]), sample=sample, about=about)
    )


def _whole(lot: Lot, answer: Any, clause: str) -> Iterator[Row]:
    """The rows of a whole order: every card by its name."""
    yield from lot.rows(answer, lot.size, clause)
    if answer and isinstance(answer, list):
        given = set(map(str, answer))
        yield not given & set(BACKS), clause, "an order is told by names, or not at all"
        missing = [card for card in lot.known if card not in given]
        yield not missing, clause, f"these are missing: {', '.join(missing)}"
