"""``oathtools answer``: answer the open question, or several at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oathtools.cli.shared import commands, gaming
from oathtools.cli.shared.common import Command, Failure, emit, settings
from oathtools.cli.shared.folders import edition, faults
from oathtools.journal.entries import correction, last_undone
from oathtools.kit.text import Hint
from oathtools.render.document import Block, Cut, apart
from oathtools.render.game.prompts import lessons
from oathtools.table.state import WRITTEN
from oathtools.table.views import View

if TYPE_CHECKING:
    from oathtools.law.coverage import Covered


@click.command(cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, shell_complete=commands.answers)
@click.option("--n", "head", type=int, metavar="N", help="Refuse if the journal's head is not entry N.")
@click.option(
    "--answers",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Lines to answer from.",
)
def answer_command(words: tuple[str, ...], head: int | None, answers: Path | None) -> int:
    """Answer in words: a number, a name, or a request such as `travel Mountain` or `trade Longbows --for favor`.

    All that is said is kept, or nothing.
    """
    from oathtools.answerers.questions import is_question
    from oathtools.cli.shared.front_door import UNABLE, answer_question

    if not words and answers is None:
        raise Failure("usage", "say what the answer is", hint="oathtools ask shows the question")
    try:
        return _answered(words, head, answers)
    except Failure as failure:
        line = " ".join(words)
        if failure.kind not in UNABLE or settings().json or not is_question(line):
            raise
        answer_question(line)
        raise Failure(failure.kind, f"{line!r} is a question: nothing was done") from None


def _answered(words: tuple[str, ...], head: int | None, answers: Path | None) -> int:
    from oathtools.answerers.bot import follow, read_file, run_plugs
    from oathtools.answerers.speaker import Speaker
    from oathtools.cli.shared.judging import as_logged

    with gaming.recording() as (running, play, since):
        if head is not None and head != play.head:
            hint = "Look again: oathtools ask"
            raise Failure("not_offered", f"the game has moved on: its head is entry {play.head}, not {head}", hint=hint)
        labels = gaming.labels_for(play)
        if answers is not None:
            follow(play, read_file(answers), labels)
        else:
            with as_logged(play, words, gaming.names_for):
                Speaker(play, labels, between=run_plugs, pauses=lessons).say(list(words))
            run_plugs(play)
        if play.state.phase == WRITTEN and play.head > since:
            from oathtools.cli.world.chronicle_write import ending_of, keep_world

            return ending_of(running, keep_world(running)[0], since, None, gaming.after(play, since))
    running.notes.extend(gaming.judged_promises(play, since))
    lines = gaming.happened_since(play, since, gaming.names_for(play))
    data = {
        "answers": gaming.answers_data(play, since),
        "log": [line.as_data() for line in lines],
        "ask": gaming.question_data(play),
    }
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites))
    return emit(data, lambda: gaming.after(play, since), citations=cites, warnings=running.notes)


# -- ``oathtools ask``: the question the rules ask now -----------------------------------------------------------------


@click.command(cls=Command)
@click.option("--refused", is_flag=True, help="Also what is not possible, and why.")
@click.option("--all-secrets", is_flag=True, help="Also the answers of a private question, for one who plays for all.")
def ask_command(refused: bool, all_secrets: bool) -> int:
    """The question that is open in the running game, with its legal answers.

    What only the one who is asked may know is shown with --as NAME, or with --all-secrets.
    """
    running = gaming.view_game()
    play = running.play
    viewer = play.pending.who if all_secrets and play.pending is not None else None
    return emit(
        lambda: gaming.question_data(play, viewer),
        lambda: gaming.open_document(play, viewer, refused=refused),
        citations=() if play.pending is None else play.pending.cites,
        warnings=running.notes,
    )


# -- ``oathtools undo``: take back answers. Nothing is erased: an undo is an entry of the journal ----------------------


@click.command(cls=Command)
@click.argument("words", metavar="[N | turn | [to] WORDS]", nargs=-1)
@click.option(
    "--to", "target", type=click.IntRange(0), metavar="N", help="Back to just after entry N (0: the beginning)."
)
@click.option(
    "--past-chance",
    is_flag=True,
    help="Also past a roll, a draw, a card that was shown or a correction; chance is marked.",
)
def undo_command(words: tuple[str, ...], target: int | None, past_chance: bool) -> int:
    """Take back the last line that a person typed, or the last N answers, with what bots and chance answered since.

    `undo turn` goes back to where the turn began, `undo Bo's travel` to before the last thing that the log tells in
    such words, `undo to Bo's travel` to just after it. What is taken back is told as the log told it.
    """
    from oathtools.cli.shared import taking_back

    with gaming.write_opened() as running:
        play = running.play
        found = taking_back.back(play, target) if target is not None else taking_back.meant(play, " ".join(words))
        chance = any(entry.is_chance for entry in found.gone)
        if found.lost and not past_chance:
            raise Failure(
                "not_offered",
                "something would be lost that answering once more does not bring back",
                detail=[str(line) for line in found.lost],
                hint="If the table agrees: oathtools undo --past-chance (of a roll or a draw the log will say so)",
            )
        running.save([play.undo(found.to, as_at=found.as_at)])
    data = {
        "undone": [entry.n for entry in found.gone],
        "to": found.to,
        "past_chance": chance,
        "log": [line.as_data() for line in found.lines],
        "ask": gaming.question_data(play),
    }
    return emit(
        data,
        apart(taking_back.taken_back(found), taking_back.stands(play), gaming.open_document(play)),
        warnings=running.notes,
    )


# -- ``oathtools redo``: take back an undo -----------------------------------------------------------------------------


@click.command(cls=Command)
@click.argument("number", metavar="[N]", type=click.IntRange(1), required=False)
def redo_command(number: int | None) -> int:
    """Bring back what the last undo took, or only its first N answers."""
    from oathtools.cli.shared import taking_back

    with gaming.recording() as (running, play, since):
        taken = last_undone(play.entries)
        chosen = taken if number is None else taken[:number]
        shown = None if play.undone else taking_back.goes_on(play)
        if shown is None:
            play.redo(chosen[-1].n)
    back = chosen or [entry for entry in play.entries[since:] if entry.again is not None]
    data = {"redone": [entry.again or entry.n for entry in back], "ask": gaming.question_data(play)}
    return emit(
        data,
        lambda: apart(shown or taking_back.brought_back(play, chosen), gaming.open_document(play)),
        warnings=running.notes,
    )


# -- ``oathtools correct``: an earlier answer, as it really was --------------------------------------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1, required=True)
def correct_command(words: tuple[str, ...]) -> int:
    """Say what an earlier answer really was. What was answered since is kept as far as it still stands.

    Without a moment it is the last one that can be meant: of that player, of that action, that roll or draw, the one
    that was what you say it was not. Nothing is typed again: what no longer stands is said, with its reason, and after
    you have answered what is asked there, `redo` goes on with the rest. `undo` takes the correction back.
    """
    from oathtools.cli.shared import taking_back

    with gaming.recording() as (running, play, _), faults():
        shown = taking_back.correct(play, " ".join(words))
    made, left = correction(play.entries) or (None, [])
    waits = [entry.n for entry in left]
    data = {"said": " ".join(words), "to": made and made.undo_to, "waits": waits, "ask": gaming.question_data(play)}
    return emit(
        data, lambda: apart(shown, taking_back.stands(play), gaming.open_document(play)), warnings=running.notes
    )


# -- ``oathtools overrule``: let a refused answer pass, by the table's word --------------------------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1, required=True, shell_complete=commands.answers)
@click.option("--because", required=True, metavar="TEXT", help="Why the table lets it pass; kept in the journal.")
def overrule_command(words: tuple[str, ...], because: str) -> int:
    """Let an answer pass that the rules refuse. It is marked in the journal with the refusals and your reason.

    WORDS are an answer or a whole request, as for `answer`. What cannot be paid or is not there cannot be overruled:
    say how the table stands with `oathtools adjust` first.
    """
    from oathtools.cli.shared import taking_back

    with gaming.recording() as (running, play, since):
        overruled = [row for entry in taking_back.overrule(play, words, because) for row in entry.overruled or ()]
    data = {"overruled": overruled or None, "reason": because, "ask": gaming.question_data(play)}
    cites = [refusal[0] for refusal in overruled]
    notes = [] if overruled else ["nothing was overruled: the rules allow it"]
    return emit(data, lambda: gaming.after(play, since), citations=cites, warnings=[*running.notes, *notes])


# -- ``oathtools adjust``: state how the table really stands -----------------------------------------------------------


@click.command(cls=Command)
@click.argument("words", nargs=-1)
@click.option("--position", metavar="FILE", help="The whole position, as `oathtools position export` writes it.")
def adjust_command(words: tuple[str, ...], position: str | None) -> int:
    """Say how the table really stands, after a mis-step that everybody noticed late. The game goes on from there.

    WORDS name one thing at a time: `Bo favor 4`, `Bo supply 3`, `Bo warbands 5`, `Bo pawn Mountain`, `Plains warbands
    red 2`, `round 4`, `visions 3`, `Bo usurper`, `Map to Bo`, `Wolves to Mine`, `Wolves to Bo facedown`, `Wolves to
    the Cradle discard pile`, `Tents favor 1`, `People's Favor Bo 3`, `Bo role citizen`, `Bo vision Faith`, `turn Bo`,
    `phase act`; several with semicolons or commas between. Favor moves from and to the shared bank, warbands from and
    to their own. A house rule may add to this what it keeps of a site or a player: see `oathtools variants
    NAME`. What would break conservation is refused, every fault at once.
    """
    if bool(words) == (position is not None):
        raise Failure("usage", "say what is different, or give a position file", hint="oathtools adjust Bo favor 4")
    if edition() is not None:
        from oathtools.cli.world import atlas, tts

        return atlas.adjust(None if position is None else tts.source_text(position))
    from oathtools.cli.shared import taking_back

    text = " ".join(words) if words else f"position {position}"
    with gaming.recording() as (running, play, since), faults():
        taking_back.adjust(play, text, position)
    data = {"said": text, "ask": gaming.question_data(play)}
    return emit(data, lambda: gaming.after(play, since), warnings=running.notes)


# -- ``oathtools log``: what has happened ------------------------------------------------------------------------------


@click.command(cls=Command)
@click.option("--last", type=int, metavar="N", help="Only the last N answers.")
@click.option("--all", "whole", is_flag=True, help="Every turn line by line, however long the game.")
@click.option("--spoil", is_flag=True, help="Name hidden cards too.")
def log_command(last: int | None, whole: bool, spoil: bool) -> int:
    """What has happened in the running game, with clause numbers; no more than the viewer may know.

    Of a long game the turns before the last one are folded: what was done in each, campaigns with their chance.
    """
    if edition() is not None:
        from oathtools.cli.world import atlas

        return atlas.log()
    from oathtools.render.game.log import ALL, before_last, document

    running = gaming.view_game()
    play = running.play
    lines = gaming.happened_since(
        play, ALL if last is None else before_last(play, last), gaming.names_for(play, spoil=spoil)
    )
    data = [line.as_data() for line in lines]
    cites = list(dict.fromkeys(cite for line in lines for cite in line.cites))
    shown = document(lines, None if whole or last else Hint("log", "--all")) or ["Nothing has happened yet."]
    return emit(data, shown, citations=cites, warnings=running.notes, pager=True)


# -- ``oathtools status``: how the game stands; ``--coverage``: what is built of the Law -------------------------------


@click.command(cls=Command)
@click.argument("things", metavar="[NAME]...", nargs=-1)
@click.option(
    "--coverage", is_flag=True, help="Clause by clause: what the program carries out, and which tests show it."
)
@click.option("--spoil", is_flag=True, help="Show hidden cards too.")
@click.option("--at", "until", type=int, metavar="N", help="As it stood just after entry N.")
@gaming.drawable
def status_command(things: tuple[str, ...], coverage: bool, spoil: bool, until: int | None, **files: Any) -> int:
    """How the running game stands, as far as everybody may know; --as NAME adds what that player may know.

    With names, what there is to say of each: a player, a site, a card, a banner, or title, search,
    turn, visions, sites, banks, piles.

    --svg and --html draw the table into a file, with no more on it than that viewer may know.
    """
    if coverage:
        return _coverage()
    if edition() is not None:
        from oathtools.cli.world import atlas

        return atlas.show(atlas.running(), spoil)
    running = gaming.view_game(until)
    view = View(running.play.state, gaming.viewer_seat(running.play), spoil)
    return gaming.emit_table(running.play.game, view, warnings=running.notes, things=things, **files)


def _coverage() -> int:
    from oathtools.law.coverage import as_json, report

    rows = report()
    return emit(as_json(rows), lambda: clause_by_clause(rows), pager=True)


def clause_by_clause(rows: "Sequence[Covered]") -> list[Block]:
    """The report for people: a count, then clause by clause, each with a function and a test and how many more."""
    states = ("done", "partly", "not yet", "reading rule")
    counts = ", ".join(f"{sum(row.state == state for row in rows)} {state}" for state in states)
    lines: list[Block] = [f"{len(rows)} clauses: {counts}.", ""]
    for row in rows:
        lines.append(Cut(f"{row.id:<9}{row.state:<13}{row.heading}"))
        lines += [Cut(f"{'':<9}{name}") for name in (_first(row.where), _first(row.tests)) if name]
    return lines


def _first(names: tuple[str, ...]) -> str:
    more = f" +{len(names) - 1}" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names else ""
