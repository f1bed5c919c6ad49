"""The grammar of requests (docs/formats.md): a line of words as an action, what it says of its fields, its modifiers.

The same lines serve ``answer``, answers files, ``why`` and the ``then:`` of positions. An action says which words begin
it (``Action.begins``); here the words behind them are shared out among its fields. What they mean is for ``values``.
"""

import re
import shlex
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from oathtools import catalog
from oathtools.answerers.lines import Line
from oathtools.answerers.matching import Misread, meant
from oathtools.answerers.words import NUMBER
from oathtools.engine.decision import Decision
from oathtools.patterns import pattern
from oathtools.procedures.actions.record import Action
from oathtools.procedures.turn.loop import ACTIONS, END
from oathtools.table.state import REGION_OF_SLOT

# The words that begin a request, and the actions they mean; each of the others is its own.
_OTHER = {"discard": "play", "pass": END, "end": END, "use": "power"}
_ENDS = ("done", "rest", "finish", "finished", "next player", "that's it", "that's all")

# Flags that say one thing: said twice, one of the two would be swallowed.
_ONCE = ("--for", "--pay", "--dice", "--relic")

Flags = dict[str, list[str]]
Fields = dict[str, str]


def verbs() -> dict[str, str]:
    """The words that begin a request, each with the action that it means."""
    return {**{name: name for name in ACTIONS.known()}, **_OTHER}


class Said(NamedTuple):
    """A request as it was said: the action, the words for each field, the modifiers and the battle plans to be used.

    ``who`` is the player who was named before it, if one was.
    """

    action: str
    fields: Fields
    modifiers: list[str]
    plans: list[str]
    who: str = ""


def flags_of(verb: str) -> tuple[str, ...]:
    """The flags that a request takes, by the word it begins with."""
    action = verbs().get(verb, verb)
    if action not in ACTIONS:
        return ()
    fields = [field.flag for field in ACTIONS[action].fields if field.flag]
    return (*fields, *(["--plan"] if ACTIONS[action].plans else ()), *ACTIONS[action].flags, "--with")


def request_of(line: Line, asked: Decision | None = None) -> Said | None:
    """The request that a line makes, or None if it does not begin with a verb. Raises ``Misread``.

    ``asked`` is the open question: where it is for an action, a misspelt verb is one too if words follow it.
    """
    text = _PLEASE.sub("", " ".join(line.words).strip())
    begun = _begun(text, "--facedown" in line.flags, asked is None or asked.kind == "act")
    plain = asked is not None and asked.kind != "search.order" and begun is None and "," not in text
    if asked is not None and asked.kind in _IN_HAND and (plain or (begun is not None and begun[1] == "take")):
        fields = _play("play", begun[2] if begun else text, line.flags)
        return Said("play", fields, [], []) if fields.keys() >= {"card", "to"} else None
    if begun is None or begun[1:3] == ("keep", ""):
        return None  # the Keep is a card, too
    action, verb, rest, who = begun
    if ";" in rest and action != "declare":
        raise Misread("one request at a time", text.partition(";")[0])
    _check_flags(verb if verb in verbs() else action, line.flags)
    plans, modifiers = list(line.flags.get("--plan", [])), list(line.flags.get("--with", []))
    marks = _WITH if action in ACTIONS and ACTIONS[action].fields[0].kind in ("site", "pile") else _USING
    if action in ACTIONS and (used := marks.search(rest)) is not None:
        rest = rest[: used.start()]
        (plans if ACTIONS[action].plans else modifiers).append(used[1])
    share = _FIELDS.get(action) or _as_in_the_menu(ACTIONS[action])
    fields = share(verb, rest.strip(" ,:"), line.flags)
    for name in ("for", "pay", "give", "take", "relic"):
        fields |= {name: ",".join(line.flags[f"--{name}"])} if f"--{name}" in line.flags else {}
    return Said(action, fields, modifiers, plans, who)


