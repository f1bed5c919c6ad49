"""Campaigns ranked with what a victory changes: sites, relics, banners, the pawn, the title, and whose next win."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.ahead.standing import Winning, Wins, common, difference, winning, winning_with
from oathtools.procedures.actions.search import SEARCH, drawing_of, pile
from oathtools.procedures.adjudicate.walk import deciding_here
from oathtools.procedures.campaign.best import Best, Ranking, Weigher, declarations
from oathtools.procedures.campaign.fight import PAWN, is_site
from oathtools.procedures.campaign.outlook import title_settled
from oathtools.procedures.glossary.drawing import Source
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.knowledge import names_of
from oathtools.table.state import BANNERS, SLOT


class CampaignChange(NamedTuple):
    """What a victory may change: what is taken, who may have the title then, and the next wins it makes or prevents.

    ``before`` and ``title``: who has the title before and afterwards; several where its holder picks among them (2.11).
    """

    sites: tuple[str, ...]
    relics: tuple[str, ...]
    banners: tuple[str, ...]
    pawn: bool
    before: str | None
    title: tuple[str | None, ...]
    wins: Wins

    @property
    def passes(self) -> bool:
        """Does the title pass to somebody else, whoever is picked?"""
        return self.before not in self.title


class Ranked(NamedTuple):
    """A ranking of campaigns, best first, each with what a victory changes."""

    ranking: Ranking
    changes: tuple[CampaignChange, ...]

    @property
    def pairs(self) -> Iterator[tuple[Best, CampaignChange]]:
        """Each campaign with its change."""
        return zip(self.ranking.pairs, self.changes, strict=True)


def ranked(game: Game, seat: str, by: str = "chance") -> Ranked:
    """Every legal pair of defender and targets, by the ``chance`` of a victory, expected ``losses``, or the ``win``.

    By the win: the chance of a victory times what it is worth then (``worth``); then who takes the title, then sites.
    """
    weigher, changes = Weigher(game, seat), Changes(game, seat)
    found = ((weigher.pair(frame), frame) for frame in declarations(game, seat))
    pairs = [(best, changes.of(frame)) for best, frame in found if best is not None]
    pairs.sort(key=_keys(seat)[by])
    return Ranked(weigher.ranking([each for each, _ in pairs]), tuple(change for _, change in pairs))


def deciding_ranking(table: Game, seat: str, by: str) -> dict[str, str]:
    """The points read otherwise than is usual that decide it, with their readings.

    ``table``: the game before the title was laid where it is due.
    """
    return deciding_here(table, lambda game: [*ranked(title_settled(game, table.frame), seat, by).pairs])


def _keys(seat: str) -> dict[str, Callable[[tuple[Best, CampaignChange]], Any]]:
    def odds(each: Best) -> float:
        return -each.win[0] / each.win[1]

    def win(pair: tuple[Best, CampaignChange]) -> Any:
        each, change = pair
        worth_it = odds(each) * worth(change.wins, seat)
        return worth_it, change.title != (seat,) or not change.passes, -len(change.sites), odds(each)

    return {
        "chance": lambda pair: (odds(pair[0]), pair[0].losses),
        "losses": lambda pair: (pair[0].losses, odds(pair[0])),
        "win": win,
    }


def worth(wins: Wins, seat: str) -> int:
    """A next win of one's own counts two, one that another player has no more one; one that another gets, or one of
    one's own that is gone, counts against it.
    """
    made = sum(2 if won.who == seat else -1 for won in wins.made)
    return made + sum(-2 if won.who == seat else 1 for won in wins.broken)


class Changes:
    """What victories change: on a copy of the table, each taken back before the next."""

    def __init__(self, game: Game, seat: str, before: Winning | None = None) -> None:
        """``before``: the next wins that they are compared with, by default those as the table stands."""
        self.seat, self.holder = seat, game.state.oathkeeper
        self.then = Game(game.state.copy(), game.registry, game.readings).like(game)
        self.color = facts.color_of(game, seat)
        self.before: Winning = winning(game) if before is None else before
        self.known: dict[Any, CampaignChange] = {}

    def of(self, frame: Frame) -> CampaignChange:
        """What a victory changes, one warband put at each targeted site."""
        targets = tuple(frame.given["targets"])
        return self.taking(frame.given["defender"], targets, sum(map(is_site, targets)))

    def taking(self, defender: str, targets: tuple[str, ...], placed: int) -> CampaignChange:
        """What a victory changes if a warband is put at so many of the targeted sites, the first ones."""
        loser = None if defender == facts.BANDITS else facts.color_of(self.then, defender)
        key = (loser, targets, placed)
        found = self.known.get(key)
        if found is None:
            with self._taken(loser, targets, placed):
                found = self.known[key] = self._described(targets)
        return found

    @contextmanager
    def _taken(self, loser: str | None, wanted: Sequence[str], placed: int) -> Iterator[None]:
        state = self.then.state
        holders = dict(state.holders)
        sites = [SLOT[facts.slot_named(self.then, target)] for target in wanted if is_site(target)]
        piles = {place: dict(state.pieces.get(place, {})) for place in sites}
        relics = {each: state.where[each] for each in wanted if each in state.where and not is_site(each)}
        for number, place in enumerate(sites):
            pile = state.pieces.setdefault(place, {})
            pile.pop(str(loser), None)
            if number < placed:
                pile[self.color] = pile.get(self.color, 0) + 1
        for target in wanted:
            if target in state.holders:
                state.holders[target] = self.seat
            elif target in relics:
                self.then.do.put(target, f"held.{self.seat}", ())
        try:
            yield
        finally:
            state.holders.update(holders)
            state.pieces.update(piles)
            for relic, zone in relics.items():
                if relic not in state.holders:
                    self.then.do.put(relic, zone, ())
            self.then.do.events.clear()

    def _described(self, wanted: Sequence[str]) -> CampaignChange:
        titles: list[str | None] = list(title.heirs_to(self.then))
        seats = self.then.state.seats
        wins = [difference(seats, self.before, winning_with(self.then, heir)) for heir in titles]
        return CampaignChange(
            tuple(target for target in wanted if is_site(target)),
            tuple(target for target in wanted if not is_site(target) and target not in (PAWN, *BANNERS)),
            tuple(target for target in wanted if target in BANNERS),
            PAWN in wanted,
            self.holder,
            tuple(titles),
            common(wins),
        )


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
