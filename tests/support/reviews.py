"""What a review says, compared with ``odds`` and ``win --ahead`` at that moment, and with outcomes counted out."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

from oathtools.ahead.ways import ways
from oathtools.answerers.battles import at_hand
from oathtools.answerers.reading import table_of
from oathtools.answerers.review import ANSWERS, Fought, Review, Tally
from oathtools.journal import Play
from oathtools.procedures.campaign.fight import ROLL_OF


def faults(play: Play, found: Review) -> Iterator[str]:
    """All that is wrong in a review of a game."""
    yield from chances(play, found)
    yield from luck(found)
    for each in found.missed:
        then = play.again(each.n, digests=False)
        searched = ways(table_of(then, each.seat, None).game, each.seat, ANSWERS, 1).ways
        same = [(way.effect, way.won.who, way.sure) for way in searched]
        if (each.way.effect, each.way.won.who, each.way.sure) not in same:
            yield f"the win after {each.n} is not there"


def chances(play: Play, found: Review) -> Iterator[str]:
    """The chance as it was declared, and before the first dice: what ``odds`` answers where the game stands there.

    Dice that are rolled again (Jinx) are no first ones.
    """
    rolled: set[int] = set()
    for now, _, entry, _ in play.replayed():
        odds = at_hand(now) if any(each.n <= entry.n < each.end for each in found.battles) else None
        for each in found.battles:
            if odds is None or (odds.attacker, odds.defender) != each.sides or not each.n <= entry.n < each.end:
                continue
            if entry.n == each.n and odds.win != each.declared:
                yield f"campaign {each.n} as declared: {odds.win}, not {each.declared}"
            rolling = now.pending is not None and now.pending.kind == ROLL_OF["defense"] and each.n not in rolled
            rolled |= {each.n} if rolling else set()
            if rolling and odds.win != each.settled:
                yield f"campaign {each.n} before the dice: {odds.win}, not {each.settled}"


def luck(found: Review) -> Iterator[str]:
    """It adds up to what was won: of each campaign one side wins, and as much is expected of both."""
    if sum(each.wins.had for each in found.luck) != len(found.battles):
        yield "the wins are not as many as the campaigns"
    if sum((each.wins.expected for each in found.luck), Fraction(0)) != len(found.battles):
        yield "the wins expected are not as many as the campaigns"
    for each in found.luck:
        mine = [fought for fought in found.battles if each.who in fought.sides]
        if each.battles <= 10 and each.wins != counted_out(each.who, mine):
            yield f"{each.who}: {each.wins}, not {counted_out(each.who, mine)}"
        lost = [fought.told.ending for fought in mine if fought.told.ending is not None]
        if len(lost) == len(mine) and each.lost.had != sum(
            ending.attacker_lost if fought.sides[0] == each.who else ending.defender_lost
            for ending, fought in zip(lost, mine, strict=True)
        ):
            yield f"{each.who}: warbands"


def counted_out(who: str, battles: list[Fought]) -> Tally:
    """Wins by every course that the campaigns could take, one after the other."""
    won = [fought.fell == (fought.sides[0] == who) for fought in battles]
    parts = [Fraction(*fought.settled) for fought in battles]
    parts = [part if fought.sides[0] == who else 1 - part for part, fought in zip(parts, battles, strict=True)]
    expected = sum(parts, Fraction(0))
    likely = Fraction(0)
    for course in product((True, False), repeat=len(parts)):
        if sum(course) >= sum(won) if sum(won) >= expected else sum(course) <= sum(won):
            likely += prod(part if wins else 1 - part for part, wins in zip(parts, course, strict=True))
    return Tally(sum(won), expected, likely)
