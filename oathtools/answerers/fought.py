"""The campaign under way in a game, or the last one: what was rolled, and the battle as it stood before the rolls."""

from typing import NamedTuple

from oathtools.journal.play import Play
from oathtools.journal.record import Entry
from oathtools.odds.resolution import Faces
from oathtools.procedures.campaign.fight import Fight
from oathtools.procedures.campaign.outlook import Outlook

DEFENSE, ATTACK, SACRIFICE = "campaign.defense-roll", "campaign.attack-roll", "campaign.sacrifice"
_ROLLS = (DEFENSE, ATTACK)


class Fought(NamedTuple):
    """A campaign whose dice have begun to fall.

    ``look`` is it before the first roll, in a game of its own; ``faces`` those that count so far; ``sacrifice`` what
    the attacker answered, None if that was not asked, or not yet; ``rolled``: both rolls are known.
    """

    look: Outlook
    faces: Faces
    sacrifice: bool | None
    rolled: bool


def unrolled(play: Play) -> bool:
    """Is a campaign under way of which no die has been rolled yet?"""
    if play.game.frame.fact("fight") is None:
        return False
    marks = (*_ROLLS, "act", "campaign.targets", "campaign.dice", "campaign.plan")
    return next((entry.kind for entry in reversed(play.live) if entry.kind in marks), "") not in _ROLLS


def last_fought(play: Play) -> Fought | None:
    """The last campaign of a game in which a die was rolled; None if there is none.

    The game is replayed up to its first roll: what the battle was is not kept, it is worked out again.
    """
    live = play.live
    last = next((at for at in range(len(live) - 1, -1, -1) if live[at].kind in _ROLLS), None)
    if last is None:
        return None
    first = _first_roll(live, last)
    before = Play(play.header, play.entries, keep_log=False, digests=False, until=live[first].n - 1)
    on = before.game.frame.fact("fight")
    if not isinstance(on, Fight):
        return None
    fell: dict[str, list[str]] = {}
    sacrifice: bool | None = None
    for entry in live[first:]:
        if entry.kind in _ROLLS and isinstance(entry.answer, list):
            fell[entry.kind] = [str(face) for face in entry.answer]  # after a reroll the later ones count
        elif entry.kind == SACRIFICE:
            sacrifice = entry.answer == "yes"
    look = Outlook.of_fight(before.game, on)
    due = {kind: dice for kind, dice in ((DEFENSE, look.battle.defense), (ATTACK, look.battle.rolled)) if dice}
    if any(due.get(kind) != len(faces) for kind, faces in fell.items()):
        return None  # another battle than the one that was rolled: nothing is said rather than something wrong
    return Fought(look, Faces(fell.get(ATTACK, ()), fell.get(DEFENSE, ())), sacrifice, set(due) <= set(fell))


def _first_roll(live: list[Entry], last: int) -> int:
    """Where the dice of a campaign began to fall: before its last roll lie only rolls and the rerolls between them."""
    first = last
    for at in range(last - 1, -1, -1):
        kind = live[at].kind
        elsewhere = kind in ("", "act") or (kind.startswith("campaign.") and kind not in _ROLLS)
        if elsewhere or (kind == ATTACK and live[first].kind == DEFENSE):
            break
        if kind in _ROLLS:
            first = at
    return first
