"""What the marks in a question ask for: fields, phrases, prefixes, words that must not occur, an id."""

from collections.abc import Mapping, Sequence
from typing import Any

from oathtools.search.asking import Question
from oathtools.search.store import Index
from oathtools.search.text import terms


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
    from oathtools.law.refs import spelling

    number = spelling(typed)
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
