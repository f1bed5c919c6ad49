"""How far everybody is from winning: at which check, by what, what is missing, and who is nearest to taking it away.

All of it is asked of the claims of ``procedures.victory``, the same that a win check asks whether they stand. Pure
functions of a game; for whoever may not know all of it, one in which the rest is unknown (``table.position.public``).

    for prospect in distance(game, "red"):          # the nearest first
        prospect.stands, prospect.short, prospect.turns, prospect.chance
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from oathtools import catalog
from oathtools.procedures.machine import title
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.title import Goal
from oathtools.procedures.victory import claims
from oathtools.procedures.victory.check import Ends, ends
from oathtools.procedures.victory.claims import WAKE, Claim, Moment, Part
from oathtools.table.knowledge import possible_names
from oathtools.table.state import CONSPIRACY, EXILE, State

if TYPE_CHECKING:
    from fractions import Fraction

WAKES = 3  # of each player are looked at: a title taken in a turn flips at the next Wake and wins at the one after
SURE = Ends(tuple(catalog.END_FACES), (), ())


class Breaker(NamedTuple):
    """Who could take a victory away before its moment, by what (a part of a claim), and how far they are from it.

    ``what``: ``title``, ``goal`` (more of what a Vision's goal counts), ``successor``, or ``first`` (a claim that is
    asked before). ``short``: how many sites, relics, cards or conditions they lack at the least; ``turns``: their turns
    until then.
    """

    who: str
    what: str
    short: int
    turns: int
    clause: str
    goal: Goal | None = None


class Unless(NamedTuple):
    """What a prospect rests on that is not known: an unknown card that has to be this one."""

    card: str
    face: str


class Prospect(NamedTuple):
    """How one player would win at one moment.

    ``first``: a claim that stands too and is asked before this one. ``ends``: on which faces of the end die there is a
    winner at all (3.3). ``turns``: the turns of the player until then, the one under way among them. ``unless``: what
    it rests on that is not known.
    """

    claim: Claim
    moment: Moment
    first: Claim | None
    ends: Ends
    turns: int
    unless: Unless | None = None

    @property
    def who(self) -> str:
        """The seat that would win."""
        return self.claim.who

    @property
    def stands(self) -> bool:
        """Would they win then as the table stands now, if the end die agrees where one is rolled?"""
        return self.first is None and self.claim.stands

    @property
    def missing(self) -> tuple[Part, ...]:
        """The parts of the claim that are not met."""
        return self.claim.missing

    @property
    def short(self) -> int:
        """How many things are missing at the least: sites, relics, banners, Visions, the title's other side."""
        return sum(part.missing for part in self.claim.parts) + (self.first is not None)

    @property
    def in_reach(self) -> bool:
        """Are there turns enough for what is missing? A title must be held through a Wake: there it flips (4.1.3)."""
        wanted = 2 if any(part.what == claims.TITLE for part in self.missing) else 1
        return self.stands or self.turns >= wanted

    @property
    def chance(self) -> "tuple[Fraction, Fraction]":
        """The chance that there is a winner then: at the least and at the most, where a power may shift the die."""
        from fractions import Fraction

        faces = len(catalog.END_FACES)
        return Fraction(len(self.ends.sure), faces), Fraction(len(self.ends.sure) + len(self.ends.maybe), faces)


def standing(game: Game) -> list[Prospect]:
    """The next moment of every way in which each player may win, in the order of the moments.

    Of each way the first moment at which it would stand; else the first that the player has turns enough for.
    """
    found: dict[tuple[str, str, str, str | None], Prospect] = {}
    order, then = _next_moments(game), _titles(game)
    for moment in order:
        table = then(moment)
        for prospect in _at(table, moment):
            claim = claims.measured(table, prospect.claim)
            prospect = prospect._replace(claim=claim)
            key = (claim.who, claim.how, claim.clause, claim.card)
            before = found.get(key)
            if before is None or _rank(prospect) < _rank(before):
                found[key] = prospect
    return sorted(found.values(), key=lambda each: order.index(each.moment))


def distance(game: Game, who: str) -> list[Prospect]:
    """The prospects of one player, the nearest first: what stands, then what takes least, then what comes soonest."""
    return sorted((each for each in standing(game) if each.who == who), key=_rank)


def next_winners(game: Game) -> list[Prospect]:
    """Who would win as the table stands: the winner of each moment that has one, up to the first that is certain."""
    winners: list[Prospect] = []
    then = _titles(game)
    for moment in claims.to_come(game.state):
        won = next(_at(then(moment), moment, hopeless=False), None)
        if won is not None:
            winners.append(won)
            if won.ends == SURE:
                break
    return winners


def winning(game: Game) -> dict[str, Prospect]:
    """The next win of each player who has one as the table stands: the soonest moment at which one of theirs does."""
    return _winning(game, _titles(game))


