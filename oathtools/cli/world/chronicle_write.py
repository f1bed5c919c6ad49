"""``oathtools chronicle write``: chapter 8, guided, from an answers file, or by bots."""

from pathlib import Path
from shlex import quote

import click

from oathtools.answerers.bot import bot_answer, chance, read_file
from oathtools.answerers.speaker import Speaker
from oathtools.cli.game.start import refuse_unfinished
from oathtools.cli.shared import common, folders, gaming
from oathtools.cli.shared.folders import chronicle, chronicle_path, faults, position_faults, read_source, write_folder
from oathtools.cli.shared.judging import objections, open_question, refusing
from oathtools.cli.shared.worlds import emit_template
from oathtools.engine.decision import Form
from oathtools.journal.begin import header_of_position
from oathtools.journal.play import Play
from oathtools.kit import intake
from oathtools.kit.datafiles import load
from oathtools.kit.text import Hint, listed
from oathtools.law.rulings import in_force
from oathtools.procedures.chronicle.procedure import NotOver
from oathtools.render.document import Document, Message
from oathtools.render.game.log import document
from oathtools.render.world.chronicle import ending, step_document, steps_passed, variant_lines
from oathtools.saga import folder, writing
from oathtools.saga.chronicle.check import check as check_world
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.folder import Running
from oathtools.saga.untracked import ended, left_out, moved_sites, template
from oathtools.table.invariants import cautions
from oathtools.table.position.form import AtTable, from_position

AUTO_SEED = "0"
HELP: list[str | dict[str, str]] = load("help")["chronicle_write"]


@click.command(cls=common.Command)
@click.option(
    "--answers",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Lines to answer from.",
)
@click.option("--auto", is_flag=True, help="Bots and a seed answer everything.")
@click.option("--seed", metavar="S", help="The tool draws and shuffles, from this seed; else you do.  [--auto: 0]")
@click.option("--tell", is_flag=True, help="Ask also what was drawn or shuffled unseen, for those who looked.")
@click.option(
    "--position", metavar="FILE", help="The end of a game that nobody tracked, as a position file; - reads it."
)
@click.option("--output", "-o", metavar="FILE", help="Write a commented file to fill in for --position; - shows it.")
@click.option("--anew", is_flag=True, help="With --position: even if the last game is not finished; its journal stays.")
@click.option("--over", is_flag=True, help="Also over what was changed by hand since; a copy of that is kept.")
def command(
    answers: Path | None,
    auto: bool,
    seed: str | None,
    tell: bool,
    position: str | None,
    output: str | None,
    anew: bool,
    over: bool,
) -> int:
    """Write the Chronicle of the game that is over, step by step, and save the new world.

    It goes on in the game's journal: stop at any question and call it again; `oathtools undo` takes back. What is drawn
    or shuffled unseen you do with the cards, and need not tell; or the tool does, with --seed. What it then knows, no
    command shows without --spoil.

    With --position a table that tracked nothing begins here: the file says who sits where and how the map lies, unknown
    cards allowed, and only what a step needs beyond that is asked for. Go on without --position. -o writes such a file
    to fill in.
    """
    if output is not None:
        return emit_template(output, "position", template(chronicle()), f"chronicle write --position {quote(output)}")
    if tell and (auto or answers is not None or seed is not None):
        raise common.Failure(
            "usage", "--tell is for people who draw: it goes with neither --seed, --auto nor --answers"
        )
    if anew and position is None:
        raise common.Failure("usage", "--anew goes with --position", hint="oathtools chronicle write goes on by itself")
    strange = _start_from(position, anew) if position is not None else []

    with gaming.write_game() as running:
        running.notes.extend(strange)
        _before(running.play)
        over = over or _may_write_over(running.play)
        _begin(running, seed, auto)
        since = running.play.head
        if auto:
            _auto(running)
        elif answers is not None:
            _scripted(running, answers)
        else:
            if not tell:
                _unseen(running)
            if running.play.pending is not None:
                if not common.at_terminal():
                    raise _needs_answer(running.play)
                running = _guided(running, tell)
        if running.play.pending is not None:
            raise _needs_answer(running.play)
        new, kept = keep_world(running, over)
    return ending_of(running, new, since, kept)


# -- writing -------------------------------------------------------------------------------------------------------


def _before(play: "Play") -> Chronicle:
    """The Chronicle that the game was played from."""
    try:
        return writing.before_game(chronicle(), play.journal)
    except writing.Behind as fault:
        raise common.Failure("not_offered", str(fault), hint="oathtools chronicle show shows it") from None


