"""Taking back as people say it: how far, what that takes back in words, what it loses, and which turn it is then."""

from collections.abc import Sequence
from typing import Any

from oathtools.answerers import correcting
from oathtools.answerers.adjusting import adjusted
from oathtools.answerers.correcting import Corrected, Correction, find, go_on, is_fresh
from oathtools.answerers.speaker import Speaker
from oathtools.cli.shared.common import Failure
from oathtools.cli.shared.folders import fault_lines, read_source
from oathtools.cli.shared.gaming import labels_for, names_for, only_person, viewer_seat
from oathtools.engine.decision import NotOffered
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play, action_began, line_began, target_of, turn_began
from oathtools.kit.text import Hint, count
from oathtools.render.document import Block, Line, Message, reasons
from oathtools.render.game import log
from oathtools.render.game.log import LogLine, document
from oathtools.render.game.question import reasons_of
from oathtools.render.names import Names
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import normal, to_position

WAYS = "undo, undo 3, undo turn, undo Bo's travel, undo to Bo's travel"
_SMALL = ("the", "to", "s", "a", "of", "and")


def meant(play: Play, words: str) -> log.Back:
    """How far some words go back: ``3``, ``turn``, ``Bo's travel``, ``to Bo's travel`` (which stays).

    Nothing said: the line that was typed last. Raises ``Failure``.
    """
    phrase = words.strip().casefold().removeprefix("the ").removeprefix("last ")
    if phrase in ("", "last", "it", "that", "correction") and (made := is_fresh(play)) is not None:
        assert made.undo_to is not None
        return back(play, made.undo_to)._replace(as_at=made.n - 1, lost=[])
    if phrase in ("", "last", "it", "that", "answer", "line", "last answer", "last line"):
        return back(play, line_began(play))
    if phrase.isdigit():
        return back(play, target_of(play, int(phrase)))
    if phrase in ("turn", "this turn", "my turn"):
        return back(play, turn_began(play))
    if "turn" in _words(phrase):
        return back(play, _turn_of(play, phrase))
    if phrase.startswith("to "):
        rest = phrase.removeprefix("to ").removeprefix("entry ")
        return back(play, int(rest) if rest.isdigit() else _entry_of(play, rest))
    return back(play, action_began(play, _entry_of(play, phrase)))


def back(play: Play, to: int) -> log.Back:
    """What going back to just after an entry takes with it. Raises ``Failure`` if nothing."""
    found = log.back(play, to, _names(play))
    if found is None:
        raise Failure("not_found", "there is nothing to take back", hint="oathtools log shows what was answered")
    return found


def taken_back(found: log.Back) -> list[Block]:
    """For people: what is taken back, as the log told it."""
    return _with(f"Taken back: {found.head}.", found.lines)


def loss(found: log.Back) -> list[Block]:
    """For people: what is lost with it; nothing if nothing is."""
    return _with("This is lost with it:", found.lost) if found.lost else []


def brought_back(play: Play, entries: list[Entry]) -> list[Block]:
    """For people: what a redo has brought back."""
    ns = {entry.n for entry in entries}
    parts = [line for line in log.lines_since(play, min(ns) - 1, _names(play)) if line.n in ns]
    many = len(entries)
    return _with(f"Brought back: {count(many, 'answer')}.", parts or [log.dull(entries[0], _names(play))])


def correct(play: Play, words: str, viewer: str | None = None) -> list[Block]:
    """Correct an earlier answer, and let bots go on; what that was, in a document. Nothing is saved. ``Misread``."""
    from oathtools.answerers.bot import run_plugs

    found = find(play, words, labels_for(play, viewer), viewer_seat(play))
    was = was_of(play, found)
    done = correcting.correct(play, found)
    shown = corrected(play, was, done)
    run_plugs(play)
    return shown


def was_of(play: Play, found: Correction) -> list[LogLine]:
    """The lines of the log that tell what is corrected."""
    ns, names = {entry.n for entry in found.was}, _names(play)
    lines = [line for line in log.lines_since(play, min(ns) - 1, names) if line.n in ns]
    return lines or [log.dull(found.was[0], names, found.was[1:])]


