"""Random sagas: a world, game after game by bots, each with its Chronicle, and what must hold of each.

``sound`` counts for itself: it uses neither the invariants of the table nor ``chronicle check``, which it compares.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.bots.planner import choose
from oathtools.journal import Play, begin
from oathtools.procedures.chronicle.decks import LATER, REBUILD
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.game import Game
from oathtools.procedures.machine.world import Seat, opening, seats_for
from oathtools.saga.chronicle.check import check
from oathtools.saga.chronicle.form import dumps, loads
from oathtools.saga.chronicle.record import Chronicle
from oathtools.saga.save_string import string as tts
from oathtools.saga.save_string.fill import fill
from oathtools.saga.transitions import explain
from oathtools.saga.worlds import first_chronicle, world_of
from oathtools.saga.writing import chronicle_after
from oathtools.table import effects
from oathtools.table.invariants import faults
from oathtools.table.state import CITIZEN, EXILE, GRAND_SCEPTER, State
from tests.support import chronicle_by_hand
from tests.support.random_games import backs_only


class Written(NamedTuple):
    """A game with its Chronicle: the world it was played from, the table when it was over, the world after it."""

    before: Chronicle
    end: State
    after: Chronicle
    play: Play

    def noted(self, key: str, default: Any = None) -> Any:
        """What the Chronicle noted."""
        return effects.noted(self.play.state, key, default)


Each = Callable[[Written], None]


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
    return begin.new_game(seats, world, seed="1", keep_log=keep_log, digests=False)


def play_out(play: Play, rng: Random, *, untold: float = 0) -> None:
    """Bots and chance answer until nothing is asked any more; with ``untold`` cards often stay unknown.

    They reveal most of the Visions they get, and put the deck off now and then: both would happen too seldom otherwise.
    """
    while (asked := play.pending) is not None:
        wish = {"play.to": "vision", REBUILD: LATER}.get(asked.kind)
        if wish and asked.allows(wish) and rng.random() < (0.8 if asked.kind != REBUILD else 0.15):
            play.answer(wish)
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


def draw_winner(play: Play, rng: Random) -> None:
    """Another winner than the game had: any seat, in any way that is open to it."""
    state = play.state
    winner = rng.choice(state.seats)
    seen = facts.revealed_visions(play.game, winner)
    usurper, vision = ["usurper", "3.1"], ["visionary", "3.2"]
    ways = [[["war_exhaustion", "3.4.2"]], [usurper]]
    if seen:
        ways = [[usurper, vision], [vision], [["war_exhaustion", "3.4.3"]]]
    if state.players[winner].role != EXILE:
        ways = [[["stable_regime", "3.3"]], [["war_exhaustion", "3.4.1"]]]
    if state.players[winner].role == CITIZEN:
        ways = [[["successor", "3.3.1"]]]
    way = rng.choice(ways)
    state.result = {"winner": winner, "how": way[0][0], "clause": way[0][1], "ways": way, "round": state.round}


def saga(number: int, games: int, each: Each | None = None) -> Chronicle:
    """A whole saga; ``each`` is called after each Chronicle.

    Of four sagas one begins late; in one the winners are drawn by lot, so that Exiles and Visions win as well; and in
    one the people deal, and do not tell the tool half of what they see or draw.
    """
    untold = 0.5 if number % 4 == 3 else 0
    hidden = bool(untold)
    rng = Random(f"saga {number}")
    world = first_chronicle() if hidden else late_world(str(number)) if number % 4 == 1 else first_world(str(number))
    for _ in range(games):
        play = new_game(world, rng, hidden=hidden, keep_log=number % 4 == 2)  # whose winner no journal tells
        play_out(play, rng, untold=untold)
        assert faults(play.state) == []
        if number % 4 == 2:
            draw_winner(play, rng)
        end = play.state.copy()
        after = write(play, rng, world, untold=untold)
        if each is not None:
            each(Written(world, end, after, play))
        world = after
    return world


# -- what must hold ------------------------------------------------------------------------------------------------


def sound(game: Written) -> None:
    """Everything that must hold of a world after a Chronicle; an ``AssertionError`` says what does not."""
    after = game.after
    report = check(after)
    assert not report.faults, report.faults
    assert loads(dumps(after, sealed=True)) == after, "the file says another world"
    every_card_once(game)
    as_many_as_before(game)
    as_by_hand(game)
    if not game.before.unknown() and not after.unknown():
        none_from_nowhere(game)
        follows(game)
    handed_on(fill(after, "a string") if after.unknown() else after)


def every_card_once(game: Written) -> None:
    """No card lost and none doubled: what the Chronicle names and the Archive of the table together are the box."""
    after, state = game.after, game.play.state
    named = [card for _, card in after.contents() if isinstance(card, str)]
    known = Counter(_one_side(card) for card in named)
    assert max(known.values()) == 1, [card for card, count in known.items() if count > 1]
    assert len(_of(named, "site")) <= len(after.map) == 8
    if after.unknown():
        return
    assert _of(named, "relic") == {card for card in catalog.ids("relic") if card != GRAND_SCEPTER}
    # What lies in the Archive is every denizen named nowhere; some of its cards may be unknown one by one.
    archive = [card for card in state.zone("archive") if not card.startswith("edifice.")]
    assert len(denizens := _of(named, "denizen")) + len(archive) == len(catalog.ids("denizen"))
    assert not denizens & set(archive)
    assert _of(named, "vision") == (set(catalog.ids("vision")) if game.noted("rebuilt") else set())


def as_many_as_before(game: Written) -> None:
    """8.4 and 8.5 in numbers: six in, or six healed of the Dispossessed; up to six out. The rest is where it was."""
    was, now = _numbers(game.before), _numbers(game.after)
    added, healed = game.noted("added"), game.noted("healed")
    assert (added is None) != (healed is None), (added, healed)
    new, removed = sum((added or healed or {}).values()), game.noted("removed")
    assert (new == 6 or added is None) and max(new, removed) <= 6, (added, healed, removed)
    assert now["play"] == was["play"] + new - removed, (was, now)
    assert now["dispossessed"] == (was["dispossessed"] if healed is None else 0) + removed, (was, now)
    assert sum(now.values()) == sum(was.values()) == len(catalog.ids("denizen"))


def follows(game: Written) -> None:
    """The account of the two worlds explains the game, and says of it what its Chronicle noted."""
    told = explain(game.before, game.after)
    assert not told.flags, told.flags
    # The Broken Forge repairs itself in play (7.3.2): if it falls again (8.3.3), both worlds hold the same ruin.
    ruins = {card for row in game.before.map for card in row.cards if isinstance(card, str)}
    fell = [card for card in game.noted("fell") or [] if catalog.edifice(card).other_side not in ruins]
    assert sorted(told.entry.get("fell", [])) == sorted(fell), "fell"
    for key in ("built", "ruins_lost"):
        assert sorted(told.entry.get(key, [])) == sorted(game.noted(key) or []), key
    assert told.entry.get("suits") == (game.noted("added") or None), "suits"
    assert told.entry.get("removed", 0) == game.noted("removed", 0), "removed"


def none_from_nowhere(game: Written) -> None:
    """In a wholly known world the new cards come from the Archive, or, healed, from the Dispossessed (8.4, 8.5)."""
    was, now = _in_play_at_the_end(game), _in_play(game.after)
    new, gone = now - was, was - now
    healed = game.noted("healed")
    assert len(new) == sum((game.noted("added") if healed is None else healed).values())
    once = _denizens(game.end.zone("dispossessed"))
    assert not new & once if healed is None else new <= once, new
    kept = once if healed is None else set()
    assert _denizens(game.after.dispossessed) == kept | gone and len(gone) == game.noted("removed")


def as_by_hand(game: Written) -> None:
    """Oath, boards, map, relics and the cards of 8.5 and 8.8 are what a second hand at chapter 8 comes to."""
    end, after = game.end, game.after
    chosen = chronicle_by_hand.Chosen.of(game.play.state.lasting["chronicle"])
    assert after.oath in chronicle_by_hand.oaths(end)
    assert after.boards == chronicle_by_hand.boards(end, game.before.boards, chosen.converts)
    if any(entry.kind == "chronicle.warbands" for entry in game.play.live):
        return  # too few warbands for the converts' sites (9.3): the winner chose among them
    piles, _ = chronicle_by_hand.map_after(end, chosen)
    for row, pile in zip(after.map, piles, strict=True):
        if pile is None:
            assert not row.cards
            continue
        site, cards, relics = pile
        room = max(relics, catalog.site(site).reveal.relics)
        assert (row.site, row.facedown, row.cards) == (site, False, cards), (row, pile)
        assert len(row.relics) == room or (len(row.relics) >= relics and not after.relic_deck), (row, pile)
    for region in chronicle_by_hand.REGIONS:
        new = [slot for slot in region if piles[slot] is None]
        up = [slot for slot in new if not after.map[slot].facedown]
        assert up == (list(region[:1]) if len(new) == len(region) else []), (region, up)
        assert not any(after.map[slot].relics for slot in new if slot not in up)
    if game.before.unknown() or after.unknown() or end.handles:
        return
    stack, deck = chronicle_by_hand.in_play(end, chosen)
    six = _denizens(after.dispossessed) - (_denizens(end.zone("dispossessed")) if game.noted("added") else set())
    assert six <= set(stack) and len(six) == min(6, len(stack)), (six, stack)
    order = _denizens(after.world_deck.order or ())
    assert {*stack, *deck} - six <= order and len(order) == len(stack) + len(deck) - len(six) + len(_new(game))
    top = chronicle_by_hand.relics_on_top(end)
    assert set((after.relic_deck or [])[: len(top)]) == top


def _new(game: Written) -> set[str]:
    return _in_play(game.after) - _in_play_at_the_end(game)


def _in_play_at_the_end(game: Written) -> set[str]:
    """The denizens of a wholly known game when it was over: some powers swap them with the Dispossessed in play."""
    return set(catalog.ids("denizen")) - {*game.end.zone("archive"), *game.end.zone("dispossessed")}


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