def _start_from(source: str, anew: bool) -> list[str]:
    """Begin the journal of a game that nobody tracked, at its end; returns what is strange about it, for programs.

    People are told at once. Raises ``Failure``.
    """
    with write_folder() as saga:
        if not anew:
            refuse_unfinished(saga, "oathtools chronicle write --anew --position FILE")
        world, table = chronicle(), folders.decided()
        with position_faults(source):
            data = ended(given := read_source(source), world, table.variants)
            header = header_of_position(data, readings=in_force(table))
            against = objections(AtTable(data, in_force(table), []))
        gaming.viewer_seat(Play(header))
        path = folder.begin(saga, header, [])
    common.settings().kept = False  # its Chronicle is still to be written
    common.echo(f"Game {path.stem}: its end, from {'standard input' if source == '-' else source}.", err=True)
    strange = [*left_out(given, data), *moved_sites(data, world), *cautions(from_position(data)), *against]
    if strange and not common.settings().json:
        common.warn([*strange, "If the file is wrong, mend it, and begin again with --anew."])
        return []
    return strange


def _begin(running: Running, seed: str | None, auto: bool) -> None:
    """Begin chapter 8, or go on with it; a seed is recorded in the journal."""
    play, since = running.play, running.play.head
    own = writing.dealt_by(play)
    if seed is not None and own not in (None, seed):
        running.notes.append(f"this game was dealt with the seed {own}: it is drawn with that, not with {seed}")
    try:
        writing.begin(play, AUTO_SEED if auto and seed is None and writing.begun_at(play) is None else seed)
    except NotOver as fault:
        hint = "oathtools ask shows the open question" if play.pending is not None else None
        raise common.Failure(
            "not_offered", f"no Chronicle can be written: {fault}", hint=hint, citations=["8"]
        ) from None
    except writing.OtherSeed as fault:
        before = (writing.begun_at(play) or 1) - 1
        hint = f"Go on without --seed, or begin anew: oathtools undo --past-chance --to {before}"
        raise common.Failure("not_offered", str(fault), hint=hint) from None
    running.save(play.entries[since:])


def _unseen(running: Running, kinds: frozenset[str] = frozenset()) -> None:
    """Let bots and chance answer, and what is shuffled or hidden pass untold."""
    since = running.play.head
    writing.leave_unseen(running.play, kinds)
    running.save(running.play.entries[since:])


def _auto(running: Running) -> None:
    play = running.play
    seed = writing.drawn_by(play) or AUTO_SEED
    while (decision := play.pending) is not None:
        answer = chance(play, seed) if decision.form is Form.OUTCOME else bot_answer(play, seed)
        running.save([play.answer(answer, checked=True)])


def _scripted(running: Running, answers: Path) -> None:
    """Answer from a file. A line left over is named, and nothing is kept; so is a question it has no line for."""
    since = running.play.head
    writing.follow(running.play, read_file(answers), gaming.labels_for(running.play))
    running.save(running.play.entries[since:])


def _needs_answer(play: "Play") -> common.Failure:
    question = open_question(play, play.pending)
    hint = "Answer with: oathtools answer WORDS, then chronicle write again; or give --answers FILE, or --auto"
    return common.Failure(
        "needs_answer", f"the Chronicle waits for an answer. {question}", hint=hint, question=gaming.question_data(play)
    )


def _guided(running: Running, tell: bool = False) -> Running:
    """The loop at one screen: the step, its question, the answer, what came of it."""
    common.warn(running.notes)
    common.echo(common.prompt_help(*HELP) + "\n")
    since, step = running.play.head - 1, ""
    while (decision := running.play.pending) is not None:
        play = running.play
        if since < play.head and (passed := [*steps_passed(play, gaming.names_for(play), since)]):
            common.echo(common.in_lines([*passed, ""]))
        now = [*steps_passed(play, gaming.names_for(play), since, opened=True)]
        since = play.head
        if play.state.step != step:
            step = play.state.step
            common.echo(common.in_lines([*step_document(play, gaming.names_for(play)), ""]))
        if now:
            common.echo(common.in_lines([*now, ""]))
        common.echo(common.in_lines(gaming.open_document(play, decision.who)))
        running = _one_line(running, tell)
        since = min(since, running.play.head)
        if running.play.state.step != step:
            step = ""
    common.echo(common.in_lines([*steps_passed(running.play, gaming.names_for(running.play), since), ""]))
    return running


