"""Chapter 3: who has won, and why. Pure functions over a game; the turn calls them at their moments.

Each check asks which of the ``claims`` of its moment stands, and says so in the words of its clauses.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import failed
from oathtools.kit.text import listed
from oathtools.procedures.machine import title
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game
from oathtools.procedures.victory import claims
from oathtools.procedures.victory.claims import ROUND_END, WAKE, Claim, Moment, now
from oathtools.table.result import BY_ROLE, WORDS
from oathtools.table.state import EXILE

# -- 3.3 The end die: how it is rolled, and on which faces the game ends, whatever powers may make of them -------------


class Ends(NamedTuple):
    """The faces on which a round's roll ends the game for sure, those on which it may, and who then decides."""

    sure: tuple[int, ...]
    maybe: tuple[int, ...]
    by: tuple[str, ...]


def end_roll(game: Game, throw: Callable[[], Ask]) -> Ask:
    """3.3: the end die is rolled, within the powers that wrap the roll; returns its number."""
    return (yield from game.around("end.roll", Frame("end", game.state.seats[0]), throw))


def ends(game: Game, number: int) -> Ends:
    """On which faces the end of a round ends the game, once the roll is due; none where none is rolled (3.3)."""
    due = next((roll.ends_on for roll in catalog.END_ROLLS if roll.round == number), None)
    if due is None:
        return Ends((), (), ())
    if not game.live("end.roll"):
        return Ends(tuple(face for face in catalog.END_FACES if face >= due), (), ())
    sure: list[int] = []
    maybe: list[int] = []
    by: dict[str, None] = {}
    for face in catalog.END_FACES:
        made = list(_results(game, face))
        ending = [end >= due for end, _ in made]
        if all(ending):
            sure.append(face)
        elif any(ending):
            maybe.append(face)
            by.update(dict.fromkeys(who for _, players in made for who in players))
    return Ends(tuple(sure), tuple(maybe), tuple(by))


