"""An evening reviewed: how near everybody was turn by turn, each campaign with its exact chance, luck, wins not taken.

Everything is asked where it is asked during a game: who is how near of ``ahead.standing``, chances of
``battles.at_hand``, wins that could be made of ``ahead.ways``; each on the table as it stood then, as far as it
could be known. No bot judges anything: a win that is named is one by the rules, its chance is exact.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from oathtools.ahead.standing import Prospect, distance, next_winners, winning
from oathtools.ahead.ways import MAKES, Way, ways
from oathtools.answerers.battles import at_hand
from oathtools.answerers.reading import table_of
from oathtools.engine.decision import Decision
from oathtools.journal.entry import Entry
from oathtools.journal.play import Play
from oathtools.odds.battle import Ending
from oathtools.odds.exact import chance, distribution
from oathtools.procedures.campaign.account import Account, account
from oathtools.procedures.campaign.fight import ACTION
from oathtools.procedures.campaign.staged import Beat, How, ends
from oathtools.procedures.machine.game import Game
from oathtools.table.effects import Event
from oathtools.table.state import PLAYING, State

# Answers that are tried before each action: enough for every way of one action at most tables; and in a whole evening,
# about a minute's worth, the same part before each of its actions.
ANSWERS, EVENING = 2_000, 100_000
LEAST = Fraction(1, 20)  # a way that would hardly ever have come true is no win that was not taken


class Stand(NamedTuple):
    """How near everybody was as a turn began, after answer ``n``.

    ``leads`` wins next as the table stands; ``nearest`` is the nearest way of each, None where there is none left.
    """

    n: int
    round: int
    turn: str
    leads: str
    nearest: Mapping[str, Prospect | None]


class Fought(NamedTuple):
    """A campaign, declared with answer ``n`` at a table, ``then``, and over with answer ``end``.

    ``declared``: the attacker's chance as ``odds`` told it then, in rolls and rolls in all; ``settled``: the same once
    plans and Allies were, before the dice.
    """

    n: int
    end: int
    then: State
    course: Account
    declared: tuple[int, int]
    settled: tuple[int, int]

    @property
    def won(self) -> bool:
        """Was the attacker victorious?"""
        return bool(self.course.won)

    @property
    def fell(self) -> bool:
        """Did the dice allow the victory? Its price in sacrifices is a choice, and no luck."""
        result = self.course.result
        return self.won if result is None else result.needed == 0 or result.enough

    @property
    def sides(self) -> tuple[str, str]:
        """Who attacked, and who was attacked."""
        return self.course.declared["player"], self.course.declared["against"]


class Tally(NamedTuple):
    """What somebody had in all, what the dice gave on average, and how likely so much or more of such luck was."""

    had: int
    expected: Fraction
    likely: Fraction


class Luck(NamedTuple):
    """The luck of one player, or of the bandits, in the campaigns they led or were attacked in."""

    who: str
    battles: int
    wins: Tally
    lost: Tally


class Missed(NamedTuple):
    """What could have been done after answer ``n`` and was not: a win made, or the one that came prevented.

    ``game``: the table as the player could know it then.
    """

    n: int
    round: int
    seat: str
    way: Way
    game: Game


class Looked(NamedTuple):
    """How deep wins were looked for: actions, before how many actions of the game, how many answers were tried at most
    before each of them, what was not tried in every way.
    """

    deep: int
    moments: int
    answers: int
    untried: tuple[str, ...]


class Review(NamedTuple):
    """A game reviewed. ``turned``: the turn in which it fell to its winner for good; None if nobody has won."""

    stands: tuple[Stand, ...]
    battles: tuple[Fought, ...]
    luck: tuple[Luck, ...]
    missed: tuple[Missed, ...]
    turned: Stand | None
    looked: Looked


def review(play: Play, viewer: str | None = None, spoil: bool = False, deep: int = 1) -> Review:
    """A game reviewed as everybody could know it then, or the viewer; ``spoil``: each player by what they knew.

    ``deep``: how many actions are tried before each action of the game, 0 to 2. Raises ``ReplayError``.
    """
    acts = sum(entry.kind == "act" for entry in play.live) + 1
    evening, battles = _Evening(viewer, spoil, deep, min(ANSWERS, EVENING // acts) * deep**2), Battles()
    evening.begin(play.again(0, digests=False))
    for now, decision, entry, events in play.replayed():
        evening.follow(now, entry, events)
        battles.follow(now, decision, entry, events)
    evening.close(play)
    fought = tuple(battles.over)
    result = play.state.result or {}
    stands, winner = tuple(evening.stands), result.get("winner")
    missed = [each for each in evening.missed if each.way.effect == MAKES or _came(each.way.won, result)]
    looked = Looked(deep, evening.moments, evening.answers, tuple(evening.untried))
    lucky = tuple(luck([(each, each.sides) for each in fought]))
    return Review(stands, fought, lucky, tuple(missed), _turned(stands, winner), looked)


def _came(won: Prospect, result: Mapping[str, Any]) -> bool:
    """Is it the win that ended the game?"""
    ways = [tuple(way) for way in result.get("ways", ())]
    came = won.who == result.get("winner") and won.moment.round == result["round"]
    return came and (won.claim.how, won.claim.clause) in ways


def _turned(stands: tuple[Stand, ...], winner: str | None) -> Stand | None:
    """The turn after which its winner was always the next to win."""
    if winner is None or not stands:
        return None
    led = len(stands)
    while led and stands[led - 1].leads == winner:
        led -= 1
    return stands[max(led - 1, 0)]


# -- turn by turn ----------------------------------------------------------------------------------------------------


class _Evening:
    """What is looked at as the turns go by: who stands how near, and what the player of each could have done."""

    def __init__(self, viewer: str | None, spoil: bool, deep: int, answers: int) -> None:
        self.viewer, self.spoil, self.deep, self.answers = viewer, spoil, deep, answers
        self.stands: list[Stand] = []
        self.missed: list[Missed] = []
        self.moments = 0
        self.untried: dict[str, str] = {}
        self._found: dict[tuple[str, str], Missed] = {}
        self._done: list[tuple[str, Mapping[str, Any]]] = []

    def begin(self, now: Play) -> None:
        """The table before the first answer."""
        self._stand(now, 0)
        self._search(now, 0)

    def follow(self, now: Play, entry: Entry, events: list[Event]) -> None:
        """One more answer, and what happened."""
        self._done += [(each.facts["action"], each.facts["given"]) for each in events if each.kind == "action"]
        if any(event.kind == "turn" for event in events):
            self.close(now)
            self._stand(now, entry.n)
        self._search(now, entry.n)

    def _stand(self, now: Play, n: int) -> None:
        if now.state.phase not in PLAYING:
            return
        game = table_of(now, now.state.turn, self.viewer, spoil=self.spoil).game
        nearest = {seat: _nearest(game, seat) for seat in game.state.seats}
        self.stands.append(Stand(n, now.state.round, now.state.turn, next_winners(game)[0].who, nearest))

    def _search(self, now: Play, n: int) -> None:
        """The best way to each end that is found before an action, kept until the turn is over."""
        state, pending = now.state, now.pending
        seat = state.turn
        if not self.deep or pending is None or (pending.kind, pending.who, state.phase) != ("act", seat, "act"):
            return
        game = self._known(now, seat)
        search = ways(game, seat, self.answers, self.deep)
        self.moments += 1
        self.untried |= {**search.untried, **search.later}
        for way in search.ways:
            if way.sure >= LEAST and (way.effect == MAKES) == (way.won.who == seat):
                before = self._found.get((way.effect, way.won.who))
                if before is None or way.sure > before.way.sure:
                    self._found[way.effect, way.won.who] = Missed(n, state.round, seat, way, game)

    def _known(self, now: Play, seat: str) -> Game:
        """The table as a player could know it, no more of it told than the viewer may hear."""
        return table_of(now, seat, seat if self.spoil or seat == self.viewer else None).game

    def close(self, now: Play) -> None:
        """A turn is over: what was found in it and neither done nor tried."""
        for each in self._found.values():
            after = winning(self._known(now, each.seat)) if now.state.phase in PLAYING else {}
            stands = each.way.won.who in after or each.way.won.who == (now.state.result or {}).get("winner")
            if stands != (each.way.effect == MAKES) and not _tried(each.way, self._done):
                self.missed.append(each)
        self._found, self._done = {}, []


def _nearest(game: Game, seat: str) -> Prospect | None:
    """The nearest way of a player that rests on nothing unknown."""
    return next((each for each in distance(game, seat) if each.unless is None), None)


def _tried(way: Way, done: list[tuple[str, Mapping[str, Any]]]) -> bool:
    """Did the player do all that, though otherwise it came?"""

    def same(given: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
        return all(name == "dice" or given.get(name) == value for name, value in wanted.items())

    return all(any(act.action == name and same(given, act.given) for name, given in done) for act in way.actions)


# -- campaigns -------------------------------------------------------------------------------------------------------


class _Open:
    """A campaign under way."""

    def __init__(self, n: int, now: Play, first: Beat) -> None:
        self.n, self.then, self.beats = n, now.state.copy(), [first]
        self.declared: tuple[int, int] | None = None


class Battles:
    """The campaigns of a game, also those that follow on from another (10.2)."""

    def __init__(self) -> None:
        self.under_way: list[_Open] = []
        self.over: list[Fought] = []
        self.latest: Sequence[Beat] = ()  # of the campaign that this answer belongs to

    def follow(self, now: Play, decision: Decision | None, entry: Entry, events: list[Event]) -> None:
        """One more answer, and what happened."""
        if entry.adjust is not None:
            self.under_way = []
        for each in self.under_way:
            each.beats.append(Beat(decision, entry.answer, How.GIVEN, events))
        for at, event in enumerate(events):
            if event.kind == "action" and event.facts["action"] == ACTION:
                self.under_way.append(_Open(entry.n, now, Beat(decision, entry.answer, How.GIVEN, events[at:])))
        self.latest = self.under_way[-1].beats if self.under_way else ()
        for each in self.under_way:
            each.declared = each.declared or _as_declared(now, account(each.beats))
        for each in [each for each in self.under_way if ends(each.beats)]:
            self.under_way.remove(each)
            self.over += _fought(each, entry.n)


def _as_declared(now: Play, course: Account) -> tuple[int, int] | None:
    """The chance of a campaign that was declared just now, by what is known of it then."""
    odds = None if course.result is not None or course.won is not None else at_hand(now, course)
    battle = course.battle or course.before
    return odds.win if odds is not None else battle and chance(battle)


def _fought(each: _Open, end: int) -> Iterator[Fought]:
    """What became of it; nothing of one that never came to its battle."""
    course = account(each.beats)
    if course.battle is not None and course.won is not None:
        settled = course.chance("defense")
        yield Fought(each.n, end, each.then, course, each.declared or settled, settled)


# -- luck ------------------------------------------------------------------------------------------------------------


def luck(battles: Sequence[tuple[Fought, tuple[str, str]]]) -> Iterator[Luck]:
    """The luck of all who fought, as they are called: of every campaign once for either side."""
    for who in dict.fromkeys(who for _, sides in battles for who in sides):
        mine = [(each, sides.index(who)) for each, sides in battles if who in sides]
        wins = [(int(each.fell == (side == 0)), _rolls(each, _WON[side])) for each, side in mine]
        lost = [(_LOST[side](each.course.ending), _rolls(each, _LOST[side]))
                for each, side in mine if each.course.ending]  # fmt: skip
        yield Luck(who, len(mine), _tally(wins, more=True), _tally(lost, more=False))


Counted = Callable[[Ending], int]
_WON: tuple[Counted, Counted] = (lambda ending: int(ending.won), lambda ending: int(not ending.won))
_LOST: tuple[Counted, Counted] = (lambda ending: ending.attacker_lost, lambda ending: ending.defender_lost)


def _rolls(each: Fought, of: Counted) -> dict[int, int]:
    """How many rolls come to what."""
    assert each.course.battle is not None
    found: dict[int, int] = {}
    for ending, rolls in distribution(each.course.battle).endings.items():
        found[of(ending)] = found.get(of(ending), 0) + rolls
    return found


def _tally(parts: list[tuple[int, dict[int, int]]], *, more: bool) -> Tally:
    """Added up exactly: the sums of independent counts, each with how many rolls come to what."""
    sums = {0: 1}
    for _, part in parts:
        then: dict[int, int] = {}
        for so_far, rolls in sums.items():
            for number, of_these in part.items():
                then[so_far + number] = then.get(so_far + number, 0) + rolls * of_these
        sums = then
    had, total = sum(number for number, _ in parts), sum(sums.values())
    expected = Fraction(sum(number * rolls for number, rolls in sums.items()), total)
    high = had > expected or (had == expected and more)
    likely = sum(rolls for number, rolls in sums.items() if (number >= had if high else number <= had))
    return Tally(had, expected, Fraction(likely, total))
