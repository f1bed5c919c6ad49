"""The grammar of requests (docs/formats.md): a line of words as an action, what it says of its fields, its modifiers.

The same lines serve ``answer``, answers files, ``why`` and the ``then:`` of positions.
"""

import shlex
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.lines import Line
from oathtools.answerers.words import Misread, key, meant
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.turn.loop import ACTIONS
from oathtools.table.state import REGION_OF_SLOT

# The words that begin a request, and the actions they mean; each of the others is its own.
_OTHER = {"discard": "play", "pass": "end", "end": "end", "use": "power"}
VERBS = {**{name: name for name in ACTIONS}, **_OTHER}

_TAKES = {
    "trade": ("--for",),
    "recover": ("--pay",),
    "campaign": ("--target", "--dice", "--plan"),
    "play": ("--facedown",),
    "offer": ("--relic", "--give", "--take"),
}


# Flags that say one thing: said twice, one of the two would be swallowed.
_ONCE = ("--for", "--pay", "--dice", "--relic")
# Words between a verb and what it is about, and within a request, that say no more than the request itself.
_LINKS = {
    "travel": ("to",),
    "muster": ("from", "on", "with"),
    "trade": ("with",),
    "campaign": ("against",),
    "peek": ("at",),
    "offer": ("to",),
    "use": ("the",),
}
_BEFORE_PLACE = ("as", "an", "to", "the", "at", "my")
_BESIDE_NUMBER = ("warband", "warbands", "to", "from", "the")
_MY_TURN = {"my", "the", "turn", "act", "phase"}
_NO_SITES = (ADVISER, FACEDOWN, VISION, DISCARD)


class Said(NamedTuple):
    """A request as it was said: the action, the words for each field, the modifiers and the battle plans to be used."""

    action: str
    fields: dict[str, str]
    modifiers: list[str]
    plans: list[str]
    flags: dict[str, list[str]]


def flags_of(verb: str) -> tuple[str, ...]:
    """The flags that a request takes, by the word it begins with."""
    return (*_TAKES.get(verb, ()), *(("--with",) if VERBS.get(verb) in ACTIONS else ()))


def request_of(line: Line, *, forgiving: bool = False) -> Said | None:
    """The request that a line makes, or None if it does not begin with a verb. Raises ``Misread``.

    ``forgiving``: a misspelt verb is one, too, where words follow it.
    """
    if not line.words:
        return None
    verb, rest = line.words[0].casefold(), line.words[1:]
    if "--facedown" in line.flags and verb not in VERBS:
        verb, rest = "play", line.words  # nothing else is laid facedown
    if verb not in VERBS and forgiving and len(line.words) > 1 and len(verb) > 3:
        verb = meant(verb, list(VERBS), str) or verb
    if verb not in VERBS:
        return None
    allowed = flags_of(verb)
    strange = next((flag for flag in line.flags if flag not in allowed), None)
    if strange:
        hint = f"Flags of {verb}: {', '.join(allowed)}" if allowed else f"{verb} takes no flags"
        raise Misread(f"{strange} says nothing of {verb}", hint)
    twice = next((flag for flag in _ONCE if len(line.flags.get(flag, ())) > 1), None)
    if twice:
        raise Misread(f"{twice} is said twice: {' and '.join(line.flags[twice])}", "Say it once.")
    fields = _fields(verb, _bare(verb, rest), line.flags)
    return Said(VERBS[verb], fields, line.flags.get("--with", []), line.flags.get("--plan", []), line.flags)


def _bare(verb: str, rest: list[str]) -> list[str]:
    """The words after a verb without the one that links them to it, where others follow: travel *to* Plains."""
    return rest[1:] if len(rest) > 1 and rest[0].casefold() in _LINKS.get(verb, ()) else rest


# -- the words for each field --------------------------------------------------------------------------------------


def _fields(verb: str, rest: list[str], flags: dict[str, list[str]]) -> dict[str, str]:
    """The words for each field of an action, as the grammar has them."""
    action = VERBS[verb]
    special = {
        "discard": _discard_fields,
        "play": _play_fields,
        "peek": _peek_fields,
        "recover": _recover_fields,
        "campaign": _campaign_fields,
        "move-warbands": _number_and("to"),
        "give-warbands": _number_and("other"),
        "take-warbands": _number_and("other"),
    }
    if verb in special:
        fields = special[verb](rest, flags)
    else:
        if action not in ACTIONS:
            if not {key(word) for word in rest} <= _MY_TURN:
                raise Misread(f"{verb} takes no words after it")
            rest = []
        fields = {ACTIONS[action].fields[0].name: " ".join(rest)} if rest else {}
    for flag, field in (("--for", "for"), ("--pay", "pay"), ("--give", "give"), ("--take", "take")):
        if flag in flags:
            fields[field] = ",".join(flags[flag])
    if "--relic" in flags:
        relic = flags["--relic"][0]
        fields["relic"] = f"reliquary-{relic}" if relic.isdigit() else relic
    return fields


