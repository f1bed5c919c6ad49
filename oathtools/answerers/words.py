"""Words as the answer to one question: names, numbers, shares, what fell or was drawn (docs/formats.md, "Requests").

Words are matched forgivingly against what is asked: numbers of the options, ids, labels, any spelling of a name,
shortened as far as it stays unique. A word that is nothing is answered with what it might have been.
"""

import re
import shlex
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from oathtools import catalog, guesses
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.procedures.actions.play import ADVISER, DISCARD, FACEDOWN, VISION
from oathtools.procedures.glossary.drawing import BACKS
from oathtools.table.state import PLACE_NAMES, UNKNOWN_PREFIX

# The text that people see for an option; ``Labels`` gives that of a question.
Label = Callable[[str], str]
Labels = Callable[[Decision], Label]


class Called:
    """The text that people see for an option, and what else it is called, each only as it stands."""

    def __init__(self, label: Label, also: Callable[[str], Iterable[str]]) -> None:
        self.label, self.also = label, also

    def __call__(self, option: str) -> str:
        return self.label(option)


EVERY = ("all", "all of them", "everything", "every one", "both", "all targets")
_DEFAULTS = ("go", "go-on", "goon", "none", "pass", "-", "default")
_PLACES = (ADVISER, FACEDOWN, VISION, DISCARD, *PLACE_NAMES)
_YES_NO = {
    **dict.fromkeys(("accept", "agree", "y", "yeah", "sure", "ok", "okay", "aye"), "yes"),
    **dict.fromkeys(("decline", "refuse", "n", "nope", "nay", "never"), "no"),
}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NONE, _ALL = ("none", "nothing", "zero", "no"), ("all", "max", "everything", "every")
# What a number looks like in words.
NUMBER = "|".join((r"\d+", *_COUNTS, *_NONE, *_ALL))
_COUNTED = re.compile(
    r"(?:attack )?(?:dice|die)|(?:my |the |imperial )?warbands?|favou?r|secrets?|cards?|of (?:them|it)|there|here",
    re.IGNORECASE,
)
_MANY = re.compile(r"(\d+)\s*[x×]?\s*([^\W\d].*)")
_SHARE = re.compile(r"\s*(.+?)\s*=\s*(\d+)")


class Misread(ValueError):
    """Words that answer nothing here. ``hint`` says what would."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class Elsewhere(Misread):
    """A request where something else is asked. ``why``: what is wrong with its words as an answer to that."""

    def __init__(self, why: str, hint: str | None = None) -> None:
        super().__init__(f"another question is open: {why}", hint)
        self.why = why


class Unoffered(Misread):
    """A word that means none of the options."""


# -- matching a word to an option ----------------------------------------------------------------------------------


def key(text: str) -> str:
    """A spelling without its accidents: case, accents, blanks, dots, hyphens, apostrophes.

    A picture counts as a letter, since it may be all there is of a player's name.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
    return "".join(char for char in text.casefold() if char.isalnum() or unicodedata.category(char) == "So")


def match(said: str, options: Iterable[str], label: Label, offered: Iterable[str] | None = None) -> str:
    """The option that a word means: exactly, else by a unique beginning, else by one of its words, else the nearest.

    ``offered`` are the options that may be chosen, all of them by default: they come first where a word may mean
    several, and in what is listed. What is only near is noted (``oathtools.guesses``). Raises ``Misread``,
    ``Unoffered`` if no option is near.
    """
    listed = list(options)
    may = listed if offered is None else offered
    found = near(said, listed, label, forgiving=False)
    if found:
        return _one_of(said, found, listed, may, label)
    found = near(said, listed, label)
    if found:
        return _guessed(said, _one_of(said, found, listed, may, label), label)
    names = list(dict.fromkeys(label(option) for option in islice(may, 12))) or ["nothing is possible"]
    raise Unoffered(f"{said!r} is none of the answers here", f"Possible: {', '.join(names)}")


def meant(said: str, options: Sequence[str], label: Label, *, forgiving: bool = True) -> str | None:
    """The one option that a word means, None if it is none or several; ``forgiving`` and only near, it is noted."""
    found = near(said, options, label, forgiving=False)
    if found or not forgiving:
        return next(iter(found)) if len(found) == 1 else None
    found = near(said, options, label)
    return _guessed(said, found.pop(), label) if len(found) == 1 else None


