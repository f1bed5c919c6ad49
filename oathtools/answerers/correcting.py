"""Late corrections: what an earlier answer really was; what followed is said again as far as it still stands.

*Three answers ago it was Mountain, not Plains*; *Bo actually rolled two skulls*. The game goes back to just before that
answer, takes the other one, and then whatever was answered since, question by question: only where the same is asked,
of the same things, and the answer is still legal. Nothing is erased, and nothing is guessed.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from oathtools.answerers.adjusting import adjusted
from oathtools.answerers.matching import Labels, Misread, meant
from oathtools.answerers.requests import verbs
from oathtools.answerers.speaker import Speaker
from oathtools.answerers.speech import number, verbs_of
from oathtools.answerers.words import Needs, means
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.journal.entries import UnderWay, correction
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.kit.lazy import pattern
from oathtools.kit.text import count
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import normal, to_position

WAY = "Bo actually rolled two skulls; three answers ago it was Mountain, not Plains; at 17: Mountain"
_MARKS = r"actually|really|in (?:fact|truth|reality)|truly|i meant|meant"
_CORRECTS = pattern(rf"\b(?:{_MARKS})\b|\bago\b|\bit was\b|\bshould(?: have|'ve)? be", re.IGNORECASE)
_MOMENT = pattern(
    r"(?:(?P<ago>[\w-]+) (?:answers?|lines?|steps?|entries) (?:ago|back|earlier|before)"
    r"|(?:at|entry|answer|in) (?:entry |answer )?#?(?P<at>\d{1,6})\b)[,: ]*",
    re.IGNORECASE,
)
_MARK = pattern(
    rf"(?:^|(?<=\W))(?:(?:{_MARKS})\b[, ]*|(?:it|that|this) (?:was|is|should be|should have been)\b[, ]*"
    r"|(?:should have|should've|(?:was|were) supposed to have|had)\b )+",
    re.IGNORECASE,
)
_BEFORE = pattern(r"^(?:(?:no|wait|sorry|oops|(?:hang|hold) on|hey|so|but|and|oh|um+|okay)\b[,.! ]*)+", re.IGNORECASE)
_NOT = pattern(r"[, ]+(?:and |but )?(?:not|instead of|rather than) (?P<old>.+)$", re.IGNORECASE)
_ROLLS, _DRAWS = {"roll", "throw"}, {"draw"}


class Correction(NamedTuple):
    """The answers that are another ones, in which words, and the answers that take their place."""

    words: str
    was: list[Entry]
    now: list[Answer]


class Corrected(NamedTuple):
    """What became of a correction: the entries instead, how many were said again, and those left.

    ``fault`` says why the first of those that are left no longer stands; None where none is left. ``out`` are those
    in whose place something else was answered meanwhile.
    """

    now: list[Entry]
    kept: int
    left: list[Entry]
    fault: Exception | None
    out: Sequence[Entry] = ()


def corrects(line: str) -> bool:
    """Does a line speak of what was answered before, as it really was?"""
    return bool(_CORRECTS.search(line)) and not line.rstrip().endswith("?")


def find(play: Play, words: str, labels: Labels, of: str | None = None) -> Correction:
    """Which earlier answer words correct, and to what; ``of``: of this seat only.

    Raises ``Misread`` where none is meant, ``NotOffered`` where that was not possible there.
    """
    instead, entries = _meant(play, words, labels)
    entries = [entry for entry in entries if of in (None, entry.who)]
    why: Exception | None = None
    for entry in entries:
        try:
            now = Speaker(play.again(entry.n - 1, digests=False), labels).say(instead)
        except (Misread, Needs) as fault:
            why = why or fault
            continue
        was = list(_replaced(play.live.since(entry.n - 1), [each.kind for each in now]))
        if [(each.kind, each.answer) for each in now] == [(each.kind, each.answer) for each in was]:
            raise Misread("that is what was answered there", "oathtools log shows it")
        return Correction(words, was, [each.answer for each in now])
    because = f": {why}" if why is not None and len(entries) == 1 else ""
    way = f"Say which: {WAY}\noathtools log numbers them"
    raise Misread(f"{words!r} corrects no answer that was given{because}", way)


def correct(play: Play, found: Correction) -> Corrected:
    """Correct an earlier answer, and say again what followed."""
    old = play.live.since(found.was[-1].n)
    play.undo(found.was[0].n - 1, said=found.words)
    given = [play.answer(answer) for answer in found.now]
    for each in given:
        each.again = found.was[-1].n
    return _said_again(play, given, old)


def go_on(play: Play) -> Corrected | None:
    """Say again what a correction left, as far as it stands now; None if it left nothing.

    What was answered since takes the place of the same action, or of the rest of one.
    """
    found = correction(play.entries)
    if found is None or not found[1]:
        return None
    left, first = found[1], 0
    since = [entry for entry in play.live.since(found[0].n) if entry.again is None and entry.is_answer]
    if since and (left[0].kind != "act" or left[0].answer in [entry.answer for entry in since if entry.kind == "act"]):
        first = next((at for at, entry in enumerate(left) if at and entry.kind == "act"), len(left))
    return _said_again(play, [], left[first:])._replace(out=left[:first])


def is_fresh(play: Play) -> Entry | None:
    """The correction, if nothing was answered since: then it is what was said last."""
    found = correction(play.entries)
    fresh = found is not None and all(entry.again is not None for entry in play.live.since(found[0].n))
    return found[0] if found is not None and fresh else None


# -- which answer is meant ---------------------------------------------------------------------------------------------


def _meant(play: Play, words: str, labels: Labels) -> tuple[str, list[Entry]]:
    """What words say that the answer was, and the answers that may be meant, the last first."""
    moment = _MOMENT.search(words)
    rest = _MARK.sub(" ", _BEFORE.sub("", words.replace(moment[0], " ", 1) if moment else words))
    line = " ".join(rest.split()).strip(" ,.;:!-")
    no = _NOT.search(line)
    old = no["old"].strip(" .!") if no else ""
    line = line[: no.start()] if no else line
    who, line = _whose(play, line, labels)
    entries = [entry for entry in reversed(play.live) if entry.is_answer and who in ("", entry.who)]
    if moment:
        entries = _at(play, entries, moment)
    verb = verbs_of(line.partition(" ")[0].casefold())
    fell = not verb.isdisjoint(_ROLLS | _DRAWS)
    if old and not fell:
        entries = [entry for entry in entries if _is(play, entry, old, labels)]
    if fell:
        ending = ("roll", ".die") if verb & _ROLLS else ("draw",)
        entries = [entry for entry in entries if entry.kind.endswith(ending)]
        line = line.partition(" ")[2]
    elif verb & verbs().keys():
        actions = {verbs()[each] for each in verb & verbs().keys()}
        entries = [entry for entry in entries if entry.kind == "act" and entry.answer in actions]
    elif not (moment or old):
        entries = [entry for entry in entries if entry.n > play.live.last - (play.live[-1].line or 0) - 1]
    if not moment and (old or verb & (_ROLLS | _DRAWS | verbs().keys())):
        entries = entries[:1]  # an older one has to be named
    if not line:
        raise Misread("it says nothing of what the answer really was", f"Say it: {WAY}")
    return line, entries


def _whose(play: Play, line: str, labels: Labels) -> tuple[str, str]:
    """Who is spoken of, and the words without the name: *Bo rolled*, *Bo's roll was*."""
    name, _, rest = line.partition(" ")
    label = labels(Decision("", play.state.turn, Form.ONE))
    who = meant(name.removesuffix("'s"), list(play.state.seats), label, forgiving=False) if rest else None
    return (who or "", re.sub(r"^(roll|draw) (?:was|were) ", r"\1 ", rest if who else line, flags=re.IGNORECASE))


