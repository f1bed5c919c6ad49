"""What to fetch and where it goes: for chapter 8, in the order in which hands move; nothing hidden is named.

``saga.pulls_setup`` has the same for setup.
"""

from collections.abc import Iterator
from typing import Any

from oathtools import catalog
from oathtools.journal.play import Play
from oathtools.procedures.chronicle.procedure import STEPS, WRITTEN, NotOver, winner_of
from oathtools.procedures.machine.hands import (
    BOARDS,
    DISPOSSESSED,
    EDIFICES,
    LOSERS,
    MAP,
    RELIC_STACK,
    SITES,
    WORLD_BOX,
    WORLD_STACK,
    Hands,
    Pull,
    archive_of,
    cards_words,
    relics_words,
    slot_words,
    with_variants,
)
from oathtools.procedures.machine.steps import in_order
from oathtools.table import stacking
from oathtools.table.effects import Event
from oathtools.table.state import CARDS, CITIZEN, RELICS, RELIQUARY, SLOTS, State


def pulls(play: Play) -> list[Pull]:
    """What hands do in a Chronicle that has been carried out, in their order; ``by_stack`` sorts it otherwise.

    With what the variants in force make hands do, after the steps that they name. Raises ``NotOver`` if it has not
    been carried out to its end.
    """
    if play.state.phase != WRITTEN:
        raise NotOver("the Chronicle of this game is not written to its end")
    law = _Law(play)
    order = list(in_order(play.game, "chronicle", STEPS))
    return with_variants(list(law.all()), order, Hands(play.game, law.before, law.events))


