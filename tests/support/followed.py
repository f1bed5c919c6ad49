"""Games that are followed by a reader who knows no rule, and looked at on every screen.

After every answer, undo, redo, adjustment and overruling the table of the hands must equal the one that is shown, for
one who sees everything, for one who sees what is open, or for a player. What they cannot move, the log does not say.
"""

from random import Random
from typing import Any

from oathtools import catalog
from oathtools.bots.planner import choose
from oathtools.engine.decision import Decision
from oathtools.journal import Play, new_game
from oathtools.law.rulings import points
from oathtools.procedures.machine.world import seats_for
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.table.position.form import to_position
from oathtools.variants import opened
from tests.support.handled import Chosen, Watched, from_position, some
from tests.support.hands import Untold
from tests.support.mid_game import WAYS, mid_game
from tests.support.outland import NAME as OUTLAND
from tests.support.outland import with_realms
from tests.support.outland_sagas import seeded
from tests.support.pack import NAME as PACK
from tests.support.pack import shores
from tests.support.random_games import backs_only, header
from tests.support.rich import position
from tests.support.sagas import first_world, late_world
from tests.support.screens import Looked, Screens

VIEWS = ("all", "open", "a player")
GAMES, TO_THE_END = 5, 10_000  # games in a saga, answers in a game


def begun(number: int) -> Play:
    """Game number so-and-so: from setup, from its end (for the Chronicle), or from a rich position.

    There some of the powers are declared.
    """
    rng = Random(f"hands {number}")
    if number % 2:
        play = Play(header(number // 2))
        while number % 10 == 3 and play.pending is not None:
            play.answer(some(play.pending, rng), checked=True)
        return play
    table = to_position(position(number).built())
    sites = [card for site in table["sites"] for card in site.get("cards", ()) if isinstance(card, str)]
    cards = [card for card in map(catalog.find, sites) if card.startswith("denizen.")]
    return from_position(table, tuple(rng.sample(cards, min(len(cards), 3))))


def begun_with(number: int) -> Play:
    """The same with house rules: the pack's cards in play; both from setup; realms from setup, and in mid-game."""
    rng = Random(f"hands with variants {number}")
    if number % 4 == 0:
        deal = {"advisers": ["wreckers", "harpooners"], "relics": ["tide_glass"], "supply": 6}
        table = shores(favor=3, secrets=2, warbands=4, **deal).site(3, cards=["great_lighthouse"]).banks(2)
        return from_position(to_position(table.built()))
    if number % 4 == 1:
        table = position(number)
        sites = rng.sample([card.partition(".")[2] for card in table.built().zone("map")], 5)
        realms = {"red-1": sites[:3], "blue-1": sites[3:]}
        return from_position(to_position(with_realms(table, realms, garrisons={sites[0]: 2, sites[3]: 1}).built()))
    world = seeded(first_world(str(number)), rng)
    return game_of(world, rng, (OUTLAND, *((PACK,) if number % 4 == 2 else ())))


def game_of(world: Chronicle, rng: Random, variants: tuple[str, ...] = (), hidden: bool = False) -> Play:
    """The next game of a world, with two to six seats in any colors."""
    begun = world_of(world, opened(variants, world.variants) if variants else None)
    begun = begun.hidden() if hidden else begun
    colors = rng.sample(catalog.EXILE_COLORS, rng.randint(1, 5))
    seats = seats_for([("Ann", None, True), *((color.title() + "a", color, True) for color in colors)], begun.citizens)
    return new_game(seats, begun, seed=1)


def followed(play: Play, number: int, answers: int, chosen: Chosen | None = None) -> int:
    """Follow a game; returns how often the tables were compared. Raises ``Untold``.

    ``chosen``: bots play it to its end, and nothing that is refused is let pass.
    """
    view = VIEWS[number // 2 % 3]
    seat = play.state.seats[0] if view == "a player" else None
    watched = Watched(play, Random(number), seat, view == "all", chosen is None, chosen)
    try:
        watched.play_on(answers)
    except Untold as fault:
        raise Untold(f"{view}: {fault}\n    " + "\n    ".join(watched.said)) from None
    return watched.compared


def run(number: int, answers: int, variants: bool = False, readings: bool = False) -> int:
    """Follow game number so-and-so; ``readings``: by any of them for each open point. Raises ``Untold``."""
    play = begun_with(number) if variants else begun(number)
    if readings:
        rng = Random(f"readings {number}")
        drawn = {key: rng.choice(list(point.readings)) for key, point in points().items() if point.readings}
        play = Play({**play.header, "readings": {**play.header["readings"], **drawn}})
    return followed(play, number, answers)


def half_told(decision: Decision, rng: Random) -> Any:
    """A bot that does not tell half of what it sees."""
    return (backs_only if rng.random() < 0.5 else choose)(decision, rng)


def saga(number: int, games: int = GAMES, variants: bool = False) -> int:
    """Follow a saga, every answer of every game and of its Chronicle. Raises ``Untold``.

    Of four one begins late, and in one the people tell little of what they see. Half of those with variants have both.
    """
    rng, compared, hidden = Random(f"hands saga {number}"), 0, number % 4 == 3
    world = first_chronicle() if hidden else late_world(str(number)) if number % 4 == 1 else first_world(str(number))
    named = (OUTLAND, *((PACK,) if number % 2 else ())) if variants else ()
    for game in range(games):
        play = game_of(seeded(world, rng) if variants and not game else world, rng, named, hidden)
        compared += followed(play, 7 * number + game, TO_THE_END, half_told if hidden else choose)
        world = chronicle_after(play, world)
    return compared


def looked_at(number: int, screens: Screens) -> Looked:
    """Game number so-and-so: of four one from the middle of another, one from a rich position, two from setup."""
    rng = Random(f"screens {number}")
    if number % 4 == 1:
        return Looked(mid_game(number, WAYS[number // 4 % 4]), rng, screens)
    return Looked(begun(number // 4 * 2 if number % 4 == 3 else number + 1), rng, screens)
