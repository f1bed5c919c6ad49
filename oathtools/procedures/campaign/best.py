"""Every campaign a player may declare now, ranked: each pair of defender and targets with its best line.

A line is a number of attack dice, a set of the attacker's plans and an answer of the defense (which Citizens join,
which plans are used). Each set of plans is affordable together. The defense answers as is worst for the attacker.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from oathtools.engine.rows import holds
from oathtools.odds.battle import Battle
from oathtools.odds.exact import chance, expected_losses
from oathtools.procedures.actions.action import given, offers, payable
from oathtools.procedures.campaign import declaration as campaign
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.ground import PAWN, is_site, most_dice
from oathtools.procedures.campaign.lines import Lines, Uses
from oathtools.procedures.campaign.outlook import Outlook, inside
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import EXILE, SLOT


class Best(NamedTuple):
    """A pair of defender and targets with its best line, and what a victory would change."""

    defender: str
    targets: tuple[str, ...]
    dice: int
    plans: Uses  # the attacker's, in their order
    allies: tuple[str, ...]  # who joins the defense in the worst answer, the Chancellor included
    answer: Uses  # the plans of the worst answer
    win: tuple[int, int]  # against the worst answer
    no_plans: tuple[int, int]  # the same dice, nobody uses a plan, nobody joins
    losses: float  # the attacker's, expected, against the worst answer
    sites: int
    title: str | None  # who would be the Oathkeeper afterwards
    gains_title: bool
    next_win: bool


class Ranking(NamedTuple):
    """The pairs, best first, and how many lines there are and were worked out."""

    pairs: list[Best]
    lines: int
    battles: int
    complete: bool  # whether every set of plans that bear on a battle was tried


def best(game: Game, seat: str, by: str = "win") -> Ranking:
    """Rank every legal pair by ``win``, expected ``losses``, or what it may ``change``."""
    search = _Search(game, seat)
    pairs = [search.pair(frame) for frame in _declarations(game, seat)]
    keys: dict[str, Callable[[Best], Any]] = {
        "win": lambda each: (-each.win[0] / each.win[1], each.losses),
        "losses": lambda each: (each.losses, -each.win[0] / each.win[1]),
        "change": lambda each: (not each.next_win, not each.gains_title, -each.sites, -each.win[0] / each.win[1]),
    }
    return Ranking(sorted(pairs, key=keys[by]), search.lines, len(search.known), search.lines_of.complete)


def _declarations(game: Game, seat: str) -> Iterator[Frame]:
    """Every legal declaration with all dice: defender by defender, all sets of targets."""
    start = Frame(CAMPAIGN.name, seat)
    if CAMPAIGN.may is not None and not holds(game.inside(start, CAMPAIGN.may)):
        return
    for defender in game.inside(start, CAMPAIGN.fields[0].candidates):
        if not holds(offers(game, CAMPAIGN, start, 0, defender)):
            continue
        frame = given(game, CAMPAIGN, start, CAMPAIGN.fields[0], defender)
        options = [each for each in game.inside(frame, campaign.targets) if _may(game, frame, each)]
        with inside(game, frame):
            most = most_dice(game, frame)
        for number in range(1, len(options) + 1):
            for chosen in combinations(options, number):
                trial = frame.with_(targets=list(chosen), dice=most)
                with inside(game, trial):
                    if holds(campaign._together(game, trial, chosen)) and holds(payable(game, trial, CAMPAIGN)):
                        yield trial


def _may(game: Game, frame: Frame, target: str) -> bool:
    with inside(game, frame):
        return holds(campaign.may_target(game, frame, target))


class _Search:
    def __init__(self, game: Game, seat: str) -> None:
        self.game, self.seat = game, seat
        self.known: dict[Battle, float] = {}
        self.lost: dict[Battle, float] = {}
        self.lines_of = Lines(game, seat, self.odds, self.losses)
        self.changes = Changes(game, seat)
        self.lines = 0

    def odds(self, now: Battle) -> float:
        found = self.known.get(now)
        if found is None:
            wins, total = chance(now)
            found = self.known[now] = wins / total
        return found

    def losses(self, now: Battle) -> float:
        found = self.lost.get(now)
        if found is None:
            found = self.lost[now] = expected_losses(now)
        return found

    def pair(self, frame: Frame) -> Best:
        """The best line of one declaration, the defense's answer taken as the worst."""
        most = int(frame.given["dice"])
        first = Outlook(self.game, frame)
        best = self.lines_of.best(first)
        assert best is not None
        dice = most
        self.lines += (most + 1) * best.lines
        if best.fewer:
            for fewer in range(most - 1, -1, -1):
                other = self.lines_of.best(Outlook(self.game, frame.with_(dice=fewer)), self.odds(best.battle))
                if other is not None and self.odds(other.battle) > self.odds(best.battle):
                    best, dice = other, fewer
        changed = self.changes.of(frame)
        return Best(
            frame.given["defender"],
            tuple(frame.given["targets"]),
            dice,
            best.plans,
            (*first.on.allies, *best.joining),
            best.answer,
            chance(best.battle),
            chance(first.battle.more_attack(dice - most) if dice < most else first.battle),
            self.losses(best.battle),
            *changed,
        )


