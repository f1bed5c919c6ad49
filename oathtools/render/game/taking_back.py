"""What taking back takes with it, as the log told it, for whoever does it: at the command line, a screen, a phone."""

from typing import TYPE_CHECKING, NamedTuple

from oathtools.journal.taking_back import line_began, lost_by
from oathtools.render.game.log import ROUND, TURN, LogLine, lines
from oathtools.text import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oathtools.journal.play import Play
    from oathtools.journal.record import Entry
    from oathtools.render.names import Names


class Back(NamedTuple):
    """What is to be taken back: to just after which entry, the entries, the lines of the log that tell them.

    ``lost`` are those of the lines that answering once more does not bring back.
    """

    to: int
    gone: "list[Entry]"
    told: list[LogLine]
    lost: list[LogLine]

    @property
    def head(self) -> str:
        """How much it is."""
        return f"{count(len(self.gone), 'answer')}"


def back(play: "Play", to: int, names: "Names") -> Back | None:
    """What going back to just after an entry takes with it, as the viewer of ``names`` may hear it; None if nothing."""
    gone = play.recorded.since(to)
    if not gone:
        return None
    told = told_since(play, to, names)
    losing = {entry.n for entry in lost_by(play, to)}
    # A roll or a draw that nothing is told of yet is lost all the same.
    found = [line for line in told if line.n in losing]
    silent = [dull(entry, names) for entry in gone if entry.n in losing - {line.n for line in found}]
    return Back(to, gone, told or [dull(gone[0], names, gone[1:])], [*found, *silent])


def last_line(play: "Play", names: "Names") -> Back | None:
    """The same for the last line that people said, whatever it answered."""
    return back(play, line_began(play), names)


def told_since(play: "Play", since: int, names: "Names") -> list[LogLine]:
    """What the log tells of what happened since an entry, without its headings."""
    return [line for line in lines(play, names, since) if line.kind not in (ROUND, TURN)]


def dull(entry: "Entry", names: "Names", more: "Sequence[Entry]" = ()) -> LogLine:
    """An answer that the log has no line for: it was given within an action, and nothing had happened by it yet.

    ``more`` are those that were given after it; what only some may see is not said.
    """
    if entry.is_chance:
        return LogLine(entry.n, "What dice or cards told.")
    who = names.seat(entry.who) if entry.who in names.state.players else "The table"
    said = ", ".join(filter(None, (_said(each, names) for each in (entry, *more))))
    did = f"says: {said}" if said else "answers within an action"
    return LogLine(entry.n, f"{who} {did}; nothing had happened by it yet.")


def _said(entry: "Entry", names: "Names") -> str:
    """An answer in words: what an action is called, what was named."""
    from oathtools.procedures.turn.loop import ACTIONS
    from oathtools.render.game.prompts import ACT

    if entry.private or not isinstance(entry.answer, str):
        return ""
    action = ACTIONS.get(entry.answer) if entry.kind == ACT else None
    return action.label or action.name if action else names.name(entry.answer)
