"""5.5 Campaign: the declaration (5.5.1, 5.5.2). The battle is in ``battle``, what comes of it in ``aftermath``."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.engine.rows import Row, holds
from oathtools.procedures.actions.action import Action, Field, full_cost, pay_for
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.machine import cost as costs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.cost import Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import BANNERS, CHANCELLOR, CITIZEN, PLACE_NAMES, PURPLE, SLOT, region_of_slot

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

BANDITS = facts.BANDITS
PAWN = "pawn"
# How many targets beside those that are due are tried when a legal declaration is sought: one, unless a power speaks of
# the declaration as a whole. No power asks for more than these.
TRIED = 3


# -- 5.5.1 ---------------------------------------------------------------------------------------------------------


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
        rows.append((defender == only, "5.5.1", f"this campaign can only be against {only}"))
    if defender == BANDITS:
        players = [side for side in facts.rulers(game, here) if side != BANDITS]
        fits = not players
        rows.append((fits, "5.5.1", fits or f"{site} is ruled by {' and '.join(players)}, not by the bandits"))
    else:
        near = facts.site_of(game, defender) == here or facts.rules_site(game, defender, here)
        rows.append((near, "5.5.1", near or f"{defender} neither rules {site} nor is there"))
    rows.extend(game.rows("campaign.defender", frame))
    return rows


def rules_here(game: "Game", frame: Frame, defender: str) -> bool:
    """Does the defender rule the attacker's site?"""
    return facts.rules_site(game, defender, facts.site_of(game, frame.actor))


def defender_is_here(game: "Game", frame: Frame, defender: str) -> bool:
    """Is the defender's pawn at the attacker's site?"""
    return defender != BANDITS and facts.site_of(game, defender) == facts.site_of(game, frame.actor)


def status_in_campaign(game: "Game", frame: Frame) -> dict[str, Any]:
    """5.5.1: who is not an Imperial player during this campaign (A-62)."""
    defender = frame.given.get("defender")
    if defender is None or defender == BANDITS or not game.state.players[defender].imperial:
        return {}
    role = game.state.players[frame.actor].role
    if role == CITIZEN:
        return {"not_imperial": (frame.actor,)}
    return {"not_imperial": (defender,)} if role == CHANCELLOR else {}


def imperial_defense(game: "Game", frame: Frame) -> bool:
    """Is an Imperial player defending, as things are in this campaign?"""
    return facts.side_of(game, frame.given["defender"]) == PURPLE


def sure_defenders(game: "Game", frame: Frame) -> tuple[str, ...]:
    """Who defends whatever others decide: the defender, and the Chancellor beside an Imperial one (A-63)."""
    defender = frame.given["defender"]
    if imperial_defense(game, frame):
        return tuple(dict.fromkeys((defender, facts.chancellor(game))))
    return (defender,)


# -- 5.5.2 targets -------------------------------------------------------------------------------------------------


def targets(game: "Game", frame: Frame) -> list[str]:
    """Sites the defender rules; with the pawn here also relics, banners, and pawn and favor."""
    defender = frame.given["defender"]
    found = [facts.site_id(game, slot) for slot in facts.sites_ruled(game, defender)]
    if defender_is_here(game, frame, defender):
        found += [*facts.relics_held(game, defender), *facts.banners_held(game, defender), PAWN]
    more: Sequence[str] = game.fold("campaign.targets", tuple(found), frame)
    return list(more)


def is_site(target: str) -> bool:
    """Is a target a site?"""
    return target.startswith("site.") or target in PLACE_NAMES


def slot_of_target(game: "Game", frame: Frame, target: str) -> int:
    """The slot at which a target lies: what the defender has is at the attacker's site."""
    if is_site(target):
        return facts.slot_named(game, target)
    slot = facts.slot_of(game, target)
    return facts.site_of(game, frame.actor) if slot is None else slot


def is_target(game: "Game", frame: Frame, target: str) -> bool:
    """Is it among the possible targets? The same as to look it up in ``targets``, but for one of them."""
    defender = frame.given["defender"]
    if is_site(target):
        found = facts.rules_site(game, defender, facts.slot_named(game, target))
    else:
        found = target == PAWN or facts.owner(game, target) == defender
        found = found and defender_is_here(game, frame, defender)
    return found or target in game.fold("campaign.targets", (), frame)


