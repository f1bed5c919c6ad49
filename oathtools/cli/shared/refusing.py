"""Why words were not taken, told in names: what is refused with every reason, what is still asked, and the way out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from oathtools.answerers.bot import ScriptError
from oathtools.answerers.matching import Elsewhere, Misread
from oathtools.answerers.requests import request_of, split
from oathtools.answerers.sentences import without_outcome
from oathtools.answerers.speaker import Needs
from oathtools.cli.shared.common import Failure
from oathtools.cli.shared.game_shown import ask_as, labels_for, names_for, question_data
from oathtools.engine.decision import Decision, Form, NotOffered
from oathtools.journal.entries import NoWayOn
from oathtools.journal.play import Play
from oathtools.kit.text import capital, counted, listed
from oathtools.procedures.glossary.drawing import BACKS
from oathtools.render.document import Words, reasons
from oathtools.render.game.prompts import prompt
from oathtools.render.game.question import reasons_of, way_out
from oathtools.render.names import Names
from oathtools.render.printers import pieces


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
