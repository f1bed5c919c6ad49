"""A campaign carried out by the engine on a table of its own, as far as what is known of it goes.

``stage(scene, known)`` runs a campaign from its declaration to its end and returns its beats: every question with its
answer, and the events up to the next one. What nobody has told is left open: the rules go on with some legal answer,
and of what follows at once only that is kept which follows from another answer too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Answer, Decision, Form, NotOffered
from oathtools.engine.driver import Driver
from oathtools.odds.battle import ATTACKER, DEFENDER, Battle
from oathtools.odds.numbers import Numbers
from oathtools.odds.plans import Chosen, Plan
from oathtools.odds.using import Use
from oathtools.procedures.actions.action import GO_ON, carry_out
from oathtools.procedures.campaign.aftermath import fought
from oathtools.procedures.campaign.declaration import CAMPAIGN
from oathtools.procedures.campaign.fight import BANDITS, ROLLS, SACRIFICE, Fight, Used
from oathtools.procedures.campaign.plans import option_id, take_effect
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import OathRegistry
from oathtools.table.effects import Event
from oathtools.table.state import CARDS, CHANCELLOR, EXILE, FAVOR, SECRET, SLOT, Handle, Player, State, blank

# What is a choice to kill: it is told as if it were made, with all that comes of it.
_AS_IF = ("sticky_fire.kill",)
# Answers that do nothing.
_NOTHING = ("no", "none", "nowhere", GO_ON)
_NONE: dict[Form, tuple[Answer, ...]] = {Form.ONE: _NOTHING, Form.SOME: ([],), Form.DISTRIBUTE: ({},)}
_TRIES = 6


class How(StrEnum):
    """How an answer is known: it was given; it follows from the dice that are told; it is open."""

    GIVEN = "given"
    IMPLIED = "implied"
    OPEN = "open"


class Beat(NamedTuple):
    """A question with its answer (none: the beginning), and what happened from there to the next one."""

    decision: Decision | None
    answer: Answer
    how: How
    events: Sequence[Event]

    @property
    def declined(self) -> bool:
        """Was nothing chosen where something could be?"""
        return self.answer in (*_NOTHING, [], {})


class Known(NamedTuple):
    """What is known of a campaign beside its declaration.

    ``plans`` in the order of use, with their users; ``rolls`` the faces by ``attack`` and ``defense``, those that count
    in the end; ``sacrifice``: whether the attacker makes one that wins; ``choices`` other answers, by kind, in order.
    """

    allies: Sequence[str] = ()
    plans: Sequence[tuple[str, Chosen]] = ()
    rolls: Mapping[str, Sequence[str]] = {}
    sacrifice: bool = True
    choices: Sequence[tuple[str, Answer]] = ()


class Staged(NamedTuple):
    """A campaign as far as it came. ``pending``: the roll that nobody told, None if it is over; ``game``: its table."""

    game: Game
    beats: list[Beat]
    pending: Decision | None


# Makes a table of its own with a driver that has not begun, or one in the midst of the campaign with its beats so far.
Scene = Callable[[], tuple[Game, Driver, list[Beat]]]


def declared_scene(game: Game, frame: Frame) -> Scene:
    """A campaign that is declared, at a copy of a table, as if it were the attacker's Act Phase."""

    def begin() -> tuple[Game, Driver, list[Beat]]:
        scratch = Game(game.state.copy(), game.registry, dict(game.readings))
        scratch.state.phase, scratch.state.step, scratch.state.turn = "act", "", frame.actor
        scratch.do.narrate()
        return scratch, Driver.once(carry_out(scratch, CAMPAIGN, frame.with_())), []

    return begin


def ends(beats: Sequence[Beat]) -> bool:
    """Do these beats reach the end of the campaign with which they begin?"""
    depth = 0
    for event in (event for beat in beats for event in beat.events):
        if event.kind == "action" and event.facts["action"] == CAMPAIGN.name:
            depth += 1
        elif event.kind == "campaign_end":
            depth -= 1
            if depth == 0:
                return True
    return False


def stage(scene: Scene, known: Known) -> Staged:
    """Run a campaign; it stops at a roll that nobody told. Raises ``NotOffered`` for a plan that the rules refuse."""
    found, draw = _possible(scene, known)
    for at, beat in enumerate(found.beats if found.pending is None else ()):
        if beat.how is How.OPEN and not (beat.declined or beat.answer == "yes" or _is_face(beat)):
            found.beats[at] = beat._replace(events=_sure(scene, known, draw, at, beat))
    return found._replace(beats=_unseen(found.beats))


def _possible(scene: Scene, known: Known) -> tuple[Staged, int | None]:
    """A run after whose open answers every plan can be used, and which answers it draws: none, if the usual ones do.

    A warband that is lost before the dice may be the one by which the site of a later plan is ruled (5.5.3).
    """
    try:
        return _Run(scene, known).through(), None
    except NotOffered as fault:
        refused = fault
    for draw in range(_TRIES):
        try:
            return _Run(scene, known, draw).through(), draw
        except NotOffered:
            continue
    raise refused


