"""The grammar of requests (docs/formats.md): a line of words as an action, what it says of its fields, its modifiers.

The same lines serve ``answer``, answers files, ``why`` and the ``then:`` of positions. An action says which words begin
it (``Action.begins``) and how those behind them are shared out among its fields (``Action.shares``). What they mean is
for ``values``.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from oathtools import catalog
from oathtools.answerers.longhand import repeated
from oathtools.answerers.matching import Misread, meant
from oathtools.answerers.speech import Token, is_empty, number, unit_of, verbs_of, words
from oathtools.engine.decision import Decision, Form
from oathtools.kit import intake
from oathtools.kit.lazy import pattern
from oathtools.procedures.actions.play import PLAY
from oathtools.procedures.actions.wording import NUMBER, Fields, Flags, as_in_the_menu, nothing
from oathtools.procedures.turn import ACTIONS, END

# -- A line of words taken apart into words and flags, before anybody knows what game it is about ----------------------
#
# A name of several words needs no quotation marks where it can only be that name: after a flag the longest run of words
# that spells the name of a card or a site is taken. An action may have words that stand for a flag (``Action.spoken``).


FLAGS = ("--for", "--with", "--target", "--dice", "--plan", "--pay", "--relic", "--give", "--take", "--facedown")
_BARE = ("--facedown",)
_LISTS = ("--give", "--take")


class TypedLine(NamedTuple):
    """A line taken apart: its words, and its flags. ``meant``: how it is typed if it is not understood, or nothing."""

    words: list[str]
    flags: dict[str, list[str]]
    meant: str = ""


def split_words(line: str) -> list[str]:
    """The words of a line, those in quotation marks together."""
    try:
        # An apostrophe within a word is no quotation mark: Bo's site.
        return [word.replace("’", "'") for word in shlex.split(re.sub(r"(?<=\w)'(?=\w)", "’", line))]
    except ValueError:
        # An apostrophe is no quotation mark where nothing closes it: the People's Favor.
        return line.split()


def split(line: str | Sequence[str]) -> TypedLine:
    """Take a line apart. Raises ``Misread`` for an unknown flag or one without its word."""
    if not isinstance(line, str) and len(line) == 1:
        line = line[0]  # a whole request in quotation marks is the request
    tokens = _dashed(split_words(line) if isinstance(line, str) else [str(word) for word in line])
    words: list[str] = []
    flags: dict[str, list[str]] = {}
    quoted, strays, at = [], False, 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if not token.startswith("--"):
            words.append(token)
            quoted.append(token)
            continue
        flag, equals, value = token.partition("=")
        if flag not in FLAGS:
            raise Misread(f"{flag} is not known here", f"Flags of requests: {', '.join(FLAGS)}")
        values = [value] if equals else []
        if flag not in _BARE:
            upto = next((there for there in range(at, len(tokens)) if tokens[there].startswith("--")), len(tokens))
            values += tokens[at:upto]
            if not values or not values[0]:
                raise Misread(f"{flag} needs a word after it")
            size = _run(flag, values)
            strays = strays or size < len(values)
            quoted += [flag, shlex.quote(" ".join(values))]
            words += values[size:]
            at, value = upto, " ".join(values[:size])
        else:
            quoted.append(flag)
        flags.setdefault(flag, []).append(value)
    if "--target" in _spoken(words).values() and len(words) > 2 and "--target" not in flags:
        quoted[1:] = [words[1], "--target", shlex.quote(" ".join(words[2:])), *quoted[len(words) :]]
        strays = True
    return TypedLine(words, flags, " ".join(quoted) if strays else "")


def _dashed(tokens: list[str]) -> list[str]:
    """The words with their dashes where they are flags without them."""
    spoken, last = _spoken(tokens), len(tokens) - 1
    return [spoken.get(token.casefold(), token) if 1 < at < last else token for at, token in enumerate(tokens)]


def _spoken(words: Sequence[str]) -> Mapping[str, str]:
    """The words that stand for flags of the action that the first word names."""
    action = ACTIONS.get(words[0].casefold()) if words else None
    return {} if action is None else action.spoken


def _run(flag: str, values: Sequence[str]) -> int:
    """How many of the words after a flag are its own: one, a list with commas, or a name of several words."""
    size = 1
    if flag in _LISTS:
        while size < len(values) and (values[size - 1].endswith(",") or values[size - 1].isdigit()):
            size += 1
        return size
    return next((long for long in range(len(values), 1, -1) if is_name(" ".join(values[:long]))), size)


def is_name(words: str) -> bool:
    """Do words spell the name of a card or a site, alone or as in ``site:S``, ``CARD=2``, ``CARD@S``?"""
    parts = [part.strip() for part in re.split("[=@]", words)]
    return all(part.lstrip("+-").isdigit() or _spells(part) for part in parts)


def _spells(words: str) -> bool:
    try:
        return catalog.match(words).exact
    except catalog.AmbiguousName as several:
        return catalog.key_of(words) in map(catalog.key_of, map(catalog.name_of, several.ids))
    except catalog.UnknownName as unknown:
        return unknown.beyond is not None


@contextmanager
def explain_typing(line: TypedLine) -> Iterator[None]:
    """Where words are not understood that may have been one name, say what is to be typed."""
    try:
        yield
    except Misread as fault:
        if not line.meant:
            raise
        hint = f"A name of several words stands in quotation marks:\n{line.meant}"
        raise type(fault)(str(fault), f"{fault.hint}\n{hint}" if fault.hint else hint) from None


# The words that end the turn.
ENDS = ("done", "rest", "finish", "finished", "next player", "that's it", "that's all")

# Flags that say one thing: said twice, one of the two would be swallowed.
_ONCE = ("--for", "--pay", "--dice", "--relic")


def verbs() -> dict[str, str]:
    """The words that begin a request, each with the action that it means."""
    return {verb: name for name in ACTIONS.known() for verb in (name, *ACTIONS[name].verbs)} | {"pass": END, END: END}


class SpokenRequest(NamedTuple):
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


def request_of(line: TypedLine, decision: Decision | None = None) -> SpokenRequest | None:
    """The request that a line makes, or None if it does not begin with a verb. Raises ``Misread``.

    ``decision`` is the open question: where it is for an action, a misspelt verb is one too if words follow it.
    """
    text = _PLEASE.sub("", " ".join(line.words).strip())
    begun = _begun(text, "--facedown" in line.flags, decision is None or decision.kind == "act")
    plain = decision is not None and decision.kind != "search.order" and begun is None and "," not in text
    if decision is not None and decision.kind in _IN_HAND and (plain or (begun is not None and begun[1] == "take")):
        fields = _shared(PLAY.name, PLAY.name, begun[2] if begun else text, line.flags)
        return SpokenRequest(PLAY.name, fields, [], []) if fields.keys() >= {"card", "to"} else None
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
    return SpokenRequest(action, _shared(action, verb, rest.strip(" ,:"), line.flags), modifiers, plans, who)


def _shared(action: str, verb: str, rest: str, flags: Flags) -> Fields:
    """The words for each field of an action; a flag that bears the name of a field is all that is said of it."""
    if action not in ACTIONS:
        return nothing(verb, rest, flags)
    record = ACTIONS[action]
    fields = (record.shares or as_in_the_menu(record))(verb, rest, flags)
    named = [field.name for field in record.fields if f"--{field.name}" == field.flag in flags]
    return fields | {name: ",".join(flags[f"--{name}"]) for name in named}


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
    r"(?:(?:i|we|he|she|they)(?:'?(?:m|ll|d|re))?|let'?s|am|is|will|please|ok|okay|now|then|and)\s+", re.IGNORECASE
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
        if first.casefold() not in forms(self.verb):
            return None
        if self.looks is not None:
            return rest if re.fullmatch(self.looks, rest, re.IGNORECASE) else None
        if not f"{rest} ".casefold().startswith(f"{self.then} ".lstrip()):
            return None
        return rest[len(self.then) :].strip()


@cache
def forms(verb: str) -> frozenset[str]:
    """The forms in which a verb is said: go, goes, going."""
    stem = verb.removesuffix("e")
    return frozenset((verb, *_third(verb), f"{stem}ing", f"{stem}{stem[-1]}ing"))


def _third(verb: str) -> tuple[str, str]:
    return f"{verb}s", f"{verb}es"


@cache
def _beginnings(known: tuple[str, ...]) -> list[_Beginning]:
    """What a request for one of the known actions may begin with, the longest first."""
    words = [*verbs().items(), *((word, END) for word in ENDS)]
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
    """The action that a text begins, the word that begins it, what follows it, and who is named before it.

    ``forgiving``: raises ``Misread`` for a word that may be a verb mistyped.
    """
    while lead := _LEAD.match(text):
        text = text[lead.end() :]
    who, _, tail = text.partition(" ")
    first = tail.partition(" ")[0].casefold()
    for name, rest in (("", text), (who, tail)):
        for begins in _beginnings(ACTIONS.known()):
            if name and first not in _third(begins.verb):
                continue
            found = begins.rest(rest)
            if found is not None:
                return begins.action, begins.verb, found, name
    if facedown:
        return PLAY.name, PLAY.name, text, ""  # nothing else is laid facedown
    if forgiving and tail and len(who) > 3 and (hint := or_verb(who)):
        raise Misread(f"{who!r} is no action", hint)
    return None


def or_verb(word: str) -> str:
    """The hint for a word that is no verb, with the one it may be mistyped for: it is asked back, never done."""
    with intake.listening():
        verb = meant(word.casefold(), list(verbs()), str)
    return f"Did you mean {verb}?" if verb else ""


# -- several requests in a line -------------------------------------------------------------------------------------

# A line of the log: its number, what was done, the clauses it rests on. What came of it follows in the same sentence.
_LOGGED = pattern(r"\s*(?:\d+ {2,})?(?:! )?(.*\S)\s+\((?:\d+(?:\.\d+)*|[A-Z]+-\d+)[,;)].*", re.DOTALL)
_CAME = pattern(r",? (?:and )?(?:spends|places|gains|draws|reveals|takes|gets|refreshes) (?=\d|an? |[A-Z])")
_SENTENCE = 3  # words of the shortest one: Ann travels home


def one_by_one(line: str | Sequence[str], decision: Decision | None) -> list[str]:
    """The requests and answers of a line, between which semicolons stand, not within quotation marks.

    What is written down as it stands (moves, promises) stays whole.
    """
    text = without_outcome(line if isinstance(line, str) else _typed(line))
    if text.lstrip().casefold().startswith("declare") or (decision is not None and decision.form is Form.NOTE):
        return [text]
    parts = [part.strip() for part in re.findall(r'(?:"[^"]*"|[^;])+', repeated(text))]
    return [part for part in parts if part] or [text]


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


# -- the actions that words begin --------------------------------------------------------------------------------------

_COUNTED = 6  # words within which what is counted is said
# What is meant where somebody only says what goes where.
_LAID = {
    "secret": ("trade", "power", "recover"),
    "favor": ("muster", "power", "recover"),
    "warband": ("move-warbands",),
}


def actions_for(verbs: frozenset[str], found: Sequence[Token]) -> Iterator[str]:
    """The actions that a verb may begin; of words behind the first of a beginning each must be said."""
    low = {form for token in found for form in (token.low, *verbs_of(token.low), unit_of(token.low))}
    yield from _LAID.get(_counts(found), ())
    known = _begun_by(ACTIONS.known())
    begun = {name for verb in verbs for name, more in known.get(verb, ()) if low >= more}
    yield from (name for name in ACTIONS.known() if name in begun)


@cache
def _begun_by(known: tuple[str, ...]) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """The verbs that begin one of the known actions, each with the words that must follow."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for name in known:
        record, own = ACTIONS[name], words()["acts"].get(name, ())
        for begins in (name.replace("-", " "), name, record.label, *record.verbs, *record.begins, *own):
            verb, *more = begins.casefold().split() or [""]
            needed = {word.strip("{}") for word in more if "{" not in word or word in ("{favor}", "{secret}")}
            found.setdefault(verb, []).append((name, frozenset(needed)))
    return found


def _counts(found: Sequence[Token]) -> str:
    """What some words count that begin with a number, or with what is counted: *2 warbands to Mountain*."""
    low = words()["beside"] | {"of", "new", "last"}
    first = next((at for at, each in enumerate(found) if unit_of(each.low)), 9)
    before = [each for each in found[:first] if not (is_empty(each) or each.low in low)]
    plain = all(number(each.low) is not None or each.low in ("both", "all") for each in before)
    return unit_of(found[first].low) if first < _COUNTED and plain and len(found) > first + 2 else ""
