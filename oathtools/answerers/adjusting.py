"""What people say of how the table really stands, written into a position (``oathtools adjust``)."""

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from oathtools import catalog, guesses
from oathtools.answerers import placing
from oathtools.answerers.matching import Misread, key, match
from oathtools.table.state import State

_NUMBERS = ("favor", "supply", "warbands", "secrets", "facedown-secrets")


def adjusted(position: dict[str, Any], said: str, state: State) -> dict[str, Any]:
    """A position changed by what was said: ``Bo favor 4; Plains warbands red 2; Map to Bo``. Raises ``Misread``.

    Favor left over or missing is the shared bank's; warbands are those of the personal banks. Variants in force say
    what else may be said (``Variant.adjusted``).
    """
    new = deepcopy(position)
    new.pop("shared_bank", None)
    for part in re.split("[;,]", said):
        words = part.split()
        if words and not placing.says(new, words):
            _one(new, words, state)
    return new


def _one(position: dict[str, Any], words: list[str], state: State) -> None:
    head = words[0].casefold()
    if head in ("round", "visions") and len(words) == 2:
        position["round" if head == "round" else "visions_drawn"] = _number(words[1])
    elif head == "oathkeeper" and len(words) in (2, 3):
        usurper = len(words) == 3 and key(words[2]) == "usurper"
        position["oathkeeper"] = {
            "holder": _player(position, words[1])["name"],
            "side": "usurper" if usurper else "oathkeeper",
        }
    elif head == "bank" and len(words) == 3:
        position.setdefault("favor_banks", {})[words[1].casefold()] = _number(words[2])
    else:
        _of_something(position, words, state)


def _of_something(position: dict[str, Any], words: list[str], state: State) -> None:
    for split in range(len(words) - 1, 0, -1):
        name, rest = " ".join(words[:split]), words[split:]
        for key_, of, says in _NAMED:
            with guesses.listening() as heard:
                row = _find(position[key_], name, of)
            if row is not None and (says(row, rest) or _a_variant_says(position, state, key_, of(row), rest)):
                guesses.note(*heard)
                return
    raise Misread(
        f"{' '.join(words)!r} does not say how the table stands",
        "For example: Bo favor 4; Plains warbands red 2; Map to Bo; turn Bo. All the rest a whole position says: "
        "--position FILE",
    )


def _player_says(player: dict[str, Any], rest: list[str]) -> bool:
    what = rest[0].casefold()
    if what == "pawn" and len(rest) > 1:
        player["pawn"] = " ".join(rest[1:])
        return True
    if what not in _NUMBERS or len(rest) != 2:
        return False
    count = _number(rest[1])
    if what in ("secrets", "facedown-secrets"):
        now = player.get("secrets", 0)
        both = dict(now) if isinstance(now, dict) else {"up": now, "down": 0}
        both["up" if what == "secrets" else "down"] = count
        player["secrets"] = both
    else:
        player[what] = count
    return True


def _site_says(site: dict[str, Any], rest: list[str]) -> bool:
    what = rest[0].casefold()
    if what in ("favor", "secrets") and len(rest) == 2:
        site[what] = _number(rest[1])
        return True
    if what == "warbands" and len(rest) == 3:
        warbands = dict(site.get("warbands") or {})
        warbands[rest[1].casefold()] = _number(rest[2])
        site["warbands"] = {color: count for color, count in warbands.items() if count}
        return True
    return False


def _a_variant_says(position: dict[str, Any], state: State, key_: str, name: str, rest: list[str]) -> bool:
    """Is it something that a variant in force keeps of a player or a site? Then its data are changed."""
    if not state.variants:
        return False
    from oathtools.procedures.machine.variant import VariantFault
    from oathtools.variants import find

    if key_ == "sites":
        subject = catalog.match(name, ("site",)).id
    else:
        subject = next(seat for seat, player in state.players.items() if player.name == name)
    kept = position["variants"]
    for variant in kept:
        try:
            changed = find(variant).adjusted(kept[variant], state, subject, rest)
        except VariantFault as wrong:
            where, what, way = wrong.faults[0]
            raise Misread(f"{where}: {what}", way) from None
        if changed is not None:
            kept[variant] = changed
            return True
    return False


# What has a name: the rows of a position, the name of one, what may be said of it.
_NAMED: tuple[tuple[str, Callable[[dict[str, Any]], str], Callable[[dict[str, Any], list[str]], bool]], ...] = (
    ("players", lambda row: str(row["name"]), _player_says),
    # A facedown site is named by nobody: to find it would tell that it is on the map (9.4).
    ("sites", lambda row: "" if row.get("facedown") else str(row.get("site", "")), _site_says),
)


def _find(rows: list[dict[str, Any]], name: str, of: Callable[[dict[str, Any]], str]) -> dict[str, Any] | None:
    named = {of(row): row for row in rows if of(row)}
    try:
        return named[match(name, list(named), lambda each: each)]
    except Misread:
        return None


def _player(position: dict[str, Any], name: str) -> dict[str, Any]:
    found = _find(position["players"], name, lambda row: str(row["name"]))
    if found is None:
        raise Misread(
            f"there is no player {name!r}", f"Players: {', '.join(row['name'] for row in position['players'])}"
        )
    return found


def _number(word: str) -> int:
    if not word.isdigit():
        raise Misread(f"{word!r} is not a number")
    return int(word)