def _results(game: Game, face: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What a face may be made into: each number with those who were asked; every answer is tried on a copy."""

    def throw() -> Ask:
        return face
        yield

    paths: list[tuple[str, ...]] = [()]
    while paths:
        path = paths.pop()
        later = Game(game.state.copy(), game.registry, game.readings)
        later.do.go_to("round-end", "")  # nobody's turn, whosever it is when this is asked
        steps = end_roll(later, throw)
        players: list[str] = []
        try:
            decision = next(steps)
            for answer in path:
                players.append(decision.who)
                decision = steps.send(answer)
        except StopIteration as end:
            yield end.value, tuple(players)
            continue
        paths += [(*path, option) for option in decision.legal()]


class Reason(NamedTuple):
    """One step of the reasoning."""

    clause: str
    because: str


class Way(NamedTuple):
    """One way in which a player wins, with its clause."""

    how: str
    clause: str


class Verdict(NamedTuple):
    """A win check: who wins and how, every way, the faces that end the game if a roll is due, and the reasoning."""

    at: str
    round: int
    winner: str | None
    ways: tuple[Way, ...]
    needs_roll: tuple[int, ...] | None
    reasons: tuple[Reason, ...]
    visions: tuple[str, ...] = ()  # by which it is won
    ends: Ends | None = None  # if a roll is due: on which faces, and who may shift it

    @property
    def how(self) -> str | None:
        """The first way."""
        return self.ways[0].how if self.ways else None

    @property
    def clause(self) -> str | None:
        """The clause of the first way."""
        return self.ways[0].clause if self.ways else None

    def result(self) -> dict[str, Any]:
        """The winner as plain data for the state."""
        return {
            "winner": self.winner,
            "how": self.how,
            "clause": self.clause,
            "ways": [list(way) for way in self.ways],
            "round": self.round,
        }


def wins_at_wake(game: Game, seat: str) -> bool:
    """4.1.2: would ``at_wake`` name a winner? Nothing is said of it: most checks are made for nobody to read."""
    return any(claim.stands for claim in _made_at_wake(game, seat))


def _made_at_wake(game: Game, seat: str) -> list[Claim]:
    """The claims of a player in the Wake Phase, met or not; only Exiles make any."""
    return claims.at(game, now(game.state, WAKE, seat)) if game.state.players[seat].role == EXILE else []


def at_wake(game: Game, seat: str) -> Verdict:
    """4.1.2: an Exile wins as Usurper (3.1), by a revealed Vision (3.2), or both at once."""
    state, seat = game.state, game.state.seat(seat)
    made = _made_at_wake(game, seat)
    if not made:
        because = f"{seat} is {_role(game, seat)}; only an Exile checks for a win in the Wake Phase"
        return _nobody(WAKE, state.round, [Reason("4.1.2", because)])
    reasons = [_claim_sentence(game, claim) for claim in made]
    if len(made) == 1:
        reasons.append(Reason("3.2", f"{seat} has no revealed Vision"))
    ways = tuple(dict.fromkeys(Way(claim.how, claim.clause) for claim in made if claim.stands))
    visions = tuple(claim.card for claim in made if claim.stands and claim.card)
    return Verdict(WAKE, state.round, seat if ways else None, ways, None, tuple(reasons), visions)


def at_round_end(game: Game, die: int | None = None, round_: int | None = None) -> Verdict:
    """3.3 at the end of rounds five to seven, 3.4 at the end of the eighth; ``die`` is the end die if it was rolled.

    ``round_``: the round that is to end, if another than this one, as the table stands now.
    """
    moment = now(game.state, ROUND_END)._replace(round=round_ or game.state.round)
    if moment.round >= catalog.LAST_ROUND:
        return war_exhaustion(game, moment)
    return stable_regime(game, moment, die)


def stable_regime(game: Game, moment: Moment, die: int | None) -> Verdict:
    """3.3: the die is for an Imperial Oathkeeper only."""
    due = next((roll for roll in catalog.END_ROLLS if roll.round == moment.round), None)
    if due is None:
        because = f"the die is rolled at the end of rounds five to seven only; this is round {moment.round}"
        return _nobody(ROUND_END, moment.round, [Reason("3.3", because)])
    made = claims.at(game, moment)
    keeper = _imperial_keeper(game, made)
    if keeper is None:
        who = f"{game.state.oathkeeper} is an Exile and has" if game.state.oathkeeper else "nobody has"
        return _nobody(ROUND_END, moment.round, [Reason("3.3", f"{who} the Oathkeeper title: no die is rolled")])
    rolled = f"{keeper} is {_role(game, keeper)} and the Oathkeeper: the game ends on {due.ends_on} or more"
    reasons = [Reason("3.3", rolled)]
    if die is None:
        on = ends(game, moment.round)
        return Verdict(ROUND_END, moment.round, None, (), on.sure, tuple(reasons), ends=on)
    if die < due.ends_on:
        return _nobody(ROUND_END, moment.round, [*reasons, Reason("3.3", f"the roll of {die} does not end the game")])
    reasons.append(Reason("3.3", f"the roll of {die} ends the game"))
    return _won(moment, made, [*reasons, *_of_heirs(game, made)])


def war_exhaustion(game: Game, moment: Moment) -> Verdict:
    """3.4: round eight is the last; four conditions decide, asked in their order."""
    reasons = [Reason("3.4", f"round {moment.round} ends: the game is over without a roll")]
    made = claims.at(game, moment)
    won = next(claim for claim in made if claim.stands)
    for clause, say in _CONDITIONS.items():
        of_clause = [claim for claim in made if claim.clause == clause]
        reasons += say(game, of_clause)
        if won in of_clause:
            break
    return _won(moment, [won], reasons)


def objections(game: Game) -> Iterator[Reason]:
    """What the table says against the result that it is stated with: nothing, if chapter 3 can make it so.

    A result that does not say its round is taken at the round of the table; the table may insist.
    """
    result, state = game.state.result or {}, game.state
    winner = result.get("winner")
    if winner is None:
        return
    ways = [Way(*way) for way in result.get("ways") or ()]
    stated = result.get("how"), result.get("clause")
    if not ways and any(stated):
        made = (Way(how, clause) for clause, how in BY_ROLE[state.players[winner].role].items())
        ways = [way for way in made if all(one in (None, each) for one, each in zip(stated, way, strict=True))]
    number = result.get("round") or state.round
    if number != state.round:
        yield Reason("2.1.4", f"the game is stated to have ended in round {number}, and the table is in {state.round}")
    found = {way: _made_in(game, winner, way[1], number) for way in ways}
    wrong = {way: each for way, each in found.items() if each.winner != winner or way not in each.ways}
    if wrong and (result.get("ways") or len(wrong) == len(found)):
        (how, clause), verdict = next(iter(wrong.items()))
        other = f"{verdict.winner} wins" if verdict.winner is not None else "nobody wins"
        because = "; ".join(reason.because for reason in verdict.reasons)
        yield Reason(clause, f"{winner} is stated to win {WORDS[how]}, but as stated {other}: {because}")


def _made_in(game: Game, winner: str, clause: str, number: int) -> Verdict:
    """What chapter 3 makes of the table at the check that a clause is of."""
    if clause in ("3.1", "3.2"):
        return at_wake(game, winner)
    if clause.startswith("3.4") and number != catalog.LAST_ROUND:
        because = f"War Exhaustion is at the end of round {catalog.LAST_ROUND}; this is round {number}"
        return _nobody(ROUND_END, number, [Reason("3.4", because)])
    return at_round_end(game, max(catalog.END_FACES), number)


def _nobody(at: str, number: int, reasons: list[Reason]) -> Verdict:
    return Verdict(at, number, None, (), None, tuple(reasons))


def _won(moment: Moment, made: list[Claim], reasons: list[Reason]) -> Verdict:
    """The first claim that stands wins."""
    won = next(claim for claim in made if claim.stands)
    ways, visions = (Way(won.how, won.clause),), (won.card,) if won.card else ()
    return Verdict(ROUND_END, moment.round, won.who, ways, None, tuple(reasons), visions)


def _imperial_keeper(game: Game, made: list[Claim]) -> str | None:
    """The Oathkeeper, if the last claim, which is the Empire's, stands by it (3.3, 3.4.1)."""
    return game.state.oathkeeper if made[-1].stands else None


# -- in words --------------------------------------------------------------------------------------------------------


def _of_empire(game: Game, made: list[Claim]) -> list[Reason]:
    """3.4.1."""
    keeper = _imperial_keeper(game, made)
    if keeper is None:
        return [
            Reason("3.4.1", f"{game.state.oathkeeper or 'nobody'} has the title: no Imperial player is the Oathkeeper")
        ]
    because = f"{keeper} is {_role(game, keeper)} and the Oathkeeper: the Chancellor wins"
    return [Reason("3.4.1", because), *_of_heirs(game, made)]


def _of_usurpers(game: Game, made: list[Claim]) -> list[Reason]:
    """3.4.2."""
    usurpers = [f"{claim.who} is the Usurper" for claim in made if claim.stands]
    return [Reason("3.4.2", usurpers[0] if usurpers else "the title is not on its Usurper side")]


def _of_visions(game: Game, made: list[Claim]) -> list[Reason]:
    """3.4.3: as they were asked, player by player; of several that are met the first by the order of the Visions."""
    seats = game.state.seats
    reasons = [_claim_sentence(game, claim) for claim in sorted(made, key=lambda claim: seats.index(claim.who))]
    met = list(dict.fromkeys(claim.card for claim in made if claim.stands))
    if not met:
        reasons.append(Reason("3.4.3", "no Exile has met a revealed Vision"))
    elif len(met) > 1:
        reasons.append(Reason("3.4.3", f"{met[0]} comes first among the Visions that are met"))
    return reasons


def _of_the_rest(game: Game, made: list[Claim]) -> list[Reason]:
    """3.4.4."""
    because = "no condition before this one is met: the Chancellor wins"
    return [Reason("3.4.4", because), *_of_heirs(game, made)]


_CONDITIONS: Final = {"3.4.1": _of_empire, "3.4.2": _of_usurpers, "3.4.3": _of_visions, "3.4.4": _of_the_rest}


def _of_heirs(game: Game, made: list[Claim]) -> list[Reason]:
    """3.3.1: where the Chancellor would win, a Citizen who meets the Successor goal wins instead."""
    citizens = [claim for claim in made if claim.how == "successor"]
    goal = f"the Successor goal of {game.state.oath}"
    heirs = [claim.who for claim in citizens if claim.stands]
    if heirs:
        return [Reason("3.3.1", f"{heirs[0]} meets {goal} and wins instead")]
    return [Reason("3.3.1", f"no Citizen meets {goal}")] if citizens else []


def _claim_sentence(game: Game, claim: Claim) -> Reason:
    """Whether an Exile's claim stands, in a sentence."""
    if claim.card is not None:
        return Reason(claim.clause, _vision_sentence(game, claim, claim.card))
    if claim.stands:
        return Reason("3.1", f"{claim.who} has the Oathkeeper title on its Usurper side")
    if claim.part(claims.TITLE).met:
        because = f"{claim.who} has the title on its Oathkeeper side: it flips only after this check (4.1.3)"
        return Reason("3.1", because)
    return Reason("3.1", f"{claim.who} does not have the Oathkeeper title")


def _vision_sentence(game: Game, claim: Claim, vision: str) -> str:
    """What of a Vision is met: how many were drawn, then its goal, by the rows of its power if no oath shares it."""
    revealed = f"{claim.who} has {vision} revealed"
    drawn, goal = claim.part(claims.DRAWN), claim.part(claims.GOAL)
    if not drawn.met:
        return f"{revealed}, but {drawn.have} of the {drawn.want} Visions needed have been drawn"
    if goal.goal is not None:
        oath = (catalog.vision(vision).oath or "").removeprefix("oath.")
        return f"{revealed}, {_and_its_goal(game, oath, claim.who, goal.met)}"
    because = listed([each.because for each in failed(claim.rows)]) or "nothing says what its goal is"
    return f"{revealed}, {'and its goal is met' if goal.met else f'but {because}'}"


def _and_its_goal(game: Game, oath: str, seat: str, met: bool) -> str:
    """Whether a Vision's goal is met, with the readings that decide it (A-02, A-03, A-04)."""
    mine = title.tally(game, oath, seat)
    if met:
        tied = any(rival.reach == mine for rival in title.rivals(game, oath, seat))
        return f"and its goal is met{', by a tie for most (A-02)' if tied else ''}"
    against = title.in_the_way(game, oath, seat)
    if not mine or any(rival.reach > mine and not rival.point for rival in against):
        return "but its goal is not met"
    counted = [_counted(rival, mine) for rival in against if rival.point]
    tie = ["a tie for most does not meet its goal (A-02)"] if any(rival.reach == mine for rival in against) else []
    return f"but {' and '.join(counted + tie)}"


def _counted(rival: title.Rival, mine: int) -> str:
    """A rival who stands in the way by a reading."""
    if rival.point == "A-04":
        return f"bandits compete and rule {rival.reach} sites against {mine} (A-04)"
    return f"the Empire's sites count for each of its players, {rival.reach} against {mine} (A-03)"


def _role(game: Game, seat: str) -> str:
    role = game.state.players[seat].role
    return "the Chancellor" if role == "chancellor" else f"a{'n' if role == EXILE else ''} {role.title()}"