class Changes:
    """What victories change: on a copy of the table, each taken back before the next."""

    def __init__(self, game: Game, seat: str) -> None:
        self.seat, self.holder = seat, game.state.oathkeeper
        self.then = Game(game.state.copy(), game.registry, game.readings)
        self.color = facts.color_of(game, seat)
        self.known: dict[Any, tuple[int, str | None, bool, bool]] = {}

    def of(self, frame: Frame) -> tuple[int, str | None, bool, bool]:
        """Sites, who is the Oathkeeper, whether that is new, whether the next win check is met; one warband put at
        each targeted site.
        """
        defender = frame.given["defender"]
        loser = None if defender == facts.BANDITS else facts.color_of(self.then, defender)
        wanted = tuple(target for target in frame.given["targets"] if target != PAWN)
        key = (loser, wanted)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._try(loser, wanted)
        return found

    def _try(self, loser: str | None, wanted: Sequence[str]) -> tuple[int, str | None, bool, bool]:
        state = self.then.state
        usurper, holders = state.usurper, dict(state.holders)
        sites = [SLOT[facts.slot_named(self.then, target)] for target in wanted if is_site(target)]
        piles = {place: dict(state.pieces.get(place, {})) for place in sites}
        relics = {target: state.where[target] for target in wanted if target in state.where and not is_site(target)}
        for place in sites:
            pile = state.pieces.setdefault(place, {})
            pile.pop(str(loser), None)
            pile[self.color] = pile.get(self.color, 0) + 1
        for target in wanted:
            if target in relics and target not in state.holders:
                self.then.do.put(target, f"held.{self.seat}", ())
            elif target in state.holders:
                state.holders[target] = self.seat
        try:
            return (len(sites), *self._told())
        finally:
            state.oathkeeper, state.usurper = self.holder, usurper
            state.holders.update(holders)
            for place, pile in piles.items():
                state.pieces[place] = pile
            for target, zone in relics.items():
                if target not in state.holders:
                    self.then.do.put(target, zone, ())
            self.then.do.events.clear()

    def _told(self) -> tuple[str | None, bool, bool]:
        from oathtools.procedures.machine import title
        from oathtools.procedures.victory import check as victory

        then, state, seat = self.then, self.then.state, self.seat
        meeting = title.leaders(then, state.oath)
        if meeting and self.holder not in meeting:
            state.oathkeeper, state.usurper = meeting[0] if len(meeting) == 1 else None, False
        gains = state.oathkeeper == seat and self.holder != seat
        if state.players[seat].role == EXILE:
            return state.oathkeeper, gains, victory.at_wake(then, seat).winner == seat
        check = victory.at_round_end(then)
        heirs = title.successors(then) or [facts.chancellor(then)]
        return state.oathkeeper, gains, check.winner == seat or bool(check.needs_roll and heirs[0] == seat)
