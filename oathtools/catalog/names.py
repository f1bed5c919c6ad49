"""From what people type to the id of a card: any case, spacing, apostrophes, kind prefix, older names, typos.

Exact spelling first, then a beginning that only one name has, then the nearest name; only the last needs rapidfuzz.
What spells a name of the expansion is no misspelt name of the box (``beyond``).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from oathtools.catalog.packs import brought
from oathtools.kit.datafiles import load
from oathtools.kit.intake import taken
from oathtools.kit.text import listed

# -- what spellings of one name have in common, and which words may be a name that was mistyped ------------------------


_WORD = r"[^\W_]+(?:['’][^\W_]+)*"
# Books whose words are those of the game.
_BOOKS = ("law", "law_keywords", "synonyms")
# Other spellings of words that stand in names.
_SPELT = {"favour", "favours"}
_VOWELS = str.maketrans("", "", "aeiou")


def key_of(words: str) -> str:
    """The bare letters and digits of a name: what spellings of the same name have in common."""
    if not words.isascii():
        import unicodedata

        words = unicodedata.normalize("NFKD", words)
    return "".join(filter(str.isalnum, words.replace("&", "and").casefold()))


def is_plain(word: str) -> bool:
    """Is it a word of the game or of daily English, right as it stands?"""
    return word.casefold() in _plain()


@cache
def _plain() -> frozenset[str]:
    known = {*load("daily_words").split(), *re.findall("[a-z]{3,}", str([load(book) for book in _BOOKS]).casefold())}
    return frozenset(known - _SPELT)


def mistyped(words: str, name: str) -> bool:
    """May words be a name with a slip of the finger, a letter or two, or without its vowels (*Dsgrcd Cptn*), no word of
    them right as it stands?"""
    from rapidfuzz.distance import OSA

    typed, meant = key_of(words), key_of(name)
    slips = 1 if len(meant) < 6 else 2 if len(meant) < 9 else 3
    short = len(meant) > len(typed) > 2 and typed.translate(_VOWELS) == meant.translate(_VOWELS)
    if typed[:1] != meant[:1] or (not short and OSA.distance(typed, meant, score_cutoff=slips) > slips):
        return False
    return not any(is_plain(word) and key_of(word) not in meant for word in re.findall(_WORD, words))


# -- names of the expansion *New Foundations*, which is beyond this tool: known as names, so that none is mistaken -----


EDITION = "new-foundations"  # the expansion, wherever it is named
ONLY_NAMES = "What is known here of it: oathtools card NAME, oathtools law --edition new-foundations."
# What lies on a table; the others (legacies, foundations, actions) are meant only where anything may be meant.
_CARDS = ("denizen", "site", "relic", "edifice", "banner")


class Beyond(NamedTuple):
    """A name of the expansion, and what it names."""

    name: str
    kind: str

    @property
    def is_long(self) -> bool:
        """Is it a card's name of several words, which nobody can mean for another?"""
        return self.kind in _CARDS and " " in self.name

    def __str__(self) -> str:
        kind = f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind}"
        return f"{self.name} is {kind} of the expansion {load('new_foundations')['name']}, outside this tool today"


@cache
def _index() -> dict[str, tuple[Beyond, ...]]:
    """The names by their bare letters, with and without their article."""
    found: dict[str, tuple[Beyond, ...]] = {}
    for kind, names in load("new_foundations")["names"].items():
        for name in names:
            for key in {key_of(name), key_of(name).removeprefix("the")}:
                found[key] = (*found.get(key, ()), Beyond(name, kind))
    return found


def beyond(words: str, kinds: Collection[str] | None = None) -> Beyond | None:
    """The name of the expansion that some words spell, in any case and spacing; None if they spell none.

    Where some ``kinds`` of cards are expected a name of one word is one of these: others may shorten a name of the box.
    """
    key = key_of(words)
    known = _index().get(key) or _index().get(key.removeprefix("the"), ())
    return next((each for each in known if _fits(each, kinds)), None)


def _fits(one: Beyond, kinds: Collection[str] | None) -> bool:
    return kinds is None or one.kind in kinds or one.is_long


