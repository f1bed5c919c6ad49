"""A campaign step by step, for people and for programs: what its account says, with names."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from oathtools.engine.decision import Decision
from oathtools.odds.battle import Battle
from oathtools.odds.luck import ORDERS, Luck, Roll, measured
from oathtools.odds.numbers import CITATIONS, Numbers, battle_as_json, numbers_of, ratio, setting_as_json
from oathtools.odds.using import Use
from oathtools.procedures.campaign.account import ASIDE, Account, Move, Step
from oathtools.procedures.campaign.kinds import ACTION
from oathtools.procedures.campaign.staged import Beat, How
from oathtools.render.battles import odds, position
from oathtools.render.document import Block, Line
from oathtools.render.game.log import sentences
from oathtools.render.game.moments import Moment, seen
from oathtools.render.game.prompts import prompt
from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.text import capital, percent

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


def at_table(told: Account, names: Names) -> Heading:
    """A campaign that is declared at a table, its forces and pools counted."""
    assert told.before is not None
    data = {
        **position.declaration_as_json(told.declared, told.allies, told.addends, names),
        **setting_as_json(numbers_of(told.before), told.uses, told.battle or told.before),
    }
    return Heading(position.head(told.declared, names), (), data)


def document(told: Account, heading: Heading | None, names: Names, seed: str | None) -> list[Block]:
    """A campaign as far as it came, under its heading, with the luck of the dice and the seed that rolled them."""
    shown: list[Block] = [] if heading is None else [*heading.document(), ""]
    for step in told.steps:
        shown += step_lines(step, names, told.declared["player"])
    if told.resolved is not None and told.battle is not None:
        shown += ["", *luck_lines(measured(told.battle, told.resolved))]
    if seed is not None:
        shown.append(f"Rolled by the tool: --seed {seed} rolls the same again.")
    return shown


def whole_json(told: Account, heading: Heading, names: Names, seed: str | None) -> dict[str, Any]:
    """The same for programs."""
    data = {**heading.data, **as_json(told, names, told.declared["player"]), "seed": seed}
    if told.battle is not None:
        data["battle"] = battle_as_json(told.battle)
        if told.resolved is not None:
            data["luck"] = luck_as_json(measured(told.battle, told.resolved))
    return data


def step_lines(step: Step, names: Names, actor: str) -> Iterator[Line]:
    """One step: its clause and name, what happens, and which warbands fall."""
    cites = f" ({', '.join(step.cites)})" if step.cites else ""
    yield Line(f"{step.clause:<8} {step.name}{cites}", hang=len(_HANGING))
    for said in [*says(step, names, actor), *(f"> {move_words(move, names)}" for move in step.moves)]:
        yield Line(said, _HANGING, len(_HANGING) + 2)


def says(step: Step, names: Names, actor: str) -> list[str]:
    """What happens in a step, in sentences."""
    found: list[str] = []
    for kind, items in groupby(step.items, type):
        if kind is Event:
            told = sentences([item for item in items if isinstance(item, Event)], names, actor, ACTION)
            found += [line.text.removesuffix(".") + _behind(line.unnamed) for line in told]
            continue
        for item in items:
            said = names.text(item) if isinstance(item, str) else choice_words(item, names)  # type: ignore[arg-type]
            found.append(capital(said) if said.startswith("the ") else said)
    return found


def _behind(powers: list[str]) -> str:
    return f" ({', '.join(powers)})" if powers else ""


def choice_words(beat: Beat, names: Names) -> str:
    """A choice that is open, or that was declined."""
    assert beat.asked is not None
    said = may(beat.asked, names)
    if beat.how is How.OPEN:
        return f"{said} (told here as if so)" if beat.answer == "yes" else said
    return f"{said}: {'no' if beat.answer == 'no' else 'none'}"


def may(asked: Decision, names: Names) -> str:
    """A question as what somebody may do: ``Does Bo burn 2 favor?`` is ``Bo may burn 2 favor``."""
    said = prompt(asked, names)
    who = names.name(asked.who)
    if said.startswith(f"Does {who} "):
        return f"{who} may {said.removeprefix(f'Does {who} ').removesuffix('?')}"
    if said.startswith(f"{who} may "):
        return said.rpartition(". ")[0] or said
    return f"{who} chooses: {said}"


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
            said = f"{name}: {shown}; as many or more {percent(*roll.at_least)}, "
            lines.append(Line(said + f"as many or fewer {percent(*roll.at_most)}", "  ", 4))
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


def as_json(told: Account, names: Names, actor: str) -> dict[str, Any]:
    """A campaign as far as it came, for programs."""
    result, faces = told.result, told.faces
    return {
        "rolls": {"defense": list(faces.defense), "attack": list(faces.attack)},
        "won": told.won,
        "defense": result and result.defense,
        "attack": result and result.attack,
        "skulls": result and result.skulls,
        "needed": result and result.needed,
        "enough": result and result.enough,
        "ending": told.ending and told.ending._asdict(),
        "steps": [_step_as_json(step, names, actor) for step in told.steps],
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
    asked = beat.asked
    assert asked is not None
    known = {"kind": asked.kind, "player": asked.who, "open": beat.how is How.OPEN, "answer": beat.answer}
    return {**known, "says": choice_words(beat, names)}


def citations(steps: Iterable[Step]) -> list[str]:
    """The clauses and rulings of some steps, and those of every campaign."""
    return list(dict.fromkeys([*(cite for step in steps for cite in (step.clause, *step.cites)), *CITATIONS]))