def _at(play: Play, entries: Sequence[Entry], moment: re.Match[str]) -> list[Entry]:
    """The answers of a moment: an entry by its number, or all of the line that was typed so many lines ago."""
    if moment["at"]:
        n = int(moment["at"])
        return [entry for entry in entries if n - 1 <= entry.n <= n + 6 and _same_line(play, n, entry)]
    many = number("1" if moment["ago"] in ("an", "a") else moment["ago"])
    if many is None or many.many < 1:
        raise Misread(f"{moment['ago']!r} is no number", f"Say when: {WAY}")
    begun = [entry.n for entry in reversed(play.live) if entry.is_answer and entry.line is None]
    if len(begun) < many.many:
        raise Misread(f"there were only {count(len(begun), 'answer')}", "oathtools log shows them")
    return [entry for entry in entries if _same_line(play, begun[many.many - 1], entry)]


def _same_line(play: Play, n: int, entry: Entry) -> bool:
    return entry.n - (entry.line or 0) == n or entry.n == n


def _is(play: Play, entry: Entry, words: str, labels: Labels) -> bool:
    """Was it what words name, or an action in which that was chosen?"""
    label = labels(Decision(entry.kind, entry.who, Form.ONE))
    of_it = _replaced(play.live.since(entry.n - 1), [])
    chosen = [(kind, answer) for each in of_it for kind, answer in [(each.kind, each.answer), *each.skipped]]
    return any(means(words, answer, label) for kind, answer in chosen if kind != "act" and answer is not None)


# -- what followed -----------------------------------------------------------------------------------------------------


