"""The words behind the verb of a request, shared out among the fields of its action: each way to say it is a function.

It takes the verb, the words that follow it, and the flags, and returns the words for each field by its name; an action
names its own (``Action.shares``). What they mean is for ``answerers/values``. Words that can say nothing there raise
``Misread``.
"""

import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from oathtools import catalog
from oathtools.kit.lazy import pattern
from oathtools.kit.text import NUMBER_WORDS
from oathtools.procedures.machine.request import Misread
from oathtools.table.state import REGION_OF_SLOT

if TYPE_CHECKING:
    from oathtools.procedures.actions.record import Action

Flags = dict[str, list[str]]
Fields = dict[str, str]
Share = Callable[[str, str, Flags], Fields]

COUNTS = NUMBER_WORDS
NONE, ALL = ("none", "nothing", "zero", "no"), ("all", "max", "everything", "every")
# What a number looks like in words.
NUMBER = "|".join((rf"all but (?:\d+|{'|'.join(COUNTS)})", r"\d+", *COUNTS, *NONE, *ALL))
_LINK = pattern(r"^(?:(?:(?:over|back) )?to|for|against|at|from|on|with|of)\s+(?=\S)", re.IGNORECASE)


def _bare(words: str) -> str:
    """Words without the one that links them to what stands before: *to* Plains."""
    return _LINK.sub("", words.strip(" ,"))


def only(name: str) -> Share:
    """All the words are for one field."""
    return lambda verb, rest, flags: {name: _bare(rest)} if rest else {}


def as_in_the_menu(action: "Action") -> Share:
    """Words as the menu of the action has them (``ship {number} to {to}``); without its links all are for one field."""
    _, *parts = re.split(r"\{(\w+)\}", re.sub(r"[][]", "", action.menu))
    links = [re.escape(link.strip(" :,")) for link in parts[1:-1:2]]
    groups = [f"(?P<{name}>.*?)" for name in parts[::2]]
    form = "".join(f"{group}\\b{link}\\b" for group, link in zip(groups, links, strict=False))
    alone, units = only(action.fields[0].name), {field.name: field.unit or "piece" for field in action.fields}

    def share(verb: str, rest: str, flags: Flags) -> Fields:
        found = re.fullmatch(f"{form}{groups[-1]}", rest, re.IGNORECASE) if all(links) and links else None
        if found is None:
            return alone(verb, rest, flags)
        phrases = {name: re.sub(rf" {units[name]}s?$", "", words.strip()) for name, words in found.groupdict().items()}
        return {name: words for name, words in phrases.items() if words}

    return share


def nothing(verb: str, rest: str, flags: Flags) -> Fields:
    """No words that say anything."""
    if not {word.casefold() for word in rest.split()} <= _MY_TURN:
        raise Misread(f"{verb} takes no words after it")
    return {}


_MY_TURN = {"my", "his", "her", "their", "the", "turn", "act", "phase", "here"}


def exchanged(verb: str, rest: str, flags: Flags) -> Fields:
    """``CARD for favor|secrets``, in any order; what is given for it may be said, too."""
    fields = {}
    found = _FOR.search(rest) or _LAST.search(rest) or (_GOT.match(rest) if verb in ("get", "buy") else None)
    if found is not None:
        fields["for"] = "favor" if found[1].casefold().startswith("fav") else "secrets"
        rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    given = _GIVEN.sub("", rest.strip()) if found is not None else rest
    card = _bare(given)
    return fields | ({"card": card} if card else {})


_FOR = pattern(r"\bfor (?:an? |some |\d+ )?(favou?r|secrets?)\b", re.IGNORECASE)
_LAST = pattern(r"(?<=\w),? (?:an? )?(favou?r|secrets?)$", re.IGNORECASE)
_GOT = pattern(r"(?:an? |some |one |\d+ )?(favou?r|secrets?)\b", re.IGNORECASE)
_GIVEN = pattern(r"^(?:an? |some |\d+ )?(?:favou?r|secrets?)(?=\s|$)", re.IGNORECASE)


def priced(verb: str, rest: str, flags: Flags) -> Fields:
    """``relic [N] | BANNER [for N]``."""
    priced = _PRICE.fullmatch(rest)
    target = priced[1] if priced else rest
    return ({"target": target} if target else {}) | ({"pay": priced[2]} if priced else {})


_PRICE = pattern(rf"(.+?)(?:\s*,\s*|\s+(?:for|with|paying|pay)\s+)({NUMBER})(?: (?:favou?r|secrets?))?", re.IGNORECASE)


