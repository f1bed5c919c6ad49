"""A whole sentence as the requests and the answers it is made of, one after the other.

``muster Longbows twice and end`` · ``trade Elders for favor then travel Mine`` · ``search world, drew 3, Rangers to
advisers, rest discarded`` · ``travel Provinces 2, it is the Mine`` · ``campaign Bo, his site, 5 dice; defense -;
attack 3 swords; sacrifice``
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from oathtools.answerers.matching import Misread
from oathtools.answerers.requests import begins, is_name
from oathtools.answerers.words import AGREES
from oathtools.engine.decision import Decision, Form
from oathtools.kit.lazy import pattern
from oathtools.procedures.campaign.fight import ROLL_OF

_BETWEEN = pattern(rf"\s*(?:;|,?\s\bthen\b|,(?=\s\w+ (?:{'|'.join(AGREES)})\b))\s*", re.IGNORECASE)
_TIMES = {"twice": 2, "two times": 2, "thrice": 3, "three times": 3}
_AGAIN = pattern(rf"(.+?),? ({'|'.join(_TIMES)})", re.IGNORECASE)
_DREW = pattern(
    r"(?:^(?:i|we|he|she|they)\b|,)?\s*\b(?:drew|drawing|drawn|(?:(?<=,)|(?<=, )|(?<=^))draws?(?= \d))\b:?\s*",
    re.IGNORECASE,
)
_FACE = pattern(
    r"(?:(.+?)[,:]? )??(?:and )?(?:it'?s|(?:it|which|that) (?:is|was)|revealing) (?:the |a )?(.+)", re.IGNORECASE
)
_UNTOLD = pattern(
    r"(?:(.+?)[,:]? )??(?:and |but )?"
    r"(?:(?:nobody|no ?one) (?:tells|says)|\w+ (?:do not|does not|don'?t|doesn'?t|won'?t) (?:tell|say)|untold)"
    r"(?: (?:it|us|what|which)\b.*)?",
    re.IGNORECASE,
)
_REST = pattern(
    r"(?:and )?(?:the )?(?:rest|others?)(?: (?:are |is )?discarded)?|discard (?:the )?(?:rest|others)", re.IGNORECASE
)
_KEPT = r"(?:keep|play|discard|put|take)"
_KEEPS = rf"{_KEPT}s?\b"
_PLACED = pattern(rf"{_KEEPS}.*|.*\b(?:site|here|advisers?|vision|facedown|faceup)", re.IGNORECASE)
_COUNTED = pattern(r"\d+\b|(?:one|two|three|four|five) and\b", re.IGNORECASE)  # 2 and a Vision: what was drawn
_ROLLED = pattern(
    r"(?:the )?(defen[cs]e|attack)(?: (?:roll|dice))?:? "
    r"(?=\d|(?:an?|one|two|three|four|five|six|s|h|k) |(?:blank|nothing|swords?|shields?|skull)|[-x])(.+)",
    re.IGNORECASE,
)


# A line of the log: its number, what was done, the clauses it rests on. What came of it follows in the same sentence.
_LOGGED = pattern(r"\s*(?:\d+ {2,})?(?:! )?(.*\S)\s+\((?:\d+(?:\.\d+)*|[A-Z]+-\d+)[,;)].*", re.DOTALL)
_CAME = pattern(r",? (?:and )?(?:spends|places|gains|draws|reveals|takes|gets|refreshes) (?=\d|an? |[A-Z])")
_SENTENCE = 3  # words of the shortest one: Ann travels home


class Rolled(NamedTuple):
    """What fell, and in which roll of a campaign."""

    kind: str
    words: str


def rolled(text: str) -> Rolled | None:
    """``defense 2 shields and a double``: what fell in a roll, if that is what is said."""
    found = _ROLLED.fullmatch(text.strip())
    if found is None:
        return None
    die = "attack" if found[1].casefold() == "attack" else "defense"
    return Rolled(ROLL_OF[die], found[2])


def one_by_one(line: str | Sequence[str], decision: Decision | None) -> list[str]:
    """The requests and answers of a line. What is written down as it stands (moves, promises) stays whole."""
    text = without_outcome(line if isinstance(line, str) else _typed(line))
    if text.lstrip().casefold().startswith("declare") or (decision is not None and decision.form is Form.NOTE):
        return [text]
    parts = [each for part in _parted(text) for each in _repeated(part)]
    return parts or [text]


def without_outcome(text: str, *, whole: bool = False) -> str:
    """A line as the log prints it without its number and clauses, and without what came of it; others as they are.

    ``P0 travels to Plains and spends 2 Supply. (5.6.1)``: ``P0 travels to Plains``. ``whole``: what came of it, too.
    """
    logged = _LOGGED.fullmatch(text)
    if logged is None:
        return text.strip().removesuffix(".") if whole else text
    sentence = logged[1].removesuffix(".")
    came = None if whole else _CAME.search(sentence)
    return sentence[: came.start()] if came and len(sentence[: came.start()].split()) >= _SENTENCE else sentence


def _typed(words: Sequence[str]) -> str:
    """Words as they are typed at a prompt; a whole line in quotation marks is the line."""
    return words[0] if len(words) == 1 else " ".join(f'"{word}"' if " " in word else word for word in words)


def _parted(text: str) -> Iterator[str]:
    """Between requests stands a semicolon, *then*, or *and* before one; a comma before *Bo agrees*.

    Not within quotation marks.
    """
    begun = ""
    for part in _BETWEEN.split(text):
        begun = f"{begun}; {part}" if begun else part
        if begun.count('"') % 2 == 0:
            if begun.strip():
                yield from _joined(begun.strip())
            begun = ""
    if begun:
        yield begun


def _joined(part: str) -> list[str]:
    """Requests between which *and* stands; a comma where the next one tells what somebody does: *travels*."""
    for joint in re.finditer(r"(,? and |, )(?=((\w+).*))", part):
        tells = "and" in joint[1] or (joint[3].endswith("s") and not re.match(_KEPT, joint[3], re.IGNORECASE))
        if tells and '"' not in part and begins(joint[2]) and not _REST.fullmatch(joint[2]):
            return [part[: joint.start()], *_joined(joint[2])]
    return [part]


def _repeated(part: str) -> Iterator[str]:
    again = _AGAIN.fullmatch(part)
    for _ in range(_TIMES[again[2].casefold()] if again else 1):
        for each in _faced(again[1] if again else part):
            yield from _searched(each)


def _faced(part: str) -> list[str]:
    """A request, and the face of what it turns up: ``recover the relic, it is the Ivory Eye``, ``nobody tells``."""
    if secret := _UNTOLD.fullmatch(part):
        return [each for each in (secret[1], "-") if each]
    faced = _FACE.fullmatch(part)
    return [each for each in faced.groups() if each] if faced and is_name(faced[2]) else [part]


def _searched(part: str) -> Iterator[str]:
    """A search with what was drawn, what is kept, and where it goes; the rest is discarded in any case (5.1.3)."""
    drew = _DREW.search(part)
    if drew is None:
        yield part
        return
    if drew.start():
        yield part[: drew.start()]
    drawn = [each.strip() for each in part[drew.end() :].split(",") if each.strip()]
    kept = [each for each in drawn if _PLACED.fullmatch(each) and not _COUNTED.match(each)]
    if len(kept) > 1:
        raise Misread(f"{' and '.join(kept)}: one of the cards drawn is kept", "One thing at a time")
    yield ", ".join(each for each in drawn if each not in kept and not _REST.fullmatch(each))
    yield from (each if re.match(_KEEPS, each, re.IGNORECASE) else f"play {each}" for each in kept)