def as_printed(decision: Decision | None, words: Sequence[str], label_for: Callable[[str], Label]) -> bool:
    """Do words stand as one of the options of a question does on the screen, other than an action?"""
    if decision is None or decision.form is not Form.ONE or decision.kind == "act":
        return False
    said, label = key(" ".join(words)), label_for(decision.kind)
    return any(said in (key(label(each)), key(each)) for each in decision.options)


def _guessed(said: str, option: str, label: Label) -> str:
    """Note that a word was taken for an option, by the name that whoever typed it had in mind."""
    card = option.partition("@")[0]
    if catalog.is_card(card):
        catalog.chosen(said, catalog.Match(card, False))
    else:
        guesses.taken(said, label(option))
    return option


def near(said: str, options: Sequence[str], label: Label, *, forgiving: bool = True) -> set[str]:
    """The options that a word may mean, by the surest way that finds any; ``forgiving``: misspelt words too."""
    wanted = key(said)
    if not wanted:
        return set()
    spelled: dict[str, set[str]] = {}
    words: dict[str, set[str]] = {}
    for option in options:
        for spelling in (option, option.partition(".")[2], label(option), *_aliases(option)):
            plain = spelling.casefold().removeprefix("the ")
            for form in (key(spelling), key(plain)):
                if form:
                    spelled.setdefault(form, set()).add(option)
            for word in re.split(r"[\s._-]+", plain):
                words.setdefault(key(word), set()).add(option)
    if wanted in spelled:
        return spelled[wanted]
    bare = re.sub(r"^(the|an?)\s+", "", said.strip(), flags=re.IGNORECASE)
    if isinstance(label, Called):
        forms = {key(said), key(bare)}
        found = {option for option in options if not forms.isdisjoint(map(key, label.also(option)))}
        if found:
            return found
    for known in (spelled, words):
        found = {option for spelling, those in known.items() if spelling.startswith(wanted) for option in those}
        if found:
            return found
    bare = re.sub(r"(?<=\w)\s*\([^()]*\)$", "", bare)  # Brutal (Cursed Cauldron): what only some of us see
    if bare != said.strip():
        return near(bare, options, label, forgiving=forgiving)
    return _nearest(wanted, spelled) if forgiving else set()


def _nearest(wanted: str, spelled: dict[str, set[str]]) -> set[str]:
    """The options whose spelling is nearest, several if none is clearly the nearest; a number is never misspelt."""
    from rapidfuzz import fuzz, process

    number = _digits(wanted)
    known = [spelling for spelling in spelled if _digits(spelling) == number]
    ranked = process.extract(wanted, known, scorer=fuzz.ratio, limit=3, score_cutoff=75)
    if not ranked:
        return set()
    best, first = spelled[ranked[0][0]], ranked[0][1]
    if all(first - score >= 5 or spelled[other] == best for other, score, _ in ranked[1:]):
        return best
    return {option for other, _, _ in ranked for option in spelled[other]}


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


def _aliases(option: str) -> tuple[str, ...]:
    if option in PLACE_NAMES:
        return (f"{option.replace('.', ' ')}",)
    try:
        record = catalog.card(option)
    except KeyError:
        return ()
    return (record.name, *record.aliases)


def _one_of(said: str, found: set[str], listed: list[str], may: Iterable[str], label: Label) -> str:
    """One of several options that a word may mean: the only one, the only one offered, or any of unknown cards."""
    among = [option for option in listed if option in found]
    if len(among) == 1 or all(option.startswith(UNKNOWN_PREFIX) for option in among):
        return among[0]
    offered = [option for option in may if option in found]
    if len(offered) == 1 or (offered and all(option.startswith(UNKNOWN_PREFIX) for option in offered)):
        return offered[0]
    names = list(dict.fromkeys(label(each) for each in among))
    raise Misread(f"{said!r} may mean several things", f"Which one: {', '.join(names)}?")


def means(said: str, answer: Answer, label: Label) -> bool:
    """Do these words mean this answer: all of it, and nothing besides?"""
    if isinstance(answer, str):
        return meant(said, [answer], label) is not None
    if isinstance(answer, list | dict) and not answer:
        return said.strip().casefold() in ("", *_DEFAULTS)
    if isinstance(answer, list):
        found = [{each for each in answer if meant(part, [each], label)} for part in parts_of(said, answer, label)]
        return all(found) and set[str]().union(*found) == set(answer)
    if isinstance(answer, dict):
        try:
            return _shares(said, list(answer), label) == answer
        except Misread:
            return False
    return key(said) == key(str(answer))


