"""Requests in the words of the grammar, in ids: what ``answer`` and ``why`` take."""

from collections.abc import Iterable
from typing import Any

from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.adjudicate import Request
from oathtools.procedures.campaign.declaration import CAMPAIGN


def spoken(request: Request) -> str:
    """A request as it was understood, whole or not, with the faces that unknown cards are said to have."""
    faces = request.faces
    told = {name: faces.get(each, each) if isinstance(each, str) else each for name, each in request.given.items()}
    if request.action == CAMPAIGN.name:
        words = [request.action, *(told[name] for name in ("defender",) if name in told)]
        words += [word for target in told.get("targets", ()) for word in ("--target", target)]
        words += ["--dice", str(told["dice"])] if "dice" in told else []
        return " ".join([*words, *(word for plan in request.plans for word in ("--plan", plan))])
    try:
        return words_of(request.action, told, request.modifiers)
    except KeyError:
        return " ".join((request.action, *map(str, told.values())))


def words_of(action: str, fields: dict[str, Any], modifiers: Iterable[tuple[str, str]] = ()) -> str:
    """A request in the words of the grammar, in ids: what ``answer`` and ``why`` take."""
    told = dict(fields)
    line = [action]
    if action == "play" and told.get("to") == DISCARD:
        line = ["discard", told["card"]]
    elif action == "play" and told:
        line += [told["card"], *_PLACE_WORDS.get(told["to"], ("site", told["to"]))]
    elif action == "trade" and told:
        line += [told["card"], *(("--for", told["for"]) if "for" in told else ())]
    elif action == "recover" and told:
        relic = told["target"].startswith("relic-")
        line += (
            ["relic", told["target"][6:]]
            if relic
            else [told["target"], *(("--pay", told["pay"]) if "pay" in told else ())]
        )
    elif action == "peek" and told:
        line += told["what"].split("-") if told["what"].startswith("reliquary") else [told["what"]]
    elif action in ("move-warbands", "give-warbands", "take-warbands") and told:
        line += [told["number"], told.get("to") or told["other"]]
    elif action == "declare" and told:
        line += [told["card"], *((told["moves"],) if told.get("moves", "nothing") != "nothing" else ())]
    elif action == "offer" and told:
        line += [told["other"], "--relic", told["relic"].removeprefix("reliquary-")]
    elif action != "self-exile":
        line += map(str, told.values())
    for card, param in modifiers:
        line += ["--with", f"{card}@{param}" if param else card]
    return " ".join(line)


_PLACE_WORDS: dict[str, tuple[str, ...]] = {
    ADVISER: ("adviser",),
    FACEDOWN: ("adviser", "--facedown"),
    VISION: ("vision",),
}
