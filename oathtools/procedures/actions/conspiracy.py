"""5.1.4.4 Playing the Conspiracy."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oathtools.engine.rows import Row
from oathtools.procedures.glossary import paying, taking
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.cost import Cost, Item
from oathtools.procedures.machine.frame import Frame
from oathtools.table.state import CONSPIRACY, SECRET, SHARED

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

NONE = "none"
MATCHING = 2
BURN = Cost((Item("burn", SECRET, 1, SHARED, "5.1.4.4", CONSPIRACY, power=True),))


def resolve(game: "Game", frame: Frame) -> Ask:
    """5.1.4.4: perhaps burn a secret to take a relic or banner here; then the card goes to the box (A-130)."""
    seat = frame.actor
    game.do.put(CONSPIRACY, "box", ("5.1.4.4",), why="play")

    def rows(target: str) -> Iterator[Row]:
        if target != NONE:
            yield from may_steal(game, frame, target)

    target = yield from choose("conspiracy.take", seat, (NONE, *loot(game, seat)), "5.1.4.4", rows=rows, default=NONE)
    if target != NONE:
        yield from paying.pay(game, seat, BURN, "5.1.4.4")
        yield from taking.take(game, seat, target, "5.1.4.4")


def loot(game: "Game", seat: str) -> list[str]:
    """The relics and banners of the players whose pawns are at one's site; one's own banners where a table reads it so.

    Of one's own relics nothing would come (A-145, A-169).
    """
    here = facts.site_of(game, seat)
    victims = [other for other in game.state.seats if other != seat and game.state.players[other].slot == here]
    own = facts.banners_held(game, seat)
    if own and not game.takes("A-169", "a") == game.takes("A-145", "b") == "b":
        own = []
    theirs = [(*facts.relics_held(game, other), *facts.banners_held(game, other)) for other in victims]
    return [*(what for each in theirs for what in each), *own]


def may_steal(game: "Game", frame: Frame, target: str) -> Iterator[Row]:
    """A secret to burn, two advisers whose suit is among the victim's, and nothing that bars the taking."""
    victim = facts.owner(game, target)
    assert victim is not None
    theirs = set(facts.adviser_suits(game, victim))
    matching = sum(suit in theirs for suit in facts.adviser_suits(game, frame.actor))
    because = f"{matching} of the advisers match one of {victim}'s, and {MATCHING} are needed"
    yield matching >= MATCHING, "5.1.4.4", because
    yield from paying.can_pay(game, frame.actor, BURN)
    yield from taking.may_take(game, frame.actor, target, "steal")