def name_of(text: str) -> str:
    """The id of a card named in words. Raises ``Misread`` with what it might have been."""
    try:
        return catalog.find(text)
    except LookupError as fault:
        raise Misread(str(fault)) from None


def parts(text: str) -> list[str]:
    """Words with commas between them, or else with blanks."""
    return [part.strip() for part in (text.split(",") if "," in text else text.split()) if part.strip()]


def parts_of(text: str, options: Sequence[str], label: Label) -> list[str]:
    """Words with commas or *and* between them, or else with blanks; a name that means an option stays whole."""
    found = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        if len(near(part, options, label, forgiving=False)) == 1:
            found.append(part)
        elif " and " in part:
            found += _joined(part.split(" and "), options, label)
        else:
            found += [part] if "," in text else part.split()
    return found


def _joined(said: list[str], options: Sequence[str], label: Label) -> list[str]:
    """Words between which *and* stands; a name that has one of its own stays whole: pawn and favor."""
    found: list[str] = []
    while said:
        long = next(
            (n for n in range(len(said), 0, -1) if near(" and ".join(said[:n]), options, label, forgiving=False)), 1
        )
        found.append(" and ".join(said[:long]).removeprefix("and ").strip())
        said = said[long:]
    return found


# -- one question --------------------------------------------------------------------------------------------------


def generic(decision: Decision, words: Sequence[str], label: Label) -> Answer:
    """Words as the answer to a question of any form. Raises ``Misread``."""
    text = " ".join(words).strip()
    if not text and decision.default is not None:
        return decision.default
    form = decision.form
    if form is Form.AMOUNT and text.casefold() in _NONE:
        return 0
    if text.casefold() in _DEFAULTS and decision.default is not None and text not in decision.options:
        return decision.default
    if form is Form.ONE:
        return one(decision, text, label)
    if form is Form.AMOUNT:
        return number_in(text, decision.low, decision.high)
    if form in (Form.SOME, Form.ORDER):
        said = _several(decision, text, label)
        # An order may be told by its beginning: the others follow as they stand.
        return [*said, *(each for each in decision.options if each not in said)] if form is Form.ORDER else said
    if form is Form.DISTRIBUTE:
        return _shares(text, decision.options, label, decision.legal(), decision.high)
    if form is Form.OUTCOME:
        return outcome(decision, text)
    return text


def one(decision: Decision, text: str, label: Label) -> str:
    """One option: by its number among those offered, or by its name. Raises ``Misread``."""
    if text.isdigit() and text not in decision.options:
        offered = list(decision.legal())
        if 1 <= int(text) <= len(offered):
            return offered[int(text) - 1]
        raise Misread(f"there is no answer number {text}", f"Numbers: 1 to {len(offered)}")
    if "yes" in decision.options:
        text = _yes_or_no(text, decision.kind.rpartition(".")[2])
    return named(decision, text, label)


def _yes_or_no(text: str, what: str) -> str:
    """``what`` is what is asked, as its kind has it: *burn* says yes to it, *no burn* and *don't burn* say no."""
    plain = text.casefold()
    said = {what: "yes", f"no {what}": "no", f"don't {what}": "no", f"dont {what}": "no", f"do not {what}": "no"}
    return _YES_NO.get(plain) or said.get(plain) or text


def named(decision: Decision, text: str, label: Label) -> str:
    """The option of a question that a word names. Raises ``Misread``; what a private question offers is not listed."""
    if not decision.private:
        return match(text, decision.options, label, decision.legal())
    try:
        return match(text, decision.options, label)
    except Misread as fault:
        raise Misread(str(fault), for_eyes_of(decision.who, label)) from None


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
    for said in ([text], parts(text)):
        if all(near(each, known, label) or _is_a_name(each) for each in said):
            return
    raise Unoffered(f"{text!r} is none of the answers here", for_eyes_of(decision.who, label))


def _is_a_name(said: str) -> bool:
    try:
        return bool(catalog.match(said))
    except catalog.AmbiguousName:
        return True
    except catalog.UnknownName:
        return False


