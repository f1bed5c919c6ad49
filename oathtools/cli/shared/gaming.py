"""What is shown of a running game, and to whom: names, labels, the question as one viewer may see it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from oathtools.cli.shared.common import Failure, emit, settings
from oathtools.cli.shared.folders import faults
from oathtools.kit.text import Hint, listed
from oathtools.render.document import Block, Message, Words, apart

if TYPE_CHECKING:
    from oathtools.answerers.matching import Labels
    from oathtools.journal.play import Play
    from oathtools.procedures.machine.game import Game
    from oathtools.render.game.phrase_pieces import Moment
    from oathtools.render.names import Names
    from oathtools.saga.folder import Running
    from oathtools.table.views import View


def names_for(play: "Play", viewer: str | None = None, spoil: bool = False) -> "Names":
    """The names of things as a viewer may see them: the ``--as`` player by default, else what everybody may know."""
    from oathtools.render.names import Names
    from oathtools.table.views import View

    return Names(View(play.state, viewer or viewer_seat(play), spoil))


def labels_for(play: "Play", viewer: str | None = None) -> "Labels":
    """What people see for the options of a question: the viewer, the one person who plays against bots, or everybody.

    Cards that they do not see are matched by their names all the same: whoever answers knows them.
    """
    from oathtools.render.game.prompts import labeler
    from oathtools.render.names import Names
    from oathtools.table.views import View

    seat = viewer or only_person(play)
    return lambda decision: labeler(decision, Names(View(play.state, seat)))


def viewer_seat(play: "Play") -> str | None:
    """The seat that ``--as`` names. Raises ``Failure``."""
    named = settings().viewer
    return None if named is None else seat_named(play.state, named)


def seat_named(state: Any, named: str) -> str:
    """The seat of a player, by name, color or role, any spelling, shortened as far as unique. Raises ``Failure``."""
    from oathtools.answerers.matching import Misread, seat_called

    try:
        return seat_called(state, named)
    except Misread as fault:
        raise Failure("not_found", str(fault), hint=fault.hint) from None


def open_document(
    play: "Play", viewer: str | None = None, refused: bool = False, scribe: bool = False, teaches: bool = True
) -> list[Block]:
    """For people: the question that is open. ``scribe``: to one who answers for everybody, and sees what all see.

    ``teaches``: below what is taught with it, at a table that is taught.
    """
    from oathtools.render.game.prompts import as_lines, lessons
    from oathtools.render.game.question import document, telling, veiled
    from oathtools.table.views import View

    view = View(play.state, viewer or viewer_seat(play) or only_person(play), False)
    shown = document(play, view, refused=refused, scribe=scribe)
    shown = apart(as_lines(lessons(play)), shown) if teaches else shown
    decision = play.pending
    hidden = telling if scribe else veiled
    if decision is not None and decision.form.value != "outcome" and hidden(decision, view):
        return [*shown, ask_as(play, decision.who)]
    return shown if decision is not None else [*shown, _after_the_game(play)]


def _after_the_game(play: "Play") -> Message:
    """The way on from a game that is over: chapter 8, then the file of the new world, then the next game."""
    from oathtools.cli.shared.folders import chronicle
    from oathtools.saga.writing import is_written, keeps

    if is_written(play):
        try:
            kept = keeps(chronicle(), play.journal)
        except Failure:
            kept = False
        if kept:
            return Message(("The new world is kept in chronicle.yaml. Next: ", Hint("start")))
        return Message(("Next: ", Hint("chronicle write"), ", which keeps the new world; then ", Hint("start")))
    return Message(("Next, the world of the next game (8): ", Hint("chronicle write")))


def ask_as(play: "Play", seat: str, what: str = "them") -> Words:
    """The command that shows a private question to the one who answers it."""
    return (f"To see {what}: ", Hint("ask", f"--as {_quoted(play, seat)}"))


def _quoted(play: "Play", seat: str) -> str:
    """The name of a player as it is typed."""
    return quote(play.state.players[seat].name or seat)


def only_person(play: "Play") -> str | None:
    """The seat of the one person who plays against bots: nobody else is at the screen."""
    people = [seat["color"] for seat in play.header["seats"] if not seat.get("bot")]
    return str(people[0]) if len(people) == 1 and len(people) < len(play.header["seats"]) else None


def question_data(play: "Play", viewer: str | None = None) -> dict[str, Any] | None:
    """For programs: the question that is open, as the viewer may know it; None when the game is over."""
    from oathtools.render.game.question import as_json

    if play.pending is None:
        return None
    return as_json(play, viewer or viewer_seat(play) or only_person(play))


def answers_data(play: "Play", since: int) -> list[dict[str, Any]]:
    """For programs: the answers after an entry, as the viewer may know them."""
    from oathtools.render.game.question import answer_json
    from oathtools.table.views import View

    view = View(play.state, viewer_seat(play) or only_person(play))
    return [answer_json(entry, view) for entry in play.entries.since(since)]


def drawable(command: Callable[..., int]) -> Callable[..., int]:
    """The options of a command that shows a table and draws it, too."""
    options = (
        click.option("--svg", metavar="FILE", type=click.Path(dir_okay=False), help="Draw it: a picture, as SVG."),
        click.option("--html", metavar="FILE", type=click.Path(dir_okay=False), help="Draw it: a page for any screen."),
        click.option("--replace", is_flag=True, help="With --svg or --html: write over a file that is there."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def emit_table(
    game: "Game",
    view: "View",
    svg: str | None,
    html: str | None,
    replace: bool,
    warnings: Sequence[str],
    things: Sequence[str] = (),
) -> int:
    """How a table, or what is named of it, stands, in words or drawn into files. Raises ``Failure`` where one is."""
    from oathtools.cli.shared.folders import write_out
    from oathtools.render.game.ahead import at_next_check, next_line
    from oathtools.render.game.status import as_json
    from oathtools.render.names import Names
    from oathtools.render.table.parts import Parts

    names = Names(view)
    files = {kind: path for kind, path in (("svg", svg), ("html", html)) if path is not None}
    if files:
        from oathtools.render.table.picture import picture

        drawn = picture(game, view.viewer, view.spoil)
        for kind, path in files.items():
            write_out(Path(path), getattr(drawn, kind), replace)
    if things:
        from oathtools.answerers.questions import thing_called
        from oathtools.render.game import facts

        with faults():
            found = facts.about(game, view, [thing_called(view.state, view, each) for each in things], view.viewer)
        shown, data = facts.document(found), facts.as_data(found)
    else:
        shown, data = [Parts(view).letters(next_line(game, names))], {}
    return emit(
        lambda: {**as_json(view.state, view), "at_next_check": at_next_check(game, names), **data, **files},
        [f"The table is drawn in {listed(list(files.values()))}."] if files else shown,
        warnings=warnings,
        pager=not files,
    )


# Events by which one player alone comes to know hidden cards (10.17).
_LOOKS = ("looked", "peeked")


def view_game(until: int | None = None) -> "Running":
    """The saga's running game for reading. Raises ``Failure``."""
    from oathtools.saga import folder

    with faults():
        running = folder.view(folder.latest(folder.require(settings().saga)), until=until, glances=True)
    refuse_stopped(running.play)
    if until is not None and until > running.play.head:
        last = running.play.head
        raise Failure("not_found", f"there is no entry {until}: the last is {last}", hint="oathtools log numbers them")
    return running


