"""6.1 Playing or discarding a facedown adviser."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from oathtools.engine.decision import Row
from oathtools.kit.text import count
from oathtools.procedures.actions import play
from oathtools.procedures.actions.action import note_tolls, pay_for
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.actions.wording import laid
from oathtools.procedures.glossary import taking
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import FREE, Cost, Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence
from oathtools.table.state import CARDS, CONSPIRACY, EXILE, PEOPLES_FAVOR, PURPLE


def own_facedown(game: Game, frame: Frame) -> list[str]:
    """The actor's facedown advisers."""
    state = game.state
    return [card for card in state.zone(f"advisers.{frame.actor}") if card in state.facedown]


def may_turn(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """6.1: any facedown adviser of one's own."""
    yield card in own_facedown(game, frame), "6.1", f"{card} is no facedown adviser of {frame.actor}"


def turn_to(game: Game, frame: Frame) -> list[str]:
    """6.1: faceup somewhere, or discarded."""
    return [*play.sites_to_play_to(game, frame), play.ADVISER, play.VISION, play.DISCARD]


def turn_cost(game: Game, frame: Frame) -> Cost:
    """No Supply (chapter 6); powers may ask a toll, also of a discard as if searched (FAQ Forced Labor)."""
    return game.fold("play.cost", FREE, frame)


def may_turn_to(game: Game, frame: Frame, to: str) -> Iterable[Row]:
    """5.1.4, 6.1: as a card that was drawn. What takes a toll for it is in use, so no room is made of it (7.4.3)."""
    if not game.live("play.cost"):
        return play.may_place(game, frame, to)
    trial = frame.with_()
    note_tolls(trial, turn_cost(game, frame))
    return game.inside(trial, play.may_place, to)


def resolve_turn(game: Game, frame: Frame) -> Ask:
    """6.1: as if one had searched (5.1.4)."""
    yield from pay_for(game, frame, PLAY, "6.1")
    yield from play.put_in_place(game, frame)


def no_such_place(game: Game, frame: Frame, to: str) -> tuple[Row]:
    """Why a card is not turned up there."""
    if to == play.FACEDOWN:
        return ((False, "6.1", "a facedown adviser is played faceup or discarded, not laid facedown again"),)
    return (play.not_from_here(game, frame),)


def fits_there(game: Game, frame: Frame, to: str) -> tuple[Sentence, ...]:
    """What holds of a place to which a card may go."""
    card, seat = frame.given["card"], frame.actor
    if to == play.DISCARD:
        return (("5.1.4", "any card may be discarded instead of played"),)
    if to == play.VISION and card == CONSPIRACY:
        return (("5.1.4.4", f"{card} may be played, and goes to the box"), play.what_it_takes(game, frame))
    if to == play.VISION:
        return (("5.1.4.3", f"{card} is a Vision, and {seat} may play it faceup"),)
    if to in (play.ADVISER, play.FACEDOWN):
        need = taking.surplus(game, seat, card, to == play.ADVISER)
        if need.number:
            return (("5.1.4.2", f"{count(need.number, 'adviser')} must be discarded for it, and can be"),)
        return (("5.1.4.2", f"the row of {seat} has room for it"),)
    slot = facts.slot_named(game, to)
    room = taking.capacity(game, slot, seat, card if game.state.known(card) else None)
    return (("5.1.4.1", f"{to} holds {count(len(game.state.zone(CARDS[slot])), 'card')} and has room for {room}"),)


def repairs(game: Game, frame: Frame, request: Request) -> Changes:
    """The card lies facedown among the advisers, and there is room where it shall go."""
    card, to, seat = request.given.get("card"), request.given.get("to"), frame.actor
    state = game.state
    if card is not None and state.where.get(card) == f"advisers.{seat}" and card not in state.facedown:
        yield changes.facedown_adviser(seat, card)
    if to == play.VISION and state.players[seat].role != EXILE and seat != PURPLE:
        yield changes.role(seat, EXILE)
    if to in (play.ADVISER, play.FACEDOWN):
        for other in state.zone(f"advisers.{seat}"):
            if other != card and facts.is_locked(game, other):
                yield changes.gone(other, 5)
    if to not in (None, play.ADVISER, play.FACEDOWN, play.VISION, play.DISCARD):
        slot = facts.slot_named(game, str(to))
        room = taking.capacity(game, slot, seat, card if isinstance(card, str) and state.known(card) else None)
        if room:
            yield from changes.fewer_cards(game, slot, len(state.zone(CARDS[slot])) - room + 1)
        if state.holders[PEOPLES_FAVOR] != seat:
            yield changes.holds(game, seat, PEOPLES_FAVOR, 6)


# 5.1.4 itself stands for every placement, 5.1.4.1 to 5.1.4.4 for one of them each.
_TO_SITE: Final = ("5.1.4", "5.1.4.1", "2.8.1", "6.1")
_CARRIED: Final = {
    play.DISCARD: ("6.1",),
    play.FACEDOWN: ("5.1.4", "5.1.4.2"),
    play.ADVISER: ("5.1.4", "5.1.4.2", "6.1"),
    play.VISION: ("5.1.4", "5.1.4.3", "5.1.4.4", "6.1"),
}


def sets_off(given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The powers of a card that wake when it is played faceup."""
    played = given.get("to") not in (None, play.DISCARD, play.FACEDOWN)
    return (("when_played", "7.3.3"), ("other", "7.1.4")) if played else ()


PLAY: Final = worded(
    Action(
        "play",
        "6.1",
        (
            Field("card", "6.1", own_facedown, may_turn, private=True, kind="unseen", unlisted=may_turn),
            Field(
                "to",
                "5.1.4",
                turn_to,
                may_turn_to,
                tries=lambda game, frame: turn_to(game, frame)[::-1],
                private=True,
                kind="placement",
                unlisted=no_such_place,
                sentence=fits_there,
                carried=lambda to: _CARRIED.get(to, _TO_SITE),
            ),
        ),
        turn_cost,
        resolve_turn,
        repairs=repairs,
        carried=_TO_SITE,
        sets_off=sets_off,
        shares=laid,
    )
)
