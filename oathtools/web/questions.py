"""The open question as one viewer may see it: how it is tapped, what each answer costs, what is refused and why."""

from typing import Any, NamedTuple

from oathtools.answerers.bot import roll, rolls, run_plugs
from oathtools.answerers.matching import Labels
from oathtools.answerers.speaker import Speaker
from oathtools.answerers.words import generic
from oathtools.engine.decision import Decision, Form
from oathtools.journal.play import Play
from oathtools.kit.text import ORDINALS, capital
from oathtools.odds.dice import die_faces, in_words
from oathtools.procedures.campaign.fight import ROLLS
from oathtools.render.game import log, question
from oathtools.render.game.log import Back, last_line
from oathtools.render.game.prompts import labeler, lessons, prompt
from oathtools.render.game.question import FREE_TEXT
from oathtools.render.names import Names
from oathtools.saga.folder import OpenGame
from oathtools.saga.writing import begun_at, leave_unseen
from oathtools.table.views import View
from oathtools.web.between import save_if_written
from oathtools.web.guard import FAULTS, RefusalReason, Refused, reasons, refused
from oathtools.web.guard import Form as Sent
from oathtools.web.requests import WORDS
from oathtools.web.seats import GUEST, HOST, Person
from oathtools.web.table import of_dice, of_options

ACT = "act"
_MOST = 400  # options on one page; nothing asks for more


class Tap(NamedTuple):
    """One way to answer: its id, what people call it, its cost, and for campaigns the chance to win with it."""

    id: str
    label: str
    note: str = ""
    odds: str = ""


class OpenQuestion(NamedTuple):
    """The open question.

    ``way`` says how it is tapped: one, some, amount, shares, order, dice, words; ``mine``: whoever looks may answer;
    ``hidden``: its answers are for its player's eyes; ``untold``: what is tapped where the cards are not named, each
    with the words that say so; ``rolls``: dice that may be rolled here; ``dice``: the chance to win with each number
    of attack dice; ``lessons``: what is taught with it.
    """

    n: int
    kind: str
    prompt: str
    cites: tuple[str, ...]
    who: str
    seat: str
    mine: bool
    hidden: bool
    way: str
    options: list[Tap]
    low: int
    high: int
    caps: dict[str, int]
    default: object
    refused: list[tuple[str, list[RefusalReason]]]
    untold: list[tuple[str, str]]
    rolls: bool
    dice: list[tuple[int, str]]
    lessons: list[str]


class Table(NamedTuple):
    """Who sits where, and who answers for all."""

    seats: dict[str, str]  # names of people -> seats
    scribe: str | None = None

    def seat(self, person: Person) -> str | None:
        """The seat of whoever asks; None for guests and the terminal."""
        return self.seats.get(person.name or "")


_KNOWN_TO_ALL = ("chronicle.winner",)


def may_answer(table: Table, person: Person, decision: Decision, view: View) -> bool:
    """May they answer it? Whoever is asked; the scribe, unless it is private; anybody seated where no person is asked,
    and where the whole table knows: who has won.

    ``view`` is that of the one who asks.
    """
    seat = table.seat(person)
    if seat is not None and seat == decision.who:
        return True
    if decision.private or question.veiled(decision, view):
        return False
    if person.name is not None and person.name == table.scribe:
        return True
    return seat is not None and (decision.kind in _KNOWN_TO_ALL or decision.who not in table.seats.values())


def open_question(play: "Play", table: Table, person: Person) -> OpenQuestion | None:
    """The open question for whoever asks for it; None when the game is over."""
    decision = play.pending
    if decision is None:
        return None
    view = View(play.state, table.seat(person))
    names = Names(view)
    mine = may_answer(table, person, decision, view)
    hidden = question.veiled(decision, view)
    label = labeler(decision, names)
    way = _way(decision)
    options: list[Tap] = []
    refused: list[tuple[str, list[RefusalReason]]] = []
    if not hidden:
        options = _options(play, decision, names, way)
        refused = [(label(each), reasons(rows, names)) for each, rows in decision.refused()]
    low, high = (len(decision.options),) * 2 if decision.form is Form.ORDER else (decision.low, decision.high)
    return OpenQuestion(
        play.head + 1,
        decision.kind,
        _asks(play, decision, names),
        tuple(decision.cites),
        names.name(decision.who),
        decision.who,
        mine,
        hidden,
        way,
        options,
        low,
        high,
        {} if hidden else decision.caps or {},
        None if hidden else decision.default,
        refused,
        untold(decision),
        rolls(decision),
        [] if hidden else of_dice(play, decision, names),
        [f"{each.says} ({', '.join(each.cites)})" for each in lessons(play)],
    )


def _way(decision: Decision) -> str:
    form = decision.form
    if form is Form.OUTCOME:
        if die_of(decision):
            return "dice"
        names = decision.kind.endswith("draw") or not decision.options
        return "words" if names or decision.high > 1 else "one"
    ways = {Form.ONE: "one", Form.SOME: "some", Form.AMOUNT: "amount", Form.DISTRIBUTE: "shares", Form.ORDER: "order"}
    return ways.get(form, "words")


def die_of(decision: Decision) -> str | None:
    """The dice of a battle whose faces are asked for; None if it asks for something else."""
    if decision.form is not Form.OUTCOME:
        return None
    sides = (die for die in ("attack", "defense") if set(decision.options) == set(die_faces(die)))
    return ROLLS.get(decision.kind) or next(sides, None)


