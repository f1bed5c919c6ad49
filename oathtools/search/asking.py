"""From what people type to what is looked for.

Nothing that is typed can fail: marks that mean something (``"a phrase"``, ``suit:order``, ``-word``, ``word*``) are
understood where they make sense, and everything else is words.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from oathtools.kit.text import NUMBER_WORDS
from oathtools.search.store import Index

# -- words: how a text is cut into terms, the same for what is indexed and for what is asked ---------------------------
#
# A term is a lower-case word without accents, apostrophes and ending (Porter's second stemmer, from Whoosh; Whoosh's
# version of his first one keeps the doubled letter of *swapping*); number words become digits. ``Token`` keeps where
# the word stood, for the snippets.


_WORD = re.compile(r"[^\W_]+(?:['’ʼ][^\W_]+)*")
_NUMBERS = {"zero": "0", **{word: str(number) for number, word in enumerate(NUMBER_WORDS) if number}}
# Numbers of clauses in a text are references, not words: (5.1.4.2), (3.4.1-3.4.4), 4.1.1.1.
REFERENCE = re.compile(r"\((?=\d)[\d., -]*(?:box)?[\d., -]*\)|\b\d+(?:\.\d+)+\b")
# What Porter's rules do not know: irregular verbs, and words that they would confuse with others.
_IRREGULAR = {
    form: base
    for base, forms in {
        "take": "took taken", "give": "gave given", "draw": "drew drawn", "hold": "held", "win": "won", "pay": "paid",
        "lose": "lost loses losing loss", "spend": "spent", "steal": "stole stolen", "keep": "kept", "buy": "bought",
        "fight": "fought", "choose": "chose chosen", "throw": "threw thrown", "become": "became", "leave": "left",
        "begin": "began begun", "get": "got gotten", "go": "went gone", "break": "broke broken", "hide": "hid hidden",
        "forget": "forgot forgotten", "say": "said", "sell": "sold", "know": "knew known", "see": "saw seen",
        "run": "ran", "fall": "fell fallen", "bring": "brought", "find": "found", "build": "built", "mean": "meant",
        "make": "made", "swear": "swore sworn", "dies": "died dying", "man": "men", "use": "used using",
        "choice": "choices",
    }.items()
    for form in forms.split()
}  # fmt: skip
_KEPT = {"die": "die", "dice": "dice", "dies": "dies", "secrets": "secret"}


class Token(NamedTuple):
    """A word of a text: as written (lower case, plain letters), its term, and its place in the text."""

    word: str
    term: str
    start: int
    end: int


@lru_cache(maxsize=8192)
def term(word: str) -> str:
    """The term of one plain word."""
    if word in _NUMBERS:
        return _NUMBERS[word]
    word = _IRREGULAR.get(word, word)
    if word in _KEPT:
        return _KEPT[word]
    from whoosh.lang.porter2 import stem

    # The stemmer is recursive in nothing but slow on very long words, which are no words.
    return str(stem(word)) if len(word) <= 40 else word[:40]


def tokens(text: str) -> Iterator[Token]:
    """The words of a text, in order, with their places in it."""
    for match in _WORD.finditer(text):
        if word := _plain(match.group()):
            yield Token(word, term(word), match.start(), match.end())


@lru_cache(maxsize=8192)
def _plain(word: str) -> str:
    """A word in lower case and plain letters; nothing where it is none."""
    if not word.isascii():
        import unicodedata

        word = "".join(each for each in unicodedata.normalize("NFKD", word) if not unicodedata.combining(each))
    word = word.casefold()
    return word if word.isalnum() else word.replace("'", "").replace("’", "").replace("ʼ", "")


def terms(text: str) -> list[str]:
    """The terms of a text, in order, references to clauses left out."""
    return [term(word) for each in _WORD.findall(REFERENCE.sub(" ", text)) if (word := _plain(each))]


def pair(first: str, second: str) -> str:
    """The term under which two neighboring terms are indexed."""
    return f"{first} {second}"


WAYS = "\t"  # between the ways to say a thing and what each is worth, in the tables
LONGEST = 1000  # letters that are read: a story at the table, to the question at its end
MOST = 200  # words that are read
HEAVY = 1.5
_FIELDS = {
    "suit": "suit", "chapter": "chapter", "kind": "kind", "sort": "sort", "type": "sort", "power": "power",
    "in": "in", "clause": "in", "section": "in", "ch": "chapter", "variant": "variant"}  # fmt: skip
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
_SORTS = {each: [f"sort:{each}"] for each in ("denizen", "relic", "edifice", "vision", "banner", "legacy")}
_THINGS = {"card": ["kind:card"], "power": ["kind:card"], "adviser": ["sort:denizen"],
           "ruin": ["sort:edifice"], "building": ["sort:edifice"],
           "site": ["sort:site", "kind:site"], "battle plan": ["power:battle-plan"], **_SORTS}  # fmt: skip
_NO_DOING = (
    r"(?!(?:i|you|we|he|she|they|it|my|your|is|are|was|were|isnt|arent|do|does|did|has|have|had|may|must|will|should"
    r"|would|could|goes?|counts?|comes?|gets?|stays?|becomes?|an?|the|to|at|in|on|of|from|be|been|lies?|belongs?|needs?"
    r"|someone|somebody|another|players?)\b)"
)
_THING = rf"({'|'.join(_THINGS)})"
_SUITS = "arcane|beast|discord|hearth|nomad|order"
_DOING = (
    r"\W*(?:(?:(?:is|are) there|there(?: i|'?)s|find(?: me)?|(?:what|which)(?: is| are)?|name|list|show(?: me)?)\s+)?"
    rf"(?:(?:an?|any|the|all|some)\s+)?(?:(?:new|{_SUITS})\s+)?"
    rf"(?:{_THING}s?\s+(?:(?:that|which|who|to)\s+{_NO_DOING}|(?:letting|giving|worth)\s+)"
    # *card with more dice* asks for cards, *card with favor on it* for the rule.
    r"|(card|denizen|relic|edifice)s?\s+(?:with|where|whose)\s+(?!.*\bon (?:it|them|its|the|top)\b)"
    rf"|(card|denizen|relic)s?\s+(?:good\s+)?(?:for|against)\s+{_NO_DOING})"
)
_DOES = rf"\W*(?:which|what)\s+(?:{_THING}\s+{_NO_DOING}(?=\w+s\b)|{_THING}s\s+(?=(?:let|give|stop|make|help|allow)\b))"
# *What's the relic you bury for Supply*, *that Order card which*, *there was a legacy so you*: one that was seen.
_SEEN = (
    rf"\W*(?:(?:(?:what|which)(?:['’]?s| is| was| are| were)|there(?: i|['’]?)s|there (?:was|were)|(?:is|are) there"
    rf"|some)\s+(?:(?:the|that|those|an?|any|one|some)\s+)*(?:(?:new|old|{_SUITS})\s+)*{_THING}s?"
    rf"\s+(?:you|one|that|which|where|whose|so|with|when|lets)\s|that\s+(?:{_SUITS})\s+{_THING}\s)"
)
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
        self.begins, self.suits = "", 0  # what stands before the words, and how many of these are suits said there


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
    if (
        doing := re.match(_DOING, text, re.IGNORECASE)
        or re.match(_DOES, text, re.IGNORECASE)
        or re.match(_SEEN, text, re.IGNORECASE)
    ):
        thing = next(filter(None, doing.groups())).casefold()
        suits = re.findall(_SUITS, doing[0].casefold())
        question.sorts, question.begins, question.suits = _THINGS[thing], doing[0], len(suits)
        text = f"{' '.join(suits)} {text[doing.end() :]}"
    if compared := re.match(_WHAT_IS, text, re.IGNORECASE):
        question.begins += compared[0]
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


def _ways(text: str | None) -> list[tuple[str, float]]:
    """The ways to say a thing, as the tables have them."""
    parts = text.split(WAYS) if text else ()
    return [(way, float(worth)) for way, worth in zip(parts[::2], parts[1::2], strict=True)]


def _weight(weight: float, ways: Iterable[tuple[str, float]], tables: Mapping[str, Any]) -> float:
    """A part of the game that is named outright says most about where to look."""
    heavy = tables["heavy"]
    return HEAVY if any(way in heavy and worth > 0.9 for way, worth in ways) else weight


def _verb(word: str, before: str) -> str:
    """Tells the two words *die* apart."""
    return "dies" if word == "die" and before not in _BEFORE_A_DIE else word


# -- what the marks in a question ask for: fields, phrases, prefixes, words that must not occur, an id -----------------


def passing(index: Index, question: Question) -> set[int] | None:
    """The documents that pass all filters of a question; None if it has none.

    Of several values of one field any will do; everything else must hold together.
    """
    fields: dict[str, set[int]] = {}
    for facet in question.wanted:
        fields.setdefault(facet.split(":")[0], set()).update(index.with_facet(facet))
    groups = list(fields.values())
    groups += [_having(index, index.starting_with(prefix)) for prefix in question.prefixes]
    groups += [_with_phrase(index, phrase) for phrase in question.phrases]
    without = _having(index, question.without)
    if not groups and not without:
        return None
    allowed = set.intersection(*groups) if groups else set(range(index.size))
    return allowed - without


def exactly(index: Index, text: str) -> int | None:
    """The document whose id was typed: a clause number in any spelling, a ruling, ``OR-A``, ``denizen.longbows``."""
    typed = text.strip().casefold()
    if len(typed) > 40 or not any(character.isdigit() or character in ".-" for character in typed):
        return None
    ids: list[str] = index.about["ids"]
    lowered = [known.casefold() for known in ids]
    if typed in lowered:
        return lowered.index(typed)
    if not any(character.isdigit() or character == "." for character in typed):
        return None
    from oathtools.law.clauses import spelling

    number = spelling(typed)
    number = index.about["printed"].get(number, number)
    return ids.index(number) if number in ids else None


def within(words: Sequence[str], text: Sequence[str]) -> bool:
    """Whether words stand in a text one after the other."""
    return any(text[at : at + len(words)] == words for at in range(len(text) - len(words) + 1))


def _having(index: Index, some: Sequence[str]) -> set[int]:
    return {number for term in some for number, _ in index.postings(term)}


def _with_phrase(index: Index, phrase: list[str]) -> set[int]:
    """The documents that have these words one after the other, in heading or text."""
    numbers = set.intersection(*(_having(index, [term]) for term in phrase))
    return {number for number in numbers if _says(index.document(number), phrase)}


def _says(document: Mapping[str, Any], phrase: list[str]) -> bool:
    return any(within(phrase, terms(text)) for text in (document["heading"], *document["text"]))


# -- misspelt words: what was probably meant, from the words that the index knows --------------------------------------
#
# Whoosh's own correction looks for any word within a fixed distance of a stem and takes the most frequent. Here the
# words as they are written are compared (an ending is half of a short word), swapped letters are one mistake, the first
# letter counts, and words run together or torn apart are mended. A word is mended only into one that the game has for
# something, and no letter of a short word is taken for another: *feed* and *rope* are words, though none of ours.


_SHORTEST = 4  # shorter words are never corrected, nor corrected into
_SHORT = 5  # up to here letters are missing, too many or swapped, but none stands for another


def corrected(words: Sequence[Token], index: Index) -> tuple[list[str], list[str]]:
    """The words of a question as they were probably meant, and the ones that had to be changed, as now read."""
    vocabulary = set(index.about["words"].split(" "))
    meant: list[str] = []
    changed: list[str] = []
    at = 0
    while at < len(words):
        word = words[at].word
        if name := _name_at(words, at, index, vocabulary):
            meant += name
            changed += name
            at += len(name)
            continue
        joined = word + words[at + 1].word if at + 1 < len(words) else ""
        apart = word in index.about["articles"] or (joined and _both_known(word, words[at + 1].word, vocabulary))
        if len(joined) >= 6 and joined in vocabulary and not apart:
            meant.append(joined)
            at += 2
            continue
        at += 1
        if word in vocabulary or _is_known(words[at - 1], index):
            meant.append(word)
            continue
        halves = _torn(word, vocabulary)
        near = halves or _nearest(word, index.about["ours"].split(" "))
        meant += near or [word]
        changed += near
    return meant, changed


def _name_at(words: Sequence[Token], at: int, index: Index, vocabulary: set[str]) -> list[str]:
    """The words of a card's name that stands here with a slip in it: as many words, one of them right at least."""
    for name in index.about["long names"].get(words[at].word[:1], ()):
        run = [token.word for token in words[at : at + len(name)]]
        right = [word == meant for word, meant in zip(run, name, strict=False)]
        if len(run) == len(name) and any(right) and not all(right):
            from rapidfuzz.distance import OSA

            wrong = [pair for pair, same in zip(zip(run, name, strict=True), right, strict=True) if not same]
            if all(
                word not in vocabulary and OSA.distance(word, meant) <= (len(meant) + 3) // 4 for word, meant in wrong
            ):
                return list(name)
    return []


