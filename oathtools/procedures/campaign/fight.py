"""A campaign under way: who fights on which side, the numbers, the warbands of each force, the plans in use."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any, NamedTuple

from oathtools.catalog import is_card
from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES, Battle
from oathtools.odds.plans import Chosen
from oathtools.odds.using import Faces, Use
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, Together, distribute
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import PURPLE, SLOT

Places = dict[str, int]


class Used(NamedTuple):
    """A battle plan in use: the card, its user (a seat or the bandits), and how it is used."""

    card: str
    who: str
    chosen: Chosen


class Fight:
    """A campaign under way.

    It lives only while the action runs, as the fact ``fight`` of its frame. ``ours`` and ``theirs`` are the warbands of
    the attacking and the defending force by place, ``standing`` what counts from the start as (side, plan), ``used``
    the plans in the order of use, ``uses`` what each of all these did to the numbers, ``hunted`` the relics at targeted
    sites that a plan has made targets too, ``lost`` how many warbands of each side were killed. ``over``: it is fought
    out, and only what follows on it may still come (10.2).
    """

    __slots__ = (
        *("allies", "battle", "faces", "frame", "hunted", "lost", "ours", "over", "standing", "theirs", "used", "uses"),
        "won",
    )

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.battle = Battle(0, 0, 0)
        self.allies: list[str] = []
        self.ours: Places = {}
        self.theirs: Places = {}
        self.standing: list[tuple[str, str]] = []
        self.used: list[Used] = []
        self.uses: list[Use] = []
        self.hunted: list[str] = []
        self.faces = Faces()
        self.won = self.over = False
        self.lost = dict.fromkeys(SIDES, 0)

    @property
    def attacker(self) -> str:
        """The seat that attacks."""
        return self.frame.actor

    @property
    def defender(self) -> str:
        """The seat that is attacked, or the bandits."""
        return str(self.frame.given["defender"])

    @property
    def targets(self) -> list[str]:
        """The targets declared."""
        return list(self.frame.given["targets"])

    @property
    def victor(self) -> str:
        """The side that is victorious, once that is settled."""
        return ATTACKER if self.won else DEFENDER

    def players(self, side: str) -> list[str]:
        """The players of a side: the attacker, or the defender and the Allies; nobody for the bandits."""
        if side == ATTACKER:
            return [self.attacker]
        return [] if self.defender == facts.BANDITS else [self.defender, *self.allies]

    def side_of(self, who: str | None) -> str | None:
        """The side on which a player, or the bandits, fight; None for those who stand aside."""
        if who == self.attacker:
            return ATTACKER
        return DEFENDER if who == self.defender or who in self.allies else None

    def opponent(self, who: str) -> str:
        """The one named as the enemy of somebody who fights: the player under attack, or the attacker."""
        return self.defender if who == self.attacker else self.attacker

    def use_of(self, card: str) -> Used | None:
        """How a plan is used in this campaign; None if it is not."""
        return next((used for used in self.used if used.card == card), None)

    def used_by(self, side: str) -> list[Used]:
        """The plans that a side has used, in their order."""
        return [used for used in self.used if self.side_of(used.who) == side]

    def behind(self, number: Callable[[Battle], Any]) -> tuple[str, ...]:
        """The cards whose use has changed a number, or anything else, of the battle."""
        changed = [use.plan.id for use in self.uses if number(use.before) != number(use.after)]
        return tuple(card for card in changed if is_card(card))

    def brought(self) -> dict[str, tuple[str, ...]]:
        """By fields of the battle, the cards whose use has changed them."""
        return {field: cards for at, field in enumerate(Battle._fields) if (cards := self.behind(itemgetter(at)))}

    def places(self, side: str) -> Places:
        """The warbands of a force by place, those left."""
        return self.ours if side == ATTACKER else self.theirs

    def grave(self, side: str, color: str, dead: int) -> str:
        """Where so many dead of a side go: to their bank, counted as lost, or aside where a plan saves them (A-106)."""
        if side in self.battle.saved:
            return f"aside.{side}"
        self.lost[side] += dead
        return f"stock.{color}"

    def grave_of(self, game: Game, color: str, place: str, dead: int) -> str:
        """The same for warbands that a power kills at a site or on a board while the campaign lasts (10.13)."""
        seat = place.removeprefix("board.")
        for side in (DEFENDER, ATTACKER):
            here = place in SLOT or seat in self.players(side)
            if here and self.color(game, side) == color:
                return self.named(game, self.grave(side, color, dead))
        return f"stock.{color}"

    def named(self, game: Game, grave: str) -> str:
        """Where the dead go, the plans named that save them: the next event owes it to these too."""
        if grave.startswith("aside.") and game.do.is_narrated:
            for card in self.behind(lambda battle: battle.saved):
                game.do.changed(card)
        return grave

    def color(self, game: Game, side: str) -> str | None:
        """The color of the warbands of a force; None for the bandits, who are none."""
        who = self.attacker if side == ATTACKER else self.defender
        return None if who == facts.BANDITS else facts.color_of(game, who)


def kill_in_force(
    game: Game,
    on: Fight,
    side: str,
    count: int,
    clause: str,
    cause: str,
    *,
    chooser: str | None = None,
    among: Places | None = None,
    alike: Callable[[str], str] | None = None,
) -> Ask:
    """Kill so many warbands of a force (10.13), as far as they go; returns how many.

    From where is the owner's choice, the Chancellor's for an Imperial force (5.5.6), unless ``chooser`` says another.
    ``cause``: ``skulls``, ``losses``, ``sacrifice`` (a killing by choice, 10.22), or the card that kills. ``among``:
    the places they may come from.
    ``alike``: the place that stands for one in the question, where it makes no difference which of several it is.
    """
    places = on.places(side)
    color = on.color(game, side)
    open_ = places if among is None else {place: places[place] for place in among if place in places}
    count = min(count, sum(open_.values()))
    if not count or color is None:
        return 0
    chosen = yield from _pick(chooser or owner(game, on, side), count, open_, clause, alike or str)
    to = on.grave(side, color, count)
    why = "sacrifice" if cause == "sacrifice" else "kill"
    facts_of = {"side": side, "count": count, "cause": cause, "to": to, "places": dict(open_)}
    game.do.emit("falling", (clause, "10.13"), chooser=chooser or owner(game, on, side), **facts_of)
    for place, number in chosen.items():
        game.do.move(color, number, place, on.named(game, to), (clause, "10.13"), why)
        take_out(places, place, number)
    return count


def _pick(who: str, count: int, places: Places, clause: str, alike: Callable[[str], str]) -> Ask:
    """From which places so many warbands die: asked where it makes a difference; place -> number."""
    groups: dict[str, int] = {}
    places_of = Together()
    for place, here in places.items():
        groups[alike(place)] = groups.get(alike(place), 0) + here
        places_of.setdefault(alike(place), []).append(place)
    shares = {next(iter(groups)): count}
    if count == sum(groups.values()):
        shares = groups
    elif len(groups) > 1:
        shares = yield from distribute("campaign.losses", who, count, groups, clause, about=places_of)
    left = dict(shares)
    chosen: Places = {}
    for place, here in places.items():
        number = min(here, left.get(alike(place), 0))
        if number:
            chosen[place] = number
            left[alike(place)] -= number
    return chosen


def owner(game: Game, on: Fight, side: str) -> str:
    """Who says which warbands of a force die: the attacker or defender, the Chancellor for Imperial ones (5.5.6)."""
    if side == ATTACKER:
        return on.attacker
    return facts.chancellor(game) if facts.side_of(game, on.defender) == PURPLE else on.defender


def recount(game: Game, on: Fight) -> None:
    """What is left of the forces: warbands that have died meanwhile belong to none (Boiling Lake, 5.5.7.3)."""
    for side in SIDES:
        color, places = on.color(game, side), on.places(side)
        for place, count in list(places.items()):
            here = game.state.count(place, color) if color else 0
            if here < count:
                take_out(places, place, count - here)


def carry_off(game: Game, on: Fight, side: str, to: str, *cites: str) -> Ask:
    """All that is left of a force goes to a place."""
    color, places = on.color(game, side), on.places(side)
    game.do.emit("captured", cites, side=side, count=sum(places.values()) if color else 0)
    for place, count in list(places.items()):
        if color:
            game.do.move(color, count, place, to, cites, "capture")
            take_out(places, place, count)
    yield from ()


def take_out(places: Places, place: str, number: int) -> None:
    """So many warbands of a force are no longer at a place."""
    places[place] -= number
    if not places[place]:
        del places[place]
