"""Verdicts and what may be done, as text and as JSON (docs/formats.md, "Verdicts"). No rule is decided here."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from oathtools.procedures.turn.loop import ACTIONS
from oathtools.render.game.action import cost_data, cost_text, refusal_lines
from oathtools.render.game.menu import because_of, menu_line, price
from oathtools.render.game.prompts import ACT, labels_for
from oathtools.render.names import Names
from oathtools.text import capital, fill, listed

if TYPE_CHECKING:
    from oathtools.answerers.matching import Label
    from oathtools.engine.rows import Refusal
    from oathtools.procedures.adjudicate import Family, Legal, Opinion, Repair
    from oathtools.procedures.machine.cost import Cost

_HEADS = {True: "Yes.", False: "No.", None: "It depends."}
_TOLD = 6


def labels(names: Names) -> Any:
    """What people see for an option of a kind of question."""

    def label_of(kind: str) -> "Label":
        own = labels_for(kind)
        return lambda option: own.get(option) or names.name(option)

    return label_of


# -- verdicts ------------------------------------------------------------------------------------------------------


def as_json(opinion: "Opinion", names: Names) -> dict[str, Any]:
    """A verdict for programs."""

    return {
        "legal": opinion.legal,
        "refusals": refusals_json(opinion.refusals, names),
        "depends": [
            {"on": spot(each.source, names), "clause": each.clause, "because": names.text(each.because)}
            for each in opinion.depends
        ],
        "repairs": [[names.text(change.says) for change in repair] for repair in opinion.repairs],
        "searched_all": opinion.searched_all,
        "cautions": refusals_json(opinion.cautions, names),
        "derivation": refusals_json(opinion.derivation, names),
        "rulings": [{"id": ruling, "reading": reading or None} for ruling, reading in opinion.rulings],
    }


def refusals_json(reasons: "Iterable[Refusal]", names: Names) -> list[dict[str, str]]:
    """Reasons for programs, in sentences that tell no more than the viewer may know."""
    return [
        {"clause": each.clause, "because": names.text(each.because), "source": spot(each.source, names)}
        for each in reasons
    ]


def spot(what: str, names: Names) -> str:
    """An id for programs; a card whose face the viewer may not know is named by where it lies (``@advisers.red:0``)."""
    state = names.state
    if what not in state.handles or what not in state.where:
        return what
    zone = state.where[what]
    return f"@{zone}:{state.zones[zone].index(what)}"


def as_text(opinion: "Opinion", names: Names, width: int = 60, *, explain: bool = False, taken: str = "") -> str:
    """A verdict for people: the answer first, then every reason, then what would mend it.

    ``taken``: how the words of the request were understood, where that is worth a line (``taken_as``).
    """
    lines = [_HEADS[opinion.legal], *([taken] if taken else [])]
    lines += [f"  {line}" for line in refusal_lines(opinion.refusals, names.text, width - 2)]
    if opinion.depends:
        if opinion.legal is False:
            lines.append("Besides, it would depend:")
        lines += [f"  {line}" for line in refusal_lines(map(_lawful, opinion.depends), names.text, width - 2)]
    lines += _repairs(opinion, names, width)
    if explain:
        lines += _derivation(opinion, names, width)
    for each in opinion.cautions:
        lines.append(fill(f"Caution: {names.text(each.because)} ({each.clause})", width, "", "    "))
    lines += _rulings(opinion, width)
    return "\n".join(lines)


def taken_as(request: str | None, typed: Iterable[str], names: Names, width: int) -> str:
    """A line that says how words were understood, where that is more or other than what was typed."""
    if request is None:
        return ""
    said = _words(" ".join(typed))
    told = names.text(request)
    if _words(told) <= said:
        return ""
    return fill(f"(Taken as: {told})", width, "", "    ")


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.casefold().replace("'", "")))


def _lawful(each: "Refusal") -> "Refusal":
    """What it turns on stands in the sentence; beside it stands the clause alone."""
    from oathtools.engine.rows import LAW

    return each._replace(source=LAW)


def _repairs(opinion: "Opinion", names: Names, width: int) -> Iterator[str]:
    if opinion.repairs:
        yield "It would be allowed if"
        for repair in opinion.repairs[:_TOLD]:
            yield fill(repair_text(repair, names), width, "  - ", "    ")
        if len(opinion.repairs) > _TOLD:
            yield f"  - (and {len(opinion.repairs) - _TOLD} other ways)"
    elif opinion.legal is False and not opinion.searched_all:
        yield fill("What would mend it was not found: the search was broken off.", width, "", "")
    if opinion.repairs and not opinion.searched_all:
        yield fill("The search was broken off: there may be other ways.", width, "  ", "  ")


def repair_text(repair: "Repair", names: Names) -> str:
    """The changes of a repair as one clause; a player who is its subject again is not named again."""
    said: list[str] = []
    before = ""
    for change in repair:
        subject, blank, rest = change.says.partition(" ")
        again = blank and subject == before and subject in names.state.players
        said.append(names.text(rest if again else change.says))
        before = subject
    return " and ".join(said)


def _derivation(opinion: "Opinion", names: Names, width: int) -> Iterator[str]:
    if opinion.derivation:
        yield "Because" if opinion.legal else "What holds"
    for each in opinion.derivation:
        said = capital(names.text(each.because)).rstrip(".")
        yield fill(f"{said} ({each.clause}).", width, "  ", "    ")


def _rulings(opinion: "Opinion", width: int) -> Iterator[str]:
    if not opinion.rulings:
        return
    from oathtools.law.rulings import Ruling, UnknownRuling, ruling

    for ruling_id, reading in opinion.rulings:
        try:
            found = ruling(ruling_id)
        except UnknownRuling:
            continue
        title = f"{found.id}, {found.title}" if isinstance(found, Ruling) else found.title
        side = f" ({reading})" if isinstance(found, Ruling) and len(found.readings) > 1 else ""
        yield fill(f"Ruling {title}{side}: oathtools rulings {found.id}", width, "", "    ")


# -- everything that may be done -----------------------------------------------------------------------------------


def legal_json(legal: "Legal", words_of: Any) -> dict[str, Any]:
    """What may be done, for programs; campaigns by families of declarations."""
    families = [{"words": legal.families[0].action, "defenders": [], "dice": [0, 0]}] if legal.families else []
    for family in legal.families:
        defender: dict[str, Any] = {
            "id": family.defender,
            "targets": [{"id": target, "dice": dice} for target, dice in family.targets],
            "must": list(family.must),
            "dice": [0, family.dice],
            "cost": cost_data(family.cost),
        }
        if family.dearer:
            defender["dearer"] = {target: cost_data(cost) for target, cost in family.dearer.items()}
        if family.by:
            defender["by"] = _by(family.by)
        if family.modifiers:
            defender["with"] = [_with(*each) for each in family.modifiers]
        families[0]["defenders"].append(defender)  # type: ignore[attr-defined]
        families[0]["dice"] = [0, max(each.dice for each in legal.families)]
    return {
        "actions": [
            {
                "words": words_of(each.action, each.given, each.modifiers),
                "cost": cost_data(each.cost),
                **({"by": _by(each.by)} if each.by else {}),
            }
            for each in legal.actions
        ],
        "families": families,
        "modifiers": [
            {"action": each.action, "with": _with(each.card, each.param), "cost": cost_data(each.cost)}
            for each in legal.modifiers
        ],
    }


def _by(powers: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """The powers that changed a number, for programs."""
    return [{"clause": clause, "power": card} for clause, card in powers]


def _with(card: str, param: str) -> str:
    return f"{card}@{param}" if param else card


def legal_text(legal: "Legal", names: Names, seat: str, width: int = 60) -> str:
    """What may be done, for people: a line for each kind of action, alike things together."""
    lines = [f"{names.seat(seat)} may:"]
    for (action, modifiers), group in groupby(legal.actions, key=lambda each: (each.action, each.modifiers)):
        said = menu_line(ACTIONS[action], list(group), names) if action in ACTIONS else labels_for(ACT)[action]
        using = [names.name(_with(*each)) for each in modifiers]
        lines.append(fill(said + (f"; with {listed(using)}" if using else ""), width, "  ", "      "))
    at = next((index for index, line in enumerate(lines) if line.startswith("  end")), len(lines))
    lines[at:at] = [fill(_family(family, names), width, "  ", "      ") for family in legal.families]
    if legal.modifiers:
        lines.append("Powers that may be used with it:")
        for action, usable in groupby(legal.modifiers, key=lambda each: each.action):
            powers = [f"{names.name(_with(each.card, each.param))}{price(each.cost, names)}" for each in usable]
            lines.append(fill(f"{ACTIONS[action].label or action}: {', '.join(powers)}", width, "  ", "      "))
    return "\n".join(lines)


def _besides(cost: "Cost | None", names: Names) -> str:
    return f", and {cost_text(cost, names)}" if cost else ""


def _family(family: "Family", names: Names) -> str:
    targets = ", ".join(
        f"{names.name(target)} ({dice}{_besides(family.dearer.get(target), names)})" for target, dice in family.targets
    )
    must = f"; {names.name(family.must[0])} must be among them" if family.must else ""
    using = f"; with {listed([names.name(_with(*each)) for each in family.modifiers])}" if family.modifiers else ""
    dice = "1 die" if family.dice == 1 else f"{family.dice} dice"
    says = ACTIONS[family.action].menu.partition("{")[0]
    head = f"{says}{names.name(family.defender)}, up to {dice}{price(family.cost, names)}"
    because = because_of(family.by, names).removeprefix(", ")
    changed = f"; costs and dice are so {because}" if because else ""
    return f"{head}; targets (defense dice): {targets}{must}{using}{changed}"
