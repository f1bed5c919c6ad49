"""6.2 Using an Action power (7.3.2): any that one has access to, as often as its cost can be paid (A-80).

A card without code is declared: its player states what its power does, in the grammar of ``declared``. Such are the
cards of a house rule's pack (docs/writing-a-pack.md) that no function was written for. The engine checks access
(7.1.1), the cost (7.1.2), and that each move is possible as the table then stands; that pieces are conserved follows
from the verbs. What a declaration cannot express (a ban, a modifier) is a caution in verdicts.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from oathtools import catalog
from oathtools.engine.decision import LAW, Decision, Form, Row, failed, holds
from oathtools.procedures.actions.action import no_cost, pay_for, power_cost
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.declared import CLAUSE, Unclear, parts, read
from oathtools.procedures.glossary import verbs
from oathtools.procedures.glossary.drawing import look
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import BY_LAW
from oathtools.procedures.machine.request import Changes, Request, Sentence, explained
from oathtools.table.state import GRAND_SCEPTER, RELICS, RELIQUARY


def usable(game: Game, frame: Frame) -> list[str]:
    """Every card in force with an Action power that is coded."""
    return [card for card in facts.in_force(game) if card in game.registry.actions]


def may_use(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """7.1.1 access, 7.1.2 nothing on the card if something is to be placed there, and what the power itself asks."""
    seat = frame.actor
    yield from _in_reach(game, seat, card)
    if game.registry.actions[card].needed or game.takes("A-161", "a") == "a":
        yield from to_work_on(game, frame, card)


def to_work_on(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """What a power itself asks: what it chooses, discards, moves or reveals must be there (A-161)."""
    may = game.registry.actions[card].may
    if may is None:
        return

    def rows() -> Iterator[Row]:
        for row in may(game, frame, frame.actor):
            yield (*row, card) if len(row) == 3 else row

    yield from explained(game, rows)


def _in_reach(game: Game, seat: str, card: str) -> Iterator[Row]:
    near = facts.has_access(game, seat, card)
    yield near, "7.1.1", near or facts.no_access(game, seat, card), LAW, "A-81"
    yield *verbs.takes_cost(game, seat, card, power_cost(card, "action")), LAW, "A-80"


def not_usable(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """6.2: why a card is none of those whose Action power can be used; one that is not coded is judged all the same."""
    if card in BY_LAW:
        yield False, "6.2", f"{card} has no power to use: its actions go by names of their own"
    elif not catalog.is_card(card) or "action" not in {power.kind for power in catalog.card(card).powers}:
        yield False, "7.3.2", f"{card} has no Action power"
    elif card not in list(facts.in_force(game)):
        yield False, "7.1", f"{card} is not faceup in play"
    else:
        yield from _in_reach(game, frame.actor, card)
        yield from verbs.can_pay(game, frame.actor, power_cost(card, "action"))


def access(game: Game, frame: Frame, card: str) -> tuple[Sentence]:
    """What holds of a card whose power one may use."""
    how = "rules it" if facts.rules_card(game, frame.actor, card) else "is at its site"
    return (("7.1.1", f"{frame.actor} may use {card}, because {frame.actor} {how}"),)


def repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The player rules the site of the card."""
    card = request.given.get("card")
    slot = facts.slot_of(game, card) if isinstance(card, str) else None
    if slot is not None:
        yield from changes.ruled(game, frame.actor, slot, 4)


def use_cost(game: Game, frame: Frame) -> Cost:
    """7.1.2: the printed cost, with what powers add."""
    return game.fold("power.cost", power_cost(frame.given["card"], "action"), frame)


def resolve(game: Game, frame: Frame) -> Ask:
    """7.1.2 pay, 7.1.3 resolve as much as possible."""
    card = frame.given["card"]
    works = holds(to_work_on(game, frame, card))
    yield from pay_for(game, frame, USE, "7.1.2")
    game.do.emit("power", ("6.2", "7.3.2"), card=card, who=frame.actor)
    if works:
        yield from game.scope(game.by(card, game.registry.actions[card].does(game, frame, frame.actor)))


USE: Final = worded(
    Action(
        "power",
        "6.2",
        (Field("card", "6.2", usable, may_use, kind="power", unlisted=not_usable, settles=True, sentence=access),),
        use_cost,
        resolve,
        repairs=repairs,
        sets_off=lambda given: (("action", "7.3.2"),),
    )
)


# -- 6.3 and 6.4 Peeking at facedown relics, and what belongs to the Grand Scepter alone (2.4) -------------------------


_RELICS: Final = tuple(enumerate(RELICS, 1))
_RELIQUARY: Final = tuple(enumerate(RELIQUARY, 1))