_PLEASE = pattern(r",? please$", re.IGNORECASE)
# A card in hand needs no verb: Jinx to advisers, take Tutor facedown.
_IN_HAND = ("search.keep", "search.order", "play.to")
_USING = pattern(r",?\s+using (.+)$", re.IGNORECASE)
_WITH = pattern(r",?\s+(?:using|with|via) (.+)$", re.IGNORECASE)


def _check_flags(verb: str, flags: Flags) -> None:
    allowed = flags_of(verb)
    strange = next((flag for flag in flags if flag not in allowed), None)
    if strange:
        hint = f"Flags of {verb}: {', '.join(allowed)}" if allowed else f"{verb} takes no flags"
        raise Misread(f"{strange} says nothing of {verb}", hint)
    twice = next((flag for flag in _ONCE if len(flags.get(flag, ())) > 1), None)
    if twice:
        raise Misread(f"{twice} is said twice: {' and '.join(flags[twice])}", "Say it once.")


# -- how a request begins ------------------------------------------------------------------------------------------

# Words before a request that say no more than it does.
_LEAD = pattern(
    r"(?:(?:i|we|he|she|they)(?:'?(?:m|ll|d|re))?|let'?s|am|is|will|want to|would like to|like to|please|ok|okay|now"
    r"|then|and)\s+",
    re.IGNORECASE,
)
_MARKS = {
    "{n}": rf"(?:{NUMBER}|an?)\s+(?:of |my |the |imperial )*warbands?\b.*|(?:{NUMBER})\b.*",
    "{n} from {site}": rf"(?:{NUMBER}|an?)\b.*\b(?:from|off) (?:the |my |this )?(?:site|here)\b.*",
    "{n} from": rf"(?:{NUMBER}|an?)\b.*\bfrom\b.*",
    "{piece}": r"(?:an? |some |one |\d+ )?(?:favou?r|secrets?)\b.*",
    "{faceup}": r".+ faceup",
    "{citizen}": r".+ an? citizen\b.*|.+ citizen with .+",
    "{out}": r".+\bout\b.*",
}


class _Beginning(NamedTuple):
    """Words that begin an action: the first of them, in any form (go, goes, going), and those that follow, or what they
    must look like."""

    action: str
    verb: str
    then: str
    looks: str | None

    def rest(self, text: str) -> str | None:
        """What follows in a text that begins so; None for any other text."""
        first, _, rest = text.partition(" ")
        if first.casefold() not in _forms(self.verb):
            return None
        if self.looks is not None:
            return rest if re.fullmatch(self.looks, rest, re.IGNORECASE) else None
        if not f"{rest} ".casefold().startswith(f"{self.then} ".lstrip()):
            return None
        return rest[len(self.then) :].strip()


@cache
def _forms(verb: str) -> frozenset[str]:
    stem = verb.removesuffix("e")
    return frozenset((verb, *_third(verb), f"{stem}ing", f"{stem}{stem[-1]}ing"))


def _third(verb: str) -> tuple[str, str]:
    return f"{verb}s", f"{verb}es"


@cache
def _beginnings(known: tuple[str, ...]) -> list[_Beginning]:
    """What a request for one of the known actions may begin with, the longest first."""
    words = [*verbs().items(), *((word, END) for word in _ENDS)]
    for name in known:
        record = ACTIONS[name]
        words += [(word.casefold(), name) for word in (*record.begins, record.label) if word]
    found = []
    for word, action in sorted(words, key=lambda each: -len(each[0])):
        verb, _, then = word.partition(" ")
        found.append(_Beginning(action, verb, then, _MARKS.get(then)))
    return found


def begins(text: str) -> bool:
    """Do words begin a request, each spelt as it stands?"""
    return _begun(text.strip(), facedown=False, forgiving=False) is not None


