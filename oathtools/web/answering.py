"""Answers from a phone: to the question that they name, by whoever may, kept as ``oathtools answer`` keeps them."""

from typing import Any

from oathtools.answerers.bot import run_plugs
from oathtools.answerers.matching import Labels
from oathtools.answerers.speaker import Speaker
from oathtools.answerers.words import generic
from oathtools.engine.decision import Decision, Form
from oathtools.journal.play import Play
from oathtools.render.game import log
from oathtools.render.game.prompts import labeler, prompt
from oathtools.render.game.taking_back import Back, last_line
from oathtools.render.names import Names
from oathtools.saga.kept import Kept
from oathtools.saga.writing import begun_at, leave_unseen
from oathtools.table.views import View
from oathtools.web.asked import Table, die_of, may_answer
from oathtools.web.between import save_if_written
from oathtools.web.guard import Form as Sent
from oathtools.web.guard import Refused
from oathtools.web.requests import WORDS
from oathtools.web.seats import GUEST, HOST, Person
from oathtools.web.told import FAULTS, refused

WHO_IS_HOST = "Whoever sits at the terminal"
_LINES = 12  # what happened meanwhile is told in so many lines


def answer(kept: Kept, table: Table, person: Person, sent: Sent) -> None:
    """Answer the open question. Raises ``Refused``; then nothing is kept."""
    viewer = table.seat(person)
    play: Play | None = None
    try:
        with kept.lock:
            play = kept.play()
            decision = _check(play, table, person, sent)
            words = sent.get("words").strip()
            if not words:
                decision.check(_tapped(decision, sent, _names(play, viewer)))
            with kept.writing() as running:
                play = running.play
                decision = _check(play, table, person, sent)
                since = play.head
                if words:
                    Speaker(play, labels(play, viewer)).say(words)
                    _only_theirs(play, table, person, since, decision)
                else:
                    play.answer(_tapped(decision, sent, _names(play, viewer)))
                run_plugs(play)
                if begun_at(play) is not None:
                    leave_unseen(play)
                running.save(play.entries[since:])
                save_if_written(kept, play)
    except FAULTS as fault:
        names = _names(play, viewer) if play is not None else None
        raise refused(fault, play, names) from None


def _names(play: Play, viewer: str | None) -> Names:
    return Names(View(play.state, viewer))


def labels(play: Play, viewer: str | None) -> Labels:
    """What a viewer sees for the options of a question."""
    return lambda decision: labeler(decision, _names(play, viewer))


def _check(play: Play, table: Table, person: Person, sent: Sent) -> Decision:
    """The question that is answered. Raises ``Refused`` for another one than is open, and for whom it is not for."""
    decision = play.pending
    number = sent.get("n")
    viewer = table.seat(person)
    if person == GUEST:
        raise Refused(403, "Only those who sit at the table answer", hint="Scan the code of your seat.")
    if not number.isdecimal() or len(number) > 9 or len(sent.get("words")) > WORDS:
        raise Refused(400, "This answer cannot be read")
    if decision is None:
        raise Refused(409, "The game is over: nothing is asked")
    if int(number) != play.head + 1:
        raise Refused(
            409,
            "This question was answered meanwhile",
            _meanwhile(play, int(number), viewer),
            "Nothing was changed.",
        )
    if not may_answer(table, person, decision, View(play.state, viewer)):
        name = _names(play, viewer).name(decision.who)
        raise Refused(403, f"This is for {name} to answer", hint="Nothing was changed.")
    return decision


def _meanwhile(play: Play, number: int, viewer: str | None) -> tuple[str, ...]:
    """What happened since a question was asked, as the viewer may hear it."""
    told = [str(line) for line in log.lines(play, _names(play, viewer), number - 1)]
    return tuple(told[-_LINES:])


def _only_theirs(play: Play, table: Table, person: Person, since: int, asked: Decision) -> None:
    """Words may answer several questions at once, but none that is somebody else's. Raises ``Refused``."""
    seat = table.seat(person)
    mine = {asked.who, *([seat] if seat else [])}
    people = set(table.seats.values())
    if any(entry.who in people and entry.who not in mine for entry in play.entries[since:]):
        raise Refused(403, "These words answer a question to somebody else, too", hint="Nothing was changed.")