def _one_line(running: Running, tell: bool) -> Running:
    """One line from the prompt: an answer, or a word that looks or goes back. ``tell``: what is drawn is asked too."""
    try:
        line = click.prompt(">", prompt_suffix=" ", default="", show_default=False).strip()
    except click.Abort:  # Ctrl-C or Ctrl-D
        common.echo(err=True)
        raise _stopped(130) from None
    word = line.casefold()
    play = running.play
    if word in ("quit", "exit", "q"):
        raise _stopped(0)
    if word in ("?", "help"):
        common.echo(common.prompt_help(*HELP))
    elif word == "!":
        common.echo(common.in_lines(gaming.open_document(play, refused=True)))
    elif word == "log":
        common.echo(
            common.in_lines(document(gaming.happened_since(play, max(0, play.head - 12), gaming.names_for(play))))
        )
    elif word in ("back", "undo"):
        _back(running, tell)
    else:
        since = play.head
        with intake.listening() as guessed:
            try:
                with faults(), refusing(play):
                    Speaker(play, gaming.labels_for(play)).say(line)
                    if not tell:
                        writing.leave_unseen(play)
                    running.save(play.entries[since:])
            except common.Failure as failure:
                failure.guessed = guessed
                failure.complete()
                common.report(failure, common.settings())
                return running._replace(play=play.as_it_was(since))
        common.warn(guessed)
    return running


def _stopped(status: int) -> click.exceptions.Exit:
    common.echo(common.wrapped("Stopped; nothing is lost. oathtools chronicle write goes on from here."), err=True)
    return click.exceptions.Exit(status)


def _back(running: Running, tell: bool) -> None:
    """Take back the last answer of the people, with what chance and bots answered after it."""
    play = running.play
    entry = writing.last_choice(play)
    if entry is None:
        common.echo("There is nothing to take back: this is the first question of the Chronicle.")
        return
    since = play.head
    play.undo(entry.n - 1)
    if not tell:
        writing.leave_unseen(play)
    running.save(play.entries[since:])
    common.echo("Taken back.")


def _may_write_over(play: "Play") -> bool:
    """What people changed by hand in a Chronicle that is written is theirs: do they let it go?

    False where there is nothing of the kind. Raises ``Failure`` if they do not.
    """
    changed = writing.edited_since(play, chronicle())
    if not changed:
        return False
    text = f"the Chronicle of game {play.journal} is written, and was changed by hand since: {listed(changed)}"
    if common.at_terminal():
        common.echo(common.wrapped(f"{text}."), err=True)
        if click.confirm("Write it anew? A copy of what is there is kept", default=False, err=True):
            return True
    hint = "It stays as it is. To write it anew, and keep a copy of what is there: oathtools chronicle write --over"
    raise common.Failure("not_offered", text, hint=hint)


def keep_world(running: Running, over: bool = False) -> tuple[Chronicle, Path | None]:
    """Chapter 8 has been carried out: save the new world, and what people changed by hand beside it.

    Returns the world, and the copy. What already stands there is not written again.
    """
    play, path = running.play, chronicle_path()
    with write_folder(path.parent):
        over = over or _may_write_over(play)  # somebody may have changed it meanwhile
        new = writing.chronicle_after(play, _before(play), play.journal)
        kept = writing.keep(path) if over else None
        writing.save(path, new)
    return new, kept


def ending_of(running: Running, chronicle: Chronicle, since: int, kept: "Path | None", first: Document = ()) -> int:
    """What came of it; ``first`` is read before it."""
    play, path = running.play, chronicle_path()
    entry = chronicle.history[-1]
    lines = gaming.happened_since(play, since, gaming.names_for(play))
    data = {
        "chronicle": str(path),
        "game": chronicle.game,
        "oath": chronicle.oath,
        "history": entry,
        "entries": play.head,
        "log": [line.as_data() for line in lines],
        "kept": None if kept is None else str(kept),
    }
    faults = [f"oathtools chronicle check: {fault.public}" for fault in check_world(chronicle).faults]
    drew = (
        [("Which cards the tool drew", Hint("log", "--spoil"))]
        if writing.dealt_by(play) is None and writing.drawn_by(play)
        else []
    )
    since_setup = "position" not in play.header["origin"] or len(chronicle.history) > 1  # else nobody knows what it was
    did = [("What the game did to the world", Hint("chronicle diff"))] if since_setup else []
    following = (
        ("What to fetch and put away", Hint("chronicle pulls")),
        *drew,
        *did,
        ("The next game", Hint("start", "--players ...")),
    )
    rows = [Message((f"{what}: ", how)) for what, how in following]
    shown = [*first, *ending(entry), *variant_lines(chronicle), "", f"The new world is in {path}", *rows]
    copies = [f"what was changed by hand is kept in {kept}"] if kept else []
    return common.emit(data, shown, citations=["8"], warnings=[*running.notes, *copies, *faults])