def _discard_fields(rest: list[str], _flags: Any) -> dict[str, str]:
    """``CARD [PILE]``: which pile it is follows from where the pawn is (10.5)."""
    if len(rest) > 1 and rest[-1].casefold() in REGION_OF_SLOT:
        return {"card": " ".join(rest[:-1]), "to": "discard", "pile": rest[-1].casefold()}
    return {**({"card": " ".join(rest)} if rest else {}), "to": "discard"}


def _play_fields(words: list[str], flags: dict[str, list[str]]) -> dict[str, str]:
    """``CARD site [SITE] | CARD adviser [--facedown] | CARD vision``; the card may be left out where one is in hand."""
    for index in range(len(words) - 1, -1, -1):
        word = words[index].casefold()
        if word in ("site", "adviser", "advisers", "vision"):
            before = words[:index]
            while before and before[-1].casefold() in _BEFORE_PLACE:
                before.pop()
            card, after = " ".join(before), " ".join(words[index + 1 :])
            fields = {"card": card} if card else {}
            if word == "site":
                if "--facedown" in flags:
                    raise Misread("no card is played facedown to a site", "play CARD adviser --facedown")
                return {**fields, "to": after or "site"}
            hidden = word.startswith("adviser") and after.casefold() == "facedown"
            if after and not hidden:
                if word == "vision":
                    continue  # Vision of Faith: a part of the card's name
                raise Misread(f"{after!r} says nothing here", f"play CARD {word}")
            if word == "vision":
                return {**fields, "to": "vision"}
            return {**fields, "to": "adviser-facedown" if hidden or "--facedown" in flags else "adviser"}
    fields = {"card": " ".join(words)} if words else {}
    return {**fields, "to": "adviser-facedown"} if "--facedown" in flags else fields


def _peek_fields(rest: list[str], _flags: Any) -> dict[str, str]:
    """``relic [N] | site-relic [N] | reliquary [N]``; without a number the first that may be seen."""
    if not rest:
        return {}
    what = {"relic": "relic", "site-relic": "relic", "reliquary": "reliquary"}.get(rest[0].casefold(), rest[0])
    return {"what": "-".join([what, *rest[1:]])}


def _recover_fields(rest: list[str], _flags: Any) -> dict[str, str]:
    """``relic [N] | peoples-favor | darkest-secret``."""
    if rest and rest[0].casefold() == "relic" and (len(rest) < 2 or rest[1].isdigit()):
        if len(rest) > 2:
            raise Misread(f"{' '.join(rest[2:])!r} says nothing here", f"recover relic {rest[1]}")
        return {"target": "-".join(["relic", *(rest[1:] or ["1"])])}
    return {"target": " ".join(rest)} if rest else {}


def _campaign_fields(rest: list[str], flags: dict[str, list[str]]) -> dict[str, str]:
    """``NAME|bandits --target site:S --target relic:R --target banner:B --target pawn [--dice N]``."""
    fields = {"defender": " ".join(rest)} if rest else {}
    if "--target" in flags:
        fields["targets"] = ",".join(map(_target, flags["--target"]))
    if "--dice" in flags:
        fields["dice"] = flags["--dice"][0]
    return fields


def _target(said: str) -> str:
    """``Plains``, or with its kind before it: ``site:Plains``. Raises ``Misread`` for one of another kind."""
    kind, colon, name = said.partition(":")
    if not colon or kind.casefold() not in ("site", "relic", "banner"):
        return said
    try:
        found = catalog.match(name).id
    except LookupError:
        return name
    if found.partition(".")[0] != kind.casefold():
        raise Misread(f"{catalog.name_of(found)} is no {kind.casefold()}", f"--target {shlex.quote(name)}")
    return name


def _number_and(field: str) -> Any:
    """``N WORDS``, or the other way round."""

    def fields(rest: list[str], _flags: Any) -> dict[str, str]:
        number = next((word for word in rest if word.isdigit()), None)
        others = [word for word in rest if word is not number and word.casefold() not in _BESIDE_NUMBER]
        return {**({"number": number} if number else {}), **({field: " ".join(others)} if others else {})}

    return fields