def _several(decision: Decision, text: str, label: Label) -> list[str]:
    if text.casefold() in ("", "-", *_NONE):
        return []
    if text.casefold() in EVERY and (legal := list(decision.legal())):
        return legal
    chosen: list[str] = []
    for part in parts_of(text, decision.options, label):
        option = one(decision, part, label)
        others = (each for each in decision.options if each not in chosen and label(each) == label(option))
        chosen.append(next(others, option) if option in chosen else option)
    return chosen


def number_in(text: str, low: int, high: int) -> int:
    """A number in figures or words, ``all`` and ``none`` among them, with what is counted or without it.

    Raises ``Misread``; whether it is one that may be said is not asked.
    """
    plain = " ".join(_COUNTED.sub(" ", text).split()).casefold()
    if plain.lstrip("-").isdigit():
        return int(plain)
    if plain in _ALL:
        return high
    if plain in _NONE:
        return 0
    if plain in (*_COUNTS, "a", "an"):
        return _COUNTS.index(plain) if plain in _COUNTS else 1
    raise Misread(f"{text!r} is not a number", f"A number from {low} to {high}")


def _count(text: str, high: int) -> int | None:
    try:
        return number_in(text, 0, high)
    except Misread:
        return None


def _shares(
    text: str, options: Iterable[str], label: Label, offered: Iterable[str] | None = None, high: int = 0
) -> dict[str, int]:
    """``Plains=2, Mine=1``, ``2 Plains, 1 Mine``; a name alone is one of it."""
    if text.casefold() in ("", "-", *_NONE):
        return {}
    listed = list(options)
    may = listed if offered is None else list(offered)
    if len(may) == 1 and (told := _count(text, high)) is not None:
        return {may[0]: told}
    said = text.split(",")
    if "," not in text and text.count("=") > 1:
        said = [found.group() for found in _SHARE.finditer(text)]
    shares: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in said)):
        equal, many = _SHARE.fullmatch(part), _MANY.fullmatch(part)
        name, count = (equal[1], equal[2]) if equal else (many[2], many[1]) if many else (part, "1")
        option = match(name, listed, label, may)
        shares[option] = shares.get(option, 0) + int(count)
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
    if decision.options and decision.low == 0:
        return match(text, decision.options, str)
    if decision.options:
        return _fallen(decision, text)
    return name_of(text)


def _fallen(decision: Decision, text: str) -> list[str]:
    """The sides of dice: those of campaigns as ``odds.spoken`` reads them, any others by name: ``4``, ``2 x 4``."""
    from oathtools.odds.dice import die_faces
    from oathtools.odds.spoken import Unread, faces

    for die in ("attack", "defense"):
        if set(decision.options) == set(die_faces(die)):
            try:
                return faces(die, text, decision.high)
            except Unread as fault:
                raise Misread(fault.message, fault.hint) from None
    said = [text] if decision.high == 1 else parts(text)
    return [_side(decision, part) for part in said]


def _side(decision: Decision, word: str) -> str:
    return match(word, decision.options, lambda face: face.replace("_", " "))


_UNTOLD = re.compile(r"(\d{1,3})(?: (cards?|denizens?|untold|unknown))?")


def _drawn(decision: Decision, text: str) -> list[str]:
    said = parts(text.casefold().replace("a vision", "vision"))
    if number := _UNTOLD.fullmatch(text.strip().casefold()):
        count, plain = int(number[1]), "denizen" not in (number[2] or "")
        if plain and decision.default == [] and count <= decision.high:
            if 0 < count < decision.low:
                raise Misread(f"{decision.low} cards, not {count}", "- says that nobody tells them")
            return []  # cards that may be left untold altogether, whatever their backs
        backs = list(decision.default or ()) if plain else []
        # More than there can be are refused by the Law, not cut.
        return backs[:count] + ["denizen"] * (count - len(backs))
    if "vision" in said and len(said) == 2 and any(part.isdigit() for part in said):
        place = int(next(part for part in said if part.isdigit()))
        return ["denizen"] * (place - 1) + ["vision"]
    named = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return [_back_or_name(part) for part in named]
    except Misread as fault:
        if "," in text or " " not in text:
            raise Misread(str(fault), fault.hint or "? stands for a card that nobody tells: Longbows, ?") from None
        raise Misread(str(fault), "With commas between the cards: Longbows, Elders, ?") from None


def _back_or_name(text: str) -> str:
    plain = text.casefold().removeprefix("unknown").removeprefix("a ").strip()
    if plain in BACKS:
        return plain
    if plain in ("", "?"):
        return "denizen"
    return name_of(text)
