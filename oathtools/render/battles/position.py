"""The odds of a campaign at the table: what its numbers are made of, who may join, which plans may be used."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oathtools.odds import numbers
from oathtools.odds.battle import Battle, settle
from oathtools.odds.numbers import ratio
from oathtools.render.battles import odds
from oathtools.render.document import Block, Line, apart
from oathtools.text import percent

if TYPE_CHECKING:
    from oathtools.answerers.battles import StepOdds, TableOdds
    from oathtools.odds.resolution import Result
    from oathtools.procedures.campaign.fight import Fight
    from oathtools.procedures.campaign.outlook import Addend, Option, Outlook
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


def addend_lines(addends: "Iterable[Addend]", names: "Names") -> list[Block]:
    """Each number of the battle with its addends and their clauses."""
    rows = list(addends)
    lines: list[Block] = []
    for field, title in _TITLES.items():
        mine = [each for each in rows if each.to == field]
        if mine or field in ("force", "attack", "defense", "defenders"):
            lines.append(f"{title}: {sum(each.amount for each in mine)}")
        for each in mine:
            said = f"{each.amount:+d}  {names.text(each.because)} ({each.clause})"
            lines += [Line(said, "  ", 6)]
    return lines


def head(declared: dict[str, Any], names: "Names") -> str:
    """Who attacks whom, and for what."""
    targets = ", ".join(names.name(target) for target in declared["targets"])
    return f"{names.name(declared['player'])} against {names.name(declared['against'])}: {targets}"


def _declared(on: "Fight") -> dict[str, Any]:
    return {"player": on.attacker, "against": on.defender, "targets": on.targets}


def document(found: "TableOdds", names: "Names") -> list[Block]:
    """The whole answer: the declaration, its addends, the odds, then who may join and which plans may be used."""
    answer, look = found.answer, found.look
    on = look.on
    parts: list[Iterable[Block]] = [[Line(head(_declared(on), names))], addend_lines(look.addends(), names)]
    if on.allies:
        parts.append([Line(f"Allies: {', '.join(map(names.name, on.allies))} (5.5.2)")])
    parts.append(_in_force(look))
    if answer.uses:
        parts.append(odds.plan_lines(answer.uses))
    if look.battle.rerolls:
        sides = " and ".join(sorted(look.battle.rerolls))
        parts.append([Line(f"Counted where it helps: one reroll of the dice by the {sides} (A-135)")])
    parts += odds.outcome_blocks(answer)
    joins = (f"If {names.name(seat)} joins the defense (5.5.2): {percent(*win)}" for seat, win in found.joins)
    parts.append([Line(said, hang=2) for said in joins])
    usable = [Line(_option(option, names), "  ", 4) for option in found.options]
    parts.append(["Plans not used here (5.5.3)", *usable] if usable else [])
    parts.append([Line(f"{names.text(each.because)} ({each.clause})", hang=2) for each in found.unknown])
    parts.append([Line(f"Caution: {names.text(each.because)} ({each.clause})") for each in found.cautions])
    return apart(*parts, [Line(f"Law: {', '.join(answer.citations)}")])


def _option(option: "Option", names: "Names") -> str:
    """A plan that is not used here: whose it is, what it costs, why it cannot be used."""
    cost = cost_words(option.cost)
    said = f"{names.name(option.id)} ({names.name(option.who)})" + (f" [{cost}]" if cost else "")
    refused = "; ".join(f"{names.text(each.because)} ({each.clause})" for each in option.refusals)
    return f"{said}: no, {refused}" if refused else said


def _in_force(look: "Outlook") -> list[Line]:
    """What counts from the start (5.5.2) without adding to a number above: it changes what comes of them."""
    from oathtools.odds.plans import plan

    added = {each.because for each in look.addends()}
    names = [plan(power).name for _, power in look.on.standing]
    silent = [name for name in names if name not in added]
    return [Line(f"In force from the start: {', '.join(silent)} (5.5.2)")] if silent else []


def cost_words(cost: "Cost") -> str:
    """A cost in words."""
    return ", ".join(f"{item.verb} {item.amount} {item.what}" for item in cost.items)


def as_json(found: "TableOdds", names: "Names") -> dict[str, Any]:
    """The odds with what the table adds to them, for programs."""
    look = found.look
    return {
        **numbers.as_json(found.answer),
        **declaration_as_json(_declared(look.on), look.on.allies, look.addends(), names),
        "from_the_start": [{"id": power, "side": side} for side, power in look.on.standing],
        "if_they_join": [{"player": seat, "win": ratio(*win)} for seat, win in found.joins],
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
            for each in found.options
        ],
        "unless": [{**each._asdict(), "because": names.text(each.because)} for each in found.unknown],
        "cautions": [{**each._asdict(), "because": names.text(each.because)} for each in found.cautions],
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


# -- the step at hand --------------------------------------------------------------------------------------------------


def _step(found: "StepOdds") -> str:
    return "after the defense roll" if found.shields is not None else "before the rolls; no further plan is counted"


def step_document(found: "StepOdds", names: "Names") -> list[Block]:
    """The odds of the campaign under way, with the dice that have fallen."""
    if found.result is not None:
        return [Line(each, hang=2) for each in _rolled(found.battle, found.result)]
    head = [f"{names.name(found.attacker)} against {names.name(found.defender)}: {_step(found)}"]
    if found.shields is not None:
        head.append(f"Defense: {found.shields} from dice, {found.battle.strength('defender')} from the force (5.5.4)")
    return apart([Line(each, hang=2) for each in head], *odds.outcome_blocks(found.answer))


def step_json(found: "StepOdds") -> dict[str, Any]:
    """The same for programs."""
    if found.result is None:
        return {**numbers.as_json(found.answer), "step": _step(found), "shields": found.shields}
    won, lost = _ends(found.battle, found.result)
    return {
        "step": "after the rolls",
        "attack": found.result.attack,
        "defense": found.result.defense,
        "needed": found.result.needed,
        "enough": bool(won),
        "if_won": won._asdict() if won else None,
        "if_lost": lost._asdict() if lost else None,
    }


def _ends(battle: Battle, result: "Result") -> tuple[Any, Any]:
    """How it ends if the attacker wins, and if not; None for what cannot be."""
    short, killed = result.needed, result.ending.skulls
    possible = battle.may_sacrifice and 0 < short <= battle.force - killed
    won = settle(battle, True, killed, short) if possible or not short else None
    return won, settle(battle, False, killed) if short else None


def _rolled(battle: Battle, result: "Result") -> "Iterable[str]":
    """Both rolls are known: what is needed, and what a sacrifice does."""
    won, lost = _ends(battle, result)
    killed = result.ending.skulls
    yield f"Attack {result.attack}, defense {result.defense}; skulls killed {killed} (5.5.4, 5.5.5)"
    if not result.needed:
        yield "The attacker is victorious without a sacrifice."
    else:
        enough = "there are enough" if won else "they cannot be made"
        yield f"A sacrifice of {result.needed} is needed to win, and {enough} (5.5.5, 9.5)."
    for word, end in (("Victory", won), ("Defeat", lost)):
        if end:
            yield f"{word}: attacker loses {end.attacker_lost}, defender {end.defender_lost} (5.5.6)"
