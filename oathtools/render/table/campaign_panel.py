"""A campaign as a part of the picture: its targets, its dice, the plans in use, the chance to win."""

from typing import TYPE_CHECKING

from oathtools.kit.text import capital, count
from oathtools.odds.dice_words import in_words
from oathtools.procedures.campaign.account import Account
from oathtools.render.names import Names
from oathtools.render.table.marks import EDGE, WIDE, Panel, Part, figure, frame, text

if TYPE_CHECKING:
    from oathtools.odds.battle import Battle

_TOP, _DIE, _IN_A_ROW = 54, 30, 8


def campaign_part(told: Account, chance: str, names: Names) -> Part:
    """What is known of a campaign so far (5.5): ``chance`` is the attacker's before the next roll, if there is one."""
    attacker, defender = names.name(told.declared["player"]), names.name(told.declared["against"])
    title = f"{capital(attacker)} against {defender}"
    panel = Panel(_TOP, lambda card, drawn: drawn)
    for target in told.declared["targets"]:
        panel.row("", capital(names.name(target)), [], note="target")
    for ally in told.allies:
        panel.row("", capital(names.name(ally)), [], note="joins the defense")
    for each in told.uses:
        panel.row("", each.plan.name, [], note=f"plan of the {each.side}" if not each.plan.standing else "in force")
    battle = told.battle or told.before
    if battle is not None:
        _forces(panel, battle)
    for side, faces in (("defense", told.faces.defense), ("attack", told.faces.attack)):
        if faces:
            _dice(panel, side, list(faces))
    result, outcome = told.resolved or told.result, ""
    if result is not None:
        panel.row("", f"Attack {result.attack}, defense {result.defense}", [], note=_fell(result.skulls))
    if told.won is not None:
        outcome = f"{capital(attacker) if told.won else capital(defender)} {'wins' if told.won else 'holds'}"
    drawn, said = text(16, 42, title, "name", "", 18, WIDE - 32 - (72 if chance and not outcome else 0)), [title]
    if outcome:
        panel.row("", outcome, [], kind="outcome")
    elif chance:
        drawn += text(WIDE - 15, 42, chance, "chance", "end")
        said.append(f"{chance} for the attacker")
    height = panel.y + 8 + EDGE
    drawn = frame(height, "board turn") + text(16, 22, "Campaign", "place") + drawn + "".join(panel.drawn)
    return Part("battle", height, drawn, ", ".join([*said, *panel.said]))


def _forces(panel: Panel, battle: "Battle") -> None:
    """The numbers of a battle, before its dice are rolled (5.5.4, 5.5.5)."""
    rows = (
        ("attack dice", battle.rolled),
        ("attack", battle.strength("attacker")),
        ("defense dice", battle.defense),
        ("defend", battle.strength("defender")),
    )
    for at, (what, number) in enumerate(rows):
        panel.drawn.append(figure(at, "", "", number, what, panel.y + 10))
        panel.said.append(f"{what}: {number}")
    panel.y += 36


def _dice(panel: Panel, side: str, faces: list[str]) -> None:
    """The dice that fell, each drawn."""
    for at, face in enumerate(faces):
        x, y = 14 + (_DIE + 3) * (at % _IN_A_ROW), panel.y + (_DIE + 3) * (at // _IN_A_ROW)
        size = f'x="{x}" y="{y:g}" width="{_DIE}" height="{_DIE}"'
        panel.drawn.append(f'<use href="#face-{face}" {size}/>')
    panel.said.append(f"{side} dice: {in_words(faces)}")
    panel.y += (_DIE + 3) * -(-len(faces) // _IN_A_ROW) + 2


def _fell(skulls: int) -> str:
    return count(skulls, "skull") if skulls else ""
