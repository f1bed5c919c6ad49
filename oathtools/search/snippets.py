"""What a document says to a question: its best sentences, with the words that were looked for marked.

Marks are asterisks: ``the *attack pool*``. Our texts contain none of their own.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from oathtools.search.asking import REFERENCE, tokens

MARK = "*"
_LONGEST = 240
_END = r"[.!?](?=\s)|\n"
_LIST = r":\s*$"
_GAP = " ... "

Wanted = tuple[float, Sequence[tuple[str, float]], bool]
_ABOVE = 0.3  # of what a word is worth that the heading says already: all sentences below it are about that
_SHARE = 0.15  # exponent of the share of a passage that was asked for
_LEAD = 0.6  # of what a word is worth that only the words before a list say
_BESIDE = 0.4  # of the best sentence: what is worth quoting beside it
_NEXT = 1.2  # and more readily what follows it


class _Passage(NamedTuple):
    """A sentence or list item: of which text, its words, those before its list, and how well it answers."""

    text: int
    words: str
    lead: str
    value: float


def snippet(
    texts: Sequence[str],
    concepts: Sequence[Wanted],
    quoted: Sequence[float] = (),
    above: Sequence[str] = (),
) -> str:
    """The best sentences of some texts.

    A concept is what it is worth, the ways to say it, each with its own worth, and whether these are marked. The best
    sentence or list item comes with what else answers and with what follows, as long as that fits; where something is
    left out between, it is dotted. ``quoted``: how readily each text is quoted; ``above``: terms of the headings that
    the texts stand under.
    """
    headings = frozenset(above)
    damped = [
        (worth * (_ABOVE if any(headings.issuperset(way.split(" ")) for way, w in ways if w > 0.9) else 1.0), ways)
        for worth, ways, _ in concepts
    ]
    passages = [
        _Passage(number, words, lead, readily * _value(words, lead, damped))
        for number, (text, readily) in enumerate(zip(texts, quoted or [1.0] * len(texts), strict=True))
        for words, lead in _passages(text)
    ]
    found = _told(passages, _chosen(passages)) if passages else ""
    if len(found) > _LONGEST + 40:
        found = found[:_LONGEST].rsplit(" ", 1)[0] + " ..."
    return _marked(
        found, {part for _, ways, marked in concepts if marked for way, _ in ways for part in way.split(" ")}
    )


def _passages(text: str) -> Iterator[tuple[str, str]]:
    """The sentences and list items of a text, each with the words before its list."""
    lead = last = ""
    start = 0
    for match in (*re.finditer(_END, text), None):
        end = match.end() if match else len(text)
        part = text[start:end].strip()
        if not part.strip("-"):
            continue
        item = part.startswith("- ")
        words = " ".join(part.removeprefix("- ").split())
        if item and last.endswith(":"):
            lead = last
        elif not item and text[start:end].startswith("\n"):
            lead = ""
        yield words, lead if item else ""
        last, start = words, end


def _value(words: str, lead: str, concepts: Sequence[tuple[float, Sequence[tuple[str, float]]]]) -> float:
    """How much of what was asked a passage says, and how little else."""
    seen = _said(words)
    before = _said(lead) if lead else seen
    value, met = 0.0, 0
    for worth, ways in concepts:
        said = max((w for way, w in ways if seen.issuperset(way.split(" "))), default=0.0)
        met += said > 0
        if lead:
            led = max((w for way, w in ways if (seen | before).issuperset(way.split(" "))), default=0.0)
            said = max(said, _LEAD * led)
        value += worth * said
    return value * (met / len(seen)) ** _SHARE if seen else 0.0


@lru_cache(maxsize=8192)
def _said(passage: str) -> frozenset[str]:
    """The terms of a passage: the good documents answer many questions."""
    return frozenset(token.term for token in tokens(_without_references(passage)))


def _without_references(text: str) -> str:
    return REFERENCE.sub(lambda match: " " * len(match.group()), text)


def _chosen(passages: Sequence[_Passage]) -> set[int]:
    """The best passage, what else answers, and what follows the best: as much as fits."""
    best = max(range(len(passages)), key=lambda at: passages[at].value)
    chosen = {best}
    worth = {at: each.value * (_NEXT if at == best + 1 else 1.0) for at, each in enumerate(passages) if at != best}
    for at in sorted(worth, key=lambda at: -worth[at]):
        if worth[at] >= _BESIDE * passages[best].value and len(_told(passages, chosen | {at})) <= _LONGEST:
            chosen.add(at)
    for at in range(best + 1, len(passages)):
        if passages[at].text != passages[best].text or len(_told(passages, chosen | {at})) > _LONGEST:
            break
        chosen.add(at)
    return chosen


def _told(passages: Sequence[_Passage], chosen: Collection[int]) -> str:
    """Some passages as one text, an item with the words before its list."""
    told, last = "", -2
    for at in sorted(chosen):
        each = passages[at]
        leads = each.lead and not (last == at - 1 or (last >= 0 and passages[last].lead == each.lead))
        if told:
            follows = last == at - 1 and passages[last].text == each.text
            told += (" " if told[-1] in ".:;!?," else "; ") if follows else _GAP
        told += f"{each.lead} {each.words}" if leads else each.words
        last = at
    return told


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
