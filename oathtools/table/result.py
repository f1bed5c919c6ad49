"""How a game can be won (chapter 3): the ways, who may win so, their words; and what a told result may say."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from oathtools import catalog
from oathtools.kit.text import listed
from oathtools.table.state import CHANCELLOR, CITIZEN, EXILE, ROLE_WORDS

# The ways to win, in words that follow on *wins*.
WORDS: Final = {
    "usurper": "as the Usurper",
    "visionary": "by a Vision",
    "stable_regime": "by a Stable Regime",
    "successor": "as the Successor",
    "war_exhaustion": "by War Exhaustion",
}
# Each by the clauses that give the victory, with the side of the board that it takes.
BY_ROLE: Final[dict[str, dict[str, str]]] = {
    CHANCELLOR: {"3.3": "stable_regime", "3.4.1": "war_exhaustion", "3.4.4": "war_exhaustion"},
    CITIZEN: {"3.3.1": "successor", "3.4.1": "successor", "3.4.4": "successor"},
    EXILE: {"3.1": "usurper", "3.2": "visionary", "3.4.2": "war_exhaustion", "3.4.3": "war_exhaustion"},
}


class Option(NamedTuple):
    """What a table that tracked nothing may tell of how its game was won: the clauses, and the words for it."""

    clauses: tuple[str, ...]
    words: str

    def ways(self, role: str) -> tuple[tuple[str, str], ...]:
        """The ways with their clauses for one side of the board; none if it cannot win so."""
        ways = BY_ROLE[role]
        return tuple((ways[clause], clause) for clause in self.clauses if clause in ways)

    def ends(self, number: int) -> bool:
        """Can a game be won so in that round (3.3, 3.4)?"""
        if self.clauses[0].startswith("3.3"):
            return any(roll.round == number for roll in catalog.END_ROLLS)
        return number == catalog.LAST_ROUND or not self.clauses[0].startswith("3.4")


OPTIONS: Final = {
    "usurper": Option(("3.1",), "as the Usurper, in the Wake Phase (3.1)"),
    "vision": Option(("3.2",), "by a Vision, in the Wake Phase (3.2)"),
    "both": Option(("3.1", "3.2"), "as the Usurper and by a Vision at once (3.1, 3.2)"),
    "stable-regime": Option(("3.3",), "by a Stable Regime: the end die (3.3)"),
    "successor": Option(("3.3.1",), "as the Successor, by the end die (3.3.1)"),
    "3.4.1": Option(("3.4.1",), "after round eight, the Empire holding the title (3.4.1)"),
    "3.4.2": Option(("3.4.2",), "after round eight, as the Usurper (3.4.2)"),
    "3.4.3": Option(("3.4.3",), "after round eight, by a Vision (3.4.3)"),
    "3.4.4": Option(("3.4.4",), "after round eight, since nobody else did (3.4.4)"),
}


def noun(how: str) -> str:
    """A way to win without the words around it: ``Usurper``, ``Stable Regime``."""
    return WORDS[how].removeprefix("as the ").removeprefix("by ").removeprefix("a ")


class Wrong(NamedTuple):
    """What in a told result cannot be, and what could."""

    key: str
    message: str
    hint: str


def faults(result: Mapping[str, Any], role: str | None) -> Iterator[Wrong]:
    """What cannot be in a told result; ``role`` is that of its winner, None if nobody is named."""
    ways = BY_ROLE[role] if role is not None else {}
    could = listed([f"{how} ({clause})" for clause, how in ways.items()], "or")
    who = ROLE_WORDS[role] if role is not None else "nobody"
    hint = f"{who.capitalize()} can win by: {could}." if ways else "Name the winner, or leave it out."
    clauses = {clause: how for clause, how in ways.items() if result.get("how") in (None, how)}
    if result.get("how") is not None and not clauses:
        yield Wrong("how", f"{result['how']!r} is no way in which {who} wins", hint)
    elif (clause := result.get("clause")) is not None and str(clause) not in clauses:
        yield Wrong("clause", f"by {clause!r} {who} does not win{_so(result)}", hint)
    rows = result.get("ways") or []
    for way in rows if isinstance(rows, list) else [rows]:
        if not isinstance(way, list | tuple) or len(way) != 2 or ways.get(str(way[1])) != way[0]:
            yield Wrong("ways", f"{way!r} is no way in which {who} wins", hint)
        elif way == rows[0] and any(result.get(key) not in (None, each) for key, each in zip(_FIRST, way, strict=True)):
            yield Wrong(
                "ways", f"{way!r} comes first, and how and clause say otherwise", "They are those of the first."
            )
    number = result.get("round")
    if number is not None and number not in range(1, catalog.LAST_ROUND + 1):
        yield Wrong("round", f"{number!r} is no round", f"A number from 1 to {catalog.LAST_ROUND}.")


_FIRST: Final = ("how", "clause")


def _so(result: Mapping[str, Any]) -> str:
    return f" {WORDS[result['how']]}" if result.get("how") else ""
