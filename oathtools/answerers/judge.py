"""Words put to the adjudicator: a line of the request grammar as a verdict, and what may be done as such lines.

A verdict is a dry run of the questions that ``answer`` would meet: the same words give the same values to the same
fields (``reading``). It rests on what the viewer may know (9.4): every other card is unknown.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

from oathtools.answerers.deals import dealt
from oathtools.answerers.matching import Misread, called_at
from oathtools.answerers.reading import (
    LabelOf,
    ParsedRequest,
    Placing,
    Table,
    goes_on,
    is_placing,
    parse_request,
    placing,
)
from oathtools.answerers.requests import SpokenRequest, TypedLine, explain_typing, request_of
from oathtools.answerers.words import Needs, as_printed, generic, instead, intelligible, spoken
from oathtools.engine.decision import Decision, Form, NotOffered, Refusal
from oathtools.engine.driver import Driver
from oathtools.journal.entries import NoWayOn
from oathtools.journal.play import Play
from oathtools.journal.running import Batch
from oathtools.kit.lazy import pattern
from oathtools.odds.battle import SIDES
from oathtools.procedures import adjudicate
from oathtools.procedures.actions.action import GO_ON
from oathtools.procedures.adjudicate import PLAYING, Legal, Opinion, Request
from oathtools.procedures.campaign.fight import ACTION, DECLARING, PLAN, ROLLS
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import ACTIONS
from oathtools.table.effects import Event

if TYPE_CHECKING:
    from oathtools.procedures.campaign.staged import Beat, Scene


class Verdict(NamedTuple):
    """A verdict, and the request as it was understood, in ids; None for an answer to the open question."""

    opinion: Opinion
    request: str | None = None


MOST_WORDS = 60


def judged(table: Table, line: TypedLine, label_of: LabelOf, *, repairs: bool = True) -> Verdict:
    """May this be done? Raises ``Misread`` for words that are nothing here.

    A line that begins with no verb, or that speaks of the action under way, is an answer to the open question. One of
    more words than any has is not looked through: how they may belong together takes long to find out.
    """
    if len(line.words) > MOST_WORDS:
        raise Misread(f"{len(line.words)} words are no request: none has more than {MOST_WORDS}")
    line = line._replace(words=_without_question_words(line.words))
    pending = table.pending
    mine = pending is not None and pending.who == table.seat
    printed = not line.flags and as_printed(pending, line.words, label_of)
    parsed = None if printed else request_of(line, pending)
    if (pending is None or pending.kind == "act") and (deal := dealt(table, " ".join(line.words), busy(table))):
        return Verdict(deal)
    if parsed is None:
        if pending is None or not line.words:
            raise Misread(f"{' '.join(line.words)!r} is no request", "A request begins with travel, muster, trade ...")
        return Verdict(_answer(table, pending, line, label_of))
    if pending is not None and mine and is_placing(pending, parsed):
        return Verdict(_placed(table, pending, parsed, label_of))
    with explain_typing(line):
        if pending is not None and mine and goes_on(pending, parsed):
            return Verdict(_going_on(table, pending, parsed, label_of))
        if pending is not None and mine and (opinion := _instead(table, pending, line, label_of)) is not None:
            return Verdict(opinion)
        try:
            request = parse_request(table, parsed, label_of)
        except Misread:
            if line.flags or (described := _as_told(table, " ".join(line.words), label_of)) is None:
                raise
            request = described
        for words in request.unread.values():
            raise Misread(f"{words!r} says too little", f"Say the first fields of the {parsed.action} first")
    opinion = adjudicate.why(table.game, table.seat, request.request, repairs=repairs, busy=busy(table))
    return Verdict(opinion, spoken(request.request) if table.game.state.phase in PLAYING else None)


_QUESTION = pattern(
    r"(?:(?:and |but |so )?why )?"
    r"(?:can(?:not|'?t)?|could(?:n'?t)?|may|must|should|do(?:n'?t)?|did(?:n'?t)?|am|is|was|why)"
    r"(?: (?:i|we|he|she|they|it))?(?: not)?(?: (?:allowed|able|possible|forbidden) to)? (?=\S)",
    re.IGNORECASE,
)


def _without_question_words(words: list[str]) -> list[str]:
    """A request without the words of whoever asks whether it may be done: *why cant i campaign Bo*, *can Bo travel*."""
    text = " ".join(words)
    question = _QUESTION.match(text)
    return text[question.end() :].rstrip("?").split() if question and "=" not in text else words


def _acting(table: Table) -> Play:
    """The table as it is judged, in the Act Phase of whoever is asked about: what the rules bar is done there, too."""
    state = table.game.state.copy()
    state.turn, state.phase = table.seat, "act"
    return Play({"readings": dict(table.game.readings)}, digests=False, table=state)


def _as_told(table: Table, text: str, label_of: LabelOf) -> ParsedRequest | None:
    """A request in whatever words, as the ear of ``answer`` hears it; None if it hears no action, or several."""
    from oathtools.answerers.ear import Ear
    from oathtools.answerers.speaker import Speaker

    play = _acting(table)
    ear = Ear(Speaker(play, lambda decision: label_of(decision.kind), lets="tried"), text)
    try:
        first, *others = ear.hear(spared=0)
    except (Misread, NotOffered, Needs, NoWayOn):
        return None
    if first.kind != "act" or first.answer not in ACTIONS or any(each.kind == "act" for each in others):
        return None
    if any(each.overruled and each.form == Form.OUTCOME for each in others):
        return None  # what cannot have come of it
    action, pairs = ACTIONS[str(first.answer)], [(each.kind, each.answer) for each in (first, *others)]
    pairs += [pair for each in (first, *others) for pair in each.skipped]
    answers = {kind.removeprefix(f"{action.name}."): answer for kind, answer in reversed(pairs)}
    given = {field.name: answers[field.name] for field in action.fields if field.name in answers}
    used = (str(answer) for kind, answer in pairs if kind == f"{action.name}.modifier" and answer != GO_ON)
    plans = (str(answer) for kind, answer in pairs if kind == PLAN and answer != GO_ON)
    modifiers = tuple((card, param) for card, _, param in (each.partition("@") for each in used))
    return ParsedRequest(Request(action.name, given, modifiers, tuple(plans)))


def verdict(table: Table, line: TypedLine, label_of: LabelOf, *, repairs: bool = True) -> Opinion:
    """May this be done? Raises ``Misread`` for words that are nothing here."""
    return judged(table, line, label_of, repairs=repairs).opinion


def busy(table: Table) -> Refusal | None:
    """What must be answered before another action can be taken."""
    return adjudicate.under_way(table.real, table.pending)


def _answer(table: Table, pending: Decision, line: TypedLine, label_of: LabelOf) -> Opinion:
    """An answer to the open question; whether it is allowed may be for the answering player's eyes only."""
    if pending.private and not (table.knows and table.seat == pending.who):
        intelligible(pending, line.words, label_of(pending.kind))
        return _for_eyes_of(pending)
    label = called_at(label_of(pending.kind), table.game.state, pending)
    return adjudicate.judge_answer(pending, generic(pending, line.words, label))


