"""Who would win next, by brute force: small random positions, every legal answer to every question of an action.

It knows nothing of prospects: it plays each action through the rules with all answers, all throws of the dice
and all names that unknown cards may have, and then lets everybody pass, turn after turn, asking each check that comes
who wins. For every player whose next win comes about, comes sooner, or is gone, it works out the best chance of the one
who acts, others answering as is worst, and as is best (but no defender gives attack dice away). The search must find
the same ends (none missed, none invented) with the same chances. Two deep, a second action follows what the one who
acts has decided alone: after luck, or another's word, the search takes none, and says so.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from math import factorial, prod
from random import Random
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.ahead.standing import winning
from oathtools.ahead.ways import ways
from oathtools.engine.decision import Decision, Form
from oathtools.engine.driver import Driver
from oathtools.law import rulings
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import program
from oathtools.procedures.victory import check
from oathtools.table import knowledge
from oathtools.table.state import DECK_GROUPS, EXILE, State
from tests.support.passing import passing
from tests.support.tables import Table, a_table, down

MOST = 12_000
CARDS = ("longbows", "keep", "elders", "errand_boy", "wrestlers", "tents", "naysayers", "rangers")
RELICS = ("grand_mask", "cursed_cauldron", "cracked_horn", "map", "skeleton_key")
BANNER = {"people": "peoples_favor", "devotion": "darkest_secret"}
VISIONS = ("conquest", "rebellion", "sanctuary", "faith")

# The open points that bear on who wins next, and on the chance of a campaign that decides it.
POINTS = ("A-01", "A-02", "A-03", "A-04", "A-05", "A-07", "A-09", "A-59", "A-104", "A-147")

Soonest = dict[str, tuple[int, int]]


class TooMany(Exception):
    """Brute force would take too long."""


# -- small positions -------------------------------------------------------------------------------------------------


def small(number: int) -> Table:
    """A late and narrow table: two or three players, few warbands, few cards, a deck of a few.

    More often than not something is near: whoever acts has what it takes to recover the banner that the oath is about,
    one relic, banner or site less than the title takes, or a Vision whose goal is met.
    """
    rng = Random(f"ahead {number}")
    oath = rng.choice(("supremacy", "people", "devotion", "protection"))
    table = a_table(rng.choice((2, 3))).oath(oath)
    seats = table.state.seats
    cards, relics, visions = (rng.sample(each, len(each)) for each in (CARDS, RELICS, VISIONS))
    roles = {seat: "citizen" if seat == "blue" and rng.random() < 0.3 else EXILE for seat in seats[1:]}
    actor = rng.choice(seats)
    exiled = roles.get(actor) == EXILE
    # Of an Exile the title flips at one Wake and wins at the next; the Empire may still do something in the last round.
    table.round(rng.choice((6, 7, 7) if exiled else (6, 7, 8))).visions(rng.choice((2, 3, 3, 4)))
    rivals = [seat for seat in seats if seat != actor and (exiled or roles.get(seat) == EXILE)] or [*seats[1:]]
    near, here = rng.random() < 0.85, rng.randrange(3)
    wanted = BANNER.get(oath) or rng.choice(tuple(BANNER.values()))
    tokens = {banner: rng.choice((1, 1, 2)) for banner in BANNER.values()}
    holders: dict[str, str | None] = {banner: rng.choice((None, *seats)) for banner in tokens}
    if near:
        holders[wanted] = rng.choice(rivals if not exiled else (None, *rivals))
    pays = {each: tokens[each] + 1 if near and each == wanted else rng.choice((0, 0, 1)) for each in tokens}
    hidden = _vision_of(oath) if near else visions[0]
    fights = oath == "supremacy" or rng.random() < 0.1
    for seat in seats:
        exile, acts = roles.get(seat) == EXILE, seat == actor
        advisers: list[Any] = []
        if acts and exile and hidden in visions and rng.random() < 0.4:
            visions.remove(hidden)
            advisers.append(down(hidden))
        table.seat(
            seat,
            role=roles.get(seat),
            at=here if acts else rng.choice([at for at in range(3) if at != here]),
            supply=(2 if fights else 1) if acts else 3,
            favor=pays["peoples_favor"] if acts else rng.choice((0, 0, 1)),
            secrets=pays["darkest_secret"] if acts else rng.choice((0, 0, 1)),
            warbands=rng.choice((1, 2)) if acts and fights else rng.choice((0, 0, 1)),
            advisers=advisers,
            relics=[relics.pop()] if rng.random() < 0.2 else [],
            vision=visions.pop() if exile and not advisers and rng.random() < 0.4 else None,
        )
    colors = [None, "purple", *(seat for seat in seats[1:] if roles[seat] == EXILE)]
    mine = "purple" if not exiled else actor
    sides = [mine, rng.choice([each for each in colors[1:] if each != mine])]
    elsewhere = iter(sides)
    for slot in range(3):
        color = rng.choice(colors)
        if near and oath == "supremacy":  # one each elsewhere, so that the one here decides
            color = rng.choice((None, sides[1])) if slot == here else next(elsewhere)
        lies = [cards.pop()] if rng.random() < 0.3 else []
        found = [relics.pop()] if slot == here and rng.random() < 0.3 else []
        table.site(slot, cards=lies, relics=found, warbands={color: 1} if color else None)
    for banner, holder in holders.items():
        table.banner(banner, holder, tokens[banner], mob=rng.random() < 0.5)
    table.reliquary(None, None, None, None)
    top = [cards.pop() for _ in range(3)] if rng.random() < 0.7 else []
    if not top:  # three cards that nobody knows, a Vision among them
        table.box(*visions[1:], "conspiracy")
    table.pool(*top, *(cards.pop() for _ in range(2))).deck(*top, rest=not top)
    table.turn(actor)
    return table


def _vision_of(oath: str) -> str:
    """The Vision whose goal is that of an oath."""
    return next(each for each in VISIONS if catalog.vision(f"vision.{each}").oath == f"oath.{oath}")


def read(number: int) -> dict[str, str]:
    """How the table of a number reads the points that bear on it."""
    rng = Random(f"read {number}")
    return {point: rng.choice([*rulings.point(point).readings]) for point in POINTS}


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
        self.known: dict[tuple[int, str], Value] = {}
        self.oracle = Oracle()
        self.before = self.oracle.soonest(game)

    def best(self) -> Value:
        """The best of every end."""
        return self._action(self.game, self.deep)

    def _action(self, game: Game, deep: int) -> Value:
        key = deep, game.state.canonical()
        if key not in self.known:
            self.known[key] = self._asked(game, deep, ())
        return self.known[key]

    def _asked(self, base: Game, deep: int, trace: tuple[Any, ...], own: bool = True) -> Value:
        """``own``: has neither chance nor anybody else had a say so far?"""
        self.runs += 1
        if self.runs > MOST:
            raise TooMany
        game = base.apart()
        steps = program(game)
        assert steps is not None
        driver = Driver.once(steps)
        driver.follow(trace)
        trace = (*trace, *(answer for _, answer in driver.skipped))
        decision = driver.pending
        if decision is None:
            return self._end(game, deep if own else 1)
        if decision.form is Form.OUTCOME:
            return self._chance(base, deep, trace, decision, game.state)
        if not trace and (decision.kind != "act" or decision.who != self.seat):
            return self._leaf(game)
        options = [each for each in every(decision) if each not in ("end", "declare") or decision.kind != "act"]
        if decision.kind.endswith(".plan") and decision.who != self.seat:
            options = [each for each in options if "=+" not in each]  # dice that a defender gives to the attacker
        own = own and decision.who == self.seat
        values = [self._asked(base, deep, (*trace, each), own) for each in options]
        if not trace:
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

    def _chance(self, base: Game, deep: int, trace: tuple[Any, ...], decision: Decision, state: State) -> Value:
        parts = (
            throws(decision) if decision.kind.endswith("-roll") else Counter(map(_as_key, outcomes(decision, state)))
        )
        total = sum(parts.values())
        sure: Counter[Any] = Counter()
        likely: Counter[Any] = Counter()
        for outcome, ways_ in parts.items():
            answer = list(outcome) if _is_list(decision) else outcome[0]
            value = self._asked(base, deep, (*trace, answer), own=False)
            for into, of in ((sure, value.sure), (likely, value.likely)):
                for end, part in of.items():
                    into[end] += part * Fraction(ways_, total)
        return Value(dict(sure), dict(likely))


def throws(decision: Decision) -> Counter[tuple[Any, ...]]:
    """Every throw of some dice, whichever die shows which face, and by how many sides of the dice it comes."""
    dice = catalog.ATTACK_FACES if "attack" in decision.kind else catalog.DEFENSE_FACES
    found: Counter[tuple[Any, ...]] = Counter()
    for faces in combinations_with_replacement(dice, decision.low):
        orders = factorial(len(faces))
        for many in Counter(faces).values():
            orders //= factorial(many)
        found[tuple(face.id for face in faces)] += orders * prod(face.sides for face in faces)
    return found


def _as_key(fell: Any) -> tuple[Any, ...]:
    return tuple(fell) if isinstance(fell, list) else (fell,)


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
    """Everything else that chance may say, each as often as it is likely: cards name by name."""
    if decision.private and decision.default is not None:
        yield decision.default
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


def compared(number: int, deep: int = 1, otherwise: bool = False) -> Compared | None:
    """One position, perhaps at a table that reads points otherwise; None if either gave up."""
    table = small(number)
    for point, reading in read(number).items() if otherwise else ():
        table.reading(point, reading)
    game = settled(table.game(), Random(number))
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
