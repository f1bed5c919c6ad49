"""8.4 Add six cards to the world deck; 8.5 remove six to the Dispossessed; 8.8 rebuild the world deck."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from oathtools import catalog
from oathtools.engine.rows import Row
from oathtools.procedures.chronicle.archive import draw_from_archive, heal, holds_all
from oathtools.procedures.chronicle.chance import Lot, draw_unseen, faces, learn
from oathtools.procedures.chronicle.citizenship import send_home
from oathtools.procedures.chronicle.untracked import tell_piles
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask, choose
from oathtools.procedures.machine.world import built_layers
from oathtools.table import stacking
from oathtools.table.state import WORLD

if TYPE_CHECKING:
    from oathtools.procedures.machine.game import Game

ASIDE, STACK = "aside.visions", "aside.stack"
REBUILD, NOW, LATER = "chronicle.rebuild", "now", "later"


# -- 8.4 -----------------------------------------------------------------------------------------------------------


def add_six(game: "Game", winner: str) -> Ask:
    """8.4: three cards of the commonest suit of the winner's advisers, two and one of the suits that follow (A-94)."""
    suits = commonest(game, winner)
    suit = yield from choose("chronicle.suit", winner, suits or catalog.SUITS, "8.4")
    start = catalog.SUITS.index(suit)
    around = [catalog.SUITS[(start + step) % len(catalog.SUITS)] for step in range(len(catalog.ARCHIVE_ADD))]
    wanted = dict(zip(around, catalog.ARCHIVE_ADD, strict=True))
    stacking.note(game.do, suit=suit)
    game.do.emit("commonest", ("8.4",), who=winner, suit=suit, wanted=wanted)
    if (yield from holds_all(game, winner, wanted)):
        yield from draw_from_archive(game, winner, wanted)
        stacking.note(game.do, added=wanted)
    else:
        yield from heal(game, winner)


def commonest(game: "Game", winner: str) -> list[str]:
    """The suits most common among the winner's advisers: those that lie faceup (A-94), one that counts as two twice."""
    suits = facts.adviser_suits(game, winner)
    if game.takes("A-94", "a") == "b":
        down = [card for card in facts.advisers(game, winner) if card in game.state.facedown]
        suits += [suit for card in down if card not in game.state.handles and (suit := catalog.card(card).suit)]
    most = max(map(suits.count, suits), default=0)
    return [suit for suit in catalog.SUITS if suit in suits and suits.count(suit) == most]


# -- 8.5 -----------------------------------------------------------------------------------------------------------


def remove_six(game: "Game", winner: str) -> Ask:
    """8.5: the Visions aside; six random cards of the piles and the losers' advisers to the Dispossessed (A-96)."""
    yield from tell_piles(game, winner)
    set_visions_aside(game)
    zones = [f"discard.{region}" for region in catalog.REGIONS]
    losers = [seat for seat in game.state.seats if seat != winner]
    zones += [f"advisers.{seat}" for seat in losers]
    cards = [card for zone in zones for card in game.state.zone(zone)]
    for card in cards:
        send_home(game, card, "8.5")
        game.do.put(card, STACK, ("8.5",), why="gather")
    game.do.emit("put_together", ("8.5",), losers=losers)
    six = yield from draw_unseen(
        game, winner, cards, catalog.CARDS_DISPOSSESSED, "chronicle.remove", "the stack", "8.5"
    )
    for card in six:
        game.do.put(card, "dispossessed", ("8.5",), why="gather")
    stacking.note(game.do, removed=len(six))
    cites = ("8.5",) if len(six) == catalog.CARDS_DISPOSSESSED else ("8.5", "9.3")
    game.do.emit("dispossessed", cites, count=len(six))


