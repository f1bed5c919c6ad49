"""Random complete games: nothing is lost, nothing sticks, every game is its own answers, whatever the hash seed."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from oathtools import law
from oathtools.engine.decision import Decision, Form
from oathtools.journal import Play
from oathtools.procedures.machine.game import Game
from oathtools.table.invariants import faults
from tests.support.daily import daily
from tests.support.random_games import answerer, header, is_hidden, played, world_for
from tests.support.tables import Table, a_table, down

ROOT = Path(__file__).parent.parent.parent
GAMES = 40


@pytest.mark.parametrize("number", daily(range(GAMES), 7))
def test_a_random_game(number: int) -> None:
    """No dead end; conserved at each action boundary; the same again from its own answers; it ends with a winner."""
    ends = 0

    def check(game: Game) -> None:
        nonlocal ends
        ends += 1
        assert faults(game.state) == []

    play = played(number, check)
    assert ends > 20 * len(play.state.seats)
    assert play.state.phase == "over" and play.state.result is not None
    assert play.state.result["winner"] in play.state.seats
    again = Play(play.header, play.entries, keep_log=False, digests=False)
    assert again.differences == [] and again.state == play.state


@pytest.mark.parametrize("number", daily(range(GAMES, GAMES + 16), 4))
def test_every_question_is_well_put(number: int) -> None:
    """Somebody answers it, clauses of the Law stand behind it, no option twice, and its default is legal."""
    play = Play(header(number), keep_log=False, digests=False)
    answer = answerer(number)
    asked = set()
    while play.pending is not None:
        decision = play.pending
        if decision.kind not in asked:
            asked.add(decision.kind)
            assert decision.cites and law.missing(decision.cites) == [], decision
        assert decision.who in (*play.state.seats, "table"), decision
        assert len(set(decision.options)) == len(decision.options), decision
        assert decision.default is None or decision.allows(decision.default), (decision, decision.default)
        given = answer(decision)
        assert decision.allows(given), (decision, given)
        play.answer(given, checked=True)


def test_the_games_are_of_every_kind() -> None:
    worlds = [world_for(number) for number in range(GAMES)]
    assert {world.oath for world in worlds} == {"supremacy", "people", "devotion", "protection"}
    assert any(world.citizens for world in worlds)
    hidden = [world for number, world in enumerate(worlds) if is_hidden(number)]
    assert len(hidden) >= 5 and all(world.world_deck is None for world in hidden)


# -- one run, three hash seeds -----------------------------------------------------------------------------------

RUN = """
import sys
from tests.procedures.test_random_games import fingerprint
print(fingerprint(range(4)))
"""


def fingerprint(numbers: Iterable[int]) -> str:
    """Every answer and the last state of some games, as one digest."""
    digest = hashlib.sha256()
    for number in numbers:
        play = played(number)
        for entry in play.entries:
            digest.update(repr((entry.kind, entry.who, entry.answer, entry.skipped)).encode())
        digest.update(play.state.canonical().encode())
    return digest.hexdigest()


@pytest.mark.soak
def test_the_same_under_every_hash_seed() -> None:
    """No set or dict of accidental order decides anything."""
    seen = set()
    for seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(("", str(ROOT)))}
        done = subprocess.run(
            [sys.executable, "-c", RUN], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        seen.add(done.stdout)
    assert len(seen) == 1


# -- counted choices ---------------------------------------------------------------------------------------------


def choices(decision: Decision) -> list[Any]:
    """The answers that are counted: every option, every amount. Chance, sets and orders are not gone into."""
    if decision.form is Form.ONE:
        return list(decision.legal())
    if decision.form is Form.AMOUNT:
        return list(range(decision.low, decision.high + 1))
    return []


def ways(table: Table, answers: tuple[Any, ...], depth: int) -> int:
    """In how many ways the action that was begun can go on for so many questions; it counts once when it is over."""
    play = table.play().answer(*answers)
    if not depth or play.over or play.asked[0] == "act":
        return 1
    return sum(ways(table, (*answers, answer), depth - 1) for answer in choices(play.pending)) or 1


def market() -> Table:
    """Red at the Steppe with everything a trader needs, and Small Friends."""
    table = a_table().seat("red", at="steppe", favor=3, secrets=2, warbands=2, advisers=["small_friends", "tents"])
    table.site("steppe", cards=["elders", "wolves"], warbands={"red": 1}).site("deep_woods", cards=["rangers"])
    return table.deck("longbows", "mercenaries", "alchemist").pile("provinces", "keep")


def pass_and_toll() -> Table:
    """Narrow Pass, Toll Roads, coasts and a Buried Giant."""
    table = a_table().map("buried_giant", "rocky_coast", "narrow_pass", "lush_coast", "river", "mine", "marshes")
    table.site("lush_coast", cards=["toll_roads"], warbands={"blue": 2}).site("river", warbands={"blue": 1})
    return table.seat("red", at="buried_giant", favor=1, secrets=1, advisers=[down("keep"), down("vision.faith")])


def full_row() -> Table:
    """Red with three advisers, the People's Favor and a Slum without room."""
    table = a_table().site("great_slum", slot=1, cards=["longbows", "wolves", "scouts"]).banner("peoples_favor", "red")
    table.seat("red", at="great_slum", advisers=["family_wagon", "tents", down("elders")], favor=1, secrets=1)
    return table.site("plains", cards=["alchemist"]).deck("a_small_favor", "battle_honors", "mercenaries")


