"""Verdicts and what may be done, as text and as JSON (docs/formats.md, "Verdicts"). No rule is decided here."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from oathtools.render.game.action import FREE_TEXT, cost_data, cost_text, refusal_lines
from oathtools.render.game.prompts import LABELS
from oathtools.render.names import Names
from oathtools.text import capital, fill, listed

if TYPE_CHECKING:
    from oathtools.answerers.words import Label
    from oathtools.engine.rows import Refusal
    from oathtools.procedures.adjudicate import Family, Legal, Offer, Opinion, Repair
    from oathtools.procedures.machine.cost import Cost

_HEADS = {True: "Yes.", False: "No.", None: "It depends."}
_TOLD = 6


def labels(names: Names) -> Any:
    """What people see for an option of a kind of question."""

    def label_of(kind: str) -> "Label":
        own = LABELS.get(kind, {})
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
    families = [{"words": "campaign", "defenders": [], "dice": [0, 0]}] if legal.families else []
    for family in legal.families:
        defender: dict[str, Any] = {
            "id": family.defender,
            "targets": [{"id": target, "dice": dice} for target, dice in family.targets],
            "must": list(family.must),
            "dice": [0, family.dice],
        }
        if family.modifiers:
            defender["with"] = [_with(*each) for each in family.modifiers]
        families[0]["defenders"].append(defender)  # type: ignore[attr-defined]
        families[0]["dice"] = [0, max(each.dice for each in legal.families)]
    return {
        "actions": [
            {"words": words_of(each.action, each.given, each.modifiers), "cost": cost_data(each.cost)}
            for each in legal.actions
        ],
        "families": families,
        "modifiers": [
            {"action": each.action, "with": _with(each.card, each.param), "cost": cost_data(each.cost)}
            for each in legal.modifiers
        ],
    }


def _with(card: str, param: str) -> str:
    return f"{card}@{param}" if param else card


def legal_text(legal: "Legal", names: Names, seat: str, width: int = 60) -> str:
    """What may be done, for people: a line for each kind of action, alike things together."""
    lines = [f"{names.seat(seat)} may:"]
    for (action, modifiers), group in groupby(legal.actions, key=lambda each: (each.action, each.modifiers)):
        said = _TELLERS.get(action, _plainly)(list(group), names)
        using = [names.name(_with(*each)) for each in modifiers]
        lines.append(fill(said + (f"; with {listed(using)}" if using else ""), width, "  ", "      "))
    at = next((index for index, line in enumerate(lines) if line.startswith("  end")), len(lines))
    lines[at:at] = [fill(_campaign(family, names), width, "  ", "      ") for family in legal.families]
    if legal.modifiers:
        lines.append("Powers that may be used with it:")
        for action, usable in groupby(legal.modifiers, key=lambda each: each.action):
            powers = [f"{names.name(_with(each.card, each.param))}{_price(each.cost, names)}" for each in usable]
            lines.append(fill(f"{_ACTIONS.get(action, action)}: {', '.join(powers)}", width, "  ", "      "))
    return "\n".join(lines)


_ACTIONS = {"play": "facedown advisers"}


def _price(cost: "Cost", names: Names) -> str:
    text = cost_text(cost, names)
    return "" if text == FREE_TEXT else f" [{text}]"


def _priced(offers: Iterable[tuple[str, "Offer"]], names: Names, last: str = ",") -> str:
    """Things with their costs, alike costs told once: ``Plains, Mine [2 Supply]; Steppe [1 Supply]``."""
    by_price: dict[str, list[str]] = {}
    for said, offer in offers:
        by_price.setdefault(_price(offer.cost, names), []).append(said)
    return "; ".join(f"{f'{last} '.join(said)}{price}" for price, said in by_price.items())


def _travel(offers: list["Offer"], names: Names) -> str:
    other = offers[0].left_to
    if other is not None:
        return f"travel to a site that {names.seat(other)} picks"
    return f"travel to {_priced(((names.name(each.given['to']), each) for each in offers), names)}"


def _search(offers: list["Offer"], names: Names) -> str:
    own = LABELS["search.source"]
    sources = ((own.get(each.given["source"]) or names.name(each.given["source"]), each) for each in offers)
    return f"search {_priced(sources, names)}"


def _muster(offers: list["Offer"], names: Names) -> str:
    return f"muster from {_priced(((names.name(each.given['card']), each) for each in offers), names)}"


def _trade(offers: list["Offer"], names: Names) -> str:
    parts = []
    for what in ("favor", "secrets"):
        some = [(names.name(each.given["card"]), each) for each in offers if each.given["for"] == what]
        if some:
            parts.append(f"for {what} with {_priced(some, names)}")
    return f"trade {'; '.join(parts)}"


def _recover(offers: list["Offer"], names: Names) -> str:
    parts = []
    for target, group in groupby(offers, key=lambda each: each.given["target"]):
        some = list(group)
        said = names.name(target)
        if len(some) > 1:
            paid = [int(each.given["pay"]) for each in some]
            parts.append(f"{said} for {min(paid)} to {max(paid)}{_price(_supply(some[0].cost), names)}")
        else:
            parts.append(f"{said}{_price(some[0].cost, names)}")
    return f"recover {'; '.join(parts)}"


def _supply(cost: "Cost") -> "Cost":
    return cost._replace(items=tuple(item for item in cost.items if item.what == "supply"))


def _play(offers: list["Offer"], names: Names) -> str:
    if any(each.left_to for each in offers):
        return "play or discard a facedown adviser: --as NAME says which, and where"
    own = LABELS["play.to"]
    parts = []
    for card, group in groupby(offers, key=lambda each: each.given["card"]):
        ways = [(own.get(each.given["to"]) or f"to {names.name(each.given['to'])}", each) for each in group]
        parts.append(f"{names.name(card)}: {_priced(ways, names)}")
    return f"play or discard {'; '.join(parts)}"


def _power(offers: list["Offer"], names: Names) -> str:
    return f"use the power of {_priced(((names.name(each.given['card']), each) for each in offers), names)}"


def _declare(offers: list["Offer"], names: Names) -> str:
    cards = _priced(((names.name(each.given["card"]), each) for each in offers), names)
    return f"declare what a power does that is not coded yet: {cards}"


def _peek(offers: list["Offer"], names: Names) -> str:
    return f"peek at {listed([names.name(each.given['what']) for each in offers])}"


def _move(offers: list["Offer"], names: Names) -> str:
    parts = []
    for to, group in groupby(offers, key=lambda each: each.given["to"]):
        parts.append(f"{_range([each.given['number'] for each in group], 'warband')} to the {to}")
    return f"move {'; '.join(parts)}"


def _share(offers: list["Offer"], names: Names) -> str:
    verb, link = ("give", "to") if offers[0].action == "give-warbands" else ("ask for", "from")
    parts = []
    for other, group in groupby(offers, key=lambda each: each.given["other"]):
        parts.append(
            f"{_range([each.given['number'] for each in group], 'Imperial warband')} {link} {names.name(other)}"
        )
    return f"{verb} {'; '.join(parts)}"


def _range(numbers: list[str], what: str) -> str:
    most = max(map(int, numbers))
    return f"1 {what}" if most == 1 else f"1 to {most} {what}s"


def _offer(offers: list["Offer"], names: Names) -> str:
    others = list(dict.fromkeys(names.name(each.given["other"]) for each in offers))
    relics = list(dict.fromkeys(names.name(each.given["relic"]) for each in offers))
    return f"offer Citizenship to {', '.join(others)}, with {listed(relics, 'or')}"


def _exile(offers: list["Offer"], names: Names) -> str:
    return f"exile {_priced(((names.name(each.given['other']), each) for each in offers), names)}"


def _leave(offers: list["Offer"], names: Names) -> str:
    return f"leave the Empire{_price(offers[0].cost, names)}"


def _plainly(offers: list["Offer"], names: Names) -> str:
    said = [" ".join([each.action, *(names.name(str(value)) for value in each.given.values())]) for each in offers]
    return _priced(zip(said, offers, strict=True), names)


def _end(offers: list["Offer"], names: Names) -> str:
    return "end the Act Phase"


_TELLERS = {
    "travel": _travel,
    "search": _search,
    "muster": _muster,
    "trade": _trade,
    "recover": _recover,
    "play": _play,
    "power": _power,
    "declare": _declare,
    "peek": _peek,
    "move-warbands": _move,
    "give-warbands": _share,
    "take-warbands": _share,
    "offer": _offer,
    "exile": _exile,
    "self-exile": _leave,
    "end": _end,
}


def _campaign(family: "Family", names: Names) -> str:
    targets = ", ".join(f"{names.name(target)} ({dice})" for target, dice in family.targets)
    must = f"; {names.name(family.must[0])} must be among them" if family.must else ""
    using = f"; with {listed([names.name(_with(*each)) for each in family.modifiers])}" if family.modifiers else ""
    dice = "1 die" if family.dice == 1 else f"{family.dice} dice"
    head = f"campaign against {names.name(family.defender)}, up to {dice} [2 Supply]"
    return f"{head}; targets (defense dice): {targets}{must}{using}"
