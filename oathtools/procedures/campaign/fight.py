"""A campaign under way: who fights on which side, the numbers, the warbands of each force, the plans in use."""

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any, Final, NamedTuple

from oathtools import catalog
from oathtools.catalog import is_card
from oathtools.engine.decision import LAW, Row
from oathtools.odds.battle import ATTACKER, DEFENDER, SIDES, Battle
from oathtools.odds.plans import Chosen
from oathtools.odds.using import Faces, Use
from oathtools.procedures.glossary import taking
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, Together, distribute
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import BANNERS, BOARD, CHANCELLOR, CITIZEN, PLACE_NAMES, PURPLE, SLOT, region_of_slot

BANDITS: Final = facts.BANDITS
PAWN: Final = "pawn"


def rules_here(game: Game, frame: Frame, defender: str) -> bool:
    """Does the defender rule the attacker's site?"""
    return facts.rules_site(game, defender, facts.site_of(game, frame.actor))


def defender_is_here(game: Game, frame: Frame, defender: str) -> bool:
    """Is the defender's pawn at the attacker's site?"""
    return defender != BANDITS and facts.site_of(game, defender) == facts.site_of(game, frame.actor)


def status_in_campaign(game: Game, frame: Frame) -> dict[str, Any]:
    """5.5.1: who is not an Imperial player during this campaign (A-62)."""
    defender = frame.given.get("defender")
    if defender is None or defender == BANDITS or not game.state.players[defender].imperial:
        return {}
    role = game.state.players[frame.actor].role
    if role == CITIZEN:
        return {"not_imperial": (frame.actor,)}
    return {"not_imperial": (defender,)} if role == CHANCELLOR else {}


def imperial_defense(game: Game, frame: Frame) -> bool:
    """Is an Imperial player defending, as things are in this campaign?"""
    return facts.side_of(game, frame.given["defender"]) == PURPLE


def sure_defenders(game: Game, frame: Frame) -> tuple[str, ...]:
    """Who defends whatever others decide: the defender, and the Chancellor beside an Imperial one (A-63)."""
    defender = frame.given["defender"]
    if imperial_defense(game, frame):
        return tuple(dict.fromkeys((defender, facts.chancellor(game))))
    return (defender,)


def is_site(target: str) -> bool:
    """Is a target a site?"""
    return target.startswith("site.") or target in PLACE_NAMES


def slot_of_target(game: Game, frame: Frame, target: str) -> int:
    """The slot at which a target lies: what the defender has is at the attacker's site."""
    if is_site(target):
        return facts.slot_named(game, target)
    slot = facts.slot_of(game, target)
    return facts.site_of(game, frame.actor) if slot is None else slot


def site_is_due(game: Game, frame: Frame) -> bool:
    """Must the attacker's site be a target? Yes if the defender rules it, but for some powers (A-51, A-105)."""
    return not frame.fact("own_site_free") and rules_here(game, frame, frame.given["defender"])


def target_slots(game: Game, chosen: Iterable[str]) -> list[int]:
    """The slots of the targeted sites."""
    return [facts.slot_named(game, target) for target in chosen if is_site(target)]


def target_regions(game: Game, frame: Frame, chosen: Iterable[str]) -> set[str]:
    """The regions in which targets lie."""
    return {region_of_slot(slot_of_target(game, frame, target)) for target in chosen}


def target_dice(game: Game, target: str, frame: Frame) -> int:
    """The defense dice that a target adds (5.5.2): its shield, with what powers add to it as a target."""
    return int(game.fold("target.dice", shield(game, target), frame.with_(target=target)))


def shield(game: Game, target: str) -> int:
    """The shield of a site (2.8.3), of a relic (2.4.2), of pawn and favor; a die for each token of a banner (2.5.2)."""
    if is_site(target):
        return int(catalog.DEFENSE_DICE["site"])
    if target == PAWN:
        return int(catalog.DEFENSE_DICE["pawn_and_favor"])
    if target in BANNERS:
        return game.state.count(target, catalog.banner(target).token)
    return catalog.relic(target).defense_dice if game.state.known(target) else 0


def declared_dice(game: Game, frame: Frame, chosen: Iterable[str]) -> int:
    """The defense dice that all targets of a declaration add."""
    return sum(target_dice(game, target, frame) for target in chosen)


def joining(game: Game, frame: Frame) -> tuple[int, ...]:
    """The slots whose warbands join the attacking force (10.9): those a power names, by a fact or a fold."""
    return game.fold("campaign.force", tuple(frame.fact("joins") or ()), frame)


def attacking(game: Game, frame: Frame) -> dict[str, int]:
    """The attacker's warbands in the force by place: the board, and sites whose warbands join."""
    color = facts.color_of(game, frame.actor)
    places = [BOARD[frame.actor], *[SLOT[slot] for slot in joining(game, frame)]]
    return {place: count for place in places if (count := game.state.count(place, color))}


def band(game: Game, frame: Frame) -> int:
    """The bandits who count as warbands of the attacking force (7.6.5)."""
    side = facts.side_of(game, frame.actor)
    slots = joining(game, frame)
    return sum([facts.bandits_at(game, slot) for slot in slots if facts.bandits_as(game, slot) == side])


def most_dice(game: Game, frame: Frame) -> int:
    """Up to the warbands on the board (A-52); with other warbands in the force up to the force (A-104)."""
    if game.takes("A-104", "b") == "b" and joining(game, frame):
        return sum(attacking(game, frame).values()) + band(game, frame)
    return facts.board(game, frame.actor, "warbands")


