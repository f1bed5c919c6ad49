"""What the Chronicle remembers of a game: who won and how, the oath, what was built and lost, which suits came."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

from oathtools.journal.play import Play
from oathtools.saga.chronicle.record import Chronicle
from oathtools.table import stacking
from oathtools.table.state import CARDS, CITIZEN, RELICS, SLOTS, State
from oathtools.variants import kept


def entry_of(play: Play, before: Chronicle, journal: str) -> dict[str, Any]:
    """The history entry of a game whose chapter 8 has been carried out; in ids, and with nothing that lies hidden.

    ``journal`` is the name of its journal. Keys that would say nothing are left out: ``citizens`` (after the game),
    ``built`` and what it ``replaced``, ``repaired``, ``fell`` (edifices that became ruins), ``ruins_lost``,
    ``sites_lost`` (faceup ones), ``sites_found`` (turned up to begin a region), ``suits`` added from the Archive or
    ``healed`` from the Dispossessed, ``removed``, ``rebuilt`` (only where it was put off). ``map`` is what everybody
    sees of it afterwards, slot by slot; None is a facedown site. ``variants``: what each noted, and
    keeps after it. ``saga.annals`` reads all this.
    """
    state = play.state
    result = state.result or {}
    winner = str(result.get("winner"))
    entry: dict[str, Any] = {
        "game": before.game,
        "journal": journal,
        "winner": state.players[winner].name,
        "color": winner,
        "role": state.players[winner].role,
        "how": result.get("how"),
        "clauses": [clause for _, clause in result.get("ways", ())],
        "round": result.get("round"),
        "players": {player.name: seat for seat, player in state.players.items()},
        "oath": stacking.noted(state, "played"),
        "next_oath": stacking.noted(state, "oath"),
        "citizens": [seat for seat, player in state.players.items() if player.role == CITIZEN],
        "converts": stacking.noted(state, "converts"),
        "built": stacking.noted(state, "built"),
        "replaced": stacking.noted(state, "replaced"),
        "repaired": stacking.noted(state, "repaired"),
        "fell": stacking.noted(state, "fell"),
        "ruins_lost": stacking.noted(state, "ruins_lost"),
        "sites_lost": stacking.noted(state, "sites_lost"),
        "sites_found": stacking.noted(state, "flipped_up"),
        "suits": stacking.noted(state, "added"),
        "healed": stacking.noted(state, "healed"),
        "removed": stacking.noted(state, "removed"),
        "rebuilt": None if stacking.noted(state, "rebuilt", True) else False,
        "map": [_public(state, slot) for slot in range(SLOTS)],
        "variants": _variants(state, before),
    }
    return {key: value for key, value in entry.items() if value not in (None, [], {}, "")}


def _variants(state: State, before: Chronicle) -> dict[str, Any]:
    """What each variant in force noted of the game, and what the saga keeps of it after the game (``kept``).

    ``before`` is what was kept before it, where the history does not tell: at first, and when people changed it.
    Nothing for a variant of which nothing was noted or changed.
    """
    noted = stacking.noted(state, "variants", {})
    found = {}
    for name, after in kept(state.variants, before.game).items():
        entry = {**noted.get(name, {}), **({"kept": after} if after != before.variants.get(name) else {})}
        if entry and before.variants.get(name, {}) != _last_kept(before, name):
            entry = {"before": deepcopy(before.variants.get(name, {})), **entry}
        found[name] = entry
    return {name: entry for name, entry in found.items() if entry}


def kept_before(entry: dict[str, Any], chronicle: Chronicle) -> dict[str, Any]:
    """What the variants kept before the last game of a Chronicle, whose history entry says what it changed."""
    told = entry.get("variants")
    noted = told if isinstance(told, dict) else {}
    earlier = replace(chronicle, history=chronicle.history[:-1])
    return {
        name: noted[name].get("before", _last_kept(earlier, name)) if "kept" in noted.get(name, {}) else now
        for name, now in chronicle.variants.items()
    }


def _last_kept(chronicle: Chronicle, name: str) -> Any:
    """What the history says was kept of a variant last; nothing if it does not tell."""
    for entry in reversed(chronicle.history):
        told = entry.get("variants") if isinstance(entry, dict) else None
        if isinstance(told, dict) and isinstance(told.get(name), dict) and "kept" in told[name]:
            return told[name]["kept"]
    return {}


def _public(state: State, slot: int) -> dict[str, Any] | None:
    """A slot of the map as everybody sees it."""
    if not state.faceup_site(slot):
        return None
    row: dict[str, Any] = {"site": state.site(slot)}
    cards, relics = list(state.zone(CARDS[slot])), len(state.zone(RELICS[slot]))
    return {**row, **({"cards": cards} if cards else {}), **({"relics": relics} if relics else {})}