def _both_known(first: str, second: str, vocabulary: set[str]) -> bool:
    return len(first) > 3 and len(second) > 3 and first in vocabulary and second in vocabulary


def _is_known(token: Token, index: Index) -> bool:
    word, about = token.term, index.about
    tables = (about["light"], about["stop"], about["same"], about["plain"])
    return (
        word.isdigit()
        or any(one in table for table in tables for one in (word, token.word))
        or bool(index.postings(word))
    )


def _torn(word: str, vocabulary: set[str]) -> list[str]:
    for at in range(4, len(word) - 3):
        if word[:at] in vocabulary and word[at:] in vocabulary:
            return [word[:at], word[at:]]
    return []


def _nearest(word: str, ours: Sequence[str]) -> list[str]:
    """The nearest word of the game, in a list; an empty one if none is near enough."""
    if len(word) < _SHORTEST or len(word) > 30 or not word.isalpha():
        return []
    from rapidfuzz.distance import OSA

    most = 1 if len(word) < 7 else 2 if len(word) < 11 else 3
    best: tuple[float, int] | None = None
    for place, candidate in enumerate(ours):
        if abs(len(candidate) - len(word)) > most or len(candidate) < _SHORTEST or _another(word, candidate):
            continue
        distance = OSA.distance(word, candidate, score_cutoff=most)
        if distance > most:
            continue
        # A wrong first letter is rare.
        cost = distance + (0.7 if candidate[0] != word[0] else 0.0)
        if cost <= most + 0.3 and (best is None or cost < best[0]):
            best = (cost, place)
    begun = [] if best else [each for each in ours if each.startswith(word.removesuffix("s")) and len(word) > _SHORTEST]
    return [ours[best[1]]] if best else begun[:1] if len({term(each) for each in begun}) == 1 else []


def _another(word: str, candidate: str) -> bool:
    """Whether a short word differs by a letter that stands for another, as words do from words."""
    return len(word) == len(candidate) <= _SHORT and sorted(word) != sorted(candidate)


def near(words: Sequence[Token], index: Index) -> list[str]:
    """Known words that may have been meant by unknown ones, to be offered where nothing was found."""
    from rapidfuzz import fuzz, process

    known: list[str] = index.about["words"].split(" ")  # usual ones first
    offered: list[str] = []
    for token in words[:4]:
        if len(token.word) >= _SHORTEST - 1 and not _is_known(token, index):
            offered += [
                word for word, _, _ in process.extract(token.word, known, scorer=fuzz.ratio, limit=2, score_cutoff=60)
            ]
    return list(dict.fromkeys(offered))