def _sure(scene: Scene, known: Known, draw: int | None, at: int, beat: Beat) -> list[Event]:
    """Of what followed an answer that is open, that which follows from another one too."""
    other = _Run(scene, known, draw, at).through().beats
    then = [_plain(event) for event in other[at].events] if len(other) > at else []
    return [event for event in beat.events if _plain(event) in then]


def _plain(event: Event) -> Any:
    return event.kind, event.cites, event.facts


def _is_face(beat: Beat) -> bool:
    """Was the face of a card read that nobody has told?"""
    return beat.decision is not None and beat.decision.kind == "face" and beat.how is How.OPEN


def _unseen(beats: list[Beat]) -> list[Beat]:
    """The beats with cards that nobody has told as such again, whatever face the rules went on with."""
    learned = [event.facts for beat in beats if _is_face(beat) for event in beat.events if event.kind == "learned"]
    cards = {facts["name"]: facts["card"] for facts in learned}
    if not cards:
        return beats
    found = []
    for beat in beats:
        events = [_without(event, cards) for event in beat.events if event.facts.get("name") not in cards]
        found.append(beat._replace(events=events, answer=None if _is_face(beat) else beat.answer))
    return found


def _without(event: Event, cards: Mapping[str, str]) -> Event:
    """An event that speaks of cards by their handles instead of these names."""
    sights = [state and _seen_without(state, cards) for state in (event.before, event.after)]
    return event._replace(facts=_renamed(event.facts, cards), before=sights[0], after=sights[1])


def _seen_without(state: State, cards: Mapping[str, str]) -> State:
    backs = {card: Handle(state.back(name), ()) for name, card in cards.items() if name in state.where}
    return replace(
        state,
        zones=_renamed(state.zones, cards),
        where={cards.get(card, card): zone for card, zone in state.where.items()},
        facedown={cards.get(card, card): seen for card, seen in state.facedown.items()},
        handles={**state.handles, **backs},
    )


def _renamed(value: Any, cards: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(each, cards) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, cards) for each in value]
    return cards.get(value, value) if isinstance(value, str) else value


class _Run:
    """One run of a campaign. ``draw``: what is open, and cannot be declined, is answered by this draw.

    ``other``: the beat at which another answer than that is taken, which ends it.
    """

    def __init__(self, scene: Scene, known: Known, draw: int | None = None, other: int | None = None) -> None:
        self.game, self.driver, self.beats = scene()
        self.known, self.draw, self.other = known, draw, other
        self.plans, self.choices = list(known.plans), list(known.choices)

    def through(self) -> Staged:
        if not self.beats:
            self.driver.start()
            self._beat(None, None, How.GIVEN)
        while (decision := self.driver.pending) is not None and not ends(self.beats):
            if decision.kind in ROLLS and not (self._chosen(decision.kind) or ROLLS[decision.kind] in self.known.rolls):
                break
            answer, how = self._answer(decision)
            if len(self.beats) == self.other:
                answer = _another(decision, answer)
            decision.check(answer)
            self.driver.send(answer)
            self._beat(decision, answer, how)
            if len(self.beats) - 1 == self.other:
                break
        return Staged(self.game, self.beats, None if ends(self.beats) else self.driver.pending)

    def _beat(self, decision: Decision | None, answer: Answer, how: How) -> None:
        events = self.game.do.events
        self.beats.append(Beat(decision, answer, how, events[:]))
        events.clear()
        self.game.do.begin_anew()

    def _answer(self, decision: Decision) -> tuple[Answer, How]:
        kind, known = decision.kind, self.known
        if self._chosen(kind):
            return self.choices.pop(0)[1], How.GIVEN
        if kind in ROLLS:
            return list(known.rolls[ROLLS[kind]]), How.GIVEN
        if kind == "campaign.plan":
            return self._plan(decision), How.GIVEN
        if kind in ("campaign.join", "campaign.ally"):
            joins = kind == "campaign.ally" or decision.who in known.allies
            return "yes" if joins else "no", How.GIVEN
        if kind == SACRIFICE:
            return "yes" if known.sacrifice else "no", How.GIVEN
        if kind.endswith(".reroll"):
            return "no", How.IMPLIED
        return _usual(decision, self.draw), How.OPEN

    def _chosen(self, kind: str) -> bool:
        """Is the answer to this kind of question the next of the choices?"""
        return bool(self.choices) and self.choices[0][0] == kind

    def _plan(self, decision: Decision) -> str:
        """The next plan, if it is this player's; who passes may go on after another (A-142)."""
        mine = [at for at, (who, _) in enumerate(self.plans) if who == decision.who]
        fight = self.game.frame.fact("fight")
        ahead = self.plans[: mine[0]] if mine else []
        waits = self.game.takes("A-142", "a") == "a" and fight.side_of(decision.who) == DEFENDER
        if not mine or (waits and any(fight.side_of(who) == DEFENDER for who, _ in ahead)):
            return GO_ON
        who, chosen = self.plans.pop(mine[0])
        return option_id(str(fight.side_of(who)), chosen)