@contextmanager
def write_game() -> Iterator["Running"]:
    """The saga's running game for writing. Raises ``Failure``.

    All that can be refused is to be refused inside, and nothing to be shown there: what is recorded is no failure.
    """
    from oathtools.cli.shared.judging import refusing

    with write_opened() as running:
        refuse_stopped(running.play)
        with refusing(running.play):
            yield running


@contextmanager
def recording() -> Iterator[tuple["Running", "Play", int]]:
    """The running game for writing, its play, and its head: what is said inside is saved at the end. ``Failure``."""
    with write_game() as running:
        since = running.play.head
        yield running, running.play, since
        running.save(running.play.entries[since:])


@contextmanager
def write_opened() -> Iterator["Running"]:
    """The running game for writing, even where its replay stopped: for taking back what no longer fits."""
    from oathtools.saga import folder

    with faults(), folder.going_on(folder.require(settings().saga)) as running:
        viewer_seat(running.play)
        yield running
    if running.writer is not None and running.writer.wrote:
        settings().kept = True


@contextmanager
def between_actions(play: "Play") -> Iterator[None]:
    """For what changes how the game goes on: only between two actions, and not once it is over. Raises ``Failure``."""
    from oathtools.journal.entries import UnderWay

    if play.pending is None:
        raise Failure("not_offered", "the game is over", hint="oathtools start begins the next one")
    try:
        yield
    except UnderWay:
        hint = "Finish the action, or take it back with oathtools undo"
        raise Failure("not_offered", "an action is under way", hint=hint) from None


