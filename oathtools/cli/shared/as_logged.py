"""A line of the log that is typed as it stands, and is no request now: what it is, and when it was done."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from oathtools.answerers.lines import split
from oathtools.answerers.matching import Misread
from oathtools.answerers.requests import request_of
from oathtools.answerers.sentences import as_said
from oathtools.answerers.speaker import Needs
from oathtools.engine.decision import NotOffered

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.render.names import Names

_WORDS = 3  # of fewer words no line of the log is made


@contextmanager
def as_logged(play: "Play", line: str | Sequence[str], names_for: Callable[["Play"], "Names"]) -> Iterator[None]:
    """Where a line is not taken, and the log has it: say so, instead of what is wrong with its words.

    ``names_for`` gives the names of whoever is told: a line that they may not read is none.
    """
    text = line if isinstance(line, str) else " ".join(line)

    def known() -> Misread | None:
        told = _when(play, text, names_for(play)) if len(text.split()) >= _WORDS else ""
        way = "oathtools log shows what came before and after it; oathtools undo takes back"
        return Misread(f"the log says that already, {told}: nothing was done now", way) if told else None

    # Copied with its clauses, and no request: no word of it is an answer to what is asked now.
    if _copied(text) and (fault := known()):
        raise fault
    try:
        yield
    except (Misread, NotOffered, Needs):
        if fault := known():
            raise fault from None
        raise


def _copied(text: str) -> bool:
    """Is it a line of the log with its clauses that asks for nothing?"""
    try:
        return as_said(text) != text and request_of(split(as_said(text))) is None
    except Misread:
        return False


def _when(play: "Play", text: str, names: "Names") -> str:
    """Where the log has a line: its number, the turn and the round; nothing if it has none like it."""
    from oathtools.render.game.log import ROUND, TURN, lines

    wanted, turn, round_, found = _plain(text), "", "", ""
    for line in lines(play, names):
        if line.kind == ROUND:
            round_, turn = line.text[:1].lower() + line.text[1:], ""
        elif line.kind == TURN:
            turn = line.text
        elif wanted in (_plain(str(line)), _plain(line.text)):
            when = " of ".join(filter(None, (turn, round_)))
            found = f"at {line.n}, in {when}" if when else f"at {line.n}"
    return found


def _plain(text: str) -> str:
    return " ".join(as_said(text, whole=True).casefold().split())
