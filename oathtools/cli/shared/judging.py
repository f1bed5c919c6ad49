"""What ``why`` and ``legal`` share: the game to be judged, from a position or the running game, as one may know it."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.cli.shared.common import Failure, settings
from oathtools.cli.shared.folders import faults, position_faults, read_source
from oathtools.cli.shared.game_shown import labels_for, seat_named, viewer_seat
from oathtools.cli.shared.gaming import view_game
from oathtools.render.document import Document, Line

if TYPE_CHECKING:
    from oathtools.answerers.reading import Table
    from oathtools.engine.decision import Refusal
    from oathtools.journal.play import Play
    from oathtools.law.rulings import DamagedRulings, Readings
    from oathtools.render.names import Names
    from oathtools.table.position.form import AtTable
    from oathtools.table.state import State

# -- what the table of a command has decided: its readings of open points, the house rules it plays with ---------------


def decided() -> "Readings":
    """What this table has decided; nothing where there is no file of it. Raises ``Failure`` for a damaged one."""
    from oathtools.law.rulings import DamagedRulings, read_table
    from oathtools.saga.folder import folder

    try:
        return read_table(folder(settings().saga))
    except DamagedRulings as fault:
        raise damaged(fault, "rulings.yaml cannot be read", "Mend it. Nothing was changed.") from None


def damaged(fault: "DamagedRulings", words: str, hint: str) -> Failure:
    """The failure of a command whose table has a file of decisions that cannot be read."""
    detail = [f"{each.place}: {each.message}. {each.hint}" for each in fault.faults]
    return Failure("damaged", words, detail=detail, faults=[each._asdict() for each in fault.faults], hint=hint)


def unusable(fault: "DamagedRulings") -> Failure:
    """The same for a command that would write that file."""
    text = f"{table_folder() / 'rulings.yaml'} cannot be used"
    return damaged(fault, text, "Nothing was changed. Mend the file, or call again with another -C DIR")


def table_folder() -> Path:
    """The folder whose decisions are shown or written: the saga's, or this one. Raises ``Failure`` if there is none."""
    folder = Path(settings().saga or os.environ.get("OATHTOOLS_SAGA") or ".")
    if not folder.is_dir():
        raise Failure("not_found", f"there is no folder {folder}", hint="-C DIR names the saga's folder")
    return folder


def position_at_table(source: str) -> "AtTable":
    """A position file as this table plays it, for all commands: what it says of rulings and variants comes first.

    Raises ``Failure``.
    """
    data = read_source(source)
    with position_faults(source):
        return at_table(data)


def at_table(arguments: Mapping[str, Any]) -> "AtTable":
    """The same for the data of a position. Raises ``PositionError``, and ``Failure`` for damaged rulings."""
    from oathtools.table.position.form import at_table

    return at_table(arguments, decided())


def objections(at: "AtTable") -> list[str]:
    """What the position of a table says that the Law makes otherwise: its end (2.11, 3), favor that no board keeps.

    Raises ``PositionError``.
    """
    from oathtools.journal.origin import stated
    from oathtools.powers import load
    from oathtools.procedures.machine import facts
    from oathtools.procedures.machine.game import Game
    from oathtools.render.game import win
    from oathtools.render.names import Names
    from oathtools.table.views import View

    game = Game(stated(at.data), load(), at.readings)
    names = Names(View(game.state, None))
    return [*win.objections(game, names), *map(names.text, facts.favor_astray(game))]


def played() -> tuple[str, ...]:
    """The variants of the table whose saga this is; none where its file cannot be used: the Law can be read still."""
    folder = Path(settings().saga or os.environ.get("OATHTOOLS_SAGA") or ".")
    if not (folder / "rulings.yaml").is_file():
        return ()
    from oathtools.law.rulings import DamagedRulings, read_table

    try:
        return read_table(folder).variants
    except DamagedRulings:
        return ()


def standing(title: str, variant: str) -> str:
    """That a variant is a house rule, in force at this table or not, and where it is told in full."""
    is_not = "is" if variant in played() else "is not"
    return f"{title}, a house rule, {is_not} in force at this table (oathtools variants {variant})"


