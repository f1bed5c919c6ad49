"""Words as the answer to one question: names, numbers, shares, what fell or was drawn (docs/formats.md, "Requests").

A question of any form; each word is matched forgivingly against what is asked (``matching``).
"""

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from oathtools import catalog
from oathtools.answerers import speech
from oathtools.answerers.matching import (
    Label,
    Misread,
    Unoffered,
    foreign,
    joined,
    key,
    match,
    meant,
    near,
    parts,
    parts_of,
)
from oathtools.answerers.requests import is_name
from oathtools.catalog.names import ONLY_NAMES
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.kit import intake
from oathtools.kit.lazy import pattern
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.actions.wording import ALL, COUNTS, NONE
from oathtools.procedures.adjudicate import Request
from oathtools.procedures.glossary.drawing import BACKS
from oathtools.procedures.machine.request import name_of
from oathtools.procedures.turn import ACTIONS, numbered
from oathtools.table.state import PLACE_NAMES

_EVERY = ("all", "all of them", "everything", "every one", "both", "all targets")
_DEFAULTS = ("go", "go-on", "goon", "none", "pass", "-", "default")
_NOTHING = ("no", "none", "go-on", "nothing", "", 0)
_PLACES = (ADVISER, FACEDOWN, VISION, DISCARD, *PLACE_NAMES)
_AGREED = ("accept", "accepts", "agree", "agrees", "says yes", "y", "yeah", "sure", "ok", "okay", "aye")
_DECLINED = ("decline", "declines", "refuse", "refuses", "says no", "n", "nope", "nay", "never")
_YES_NO = {**dict.fromkeys(_AGREED, "yes"), **dict.fromkeys(_DECLINED, "no")}
_WHEN = {"now": "yes", "later": "no"}  # is it done now?
AGREES = tuple(word for word in _YES_NO if word.endswith("s") or " " in word)
_COUNTED = pattern(
    r"^(?:roll|leave|put|place|move|send|drop|pay|give|take)s?\b|"
    r"(?:attack )?(?:dice|die)|(?:my |the |imperial )?warbands?|favou?r|secrets?|cards?|of (?:them|it)|there|here",
    re.IGNORECASE,
)
_MANY = pattern(rf"(\d+|{'|'.join(COUNTS[1:])}|an?)\s*[x×]?\s+([^\W\d].*)|(\d+)[x×]?([^\W\d].*)", re.IGNORECASE)
_SHARE = pattern(r"\s*(.+?)\s*=\s*(\d+)")


