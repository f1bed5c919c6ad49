"""Misspelt words: what was probably meant, from the words that the index knows.

Whoosh's own correction looks for any word within a fixed distance of a stem and takes the most frequent. Here the
words as they are written are compared (an ending is half of a short word), swapped letters are one mistake, the first
letter counts, and words run together or torn apart are mended. A word is mended only into one that the game has for
something, and no letter of a short word is taken for another: *feed* and *rope* are words, though none of ours.
"""

from collections.abc import Sequence

from oathtools.search.store import Index
from oathtools.search.text import Token

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
    return [ours[best[1]]] if best else []


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
