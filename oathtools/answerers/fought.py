"""The campaign under way in a game, or the last one: what was rolled, and the battle as it stood before the rolls."""

from typing import NamedTuple

from oathtools.journal.play import Play
from oathtools.odds.resolution import Faces
from oathtools.procedures.fight import Fight
from oathtools.procedures.forecast import Outlook

DEFENSE, ATTACK, SACRIFICE = "campaign.defense-roll", "campaign.attack-roll", "campaign.sacrifice"
# Where a campaign begins, or goes on before its rolls.
_BEFORE = (
    *("act", "campaign.defender", "campaign.targets", "campaign.dice", "campaign.plan"),
    *("campaign.join", "campaign.ally", "campaign.modifier"),
)


class Fought(NamedTuple):
    """A campaign whose dice have begun to fall.

    ``look`` is it before the first roll, in a game of its own; ``faces`` those that count so far; ``sacrifice`` what
    the attacker answered, None if that was not asked, or not yet; ``rolled``: both rolls are known.
    """

    look: Outlook
    faces: Faces
    sacrifice: bool | None
    rolled: bool


def last_fought(play: Play) -> Fought | None:
    """The last campaign of a game in which a die was rolled; None if there is none.

    The game is replayed up to its first roll: what the battle was is not kept, it is worked out again.
    """
    live = play.live
    last = next((at for at in range(len(live) - 1, -1, -1) if live[at].kind in (DEFENSE, ATTACK)), None)
    if last is None:
        return None
    first = last
    while first and live[first - 1].kind not in _BEFORE and live[first - 1].is_answer:
        first -= 1
    while live[first].kind not in (DEFENSE, ATTACK):
        first += 1
    before = Play(play.header, play.entries, keep_log=False, digests=False, until=live[first].n - 1)
    on = before.game.frame.fact("fight")
    if not isinstance(on, Fight):
        return None
    fell: dict[str, list[str]] = {}
    sacrifice: bool | None = None
    for entry in live[first:]:
        if entry.kind in (DEFENSE, ATTACK) and isinstance(entry.answer, list):
            fell[entry.kind] = [str(face) for face in entry.answer]  # after a reroll the later ones count
        elif entry.kind == SACRIFICE:
            sacrifice = entry.answer == "yes"
    look = Outlook.of_fight(before.game, on)
    due = {kind for kind, dice in ((DEFENSE, look.battle.defense), (ATTACK, look.battle.rolled)) if dice}
    return Fought(look, Faces(fell.get(ATTACK, ()), fell.get(DEFENSE, ())), sacrifice, due <= set(fell))
