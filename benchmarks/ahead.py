"""``win --ahead`` against brute force: small random positions, every legal answer to every question of an action.

    python benchmarks/ahead.py [POSITIONS] [FIRST] [DEEP]      300 positions from number 0, one action deep

Brute force knows nothing of prospects: it plays each action through the rules with all answers, all throws of the dice
and all names that unknown cards may have, and then lets everybody pass, turn after turn, asking each check that comes
who wins. For every player whose next win comes about, comes sooner, or is gone, it works out the best chance of the one
who acts, others answering as is worst, and as is best. The search must find the same ends (none missed, none invented)
with the same chances. Leaves with status 1 if it does not. A position in which either gives up is counted as skipped.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oathtools import catalog
from oathtools.ahead.standing import winning
from oathtools.ahead.ways import ways
from oathtools.engine.decision import Decision, Form
from oathtools.engine.driver import Driver
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn.loop import program
from oathtools.procedures.victory import check
from oathtools.table import knowledge
from oathtools.table.state import DECK_GROUPS, EXILE, State
from tests.ahead.passing import passing
from tests.tables import Table, a_table, down

MOST = 1_500  # runs of brute force in one position; beyond that it is skipped
CARDS = ("longbows", "keep", "elders", "errand_boy", "wrestlers", "tents", "naysayers", "rangers")
RELICS = ("grand_mask", "cursed_cauldron", "cracked_horn", "map", "skeleton_key")
VISIONS = ("conquest", "rebellion", "sanctuary", "faith")

Soonest = dict[str, tuple[int, int]]


class TooMany(Exception):
    """Brute force would take too long."""


# -- small positions -------------------------------------------------------------------------------------------------


def small(number: int) -> Table:
    """A late and narrow table: two or three players, few warbands, few cards, a deck of a few."""
    rng = Random(f"ahead {number}")
    table = a_table(rng.choice((2, 3, 3))).oath(rng.choice(("supremacy", "people", "devotion", "protection")))
    table.round(rng.choice((5, 6, 7, 8))).visions(rng.choice((2, 3, 3, 3, 4)))
    seats = table.state.seats
    cards, relics, visions = (rng.sample(each, len(each)) for each in (CARDS, RELICS, VISIONS))
    citizen = rng.random() < 0.3
    roles = {seat: "citizen" if citizen and seat == "blue" else EXILE for seat in seats[1:]}
    for seat in seats:
        exile = roles.get(seat) == EXILE
        advisers: list[Any] = [down(visions.pop())] if exile and rng.random() < 0.4 else []
        table.seat(
            seat,
            role=roles.get(seat),
            at=rng.randrange(3),
            supply=rng.choice((2, 3, 4)),
            favor=rng.randint(0, 4),
            secrets=rng.randint(0, 3),
            warbands=rng.choice((0, 0, 1, 1, 2)),
            advisers=advisers,
            relics=[relics.pop()] if relics and rng.random() < 0.4 else [],
            vision=visions.pop() if exile and rng.random() < 0.7 else None,
        )
    colors = [None, "purple", *(seat for seat in seats[1:] if roles[seat] == EXILE)]
    for slot in range(3):
        color = rng.choice(colors)
        here = [cards.pop()] if rng.random() < 0.4 else []
        table.site(slot, cards=here, warbands={color: 1} if color else None)
    for banner in ("peoples_favor", "darkest_secret"):
        table.banner(banner, rng.choice((None, *seats)), rng.randint(1, 2), mob=rng.random() < 0.5)
    table.reliquary(None, None, None, None)
    top = [cards.pop() for _ in range(3)] if rng.random() < 0.5 else []
    if not top:  # three cards that nobody knows, a Vision among them
        table.box(*visions[1:], "conspiracy")
    table.pool(*top, *(cards.pop() for _ in range(2))).deck(*top, rest=not top)
    table.turn(rng.choice(seats))
    return table


def settled(game: Game, rng: Random) -> Game:
    """The title with one who meets the oath, where somebody does (2.11)."""
    from oathtools.procedures.machine import title

    heirs = title.heirs_to(game)
    if game.state.oathkeeper not in heirs:
        game.state.oathkeeper = heirs[0]
    holder = game.state.oathkeeper
    game.state.usurper = holder is not None and game.state.players[holder].role == EXILE and rng.random() < 0.5
    game.rest(True)
    return game


# -- the oracle ------------------------------------------------------------------------------------------------------


class Oracle:
    """Each player's next win, by letting everybody pass and asking every check of the rules; nobody ends the game."""

    def __init__(self) -> None:
        self.known: dict[str, Soonest] = {}

    def soonest(self, game: Game) -> Soonest:
        """Who would be told the winner, and at which round and check first."""
        key = _bare(game.state)
        if key not in self.known:
            self.known[key] = self._played(Game(game.state.copy(), game.registry, game.readings))
        return self.known[key]

    def _played(self, game: Game) -> Soonest:
        found: Soonest = {}
        checks = 0
        over = False

        def look() -> None:
            nonlocal checks, over
            state = game.state
            if state.phase == "wake" and state.step in ("4.1.2",):
                checks += 1
                verdict = check.at_wake(game, state.turn)
                if verdict.winner is not None:
                    found.setdefault(verdict.winner, (state.round, checks))
                state.step = "4.1.3"
            elif state.phase == "round-end":
                checks += 1
                verdict = check.at_round_end(game, max(catalog.END_FACES))
                if verdict.winner is not None:
                    found.setdefault(verdict.winner, (state.round, 1000 + checks))
                over = state.round >= catalog.LAST_ROUND

        driver = Driver(lambda: None if over else program(game), look)
        driver.start()
        while driver.pending is not None:
            asked = driver.pending
            driver.answer([str(min(catalog.END_FACES))] if asked.kind == "end.die" else passing(asked))
        return found


