"""What is shown of a running game, and to whom: names, labels, the question as one viewer may see it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from oathtools.cli.shared.common import Failure, emit, settings
from oathtools.kit.text import Hint, listed
from oathtools.render.document import Block, Message, Words

if TYPE_CHECKING:
    from oathtools.answerers.matching import Labels
    from oathtools.journal.play import Play
    from oathtools.procedures.machine.game import Game
    from oathtools.render.names import Names
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


def open_document(play: "Play", viewer: str | None = None, refused: bool = False, scribe: bool = False) -> list[Block]:
    """For people: the question that is open. ``scribe``: to one who answers for everybody, and sees what all see."""
    from oathtools.render.game.question import document, telling, veiled
    from oathtools.table.views import View

    view = View(play.state, viewer or viewer_seat(play) or only_person(play), False)
    shown = document(play, view, refused=refused, scribe=scribe)
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
    seat: str | None = None,
) -> int:
    """How a table, or one player of it, stands, in words or drawn into files. Raises ``Failure`` where one is."""
    from oathtools.cli.shared.folders import write_out
    from oathtools.render.game.ahead import at_next_check, next_line
    from oathtools.render.game.status import as_json, document, one
    from oathtools.render.names import Names

    names = Names(view)
    files = {kind: path for kind, path in (("svg", svg), ("html", html)) if path is not None}
    if files:
        from oathtools.render.table.picture import picture

        drawn = picture(game, view.viewer, view.spoil)
        for kind, path in files.items():
            write_out(Path(path), getattr(drawn, kind), replace)
    return emit(
        lambda: {**as_json(view.state, view), "at_next_check": at_next_check(game, names), **files},
        lambda: (
            [f"The table is drawn in {listed(list(files.values()))}."]
            if files
            else (one(view.state, view, seat) if seat else document(view.state, view, next_line(game, names)))
        ),
        warnings=warnings,
        pager=not files,
    )
