"""Attack and defense dice that are rolled, for whatever reason: one way, so that powers can answer every roll."""

from typing import TYPE_CHECKING, Final

from oathtools import catalog
from oathtools.odds.battle import ATTACKER, DEFENDER
from oathtools.procedures.machine.asking import Ask, roll
from oathtools.procedures.machine.frame import Frame

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

# The dice of each side, as the kinds of questions and the log call them.
NAMES: Final = {ATTACKER: "attack", DEFENDER: "defense"}


def roll_dice(game: "Game", side: str, who: str, count: int, clause: str, *, why: str, whose: str | None = None) -> Ask:
    """Roll so many attack dice (``side`` is the attacker) or defense dice; returns the faces that count in the end.

    ``who`` throws them; ``whose`` they are, if not the thrower's; ``why`` begins the kind of the question. Powers may
    answer in the window ``rolled``, whose frame holds ``side``, ``whose`` and ``faces``; ``throw`` with that frame
    rolls all of them again.
    """
    if not count:
        return []
    frame = Frame(
        "roll", who, game.frame, {"side": side, "whose": whose or who, "count": count, "clause": clause, "why": why}
    )
    yield from throw(game, frame)
    yield from game.window("rolled", frame)
    return frame.given["faces"]


def throw(game: "Game", frame: Frame) -> Ask:
    """Throw all dice of a roll, for the first time or again; the faces go into its frame."""
    side, clause = frame.given["side"], frame.given["clause"]
    faces: tuple[catalog.AttackFace, ...] | tuple[catalog.DefenseFace, ...] = catalog.DEFENSE_FACES
    if side == ATTACKER:
        faces = catalog.ATTACK_FACES
    kind = f"{frame.given['why']}.{NAMES[side]}-roll"
    sides = [face.id for face in faces for _ in range(face.sides)]
    shown = yield from roll(kind, frame.actor, sides, frame.given["count"], clause)
    game.do.emit("rolled", (clause,), die=side, faces=list(shown), who=frame.actor, whose=frame.given["whose"])
    frame.given["faces"] = list(shown)
