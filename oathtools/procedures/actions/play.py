"""5.1.4 Playing a card, and 6.1 playing or discarding a facedown adviser."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from oathtools import catalog
from oathtools.engine.decision import LAW, Refusal, Row, failed, holds
from oathtools.kit.text import count, listed
from oathtools.procedures.actions.action import note_tolls, pay_for
from oathtools.procedures.actions.record import Action, Field, worded
from oathtools.procedures.actions.wording import laid
from oathtools.procedures.glossary import taking, verbs
from oathtools.procedures.glossary.drawing import could_be, read_face
from oathtools.procedures.glossary.taking import NONE
from oathtools.procedures.machine import changes, facts
from oathtools.procedures.machine.asking import Ask, choose, some
from oathtools.procedures.machine.frame import FREE, Cost, Frame, Item
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.request import Changes, Request, Sentence
from oathtools.procedures.minor.card_powers import when_played
from oathtools.table.state import CARDS, CONSPIRACY, EXILE, PEOPLES_FAVOR, PURPLE, SECRET, SHARED, SLOTS

# -- 5.1.4.4 Playing the Conspiracy ------------------------------------------------------------------------------------


MATCHING = 2
BURN = Cost((Item("burn", SECRET, 1, SHARED, "5.1.4.4", CONSPIRACY, power=True),))


def resolve(game: Game, frame: Frame) -> Ask:
    """5.1.4.4: perhaps burn a secret to take a relic or banner here; then the card goes to the box (A-130)."""
    seat = frame.actor
    game.do.put(CONSPIRACY, "box", ("5.1.4.4",), why="play")

    def rows(target: str) -> Iterator[Row]:
        if target != NONE:
            yield from may_steal(game, frame, target)

    target = yield from choose("conspiracy.take", seat, (NONE, *loot(game, seat)), "5.1.4.4", rows=rows, default=NONE)
    if target != NONE:
        yield from verbs.pay(game, seat, BURN, "5.1.4.4")
        yield from taking.take(game, seat, target, "5.1.4.4")


def loot(game: Game, seat: str) -> list[str]:
    """The relics and banners of the players whose pawns are at one's site; one's own banners where a table reads it so.

    Of one's own relics nothing would come (A-145, A-169).
    """
    here = facts.site_of(game, seat)
    victims = [other for other in game.state.seats if other != seat and game.state.players[other].slot == here]
    own = facts.banners_held(game, seat)
    if own and not game.takes("A-169", "a") == game.takes("A-145", "b") == "b":
        own = []
    theirs = [(*facts.relics_held(game, other), *facts.banners_held(game, other)) for other in victims]
    return [*(what for each in theirs for what in each), *own]


def may_steal(game: Game, frame: Frame, target: str) -> Iterator[Row]:
    """A secret to burn, two advisers whose suit is among the victim's, and nothing that bars the taking."""
    victim = facts.owner(game, target)
    assert victim is not None
    theirs = set(facts.adviser_suits(game, victim))
    matching = sum(suit in theirs for suit in facts.adviser_suits(game, frame.actor))
    because = f"{matching} of the advisers match one of {victim}'s, and {MATCHING} are needed"
    yield matching >= MATCHING, "5.1.4.4", because
    yield from verbs.can_pay(game, frame.actor, BURN)
    yield from taking.may_take(game, frame.actor, target, "steal")


def what_it_takes(game: Game, frame: Frame) -> Sentence:
    """What may be taken with the Conspiracy, or why nothing may."""
    rows = {target: list(may_steal(game, frame, target)) for target in loot(game, frame.actor)}
    if free := [target for target, every in rows.items() if holds(every)]:
        return "5.1.4.4", f"{frame.actor} may burn 1 secret to take {listed(free, 'or')}"
    bare = Refusal("5.1.4.4", f"no relic and no banner is with a player at the site of {frame.actor}")
    why = next((each for every in rows.values() for each in failed(every)), bare)
    return why.clause, f"nothing can be taken with {CONSPIRACY}: {why.because}"


ADVISER: Final = "adviser"
FACEDOWN: Final = "adviser-facedown"
VISION: Final = "vision"
DISCARD: Final = "discard"


# -- where a card may go -------------------------------------------------------------------------------------------