def may_target(game: "Game", frame: Frame, target: str) -> Iterator[Row]:
    """One target by itself: is it the defender's (5.5.2), and does no power bar it (A-123)?"""
    if not is_target(game, frame, target):
        yield False, "5.5.2", _why_no_target(game, frame, target)
        return
    if target != PAWN and not is_site(target):
        yield from taking.may_take(game, frame.actor, target, "campaign")
    yield from game.rows("campaign.target", frame, target=target)


def _why_no_target(game: "Game", frame: Frame, target: str) -> str:
    defender = frame.given["defender"]
    if is_site(target):
        return f"{defender} does not rule {target}"
    if defender == BANDITS:
        return f"only sites are targets against {BANDITS}"
    if target != PAWN and facts.owner(game, target) != defender:
        return f"{defender} does not have {target}"
    return f"{defender} is not at {facts.site_id(game, facts.site_of(game, frame.actor))}"


def may_declare(game: "Game", frame: Frame, chosen: Sequence[str]) -> Iterator[Row]:
    """The whole declaration: each target, then the rules about all of them."""
    for target in chosen:
        yield from may_target(game, frame, target)
    yield from _together(game, frame, chosen)


def _together(game: "Game", frame: Frame, chosen: Sequence[str]) -> Iterator[Row]:
    """A local target, the site if the defender rules it, what powers demand (A-51), and what all of it costs."""
    here = facts.site_of(game, frame.actor)
    site = facts.site_id(game, here)
    local = site in chosen or any(slot_of_target(game, frame, target) == here for target in chosen)
    yield local, "5.5.2", local or f"at least one target must be at {site}"
    if site not in chosen and site_is_due(game, frame):
        yield False, "5.5.2", f"{frame.given['defender']} rules {site}, so it must be a target"
    yield from game.rows("campaign.declaration", frame)
    yield from verbs.can_pay(game, frame.actor, full_cost(game, frame, CAMPAIGN))


def site_is_due(game: "Game", frame: Frame) -> bool:
    """Must the attacker's site be a target? Yes if the defender rules it, but for some powers (A-51, A-105)."""
    return not frame.fact("own_site_free") and rules_here(game, frame, frame.given["defender"])


def target_slots(game: "Game", chosen: Iterable[str]) -> list[int]:
    """The slots of the targeted sites."""
    return [facts.slot_named(game, target) for target in chosen if is_site(target)]


def target_regions(game: "Game", frame: Frame, chosen: Iterable[str]) -> set[str]:
    """The regions in which targets lie."""
    return {region_of_slot(slot_of_target(game, frame, target)) for target in chosen}


def target_dice(game: "Game", target: str, frame: Frame | None = None) -> int:
    """The defense dice that a target adds (5.5.2): its shield, with what powers add to it as a target."""
    frame = frame or game.frame
    return int(game.fold("target.dice", _shield(game, target), frame.with_(target=target)))


def _shield(game: "Game", target: str) -> int:
    """The shield of a site (2.8.3), of a relic (2.4.2), of pawn and favor; a die for each token of a banner (2.5.2)."""
    if is_site(target):
        return int(catalog.DEFENSE_DICE["site"])
    if target == PAWN:
        return int(catalog.DEFENSE_DICE["pawn_and_favor"])
    if target in BANNERS:
        return game.state.count(target, catalog.banner(target).token)
    return catalog.relic(target).defense_dice if game.state.known(target) else 0


def declared_dice(game: "Game", frame: Frame, chosen: Iterable[str]) -> int:
    """The defense dice that all targets of a declaration add."""
    return sum(target_dice(game, target, frame) for target in chosen)


def declarations(game: "Game", frame: Frame) -> Iterator[list[str]]:
    """Declarations worth trying, smallest first: what is due, with few others, and at last with all."""
    found = targets(game, frame)
    here = facts.site_id(game, facts.site_of(game, frame.actor))
    due = [here] if here in found and site_is_due(game, frame) and holds(may_target(game, frame, here)) else []
    if due:
        yield due
    others = [target for target in found if target not in due and holds(may_target(game, frame, target))]
    most = TRIED if game.live("campaign.declaration") else 1
    for number in range(1, min(most, len(others)) + 1):
        for chosen in combinations(others, number):
            yield [*due, *chosen]
    if len(others) > most > 1:
        yield [target for target in found if target in due or target in others]


