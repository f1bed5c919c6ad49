"""Every campaign a player may declare now: each pair of defender and targets with its best line.

A line is a number of attack dice, a set of the attacker's plans and an answer of the defense (which Citizens join,
which plans are used). Each set of plans is affordable together. The defense answers as is worst for the attacker.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from oathtools.engine.decision import holds
from oathtools.odds.battle import DEFENDER, Battle
from oathtools.odds.exact import chance, distribution, expected_losses
from oathtools.procedures.actions.action import given, offers, payable
from oathtools.procedures.campaign import declaration as campaign
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.fight import most_dice
from oathtools.procedures.campaign.lines import Field, Lines, Uses
from oathtools.procedures.campaign.outlook import Outlook
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game


class Best(NamedTuple):
    """A pair of defender and targets with its best line."""

    defender: str
    targets: tuple[str, ...]
    dice: int
    plans: Uses  # the attacker's, in their order
    allies: tuple[str, ...]  # who joins the defense in the worst answer, the Chancellor included
    answer: Uses  # the plans of the worst answer
    win: tuple[int, int]  # against the worst answer
    no_plans: tuple[int, int]  # the same dice, nobody uses a plan, nobody joins
    losses: float  # the attacker's, expected, against the worst answer
    battle: Battle  # that line's, against the worst answer


class Ranking(NamedTuple):
    """The pairs, and how many lines there are and were worked out."""

    pairs: list[Best]
    lines: int
    battles: int
    complete: bool  # whether every set of plans that bear on a battle was tried


def best(game: Game, seat: str) -> Ranking:
    """Every legal pair, in the order of the declarations."""
    weigher = Weigher(game, seat)
    return weigher.ranking([best for frame in declarations(game, seat) if (best := weigher.pair(frame)) is not None])


def declarations(game: Game, seat: str) -> Iterator[Frame]:
    """Every legal declaration with all dice: defender by defender, all sets of targets."""
    start = Frame(CAMPAIGN.name, seat)
    if CAMPAIGN.may is not None and not holds(game.inside(start, CAMPAIGN.may)):
        return
    for defender in game.inside(start, CAMPAIGN.fields[0].candidates):
        if not holds(offers(game, CAMPAIGN, start, 0, defender)):
            continue
        frame = given(game, CAMPAIGN, start, CAMPAIGN.fields[0], defender)
        options = [each for each in game.inside(frame, campaign.targets) if _may(game, frame, each)]
        with game.within(frame):
            most = most_dice(game, frame)
        for number in range(1, len(options) + 1):
            for chosen in combinations(options, number):
                trial = frame.with_(targets=list(chosen), dice=most)
                with game.within(trial):
                    if holds(campaign._together(game, trial, chosen)) and holds(payable(game, trial, CAMPAIGN)):
                        yield trial


def _may(game: Game, frame: Frame, target: str) -> bool:
    with game.within(frame):
        return holds(campaign.may_target(game, frame, target))


class Weigher:
    """The best line of one declaration after another: what two of them share is worked out once.

    ``leaving``: a victory counts that leaves at least so many warbands, to be put at sites that were won (5.5.7.1).
    """

    def __init__(self, game: Game, seat: str) -> None:
        self.game, self.seat = game, seat
        self.known: dict[tuple[Battle, int], float] = {}
        self.lost: dict[Battle, float] = {}
        self.lines_of = Lines(game, seat, self.odds, self.losses)
        self.lines = 0
        self._fields: tuple[Frame | None, dict[int, Field]] = (None, {})  # of the declaration that is weighed, by dice

    @property
    def worked(self) -> int:
        """How much was worked out so far: points of lines, and chances."""
        return len(self.known) + self.lines_of.points

    def odds(self, now: Battle, leaving: int = 0) -> float:
        found = self.known.get((now, leaving))
        if found is None:
            wins, total = self.exactly(now, leaving)
            found = self.known[now, leaving] = wins / total
        return found

    def exactly(self, now: Battle, leaving: int = 0) -> tuple[int, int]:
        """In how many of all courses of a battle there is a victory that counts."""
        if not leaving:
            return chance(now)
        ends = distribution(now)
        left = ((now.force - skulls - spent, won, rolls) for (won, skulls, spent), rolls in ends.courses.items())
        return sum(rolls for many, won, rolls in left if won and many >= leaving), ends.total

    def losses(self, now: Battle) -> float:
        found = self.lost.get(now)
        if found is None:
            found = self.lost[now] = expected_losses(now)
        return found

    def _field(self, frame: Frame, dice: int) -> Field:
        """A declaration with so many dice."""
        if self._fields[0] is not frame:
            self._fields = frame, {}
        fields = self._fields[1]
        if dice not in fields:
            fields[dice] = self.lines_of.field(Outlook(self.game, frame.with_(dice=dice)))
        return fields[dice]

    def pair(self, frame: Frame, leaving: int = 0, at_least: float = -1.0) -> Best | None:
        """The best line of one declaration, the defense's answer taken as the worst; None if below ``at_least``."""
        most = int(frame.given["dice"])
        first = self._field(frame, most)
        top = self.lines_of.best(first, 0, at_least)
        best, dice = top if not leaving else top and self.lines_of.best(first, leaving, at_least), most
        self.lines += (most + 1) * first.tree.lines
        for fewer in range(most - 1, -1, -1):
            bound = at_least if best is None else self.odds(best.battle, leaving)
            if not first.tree.fewer and (top is None or self.odds(top.battle) <= bound):
                break  # no victory at all is likelier with fewer dice
            other = self.lines_of.best(self._field(frame, fewer), leaving, bound)
            if other is not None and (best is None or self.odds(other.battle, leaving) > bound):
                best, dice = other, fewer
        if best is None:
            return None
        bare = first.start.battle
        return Best(
            frame.given["defender"],
            tuple(frame.given["targets"]),
            dice,
            best.plans,
            (*first.start.on.allies, *best.joining),
            best.answer,
            chance(best.battle),
            chance(bare.more_attack(dice - most) if dice < most else bare),
            self.losses(best.battle),
            best.battle,
        )

    def kindest(self, frame: Frame, leaving: int = 0) -> tuple[int, int]:
        """The chance with the dice and plans that are best for the attacker, if the defense answers so too."""
        first = self._field(frame, most := int(frame.given["dice"]))
        top = self.odds(self.lines_of.kindest(first))
        best = self.lines_of.kindest(first, leaving)
        for dice in range(most - 1, -1, -1):
            if not first.tree.fewer and top <= self.odds(best, leaving):
                break
            best = max(
                best,
                self.lines_of.kindest(self._field(frame, dice), leaving),
                key=lambda each: self.odds(each, leaving),
            )
        return self.exactly(best, leaving)

    def answering(self, frame: Frame) -> tuple[str, ...]:
        """Who answers for the defense: the defender, their Allies, and the Citizens who may join them."""
        look = self._field(frame, int(frame.given["dice"])).start
        return tuple(dict.fromkeys((*look.on.players(DEFENDER), *look.may_join)))

    def ranking(self, pairs: list[Best]) -> Ranking:
        """Pairs, with what it took to weigh them."""
        return Ranking(pairs, self.lines, len(self.known), self.lines_of.complete)
