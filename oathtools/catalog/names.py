"""From what people type to the id of a card: any case, spacing, apostrophes, kind prefix, older names, typos.

Exact spelling first, then a beginning that only one name has, then the nearest name; only the last needs rapidfuzz.
What spells a name of the expansion is no misspelt name of the box (``beyond``).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from oathtools.catalog.expansion import Beyond, beyond, nearest
from oathtools.catalog.spelling import key_of, mistyped
from oathtools.datafiles import load
from oathtools.guesses import taken
from oathtools.packs import brought
from oathtools.text import listed

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

    def told(self, kind: str = "card") -> str:
        """What is wrong, without what might have been meant; ``kind``: what was looked for."""
        return str(self.beyond) if self.beyond else f"no {kind} is called {self.words!r}"

    def __str__(self) -> str:
        text = self.told()
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
    """The id of a match that is gone by; noted (``oathtools.guesses``) if the words do not spell its name."""
    if not found.exact:
        kind = found.id.partition(".")[0]
        taken(words, names_of_cards()[found.id], kind if kind in ("site", "banner", "oath") else "card")
    return found.id


def suggestions(words: str, kinds: Collection[str] | str | None = None, limit: int = 3) -> tuple[str, ...]:
    """The ids of the cards whose names are most like ``words``, best first."""
    if isinstance(kinds, str):
        kinds = (kinds,)
    rest, kinds = _split(words, kinds)
    scored = _scored(key_of(rest), kinds)
    return tuple(card_id for score, card_id in scored[:limit] if score >= _MAYBE)


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