def corrected(play: Play, was: list[LogLine], done: Corrected) -> list[Block]:
    """For people: what a correction replaced, what stands instead, and what of all that followed no longer does."""
    new = play.head - done.kept - len(done.now)
    ns = {entry.n for entry in done.now}
    now = [line for line in log.lines_since(play, new, _names(play)) if line.n in ns]
    shown = [*_with("Instead of this:", was), *_with("stands now:", now)] if was else []
    if done.out:
        shown += [
            f"Left out, since something else was said: {log.dull(done.out[0], _names(play)).text.partition(';')[0]}."
        ]
    if not done.left:
        return [*shown, f"What followed stands: {count(done.kept, 'answer')}." if done.kept else "Nothing followed."]
    refused, names = isinstance(done.fault, NotOffered), _names(play)
    why = "the rules refuse it now" if refused else str(done.fault)
    rows = reasons(reasons_of(done.fault.refusals, names.text)) if isinstance(done.fault, NotOffered) else []
    first = log.dull(done.left[0], names).text.partition(";")[0].rstrip(".")
    much = f"What followed stands for {count(done.kept, 'answer')}" if done.kept else "Nothing of what followed stands"
    way = ("Say what is asked now; then ", Hint("redo"), " goes on. ", Hint("undo"), " takes the correction back.")
    wait = f"{count(len(done.left), 'answer')} {'waits' if len(done.left) == 1 else 'wait'}"
    return [*shown, Line(f"{much}; {wait}. First of them: {first} ({why})."), *rows, Message(way)]


def goes_on(play: Play) -> list[Block]:
    """Say again what a correction left, as far as it stands now; what that was. Raises ``Failure``."""
    from oathtools.answerers.bot import run_plugs

    done = go_on(play) if not play.undone else None
    if done is None:
        raise Failure("not_found", "there is nothing to bring back", hint="An answer after an undo ends its redo")
    run_plugs(play)
    return corrected(play, [], done)


def stands(play: Play) -> list[Block]:
    """Whose turn it is now, and in which round."""
    state = play.state
    if play.pending is None or not state.round:
        return []
    turn = f"It is {names_for(play).seat(state.turn)}'s turn, round {state.round}."
    return [f"The Chronicle, step {state.step}." if state.phase == "chronicle" else turn]


def _names(play: Play) -> Names:
    return names_for(play, viewer_seat(play) or only_person(play))


def _turn_of(play: Play, words: str) -> int:
    """The entry with which the last turn of a player began: ``Bo's turn``, ``turn of Bo``. Raises ``Failure``."""
    left = [word for word in _words(words) if word not in (*_SMALL, "turn")]
    seats = [seat for seat, player in play.state.players.items() if _words(player.name) == left]
    began = turn_began(play, seats[0]) if seats else 0
    if not began:
        raise Failure("not_found", f"there is no {words!r} to go back to", hint=WAYS)
    return began


def _entry_of(play: Play, words: str) -> int:
    """The last entry that the log tells in such words, each perhaps only begun: ``Bo's travel``. ``Failure``."""
    wanted = [word for word in _words(words) if word not in _SMALL]
    for line in reversed(log.lines_since(play, -1, _names(play))):
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


def _with(head: str, lines: list[LogLine]) -> list[Block]:
    return [head, *document(lines)]


# -- what the table says beside the rules, in commands and at the prompt: how it stands, what it lets pass -------------


def adjust(play: Play, words: str, position: str | None = None) -> None:
    """State how the table stands, in words or as a whole position, and let bots go on. Nothing is saved.

    Raises ``Failure``, or what words that are not understood raise; then the game is to be thrown away.
    """
    from oathtools.answerers.bot import run_plugs

    _refuse_in_chapter_8(play)
    if play.pending is not None and not play.at_boundary:
        hint = "Finish the action, or take it back with oathtools undo"
        raise Failure("not_offered", "an action is under way", hint=hint)
    try:
        new = read_source(position) if position else adjusted(_stands(play), words, play.state)
        play.adjust(normal(new), words)
    except PositionError as fault:
        lines = fault_lines(fault.faults)
        raise Failure("position", "the table cannot stand like that", detail=lines, faults=fault.faults) from None
    run_plugs(play)


def overrule(play: Play, words: Sequence[str], because: str, viewer: str | None = None) -> list[Entry]:
    """Let an answer or a request pass, refused or not, and let bots go on. Nothing is saved. Raises as ``adjust``."""
    from oathtools.answerers.bot import run_plugs

    if play.pending is None:
        raise Failure("not_offered", "the game is over: nothing is asked")
    entries = Speaker(play, labels_for(play, viewer), lets=because).say(words)
    run_plugs(play)
    return entries


def _stands(play: Play) -> dict[str, Any]:
    """The table as a position. Raises ``Failure`` in setup."""
    try:
        return to_position(play.state)
    except ValueError as fault:
        raise Failure("not_offered", str(fault), hint="oathtools ask shows the question that is open") from None


def _refuse_in_chapter_8(play: Play) -> None:
    """The table of a game that is over can still be put right, but not once chapter 8 goes on from it. ``Failure``."""
    from oathtools.saga.writing import begun_at

    begun = begun_at(play)
    if begun is not None:
        back = f"oathtools undo --past-chance --to {begun - 1}"
        hint = f"Take the Chronicle back first: {back}. Then oathtools chronicle write begins it anew."
        raise Failure("not_offered", "the Chronicle of this game is begun already", hint=hint, citations=["8"])
