"""The hands test: a reader that knows no rule moves pieces as the log tells, and its table is compared with ``status``.

    python benchmarks/hands.py                      100 games, half of them from rich positions in mid-game
    python benchmarks/hands.py --games 2000         more of them
    python benchmarks/hands.py --answers 200        so many answers in each; of one in ten the Chronicle only
    python benchmarks/hands.py --variants           with a pack of cards and with Outland Realms, or with both
    python benchmarks/hands.py --readings           with every open point read at random
    python benchmarks/hands.py --sagas 200          sagas of five games, each to its end, each with its Chronicle

After every answer, undo, redo, adjustment and overruling the table of the hands must equal the one that is shown, for
one who sees everything, for one who sees what is open, or for a player. What they cannot move, the log did not tell.
The game under way is named on standard error; one that does not end within ``--limit`` seconds ends the run, and shows
where it was.
"""

import argparse
import faulthandler
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.rich import position
from oathtools import catalog
from oathtools.answerers.bot import backs_only, choose
from oathtools.engine.decision import Decision
from oathtools.journal import Play, new_game
from oathtools.law.rulings import points
from oathtools.procedures.machine.world import seats_for
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.table.position.faults import PositionError
from oathtools.table.position.form import to_position
from oathtools.variants import opened
from tests.handled import Chosen, Watched, from_position, some
from tests.hands import Untold
from tests.procedures.worlds import header
from tests.saga.sagas import first_world, late_world
from tests.variants.outland import NAME as OUTLAND
from tests.variants.outland import with_realms
from tests.variants.outland_sagas import seeded
from tests.variants.test_pack import NAME as PACK
from tests.variants.test_pack import known, shores

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


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--answers", type=int, default=120)
    parser.add_argument("--variants", action="store_true", help="with house rules")
    parser.add_argument("--readings", action="store_true", help="with any readings of the open points")
    parser.add_argument("--sagas", type=int, default=0, help="so many sagas of five games instead")
    parser.add_argument("--limit", type=float, default=600, metavar="SECONDS", help="for one game, or saga")
    given = parser.parse_args()
    found: Counter[str] = Counter()
    what = "sagas" if given.sagas else "games"
    if given.variants:
        known()
    for number in range(given.first, given.first + (given.sagas or given.games)):
        print(f"\r{what} {number} ...", end="", file=sys.stderr, flush=True)
        faulthandler.dump_traceback_later(given.limit, exit=True)
        try:
            if given.sagas:
                found["compared"] += saga(number, variants=given.variants)
            else:
                found["compared"] += run(number, given.answers, given.variants, given.readings)
        except PositionError:
            found["no position"] += 1
            continue
        except Exception as fault:
            found["failed"] += 1
            print(f"{what} {number}: {type(fault).__name__}: {fault}", flush=True)
            continue
        found[what] += 1
    faulthandler.cancel_dump_traceback_later()
    print("\r", end="", file=sys.stderr, flush=True)
    print(", ".join(f"{count} {what}" for what, count in found.items()))
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
