"""Everything that may be done now: each action with its cost, or its families; the modifiers that may be used."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from oathtools.engine.rows import holds
from oathtools.procedures.actions.action import (
    asker,
    available,
    completable,
    full_cost,
    given,
    offers,
    power_cost,
    with_modifiers,
    with_some,
)
from oathtools.procedures.actions.record import Action
from oathtools.procedures.adjudicate.stages import within
from oathtools.procedures.adjudicate.witness import By, Witness, witness_of
from oathtools.procedures.campaign.declaration import Family
from oathtools.procedures.machine.cost import Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import written
from oathtools.procedures.machine.request import END
from oathtools.procedures.turn.loop import ACTIONS

Chosen = tuple[str, str]
Families = Callable[[Game, Frame], Iterable[Family]]
# How many modifiers are used at once to find what is possible only with them.
MODIFIERS = 2


class Offer(NamedTuple):
    """One thing that may be done now: the action, its fields, its cost, the modifiers it needs.

    ``by``: the powers in play that changed its cost. ``left_to``: the player to whom the other fields are left: another
    one who decides them, or the player in question where they are a secret of theirs. Then neither they nor the cost
    are told.
    """

    action: str
    given: dict[str, Any]
    cost: Cost
    modifiers: tuple[Chosen, ...] = ()
    left_to: str | None = None
    by: tuple[By, ...] = ()


class Usable(NamedTuple):
    """A modifier that may be used for an action, with its parameter and its cost."""

    action: str
    card: str
    param: str
    cost: Cost


class Legal(NamedTuple):
    """Everything that may be done now."""

    actions: tuple[Offer, ...]
    families: tuple[Family, ...]
    modifiers: tuple[Usable, ...]


def legal(game: Game, seat: str, *, knows: bool = True) -> Legal:
    """Everything a player may do in the Act Phase, ``end`` last.

    What is possible only with modifiers is listed with the fewest it takes. ``knows``: may whoever asks know the
    player's facedown cards? If not, an action with them is named as such, and no more of it.
    """
    game = witness_of(game)
    actions: list[Offer] = []
    families: list[Family] = []
    usable: list[Usable] = []
    for action in (ACTIONS[name] for name in ACTIONS.at(game.variants)):
        bare = Frame(action.name, seat)
        if action.may is not None and not holds(game.inside(bare, action.may)):
            continue
        options = available(game, action, bare)
        seen: set[str] = set()
        for frame in (bare, *with_some(game, bare, options, MODIFIERS)):
            if action.families is not None:
                new = [each for each in _families(game, action.families, frame) if each.defender not in seen]
                families += new
                seen.update(each.defender for each in new)
            else:
                found = [each for each in _fill(game, action, frame, 0, knows) if str(each.given) not in seen]
                actions += found
                seen.update(str(each.given) for each in found)
        if seen:
            usable += [
                Usable(action.name, modifier.card, param, power_cost(modifier.card, "modifier"))
                for modifier, param in options
                if _helps(game, action, bare, modifier, param)
            ]
    actions.append(Offer(END, {}, Cost()))
    return Legal(tuple(actions), tuple(families), tuple(usable))


def _families(game: Witness, found: Families, frame: Frame) -> Iterator[Family]:
    """Each family with the powers that changed its costs and dice."""
    with game.listening() as heard:
        for family in found(game, frame):
            yield family._replace(by=_unused(heard.by("target.dice"), frame))
            heard.changed.clear()


def _unused(by: tuple[By, ...], frame: Frame) -> tuple[By, ...]:
    """Without the modifiers used, which are named as such."""
    used = {card for card, _ in frame.modifiers}
    return tuple(each for each in by if each[1] not in used)


def _helps(game: Game, action: Action, bare: Frame, modifier: Any, param: str) -> bool:
    """Can the action be completed in any way with this modifier?"""
    return with_modifiers(game, action, written(game, modifier, bare, param)) is not None


def _chosen(frame: Frame) -> tuple[Chosen, ...]:
    return tuple((card, param or "") for card, param in frame.modifiers)


def _fill(game: Witness, action: Action, frame: Frame, index: int, knows: bool) -> Iterator[Offer]:
    """Every legal way to fill the fields from one on."""
    if index == len(action.fields):
        with game.listening() as heard, within(game, frame):
            cost = full_cost(game, frame, action)
        yield Offer(action.name, dict(frame.given), cost, _chosen(frame), by=_unused(heard.by(), frame))
        return
    field = action.fields[index]
    who = asker(game, field, frame)
    if who != frame.actor or (field.private and not knows):
        if completable(game, action, frame, index):
            yield Offer(action.name, dict(frame.given), Cost(), _chosen(frame), left_to=who)
        return
    for value in game.inside(frame, field.candidates):
        if holds(offers(game, action, frame, index, value)):
            yield from _fill(game, action, given(game, action, frame, field, value), index + 1, knows)
