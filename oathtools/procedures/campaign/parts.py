"""5.5.2 What forces and pools are made of before any plan: each addend with the clause and the power it comes from."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from oathtools.odds.plans import Chosen, plan
from oathtools.odds.using import use
from oathtools.procedures.campaign import ground, pools
from oathtools.procedures.campaign.fight import Fight
from oathtools.procedures.campaign.ground import PAWN, is_site, most_dice
from oathtools.procedures.campaign.plans import told
from oathtools.procedures.machine import facts
from oathtools.table.state import BANNERS, SLOT

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

_COUNTED = ("attack", "defense", "force", "defenders", "bandits", "band")


class Addend(NamedTuple):
    """One part of a number of the battle: which (a field of ``Battle``), how much, by which clause, in words."""

    to: str
    amount: int
    clause: str
    because: str
    power: str | None = None  # the power or title that brings it


def parts(game: "Game", on: Fight) -> list[Addend]:
    """Every addend of a campaign whose forces and pools are counted, no plan in use yet; within its frame."""
    return [*_declared(game, on), *_from_the_start(game, on)]


def _declared(game: "Game", on: Fight) -> Iterator[Addend]:
    frame = on.frame
    dice, most = int(frame.given["dice"]), most_dice(game, frame)
    band = ground.band(game, frame)
    joins = band or any(place in SLOT for place in on.ours)
    yield Addend("attack", dice, "A-104" if joins else "5.5.2", f"taken, of up to {most}")
    for place, count in on.ours.items():
        yield Addend("force", count, "10.9", _where(game, place))
    if band:
        yield Addend("band", band, "7.6.5", "bandits who count as warbands of the attacker")
    for target in on.targets:
        yield from _of_target(game, on, target)
    for place, count in on.theirs.items():
        yield Addend("defenders", count, "5.5.4", _where(game, place))
    side = facts.side_of(game, on.defender)
    for slot in ground.target_slots(game, on.targets):
        if facts.bandits_as(game, slot) == side:
            yield Addend("bandits", facts.bandits_at(game, slot), "2.8.3", f"at {facts.site_id(game, slot)}")


def _of_target(game: "Game", on: Fight, target: str) -> Iterator[Addend]:
    """The dice of a target: its own, then what each power adds to them."""
    own = ground.shield(game, target)
    yield Addend("defense", own, "2.4.2" if target.startswith("relic.") else "5.5.2", _what(target, on.defender))
    for change in game.changes("target.dice", own, on.frame.with_(target=target)):
        card, cites = change.power.card, change.power.cites
        because = f"{card} on {_what(target, on.defender)}"
        yield Addend("defense", change.after - change.before, cites[0], because, card)


def _from_the_start(game: "Game", on: Fight) -> Iterator[Addend]:
    """What counts from the start (5.5.2): the title's dice (2.11), sites and other powers."""
    now = pools.bare_battle(game, on)
    for side, power, cites in pools.from_the_start(game, on):
        used = use(now, side, Chosen(power), told(game, on, side, power, None))
        now = used.after
        for field in _COUNTED:
            change = getattr(used.after, field) - getattr(used.before, field)
            if change:
                yield Addend(field, change, cites[0], plan(power).name, power)


def _where(game: "Game", place: str) -> str:
    if place in SLOT:
        return f"at {facts.site_id(game, SLOT.index(place))}"
    return f"on the board of {place.partition('.')[2]}"


def _what(target: str, defender: str) -> str:
    if target == PAWN:
        return f"pawn and favor of {defender}"
    if target in BANNERS:
        return f"the tokens on {target}"
    return f"the site {target}" if is_site(target) else f"the relic {target}"