def winning_with(game: Game, heir: str | None) -> dict[str, Prospect]:
    """The same with the title in one player's hands, as soon as the table looks at it once an action is over (A-05)."""
    if _waits(game):
        return _winning(game, _from_the_wake(game, heir))
    state = game.state
    holder, usurper = state.oathkeeper, state.usurper
    state.oathkeeper, state.usurper = heir, usurper and heir == holder
    try:
        return _winning(game, lambda moment: game)
    finally:
        state.oathkeeper, state.usurper = holder, usurper


def _winning(game: Game, then: Callable[[Moment], Game]) -> dict[str, Prospect]:
    found: dict[str, Prospect] = {}
    counted = cache(title.tallies)
    for moment in _next_moments(game):
        if moment.seat in found:  # at a Wake only one player wins
            continue
        for prospect in _at(then(moment), moment, counted, hopeless=False):
            found.setdefault(prospect.who, prospect)
    return found


def at_check(game: Game, moment: Moment) -> Game:
    """The game as it stands at a check if nobody does anything more."""
    return _titles(game)(moment)


def _titles(game: Game) -> Callable[[Moment], Game]:
    """The game as it stands at a check if nobody does anything more: with the title where it is due by then (2.11).

    It lies there already, unless a table looks at it in Wake Phases only (A-05): then it moves in the next one, but
    where its holder is to choose it stays. At a table that was only stated it moves at once; until a holder has chosen
    it is nobody's.
    """
    if _waits(game):
        heirs = title.heirs_to(game)
        return _from_the_wake(game, heirs[0]) if len(heirs) == 1 else lambda moment: game
    heirs = title.astray(game)
    then = with_title(game, heirs[0] if len(heirs) == 1 else None) if heirs else game
    return lambda moment: then


def _waits(game: Game) -> bool:
    """Is the title looked at in the next Wake Phase, and not before? (A-05)"""
    return game.takes("A-05", "a") == "c" and game.state.phase != "wake"


def _from_the_wake(game: Game, heir: str | None) -> Callable[[Moment], Game]:
    """The game as it stands at a check, with the title in somebody's hands from the next Wake Phase on."""
    if heir == game.state.oathkeeper:
        return lambda moment: game
    then = with_title(game, heir)
    return lambda moment: game if _before_the_wake(game.state, moment) else then


def with_title(game: Game, heir: str | None) -> Game:
    """The game with the title taken by somebody (2.11), on a table of its own."""
    then = Game(game.state.copy(), game.registry, game.readings).like(game)
    then.state.oathkeeper, then.state.usurper = heir, False
    then.rest(settled=True)
    return then


def _before_the_wake(state: State, moment: Moment) -> bool:
    """Is a moment the end of this round, with nobody's turn before it?"""
    last = state.phase == "round-end" or state.turn == state.seats[-1]
    return last and moment.seat is None and moment.round == state.round


def _next_moments(game: Game) -> list[Moment]:
    """The checks that can matter: a few Wakes of each player, the next roll of the end die, the end of the game."""
    found, seen = [], dict.fromkeys((*game.state.seats, None), 0)
    for moment in claims.to_come(game.state):
        seen[moment.seat] += 1
        last = moment.seat is None and moment.round == catalog.LAST_ROUND
        if last or seen[moment.seat] <= (1 if moment.seat is None else WAKES):
            found.append(moment)
    return found


def _rank(prospect: Prospect) -> tuple[bool, bool, int]:
    """What is nearer comes first."""
    return not prospect.stands, not prospect.in_reach, prospect.short


def _at(
    game: Game, moment: Moment, counted: title.Counted = title.tallies, hopeless: bool = True
) -> Iterator[Prospect]:
    """Every claim of a moment as a prospect, those by Visions that may still be revealed after the others.

    ``counted`` as in ``title``: whoever asks about many moments of a table counts once. ``hopeless``: also those that
    do not stand as the table does.
    """
    state, last = game.state, moment.round == catalog.LAST_ROUND
    die = SURE if moment.at == WAKE or last else ends(game, moment.round)
    first: Claim | None = None
    for claim in claims.at(game, moment, counted):
        before = None if moment.at == WAKE else first
        if (before is None and claim.stands) or (hopeless and (before is None or before.who != claim.who)):
            yield Prospect(claim, moment, before, die, claims.turns_before(state, claim.who, moment))
        if first is None and claim.stands:
            first = claim
    if hopeless and (moment.at == WAKE or last):
        yield from _hidden_visions(game, moment, counted)


