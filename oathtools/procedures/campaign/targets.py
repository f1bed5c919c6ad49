"""5.5.1 and 5.5.2: against whom a campaign may be declared, what may be its targets, how many dice it may take."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from oathtools.engine.rows import LAW, Row
from oathtools.procedures.campaign.ground import BANDITS, PAWN, defender_is_here, is_site, most_dice
from oathtools.procedures.glossary import taking
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game


def defenders(game: "Game", frame: Frame) -> list[str]:
    """Every other player, and the bandits; only one player where a power says so (the fact ``against``)."""
    only = frame.fact("against")
    return [only] if only else [*(seat for seat in game.state.seats if seat != frame.actor), BANDITS]


def may_attack(game: "Game", frame: Frame, defender: str) -> list[Row]:
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


def targets(game: "Game", frame: Frame) -> list[str]:
    """Sites the defender rules; with the pawn here also relics, banners, and pawn and favor."""
    defender = frame.given["defender"]
    found = [facts.site_id(game, slot) for slot in facts.sites_ruled(game, defender)]
    if defender_is_here(game, frame, defender):
        found += [*facts.relics_held(game, defender), *facts.banners_held(game, defender), PAWN]
    return found


def is_target(game: "Game", frame: Frame, target: str) -> bool:
    """Is it among the possible targets? The same as to look it up in ``targets``, but for one of them."""
    defender = frame.given["defender"]
    if is_site(target):
        return facts.rules_site(game, defender, facts.slot_named(game, target))
    theirs = target == PAWN or facts.owner(game, target) == defender
    return theirs and defender_is_here(game, frame, defender)


def may_target(game: "Game", frame: Frame, target: str) -> Iterator[Row]:
    """One target by itself: is it the defender's (5.5.2), and does no power bar it (A-123)?"""
    if not is_target(game, frame, target):
        yield False, "5.5.2", _why_no_target(game, frame, target)
        return
    if target != PAWN and not is_site(target):
        yield from taking.may_take(game, frame.actor, target, "campaign")
    yield from game.rows("campaign.target", frame, {"target": target})


def _why_no_target(game: "Game", frame: Frame, target: str) -> str:
    defender = frame.given["defender"]
    if is_site(target):
        return f"{defender} does not rule {target}"
    if defender == BANDITS:
        return f"only sites are targets against {BANDITS}"
    if target != PAWN and facts.owner(game, target) != defender:
        return f"{defender} does not have {target}"
    return f"{defender} is not at {facts.site_id(game, facts.site_of(game, frame.actor))}"


def pools(game: "Game", frame: Frame) -> tuple[int]:
    """The sizes of the attack pool worth trying."""
    return (most_dice(game, frame),)


def may_pool(game: "Game", frame: Frame, dice: int) -> Iterable[Row]:
    """5.5.2: any number up to the warbands on the board."""
    most = most_dice(game, frame)
    fits = 0 <= dice <= most
    return ((fits, "5.5.2", fits or f"the attack pool takes up to {most} dice", LAW, "A-52"),)
