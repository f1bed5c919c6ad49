"""Powers that are not coded yet are declared: their player states what happens, in the grammar of ``moves``.

The engine checks access (7.1.1), the cost (7.1.2), and that each move is possible as the table then stands; that pieces
are conserved follows from the verbs. What a declaration cannot express (a ban, a modifier) is a caution in verdicts.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form
from oathtools.engine.rows import Row, failed
from oathtools.procedures.actions.action import pay_for, power_cost
from oathtools.procedures.actions.record import Action, Field
from oathtools.procedures.declared.grammar import CLAUSE, LAST, parts, read
from oathtools.procedures.declared.places_named import Unclear
from oathtools.procedures.glossary import paying
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.cost import Cost
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.minor.card_powers import repairs

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

NOTHING = "nothing"
_ACCESS = ("action",)
_KINDS = ("action", "persistent", "other")
_SITES_AND_BANNERS = ("site.", "banner.", "reliquary.")


@cache
def kinds_of(card: str) -> tuple[str, ...]:
    """The kinds of power on a card."""
    return tuple(power.kind for power in catalog.card(card).powers)


@cache
def kind_declared(card: str) -> str | None:
    """The kind of a card's power that may be declared in the Act Phase; None if it has none."""
    return next((kind for kind in _KINDS if kind in kinds_of(card)), None)


def not_coded(game: "Game", frame: Frame) -> list[str]:
    """The cards in force whose powers are not coded."""
    handles = game.state.handles
    return [card for card in game.silent if card not in handles and not card.startswith(_SITES_AND_BANNERS)]


def may_declare(game: "Game", frame: Frame, card: str) -> Iterator[Row]:
    """An Action power by the one who has access to it (6.2); other powers whoever they concern (7.1.4)."""
    kind = kind_declared(card)
    if "when_played" in kinds_of(card):
        yield False, "7.3.3", f"the power of {card} is used right after it has been played"
        return
    yield kind is not None, "7.4", f"the power of {card} modifies an action, and such powers are not declared"
    if kind in _ACCESS:
        yield (
            facts.has_access(game, frame.actor, card),
            "7.1.1",
            f"{frame.actor} neither rules {card} nor is at its site",
        )
        yield paying.takes_cost(game, frame.actor, card, power_cost(card, "action"))


def declared_cost(game: "Game", frame: Frame) -> Cost:
    """7.1.2: the printed cost of the power, with what powers add."""
    card = frame.given["card"]
    cost: Cost = game.fold("power.cost", power_cost(card, kind_declared(card) or ""), frame)
    return cost


# -- what happens --------------------------------------------------------------------------------------------------


def may_happen(game: "Game", seat: str, text: Any) -> Iterator[Row]:
    """Rows of a whole declaration: every move is tried on a copy of the table, one after the other."""
    if not isinstance(text, str):
        yield False, CLAUSE, "a text"
        return
    trial = _copy(game)
    said = parts(text)
    for number, part in enumerate(said):
        verb = part.split()[0].casefold()
        if verb in LAST and number + 1 < len(said):
            yield False, CLAUSE, f"{verb} comes last"
            return
        try:
            move = read(trial, seat, part)
        except Unclear as fault:
            yield False, CLAUSE, f"{part}: {fault}"
            return
        rows = list(move.rows())
        yield from rows
        if failed(rows):
            return
        if verb not in LAST:
            _run(trial.scope(move.does()))


def _copy(game: "Game") -> "Game":
    """The same game on a copy of the state, to try things."""
    trial = type(game)(game.state.copy(), game.registry, game.readings)
    trial.frames = [*game.frames]
    return trial


def _run(steps: Ask) -> None:
    """Run steps on a copy, answering whatever they ask."""
    rng = Random(0)
    answer: Any = None
    while True:
        try:
            decision = steps.send(answer)
        except StopIteration:
            return
        sole = decision.sole() if decision.form is not Form.OUTCOME else None
        answer = decision.random(rng) if sole is None else sole