class Bench(NamedTuple):
    """The table as the viewer may know it, the player in question, and names for both.

    ``later``: that a table is judged as it stands later, when next something may be done or in the turn of the player
    in question; else nothing.
    """

    play: "Play"
    table: "Table"
    names: "Names"
    notes: list[str]
    later: str = ""

    def first(self, document: Document) -> Document:
        """What people read, with what is to be said of the position in its first line."""
        return [Line(f"{self.later}.", hang=2), *document] if self.later else document

    @property
    def warnings(self) -> list[str]:
        """What is to be said beside it: for programs the first line, too."""
        return [*self.notes, *([self.later] if self.later and settings().json else [])]

    @property
    def seat(self) -> str:
        """The player in question."""
        return self.table.seat

    def in_own_turn(self) -> "Bench":
        """The same as it will stand in the turn of the player in question, said in ``later``; itself in that turn.

        Whoever is asked something in another player's turn is asked about that.
        """
        from oathtools.procedures.adjudicate import PLAYING, in_act_phase_of

        game, seat, pending = self.table.game, self.seat, self.table.pending
        whose = game.state.turn
        if seat == whose or game.state.phase not in PLAYING or (pending is not None and pending.who == seat):
            return self
        table = self.table._replace(game=in_act_phase_of(game, seat), pending=None)
        players = game.state.players
        later = f"It is {players[whose].name}'s turn; this is judged as in {players[seat].name}'s Act Phase (4.2)"
        return self._replace(table=table, later=later)

    @property
    def busy(self) -> "Refusal | None":
        """What must be answered before another action can be taken."""
        from oathtools.answerers.judge import busy

        return busy(self.table)

    @property
    def why_not(self) -> str:
        """Why this player can take no action now, with the clause."""
        from oathtools.procedures.adjudicate.walk import turn_rows

        busy = self.busy
        if busy is not None:
            return f"{self.names.text(busy.because)} ({busy.clause})"
        failed = [row for row in turn_rows(self.table.game, self.seat) if not row[0]]
        return "; ".join(f"{self.names.text(because)} ({clause})" for _, clause, because in failed)


def bench(position: str | None, player: str | None) -> Bench:
    """The game to be judged. Raises ``Failure``.

    A running game is looked at as everybody may know it, or the player named with ``--as``; a position file is open
    to whoever wrote it.
    """
    from oathtools.answerers.reading import table_of
    from oathtools.render.names import Names
    from oathtools.table.views import View

    play, notes, stated = open_table(position)
    viewer = viewer_seat(play)
    spoil = position is not None and viewer is None
    before, later = (_before_the_end(stated, play), _later(stated, play)) if stated is not None else (None, "")
    seat = seat_named(play.state, player) if player else (before or play.state).turn
    table = table_of(play, seat, viewer, spoil=spoil, state=before)
    return Bench(play, table, Names(View(table.game.state, viewer, spoil)), notes, later)


def open_table(position: str | None) -> "tuple[Play, list[str], dict[str, Any] | None]":
    """The running game, or a position as it is played here: its notes, and the data of the position. ``Failure``."""
    if position is None:
        running = view_game()
        return running.play, running.notes, None
    at = position_at_table(position)
    return play_at(at, position), objections(at), at.data


def _before_the_end(data: "Mapping[str, Any]", play: "Play") -> "State | None":
    """The position of a player who can only end the Act Phase, which the game has gone on from; else None."""
    from oathtools.journal.origin import stated

    if data.get("then") or data["turn"]["phase"] != "act":
        return None
    there, now = stated(dict(data)), play.state
    return there if (there.turn, there.round, there.phase) != (now.turn, now.round, now.phase) else None


def _later(data: "Mapping[str, Any]", play: "Play") -> str:
    """In words, that a position of a Wake or a Rest Phase is looked at in the Act Phase that follows it."""
    from oathtools.procedures.adjudicate.walk import PHASES

    phase, state = data["turn"]["phase"], play.state
    if data.get("then") or phase not in ("wake", "rest") or state.phase == phase:
        return ""
    whose = state.players[state.turn].name
    return f"The position stands in {PHASES[phase]}; this is about {whose}'s Act Phase, which comes next (4)"


def readings_in_force(choices: Iterable[str] = (), before: "Mapping[str, str] | None" = None) -> dict[str, str]:
    """The readings to judge by: those of a game, ``before``, or else of this saga; and over them those told.

    ``choices``: ``A-104=a`` and the like. Raises ``Failure`` for what is no reading.
    """
    from oathtools.law.rulings import NotAPoint, UnknownReading, UnknownRuling, choose, in_force

    found = in_force(decided()) if before is None else dict(before)
    for words in choices:
        point, _, letter = words.replace(":", "=").partition("=")
        try:
            ruling, reading = choose(point.strip(), letter.strip())
        except (UnknownRuling, UnknownReading, NotAPoint) as fault:
            raise Failure("usage", str(fault), hint=fault.hint or "For example: --reading A-104=a") from None
        found[ruling.id] = reading
    return found


def play_at(at: "AtTable", source: str) -> "Play":
    """A game that begins with a position file, as the table plays it, its ``then`` played. Raises ``Failure``."""
    from oathtools.answerers.bot import follow, read_script
    from oathtools.cli.shared.refusing import refusing
    from oathtools.journal.begin import game_at

    with position_faults(source):
        play = game_at(at.data, readings=at.readings)
    with faults(), refusing(play):
        then = read_script("\n".join(at.data.get("then") or ()))
        follow(play, then, labels_for(play), plugs=None)  # who plays at a position is people
    return play