def placements(game: Game, frame: Frame) -> list[str]:
    """Everything one may try with a card in hand: sites, advisers, the revealed Vision, the pile."""
    return [*sites_to_play_to(game, frame), ADVISER, FACEDOWN, VISION, DISCARD]


def sites_to_play_to(game: Game, frame: Frame) -> list[str]:
    """The own site, and those that powers open."""
    slots: tuple[int | None, ...] = game.fold("play.sites", (facts.site_of(game, frame.actor),), frame)
    return [facts.site_id(game, slot) for slot in range(SLOTS) if slot in slots]


def not_from_here(game: Game, frame: Frame) -> Row:
    """A row: a card goes to the site of the pawn."""
    site = facts.site_id(game, facts.site_of(game, frame.actor))
    return False, "5.1.4.1", f"a card is played to the site of the pawn, which is at {site}"


def may_place(game: Game, frame: Frame, to: str) -> Iterator[Row]:
    """The rows of playing a card (5.1.4, 10.19), by where it goes.

    What depends on a face nobody told must be possible at least. Facedown no restriction banner counts (7.2).
    """
    card = frame.given["card"]
    if to == DISCARD:
        yield True, "5.1.4", ""
        return
    if to == FACEDOWN:
        yield from _room_in_row(game, frame, card, faceup=False)
        yield from game.rows("play", frame)
        return
    if to == VISION:
        back = game.state.back(card)
        yield back == "vision", "5.1.4.3", f"{card} is not a Vision"
        if back != "vision":
            return
    if game.state.known(card):
        yield from _faceup_rows(game, frame, card, to)
    elif not could_be(game, card, lambda name: _faceup_rows(game, frame, name, to)):
        full = [] if to in (ADVISER, VISION) else list(_room_at_site(game, frame, card, facts.slot_named(game, to)))
        yield from full
        if holds(full):
            yield False, "5.1.4", "no card that this may be could go there"


def _faceup_rows(game: Game, frame: Frame, name: str, to: str) -> Iterable[Row]:
    """The rows that read the card's face, one at a time: many names may be tried. Its own power counts as if there."""
    trial = frame.with_(card=name, to=to)
    trial.facts = {**frame.facts, "arriving": name, "turned": frame.given["card"]}
    return game.each_inside(trial, _face_rules)


def _face_rules(game: Game, frame: Frame) -> Iterator[Row]:
    name, to = frame.given["card"], frame.given["to"]
    record = catalog.card(name)
    if to == VISION:
        yield from _vision_rules(game, frame, name)
    elif to == ADVISER:
        yield record.kind != "vision", "5.1.4.3", f"{name} is a Vision: as an adviser it lies facedown"
        yield record.restriction != "site", "7.2.1", f"{name} can only be played to a site"
        yield from _room_in_row(game, frame, name, faceup=True)
    else:
        yield from _room_at_site(game, frame, name, facts.slot_named(game, to))
        yield to in sites_to_play_to(game, frame), "5.1.4.1", f"{name} cannot be played to {to} from here"
        yield record.kind != "vision", "5.1.4.3", f"{name} is a Vision and cannot be played to a site"
        yield record.restriction != "adviser", "7.2.1", f"{name} can only be played to advisers"
    yield from game.rows("play", frame)


def _vision_rules(game: Game, frame: Frame, name: str) -> Iterator[Row]:
    if name == CONSPIRACY:
        return
    role = game.state.players[frame.actor].role
    yield role == EXILE, "5.1.4.3", f"{frame.actor} is the {role}, and only Exiles play Visions faceup"


def _room_at_site(game: Game, frame: Frame, card: str, slot: int) -> Iterator[Row]:
    """5.1.4.1: not to a site at capacity, unless a card there may be discarded first; facedown sites have no room."""
    site = facts.site_id(game, slot)
    room = taking.capacity(game, slot, frame.actor, card if game.state.known(card) else None)
    cards = game.state.zone(CARDS[slot])
    if len(cards) < room:
        return
    freed = any(card in cards for option in taking.first_discards(game, frame, slot) for card in option.cards)
    fits = freed and len(cards) <= room  # a card that goes stands there: so there is room for one at least
    yield fits, "5.1.4.1", f"{site} holds {count(len(cards), 'card')} and has room for {room}"


# -- the adviser limit ---------------------------------------------------------------------------------------------


