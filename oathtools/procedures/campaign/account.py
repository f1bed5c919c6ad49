"""A battle with the dice that fell, told for the people who move the pieces: where warbands die, what is taken.

Nothing changes. ``odds.course`` gives the steps of the dice; here they get the places and players of the table, and the
steps that need it (5.5.2, 5.5.7).
"""

from collections.abc import Iterable, Iterator

from oathtools.engine.rows import holds
from oathtools.odds.battle import ATTACKER, DEFENDER
from oathtools.odds.course import ASIDE, BANK, Move, Step, course, placing
from oathtools.odds.plans import plan
from oathtools.odds.resolution import Faces, Result
from oathtools.odds.using import Use
from oathtools.procedures.campaign.aftermath import home_of
from oathtools.procedures.campaign.fight import Fight, owner
from oathtools.procedures.campaign.ground import BANDITS, PAWN, is_site, target_slots
from oathtools.procedures.campaign.outlook import Outlook, inside
from oathtools.procedures.glossary.taking import SEIZE_BURN
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.table.state import BANNERS, FAVOR, SLOT

# What plans change that is said in the step in which they are used; the rest is said where it acts.
_NUMBERS = {
    "attack": "attack dice",
    "defense": "defense dice",
    "force": "attacking force",
    "defenders": "defending force",
    "bandits": "bandits who defend",
    "band": "bandits who attack",
}
_SWITCHES = {"halvings": "half of the attack dice are rolled", "doublings": "the attack roll counts double"}


def told_at_table(look: Outlook, faces: Faces, result: Result) -> list[Step]:
    """The steps of a declared campaign from 5.5.2 on; sentences hold ids, as those of rows do."""
    game, on = look.game, look.on
    used = [(plan(each.card), str(on.side_of(each.who))) for each in on.used]
    with inside(game, on.frame):
        steps = [_pools(look), *_plans(look)]
        for step in course(look.battle, faces, result, used):
            steps.append(step._replace(moves=tuple(_placed(game, on, move) for move in step.moves)))
            if step.clause == "5.5.6":
                steps[-1] = _home(game, on, steps[-1], result)
                steps += _taken(game, on, result) if result.won else []
        return steps


def _pools(look: Outlook) -> Step:
    """5.5.2: who fights with what."""
    on, before = look.on, look.before
    says = [f"Allies: {', '.join(on.allies)}"] if on.allies else []
    says.append(f"Force {before.force + before.band} with {before.attack} attack dice")
    says.append(f"Defending force {before.strength(DEFENDER)} with {before.defense} defense dice")
    return Step("5.5.2", ("10.9", "5.5.4"), "Pools", tuple(says))


def _plans(look: Outlook) -> Iterator[Step]:
    """5.5.3: each plan with what it made of the numbers."""
    from oathtools.odds.numbers import changes

    if not look.uses:  # a campaign under way: what they changed is in its numbers already
        for each in look.on.used:
            yield Step("5.5.3", ("7.5",), "Plan", (f"{each.who} uses {each.card}",))
    for used, by in zip(look.uses, look.on.used, strict=False):
        words = [f"{_NUMBERS[field]} {old} to {new}" for field, old, new in changes(used) if field in _NUMBERS]
        words += [_SWITCHES[field] for field, _, _ in changes(used) if field in _SWITCHES]
        says = f"{by.who} uses {used.plan.id}" + (f": {', '.join(words)}" if words else "")
        moves = tuple(_placed(look.game, look.on, move) for move in _fallen(used, changes(used)))
        yield Step("5.5.3", ("7.5",), "Plan", (says,), moves)


def _fallen(used: Use, changed: Iterable[tuple[str, object, object]]) -> Iterator[Move]:
    """Warbands that a plan kills or sacrifices before the roll; a plan used earlier may save them (A-106)."""
    for field, old, new in changed:
        if field in ("attacker_fallen", "defender_fallen") and isinstance(old, int) and isinstance(new, int):
            hurt = field.partition("_")[0]
            to = ASIDE if hurt in used.before.saved else BANK
            yield Move(new - old, hurt, to, "10.13", "sacrifice" if hurt == used.side else "plan")


def _placed(game: Game, on: Fight, move: Move) -> Move:
    """Where the warbands lie that a move takes from, and whose choice it is if there are several places."""
    places = {_where(game, place): count for place, count in on.places(move.side).items()}
    return move._replace(places=places, choice=owner(game, on, move.side) if len(places) > 1 else None)


def _where(game: Game, place: str) -> str:
    return facts.site_id(game, SLOT.index(place)) if place in SLOT else place


def _home(game: Game, on: Fight, step: Step, result: Result) -> Step:
    """5.5.6: what is left of the beaten force at sites goes to a board (A-60)."""
    side = DEFENDER if result.won else ATTACKER
    left = result.ending.defender_left if result.won else result.ending.attacker_left
    at_sites = [facts.site_id(game, SLOT.index(place)) for place in on.places(side) if place in SLOT]
    if not left or not at_sites or on.color(game, side) is None:
        return step
    said = f"What is left of that force at {', '.join(at_sites)} goes to the board of {home_of(game, on, side)}"
    return step._replace(says=(*step.says, said), cites=(*step.cites, "A-60"))


def _taken(game: Game, on: Fight, result: Result) -> Iterator[Step]:
    """5.5.7: the attacker's victory."""
    sites = ", ".join(facts.site_id(game, slot) for slot in target_slots(game, on.targets))
    if sites:
        said = placing(on.attacker, result.ending.attacker_left, sites)
        if not holds(game.rows("place.warbands", Frame("place", on.attacker, on.frame))):
            said = f"{on.attacker} cannot put any warbands onto {sites}"
        yield Step("5.5.7.1", ("A-61",), "Rule", (said,))
    wanted = [target for target in on.targets if target != PAWN and not is_site(target)]
    if wanted:
        says = [f"{on.attacker} takes {each}" for each in wanted]
        seized = [each for each in wanted if each in BANNERS]
        says += [f"{each} is seized: burn {SEIZE_BURN} of its tokens, but leave one" for each in seized]
        yield Step("5.5.7.2", ("10.26", *(("2.5.3",) if seized else ())), "Relics and banners", tuple(says))
    if PAWN in on.targets and on.defender != BANDITS:
        favor = game.state.count(f"board.{on.defender}", FAVOR)
        half = int(game.fold("campaign.burn", favor // 2, on.frame))
        burns = "burns" if game.fold("campaign.must_burn", False, on.frame) else "may burn"
        says = [f"{on.attacker} may make {on.defender} travel", f"{on.attacker} {burns} {half} favor of {on.defender}"]
        yield Step("5.5.7.3", ("A-65",), "Banish and burn", tuple(says[: 2 if half else 1]))
