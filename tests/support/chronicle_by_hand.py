"""Chapter 8 a second time, on plain lists and straight from its clauses: what the rules must have come to.

It takes the table as it stood when the game was over, and of the Chronicle only what somebody chose (``Chosen``). It
knows the two cards that reach into the map, the Bandit Crown (7.6.5) and the Forest Temple, by name.
"""

from typing import Any, NamedTuple

from oathtools import catalog
from oathtools.table.state import CARDS, CHANCELLOR, CITIZEN, EXILE, PURPLE, RELICS, RELIQUARY, SLOT, SLOTS, State

REGIONS = ((0, 1), (2, 3, 4), (5, 6, 7))
CROWN, TEMPLE = "relic.bandit_crown", "edifice.forest_temple"
TWINS = {
    "vision.conquest": "supremacy",
    "vision.rebellion": "people",
    "vision.sanctuary": "protection",
    "vision.faith": "devotion",
}
Pile = tuple[str, list[str], int]  # a site, its denizens and edifices, how many relics


class Chosen(NamedTuple):
    """What the winner and those who were asked chose: Exiles who turned, a denizen to build on, a ruin to repair."""

    converts: list[str] = []
    replaced: str | None = None
    repaired: str | None = None

    @classmethod
    def of(cls, notes: dict[str, Any]) -> "Chosen":
        """What a Chronicle noted of it."""
        return cls(
            *(notes.get("converts", []), *(next(iter(notes.get(key, [])), None) for key in ("replaced", "repaired")))
        )


def oaths(end: State) -> set[str]:
    """8.1: the oaths that may be vowed."""
    result = end.result or {}
    ways = {clause for _, clause in result["ways"]}
    if ways <= {"3.2", "3.4.3"}:
        seen = [*end.zone(f"vision.{result['winner']}"), *_prophecy(end, result["winner"])]
        return {TWINS[vision] for vision in seen}
    return {oath.removeprefix("oath.") for oath in catalog.ids("oath")} - {end.oath}


def _prophecy(end: State, seat: str) -> list[str]:
    """False Prophet: the Visions of others on which a warband of its holder stands."""
    if "denizen.false_prophet" not in end.zone(f"advisers.{seat}"):
        return []
    return [vision for other in end.seats for vision in end.zone(f"vision.{other}") if end.count(vision, seat)]


def boards(end: State, before: dict[str, str], converts: list[str]) -> dict[str, str]:
    """8.2: the boards; after an Exile's win nobody is a Citizen but those who accepted."""
    if end.players[_winner(end)].role == EXILE:
        return {color: CITIZEN if color in converts else EXILE for color in before}
    return {color: end.players[color].role if color in end.players else side for color, side in before.items()}


def sites_ruled(end: State, converts: list[str]) -> list[int]:
    """Which slots the winner rules from 8.3 on."""
    sides = {_side(end, _winner(end)), *converts}
    holder = next((seat for seat in end.seats if CROWN in end.zone(f"held.{seat}")), None)
    crowned = holder is not None and (_side(end, holder) in sides or holder in converts)
    ruled = []
    for slot in range(SLOTS):
        if end.site(slot) in end.facedown:
            continue
        warbands = {kind for kind, count in end.pieces.get(SLOT[slot], {}).items() if count and kind in catalog.COLORS}
        if warbands & sides or (crowned and not warbands):
            ruled.append(slot)
    return ruled


def map_after(end: State, chosen: Chosen) -> tuple[list[Pile | None], list[str]]:
    """8.3: each slot's pile (None: from the site deck), and the denizens that were discarded."""
    ruled = sites_ruled(end, chosen.converts)
    piles: dict[int, Pile] = {}
    for slot in range(SLOTS):
        piles[slot] = (
            end.site(slot),
            [_after(card, chosen) for card in end.zone(CARDS[slot])],
            len(end.zone(RELICS[slot])),
        )
    temple = any(TEMPLE in cards for _, cards, _ in piles.values())
    lost = []
    for slot in [slot for slot in piles if slot not in ruled]:
        _, cards, _ = piles[slot]
        beasts = [card for card in cards if catalog.card(card).suit == "beast"]
        if any(map(_intact, cards)) or (temple and beasts):
            continue
        lost += [card for card in cards if card.startswith("denizen.")]
        del piles[slot]
    for slot, (site, cards, relics) in piles.items():
        if slot not in ruled and any(map(_intact, cards)):
            lost += [card for card in cards if card.startswith("denizen.")]
            piles[slot] = (site, [catalog.edifice(card).other_side for card in cards if _intact(card)], relics)
    aside = [slot for slot, (_, cards, _) in piles.items() if any(map(_ruin, cards))]
    lying = push([slot for slot in piles if slot not in aside], aside)
    return [piles[lying[slot]] if slot in lying else None for slot in range(SLOTS)], lost


def _after(card: str, chosen: Chosen) -> str:
    """8.3.1: what lies in a card's place when the winner has built or repaired."""
    if card == chosen.replaced:
        suit = catalog.card(card).suit
        return next(side.id for side in catalog.cards("edifice") if side.suit == suit and not side.ruined)
    if _ruin(card) and catalog.edifice(card).other_side == chosen.repaired:
        return catalog.edifice(card).other_side
    return card


def push(kept: list[int], aside: list[int]) -> dict[int, int]:
    """8.3.5, steps 1 to 5, push by push as they are printed: which old slot's site comes to lie in which slot."""
    lying = {slot: slot for slot in kept}

    def fill(region: int, sources: tuple[int, ...]) -> None:
        for source in sources:
            for empty in REGIONS[region]:
                if empty in lying:
                    continue
                below = [slot for slot in REGIONS[source] if slot in lying and (source != region or slot > empty)]
                if below:
                    lying[empty] = lying.pop(below[0])

    fill(0, (0, 1, 2))
    fill(1, (1, 2))
    fill(2, (2,))
    left = list(aside)
    for region in (2, 1):
        for empty in reversed(REGIONS[region]):
            if empty not in lying and left:
                lying[empty] = left.pop()
    assert not left
    return lying


def in_play(end: State, chosen: Chosen) -> tuple[list[str], list[str]]:
    """The denizens that 8.5 takes six of, and the others that go into the next world deck (8.8), new ones apart."""
    _, lost = map_after(end, chosen)
    winner = _winner(end)
    stack = [card for region in catalog.REGIONS for card in end.zone(f"discard.{region}")]
    stack += [card for seat in end.seats if seat != winner for card in end.zone(f"advisers.{seat}")]
    deck = [*end.zone("world.top"), *end.zone("world.bottom"), *end.zone(f"advisers.{winner}")]
    if chosen.replaced:
        deck.append(chosen.replaced)
    return [*filter(_is_denizen, stack), *lost], list(filter(_is_denizen, deck))


def relics_on_top(end: State) -> set[str]:
    """8.6.3: the relics that come to lie on top: the winner's, but the Scepter, and those of the Reliquary."""
    held = [*end.zone(f"held.{_winner(end)}"), *(relic for space in RELIQUARY for relic in end.zone(space))]
    return {relic for relic in held if relic != "relic.grand_scepter"}


def _winner(end: State) -> str:
    return str((end.result or {})["winner"])


def _side(end: State, seat: str) -> str:
    return PURPLE if end.players[seat].role in (CITIZEN, CHANCELLOR) else seat


def _is_denizen(card: str) -> bool:
    return card.startswith("denizen.")


def _intact(card: str) -> bool:
    return card.startswith("edifice.") and not catalog.edifice(card).ruined


def _ruin(card: str) -> bool:
    return card.startswith("edifice.") and catalog.edifice(card).ruined
