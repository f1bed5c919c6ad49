"""Each place where a power may plug in is opened by the engine, and a power there acts.

A power at every place, which notes that it acted and changes nothing, is in force in the recorded games and in a few
scripts for what those never come to. A place that is declared and opened nowhere fails here by its name.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from oathtools import variants
from oathtools.engine.windows import Kind, Place, Power, Stage
from oathtools.journal import Play, file
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import DONE, PLACES, OathRegistry
from oathtools.procedures.victory.check import at_wake
from tests.battles import campaign, roll, war
from tests.support.pack import NAME, known, shores
from tests.support.tables import unknown

GAMES = sorted((Path(__file__).parents[1] / "games").rglob("*.jsonl"))
PROBE = "variant.probe"


def probes(acted: set[str]) -> dict[str, Power]:
    """A power at every place, for everybody and after all others; each adds its place to those where one acted."""
    registry = OathRegistry()
    for place in PLACES.values():
        registry.add(PROBE, place.name, _noting(place, acted), subject="all", stage=Stage.IGNORE)
    return {power.place.name: power for power in registry.by_card[PROBE]}


def _noting(place: Place, acted: set[str]) -> Callable[..., Any]:
    def fold(game: Any, frame: Any, value: Any, me: Any) -> Any:
        acted.add(place.name)
        return value

    def steps(game: Any, frame: Any, me: Any) -> Iterator[Any]:
        acted.add(place.name)
        yield from ()

    def around(game: Any, frame: Any, proceed: Any, me: Any) -> Any:
        acted.add(place.name)
        return (yield from proceed())

    notes: dict[Kind, Callable[..., Any]] = {Kind.FOLD: fold, Kind.AROUND: around}
    return notes.get(place.kind, steps)


def in_force(powers: dict[str, Power], patch: pytest.MonkeyPatch) -> None:
    """From here on these powers are live in every game."""
    find = Game._find_live

    def and_probes(game: Game) -> None:
        find(game)
        for name, power in powers.items():
            there = game._live.get(name, [])
            if power not in there:
                game._live[name] = [*there, power]

    patch.setattr(Game, "_find_live", and_probes)


def bear_traps_and_the_hospital() -> None:
    """A plan that kills by itself (10.13), and warbands saved from death (5.5.8)."""
    table = war().site("deep_woods", warbands={"red": 1}, cards=["hospital"]).seat("red", warbands=6, favor=6)
    table = table.seat("blue", advisers=["bear_traps"], favor=6).site("steppe", warbands={"blue": 1})
    play = campaign(table.play(), "blue", ["steppe"]).answer("hospital", "bear_traps")
    roll(play, "1", "khhhh").answer({})


def relic_hunter() -> None:
    """Relics taken by a campaign (5.5.7.2)."""
    table = war().seat("red", warbands=4, advisers=["relic_hunter"]).relic_deck("cup_of_plenty")
    play = campaign(table.site("steppe", relics=["map", unknown("relic")]).play(), "bandits", ["steppe"])
    roll(play.answer("denizen.relic_hunter=1", ["relic-4-1"]), "00", "ssss").answer({}, [])


def a_vision_of_house_cards() -> None:
    """A Vision that no oath shares (3.2)."""
    known()
    try:
        at_wake(shores(vision="the_crossing").visions(3).game(), "red")
    finally:
        variants.forget(NAME)


SCRIPTS = (bear_traps_and_the_hospital, relic_hunter, a_vision_of_house_cards)


@pytest.fixture(scope="module")
def acted() -> Iterator[set[str]]:
    """The places where a power acted in the recorded games and the scripts."""
    found: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        in_force(probes(found), patch)
        for path in GAMES:
            content = file.read(path)
            play = Play(content.header, content.entries, keep_log=False)
            assert play.stopped is None, path  # they change nothing: each game goes as it was recorded
        for script in SCRIPTS:
            script()
        yield found


@pytest.mark.parametrize("place", PLACES)
def test_a_place_is_opened_and_a_power_there_acts(place: str, acted: set[str]) -> None:
    assert place in acted, f"no power at {place} ever acted: is it opened?"


def test_a_place_that_nothing_opens_is_found(acted: set[str]) -> None:
    """The test can fail: a place that is only declared is none of those."""
    assert not (acted | DONE) - set(PLACES)
    nowhere = Place("nowhere", Kind.WINDOW, "10.2", PLACES["action.after"].takes)
    found: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        in_force({"nowhere": probes(found)["action.after"]._replace(place=nowhere)}, patch)
        relic_hunter()
    assert found == set()
