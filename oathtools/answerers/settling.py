"""Setup in the sentences of a table: *Ann draws Longbows, Elders, ?* · *Bo starts at Plains and keeps Longbows*.

The log tells it so, too: what it prints of these steps can be typed as it stands.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from oathtools.answerers.matching import Elsewhere, Label, Labels, Misread, meant
from oathtools.answerers.sentences import as_said
from oathtools.answerers.words import generic, means
from oathtools.engine.decision import Answer, Decision, Form
from oathtools.journal.play import Play
from oathtools.journal.record import Entry
from oathtools.patterns import pattern
from oathtools.procedures.actions.search import UNTOLD
from oathtools.procedures.glossary.unseen import BACKS

DRAW, PAWN, ADVISER, ORDER = "setup.draw", "setup.pawn", "setup.adviser", "setup.order"
_OWN = r"(?:(?:the|an?|my|his|her|their) )?"
# How a clause tells the answer to a question, behind the name of whoever answers, if it says whose it is: the verb, and
# what follows.
_TELLS = {
    DRAW: (r"draws?|drew|has drawn", r"(.+?)(?: from (?:the )?(?:bottom of the )?(?:world )?deck)?"),
    PAWN: (rf"starts?|begins?|sets? up|(?:places?|puts?|sets?|moves?) {_OWN}pawn", r"(?:at|on|in|to) (.+)"),
    ADVISER: (r"keeps?|kept", rf"(.+?)(?: as {_OWN}(?:facedown )?adviser)?"),
    ORDER: (
        r"discards?",
        rf"(.+?)(?: (?:to|in|into|onto) {_OWN}(?:(?:cradle|provinces|hinterland) )?(?:discards?|discard pile|pile))?",
    ),
}
_CLAUSES = {kind: pattern(rf"(?:(.+?) )??(?:{verb}) {rest}", re.IGNORECASE) for kind, (verb, rest) in _TELLS.items()}
_VERB = "|".join(verb for verb, _ in _TELLS.values())
_BETWEEN = pattern(rf"\s*(?:;|,? then |(?:,(?: and)?| and) (?=(?:s?he |they |i )?(?:{_VERB})\b))\s*", re.IGNORECASE)
_SPEAKER = ("i", "we", "he", "she", "they", "")
# What tells no names: how many cards, at most what lies on their backs.
_COUNT = r"(?:\d|one|two|an?|the|both|all|cards?|denizens?|visions?|others?|rest|them)"
_UNNAMED = pattern(rf"{_COUNT}(?: {_COUNT})*", re.IGNORECASE)
_SHOWS = "oathtools ask shows the question"
_UNDO = "oathtools undo, and name the cards as they are drawn"


class Told(NamedTuple):
    """One clause: who was named (or nobody), the kind of question that it answers, and with what words."""

    who: str
    kind: str
    words: str


def told(line: str | Sequence[str]) -> list[Told]:
    """The clauses of a line about setup, in their order; none if any of it is not one."""
    text = as_said(line if isinstance(line, str) else " ".join(line), whole=True)
    clauses: list[Told] = []
    for part in filter(None, map(str.strip, _BETWEEN.split(text))):
        found = next(((kind, each) for kind, form in _CLAUSES.items() if (each := form.fullmatch(part))), None)
        if found is None:
            return []
        kind, said = found
        who = said[1] or ""
        if who.casefold() in _SPEAKER and clauses:
            who = clauses[-1].who
        clauses.append(Told("" if who.casefold() in _SPEAKER else who, kind, said[2]))
    return clauses


def settle(play: Play, clauses: Sequence[Told], give: Callable[[Answer], Entry], labels: Labels) -> list[Entry]:
    """Answer the questions of setup that a line tells of, with ``give``.

    What left no choice was not asked; it may be told all the same. Raises ``Misread`` for what does not fit.
    """
    entries: list[Entry] = []
    for who, kind, words in clauses:
        decision = play.pending
        if decision is not None and decision.kind == kind:
            calls = labels(decision)
            seat = meant(who, list(play.state.seats), calls, forgiving=False) if who else decision.who
            if seat != decision.who:
                raise Elsewhere(f"{who} is {'not the one who is asked' if seat else 'no player here'}", _SHOWS)
            entries.append(give(_answer(decision, words, calls)))
        elif not entries or kind not in (ADVISER, ORDER):
            raise Elsewhere(f"{words!r} is no answer to it", _SHOWS)
        elif not _is_settled(play, kind, words, labels):
            raise Misread(f"{words!r} cannot be told: nobody said that it was drawn", _UNDO)
    return entries


def _answer(decision: Decision, words: str, calls: Label) -> Answer:
    """Cards of which only the number and the backs are told: one of them is kept untold, all are discarded."""
    if _UNNAMED.fullmatch(words) and decision.kind == ORDER:
        return list(decision.options)
    if _UNNAMED.fullmatch(words) and decision.kind == ADVISER and not words.isdigit():
        told = [back for back in BACKS if back in words.casefold()] or BACKS
        alike = [each for each in decision.options if each in [f"{UNTOLD}.{back}" for back in told]]
        if len(alike) == 1:
            return alike[0]
    return generic(decision, [words], calls)


def _is_settled(play: Play, kind: str, words: str, labels: Labels) -> bool:
    """Was this so without a question?"""
    calls = labels(Decision(kind, play.state.turn, Form.ONE))
    done = [answer for each, answer in play.driver.skipped if each == kind]
    return _UNNAMED.fullmatch(words) is not None or any(means(words, each, calls) for each in done)
