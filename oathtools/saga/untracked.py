"""The end of a game that nobody tracked: a position of the table, and what the saga's Chronicle says beside it.

Chapter 8 needs little: who sits where, the map with who rules it, the winner's faceup advisers, the boards. What a
file leaves out is taken from the Chronicle the game was played from (the oath, which cards were in the game, what lies
in the Archive), or asked for at the step that needs it (``procedures.chronicle_told``), or stays unknown.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from oathtools import catalog
from oathtools.kit.datafiles import load
from oathtools.procedures.chronicle.steps import PILES, ROUND
from oathtools.saga.chronicle.form import to_data
from oathtools.saga.chronicle.record import Chronicle, Unknown
from oathtools.saga.transitions.decks import SWAPPING
from oathtools.table.effects import NOTES, UNTOLD
from oathtools.table.position.cards import PositionError
from oathtools.table.position.form import from_position, normal
from oathtools.table.state import PLACE_NAMES, State

_NEEDED = {
    "players": "players: [{name: Ann, color: purple, role: chancellor}, {name: Bo, color: red, role: exile}]",
    "sites": "sites: [{site: Plains, warbands: {red: 1}, cards: [Longbows]}, {unknown: site}]",
}
FIGURES = ("supply", "favor", "secrets")  # of a board: chapter 8 needs none of them
_CIRCLING = ("map", "world_deck")


def ended(position: Mapping[str, Any], chronicle: Chronicle, variants: Iterable[str] = ()) -> dict[str, Any]:
    """The position from which chapter 8 begins, in its canonical form.

    ``chronicle`` is the one the game was played from, ``variants`` are the table's. Raises ``PositionError`` with
    every fault: of the position, of what it must say for chapter 8, and where it cannot be true beside the Chronicle.
    """
    data = dict(position)
    faults = list(_missing(data))
    turn = data.get("turn") or {}
    if isinstance(turn, Mapping):
        data["turn"] = {"phase": "over", **turn}
        if data["turn"]["phase"] != "over":
            message = f"the phase is {data['turn']['phase']}: a Chronicle is written when the game is over"
            faults.append(_fault("turn.phase", message, "Leave the turn out."))
    data.setdefault("oath", chronicle.oath)
    try:
        state = from_position(data)
    except PositionError as wrong:
        raise PositionError([*faults, *wrong.faults]) from None
    data.setdefault("visions_drawn", sum(len(state.zone(f"vision.{seat}")) for seat in state.players))
    boxed = {
        color: side for color, side in chronicle.boards.items() if side == "citizen" and color not in state.players
    }
    if boxed and "boards" not in (data.get("box") or {}):
        data["box"] = {**(data.get("box") or {}), "boards": boxed}
    if "world_deck" not in data:
        faults += _contradictions(state, chronicle)
        data |= _decks(state, chronicle, "dispossessed" in data)
    untold = [key_shown for key, key_shown in (("discard_piles", PILES), ("round", ROUND)) if key not in data]
    rows = [row for row in data.get("players") or () if isinstance(row, Mapping)]
    untold += [key for key in FIGURES if not any(key in row for row in rows)]
    if untold:
        lasting = dict(data.get("lasting") or {})
        data["lasting"] = {**lasting, NOTES: {**lasting.get(NOTES, {}), UNTOLD: untold}}
    if "sites" in data:
        data["sites"] = _padded(data["sites"], chronicle)
    played = {name: chronicle.variants.get(name, {}) for name in variants}
    if played:
        data["variants"] = {**played, **(data.get("variants") or {})}
    if faults:
        raise PositionError(faults)
    return normal(data)


def template(chronicle: Chronicle) -> str:
    """A file of a game's end to fill in: the map as everybody saw it lie when the game began, the rest in comments."""
    before, after = load("help")["ended"].split("---\n")
    rows = (
        "  - {unknown: site}\n"
        if row.facedown or not isinstance(row.site, str)
        else f"  - {{site: {json.dumps(catalog.name_of(row.site))}, warbands: {{}}, cards: [{_names(row.cards)}]}}\n"
        for row in chronicle.map
    )
    return "".join((before, *rows, after))


def _names(cards: Iterable[Any]) -> str:
    return ", ".join(catalog.name_of(card) for card in cards if isinstance(card, str))


def left_out(given: Mapping[str, Any], position: Mapping[str, Any]) -> list[str]:
    """Sites below the last one that a file names, as ``ended`` takes them from the Chronicle, each in a sentence."""
    sites = given.get("sites")
    below = list(enumerate(position["sites"], 1))[len(sites) if isinstance(sites, list) else 0 :]
    return [
        f"sites.{number}: {catalog.name_of(site)} lies there by the Chronicle; the file does not name it, so it counts "
        "as ruled by nobody, without a card (8.3.2)"
        for number, row in below
        if (site := _site_of(row)) is not None
    ]


def moved_sites(position: Mapping[str, Any], chronicle: Chronicle) -> list[str]:
    """Sites that lie elsewhere in a position than in the Chronicle it was played from, each in a sentence.

    ``position`` is what ``ended`` returns. Nothing in the game moves a site or turns one facedown, so that one of the
    two is likely to be wrong; which, only the table knows. A facedown site of the Chronicle is not named.
    """
    state = from_position(dict(position))
    lay = {row.site: slot for slot, row in enumerate(chronicle.map) if isinstance(row.site, str) and not row.facedown}
    found = []
    for slot, row in enumerate(chronicle.map):
        site, before, place = state.site(slot), row.site, f"sites.{slot + 1}"
        if site in state.handles:
            if before in lay:
                found.append(f"{place}: {catalog.name_of(str(before))} lay here faceup when the game began (1.1)")
        elif lay.get(site, slot) != slot:
            found.append(f"{place}: {catalog.name_of(site)} lay at {_slot_words(lay[site])} when the game began (1.1)")
        elif isinstance(before, str) and site != before:
            named = catalog.name_of(before) if before in lay else "another site, facedown,"
            found.append(f"{place}: {named} lay here when the game began, not {catalog.name_of(site)} (1.1)")
    return found


