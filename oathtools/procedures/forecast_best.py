"""Every campaign a player may declare now, ranked: each pair of defender and targets with its best line.

A line is a number of attack dice, a set of the attacker's plans and an answer of the defense (which Citizens join,
which plans are used). Each set of plans is affordable together. The defense answers as is worst for the attacker.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from oathtools.engine.rows import holds
from oathtools.odds.battle import DEFENDER, Battle
from oathtools.odds.exact import chance, distribution
from oathtools.odds.plans import Chosen
from oathtools.procedures import campaign, facts
from oathtools.procedures.action import given, offers, payable
from oathtools.procedures.campaign import CAMPAIGN, is_site
from oathtools.procedures.forecast import Option, Outlook, inside
from oathtools.procedures.frame import Frame
from oathtools.procedures.game import Game
from oathtools.table.state import EXILE, SLOT

# Of a side's plans so many are tried in every combination; of more only each alone and as many together as can be paid.
ALL_SETS = 4
SKULL_FACE = "two_swords_skull"


class Best(NamedTuple):
    """A pair of defender and targets with its best line, and what a victory would change."""

    defender: str
    targets: tuple[str, ...]
    dice: int
    look: Outlook
    answer: Outlook
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


def best(game: Game, seat: str, by: str = "win") -> Ranking:
    """Rank every legal pair by ``win``, expected ``losses``, or what it may ``change``."""
    search = _Search(game, seat)
    pairs = [search.pair(frame) for frame in _declarations(game, seat)]
    keys: dict[str, Callable[[Best], Any]] = {
        "win": lambda each: (-each.win[0] / each.win[1], each.losses),
        "losses": lambda each: (each.losses, -each.win[0] / each.win[1]),
        "change": lambda each: (not each.next_win, not each.gains_title, -each.sites, -each.win[0] / each.win[1]),
    }
    return Ranking(sorted(pairs, key=keys[by]), search.lines, len(search.known))


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
            most = campaign.most_dice(game, frame)
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
        self.known: dict[Battle, tuple[int, int]] = {}
        self.lost: dict[Battle, float] = {}
        self.lines = 0

    def chance(self, now: Battle) -> tuple[int, int]:
        found = self.known.get(now)
        if found is None:
            found = self.known[now] = chance(now)
        return found

    def losses(self, now: Battle) -> float:
        found = self.lost.get(now)
        if found is None:
            odds = distribution(now)
            found = sum(end.attacker_lost * rolls for end, rolls in odds.endings.items()) / odds.total
            self.lost[now] = found
        return found

    def pair(self, frame: Frame) -> Best:
        """The best line of one declaration, the defense's answer taken as the worst."""
        most = int(frame.given["dice"])
        found: tuple[float, float, int, Outlook, Outlook] | None = None
        each_lines = 0
        plain: Outlook | None = None
        for dice in range(most, -1, -1):
            if dice < most and found is not None and not _may_gain_by_fewer(found[4].battle, plain):
                self.lines += each_lines  # as many lines with each smaller number, none better
                continue
            before = self.lines
            first = Outlook(self.game, frame.with_(dice=dice))
            plain = plain or first
            for look in _sets(first, [self.seat]):
                worst = min(self._answers(look), key=lambda each: self._win(each))
                key = (self._win(worst), -self.losses(worst.battle), dice)
                if found is None or key > found[:3]:
                    found = (*key, look, worst)
            each_lines = self.lines - before
        assert found is not None and plain is not None
        _, _, best_dice, look, answer = found
        gains, title, mine, wins = _change(self.game, self.seat, frame)
        bare = plain.battle._replace(attack=max(0, plain.battle.attack - most + best_dice))
        return Best(
            frame.given["defender"],
            tuple(frame.given["targets"]),
            best_dice,
            look,
            answer,
            self.chance(answer.battle),
            self.chance(bare),
            self.losses(answer.battle),
            gains,
            title,
            mine,
            wins,
        )

    def _win(self, look: Outlook) -> float:
        wins, total = self.chance(look.battle)
        return wins / total

    def _answers(self, look: Outlook) -> Iterator[Outlook]:
        """Every answer of the defense: the Citizens who join, and the plans."""
        citizens = look.may_join
        for number in range(len(citizens) + 1):
            for joining in combinations(citizens, number):
                other = look
                if joining:
                    other = Outlook(self.game, look.bare_frame, joining)
                    for used in look.on.used:
                        other = other.then(used.who, used.chosen)
                for answer in _sets(other.with_bandits(), other.players(DEFENDER)):
                    self.lines += 1
                    yield answer


