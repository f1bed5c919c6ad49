"""The passage of a document that answers best, with the words that were looked for marked.

Marks are asterisks: ``the *attack pool*``. Our texts contain none of their own.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from oathtools.search.text import REFERENCE, tokens

MARK = "*"
_LONGEST = 240
_END = r"[.!?](?=\s)|\n"
_ITEM = r"(?<=[^\s.:;!?,])\n- "

Wanted = tuple[float, Sequence[tuple[str, float]], bool]
_ABOVE = 0.3  # of what a word is worth that the heading says already: all sentences below it are about that
_SHARE = 0.15  # exponent of the share of a passage that was asked for


def snippet(
    texts: Sequence[str], concepts: Sequence[Wanted], quoted: Sequence[float] = (), above: Sequence[str] = ()
) -> str:
    """The best passage of some texts.

    A concept is what it is worth, the ways to say it, each with its own worth, and whether these are marked; a passage
    is a sentence or list item, with what follows it as long as that fits. ``quoted``: how readily each text is quoted;
    ``above``: terms of the headings that the texts stand under.
    """
    headings = frozenset(above)
    damped = [
        (worth * (_ABOVE if any(headings.issuperset(way.split(" ")) for way, w in ways if w > 0.9) else 1.0), ways)
        for worth, ways, _ in concepts
    ]
    best, found = 0.0, ""
    for text, readily in zip(texts, quoted or [1.0] * len(texts), strict=True):
        passages = list(_passages(text))
        for at, (start, end) in enumerate(passages):
            value = readily * _value(text[start:end], damped)
            if value > best or not found:
                best, found = value, _from(text, passages, at)
    return _marked(
        found, {part for _, ways, marked in concepts if marked for way, _ in ways for part in way.split(" ")}
    )


def _passages(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in re.finditer(_END, text):
        if text[start : match.end()].strip(" \n-"):
            yield start, match.end()
            start = match.end()
    if text[start:].strip(" \n-"):
        yield start, len(text)


def _value(passage: str, concepts: Sequence[tuple[float, Sequence[tuple[str, float]]]]) -> float:
    """How much of what was asked a passage says, and how little else."""
    seen = _said(passage)
    value, met = 0.0, 0
    for worth, ways in concepts:
        said = max((w for way, w in ways if seen.issuperset(way.split(" "))), default=0.0)
        value += worth * said
        met += said > 0
    return value * (met / len(seen)) ** _SHARE if seen else 0.0


@lru_cache(maxsize=8192)
def _said(passage: str) -> frozenset[str]:
    """The terms of a passage: the good documents answer many questions."""
    return frozenset(token.term for token in tokens(_without_references(passage)))


def _without_references(text: str) -> str:
    return REFERENCE.sub(lambda match: " " * len(match.group()), text)


def _from(text: str, passages: Sequence[tuple[int, int]], at: int) -> str:
    start, end = passages[at]
    while at + 1 < len(passages) and passages[at + 1][1] - start <= _LONGEST:
        at += 1
        end = passages[at][1]
    passage = re.sub(_ITEM, "; ", text[start:end].strip().removeprefix("- "))
    passage = " ".join(passage.replace("\n- ", " ").split())
    if len(passage) > _LONGEST + 40:
        passage = passage[:_LONGEST].rsplit(" ", 1)[0] + " ..."
    return passage


def _marked(passage: str, wanted: Collection[str]) -> str:
    shown, at, last = "", 0, -1
    for token in tokens(_without_references(passage)):
        if token.term not in wanted:
            continue
        if last >= 0 and passage[last : token.start].strip() == "":
            # Neighbors share one pair of marks.
            shown = shown.removesuffix(MARK) + passage[at : token.end] + MARK
        else:
            shown += passage[at : token.start] + MARK + passage[token.start : token.end] + MARK
        at = last = token.end
    return shown + passage[at:]