def _slot_words(slot: int) -> str:
    return f"{PLACE_NAMES[slot].replace('.', ' ').capitalize()} (sites.{slot + 1})"


def _padded(sites: Any, chronicle: Chronicle) -> Any:
    """The sites of a file; those after its last one are what the Chronicle has there faceup, for they still lie there.

    One that the file names in another slot is left to it.
    """
    if not isinstance(sites, list) or len(sites) >= len(chronicle.map):
        return sites
    named = {_site_of(row) for row in sites}
    rows = [
        {"unknown": "site"} if row.facedown or not isinstance(row.site, str) or row.site in named else row.site
        for row in chronicle.map[len(sites) :]
    ]
    while rows and isinstance(rows[-1], dict):
        rows.pop()
    return [*sites, *rows]


def _site_of(row: Any) -> str | None:
    """The id of the site that a row of a file means, as far as it names one."""
    words = row.get("site") if isinstance(row, Mapping) else row
    try:
        return catalog.find(words, "site") if isinstance(words, str) else None
    except LookupError:
        return None


def _missing(data: Mapping[str, Any]) -> Iterator[dict[str, str | None]]:
    for key, shape in _NEEDED.items():
        if not data.get(key):
            yield _fault(key, f"chapter 8 needs the {key}", f"For instance: {shape}")


def _fault(where: str, message: str, hint: str | None = None, clause: str | None = None) -> dict[str, str | None]:
    return {"where": where, "message": message, "hint": hint, "clause": clause}


def in_game(chronicle: Chronicle) -> list[str] | None:
    """The denizens that go round in a game played from a Chronicle; None if it does not know all of them by name."""
    deck = chronicle.world_deck
    known = [card for place, card in chronicle.contents() if place.partition(".")[0] in _CIRCLING]
    layered = sum(layer.get("denizens", 0) for layer in deck.layers) if deck.order is None else 0
    if layered != len(deck.pool):
        return None
    denizens = [card for card in known if isinstance(card, str) and card.startswith("denizen.")]
    unknown = any(isinstance(card, Unknown) and card.what in ("denizen", "card") for card in known)
    return None if unknown or not (denizens or deck.pool) else [*dict.fromkeys((*denizens, *deck.pool))]


def _contradictions(state: State, chronicle: Chronicle) -> Iterator[dict[str, str | None]]:
    """Denizens on the table that the Chronicle has out of the game, and that nothing can have brought into it."""
    names = in_game(chronicle)
    swapped = _swapped(state, chronicle)
    lost = {card for card in chronicle.dispossessed if isinstance(card, str)}
    for card, zone in state.where.items():
        if (
            names is None
            or not card.startswith("denizen.")
            or zone in ("archive", "dispossessed")
            or card in (*names, *swapped)
        ):
            continue
        lies = "among the Dispossessed" if card in lost else "in the Archive"
        hint = "Look at the name again. If the table is right: say world_deck: {pool: [...]} in this file."
        yield _fault(
            _where(state, zone), f"{catalog.name_of(card)} cannot be here: this game began with it {lies}", hint
        )


def _where(state: State, zone: str) -> str:
    """A zone as the file names it."""
    kind, _, place = zone.partition(".")
    if kind == "cards":
        site = state.site(int(place))
        return f"sites.{int(place) + 1}" + (f" ({catalog.name_of(site)})" if catalog.is_card(site) else "")
    if kind in ("advisers", "hand", "vision", "held"):
        return f"players.{state.players[place].name} ({kind})"
    return {"discard": f"discard_piles.{place}"}.get(kind, zone)


def _decks(state: State, chronicle: Chronicle, dispossessed_named: bool) -> dict[str, Any]:
    """What the Chronicle says of the decks: the names that unknown denizens may have, and the Dispossessed."""
    names = in_game(chronicle)
    position: dict[str, Any] = {}
    if names is not None:
        position["world_deck"] = {"pool": [card for card in names if card not in state.where]}
    if not dispossessed_named:
        swapped = _swapped(state, chronicle)
        stayed = [card for card in chronicle.dispossessed if card not in swapped]
        position["dispossessed"] = to_data(replace(chronicle, dispossessed=stayed, uncounted=False))["dispossessed"]
        if swapped:
            position["dispossessed"].append({"unknown": "denizen", "n": len(swapped)})
    return position


def _swapped(state: State, chronicle: Chronicle) -> list[str]:
    """The Dispossessed that lie on the table, where the game had a card that swaps them with its own.

    For each of them a denizen of the game lies among the Dispossessed; nobody has told which.
    """
    names = in_game(chronicle)
    there = {card for _, card in chronicle.contents() if isinstance(card, str)} | set(names or ())
    there |= {card for card, zone in state.where.items() if zone != "archive"}
    if names is not None and not any(
        card in there or (card.startswith("edifice.") and _ruin(card) in there) for card in SWAPPING
    ):
        return []
    lost = [card for card in chronicle.dispossessed if isinstance(card, str)]
    return [card for card in lost if state.where.get(card, "archive") not in ("archive", "dispossessed")]


def _ruin(edifice: str) -> str:
    return catalog.edifice(edifice).other_side