def against(verb: str, rest: str, flags: Flags) -> Fields:
    """``NAME, TARGETS, N dice, PLANS`` in people's words, or with flags."""
    fields: Fields = {}
    dice = _DICE.search(rest)
    if dice is not None and "--dice" not in flags:
        fields["dice"] = next(filter(None, dice.groups()))
        rest = f"{rest[: dice.start()]},{rest[dice.end() :]}"
    parted = _DEFENDER.match(rest)
    defender, others = (rest[: parted.start(1)], _FOR_WHAT.sub("", parted[2])) if parted else (rest, "")
    named = [each.strip() for each in [others, *map(target_word, flags.get("--target", ()))]]
    targets = ",".join(filter(None, (each.strip(" ,") for each in named)))
    defender = _bare(defender)
    return fields | ({"defender": defender} if defender else {}) | ({"targets": targets} if targets else {})


_DICE = pattern(
    rf",?\s*(?:\b(?:and|with|rolling)\s+)?(?:\b((?:all )?(?:{NUMBER}))(?: attack| of (?:the|my))? (?:dice|die)\b"
    rf"|\bdice ({NUMBER})\b|\b(all but \w+)$|(?<=with )({NUMBER})$)",
    re.IGNORECASE,
)
_DEFENDER = pattern(r".+?(\s*[,:]\s*|\s+(?:for|at|over|on|targeting)\s+|\s+(?=here\b))(.*)", re.IGNORECASE)

_FOR_WHAT = pattern(r"^(?:targeting|targets?|for|with|just|only)\s+", re.IGNORECASE)


def target_word(words: str) -> str:
    """``Plains``, or with its kind before it: ``site:Plains``. Raises ``Misread`` for one of another kind."""
    kind, colon, name = words.partition(":")
    if not colon or kind.casefold() not in ("site", "relic", "banner"):
        return words
    try:
        found = catalog.match(name).id
    except LookupError:
        return name
    if found.partition(".")[0] != kind.casefold():
        raise Misread(f"{catalog.name_of(found)} is no {kind.casefold()}", f"--target {shlex.quote(name)}")
    return name


def laid(verb: str, rest: str, flags: Flags) -> Fields:
    """``CARD site [SITE] | CARD adviser [facedown] | CARD vision``; the card may be left out where one is in hand."""
    if verb == "discard":
        return _discard(rest)
    hidden = "--facedown" in flags
    if ":" in rest:  # as a menu says it
        card, _, to = rest.partition(":")
        return {"card": card.strip(), "to": _bare(to)}
    words = rest.split()
    for index in range(len(words) - 1, -1, -1):
        place = _PLACES.get(words[index].casefold())
        if place is None:
            continue
        card, after = _before_place(words[:index]), " ".join(words[index + 1 :])
        if card.casefold() in ("faceup", "facedown"):
            place, card = _PLACES[card.casefold()], ""
        if (facing := _FACING.fullmatch(card)) is not None and place == "adviser":
            place = "adviser" if facing[2].casefold() == "faceup" else "adviser-facedown"
            card = _before_place(facing[1].split())
        if words[index].casefold() == "faceup":
            place = faced_up(card)
        if place == "site" and hidden:
            raise Misread("no card is played facedown to a site", "play CARD adviser --facedown")
        if after and place == "vision":
            continue  # Vision of Faith: a part of the card's name
        if after and place != "site":
            raise Misread(f"{after!r} says nothing here", f"play CARD {words[index]}")
        to = after or place if place == "site" else "adviser-facedown" if hidden and place == "adviser" else place
        return _the_card(card) | {"to": to}
    if (there := _TO_SITE.fullmatch(rest)) is not None and _is_site(there[2]):
        return _the_card(there[1]) | {"to": there[2]}
    to = "adviser-facedown" if hidden else faced_up(rest) if verb in ("reveal", "flip", "turn") else ""
    return _the_card(rest) | ({"to": to} if to else {})


def faced_up(card: str) -> str:
    """Where a card goes that is played faceup: a Vision to its space (5.1.4.3, 5.1.4.4), others among the advisers."""
    with suppress(LookupError):
        found = catalog.match(card)
        return "vision" if found.exact and found.id.startswith("vision.") else "adviser"
    return "adviser"


_TO_SITE = pattern(r"(.+) (?:to|at|on|onto|in|into) (?:the )?(.+)", re.IGNORECASE)


def _is_site(words: str) -> bool:
    """Is it what a site is called? Cards have such words in their names: Key to the City."""
    return any(words.casefold() == site.name.casefold().removeprefix("the ") for site in catalog.cards("site"))


