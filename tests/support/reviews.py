"""What a review says, compared with ``odds`` and ``win --ahead`` at that moment, and with outcomes counted out."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod, sqrt
from typing import Any

from oathtools.ahead.standing import winning
from oathtools.ahead.ways import MAKES, Way, ways
from oathtools.answerers.battles import at_hand
from oathtools.answerers.bot import chance
from oathtools.answerers.reading import table_of
from oathtools.answerers.review import Fought, Missed, Review, Tally
from oathtools.engine.decision import Form
from oathtools.journal import Play
from oathtools.procedures.campaign.best import Best
from oathtools.procedures.campaign.fight import JOINING, PLAN, ROLL_OF, SACRIFICE
from oathtools.saga.folder import explored


def faults(play: Play, found: Review) -> Iterator[str]:
    """All that is wrong in a review of a game."""
    yield from chances(play, found)
    yield from luck(found)
    for each in found.missed:
        then = play.again(each.n, digests=False)
        searched = ways(table_of(then, each.seat, None).game, each.seat, found.looked.answers, 1).ways
        same = [(way.effect, way.won.who, way.sure) for way in searched]
        if (each.way.effect, each.way.won.who, each.way.sure) not in same:
            yield f"the win after {each.n} is not there"


def chances(play: Play, found: Review) -> Iterator[str]:
    """The chance as it was declared, and before the first dice: what ``odds`` answers where the game stands there.

    Dice that are rolled again (Jinx) are no first ones.
    """
    rolled: set[int] = set()
    for now, _, entry, _ in play.replayed():
        rolls = now.pending is not None and now.pending.kind == ROLL_OF["defense"]
        under_way = [each for each in found.battles if each.n <= entry.n < each.end]
        odds = at_hand(now) if rolls or any(each.n == entry.n for each in under_way) else None
        for each in under_way:
            if odds is None or (odds.attacker, odds.defender) != each.sides:
                continue
            if entry.n == each.n and odds.win != each.declared:
                yield f"campaign {each.n} as declared: {odds.win}, not {each.declared}"
            rolling = rolls and each.n not in rolled
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
        lost = [fought.course.ending for fought in mine if fought.course.ending is not None]
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


# -- wins not taken, played out ----------------------------------------------------------------------------------------


def played_out(play: Play, missed: Missed, runs: int) -> str | None:
    """What is wrong: the line is followed on tables dealt anew, with dice that fall; the win comes as often as it says.

    Raises ``NotFollowed`` where the line holds what is not followed here.
    """
    at, way = play.again(missed.n, digests=False), missed.way
    came = sum(_came(Play(explored(at, None, str(seed)), keep_log=False, digests=False), way) for seed in range(runs))
    sure = float(way.sure)
    far = abs(came - runs * sure) > 4 * sqrt(runs * sure * (1 - sure)) + 1e-9
    return f"after {missed.n}: {came} of {runs} came, {way.sure} were told" if far else None


class NotFollowed(Exception):
    """A line with more than is followed here: several actions, Allies, plans that ask more."""


def _came(play: Play, way: Way) -> bool:
    """One run of a line, whoever else is asked answering as is worst for it."""
    done, plans = way.actions[0], {"mine": [], "theirs": []} if way.best is None else _plans(way.best)
    if len(way.actions) > 1 or done.modifiers:
        raise NotFollowed
    seat, begun, steps = play.state.turn, False, list(done.then)
    answer: Any
    while (asked := play.pending) is not None and not (begun and asked.kind == "act"):
        if asked.form is Form.OUTCOME:
            steps = [step for step in steps if step.kind != asked.kind]
            answer = chance(play, play.header["chance"]["seed"])
        elif asked.kind == "act":
            answer, begun = done.action, True
        elif asked.kind == PLAN:
            mine = plans["mine" if asked.who == seat else "theirs"]
            answer = mine.pop(0) if mine else asked.default
        elif asked.kind in JOINING:
            raise NotFollowed
        elif (field := asked.kind.rpartition(".")[2]) in done.given:
            answer = done.given[field]
        elif steps and (steps[0].kind, steps[0].who) == (asked.kind, asked.who):
            answer = steps.pop(0).answer
        elif asked.kind == SACRIFICE:
            answer = next(each for each in asked.legal() if each != asked.default) if asked.default else "yes"
        elif asked.form is Form.DISTRIBUTE:
            answer = dict.fromkeys(list(asked.legal())[: asked.high], 1)
        else:
            raise NotFollowed(asked.kind)
        if not asked.allows(answer):
            raise NotFollowed(asked.kind)
        play.answer(answer)
    wins = way.won.who == (play.state.result or {}).get("winner")
    wins = wins or (play.state.result is None and way.won.who in winning(play.game))
    return wins == (way.effect == MAKES)


def _plans(best: Best) -> dict[str, list[str]]:
    if best.allies or any(any(chosen[1:]) for _, chosen in (*best.plans, *best.answer)):
        raise NotFollowed
    return {"mine": [chosen.id for _, chosen in best.plans], "theirs": [chosen.id for _, chosen in best.answer]}
