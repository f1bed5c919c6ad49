"""What happened between the answers of a game, and what telling it leans on of what came before."""

from typing import Any, NamedTuple

from oathtools.table.effects import Event

# By these a turn begins, or is stated to be somebody's, and something in it of which all that follows is a part.
_TURNS, _PARTS = ("turn", "adjusted", "chronicle"), ("step", "action", "failed")


class Told(NamedTuple):
    """What happened between one answer and the next: the entry's number, and the events it caused."""

    n: int
    events: list[Event]


class Thread:
    """What remains of the past for those who tell what comes next.

    ``lead`` are the beginning of the turn and all since the last action in it began: to be followed, not to be told,
    for it is not kept how the cards lay. ``last`` says with which entry each kind of event came last (``battle``), of a
    roll each kind of dice (``rolled attack``).
    """

    def __init__(self, lead: list[Told] | None = None, last: dict[str, int] | None = None) -> None:
        self.lead = lead or []
        self.last = last or {}

    def follow(self, told: Told) -> None:
        """Something more has happened."""
        for event in told.events:
            self.last[f"{event.kind} {event.facts['die']}" if "die" in event.facts else event.kind] = told.n
            if event.kind in _TURNS:
                turns = [each for each in self.lead if each.events[0].kind in _TURNS]
                self.lead = [] if event.kind == "turn" else turns
            elif event.kind in _PARTS:
                self.lead = [each for each in self.lead if each.events[0].kind in _TURNS]
            self.lead.append(Told(told.n, [event._replace(before=None, after=None)]))

    def copy(self) -> "Thread":
        """The same, to be followed otherwise."""
        return Thread(self.lead[:], self.last.copy())

    def as_data(self) -> dict[str, Any]:
        """As plain data, with the tuples that events have."""
        lead = [[told.n, *tuple(event)[:4]] for told in self.lead for event in told.events]
        return {"lead": lead, "last": self.last}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Thread":
        """What ``as_data`` gave."""
        return cls([Told(n, [Event(*event)]) for n, *event in data["lead"]], data["last"])