class Needs(Exception):
    """The words did not suffice, or say more than is asked: this question stands in between."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(f"{decision.kind} needs an answer")
        self.decision = decision


def by_the_way(decision: Decision, actor: str) -> Answer:
    """The answer to a question that a line does not speak of: its default, nothing where nothing may be chosen.

    Raises ``Needs`` where there is none, where chance answers, and where somebody else is asked.
    """
    if decision.form is Form.OUTCOME or decision.who != actor:
        raise Needs(decision)
    nothing: Answer = {Form.SOME: [], Form.DISTRIBUTE: {}}.get(decision.form) if decision.low == 0 else None
    answer = nothing if decision.default is None else decision.default
    if answer is None or not decision.allows(answer):
        raise Needs(decision)
    return answer


def as_printed(decision: Decision | None, words: Sequence[str], label_for: Callable[[str], Label]) -> bool:
    """Do words stand as one of the options of a question does on the screen, other than an action?"""
    if decision is None or decision.form is not Form.ONE or decision.kind == "act":
        return False
    typed, label = key(" ".join(words)), label_for(decision.kind)
    return any(typed in (key(label(each)), key(each)) for each in decision.options)


def means(words: str, answer: Answer, label: Label) -> bool:
    """Do these words mean this answer: all of it, and nothing besides?"""
    if isinstance(answer, str):
        return meant(words, [answer], label) is not None
    if isinstance(answer, list | dict) and not answer:
        return words.strip().casefold() in ("", *_DEFAULTS)
    if isinstance(answer, list):
        found = [{each for each in answer if meant(part, [each], label)} for part in parts_of(words, answer, label)]
        return all(found) and set[str]().union(*found) == set(answer)
    if isinstance(answer, dict):
        try:
            return _shares(words, list(answer), label) == answer
        except Misread:
            return False
    return key(words) == key(str(answer))


# -- one question --------------------------------------------------------------------------------------------------


def generic(decision: Decision, words: Sequence[str], label: Label) -> Answer:
    """Words as the answer to a question of any form. Raises ``Misread``."""
    text = " ".join(words).strip()
    if not text and decision.default is not None:
        return decision.default
    form = decision.form
    if form is Form.AMOUNT and text.casefold() in NONE:
        return 0
    if _leaves_it(decision, text.casefold()):
        return decision.default
    if form is Form.ONE:
        return one(decision, text, label)
    if form is Form.AMOUNT:
        return number_in(text, decision.low, decision.high)
    if form in (Form.SOME, Form.ORDER):
        named = _several(decision, text, label)
        # An order may be told by its beginning: the others follow as they stand.
        return [*named, *(each for each in decision.options if each not in named)] if form is Form.ORDER else named
    if form is Form.DISTRIBUTE:
        return _shares(text, decision.options, label, decision.legal(), decision.high)
    if form is Form.OUTCOME:
        return outcome(decision, text)
    return text


def _leaves_it(decision: Decision, word: str) -> bool:
    """Do words leave a question at its default? *Pass* and *none* only where that does nothing."""
    if word not in _DEFAULTS or decision.default is None or word in decision.options:
        return False
    return word in ("-", "default") or decision.default in _NOTHING or isinstance(decision.default, list | dict)


def instead(decision: Decision, words: Sequence[str], label: Label) -> Answer:
    """A request where something else is asked: its words as an answer all the same, spelt as it stands.

    *play* may be the first letters of a card. Raises ``Misread``.
    """
    with intake.listening() as guessed:
        try:
            answer = generic(decision, words[1:] if words[0].casefold() == "use" else words, label)
        except Misread as fault:
            if len(words) == 1:
                raise
            raise Misread(f"{' '.join(words)!r} is no answer to it", fault.hint) from None
    if guessed:
        raise Misread(f"{' '.join(words)!r} is no answer to it")
    return answer


def one(decision: Decision, text: str, label: Label) -> str:
    """One option: by its number among those offered, or by its name. Raises ``Misread``."""
    if text.isdigit() and text not in decision.options and (int(text) or "yes" not in decision.options):
        numbers = numbered(decision)
        if int(text) in numbers:
            return numbers[int(text)]
        raise Misread(f"there is no answer number {text}", f"Numbers: 1 to {len(numbers)}")
    if set(decision.options) == _WHEN.keys():
        text = {yes: when for when, yes in _WHEN.items()}.get(_yes_or_no(text, decision.kind.rpartition(".")[2]), text)
    if (without := _WITHOUT.fullmatch(text)) is not None and "yes" not in decision.options:
        return _declined(decision, text, without[1], label)
    if "yes" in decision.options:
        text = _yes_or_no(text, decision.kind.rpartition(".")[2])
    return named(decision, text, label)


_WITHOUT = pattern(r"(?:no|not|without(?: any)?|(?:do|does)(?:n't| not) use)\s+(.+)", re.IGNORECASE)


def _declined(decision: Decision, text: str, what: str, label: Label) -> str:
    """*No Longbows*: an answer that is not given leaves the default, where there is no third. Raises ``Misread``."""
    if (stands := meant(text, decision.options, label, forgiving=False)) is not None:
        return stands
    declined = near(what, decision.options, label, forgiving=False) or {named(decision, what, label)}
    cards = {re.split("[=@]", option)[0] for option in declined}
    others = [option for option in decision.legal() if re.split("[=@]", option)[0] not in {*cards, decision.default}]
    if decision.default is None or decision.default in declined or others:
        raise Misread(f"{text!r} says what is not chosen", "Say what is")
    return str(decision.default)


def _yes_or_no(text: str, what: str) -> str:
    """``what`` is what is asked, as its kind has it: *burn* says yes to it, *no burn* and *don't burn* say no."""
    plain = text.casefold()
    if count_of(plain, 1) == 0 and not plain.endswith(("card", "cards")):
        return "no"
    answers = {what: "yes", f"no {what}": "no", f"don't {what}": "no", f"dont {what}": "no", f"do not {what}": "no"}
    answer = _YES_NO.get(plain) or answers.get(plain)
    return answer or next((yes for yes, some in speech.words()["whether"].get(what, {}).items() if plain in some), text)


