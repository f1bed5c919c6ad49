"""Random sagas with Outland Realms: worlds with realms in them, any readings, and what must hold at every boundary."""

from random import Random
from typing import Any

from oathtools import catalog
from oathtools.bots.planner import choose
from oathtools.journal import Play, new_game
from oathtools.law.rulings import Readings, Taken, in_force
from oathtools.law.rulings_variants import get
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import seats_for
from oathtools.saga.chronicle.check import check
from oathtools.saga.chronicle.form import dumps, loads, to_data
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.save_string.string import read, write
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.table.invariants import faults
from oathtools.table.position.form import to_position
from oathtools.variants import opened
from tests.support.outland import NAME
from tests.support.random_games import backs_only
from tests.support.sagas import Each, Written, first_world

POINTS = get(NAME).points


def readings(rng: Random, plain: bool) -> dict[str, str]:
    """The defaults, or any readings, but for the one that lets realms grow beyond nine sites."""
    table = Readings(variants=(NAME,))
    if not plain:
        free = [point for point in POINTS.values() if point.id != "OR-G"]
        taken = {point.id: Taken(rng.choice(list(point.readings))) for point in free}
        table = Readings(taken=taken, variants=(NAME,))
    return in_force(table)


def seeded(world: Chronicle, rng: Random) -> Chronicle:
    """A world with realms in it, on the map and off it, so that everything comes up."""
    sites = rng.sample(catalog.ids("site"), 8)
    up = [row.site for row in world.map if not row.facedown and isinstance(row.site, str)]
    sites = list(dict.fromkeys([*up, *sites]))[:8]
    parts = (sites[:4], sites[4:7], sites[7:])
    colors = rng.sample(catalog.EXILE_COLORS, 3)
    kept = {
        f"{color}-1": {"color": color, "founded": 1, "sites": part} for color, part in zip(colors, parts, strict=True)
    }
    world.variants = {NAME: {"realms": kept}}
    return world


def sound(game: Game) -> None:
    """Conserved; never over four sites a realm or nine in all, none in two realms; leaders lead what is there."""
    assert faults(game.state) == []
    kept = game.state.variants[NAME]
    sites = [site for realm in kept["realms"].values() for site in realm["sites"]]
    assert len(sites) == len(set(sites)) <= 9
    assert all(1 <= len(realm["sites"]) <= 4 for realm in kept["realms"].values())
    assert set(kept["leaders"].values()) <= set(kept["realms"])
    assert set(kept["garrisons"]) <= set(sites) and all(count > 0 for count in kept["garrisons"].values())


def game_of(world: Chronicle, rng: Random, hidden: bool, ruled: dict[str, str]) -> Play:
    """The next game of a saga, of three to six players in any colors."""
    begun = world_of(world, opened([NAME], world.variants))
    begun = begun.hidden() if hidden else begun
    colors = rng.sample(catalog.EXILE_COLORS, rng.randint(2, 5))
    seats = seats_for([("Ann", None, True), *((color.title() + "a", color, True) for color in colors)], begun.citizens)
    play = new_game(seats, begun, seed=1, readings=ruled, keep_log=False, digests=False)
    play.driver.at_boundary = lambda: sound(play.game)
    return play


def play_out(play: Play, rng: Random, untold: float, asked: set[str]) -> None:
    while play.pending is not None:
        asked.add(play.pending.kind)
        answer: Any = backs_only if untold and rng.random() < untold else choose
        play.answer(answer(play.pending, rng), checked=True)


def a_saga(number: int, games: int, each: Each | None = None) -> set[str]:
    """So many games, each replayed, saved and read again; ``each`` is called after each Chronicle.

    Returns the kinds of questions that came up.
    """
    rng = Random(f"outland {number}")
    untold = 0.5 if number % 3 == 2 else 0.0
    world = seeded(first_chronicle() if untold else first_world(str(number)), rng)
    asked: set[str] = set()
    for _ in range(games):
        play = game_of(world, rng, bool(untold), readings(rng, plain=number % 2 == 0))
        play_out(play, rng, untold, asked)
        assert to_position(play.state)["variants"][NAME] == play.state.variants[NAME]
        end, before = play.state.copy(), world
        play.write_chronicle()
        play_out(play, rng, untold, asked)
        again = Play(play.header, play.entries, keep_log=False, digests=False)
        assert again.differences == [] and again.state == play.state
        world = chronicle_after(play, world)
        assert check(world).faults == []
        if each is not None:
            each(Written(before, end, world, play))
        text = dumps(world, sealed=True)
        assert to_data(loads(text)) == to_data(world)
        assert opened([NAME], loads(text).variants) == opened([NAME], world.variants)
        if not world.unknown():
            string = write(world)
            assert to_data(read(string))["map"] == to_data(world)["map"] and write(read(string)) == string
    return asked
