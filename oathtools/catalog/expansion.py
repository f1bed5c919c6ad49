"""Names of the expansion *New Foundations*, which is beyond this tool: known as names, so that none is mistaken."""

import re
from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from oathtools.catalog.spelling import key_of
from oathtools.datafiles import load

ONLY_NAMES = "Only names are known of it here: its rules are in a book of its own."
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
