"""A dry run of chapter 1: what each step does to the table, by the same procedures that set a game up."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.engine.decision import DeadEnd
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.registry import OathRegistry
from oathtools.procedures.machine.variant import Variant
from oathtools.procedures.machine.world import SavedSite, Seat, World, built_layers, seats_for
from oathtools.procedures.setup.opening import opening
from oathtools.procedures.turn.loop import program
from oathtools.table.state import SLOTS, State


class Asked(NamedTuple):
    """A question of a step: its kind, who answers it, and the options that are legal."""

    kind: str
    who: str
    legal: tuple[str, ...]


class Stage(NamedTuple):
    """The table after a step, the questions that it asked, and the figures of the variants in force as it began."""

    state: State
    asked: tuple[Asked, ...]
    figures: Mapping[str, Mapping[str, Any]]


def unknown_world() -> World:
    """A world of which nothing is known: eight facedown sites, a deck by the book, all relics but the Scepter."""
    denizens = catalog.ids("denizen")
    start = catalog.first_game().starting_pool
    relics = len(catalog.ids("relic")) - 1
    blank = SavedSite(None, True)
    return World("supremacy", (blank,) * SLOTS, None, None, built_layers(len(start)), denizens, relics)


def dry_run(
    world: World,
    seats: Sequence[Seat],
    readings: Mapping[str, str] | None = None,
    find: Callable[[str], Variant] | None = None,
) -> dict[str, Stage]:
    """Clause -> the table after it, from 1.1 to 1.23, in order, with the steps of the world's variants, which ``find``
    gives by name. Chance and choices fall at random, always alike.

    What depends on them (cards drawn, short favor, pawns) is no figure to tell; the questions are. The run ends early
    where a step can ask nothing legal: 1.23 on a map without any faceup site.
    """
    game = _game(world, seats, readings, find)
    rng = Random(0)
    stages: dict[str, Stage] = {}
    while game.state.phase == "setup":
        clause = game.state.step.partition(":")[0]
        begun = stages.get(clause)
        asked: list[Asked] = list(begun.asked) if begun else []
        laid_out = game.variants if stages else ()  # before 1.1 there is no map to tell of
        told = begun.figures if begun else {one.name: dict(one.figures(game)) for one in laid_out}
        whole = _run_step(game, rng, asked)
        stages[clause] = Stage(game.state.copy(), tuple(asked), told)
        if not whole:
            break
    return stages


def laid_out(world: World, readings: Mapping[str, str] | None, find: Callable[[str], Variant]) -> Game:
    """The game as 1.1 lays a world out; two players sit at it, whoever they will be."""
    game = _game(world, seats_for([("", None, False), ("", None, False)], ()), readings, find)
    _run_step(game, Random(0), [])
    return game


def _game(
    world: World, seats: Sequence[Seat], readings: Mapping[str, str] | None, find: Callable[[str], Variant] | None
) -> Game:
    registry = OathRegistry()
    registry.find_variant = find or registry.find_variant
    return Game(opening(world, list(seats)), registry, dict(readings or {}))


def _run_step(game: Game, rng: Random, asked: list[Asked]) -> bool:
    """One step to its end, or to a question without a legal answer: then False."""
    steps = program(game)
    assert steps is not None
    answer = None
    while True:
        try:
            decision = steps.send(answer)
        except StopIteration:
            return True
        # The options are taken down at once: their rows read the table as it stands now.
        asked.append(Asked(decision.kind, decision.who, tuple(decision.legal())))
        try:
            answer = decision.random(rng)
        except DeadEnd:
            return False