def _the_card(words: str) -> Fields:
    """The card that is named; *it* is the one in hand."""
    return {} if words.casefold() in ("", "it", "this", "the card", "this card") else {"card": words}


_PLACES = {
    "site": "site",
    "here": "site",
    "adviser": "adviser",
    "advisers": "adviser",
    "faceup": "adviser",
    "facedown": "adviser-facedown",
    "vision": "vision",
}
_FACING = pattern(r"(.+) (faceup|facedown|hidden|secret)", re.IGNORECASE)
_BEFORE_PLACE = ("as", "a", "an", "to", "the", "at", "my", "on", "in", "onto", "into", "adviser", "advisers")


def _before_place(words: list[str]) -> str:
    """The card before the words for its place; one of one's facedown advisers may be called so."""
    while words and words[-1].casefold() in _BEFORE_PLACE and " ".join(words[-2:]).casefold() != "facedown adviser":
        words = words[:-1]
    return " ".join(words)


def _discard(rest: str) -> Fields:
    """``CARD [PILE]``: which pile it is follows from where the pawn is (10.5)."""
    card, _, pile = rest.rpartition(" ")
    if card and pile.casefold() in REGION_OF_SLOT:
        return {"card": card, "to": "discard", "pile": pile.casefold()}
    return _the_card(rest) | {"to": "discard"}


def moved(verb: str, rest: str, flags: Flags) -> Fields:
    """``N [warbands] to the site|board``, or from where."""
    number, others = _counted(rest)
    away, to = _AWAY.search(others), _TOWARD.search(others)
    if away is not None:
        others = _AWAY.sub(" ", others)
        there = "site" if away[1].casefold() == "board" else "board"
    elif to is not None:
        others = _TOWARD.sub(" ", others)
        there = "board" if to[1].casefold() == "board" else "site"
    else:
        there = ""
    others = " ".join(others.split())
    return number | ({"to": others or there} if others or there else {})


_AWAY = pattern(r"\b(?:from|off)(?: of)? (?:the |my |his |her |their |this )?(site|here|board)\b", re.IGNORECASE)
_TOWARD = pattern(
    r"(?:\b(?:on|in|at|back|onto) )?(?:\bto )?(?:\bthe |\bmy |\bhis |\bher |\btheir |\bthis )?\b(site|here|board)\b",
    re.IGNORECASE,
)


def handed(verb: str, rest: str, flags: Flags) -> Fields:
    """``N [warbands] to|from NAME``, in any order."""
    number, others = _counted(rest)
    other = " ".join(word for word in others.split() if word.casefold() not in ("to", "from"))
    return number | ({"other": other} if other else {})


def _counted(rest: str) -> tuple[Fields, str]:
    """The number among some words, and the others without those that say no more than it does."""
    found = re.search(rf"\b({NUMBER}|an?)\b", rest, re.IGNORECASE)
    others = f"{rest[: found.start()]} {rest[found.end() :]}" if found else rest
    return {"number": found[1]} if found else {}, _WARBANDS.sub(" ", others)


_WARBANDS = pattern(r"\b(?:of|(?:imperial |my )?warbands?)\b", re.IGNORECASE)


def offered(verb: str, rest: str, flags: Flags) -> Fields:
    """``[Citizenship to] NAME [with relic N] [and what is given besides] [for what is taken]``."""
    terms = {}
    for flag, term in (("take", _TAKEN), ("give", _BESIDES)):
        if (found := term.search(rest)) is not None:
            terms[flag], rest = found[1], rest[: found.start()]
    relic = re.search(r"(?:,\s*|\s+)(?:(?:with|for)\s+)?(?:the )?(relic .+)$", rest, re.IGNORECASE)
    name = re.sub(r"\bcitizenship\b|\ban? citizen$", " ", rest[: relic.start()] if relic else rest, flags=re.IGNORECASE)
    name = _bare(" ".join(name.split()))
    terms |= {flag.removeprefix("--"): ",".join(flags[flag]) for flag in ("--give", "--take") if flag in flags}
    return terms | ({"other": name} if name else {}) | ({"relic": relic[1]} if relic else {})


_TAKEN = pattern(r",? (?:for|asking|taking) ((?:\d+|an?|the) .+)$", re.IGNORECASE)
_BESIDES = pattern(r",? (?:and|plus|giving) ((?:\d+|an?|the) .+)$", re.IGNORECASE)


def banished(verb: str, rest: str, flags: Flags) -> Fields:
    """``NAME [out of the Empire]``."""
    return only("other")(verb, re.sub(r" out( of the empire)?$", "", rest, flags=re.IGNORECASE), flags)
