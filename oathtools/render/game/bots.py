"""Why a bot did what it did: the terms that changed, and what else it considered, in words and as data."""

from collections.abc import Mapping
from typing import Any

from oathtools.bots.why import Considered, Why
from oathtools.engine.decision import Answer
from oathtools.render.names import Names
from oathtools.text import capital, listed

# Terms that change less than this are not told, and no more of the others than so many.
LITTLE = 0.05
TERMS = 5
OTHERS = 3


def why_text(why: Why, names: Names) -> str:
    """A choice in a few sentences: what was chosen, what it changes, what else there was."""
    chosen, *others = why.considered
    who = names.seat(why.who)
    parts = [f"{capital(who)} ({why.bot}): {_done(why, chosen, names)}, {_worth(why, chosen)}."]
    changed = _changes(why.before, chosen.terms)
    if changed:
        parts.append(f"What counts: {', '.join(f'{name} {_signed(by)}' for name, by in changed)}.")
    if why.spends:
        parts.append("Supply that is left at the end of the turn would mostly be lost.")
    if others:
        rather = [f"{_done(why, each, names)} ({_worth(why, each)})" for each in others[:OTHERS]]
        more = f", the best of {len(others)} others" if len(others) > OTHERS else ""
        parts.append(f"Rather than {'; '.join(rather)}{more}.")
    return " ".join(parts)


def why_data(why: Why) -> dict[str, Any]:
    """The same for programs: ids, all terms before and after each thing that was considered, the best first."""
    return {
        "bot": why.bot,
        "who": why.who,
        "kind": why.kind,
        "before": _rounded(why.before),
        "tried": why.tried,
        "spends": why.spends,
        "considered": [
            {
                "answers": list(each.answers),
                "value": round(each.value, 2),
                "chance": None if each.chance is None else round(each.chance, 4),
                "terms": _rounded(each.terms),
            }
            for each in why.considered
        ],
    }


def _done(why: Why, what: Considered, names: Names) -> str:
    """What was considered, in a few words: the action, and what it was told."""
    first, *rest = [_said(answer, names) for answer in what.answers]
    told = [word for word in rest if word]
    return f"{first} ({', '.join(told)})" if told else first


def _said(answer: Answer, names: Names) -> str:
    if isinstance(answer, str):
        return names.name(answer) if answer != "go-on" else ""
    if isinstance(answer, list):
        return listed([names.name(each) for each in answer])
    if isinstance(answer, dict):
        return listed([f"{number} for {names.name(each)}" for each, number in answer.items() if number])
    return str(answer)


def _worth(why: Why, what: Considered) -> str:
    gain = _signed(what.value - sum(why.before.values()))
    return gain if what.chance is None else f"{gain} at {100 * what.chance:.0f} % to win"


def _changes(before: Mapping[str, float], after: Mapping[str, float]) -> list[tuple[str, float]]:
    """The terms that change most, the largest change first."""
    changes = [(name, after[name] - before[name]) for name in after]
    told = [change for change in changes if abs(change[1]) >= LITTLE]
    return sorted(told, key=lambda change: -abs(change[1]))[:TERMS]


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-0.0", "+0.0").replace("-", "−")


def _rounded(terms: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 3) for name, value in terms.items()}
