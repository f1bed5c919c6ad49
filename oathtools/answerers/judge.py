"""Words put to the adjudicator: a line of the request grammar as a verdict, and what may be done as such lines.

A verdict is a dry run of the questions that ``answer`` would meet: the same words give the same values to the same
fields (``reading``). It rests on what the viewer may know (9.4): every other card is unknown.
"""

import re
from typing import NamedTuple

from oathtools.answerers.calls import called_at
from oathtools.answerers.lines import Line, told_how
from oathtools.answerers.matching import Misread
from oathtools.answerers.reading import LabelOf, Placing, Table, goes_on, heard, is_placing, placing
from oathtools.answerers.requests import Said, request_of
from oathtools.answerers.spoken import spoken
from oathtools.answerers.words import as_printed, generic, instead, intelligible
from oathtools.engine.decision import Decision
from oathtools.engine.rows import Refusal
from oathtools.patterns import pattern
from oathtools.procedures import adjudicate
from oathtools.procedures.adjudicate import PLAYING, Legal, Opinion


class Verdict(NamedTuple):
    """A verdict, and the request as it was understood, in ids; None for an answer to the open question."""

    opinion: Opinion
    request: str | None = None


MOST_WORDS = 60


def judged(table: Table, line: Line, label_of: LabelOf, *, repairs: bool = True) -> Verdict:
    """May this be done? Raises ``Misread`` for words that are nothing here.

    A line that begins with no verb, or that speaks of the action under way, is an answer to the open question. One of
    more words than any has is not looked through: how they may belong together takes long to find out.
    """
    if len(line.words) > MOST_WORDS:
        raise Misread(f"{len(line.words)} words are no request: none has more than {MOST_WORDS}")
    line = line._replace(words=_asked(line.words))
    pending = table.pending
    mine = pending is not None and pending.who == table.seat
    printed = not line.flags and as_printed(pending, line.words, label_of)
    said = None if printed else request_of(line, pending)
    if said is None:
        if pending is None or not line.words:
            raise Misread(f"{' '.join(line.words)!r} is no request", "A request begins with travel, muster, trade ...")
        return Verdict(_answer(table, pending, line, label_of))
    if pending is not None and mine and is_placing(pending, said):
        return Verdict(_placed(table, pending, said, label_of))
    with told_how(line):
        if pending is not None and mine and goes_on(pending, said):
            return Verdict(_going_on(table, pending, said, label_of))
        if pending is not None and mine and (opinion := _instead(table, pending, line, label_of)) is not None:
            return Verdict(opinion)
        request = heard(table, said, label_of)
        for words in request.unread.values():
            raise Misread(f"{words!r} says too little", f"Say the first fields of the {said.action} first")
    opinion = adjudicate.why(table.game, table.seat, request.request, repairs=repairs, busy=busy(table))
    return Verdict(opinion, spoken(request.request) if table.game.state.phase in PLAYING else None)


_QUESTION = pattern(
    r"(?:(?:and |but |so )?why )?"
    r"(?:can(?:not|'?t)?|could(?:n'?t)?|may|must|should|do(?:n'?t)?|did(?:n'?t)?|am|is|was|why)"
    r"(?: (?:i|we|he|she|they|it))?(?: not)?(?: (?:allowed|able|possible|forbidden) to)? (?=\S)",
    re.IGNORECASE,
)


def _asked(words: list[str]) -> list[str]:
    """A request without the words of whoever asks whether it may be done: *why cant i campaign Bo*, *can Bo travel*."""
    text = " ".join(words)
    question = _QUESTION.match(text)
    return text[question.end() :].rstrip("?").split() if question and "=" not in text else words


def verdict(table: Table, line: Line, label_of: LabelOf, *, repairs: bool = True) -> Opinion:
    """May this be done? Raises ``Misread`` for words that are nothing here."""
    return judged(table, line, label_of, repairs=repairs).opinion


def busy(table: Table) -> Refusal | None:
    """What must be answered before another action can be taken."""
    return adjudicate.under_way(table.real, table.pending)


def _answer(table: Table, pending: Decision, line: Line, label_of: LabelOf) -> Opinion:
    """An answer to the open question; whether it is allowed may be for the answering player's eyes only."""
    if pending.private and not (table.knows and table.seat == pending.who):
        intelligible(pending, line.words, label_of(pending.kind))
        return _for_eyes_of(pending)
    return adjudicate.judge_answer(
        pending, generic(pending, line.words, called_at(label_of(pending.kind), table.game.state, pending))
    )


def _instead(table: Table, pending: Decision, line: Line, label_of: LabelOf) -> Opinion | None:
    """A request where something else is asked, whose words are an answer to that; None if they are not."""
    if pending.kind == "act" or (pending.private and not table.knows):
        return None
    try:
        answer = instead(pending, line.words, called_at(label_of(pending.kind), table.game.state, pending))
    except Misread:
        return None
    return adjudicate.judge_answer(pending, answer)


def _for_eyes_of(pending: Decision) -> Opinion:
    clause = pending.cites[0] if pending.cites else "9.4"
    because = f"only {pending.who} may know which answers are possible"
    return Opinion(None, (), depends=(Refusal(clause, because, pending.who),))


def _going_on(table: Table, pending: Decision, said: Said, label_of: LabelOf) -> Opinion:
    """More of the action under way: the value for the field that is asked for now, and for those after it."""
    if pending.private and not table.knows:
        return _for_eyes_of(pending)
    told = heard(table, said, label_of, pending)
    if pending.kind in told.later:
        return adjudicate.judge_answer(pending, generic(pending, [told.later[pending.kind]], label_of(pending.kind)))
    name, given = pending.kind.partition(".")[2], told.request.given
    if name not in given and name != "modifier":
        raise Misread(f"{said.action}: that is settled already, and something else is asked", "oathtools ask shows it")
    opinion = adjudicate.why(table.game, table.seat, told.request, repairs=False)
    own = adjudicate.judge_answer(pending, given[name]) if name in given else opinion
    return opinion if opinion.refusals else own


def _placed(table: Table, pending: Decision, said: Said, label_of: LabelOf) -> Opinion:
    """5.1.3, 5.1.4: a drawn card is kept, or the one that was kept is placed."""
    if not table.knows:
        if words := said.fields.get("card", ""):
            intelligible(pending, [words], label_of(pending.kind))
        return _for_eyes_of(pending)
    found: Placing = placing(table.real, pending, said, label_of)
    if not found.is_in(table.real, pending):
        because = f"{found.face or found.card} is not the card in hand"
        return Opinion(False, (Refusal(pending.cites[0] if pending.cites else "5.1.4", because),))
    faces = {found.card: found.face} if found.face else {}
    return adjudicate.judge_placing(table.real, table.seat, found.card, found.to, faces)


# -- what may be done, in words ------------------------------------------------------------------------------------


def may_do(table: Table) -> Legal:
    """Everything that may be done now, as far as the viewer may know it; nothing while a question is open."""
    state = table.game.state
    if state.phase != "act" or state.turn != table.seat or busy(table) is not None:
        return Legal((), (), ())
    return adjudicate.legal(table.game, table.seat, knows=table.knows)
