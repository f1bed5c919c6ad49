"""A case run on an engine: what differs from what it says."""

from typing import Any, NamedTuple, Protocol

from oathtools.acid.cases import Case
from oathtools.acid.positions import Flat, differences


class Unsupported(Exception):
    """What an engine says it does not know: no fault, but no pass either."""


class Fatal(Exception):
    """What no further case can mend: the engine is gone."""


class Driven(Protocol):
    """An engine under the protocol."""

    def position(self, flat: Flat) -> None:
        """Set a position."""

    def verdict(self, request: dict[str, Any]) -> list[str] | None:
        """None if a request is legal, else the clauses that refuse it."""

    def play(self, request: dict[str, Any]) -> None:
        """Carry a request out."""

    def state(self) -> Flat:
        """The table as it stands."""


class Outcome(NamedTuple):
    """What came of a case: passed, or unsupported, or each difference in a sentence."""

    case: Case
    faults: list[str]
    unsupported: str | None = None

    @property
    def passed(self) -> bool:
        """Did everything come as the case says?"""
        return not self.faults and self.unsupported is None


def run(case: Case, engine: Driven, *, clauses: bool = True) -> Outcome:
    """Run a case. ``clauses``: a refusal must name the clauses that the case names."""
    try:
        engine.position(case.position)
        wanted = dict(case.position)
        wanted.pop("readings", None)
        faults = _against("the position", wanted, engine.state(), ignored=_SET_ONLY)
        for number, step in enumerate(case.steps, 1):
            if faults:
                break
            wanted |= step.get("changes", {})
            faults = _step(number, step, wanted, engine, clauses)
        return Outcome(case, faults)
    except Unsupported as unknown:
        return Outcome(case, [], str(unknown))
    except Fatal:
        raise
    except Exception as broken:
        return Outcome(case, [f"the engine failed: {type(broken).__name__}: {broken}"])


# What a position tells of the turn so far; a state need not tell it.
_SET_ONLY = ("discarded", "taken")


def _step(number: int, step: dict[str, Any], wanted: Flat, engine: Driven, clauses: bool) -> list[str]:
    told = f"step {number}, {step['request']['action']}"
    refused = engine.verdict(step["request"])
    if not step["legal"]:
        if refused is None:
            return [f"{told}: legal, but {', '.join(step['clauses'])} refuse it"]
        missing = [clause for clause in step["clauses"] if clauses and clause not in refused]
        if missing:
            return [f"{told}: refused by {', '.join(refused) or 'nothing'}, not by {', '.join(missing)}"]
        return _against(told, wanted, engine.state(), ignored=_SET_ONLY)
    if refused is not None:
        return [f"{told}: refused by {', '.join(refused) or 'nothing'}, but legal"]
    engine.play(step["request"])
    return _against(told, wanted, engine.state(), ignored=_SET_ONLY)


def _against(told: str, wanted: Flat, found: Flat, ignored: tuple[str, ...]) -> list[str]:
    odd = differences(wanted, found)
    return [f"{told}: {key} is {found!r}, not {wanted!r}" for key, (wanted, found) in odd.items() if key not in ignored]