def named(decision: Decision, text: str, label: Label) -> str:
    """The option of a question that a word names. Raises ``Misread``; what a private question offers is not listed."""
    if decision.kind == "act":
        return _verb(decision, text, label)
    if not decision.private:
        return match(text, decision.options, label, decision.legal())
    try:
        return match(text, decision.options, label)
    except Misread as fault:
        raise Misread(str(fault), for_eyes_of(decision.who, label)) from None


def _verb(decision: Decision, text: str, label: Label) -> str:
    """The action that words are, as they stand: a verb is never guessed. Raises ``Misread``."""
    found = [option for option in decision.options if key(text) in (key(option), key(label(option)))]
    if found:
        return found[0]
    may = list(dict.fromkeys(label(option) for option in decision.legal()))
    near_it = [verb for verb in may if key(verb).startswith(key(text)) and len(key(text)) > 2]
    hint = f"Did you mean {near_it[0]}?" if near_it else f"Possible: {', '.join(may)}"
    if (of_expansion := foreign(text)) is not None:
        raise Unoffered(str(of_expansion), ONLY_NAMES)
    raise Unoffered(f"{text!r} is none of the answers here", hint)


def for_eyes_of(seat: str, label: Label) -> str:
    """The hint for a private question: for one player's eyes, not for those of whoever looks on."""
    return f"Its answers are for {label(seat)} to see: oathtools ask --as {shlex.quote(label(seat))}"


def intelligible(decision: Decision, words: Sequence[str], label: Label) -> None:
    """Raise ``Misread`` for words that could answer a private question at no table at all.

    What is really offered is not looked at: whoever may not see it learns nothing. Numbers, names of cards and sites,
    and the words for places may be answers.
    """
    text = " ".join(words).strip()
    if text.casefold() in _DEFAULTS or all(part.isdigit() for part in parts(text)):
        return
    known = (*_PLACES, *BACKS, *_YES_NO, "yes", "no")
    for parts_of_it in ([text], parts(text)):
        if all(near(each, known, label) or _is_a_name(each) for each in parts_of_it):
            return
    raise Unoffered(f"{text!r} is none of the answers here", for_eyes_of(decision.who, label))


def _is_a_name(words: str) -> bool:
    try:
        return bool(catalog.match(words))
    except catalog.AmbiguousName:
        return True
    except catalog.UnknownName:
        return False


def _several(decision: Decision, text: str, label: Label) -> list[str]:
    if text.casefold() in ("", "-", *NONE):
        return []
    if every := all_of(text, decision.legal()):
        return every
    chosen: list[str] = []
    for part in parts_of(text, decision.options, label):
        option = one(decision, part, label)
        alike = () if part.isdecimal() else decision.options  # a number is of one, whatever it is called
        others = (each for each in alike if each not in chosen and label(each) == label(option))
        option = next(others, option) if option in chosen else option
        if option in chosen and decision.form is Form.ORDER:
            raise Misread(f"{part} is said twice", "Say it once.")
        chosen.append(option)
    return chosen


def all_of(words: str, legal: Iterable[str]) -> list[str]:
    """All that may be chosen, where words say so; nothing where they do not, or say *both* of another number."""
    every = list(legal) if words.casefold() in _EVERY else []
    return [] if speech.word_is_both(words) and len(every) != 2 else every


def number_in(text: str, low: int, high: int) -> int:
    """A number in figures or words, ``all`` and ``none`` among them, with what is counted or without it.

    Raises ``Misread``; whether it is one that may be said is not asked.
    """
    plain = " ".join(_COUNTED.sub(" ", text).split()).casefold()
    if plain.lstrip("-").isdigit():
        return int(plain)
    if plain in ALL:
        return high
    if plain.startswith("all but "):
        return high - number_in(plain.removeprefix("all but "), low, high)
    if plain in NONE:
        return 0
    if plain in (*COUNTS, "a", "an"):
        return COUNTS.index(plain) if plain in COUNTS else 1
    raise Misread(f"{text!r} is not a number", f"A number from {low} to {high}")