def carry_out(game: "Game", seat: str, card: str, text: str) -> Ask:
    """Do what was declared, as far as it can still be done when questions were answered in between (7.1.3)."""
    game.do.emit("declared", ("7.1", CLAUSE), card=card, who=seat, moves="; ".join(parts(text)) or NOTHING)
    for part in parts(text):
        try:
            move = read(game, seat, part)
        except Unclear:
            continue
        if not failed(move.rows()):
            yield from game.scope(move.does())


def ask(kind: str, game: "Game", seat: str, clause: str, about: Any) -> Ask:
    """What does the power do? Nothing by default."""

    def possible(text: Any) -> Iterable[Row]:
        return may_happen(game, seat, text)

    return (
        yield Decision(
            kind,
            seat,
            Form.NOTE,
            cites=(clause,),
            finish=possible,
            default=NOTHING,
            sample=lambda rng: NOTHING,
            about=about,
        )
    )


def when_played(game: "Game", frame: Frame) -> Ask:
    """7.3.3: a card that has just been played, with a power that is not coded: its player says what it does."""
    card = frame.given["card"]
    there = facts.slot_of(game, card) is not None or facts.owner(game, card) is not None
    if there and not game.registry.is_coded(card) and "when_played" in kinds_of(card):
        text = yield from ask("declare.when-played", game, frame.actor, "7.3.3", frame)
        yield from carry_out(game, frame.actor, card, text)


# -- the action ----------------------------------------------------------------------------------------------------


def nothing(game: "Game", frame: Frame) -> tuple[str, ...]:
    """What is worth trying to complete a declaration."""
    return (NOTHING,)


def moves_rows(game: "Game", frame: Frame, text: Any) -> Iterator[Row]:
    """The rows of what is said."""
    return iter(()) if text == NOTHING else may_happen(game, frame.actor, text)


def ask_moves(game: "Game", frame: Frame, kind: str, who: str, rows: Callable[[Any], Iterable[Row]]) -> Ask:
    """The moves, in words."""
    return (yield from ask(kind, game, who, CLAUSE, frame))


def resolve(game: "Game", frame: Frame) -> Ask:
    """7.1.2 pay, 7.1.3 as much as can be done."""
    yield from pay_for(game, frame, DECLARE, "7.1.2")
    yield from carry_out(game, frame.actor, frame.given["card"], frame.given["moves"])


def not_declared(game: "Game", frame: Frame, card: str) -> tuple[Row]:
    """Why the power of a card is not declared."""
    if card not in list(facts.in_force(game)):
        return ((False, "7.1", f"{card} is not faceup in play"),)
    return ((False, "7.1", f"the program carries out the power of {card} itself: it is not declared"),)


DECLARE = Action(
    "declare",
    "7.1",
    (
        Field(
            "card",
            "7.1",
            not_coded,
            may_declare,
            kind="declared",
            unlisted=not_declared,
            settles=True,
            sentence="the power of {value} is not coded, so that its player states what it does",
            prompt="{who} declares what a card does whose power oathtools does not know yet. Which one?",
        ),
        Field(
            "moves",
            CLAUSE,
            nothing,
            moves_rows,
            decide=ask_moves,
            tries=nothing,
            kind="text",
            sentence="each move can be done as the table then stands: {value}",
            prompt="What does the power of {card} do?",
        ),
    ),
    declared_cost,
    resolve,
    repairs=repairs,
    carried=("6.2",),
    label="declare what a card does",
    menu="declare what {card} does[: {moves}]",
    phrase="declares what {card} does: {moves}",
    tells=("declared",),
    hint="Say what moves, with semicolons between: favor 2 from bank Hearth to me; warbands 1 from Bo to stock. "
    "By default nothing.",
    questions={"when-played": "{who} has played {card}. What does its power do?"},
    begins=("declare what",),
)
