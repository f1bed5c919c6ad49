"""Taking back as people say it: how far, what that takes back in words, what it loses, and which turn it is then."""

from typing import TYPE_CHECKING

from oathtools.cli.shared.common import Failure
from oathtools.cli.shared.game_shown import names_for, only_person, viewer_seat
from oathtools.journal.taking_back import action_began, line_began, target_of, turn_began
from oathtools.render.game import taking_back
from oathtools.text import count

if TYPE_CHECKING:
    from oathtools.journal.play import Play
    from oathtools.journal.record import Entry
    from oathtools.render.document import Block
    from oathtools.render.game.log import LogLine
    from oathtools.render.names import Names

WAYS = "undo, undo 3, undo turn, undo Bo's travel, undo to Bo's travel"
_SMALL = ("the", "to", "s", "a", "of", "and")


def meant(play: "Play", words: str) -> taking_back.Back:
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
    if "turn" in _words(said):
        return back(play, _turn_of(play, said))
    if said.startswith("to "):
        rest = said.removeprefix("to ").removeprefix("entry ")
        return back(play, int(rest) if rest.isdigit() else _entry_of(play, rest))
    return back(play, action_began(play, _entry_of(play, said)))


def back(play: "Play", to: int) -> taking_back.Back:
    """What going back to just after an entry takes with it. Raises ``Failure`` if nothing."""
    found = taking_back.back(play, to, _names(play))
    if found is None:
        raise Failure("not_found", "there is nothing to take back", hint="oathtools log shows what was answered")
    return found


def taken_back(found: taking_back.Back) -> "list[Block]":
    """For people: what is taken back, as the log told it."""
    return _with(f"Taken back: {found.head}.", found.told)


def loss(found: taking_back.Back) -> "list[Block]":
    """For people: what is lost with it; nothing if nothing is."""
    return _with("This is lost with it:", found.lost) if found.lost else []


def brought_back(play: "Play", entries: "list[Entry]") -> "list[Block]":
    """For people: what a redo has brought back."""
    ns = {entry.n for entry in entries}
    told = [line for line in taking_back.told_since(play, min(ns) - 1, _names(play)) if line.n in ns]
    many = len(entries)
    return _with(f"Brought back: {count(many, 'answer')}.", told or [taking_back.dull(entries[0], _names(play))])


def stands(play: "Play") -> "list[Block]":
    """Whose turn it is now, and in which round."""
    state = play.state
    if play.pending is None or not state.round:
        return []
    return [f"It is {names_for(play).seat(state.turn)}'s turn, round {state.round}."]


def _names(play: "Play") -> "Names":
    return names_for(play, viewer_seat(play) or only_person(play))


def _turn_of(play: "Play", words: str) -> int:
    """The entry with which the last turn of a player began: ``Bo's turn``, ``turn of Bo``. Raises ``Failure``."""
    left = [word for word in _words(words) if word not in (*_SMALL, "turn")]
    seats = [seat for seat, player in play.state.players.items() if _words(player.name) == left]
    began = turn_began(play, seats[0]) if seats else 0
    if not began:
        raise Failure("not_found", f"there is no {words!r} to go back to", hint=WAYS)
    return began


def _entry_of(play: "Play", words: str) -> int:
    """The last entry that the log tells in such words, each perhaps only begun: ``Bo's travel``. ``Failure``."""
    wanted = [word for word in _words(words) if word not in _SMALL]
    for line in reversed(taking_back.told_since(play, -1, _names(play))):
        there = _words(line.text)
        if wanted and all(any(_is_begun(word, each) for each in there) for word in wanted):
            return line.n
    raise Failure(
        "not_found", f"the log tells nothing like {words!r}", hint=f"{WAYS}\noathtools log tells what happened"
    )


def _is_begun(word: str, each: str) -> bool:
    """Is a word another one, or its beginning: travel, travels? Short ones stand as they are."""
    return each == word or (len(word) > 3 and each.startswith(word))


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()


def _with(head: str, told: "list[LogLine]") -> "list[Block]":
    from oathtools.render.game.log import document

    return [head, *document(told)]