def _room_in_row(game: Game, frame: Frame, card: str, faceup: bool) -> Iterator[Row]:
    """A play that would force the discard of a locked adviser is not allowed: cannot beats must (9.2, A-83)."""
    need = taking.surplus(game, frame.actor, card, faceup, frame.facts.get("turned"))
    if need.number:
        because = (
            f"the row holds {len(need.counted)} advisers of {need.limit.most} and too few of them can be discarded"
        )
        yield len(need.free) >= need.number, "9.2", because, LAW, "A-83"


def _make_room_in_row(game: Game, frame: Frame, card: str, faceup: bool) -> Ask:
    seat = frame.actor
    need = taking.surplus(game, seat, card, faceup)
    if need.number:
        gone = yield from some("play.replace", seat, need.free, need.number, need.number, "5.1.4.2", private=True)
        yield from verbs.discard(game, seat, gone, "5.1.4.2")


# -- playing -------------------------------------------------------------------------------------------------------


def place_or_discard(game: Game, seat: str, card: str, outer: Frame) -> Ask:
    """5.1.4: play the one remaining card, or discard it; returns where it went."""
    frame = Frame("play", seat, outer, {"card": card, "drawn": True})
    with game.within(frame):

        def rows(to: str) -> Iterable[Row]:
            return game.inside(frame.with_(to=to), may_place, to)

        options = placements(game, frame)
        frame.given["to"] = yield from choose("play.to", seat, options, "5.1.4", rows=rows, private=True, about=frame)
        yield from put_in_place(game, frame)
        return frame.given["to"]


def put_in_place(game: Game, frame: Frame) -> Ask:
    """Carry out what was chosen for the card, as one scope; then the powers that follow on it."""
    seat, card, to = frame.actor, frame.given["card"], frame.given["to"]
    if to == DISCARD:
        yield from game.scope(verbs.discard(game, seat, [card], "5.1.4"))
    elif to == FACEDOWN:
        yield from game.scope(_to_advisers(game, frame, faceup=False))
    else:
        card = frame.given["card"] = yield from _show(game, frame, card, to)
        if to == ADVISER:
            yield from game.scope(_to_advisers(game, frame, faceup=True))
        elif to == VISION and card == CONSPIRACY:
            yield from game.scope(resolve(game, frame))
        elif to == VISION:
            yield from game.scope(_to_vision_space(game, frame))
        else:
            yield from game.scope(_to_site(game, frame, facts.slot_named(game, to)))
        yield from game.window("play.after", frame)
        frame.facts = {**frame.facts, "when_played": True}
        yield from game.window("when_played", frame)
        yield from when_played(game, frame)


def _show(game: Game, frame: Frame, card: str, to: str) -> Ask:
    """A card played faceup is read by everyone."""
    return (
        yield from read_face(game, card, frame.actor, "5.1.4", rows=lambda name: _faceup_rows(game, frame, name, to))
    )


def _to_advisers(game: Game, frame: Frame, faceup: bool) -> Ask:
    """5.1.4.2: make room in the row, then place the card to the right of the board."""
    seat, card = frame.actor, frame.given["card"]
    yield from _make_room_in_row(game, frame, card, faceup)
    game.do.put(card, f"advisers.{seat}", ("5.1.4.2",), why="play")
    game.do.face(card, faceup, ("5.1.4.2",), (seat,))


def _to_vision_space(game: Game, frame: Frame) -> Ask:
    """5.1.4.3: on the Revealed Vision space, which holds one (2.2.1); a Vision that was there is discarded."""
    seat, card = frame.actor, frame.given["card"]
    zone = f"vision.{seat}"
    before = list(game.state.zone(zone))
    if before:
        yield from verbs.discard(game, seat, before, "5.1.4.3")
    game.do.put(card, zone, ("5.1.4.3",), why="play")
    game.do.face(card, True, ("5.1.4.3",))


def _to_site(game: Game, frame: Frame, slot: int) -> Ask:
    """5.1.4.1: perhaps discard first, place the card, gain a favor of its suit; then the Homeland's reward (7.3.3)."""
    seat, card = frame.actor, frame.given["card"]
    frame.given["slot"] = slot
    yield from taking.discard_first(game, frame, slot)
    game.do.put(card, CARDS[slot], ("5.1.4.1",), why="play")
    game.do.face(card, True, ("5.1.4.1",))
    suit = facts.suit_of(game, card)
    if suit:
        yield from game.around("play.gain", frame, lambda: verbs.gain_favor(game, seat, str(suit), 1, "5.1.4.1"))
    yield from game.window("homeland", frame)


