"""The open question as one viewer may see it: how it is tapped, what each answer costs, what is refused and why."""

from typing import TYPE_CHECKING, NamedTuple

from oathtools.engine.decision import Decision, Form
from oathtools.odds.dice import die_faces
from oathtools.odds.spoken import in_words
from oathtools.procedures.campaign.kinds import ROLLS
from oathtools.render.game import question
from oathtools.render.game.action import FREE_TEXT
from oathtools.render.game.prompts import labeler, prompt
from oathtools.render.names import Names
from oathtools.table.views import View
from oathtools.text import ORDINALS, capital
from oathtools.web.chances import of_dice, of_options
from oathtools.web.seats import Person
from oathtools.web.told import Reason, reasons

if TYPE_CHECKING:
    from oathtools.journal.play import Play

ACT = "act"
_MOST = 400  # options on one page; nothing asks for more


class Option(NamedTuple):
    """One way to answer: its id, what people call it, its cost, and for campaigns the chance to win with it."""

    id: str
    label: str
    note: str = ""
    odds: str = ""


class Asked(NamedTuple):
    """The open question.

    ``way`` says how it is tapped: one, some, amount, shares, order, dice, words; ``mine``: whoever looks may answer;
    ``hidden``: its answers are for its player's eyes; ``untold``: what is tapped where the cards are not named, each
    with the words that say so; ``dice``: the chance to win with each number of attack dice.
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
    options: list[Option]
    low: int
    high: int
    caps: dict[str, int]
    default: object
    refused: list[tuple[str, list[Reason]]]
    untold: list[tuple[str, str]]
    dice: list[tuple[int, str]]


class Table(NamedTuple):
    """Who sits where, and who answers for all."""

    seats: dict[str, str]  # names of people -> seats
    scribe: str | None = None

    def seat(self, person: Person) -> str | None:
        """The seat of whoever asks; None for guests and the terminal."""
        return self.seats.get(person.name or "")


def may_answer(table: Table, person: Person, decision: Decision, view: View) -> bool:
    """May they answer it? Whoever is asked; the scribe, unless it is private; anybody seated where no person is asked.

    ``view`` is that of the one who asks.
    """
    seat = table.seat(person)
    if seat is not None and seat == decision.who:
        return True
    if decision.private or question.veiled(decision, view):
        return False
    if person.name is not None and person.name == table.scribe:
        return True
    return seat is not None and decision.who not in table.seats.values()


def asked(play: "Play", table: Table, person: Person) -> Asked | None:
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
    options: list[Option] = []
    refused: list[tuple[str, list[Reason]]] = []
    if not hidden:
        options = _options(play, decision, names, way)
        refused = [(label(each), reasons(rows, names)) for each, rows in decision.refused()]
    low, high = (len(decision.options),) * 2 if decision.form is Form.ORDER else (decision.low, decision.high)
    return Asked(
        play.head + 1,
        decision.kind,
        _asks(decision, names),
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
        _untold(decision),
        [] if hidden else of_dice(play, decision, names),
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


def _options(play: "Play", decision: Decision, names: Names, way: str) -> list[Option]:
    label = labeler(decision, names)
    if way == "dice":
        return [Option(face, in_words([face])) for face in die_faces(die_of(decision) or "attack")]
    if way == "words":
        return []
    if decision.form is Form.OUTCOME:
        return [Option(each, capital(label(each))) for each in decision.options[:_MOST]]
    legal = list(decision.options if decision.form is Form.ORDER else decision.legal())[:_MOST]
    notes = [question.note_of(play, decision, option, names) for option in legal]
    if set(notes) == {FREE_TEXT}:
        notes = [""] * len(notes)
    odds = of_options(play, decision, legal, names)
    return [
        Option(option, capital(label(option)), note, chance)
        for option, note, chance in zip(legal, notes, odds, strict=True)
    ]


def _asks(decision: Decision, names: Names) -> str:
    """The question, without how its answer is typed where it can be tapped."""
    said = prompt(decision, names)
    return said.partition(" Type ")[0] if decision.form is Form.OUTCOME else said


def _untold(decision: Decision) -> list[tuple[str, str]]:
    """What may be tapped where nobody tells what was drawn; a Vision is seen by its back, and ends a search (5.1.2)."""
    if decision.form is not Form.OUTCOME or decision.kind in ROLLS or decision.options:
        return []
    if decision.kind.endswith("draw"):
        about = decision.about if isinstance(decision.about, dict) else {}
        places = zip(range(1, decision.high + 1), ORDINALS, strict=False) if about.get("stop_at_vision") else ()
        visions = [(f"The {place} was a Vision", f"vision {number}") for number, place in places]
        return [("Nobody tells", str(decision.high)), *visions]
    return [("Nobody tells", "-")] if decision.default is not None else []
