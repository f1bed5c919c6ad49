"""A campaign looked at before it is declared: its numbers from the table, without changing anything (5.5.1 to 5.5.3).

``declared`` fills the record and says every row against it, ``Outlook`` counts pools and forces by the engine's own
functions, tries plans, and lists each addend with its clause. Not a die is rolled and not a piece is moved.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from oathtools.engine.decision import Refusal, Row, failed
from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES, Battle, enemy
from oathtools.odds.plans import Chosen, plan
from oathtools.odds.using import Use
from oathtools.procedures.actions.action import full_cost, given, payable
from oathtools.procedures.campaign import fight, pools
from oathtools.procedures.campaign import plans as battleplans
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.fight import BANDITS, Fight, most_dice, take_out
from oathtools.procedures.campaign.pools import Addend, parts
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import FREE, Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.title import check_title, leaders
from oathtools.table.state import SLOT


class Option(NamedTuple):
    """A plan that somebody could use: as the question offers it, its cost, and every reason against it."""

    who: str
    side: str
    id: str
    chosen: Chosen
    cost: Cost
    refusals: tuple[Refusal, ...]


class Unknown(NamedTuple):
    """What would change the numbers if it were otherwise than it looks."""

    on: str
    clause: str
    because: str


# -- the declaration -----------------------------------------------------------------------------------------------


def declared(
    game: Game, seat: str, defender: str, targets: Sequence[str], dice: int | None = None, begun: Frame | None = None
) -> tuple[Frame, list[Refusal]]:
    """The record of a campaign, all dice taken by default, and every reason against it."""
    frame = begun or Frame(CAMPAIGN.name, seat)
    rows: list[Row] = list(game.inside(frame, CAMPAIGN.may)) if CAMPAIGN.may else []
    for field, value in zip(CAMPAIGN.fields, (defender, list(targets), dice), strict=True):
        if field.name == "dice" and value is None:
            value = game.inside(frame, _most)[0]
        frame = given(game, CAMPAIGN, frame, field, value)
        rows += game.inside(frame, field.rows, value)
        if failed(rows) and field.name != "targets":
            return frame, _once(rows)
    return frame, _once([*rows, *game.inside(frame, payable, CAMPAIGN)])


def _most(game: Game, frame: Frame) -> Iterator[int]:
    yield most_dice(game, frame)


def _once(rows: Iterable[Row]) -> list[Refusal]:
    return list(dict.fromkeys(failed(rows)))


# -- the battle ----------------------------------------------------------------------------------------------------


class Outlook:
    """A declared campaign as it would be fought, with these Allies and the plans used so far.

    ``on`` is a fight of its own, ``before`` its battle before any plan, ``uses`` the plans in their order, ``spent``
    what each player has bound by them; ``first`` is the outlook before any plan, None if this is it. ``then`` gives
    another outlook; none ever changes.
    """

    __slots__ = ("before", "first", "game", "on", "spent", "uses")

    def __init__(self, game: Game, frame: Frame, joining: Sequence[str] = ()) -> None:
        # Who is Imperial in it may turn the title (A-62, 2.11), which is looked at when the campaign is paid for.
        self.game = game = title_settled(game, frame) if frame.fact("not_imperial") else game
        self.on = _fight(frame)
        with game.within(self.on.frame):
            if fight.imperial_defense(game, self.on.frame):
                head = facts.chancellor(game)
                self.on.allies = [head] if self.on.defender != head else []
                self.on.allies += [seat for seat in pools.may_join(game, self.on) if seat in joining]
            pools.count_pools(game, self.on)
            self.spent = {self.on.attacker: full_cost(game, self.on.frame, CAMPAIGN)}
        self.before = self.on.battle
        self.first: Outlook | None = None
        self.uses: tuple[Use, ...] = ()

    @classmethod
    def of_fight(cls, game: Game, on: Fight) -> "Outlook":
        """A campaign under way as it stands, its plans paid for; ``uses`` is left empty."""
        look = cls.__new__(cls)
        look.game, look.on, look.before = game, on, on.battle
        look.uses, look.spent, look.first = (), {}, None
        return look

    @property
    def battle(self) -> Battle:
        """The battle as it stands, those rerolls included that a player could pay for."""
        return self.on.battle._replace(rerolls=frozenset(self.rerolls())) if self.may_reroll else self.on.battle

    @property
    def bare_frame(self) -> Frame:
        """The declaration by itself, no plan in use."""
        frame = self.on.frame.with_()
        frame.modifiers = [each for each in frame.modifiers if each[0] not in {used.card for used in self.on.used}]
        frame.facts = {name: fact for name, fact in frame.facts.items() if name != "fight"}
        return frame

    @property
    def may_join(self) -> list[str]:
        """The Citizens who may join the defense (5.5.2)."""
        with self.game.within(self.on.frame):
            if not fight.imperial_defense(self.game, self.on.frame):
                return []
            return pools.may_join(self.game, self.on)

    def then(self, who: str, chosen: Chosen) -> "Outlook":
        """With one plan more, which is taken to be legal."""
        game, old = self.game, self.on
        other = Outlook.__new__(Outlook)
        other.first, other.before, other.on = self.first or self, self.before, _copied(old)
        with game.within(other.on.frame):
            cost = battleplans.plan_cost(game, other.on, who, chosen.id) if who != BANDITS else FREE
            used = battleplans.put_in(game, other.on, who, chosen)
            other.on.battle = spared(used, reach_of(game, other.on, who, used.side, chosen.id))
            other.game = _buried(game, other.on, used._replace(after=other.on.battle))
        other.spent = {**self.spent, who: self.spent.get(who, FREE) + cost}
        other.uses = (*self.uses, used._replace(after=other.on.battle))
        return other

    def joined(self, joining: Sequence[str]) -> "Outlook":
        """The same campaign, the same plans, with these Citizens as Allies besides (5.5.2)."""
        other = Outlook((self.first or self).game, self.bare_frame, joining)
        for used in self.on.used:
            other = other.then(used.who, used.chosen)
        return other

    def shifted(self, by: Mapping[str, int]) -> Battle | None:
        """The battle with so many more of some numbers before plans, the same plans used anew; None below zero.

        Where only bandits defend, ``defenders`` are bandits.
        """
        only = self.before.bandits > 0 and not self.before.defenders
        before = self.before.plus({"bandits" if only and field == "defenders" else field: by[field] for field in by})
        if before is None:
            return None
        other, first = Outlook.__new__(Outlook), self.first or self
        other.game, other.spent, other.uses, other.first = first.game, self.spent, (), None
        other.before, other.on = before, _copied(first.on)
        other.on.battle, other.on.used = before, []
        other.on.frame.modifiers = self.bare_frame.modifiers
        for used in self.on.used:
            other = other.then(used.who, used.chosen)
        return other.battle

    def with_bandits(self) -> "Outlook":
        """With every plan that the bandits use by themselves (5.5.3)."""
        other = self
        if self.on.defender != BANDITS:
            return other
        while True:
            with self.game.within(other.on.frame):
                found = battleplans.plans_of_bandits(self.game, other.on)
                done = {used.card for used in other.on.used}
                chosen = next((each for each in found if each.id not in done), None)
            if chosen is None:
                return other
            other = other.then(BANDITS, chosen)

    def rows(self, who: str, chosen: Chosen) -> list[Refusal]:
        """Every reason against a plan, with all costs of its user paid together."""
        with self.game.within(self.on.frame):
            return self._rows(who, chosen)

    def _rows(self, who: str, chosen: Chosen) -> list[Refusal]:
        game, on = self.game, self.on
        if on.battle.victor is not None:
            return [Refusal("5.5.3", f"a plan has decided the battle: the {on.battle.victor} is victorious", "A-133")]
        found = failed(battleplans.may_use(game, on, who, chosen))
        if not found and who in self.spent:
            cost = self.spent[who] + battleplans.plan_cost(game, on, who, chosen.id)
            found = failed(verbs.can_pay(game, who, cost))
        return found

    def options(self, who: str) -> list[Option]:
        """Every plan a player rules and the side has not used, in every way."""
        game, on = self.game, self.on
        side = on.side_of(who)
        if side is None:
            return []
        with game.within(on.frame):
            return [
                Option(who, side, name, chosen, battleplans.plan_cost(game, on, who, chosen.id),
                       tuple(self._rows(who, chosen)))
                for name, chosen in battleplans.options_of(game, on, who).items()
            ]  # fmt: skip

    def players(self, side: str) -> list[str]:
        """Who may use plans on a side."""
        return self.on.players(side)

    @property
    def may_reroll(self) -> bool:
        """Does one of the two rule a power that lets them roll their dice again?"""
        with self.game.within(self.on.frame):
            return any(pools.rerolls_of(self.game, self.on))

    def rerolls(self) -> list[str]:
        """The sides whose player rules a reroll and could pay for it after the roll (A-135)."""
        with self.game.within(self.on.frame):
            return pools.rerolls(self.game, self.on, self.spent)

    # -- what it is made of ----------------------------------------------------------------------------------------

    def addends(self) -> list[Addend]:
        """Every addend of pools and forces before plans, each with its clause."""
        with self.game.within(self.on.frame):
            return parts(self.game, self.on)

    def unknown(self, viewer: str | None = None) -> list[Unknown]:
        """Facedown advisers of those who fight: they add nothing as they lie, unless they are turned up first (A-81).

        ``viewer``: the seat that asks; its own cards, and those it has seen, are named.
        """
        state = self.game.state
        found = []
        for side in SIDES:
            for seat in self.on.players(side):
                for card in state.zone(f"advisers.{seat}"):
                    if card not in state.facedown or (card in state.handles and state.handles[card].back == "vision"):
                        continue
                    seen = viewer is not None and viewer in state.facedown[card] and card not in state.handles
                    if seen and (not card.startswith("denizen.") or not _bears(card, side)):
                        continue
                    what = card if seen else "a facedown adviser"
                    found.append(
                        Unknown(seat, "A-81", f"{what} of {seat} adds nothing, unless it is faceup before the battle")
                    )
        for target in self.on.targets:
            if target in state.handles and state.handles[target].back == "relic":
                found.append(Unknown(target, "2.4.2", f"{target} adds no defense dice here, unless its face has some"))
        return list(dict.fromkeys(found))


def _bears(card: str, side: str) -> bool:
    from oathtools.odds.plans import UnknownPlan

    try:
        return side in plan(card).sides
    except UnknownPlan:
        return False


def title_settled(game: Game, frame: Frame) -> Game:
    """The game with the title where it is due (2.11): the same one if it lies there, or if a player is to choose.

    Also where a table does not look at it before the campaign is over (A-05).
    """
    if not game.title_is_due():
        return game
    with game.within(frame):
        if game.state.oathkeeper in leaders(game, game.state.oath):
            return game
    other = type(game)(game.state.copy(), game.registry, game.readings).like(game)
    with other.within(frame):
        chosen = next(check_title(other), None)
    return game if chosen is not None else other


def _fight(frame: Frame) -> Fight:
    own = frame.with_()
    on = Fight(own)
    own.facts = {**frame.facts, "fight": on}
    return on


def _copied(old: Fight) -> Fight:
    on = _fight(old.frame)
    on.battle, on.allies, on.standing = old.battle, old.allies, old.standing
    on.ours, on.theirs, on.used = dict(old.ours), dict(old.theirs), list(old.used)
    return on


def _buried(game: Game, on: Fight, used: Use) -> Game:
    """The game without those whom a plan kills, if it kills any: who is dead rules no site.

    They fall where their players lose least by it: from boards, else from the site with the most of them.
    """
    fallen = {
        ATTACKER: used.after.attacker_fallen - used.before.attacker_fallen,
        DEFENDER: used.after.defender_fallen - used.before.defender_fallen,
    }
    if not any(fallen.values()):
        return game
    then = type(game)(game.state.copy(), game.registry, game.readings).like(game)
    for side, count in fallen.items():
        color, places = on.color(game, side), dict(on.places(side))
        open_ = places if side == used.side else battleplans.victims(game, on, on.used[-1].who, used.plan.id, side)
        for _ in range(count):
            place = max((each for each in open_ if places.get(each)), key=lambda each: (each not in SLOT, places[each]))
            then.do.move(str(color), 1, place, f"stock.{color}", ())
            take_out(places, place, 1)
        on.places(side).clear()
        on.places(side).update(places)
    then.do.events.clear()
    return then


def reach_of(game: Game, on: Fight, who: str, side: str, card: str) -> int | None:
    """How many warbands of the enemy's force a plan can reach, as they stand in play; None for one that kills none."""
    if not any(plan(card).rules("kill")):
        return None
    return sum(battleplans.victims(game, on, who, card, enemy(side)).values())


def spared(used: Use, reach: int | None) -> Battle:
    """The battle after a plan, with those of the enemy's warbands back in the force that it cannot reach."""
    after = used.after
    if reach is None:
        return after
    fallen = "defender_fallen" if used.side == ATTACKER else "attacker_fallen"
    beyond = max(0, getattr(after, fallen) - getattr(used.before, fallen) - reach)
    return after.fallen(enemy(used.side), -beyond) if beyond else after
