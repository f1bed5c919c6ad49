"""Where a game cannot go on as it was recorded, as it was answered, or as it is changed."""

from typing import Any, NamedTuple


class Difference(NamedTuple):
    """Where a journal and the rules of today part: the entry, what it recorded, what is asked now.

    ``hard``: the game stops before this entry; else the answer stood and the difference is only reported.
    """

    n: int
    why: str
    recorded: dict[str, Any]
    asked: dict[str, Any] | None
    hard: bool

    def shown_to(self, viewer: str | None) -> "Difference":
        """The same without what could be answered, and was, for whoever was not asked (9.4)."""
        shown = [_without_answers(each, viewer) for each in (self.recorded, self.asked)]
        return self._replace(recorded=shown[0], asked=shown[1])


def _without_answers(question: dict[str, Any] | None, viewer: str | None) -> Any:
    if question is None or question["who"] == viewer:
        return question
    return {**question, **dict.fromkeys(question.keys() & {"options", "answer"})}


class ReplayError(Exception):
    """A hard difference on replay."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(f"entry {difference.n}: {difference.why}")
        self.difference = difference


class UnderWay(RuntimeError):
    """What is possible only between two actions was asked for in the middle of one."""


class NoWayOn(Exception):
    """The rules cannot go on with an answer, in a game in which one was overruled: nothing of it is kept."""
