"""Exact chances to win a campaign, beside each choice in it: by the same functions as ``odds``."""

from typing import TYPE_CHECKING

from oathtools.engine.decision import Decision
from oathtools.odds.exact import chance
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.campaign.kinds import PLAN, ROLL_OF
from oathtools.procedures.campaign.outlook import Outlook, declared
from oathtools.render.names import Names
from oathtools.text import percent

if TYPE_CHECKING:
    from oathtools.answerers.reading import Table
    from oathtools.journal.play import Play


def of_declaration(table: "Table", defender: str, targets: list[str], dice: int | None) -> str:
    """The attacker's chance if this is declared, as the viewer of a table may know it; empty if it may not be."""
    frame, refusals = declared(table.game, table.seat, defender, targets, dice)
    if refusals:
        return ""
    return percent(*chance(Outlook(table.game, frame).with_bandits().battle))


def now(play: "Play") -> str:
    """The attacker's chance in the campaign under way, with the dice that fell; empty if there is none to roll for."""
    fight = play.game.frame.fact("fight")
    if fight is None or fight.faces.attack or fight.faces.defense or play.pending is None:
        return ""
    shields = _shields(play, fight)
    if shields is None and play.pending.kind not in (PLAN, *ROLL_OF.values()):
        return ""
    return percent(*chance(Outlook.of_fight(play.game, fight).battle, shields))


def _shields(play: "Play", fight: "object") -> int | None:
    """What the defense dice came to, if they fell."""
    from oathtools.odds.resolution import shields_of

    last = play.live[-1] if play.live else None
    if last is not None and last.kind == ROLL_OF["defense"]:
        return shields_of(fight.battle, last.answer)  # type: ignore[attr-defined]
    return None


def of_options(play: "Play", decision: Decision, legal: list[str], names: Names) -> list[str]:
    """For each way to answer a question of a campaign, the chance to win with it; empty where none can be told."""
    fight = play.game.frame.fact("fight") if decision.kind == PLAN else None
    if fight is None:
        return [""] * len(legal)
    look = Outlook.of_fight(play.game, fight)
    known = {option.id: option for option in look.options(decision.who)}
    told = []
    for option in legal:
        if option == GO_ON:
            told.append(percent(*chance(look.battle)))
        elif option in known:
            told.append(percent(*chance(look.then(decision.who, known[option].chosen).battle)))
        else:
            told.append("")
    return told