def _may_gain_by_fewer(now: Battle, plain: Outlook | None) -> bool:
    """May fewer dice do better? Only where a die can cost more than it brings, or a plan looks at the pool."""
    return now.worth > 2 or SKULL_FACE in now.ignored or now.victor is not None


def _sets(look: Outlook, seats: Sequence[str]) -> Iterator[Outlook]:
    """An outlook with every set of its players' plans that they can pay for together, the empty one first."""
    yield look
    options = [option for option in _own(look, seats) if not option.refusals]
    if len(options) > ALL_SETS:
        yield from (look.then(option.who, option.chosen) for option in options)
        yield _all(look, [(option.who, option.chosen) for option in options])
        return
    yield from _more(look, options)


def _more(look: Outlook, options: list[Option]) -> Iterator[Outlook]:
    """With one plan more, then those after it: every set once, as far as it can be used and paid for together."""
    for index, option in enumerate(options):
        if look.on.used and look.rows(option.who, option.chosen):
            continue
        other = look.then(option.who, option.chosen)
        yield other
        yield from _more(other, options[index + 1 :])


def _all(look: Outlook, plans: Sequence[tuple[str, Chosen]]) -> Outlook:
    for who, chosen in plans:
        if not look.rows(who, chosen):
            look = look.then(who, chosen)
    return look


def _own(look: Outlook, seats: Sequence[str]) -> Iterator[Option]:
    """Each plan once, in its side's own way, with its largest number; plans that look at the battle last."""
    found: dict[str, Option] = {}
    for seat in seats:
        for option in look.options(seat):
            if option.chosen.way is None:
                found[option.chosen.id] = option
    return iter(sorted(found.values(), key=lambda option: _looks(option.chosen)))


def _looks(chosen: Chosen) -> bool:
    from oathtools.odds.plans import plan

    return any(effect.condition is not None for effect in plan(chosen.id).effects)


def _change(game: Game, seat: str, frame: Frame) -> tuple[int, str | None, bool, bool]:
    """What a victory changes, one warband put at each targeted site: sites, the Oathkeeper, and the next win check."""
    from oathtools.procedures import title, victory

    state = game.state.copy()
    then = Game(state, game.registry, game.readings)
    targets, defender = frame.given["targets"], frame.given["defender"]
    color = facts.color_of(game, seat)
    sites = 0
    for target in targets:
        if is_site(target):
            slot = facts.slot_named(game, target)
            pile = state.pieces.setdefault(SLOT[slot], {})
            if defender != facts.BANDITS:
                pile.pop(facts.color_of(game, defender), None)
            pile[color] = pile.get(color, 0) + 1
            sites += 1
        elif target.startswith("relic."):
            then.do.put(target, f"held.{seat}", ())
        elif target in state.holders:
            state.holders[target] = seat
    meeting = title.leaders(then, state.oath)
    holder = state.oathkeeper
    if meeting and holder not in meeting:
        state.oathkeeper, state.usurper = meeting[0] if len(meeting) == 1 else None, False
    gains = state.oathkeeper == seat and holder != seat
    if state.players[seat].role == EXILE:
        return sites, state.oathkeeper, gains, victory.at_wake(then, seat).winner == seat
    check = victory.at_round_end(then)
    heirs = title.successors(then) or [facts.chancellor(then)]
    wins = check.winner == seat or bool(check.needs_roll and heirs[0] == seat)
    return sites, state.oathkeeper, gains, wins