def ask_targets(game: "Game", frame: Frame, kind: str, who: str, rows: Callable[[Any], Iterable[Row]]) -> Ask:
    """Some of the possible targets; the rows of the whole declaration are read on the finished answer."""
    options = targets(game, frame)

    @cache
    def alone(target: str) -> list[Row]:
        return list(may_target(game, frame, target))

    def finish(chosen: list[str]) -> Iterator[Row]:
        said = [row for target in chosen for row in alone(target)]
        return (row for row in rows(chosen) if row not in said)

    return (
        yield Decision(
            kind,
            who,
            Form.SOME,
            cites=("5.5.2",),
            options=options,
            rows=alone,
            finish=None if len(options) == 1 else finish,
            low=1,
            high=len(options),
            about=frame,
        )
    )


# -- 5.5.2 dice ----------------------------------------------------------------------------------------------------


def joining(game: "Game", frame: Frame) -> tuple[int, ...]:
    """The slots whose warbands join the attacking force (10.9): those a power names, by a fact or a fold."""
    slots: tuple[int, ...] = game.fold("campaign.force", tuple(frame.fact("joins") or ()), frame)
    return slots


def attacking(game: "Game", frame: Frame) -> dict[str, int]:
    """The attacker's warbands in the force by place: the board, and sites whose warbands join."""
    color = facts.color_of(game, frame.actor)
    places = (f"board.{frame.actor}", *(SLOT[slot] for slot in joining(game, frame)))
    found = {place: game.state.count(place, color) for place in places}
    return {place: count for place, count in found.items() if count}


def band(game: "Game", frame: Frame) -> int:
    """The bandits who count as warbands of the attacking force (7.6.5)."""
    side = facts.side_of(game, frame.actor)
    slots = [slot for slot in joining(game, frame) if facts.bandits_as(game, slot) == side]
    return sum([facts.bandits_at(game, slot) for slot in slots])


def most_dice(game: "Game", frame: Frame) -> int:
    """Up to the warbands on the board (A-52); with other warbands in the force up to the force (A-104)."""
    if game.takes("A-104", "b") == "b":
        return sum(attacking(game, frame).values()) + band(game, frame)
    return facts.board(game, frame.actor, "warbands")


def pools(game: "Game", frame: Frame) -> tuple[int]:
    """The sizes of the attack pool worth trying."""
    return (most_dice(game, frame),)


def may_pool(game: "Game", frame: Frame, dice: int) -> Iterable[Row]:
    """5.5.2: any number up to the warbands on the board."""
    most = most_dice(game, frame)
    return ((0 <= dice <= most, "5.5.2", f"the attack pool takes up to {most} dice"),)


def ask_dice(game: "Game", frame: Frame, kind: str, who: str, rows: Callable[[Any], Iterable[Row]]) -> Ask:
    """How many attack dice to take; all by default."""
    most = most_dice(game, frame)
    return (yield Decision(kind, who, Form.AMOUNT, cites=("5.5.2",), low=0, high=most, default=most, about=frame))


# -- the action ----------------------------------------------------------------------------------------------------


def campaign_cost(game: "Game", frame: Frame) -> Cost:
    """5.5.1: 2 Supply, and what powers ask for the declaration."""
    base = costs.supply(catalog.ACTION_SUPPLY["campaign"], "5.5.1")
    cost: Cost = game.fold("campaign.cost", base, frame)
    return cost


def may_campaign(game: "Game", frame: Frame) -> Iterable[Row]:
    """Powers may bar campaigns altogether."""
    return game.rows("campaign", frame)


def resolve(game: "Game", frame: Frame) -> Ask:
    """5.5.1 to 5.5.8, then what follows on a campaign (10.2)."""
    from oathtools.procedures.campaign.battle import fight

    yield from pay_for(game, frame, CAMPAIGN, "5.5.1")
    yield from fight(game, frame)
    yield from game.scope(_status_returns(game, frame))
    yield from game.scope(game.window("campaign.after", frame))


def _status_returns(game: "Game", frame: Frame) -> Ask:
    """The campaign is over: whoever was not Imperial in it is again (A-62), and rules as before."""
    if frame.fact("not_imperial"):
        frame.facts = {**frame.facts, "not_imperial": ()}
        game.do.title_stamp += 1
    return
    yield


def least_supply() -> int:
    """The least Supply it takes."""
    return catalog.ACTION_SUPPLY["campaign"]


CAMPAIGN = Action(
    "campaign",
    "5.5",
    (
        Field("defender", "5.5.1", defenders, may_attack, kind="player"),
        Field("targets", "5.5.2", targets, may_declare, decide=ask_targets, tries=declarations, kind="targets"),
        Field("dice", "5.5.2", pools, may_pool, decide=ask_dice, tries=pools, kind="number"),
    ),
    campaign_cost,
    resolve,
    may_campaign,
    status_in_campaign,
    least_supply,
)