# -- tapped answers ------------------------------------------------------------------------------------------------


def _tapped(decision: Decision, sent: Sent, names: Names) -> Any:
    """The answer that was tapped. Raises ``Refused`` for a form without one, ``Misread`` for words that are none."""
    form, picked = decision.form, sent.all("pick")
    if form is Form.OUTCOME:
        return _fallen(decision, sent, names)
    if form is Form.ONE:
        if len(picked) != 1:
            raise Refused(400, "Tap one answer", hint=prompt(decision, names))
        return picked[0]
    if form is Form.SOME:
        return picked
    if form is Form.AMOUNT:
        return _number(sent.get("amount"))
    if form is Form.DISTRIBUTE:
        offered = list(decision.legal())
        shares = {at: _number(told or "0") for at, told in sent.numbered("share").items()}
        if any(at >= len(offered) for at in shares):
            raise Refused(400, "This answer cannot be read")
        return {offered[at]: count for at, count in sorted(shares.items()) if count}
    if form is Form.ORDER:
        return _ordered(decision, sent)
    raise Refused(400, "Say it in words", hint=prompt(decision, names))


def _fallen(decision: Decision, sent: Sent, names: Names) -> Any:
    """Faces by their counts, or one thing that was tapped."""
    counts = {at: _number(told or "0") for at, told in sent.numbered("face").items()}
    if counts:
        from oathtools.odds.dice import die_faces

        faces = list(die_faces(die_of(decision) or "attack"))
        if sum(counts.values()) > decision.high or any(at >= len(faces) for at in counts):
            raise Refused(409, f"{decision.high} dice fell, not {sum(counts.values())}", hint="Nothing was changed.")
        return [face for at, face in enumerate(faces) for _ in range(counts.get(at, 0))]
    picked = sent.all("pick")
    if len(picked) != 1:
        raise Refused(400, "Say what fell, or was drawn", hint=prompt(decision, names))
    return generic(decision, [picked[0]], labeler(decision, names))


def _ordered(decision: Decision, sent: Sent) -> list[str]:
    """All options by the ranks that were given; alike ranks as they stand."""
    ranks = {at: _number(told or "0") for at, told in sent.numbered("rank").items()}
    if set(ranks) != set(range(len(decision.options))):
        raise Refused(400, "Give each a place")
    return [decision.options[at] for at in sorted(ranks, key=lambda at: (ranks[at], at))]


def _number(told: str) -> int:
    if not told.strip().isdecimal() or len(told) > 6:
        raise Refused(400, "A number is wanted")
    return int(told)


# -- taking back ---------------------------------------------------------------------------------------------------


def back(play: Play, viewer: str | None) -> Back | None:
    """What an undo would take back, as the viewer may hear it: the last line that somebody said or tapped."""
    return last_line(play, _names(play, viewer))


def take_back(kept: Kept, person: Person, sent: Sent) -> None:
    """Take back what was said last, whoever said it. Raises ``Refused``; then nothing is kept."""
    if person == GUEST:
        raise Refused(403, "Only those who sit at the table take back", hint="Scan the code of your seat.")
    try:
        with kept.writing() as running:
            play = running.play
            if sent.get("n") != str(play.head + 1):
                raise Refused(409, "The game has gone on meanwhile", hint="Look at the log again. Nothing was changed.")
            found = back(play, None)
            if found is None:
                raise Refused(409, "There is nothing to take back")
            if found.lost and sent.get("lost") != "yes":
                raise Refused(
                    409,
                    "Something would be lost that answering once more does not bring back",
                    tuple(map(str, found.lost)),
                    "If the table agrees, tick the box. Nothing was changed.",
                )
            running.save([play.undo(found.to, WHO_IS_HOST if person.name == HOST else person.name)])
    except FAULTS as fault:
        raise refused(fault, None, None) from None