def nearest(key: str, kinds: Collection[str] | None = None) -> tuple[float, Beyond | None]:
    """The name of the expansion that a misspelt one is most like, and how alike they are, of 100."""
    from rapidfuzz.fuzz import ratio

    scored = [(ratio(key, name), each) for name, known in _index().items() for each in known if _fits(each, kinds)]
    return max(scored, key=lambda row: row[0], default=(0.0, None))


def spoken_of(text: str) -> list[Beyond]:
    """The names of the expansion in a question: the whole of it, or names of several words and actions in it."""
    whole = beyond(text)
    if whole:
        return [whole]
    words = re.findall(r"[\w'’-]+", text)
    runs = (" ".join(words[at : at + long]) for long in (5, 4, 3, 2, 1) for at in range(len(words) - long + 1))
    found = dict.fromkeys(each for run in runs if (each := beyond(run)))
    return [each for each in found if " " in each.name or each.kind == "action"]


_NEAR = 72.0  # how alike a misspelt name must be, of 100
_SURE = 4.0  # how much nearer than the next name of another card it must be
_MAYBE = 55.0  # how alike a suggestion must be
_ALIKE = 85.0  # how alike one must be for words that spell a name of the expansion
_SHORTEST = 3  # letters of a beginning that may stand for a name

# Other words for the kinds, as people and files write them before a colon or a dot.
_KINDS = {
    "card": None,
    "cards": None,
    "denizen": ("denizen",),
    "edifice": ("edifice",),
    "ruin": ("edifice",),
    "relic": ("relic",),
    "vision": ("vision",),
    "site": ("site",),
    "banner": ("banner",),
    "reliquary": ("reliquary",),
    "oath": ("oath",),
    "goal": ("oath",),
}


class UnknownName(LookupError):
    """No card has a name near enough to these words. ``suggestions`` are ids, best first, perhaps none.

    ``beyond``: the name of the expansion that they spell, if they spell one.
    """

    def __init__(self, words: str, suggestions: Iterable[str] = (), beyond: Beyond | None = None) -> None:
        self.words, self.suggestions, self.beyond = words, tuple(suggestions), beyond
        super().__init__(words)

    def explained(self, kind: str = "card") -> str:
        """What is wrong, without what might have been meant; ``kind``: what was looked for."""
        return str(self.beyond) if self.beyond else f"no {kind} is called {self.words!r}"

    def __str__(self) -> str:
        text = self.explained()
        if self.suggestions:
            text += f"; did you mean {listed(map(names_of_cards().__getitem__, self.suggestions), 'or')}?"
        return text


class AmbiguousName(LookupError):
    """Several cards fit these words equally well. ``ids`` are the cards meant perhaps."""

    def __init__(self, words: str, ids: Iterable[str]) -> None:
        self.words, self.ids = words, tuple(ids)
        super().__init__(words)

    @property
    def suggestions(self) -> tuple[str, ...]:
        return self.ids

    def __str__(self) -> str:
        return f"{self.words!r} may be {listed(map(names_of_cards().__getitem__, self.ids), 'or')}"


class Match(NamedTuple):
    """The card that some words mean; ``exact`` if they spell one of its names."""

    id: str
    exact: bool


@cache
def index_of_names() -> dict[str, tuple[str, ...]]:
    """Key -> the ids of the cards so called, in catalogue order."""
    index: dict[str, tuple[str, ...]] = {}

    def enter(key: str, card_id: str) -> None:
        known = index.get(key, ())
        if card_id not in known:
            index[key] = (*known, card_id)

    weak: list[tuple[str, str]] = []
    for card_id, entry in _entries():
        kind, _, slug = card_id.partition(".")
        for name in (entry["name"], slug, *entry.get("aliases", ())):
            key = key_of(name)
            enter(key, card_id)
            if key.startswith("the"):
                weak.append((key[3:], card_id))
            if kind == "oath":
                weak.append((f"oathof{key}", card_id))
            if kind == "vision" and not key.startswith("visionof"):
                weak.append((f"visionof{key}", card_id))
    for key, card_id in weak:
        if key not in index:
            enter(key, card_id)
    return index


def _split(words: str, kinds: Collection[str] | None) -> tuple[str, Collection[str] | None]:
    """Take a kind prefix off; it narrows the kinds that are asked for."""
    mark = next((mark for mark in words if mark in ":."), None)
    if mark is None:
        return words, kinds
    before, _, rest = words.partition(mark)
    kind = before.strip().casefold()
    if kind not in _KINDS or not rest.strip():
        return words, kinds
    named = _KINDS[kind]
    if named is None or kinds is None:
        return rest, named or kinds
    return rest, [kind for kind in kinds if kind in named]


