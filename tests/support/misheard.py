"""Lines that were understood, with one thing changed: what then is done is what the changed line says, or nothing.

A question, an unknown word and a denial do nothing; another number, another name, another player never do what the
line did before.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.answerers.speech import Token, takes_back, tokens, verbs_of, words
from oathtools.journal import Play

STRANGE = ("banana", "yesterday", "teapot", "allegedly", "bicycle", "sideways", "umbrella", "tomorrow")
NUMBERS = (["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"], "0123456789")
DENIED = frozenset(("no", "none", "go-on", "nothing", "[]", "{}"))


class Changed(NamedTuple):
    """A changed line, and what was changed: ``question``, ``strange``, ``denied``, ``number``, ``name``, ``player``."""

    kind: str
    line: str


def changes(rng: Random, line: str, play: Play) -> Iterator[Changed]:
    """One change of each kind that the line allows."""
    found = tokens(line)
    yield Changed("question", f"{line.rstrip(' .!')}?")
    mends = any(takes_back(found[at:]) for at in range(1, len(found)))  # what is changed may be taken back
    if not mends:
        at = rng.choice(found).start
        yield Changed("strange", f"{line[:at]}{rng.choice(STRANGE)} {line[at:]}")
    verbs = [each for each in found if not each.name and verbs_of(each.low) & words()["sure"]]
    if verbs:
        yield Changed("denied", f"{line[: verbs[0].start]}does not {line[verbs[0].start :]}")
    if mends:
        return
    yield from _number(rng, line, found)
    yield from _name(rng, line, found, play)
    yield from _player(rng, line, found, play)


def _number(rng: Random, line: str, found: list[Token]) -> Iterator[Changed]:
    some = [each for each in found if not each.name and each.low in (*NUMBERS[0][2:], *NUMBERS[1][2:])]
    if some:
        each = rng.choice(some)
        kind = NUMBERS[each.low.isdecimal()]
        other = rng.choice([word for word in kind[2:] if word != each.low])
        yield Changed("number", line[: each.start] + other + line[each.end :])


def _name(rng: Random, line: str, found: list[Token], play: Play) -> Iterator[Changed]:
    runs = [(at, end) for at in range(len(found)) for end in range(at + 1, min(at + 5, len(found)) + 1)
            if all(each.name for each in found[at:end]) and _card(_text(line, found[at:end]))]  # fmt: skip
    if runs:
        at, end = max(runs, key=lambda run: run[1] - run[0])
        card = _card(_text(line, found[at:end]))
        kind = card.partition(".")[0]
        others = [each for each in play.state.where if each.startswith(f"{kind}.") and each != card]
        if others:
            other = catalog.name_of(rng.choice(others))
            yield Changed("name", line[: found[at].start] + other + line[found[end - 1].end :])


def _card(name: str) -> str:
    try:
        return str(catalog.find(name))
    except (catalog.UnknownName, catalog.AmbiguousName):
        return ""


def _text(line: str, some: list[Token]) -> str:
    return line[some[0].start : some[-1].end]


def _player(rng: Random, line: str, found: list[Token], play: Play) -> Iterator[Changed]:
    names = {str(player.name).casefold(): str(player.name) for player in play.state.players.values()}
    first = next((each for each in found if each.low in names), None)
    if first is not None and first is found[0]:
        other = rng.choice([name for low, name in names.items() if low != first.low])
        yield Changed("player", line[: first.start] + other + line[first.end :])


def is_wrong(change: Changed, before: list[list[Any]], after: list[list[Any]]) -> bool:
    """Did a changed line do what it does not say? ``before``: the answers of the line as it was; ``after``: of this."""
    if change.kind in ("question", "strange"):
        return bool(after)
    if change.kind == "denied":
        return any(str(answer) not in DENIED for kind, answer in after if kind == "act") or after == before
    return bool(after) and after == before