def peekable(game: Game, frame: Frame) -> list[str]:
    """Facedown relics at sites, by slot and place, and those in the Reliquary."""
    zones = game.state.zones
    found = [f"relic-{at}-{n}" for at, zone in _RELICS if zones.get(zone) for n in range(1, len(zones[zone]) + 1)]
    return found + [f"reliquary-{at}" for at, zone in _RELIQUARY if zones.get(zone)]


def worth_a_look(game: Game, frame: Frame) -> list[str]:
    """What ``peekable`` lists, a relic at the actor's own site first: nothing else is asked of that."""
    slot = facts.site_of(game, frame.actor)
    return [f"relic-{slot + 1}-1"] if game.state.zones.get(RELICS[slot]) else peekable(game, frame)


def facedown_advisers(game: Game, seats: Iterable[str] | None = None) -> list[str]:
    """The facedown advisers of some players, of all by default, by their places: ``adviser-red-2``."""
    return [
        f"adviser-{seat}-{n}"
        for seat in (game.state.seats if seats is None else seats)
        for n, card in enumerate(game.state.zone(f"advisers.{seat}"), 1)
        if game.state.is_facedown(card)
    ]


def peeked_card(game: Game, what: str) -> str:
    """The card such an id stands for."""
    kind, *numbers = what.split("-")
    if kind == "adviser":
        return game.state.zone(f"advisers.{numbers[0]}")[int(numbers[1]) - 1]
    if kind == "reliquary":
        return game.state.zone(RELIQUARY[int(numbers[0]) - 1])[0]
    return game.state.zone(RELICS[int(numbers[0]) - 1])[int(numbers[1]) - 1]


def may_peek(game: Game, frame: Frame, what: str) -> Iterable[Row]:
    """6.3: at one's site, or again where one has peeked before. 6.4: in the Reliquary with the Grand Scepter."""
    seat = frame.actor
    if what.startswith("reliquary"):
        return scepter_rows(game, seat, "6.4")
    near = at_own_site(game, seat, what) or seat in game.state.facedown.get(peeked_card(game, what), ())
    because = near or f"{seat} is not at that site and has not seen that relic before"
    return ((near, "6.3", because, LAW, "A-102"),)


def at_own_site(game: Game, seat: str, what: str) -> bool:
    """Does a relic lie at the player's site?"""
    return int(what.split("-")[1]) - 1 == facts.site_of(game, seat)


def scepter_rows(game: Game, seat: str, clause: str) -> tuple[Row, Row]:
    """The powers of the Grand Scepter (2.4) are its holder's, and rest on the turn in which it was taken."""
    holds = facts.holds_scepter(game, seat)
    fresh = GRAND_SCEPTER in game.state.taken
    return (
        (holds, clause, holds or f"{seat} does not hold {GRAND_SCEPTER}"),
        (not fresh, "7.1", not fresh or f"{GRAND_SCEPTER} was taken this turn", GRAND_SCEPTER),
    )


def resolve_peek(game: Game, frame: Frame) -> Ask:
    """The player looks at the card; what it is need not be told (A-102)."""
    clause = "6.4" if frame.given["what"].startswith("reliquary") else "6.3"
    yield from look(game, frame.actor, peeked_card(game, frame.given["what"]), clause, "10.17")


def no_relic(game: Game, frame: Frame, what: str) -> tuple[Row]:
    """No relic lies there."""
    if what.startswith("reliquary"):
        return ((False, "6.4", "no relic is in that space of the Reliquary"),)
    return ((False, "6.3", "no relic lies there"),)


def within_sight(game: Game, frame: Frame, what: str) -> tuple[Sentence]:
    """What holds of a relic at which one may peek."""
    seat = frame.actor
    if what.startswith("reliquary"):
        return (("6.4", f"{seat} holds {GRAND_SCEPTER}"),)
    near = at_own_site(game, seat, what)
    return (("6.3", f"{seat} is at the site where it lies" if near else f"{seat} has seen it before"),)


def peek_repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """For the Reliquary, the Grand Scepter."""
    if str(request.given.get("what", "reliquary")).startswith("reliquary"):
        yield from changes.scepter(game, frame.actor)


PEEK: Final = worded(
    Action(
        "peek",
        "6.3",
        (
            Field(
                "what",
                "6.3",
                peekable,
                may_peek,
                tries=worth_a_look,
                kind="relic",
                unlisted=no_relic,
                settles=True,
                sentence=within_sight,
            ),
        ),
        no_cost,
        resolve_peek,
        repairs=peek_repairs,
        carried=("6.3", "6.4", "10.17"),
    )
)


# -- cards without code ---

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


def resolve_declared(game: Game, frame: Frame) -> Ask:
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
        resolve_declared,
        repairs=repairs,
        carried=("6.2",),
    )
)
