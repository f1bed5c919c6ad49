"""Exact chances to win a campaign, beside each choice in it: by the same functions as ``odds``."""

from typing import TYPE_CHECKING

from oathtools.engine.decision import Decision
from oathtools.odds.exact import chance
from oathtools.odds.resolution import shields_of
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.campaign.account import Account, account
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


def since(play: "Play") -> tuple[int, ...]:
    """What changes whenever the account of the last campaign does."""
    begun = play.last_told("rolled attack", "rolled defense", "battle", "pools", "campaign_end")
    adjusted = play.last_told("adjusted")
    under_way = play.game.frame.fact("fight") is not None
    return begun, adjusted, play.head if under_way or adjusted >= begun else 0


def fought(play: "Play") -> Account:
    """The campaign under way, or the last one that has come to its plans."""
    from oathtools.answerers.fought import last_fought

    return account(last_fought(play, rolled=False) or ())


def now(play: "Play") -> str:
    """The attacker's chance in the campaign under way, with the dice that fell; empty where none are to be rolled."""
    fight = play.game.frame.fact("fight")
    if fight is None or play.pending is None or play.pending.kind not in (PLAN, *ROLL_OF.values()):
        return ""
    battle, told = Outlook.of_fight(play.game, fight).battle, fought(play)
    rolled = told.faces.defense or play.pending.kind == ROLL_OF["attack"]
    return percent(*chance(battle, shields_of(battle, told.faces.defense) if rolled else None))


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
