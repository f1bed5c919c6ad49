"""The odds of a campaign at the table: what its numbers are made of, who may join, which plans may be used."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oathtools.odds.numbers import Answer, ratio
from oathtools.render.battles import odds
from oathtools.text import percent, wrap

if TYPE_CHECKING:
    from oathtools.engine.rows import Refusal
    from oathtools.procedures.campaign.fight import Fight
    from oathtools.procedures.campaign.outlook import Addend, Option, Outlook, Unknown
    from oathtools.procedures.machine.cost import Cost
    from oathtools.render.names import Names

_TITLES = {
    "force": "Attacking force",
    "band": "Bandits in it",
    "attack": "Attack dice",
    "defenders": "Defending force",
    "bandits": "Bandits who defend",
    "defense": "Defense dice",
}


def addend_lines(addends: "Iterable[Addend]", names: "Names", width: int) -> list[str]:
    """Each number of the battle with its addends and their clauses."""
    rows = list(addends)
    lines = []
    for field, title in _TITLES.items():
        mine = [each for each in rows if each.to == field]
        if mine or field in ("force", "attack", "defense", "defenders"):
            lines.append(f"{title}: {sum(each.amount for each in mine)}")
        for each in mine:
            said = f"{each.amount:+d}  {names.text(each.because)} ({each.clause})"
            lines += wrap(said, width, "  ", "      ")
    return lines


def head(declared: dict[str, Any], names: "Names") -> str:
    """Who attacks whom, and for what."""
    targets = ", ".join(names.name(target) for target in declared["targets"])
    return f"{names.name(declared['player'])} against {names.name(declared['against'])}: {targets}"


def _declared(on: "Fight") -> dict[str, Any]:
    return {"player": on.attacker, "against": on.defender, "targets": on.targets}


def as_text(
    answer: Answer,
    look: "Outlook",
    joins: "Iterable[tuple[str, tuple[int, int]]]",
    options: "Iterable[Option]",
    unknown: "Iterable[Unknown]",
    cautions: "Iterable[Refusal]",
    names: "Names",
    width: int,
) -> str:
    """The whole answer: the declaration, its addends, the odds, then who may join and which plans may be used."""
    on = look.on
    blocks = [wrap(head(_declared(on), names), width), addend_lines(look.addends(), names, width)]
    if on.allies:
        blocks.append(wrap(f"Allies: {', '.join(map(names.name, on.allies))} (5.5.2)", width))
    blocks.append(_in_force(look, width))
    if answer.uses:
        blocks.append(list(odds._plans(answer.uses, width)))
    if look.battle.rerolls:
        sides = " and ".join(sorted(look.battle.rerolls))
        blocks.append(wrap(f"Counted where it helps: one reroll of the dice by the {sides} (A-135)", width))
    blocks.append(list(odds._chances(answer, width)))
    blocks.append(list(odds._outcomes(answer, width)))
    blocks.append(list(odds._sacrifices(answer, width)))
    blocks.append(list(odds._shifted(answer)))
    joined = []
    for seat, (wins, total) in joins:
        said = f"If {names.name(seat)} joins the defense (5.5.2): {percent(wins, total)}"
        joined += wrap(said, width, "", "  ")
    blocks.append(joined)
    usable = []
    for option in options:
        cost = cost_words(option.cost)
        said = f"{names.name(option.id)} ({names.name(option.who)})" + (f" [{cost}]" if cost else "")
        if option.refusals:
            said += f": no, {'; '.join(f'{names.text(each.because)} ({each.clause})' for each in option.refusals)}"
        usable += wrap(said, width, "  ", "    ")
    blocks.append(["Plans not used here (5.5.3)", *usable] if usable else [])
    blocks.append(
        [line for each in unknown for line in wrap(f"{names.text(each.because)} ({each.clause})", width, "", "  ")]
    )
    blocks.append(
        [line for each in cautions for line in wrap(f"Caution: {names.text(each.because)} ({each.clause})", width)]
    )
    blocks.append(wrap(f"Law: {', '.join(answer.citations)}", width))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _in_force(look: "Outlook", width: int) -> list[str]:
    """What counts from the start (5.5.2) without adding to a number above: it changes what comes of them."""
    from oathtools.odds.plans import plan

    added = {each.because for each in look.addends()}
    names = [plan(power).name for _, power in look.on.standing]
    silent = [name for name in names if name not in added]
    return wrap(f"In force from the start: {', '.join(silent)} (5.5.2)", width) if silent else []


def cost_words(cost: "Cost") -> str:
    """A cost in words."""
    return ", ".join(f"{item.verb} {item.amount} {item.what}" for item in cost.items)


def as_json(
    look: "Outlook",
    joins: "Iterable[tuple[str, tuple[int, int]]]",
    options: "Iterable[Option]",
    unknown: "Iterable[Unknown]",
    cautions: "Iterable[Refusal]",
    names: "Names",
) -> dict[str, Any]:
    """What the table adds to the odds, for programs."""
    return {
        **declaration_as_json(_declared(look.on), look.on.allies, look.addends(), names),
        "from_the_start": [{"id": power, "side": side} for side, power in look.on.standing],
        "if_they_join": [{"player": seat, "win": ratio(*win)} for seat, win in joins],
        "usable": [
            {
                "id": each.id,
                "player": each.who,
                "cost": [{"how": item.verb, "what": item.what, "amount": item.amount} for item in each.cost.items],
                "refusals": [
                    {"clause": no.clause, "because": names.text(no.because), "source": no.source}
                    for no in each.refusals
                ],
            }
            for each in options
        ],
        "unless": [{**each._asdict(), "because": names.text(each.because)} for each in unknown],
        "cautions": [{**each._asdict(), "because": names.text(each.because)} for each in cautions],
    }


def declaration_as_json(
    declared: dict[str, Any], allies: list[str], addends: "Iterable[Addend]", names: "Names"
) -> dict[str, Any]:
    """What is declared, who joins, and what the numbers are made of, for programs."""
    return {
        "declaration": declared,
        "allies": allies,
        "addends": [{**each._asdict(), "because": names.text(each.because)} for each in addends],
    }