def set_visions_aside(game: "Game") -> None:
    """8.5: all, the Conspiracy included, from wherever they are: in the deck, revealed, facedown, in the box."""
    state = game.state
    unknown = [card for card, handle in state.handles.items() if handle.back == "vision"]
    for card in unknown:
        send_home(game, card, "8.5")
    stacking.scatter(game.do, unknown, ("8.5",))
    layers = [
        {back: count for back, count in layer.items() if back != "vision"} for layer in state.layers.get(WORLD, ())
    ]
    stacking.set_layers(game.do, WORLD, layers)
    for vision in catalog.ids("vision", state.variants):
        game.do.locate(vision)
        send_home(game, vision, "8.5")
        game.do.put(vision, ASIDE, ("8.5",), why="gather")
    game.do.emit("visions_aside", ("8.5",))


# -- 8.8 -----------------------------------------------------------------------------------------------------------


def rebuild(game: "Game", winner: str) -> Ask:
    """8.8: all denizens still in play, shuffled; 10 and 2 Visions on 15 and 3 on the rest. It may be put off (A-98)."""
    state = game.state
    when = yield from choose(REBUILD, winner, (NOW, LATER), "8.8", default=NOW)
    zones = [STACK, f"advisers.{winner}", f"{WORLD}.top", f"{WORLD}.bottom"]
    cards = [card for zone in zones for card in state.zone(zone)]
    for card in cards:
        send_home(game, card, "8.8")
    layered = sum(layer.get("denizen", 0) for layer in state.layers.get(WORLD, ()))
    lot = Lot(state, cards, {"denizen": layered} if layered else {})
    visions = list(state.zone(ASIDE))
    told: list[str] = []
    if when == NOW:
        told = yield from _order(game, winner, lot, visions)
        cards = [*cards, *visions]
    learnt = learn(game, lot, [name for name in told if name not in visions], "8.8")
    stacking.scatter(game.do, [learnt.get(card, card) for card in cards], ("8.8",))
    if when == LATER:
        stacking.set_layers(game.do, WORLD, [{"denizen": lot.size}])
        game.do.emit("put_off", ("8.8", "1.box"), who=winner)
    else:
        stacking.set_layers(game.do, WORLD, [] if told else built_layers(lot.size, len(visions)))
        stacking.stack(game.do, WORLD, told, ("8.8",))
        game.do.emit("rebuilt", ("8.8",), who=winner)
    stacking.note(game.do, rebuilt=when == NOW)


def _order(game: "Game", winner: str, lot: Lot, visions: list[str]) -> Ask:
    """The new deck from its top, if anybody tells it."""
    sizes = [sum(layer.values()) for layer in built_layers(lot.size, len(visions))]

    def sample(rng: Random) -> list[str]:
        names = lot.names(rng)
        rng.shuffle(names)
        left = rng.sample(visions, len(visions))
        deck: list[str] = []
        for layer in built_layers(lot.size, len(visions)):
            count, more = layer.get("denizen", 0), layer.get("vision", 0)
            part = [*names[:count], *left[:more]]
            del names[:count], left[:more]
            if more:
                rng.shuffle(part)
            deck += part
        return deck

    def rows(answer: Any) -> Iterator[Row]:
        if answer == []:
            return
        if not isinstance(answer, list) or not all(isinstance(face, str) for face in answer):
            yield False, "8.8", "a list of cards by name, or nothing if nobody tells"
            return
        yield len(answer) == sum(sizes), "8.8", f"{sum(sizes)} cards, not {len(answer)}"
        yield sorted(set(visions) & set(answer)) == sorted(visions), "8.8", "all five Visions are in the deck"
        denizens = [name for name in answer if name not in visions]
        yield from lot.rows(denizens, lot.size, "8.8")
        missing = [card for card in lot.known if card not in denizens]
        yield not missing, "8.8", f"these are missing: {', '.join(missing)}"
        start = 0
        for layer in built_layers(lot.size, len(visions)):
            part = answer[start : start + sum(layer.values())]
            fits = sum(name in visions for name in part) == layer.get("vision", 0)
            yield fits, "8.8", f"of the cards {start + 1} to {start + len(part)} {layer.get('vision', 0)} are Visions"
            start += len(part)

    about = {"source": WORLD, "count": sum(sizes), "exact": lot.exact()}
    return (yield faces("chronicle.deck", winner, "8.8", rows=rows, sample=sample, about=about))
