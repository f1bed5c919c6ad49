"""Which of our sentences answers a question, if any does, and which of a document's text is shown.

Each answer among the best documents has *features* too (docs/search-ranking.md): how far people ask like this for it,
what of the question it leaves open, whether it is of the form that is asked for. Their learnt weights say how likely it
is that this one answers, or none of all.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp
from typing import NamedTuple

from oathtools.search.asking import REFERENCE, pair, terms, tokens
from oathtools.search.ranking import Ranking, Wanted, weighed
from oathtools.search.store import Unit

VERBATIM = "verbatim"  # no feature that has a weight
AMONG = 8  # documents whose answers are looked at
_FAR = 9.0  # behind the first: a document that was not looked at
_STRANGE = 0.5  # of the words
_SURELY = 0.8  # a card is named, and no common word said that its name is too
NONE = {"none": 1.0}  # what speaks for no answer
_NUMBERS = r"\d|\b(?:half|no|nothing|any|as|once|one|two|three|four|five|six)\b"


# What a question wants: yes or no, a number, somebody, a time, a place; and whether something in it is denied.
_FORMS = {
    "y": r"(?:^|[.,;:?!]\s*(?:and |so |or |but )?)"
    r"(?:can|could|may|might|is|are|am|was|were|do|does|did|will|would|should|must|have|has|need)\b"
    r"|\b(?:can|may|do|does|must|could|should) (?:i|we|you|he|she|they|it|the|an?|my|his|her)\b"
    r"|\b(?:is|are) (?:it|that|this|they|there|he|she)\b|\b(?:allowed|legal|possible)\b",
    "n": r"\bhow (?:many|much)\b|\b(?:price|costs?)\b|\bwhat number\b",
    "w": r"\b(?:who|whose|whom|which player)\b",
    "t": r"(?:^|[.,;:?!]\s*(?:and )?)when\b|\bhow (?:long|soon|often)\b|\bat what (?:time|point)\b",
    "p": r"\bwhere\b|\b(?:which|what) (?:pile|region|place|side|bank)\b",
    "-": r"n['’]t\b|\b(?:not|no|never|without|nobody|none|(?:ca|do|does|is|are|was|wo|did|have|has)nt)\b",
}


def forms(text: str) -> str:
    """The forms of a question, a letter for each."""
    lower = text.casefold()
    return "".join(letter for letter, form in _FORMS.items() if re.search(form, lower))


def saying(every: Sequence[str], idle: Collection[str], own: Collection[str]) -> str:
    """The terms of a phrase or sentence that say something, each once, in their order, space between.

    ``own``: pairs of terms that are a term of the Law, one of them ``idle`` elsewhere: *when played*.
    """
    kept = [term for term in every if term not in idle]
    kept += [term for two in pairwise(every) if pair(*two) in own for term in two]
    return " ".join(dict.fromkeys(kept))


class Settling(NamedTuple):
    """An answer of a document, the clauses and open points that it rests on, and how likely it answers (0 to 1)."""

    says: str
    clauses: Sequence[str]
    points: Sequence[str]
    likely: float = 0.0


def settling(ranking: Ranking, best: Sequence[tuple[int, float]]) -> dict[int, Settling]:
    """The likeliest answer of each of the best documents that has any.

    Whoever asks in the very words of a way to ask, in that form, wants its answer: then no other one competes. And a
    question of which half the words that say something are in no text of ours is about something else.
    """
    if ranking.strange() >= _STRANGE:
        return {}
    weights = ranking.about["weights"]["answers"]
    every = rows(ranking, best)
    same = [each for each in every if each[2][VERBATIM]]
    worth = [exp(weighed(weights, each[2])) for each in same or every]
    whole = sum(worth) + (0.0 if same else exp(weights.get("none", 0.0)))
    found: dict[int, Settling] = {}
    for (number, says, _), much in zip(same or every, worth, strict=True):
        if number not in found or found[number].likely < much / whole:
            found[number] = says._replace(likely=much / whole)
    return found


def in_general(ranking: Ranking) -> tuple[Ranking, int, Settling] | None:
    """What settles the question as it is for any power of that kind: the words for the kind stand for the card that is
    named. The likeliest such answer, whose it is, and the question it was put as."""
    found = []
    for card in (card for card, sure in ranking.named_cards.items() if sure >= _SURELY):
        for called, *clauses in ranking.index.document(card).get("under", ()):
            general = ranking.in_place_of(card, terms(called))
            if general is not None:
                answers = settling(general, general.best(AMONG))
                those = [(number, each) for number, each in answers.items() if ranking.about["ids"][number] in clauses]
                found += [(general, number, each) for number, each in those]
    return max(found, key=lambda each: each[2].likely, default=None)


def told(ranking: Ranking) -> float:
    """How likely a book tells what is asked of it at all (0 to 1); 1 of one for which that was not learnt, and where it
    says first that it is not known."""
    weights = ranking.about["weights"]["told"]
    if not weights or not ranking.close or ranking.kinds[ranking.close[0][0]] == "a":
        return 1.0
    return 1.0 / (1.0 + exp(-weighed(weights, signs(ranking))))


def signs(ranking: Ranking) -> dict[str, float]:
    """What speaks for and against that a book tells what is asked of it, by name (docs/search-ranking.md)."""
    number, score, row = ranking.close[0]
    absent = max((worth for one, worth, _ in ranking.close if ranking.kinds[one] == "a"), default=score - _FAR)
    spoken = {term for units in ranking.index.units(number).values() for unit in units for term in unit.terms}
    left, rare = ranking.left(spoken)
    kept = ("absent", "card", "asked like", "named card", "name within")
    found = {name: float(row.get(name, 0.0)) for name in kept}
    return found | {"told": 1.0, "not known": absent - score, "whole": ranking.whole, "left": left, "rare left": rare}


Row = tuple[int, Settling, dict[str, float]]


def rows(ranking: Ranking, best: Sequence[tuple[int, float]]) -> list[Row]:
    """The answers of the best documents: whose, what it says and rests on, and what speaks for it."""
    found: list[Row] = []
    vectors: list[str] = []
    if not ranking.whole:
        return found
    asked = forms(ranking.question.text)
    said = saying(ranking.asked, *(set(ranking.about[those]) for those in ("stop", "own")))
    top = best[0][1] if best else 0.0
    unknown = min(3, ranking.rarities.count(0.0)) / 3  # somebody, or something, that no text of ours knows
    for at, (number, score) in enumerate(best[:AMONG]):
        doc = ranking.index.document(number)
        if not doc.get("answers"):
            continue
        place = {"behind": max(-5.0, score - top), "first": float(at == 0), doc["kind"]: 1.0, "unknown": unknown}
        place |= _cards(ranking, number)
        fields = ranking.index.units(number)
        about = {term for field in ("name", "said") for unit in fields[field] for term in unit.terms}
        text = {term for unit in fields["text"] for term in unit.terms}
        own = []
        for says, (rare, words), ways, clauses, points, vector in doc["answers"]:
            answer = Unit(rare, frozenset(words.split(" ")))
            units = [(fields["asked"][at], form) for at, form in ways]
            spoken = about.union(answer.terms, *(unit.terms for unit, _ in units))
            features = place | _likeness(ranking, units, asked) | _form(asked, says)
            features["asked words"] = ranking.usual([unit for unit, _ in units])
            features[VERBATIM] = float(any(doc["units"]["asked"][at][1] == said and form == asked for at, form in ways))
            features["left"], features["rare left"] = ranking.left(spoken)
            features["left of all"], _ = ranking.left(spoken | text)
            features["says part"], features["says like"], _ = ranking.alike(answer)
            own.append((number, Settling(says, clauses, points), features))
            vectors.append(vector)
        _compare([features for _, _, features in own], "asked both", "ahead")
        found += own
    for name in ("asked both", "asked like", "asked words"):
        _compare([features for _, _, features in found], name, f"{name}, ahead")
    near = ranking.near(vectors)
    whole = sum(exp(4 * lies.get("near", 0.0)) for lies in near)
    for (_, _, features), lies in zip(found, near, strict=True):
        features |= lies | {"near, share": exp(4 * lies.get("near", 0.0)) / whole}
    return found


def _compare(every: Sequence[dict[str, float]], name: str, ahead: str) -> None:
    """How far each is ahead of the best of the others in a feature, or behind it."""
    first, second = sorted((0.0, 0.0, *(features[name] for features in every)))[-1:-3:-1]
    for features in every:
        features[ahead] = features[name] - (second if features[name] == first else first)


def _likeness(ranking: Ranking, units: Sequence[tuple[Unit, str]], asked: str) -> dict[str, float]:
    """How far people ask like this for an answer, by the way that is likest."""
    found = {"asked part": 0.0, "asked in": 0.0, "asked both": 0.0, "asked like": 0.0}
    nearest = ""
    both = [0.0, 0.0, 0.0]
    for unit, form in units:
        part, like, said = ranking.alike(unit)
        both.append(part * said)
        if part * said >= found["asked both"]:
            found |= {"asked part": part, "asked in": said, "asked both": part * said, "asked like": like}
            nearest = form
    found["asked often"] = sum(sorted(both)[-3:]) / 3
    kinds, others = set(asked) - {"-"}, set(nearest) - {"-"}
    found["same form"] = float(bool(kinds & others))
    found["other form"] = float(bool(kinds and others and not kinds & others))
    found["denied"] = float(("-" in asked) != ("-" in nearest))
    return found


def _cards(ranking: Ranking, number: int) -> dict[str, float]:
    """Whether a card, a site or a banner is named, and whether the document is about it."""
    named = max(ranking.named_cards.values(), default=0.0)
    near = bool(ranking.near_a_card(number, ranking.kinds[number]))
    return {"of a card": named * near, "of no card": named * (not near)}


def _form(asked: str, says: str) -> dict[str, float]:
    """Whether the answer is of the form that is asked for."""
    first = says.split(".")[0].split(",")[0].casefold()
    decides = first in ("yes", "no")
    counts = re.search(_NUMBERS, says.casefold()) is not None
    return {
        "decides": float(decides and "y" in asked),
        "decides nothing asked": float(decides and "y" not in asked),
        "does not decide": float(not decides and "y" in asked),
        "no number": float("n" in asked and "y" not in asked and not counts),
    }


# -- what a document says to a question: its best sentences, with the words that were looked for marked ----------------
#
# Marks are asterisks: ``the *attack pool*``. Our texts contain none of their own.


MARK = "*"
BRIEF, _END, _GAP = 330, r"[.!?](?=\s)|\n", " ... "

_ABOVE = 0.3  # of what a word is worth that the heading says already: all sentences below it are about that
_SHARE = 0.15  # exponent of the share of a passage that was asked for
_LEAD = 0.6  # of what a word is worth that only the words before a list say
COMPANION = 0.4  # how readily a text is quoted that never stands alone
_BESIDE = 0.4  # of the best sentence: what is worth quoting beside it
_NEXT = 1.2  # and more readily what follows it


class _Passage(NamedTuple):
    """A sentence or list item: of which text, its words, those before its list, how well it answers, and whether it
    may be quoted alone."""

    text: int
    words: str
    lead: str
    value: float
    alone: bool


def snippet(
    texts: Sequence[str],
    concepts: Sequence[Wanted],
    quoted: Sequence[float] = (),
    above: Sequence[str] = (),
    room: int = BRIEF,
) -> str:
    """The best sentences of some texts, in so many letters.

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
        _Passage(number, words, lead, readily * _value(words, lead, damped), readily > COMPANION)
        for number, (text, readily) in enumerate(zip(texts, quoted or [1.0] * len(texts), strict=True))
        for words, lead in _passages(text)
    ]
    found = _joined(passages, _chosen(passages, room)) if passages else ""
    if len(found) > room + 40:
        found = found[:room].rsplit(" ", 1)[0] + " ..."
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
    seen = _passage_terms(words)
    before = _passage_terms(lead) if lead else seen
    value, met = 0.0, 0
    for worth, ways in concepts:
        best = max((w for way, w in ways if seen.issuperset(way.split(" "))), default=0.0)
        met += best > 0
        if lead:
            led = max((w for way, w in ways if (seen | before).issuperset(way.split(" "))), default=0.0)
            best = max(best, _LEAD * led)
        value += worth * best
    return value * (met / len(seen)) ** _SHARE if seen else 0.0


