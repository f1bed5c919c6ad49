"""Random sagas: a world, game after game by bots, each with its Chronicle, and what must hold of each.

``sound`` counts for itself: it uses neither the invariants of the table nor ``chronicle check``, which it compares.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from oathtools import catalog
from oathtools.answerers.bot import backs_only, choose
from oathtools.journal import Play, header_for
from oathtools.powers import load
from oathtools.procedures.chronicle_decks import NOW
from oathtools.procedures.game import Game
from oathtools.procedures.setup import opening
from oathtools.procedures.world import Seat, seats_for
from oathtools.saga import tts
from oathtools.saga.chronicle import Chronicle
from oathtools.saga.chronicle_check import check
from oathtools.saga.chronicle_form import dumps, loads
from oathtools.saga.tts_fill import fill
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.table import stacking
from oathtools.table.invariants import faults
from oathtools.table.state import EXILE, GRAND_SCEPTER, State

Each = Callable[[Chronicle, Chronicle, Play], None]


def first_world(seed: str) -> Chronicle:
    """The publisher's first game with every card in its place."""
    return fill(first_chronicle(), seed)


def late_world(seed: str) -> Chronicle:
    """A world after many games: of each suit only a few cards are left in the Archive, so that it is healed soon."""
    world, rng = first_world(seed), Random(f"late {seed}")
    named = {card for _, card in world.contents()}
    for suit in catalog.SUITS:
        archive = [card.id for card in catalog.cards("denizen") if card.suit == suit and card.id not in named]
        world.dispossessed += rng.sample(archive, len(archive) - rng.randint(1, 8))
    return world


def new_game(chronicle: Chronicle, rng: Random, *, hidden: bool = False, keep_log: bool = False) -> Play:
    """The next game of a saga, with two to six seats in any colors."""
    world = world_of(chronicle)
    if hidden:
        world = world.hidden()
    colors = rng.sample(catalog.EXILE_COLORS, rng.randint(1, 5))
    seats = seats_for([("Ann", None, True), *((color.title() + "a", color, True) for color in colors)], world.citizens)
    header = header_for({"world": world.as_data()}, [s._asdict() for s in seats], {"seed": "1"}, load().coded, {})
    return Play(header, keep_log=keep_log, digests=False)


def play_out(play: Play, rng: Random, *, untold: float = 0) -> None:
    """Bots and chance answer until nothing is asked any more; with ``untold`` cards often stay unknown."""
    while (asked := play.pending) is not None:
        if asked.kind == "chronicle.rebuild" and rng.random() < 0.8:
            play.answer(NOW)  # or most decks would be put off, and not known
            continue
        answer = backs_only if untold and rng.random() < untold else choose
        play.answer(answer(asked, rng), checked=True)


def write(play: Play, rng: Random, before: Chronicle, *, untold: float = 0) -> Chronicle:
    """Chapter 8 by bots, every boundary checked."""

    def at_boundary(game: Game) -> None:
        found = faults(game.state)
        assert not found, (game.state.step, found)

    play.driver.at_boundary = lambda: at_boundary(play.game)
    play.write_chronicle()
    play_out(play, rng, untold=untold)
    return chronicle_after(play, before)


def saga(number: int, games: int, each: Each | None = None) -> Chronicle:
    """A whole saga; ``each`` is called after each Chronicle with the world before it, the one after it, and the game.

    Of four sagas one begins late, and in one the people deal and do not tell the tool half of what they see or draw.
    """
    untold = 0.5 if number % 4 == 3 else 0
    hidden = bool(untold)
    rng = Random(f"saga {number}")
    world = first_chronicle() if hidden else late_world(str(number)) if number % 4 == 1 else first_world(str(number))
    for _ in range(games):
        play = new_game(world, rng, hidden=hidden)
        play_out(play, rng, untold=untold)
        assert faults(play.state) == []
        after = write(play, rng, world, untold=untold)
        if each is not None:
            each(world, after, play)
        world = after
    return world


# -- what must hold ------------------------------------------------------------------------------------------------


def sound(before: Chronicle, after: Chronicle, play: Play) -> None:
    """Everything that must hold of a world after a Chronicle; an ``AssertionError`` says what does not."""
    report = check(after)
    assert not report.faults, report.faults
    assert loads(dumps(after, sealed=True)) == after, "the file says another world"
    every_card_once(after, play.state)
    as_many_as_before(before, after, play.state)
    if not before.unknown() and not after.unknown():
        none_from_nowhere(before, after, play.state)
    handed_on(fill(after, "a string") if after.unknown() else after)