def refuse_stopped(play: "Play") -> None:
    """A journal of another question sequence: both questions side by side; the game opens just before it."""
    if play.stopped is None:
        return
    stop = play.stopped.shown_to(viewer_seat(play))
    kind, who = stop.recorded["kind"], stop.recorded["who"]
    recorded = f"recorded: {kind} for {who}" if kind else "recorded: a step of the table's"
    if stop.recorded["answer"] is not None:
        recorded += f", answered {stop.recorded['answer']}"
    pending = stop.asked or {"kind": "the game is over"}
    raise Failure(
        "replay",
        f"the journal and today's rules part at entry {stop.n}: {stop.why}",
        detail=[
            *(each.why for each in play.differences if not each.n),
            recorded,
            f"asked now: {pending['kind']}" + (f" for {pending['who']}" if "who" in pending else ""),
        ],
        hint=f"Go on from just before it: oathtools undo --to {stop.n - 1}",
        difference=stop._asdict(),
    )


def judged_promises(play: "Play", since: int) -> list[str]:
    """What was promised and has been kept or broken since an entry, in sentences."""
    from oathtools.procedures.machine.promises import judged

    if not play.state.lasting.get("promises"):
        return []
    names = names_for(play)
    return [
        f"{names.text(each.says)}. That is {how} now ({each.clause}); to say so: oathtools promise {how} {each.number}"
        for each, how in judged(
            play.state, [event for batch in play.batches_since(since) if batch.n > since for event in batch.events]
        )
    ]


def happened_since(
    play: "Play", since: int, names: "Names", only: "Callable[[Moment], bool] | None" = None
) -> list[Any]:
    """What happened after an entry, line by line; ``only`` picks what is told."""
    from oathtools.render.game.log import lines

    return lines(play, names, since, only)


def after(play: "Play", since: int, *, ask: bool = True, hints: bool = True) -> list[Block]:
    """For people: what happened since an entry, who wins at the next check if anybody does, and the open question.

    ``hints``: also how those who looked at hidden cards see them. What is taught first comes before the setup.
    """
    from oathtools.render.game.ahead import shout
    from oathtools.render.game.log import document
    from oathtools.render.game.prompts import as_lines, lessons

    names = names_for(play, viewer_seat(play) or only_person(play))
    taught = as_lines(lessons(play)) if since < 0 else []
    parts: list[list[Block]] = [taught, document(happened_since(play, since, names))]
    if hints:
        looked = seen(play, since)
        parts += [[("To see what was seen: ", Hint("log", f"--as {_quoted(play, seat)}"))] for seat in looked]
    if play.at_boundary:
        parts.append(_or_fault("who wins next", lambda: [Message(line)] if (line := shout(play.game, names)) else []))
    if ask:
        parts.append(_or_fault("the question that is open", lambda: open_document(play, teaches=since >= 0)))
    return apart(*parts)


def _or_fault(what: str, describe: Callable[[], list[Block]]) -> list[Block]:
    """What is told beside what is recorded already; a fault of ours in describing it is told in its place."""
    try:
        return describe()
    except Failure:
        raise
    except Exception as fault:
        return [f"A fault of ours ({type(fault).__name__}): {what} cannot be told. What was answered is recorded."]


def seen(play: "Play", since: int) -> dict[str, list[Any]]:
    """Who looked at hidden cards after an entry, in a game that the tool deals: the lines that only they may read.

    Without those who are told all the same: the ``--as`` player, the one person who plays against bots. At a table that
    deals its own cards nobody needs to be told what they saw.
    """
    if "seed" not in play.header["chance"]:
        return {}
    looked = [
        event for each in play.batches_since(since) if each.n > since for event in each.events if event.kind in _LOOKS
    ]
    people = [seat["color"] for seat in play.header["seats"] if not seat.get("bot")]
    seen_anyway = viewer_seat(play) or only_person(play)
    found = {}
    for seat in dict.fromkeys(event.facts["who"] for event in looked):
        public, own = (_looks_of(play, since, seat, names_for(play, viewer)) for viewer in (None, seat))
        if seat in people and seat != seen_anyway and own != public:
            found[seat] = own
    return found


def _looks_of(play: "Play", since: int, seat: str, names: "Names") -> list[Any]:
    lines = happened_since(play, since, names, lambda moment: moment.kind in _LOOKS and moment.facts["who"] == seat)
    return [line for line in lines if line.kind == "told"]
