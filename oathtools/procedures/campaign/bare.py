"""A bare table for a battle that is told by its numbers: two players, their forces, and the plans in use."""

from collections.abc import Callable, Mapping, Sequence

from oathtools import catalog
from oathtools.engine.driver import Driver
from oathtools.odds.battle import ATTACKER, DEFENDER, Battle
from oathtools.odds.numbers import Numbers
from oathtools.odds.plans import Chosen, Plan
from oathtools.odds.using import Use
from oathtools.procedures.campaign.battle import fought
from oathtools.procedures.campaign.fight import Fight, Used
from oathtools.procedures.campaign.ground import BANDITS
from oathtools.procedures.campaign.plans import take_effect
from oathtools.procedures.campaign.staged import Beat, Scene
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import OathRegistry
from oathtools.table.state import CARDS, CHANCELLOR, EXILE, FAVOR, SECRET, SLOT, Player, State, blank

_SEATS = {ATTACKER: "red", DEFENDER: "blue"}
_CHANCELLOR = "purple"
_SLOTS = {ATTACKER: 0, DEFENDER: 7}
_SITES = (
    *("steppe", "plains", "the_tribunal", "mountain"),
    *("ancient_city", "standing_stones", "fertile_valley", "deep_woods"),
)
_PLENTY = 99


def scene_of(numbers: Numbers, uses: Sequence[Use], load: Callable[[], OathRegistry]) -> Scene:
    """A battle by numbers on a bare table, where no card lies, unless it is a plan in use: then powers are loaded."""
    return bare_scene(numbers.battle, uses, load() if uses else OathRegistry(), dict(numbers.readings))


def bare_scene(before: Battle, uses: Sequence[Use], registry: OathRegistry, readings: Mapping[str, str]) -> Scene:
    """A battle by numbers, from the moment the plans in use have been paid for; what they assume is so.

    ``before``: its numbers before plans. Nobody has told what the targets are, so none are taken.
    """

    def begin() -> tuple[Game, Driver, list[Beat]]:
        state = _table(before, uses)
        game = Game(state, registry, dict(readings))
        game.do.to_be_told()
        return game, Driver.once(_campaign(game, before, uses)), []

    return begin


def _campaign(game: Game, before: Battle, uses: Sequence[Use]) -> Ask:
    red, blue = _SEATS.values()
    frame = Frame(
        "campaign", red, None, {"defender": BANDITS if before.bandits else blue, "targets": [], "dice": before.attack}
    )
    on = Fight(frame)
    frame.facts = {"fight": on}
    on.battle = before
    for side, seat in _SEATS.items():
        force = game.state.count(f"board.{seat}", seat)
        on.places(side).update({f"board.{seat}": force} if force else {})
    game.frames.append(frame)
    game.do.emit("action", ("5.5",), action="campaign", who=red, given=dict(frame.given), used=[])
    for used in uses:
        card = used.plan.id
        who = on.defender if used.side == DEFENDER else red
        on.battle = used.after
        on.uses.append(used)
        if used.plan.standing:
            continue
        on.used.append(Used(card, who, Chosen(card)))
        frame.modifiers = [*frame.modifiers, (card, None)]
        game.do.emit("plan_begins", ("5.5.3",))
        yield from take_effect(game, on, who, Chosen(card), used)
    yield from fought(game, on)


def _table(before: Battle, uses: Sequence[Use]) -> State:
    """Two Exiles with the forces of a battle before anybody of them fell, plenty to pay with, and their cards."""
    players = [Player(_CHANCELLOR, "the Chancellor", CHANCELLOR, 0)]
    players += [Player(seat, f"the {side}", EXILE, _SLOTS[side]) for side, seat in _SEATS.items()]
    state = blank(players, "devotion")
    state.phase, state.turn, state.oathkeeper = "act", _SEATS[ATTACKER], None
    state.zones["map"] = [f"site.{name}" for name in _SITES]
    state.where.update(dict.fromkeys(state.zones["map"], "map"))
    state.pieces |= {f"bank.{suit}": {FAVOR: _PLENTY} for suit in catalog.SUITS}
    last = uses[-1].after if uses else before
    forces = {ATTACKER: last.force + last.attacker_fallen, DEFENDER: last.defenders + last.defender_fallen}
    for side, seat in _SEATS.items():
        state.pieces[f"board.{seat}"] = {seat: forces[side], FAVOR: _PLENTY, SECRET: _PLENTY}
        state.pieces[f"stock.{seat}"] = {seat: _PLENTY}
    for used in uses:
        _lay(state, used.plan, used.side)
    return state


def _lay(state: State, used: Plan, side: str) -> None:
    """A plan lies where its user rules it: relics and advisers with the player, the others at the player's site."""
    if used.standing:
        return
    seat, slot = _SEATS[side], _SLOTS[side]
    zone = f"held.{seat}" if used.id.startswith("relic.") else f"advisers.{seat}"
    if used.id.startswith("edifice.") or catalog.card(used.id).restriction == "site":
        zone = CARDS[slot]
        state.pieces[SLOT[slot]] = {seat: 1}
    state.zones.setdefault(zone, []).append(used.id)
    state.where[used.id] = zone