def _bare(state: State) -> str:
    """A state without what nobody who passes uses: supply, favor and secrets but on banners, cards in piles."""
    bare = state.copy()
    for player in bare.players.values():
        player.supply = 0
    for place, pile in bare.pieces.items():
        if not place.startswith("banner."):
            for what in ("favor", "secret", "hidden"):
                pile.pop(what, None)
    for zone in [zone for zone in bare.zones if zone.startswith(("discard.", "world.", "relic_deck.", "hand."))]:
        del bare.zones[zone]
    bare.layers, bare.groups, bare.handles = {}, {}, {}
    bare.taken, bare.discarded = [], {}
    return bare.canonical()


# -- brute force -----------------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """For every end the chance whatever others answer, and the chance if they answer as is best for it."""

    sure: dict[Any, Fraction]
    likely: dict[Any, Fraction]


class Brute:
    """Every answer to every question of one action after another."""

    def __init__(self, game: Game, deep: int) -> None:
        self.game, self.seat, self.deep, self.runs = game, game.state.turn, deep, 0
        self.oracle = Oracle()
        self.before = self.oracle.soonest(game)

    def best(self) -> Value:
        """The best of every end."""
        return self._action(self.game, self.deep)

    def _action(self, game: Game, deep: int) -> Value:
        return self._asked(game, deep, [])

    def _asked(self, base: Game, deep: int, answers: list[Any]) -> Value:
        self.runs += 1
        if self.runs > MOST:
            raise TooMany
        game = Game(base.state.copy(), base.registry, base.readings)
        game.rest(True)
        begun: list[bool] = []

        def once() -> Any:
            return None if begun else (begun.append(True), program(game))[1]

        driver = Driver(once)
        driver.start()
        for answer in answers:
            driver.answer(answer)
        decision = driver.pending
        if decision is None:
            return self._end(game, deep)
        if decision.form is Form.OUTCOME:
            return self._chance(base, deep, answers, decision, game.state)
        if not answers and (decision.kind != "act" or decision.who != self.seat):
            return self._leaf(game)
        options = [each for each in every(decision) if each not in ("end", "declare") or decision.kind != "act"]
        values = [self._asked(base, deep, [*answers, each]) for each in options]
        if not answers:
            values.append(self._leaf(base))
        return _pick(values, decision.who == self.seat)

    def _end(self, game: Game, deep: int) -> Value:
        here = self._leaf(game)
        if deep < 2 or game.state.phase != "act":
            return here
        return _pick([here, self._action(game, deep - 1)], True)

    def _leaf(self, game: Game) -> Value:
        after = self.oracle.soonest(game)
        before = self.before
        made = {("makes", who) for who, when in after.items() if who not in before or when < before[who]}
        gone = {("prevents", who) for who, when in before.items() if who not in after or when < after[who]}
        sure = dict.fromkeys(made | gone, Fraction(1))
        return Value(sure, sure)

    def _chance(self, base: Game, deep: int, answers: list[Any], decision: Decision, state: State) -> Value:
        parts: Counter[tuple[Any, ...]] = Counter()
        total = 0
        for fell in outcomes(decision, state):
            parts[tuple(fell) if isinstance(fell, list) else (fell,)] += 1
            total += 1
        sure: Counter[Any] = Counter()
        likely: Counter[Any] = Counter()
        many = decision.kind.endswith("-roll")
        merged: Counter[tuple[Any, ...]] = Counter()
        for outcome, ways_ in parts.items():
            merged[tuple(sorted(outcome)) if many else outcome] += ways_
        for outcome, ways_ in merged.items():
            answer = list(outcome) if _is_list(decision) else outcome[0]
            value = self._asked(base, deep, [*answers, answer])
            for into, of in ((sure, value.sure), (likely, value.likely)):
                for end, part in of.items():
                    into[end] += part * Fraction(ways_, total)
        return Value(dict(sure), dict(likely))


