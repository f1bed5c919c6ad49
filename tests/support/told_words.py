"""What the log says in words beside what was done: every name, number and clause in it comes from the events.

No rule is known here, and no word of the log is made: the events of one answer hold ids and numbers, the lines hold
names and numbers. A player or number in the lines that is not in the events is a lie, and so is a clause that nothing
which happened rests on; what moved is told, with its count, its clauses, its card, and whoever moved it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.journal.play import Play
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