# -- the name of a campaign and of its questions, for whoever follows one from outside ---------------------------------


ACTION = "campaign"
JOINING = ("campaign.join", "campaign.ally")
WHICH_DEFENDER = "campaign.defender"
# What is asked before the first roll, the act that declares it apart.
DECLARING = ("campaign.targets", "campaign.dice", "campaign.plan")
PLAN = "campaign.plan"
# By the dice that are rolled, and the other way round.
ROLL_OF = {"defense": "campaign.defense-roll", "attack": "campaign.attack-roll"}
ROLLS = {kind: die for die, kind in ROLL_OF.items()}
SACRIFICE = "campaign.sacrifice"


# -- 5.5.1 and 5.5.2: against whom a campaign may be declared, what may be its targets, how many dice it may take ------


def defenders(game: Game, frame: Frame) -> list[str]:
    """Every other player, and the bandits; only one player where a power says so (the fact ``against``)."""
    only = frame.fact("against")
    return [only] if only else [*(seat for seat in game.state.seats if seat != frame.actor), BANDITS]


def may_attack(game: Game, frame: Frame, defender: str) -> list[Row]:
    """5.5.1: a player who rules one's site or stands there; the bandits if no player rules it (A-50)."""
    here = facts.site_of(game, frame.actor)
    site = facts.site_id(game, here)
    rows: list[Row] = []
    only = frame.fact("against")
    if only:
        rows.append((defender == only, "5.5.1", f"this campaign can only be against {only}", LAW, "A-50"))
    if defender == BANDITS:
        players = [side for side in facts.rulers(game, here) if side != BANDITS]
        fits = not players
        because = fits or f"{site} is ruled by {' and '.join(players)}, not by the bandits"
    else:
        fits = facts.site_of(game, defender) == here or facts.rules_site(game, defender, here)
        because = fits or f"{defender} neither rules {site} nor is there"
    rows.append((fits, "5.5.1", because, LAW, "A-50"))
    return rows


def targets(game: Game, frame: Frame) -> list[str]:
    """Sites the defender rules; with the pawn here also relics, banners, and pawn and favor."""
    defender = frame.given["defender"]
    found = [facts.site_id(game, slot) for slot in facts.sites_ruled(game, defender)]
    if defender_is_here(game, frame, defender):
        found += [*facts.relics_held(game, defender), *facts.banners_held(game, defender), PAWN]
    return found


def is_target(game: Game, frame: Frame, target: str) -> bool:
    """Is it among the possible targets? The same as to look it up in ``targets``, but for one of them."""
    defender = frame.given["defender"]
    if is_site(target):
        return facts.rules_site(game, defender, facts.slot_named(game, target))
    theirs = target == PAWN or facts.owner(game, target) == defender
    return theirs and defender_is_here(game, frame, defender)


def may_target(game: Game, frame: Frame, target: str) -> Iterator[Row]:
    """One target by itself: is it the defender's (5.5.2), and does no power bar it (A-123)?"""
    if not is_target(game, frame, target):
        yield False, "5.5.2", _why_no_target(game, frame, target)
        return
    if target != PAWN and not is_site(target):
        yield from taking.may_take(game, frame.actor, target, "campaign")
    yield from game.rows("campaign.target", frame, {"target": target})


def _why_no_target(game: Game, frame: Frame, target: str) -> str:
    defender = frame.given["defender"]
    if is_site(target):
        return f"{target} is not ruled by {defender}"
    if defender == BANDITS:
        return f"only sites are targets against {BANDITS}"
    if target != PAWN and facts.owner(game, target) != defender:
        return f"{defender} does not have {target}"
    return f"{defender} is not at {facts.site_id(game, facts.site_of(game, frame.actor))}"


def pools(game: Game, frame: Frame) -> tuple[int]:
    """The sizes of the attack pool worth trying."""
    return (most_dice(game, frame),)


def may_pool(game: Game, frame: Frame, dice: int) -> Iterable[Row]:
    """5.5.2: any number up to the warbands on the board."""
    most = most_dice(game, frame)
    fits = 0 <= dice <= most
    return ((fits, "5.5.2", fits or f"the attack pool takes up to {most} dice", LAW, "A-52"),)


Places = dict[str, int]


class Used(NamedTuple):
    """A battle plan in use: the card, its user (a seat or the bandits), and how it is used."""

    card: str
    who: str
    chosen: Chosen


class Fight:
    """A campaign under way.

    It lives only while the action runs, as the fact ``fight`` of its frame. ``ours`` and ``theirs`` are the warbands of
    the attacking and the defending force by place, ``attacker`` the seat that attacks, ``defender`` the one that is
    attacked, or the bandits, ``standing`` what counts from the start as (side, plan), ``used``
    the plans in the order of use, ``uses`` what each of all these did to the numbers, ``hunted`` the relics at targeted
    sites that a plan has made targets too, ``lost`` how many warbands of each side were killed. ``over``: it is fought
    out, and only what follows on it may still come (10.2).
    """

    __slots__ = (
        *("allies", "attacker", "battle", "defender", "faces", "frame", "hunted", "lost", "ours", "over", "standing"),
        *("theirs", "used", "uses", "won"),
    )

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.attacker, self.defender = frame.actor, str(frame.given["defender"])
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
    count = min(count, sum(open_.values())) if count else 0
    if not count or color is None:
        return 0
    chosen = yield from _pick(chooser or owner(game, on, side), count, open_, clause, alike or str)
    to = on.grave(side, color, count)
    why = "sacrifice" if cause == "sacrifice" else "kill"
    if game.do.is_watched:
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
