"""Is a world possible after a game, by chapter 8? Written from the Law, beside the filler and what it counts with.

Each denizen lay somewhere when the game was over, and lies somewhere in the new world. Of those whose place was known
the ways are looked up; those nobody had located must go round among the unknown cards, each by a way there is.
"""

from collections import Counter
from collections.abc import Iterator

from oathtools import catalog
from oathtools.saga.chronicle.record import Chronicle
from oathtools.table.knowledge import names_of
from oathtools.table.state import CARDS, SLOTS
from tests.support.sagas import Written

DECK, GONE, ARCHIVE = "deck", "dispossessed", "archive"


def impossible(game: Written, world: Chronicle) -> list[str]:
    """What of a wholly known world cannot have come out of the game (8.3 to 8.5, 8.8)."""
    now = places(world)
    added, healed = game.noted("added") or {}, game.noted("healed")
    found, moved = [], Counter[str]()
    was = {card: spot for card, spot, _ in spots(game) if card is not None}
    for card, spot in was.items():
        to = now.get(card, ARCHIVE)
        if to not in ways(spot, str(catalog.card(card).suit), added, healed):
            found.append(f"{card} went from {spot} to {to}")
        if spot == ARCHIVE and to == DECK:
            moved[str(catalog.card(card).suit)] += 1
    found += [f"{number} {suit} cards were added" for suit, number in moved.items() if number > added.get(suit, 0)]
    gone = sum(spot in (GONE, *LOSING) and now.get(card) == GONE for card, spot in was.items())
    if gone > len(world.dispossessed):
        found.append(f"{gone} Dispossessed")
    return found + unserved(game, was, now, added, healed)


LOSING = ("pile", "loser")


def ways(spot: str, suit: str, added: dict[str, int], healed: dict[str, int] | None) -> set[str]:
    """Where a denizen of a spot may lie afterwards."""
    if spot in LOSING:
        return {DECK, GONE}  # 8.5
    if spot == ARCHIVE:
        return {ARCHIVE, DECK} if suit in added else {ARCHIVE}  # 8.4
    if spot == GONE and healed is not None:
        return {ARCHIVE, DECK} if suit in healed else {ARCHIVE}  # 8.4, healed
    return {spot}


def spots(game: Written) -> Iterator[tuple[str | None, str, list[str]]]:
    """Each denizen at the end of the game: its name if that is known, where it lay, and the names it may have."""
    state, winner = game.end, str(game.play.state.result["winner"])  # type: ignore[index]
    gone, replaced = set(game.noted("gone", [])), game.noted("replaced", []) or []
    fell = set(game.noted("fell", []) or [])
    for zone, cards in state.zones.items():
        head, _, tail = zone.partition(".")
        for card in cards:
            if state.back(card) != "denizen":
                continue
            spot = {"discard": "pile", "dispossessed": GONE, "archive": ARCHIVE}.get(head, DECK)
            if head == "advisers":
                spot = DECK if tail == winner else "loser"
            elif zone in CARDS:
                lost = int(tail) in gone or any(each in fell for each in state.zone(zone))
                spot = DECK if card in replaced else "pile" if lost else "map"
            handle = state.handles.get(card)
            yield (card, spot, [card]) if handle is None else (None, spot, names_of(state, handle.groups))
    for layer in state.layers.get("world", ()):
        for _ in range(layer.get("denizen", 0)):
            yield None, DECK, list(state.groups["denizens"])


def unserved(
    game: Written, was: dict[str, str], now: dict[str, str], added: dict[str, int], healed: dict[str, int] | None
) -> list[str]:
    """Unknown cards of the end that no denizen of the new world can have been (a matching)."""
    unknown = [(spot, names) for card, spot, names in spots(game) if card is None]
    holder: dict[str, int] = {}

    def serve(at: int, tried: set[str]) -> bool:
        spot, names = unknown[at]
        for name in names:
            if name in tried or name in was:
                continue
            if now.get(name, ARCHIVE) not in ways(spot, str(catalog.card(name).suit), added, healed):
                continue
            tried.add(name)
            if name not in holder or serve(holder[name], tried):
                holder[name] = at
                return True
        return False

    return [f"an unknown card of {unknown[at][0]} is none" for at in range(len(unknown)) if not serve(at, set())]


def places(world: Chronicle) -> dict[str, str]:
    """Where each denizen lies in a wholly known world; those of the Archive are not named."""
    found = {str(card): DECK for card in world.world_deck.order or ()}
    found |= {str(card): GONE for card in world.dispossessed}
    return found | {str(card): "map" for slot in range(SLOTS) for card in world.map[slot].cards}
