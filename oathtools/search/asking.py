"""From what people type to what is looked for.

Nothing that is typed can fail: marks that mean something (``"a phrase"``, ``suit:order``, ``-word``, ``word*``) are
understood where they make sense, and everything else is words.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from oathtools.search.text import Token, terms, tokens

WAYS = "\t"  # between the ways to say a thing and what each is worth, in the tables
LONGEST = 400  # letters that are read; nobody's question is longer
MOST = 32  # words that are read
HEAVY = 1.5
_FIELDS = {
    "suit": "suit", "chapter": "chapter", "kind": "kind", "sort": "sort", "type": "sort", "power": "power",
    "in": "in", "clause": "in", "section": "in", "ch": "chapter", "variant": "variant",
}  # fmt: skip
_KINDS = {"cards": "card", "rulings": "ruling", "sites": "site", "faq": "ruling", "rule": "law", "rules": "law",
          "laws": "law", "term": "glossary", "terms": "glossary", "variants": "variant",
          "house-rules": "variant"}  # fmt: skip
# Patterns are compiled when they are first needed: most questions are plain words.
_PHRASE = r"[\"“”„«»]([^\"“”„«»]*)[\"“”„«»]"
_FIELD = r"(?<![\w:])([A-Za-z]+):(?:[\"“]([^\"”]*)[\"”]|([^\s\"]+))"
_MINUS = r"(?<!\S)-([^\W\d_][^\s\"]*)"
_PREFIX = r"(?<!\S)([^\W_]{2,})\*(?!\S)"
_MEANING = (
    r"(?:define|definition|meaning|glossary|what'?s?(?: is| are| does| do)?(?: an?| the)?) \S+(?: mean)?\W*$"
    r"|.*\b(?:mean|means|meaning|definition)\W*$"
)
_WHAT_IS = (
    r"\W*(?:what(?:'?s| is| are)? )?(?:exactly )?(?:the |an? )?"
    r"(?:counts as|qualifies as|differences? between|definition of|meaning of)\b"
)
# A question for cards by what they do: *card that lets me ...*, *which relic gives ...*, but not *card that I draw*.
_THINGS = {"card": ["kind:card"], "power": ["kind:card"], "denizen": ["sort:denizen"], "adviser": ["sort:denizen"],
           "relic": ["sort:relic"], "edifice": ["sort:edifice"], "vision": ["sort:vision"], "banner": ["sort:banner"],
           "site": ["sort:site", "kind:site"], "battle plan": ["power:battle-plan"]}  # fmt: skip
_NO_DOING = (
    r"(?!(?:i|you|we|he|she|they|it|my|your|is|are|was|were|isnt|arent|do|does|did|has|have|had|may|must|will|should"
    r"|would|could|goes?|counts?|comes?|gets?|stays?|becomes?|an?|the|to|at|in|on|of|from|be|been|lies?|belongs?|needs?"
    r"|someone|somebody|another|players?)\b)"
)
_THING = rf"({'|'.join(_THINGS)})"
_DOING = (
    r"\W*(?:(?:(?:is|are) there|find(?: me)?|(?:what|which)(?: is| are)?|name|list|show(?: me)?)\s+)?"
    rf"(?:(?:an?|any|the|all|some)\s+)?(?:{_THING}s?\s+(?:(?:that|which|who|to)\s+{_NO_DOING}|letting\s+|giving\s+)"
    # *card with more dice* asks for cards, *card with favor on it* for the rule.
    r"|(card|denizen|relic|edifice)s?\s+(?:with|where|whose)\s+(?!.*\bon (?:it|them|its|the|top)\b)"
    rf"|(card|denizen|relic)s?\s+(?:for|against)\s+{_NO_DOING})"
)
_DOES = rf"\W*(?:which|what)\s+(?:{_THING}\s+{_NO_DOING}(?=\w+s\b)|{_THING}s\s+(?=(?:let|give|stop|make|help|allow)\b))"
_RULERS = frozenset(
    ("who", "he", "she", "they", "i", "one", "player", "nobody", "noone", "somebody", "someone", "exile", "citizen",
     "chancellor", "empire", "enemy", "defender", "it", "that", "whoever", "what", "which")
)  # fmt: skip
# After these words (as terms) *die* is a die; after others it is what warbands do.
_BEFORE_A_DIE = frozenset(
    ("a", "an", "the", "attack", "defens", "end", "each", "per", "1", "this", "that", "which", "extra",
     "more", "red", "blue", "black", "roll", "oathkeep", "usurp", "chanc", "another")
)  # fmt: skip


class Concept(NamedTuple):
    """One thing asked about: ways to say it in terms of the index, each with what it is worth."""

    words: tuple[str, ...]  # the terms as asked
    ways: tuple[tuple[str, float], ...]
    weight: float


class Question:
    """What is looked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[Token] = []
        self.phrases: list[list[str]] = []
        self.wanted: list[str] = []  # facets a hit must have, one of each field
        self.without: list[str] = []
        self.prefixes: list[str] = []
        self.definition = False  # asks what a word means
        self.sorts: list[str] = []  # facets of what is asked for, if cards are asked for by what they do


