"""Chapter 8: Writing the Chronicle, step by step. Each numbered step is a boundary; the place is kept in the state.

The winner carries it out and makes its choices (A-99). Nothing settles any more: the game is over, so no title changes
hands and no power answers; the few cards that reach into the Chronicle do so through folds.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from oathtools import catalog
from oathtools.engine.decision import Row
from oathtools.procedures.chronicle import decks, steps
from oathtools.procedures.chronicle.chance import Lot, faces
from oathtools.procedures.chronicle.steps import is_intact, is_ruin, send_home
from oathtools.procedures.glossary.drawing import BACKS, read_face
from oathtools.procedures.machine import facts
from oathtools.procedures.machine.asking import Ask
from oathtools.procedures.machine.frame import Frame
from oathtools.procedures.machine.game import Game, in_order
from oathtools.table import effects, knowledge
from oathtools.table.state import CARDS, REGION_OF_SLOT, RELIC_DECK, RELICS, SITE_DECK, SLOT, SLOTS, WRITTEN

GONE, ASIDE = "gone", "aside"


def discard_sites(game: Game, winner: str) -> None:
    """8.3.2: every site goes that the winner does not rule and that has no intact edifice (A-91)."""
    ruled = facts.sites_ruled(game, winner)
    going = [slot for slot in range(SLOTS) if slot not in ruled and not stays(game, slot)]
    lost = [game.state.site(slot) for slot in going if game.state.faceup_site(slot)]
    standing = [player for player in game.state.players.values() if player.slot in going]
    if standing:
        game.do.emit("pawns_off", ("8.3.2",), slots=sorted({player.slot for player in standing}))
    for player in standing:
        game.do.own_player(player.seat).slot = None
    for slot in going:
        _empty(game, slot)
    for slot in going:
        send_home(game, SLOT[slot], "8.3.4")
        effects.vacate(game.do, slot, ("8.3.2",))
    if going:
        effects.shuffled(game.do, SITE_DECK, "8.3.2")
    effects.note(game.do, gone=going, sites_lost=lost)


def _empty(game: Game, slot: int) -> None:
    """8.3.2: the denizens of a discarded site to a pile, its relics to their deck, its ruins to the Archive."""
    for relic in list(game.state.zone(RELICS[slot])):
        send_home(game, relic, "8.3.2")
        game.do.put(relic, f"{RELIC_DECK}.bottom", ("8.3.2",), why="to_relic_deck")
    for card in list(game.state.zone(CARDS[slot])):
        if not is_ruin(card):
            discard(game, slot, card, "8.3.2")
            continue
        intact = catalog.edifice(card).other_side
        send_home(game, card, "8.3.2")
        game.do.replace(card, intact, ("8.3.2",), "gathered")
        game.do.put(intact, "archive", ("8.3.2",), why="to_archive")
        effects.note(game.do, ruins_lost=[*effects.noted(game.state, "ruins_lost", []), card])


def stays(game: Game, slot: int) -> bool:
    """Does a site that the winner does not rule stay all the same? With an intact edifice, or by a power."""
    intact = any(is_intact(card) for card in game.state.zone(CARDS[slot]))
    frame = Frame("chronicle", game.frame.actor, None, {"slot": slot})
    return bool(game.fold("chronicle.keeps", intact, frame))


def discard(game: Game, slot: int, card: str, clause: str) -> None:
    """A denizen of a site goes to a discard pile; which one makes no difference, since 8.5 mixes all three (A-91)."""
    send_home(game, card, clause)
    pile = f"discard.{catalog.DISCARDS_TO[REGION_OF_SLOT[slot]]}"
    game.do.put(card, pile, (clause,), at=0, why="discard")


def ruin_and_set_aside(game: Game, winner: str) -> None:
    """8.3.3: intact edifices the winner does not rule fall, and their sites lose all denizens; ruins are set aside."""
    ruled = facts.sites_ruled(game, winner)
    fell = []
    for slot in range(SLOTS):
        falling = [card for card in game.state.zone(CARDS[slot]) if is_intact(card)] if slot not in ruled else []
        for card in falling:
            send_home(game, card, "8.3.4")
            game.do.replace(card, catalog.edifice(card).other_side, ("8.3.3",), "fell")
            fell.append(card)
        if falling:
            _discard_denizens(game, slot)
    aside = [slot for slot in range(SLOTS) if any(is_ruin(card) for card in game.state.zone(CARDS[slot]))]
    for slot in aside:
        game.do.emit("set_aside", ("8.3.3",), site=game.state.site(slot), slot=slot)
    effects.note(game.do, fell=fell, aside=aside)


def _discard_denizens(game: Game, slot: int) -> None:
    for card in [card for card in game.state.zone(CARDS[slot]) if card.startswith("denizen.")]:
        discard(game, slot, card, "8.3.3")


def clear(game: Game, winner: str) -> None:
    """8.3.4: pawns, favor, secrets and warbands leave the map; the favor banks are on it too."""
    places = [*SLOT, *(f"bank.{suit}" for suit in catalog.SUITS)]
    places += [card for zone in (*CARDS, *RELICS) for card in game.state.zone(zone)]
    for place in places:
        send_home(game, place, "8.3.4")
    for seat in game.state.seats:
        game.do.own_player(seat).slot = None
    game.do.emit("cleared", ("8.3.4",))


def refill(game: Game, winner: str) -> Ask:
    """8.3.5: the sites that stay are pushed up, ruins come back from the bottom, the rest is filled facedown (A-93)."""
    gone = effects.noted(game.state, GONE, [])
    aside = effects.noted(game.state, ASIDE, [])
    kept = [slot for slot in range(SLOTS) if slot not in gone and slot not in aside]
    moves = arrangement(kept, aside)
    empty = [slot for slot in range(SLOTS) if slot not in moves]
    sites = list(game.state.zone("map"))
    for slot in sorted(moves, key=lambda slot: (moves[slot] in aside, slot)):
        if moves[slot] != slot or slot in aside:  # one that was set aside comes back, be it to its own place
            old = None if moves[slot] in aside else moves[slot]
            game.do.emit("moved_site", ("8.3.5",), site=sites[moves[slot]], slot=slot, old=old)
    order = [moves.get(slot, -1) for slot in range(SLOTS)]
    left = iter(gone)
    effects.rearrange(game.do, [old if old >= 0 else next(left) for old in order], ("8.3.5",))
    yield from _fill(game, winner, empty)
    yield from _flip(game, winner)


def arrangement(kept: Sequence[int], aside: Sequence[int]) -> dict[int, int]:
    """Which old slot's site comes to which slot: 8.3.5, steps 1 to 5. ``kept`` and ``aside`` are in map order.

    Steps 1 to 3 fill each region from the top with its own sites and then those below, the top one first: the sites
    that stay keep their order and move up. Steps 4 and 5 go in reverse: the bottom ruin to the bottom slot of the
    Hinterland still empty, then on upward through the Provinces (and the Cradle, if there were ever so many: A-93).
    """
    moves = dict(enumerate(kept))
    free = [slot for region in ("hinterland", "provinces", "cradle") for slot in _upward(region) if slot not in moves]
    return {**moves, **dict(zip(free, reversed(aside), strict=False))}


def _upward(region: str) -> list[int]:
    return [slot for slot in reversed(range(SLOTS)) if REGION_OF_SLOT[slot] == region]


def _fill(game: Game, winner: str, empty: list[int]) -> Ask:
    """8.3.5, step 6: facedown sites from the site deck, unseen."""
    if not empty:
        return
    lot = Lot(game.state, [game.state.site(slot) for slot in empty])
    named = yield faces(
        "chronicle.sites",
        winner,
        "8.3.5",
        rows=lambda answer: lot.rows(answer, len(empty), "8.3.5"),
        sample=lot.names,
        about={"source": "site_deck", "count": len(empty), "exact": _whole_site_deck(game, lot)},
    )
    for slot, name in zip(empty, named, strict=False):
        if name not in BACKS:
            game.do.learn(game.state.site(slot), name, ("8.3.5",))
    effects.note(game.do, filled=len(empty))
    game.do.emit("filled", ("8.3.5",), slots=empty)


def _whole_site_deck(game: Game, lot: Lot) -> bool:
    """Are the names that new sites may have just those of the site deck? Not if another facedown site may have one."""
    others = [
        handle for card, handle in game.state.handles.items() if handle.back == "site" and card not in lot.unknown
    ]
    mine = {group for groups in lot.groups for group in groups}
    return not any(mine & set(handle.groups) for handle in others)


def _flip(game: Game, winner: str) -> Ask:
    """8.3.5, step 7: a region without a faceup site turns its top one up; nothing is revealed by it (A-93)."""
    flipped = []
    for region in dict.fromkeys(REGION_OF_SLOT):
        slots = [slot for slot in range(SLOTS) if REGION_OF_SLOT[slot] == region]
        if any(game.state.faceup_site(slot) for slot in slots):
            continue
        site = yield from read_face(game, game.state.site(slots[0]), winner, "8.3.5")
        game.do.face(site, True, ("8.3.5",))
        flipped.append(site)
    effects.note(game.do, flipped_up=flipped)


def save(game: Game, winner: str) -> Ask:
    """8.7.1: each site with its cards, top Cradle site uppermost. What was never told may be told now."""
    cards = [card for slot in range(SLOTS) for card in (game.state.site(slot), *game.state.zone(RELICS[slot]))]
    cards = [card for card in cards if card in game.state.handles]
    if cards:
        lot = Lot(game.state, cards)
        named = yield faces(
            "chronicle.unseen",
            winner,
            "8.7.1",
            rows=lambda answer: _in_place(lot, answer),
            sample=lot.names,
            about={"source": "map", "count": len(cards)},
        )
        for card, name in zip(cards, named, strict=False):
            if name not in BACKS:
                game.do.learn(card, name, ("8.7.1",))
    game.do.emit("map_saved", ("8.7.1",))


def _in_place(lot: Lot, answer: Any) -> Iterator[Row]:
    """The rows of names told for unknown cards one by one, in their order."""
    yield from lot.rows(answer, lot.size, "8.7.1")
    if not isinstance(answer, list):
        return
    named = [(groups, name) for groups, name in zip(lot.groups, answer, strict=False) if name not in BACKS]
    for groups, name in named:
        yield name in knowledge.names_of(lot.state, groups), "8.7.1", f"{name} cannot lie there"
    yield knowledge.shortage(lot.state, named) is None, "8.7.1", "other unknown cards need these names"


PHASE = "chronicle"
UNTRACKED = "8"  # before the first step: what a table that tracked nothing tells
Step = Callable[[Game, str], Ask | None]  # None: nothing is asked, and all is done
STEPS: dict[str, Step] = {
    "8.1": steps.vow,
    "8.2": steps.offer,
    "8.3.1": steps.build_or_repair,
    "8.3.2": discard_sites,
    "8.3.3": ruin_and_set_aside,
    "8.3.4": clear,
    "8.3.5": refill,
    "8.4": decks.add_six,
    "8.5": decks.remove_six,
    "8.6.1": steps.return_relics,
    "8.6.2": steps.top_up,
    "8.6.3": steps.stack_winners,
    "8.7.1": save,
    "8.7.2": steps.save_boards,
    "8.8": decks.rebuild,
}


class NotOver(ValueError):
    """A game whose Chronicle cannot be written: it is not over, or nobody has won it."""


def begin(game: Game) -> None:
    """8: the game is over; its winner begins to write, or first the table tells who has won. Raises ``NotOver``."""
    state = game.state
    if state.phase != "over":
        raise NotOver("the game is not over" if state.phase not in (PHASE, WRITTEN) else "it is being written")
    if not steps.has_result(game):
        game.do.go_to(PHASE, UNTRACKED)
        return
    winner = (state.result or {}).get("winner")
    if winner is None:
        raise NotOver("nobody has won this game")
    _begin(game, winner)


def _begin(game: Game, winner: str) -> None:
    game.do.go_to(PHASE, next(iter(STEPS)), turn=winner)
    game.do.emit("chronicle", ("8",), who=winner)


def next_step(game: Game) -> Ask:
    """The next step of chapter 8 in its order (8.3); then the place moves on, after the last one to ``written``."""
    due = in_order(game, "chronicle", STEPS)
    names = list(due)
    name = game.state.step
    if name == UNTRACKED:
        yield from steps.tell_result(game)
        _begin(game, winner_of(game))
        return
    game.do.emit("chronicle_step", (name,), step=name)
    yield from due[name](game, winner_of(game)) or ()
    after = names.index(name) + 1
    if after < len(names):
        game.do.go_to(PHASE, names[after])
        return
    game.do.go_to(WRITTEN, "")
    game.do.emit("written", ("8",), oath=effects.noted(game.state, "oath"))


def winner_of(game: Game) -> str:
    """The seat of the winner."""
    assert game.state.result is not None
    return str(game.state.result["winner"])