def _usual(decision: Decision, draw: int | None) -> Answer:
    """The answer with which the rules go on where a question is open: nothing, where that is possible; else drawn."""
    if decision.form is Form.ONE and decision.kind in _AS_IF and decision.allows("yes"):
        return "yes"
    nothing = _NONE.get(decision.form, ())
    own = decision.default if draw is None else decision.random(Random(draw))
    fits = (each for each in (*nothing, own) if each is not None and decision.allows(each))
    return next(chain(fits, _drawn(decision)))


def _another(decision: Decision, usual: Answer) -> Answer:
    """Another legal answer than the usual one; the usual one where none is found."""
    return next((answer for answer in _drawn(decision) if answer != usual), usual)


def _drawn(decision: Decision) -> Iterator[Answer]:
    for seed in range(_TRIES):
        yield decision.random(Random(seed))


# -- A bare table for a battle that is told by its numbers: two players, their forces, and the plans in use ------------


_SEATS = {ATTACKER: "red", DEFENDER: "blue"}
_CHANCELLOR = "purple"
_SLOTS = {ATTACKER: 0, DEFENDER: 7}
_SITES = (
    *("steppe", "plains", "the_tribunal", "mountain"),
    *("ancient_city", "standing_stones", "fertile_valley", "deep_woods"),
)
_PLENTY = 99


def scene_of(numbers: Numbers, uses: Sequence[Use], load: Callable[[], OathRegistry]) -> Scene:
    """A battle by numbers on a bare table, where no card lies, unless it is a plan in use: then powers are loaded."""
    return bare_scene(numbers.battle, uses, load() if uses else OathRegistry(), dict(numbers.readings))


def bare_scene(before: Battle, uses: Sequence[Use], registry: OathRegistry, readings: Mapping[str, str]) -> Scene:
    """A battle by numbers, from the moment the plans in use have been paid for; what they assume is so.

    ``before``: its numbers before plans. Nobody has told what the targets are, so none are taken.
    """

    def begin() -> tuple[Game, Driver, list[Beat]]:
        state = _table(before, uses)
        game = Game(state, registry, dict(readings))
        game.do.narrate()
        return game, Driver.once(_campaign(game, before, uses)), []

    return begin


def _campaign(game: Game, before: Battle, uses: Sequence[Use]) -> Ask:
    red, blue = _SEATS.values()
    frame = Frame(
        "campaign", red, None, {"defender": BANDITS if before.bandits else blue, "targets": [], "dice": before.attack}
    )
    on = Fight(frame)
    frame.facts = {"fight": on}
    on.battle = before
    for side, seat in _SEATS.items():
        force = game.state.count(f"board.{seat}", seat)
        on.places(side).update({f"board.{seat}": force} if force else {})
    game.frames.append(frame)
    game.do.emit("action", ("5.5",), action="campaign", who=red, given=dict(frame.given), used=[])
    for used in uses:
        card = used.plan.id
        who = on.defender if used.side == DEFENDER else red
        on.battle = used.after
        on.uses.append(used)
        if used.plan.standing:
            continue
        on.used.append(Used(card, who, Chosen(card)))
        frame.modifiers = [*frame.modifiers, (card, None)]
        game.do.emit("plan_begins", ("5.5.3",))
        yield from take_effect(game, on, who, Chosen(card), used)
    yield from fought(game, on)


def _table(before: Battle, uses: Sequence[Use]) -> State:
    """Two Exiles with the forces of a battle before anybody of them fell, plenty to pay with, and their cards."""
    players = [Player(_CHANCELLOR, "the Chancellor", CHANCELLOR, 0)]
    players += [Player(seat, f"the {side}", EXILE, _SLOTS[side]) for side, seat in _SEATS.items()]
    state = blank(players, "devotion")
    state.phase, state.turn, state.oathkeeper = "act", _SEATS[ATTACKER], None
    state.zones["map"] = [f"site.{name}" for name in _SITES]
    state.where.update(dict.fromkeys(state.zones["map"], "map"))
    state.pieces |= {f"bank.{suit}": {FAVOR: _PLENTY} for suit in catalog.SUITS}
    last = uses[-1].after if uses else before
    forces = {ATTACKER: last.force + last.attacker_fallen, DEFENDER: last.defenders + last.defender_fallen}
    for side, seat in _SEATS.items():
        state.pieces[f"board.{seat}"] = {seat: forces[side], FAVOR: _PLENTY, SECRET: _PLENTY}
        state.pieces[f"stock.{seat}"] = {seat: _PLENTY}
    for used in uses:
        _lay(state, used.plan, used.side)
    return state


def _lay(state: State, used: Plan, side: str) -> None:
    """A plan lies where its user rules it: relics and advisers with the player, the others at the player's site."""
    if used.standing:
        return
    seat, slot = _SEATS[side], _SLOTS[side]
    zone = f"held.{seat}" if used.id.startswith("relic.") else f"advisers.{seat}"
    if used.id.startswith("edifice.") or catalog.card(used.id).restriction == "site":
        zone = CARDS[slot]
        state.pieces[SLOT[slot]] = {seat: 1}
    state.zones.setdefault(zone, []).append(used.id)
    state.where[used.id] = zone
