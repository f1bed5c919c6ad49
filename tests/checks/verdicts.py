"""Two ways to one thing: why and answer, printed and typed, described and played, searched and tried, odds and dice."""

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from math import erfc, exp, lgamma, log, sqrt
from random import Random
from typing import Any

from oathtools.answerers.review import review
from oathtools.engine.driver import Driver
from oathtools.odds import Battle, distribution
from oathtools.odds.battle import enemy
from oathtools.powers import load
from oathtools.procedures.adjudicate import after, why
from oathtools.procedures.campaign.aftermath import lose, rolls
from oathtools.procedures.campaign.fight import Fight
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.procedures.turn import program
from oathtools.table.invariants import faults
from oathtools.table.state import State
from tests.checks.games import by_bots
from tests.checks.runner import Case, NoCase, check
from tests.support import brute_force, icepool_model, misheard, reviews, rich, strangers, told_as_played
from tests.support.agreement import differences
from tests.support.crowded import mustered
from tests.support.random_requests import NAMES, positions, some_request, unsound
from tests.support.typed_back import all_of


@check("agree", "requests", 20_000)
def agree(case: Case) -> None:
    """Random requests in players' words: ``why`` and ``answer`` say yes, or no by the same clauses, or nothing."""
    case.counts["requests"] = 0
    for each in differences(case.number, 12, 40):
        case.counts["requests"] += 1
        if each is not None:
            line, verdict, outcome = each
            case.wrong.append(
                f"{line}\n    why: {verdict.what} {sorted(verdict.clauses)}; "
                f"answer: {outcome.what} {sorted(outcome.clauses)}"
            )


@check("typed-back", "games", 300)
def typed_back(case: Case) -> None:
    """Menu lines, options, names, hints and the log, typed as they are printed, are what they were printed for."""
    for each in all_of(case.number):
        case.counts[each.where.partition(".")[0]] += 1
        case.wrong += [f"{each.where}: {each.line!r}: {each.wrong}"] if each.wrong else []


@check("misheard", "lines", 50_000)
def misheard_lines(case: Case) -> None:
    """Lines by strangers, with a number, a name, a player, a denial, a question mark or a word changed."""
    row = strangers.understood(case.number)
    for change in misheard.changes(case.rng(), row["say"], strangers.at(row["in"])):
        case.counts["lines"] += 1
        case.counts[change.kind] += 1
        came = strangers.said(strangers.at(row["in"]).again(), change.line)
        if misheard.is_wrong(change, row["does"], came):
            case.wrong.append(f"{change.kind}: {change.line!r} did {came}")


@check("told-as-played", "campaigns", 2000)
def told(case: Case) -> None:
    """Battles described from a position, and as they were played: the same in every word, and in all that moves."""
    found = told_as_played.compared(case.number)
    if found is None:
        raise NoCase
    case.counts.update(found._asdict())


@check("reviews", "games", 200)
def reviewed(case: Case) -> None:
    """Games of bots reviewed: chances are those of ``odds`` at the moment, luck adds up, wins not taken were there."""
    deep = case.number % 4 == 0  # bots that mean it leave no win
    play = by_bots(case.number, "random" if deep else "greedy", lambda game: None)
    found = review(play, deep=deep)
    case.counts.update(campaigns=len(found.battles), missed=len(found.missed))
    case.wrong += reviews.faults(play, found)
    for each in found.missed:
        with suppress(reviews.NotFollowed):
            case.wrong += filter(None, [reviews.played_out(play, each, 60)])
            case.counts["played out"] += 1


@check("repairs", "requests", 1000)
@check("repairs-rich", "requests", 1000, crowded=True)
def repairs(case: Case, crowded: bool = False) -> None:
    """Every repair of a verdict mends it, no part of it does, and the counts of the box hold (in crowded positions)."""
    case.counts["requests"] = 0
    if crowded:
        game = rich.position(case.number).play().game
        found = [(game, Random(f"{case.number}/{index}")) for index in range(3)]
    for game, rng in found if crowded else positions(range(case.number, case.number + 1)):
        seat = game.state.turn if rng.random() < 0.8 else rng.choice(game.state.seats)
        request = some_request(game, seat, rng, (case.only,) if case.only else NAMES)
        opinion = why(game, seat, request)
        case.counts["requests"] += 1
        case.counts[{True: "yes", False: "no", None: "depends"}[opinion.legal]] += 1
        case.counts["searches broken off"] += not opinion.searched_all
        for repair in opinion.repairs:
            case.counts["repairs"] += 1
            wrong = unsound(game, seat, request, repair) or faults(after(game, request, repair)[0].state)
            case.wrong += [f"{seat}, {request}: {[change.says for change in repair]}: {wrong}"] if wrong else []


@check("ahead", "positions", 300, limit=3600)
@check("ahead-readings", "positions", 300, limit=3600, otherwise=True)
def ahead(case: Case, otherwise: bool = False) -> None:
    """Who can win next, and with which chances, is what brute force finds (one action deep; readings at random)."""
    found = brute_force.compared(case.number, case.each, otherwise)
    case.counts["positions"] += 1
    if found is None:  # either of the two gave up
        case.counts["skipped"] += 1
        return
    case.counts.update({"ends": found.ends, "with ends": found.ends > 0, "runs": found.runs})
    case.wrong += [f"missed: {each}" for each in found.missed] + [f"invented: {each}" for each in found.invented]
    case.wrong += [f"other odds: {each}" for each in found.other_odds]