def _replaced(old: Sequence[Entry], kinds: Sequence[str]) -> Iterator[Entry]:
    """The answers that others take the place of: of an action all that filled its fields."""
    first = old[0]
    for at, entry in enumerate(old):
        fills = first.kind == "act" and entry.kind.startswith(f"{first.answer}.") and entry.form != Form.OUTCOME.value
        if at and not (fills or (first.kind != "act" and kinds[at : at + 1] == [entry.kind])):
            return
        yield entry


def _said_again(play: Play, now: list[Entry], old: list[Entry]) -> Corrected:
    """Say again what was answered, as far as it stands."""
    if not old:
        return Corrected(now, 0, [], None)
    before = Play(play.header, play.entries.until(_head_of(play)), digests=False)
    noted: list[Any] = []
    last: tuple[Entry, Entry] | None = None
    begun, first = play.head, 0  # an action of which nothing has fallen yet stands whole, or not at all
    asked = {entry.n: (decision, where) for decision, where, entry in _as_it_was(before, old[0].n - 1)}
    for at, entry in enumerate(old):
        if play.at_boundary or (at and old[at - 1].is_chance):
            begun, first = play.head, at
        try:
            given = _again(play, entry, *asked[entry.n], noted)
        except (NotOffered, Misread, UnderWay, PositionError, LookupError, RuntimeError) as fault:
            play.forget_since(begun)
            return Corrected(now, first, old[first:], fault)
        noted = list(entry.skipped)
        if given is not None:
            given.again, given.line = entry.n, _line(entry, given, last)
            last = entry, given
    return Corrected(now, len(old), [], None)


def _line(entry: Entry, given: Entry, last: tuple[Entry, Entry] | None) -> int | None:
    """How many answers were given before by the same line; None for the first of those that stand."""
    if entry.line is None or last is None or last[0].n - (last[0].line or 0) != entry.n - entry.line:
        return None
    return given.n - last[1].n + (last[1].line or 0)


def _head_of(play: Play) -> int:
    found = correction(play.entries)
    assert found is not None
    return found[0].n - 1


def _as_it_was(before: Play, since: int) -> Iterator[tuple[Decision | None, dict[str, str], Entry]]:
    """What was asked, and where the cards lay that nobody has named, before each answer."""
    where = dict(before.again(since, digests=False).state.where)
    for again, decision, entry, _ in before.replayed(since):
        yield decision, where, entry
        where = dict(again.state.where)


def _again(
    play: Play, entry: Entry, decision: Decision | None, where: dict[str, str], noted: list[Any]
) -> Entry | None:
    """Say one entry again; None if it goes without saying now. Raises what stands against it."""
    if entry.adjust is not None:
        if entry.said is None or entry.said.startswith("position "):
            raise Misread("a whole position was stated there", "Say what is different: oathtools adjust")
        given = play.adjust(normal(adjusted(to_position(play.state), entry.said, play.state)), entry.said)
    elif entry.remark is not None:
        given = play.remark(entry.remark)
    elif entry.chronicle is not None:
        given = play.write_chronicle(entry.chronicle.get("seed"))
    elif not entry.is_answer:
        given = play.adopt(entry.readings or {}, entry.variants)
    elif (entry.kind, entry.answer) in play.driver.skipped and getattr(play.pending, "kind", "") != entry.kind:
        return None
    else:
        given = _answered(play, entry, decision, where, noted)
    return given


def _answered(play: Play, entry: Entry, before: Decision | None, where: dict[str, str], noted: list[Any]) -> Entry:
    while (now := play.pending) is not None and now.kind != entry.kind:
        answer = next((answer for kind, answer in noted if kind == now.kind and now.allows(answer)), None)
        if answer is None:
            break
        play.answer(answer).again = entry.n - 1
    if now is None or (now.kind, now.who, now.form.value) != (entry.kind, entry.who, entry.form):
        raise Misread("another question is asked now")
    if before is not None and _plain(before.about) != _plain(now.about):
        raise Misread("the question is asked of something else now")
    named = entry.answer if isinstance(entry.answer, list | dict) else [entry.answer]
    for card in named:
        if isinstance(card, str) and "#" in card and play.state.where.get(card) != where.get(card):
            raise Misread("a card that nobody has named lies elsewhere now")
    given = play.overrule(entry.answer, entry.reason or "") if entry.overruled else play.answer(entry.answer)
    # What went without saying then was that one, and no other that is the only one now.
    left = dict(play.driver.skipped)
    if any(left.get(kind, answer) != answer for kind, answer in entry.skipped if isinstance(kind, str)):
        raise Misread("what went without saying then is another thing now")
    return given


def _plain(about: Any) -> Any:
    """What a question is about, as far as it is plain data."""
    if isinstance(about, dict):
        return {key: each for key, value in about.items() if (each := _plain(value)) is not None}
    return about if isinstance(about, int | str | list | tuple) else None