def chancellors() -> Table:
    """The Chancellor with two traits uncovered, a Citizen beside, an edifice and a ruin."""
    table = a_table().turn("purple").reliquary(down("map"), None, None, down("whistle")).seat("blue", role="citizen")
    table.seat("purple", favor=4, secrets=2, warbands=3, advisers=["tents", down("rangers")])
    return table.site("plains", cards=["ancient_forge", "hall_of_mockery", "elders"], warbands={"purple": 2})


def wood() -> Table:
    """Red in the Shrouded Wood that Blue rules."""
    table = a_table().site("shrouded_wood", slot=5, warbands={"blue": 1}).seat("red", at=5, favor=1, supply=3)
    return table.site("shrouded_wood", cards=["longbows"]).pile("hinterland", "elders")


def bare() -> Table:
    """Nothing but a pawn and Supply."""
    return a_table(2).seat("red", at="the_tribunal", supply=4)


# The ways one and two questions deep. Actions that are added to the rules change none of these.
COUNTED: list[tuple[Callable[[], Table], str, int, int]] = [
    (market, "search", 2, 6),
    (market, "muster", 2, 2),
    (market, "trade", 2, 4),
    (market, "travel", 2, 14),
    (pass_and_toll, "travel", 2, 12),
    (pass_and_toll, "play", 2, 4),
    (pass_and_toll, "search", 1, 1),
    (full_row, "search", 4, 8),
    (full_row, "play", 1, 4),
    (full_row, "muster", 3, 3),
    (full_row, "travel", 2, 14),
    (chancellors, "muster", 2, 2),
    (chancellors, "trade", 2, 4),
    (chancellors, "travel", 2, 14),
    (chancellors, "play", 1, 2),
    (wood, "travel", 7, 7),
    (wood, "search", 2, 5),
    (wood, "muster", 1, 1),
    (bare, "travel", 7, 7),
    (bare, "search", 1, 1),
]


@pytest.mark.parametrize(("table", "action", "one", "two"), COUNTED, ids=lambda part: getattr(part, "__name__", part))
def test_counted_choices(table: Callable[[], Table], action: str, one: int, two: int) -> None:
    """A changed number shows a changed rule."""
    assert (ways(table(), (action,), 1), ways(table(), (action,), 2)) == (one, two)
