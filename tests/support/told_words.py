"""What the program says in words beside what was done or worked out: every name, number and clause comes from there.

No rule is known here, and no word of the log is made: the events of one answer hold ids and numbers, the lines hold
names and numbers. A player or number in the lines that is not in the events is a lie, and so is a clause that nothing
which happened rests on; what moved is told, with its count, its clauses, its card, and whoever moved it. In the same
way a command's words are read beside its answer for programs: a name, a number, a chance, a clause that is not in it is
a lie, and so is what is left out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.kit.text import NUMBER_WORDS
from oathtools.render.game import log
from oathtools.render.names import Names
from oathtools.table.effects import Event
from oathtools.table.views import View
from tests.support.games import new_game, some_answer

_NUMBER = re.compile(r"(?<![\w.'])\d+(?![\w'])(?! of)")
_SEAT = re.compile(r"\b(purple|red|blue|yellow|white|black)\b")
_PLACE = re.compile(r"\b(Cradle|Provinces|Hinterland) \d")
MOVED = (
    "move",
    "place",
    "gain",
    "take",
    "give",
    "burn",
    "return",
    "kill",
    "sacrifice",
    "spent_supply",
    "play",
    "discard",
)


def _within(value: Any) -> Iterator[Any]:
    """Everything that facts hold, however deep."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _within(key)
            yield from _within(each)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _within(each)
    else:
        yield value


def _parts(events: list[Event]) -> list[int]:
    """How many pieces went each time, and how much Supply."""
    facts = [event.facts for event in events if event.kind in MOVED]
    went = [each["count"] if "count" in each else abs(each["to"] - each["from"]) for each in facts if _counts(each)]
    return [count for count in went if count][:10]


def _counts(facts: dict[str, Any]) -> bool:
    return "count" in facts or (isinstance(facts.get("from"), int) and isinstance(facts.get("to"), int))


def _sums(parts: list[int]) -> set[int]:
    return {sum(some) for size in range(1, len(parts) + 1) for some in combinations(parts, size)}


def _numbers(events: list[Event]) -> set[int]:
    """The numbers of the facts, what parts come to, and how many events and faces are alike."""
    alike = Counter((event.kind, str(event.facts.get("to"))) for event in events).values()
    found = {number for several in alike for number in range(1, several + 1)}  # of which some have another back
    for event in events:
        for several in (value for value in event.facts.values() if isinstance(value, list | tuple)):
            found |= {len(several), *Counter(map(str, several)).values()}
        found |= {int(value) for value in _within(event.facts) if isinstance(value, int) or str(value).isdecimal()}
    return found | _sums(_parts(events))


def lies(play: Play, since: int) -> list[str]:
    """What the lines since an answer say that the events do not, and what they leave out of what moved."""
    events = play.batches[-1].events
    names = Names(View(play.state, None, True))
    lines = [line for line in log.lines(play, names, since) if line.kind == log.DESCRIBED]
    text = "\n".join(line.text for line in lines)
    people = {seat: player.name for seat, player in play.state.players.items()}
    inside = [str(value) for event in events for value in _within(event.facts)]
    seats = {seat for value in inside for seat in _SEAT.findall(value.replace(".", " "))}
    seats |= {entry.who for entry in play.entries[since:] if entry.who}
    found = [
        f"{name} is named" for seat, name in people.items() if re.search(rf"\b{name}\b", text) and seat not in seats
    ]
    numbers = _numbers(events)
    told_numbers = set(map(int, _NUMBER.findall(_PLACE.sub("", text))))
    found += [f"{number} is told" for number in told_numbers - numbers]
    parts = _parts(events)
    for at, part in enumerate(parts):
        if told_numbers.isdisjoint({part, *(part + more for more in _sums(parts[:at] + parts[at + 1 :]))}):
            found.append(f"{part} is not told")
    cited = {cite for event in events for cite in (*event.cites, *event.powers)}
    found += [f"{cite} is cited" for line in lines for cite in line.cites if cite not in cited]
    told = {cite for line in lines for cite in line.cites}
    for event in events:
        if event.kind in MOVED and event.facts.get("count", 1):
            found += [f"{event.kind} rests on {cite}" for cite in event.cites if cite not in told]
            who = event.facts.get("who")
            if who in people and people[who] not in text:
                found.append(f"{people[who]} is not named")
            card = event.facts.get("card", "")
            if catalog.is_card(card) and catalog.name_of(card) not in text:
                found.append(f"{catalog.name_of(card)} is not named")
    return found