def _begun(text: str, facedown: bool, forgiving: bool) -> tuple[str, str, str, str] | None:
    """The action that a text begins, the word that begins it, what follows it, and who is named before it."""
    while lead := _LEAD.match(text):
        text = text[lead.end() :]
    who, _, said = text.partition(" ")
    first = said.partition(" ")[0].casefold()
    for name, rest in (("", text), (who, said)):
        for begins in _beginnings(ACTIONS.known()):
            if name and first not in _third(begins.verb):
                continue
            found = begins.rest(rest)
            if found is not None:
                return begins.action, begins.verb, found, name
    if facedown:
        return "play", "play", text, ""  # nothing else is laid facedown
    if forgiving and said and len(who) > 3 and (verb := meant(who.casefold(), list(verbs()), str)) is not None:
        return verbs()[verb], verb, said, ""
    return None


# -- the words for each field --------------------------------------------------------------------------------------

_LINK = pattern(r"^(?:(?:(?:over|back) )?to|for|against|at|from|on|with|of)\s+(?=\S)", re.IGNORECASE)
_NUMBERS = rf"\d+|{NUMBER}"


def _bare(words: str) -> str:
    """Words without the one that links them to what stands before: *to* Plains."""
    return _LINK.sub("", words.strip(" ,"))


def _only(name: str) -> Callable[[str, str, Flags], Fields]:
    """All the words are for one field."""
    return lambda verb, rest, flags: {name: _bare(rest)} if rest else {}


def _as_in_the_menu(action: Action) -> Callable[[str, str, Flags], Fields]:
    """Words as the menu of the action has them (``ship {number} to {to}``); without its links all are for one field."""
    _, *parts = re.split(r"\{(\w+)\}", re.sub(r"[][]", "", action.menu))
    links = [re.escape(link.strip(" :,")) for link in parts[1:-1:2]]
    groups = [f"(?P<{name}>.*?)" for name in parts[::2]]
    form = "".join(f"{group}\\b{link}\\b" for group, link in zip(groups, links, strict=False))
    alone, units = _only(action.fields[0].name), {field.name: field.unit or "piece" for field in action.fields}

    def share(verb: str, rest: str, flags: Flags) -> Fields:
        found = re.fullmatch(f"{form}{groups[-1]}", rest, re.IGNORECASE) if all(links) and links else None
        if found is None:
            return alone(verb, rest, flags)
        said = {name: re.sub(rf" {units[name]}s?$", "", words.strip()) for name, words in found.groupdict().items()}
        return {name: words for name, words in said.items() if words}

    return share


def _nothing(verb: str, rest: str, flags: Flags) -> Fields:
    if not {word.casefold() for word in rest.split()} <= _MY_TURN:
        raise Misread(f"{verb} takes no words after it")
    return {}


_MY_TURN = {"my", "his", "her", "their", "the", "turn", "act", "phase", "here"}


def _trade(verb: str, rest: str, flags: Flags) -> Fields:
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


def _recover(verb: str, rest: str, flags: Flags) -> Fields:
    """``relic [N] | BANNER [for N]``."""
    priced = _PRICE.fullmatch(rest)
    target = priced[1] if priced else rest
    return ({"target": target} if target else {}) | ({"pay": priced[2]} if priced else {})


_PRICE = pattern(
    rf"(.+?)(?:\s*,\s*|\s+(?:for|with|paying|pay)\s+)({_NUMBERS})(?: (?:favou?r|secrets?))?", re.IGNORECASE
)


def _campaign(verb: str, rest: str, flags: Flags) -> Fields:
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
    if "--dice" in flags:
        fields["dice"] = flags["--dice"][0]
    defender = _bare(defender)
    return fields | ({"defender": defender} if defender else {}) | ({"targets": targets} if targets else {})


_DICE = pattern(
    rf",?\s*(?:\b(?:and|with|rolling)\s+)?(?:\b({_NUMBERS})(?: attack| of (?:the|my))? (?:dice|die)\b"
    rf"|\bdice ({_NUMBERS})\b|\b(all but \w+)$|(?<=with )({_NUMBERS})$)",
    re.IGNORECASE,
)
_DEFENDER = pattern(r".+?(\s*[,:]\s*|\s+(?:for|at|over|on|targeting)\s+|\s+(?=here\b))(.*)", re.IGNORECASE)