def every_card_once(after: Chronicle, state: State) -> None:
    """No card lost and none doubled: what the Chronicle names and the Archive of the table together are the box."""
    named = [card for _, card in after.contents() if isinstance(card, str)]
    known = Counter(_one_side(card) for card in named)
    assert max(known.values()) == 1, [card for card, count in known.items() if count > 1]
    assert sum(card.startswith("site.") for card in named) <= 8 == len(after.map)
    if after.unknown():
        return
    assert _of(named, "relic") == {card for card in catalog.ids("relic") if card != GRAND_SCEPTER}
    # What lies in the Archive is every denizen named nowhere; some of its cards may be unknown one by one.
    archive = [card for card in state.zone("archive") if not card.startswith("edifice.")]
    assert len(named_denizens := _of(named, "denizen")) + len(archive) == len(catalog.ids("denizen"))
    assert not named_denizens & set(archive)
    # Built up by 8.8, or put off: then the Visions wait in the box.
    visions = _of(named, "vision")
    assert visions == (set(catalog.ids("vision")) if stacking.noted(state, "rebuilt") else set())


def as_many_as_before(before: Chronicle, after: Chronicle, state: State) -> None:
    """8.4 and 8.5 in numbers: six in, or six healed of the Dispossessed; up to six out. The rest is where it was."""
    was, now = _numbers(before), _numbers(after)
    added = sum((stacking.noted(state, "added") or {}).values())
    healed = sum((stacking.noted(state, "healed") or {}).values())
    removed = stacking.noted(state, "removed")
    is_healed = stacking.noted(state, "healed") is not None
    assert (added == 6) != is_healed and removed <= 6 and healed <= 6, (added, healed, removed)
    assert now["play"] == was["play"] + added + healed - removed, (was, now)
    assert now["dispossessed"] == (0 if is_healed else was["dispossessed"]) + removed, (was, now)
    assert sum(now.values()) == sum(was.values()) == len(catalog.ids("denizen"))


def none_from_nowhere(before: Chronicle, after: Chronicle, state: State) -> None:
    """In a wholly known world the new cards come from the Archive, or, healed, from the Dispossessed (8.4, 8.5)."""
    was, now = _in_play(before), _in_play(after)
    new, gone = now - was, was - now
    healed = stacking.noted(state, "healed")
    assert len(new) == sum((healed if healed is not None else stacking.noted(state, "added")).values())
    once = _denizens(before.dispossessed)
    assert new <= once if healed is not None else not new & once, new
    kept = set() if healed is not None else once
    assert _denizens(after.dispossessed) == kept | gone and len(gone) == stacking.noted(state, "removed")


def handed_on(world: Chronicle) -> None:
    """The save string of a world comes out as it went in, and the same game is set up from it."""
    string = tts.write(world)
    again = tts.read(string)
    assert tts.write(again) == string
    assert world_of(again) == world_of(world)
    seats = _seats(world)
    assert opening(world_of(again), seats) == opening(world_of(world), seats), "another game is set up"
    assert check(again).faults == []


def _seats(world: Chronicle) -> list[Seat]:
    citizens = [color for color, side in world.boards.items() if side != EXILE]
    return seats_for([("Ann", None, True), ("Bo", None, True), ("Cy", None, True)], citizens)


def _numbers(world: Chronicle) -> dict[str, int]:
    """How many denizens are in play (map and world deck), among the Dispossessed, and in the Archive."""
    deck = world.world_deck
    told = sum(_is_denizen(card) for card in (*(deck.order or ()), *deck.top, *deck.bottom))
    told += sum(layer.get("denizens", 0) for layer in deck.layers) if deck.order is None else 0
    told += sum(_is_denizen(card) for row in world.map for card in row.cards)
    out = len(world.dispossessed)
    return {"play": told, "dispossessed": out, "archive": len(catalog.ids("denizen")) - told - out}


def _is_denizen(card: object) -> bool:
    return card.startswith("denizen.") if isinstance(card, str) else getattr(card, "what", "") == "denizen"


def _in_play(world: Chronicle) -> set[str]:
    return _denizens(world.world_deck.order or ()) | {card for row in world.map for card in _denizens(row.cards)}


def _denizens(cards: Iterable[object]) -> set[str]:
    return {card for card in cards if isinstance(card, str) and card.startswith("denizen.")}


def _of(cards: Iterable[str], kind: str) -> set[str]:
    return {card for card in cards if card.startswith(f"{kind}.")}


def _one_side(card: str) -> str:
    return min(card, catalog.edifice(card).other_side) if card.startswith("edifice.") else card