def _is_list(decision: Decision) -> bool:
    return not isinstance(decision.random(Random(1)), str | int)


def _pick(values: list[Value], mine: bool) -> Value:
    ends = {end for value in values for end in (*value.sure, *value.likely)}
    worst: Callable[[Iterator[Fraction]], Fraction] = max if mine else min  # type: ignore[assignment]
    sure = {end: worst(value.sure.get(end, Fraction(0)) for value in values) for end in ends}
    likely = {end: max(value.likely.get(end, Fraction(0)) for value in values) for end in ends}
    return Value({end: part for end, part in sure.items() if part}, {end: part for end, part in likely.items() if part})


def every(decision: Decision) -> Iterator[Any]:
    """Every legal answer of any form."""
    options, low, high = list(decision.options), decision.low, decision.high
    tried: dict[Form, Callable[[], Iterator[Any]]] = {
        Form.ONE: lambda: iter(options),
        Form.AMOUNT: lambda: iter(range(low, high + 1)),
        Form.SOME: lambda: (list(some) for number in range(low, high + 1) for some in combinations(options, number)),
        Form.ORDER: lambda: (list(some) for some in permutations(options)),
        Form.NOTE: lambda: iter([""]),
        Form.DISTRIBUTE: lambda: (
            {option: share for option, share in zip(options, shares, strict=True) if share}
            for shares in product(*(range(min(high, (decision.caps or {}).get(o, high)) + 1) for o in options))
        ),
    }
    return (answer for answer in tried[decision.form]() if decision.allows(answer))