_FOR_WHAT = pattern(r"^(?:targeting|targets?|for|with|just|only)\s+", re.IGNORECASE)


def target_word(said: str) -> str:
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


def _play(verb: str, rest: str, flags: Flags) -> Fields:
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
        if (said := _FACING.fullmatch(card)) is not None and place == "adviser":
            place, card = _PLACES[said[2].casefold()], said[1]
        if place == "site" and hidden:
            raise Misread("no card is played facedown to a site", "play CARD adviser --facedown")
        if after and place == "vision":
            continue  # Vision of Faith: a part of the card's name
        if after and place != "site":
            raise Misread(f"{after!r} says nothing here", f"play CARD {words[index]}")
        to = after or place if place == "site" else "adviser-facedown" if hidden and place == "adviser" else place
        return _the_card(card) | {"to": to}
    to = "adviser-facedown" if hidden else "adviser" if verb in ("reveal", "flip", "turn") else ""
    return _the_card(rest) | ({"to": to} if to else {})


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
_FACING = pattern(r"(.+) (faceup|facedown)", re.IGNORECASE)
_BEFORE_PLACE = ("as", "an", "to", "the", "at", "my", "on", "in", "onto", "into", "adviser", "advisers")


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


def _move(verb: str, rest: str, flags: Flags) -> Fields:
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


def _share(verb: str, rest: str, flags: Flags) -> Fields:
    """``N [warbands] to|from NAME``, in any order."""
    number, others = _counted(rest)
    other = " ".join(word for word in others.split() if word.casefold() not in ("to", "from"))
    return number | ({"other": other} if other else {})


def _counted(rest: str) -> tuple[Fields, str]:
    """The number among some words, and the others without those that say no more than it does."""
    found = re.search(rf"\b({_NUMBERS}|an?)\b", rest, re.IGNORECASE)
    others = f"{rest[: found.start()]} {rest[found.end() :]}" if found else rest
    return {"number": found[1]} if found else {}, _WARBANDS.sub(" ", others)


_WARBANDS = pattern(r"\b(?:of|(?:imperial |my )?warbands?)\b", re.IGNORECASE)


def _offer(verb: str, rest: str, flags: Flags) -> Fields:
    """``[Citizenship to] NAME [with relic N] [and what is given besides] [for what is taken]``."""
    terms = {}
    for flag, term in (("take", _TAKEN), ("give", _BESIDES)):
        if (found := term.search(rest)) is not None:
            terms[flag], rest = found[1], rest[: found.start()]
    relic = re.search(r"(?:,\s*|\s+)(?:(?:with|for)\s+)?(?:the )?(relic .+)$", rest, re.IGNORECASE)
    name = re.sub(r"\bcitizenship\b|\ban? citizen$", " ", rest[: relic.start()] if relic else rest, flags=re.IGNORECASE)
    name = _bare(" ".join(name.split()))
    return terms | ({"other": name} if name else {}) | ({"relic": relic[1]} if relic else {})


_TAKEN = pattern(r",? (?:for|asking|taking) ((?:\d+|an?) .+)$", re.IGNORECASE)
_BESIDES = pattern(r",? (?:and|plus|giving) (\d+ .+)$", re.IGNORECASE)


def _exile(verb: str, rest: str, flags: Flags) -> Fields:
    """``NAME [out of the Empire]``."""
    return _only("other")(verb, re.sub(r" out( of the empire)?$", "", rest, flags=re.IGNORECASE), flags)


_FIELDS: dict[str, Callable[[str, str, Flags], Fields]] = {
    "trade": _trade,
    "recover": _recover,
    "campaign": _campaign,
    "play": _play,
    "move-warbands": _move,
    "give-warbands": _share,
    "take-warbands": _share,
    "offer": _offer,
    "exile": _exile,
    "self-exile": _nothing,
    END: _nothing,
}
