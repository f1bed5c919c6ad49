"""Taking back as people say it: how far, what that takes back in words, what it loses, and which turn it is then."""

from typing import TYPE_CHECKING, NamedTuple

from oathtools.cli.shared.common import Failure, terminal_width
from oathtools.cli.shared.game_shown import names_for, only_person, viewer_seat
from oathtools.journal.taking_back import action_began, line_began, lost_by, target_of, turn_began

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.journal.record import Entry
    from oathtools.render.game.log import Line

WAYS = "undo, undo 3, undo turn, undo Bo's travel, undo to Bo's travel"
_SMALL = ("the", "to", "s", "a", "of", "and")


class Back(NamedTuple):
    """What is to be taken back: to just after which entry, the entries, the lines of the log that tell them.

    ``lost`` are those of the lines that answering once more does not bring back.
    """

    to: int
    gone: "list[Entry]"
    told: "list[Line]"
    lost: "list[Line]"

    @property
    def text(self) -> str:
        """For people: what is taken back, as the log told it."""
        many = len(self.gone)
        return _with(f"Taken back: {many} answer{'' if many == 1 else 's'}.", self.told)

    @property
    def loss(self) -> str:
        """For people: what is lost with it; nothing if nothing is."""
        return _with("This is lost with it:", self.lost) if self.lost else ""


def meant(play: "Play", words: str) -> Back:
    """How far some words go back: ``3``, ``turn``, ``Bo's travel``, ``to Bo's travel`` (which stays).

    Nothing said: the line that was typed last. Raises ``Failure``.
    """
    said = words.strip().casefold().removeprefix("the ").removeprefix("last ")
    if not said:
        return back(play, line_began(play))
    if said.isdigit():
        return back(play, target_of(play, int(said)))
    if said in ("turn", "this turn", "my turn"):
        return back(play, turn_began(play))
    if said.startswith("to "):
        rest = said.removeprefix("to ").removeprefix("entry ")
        return back(play, int(rest) if rest.isdigit() else _entry_of(play, rest))
    return back(play, action_began(play, _entry_of(play, said)))


def back(play: "Play", to: int) -> Back:
    """What going back to just after an entry takes with it. Raises ``Failure`` if nothing."""
    gone = play.recorded.since(to)
    if not gone:
        raise Failure("not_found", "there is nothing to take back", hint="oathtools log shows what was answered")
    told = _lines(play, to)
    losing = {entry.n for entry in lost_by(play, to)}
    # A roll or a draw that nothing is told of yet is lost all the same.
    found = [line for line in told if line.n in losing]
    silent = [_dull(play, entry) for entry in gone if entry.n in losing - {line.n for line in found}]
    return Back(to, gone, told or [_dull(play, gone[0])], [*found, *silent])


def brought_back(play: "Play", entries: "list[Entry]") -> str:
    """For people: what a redo has brought back."""
    ns = {entry.n for entry in entries}
    told = [line for line in _lines(play, min(ns) - 1) if line.n in ns]
    many = len(entries)
    return _with(f"Brought back: {many} answer{'' if many == 1 else 's'}.", told or [_dull(play, entries[0])])


def stands(play: "Play") -> str:
    """Whose turn it is now, and in which round."""
    state = play.state
    if play.pending is None or not state.round:
        return ""
    return f"It is {names_for(play).seat(state.turn)}'s turn, round {state.round}."


def _lines(play: "Play", since: int) -> "list[Line]":
    from oathtools.cli.shared.gaming import told
    from oathtools.render.game.log import ROUND, TURN

    names = names_for(play, viewer_seat(play) or only_person(play))
    return [line for line in told(play, since, names) if line.kind not in (ROUND, TURN)]


def _entry_of(play: "Play", words: str) -> int:
    """The last entry that the log tells in such words, each perhaps only begun: ``Bo's travel``. ``Failure``."""
    wanted = [word for word in _words(words) if word not in _SMALL]
    for line in reversed(_lines(play, -1)):
        there = _words(line.text)
        if wanted and all(any(each.startswith(word) for each in there) for word in wanted):
            return line.n
    raise Failure(
        "not_found", f"the log tells nothing like {words!r}", hint=f"{WAYS}\noathtools log tells what happened"
    )


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()


def _dull(play: "Play", entry: "Entry") -> "Line":
    """An answer that the log has no line for: it was given within an action, and nothing had happened by it yet."""
    from oathtools.render.game.log import Line

    if entry.is_chance:
        return Line(entry.n, "What dice or cards told.")
    who = names_for(play).seat(entry.who) if entry.who in play.state.players else "The table"
    return Line(entry.n, f"{who} answers within an action; nothing had happened by it yet.")


def _with(head: str, told: "list[Line]") -> str:
    from oathtools.render.game.log import as_text

    return f"{head}\n{as_text(told, terminal_width())}"
