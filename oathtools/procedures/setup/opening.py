"""The saved world in its stacks, as chapter 1 finds it: the state before step 1.1."""

from copy import deepcopy
from typing import Final

from oathtools import catalog
from oathtools.catalog import packs
from oathtools.procedures.machine.world import Saved, Seat, World
from oathtools.table import effects, knowledge
from oathtools.table.effects import Effects
from oathtools.table.state import CITIZEN, DECK_GROUPS, GRAND_SCEPTER, RELIC_DECK, WORLD, Player, State, blank

PRINTED: Final = "pawns"  # where the sheet of the first game places them, until they stand


def opening(world: World, seats: list[Seat]) -> State:
    """The state before step 1.1: the saved world in its stacks, the boards not yet taken."""
    state = blank([Player(seat.color, seat.name, seat.role) for seat in seats], world.oath)
    state.oathkeeper = None
    state.step = "1.1"
    state.variants = deepcopy(world.variants)
    do = Effects(state)
    do.unheard()
    state.zones["saved.map"] = []
    unseated = [color for color in world.citizens if color not in state.players]
    if unseated:
        state.lasting["boards"] = dict.fromkeys(unseated, CITIZEN)
    if world.pawns:
        state.lasting[PRINTED] = dict(world.pawns)
    known_sites = {saved.site for saved in world.map if isinstance(saved.site, str)}
    state.groups["sites"] = [site for site in catalog.ids("site", world.variants) if site not in known_sites]
    on_map = [relic for saved in world.map for relic in saved.relics]
    placed = {relic for relic in (*on_map, *(world.relic_deck or ())) if isinstance(relic, str)}
    relics = [relic for relic in catalog.ids("relic", world.variants) if relic != GRAND_SCEPTER and relic not in placed]
    unknown = world.relic_deck is None or None in (*on_map, *world.relic_deck)
    state.groups["relics"] = relics if unknown else []
    _lay_decks(state, do, world)
    for slot, saved in enumerate(world.map):
        site = lay(do, saved.site, "site", "saved.map", "1.1")
        if saved.facedown or site in state.handles:
            state.facedown[site] = ()
        for card in saved.cards:
            do.put(card, f"saved.cards.{slot}", ("1.1",))
        for relic in saved.relics:
            lay(do, relic, "relic", f"saved.relics.{slot}", "1.1")
    do.put(GRAND_SCEPTER, "box", ("1.8",))
    _fill_archive(state, do, world)
    _add_what_is_new(state, do)
    _keep(state, world)
    return state


def lay(do: Effects, card: Saved, back: str, zone: str, clause: str) -> str:
    """A saved card comes to a zone; one that nobody told is an unknown card of its back, or of what it may be."""
    if isinstance(card, str):
        do.put(card, zone, (clause,))
        return card
    group = effects.group_of(back)
    if card is not None:
        group = next((name for name, names in do.state.groups.items() if tuple(names) == card), "")
        if not group:
            group = f"saved.{len(do.state.groups)}"
            do.state.groups[group] = list(card)
    return do.new_handle(back, (group,), zone, (clause,))


def _lay_decks(state: State, do: Effects, world: World) -> None:
    if world.world_deck is None:
        state.layers[WORLD] = [dict(layer) for layer in world.layers]
        state.groups["denizens"] = list(world.pool)
        state.groups["visions"] = list(catalog.ids("vision", world.variants))
    for card in world.world_deck or world.top:
        lay(do, card, "denizen", f"{WORLD}.top", "1.21")
    for card in world.bottom:
        lay(do, card, "denizen", f"{WORLD}.bottom", "1.21")
    if world.relic_deck is None:
        state.layers[RELIC_DECK] = [{"relic": world.relics_left}] if world.relics_left else []
        return
    for relic in world.relic_deck:
        lay(do, relic, "relic", f"{RELIC_DECK}.top", "1.18")


def _add_what_is_new(state: State, do: Effects) -> None:
    """What a variant brings that was not yet in the saved world: relics go below the others, Visions wait in the box.

    Its denizens are in the Archive by elimination, its sites among those that are not on the map.
    """
    known_names = {name for names in state.groups.values() for name in names}
    for kind, zone in (("relic", f"{RELIC_DECK}.bottom"), ("vision", "box")):
        for card in packs.ids(kind, tuple(sorted(state.variants))):
            if card not in state.where and card not in known_names:
                do.put(card, zone, ("1.1",))


def _keep(state: State, world: World) -> None:
    """What was shuffled together before the game, by the groups on which its cards draw now (8.4, 8.5, 8.8)."""
    keys = {_part(WORLD): {DECK_GROUPS[WORLD]["denizen"]}}
    for card, handle in state.handles.items() if world.joined else ():
        if handle.groups != (
            effects.group_of(handle.back),
        ):  # on which cards draw that were shuffled with none of these
            keys.setdefault(_part(state.where[card]), set()).add(knowledge.key_of(handle.groups))
    for n, names, parts in world.joined:
        there = [name for name in names if _part(state.where.get(name, parts[0])) in parts]
        state.kept.append([n, there, sorted(key for part in parts for key in keys.get(part, ())), []])
    if not knowledge.goes_round(state.kept):  # people may change the file
        state.kept = []


def _part(zone: str) -> str:
    """The part of a Chronicle in which a zone was saved."""
    head = zone.partition(".")[0]
    return {"saved": "map", WORLD: "world_deck"}.get(head, head)


def _fill_archive(state: State, do: Effects, world: World) -> None:
    """What is nowhere else lies in the Archive: denizens, and edifices by their intact sides."""
    if None in (*world.dispossessed, *world.archive):
        # Nobody knows what they may be, so the Archive is not known by elimination either.
        named = {card for card in world.dispossessed if isinstance(card, str)}
        free = [
            card for card in catalog.ids("denizen", state.variants) if card not in state.where and card not in named
        ]
        state.groups["others"] = free
    for zone, cards in (("dispossessed", world.dispossessed), ("archive", world.archive)):
        for card in cards:
            if card is None:
                do.new_handle("denizen", ("others",), zone, ("8.5",))
            else:
                lay(do, card, "denizen", zone, "8.5")
    where = state.where
    for group, names in state.groups.items():
        state.groups[group] = [name for name in names if name not in where]
    strange = {name for names in state.groups.values() for name in names}
    rest = [card for card in catalog.ids("denizen", state.variants) if card not in where and card not in strange]
    for side in catalog.cards("edifice", state.variants):
        if not side.ruined and side.id not in where and side.other_side not in where:
            rest.append(side.id)
    state.zones.setdefault("archive", []).extend(rest)
    where.update(dict.fromkeys(rest, "archive"))