# -- 6.1 a facedown adviser --------------------------------------------------------------------------------------------


def own_facedown(game: Game, frame: Frame) -> list[str]:
    """The actor's facedown advisers."""
    state = game.state
    return [card for card in state.zone(f"advisers.{frame.actor}") if card in state.facedown]


def may_turn(game: Game, frame: Frame, card: str) -> Iterator[Row]:
    """6.1: any facedown adviser of one's own."""
    yield card in own_facedown(game, frame), "6.1", f"{card} is no facedown adviser of {frame.actor}"


def turn_to(game: Game, frame: Frame) -> list[str]:
    """6.1: faceup somewhere, or discarded."""
    return [*sites_to_play_to(game, frame), ADVISER, VISION, DISCARD]


def turn_cost(game: Game, frame: Frame) -> Cost:
    """No Supply (chapter 6); powers may ask a toll, also of a discard as if searched (FAQ Forced Labor)."""
    return game.fold("play.cost", FREE, frame)


def may_turn_to(game: Game, frame: Frame, to: str) -> Iterable[Row]:
    """5.1.4, 6.1: as a card that was drawn. What takes a toll for it is in use, so no room is made of it (7.4.3)."""
    if not game.live("play.cost"):
        return may_place(game, frame, to)
    trial = frame.with_()
    note_tolls(trial, turn_cost(game, frame))
    return game.inside(trial, may_place, to)


def resolve_turn(game: Game, frame: Frame) -> Ask:
    """6.1: as if one had searched (5.1.4)."""
    yield from pay_for(game, frame, PLAY, "6.1")
    yield from put_in_place(game, frame)


def no_such_place(game: Game, frame: Frame, to: str) -> tuple[Row]:
    """Why a card is not turned up there."""
    if to == FACEDOWN:
        return ((False, "6.1", "a facedown adviser is played faceup or discarded, not laid facedown again"),)
    return (not_from_here(game, frame),)


def fits_there(game: Game, frame: Frame, to: str) -> tuple[Sentence, ...]:
    """What holds of a place to which a card may go."""
    card, seat = frame.given["card"], frame.actor
    if to == DISCARD:
        return (("5.1.4", "any card may be discarded instead of played"),)
    if to == VISION and card == CONSPIRACY:
        return (("5.1.4.4", f"{card} may be played, and goes to the box"), what_it_takes(game, frame))
    if to == VISION:
        return (("5.1.4.3", f"{card} is a Vision, and {seat} may play it faceup"),)
    if to in (ADVISER, FACEDOWN):
        need = taking.surplus(game, seat, card, to == ADVISER)
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
    if to == VISION and state.players[seat].role != EXILE and seat != PURPLE:
        yield changes.role(seat, EXILE)
    if to in (ADVISER, FACEDOWN):
        for other in state.zone(f"advisers.{seat}"):
            if other != card and facts.is_locked(game, other):
                yield changes.gone(other, 5)
    if to not in (None, ADVISER, FACEDOWN, VISION, DISCARD):
        slot = facts.slot_named(game, str(to))
        room = taking.capacity(game, slot, seat, card if isinstance(card, str) and state.known(card) else None)
        if room:
            yield from changes.fewer_cards(game, slot, len(state.zone(CARDS[slot])) - room + 1)
        if state.holders[PEOPLES_FAVOR] != seat:
            yield changes.holds(game, seat, PEOPLES_FAVOR, 6)


# 5.1.4 itself stands for every placement, 5.1.4.1 to 5.1.4.4 for one of them each.
_TO_SITE: Final = ("5.1.4", "5.1.4.1", "2.8.1", "6.1")
_CARRIED: Final = {
    DISCARD: ("6.1",),
    FACEDOWN: ("5.1.4", "5.1.4.2"),
    ADVISER: ("5.1.4", "5.1.4.2", "6.1"),
    VISION: ("5.1.4", "5.1.4.3", "5.1.4.4", "6.1"),
}


def sets_off(given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The powers of a card that wake when it is played faceup."""
    played = given.get("to") not in (None, DISCARD, FACEDOWN)
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