def does_nothing(decision: Decision, words: Sequence[str]) -> bool:
    """Does somebody say of what is asked for that none of it is done: *sacrifice none*?"""
    verb, *rest = words or [""]
    what = decision.kind.rpartition(".")[2]
    return "yes" in decision.options and verb.casefold() in (what, f"{what}s") and count_of(" ".join(rest), 1) == 0


def count_of(text: str, high: int) -> int | None:
    """The number that words are (``number_in``), None if they are none."""
    try:
        return number_in(text, 0, high)
    except Misread:
        return None


def _shares(
    text: str, options: Iterable[str], label: Label, offered: Iterable[str] | None = None, high: int = 0
) -> dict[str, int]:
    """``Plains=2, Mine=1``, ``2 Plains, 1 Mine``; a name alone is one of it."""
    if text.casefold() in ("", "-", *NONE):
        return {}
    listed = list(options)
    may = listed if offered is None else list(offered)
    if len(may) == 1 and (number := count_of(text, high)) is not None:
        return {may[0]: number}
    parts = text.split(",")
    if "," not in text and text.count("=") > 1:
        parts = [found.group() for found in _SHARE.finditer(text)]
    parts = [each for part in parts for each in joined(re.split(r"\s+(?:and|plus)\s+", part), listed, label)]
    shares: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in parts)):
        equal, many = _SHARE.fullmatch(part), _MANY.fullmatch(part)
        name, count = (equal[1], equal[2]) if equal else (part, "1")
        if many and not equal:
            name, count = many[2] or many[4], many[1] or many[3]
        option = match(name, listed, label, may)
        shares[option] = shares.get(option, 0) + number_in(count, 0, 0)
    return shares


# -- what the table tells ------------------------------------------------------------------------------------------


def outcome(decision: Decision, text: str) -> Answer:
    """What fell or was drawn: faces, names, backs; ``3``: three untold cards; ``vision 2``: the second was a Vision."""
    about = decision.about or {}
    if decision.kind == "face":
        if not key(text):
            raise Misread("the rules must read this card: it cannot stay unknown", "Look at it, and type its name.")
        return name_of(text)
    if decision.kind.endswith("draw") or "source" in about:
        return _drawn(decision, text)
    if "back" in about and text.strip() == "-":  # nobody tells
        return str(about["back"])
    if decision.options and decision.low == 0:
        return match(text, decision.options, str)
    if decision.options:
        return _fallen(decision, text)
    return name_of(text)


def _fallen(decision: Decision, text: str) -> list[str]:
    """The sides of dice: those of campaigns as ``odds.spoken`` reads them, any others by name: ``4``, ``2 x 4``."""
    from oathtools.odds.dice import Unread, die_faces, faces

    for die in ("attack", "defense"):
        if set(decision.options) == set(die_faces(die)):
            try:
                return faces(die, text, decision.high)
            except Unread as fault:
                raise Misread(fault.message, fault.hint) from None
    words = [text] if decision.high == 1 else parts(text)
    return [_side(decision, part) for part in words]


def _side(decision: Decision, word: str) -> str:
    return match(word, decision.options, lambda face: face.replace("_", " "))


_UNTOLD = pattern(r"(\d{1,3})(?: (cards?|denizens?|untold|unknown))?")


def _drawn(decision: Decision, text: str) -> list[str]:
    words = parts(text.casefold().replace("a vision", "vision"))
    if number := _UNTOLD.fullmatch(text.strip().casefold()):
        count, plain = int(number[1]), "denizen" not in (number[2] or "")
        if plain and decision.default == [] and count <= decision.high:
            if 0 < count < decision.low:
                raise Misread(f"{decision.low} cards, not {count}", "- says that nobody tells them")
            return []  # cards that may be left untold altogether, whatever their backs
        backs = list(decision.default or ()) if plain else []
        # More than there can be are refused by the Law, not cut.
        return backs[:count] + ["denizen"] * (count - len(backs))
    if "vision" in words and len(words) == 2 and any(part.isdigit() for part in words):
        place = int(next(part for part in words if part.isdigit()))
        return ["denizen"] * (place - 1) + ["vision"]
    named = [each for part in text.split(",") for each in _cards(part.strip())]
    try:
        return [_back_or_name(part) for part in named]
    except Misread as fault:
        if "," in text or " " not in text:
            raise Misread(str(fault), fault.hint or "? stands for a card that nobody tells: Longbows, ?") from None
        raise Misread(str(fault), "With commas between the cards: Longbows, Elders, ?") from None