def listened(seed: int, answers: int = 300) -> tuple[int, list[str]]:
    """A random game: how many answers were looked at, and what was told that was not done."""
    play, rng, looked = new_game(2 + seed % 5), Random(f"told {seed}"), 0
    for _ in range(answers):
        if play.pending is None:
            break
        since = play.head
        play.answer(some_answer(play.pending, rng), checked=True)
        if play.batches and play.batches[-1].events:
            looked += 1
            if found := lies(play, since):
                return looked, [
                    *found,
                    *(str(line) for line in log.lines(play, Names(View(play.state, None, True)), since)),
                ]
    return looked, []


# -- the words of a command beside its answer for programs -------------------------------------------------------------

_CLAUSE = re.compile(r"(?<![\w./])(?:OR\.)?\d{1,2}(?:\.\d{1,2}){1,5}(?![\w%.]|\.\d| %| expected)|\bA-\d+\b")
_FIGURE = re.compile(r"(?<![\w./])(\d+(?:\.\d+)?)( ?%)?(?![\w/]|\.\d)")
_WORDS = {word: number for number, word in enumerate(NUMBER_WORDS) if number > 1}


@cache
def _cards() -> dict[str, str]:
    """Names of cards, and of oaths as they are sworn, with their ids."""
    kinds = ("site", "denizen", "relic", "vision", "edifice")
    named = {catalog.name_of(card): card for kind in kinds for card in catalog.ids(kind)}
    return named | {catalog.name_of(oath): oath for oath in catalog.ids("oath")}


def unfounded(text: str, data: Any, people: Iterable[str] = ()) -> list[str]:
    """The names, figures and clauses of a text that are not in what it describes."""
    text = " ".join(text.split())
    inside = [str(value) for value in _within(data)]
    names = sorted({*_cards(), *people}, key=len, reverse=True)
    named = re.compile("|".join(rf"\b{re.escape(name)}\b(?!'s Favor)" for name in names))
    held = {*inside, *(found[0] for value in inside for found in named.finditer(value))}
    held |= {word for value in inside for word in re.findall(r"[\w.-]+", value)}
    told = set(named.findall(text))
    found = [
        name for name in told if not held & {name, _cards().get(name, ""), _cards().get(name, "").partition(".")[2]}
    ]
    bare = named.sub(" ", text)
    figures = _figures(data, inside)
    found += [clause for clause in set(_CLAUSE.findall(bare)) if clause not in held and not _is_any(clause, figures)]
    for number, share in _FIGURE.findall(_CLAUSE.sub(" ", bare)):
        if not _is_any(number, {each * 100 for each in figures} if share else figures):
            found.append(number + share)
    return found + [word for word in re.findall(r"[a-z]+", bare.casefold()) if _WORDS.get(word, 1) not in {1, *figures}]


def _is_any(number: str, figures: Iterable[float]) -> bool:
    """Is a number, as far as it is printed, one of some?"""
    parts = number.split(".")
    near = 0.501 / 10 ** len(parts[1]) if len(parts) == 2 else 0.0
    return len(parts) < 3 and number[0].isdecimal() and any(abs(each - float(number)) <= near for each in figures)


def _figures(data: Any, inside: list[str]) -> set[float]:
    """Every number of an answer; those in its fractions and sentences, and how many each of its lists holds."""
    fractions = {float(Fraction(value)) for value in inside if re.fullmatch(r"\d+/[1-9]\d*", value)}
    plain = {float(word) for value in inside for word in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])", value)}
    return (
        fractions | plain | {float(value) for value in _within(data) if isinstance(value, int | float)} | _lengths(data)
    )


def _lengths(data: Any) -> set[float]:
    if isinstance(data, dict | list):
        below = data.values() if isinstance(data, dict) else data
        return {float(len(data))}.union(*map(_lengths, below))
    return set()


def left_out(text: str, wanted: Iterable[object]) -> list[str]:
    """What must be in a text and is not; texts with their first letter large or small, figures as figures."""
    text = " ".join(text.split()).casefold()
    return [str(each) for each in wanted if " ".join(str(each).split()).rstrip(".").casefold() not in text]
