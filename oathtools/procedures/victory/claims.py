"""What it takes to win: every claim to a victory, made of parts that each say how far they are from being met.

A check (``check``) asks which of the claims of its moment stands first; whoever looks ahead asks what is missing.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import Decision, Form, Row
from oathtools.procedures.glossary.drawing import draw
from oathtools.procedures.machine import facts, title
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.title import Goal
from oathtools.table.state import CHANCELLOR, CITIZEN, ENDED, EXILE, WORLD, State

if TYPE_CHECKING:
    from fractions import Fraction


# -- when the Law asks for a winner: the Wake of each Exile (4.1.2) and the ends of rounds five to eight (3.3, 3.4) ----


WAKE, ROUND_END = "wake", "round-end"
CHECK, FLIP = "4.1.2", "4.1.3"
_BEFORE_CHECK = ("", "4.1.1", CHECK)


class Moment(NamedTuple):
    """One check: at whose Wake, or at the end of a round.

    ``woken`` are the seats with a flip of the title (4.1.3) between now and then, if they have it.
    """

    at: str  # wake | round-end
    seat: str | None
    round: int
    woken: tuple[str, ...] = ()


def now(state: State, at: str, seat: str | None = None) -> Moment:
    """A check made as the table stands, in this round."""
    return Moment(at, seat, state.round)


def to_come(state: State) -> Iterator[Moment]:
    """Every check from here to the end of the last round, in order; none once the game is over."""
    if state.phase in ENDED:
        return
    seats = state.seats
    woken: list[str] = []
    first = len(seats) if state.phase == "round-end" else seats.index(state.turn) if state.turn in seats else 0
    for number in range(state.round, catalog.LAST_ROUND + 1):
        for seat in seats[first:]:
            if number == state.round and seat == state.turn and _has_checked(state):
                woken += [seat] if (state.phase == "wake" and state.step == FLIP) else []
            elif state.players[seat].role == EXILE:
                yield Moment(WAKE, seat, number, tuple(woken))
                woken.append(seat)
        first = 0
        if asks_at_end(number):
            yield Moment(ROUND_END, None, number, tuple(woken))


def _has_checked(state: State) -> bool:
    """Is the check in the Wake of the one whose turn it is over? None is made before the game has begun."""
    return state.phase not in ("setup", "wake") or (state.phase == "wake" and state.step not in _BEFORE_CHECK)


def asks_at_end(number: int) -> bool:
    """Is a winner asked for at the end of a round? (3.3, 3.4)"""
    return number == catalog.LAST_ROUND or any(roll.round == number for roll in catalog.END_ROLLS)


def turns_before(state: State, seat: str, moment: Moment) -> int:
    """How many Act Phases a player has between now and a moment; the one under way is one."""
    seats = state.seats
    own = seats.index(seat)
    here = len(seats) if state.phase == "round-end" else seats.index(state.turn)
    if state.phase == "rest":
        here += 1
    there = len(seats) if moment.seat is None else seats.index(moment.seat)
    return moment.round - state.round + (own < there) - (own < here)


# 3.4.3: ties between Visions at the end of the last round.
VISION_ORDER: Final = ("vision.conquest", "vision.rebellion", "vision.sanctuary", "vision.faith")
TITLE, SIDE, IMPERIAL, DRAWN, REVEALED, GOAL, SUCCESSOR = (
    *("title", "usurper", "imperial_title", "visions_drawn", "revealed", "goal", "successor"),
)


class Part(NamedTuple):
    """One thing that a claim takes: what it is, how much of it there is, how much it takes, and its clause.

    ``what``: the Oathkeeper ``title``, its ``usurper`` side, an Imperial Oathkeeper (``imperial_title``), the
    ``visions_drawn``, a Vision ``revealed``, the ``goal`` of a Vision, that of a ``successor``. ``goal``: what is
    counted for it, where it is met by having the most of something, or one card; of a title only if that was asked for
    (``measured``), because the check does not.
    """

    what: str
    have: int
    want: int
    clause: str
    goal: Goal | None = None

    @property
    def met(self) -> bool:
        """Is it there?"""
        return self.have >= self.want

    @property
    def missing(self) -> int:
        """How many are missing at the least: sites, relics, cards."""
        if self.met:
            return 0
        return max(1, self.goal.least) if self.goal is not None else self.want - self.have


class Claim(NamedTuple):
    """One way in which one player would win at a moment, with its parts; it stands if all are met.

    ``how``: ``usurper``, ``visionary``, ``stable_regime``, ``successor`` or ``war_exhaustion``; ``clause`` is the one
    that gives the victory; ``card`` the Vision it is made by. ``rows``: those of a goal that only a power says.
    """

    who: str
    how: str
    clause: str
    parts: tuple[Part, ...]
    card: str | None = None
    rows: tuple[Row, ...] = ()

    @property
    def stands(self) -> bool:
        """Is every part met?"""
        return all(part.met for part in self.parts)

    @property
    def missing(self) -> tuple[Part, ...]:
        """The parts that are not."""
        return tuple(part for part in self.parts if not part.met)

    def part(self, what: str) -> Part:
        """The part of that name. Raises ``LookupError`` if the claim has none."""
        for part in self.parts:
            if part.what == what:
                return part
        raise LookupError(what)


def at(game: Game, moment: Moment, counted: title.Counted = title.tallies) -> list[Claim]:
    """Every claim that can be made at a moment, met or not, in the order in which the Law asks: the first wins.

    ``counted`` as in ``title``.
    """
    if moment.at != WAKE:
        return list(at_round_end(game, moment, counted))
    assert moment.seat is not None
    seat = moment.seat
    visions = facts.revealed_visions(game, seat)
    return [usurper(game, seat, moment), *(visionary(game, seat, vision, counted=counted) for vision in visions)]


def at_round_end(game: Game, moment: Moment, counted: title.Counted = title.tallies) -> Iterator[Claim]:
    """3.3, or the four conditions of 3.4 in their order."""
    regime = imperial_title(game)
    if moment.round < catalog.LAST_ROUND:
        yield from empire(game, "stable_regime", "3.3", (regime,))
        return
    yield from empire(game, "war_exhaustion", "3.4.1", (regime,))
    for seat in facts.players(game, (EXILE,)):
        yield usurper(game, seat, moment, "war_exhaustion", "3.4.2")
    yield from by_vision(game, counted)
    yield from empire(game, "war_exhaustion", "3.4.4", ())


def usurper(game: Game, seat: str, moment: Moment, how: str = "usurper", clause: str = "3.1") -> Claim:
    """3.1, 3.4.2: the Oathkeeper title on its Usurper side, to which it flips in a Wake (4.1.3)."""
    state = game.state
    holds = state.oathkeeper == seat
    side = (holds and state.usurper) or seat in moment.woken
    parts = (Part(TITLE, int(holds), 1, "2.11"), Part(SIDE, int(side), 1, "4.1.3"))
    return Claim(seat, how, clause, parts)


def by_vision(game: Game, counted: title.Counted = title.tallies) -> list[Claim]:
    """3.4.3: the claims of all Exiles by their Visions, in the order of the Visions; then in turn order."""
    found = [
        visionary(game, seat, vision, "war_exhaustion", "3.4.3", counted)
        for seat in facts.players(game, (EXILE,))
        for vision in facts.revealed_visions(game, seat)
    ]
    return sorted(found, key=lambda claim: _rank(claim.card))


def _rank(vision: str | None) -> int:
    return VISION_ORDER.index(vision) if vision in VISION_ORDER else len(VISION_ORDER)


def visionary(
    game: Game,
    seat: str,
    vision: str,
    how: str = "visionary",
    clause: str = "3.2",
    counted: title.Counted = title.tallies,
) -> Claim:
    """3.2, 3.4.3: at least three Visions drawn, and the goal of a revealed Vision, also of one that is not yet so."""
    revealed = vision in facts.revealed_visions(game, seat)
    aim, rows = aim_of(game, seat, vision, revealed, clause, counted)
    parts = (
        Part(REVEALED, int(revealed), 1, clause),
        Part(DRAWN, game.state.visions_drawn, catalog.VISIONS_TO_WIN, clause),
        aim,
    )
    return Claim(seat, how, clause, parts, vision, rows)


def aim_of(
    game: Game,
    seat: str,
    vision: str,
    revealed: bool = True,
    clause: str = "3.2",
    counted: title.Counted = title.tallies,
) -> tuple[Part, tuple[Row, ...]]:
    """The goal of a Vision for an Exile, and the rows of one that only a power says; ``counted`` as in ``title``."""
    oath = (catalog.vision(vision).oath or "").removeprefix("oath.")
    if oath:
        goal = title.vision_goal(game, oath, seat, counted)
        return Part(GOAL, goal.have, goal.want, clause, goal), ()
    frame = Frame("vision", seat)
    if not revealed:
        frame.facts["arriving"] = vision
    rows = tuple(game.rows("vision.goal", frame, {"card": vision}))
    return Part(GOAL, sum(bool(row[0]) for row in rows), max(1, len(rows)), clause), rows


def empire(game: Game, how: str, clause: str, base: Sequence[Part]) -> Iterator[Claim]:
    """Where the Chancellor would win: first each Citizen by the Successor goal (3.3.1), then the Chancellor."""
    succeeds = "3.3.1" if clause == "3.3" else clause
    for seat in facts.players(game, (CITIZEN,)):
        goal = title.successor_goal(game, seat)
        part = Part(SUCCESSOR, goal.have, goal.want, "3.3.1", goal)
        yield Claim(seat, "successor", succeeds, (*base, part))
    yield Claim(facts.chancellor(game), how, clause, tuple(base))


def imperial_title(game: Game) -> Part:
    """3.3, 3.4.1: the Oathkeeper is the Chancellor or a Citizen."""
    holder = game.state.oathkeeper
    return Part(IMPERIAL, int(holder in facts.players(game, (CHANCELLOR, CITIZEN))), 1, "2.11")


def measured(game: Game, claim: Claim) -> Claim:
    """The same claim with the goal that the title goes by (2.11); the Empire's is that of whoever is nearest to it."""
    parts = (
        part if part.clause != "2.11" else part._replace(goal=_title_goal(game, claim, part)) for part in claim.parts
    )
    return claim._replace(parts=tuple(parts))