def _cards(text: str, joined: bool = False) -> list[str]:
    """Cards between which *and* stands; a name that has its own stays whole. *2 and a Vision*: two untold."""
    first, also, last = text.rpartition(" and ")
    if also and not is_name(text):
        return [*_cards(first, True), *_cards(last, True)]
    left_over = text.removeprefix("and ").strip()
    if (number := _UNTOLD.fullmatch(left_over)) and (joined or number[2]):
        return ["denizen"] * int(number[1])
    return [left_over] if left_over else []


def _back_or_name(text: str) -> str:
    plain = text.casefold().removeprefix("unknown").removeprefix("a ").strip()
    if plain in BACKS:
        return plain
    if plain in ("", "?"):
        return "denizen"
    return name_of(text)


# -- requests in the words of the grammar, in ids: what ``answer`` and ``why`` take ------------------------------------
#
# A value is written as the reader of its kind (``values``) reads it, a field by its flag if it has one.


def spoken(request: Request) -> str:
    """A request as it was understood, whole or not, with the faces that unknown cards are said to have."""
    faces = request.faces
    facts = {name: faces.get(each, each) if isinstance(each, str) else each for name, each in request.given.items()}
    return " ".join([words_of(request.action, facts, request.modifiers), *_flagged("--plan", request.plans)])


def words_of(action: str, fields: Mapping[str, Any], modifiers: Iterable[tuple[str, str]] = ()) -> str:
    """A request in the words of the grammar, in ids: what ``answer`` and ``why`` take."""
    fields_given = [field for field in _in_order(ACTIONS[action]) if field.name in fields] if action in ACTIONS else []
    away = any(field.kind == "placement" and fields[field.name] == DISCARD for field in fields_given)
    verb = "discard" if away else action
    words = {field.name: _WRITERS.get(field.kind, _plain)(fields[field.name]) for field in fields_given}
    words |= {field.name: [] for field in fields_given if _goes_without_saying(field, words)}
    line = [verb, *(word for field in fields_given if not field.flag for word in words[field.name])]
    line += [word for field in fields_given if field.flag for word in _flagged(field.flag, words[field.name])]
    return " ".join([*line, *_flagged("--with", [f"{card}@{param}" if param else card for card, param in modifiers])])


def _in_order(action: Action) -> list[Field]:
    """The fields as they are said: in the order of its menu, the others behind them."""
    places = {field.name: action.menu.find(f"{{{field.name}}}") for field in action.fields}
    return sorted(action.fields, key=lambda field: (places[field.name] < 0, places[field.name]))


def _goes_without_saying(field: Field, words: Mapping[str, list[str]]) -> bool:
    """The printed price, of a relic that is named by where it lies."""
    printed = field.kind == "price" and words[field.name] == ["printed"]
    return printed and ["relic"] in (each[:1] for each in words.values())


def _flagged(flag: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (flag, value)]


def _plain(value: Any) -> list[str]:
    return [str(value)]


def _placed(to: str) -> list[str]:
    return _SPOKEN_PLACES.get(to, ["site", to])


_SPOKEN_PLACES: dict[str, list[str]] = {
    DISCARD: [],
    ADVISER: ["adviser"],
    FACEDOWN: ["adviser", "--facedown"],
    VISION: ["vision"],
}
# How values of a kind are written where they do not stand for themselves.
_WRITERS: dict[str, Callable[[Any], list[str]]] = {
    "oneself": lambda value: [],
    "text": lambda value: [] if value == "nothing" else [value],
    "prize": lambda value: value.split("-"),
    "relic": lambda value: value.split("-") if value.startswith("reliquary") else [value],
    "space": lambda value: [value.removeprefix("reliquary-")],
    "placement": _placed,
    "targets": list,
}
