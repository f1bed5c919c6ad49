"""5.5 The ground of a campaign: who defends, what targets are and what they add, the force, who is Imperial in it."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from oathtools import catalog
from oathtools.engine.decision import LAW, Row
from oathtools.procedures.glossary import taking
from oathtools.procedures.machine import facts
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


def target_dice(game: Game, target: str, frame: Frame | None = None) -> int:
    """The defense dice that a target adds (5.5.2): its shield, with what powers add to it as a target."""
    frame = frame or game.frame
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
DEFENDER = "campaign.defender"
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