def _title_goal(game: Game, claim: Claim, part: Part) -> Goal:
    if part.what == TITLE:
        return title.title_goal(game, claim.who)
    holder = game.state.oathkeeper
    if part.met and holder is not None:
        return title.title_goal(game, holder)
    imperial = facts.players(game, (CHANCELLOR, CITIZEN))
    return min((title.title_goal(game, seat) for seat in imperial), key=lambda goal: goal.least)


# -- the Vision closest to the top of the world deck, drawn out of it; the other cards keep their order (A-118) --------


_ASIDE: Final = "aside.draw"


def has_vision(game: Game) -> bool:
    """Is there a Vision in the world deck?"""
    state = game.state
    known = [*state.zone(f"{WORLD}.top"), *state.zone(f"{WORLD}.bottom")]
    return any(state.back(card) == "vision" for card in known) or any(
        layer.get("vision") for layer in state.layers.get(WORLD, ())
    )


def draw_first_vision(game: Game, who: str, kind: str, *cites: str) -> Ask:
    """Draw it; returns the ids of the cards drawn, one or none.

    Where it lies among unknown cards the number of cards of its layer above it is asked for: none of them is a Vision.
    """
    state = game.state
    zones = (f"{WORLD}.top", f"{WORLD}.bottom")
    top, bottom = ([card for card in state.zone(zone) if state.back(card) == "vision"] for zone in zones)
    layers = state.layers.get(WORLD, ())
    layer = next((at for at, each in enumerate(layers) if each.get("vision")), None)
    if top or (layer is None and bottom):
        game.do.put((top or bottom)[0], _ASIDE, cites)
    elif layer is not None:
        above = yield from _depth(who, layers[layer], kind, *cites)
        game.do.vision_from_layer(WORLD, layer, above, _ASIDE, cites)
    return (yield from draw(game, who, _ASIDE, 1, *cites))


def _depth(who: str, layer: dict[str, int], kind: str, *cites: str) -> Ask:
    """How many cards of a layer lie above its first Vision?"""
    others = sum(layer.values()) - layer["vision"]

    def possible(answer: Any) -> Any:
        fits = isinstance(answer, int) and 0 <= answer <= others
        yield fits, cites[0], f"a number from 0 to {others}"

    def chances() -> Iterator[tuple[int, "Fraction"]]:
        """The first Vision lies below so many others: all of them together are in every order alike."""
        from fractions import Fraction

        left, rest = Fraction(1), others
        for above in range(others + 1):
            first = Fraction(layer["vision"], layer["vision"] + rest)
            yield above, left * first
            left, rest = left * (1 - first), rest - 1

    def sample(rng: Random) -> int:
        cards = [back == "vision" for back, count in layer.items() for _ in range(count)]
        rng.shuffle(cards)
        return cards.index(True)

    if not others:
        return 0
    return (
        yield Decision(
            kind, who, Form.OUTCOME, cites=cites, low=0, high=others, finish=possible, sample=sample,
            chances=chances, about={"source": WORLD, "count": others},
        )
    )  # fmt: skip
