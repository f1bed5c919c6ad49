"""A campaign step by step, for people and for programs: what its account says, with names."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.engine.decision import Decision
from oathtools.kit.datafiles import load
from oathtools.kit.text import capital, percent
from oathtools.odds import numbers
from oathtools.odds.battle import Battle, settle
from oathtools.odds.exact import ORDERS, Luck, Roll, measured
from oathtools.odds.numbers import CITATIONS, Numbers, battle_as_json, numbers_of, ratio, setting_as_json
from oathtools.odds.plans import plan
from oathtools.odds.using import Result, Use
from oathtools.procedures.campaign.account import ASIDE, Account, Move, Step
from oathtools.procedures.campaign.fight import ACTION, Fight
from oathtools.procedures.campaign.staged import Beat, How
from oathtools.procedures.machine.frame import Cost
from oathtools.render.battles import odds
from oathtools.render.document import Block, Line, apart
from oathtools.render.game.log import sentences
from oathtools.render.game.phrase_pieces import Moment, seen
from oathtools.render.game.prompts import prompt
from oathtools.render.names import Names
from oathtools.table.effects import Event

if TYPE_CHECKING:
    from oathtools.answerers.battles import StepOdds, TableOdds
    from oathtools.procedures.campaign.outlook import Addend, Option, Outlook

# -- the odds of a campaign at the table: what its numbers are made of, who may join, which plans may be used ----------


_TITLES: dict[str, str] = load("words")["battle_titles"]


def addend_lines(addends: "Iterable[Addend]", names: "Names") -> list[Block]:
    """Each number of the battle with its addends and their clauses."""
    rows = list(addends)
    lines: list[Block] = []
    for field, title in _TITLES.items():
        mine = [each for each in rows if each.to == field]
        if mine or field in ("force", "attack", "defense", "defenders"):
            lines.append(f"{title}: {sum(each.amount for each in mine)}")
        for each in mine:
            text = f"{each.amount:+d}  {names.text(each.because)} ({each.clause})"
            lines += [Line(text, "  ", 6)]
    return lines


def head(declared: dict[str, Any], names: "Names") -> str:
    """Who attacks whom, and for what."""
    targets = ", ".join(names.name(target) for target in declared["targets"])
    return f"{names.name(declared['player'])} against {names.name(declared['against'])}: {targets}"


def _declared(on: Fight) -> dict[str, Any]:
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
    parts.append([Line(join, hang=2) for join in joins])
    usable = [Line(_option(option, names), "  ", 4) for option in found.options]
    parts.append(["Plans not used here (5.5.3)", *usable] if usable else [])
    parts.append([Line(f"{names.text(each.because)} ({each.clause})", hang=2) for each in found.unknown])
    parts.append([Line(f"Caution: {names.text(each.because)} ({each.clause})") for each in found.cautions])
    return apart(*parts, [Line(f"Law: {', '.join(answer.citations)}")])


def _option(option: "Option", names: "Names") -> str:
    """A plan that is not used here: whose it is, what it costs, why it cannot be used."""
    cost = cost_words(option.cost)
    text = f"{names.name(option.id)} ({names.name(option.who)})" + (f" [{cost}]" if cost else "")
    refused = "; ".join(f"{names.text(each.because)} ({each.clause})" for each in option.refusals)
    return f"{text}: no, {refused}" if refused else text


def _in_force(look: "Outlook") -> list[Line]:
    """What counts from the start (5.5.2) without adding to a number above: it changes what comes of them."""
    added = {each.because for each in look.addends()}
    names = [plan(power).name for _, power in look.on.standing]
    silent = [name for name in names if name not in added]
    return [Line(f"In force from the start: {', '.join(silent)} (5.5.2)")] if silent else []


def cost_words(cost: Cost) -> str:
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


def _ends(battle: Battle, result: Result) -> tuple[Any, Any]:
    """How it ends if the attacker wins, and if not; None for what cannot be."""
    short, killed = result.needed, result.ending.skulls
    possible = battle.may_sacrifice and 0 < short <= battle.force - killed
    won = settle(battle, True, killed, short) if possible or not short else None
    return won, settle(battle, False, killed) if short else None


def _rolled(battle: Battle, result: Result) -> "Iterable[str]":
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


_HANGING = " " * 9
_WHY = {"skulls": "killed by skulls", "sacrifice": "sacrificed", "defeat": "killed in the defeat", "plan": "killed"}


class Heading(NamedTuple):
    """What stands above the steps: who fights, each plan with what it changes; ``data``: the same for programs."""

    says: str
    uses: Sequence[Use]
    data: dict[str, Any]

    def document(self) -> list[Block]:
        """For people."""
        return [Line(self.says), *(["", *odds.plan_lines(self.uses)] if self.uses else [])]


def by_numbers(numbers: Numbers, uses: Sequence[Use], battle: Battle) -> Heading:
    """A campaign by its numbers, with the battle that is rolled."""
    return Heading(odds.setting(numbers), uses, setting_as_json(numbers, uses, battle))


def at_table(battle: Account, names: Names) -> Heading:
    """A campaign that is declared at a table, its forces and pools counted."""
    assert battle.before is not None
    data = {
        **declaration_as_json(battle.declared, battle.allies, battle.addends, names),
        **setting_as_json(numbers_of(battle.before), battle.uses, battle.battle or battle.before),
    }
    return Heading(head(battle.declared, names), (), data)


def campaign_document(battle: Account, heading: Heading | None, names: Names, seed: str | None) -> list[Block]:
    """A campaign as far as it came, under its heading, with the luck of the dice and the seed that rolled them."""
    shown: list[Block] = [] if heading is None else [*heading.document(), ""]
    for step in battle.steps:
        shown += step_lines(step, names, battle.declared["player"])
    if battle.resolved is not None and battle.battle is not None:
        shown += ["", *luck_lines(measured(battle.battle, battle.resolved))]
    if seed is not None:
        shown.append(f"Rolled by the tool: --seed {seed} rolls the same again.")
    return shown


def whole_json(battle: Account, heading: Heading, names: Names, seed: str | None) -> dict[str, Any]:
    """The same for programs."""
    data = {**heading.data, **campaign_as_json(battle, names, battle.declared["player"]), "seed": seed}
    if battle.battle is not None:
        data["battle"] = battle_as_json(battle.battle)
        if battle.resolved is not None:
            data["luck"] = luck_as_json(measured(battle.battle, battle.resolved))
    return data


def step_lines(step: Step, names: Names, actor: str) -> Iterator[Line]:
    """One step: its clause and name, what happens, and which warbands fall."""
    cites = f" ({', '.join(step.cites)})" if step.cites else ""
    yield Line(f"{step.clause:<8} {step.name}{cites}", hang=len(_HANGING))
    for line in [*says(step, names, actor), *(f"> {move_words(move, names)}" for move in step.moves)]:
        yield Line(line, _HANGING, len(_HANGING) + 2)


def says(step: Step, names: Names, actor: str) -> list[str]:
    """What happens in a step, in sentences."""
    found: list[str] = []
    for kind, items in groupby(step.items, type):
        if kind is Event:
            lines = sentences([item for item in items if isinstance(item, Event)], names, actor, ACTION)
            found += [line.text.removesuffix(".") + _behind(line.unnamed) for line in lines]
            continue
        for item in items:
            text = names.text(item) if isinstance(item, str) else choice_words(item, names)  # type: ignore[arg-type]
            found.append(capital(text) if text.startswith("the ") else text)
    return found


def _behind(powers: list[str]) -> str:
    return f" ({', '.join(powers)})" if powers else ""


def choice_words(beat: Beat, names: Names) -> str:
    """A choice that is open, or that was declined."""
    assert beat.decision is not None
    question = may(beat.decision, names)
    if beat.how is How.OPEN:
        return f"{question} (told here as if so)" if beat.answer == "yes" else question
    return f"{question}: {'no' if beat.answer == 'no' else 'none'}"


def may(decision: Decision, names: Names) -> str:
    """A question as what somebody may do: ``Does Bo burn 2 favor?`` is ``Bo may burn 2 favor``."""
    text = prompt(decision, names)
    who = names.name(decision.who)
    if text.startswith(f"Does {who} "):
        return f"{who} may {text.removeprefix(f'Does {who} ').removesuffix('?')}"
    if text.startswith(f"{who} may "):
        return text.rpartition(". ")[0] or text
    return f"{who} chooses: {text}"


def move_words(move: Move, names: Names) -> str:
    """What is to be done with warbands that fall."""
    count = "1 warband" if move.warbands == 1 else f"{move.warbands} warbands"
    to = "aside, until the end of the campaign" if move.to == ASIDE else "to their personal bank"
    words = f"{count} of the {move.side} {to} ({_WHY[move.why]})"
    if len(move.places) > 1:
        where = ", ".join(f"{names.text(_place(place))} {here}" for place, here in move.places.items())
        words += f"; they lie at: {where}"
    return words + (f"; {names.name(move.choice)} chooses which" if move.choice else "")


def _place(place: str) -> str:
    return f"the board of {place.partition('.')[2]}" if place.startswith("board.") else place


def luck_lines(luck: Luck) -> list[Block]:
    """How likely a result at least this good was, what that means, and the dice by themselves."""
    lines: list[Block] = ["Luck: a result at least this good"]
    for side, chance in (("attacker", luck.attacker), ("defender", luck.defender)):
        lines += [Line(f"for the {side}: {percent(*chance)}", "  ", 4), Line(f"({ORDERS[side]})", "    ")]
    for name, roll, what in (("Defense dice", luck.defense, "shields"), ("Attack dice", luck.attack, "swords")):
        if roll is not None:
            shown = f"{roll.value} {what if roll.value != 1 else what[:-1]}"
            text = f"{name}: {shown}; as many or more {percent(*roll.at_least)}, "
            lines.append(Line(text + f"as many or fewer {percent(*roll.at_most)}", "  ", 4))
    return lines


def luck_as_json(luck: Luck) -> dict[str, Any]:
    """The luck for programs."""
    return {
        "attacker": ratio(*luck.attacker),
        "attacker_float": luck.attacker[0] / luck.attacker[1],
        "defender": ratio(*luck.defender),
        "defender_float": luck.defender[0] / luck.defender[1],
        "exactly": ratio(*luck.exactly),
        "order": dict(ORDERS),
        "defense_roll": _roll_as_json(luck.defense),
        "attack_roll": _roll_as_json(luck.attack),
    }


def _roll_as_json(roll: Roll | None) -> dict[str, Any] | None:
    if roll is None:
        return None
    return {"value": roll.value, "at_least": ratio(*roll.at_least), "at_most": ratio(*roll.at_most)}


def campaign_as_json(account_of_it: Account, names: Names, actor: str) -> dict[str, Any]:
    """A campaign as far as it came, for programs."""
    result, faces = account_of_it.result, account_of_it.faces
    return {
        "rolls": {"defense": list(faces.defense), "attack": list(faces.attack)},
        "won": account_of_it.won,
        "defense": result and result.defense,
        "attack": result and result.attack,
        "skulls": result and result.skulls,
        "needed": result and result.needed,
        "enough": result and result.enough,
        "ending": account_of_it.ending and account_of_it.ending._asdict(),
        "steps": [_step_as_json(step, names, actor) for step in account_of_it.steps],
    }


def _step_as_json(step: Step, names: Names, actor: str) -> dict[str, Any]:
    return {
        "clause": step.clause,
        "cites": list(step.cites),
        "name": step.name,
        "says": says(step, names, actor),
        "moves": [move._asdict() for move in step.moves],
        "moved": [piece for moment in seen(step.events, names.view) for piece in _moved(moment)],
        "choices": [_choice_as_json(item, names) for item in step.items if isinstance(item, Beat)],
    }


def _moved(moment: Moment) -> Iterator[dict[str, Any]]:
    """What is moved by an event, from where to where: pieces, or a card that the viewer may know."""
    facts = moment.facts
    if "from" not in facts or "to" not in facts or ("what" not in facts and "card" not in facts):
        return
    what = facts["what"] if "what" in facts else facts["card"] if moment.shown else moment.back
    yield {"what": what, "count": facts.get("count", 1), "from": facts["from"], "to": facts["to"]}


def _choice_as_json(beat: Beat, names: Names) -> dict[str, Any]:
    decision = beat.decision
    assert decision is not None
    known = {"kind": decision.kind, "player": decision.who, "open": beat.how is How.OPEN, "answer": beat.answer}
    return {**known, "says": choice_words(beat, names)}


def citations(steps: Iterable[Step]) -> list[str]:
    """The clauses and rulings of some steps, and those of every campaign."""
    return list(dict.fromkeys([*(cite for step in steps for cite in (step.clause, *step.cites)), *CITATIONS]))
