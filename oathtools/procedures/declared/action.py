"""A card without code is declared: its player states what its power does, in the grammar of ``grammar``.

Such are the cards of a house rule's pack (docs/writing-a-pack.md) that no function was written for. The engine checks
access (7.1.1), the cost (7.1.2), and that each move is possible as the table then stands; that pieces are conserved
follows from the verbs. What a declaration cannot express (a ban, a modifier) is a caution in verdicts.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, Row, failed
from oathtools.procedures.actions.action import pay_for, power_cost
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.declared.grammar import CLAUSE, Unclear, parts, read
from oathtools.procedures.glossary import verbs
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.minor.card_powers import repairs

NOTHING = "nothing"
_KINDS = ("action", "persistent", "other")
_NO_CARDS_OF_PLAYERS = ("site.", "banner.", "reliquary.")


def _kind(card: str) -> str | None:
    """The kind of a card's power that may be declared in the Act Phase; None if it has none."""
    return next((kind for kind in _KINDS if _has(card, kind)), None)


def _has(card: str, kind: str) -> bool:
    return any(power.kind == kind for power in catalog.card(card).powers)


def without_code(game: Game, frame: Frame) -> list[str]:
    """The cards in force whose powers have no code."""
    handles = game.state.handles
    return [card for card in game.silent if card not in handles and not card.startswith(_NO_CARDS_OF_PLAYERS)]


def may_declare(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """An Action power by the one who has access to it (6.2); other powers whoever they concern (7.1.4)."""
    kind = _kind(card)
    if _has(card, "when_played"):
        yield False, "7.3.3", f"the power of {card} is used right after it has been played"
        return
    yield kind is not None, "7.4", f"the power of {card} modifies an action, and such powers are not declared"
    if kind == "action":
        near = facts.has_access(game, frame.actor, card)
        yield near, "7.1.1", near or facts.no_access(game, frame.actor, card)
        yield verbs.takes_cost(game, frame.actor, card, power_cost(card, "action"))


def declared_cost(game: Game, frame: Frame) -> Cost:
    """7.1.2: the printed cost of the power, with what powers add."""
    card = frame.given["card"]
    return game.fold("power.cost", power_cost(card, _kind(card) or ""), frame)


# -- what happens --------------------------------------------------------------------------------------------------


def may_happen(game: Game, seat: str, text: Any) -> Iterator[Row]:
    """Rows of a whole declaration: every move is tried on a copy of the table, one after the other."""
    if not isinstance(text, str):
        yield False, CLAUSE, "a text"
        return
    trial = type(game)(game.state.copy(), game.registry, game.readings)
    trial.frames = [*game.frames]
    for part in parts(text):
        try:
            rows, steps = read(trial, seat, part)
        except Unclear as fault:
            yield False, CLAUSE, f"{part}: {fault}"
            return
        yield from rows
        if failed(rows):
            return
        _run(trial.scope(steps))


def _run(steps: Ask) -> None:
    """Run steps on a copy, answering whatever they ask."""
    rng = Random(0)
    answer: Any = None
    while True:
        try:
            answer = steps.send(answer).random(rng)
        except StopIteration:
            return


def carry_out(game: Game, seat: str, card: str, text: str) -> Ask:
    """Do what was declared, as far as it can still be done when questions were answered in between (7.1.3)."""
    game.do.emit("declared", ("7.1", CLAUSE), card=card, who=seat, moves="; ".join(parts(text)) or NOTHING)
    for part in parts(text):
        try:
            rows, steps = read(game, seat, part)
        except Unclear:
            continue
        if not failed(rows):
            yield from game.scope(steps)


def _ask(kind: str, game: Game, seat: str, clause: str, about: Any) -> Ask:
    """What does the power do? Nothing by default."""
    return (
        yield Decision(
            kind,
            seat,
            Form.NOTE,
            cites=(clause,),
            finish=lambda text: may_happen(game, seat, text),
            default=NOTHING,
            sample=lambda rng: NOTHING,
            about=about,
        )
    )


def when_played(game: Game, frame: Frame) -> Ask:
    """7.3.3: a card that has just been played, with a power that has no code: its player says what it does."""
    card = frame.given["card"]
    there = facts.slot_of(game, card) is not None or facts.owner(game, card) is not None
    if there and not game.registry.is_coded(card) and _has(card, "when_played"):
        text = yield from _ask("declare.when-played", game, frame.actor, "7.3.3", frame)
        yield from carry_out(game, frame.actor, card, text)


# -- the action ----------------------------------------------------------------------------------------------------


def nothing(game: Game, frame: Frame) -> tuple[str, ...]:
    """What is worth trying to complete a declaration."""
    return (NOTHING,)


def resolve(game: Game, frame: Frame) -> Ask:
    """7.1.2 pay, 7.1.3 as much as can be done."""
    yield from pay_for(game, frame, DECLARE, "7.1.2")
    yield from carry_out(game, frame.actor, frame.given["card"], frame.given["moves"])


def not_declared(game: Game, frame: Frame, card: str) -> tuple[Row]:
    """Why the power of a card is not declared."""
    if card not in list(facts.in_force(game)):
        return ((False, "7.1", f"{card} is not faceup in play"),)
    return ((False, "7.1", f"the program carries out the power of {card} itself: it is not declared"),)


DECLARE = worded(
    Action(
        "declare",
        "7.1",
        (
            Field("card", "7.1", without_code, may_declare, kind="declared", unlisted=not_declared, settles=True),
            Field(
                "moves",
                CLAUSE,
                nothing,
                lambda game, frame, text: () if text == NOTHING else may_happen(game, frame.actor, text),
                decide=lambda game, frame, kind, who, rows: _ask(kind, game, who, CLAUSE, frame),
                tries=nothing,
                kind="text",
            ),
        ),
        declared_cost,
        resolve,
        repairs=repairs,
        carried=("6.2",),
    )
)