def match(words: str, kinds: Collection[str] | str | None = None) -> Match:
    """The card that ``words`` mean, among all or among some kinds.

    Raises ``UnknownName`` when nothing is near enough and ``AmbiguousName`` when several cards are equally near.
    """
    if isinstance(kinds, str):
        kinds = (kinds,)
    rest, kinds = _split(words, kinds)
    key = key_of(rest)
    if not key:
        raise UnknownName(words)

    def among(ids: Iterable[str]) -> list[str]:
        return [card_id for card_id in ids if kinds is None or card_id.partition(".")[0] in kinds]

    exact = among(index_of_names().get(key, ())) or among(index_of_names().get(key.removeprefix("the"), ()))
    if exact:
        return Match(_only(words, exact), True)
    foreign = beyond(rest, kinds)
    if foreign:
        raise UnknownName(words, (card_id for score, card_id in _scored(key, kinds)[:3] if score >= _ALIKE), foreign)
    if len(key) >= _SHORTEST:
        begun: dict[str, None] = {}
        for name, ids in index_of_names().items():
            if name.startswith(key):
                begun.update(dict.fromkeys(among(ids)))
        if begun:
            return Match(_only(words, begun), False)
    return Match(_nearest(words, rest, kinds), False)


def find(words: str, kinds: Collection[str] | str | None = None) -> str:
    """The id of the card that ``words`` mean, as ``match`` has it; noted as guessed if they do not spell its name.

    Raises as ``match``.
    """
    return chosen(words, match(words, kinds))


def chosen(words: str, found: Match) -> str:
    """The id of a match that is gone by; noted (``oathtools.kit.intake``) if the words do not spell its name."""
    if not found.exact:
        kind = found.id.partition(".")[0]
        taken(words, names_of_cards()[found.id], kind if kind in ("site", "banner", "oath") else "card")
    return found.id


def suggestions(words: str) -> tuple[str, ...]:
    """The ids of the cards whose names are most like ``words``, the three best first."""
    rest, kinds = _split(words, None)
    return tuple(card_id for score, card_id in _scored(key_of(rest), kinds)[:3] if score >= _MAYBE)


def _only(words: str, ids: Iterable[str]) -> str:
    first, *more = ids
    if more:
        raise AmbiguousName(words, (first, *more))
    return first


def _scored(key: str, kinds: Collection[str] | None) -> list[tuple[float, str]]:
    """Every card with how alike its nearest name is, best first, in catalogue order among equals."""
    from rapidfuzz.fuzz import ratio

    best: dict[str, float] = {}
    for name, ids in index_of_names().items():
        score = ratio(key, name)
        for card_id in ids:
            if (kinds is None or card_id.partition(".")[0] in kinds) and score > best.get(card_id, -1.0):
                best[card_id] = score
    return sorted(((score, card_id) for card_id, score in best.items()), key=lambda row: -row[0])


def _nearest(words: str, name: str, kinds: Collection[str] | None) -> str:
    key = key_of(name)
    scored = _scored(key, kinds)
    alike, foreign = nearest(key, kinds)
    if foreign and alike >= _NEAR and alike > max((score for score, _ in scored), default=0.0):
        raise UnknownName(words, beyond=foreign)
    if not scored or scored[0][0] < _NEAR or not any(mistyped(name, each) for each in _names_of(scored[0][1])):
        raise UnknownName(words, (card_id for score, card_id in scored[:3] if score >= _MAYBE))
    return _only(words, [card_id for score, card_id in scored if score > scored[0][0] - _SURE])


def _names_of(card_id: str) -> list[str]:
    return [name for name, ids in index_of_names().items() if card_id in ids]


@cache
def names_of_cards() -> dict[str, str]:
    """The printed name of every card by its id."""
    return {card_id: entry["name"] for card_id, entry in _entries()}


def _entries() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The facts of every card: those of the box, then those that variants bring."""
    for book in load("cards").values():
        yield from book.items()
    yield from ((card_id, each.entry) for card_id, each in brought().items())