def _instead(table: Table, pending: Decision, line: TypedLine, label_of: LabelOf) -> Opinion | None:
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


def _going_on(table: Table, pending: Decision, parsed: SpokenRequest, label_of: LabelOf) -> Opinion:
    """More of the action under way: the value for the field that is asked for now, and for those after it."""
    if pending.private and not table.knows:
        return _for_eyes_of(pending)
    request = parse_request(table, parsed, label_of, pending)
    if pending.kind in request.later:
        return adjudicate.judge_answer(pending, generic(pending, [request.later[pending.kind]], label_of(pending.kind)))
    name, given = pending.kind.partition(".")[2], request.request.given
    if name not in given and name != "modifier":
        why = f"{parsed.action}: that is settled already, and something else is asked"
        raise Misread(why, "oathtools ask shows it")
    opinion = adjudicate.why(table.game, table.seat, request.request, repairs=False)
    own = adjudicate.judge_answer(pending, given[name]) if name in given else opinion
    return opinion if opinion.refusals else own


def _placed(table: Table, pending: Decision, parsed: SpokenRequest, label_of: LabelOf) -> Opinion:
    """5.1.3, 5.1.4: a drawn card is kept, or the one that was kept is placed."""
    if not table.knows:
        if words := parsed.fields.get("card", ""):
            intelligible(pending, [words], label_of(pending.kind))
        return _for_eyes_of(pending)
    found: Placing = placing(table.real, pending, parsed, label_of)
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


# -- the campaign under way in a game, or the last one: its beats, replayed --------------------------------------------


def unrolled(play: Play) -> bool:
    """Is a campaign under way of which no die has been rolled yet?"""
    if play.game.frame.fact("fight") is None:
        return False
    marks = (*ROLLS, "act", *DECLARING)
    return next((entry.kind for entry in reversed(play.live) if entry.kind in marks), "") not in ROLLS


def last_fought(play: Play, *, rolled: bool = True) -> "list[Beat] | None":
    """All that was answered and done in the last campaign of a game that has come to its dice; None if there is none.

    Not ``rolled``: that has come to its plans. The questions are not kept: the game is replayed up to the campaign, and
    then answer by answer.
    """
    begun = _declared(play, rolled)
    return None if begun is None else _retold(play, begun)


def scene_of(play: Play, beats: "list[Beat]") -> "Scene":
    """The campaign of a game going on from where it stands, on a table of its own."""

    def begin() -> "tuple[Game, Driver, list[Beat]]":
        again = play.again(digests=False)
        again.game.do.events.clear()
        return again.game, again.driver, list(beats)

    return begin


def _declared(play: Play, rolled: bool) -> int | None:
    """The number of the answer with which the last campaign that has come to its dice was declared."""
    marks = [f"rolled {side}" for side in SIDES] + ["battle"] + ([] if rolled else ["pools"])
    for mark in sorted({play.last_entry_with(each) for each in marks} - {0}, reverse=True):
        found = _declared_in(play.batches_since(mark), rolled)
        if found is not None:
            return found
    return None


def _declared_in(story: list[Batch], rolled: bool) -> int | None:
    found: int | None = None
    begun: list[int] = []
    for batch in story:
        for event in batch.events:
            if event.kind in ("turn", "adjusted"):
                begun.clear()
            elif event.kind == "action" and event.facts["action"] == ACTION:
                begun.append(batch.n)
            elif event.kind == "campaign_end" and begun:
                begun.pop()
            elif begun and _counts(event, rolled):
                found = begun[-1]
    return found


def _counts(event: Event, rolled: bool) -> bool:
    """Has the campaign come so far with this event?"""
    if not rolled and event.kind == "pools":
        return True
    return event.kind == "battle" or (event.kind == "rolled" and event.facts["die"] in SIDES)


def _retold(play: Play, begun: int) -> "list[Beat]":
    from oathtools.procedures.campaign.staged import Beat, How, ends

    beats: list[Beat] = []
    for _, decision, entry, events in play.replayed(begun - 1):
        beats.append(Beat(decision, entry.answer, How.GIVEN, events))
        if ends(beats):
            break
    return beats
