"""The words of a line before anybody knows what they mean here: tokens, what is no name, heads of clauses, numbers.

What words may be stands in ``data/speech.yaml``; which names they are only the table knows (``mentions``).
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.matching import Misread
from oathtools.catalog.names import index_of_names
from oathtools.kit.datafiles import load
from oathtools.kit.lazy import pattern
from oathtools.kit.text import NUMBER_WORDS, ORDINALS
from oathtools.odds.dice import is_of_some_die

_TOKEN = pattern(r"\"[^\"]*\"|--[a-z]+|->|[^\W_]+(?:['’._=@×-]+[^\W_]+)*['’]?|\.{2,}|\?+|[^\w\s]")
_CONTRACTED = {"n't": "not", "'m": "am", "'re": "are", "'ll": "will", "'ve": "have", "'d": "will"}
_OF_PERSONS = ("he's", "she's", "it's", "that's", "who's", "what's", "there's", "here's", "let's")
_SELDOM = {"cannot": "can not", "can't": "can not", "won't": "will not", "gimme": "give me", "dont": "do not"}
REGIONS = ("cradle", "provinces", "hinterland")


class Token(NamedTuple):
    """A word or a sign of a line: as it stands, in small letters, and where; ``name``: it is (part of) a name."""

    text: str
    low: str
    start: int
    end: int
    name: bool = False


def tokens(line: str) -> list[Token]:
    """The words and signs of a line; what people contract is two words, a name in quotation marks one."""
    found: list[Token] = []
    for match in _TOKEN.finditer(line):
        text, start, end = match[0], match.start(), match.end()
        if text.startswith('"'):
            found.append(Token(text.strip('"'), text.strip('"').casefold(), start, end, True))
            continue
        low = text.casefold().replace("’", "'")
        found += [Token(text, each, start, end) for each in _uncontracted(low)]
    return _named(found)


def _uncontracted(low: str) -> Sequence[str]:
    if low in _SELDOM:
        return _SELDOM[low].split()
    if low in _OF_PERSONS or (low[-2:] == "'s" and low[:-2] in (*ORDINALS, "one")):
        return (low[:-2], "is")
    for ending, word in _CONTRACTED.items():
        if low.endswith(ending) and len(low) > len(ending):
            return (low.removesuffix(ending), word)
    return (low,)


_LONGEST = 5  # words of a name


def _named(found: list[Token]) -> list[Token]:
    """The tokens that spell names of the catalogue marked as such; one word that says other things only in capitals."""
    names, at = index_of_names(), 0
    while at < len(found):
        sizes = range(_LONGEST, 0, -1) if found[at].low[:1].isalnum() else ()
        size = next((n for n in sizes if found[at : at + n][-1].low[:1].isalnum()
                     and catalog.key_of(_joined(found[at : at + n])) in names), 0)  # fmt: skip
        if size == 1 and found[at].low in _common() and not found[at].text[:1].isupper():
            size = 0
        for index in range(at, min(at + size, len(found))):
            found[index] = found[index]._replace(name=True)
        at += size or 1
    return found


def _joined(some: Sequence[Token]) -> str:
    return " ".join(each.low for each in some)


# -- what a word may be ------------------------------------------------------------------------------------------------


@cache
def words() -> dict[str, Any]:
    """The book of words."""
    families = {f"@{name}": several.split() for name, several in load("speech")["families"].items()}

    def said(some: Iterable[str]) -> list[str]:
        """With the verbs of a family for its name: *@puts {n}* is put {n}, place {n} and so on."""
        parts = (each.partition(" ") for each in some)
        return [word + tie + rest for first, tie, rest in parts for word in families.get(first, (first,))]

    book: dict[str, Any] = {**load("speech")}
    for name, each in book.items():
        book[name] = frozenset(said(each.split())) if isinstance(each, str) else each
    for name in ("acts", "answers", "events"):
        book[name] = {key: said(several) for key, several in book[name].items()}
    book["empty"] |= book["color"]
    parts = (*book["answers"].values(), *book["events"].values())
    acts = [each.split()[0] for several in book["acts"].values() for each in several]
    known = (acts, book["forms"], book["told"], book["sure"])
    book["verbs"] = frozenset(each for part in parts for each in part).union(*known)
    units = {each for several in book["units"].values() for each in several}
    empty = book["empty"] - book["comes"] - book["leaves"]
    book["verbs"] -= units | book["links"] | empty | book["nouns"] | {"first", "last", "rest", "other", "others"}
    return book


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


@cache
def _common() -> frozenset[str]:
    book = words()
    return book["empty"] | book["links"] | book["never"] | book["doubts"] | frozenset((*book["forms"], *_units()))


@cache
def lemmas() -> dict[str, str]:
    """The irregular forms of verbs, each with its verb."""
    return {form: verb for verb, forms in words()["forms"].items() for form in forms}


@lru_cache(maxsize=1 << 12)
def verbs_of(word: str) -> frozenset[str]:
    """The verbs of which a word may be a form: travelled, goes, putting."""
    found = {word, lemmas().get(word, word)}
    for ending, begins in (("ies", "y"), ("ied", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ing", ""), ("d", "")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word.removesuffix(ending) + begins
            found |= {stem, f"{stem}e"} | ({stem[:-1]} if stem[-1:] == stem[-2:-1] else set())
    return frozenset(found)


def is_joint(token: Token) -> bool:
    """Does it stand between two things?"""
    return not token.name and (token.low in words()["joints"] or token.low.startswith(".."))


def is_empty(token: Token) -> bool:
    """Does it mean nothing by itself?"""
    plain = token.low in words()["empty"] or token.low in ("(", ")", "'", "’")
    return not token.name and (plain or is_company(token.low))


@lru_cache(maxsize=1 << 12)
def is_company(low: str) -> bool:
    """Is it said for company, in whichever form: scenery, a feeling, a manner?"""
    book, forms = words(), verbs_of(low)
    if low in _words_of_names() or low in book["empty"] or low in book["no_manner"]:
        return False
    if low.endswith("ly"):  # icily: icy; gently: gentle
        stem = low.removesuffix("ly")
        forms |= {stem, f"{stem}le", f"{stem.removesuffix('i')}y"}
        return not forms.isdisjoint(book["company"] | book["color"])
    return not book["company"].isdisjoint(forms) and book["verbs"].isdisjoint(forms)


_SHORT = 3  # letters of a word that nobody misspells


def is_strange(token: Token, short: int = _SHORT) -> bool:
    """Is it no name and no word of the book, so that it may be a name misspelt? Not one of so few letters."""
    known = token.name or is_empty(token) or is_joint(token) or denies(token) or verbs_of(token.low) & _all_words()
    return not known and token.low.isalpha() and len(token.low) > short and not is_of_some_die(token.low)


@cache
def _all_words() -> frozenset[str]:
    book = words()
    parts = [*book["answers"].values(), *book["units"].values(), *book["spots"].values(), *book["acts"].values()]
    plain = ("told", "links", "untold", "forms", "closes", "hands_on", "beside", "results", "nouns", "reasons", "away")
    parts += [book[each] for each in plain]
    return frozenset(each for part in parts for each in part)


def may_mean(token: Token) -> bool:
    """May it mean anything: is it a word of the books, or of a name, shortened or mistyped?"""
    return token.name or not token.low.isalpha() or _may_mean(token.low)


@lru_cache(maxsize=1 << 12)
def _may_mean(low: str) -> bool:
    known, names = _vocabulary(), _words_of_names()
    if not known.isdisjoint((low, *verbs_of(low))) or low in names or is_of_some_die(low):
        return True
    near = (each.startswith(low) or each.endswith(low) or catalog.mistyped(low, each) for each in (*names, *REGIONS))
    return len(low) > 2 and any(near)


@cache
def _vocabulary() -> frozenset[str]:
    """The words of the book, and of what is asked and done."""
    texts = " ".join(str(load(book)) for book in ("speech", "actions", "prompts", "words"))
    found = re.findall("[a-z]+", texts.casefold())
    return frozenset((*found, *NUMBER_WORDS, *ORDINALS, *REGIONS, *catalog.SUITS, *catalog.COLORS))


def is_of_the_game(token: Token) -> bool:
    """Is it a word without which a line says something else: a name or part of one, a number, a denial, a verb?"""
    known = verbs_of(token.low) & (words()["verbs"] | words()["nouns"] | _words_of_names())
    counts = number(token.low) is not None or unit_of(token.low) or token.low in REGIONS
    plain = token.text.isalpha() and token.text[1:].islower()  # not BoR, nor can't
    return bool(token.name or denies(token) or counts or known or is_of_some_die(token.low) or not plain)


@cache
def _words_of_names() -> frozenset[str]:
    return frozenset(word for card in catalog.ids() for word in re.split("[._]", card))


def denies(token: Token) -> bool:
    """Does it say that something is not?"""
    return not token.name and token.low in words()["never"]


def takes_back(found: Sequence[Token]) -> int:
    """How many of the first words take back what was just told: *no wait*, *sorry, no*; 0: they do not."""
    at, book = 0, words()["mended"]
    while at < len(found) and (is_joint(found[at]) or (found[at].low in book and not found[at].name)):
        at += 1
    said = {each.low for each in found[:at]}
    return at if said & {"wait", "sorry", "oops", "mean", "rather", "scratch"} else 0


def unit_of(word: str) -> str:
    """What is counted, by the word for it; nothing for any other word."""
    return _units().get(word, "")


@cache
def _units() -> dict[str, str]:
    return {word: unit for unit, several in words()["units"].items() for word in several}


# -- numbers -----------------------------------------------------------------------------------------------------------

_ALL = ("all", "max", "everything", "every", "both", "maximum")
_NONE = ("none", "nothing", "zero", "no")


class Number(NamedTuple):
    """How many, of what: -1 stands for all of them, ``but`` are left out; ``every``: all, and so many they are;
    ``of_bank``: of which suit, if that is told; ``among``: of how many, if that is told."""

    many: int
    unit: str = ""
    but: int = 0
    every: bool = False
    of_bank: str = ""
    among: int = 0

    def of(self, high: int) -> int:
        """The number where ``high`` is all there is. Raises ``Misread`` where all are said to be another number."""
        if self.many < 0:
            return high - self.but
        if self.every and self.many != high:
            raise Misread(f"all {self.many} are not all there are: {high}", f"A number up to {high}")
        return self.many


def amount(counted: Number, high: int) -> int | None:
    """How many are meant of so many; None where all are said to be another number."""
    try:
        return counted.of(high)
    except Misread:
        return None


_SHORT_UNIT = pattern(r"(\d{1,2})(s|f|fav|wbs?|sup|d|secs?)")  # 2s: two Supply, where no dice fell

_UNITS = {"s": "supply", "f": "favor", "sec": "secret", "secs": "secret"}
# More letters, or digits, than any word of the game has.
LONGEST = 40


def number(text: str) -> Number | None:
    """The number that words say, in figures or words, with what is counted; None if they say another thing."""
    count, unit, every, but, ones, among, there = None, "", False, False, 0, False, 0
    for word in re.findall(r"[^\W_]+|-\d+|×", text.casefold().replace("'s", "")):
        if len(word) > LONGEST:
            return None
        if (short := _SHORT_UNIT.fullmatch(word)) and not unit:
            word, unit = short[1], _UNITS.get(short[2]) or unit_of(short[2]) or "die"
        plain = int(word) if word.isdecimal() else NUMBER_WORDS.index(word) if word in NUMBER_WORDS[1:] else None
        if plain is not None and count is not None and not but and among:
            there = plain  # one of the two
            continue
        if plain is not None and (but or count is None):
            ones, count = (plain, count) if but else (ones, plain)
        elif word == "but" and every:
            but = True
        elif word in _ALL and not every and count is None:
            every = True
        elif word in _NONE and count is None:
            count = 0
        elif word in ("one", "ones") and count is not None:
            pass  # the last two ones
        elif (sort := unit_of(word) or (unit_of(f"{word}s") if count is not None else "")) and unit in ("", sort):
            unit = sort  # two purple: of the purples
        elif word == "of" and count is not None:
            among = True
        elif word not in words()["beside_numbers"] | words()["color"]:
            return None
    if every and (count is None or but or word_is_both(text)):
        return Number(-1, unit, ones) if not word_is_both(text) else Number(2, unit, every=True)
    if count is None and re.search(r"\b(?:an?|last|more)\b", text.casefold()) and (unit or "last" in text.casefold()):
        count = 1
    return None if count is None else Number(count, unit, every=every, among=there)


def word_is_both(text: str) -> bool:
    """Are all of two meant?"""
    return "both" in text.casefold().split()


def ordinal(text: str) -> int | None:
    """Which one in a row is meant: the second card, 2nd, the first one."""
    found = re.search(rf"\b({'|'.join(ORDINALS)}|middle|last|(\d{{1,9}})(?:st|nd|rd|th))\b", text.casefold())
    if found is None:
        return None
    if found[2]:
        return int(found[2])
    return {"middle": 2, "last": 3}.get(found[1]) or ORDINALS.index(found[1]) + 1


# -- moods -------------------------------------------------------------------------------------------------------------


_OF_SHELLS = pattern(r"[^\w\s,.:=+-]")


def to_type(line: str) -> str:
    """How a line is typed at a shell."""
    return f'oathtools answer "{line}"' if _OF_SHELLS.search(line) else f"oathtools answer {line}"


class Unexplained(Misread):
    """A word of a line that says something which is not done."""

    def __init__(self, message: str, hint: str | None = None, rest: str = "") -> None:
        super().__init__(message, f"Without it: {to_type(rest)}" if rest else hint)
        self.rest = rest


_ASKS = pattern(
    r"(?:and |but |so )?(?:if|what|when|where|which|who|whose|whom|why|how|can|could|may|might|must|should|does|did|has"
    r"|have|had|was|were|(?:do|am|is|are|will|would|shall)(?= (?:i|we|you|he|she|they|it|the)\b))\b",
    re.IGNORECASE,
)


def refuse_question(text: str, names: Iterable[str]) -> None:
    """Raise ``Unexplained`` for a question: it is answered elsewhere, never carried out."""
    first = text.split()[0] if text.split() else ""
    known = {name.casefold() for name in names}
    asks = _ASKS.match(text) and first.casefold() not in known
    if asks or re.search(r"[^\s,]\?+\s*$|\w\?+ (?!\?|,)", text):
        plain = text.strip().rstrip("?").strip()
        hint = f'It is answered by: oathtools "{plain}"' if asks else f"May it be done? oathtools why {plain}"
        raise Unexplained(f"{text!r} is a question: nothing was done", hint)