def _hidden_visions(game: Game, moment: Moment, counted: title.Counted) -> Iterator[Prospect]:
    """3.2, 3.4.3: Visions that are facedown advisers of an Exile, who may play them in a turn before then (6.1)."""
    state = game.state
    how = ("visionary", "3.2") if moment.at == WAKE else ("war_exhaustion", "3.4.3")
    for seat in state.seats if moment.seat is None else (moment.seat,):
        turns = claims.turns_before(state, seat, moment)
        if not turns or state.players[seat].role != EXILE:
            continue
        for card in state.zone(f"advisers.{seat}"):
            if card in state.facedown and state.back(card) == "vision":
                for face in [card] if state.known(card) else possible_names(state, state.handles[card].groups):
                    if face != CONSPIRACY:
                        unless = None if face == card else Unless(card, face)
                        claim = claims.visionary(game, seat, face, *how, counted)
                        yield Prospect(claim, moment, None, SURE, turns, unless)


# -- who takes it away -----------------------------------------------------------------------------------------------


def breakers(game: Game, prospect: Prospect) -> list[Breaker]:
    """Who could take a victory away before its moment, the nearest first; last those who have no turn until then."""
    found: dict[tuple[str, str], Breaker] = {}
    for each in _breakers(_titles(game)(prospect.moment), prospect):
        if each.short < found.setdefault((each.who, each.what), each).short:
            found[each.who, each.what] = each
    return sorted(found.values(), key=lambda each: (not each.turns, each.short))


def _breakers(game: Game, prospect: Prospect) -> Iterator[Breaker]:
    claim, moment = prospect.claim, prospect.moment

    def breaker(who: str, what: str, short: int, clause: str, goal: Goal | None = None) -> Breaker:
        return Breaker(who, what, short, claims.turns_before(game.state, who, moment), clause, goal)

    for part in claim.parts:
        if part.what in (claims.TITLE, claims.IMPERIAL):
            for other in _who_may_take_the_title(game, claim, part):
                goal = title.title_goal(game, other)
                yield breaker(other, "title", max(1, goal.least), "2.11", goal)
        elif part.goal is not None:
            for other, short in _who_may_outdo(game, claim.who, part.goal):
                yield breaker(other, part.what, short, part.clause, part.goal)
    if moment.at != WAKE:
        for before in _claims_before(game, claim, moment):
            yield breaker(before.who, "first", max(1, sum(part.missing for part in before.parts)), before.clause)


def _who_may_take_the_title(game: Game, claim: Claim, part: Part) -> Iterable[str]:
    """Everybody else who can meet the oath; of the Empire's, only Exiles."""
    state = game.state
    for seat in title.contenders(game, state.oath):
        theirs = part.what == claims.IMPERIAL and state.players[seat].imperial
        if seat not in (claim.who, state.oathkeeper) and not theirs:
            yield seat


def _who_may_outdo(game: Game, who: str, goal: Goal) -> Iterator[tuple[str, int]]:
    """Those with whom a player is compared, and how many it takes each to be ahead, at the least: taken from them."""
    if goal.of not in title.COUNTED:
        yield from ((seat, 1) for seat in game.state.seats if seat != who)
        return
    beyond = goal.want - max((rival.reach for rival in goal.against), default=0)
    for rival in goal.against:
        lead = goal.have - rival.reach - beyond
        if rival.who in game.state.players:
            yield rival.who, max(1, lead // 2 + 1)


def _claims_before(game: Game, claim: Claim, moment: Moment) -> Iterator[Claim]:
    """The claims of others that would win instead if they stood: those that are asked before it."""
    for other in claims.at(game, moment):
        if (other.who, other.how, other.clause, other.card) == (claim.who, claim.how, claim.clause, claim.card):
            return
        if other.who != claim.who:
            yield other


# -- what becomes of everybody's next win when something changes at the table: the difference, not how it stands -------


Winning = Mapping[str, Prospect]


class Wins(NamedTuple):
    """The next wins that come about, or come sooner, and those that are no more, or come later."""

    made: tuple[Prospect, ...] = ()
    broken: tuple[Prospect, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.made or self.broken)


def difference(seats: Sequence[str], before: Winning, after: Winning) -> Wins:
    """What is made and what is broken between two moments of a game; ``seats`` in turn order."""

    def when(won: Prospect) -> tuple[int, int]:
        """By round; the end of one comes after its Wakes, which come in turn order."""
        moment = won.moment
        return moment.round, len(seats) if moment.seat is None else seats.index(moment.seat)

    made = [won for who, won in after.items() if who not in before or when(won) < when(before[who])]
    broken = [won for who, won in before.items() if who not in after or when(won) < when(after[who])]
    return Wins(tuple(made), tuple(broken))


def common(several: Iterable[Wins]) -> Wins:
    """What all of several differences have in common: what holds whichever of them comes about."""
    first, *others = list(several)
    made = [won for won in first.made if all(won.who in _whose(each.made) for each in others)]
    broken = [won for won in first.broken if all(won.who in _whose(each.broken) for each in others)]
    return Wins(tuple(made), tuple(broken))


def _whose(wins: Iterable[Prospect]) -> list[str]:
    return [won.who for won in wins]
