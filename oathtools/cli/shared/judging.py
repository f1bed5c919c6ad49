"""What ``why`` and ``legal`` share: the game to be judged, from a position or the running game, as one may know it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from oathtools.answerers.matching import Elsewhere, Misread, ScriptError
from oathtools.answerers.requests import request_of, split, without_outcome
from oathtools.answerers.words import Needs
from oathtools.cli.shared.common import Failure, settings
from oathtools.cli.shared.folders import faults, position_at_table, position_faults
from oathtools.cli.shared.gaming import ask_as, labels_for, names_for, question_data, seat_named, view_game, viewer_seat
from oathtools.engine.decision import Decision, Form, NotOffered
from oathtools.journal.entries import NoWayOn
from oathtools.journal.play import Play
from oathtools.kit.text import capital, counted, listed
from oathtools.procedures.glossary.drawing import BACKS
from oathtools.render.document import Document, Line, Words, reasons
from oathtools.render.game.prompts import prompt
from oathtools.render.game.question import reasons_of, way_out
from oathtools.render.names import Names
from oathtools.render.printers import pieces

if TYPE_CHECKING:
    from oathtools.answerers.reading import Table
    from oathtools.engine.decision import Refusal
    from oathtools.table.position.form import AtTable
    from oathtools.table.state import State


def objections(at: "AtTable") -> list[str]:
    """What the position of a table says that the Law makes otherwise: its end (2.11, 3), favor that no board keeps.

    Raises ``PositionError``.
    """
    from oathtools.journal.entry import stated
    from oathtools.powers import load
    from oathtools.procedures.machine import facts
    from oathtools.procedures.machine.game import Game
    from oathtools.render.game import verdict
    from oathtools.table.views import View

    game = Game(stated(at.data), load(), at.readings)
    names = Names(View(game.state, None))
    return [*verdict.objections(game, names), *map(names.text, facts.favor_astray(game))]


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
    from oathtools.journal.entry import stated

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


def play_at(at: "AtTable", source: str) -> "Play":
    """A game that begins with a position file, as the table plays it, its ``then`` played. Raises ``Failure``."""
    from oathtools.journal.begin import game_at
    from oathtools.journal.entry import stated

    with position_faults(source):
        stated(at.data, at.state)
        play = game_at(at.data, readings=at.readings)
    if then := at.data.get("then"):
        from oathtools.answerers.bot import follow, read_script

        script = read_script("\n".join(then))
        with faults(), refusing(play):
            follow(play, script, labels_for(play), plugs=None)  # who plays at a position is people
    return play


class Unaccepted(Failure):
    """Words that were not taken, and the game to which they were said; why is described where it is reported."""

    def __init__(self, play: Play, fault: Exception) -> None:
        super().__init__("not_offered", str(fault))
        self.play, self.fault = play, fault

    def complete(self) -> None:
        described = vars(_described(self.play, self.fault))
        self.__dict__.update({name: value for name, value in described.items() if name != "guessed"})


@contextmanager
def refusing(play: Play) -> Iterator[None]:
    """Words that are not taken as a failure: an answer that is refused, a question that they leave open."""
    try:
        yield
    except (Elsewhere, NotOffered, NoWayOn, Needs, ScriptError) as fault:
        raise Unaccepted(play, fault) from None


def _described(play: Play, fault: Exception) -> Failure:
    """Why words were not taken, in names."""
    if isinstance(fault, Elsewhere):
        open_now = prompt(play.pending, names_for(play)) if play.pending is not None else ""
        return Failure("not_offered", f"another question is open. {open_now} {capital(fault.why)}", hint=fault.hint)
    if isinstance(fault, NotOffered):
        return _refused(play, fault)
    if isinstance(fault, Needs):
        return needed(play, fault.decision, "Say that too, or answer one question at a time. Nothing was answered.")
    if isinstance(fault, ScriptError):
        question = question_data(play) if fault.decision is not None and play.pending is fault.decision else None
        line = fault.line and fault.line.number
        hint = fault.hint or (open_question(play, fault.decision) if question else None)
        return Failure("needs_answer", str(fault), hint=hint, line=line, question=question)
    way = "State how the table stands: oathtools adjust, or take the overruling back: oathtools undo"
    return Failure("not_offered", "the rules have no way on from what was let pass; nothing was recorded", hint=way)


def _refused(play: Play, fault: NotOffered) -> Failure:
    """An answer that is not offered: every reason, its clause, and what is offered."""
    from oathtools.render.game.verdict import refusals_json

    decision = fault.decision
    names = names_for(play)
    # The action is possible, but not in the way that was asked for.
    so_not = decision.kind == "act" and isinstance(fault.answer, str) and decision.allows(fault.answer)
    return Failure(
        "not_offered",
        "That is not allowed here"
        if so_not
        else _not_allowed(_answer_in_words(play, decision, fault.answer), fault.answer, decision),
        detail=[*reasons(reasons_of(fault.refusals, names.text)), *getattr(fault, "__notes__", ())],
        hint="What would make it possible: oathtools why, and the same words" if so_not else _way_out(play, decision),
        citations=list(dict.fromkeys(refusal.clause for refusal in fault.refusals)),
        refusals=refusals_json(fault.refusals, names),
        offered=list(decision.legal()) if decision.options and not decision.private else [],
    )


def _not_allowed(text: str, answer: Any, decision: Decision) -> str:
    if decision.form is Form.OUTCOME and isinstance(answer, list):  # dice or cards: each may well be right
        return f"{capital(text)} cannot be what came here" if answer else "Something came here: say what"
    several = text.endswith("bandits") or (isinstance(answer, list | dict) and len(answer) > 1)
    return f"{capital(text)} {'are' if several else 'is'} not allowed here"


def needed(play: Play, decision: Decision, way_out: str) -> Failure:
    """A question that has to be answered first."""
    before = _way_out(play, decision)
    hint: Words = (*pieces(before), f"\n{way_out}") if before else way_out
    question = question_data(play) if play.pending is decision else None
    return Failure("needs_answer", open_question(play, decision), hint=hint, question=question)


def open_question(play: Play, decision: Decision | None) -> str:
    """A question in a sentence, with its clauses; nothing if nothing is asked."""
    if decision is None:
        return ""
    cites = f" ({', '.join(decision.cites)})" if decision.cites else ""
    return f"{prompt(decision, names_for(play))}{cites}"


def _answer_in_words(play: Play, decision: Decision, answer: Any) -> str:
    """An answer as people say it."""
    label = labels_for(play)(decision)
    if isinstance(answer, dict):
        return listed([f"{label(option)}={number}" for option, number in answer.items()]) or "nothing"
    if not isinstance(answer, list):
        return label(answer) if isinstance(answer, str) else str(answer)
    names = [f"a {each.replace('vision', 'Vision')}" if each in BACKS else label(str(each)) for each in answer]
    return listed(counted(names)) or "nothing"


def _way_out(play: Play, decision: Decision) -> Words | None:
    if decision.kind == "face":
        return "If it is that card all the same, take back what led here: oathtools undo"
    if decision.form is Form.OUTCOME:
        return None
    if decision.private:
        return ask_as(play, decision.who, "what is possible")
    return way_out(decision, labels_for(play)(decision))


# -- lines of the log ------------------------------------------------------------------------------------------------

_SENTENCE = 3  # words of the shortest line that the log has


@contextmanager
def as_logged(play: Play, line: str | Sequence[str], names_for: Callable[[Play], Names]) -> Iterator[None]:
    """Where a line is not taken, and the log has it: say so, instead of what is wrong with its words.

    ``names_for`` gives the names of whoever is told: a line that they may not read is none.
    """
    text = line if isinstance(line, str) else " ".join(line)

    def known() -> Misread | None:
        when = _when(play, text, names_for(play)) if len(text.split()) >= _SENTENCE else ""
        way = "oathtools log shows what came before and after it; oathtools undo takes back"
        return Misread(f"the log says that already, {when}: nothing was done now", way) if when else None

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
        return without_outcome(text) != text and request_of(split(without_outcome(text))) is None
    except Misread:
        return False


def _when(play: Play, text: str, names: Names) -> str:
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
    return " ".join(without_outcome(text, whole=True).casefold().split())