@lru_cache(maxsize=8192)
def _passage_terms(passage: str) -> frozenset[str]:
    """The terms of a passage: the good documents answer many questions."""
    return frozenset(token.term for token in tokens(_without_references(passage)))


def _without_references(text: str) -> str:
    return REFERENCE.sub(lambda match: " " * len(match.group()), text)


def _chosen(passages: Sequence[_Passage], room: int) -> set[int]:
    """The best passage, what else answers, and what follows the best: as much as fits."""
    best = max(range(len(passages)), key=lambda at: (passages[at].alone, passages[at].value))
    chosen = {best}
    worth = {at: each.value * (_NEXT if at == best + 1 else 1.0) for at, each in enumerate(passages) if at != best}
    for at in sorted(worth, key=lambda at: -worth[at]):
        beside = not passages[at].alone or worth[at] >= _BESIDE * passages[best].value
        if beside and len(_joined(passages, chosen | {at})) <= room:
            chosen.add(at)
    for at in range(best + 1, len(passages)):
        if passages[at].text != passages[best].text or len(_joined(passages, chosen | {at})) > room:
            break
        chosen.add(at)
    return chosen


def _joined(passages: Sequence[_Passage], chosen: Collection[int]) -> str:
    """Some passages as one text, an item with the words before its list."""
    text, last = "", -2
    for at in sorted(chosen):
        each = passages[at]
        leads = each.lead and not (last == at - 1 or (last >= 0 and passages[last].lead == each.lead))
        if text:
            follows = last == at - 1 and passages[last].text == each.text
            text += (" " if text[-1] in ".:;!?," else "; ") if follows else _GAP
        text += f"{each.lead} {each.words}" if leads else each.words
        last = at
    return text


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