def read(text: str) -> Question:
    """What some typed words look for. Never raises."""
    text = text[:LONGEST].replace("w/o", "without ")
    question = Question(text)

    def take_field(match: re.Match[str]) -> str:
        name = _FIELDS.get(match[1].casefold())
        value = (match[2] if match[2] is not None else match[3]).strip("\"'.,;!?()").casefold()
        if match[1].casefold() == "not":
            question.without += terms(value)
            return " "
        if name is None or not value:
            return f"{match[1]} {value}"
        value = _KINDS.get(value, value) if name == "kind" else value.replace(" ", "-")
        question.wanted.append(f"{name}:{value}")
        return " "

    def take_phrase(match: re.Match[str]) -> str:
        phrase = terms(match[1])
        if len(phrase) > 1:
            question.phrases.append(phrase)
        return f" {match[1]} "

    def take_minus(match: re.Match[str]) -> str:
        question.without += terms(match[1])
        return " "

    def take_prefix(match: re.Match[str]) -> str:
        question.prefixes += [token.word for token in tokens(match[1])]
        return " "

    if ":" in text:
        text = re.sub(_FIELD, take_field, text)
    if any(quote in text for quote in '"“”„«»'):
        text = re.sub(_PHRASE, take_phrase, text)
    if "-" in text:
        text = re.sub(_MINUS, take_minus, text)
    if "*" in text:
        text = re.sub(_PREFIX, take_prefix, text)
    if doing := re.match(_DOING, text, re.IGNORECASE) or re.match(_DOES, text, re.IGNORECASE):
        thing = next(filter(None, doing.groups())).casefold()
        question.sorts, text = _THINGS[thing], text[doing.end() :]
    if compared := re.match(_WHAT_IS, text, re.IGNORECASE):
        text = text[compared.end() :]
    question.words = _about(list(tokens(text))[:MOST])
    # Only words such as *what*, *define* and *meaning* can ask for a meaning, and only in a short question.
    if len(question.words) <= 7:
        question.definition = compared is not None or re.match(_MEANING, text.strip().casefold()) is not None
    return question


def _about(words: list[Token]) -> list[Token]:
    """The words without *rules* where it only says what is looked for: at the end, or before *for* and *about*."""
    kept = []
    for at, token in enumerate(words):
        before = words[at - 1].word if at else ""
        after = words[at + 1].word if at + 1 < len(words) else ""
        idle = token.word == "rules" and (after in ("for", "about", "on", "of") or (before and not after))
        if not idle or before in _RULERS or len(words) == 1:
            kept.append(token)
    return kept


def spelled(words: Sequence[str], tables: Mapping[str, Any]) -> list[str]:
    """Terms with set phrases that are one word joined: *face up* is *faceup*."""
    joined: list[str] = []
    at = 0
    spelling = tables["spelling"]
    while at < len(words):
        for size in (2, 1):
            right = spelling.get(" ".join(words[at : at + size]))
            if right is not None and at + size <= len(words):
                joined.append(right)
                at += size
                break
        else:
            joined.append(words[at])
            at += 1
    return joined


def concepts(words: Sequence[str], tables: Mapping[str, Any]) -> list[Concept]:
    """What is asked about in some terms (``spelled``), with the ways to say it.

    Idle words are left out unless there is nothing else.
    """
    words = [_verb(word, words[at - 1] if at else "") for at, word in enumerate(words)]
    articles = tables["articles"]
    bare = [word for word in words if word not in articles]
    return _concepts(bare, tables, set(tables["stop"])) or _concepts(words, tables, set())


def _concepts(words: Sequence[str], tables: Mapping[str, Any], idle: set[str]) -> list[Concept]:
    """The longest set phrases first, wherever they stand; then single words."""
    same, light = tables["same"], tables["light"]
    found: dict[int, Concept] = {}
    free = [True] * len(words)
    for size in range(tables["longest"], 1, -1):
        for at in range(len(words) - size + 1):
            run = words[at : at + size]
            ways = _ways(same.get(" ".join(run)))
            if ways and all(free[at : at + size]):
                # A term of the Law is itself with its idle words: *when played* is not *played*.
                own = " ".join(run)
                literal = "" if any(way == own for way, _ in ways) else " ".join(w for w in run if w not in idle)
                weight = light.get(own, _weight(1.0, ways, tables))
                found[at] = Concept(tuple(run), ((literal, 1.0), *ways) if literal else tuple(ways), weight)
                free[at : at + size] = [False] * size
    for at, word in enumerate(words):
        if free[at] and word not in idle:
            several = {word: 1.0}
            for to, worth in _ways(same.get(word)):
                several[to] = max(worth, several.get(to, 0.0))
            weight = _weight(light.get(word, 1.0), several.items(), tables)
            found[at] = Concept((word,), tuple(several.items()), weight)
    return [found[at] for at in sorted(found)]


def _ways(told: str | None) -> list[tuple[str, float]]:
    """The ways to say a thing, as the tables have them."""
    parts = told.split(WAYS) if told else ()
    return [(way, float(worth)) for way, worth in zip(parts[::2], parts[1::2], strict=True)]


def _weight(weight: float, ways: Iterable[tuple[str, float]], tables: Mapping[str, Any]) -> float:
    """A part of the game that is named outright says most about where to look."""
    heavy = tables["heavy"]
    return HEAVY if any(way in heavy and worth > 0.9 for way, worth in ways) else weight


def _verb(word: str, before: str) -> str:
    """Tells the two words *die* apart."""
    return "dies" if word == "die" and before not in _BEFORE_A_DIE else word
