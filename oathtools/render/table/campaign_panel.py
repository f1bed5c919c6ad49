"""A campaign as pictures and pages show it: its targets, its dice, the plans in use, the chance to win."""

from typing import TYPE_CHECKING, NamedTuple

from oathtools.kit.text import capital, count, percent
from oathtools.odds.battle import Battle
from oathtools.odds.dice_words import in_words
from oathtools.procedures.campaign.account import Account
from oathtools.render.names import Names
from oathtools.render.table.marks import EDGE, WIDE, Panel, Part, figure, frame, text

if TYPE_CHECKING:
    from oathtools.answerers.battles import StepOdds

_TOP, _DIE, _IN_A_ROW = 54, 30, 8


class CampaignShown(NamedTuple):
    """What is known of a campaign so far: who against whom, the targets, Allies and plans, its numbers, its dice.

    ``chance`` is the attacker's before the next roll; ``result`` what the rolls come to, ``outcome`` who has won.
    """

    title: str
    targets: list[str]
    allies: list[str]
    plans: list[tuple[str, str]]
    forces: list[tuple[str, int]]
    dice: list[tuple[str, list[str]]]
    chance: str
    result: str
    outcome: str


def campaign_shown(told: Account, odds: "StepOdds | None", names: Names) -> CampaignShown:
    """A campaign (5.5) as all see it; ``odds`` are those of the step at hand, if it is under way."""
    attacker, defender = capital(names.name(told.declared["player"])), names.name(told.declared["against"])
    battle = (odds.battle if odds is not None else None) or told.battle or told.before
    result, won = told.resolved or told.result, told.won
    rolls = (("defense", told.faces.defense), ("attack", told.faces.attack))
    skulls = f", {count(result.skulls, 'skull')}" if result is not None and result.skulls else ""
    return CampaignShown(
        f"{attacker} against {defender}",
        [capital(names.name(target)) for target in told.declared["targets"]],
        [names.name(ally) for ally in told.allies],
        [(each.plan.name, f"plan of the {each.side}") for each in told.uses if not each.plan.standing],
        [] if battle is None else _forces(battle),
        [(side, list(faces)) for side, faces in rolls if faces],
        percent(*odds.win) if odds is not None and result is None and won is None else "",
        "" if result is None else f"Attack {result.attack}, defense {result.defense}{skulls}",
        "" if won is None else f"{attacker} wins" if won else f"{attacker} loses",
    )


def _forces(battle: Battle) -> list[tuple[str, int]]:
    """The numbers of a battle, before its dice are rolled (5.5.4, 5.5.5)."""
    attack, defend = battle.strength("attacker"), battle.strength("defender")
    return [("attack dice", battle.rolled), ("attack", attack), ("defense dice", battle.defense), ("defend", defend)]


def campaign_part(shown: CampaignShown) -> Part:
    """The same as a part of the picture."""
    panel = Panel(_TOP, lambda card, drawn: drawn)
    notes = [*((target, "target") for target in shown.targets), *((ally, "joins the defense") for ally in shown.allies)]
    for words, note in (*notes, *shown.plans):
        panel.row("", words, [], note=note)
    for at, (what, number) in enumerate(shown.forces):
        panel.drawn.append(figure(at, "", "", number, what, panel.y + 10))
        panel.said.append(f"{what}: {number}")
    panel.y += 36 if shown.forces else 0
    for side, faces in shown.dice:
        _dice(panel, side, faces)
    if shown.result:
        panel.row("", shown.result, [])
    drawn, said = text(16, 42, shown.title, "name", "", 18, WIDE - 32 - (84 if shown.chance else 0)), [shown.title]
    if shown.outcome:
        panel.row("", shown.outcome, [], kind="outcome")
    elif shown.chance:
        drawn += text(WIDE - 15, 42, shown.chance, "chance", "end")
        said.append(f"{shown.chance} for the attacker")
    height = panel.y + 8 + EDGE
    drawn = frame(height, "board turn") + text(16, 22, "Campaign", "place") + drawn + "".join(panel.drawn)
    return Part("battle", height, drawn, ", ".join([*said, *panel.said]))


def _dice(panel: Panel, side: str, faces: list[str]) -> None:
    """The dice that fell, each drawn."""
    for at, face in enumerate(faces):
        x, y = 14 + (_DIE + 3) * (at % _IN_A_ROW), panel.y + (_DIE + 3) * (at // _IN_A_ROW)
        size = f'x="{x}" y="{y:g}" width="{_DIE}" height="{_DIE}"'
        panel.drawn.append(f'<use href="#face-{face}" {size}/>')
    panel.said.append(f"{side} dice: {in_words(faces)}")
    panel.y += (_DIE + 3) * -(-len(faces) // _IN_A_ROW) + 2
