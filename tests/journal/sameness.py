"""Is a game that goes on from what is kept beside its journal the game that is replayed from its first answer?

A recorded game is played again as at a table, a line at a time, each given by one process and looked at by the next.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from oathtools.cli.shared.game_shown import names_for, question_data, question_text
from oathtools.cli.shared.taking_back import back, stands
from oathtools.engine.decision import NotOffered
from oathtools.journal import Entry, Play, file, snapshots
from oathtools.journal.taking_back import target_of, turn_began
from oathtools.render.game.log import as_text, before_last, lines
from oathtools.saga import folder

GAMES = Path(__file__).parent.parent / "games" / "older"


def a_saga(path: Path) -> Path:
    """A saga's folder without a game; returns where its journal will be."""
    (path / "games").mkdir(parents=True)
    (path / "chronicle.yaml").write_text("oath: supremacy\n", encoding="utf-8")
    return path / "games" / "0001.jsonl"


def standing(play: Play) -> Any:
    """All that a game says of itself and of what comes next."""
    asked = play.pending
    question = asked and (asked.kind, asked.who, asked.form, list(asked.options), list(asked.legal()), asked.cites)
    stand = (snapshots.packed(play.state), play.cards, play.game.readings, play.game.is_settled, play.counter("act"))
    return stand, question, play.driver.skipped, play.differences, len(play.live), play.undone, play.head


def shown(play: Play) -> list[Any]:
    """What commands say of a game: the question, the last answers, what an undo would take."""
    told = [lines(play, names_for(play), before_last(play, many)) for many in (1, 5, 20)]
    taken = back(play, target_of(play, 1)) if play.live else None
    asked = (question_text(play), question_data(play), stands(play)) if play.pending is not None else ()
    return [asked, told, as_text(told[1]), taken and (taken.told, taken.lost, taken.to), turn_began(play)]


def played_again(name: str, journal: Path) -> Iterator[int]:
    """Play a recorded game again at a table; yields how many lines it has got so far. Ends where the rules differ."""
    recorded = file.read(GAMES / f"{name}.jsonl", anew=True)
    file.create(journal, recorded.header)
    ends = sorted(recorded.ends)
    for number, (before, end) in enumerate(zip([0, *ends], ends, strict=False), 1):
        with folder.writing(journal) as running:
            play, since = running.play, running.play.head
            try:
                for entry in recorded.entries[before:end]:
                    say(play, entry)
            except (NotOffered, LookupError, ValueError, RuntimeError):
                return
            running.save(play.entries[since:])
        yield number


def say(play: Play, entry: Entry) -> None:
    """Say a recorded entry again. Raises what ``Play`` raises."""
    if entry.adjust is not None:
        play.adjust(entry.adjust, entry.said or "")
    elif entry.undo_to is not None:
        play.undo(entry.undo_to)
    elif entry.redo_to is not None:
        play.redo(entry.redo_to)
    elif entry.cards is not None:
        play.upgrade(entry.cards)
    elif entry.readings is not None or entry.variants is not None:
        play.adopt(entry.readings or {}, entry.variants)
    elif entry.chronicle is not None:
        play.write_chronicle(entry.chronicle.get("seed"))
    elif entry.overruled is not None:
        play.overrule(entry.answer, entry.reason or "")
    else:
        play.answer(entry.answer)


def differences(name: str, folder_: Path, every: int = 1) -> Iterator[list[str]]:
    """What a game says otherwise than its replay, at every so manieth line."""
    journal = a_saga(folder_ / name)
    for number in played_again(name, journal):
        if number % every == 0:
            with click.Context(click.Command("oathtools")):
                yield [f"{name}, line {number}: {what}" for what in _different(journal)]


def _different(journal: Path) -> Iterator[str]:
    play, anew = folder.view(journal).play, folder.view(journal, anew=True).play
    if standing(play) != standing(anew):
        yield "it stands otherwise"
    for what, one, other in zip(("question", "log", "text", "undo", "turn"), shown(play), shown(anew), strict=True):
        if one != other:
            yield f"the {what} is another one"
    if play.live:
        to = target_of(anew, 1)
        play = folder.view(journal).play
        play.undo(to)
        anew.undo(to)
        if standing(play) != standing(anew):
            yield "it is taken back otherwise"
        if list(play.live) != list(anew.live) or play.entries != anew.entries:
            yield "other entries are in force"