def _options(play: "Play", decision: Decision, names: Names, way: str) -> list[Tap]:
    label = labeler(decision, names)
    if way == "dice":
        return [Tap(face, in_words([face])) for face in die_faces(die_of(decision) or "attack")]
    if way == "words":
        return []
    if decision.form is Form.OUTCOME:
        return [Tap(each, capital(label(each))) for each in decision.options[:_MOST]]
    legal = list(decision.options if decision.form is Form.ORDER else decision.legal())[:_MOST]
    notes = [question.note_of(play, decision, option, names) for option in legal]
    if set(notes) == {FREE_TEXT}:
        notes = [""] * len(notes)
    odds = of_options(play, decision, legal, names)
    return [
        Tap(option, capital(label(option)), note, chance)
        for option, note, chance in zip(legal, notes, odds, strict=True)
    ]


def _asks(play: "Play", decision: Decision, names: Names) -> str:
    """The question, without how its answer is typed where it can be tapped."""
    text = prompt(decision, names, play.unlooked)
    return text.partition(" Type ")[0] if decision.form is Form.OUTCOME and not play.unlooked else text


def untold(decision: Decision | None) -> list[tuple[str, str]]:
    """What may be tapped where nobody tells what was drawn; a Vision is seen by its back, and ends a search (5.1.2)."""
    if decision is None or decision.form is not Form.OUTCOME or decision.kind in ROLLS or decision.options:
        return []
    if decision.kind.endswith("draw"):
        about, all_told = (
            decision.about if isinstance(decision.about, dict) else {},
            ("Nobody tells", str(decision.high)),
        )
        if not about.get("stop_at_vision"):
            return [all_told]
        ends = [("denizen",) * decision.high, *(("denizen",) * at + ("vision",) for at in range(decision.high))]
        places = ((f"The {each} was a Vision", f"vision {n}") for n, each in enumerate(ORDINALS, 1))
        return [words for words, end in zip((all_told, *places), ends, strict=False) if decision.allows(list(end))]
    return [("Nobody tells", "-")] if decision.default is not None else []


# -- answers from a phone: to the question that they name, by whoever may, kept as ``oathtools answer`` keeps them -----


WHO_IS_HOST = "Whoever sits at the terminal"
_LINES = 12  # what happened meanwhile is told in so many lines


def answer(kept: OpenGame, table: Table, person: Person, sent: Sent) -> None:
    """Answer the open question. Raises ``Refused``; then nothing is kept."""
    viewer = table.seat(person)
    play: Play | None = None
    try:
        with kept.lock:
            play = kept.play()
            decision = _check(play, table, person, sent)
            words = sent.get("words").strip()
            here = bool(sent.get("roll")) and rolls(decision)
            if not words and not here:
                decision.check(_tapped(decision, sent, _names(play, viewer)))
            with kept.writing() as running:
                play = running.play
                decision = _check(play, table, person, sent)
                since = play.head
                if words:
                    Speaker(play, labels(play, viewer), between=run_plugs, pauses=lessons).say(words)
                    _only_theirs(play, table, person, since, decision)
                elif here:
                    roll(play)
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
            409, "This question was answered meanwhile", _meanwhile(play, int(number), viewer), "Nothing was changed."
        )
    if not may_answer(table, person, decision, View(play.state, viewer)):
        name = _names(play, viewer).name(decision.who)
        raise Refused(403, f"This is for {name} to answer", hint="Nothing was changed.")
    return decision


def _meanwhile(play: Play, number: int, viewer: str | None) -> tuple[str, ...]:
    """What happened since a question was asked, as the viewer may hear it."""
    lines = [str(line) for line in log.lines(play, _names(play, viewer), number - 1)]
    return tuple(lines[-_LINES:])


def _only_theirs(play: Play, table: Table, person: Person, since: int, decision: Decision) -> None:
    """Words may answer several questions at once, but none that is somebody else's. Raises ``Refused``."""
    seat = table.seat(person)
    mine = {decision.who, *([seat] if seat else [])}
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
        shares = {at: _number(number or "0") for at, number in sent.numbered("share").items()}
        if any(at >= len(offered) for at in shares):
            raise Refused(400, "This answer cannot be read")
        return {offered[at]: count for at, count in sorted(shares.items()) if count}
    if form is Form.ORDER:
        return _ordered(decision, sent)
    raise Refused(400, "Say it in words", hint=prompt(decision, names))


def _fallen(decision: Decision, sent: Sent, names: Names) -> Any:
    """Faces by their counts, or one thing that was tapped."""
    counts = {at: _number(number or "0") for at, number in sent.numbered("face").items()}
    if counts:
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
    ranks = {at: _number(number or "0") for at, number in sent.numbered("rank").items()}
    if set(ranks) != set(range(len(decision.options))):
        raise Refused(400, "Give each a place")
    return [decision.options[at] for at in sorted(ranks, key=lambda at: (ranks[at], at))]


def _number(text: str) -> int:
    if not text.strip().isdecimal() or len(text) > 6:
        raise Refused(400, "A number is wanted")
    return int(text)


# -- taking back ---------------------------------------------------------------------------------------------------


def back(play: Play, viewer: str | None) -> Back | None:
    """What an undo would take back, as the viewer may hear it: the last line that somebody said or tapped."""
    return last_line(play, _names(play, viewer))


def take_back(kept: OpenGame, person: Person, sent: Sent) -> None:
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
            by = WHO_IS_HOST if person.name == HOST else person.name
            running.save([play.undo(found.to, by, as_at=found.as_at)])
    except FAULTS as fault:
        raise refused(fault, None, None) from None
