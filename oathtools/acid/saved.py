"""A world as chapter 1 finds it: the position of a game that is to be set up, its sites laid out (1.1)."""

from oathtools.acid.positions import DOWN, Flat, full
from oathtools.engine.driver import finish
from oathtools.powers import load
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import SavedSite, Seat, World
from oathtools.procedures.setup.opening import opening
from oathtools.procedures.setup.procedure import next_step
from oathtools.table.state import CITIZEN, State

SETUP = "setup"
_OF_SITES = ("cards", "relics")


def before_setup(flat: Flat) -> State:
    """The state between 1.1 and 1.2. Raises ``ValueError`` for a key that says nothing before setup."""
    left = dict(flat)
    seats = left.pop("seats")
    roles = {seat: left.pop(f"{seat}.role") for seat in seats}
    world = World(
        left.pop("oath"),
        tuple(_site(left, name) for name in left.pop("map")),
        tuple(map(full, left.pop("world_deck", ()))),
        tuple(map(full, left.pop("relic_deck", ()))),
        dispossessed=tuple(map(full, left.pop("dispossessed", ()))),
        citizens=tuple(seat for seat in seats if roles[seat] == CITIZEN),
    )
    for told in ("phase", "turn", "round", "box", "reliquary"):
        left.pop(told, None)
    if left:
        raise ValueError(f"no such key before setup: {', '.join(left)}")
    game = Game(opening(world, [Seat(seat, seat, roles[seat]) for seat in seats]), load())
    finish(next_step(game))
    return game.state


def _site(left: Flat, name: str) -> SavedSite:
    bare = name.removeprefix(DOWN)
    cards, relics = ([full(card.removeprefix(DOWN)) for card in left.pop(f"{bare}.{key}", ())] for key in _OF_SITES)
    return SavedSite(full(bare), bare != name, tuple(cards), tuple(relics))