def outcomes(decision: Decision, state: State) -> Iterator[Any]:
    """Everything that chance may say, each as often as it is likely: throws side by side, cards name by name."""
    if decision.private and decision.default is not None:
        yield decision.default
    elif decision.kind.endswith("-roll"):
        dice = catalog.ATTACK_FACES if "attack" in decision.kind else catalog.DEFENSE_FACES
        sides = [face.id for face in dice for _ in range(face.sides)]
        yield from map(list, product(sides, repeat=decision.low))
    elif decision.kind == "face":
        names = knowledge.possible_names(state, state.handles[decision.about["card"]].groups)
        yield from filter(decision.allows, names)
    elif isinstance(decision.about, dict) and decision.about.get("source") in DECK_GROUPS:
        yield from _drawn(decision, state)
    else:
        raise TooMany


def _drawn(decision: Decision, state: State) -> Iterator[list[str]]:
    """Every order of the cards of a deck whose names are unknown; the cards on top of it that are known come first."""
    deck = decision.about["source"]
    top = list(state.zone(f"{deck}.top"))
    if any(card in state.handles for card in top) or state.zone(f"{deck}.bottom") or len(state.layers[deck]) > 1:
        raise TooMany
    names = [
        name
        for back, count in (state.layers[deck][0] if state.layers[deck] else {}).items()
        for name in _exactly(knowledge.possible_names(state, (DECK_GROUPS[deck][back],)), count)
    ]
    for order in permutations(names, max(0, decision.about["count"] - len(top))):
        cards = [*top, *order][: decision.about["count"]]
        vision = next((at for at, card in enumerate(cards) if card.startswith("vision.")), None)
        stops = decision.about["stop_at_vision"] and vision is not None
        yield cards[: vision + 1] if stops else cards  # type: ignore[operator]


def _exactly(names: list[str], count: int) -> list[str]:
    if len(names) != count:
        raise TooMany
    return names


# -- compared --------------------------------------------------------------------------------------------------------


class Compared(NamedTuple):
    """What came of one position: ends that both found, and what parts them."""

    ends: int
    missed: list[str]
    invented: list[str]
    other_odds: list[str]
    runs: int


def compared(number: int, deep: int = 1) -> Compared | None:
    """One position; None if either gave up."""
    game = settled(small(number).game(), Random(number))
    brute = Brute(game, deep)
    try:
        value = brute.best()
    except TooMany:
        return None
    search = ways(game, game.state.turn, 60_000, deep)
    if not search.first or search.later or search.second < search.tables:
        return None
    found: dict[tuple[str, str], tuple[Fraction, Fraction]] = {}
    for way in search.ways:
        end = way.effect, way.won.who
        sure, likely = found.get(end, (Fraction(0), Fraction(0)))
        found[end] = max(sure, way.sure), max(likely, way.likely)
    told = f"{number}: {game.state.turn}"
    missed = [f"{told} {end}" for end in value.likely if end not in found]
    invented = [f"{told} {end}" for end in found if end not in value.likely]
    other = [
        f"{told} {end}: {[*map(str, odds)]} where it is {value.sure.get(end, 0)}, {value.likely[end]}"
        for end, odds in found.items()
        if end in value.likely and odds != (value.sure.get(end, Fraction(0)), value.likely[end])
    ]
    assert winning(game).keys() == brute.before.keys(), number
    return Compared(len(value.likely), missed, invented, other, brute.runs)


def main(positions: str = "300", first: str = "0", deep: str = "1") -> int:
    began, runs, ends, skipped, wrong = time.process_time(), 0, 0, 0, []
    for number in range(int(first), int(first) + int(positions)):
        one = compared(number, int(deep))
        if one is None:
            skipped += 1
            continue
        runs, ends = runs + one.runs, ends + one.ends
        for kind in ("missed", "invented", "other_odds"):
            for said in getattr(one, kind):
                wrong.append(kind)
                print(f"{kind}: {said}", flush=True)
    took = time.process_time() - began
    print(
        f"{int(positions) - skipped} positions compared, {skipped} skipped, {ends} ends, {runs} runs of brute force in "
        f"{took:.0f} s; {', '.join(f'{wrong.count(kind)} {kind}' for kind in ('missed', 'invented', 'other_odds'))}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