@check("odds", "battles", 1000)
def odds(case: Case) -> None:
    """Every chance of a random battle is the one that icepool works out."""
    battle = icepool_model.random_battle(case.rng("odds"))
    found = distribution(battle)
    chances: dict[icepool_model.Ending, Fraction] = {}
    for ending, ways in found.endings.items():
        key = (ending.won, ending.skulls, ending.sacrificed, ending.attacker_lost, ending.defender_lost)
        chances[key] = chances.get(key, Fraction(0)) + Fraction(ways, found.total)
    assert chances == icepool_model.endings(battle), battle


# -- do the dice of the engine fall as the odds say? -----------------------------------------------------------------

LEVEL = 0.001  # for the sum over all campaigns, and, divided by their number, for each
ROLLS = ("campaign.defense-roll", "campaign.attack-roll")
JINX = "denizen.jinx"

Key = tuple[bool, int, int]


def _before_rolling(seed: int) -> tuple[State, Fight] | None:
    """A campaign of a random position, as it stands before its first roll; None if there is none to be rolled.

    Left out: those with a reroll (its use is a decision, not chance), and those whose losses are set aside.
    """
    rng = Random(seed)
    game = mustered(rng)
    if game is None:
        return None
    driver = Driver(lambda: program(game))
    driver.start()
    for _ in range(60):
        decision = driver.pending
        if decision is None:
            return None
        if decision.kind in ROLLS:
            fight = game.frame.fact("fight")
            apart = JINX in facts.in_force(game) or not isinstance(fight, Fight) or fight.battle.saved
            return None if apart else (game.state.copy(), fight)
        if decision.kind == "act":
            if not decision.allows("campaign"):
                return None
            driver.send("campaign")
        elif decision.kind == "campaign.dice" and rng.random() < 0.8:
            driver.send(decision.default)
        else:
            driver.send(decision.random(rng))
    return None


def _resolved(state: State, begun: Fight, rng: Random) -> Key:
    """The campaign once, by the engine: who won, and the losses of either side."""
    game = Game(state.copy(), load())
    frame = begun.frame.with_()
    on = Fight(frame)
    frame.facts = {**begun.frame.facts, "fight": on}
    on.battle, on.allies, on.standing = begun.battle, begun.allies, begun.standing
    on.ours, on.theirs, on.used, on.lost = dict(begun.ours), dict(begun.theirs), list(begun.used), dict(begun.lost)
    game.frames.append(frame)
    _driven(rolls(game, on), rng)
    _driven(lose(game, on, enemy(on.victor)), rng)
    return on.won, on.lost["attacker"], on.lost["defender"]


def _driven(steps: Any, rng: Random) -> None:
    """Answer every question of the engine: chance and whose warbands die by the seed, a sacrifice always offered."""
    answer = None
    while True:
        try:
            decision = steps.send(answer)
        except StopIteration:
            return
        answer = "yes" if decision.kind == "campaign.sacrifice" else decision.random(rng)


def _expected(battle: Battle) -> dict[Key, float]:
    """The exact chances of the same: up to 5.5.6, before a victor may kill more."""
    exact = distribution(battle._replace(slaying=frozenset()))
    chances: dict[Key, float] = {}
    for end, ways in exact.endings.items():
        key = end.won, end.attacker_lost, end.defender_lost
        chances[key] = chances.get(key, 0.0) + ways / exact.total
    return chances


def _statistic(seen: Counter[Key], chances: dict[Key, float], times: int) -> tuple[float, int]:
    """Pearson's chi-square and its degrees of freedom; outcomes expected fewer than five times together."""
    cells = [(chance * times, seen[key]) for key, chance in chances.items()]
    large = [cell for cell in cells if cell[0] >= 5]
    rare = [cell for cell in cells if cell[0] < 5]
    if rare:
        due, got = sum(cell[0] for cell in rare), sum(cell[1] for cell in rare)
        if due < 5 and large:
            large.sort(reverse=True)
            least = large.pop()
            due, got = due + least[0], got + least[1]
        large.append((due, got))
    return sum((got - due) ** 2 / due for due, got in large), len(large) - 1


def _beyond(value: float, degrees: int) -> float:
    """The chance of a chi-square at least so large: the upper incomplete gamma function of a half of both."""
    if degrees <= 0 or value <= 0:
        return 1.0
    x, at = value / 2, 1 - degrees % 2 / 2
    chance = erfc(sqrt(x)) if degrees % 2 else exp(-x)
    while at < degrees / 2:
        chance += exp(at * log(x) - x - lgamma(at + 1))
        at += 1
    return chance


def _fits_in_all(total: Case) -> None:
    value, degrees = total.counts[".millionths"] / 1e6, total.counts[".degrees"]
    chance = _beyond(value, degrees)
    total.notes.append(f"chi-square {value:.1f} with {degrees} degrees of freedom, p = {chance:.3f}, level {LEVEL}")
    total.wrong += ["they do not agree"] if chance < LEVEL else []


@check("fit", "campaigns", 200, 1000, ends=_fits_in_all)
def fit(case: Case) -> None:
    """Campaigns resolved again and again by the engine's dice end as often as the exact odds say (chi-square)."""
    found = _before_rolling(case.number)
    if found is None:
        raise NoCase
    chances = _expected(found[1].battle)
    seen = Counter(_resolved(*found, Random(f"{case.number}/{each}")) for each in range(case.each))
    strange = [key for key in seen if key not in chances]
    value, degrees = _statistic(seen, chances, case.each)
    case.counts.update({".millionths": round(value * 1e6), ".degrees": degrees})
    chance = _beyond(value, degrees)
    if strange or chance < LEVEL / case.of:
        case.wrong.append(f"{strange or f'chi-square {value:.1f} of {degrees}, p = {chance:.2g}'}: {found[1].battle}")