class _Law:
    """Chapter 8 of one game as movements of hands: the table before it, what happened, the table after it."""

    def __init__(self, play: Play) -> None:
        if not play.keep_log:
            play = play.again()
        begun = next(entry.n for entry in reversed(play.live) if entry.chronicle is not None)
        self.before = play.again(begun - 1, keep_log=False).state
        self.events = [event for told in play.told_since(begun - 1) if told.n >= begun for event in told.events]
        self.state, self.winner = play.state, winner_of(play.game)

    def all(self) -> Iterator[Pull]:
        oath = f"oath.{self.noted('oath')}"
        yield Pull(
            "8.1", WORLD_BOX, f"the goal reference of {catalog.name_of(oath)}", "on top in the World Box", (oath,)
        )
        yield from self.citizens()
        yield from self.edifice()
        yield from self.discarded()
        yield from self.ruined()
        yield Pull("8.3.4", MAP, "all pawns, favor, secrets and warbands", "their banks and players")
        yield from self.refilled()
        yield from self.decks()
        yield from self.relics()
        yield from self.packed()

    def noted(self, key: str, default: Any = None) -> Any:
        value = stacking.noted(self.state, key, default)
        return default if value is None else value

    def of(self, kind: str, clause: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind and clause in event.cites]

    def site(self, slot: int) -> str:
        """A site as it lay before the Chronicle: its name, or that it lay facedown."""
        before = self.before
        return (
            catalog.name_of(before.site(slot)) if before.faceup_site(slot) else f"the facedown site {slot_words(slot)}"
        )

    # -- the steps -----------------------------------------------------------------------------------------------------

    def citizens(self) -> Iterator[Pull]:
        for seat in self.noted("flipped", []):
            yield Pull("8.2", BOARDS, f"the {seat} board", "its Exile side up")
        for seat in self.noted("converts", []):
            yield Pull("8.2", BOARDS, f"the {seat} board", "its Citizen side up")
        replaced = {event.facts["to"] for event in self.of("replace", "8.2") if "count" in event.facts}
        for slot in range(SLOTS):
            if f"slot.{slot}" in replaced:
                what = f"the new Citizen's warbands at {self.site(slot)}"
                yield Pull("8.2", MAP, what, f"their bank; one {self.winner} warband takes their place")

    def edifice(self) -> Iterator[Pull]:
        for edifice, card in zip(self.noted("built", []), self.noted("replaced", []), strict=True):
            there = f"in the place of {catalog.name_of(card)}, intact side up"
            yield Pull("8.3.1", MAP, catalog.name_of(card), "world deck", (card,))
            yield Pull("8.3.1", EDIFICES, catalog.name_of(edifice), there, (edifice, card))
        for edifice in self.noted("repaired", []):
            ruin = catalog.edifice(edifice).other_side
            yield Pull("8.3.1", MAP, catalog.name_of(ruin), f"turned over: {catalog.name_of(edifice)}", (edifice,))

    def discarded(self) -> Iterator[Pull]:
        for slot in self.noted("gone", []):
            yield from self.denizens("8.3.2", slot)
            for card in self.noted("ruins_lost", []):
                if card in self.before.zone(CARDS[slot]):
                    yield Pull("8.3.2", MAP, catalog.name_of(card), EDIFICES, (card,))
            held = len(self.before.zone(RELICS[slot]))
            if held:
                yield Pull("8.3.2", MAP, f"{relics_words(held)} at {self.site(slot)}, unseen", "under the relic deck")
            known = (self.before.site(slot),) if self.before.faceup_site(slot) else ()
            yield Pull("8.3.2", MAP, self.site(slot), SITES, known)

    def denizens(self, clause: str, slot: int) -> Iterator[Pull]:
        cards = tuple(
            event.facts["card"] for event in self.of("discard", clause) if event.facts.get("from") == CARDS[slot]
        )
        if cards:
            what = f"{', '.join(map(catalog.name_of, cards))} at {self.site(slot)}"
            yield Pull(clause, MAP, what, "a discard pile", cards)

    def ruined(self) -> Iterator[Pull]:
        fell = self.noted("fell", [])
        for slot in range(SLOTS):
            for card in self.before.zone(CARDS[slot]):
                if card in fell:
                    ruin = catalog.edifice(card).other_side
                    yield Pull("8.3.3", MAP, catalog.name_of(card), f"turned over: {catalog.name_of(ruin)}", (card,))
            yield from self.denizens("8.3.3", slot)

    def refilled(self) -> Iterator[Pull]:
        for event in self.of("moved_site", "8.3.5"):
            site = event.facts["site"]
            yield Pull(
                "8.3.5", MAP, f"{catalog.name_of(site)} with its cards", slot_words(event.facts["slot"]), (site,)
            )
        slots = [slot for event in self.of("filled", "8.3.5") for slot in event.facts["slots"]]
        if slots:
            what = f"{len(slots)} facedown site{'' if len(slots) == 1 else 's'}, unseen"
            yield Pull("8.3.5", SITES, what, ", ".join(map(slot_words, slots)))
        for site in self.noted("flipped_up", []):
            yield Pull("8.3.5", MAP, f"the facedown site that is {catalog.name_of(site)}", "turned faceup", (site,))

    def decks(self) -> Iterator[Pull]:
        for suit, count in self.noted("added", {}).items():
            yield Pull("8.4", archive_of(suit), f"{cards_words(count)}, unseen", WORLD_STACK)
        for suit, count in self.noted("healed", {}).items():
            yield Pull("8.4", DISPOSSESSED, f"{cards_words(count)} of {suit.title()}, unseen", WORLD_STACK)
            yield Pull("8.4", DISPOSSESSED, "all others, sorted by suit", "the stacks of the Archive")
        yield Pull("8.5", WORLD_STACK, "the five Visions, from wherever they are", "aside, for 8.8")
        removed = self.noted("removed", 0)
        if removed:
            yield Pull("8.5", LOSERS, f"{cards_words(removed)} of them, shuffled, unseen", DISPOSSESSED)

    def relics(self) -> Iterator[Pull]:
        before = self.before
        yield Pull("8.6.1", BOARDS, "the Grand Scepter", WORLD_BOX, ("relic.grand_scepter",))
        for seat in before.seats:
            cards = [card for card in before.zone(f"held.{seat}") if card != "relic.grand_scepter"]
            if cards and seat != self.winner:
                yield Pull("8.6.1", BOARDS, f"{before.players[seat].name}'s relics: {self.told(cards)}", RELIC_STACK)
        yield Pull("8.6.1", RELIC_STACK, "all of it", "shuffled")
        given: dict[str, int] = {}
        for event in self.events:
            if "8.6.2" in event.cites and str(event.facts.get("to", "")).startswith("relics."):
                given[event.facts["to"]] = given.get(event.facts["to"], 0) + 1
        for zone, count in given.items():
            slot = int(zone.partition(".")[2])
            site = self.state.site(slot)
            what, there = f"{relics_words(count)} off the top, unseen", f"{catalog.name_of(site)} ({slot_words(slot)})"
            yield Pull("8.6.2", RELIC_STACK, what, there, (site,))
        mine = [card for card in before.zone(f"held.{self.winner}") if card != "relic.grand_scepter"]
        left = sum(len(before.zone(space)) for space in RELIQUARY)
        parts = [f"{before.players[self.winner].name}'s {self.told(mine)}"] if mine else []
        parts += [f"{relics_words(left)} of the Reliquary, unseen"] if left else []
        if parts:
            yield Pull("8.6.3", BOARDS, " and ".join(parts), "shuffled together, on top of the relic deck")

    def told(self, cards: list[str]) -> str:
        """Relics by their names, those that nobody may know as a number."""
        shown = [catalog.name_of(card) for card in cards if catalog.is_card(card) and card not in self.before.facedown]
        rest = len(cards) - len(shown)
        return ", ".join([*shown, *([f"{relics_words(rest)} facedown"] if rest else [])])

    def packed(self) -> Iterator[Pull]:
        state = self.state
        for slot in reversed(range(SLOTS)):  # the top Cradle site is to lie uppermost
            site, held = state.site(slot), len(state.zone(RELICS[slot]))
            place = slot_words(slot)
            if not state.faceup_site(slot):
                yield Pull("8.7.1", MAP, f"{place}: the facedown site", "on the pile of the World Box")
                continue
            inside = [catalog.name_of(card) for card in state.zone(CARDS[slot])]
            inside += [relics_words(held)] if held else []
            told = f" with {', '.join(inside)}" if inside else ""
            cards = (site, *state.zone(CARDS[slot]))
            yield Pull("8.7.1", MAP, f"{place}: {catalog.name_of(site)}{told}", "on the pile of the World Box", cards)
        citizens = [color for color in catalog.EXILE_COLORS if self.side(state, color) == CITIZEN]
        sides = (
            f"{', '.join(citizens)} on the Citizen side, the others on the Exile side"
            if citizens
            else "all on the Exile side"
        )
        yield Pull("8.7.2", BOARDS, "all boards", f"{WORLD_BOX}: {sides}")
        yield Pull("8.8", WORLD_STACK, "the stack of 8.5 and the winner's advisers", "with the world deck, shuffled")
        if self.noted("rebuilt", True):
            there = f"10 denizens and 2 Visions on 15 and 3 on the rest; {WORLD_BOX}"
            yield Pull("8.8", WORLD_STACK, "the world deck, rebuilt", there)
        else:
            yield Pull("8.8", WORLD_STACK, "the denizens, and the Visions beside them", f"{WORLD_BOX}, for 1.box")

    def side(self, state: State, color: str) -> str:
        if color in state.players:
            return state.players[color].role
        boxed: dict[str, str] = state.lasting.get("boards", {})
        return boxed.get(color, "exile")
